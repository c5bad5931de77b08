"""Lowerings of ``tt`` operations, and of arithmetic on tensors, to ``linalg`` and ``tensor``."""

from __future__ import annotations

from xtriton.passes.linalg.patterns import (
    dot,
    dot_scaled,
    elementwise,
    extern,
    lookup,
    map_elementwise,
    pointers,
    program,
    reduce,
    scan,
    shape,
)
from xtriton.rewriting.pattern import Pattern


def arithmetic_patterns(*, leading_reductions: bool = True, exact: bool = False) -> list[Pattern]:
    """The patterns of ``triton-arith-to-linalg`` that no option disables, in the order in which they are tried.

    ``leading_reductions`` transposes reduced tensors so that the reduced dimension comes first. ``exact`` selects
    Triton's semantics where triton-shared's result differs.
    """
    return [
        *shape.PATTERNS,
        *elementwise.triton_patterns(exact=exact),
        map_elementwise.map_elementwise,
        program.call,
        program.print_elements,
        program.barrier,
        *dot.PATTERNS,
        *dot_scaled.PATTERNS,
        *scan.patterns(exact=exact),
        *lookup.PATTERNS,
        *extern.patterns(exact=exact),
        *reduce.patterns(leading=leading_reductions, exact=exact),
        elementwise.on_tensors,
    ]


POINTER_PATTERNS = pointers.PATTERNS
PROGRAM_ID_PATTERNS = program.ID_PATTERNS

__all__ = ["POINTER_PATTERNS", "PROGRAM_ID_PATTERNS", "arithmetic_patterns"]
