"""Blocks that a loop copies in pieces, since their rows or columns are taken modulo an extent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.ir import Operation, SSAValue

from xtriton.dialects.upstream.arith import (
    AddIOp,
    AndIOp,
    CmpIOp,
    CmpIPredicate,
    MulIOp,
    OrIOp,
    SelectOp,
    SubIOp,
)
from xtriton.dialects.upstream.scf import ForOp
from xtriton.dialects.upstream.scf.trip_count import signed_constant
from xtriton.passes.cpu.moves import MOVABLE
from xtriton.passes.cpu.parts import Number
from xtriton.rewriting.mixed import as_value
from xtriton.rewriting.rewriter import Rewriter


class Iteration:
    """Values of the loop over the pieces, computed before it for one of its iterations."""

    def __init__(self, writer: Operation, rewriter: Rewriter, number: SSAValue | None) -> None:
        self._writer, self._rewriter = writer, rewriter
        self._known: dict[SSAValue, SSAValue] = {}
        if isinstance(writer, ForOp) and number is not None:
            self._known[writer.induction_variable] = number

    @staticmethod
    def first(writer: Operation, rewriter: Rewriter) -> Iteration:
        """The first iteration; of a copy that is in no loop the only one."""
        return Iteration(writer, rewriter, writer.lowerBound if isinstance(writer, ForOp) else None)

    def all(self, values: Sequence[Number]) -> list[Number] | None:
        """Numbers and values; ``None`` if one of them cannot be computed."""
        found = [value if isinstance(value, int) else self._value(value) for value in values]
        return None if None in found else cast("list[Number]", found)

    def _value(self, value: SSAValue) -> SSAValue | None:
        if value in self._known:
            return self._known[value]
        owner = value.owner
        if not self._writer.is_ancestor(owner):
            return value
        if not isinstance(owner, MOVABLE):
            return None
        operands = [self._value(operand) for operand in owner.operands]
        if None in operands:
            return None
        new = type(owner).create(
            operands=cast("list[SSAValue]", operands),
            result_types=[value.type],
            properties=dict(owner.properties),
            attributes=dict(owner.attributes),
        )
        self._known[value] = self._rewriter.insert(new).results[0]
        return self._known[value]


def first_piece_alone(
    offsets: Sequence[Number], needed: Sequence[Sequence[Number]], loop: ForOp, rewriter: Rewriter
) -> list[SSAValue]:
    """Conditions that there is a first piece, and that those after it are not written to what is needed of a block.

    ``offsets`` are the places of the pieces, ``needed`` the extents of what each operation needs.
    """
    some = rewriter.insert(CmpIOp(CmpIPredicate.SLT, loop.lowerBound, loop.upperBound)).result
    second = rewriter.insert(AddIOp(loop.lowerBound, loop.step)).result
    alone = rewriter.insert(CmpIOp(CmpIPredicate.SGE, second, loop.upperBound)).result
    places = _places_along(offsets, needed, loop)
    if places is None or signed_constant(loop.step) != 1:
        return [some, alone]
    axis, offset = places
    last = rewriter.insert(SubIOp(loop.upperBound, loop.step)).result
    # Between these two iterations the places are linear.
    behind: SSAValue | None = None
    for number in (second, last):
        found = Iteration(loop, rewriter, number).all([offset])
        if found is None:
            return [some, alone]
        for extents in needed:
            place, end = as_value(found[0], rewriter), as_value(extents[axis], rewriter)
            apart = rewriter.insert(CmpIOp(CmpIPredicate.SGE, place, end)).result
            behind = apart if behind is None else rewriter.insert(AndIOp(behind, apart)).result
    assert behind is not None
    return [some, rewriter.insert(OrIOp(alone, behind)).result]


def _places_along(
    offsets: Sequence[Number], needed: Sequence[Sequence[Number]], loop: ForOp
) -> tuple[int, SSAValue] | None:
    """The axis along which the pieces follow each other and their places, linear from the second one on.

    ``None`` if they do not, or if all of the block is needed, so that there are no places behind it.
    """
    moving = [(axis, offset) for axis, offset in enumerate(offsets) if not isinstance(offset, int)]
    if len(moving) != 1 or all(isinstance(extents[moving[0][0]], int) for extents in needed):
        return None
    axis, offset = moving[0]
    return (axis, offset) if is_linear(offset, loop) else None


def is_linear(value: SSAValue, loop: ForOp) -> bool:
    """Whether a value is linear in a loop's variable, but for another value in the first iteration."""
    pending, seen = [value], set[SSAValue]()
    while pending:
        part = pending.pop()
        if part in seen:
            continue
        seen.add(part)
        needed = _linear_if(part, loop)
        if needed is None:
            return False
        pending += needed
    return True


def _linear_if(value: SSAValue, loop: ForOp) -> Sequence[SSAValue] | None:
    """The values that must be linear for ``value`` to be; ``None`` if it is not linear."""
    owner, variable = value.owner, loop.induction_variable
    if value is variable or not loop.is_ancestor(owner):
        return ()
    match owner:
        case AddIOp() | SubIOp():
            return owner.operands
        case MulIOp() if any(_is_outside(operand, loop) for operand in owner.operands):
            return owner.operands
        case SelectOp() if isinstance(owner.condition.owner, CmpIOp):
            compared = owner.condition.owner
            is_first = set(compared.operands) == {variable, loop.lowerBound}
            equal = CmpIPredicate.of(compared.predicate) is CmpIPredicate.EQ
            return (owner.false_value,) if is_first and equal else None
        case _:
            return None


def _is_outside(value: SSAValue, loop: ForOp) -> bool:
    return value is not loop.induction_variable and not loop.is_ancestor(value.owner)
