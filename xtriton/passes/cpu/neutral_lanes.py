"""``cpu-neutral-lanes``: lanes that a mask excludes load a constant, instead of a selection afterwards."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import inf, nan
from typing import ClassVar, cast

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue

from xtriton.analysis.requirements import PLAIN_TTIR, Rule
from xtriton.dialects import tt
from xtriton.dialects.upstream.arith import ConstantOp, ExtFOp, SelectOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.folds.elements import Number, constant, round_to, scalar_number
from xtriton.folds.folding import constant_of
from xtriton.ir.context import Context
from xtriton.ir.narrowing import int_value, is_float_type
from xtriton.ir.traits import element_type
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass
from xtriton.passes.cpu.neutral import computed, is_same, neutral_numbers, number_of, other_operand
from xtriton.passes.linalg.patterns.reduce import neutral_number
from xtriton.passes.linalg.patterns.selections import Selection, elementwise_selection
from xtriton.rewriting.cloning import rebuild
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.rewriter import Rewriter


@dataclass(frozen=True)
class CpuNeutralLanes(Pass):
    """Let lanes that a mask excludes load what would be selected for them, or what changes nothing.

    before: ``%x = tt.load %p, %m``, ``%y = arith.select %m, %x, %c``;
    ``%x = tt.load %p, %m``, ``%sum = arith.addf %before, %x``, ``%after = arith.select %m, %sum, %before``
    after:  ``%y = tt.load %p, %m, %c``; ``%x = tt.load %p, %m, %zero``, ``%after = arith.addf %before, %x``

    Also for extrema, by ``arith.select`` of a comparison too, and other operations with a neutral element. What is not
    loaded is selected before it is added instead of afterwards. Results are the same bit for bit.
    """

    name: ClassVar[str] = "cpu-neutral-lanes"
    requires: ClassVar[tuple[Rule, ...]] = PLAIN_TTIR

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for op in operations_in(module):
            if isinstance(op, SelectOp) and op.condition.type != element_type(op.condition.type):
                _select_in_load(op)
        for op in operations_in(module):
            if isinstance(op, SelectOp) and op.condition.type != element_type(op.condition.type):
                _update_always(op)


# Constants


def _select_in_load(op: SelectOp) -> None:
    """Replace the selection of a constant by a value that is this constant where the mask is false."""
    number = number_of(constant_of(op.false_value))
    if number is not None and _provide(op.true_value, op.condition, [number], [op]):
        Rewriter().replace(op, [op.true_value])


_MOST_DEPTH = 4
"""How far back the operations on loaded numbers are followed."""


def _provide(value: SSAValue, mask: SSAValue, wanted: Sequence[Number], users: Collection[Operation]) -> bool:
    """Let a tensor be one of some numbers where ``mask`` is false, as far as ``users`` see it. Returns whether it is.

    Either it is already, or it is loaded with that mask for these users alone, and can be loaded in another way.
    """
    known = _elsewhere(value, mask, _MOST_DEPTH)
    if known is not None and any(is_same(number, known) for number in wanted):
        return True
    while isinstance(value.owner, ExtFOp) and all(use.operation in users for use in value.uses):
        value, users = value.owner.operands[0], [value.owner]
    op, narrow = value.owner, element_type(value.type)
    if not isinstance(op, tt.LoadOp) or op.mask is not mask or int_value(op.isVolatile):
        return False
    if any(use.operation not in users for use in value.uses):
        return False
    fitting = _fitting(wanted, narrow)
    if not fitting:
        return False
    rewriter = Rewriter()
    rewriter.start_at(op)
    other = insert_constant(rewriter, fitting[0], value.type, op.location)
    rewriter.replace(op, rewriter.insert(rebuild(op, other=other), op.location).results)
    return True


def _fitting(numbers: Sequence[Number], type_: Attribute) -> list[Number]:
    """The numbers that a type has."""
    return [each for each in numbers if isinstance(each, int) or is_same(round_to(each, type_), each)]


def _elsewhere(value: SSAValue, mask: SSAValue, depth: int) -> Number | None:
    """The number that all elements of a tensor are where ``mask`` is false, if it is known."""
    op = value.owner
    if isinstance(op, tt.LoadOp):
        return number_of(constant_of(op.other)) if op.mask is mask and op.other is not None else None
    if isinstance(op, ConstantOp):
        return number_of(constant_of(value))
    if not isinstance(op, Operation) or not depth:
        return None
    return computed(op, [_elsewhere(operand, mask, depth - 1) for operand in op.operands])


# Accumulators


@dataclass(frozen=True)
class _Combination:
    """Operations that combine an accumulator with another value, as a sum or an extremum."""

    ops: Sequence[Operation]
    other: SSAValue
    neutral: Sequence[Number]
    """The numbers that, as the other value, leave the accumulator as it is."""


def _update_always(op: SelectOp) -> None:
    """Combine an accumulator with a neutral element where it is not to be changed."""
    found = _combination(op)
    if found is None or not found.neutral or not op.true_value.has_one_use():
        return
    inside = {*found.ops, op}
    if any(use.operation not in inside for each in found.ops for result in each.results for use in result.uses):
        return
    if any(each.parent is not op.parent for each in found.ops):
        return
    if not _provide(found.other, op.condition, found.neutral, found.ops):
        _select_before(op, found)
    Rewriter().replace(op, [op.true_value])


def _combination(op: SelectOp) -> _Combination | None:
    """How ``op.true_value`` combines ``op.false_value`` with another value."""
    combined, accumulator = op.true_value.owner, op.false_value
    if isinstance(combined, SelectOp):
        selection = elementwise_selection(combined)
        sides = [combined.true_value, combined.false_value]
        if selection is None or accumulator not in sides or sides[0] is sides[1]:
            return None
        place = sides.index(accumulator)
        neutral = _neutral_of_selection(selection, is_left=place == 0)
        side = sides[1 - place]
        return _Combination([*selection.operations, combined], side, _fitting(neutral, element_type(side.type)))
    other = other_operand(combined, accumulator) if isinstance(combined, Operation) else None
    if other is None or not isinstance(combined, Operation):
        return None
    neutral = neutral_numbers(combined, any_zero=_is_never_negative_zero(op))
    return _Combination([combined], other, _fitting(neutral, element_type(other.type)))


def _neutral_of_selection(selection: Selection, *, is_left: bool) -> list[Number]:
    """The numbers on the other side that let a selection return the accumulator, or one that equals it."""
    type_ = element_type(selection.sides[0][0].type)
    if not is_float_type(type_):
        kind = selection.extremum()
        number = None if kind is None else neutral_number(kind, type_)
        return [] if number is None else [cast("Number", scalar_number(constant(type_, number)))]

    def is_neutral(number: float) -> bool:
        for given in (0.0, number, nan):
            sides = (given, number) if is_left else (number, given)
            if selection.takes_left(*sides) is not is_left and not is_same(given, number):
                return False
        return True

    return [number for number in (-inf, inf) if is_neutral(number)]


def _is_never_negative_zero(op: SelectOp) -> bool:
    """Whether a loop carries the accumulator and begins with another number.

    A sum is -0 only if both operands are -0: an addition never underflows to zero.
    """
    accumulator = op.false_value
    if not isinstance(accumulator, BlockArgument):
        return False
    loop = accumulator.block.parent_op()
    if not isinstance(loop, ForOp) or accumulator not in loop.iter_args or loop.yield_operation is None:
        return False
    index = loop.iter_args.index(accumulator)
    first = number_of(constant_of(loop.initArgs[index]))
    return loop.yield_operation.operands[index] is op.result and first is not None and not is_same(first, -0.0)


def _select_before(op: SelectOp, found: _Combination) -> None:
    """Select what is combined with the accumulator."""
    block = op.parent
    assert block is not None
    ordered = [each for each in block.ops if each in found.ops]
    for each in ordered:
        each.detach()
    block.insert_ops_before(ordered, op)
    rewriter = Rewriter()
    rewriter.start_at(ordered[0])
    neutral = insert_constant(rewriter, found.neutral[0], found.other.type, op.location)
    chosen = rewriter.insert(SelectOp(op.condition, found.other, neutral), op.location).result
    for each in ordered:
        for index, operand in enumerate(each.operands):
            if operand is found.other:
                rewriter.set_operand(each, index, chosen)
