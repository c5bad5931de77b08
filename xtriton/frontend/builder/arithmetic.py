"""Operators on values: arithmetic, bits, comparison, selection."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from functools import reduce

from xdsl.ir import Operation

from xtriton.dialects.tt.elementwise import ApproxDivFOp, ClampFOp, PreciseDivFOp
from xtriton.dialects.tt.enums import PropagateNan as IrPropagateNan
from xtriton.dialects.tt.memory import AddPtrOp
from xtriton.dialects.upstream import arith
from xtriton.frontend.builder import casts, shapes
from xtriton.frontend.builder.checks import check
from xtriton.frontend.builder.comparisons import emit_comparison
from xtriton.frontend.builder.constants import inferred_type, scalar_constant, to_tensor
from xtriton.frontend.builder.dtypes import (
    BlockType,
    DType,
    PointerType,
    ScalarType,
    bfloat16,
    float32,
    int1,
    int64,
)
from xtriton.frontend.builder.errors import BuildError
from xtriton.frontend.builder.places import is_reflected_comparison
from xtriton.frontend.builder.promotion import computation_type, promote_integers
from xtriton.frontend.builder.session import emit, session
from xtriton.frontend.builder.values import Number, Value
from xtriton.versions import V3_6, V3_8, V3_9, ByVersion, active_version, by_version, since

Pair = tuple[Value, Value]


class PropagateNan(Enum):
    """How ``minimum``, ``maximum`` and ``clamp`` treat NaN: return the other operand, or propagate NaN."""

    NONE = IrPropagateNan.NONE
    ALL = IrPropagateNan.ALL


def _binary(op_class: type[Operation], lhs: Value, rhs: Value) -> Value:
    op = op_class(lhs.handle, rhs.handle)  # pyright: ignore[reportCallIssue, reportArgumentType, reportUnknownVariableType]
    return emit(op, lhs.type)


def _check_pointer(pointer: ScalarType, other: ScalarType, allowed: bool) -> None:
    if not isinstance(pointer, PointerType):
        return
    if not allowed or (isinstance(other, PointerType) and other != pointer):
        raise BuildError(f"an operator does not take operands of types {pointer} and {other}")
    if isinstance(other, DType) and other.is_floating:
        raise BuildError(f"an operator does not take operands of types {pointer} and {other}")


def _check_number(number: Value | Number, dtype: DType) -> None:
    if isinstance(number, Value) or not dtype.is_int:
        return
    if number < 0 and not dtype.signed:
        raise BuildError(f"an operator takes no negative number ({number}) with an operand of type {dtype}")
    if not dtype.min_value <= number <= dtype.max_value:
        raise BuildError(f"{number} is out of the range of {dtype}")


def operands(
    lhs: Value | Number,
    rhs: Value | Number,
    *,
    lhs_pointer: bool = False,
    rhs_pointer: bool = False,
    promote: bool = True,
    division: bool = False,
) -> Pair:
    """Both operands promoted to one type and shape. Where pointers are allowed they are not converted."""
    a, b = as_operand(lhs), as_operand(rhs)
    a_type, b_type = _scalar_type(a), _scalar_type(b)
    _check_pointer(a_type, b_type, lhs_pointer)
    _check_pointer(b_type, a_type, rhs_pointer)
    if promote and isinstance(a_type, DType) and isinstance(b_type, DType):
        dtype = computation_type(
            a_type,
            b_type,
            a_is_number=not isinstance(lhs, Value),
            b_is_number=not isinstance(rhs, Value),
            division=division,
        )
        _check_number(lhs, dtype)
        _check_number(rhs, dtype)
        a, b = _in_type(lhs, dtype), _in_type(rhs, dtype)
    return shapes.broadcast(to_tensor(a), to_tensor(b))


def _as_given(operand: Value | Number) -> Value | Number:
    return operand


_AS_OPERAND: ByVersion[Callable[[Value | Number], Value | Number]] = by_version({V3_6: to_tensor, V3_9: _as_given})


def as_operand(operand: Value | Number) -> Value | Number:
    """An operand of a function or comparison.

    Before Triton 3.9 a number becomes a constant of its own type first, and takes part in promotion as a value does.
    """
    return _AS_OPERAND.now()(operand)


def _scalar_type(operand: Value | Number) -> ScalarType:
    return operand.dtype if isinstance(operand, Value) else inferred_type(operand)


def _in_type(operand: Value | Number, dtype: DType) -> Value:
    return casts.convert(operand, dtype) if isinstance(operand, Value) else scalar_constant(operand, dtype)


def _three_pairwise(x: Value | Number, y: Value | Number, z: Value | Number) -> list[Value]:
    """The second and third are promoted together, then each with the first."""
    a, b, c = (to_tensor(each) for each in (x, y, z))
    b, c = operands(b, c)
    a, b = operands(a, b)
    a, c = operands(a, c)
    return [a, b, c]


def three_in_one_type(x: Value | Number, y: Value | Number, z: Value | Number) -> list[Value]:
    """Three operands in the type that they promote to together, broadcast pairwise.

    Values determine the type among themselves, as do numbers, and then both together: the order does not matter.
    """
    given = (x, y, z)
    values = [each.number_type for each in given if isinstance(each, Value)]
    numbers = [inferred_type(each) for each in given if not isinstance(each, Value)]
    dtype = _common_type(values or numbers, are_numbers=not values)
    if values and numbers:
        number = _common_type(numbers, are_numbers=True)
        dtype = computation_type(dtype, number, a_is_number=False, b_is_number=True, division=False)
    for each in given:
        _check_number(each, dtype)
    a, b, c = (_in_type(each, dtype) for each in given)
    a, b = shapes.broadcast(a, b)
    a, c = shapes.broadcast(a, c)
    b, c = shapes.broadcast(b, c)
    return [a, b, c]


def _common_type(dtypes: Sequence[DType], *, are_numbers: bool) -> DType:
    def common(a: DType, b: DType) -> DType:
        return computation_type(a, b, a_is_number=are_numbers, b_is_number=are_numbers, division=False)

    return reduce(common, dtypes)


def _sanitize(name: str, op_class: type[Operation], lhs: Value, rhs: Value) -> None:
    """Also compute in 64 bits and assert that the result fits. Triton asserts it only in debug mode."""
    dtype = lhs.number_type
    if dtype.bits >= 64 or not session().module.options.sanitize_overflow:
        return
    wide = _binary(op_class, casts.convert(lhs, int64), casts.convert(rhs, int64))
    most, least = scalar_constant(dtype.max_value, int64), scalar_constant(dtype.min_value, int64)
    fits = bitwise("and", compare("le", wide, most), compare("ge", wide, least))
    check(fits, f"int{dtype.bits} overflow detected for operation {name}")


def add(lhs: Value | Number, rhs: Value | Number, sanitize_overflow: bool = True) -> Value:
    """The sum; for a pointer and an integer, the pointer advanced by that many elements."""
    a, b = operands(lhs, rhs, lhs_pointer=True, rhs_pointer=True)
    if isinstance(a.dtype, PointerType) and isinstance(b.dtype, PointerType):
        raise BuildError("pointers cannot be added")
    if isinstance(b.dtype, PointerType):
        a, b = b, a
    if isinstance(a.dtype, PointerType):
        return _offset(a, b)
    if a.dtype.is_floating:
        return _binary(arith.AddFOp, a, b)
    if sanitize_overflow:
        _sanitize("add", arith.AddIOp, a, b)
    return _binary(arith.AddIOp, a, b)


def _offset(pointer: Value, offset: Value) -> Value:
    """``tt.addptr``, which treats its offset as signed: narrower unsigned offsets are zero-extended."""
    if isinstance(pointer.dtype, PointerType) and pointer.dtype.is_block_pointer:
        raise BuildError(f"a block pointer is moved by advance, not by adding to it: {pointer.type}")
    dtype = offset.number_type
    if not dtype.signed and dtype.bits < 64:
        offset = casts.int_cast(offset, int64, False)
    op = AddPtrOp(pointer.handle, offset.handle)
    return emit(op, pointer.type)


def sub(lhs: Value | Number, rhs: Value | Number, sanitize_overflow: bool = True) -> Value:
    """The difference."""
    a, b = operands(lhs, rhs, lhs_pointer=True)
    if isinstance(a.dtype, PointerType):
        return add(a, minus(b), sanitize_overflow=False)
    if a.dtype.is_floating:
        return _binary(arith.SubFOp, a, b)
    if sanitize_overflow:
        _sanitize("sub", arith.SubIOp, a, b)
    return _binary(arith.SubIOp, a, b)


def mul(lhs: Value | Number, rhs: Value | Number, sanitize_overflow: bool = True) -> Value:
    """The product."""
    a, b = operands(lhs, rhs)
    if a.number_type.is_floating:
        return _binary(arith.MulFOp, a, b)
    if sanitize_overflow:
        _sanitize("mul", arith.MulIOp, a, b)
    return _binary(arith.MulIOp, a, b)


def truediv(lhs: Value | Number, rhs: Value | Number) -> Value:
    """The quotient in floating point; integers are divided in fp32."""
    a, b = operands(lhs, rhs, division=True)
    if a.number_type.is_int:
        a, b = casts.convert(a, float32), casts.convert(b, float32)
    return _binary(arith.DivFOp, a, b)


def floordiv(lhs: Value | Number, rhs: Value | Number) -> Value:
    """The integer quotient. As in Triton it is rounded towards zero."""
    a, b = operands(lhs, rhs, division=True)
    if not a.number_type.is_int:
        raise BuildError(f"// divides integers, not {a.dtype}")
    return _binary(arith.DivSIOp if a.number_type.signed else arith.DivUIOp, a, b)


def mod(lhs: Value | Number, rhs: Value | Number) -> Value:
    """The remainder. As in Triton it has the sign of the dividend."""
    a, b = operands(lhs, rhs, division=True)
    if a.number_type.is_floating:
        return _binary(arith.RemFOp, a, b)
    return _binary(arith.RemSIOp if a.number_type.signed else arith.RemUIOp, a, b)


def _floats_of_one_type(lhs: Value | Number, rhs: Value | Number) -> Pair:
    """Operands that are not promoted."""
    a, b = to_tensor(lhs), to_tensor(rhs)
    for value in (a, b):
        if not value.number_type.is_floating:
            raise BuildError(f"fdiv divides floats, not {value.dtype}")
    if a.dtype != b.dtype:
        raise BuildError(f"fdiv divides floats of one type, not {a.dtype} by {b.dtype}")
    return operands(a, b, promote=False)


def _floats_after_promotion(lhs: Value | Number, rhs: Value | Number) -> Pair:
    """Operands that are promoted as for a division."""
    a, b = operands(lhs, rhs, division=True)
    if not a.number_type.is_floating:
        raise BuildError(f"fdiv divides floats, not {a.dtype}")
    return a, b


_DIVIDED: ByVersion[Callable[[Value | Number, Value | Number], Pair]] = by_version(
    {V3_6: _floats_of_one_type, V3_9: _floats_after_promotion}
)
_ROUNDED: ByVersion[type[Operation]] = by_version({V3_6: arith.DivFOp, V3_8: PreciseDivFOp})
"""The division with IEEE rounding."""


def fdiv(lhs: Value | Number, rhs: Value | Number, *, ieee_rounding: bool, approx: bool) -> Value:
    """The quotient of floats."""
    if approx and active_version() not in ApproxDivFOp.VERSIONS:
        raise BuildError(f"Triton {active_version()} has no approximate division")
    if approx and ieee_rounding:
        raise BuildError("a division is approximate or rounded by IEEE, not both")
    a, b = _DIVIDED.now()(lhs, rhs)
    if approx and a.number_type != float32:
        raise BuildError(f"the approximate division is of fp32, not {a.dtype}")
    return _binary(ApproxDivFOp if approx else _ROUNDED.now() if ieee_rounding else arith.DivFOp, a, b)


_BITWISE: dict[str, type[Operation]] = {
    "and": arith.AndIOp,
    "or": arith.OrIOp,
    "xor": arith.XOrIOp,
    "shl": arith.ShLIOp,
    "lshr": arith.ShRUIOp,
    "ashr": arith.ShRSIOp,
}


def bitwise(name: str, lhs: Value | Number, rhs: Value | Number) -> Value:
    """A bitwise operation on integers: ``and or xor shl lshr ashr``."""
    a, b = operands(lhs, rhs)
    for value in (a, b):
        if not value.number_type.is_int:
            raise BuildError(f"bits of integers can be combined, not of {value.dtype}")
    dtype = promote_integers(a.number_type, b.number_type)
    return _binary(_BITWISE[name], casts.convert(a, dtype), casts.convert(b, dtype))


def logical(name: str, lhs: Value, rhs: Value | Number) -> Value:
    """Triton's ``and`` and ``or`` of values, on single bits."""
    other = to_tensor(rhs)
    return bitwise(name, casts.reinterpret(lhs, int1), casts.reinterpret(other, int1))


def logical_not(value: Value) -> Value:
    """Triton's ``not`` of a value."""
    return invert(casts.reinterpret(value, int1))


def _minus_from_zero(value: Value) -> Value:
    return sub(scalar_constant(0, value.number_type), value)


def _negated(value: Value) -> Value:
    return emit(arith.NegFOp(value.handle), value.type)


_MINUS_FLOAT = by_version({V3_6: _minus_from_zero, V3_8: _negated})


def minus(value: Value) -> Value:
    """The negation. That of integers is zero minus the value."""
    return (_MINUS_FLOAT.now() if value.number_type.is_floating else _minus_from_zero)(value)


def invert(value: Value) -> Value:
    """All bits flipped."""
    dtype = value.number_type
    if dtype.is_floating:
        raise BuildError(f"bits of integers can be flipped, not of {dtype}")
    return bitwise("xor", value, scalar_constant(-1 if dtype.signed else dtype.max_value, dtype))


def compare(name: str, lhs: Value | Number, rhs: Value | Number) -> Value:
    """A comparison: ``lt le gt ge eq ne``. All but ``ne`` are false if an operand is NaN."""
    a, b = operands(as_operand(lhs), as_operand(rhs))
    return emit_comparison(name, a, b)


def _in_written_order(name: str, value: Value, other: Number) -> Value:
    """``1 < x`` keeps its order, though Python reflects it."""
    return compare(_TURNED[name], other, value) if is_reflected_comparison(name) else compare(name, value, other)


_COMPARE_NUMBER = by_version({V3_6: _in_written_order, V3_9: compare})


def compare_operator(name: str, value: Value, other: Value | Number) -> Value:
    """A comparison as an operator."""
    return compare(name, value, other) if isinstance(other, Value) else _COMPARE_NUMBER.now()(name, value, other)


_TURNED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le", "eq": "eq", "ne": "ne"}


def _bfloat16_in_float32(value: Value) -> Value:
    return casts.convert(value, float32) if value.dtype == bfloat16 else value


def _unchanged(value: Value) -> Value:
    return value


_WIDEN_BFLOAT16 = by_version({V3_6: _bfloat16_in_float32, V3_9: _unchanged})


def widen_bfloat16(value: Value) -> Value:
    """bf16 extended to fp32 for minimum, maximum and scans. Since Triton 3.9 bf16 is kept."""
    return _WIDEN_BFLOAT16.now()(value)


def _extremum(classes: dict[str, type[Operation]], x: Value | Number, y: Value | Number, nan: PropagateNan) -> Value:
    given = as_operand(x), as_operand(y)
    first, second = (widen_bfloat16(each) if isinstance(each, Value) else each for each in given)
    a, b = operands(first, second)
    dtype = a.number_type
    key = nan.name if dtype.is_floating else "signed" if dtype.signed else "unsigned"
    return _binary(classes[key], a, b)


def minimum(x: Value | Number, y: Value | Number, propagate_nan: PropagateNan = PropagateNan.NONE) -> Value:
    """The elementwise minimum."""
    classes: dict[str, type[Operation]] = {
        "ALL": arith.MinimumFOp,
        "NONE": arith.MinNumFOp,
        "signed": arith.MinSIOp,
        "unsigned": arith.MinUIOp,
    }
    return _extremum(classes, x, y, propagate_nan)


def maximum(x: Value | Number, y: Value | Number, propagate_nan: PropagateNan = PropagateNan.NONE) -> Value:
    """The elementwise maximum."""
    classes: dict[str, type[Operation]] = {
        "ALL": arith.MaximumFOp,
        "NONE": arith.MaxNumFOp,
        "signed": arith.MaxSIOp,
        "unsigned": arith.MaxUIOp,
    }
    return _extremum(classes, x, y, propagate_nan)


def clamp(
    x: Value | Number, min: Value | Number, max: Value | Number, propagate_nan: PropagateNan = PropagateNan.NONE
) -> Value:
    """``x`` clamped to the range ``min`` to ``max``: floats, since Triton 3.9 also integers."""
    value, low, high = _CLAMPED.now()(x, min, max)
    if not value.number_type.is_floating:
        return _clamp_integers(value, low, high)
    op = ClampFOp(value.handle, low.handle, high.handle, propagateNan=propagate_nan.value)
    return emit(op, value.type)


def _widened_pairwise(x: Value | Number, y: Value | Number, z: Value | Number) -> list[Value]:
    a, b, c = [to_tensor(value) for value in (x, y, z)]
    return _three_pairwise(widen_bfloat16(a), widen_bfloat16(b), widen_bfloat16(c))


_CLAMPED = by_version({V3_6: _widened_pairwise, V3_9: three_in_one_type})
_CLAMPS_INTEGERS = since(V3_9)


def _clamp_integers(value: Value, low: Value, high: Value) -> Value:
    if active_version() not in _CLAMPS_INTEGERS:
        raise BuildError(f"clamp limits floats, not {value.dtype}")
    return minimum(maximum(value, low), high)


def where(condition: Value | Number, x: Value | Number, y: Value | Number) -> Value:
    """Select ``x`` where the condition is true, else ``y``; both are evaluated everywhere."""
    chosen = casts.convert(to_tensor(condition), int1)
    a, b = operands(x, y, lhs_pointer=True, rhs_pointer=True)
    if a.dtype != b.dtype:
        raise BuildError(f"where takes values of one type, not {a.dtype} and {b.dtype}")
    if isinstance(chosen.type, BlockType):
        chosen, a = shapes.broadcast(chosen, a)
        a, b = shapes.broadcast(a, b)
    else:
        chosen, _ = shapes.broadcast(chosen, a)
    return emit(arith.SelectOp(chosen.handle, a.handle, b.handle), a.type)
