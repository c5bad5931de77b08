"""Finds ``x // n * s + x % n * t``: the offset of element ``x`` of rows of ``n`` elements, of strides ``s`` and ``t``.

Quotient and remainder of any ``x`` satisfy ``x // n * n + x % n == x``, also for division towards zero. The sum is
therefore ``x * t + x // n * (s - n * t)``. That is affine in ``x`` if rows follow one another (``s == n * t``), and if
all ``x`` are in one row.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import cast

from xdsl.ir import Operation, SSAValue

from xtriton.dialects import tt
from xtriton.dialects.upstream.arith import AddIOp, ConstantOp, DivSIOp, ExtSIOp, MulIOp, RemSIOp
from xtriton.ir.traits import shape_of

Shaping = tt.ExpandDimsOp | tt.BroadcastOp

_MOST_TERMS = 64
"""Sums of shared sums have exponentially many terms; offsets of rows have few."""


@dataclass(frozen=True)
class _Term:
    """A quotient or remainder times at most one factor that is the same for all elements."""

    op: DivSIOp | RemSIOp
    factor: SSAValue | None
    shaping: tuple[Shaping, ...]
    """The operations between it and the sum that change its shape, from inside out."""


@dataclass(frozen=True)
class Rows:
    """``position // extent * row_stride + position % extent * stride``; a stride of ``None`` is 1."""

    position: SSAValue
    extent: SSAValue
    row_stride: SSAValue | None
    stride: SSAValue | None
    shaping: Sequence[Shaping]
    rest: Sequence[SSAValue]
    """The other terms of the sum."""


def rows_of(op: AddIOp) -> Rows | None:
    """The first quotient and remainder of one division among the terms of a sum, unless it has very many terms."""
    values = list(islice(_terms(op), _MOST_TERMS + 1))
    if len(values) > _MOST_TERMS:
        return None
    terms = [_term(value) for value in values]
    for index, quotient in enumerate(terms):
        if quotient is None or not isinstance(quotient.op, DivSIOp):
            continue
        for other, remainder in enumerate(terms):
            if remainder is None or not isinstance(remainder.op, RemSIOp) or not _matches(quotient, remainder):
                continue
            rest = [value for place, value in enumerate(values) if place not in (index, other)]
            division = quotient.op
            return Rows(division.lhs, division.rhs, quotient.factor, remainder.factor, quotient.shaping, rest)
    return None


def _terms(op: AddIOp) -> Iterator[SSAValue]:
    for value in (op.lhs, op.rhs):
        if isinstance(value.owner, AddIOp):
            yield from _terms(value.owner)
        else:
            yield value


def _term(value: SSAValue) -> _Term | None:
    factor: SSAValue | None = None
    shaping: list[Shaping] = []
    while True:
        owner = value.owner
        match owner:
            case DivSIOp() | RemSIOp():
                return _Term(owner, factor, tuple(reversed(shaping)))
            case ExtSIOp():
                value = owner.operands[0]
            case tt.ExpandDimsOp() | tt.BroadcastOp():
                shaping.append(owner)
                value = owner.src
            case MulIOp() if factor is None:
                uniform = [operand for operand in (owner.rhs, owner.lhs) if _is_uniform(operand)]
                if not uniform:
                    return None
                factor = uniform[0]
                value = owner.lhs if factor is owner.rhs else owner.rhs
            case _:
                return None


def _is_uniform(value: SSAValue) -> bool:
    """Whether a tensor has equal elements, as far as is seen without an analysis."""
    while isinstance(value.owner, ExtSIOp | tt.ExpandDimsOp | tt.BroadcastOp):
        value = value.owner.operands[0]
    return isinstance(value.owner, tt.SplatOp | ConstantOp)


def _matches(quotient: _Term, remainder: _Term) -> bool:
    left, right = quotient.op, remainder.op
    if not _is_uniform(left.rhs) or left.lhs is not right.lhs:
        return False
    if left.rhs is not right.rhs and not _same_constant(left.rhs, right.rhs):
        return False
    shapes = [[_shape_change(op) for op in term.shaping] for term in (quotient, remainder)]
    return shapes[0] == shapes[1]


def _same_constant(left: SSAValue, right: SSAValue) -> bool:
    owners = left.owner, right.owner
    return all(isinstance(owner, ConstantOp) for owner in owners) and _value(owners[0]) == _value(owners[1])


def _value(owner: object) -> object:
    return cast("ConstantOp", owner).value


def _shape_change(op: Operation) -> tuple[str, object, object]:
    return op.name, op.properties.get("axis"), shape_of(op.results[0].type)
