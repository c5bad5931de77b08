"""Descriptors with all layouts of shared memory are created and used as in the wheel.

Every operand is another value, so that none can take the place of another.
"""

from __future__ import annotations

from itertools import product

import pytest
from parity.outcomes import native_outcome, wheel_outcome

from xtriton.versions import V3_8, before, default_version

LOWERING = "triton-nvidia-tma-lowering"
MODULE = (
    '"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32'
)
ELEMENTS = {8: ("i8", "f8E5M2"), 16: ("f16", "i16"), 32: ("f32", "i32")}
SHAPES = ((64,), (16, 128), (64, 32), (2, 8, 128))


def program(shape: tuple[int, ...], element: str, layout: str, access: str) -> str:
    """A function that creates a descriptor, and loads, adds or stores a block through it and another."""
    rank = len(shape)
    spelled = f"{'x'.join(map(str, shape))}x{element}"
    block = f"{spelled}, #shared"
    desc = f"!tt.tensordesc<tensor<{block}>>" if default_version() in before(V3_8) else f"!tt.tensordesc<{block}>"
    numbers = {word: [f"%{word}{dim}" for dim in range(rank)] for word in ("n", "s", "i", "j")}
    lists = {word: ", ".join(names) for word, names in numbers.items()}
    arguments = [f"{name}: {'i64' if word == 's' else 'i32'}" for word, names in numbers.items() for name in names]
    order = ", ".join(str(dim) for dim in reversed(range(rank)))
    ones = ", ".join("1" for _ in range(rank))
    threads, warps = (", ".join([*("1" for _ in range(rank - 1)), last]) for last in ("32", "4"))
    value = f"tensor<{spelled}, #blocked>"
    accesses = {
        which: {
            "load": f"%{which} = tt.descriptor_load {{desc}}[{lists[at]}] : {desc} -> {value}",
            "reduce": f"tt.descriptor_reduce add, {{desc}}[{lists[at]}], %x : {desc}, {value}",
            "store": f"tt.descriptor_store {{desc}}[{lists[at]}], %x : {desc}, {value}",
        }[access]
        for which, at in (("made", "i"), ("given", "j"))
    }
    blocked = f"sizePerThread = [{ones}], threadsPerWarp = [{threads}], warpsPerCTA = [{warps}], order = [{order}]"
    return f"""
#blocked = #ttg.blocked<{{{blocked}}}>
#shared = {layout}
module attributes {{{MODULE}}} {{
tt.func @f(%p: !tt.ptr<{element}>, %other: {desc}, %x: {value}, {", ".join(arguments)}) {{
  %d = tt.make_tensor_descriptor %p, [{lists["n"]}], [{lists["s"]}] : !tt.ptr<{element}>, {desc}
  {accesses["made"].format(desc="%d")}
  {accesses["given"].format(desc="%other")}
  tt.return
}}
}}"""


def layouts(rank: int) -> list[tuple[int, str]]:
    """Bits of an element, and layouts for them."""
    found: list[tuple[int, str]] = []
    suffix = f", rank = {rank}" if rank != 2 else ""
    for bits, width, transposed in product(ELEMENTS, (0, 32, 64, 128), ("false", "true")):
        for padded in ("", ", fp4Padded = true") if bits == 8 else ("",):
            text = f"swizzlingByteWidth = {width}, transposed = {transposed}, elementBitWidth = {bits}{padded}{suffix}"
            found.append((bits, f"#ttg.nvmma_shared<{{{text}}}>"))
    return found


@pytest.mark.parametrize("access", ["load", "reduce", "store"])
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_descriptors_are_those_of_the_wheel(shape: tuple[int, ...], access: str) -> None:
    compared: list[str] = []
    for bits, layout in layouts(len(shape)):
        for element in ELEMENTS[bits]:
            text = program(shape, element, layout, access)
            wheel = wheel_outcome(LOWERING, text)
            if wheel.text is None:  # layouts that descriptors cannot have; errors have their own tests
                continue
            assert native_outcome(LOWERING, text) == wheel, (element, layout)
            compared.append(layout)
    assert compared
    assert access != "load" or shape[-1] != 128 or any("fp4Padded" in layout for layout in compared)
