"""The forms (:mod:`~xtriton.analysis.affine.forms`) of tensors of pointers and offsets, from their operands' forms."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from math import gcd
from typing import cast

from xdsl.ir import BlockArgument, Operation, OpResult, SSAValue

from xtriton.analysis.affine.forms import Along, NotAffineError, TileForm, found_once
from xtriton.analysis.affine.masks import Masks, kept_dims
from xtriton.analysis.affine.polynomial import MAX_DEGREE, MAX_TERMS, ONE, ZERO, Polynomial
from xtriton.analysis.affine.scalars import MAX_ASSUMED, Scalars, constant_of, fits, is_wide
from xtriton.analysis.signs import is_never_negative
from xtriton.dialects import tt
from xtriton.dialects.tt.types import PointerType
from xtriton.dialects.upstream.arith import (
    AddIOp,
    ConstantOp,
    DivSIOp,
    ExtSIOp,
    ExtUIOp,
    MaxSIOp,
    MinSIOp,
    MulIOp,
    RemSIOp,
    SelectOp,
    ShLIOp,
    SubIOp,
)
from xtriton.dialects.upstream.constraints import dense_numbers
from xtriton.dialects.upstream.scf import ForOp
from xtriton.folds.elements import width_of
from xtriton.ir.creation import defining_op, is_block_argument
from xtriton.ir.narrowing import int_value
from xtriton.ir.traits import element_type, shape_of


class Tiles:
    """The forms of the tensors and pointers of a function."""

    def __init__(self, scalars: Scalars, assumed: Mapping[SSAValue, TileForm] | None = None) -> None:
        """``assumed`` maps values to their forms, in this object only."""
        self.scalars = scalars
        self._assumed = dict(assumed or {})
        self._known: dict[SSAValue, TileForm | NotAffineError] = {**self._assumed}
        self.masks = Masks(self)

    def of(self, value: SSAValue) -> TileForm:
        """The form of a scalar or tensor. Raises :class:`NotAffineError`."""
        return found_once(self._known, value, self._find)

    def _find(self, value: SSAValue) -> TileForm:
        shape = shape_of(value.type)
        if shape is None and not isinstance(value.type, PointerType):
            return TileForm(self.scalars.of(value))
        form = self._argument(value) if is_block_argument(value) else self._result(cast("OpResult", value))
        for dim in form.along:
            check_size(dim.stride, value)
        check_size(form.scalar, value)
        return form

    # Operations

    def _result(self, value: OpResult) -> TileForm:
        op = value.op
        match op:
            case ConstantOp():
                number = constant_of(value)
                if number is None:
                    raise NotAffineError("a constant tensor is not a splat", op)
                return self._uniform(value, Polynomial.constant(number))
            case tt.SplatOp():
                form = self.of(op.src)
                return replace(form, along=(Along(),) * len(shape_of(value.type) or ()))
            case tt.MakeRangeOp():
                first, last = (int_value(attr) for attr in (op.start, op.end))
                return TileForm(Polynomial.constant(first), (Along(ONE if last - first > 1 else ZERO),))
            case tt.ExpandDimsOp():
                form = self.of(op.src)
                axis = int_value(op.axis)
                return replace(form, along=(*form.along[:axis], Along(), *form.along[axis:]))
            case tt.ReshapeOp() if (kept := kept_dims(op)) is not None:
                form = self.of(op.src)
                return replace(form, along=tuple(Along() if dim is None else form.along[dim] for dim in kept))
            case tt.BroadcastOp():
                return self.of(op.src)
            case tt.TransOp():
                return self.of(op.src).permuted(dense_numbers(op.order))
            case tt.AddPtrOp():
                return self._added(self.of(op.ptr), self.of(op.offset), op)
            case ForOp():
                return self._loop_result(op, value.index)
            case _:
                return self._arithmetic(op, value)

    def _uniform(self, value: SSAValue, scalar: Polynomial) -> TileForm:
        return TileForm(scalar, (Along(),) * len(shape_of(value.type) or ()))

    def _arithmetic(self, op: Operation, value: SSAValue) -> TileForm:
        if isinstance(element_type(value.type), PointerType):
            return self._unknown_pointer(op, value)
        match op:
            case ExtSIOp():
                return self.of(op.operands[0])
            case ExtUIOp() if is_never_negative(op.operands[0]):
                return self.of(op.operands[0])
            case AddIOp() | SubIOp() | MulIOp() | ShLIOp() if is_wide(value):
                return self._ring(op)
            case MinSIOp():
                return self._clamped(op)
            case MaxSIOp():
                return self._clamped_below(op)
            case RemSIOp():
                return self._wrapped(op)
            case DivSIOp():
                return self._divided(op)
            case SelectOp():
                return self._selected(op)
            case _:
                raise NotAffineError(f"offsets made by '{op.name}' are not affine", op)

    def _unknown_pointer(self, op: Operation, value: SSAValue) -> TileForm:
        if shape_of(value.type) is None:
            return TileForm(base=value)
        raise NotAffineError(f"pointers made by '{op.name}' are not affine", op)

    def _added(self, lhs: TileForm, rhs: TileForm, op: Operation) -> TileForm:
        if lhs.base is not None and rhs.base is not None:
            raise NotAffineError("two loop-carried values are added", op)
        along = tuple(left + right for left, right in zip(lhs.along, rhs.along, strict=True))
        return TileForm(lhs.scalar + rhs.scalar, along, lhs.base or rhs.base)

    def _ring(self, op: AddIOp | SubIOp | MulIOp | ShLIOp) -> TileForm:
        lhs, rhs = self.of(op.lhs), self.of(op.rhs)
        match op:
            case AddIOp():
                return self._added(lhs, rhs, op)
            case SubIOp():
                return self._added(lhs, self._scaled(rhs, Polynomial.constant(-1), op), op)
            case MulIOp():
                if rhs.is_uniform:
                    return self._scaled(lhs, rhs.scalar, op)
                if lhs.is_uniform:
                    return self._scaled(rhs, lhs.scalar, op)
                raise NotAffineError("two tensors are multiplied, neither of which is a splat", op)
            case ShLIOp():
                bits = rhs.scalar.as_constant if rhs.is_uniform else None
                if bits is None or not 0 <= bits < width_of(op.result.type):
                    raise NotAffineError("offsets are shifted by a value that is not constant", op)
                return self._scaled(lhs, Polynomial.constant(1 << bits), op)

    def _scaled(self, form: TileForm, factor: Polynomial, op: Operation) -> TileForm:
        if form.base is not None:
            raise NotAffineError("a loop-carried value is multiplied", op)
        return TileForm(form.scalar * factor, tuple(dim.times(factor) for dim in form.along))

    # Forms that hold up to a limit

    def _clamped(self, op: MinSIOp) -> TileForm:
        lhs, rhs = self.of(op.lhs), self.of(op.rhs)
        form, bound = (lhs, rhs) if rhs.is_uniform else (rhs, lhs)
        if not bound.is_uniform:
            raise NotAffineError("offsets are clamped to a bound that is not uniform over the tile", op)
        return self._limited(form, bound.scalar + 1, op)

    def _clamped_below(self, op: MaxSIOp) -> TileForm:
        lhs, rhs = self.of(op.lhs), self.of(op.rhs)
        form, bound, value = (lhs, rhs, op.lhs) if rhs.is_uniform else (rhs, lhs, op.rhs)
        if bound.is_uniform and bound.scalar == ZERO and is_never_negative(value):
            return form
        raise NotAffineError("offsets are clamped from below", op)

    def _wrapped(self, op: RemSIOp) -> TileForm:
        lhs, rhs = self.of(op.lhs), self.of(op.rhs)
        if not rhs.is_uniform:
            raise NotAffineError("offsets wrap around at a bound that is not uniform over the tile", op)
        return self._limited(lhs, rhs.scalar, op)

    def _selected(self, op: SelectOp) -> TileForm:
        chosen = self.of(op.operands[1])
        if not self.of(op.operands[2]).is_uniform:
            raise NotAffineError("offsets are selected between two tensors", op)
        mask = self.masks.of(op.operands[0])
        if mask.conditions or mask.comparisons or any(bound.is_lower for bound in mask.bounds):
            raise NotAffineError("offsets are selected by a condition other than an upper bound of a dimension", op)
        along = list(chosen.along)
        for bound in mask.bounds:
            along[bound.dim] = replace(along[bound.dim], limits=along[bound.dim].limits | {bound.limit})
        return replace(chosen, along=tuple(along))

    def _limited(self, form: TileForm, end: Polynomial, op: Operation) -> TileForm:
        """``form`` where it is below ``end``."""
        moving = [dim for dim, along in enumerate(form.along) if along.stride]
        if form.base is not None or any(dim.limits for dim in form.along):
            raise NotAffineError("offsets are clamped or wrap around twice", op)
        if not moving:
            raise NotAffineError("a splat is clamped or wraps around", op)
        if len(moving) > 1 or form.along[moving[0]].stride != ONE:
            raise NotAffineError("offsets that are not consecutive positions are clamped or wrap around", op)
        along = list(form.along)
        along[moving[0]] = Along(ONE, frozenset({end - form.scalar}))
        return replace(form, along=tuple(along))

    def _divided(self, op: DivSIOp) -> TileForm:
        """A quotient that is exact, or the same along all dimensions that it does not divide exactly.

        ``(128 * pid + position) / 128`` is ``pid`` at all positions below 128: the start of the tile is a multiple of a
        factor of the divisor, and the tile is not longer than that factor. The quotient of two values that are uniform
        over the tile is uniform. Indices that are divided are assumed not to be negative, and divisors positive.
        """
        lhs, divisor = self.of(op.lhs), constant_of(op.rhs)
        if divisor is None and not any(along.stride for along in lhs.along) and lhs.base is None:
            rhs = self.of(op.rhs)
            if rhs.is_uniform and rhs.base is None:
                return replace(lhs, scalar=self.scalars.quotient(lhs.scalar, rhs.scalar, op))
        if divisor is None or divisor <= 0 or lhs.base is not None:
            raise NotAffineError("offsets are divided by a value that is not a positive constant", op)
        shape = shape_of(op.result.type) or ()
        within = [dim for dim, along in enumerate(lhs.along) if not along.stride.is_multiple_of(divisor)]
        step = gcd(divisor, *lhs.scalar.terms.values(), *self._steps(lhs, within))
        reach = 0
        for dim in within:
            stride = lhs.along[dim].stride.as_constant
            if stride is None or stride < 0:
                raise NotAffineError("offsets whose stride is not a positive constant are divided", op)
            reach += stride * (shape[dim] - 1)
        if reach >= step or (reach and lhs.scalar.terms.get((), 0) < 0):
            raise NotAffineError("quotients of offsets are not uniform along a dimension of the tile", op)
        along = tuple(
            Along(ZERO if dim in within else part.stride.scaled_down(divisor), part.limits)
            for dim, part in enumerate(lhs.along)
        )
        return TileForm(self.scalars.quotient(lhs.scalar, Polynomial.constant(divisor), op), along)

    @staticmethod
    def _steps(form: TileForm, within: Sequence[int]) -> list[int]:
        """The coefficients of the strides of all other dimensions than ``within``."""
        others = [along.stride for dim, along in enumerate(form.along) if dim not in within]
        return [number for stride in others for number in stride.terms.values()]

    # Arguments and loops

    def _argument(self, value: BlockArgument) -> TileForm:
        loop = value.block.parent_op()
        if isinstance(loop, ForOp) and (position := loop.position(value)) is not None:
            return self._carried(loop, position, self.scalars.moved)
        if shape_of(value.type) is None:
            return TileForm(base=value)
        raise NotAffineError("offsets or pointers are block arguments", loop)

    def _loop_result(self, loop: ForOp, index: int) -> TileForm:
        return self._carried(loop, index, self.scalars.after)

    def _carried(
        self, loop: ForOp, index: int, place: Callable[[Polynomial, Polynomial, ForOp], Polynomial]
    ) -> TileForm:
        """The form of a loop-carried value whose elements all advance by the same distance."""
        distance = self.distance(loop, index)
        start = self.of(loop.init_args[index])
        return replace(start, scalar=place(start.scalar, distance, loop))

    def distance(self, loop: ForOp, index: int) -> Polynomial:
        """By how much each iteration advances all elements of an iter_arg. Raises :class:`NotAffineError`."""
        if loop.unsignedCmp is not None:
            raise NotAffineError("loop-carried offsets depend on a loop with unsigned bounds", loop)
        if len(self._assumed) >= MAX_ASSUMED:
            raise NotAffineError("too many loop-carried values depend on each other", loop)
        argument, yielded_value = loop.iter_args[index], loop.yielded_values[index]
        itself = TileForm(along=(Along(),) * len(shape_of(argument.type) or ()), base=argument)
        yielded = Tiles(self.scalars, {**self._assumed, argument: itself}).of(yielded_value)
        if yielded.base is not argument or not yielded.is_uniform:
            raise NotAffineError("a loop modifies loop-carried offsets other than by adding a scalar", loop)
        if not self.scalars.is_invariant(yielded.scalar, loop):
            raise NotAffineError("loop-carried offsets advance by a distance that is not loop-invariant", loop)
        return yielded.scalar


def check_size(number: Polynomial, value: SSAValue) -> None:
    """Raise :class:`NotAffineError` where a polynomial has become too large, or its type cannot hold a coefficient."""
    element = element_type(value.type)
    width = 64 if isinstance(element, PointerType) else width_of(element)
    owner = defining_op(value)
    if len(number.terms) > MAX_TERMS:
        raise NotAffineError("offsets have too many terms", owner)
    if number.degree > MAX_DEGREE:
        raise NotAffineError("offsets are products of too many values", owner)
    if not fits(number, width):
        raise NotAffineError(f"offsets overflow {width} bits", owner)
