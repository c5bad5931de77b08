"""``arith``, ``math`` and ``vector`` operations on scalars and vectors to the ``llvm`` dialect."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import cast

from xdsl.dialects.builtin import (
    AnyFloat,
    DenseArrayBase,
    IntegerAttr,
    IntegerType,
    StringAttr,
    VectorType,
    f16,
    f64,
    i1,
    i16,
    i32,
)
from xdsl.dialects.vector import ShuffleOp
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.dialects.upstream.arith import (
    CmpFOp,
    CmpFPredicate,
    CmpIOp,
    CmpIPredicate,
    ConstantOp,
    FastMathFlagsAttr,
)
from xtriton.dialects.upstream.arith.attributes import RoundingMode
from xtriton.dialects.upstream.llvm.attributes import NO_FAST_MATH
from xtriton.dialects.upstream.llvm.attributes import FastMathFlagsAttr as LlvmFastMath
from xtriton.ir.creation import is_operation
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.narrowing import is_float_attr, is_float_type, is_integer_attr, is_integer_type, is_vector_type
from xtriton.ir.numbers import float_bits
from xtriton.ir.traits import element_type
from xtriton.passes.cpu.math.division import FITS
from xtriton.passes.cpu.to_llvm.builder import LlvmBuilder
from xtriton.passes.cpu.to_llvm.small_floats import extremum_of_f16, fused, rounded, rounded_integer, to_f32
from xtriton.passes.cpu.to_llvm.types import is_emulated, scalar_type, with_element

Values = Sequence[SSAValue]
Rule = Callable[[LlvmBuilder, Operation, Values], SSAValue]

_INTEGER = {
    **{f"arith.{name}i": word for name, word in (("add", "add"), ("sub", "sub"), ("mul", "mul"), ("and", "and"))},
    "arith.ori": "or",
    "arith.xori": "xor",
    "arith.maxsi": "intr.smax",
    "arith.maxui": "intr.umax",
    "arith.minsi": "intr.smin",
    "arith.minui": "intr.umin",
    "math.ctpop": "intr.ctpop",
}
_FLOAT = {
    **{f"arith.{name}f": f"f{name}" for name in ("add", "sub", "mul", "div", "rem", "neg")},
    "math.absf": "intr.fabs",
    "math.fma": "intr.fma",
    "vector.fma": "intr.fma",
    "math.powf": "intr.pow",
    **{f"math.{name}": f"intr.{name}" for name in ("sqrt", "sin", "cos", "exp", "exp2", "log", "log2", "log10")},
    **{f"math.{name}": f"intr.{name}" for name in ("floor", "ceil", "trunc", "round", "roundeven", "copysign")},
}
LIBRARY = {
    f"math.{name}": name
    for name in (
        *("acos", "acosh", "asin", "asinh", "atan", "atanh", "cbrt", "cosh", "erf", "erfc", "expm1", "log1p"),
        *("sinh", "tan", "tanh", "atan2"),
    )
}
"""``math`` operations that are functions of the C library, by its f64 name."""


def _fast_math(op: Operation) -> dict[str, Attribute]:
    """The fast-math flags of an operation as ``llvm`` flags."""
    flags = op.properties.get("fastmath")
    if not isinstance(flags, FastMathFlagsAttr) or not flags.bits.data:
        return {}
    return {"fastmathFlags": _flags(flags)}


@cache
def _flags(flags: FastMathFlagsAttr) -> LlvmFastMath:
    return LlvmFastMath.of(*flags.keywords)


def _integer(b: LlvmBuilder, op: Operation, values: Values) -> SSAValue:
    return b.add(_INTEGER[op.name], values, values[0].type)


def float_of(b: LlvmBuilder, value: SSAValue, type_: Attribute) -> SSAValue:
    """A floating-point value in a type that LLVM computes with."""
    return to_f32(b, value, type_) if is_emulated(type_) else value


def float_as(b: LlvmBuilder, value: SSAValue, type_: Attribute) -> SSAValue:
    """The inverse of :func:`float_of`."""
    return rounded(b, value, type_) if is_emulated(type_) else value


def _float(b: LlvmBuilder, op: Operation, values: Values) -> SSAValue:
    type_ = op.results[0].type
    operands = [float_of(b, value, type_) for value in values]
    word = _FLOAT[op.name]
    flags = _fast_math(op)
    return float_as(b, b.add(word, operands, operands[0].type, {"fastmathFlags": LlvmFastMath.of()} | flags), type_)


def _extremum(b: LlvmBuilder, op: Operation, values: Values) -> SSAValue:
    flags = _fast_math(op).get("fastmathFlags", NO_FAST_MATH)
    return extremum(b, op.name.removeprefix("arith."), values[0], values[1], op.results[0].type, flags)


_NUMBERS = {"maxnumf": "llvm.maximumnum", "minnumf": "llvm.minimumnum"}
_ORDERED = {"maximumf": "intr.maximum", "minimumf": "intr.minimum"}


def extremum(
    b: LlvmBuilder,
    word: str,
    left: SSAValue,
    right: SSAValue,
    type_: Attribute,
    flags: Attribute = NO_FAST_MATH,
) -> SSAValue:
    """The larger or smaller of two floats: ``word`` is ``maxnumf`` or ``minnumf``, which ignore a NaN, ``maximumf`` ...

    -0 is less than +0. LLVM's ``maxnum`` leaves that open, and an assertion of its loop vectorizer ends the process for
    reductions by it of some lengths, such as 127 elements of f32.
    """
    if element_type(type_) == f16:
        return extremum_of_f16(b, word, left, right)
    operands = [float_of(b, value, type_) for value in (left, right)]
    wide = operands[0].type
    if word in _ORDERED:
        found = b.add(_ORDERED[word], operands, wide, {"fastmathFlags": flags})
    else:
        count = f"v{wide.get_shape()[0]}" if is_vector_type(wide) else ""
        properties: dict[str, Attribute] = {
            "intrin": StringAttr(f"{_NUMBERS[word]}.{count}{element_type(wide)}"),
            "operandSegmentSizes": DenseArrayBase.from_list(i32, [2, 0]),
            "op_bundle_sizes": DenseArrayBase.from_list(i32, []),
            "fastmathFlags": flags,
        }
        found = b.add("call_intrinsic", operands, wide, properties)
    return float_as(b, found, type_)


def _library(b: LlvmBuilder, op: Operation, values: Values) -> SSAValue:
    """A call of the C library, in f32 for narrower types."""
    type_ = op.results[0].type
    if is_vector_type(type_):
        raise ValueError("it is for scalars only")
    name = LIBRARY[op.name]
    operands = [float_of(b, value, type_) for value in values]
    wide = cast("AnyFloat", operands[0].type)
    return float_as(b, b.call(name if wide.bitwidth == 64 else f"{name}f", operands, wide), type_)


def _fma(b: LlvmBuilder, op: Operation, values: Values) -> SSAValue:
    type_ = op.results[0].type
    if not is_emulated(type_):
        return _float(b, op, values)
    left, right, more = (to_f32(b, value, type_) for value in values)
    return fused(b, left, right, more, type_)


# Division: a dead or masked-off division must not trap, so no operand makes the processor trap.


def _division(b: LlvmBuilder, op: Operation, values: Values) -> SSAValue:
    word = {"arith.divsi": "sdiv", "arith.divui": "udiv", "arith.remsi": "srem", "arith.remui": "urem"}[op.name]
    return _divide(b, word, values[0], values[1])


def _divide(b: LlvmBuilder, word: str, left: SSAValue, right: SSAValue) -> SSAValue:
    """A quotient or remainder; unspecified, but without trapping, for division by zero and of the minimum by -1."""
    type_ = left.type
    _at_most_64_bits(type_)
    if _nonzero_constant(right):
        return b.binary(word, left, right)
    zero, one = b.integer(0, type_), b.integer(1, type_)
    bad = b.compare("eq", right, zero)
    if word in ("udiv", "urem"):
        return b.binary(word, left, b.select(bad, one, right))
    minus = b.compare("eq", right, b.integer(-1, type_))
    safe = b.select(b.binary("or", bad, minus), one, right)
    result = b.binary(word, left, safe)
    special = b.binary("sub", zero, left) if word == "sdiv" else zero
    return b.select(minus, special, result)


def _nonzero_constant(value: SSAValue) -> bool:
    owner = value.owner
    if not is_operation(owner) or owner.name != "llvm.mlir.constant":
        return False
    attr = owner.properties["value"]
    if isinstance(attr, DenseElementsAttr):
        return all(number not in (0, -1) for number in attr.stored_values())
    return is_integer_attr(attr) and cast("IntegerAttr[IntegerType]", attr).value.data not in (0, -1)


def _rounded_division(b: LlvmBuilder, op: Operation, values: Values) -> SSAValue:
    left, right = values
    type_ = left.type
    zero, one = b.integer(0, type_), b.integer(1, type_)
    signed = op.name != "arith.ceildivui"
    quotient = _divide(b, "sdiv" if signed else "udiv", left, right)
    rest = b.binary("sub", left, b.binary("mul", quotient, right))
    inexact = b.compare("ne", rest, zero)
    if not signed:
        return b.select(inexact, b.binary("add", quotient, one), quotient)
    same_sign = b.compare("sge", b.binary("xor", left, right), zero)
    if op.name == "arith.ceildivsi":
        return b.select(b.binary("and", inexact, same_sign), b.binary("add", quotient, one), quotient)
    different = b.compare("slt", b.binary("xor", left, right), zero)
    return b.select(b.binary("and", inexact, different), b.binary("sub", quotient, one), quotient)


def _shift(b: LlvmBuilder, op: Operation, values: Values) -> SSAValue:
    """A shift; a shift by the bit width or more gives what repeated shifts by 1 would."""
    word = {"arith.shli": "shl", "arith.shrsi": "ashr", "arith.shrui": "lshr"}[op.name]
    left, right = values
    type_ = left.type
    if _small_constant(right):
        return b.binary(word, left, right)
    bits = cast("IntegerType", type_.element_type if is_vector_type(type_) else type_).width.data
    inside = b.compare("ult", right, b.integer(bits, type_))
    if word == "ashr":
        return b.binary(word, left, b.select(inside, right, b.integer(bits - 1, type_)))
    shifted = b.binary(word, left, b.select(inside, right, b.integer(0, type_)))
    return b.select(inside, shifted, b.integer(0, type_))


def _small_constant(value: SSAValue) -> bool:
    owner = value.owner
    if not is_operation(owner) or owner.name != "llvm.mlir.constant":
        return False
    attr = owner.properties["value"]
    width = value.type.width.data if is_integer_type(value.type) else 0
    return is_integer_attr(attr) and 0 <= cast("IntegerAttr[IntegerType]", attr).value.data < width


def _constant(b: LlvmBuilder, op: Operation, values: Values) -> SSAValue:
    assert isinstance(op, ConstantOp)
    value, type_ = op.value, scalar_type(op.result.type)
    if is_integer_attr(value):
        return b.integer(cast("IntegerAttr[IntegerType]", value).value.data, type_)
    if is_float_attr(value):
        number = value
        if is_emulated(number.type):
            return b.integer(float_bits(number.value.data, number.type), type_)
        return b.floating(number.value.data, type_)
    if isinstance(value, DenseElementsAttr):
        return b.constant(DenseElementsAttr(type_, value.data), type_)
    raise ValueError(f"a constant of type '{op.result.type}' cannot be spelled")


def _compare_integers(b: LlvmBuilder, op: Operation, values: Values) -> SSAValue:
    assert isinstance(op, CmpIOp)
    return b.compare(CmpIPredicate.of(op.predicate).keyword, *values)


def _compare_floats(b: LlvmBuilder, op: Operation, values: Values) -> SSAValue:
    assert isinstance(op, CmpFOp)
    keyword = CmpFPredicate.of(op.predicate).keyword
    operands = [float_of(b, value, op.operands[0].type) for value in values]
    return b.compare_floats(f"_{keyword}" if keyword in ("true", "false") else keyword, *operands)


def _select(b: LlvmBuilder, op: Operation, values: Values) -> SSAValue:
    return b.select(values[0], values[1], values[2])


# Conversions


def _width(type_: Attribute) -> int:
    scalar = type_.element_type if is_vector_type(type_) else type_
    if is_integer_type(scalar):
        return scalar.width.data
    assert is_float_type(scalar)
    return scalar.bitwidth


def _resize(word: str) -> Rule:
    """An integer of another width, extended by ``word``."""

    def rule(b: LlvmBuilder, op: Operation, values: Values) -> SSAValue:
        target = scalar_type(op.results[0].type)
        old, new = _width(values[0].type), _width(target)
        if old == new:
            return values[0]
        return b.add(word if new > old else "trunc", values, target)

    return rule


def _resize_float(b: LlvmBuilder, op: Operation, values: Values) -> SSAValue:
    source, target = op.operands[0].type, op.results[0].type
    mode = op.properties.get("roundingmode")
    if mode is not None and mode != RoundingMode.TO_NEAREST_EVEN.attr:
        raise ValueError("it can round to nearest even only")
    value = float_of(b, values[0], source)
    if is_emulated(target):
        return rounded(b, value, target)
    old, new = _width(value.type), _width(target)
    return value if old == new else b.add("fpext" if new > old else "fptrunc", [value], target)


def _to_float(word: str) -> Rule:
    def rule(b: LlvmBuilder, op: Operation, values: Values) -> SSAValue:
        target = op.results[0].type
        _at_most_64_bits(values[0].type)
        if is_emulated(target):
            return rounded_integer(b, values[0], target, signed=word == "sitofp")
        return b.add(word, values, target)

    return rule


def _at_most_64_bits(type_: Attribute) -> None:
    """Raise ``ValueError`` for integers for which LLVM calls its runtime library."""
    if _width(type_) > 64:
        raise ValueError(f"it is for integers of up to 64 bits, not for '{type_}'")


def _to_integer(name: str) -> Rule:
    """A float as an integer: saturating, as on NVIDIA GPUs.

    They convert to at least 16 bits: narrower integers are the low bits of the result. NaN becomes zero, but if either
    type has 64 bits, only the topmost bit is set.
    """

    def rule(b: LlvmBuilder, op: Operation, values: Values) -> SSAValue:
        target = scalar_type(op.results[0].type)
        _at_most_64_bits(target)
        source = float_of(b, values[0], op.operands[0].type)
        if FITS in op.attributes:
            return b.add(name, [source], target)
        converted = target if _width(target) >= 16 else with_element(target, i16)
        result = _saturating(b, name, source, converted)
        if _width(converted) == 64 or element_type(source.type) == f64:
            topmost = b.integer(-(1 << (_width(converted) - 1)), converted)
            result = b.select(b.compare_floats("uno", source, source), topmost, result)
        return result if converted is target else b.add("trunc", [result], target)

    return rule


def _saturating(b: LlvmBuilder, name: str, value: SSAValue, target: Attribute) -> SSAValue:
    """A saturating conversion, in operations that LLVM's vectorizer supports."""
    bits, signed = _width(target), name == "fptosi"
    least, most = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)
    float_ = value.type
    low, high = b.floating(float(least), float_), b.floating(float(most + 1), float_)
    below, above = b.compare_floats("olt", value, low), b.compare_floats("oge", value, high)
    inside = b.binary("and", b.compare_floats("oge", value, low), b.compare_floats("olt", value, high))
    safe = b.select(inside, value, b.floating(0.0, float_))
    result = b.add(name, [safe], target)
    result = b.select(below, b.integer(least, target), result)
    return b.select(above, b.integer(most, target), result)


def _bitcast(b: LlvmBuilder, op: Operation, values: Values) -> SSAValue:
    target = scalar_type(op.results[0].type)
    return values[0] if values[0].type == target else b.add("bitcast", values, target)


# Other operations


def _count_zeros(b: LlvmBuilder, op: Operation, values: Values) -> SSAValue:
    word = "intr." + op.name.removeprefix("math.")
    return b.add(word, values, values[0].type, {"is_zero_poison": IntegerAttr(0, i1)})


def _absolute(b: LlvmBuilder, op: Operation, values: Values) -> SSAValue:
    return b.add("intr.abs", values, values[0].type, {"is_int_min_poison": IntegerAttr(0, i1)})


def _rsqrt(b: LlvmBuilder, op: Operation, values: Values) -> SSAValue:
    type_ = op.results[0].type
    value = float_of(b, values[0], type_)
    root = b.add("intr.sqrt", [value], value.type, {"fastmathFlags": LlvmFastMath.of()})
    return float_as(b, b.binary("fdiv", b.floating(1.0, value.type), root), type_)


def _classify(b: LlvmBuilder, op: Operation, values: Values) -> SSAValue:
    value = float_of(b, values[0], op.operands[0].type)
    if op.name == "math.isnan":
        return b.compare_floats("uno", value, value)
    magnitude = b.add("intr.fabs", [value], value.type, {"fastmathFlags": LlvmFastMath.of()})
    infinity = b.floating(float("inf"), value.type)
    return b.compare_floats("oeq" if op.name == "math.isinf" else "one", magnitude, infinity)


def _multiply_extended(b: LlvmBuilder, values: Values, word: str) -> tuple[SSAValue, SSAValue]:
    type_ = values[0].type
    bits = _width(type_)
    wide = with_element(type_, IntegerType(2 * bits))
    product = b.binary("mul", b.add(word, [values[0]], wide), b.add(word, [values[1]], wide))
    high = b.binary("lshr", product, b.integer(bits, wide))
    return b.add("trunc", [product], type_), b.add("trunc", [high], type_)


def with_two_results(b: LlvmBuilder, op: Operation, values: Values) -> tuple[SSAValue, SSAValue] | None:
    """The results of an operation that has two, or ``None`` for any other."""
    match op.name:
        case "arith.mulsi_extended":
            return _multiply_extended(b, values, "sext")
        case "arith.mului_extended":
            return _multiply_extended(b, values, "zext")
        case "arith.addui_extended":
            total = b.binary("add", values[0], values[1])
            return total, b.compare("ult", total, values[0])
        case _:
            return None


def _broadcast(b: LlvmBuilder, op: Operation, values: Values) -> SSAValue:
    type_ = scalar_type(op.results[0].type)
    if is_vector_type(values[0].type):
        raise ValueError("it is for scalars only")
    return splat(b, values[0], type_)


def splat(b: LlvmBuilder, value: SSAValue, type_: Attribute) -> SSAValue:
    """A vector of one value."""
    lanes = cast("VectorType[Attribute]", type_).get_shape()[0]
    undefined = b.add("mlir.poison", [], type_)
    first = b.add("insertelement", [undefined, value, b.integer(0, i32)], type_)
    mask = DenseArrayBase.from_list(i32, [0] * lanes)
    return b.add("shufflevector", [first, undefined], type_, {"mask": mask})


def _shuffle(b: LlvmBuilder, op: Operation, values: Values) -> SSAValue:
    assert isinstance(op, ShuffleOp)
    mask = DenseArrayBase.from_list(i32, op.mask.get_values())
    return b.add("shufflevector", values, scalar_type(op.result.type), {"mask": mask})


def _call_intrinsic(b: LlvmBuilder, op: Operation, values: Values) -> SSAValue:
    """An intrinsic of LLVM, whose operands keep their types: bf16 is no integer to it."""
    given = [
        value if value.type == operand.type else b.add("bitcast", [value], operand.type)
        for value, operand in zip(values, op.operands, strict=True)
    ]
    return b.add("call_intrinsic", given, op.results[0].type if op.results else None, {**op.properties})


RULES: dict[str, Rule] = {
    **dict.fromkeys(_INTEGER, _integer),
    **dict.fromkeys(_FLOAT, _float),
    **{f"arith.{word}f": _extremum for word in ("maximum", "minimum", "maxnum", "minnum")},
    **dict.fromkeys(LIBRARY, _library),
    **dict.fromkeys(("arith.divsi", "arith.divui", "arith.remsi", "arith.remui"), _division),
    **dict.fromkeys(("arith.ceildivsi", "arith.ceildivui", "arith.floordivsi"), _rounded_division),
    **dict.fromkeys(("arith.shli", "arith.shrsi", "arith.shrui"), _shift),
    **dict.fromkeys(("math.fma", "vector.fma"), _fma),
    "arith.constant": _constant,
    "arith.cmpi": _compare_integers,
    "arith.cmpf": _compare_floats,
    "arith.select": _select,
    "arith.extsi": _resize("sext"),
    "arith.extui": _resize("zext"),
    "arith.trunci": _resize("zext"),
    "arith.index_cast": _resize("sext"),
    "arith.index_castui": _resize("zext"),
    "arith.extf": _resize_float,
    "arith.truncf": _resize_float,
    "arith.sitofp": _to_float("sitofp"),
    "arith.uitofp": _to_float("uitofp"),
    "arith.fptosi": _to_integer("fptosi"),
    "arith.fptoui": _to_integer("fptoui"),
    **dict.fromkeys(("arith.bitcast", "vector.bitcast"), _bitcast),
    "math.ctlz": _count_zeros,
    "math.cttz": _count_zeros,
    "math.absi": _absolute,
    "math.rsqrt": _rsqrt,
    "math.isnan": _classify,
    "math.isinf": _classify,
    "math.isfinite": _classify,
    "vector.broadcast": _broadcast,
    "vector.shuffle": _shuffle,
    "llvm.call_intrinsic": _call_intrinsic,
}
"""The lowering of each operation with one result, by operation name."""
