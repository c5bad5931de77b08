"""How each operation of ``tt``, and arithmetic on tensors, becomes operations of ``linalg`` and ``tensor``."""

from __future__ import annotations

from xtriton.passes.linalg.patterns import (
    dot,
    dot_scaled,
    elementwise,
    extern,
    lookup,
    pointers,
    program,
    reduce,
    scan,
    shape,
)
from xtriton.rewriting.pattern import Pattern


def arithmetic_patterns(*, leading_reductions: bool = True) -> list[Pattern]:
    """The patterns of ``triton-arith-to-linalg`` that no option turns off, in the order in which they are tried.

    ``leading_reductions`` transposes what is reduced so that the reduced dimension comes first.
    """
    return [
        *shape.PATTERNS,
        *elementwise.TRITON_PATTERNS,
        program.call,
        *dot.PATTERNS,
        *dot_scaled.PATTERNS,
        *scan.PATTERNS,
        *lookup.PATTERNS,
        *extern.PATTERNS,
        *reduce.patterns(leading=leading_reductions),
        elementwise.on_tensors,
    ]


POINTER_PATTERNS = pointers.PATTERNS
PROGRAM_ID_PATTERNS = program.ID_PATTERNS

__all__ = ["POINTER_PATTERNS", "PROGRAM_ID_PATTERNS", "arithmetic_patterns"]
