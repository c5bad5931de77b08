"""Folds of comparisons and of ``arith.select``."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from typing import cast

from xdsl.dialects.builtin import AnyFloat, FloatAttr, TensorType, i1
from xdsl.ir import Attribute, Operation

from xtriton.dialects.upstream.arith.attributes import CmpFPredicate, CmpIPredicate
from xtriton.dialects.upstream.arith.casts import ExtSIOp, ExtUIOp
from xtriton.dialects.upstream.arith.compare import CmpFOp, CmpIOp, SelectOp
from xtriton.dialects.upstream.constraints import i1_like
from xtriton.dialects.upstream.ub import PoisonAttr
from xtriton.folds.elements import constant, dense_numbers, fold_integers, is_one, is_zero, to_signed, width_of
from xtriton.folds.folding import IN_PLACE, Constants, Fold, FoldResult
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.traits import element_type

COMPARISONS: Mapping[str, Callable[[float, float], bool]] = {
    "eq": operator.eq,
    "ne": operator.ne,
    "lt": operator.lt,
    "le": operator.le,
    "gt": operator.gt,
    "ge": operator.ge,
}
"""The comparison of each predicate, by the last two letters of its keyword."""

SWAPPED: Mapping[CmpIPredicate, CmpIPredicate] = {
    one: CmpIPredicate[one.name.translate(str.maketrans("LG", "GL"))] for one in CmpIPredicate
}
"""The equivalent predicate for swapped operands."""


def holds(predicate: CmpIPredicate, a: int, b: int, width: int) -> bool:
    """Whether two unsigned integers of a bit width satisfy a predicate."""
    name = predicate.keyword
    if name.startswith("s"):
        a, b = to_signed(a, width), to_signed(b, width)
    return COMPARISONS[name[-2:]](a, b)


def predicate_of(op: CmpIOp) -> CmpIPredicate:
    """The predicate of an integer comparison."""
    return CmpIPredicate.of(op.predicate)


def fold_cmpi(op: CmpIOp, constants: Constants) -> FoldResult:
    """``x`` with itself; ``ext(x : i1) != 0`` and ``x != 0``, ``x == 1`` of i1 are ``x``; constants are moved right."""
    predicate = predicate_of(op)
    lhs, rhs = op.operands
    if lhs is rhs:
        return constant(op.result.type, int(holds(predicate, 0, 0, 1)))
    bit = _bit_itself(op, predicate, constants)
    if bit is not None:
        return bit
    if constants[0] is not None and constants[1] is None:
        op.properties["predicate"] = SWAPPED[predicate].attr
        op.operands = [rhs, lhs]
        return IN_PLACE
    if any(type(value) is PoisonAttr for value in constants):
        return None  # unlike arithmetic, MLIR does not fold comparisons of poison
    width = width_of(lhs.type)
    return fold_integers(constants, i1_like(lhs.type), lambda a, b: int(holds(predicate, a, b, width)))


def _bit_itself(op: CmpIOp, predicate: CmpIPredicate, constants: Constants) -> FoldResult:
    lhs = op.lhs
    if predicate is CmpIPredicate.NE and is_zero(constants[1]):
        extended = lhs.owner.in_ if isinstance(lhs.owner, ExtSIOp | ExtUIOp) else None
        # As in MLIR, for scalars and vectors, not for tensors.
        if extended is not None and _is_bit_or_vector_of_bits(extended.type):
            return extended
        if element_type(lhs.type) == i1:
            return lhs
    if predicate is CmpIPredicate.EQ and is_one(constants[1]) and element_type(lhs.type) == i1:
        return lhs
    return None


def _is_bit_or_vector_of_bits(type_: Attribute) -> bool:
    return element_type(type_) == i1 and not isinstance(type_, TensorType)


def compare_floats(predicate: CmpFPredicate, a: float, b: float) -> bool:
    """Whether two floats satisfy a predicate."""
    name = predicate.keyword
    if name in ("false", "true"):
        return name == "true"
    unordered = math.isnan(a) or math.isnan(b)
    if name in ("ord", "uno"):
        return unordered == (name == "uno")
    return name.startswith("u") if unordered else COMPARISONS[name[-2:]](a, b)


def fold_cmpf(op: CmpFOp, constants: Constants) -> FoldResult:
    """Constants; a single one is enough if it is NaN. As in MLIR only scalars."""
    numbers = [cast("FloatAttr[AnyFloat]", value).value.data for value in constants if isinstance(value, FloatAttr)]
    if not numbers or (len(numbers) == 1 and not math.isnan(numbers[0])):
        return None
    a, b = numbers[0], numbers[-1]
    return constant(i1, int(compare_floats(CmpFPredicate.of(op.predicate), a, b)))


def fold_select(op: SelectOp, constants: Constants) -> FoldResult:
    """Constant conditions, equal or poison operands, ``c ? true : false``, and selects between compared operands."""
    condition, true, false = op.operands
    if true is false:
        return true
    if is_one(constants[0]):
        return true
    if is_zero(constants[0]):
        return false
    if isinstance(constants[1], PoisonAttr):
        return false
    if isinstance(constants[2], PoisonAttr):
        return true
    if op.result.type == i1 and is_one(constants[1]) and is_zero(constants[2]):
        return condition
    compared = condition.owner
    if isinstance(compared, CmpIOp):
        predicate = predicate_of(compared)
        if predicate in (CmpIPredicate.EQ, CmpIPredicate.NE) and {compared.lhs, compared.rhs} == {true, false}:
            return true if predicate is CmpIPredicate.NE else false
    return _choose_elements(constants)


def _choose_elements(constants: Constants) -> Attribute | None:
    condition, true, false = constants
    if not (
        isinstance(condition, DenseElementsAttr)
        and isinstance(true, DenseElementsAttr)
        and isinstance(false, DenseElementsAttr)
    ):
        return None
    rows = zip(dense_numbers(condition), dense_numbers(true), dense_numbers(false), strict=True)
    return DenseElementsAttr.of(true.type, [a if chosen else b for chosen, a, b in rows])


FOLDS: Mapping[type[Operation], Fold] = {CmpIOp: fold_cmpi, CmpFOp: fold_cmpf, SelectOp: fold_select}
