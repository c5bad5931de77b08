"""The loops of a structured operation, with the operands they read and write."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.ir import Block, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap

PARALLEL, REDUCTION = "parallel", "reduction"


@dataclass(frozen=True)
class Nest:
    """Loops over elements: for each operand its map; inputs come first. ``body`` yields the new elements."""

    inputs: Sequence[SSAValue]
    outputs: Sequence[SSAValue]
    maps: Sequence[AffineMap]
    iterators: Sequence[str]
    body: Block
    strict: bool
    indices: Sequence[AffineExpr] | None = None
    """The values of ``linalg.index``, by dimension, if not the induction variables themselves."""

    @property
    def operands(self) -> list[SSAValue]:
        """Inputs and outputs."""
        return [*self.inputs, *self.outputs]
