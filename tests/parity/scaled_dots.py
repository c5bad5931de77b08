"""Random scaled dots, as TTGIR text: formats, packing, missing and small scales, shapes, numbers of warps."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

ELEMENTS = {"e2m1": "i8", "e4m3": "f8E4M3FN", "e5m2": "f8E5M2", "bf16": "bf16", "fp16": "f16"}
"""The type of the elements of an operand in each format; two numbers of ``e2m1`` are in an ``i8``."""


DEPTHS = (64, 128, 256)
CAPABILITIES = (80, 90, 100, 100, 100, 120)


def scaled_dot(seed: int, depths: Sequence[int] = DEPTHS, capabilities: Sequence[int] = CAPABILITIES) -> str:
    """A module with a function that returns a scaled dot of its arguments, of so many elements along k."""
    chance = Random(seed)
    kinds = [chance.choice(("e2m1", "e2m1", "e4m3", "e5m2", "bf16")) for _ in range(2)]
    if chance.random() < 0.4:
        kinds[1] = kinds[0]
    m, n, k = chance.choice((64, 128, 128, 256)), chance.choice((16, 64, 128)), chance.choice(depths)
    packed = [kind != "e2m1" or chance.random() < 0.6 for kind in kinds]
    a, b = (_operand(kind, rows, k, along) for kind, rows, along in zip(kinds, (m, n), packed, strict=True))
    scales = [_scale(chance, rows, k) if kind != "bf16" else "" for kind, rows in zip(kinds, (m, n), strict=True)]
    if all(scales) and chance.random() < 0.2:
        scales[chance.randrange(2)] = ""
    if not any(scales):
        scales[0] = _scale(chance, m, k)
    left, right = (_tensor(*shape, ELEMENTS[kind]) for shape, kind in ((a, kinds[0]), (b[::-1], kinds[1])))
    result = _tensor(m, n, "f32")
    words = [f" scale %{name}" if scale else "" for name, scale in zip("st", scales, strict=True)]
    types = [f", {scale}" if scale else "" for scale in scales]
    flags = [f"{side}_k_pack = false" for side, along in zip(("lhs", "rhs"), packed, strict=True) if not along]
    attributes = ", ".join(["fastMath = false", *flags])
    arguments = [f"%a: {left}", f"%b: {right}", f"%c: {result}"]
    arguments += [f"%{name}: {scale}" for name, scale in zip("st", scales, strict=True) if scale]
    warps = chance.choice((4, 8))
    target = f"cuda:{chance.choice(capabilities)}"
    layout = f"sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [{warps}, 1], order = [1, 0]"
    return f"""\
#blocked = #ttg.blocked<{{{layout}}}>
module attributes {{
  "ttg.num-ctas" = 1 : i32, "ttg.num-warps" = {warps} : i32, ttg.target = "{target}", "ttg.threads-per-warp" = 32 : i32
}} {{
tt.func @f({", ".join(arguments)}) -> {result} {{
  %d = tt.dot_scaled %a{words[0]}, %b{words[1]}, %c lhs = {kinds[0]} rhs = {kinds[1]} {{{attributes}}} : \
{left}{types[0]} * {right}{types[1]} -> {result}
  tt.return %d : {result}
}}
}}
"""


def _tensor(rows: int, columns: int, element: str) -> str:
    return f"tensor<{rows}x{columns}x{element}, #blocked>"


def _operand(kind: str, rows: int, k: int, packed: bool) -> tuple[int, int]:
    """The shape of the first operand; two elements of fp4 are packed along k or along the rows."""
    if kind != "e2m1":
        return rows, k
    return (rows, k // 2) if packed else (rows // 2, k)


def _scale(chance: Random, rows: int, k: int) -> str:
    """The type of the scales of an operand, one for 32 or for 16 elements."""
    element, group = chance.choice((*[("i8", 32)] * 4, ("i8", 16), ("f8E4M3FN", 16), ("f8E4M3FN", 32)))
    return _tensor(rows, k // group, element)
