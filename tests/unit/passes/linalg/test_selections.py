"""Which combine regions select one of their sides, and whether their order matters."""

from __future__ import annotations

import pytest

from xtriton.dialects import tt
from xtriton.dialects.upstream.arith import (
    MaximumFOp,
    MaxNumFOp,
    MaxSIOp,
    MaxUIOp,
    MinimumFOp,
    MinNumFOp,
    MinSIOp,
    MinUIOp,
    SelectOp,
)
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import print_op
from xtriton.ir.walk import operations_in
from xtriton.passes.linalg.patterns.selections import Selection, elementwise_selection, selection_of

_NOT_NUMBERS = """
%left_nan = arith.cmpf une, %a, %a : f32
%right_nan = arith.cmpf une, %b, %b : f32
%true = arith.constant true
"""


def reduction(types: tuple[str, ...], body: str) -> tt.ReduceOp:
    """The reduction of vectors with a combine region of arguments %a, %i, ... and %b, %j, ..."""
    left, right = "ai"[: len(types)], "bj"[: len(types)]
    arguments = ", ".join(f"%{name}: {type_}" for name, type_ in zip(left + right, types * 2, strict=True))
    vectors = ", ".join(f"tensor<8x{type_}>" for type_ in types)
    inputs = ", ".join(f"%x{number}: tensor<8x{type_}>" for number, type_ in enumerate(types))
    text = f"""
tt.func @f({inputs}) {{
  %r:{len(types)} = "tt.reduce"({", ".join(f"%x{number}" for number in range(len(types)))}) <{{axis = 0 : i32}}> ({{
  ^bb0({arguments}):
    {body}
  }}) : ({vectors}) -> ({", ".join(types)})
  tt.return
}}"""
    module = parse_module(text, "test.mlir", Context())
    (op,) = (op for op in operations_in(module) if isinstance(op, tt.ReduceOp))
    return op


def selection(types: tuple[str, ...], body: str) -> Selection | None:
    return selection_of(reduction(types, body).combineOp.block)


def alone(type_: str, condition: str, *, swapped: bool = False) -> str:
    sides = "%b, %a" if swapped else "%a, %b"
    return f"{condition}\n%r0 = arith.select %c, {sides} : {type_}\ntt.reduce.return %r0 : {type_}"


def pair(condition: str) -> str:
    return f"""{condition}
%r0 = arith.select %c, %a, %b : f32
%r1 = arith.select %c, %i, %j : i32
tt.reduce.return %r0, %r1 : f32, i32"""


@pytest.mark.parametrize(
    ("type_", "comparison", "swapped", "operation"),
    [
        ("i32", "cmpi sgt, %a, %b", False, MaxSIOp),
        ("i32", "cmpi sge, %a, %b", False, MaxSIOp),
        ("i32", "cmpi slt, %b, %a", False, MaxSIOp),
        ("i32", "cmpi slt, %a, %b", True, MaxSIOp),
        ("i32", "cmpi slt, %a, %b", False, MinSIOp),
        ("i8", "cmpi ugt, %a, %b", False, MaxUIOp),
        ("i64", "cmpi ule, %a, %b", False, MinUIOp),
        ("f32", "cmpf ogt, %a, %b", False, MaxNumFOp),
        ("f32", "cmpf ult, %a, %b", False, MinNumFOp),
        ("bf16", "cmpf olt, %a, %b", True, MaxNumFOp),
        ("i32", "cmpi eq, %a, %b", False, None),
        ("i32", "cmpi sgt, %a, %a", False, None),
        ("i1", "cmpi sgt, %a, %b", False, None),
    ],
)
def test_extrema_of_single_numbers(type_: str, comparison: str, swapped: bool, operation: type | None) -> None:
    found = selection((type_,), alone(type_, f"%c = arith.{comparison} : {type_}", swapped=swapped))
    assert found is not None
    assert found.extremum() is operation


@pytest.mark.parametrize(("predicate", "operation"), [("ogt", MaximumFOp), ("olt", MinimumFOp)])
def test_an_extremum_that_propagates_nan(predicate: str, operation: type) -> None:
    """As inductor writes ``amax``. It is not made to ignore NaN, either."""
    op = reduction(
        ("f32",),
        alone("f32", _NOT_NUMBERS + f"%g = arith.cmpf {predicate}, %a, %b : f32\n%c = arith.ori %g, %left_nan : i1"),
    )
    before, found = print_op(op), selection_of(op.combineOp.block)
    assert found is not None
    assert found.extremum() is operation
    assert found.is_symmetric
    assert found.make_commutative()
    assert print_op(op) == before


def test_an_extremum_that_keeps_nan_on_one_side_is_not_symmetric() -> None:
    found = selection(("f32",), alone("f32", "%c = arith.cmpf ogt, %a, %b : f32"))
    assert found is not None
    assert found.extremum() is MaxNumFOp
    assert not found.is_symmetric


def elementwise(condition: str) -> Selection | None:
    """The selection of %a or %b, tensors, by a condition."""
    text = f"""
tt.func @f(%a: tensor<8xf32>, %b: tensor<8xf32>, %m: tensor<8xi1>) -> tensor<8xf32> {{
  {condition}
  %r = arith.select %c, %a, %b : tensor<8xi1>, tensor<8xf32>
  tt.return %r : tensor<8xf32>
}}"""
    module = parse_module(text, "test.mlir", Context())
    (op,) = (op for op in operations_in(module) if isinstance(op, SelectOp))
    return elementwise_selection(op)


def test_an_elementwise_extremum() -> None:
    condition = """%g = arith.cmpf olt, %a, %b : tensor<8xf32>
%nan = arith.cmpf une, %a, %a : tensor<8xf32>
%c = arith.ori %g, %nan : tensor<8xi1>"""
    found = elementwise(condition)
    assert found is not None
    assert found.extremum() is MinimumFOp
    assert found.is_symmetric
    assert {op.name for op in found.operations} == {"arith.cmpf", "arith.ori"}
    assert len(found.operations) == 3
    assert found.takes_left(1.0, 2.0)
    assert not found.takes_left(2.0, 1.0)


@pytest.mark.parametrize(
    "condition",
    [
        "%c = arith.ori %m, %m : tensor<8xi1>",
        "%g = arith.cmpf ogt, %a, %b : tensor<8xf32>\n%c = arith.andi %g, %m : tensor<8xi1>",
        "%n = arith.negf %a : tensor<8xf32>\n%c = arith.cmpf ogt, %n, %b : tensor<8xf32>",
    ],
)
def test_elementwise_conditions_of_other_values(condition: str) -> None:
    assert elementwise(condition) is None


_GREATER = "%g = arith.cmpf ogt, %a, %b : f32\n"
_TIE = """%e = arith.cmpf oeq, %a, %b : f32
%before = arith.cmpi slt, %i, %j : i32
%tie = arith.andi %e, %before : i1
"""
_FREE = {
    "the greater, or the first of equal ones": _GREATER + _TIE + "%c = arith.ori %g, %tie : i1",
    "the greater, either of equal ones": "%c = arith.cmpf ogt, %a, %b : f32",
    "NaN as the greatest": _NOT_NUMBERS
    + _GREATER
    + """%number = arith.xori %right_nan, %true : i1
%only_left = arith.andi %left_nan, %number : i1
%g2 = arith.ori %g, %only_left : i1
%e = arith.cmpf oeq, %a, %b : f32
%both = arith.andi %left_nan, %right_nan : i1
%e2 = arith.ori %e, %both : i1
%before = arith.cmpi slt, %i, %j : i32
%tie = arith.andi %e2, %before : i1
%c = arith.ori %g2, %tie : i1""",
    "the least index": "%c = arith.cmpi ult, %i, %j : i32",
}


@pytest.mark.parametrize("condition", _FREE)
def test_pairs_whose_order_is_free(condition: str) -> None:
    op = reduction(("f32", "i32"), pair(_FREE[condition]))
    found = selection_of(op.combineOp.block)
    assert found is not None
    assert found.extremum() is None
    assert found.make_commutative()
    # Where only NaN made the order matter, one `cmpf uno` has been added.
    ignores = condition in ("the greater, or the first of equal ones", "the greater, either of equal ones")
    assert print_op(op).count("cmpf uno") == int(ignores)


_BOUND = {
    "always the left": "%c = arith.cmpi eq, %j, %j : i32",
    "the right unless equal": "%c = arith.cmpf oeq, %a, %b : f32",
    "greater with a greater index": _GREATER + "%k = arith.cmpi sgt, %i, %j : i32\n%c = arith.andi %g, %k : i1",
    "the first of equal ones": "%c = arith.cmpf oge, %a, %b : f32",
    "the one with the first of equal indices": "%c = arith.cmpi sle, %i, %j : i32",
    "the first of two NaN": _NOT_NUMBERS + _GREATER + "%c = arith.ori %g, %right_nan : i1\n",
}


@pytest.mark.parametrize("condition", _BOUND)
def test_pairs_whose_order_matters(condition: str) -> None:
    found = selection(("f32", "i32"), pair(_BOUND[condition]))
    assert found is not None
    assert not found.make_commutative()


@pytest.mark.parametrize(
    "condition",
    [
        pytest.param("%z = arith.constant 0.0 : f32\n%c = arith.cmpf ogt, %a, %z : f32", id="compared with a constant"),
        pytest.param("%s = arith.addf %a, %b : f32\n%c = arith.cmpf ogt, %s, %b : f32", id="a sum is compared"),
    ],
)
def test_other_conditions(condition: str) -> None:
    assert selection(("f32", "i32"), pair(condition)) is None


def test_dead_operations_do_not_matter() -> None:
    found = selection(("f32", "i32"), pair("%c = arith.cmpi slt, %i, %j : i32\n%x = arith.addi %i, %j : i32"))
    assert found is not None
    assert found.compared == (1,)


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("%r0 = arith.addf %a, %b : f32\ntt.reduce.return %r0 : f32", id="a sum"),
        pytest.param("tt.reduce.return %a : f32", id="an argument"),
        pytest.param(
            "%c = arith.cmpf ogt, %a, %b : f32\n%r0 = arith.select %c, %a, %a : f32\ntt.reduce.return %r0 : f32",
            id="one side twice",
        ),
    ],
)
def test_other_regions(body: str) -> None:
    assert selection(("f32",), body) is None


def test_sides_chosen_by_several_conditions() -> None:
    body = """%c = arith.cmpf ogt, %a, %b : f32
%d = arith.cmpi slt, %i, %j : i32
%r0 = arith.select %c, %a, %b : f32
%r1 = arith.select %d, %i, %j : i32
tt.reduce.return %r0, %r1 : f32, i32"""
    assert selection(("f32", "i32"), body) is None
