"""Queries of passes on upstream operations: types that constructors infer, purity, speculation, names."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import IndexType, IntegerAttr, TensorType, VectorType, f32, i1, i32, i64
from xdsl.ir import Attribute, SSAValue
from xdsl.traits import Commutative, Pure, is_side_effect_free, is_speculatable

from xtriton.dialects.upstream import arith, math, scf
from xtriton.dialects.upstream.gpu import BarrierOp, ThreadIdOp
from xtriton.ir.dense import DenseElementsAttr

TENSOR = TensorType(f32, [4])


def value(attr: Attribute) -> SSAValue:
    return arith.ConstantOp(attr).result


def zeros(type_: Attribute) -> SSAValue:
    return value(DenseElementsAttr.splat(type_, 0))


def test_comparisons_of_tensors_give_tensors_of_bits() -> None:
    operand = zeros(TENSOR)
    assert arith.CmpFOp(arith.CmpFPredicate.OLT, operand, operand).result.type == TensorType(i1, [4])
    vector = zeros(VectorType(i32, [4]))
    assert arith.CmpIOp(arith.CmpIPredicate.SLT, vector, vector).result.type == VectorType(i1, [4])
    assert math.IsNaNOp(operand).result.type == TensorType(i1, [4])


def test_new_operations_have_their_default_properties() -> None:
    operand = zeros(TENSOR)
    assert arith.AddFOp(operand, operand).properties["fastmath"] == arith.FastMathFlagsAttr.of()
    number = value(IntegerAttr(3, i32))
    assert arith.AddIOp(number, number).properties["overflowFlags"] == arith.IntegerOverflowFlagsAttr.of()


@pytest.mark.parametrize(
    ("divisor", "signed", "unsigned"),
    [
        (IntegerAttr(3, i32), True, True),
        (IntegerAttr(0, i32), False, False),
        (IntegerAttr(-1, i32), False, True),
        (DenseElementsAttr.of(TensorType(i32, [2]), [1, 2]), True, True),
        (DenseElementsAttr.of(TensorType(i32, [2]), [1, 0]), False, False),
    ],
)
def test_divisions_are_speculated_only_if_the_divisor_cannot_trap(
    divisor: Attribute, signed: bool, unsigned: bool
) -> None:
    operand = value(divisor)
    assert is_speculatable(arith.DivSIOp(operand, operand)) == signed
    assert is_speculatable(arith.CeilDivSIOp(operand, operand)) == signed
    assert is_speculatable(arith.DivUIOp(operand, operand)) == unsigned
    assert is_side_effect_free(arith.DivSIOp(operand, operand))


@pytest.mark.parametrize(
    ("version", "of_zero", "of_unknown"),
    [
        pytest.param("3.6", True, True, marks=pytest.mark.triton("3.6")),
        pytest.param("3.9", False, False, marks=pytest.mark.triton("3.9")),
    ],
)
def test_remainders_are_speculated_by_version(version: str, of_zero: bool, of_unknown: bool) -> None:
    zero, one, minus_one = (value(IntegerAttr(number, i32)) for number in (0, 1, -1))
    unknown = arith.AddIOp(one, one).result
    for remainder in (arith.RemSIOp, arith.RemUIOp):
        assert is_speculatable(remainder(one, one)) and is_speculatable(remainder(one, minus_one)), version
        assert is_speculatable(remainder(one, zero)) == of_zero
        assert is_speculatable(remainder(one, unknown)) == of_unknown
        assert is_side_effect_free(remainder(one, unknown))


def test_a_divisor_that_is_not_known_is_not_speculated() -> None:
    operand = value(IntegerAttr(3, i32))
    unknown = arith.AddIOp(operand, operand).result
    assert not is_speculatable(arith.DivUIOp(operand, unknown))


def test_which_operations_commute() -> None:
    assert arith.AddIOp.has_trait(Commutative)
    assert arith.MaxNumFOp.has_trait(Commutative)
    assert not arith.SubIOp.has_trait(Commutative)
    assert not arith.DivFOp.has_trait(Commutative)


def test_effects() -> None:
    assert arith.ExtSIOp.has_trait(Pure)
    assert arith.MulIOp.has_trait(Pure)
    assert ThreadIdOp.has_trait(Pure)
    assert not is_side_effect_free(BarrierOp.create())


@pytest.mark.parametrize(
    ("constant", "name"),
    [
        (IntegerAttr(1, i1), "true"),
        (IntegerAttr(0, i1), "false"),
        (IntegerAttr(-1, i64), "c-1_i64"),
        (IntegerAttr(7, IndexType()), "c7"),
        (DenseElementsAttr.splat(TENSOR, 1.0), "cst"),
    ],
)
def test_names_of_constants(constant: Attribute, name: str) -> None:
    (named,) = arith.ConstantOp(constant).asm_result_names()
    assert named[1] == name


def test_a_loop_is_speculated_only_with_step_one() -> None:
    low, one, two = (value(IntegerAttr(number, IndexType())) for number in (0, 1, 2))

    def loop(step: SSAValue) -> scf.ForOp:
        made = scf.ForOp(low, two, step)
        made.body.add_op(scf.YieldOp())
        return made

    assert is_speculatable(loop(one))
    assert not is_speculatable(loop(two))
    assert is_side_effect_free(loop(two))


def test_a_loop_carries_its_inits() -> None:
    low = value(IntegerAttr(0, IndexType()))
    start = zeros(TENSOR)
    loop = scf.ForOp(low, low, low, [start])
    assert [argument.type for argument in loop.body.args] == [IndexType(), TENSOR]
    assert [result.type for result in loop.results] == [TENSOR]


def test_flags_are_sets() -> None:
    flags = arith.FastMathFlagsAttr.of("nnan", "contract")
    assert flags == arith.FastMathFlagsAttr.of("contract", "nnan")
    assert flags != arith.FastMathFlagsAttr.of("nnan")
    assert "nnan" in flags
    assert "fast" not in flags
    assert "fast" in arith.FastMathFlagsAttr.of(*arith.FastMathFlagsAttr.KEYWORDS)
