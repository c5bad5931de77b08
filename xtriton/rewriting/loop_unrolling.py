"""Unrolling of ``scf.for`` (MLIR's ``loopUnrollByFactor``)."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.ir import Attribute, SSAValue

from xtriton.analysis.loops import constant_bounds
from xtriton.dialects.upstream.arith import (
    AddIOp,
    ConstantOp,
    DivUIOp,
    MaxSIOp,
    MaxUIOp,
    MulIOp,
    RemSIOp,
    SubIOp,
)
from xtriton.dialects.upstream.scf import ForOp
from xtriton.folds.elements import constant
from xtriton.ir.diagnostics import error
from xtriton.ir.walk import operations_in
from xtriton.rewriting.cloning import Mapping, clone_op
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_8, active_version, since


def unroll(loop: ForOp, factor: int, *, may_end_below: bool = False) -> ForOp | None:
    """Unroll ``loop`` by ``factor``; an epilogue loop after it runs the remaining iterations.

    MLIR divides the distance of the bounds as unsigned: a loop that ends a step or more below its lower bound gets an
    epilogue of iterations that it does not have. With ``may_end_below`` it has none, at the price of a maximum.
    Loops that turn out to have one iteration or none are replaced by their bodies or inits. Returns the epilogue loop,
    if there is one. Raises :class:`DiagnosticError` if the result would be too large.
    """
    if loop.body.first_op is loop.body.last_op:
        return None
    trips = loop.trip_count
    repeats = trips is None or trips >= factor
    if repeats:
        _require_feasible(loop, factor)
    rewriter = Rewriter()
    rewriter.start_at(loop)
    bounds = _constant_bounds(loop, factor, rewriter)
    bounds = bounds or _computed_bounds(loop, factor, rewriter, may_end_below=may_end_below)
    rest = _remaining_loop(loop, bounds.end, rewriter) if bounds.incomplete else None
    step = loop.step
    loop.operands = [loop.lowerBound, bounds.end, bounds.step, *loop.initArgs]
    if repeats:  # else nothing is left of this loop
        _repeat_body(loop, factor, step)
    _promote_if_single_iteration(loop, rewriter)
    return rest


MAX_OPERATIONS = 1 << 20
"""The maximum size of an unrolled loop: more could exhaust memory."""


def _require_feasible(loop: ForOp, factor: int) -> None:
    """Raise :class:`DiagnosticError` if the unrolled loop would have more than :data:`MAX_OPERATIONS` operations."""
    count = len(operations_in(loop))
    if count * factor > MAX_OPERATIONS:
        message = (
            f"'{loop.name}' op cannot be unrolled by {factor}: its body would have more than {MAX_OPERATIONS} "
            "operations; use a smaller factor"
        )
        raise error(loop.location, message)


@dataclass(frozen=True)
class _Bounds:
    """The upper bound and step of the unrolled loop, and whether an epilogue loop may be needed."""

    end: SSAValue
    step: SSAValue
    incomplete: bool


def _constant(value: int, type_: Attribute) -> ConstantOp:
    """The constant ``value`` of an integer or index type, wrapped to its width."""
    return ConstantOp(constant(type_, value))


_UNROLLS_NOTHING = since(V3_8)
"""Since 3.8, no step is created for an unrolled loop without iterations, of which nothing is left."""


def _constant_bounds(loop: ForOp, factor: int, rewriter: Rewriter) -> _Bounds | None:
    """The bounds of the unrolled loop if those of ``loop`` are constants."""
    bounds, trips = constant_bounds(loop), loop.trip_count
    if bounds is None or trips is None:
        return None
    lower, upper, step = bounds
    end = lower + (trips - trips % factor) * step
    incomplete = end < upper
    type_ = loop.step.type
    end_value = rewriter.insert(_constant(end, type_)).result if incomplete else loop.upperBound
    has_step = step != 0 and (trips >= factor or active_version() not in _UNROLLS_NOTHING)
    step_value = rewriter.insert(_constant(step * factor, type_)).result if has_step else loop.step
    return _Bounds(end_value, step_value, incomplete)


def _computed_bounds(loop: ForOp, factor: int, rewriter: Rewriter, *, may_end_below: bool) -> _Bounds:
    """The bounds of the unrolled loop, computed from the trip count of ``loop``."""
    lower, upper, step = loop.lowerBound, loop.upperBound, loop.step
    insert = rewriter.insert
    if may_end_below:
        maximum = MaxSIOp if loop.unsignedCmp is None else MaxUIOp
        upper = insert(maximum(upper, lower)).result
    distance = insert(SubIOp(upper, lower)).result
    one = insert(_constant(1, step.type)).result
    step_minus_one = insert(SubIOp(step, one)).result
    rounded_up = insert(AddIOp(distance, step_minus_one)).result
    trips = insert(DivUIOp(rounded_up, step)).result
    factor_value = insert(_constant(factor, step.type)).result
    left = insert(RemSIOp(trips, factor_value)).result
    even = insert(SubIOp(trips, left)).result
    length = insert(MulIOp(even, step)).result
    end = insert(AddIOp(lower, length)).result
    return _Bounds(end, insert(MulIOp(step, factor_value)).result, incomplete=True)


def _remaining_loop(loop: ForOp, start: SSAValue, rewriter: Rewriter) -> ForOp | None:
    """Clone ``loop`` after itself, starting from ``start``; ``None`` if it has been promoted to its body."""
    rest = clone_op(loop, {})
    assert isinstance(rest, ForOp)
    with rewriter.elsewhere():
        rewriter.after(loop)
        rewriter.insert(rest, loop.location)
    for result, other in zip(loop.results, rest.results, strict=True):
        rewriter.replace_all_uses(result, other)
    rest.operands = [start, rest.upperBound, rest.step, *loop.results]
    return None if _promote_if_single_iteration(rest, rewriter) else rest


def _repeat_body(loop: ForOp, factor: int, step: SSAValue) -> None:
    """Clone the body ``factor`` times, ``step`` apart."""
    *body, end = loop.body.ops
    rewriter = Rewriter()
    rewriter.before(end)
    rewriter.location = loop.location
    yielded = list(end.operands)
    last = yielded
    variable = loop.induction_variable
    for number in range(1, factor):
        mapping: Mapping = dict(zip(loop.iter_args, last, strict=True))
        if variable.first_use is not None:
            constant = rewriter.insert(_constant(number, variable.type)).result
            distance = rewriter.insert(MulIOp(step, constant)).result
            mapping[variable] = rewriter.insert(AddIOp(variable, distance)).result
        for op in body:
            rewriter.insert(clone_op(op, mapping), op.location)
        last = [mapping.get(value, value) for value in yielded]
    end.operands = last


def _promote_if_single_iteration(loop: ForOp, rewriter: Rewriter) -> bool:
    """Replace a loop by its body if it has one iteration, by its inits if it has none. Returns whether it did."""
    trips = loop.trip_count
    if trips == 0:
        rewriter.replace(loop, loop.initArgs)
        return True
    if trips != 1:
        return False
    end = loop.body.last_op
    assert end is not None
    for result, value in zip(loop.results, end.operands, strict=True):
        rewriter.replace_all_uses(result, value)
    rewriter.inline_block_before(loop.body, loop, [loop.lowerBound, *loop.initArgs])
    rewriter.erase(end)
    rewriter.erase(loop)
    return True
