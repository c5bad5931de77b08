"""Random kernels in TTIR over all element types, with inputs at the limits of the types.

Unlike those of :mod:`semantics.random_kernels`, which pass through Triton's front end with a few types, they have what
a front end does not write: extents of 1, ``i1``, ``i64`` and ``f64`` beside fp8, negative and zero strides, scans in
reverse over several operands, nested ``scf.for``, ``scf.if`` and ``scf.while`` with several results. Sums of floats
along a dimension are left out, since their order is free; everything else is bit-exact.
"""

from __future__ import annotations

from random import Random

from semantics.typed_control_flow import NESTED
from semantics.typed_program import LARGE, REGION, REGIONS, SCALARS, SHAPES, STORED, Program, Value
from semantics.typed_steps import STRAIGHT

from xtriton.versions import V3_7, TritonVersion, active_version

PROGRAMS = 3


def version_of(text: str) -> TritonVersion:
    """The version a program is of: the one in effect, or if it has block pointers, the newest that has them, too."""
    return min(active_version(), V3_7) if "make_tensor_ptr" in text else active_version()


def grid_of(seed: int) -> tuple[int, int, int]:
    """The grid for the program of a seed."""
    return (1 if seed % 3 else PROGRAMS, 1, 1)


def random_program(seed: int, steps: int | None = None) -> str:
    """The text of a kernel. If its grid has several programs, each writes its own part of the arrays."""
    chance = Random(seed)
    values = [Value(f"%{name}", element, ()) for name, element in SCALARS.items()]
    shapes = LARGE if seed % 4 == 3 else SHAPES
    p = Program(chance, values=values, shapes=shapes, steps=(*STRAIGHT, *NESTED), straight=STRAIGHT)
    several = grid_of(seed)[0] > 1
    if several:
        p.write("%pid = tt.get_program_id x : i32")
        part = p.number(REGION * REGIONS)
        p.write(f"%first = arith.muli %pid, {part.name} : i32")
        for element in STORED:
            p.write(f"%y_{element} = tt.addptr %all_{element}, %first : !tt.ptr<{element}>, i32")
        p.values.append(Value("%pid", "i32", ()))
    for _ in range(chance.randint(2, 14) if steps is None else steps):
        p.step()
    for value in chance.sample(p.values, min(4, len(p.values))):
        p.store(value)
    p.store(p.values[-1])
    arrays = ("x", "all" if several else "y")
    pointers = [f"%{array}_{element}: !tt.ptr<{element}>" for element in STORED for array in arrays]
    scalars = [f"%{name}: {element}" for name, element in SCALARS.items()]
    head = f"tt.func @kernel({', '.join([*pointers, *scalars])}) {{"
    return "\n".join([head, *p.lines, "  tt.return", "}"]) + "\n"
