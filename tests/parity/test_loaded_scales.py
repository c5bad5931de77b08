"""Scaled dots whose scales a kernel loads, in chunks or as they are, become what the wheel makes of them.

Since 3.8 scales that lie in memory in the chunks that copies to tensor memory need are copied from shared memory;
others go through registers.
"""

from __future__ import annotations

from random import Random

import pytest
from parity.outcomes import native_outcome, wheel_outcome

from xtriton.versions import V3_8, before, default_version, since

_CHUNK = (32, 4, 4)
_ORDER = (0, 3, 2, 1, 4)
_COPIES = "shared_linear<" if default_version() in since(V3_8) else "ttg.local_load"
"""What the result has where scales are loaded in chunks."""
PROGRAMS = 50


def _tensor(shape: tuple[int, ...], element: str) -> str:
    return f"tensor<{'x'.join(map(str, shape))}x{element}>"


class Loaded:
    """Scales of ``rows`` rows and ``groups`` groups of k, with the operations that load them."""

    def __init__(self, source: Random, name: str, rows: int, groups: int, element: str) -> None:
        self.source, self.name, self.element = source, name, element
        self.shape = (rows, groups)
        self.lines: list[str] = []
        self.argument = ""
        self.value = self._chunks() if source.random() < 0.85 else self._loaded(self.shape)

    def _chunks(self) -> str:
        rows, groups = self.shape
        # Mostly the right shapes; at times one that cannot be copied.
        packed = self.source.choice(
            [
                (rows // 128, groups // 4 * 512),
                (rows // 128, groups // 4 * 512),
                (1, rows // 128, groups // 4, 2, 256),
                (rows // 128, groups // 4, *_CHUNK),
                (rows * groups // 256, 256),
                (rows * groups,),
            ]
        )
        wrong = self.source.random()
        order = (0, 1, 3, 2, 4) if wrong < 0.15 else _ORDER
        chunks = (rows // 128, groups // 4, *_CHUNK)
        if 0.15 < wrong < 0.25:
            chunks = (rows // 64, groups // 4, 16, 4, 4)
        turned = tuple(chunks[axis] for axis in order)
        value = self._loaded(packed)
        value = self._reshaped(value, packed, chunks, "c")
        self.lines.append(
            f"%{self.name}t = tt.trans {value} {{order = array<i32: {', '.join(map(str, order))}>}} : "
            f"{_tensor(chunks, self.element)} -> {_tensor(turned, self.element)}"
        )
        return self._reshaped(f"%{self.name}t", turned, self.shape, "f")

    def _reshaped(self, value: str, shape: tuple[int, ...], new: tuple[int, ...], name: str) -> str:
        types = f"{_tensor(shape, self.element)} -> {_tensor(new, self.element)}"
        self.lines.append(f"%{self.name}{name} = tt.reshape {value} : {types}")
        return f"%{self.name}{name}"

    def _loaded(self, shape: tuple[int, ...]) -> str:
        tensor, name = _tensor(shape, self.element), self.name
        if len(shape) > 1 and self.source.random() < 0.6:
            block = tensor if default_version() in before(V3_8) else tensor.removeprefix("tensor<").removesuffix(">")
            type_, at = f"!tt.tensordesc<{block}>", ", ".join(["%zero"] * len(shape))
            self.argument = f"%{name}d: {type_}"
            self.lines.append(f"%{name}l = tt.descriptor_load %{name}d[{at}] : {type_} -> {tensor}")
        else:
            pointers = _tensor(shape, f"!tt.ptr<{self.element}>")
            self.argument = f"%{name}p: !tt.ptr<{self.element}>"
            self.lines.append(f"%{name}q = tt.splat %{name}p : !tt.ptr<{self.element}> -> {pointers}")
            self.lines.append(f"%{name}l = tt.load %{name}q : {pointers}")
        return f"%{name}l"


def program(seed: int) -> str:
    """A kernel in TTIR with a scaled dot."""
    source = Random(seed)
    m, n, k = 128 * source.choice((1, 1, 2)), 128 * source.choice((1, 1, 2)), source.choice((128, 256))
    fp4 = source.random() < 0.5
    kind, element, width = ("e2m1", "i8", k // 2) if fp4 else ("e4m3", "f8E4M3FN", k)
    scale, group = source.choice((("i8", 32), ("f8E4M3FN", 16))) if fp4 else ("i8", 32)
    loaded = [Loaded(source, name, rows, k // group, scale) for name, rows in zip("st", (m, n), strict=True)]
    a, b, c = _tensor((m, width), element), _tensor((width, n), element), _tensor((m, n), "f32")
    result = _tensor((m, n), "!tt.ptr<f32>")
    arguments = [f"%ap: !tt.ptr<{element}>", f"%bp: !tt.ptr<{element}>", "%cp: !tt.ptr<f32>"]
    lines = [f"%cq = tt.splat %cp : !tt.ptr<f32> -> {result}", f"%c = tt.load %cq : {result}"]
    for name, shape in (("a", (m, width)), ("b", (width, n))):
        pointers = _tensor(shape, f"!tt.ptr<{element}>")
        lines.append(f"%{name}q = tt.splat %{name}p : !tt.ptr<{element}> -> {pointers}")
        lines.append(f"%{name} = tt.load %{name}q : {pointers}")
    body = "\n".join(f"  {line}" for line in (*lines, *(line for each in loaded for line in each.lines)))
    scales = [_tensor(each.shape, scale) for each in loaded]
    return f"""\
module {{
tt.func @f({", ".join((*arguments, *(each.argument for each in loaded)))}) {{
  %zero = arith.constant 0 : i32
{body}
  %d = tt.dot_scaled %a scale {loaded[0].value}, %b scale {loaded[1].value}, %c lhs = {kind} rhs = {kind} \
{{fastMath = false}} : {a}, {scales[0]} * {b}, {scales[1]} -> {c}
  tt.store %cq, %d : {result}
  tt.return
}}
}}
"""


def passes(seed: int) -> str:
    """The passes up to the one that chooses instructions, for Blackwell or Rubin, with clusters at times."""
    source = Random(seed)
    ctas, warps = source.choice((1, 1, 2, 2, 4)), source.choice((4, 8))
    target = source.choice(("cuda:100", "cuda:107"))
    to_ttgir = f"convert-triton-to-tritongpu{{target={target} num-warps={warps} num-ctas={ctas} threads-per-warp=32}}"
    return f"{to_ttgir},tritongpu-accelerate-matmul"


@pytest.mark.parametrize(
    "start", [0, *(pytest.param(at, marks=pytest.mark.slow) for at in range(PROGRAMS, 5 * PROGRAMS, PROGRAMS))]
)
def test_scaled_dots_with_loaded_scales(start: int) -> None:
    compared = copied = 0
    for seed in range(start, start + PROGRAMS):
        text, pipeline = program(seed), passes(seed)
        wheel = wheel_outcome(pipeline, text)
        if wheel.text is None:
            continue
        ours = native_outcome(pipeline, text)
        assert ours.text == wheel.text, f"seed {seed}\n{pipeline}\n{text}\n{wheel}\n{ours}"
        compared += 1
        copied += _COPIES in wheel.text
    assert compared > PROGRAMS // 3, "the wheel takes few of them"
    assert copied > 2
