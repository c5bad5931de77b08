"""Loops: the forms of loop-carried values, bounds, and their verification."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from unit.interfaces.naming import WHILE, Program
from xdsl.ir import SSAValue, Use

from xtriton.interfaces.loop_like import LoopLikeOpInterface, loop_of
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module
from xtriton.ir.verifier import verify

FOR = """
%l, %u, %p, %a, %b = "test.values"() : () -> (index, index, index, i32, f32)
%r:2 = scf.for %v = %l to %u step %p iter_args(%x = %a, %y = %b) -> (i32, f32) {
  %s, %t = "test.values"() : () -> (i32, f32)
  scf.yield %s, %t : i32, f32
}
"""

PARALLEL = """
%l, %u, %p, %a = "test.values"() : () -> (index, index, index, f32)
%r = scf.parallel (%v) = (%l) to (%u) step (%p) init (%a) -> f32 {
  scf.reduce(%a : f32) {
  ^bb0(%m: f32, %n: f32):
    scf.reduce.return %m : f32
  }
}
"""

FORALL = """
%u, %a = "test.values"() : () -> (index, tensor<4xf32>)
%r = scf.forall (%v, %w) = (2, 3) to (8, %u) step (1, 1) shared_outs(%x = %a) -> (tensor<4xf32>) {
  scf.forall.in_parallel {
  }
}
"""


def loop(program: Program) -> LoopLikeOpInterface:
    """The only loop of a program."""
    (found,) = [op for op in program.module.walk() if isinstance(op, LoopLikeOpInterface)]
    return found


def names(program: Program, values: Sequence[SSAValue | int] | None) -> list[str] | None:
    """The names of values, if there are any."""
    return None if values is None else program.names(values)


@pytest.mark.parametrize(
    ("text", "variables", "lower", "upper", "steps", "inits", "iter_args", "yielded", "results"),
    [
        (FOR, ["v"], ["l"], ["u"], ["p"], ["a", "b"], ["x", "y"], ["s", "t"], ["r", "r"]),
        (WHILE, [], None, None, None, ["a"], ["x"], ["t"], []),
        (PARALLEL, ["v"], ["l"], ["u"], ["p"], ["a"], [], [], []),
        (FORALL, ["v", "w"], ["2", "3"], ["8", "u"], ["1", "1"], ["a"], ["x"], [], ["r"]),
    ],
    ids=["for", "while", "parallel", "forall"],
)
def test_forms(
    text: str,
    variables: list[str],
    lower: list[str] | None,
    upper: list[str] | None,
    steps: list[str] | None,
    inits: list[str],
    iter_args: list[str],
    yielded: list[str],
    results: list[str],
) -> None:
    program = Program(text)
    found = loop(program)
    bounds = (found.lower_bounds, found.upper_bounds, found.steps)
    assert program.names(found.induction_variables) == variables
    assert [names(program, bound) for bound in bounds] == [lower, upper, steps]
    assert program.names(found.init_args) == inits
    assert program.names(found.iter_args) == iter_args
    assert program.names(found.yielded_values) == yielded
    assert program.names(found.loop_results) == results


def test_forms_of_one_value_are_tied() -> None:
    program = Program(FOR)
    found = loop(program)
    first, second = found.all_carried()
    assert program.names(first) == ["a", "x", "s", "r"]
    assert program.names(second) == ["b", "y", "t", "r"]
    end = found.yield_operation
    assert end is not None
    for tie in (second.iter_arg, second.result, Use(found, 4), Use(end, 1)):
        assert found.position(tie) == 1
        assert found.tied(tie) == second


def test_other_values_are_not_tied() -> None:
    found, other = loop(Program(FOR)), loop(Program(FOR))
    end = other.yield_operation
    assert end is not None
    for tie in (
        found.induction_variables[0],
        found.operands[3],
        other.iter_args[0],
        other.results[0],
        Use(found, 2),
        Use(other, 3),
        Use(end, 0),
    ):
        assert found.position(tie) is None
        assert found.tied(tie) is None


def test_arguments_of_second_region_of_while_are_not_iter_args() -> None:
    program = Program(WHILE)
    assert loop(program).position(program["x"]) == 0
    assert loop(program).position(program["y"]) is None


def test_set_init() -> None:
    program = Program(FOR)
    found = loop(program)
    found.set_init(1, found.yielded_values[1])
    assert program.names(found.operands) == ["l", "u", "p", "a", "t"]


def test_loop_of() -> None:
    program = Program(FOR)
    found = loop(program)
    assert loop_of(program["x"]) is found
    assert loop_of(program["r"]) is found
    assert loop_of(program["a"]) is None
    assert loop_of(program["s"]) is None


FOR_GENERIC = """
%i, %a, %b = "test.values"() : () -> (index, i32, f32)
%r = "scf.for"(%i, %i, %i, {init}) ({{
^bb0(%v: index, {arguments}):
  "scf.yield"({yielded}) : ({types}) -> ()
}}) : (index, index, index, i32) -> {result}
"""


@pytest.mark.parametrize(
    ("arguments", "yielded", "types", "result", "message"),
    [
        (
            "%x: i32, %y: i32",
            "%a",
            "i32",
            "i32",
            "different number of inits and region iter_args: 1 != 2",
        ),
        (
            "%x: i32",
            "%a, %a",
            "i32, i32",
            "i32",
            "different number of region iter_args and yielded values: 1 != 2",
        ),
        ("%x: f32", "%a", "i32", "i32", "0-th init and 0-th region iter_arg have different type: 'i32' != 'f32'"),
        (
            "%x: i32",
            "%b",
            "f32",
            "i32",
            "0-th region iter_arg and 0-th yielded value have different type: 'i32' != 'f32'",
        ),
        (
            "%x: i32",
            "%a",
            "i32",
            "f32",
            "0-th region iter_arg and 0-th loop result have different type: 'i32' != 'f32'",
        ),
    ],
)
@pytest.mark.triton("3.7")  # later versions verify control flow first: filecheck/dialects/scf/invalid.mlir
def test_loop_carried_values_are_verified(arguments: str, yielded: str, types: str, result: str, message: str) -> None:
    text = FOR_GENERIC.format(init="%a", arguments=arguments, yielded=yielded, types=types, result=result)
    with pytest.raises(DiagnosticError) as failure:
        verify(parse_module(text, "test.mlir", Context(allow_unregistered=True)))
    assert failure.value.diagnostics[0].message == f"'scf.for' op {message}"
