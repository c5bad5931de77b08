"""Properties of loops: trip counts, and values defined outside of them."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import ModuleOp

from xtriton.analysis.loops import (
    constant_bounds,
    is_defined_outside,
    loops_inside_out,
)
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.versions import TritonVersion, use_version


def parse(text: str) -> ModuleOp:
    return parse_module(text, "test.mlir", Context())


def loop(bounds: str, type_: str = "i32", *, unsigned: bool = False, before: str = "") -> ForOp:
    """A loop ``%lower to %upper step %step`` whose bounds ``bounds`` defines; ``%a`` and ``%b`` are unknown."""
    lines = [f"%{name} = arith.constant {value} : {type_}" for name, value in _constants(bounds)]
    suffix = "" if type_ == "index" else f": {type_} "
    lower, upper, step = (f"%{item}" for item in bounds.split())
    text = f"""
        tt.func @f(%a: {type_}, %b: {type_}) {{
          {chr(10).join(lines)}
          {before}
          scf.for {"unsigned " if unsigned else ""}%i = {lower} to {upper} step {step} {suffix}{{
          }}
          tt.return
        }}"""
    (found,) = loops_inside_out(parse(text))
    assert isinstance(found, ForOp)
    return found


def _constants(bounds: str) -> list[tuple[str, str]]:
    """``c5`` and ``c-1`` stand for constants."""
    names = dict.fromkeys([*bounds.split(), "c5"])
    return [(name, name[1:]) for name in names if name.startswith("c")]


@pytest.mark.triton("3.6")
@pytest.mark.parametrize(
    ("bounds", "trips"),
    [
        ("c0 c8 c1", 8),
        ("c0 c7 c2", 4),
        ("c-5 c5 c3", 4),
        ("c0 c1 c5", 1),
        ("c5 c0 c1", 0),
        ("c5 c5 c1", 0),
        ("c0 c8 c0", 0),
        ("c0 c8 c-1", 0),
        ("c8 c0 c-1", 0),
        ("a a b", 0),
        ("a b c0", 0),
        ("c5 c0 a", 0),
        ("c0 c5 a", None),
        ("a b c1", None),
        ("c0 a c1", None),
        ("a c5 c1", None),
    ],
)
def test_trip_count(bounds: str, trips: int | None) -> None:
    assert loop(bounds).trip_count == trips


@pytest.mark.parametrize(("type_", "trips"), [("i8", 10), ("i64", 2**64 - 246), ("index", 2**64 - 246)])
def test_unsigned_trip_count(type_: str, trips: int) -> None:
    assert loop("c120 c-126 c1", type_, unsigned=True).trip_count == trips
    assert loop("c120 c-126 c1", type_).trip_count == 0


@pytest.mark.parametrize(
    ("bounds", "triton", "trips"),
    [
        ("c0 a a", "3.9", 1),
        ("c0 a a", "3.8", None),
        ("c0 a b", "3.9", None),
        ("c1 a a", "3.9", None),
        ("b a a", "3.9", None),
        ("c0 c5 c5", "3.8", 1),
    ],
)
def test_a_loop_up_to_its_step_runs_once(bounds: str, triton: str, trips: int | None) -> None:
    """Since Triton 3.9, if it starts at 0."""
    with use_version(TritonVersion.parse(triton)):
        assert loop(bounds).trip_count == trips


def test_bounds() -> None:
    assert constant_bounds(loop("c-1 c8 c2")) == (-1, 8, 2)
    assert constant_bounds(loop("c1 c-1 c2", "i8", unsigned=True)) == (1, 255, 2)
    assert constant_bounds(loop("a c8 c2")) is None
    assert constant_bounds(loop("c1 a c2")) is None
    assert constant_bounds(loop("c1 c8 a")) is None


@pytest.mark.parametrize(
    ("sum_", "unsigned", "trips"),
    [
        ("arith.addi %a, %c5 overflow<nsw>", False, 5),
        ("arith.addi %a, %c5 overflow<nuw>", True, 5),
        ("arith.addi %a, %c5 overflow<nuw>", False, None),
        ("arith.addi %a, %c5 overflow<nsw>", True, None),
        ("arith.addi %a, %c5", False, None),
        ("arith.addi %b, %c5 overflow<nsw>", False, None),
        ("arith.addi %c5, %a overflow<nsw>", False, None),
        ("arith.addi %a, %b overflow<nsw>", False, None),
        ("arith.subi %a, %c5 overflow<nsw>", False, None),
    ],
)
def test_known_distance(sum_: str, unsigned: bool, trips: int | None) -> None:
    """The upper bound may be the lower one and a constant, if the sum does not wrap around."""
    assert loop("a s c1", unsigned=unsigned, before=f"%s = {sum_} : i32").trip_count == trips


def test_distance_from_a_constant_is_not_known() -> None:
    """As in MLIR: where one bound is a constant the other must be one too."""
    assert loop("c0 s c1", before="%s = arith.addi %c0, %c5 overflow<nsw> : i32").trip_count is None


def test_definedness_and_order() -> None:
    module = parse(
        """
        tt.func @f(%n: i32) {
          %outside = arith.constant 1 : i32
          scf.for %i = %n to %n step %n : i32 {
            scf.while (%x = %i) : (i32) -> () {
              %condition = arith.cmpi slt, %x, %i : i32
              scf.condition(%condition)
            } do {
              scf.yield %i : i32
            }
          }
          tt.return
        }"""
    )
    inner, outer = loops_inside_out(module)
    assert (inner.name, outer.name) == ("scf.while", "scf.for")
    assert [len(loop.loop_regions) for loop in (inner, outer)] == [2, 1]
    function = outer.parent_op()
    assert function is not None
    argument = function.regions[0].block.args[0]
    constant = function.regions[0].block.first_op
    assert constant is not None
    variable = outer.regions[0].block.args[0]
    carried = inner.regions[0].block.args[0]
    condition = inner.regions[0].block.first_op
    assert condition is not None
    for value, outside_of_inner, outside_of_outer in (
        (argument, True, True),
        (constant.results[0], True, True),
        (variable, True, False),
        (carried, False, False),
        (condition.results[0], False, False),
    ):
        assert is_defined_outside(value, inner) is outside_of_inner
        assert is_defined_outside(value, outer) is outside_of_outer
