"""The dataflow framework: reachable code, constant values, and live values."""

from __future__ import annotations

import pytest
from unit.interfaces.naming import Program
from xdsl.dialects.builtin import IntegerAttr, IntegerType

from xtriton.analysis.dataflow.constants import SparseConstantPropagation, propagate_constants
from xtriton.analysis.dataflow.dead_code import DeadCodeAnalysis
from xtriton.analysis.dataflow.liveness import Liveness
from xtriton.analysis.dataflow.solver import Solver
from xtriton.ir.narrowing import is_integer_attr
from xtriton.passes.linalg.uses import Use, UseAnalysis


def constant(known: SparseConstantPropagation, program: Program, name: str) -> int | None:
    """The integer that a value is known to be."""
    found = known.attribute(program[name])
    return found.value.data if is_integer_attr(found) else None


BRANCHES = """
tt.func @f(%n: i32) -> i32 {
  %flag = arith.constant FLAG : i32
  %a = arith.constant 10 : i32
  %b = arith.constant 20 : i32
  cf.switch %flag : i32, [default: ^one(%a : i32), 7: ^two(%b : i32)]
^one(%x: i32):
  tt.return %x : i32
^two(%y: i32):
  tt.return %y : i32
}
"""


@pytest.mark.parametrize(("flag", "x", "y"), [("7", None, 20), ("8", 10, None)])
def test_branches_not_taken_are_not_reached(flag: str, x: int | None, y: int | None) -> None:
    program = Program(BRANCHES.replace("FLAG", flag))
    solver = Solver(program.module.walk())
    dead_code = DeadCodeAnalysis(solver)
    known = SparseConstantPropagation(solver, dead_code)
    solver.run(program.module, [dead_code, known])
    assert (constant(known, program, "x"), constant(known, program, "y")) == (x, y)
    reached = [program[name].owner in dead_code.live for name in ("x", "y")]
    assert reached == [x is not None, y is not None]


def test_without_constants_all_branches_are_reached() -> None:
    program = Program(BRANCHES.replace("FLAG", "7"))
    solver = Solver(program.module.walk())
    dead_code = DeadCodeAnalysis(solver)
    solver.run(program.module, [dead_code])
    assert all(program[name].owner in dead_code.live for name in ("n", "x", "y"))


LOOP = """
tt.func @f(%l: i32) -> (i32, i32) {
  %a = arith.constant 3 : i32
  %r:2 = scf.for %v = %l to %l step %a iter_args(%x = %a, %y = %a) -> (i32, i32) : i32 {
    %s = arith.addi %y, %a : i32
    scf.yield %x, %s : i32, i32
  }
  tt.return %r#0, %r#1 : i32, i32
}
"""


@pytest.mark.triton("3.6")
def test_loop_carried_constants() -> None:
    program = Program(LOOP)
    known = propagate_constants(program.module)
    assert [constant(known, program, name) for name in ("a", "x", "y", "s", "v", "l")] == [3, 3, None, None, None, None]
    loop = program["r"].owner
    results = [known.attribute(result) for result in loop.results]  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownVariableType, reportUnknownArgumentType]
    assert results == [IntegerAttr(3, IntegerType(32)), None]


CALLS = """
module {
tt.func @f() -> i32 {
  %a = arith.constant 3 : i32
  %c = tt.call @g(%a) : (i32) -> i32
  tt.return %c : i32
}
tt.func private @g(%x: i32) -> i32 {
  %s = arith.addi %x, %x : i32
  tt.return %s : i32
}
}
"""


def test_constants_go_through_calls_of_private_functions() -> None:
    program = Program(CALLS)
    known = propagate_constants(program.module)
    assert [constant(known, program, name) for name in ("x", "s", "c")] == [3, 6, 6]


def test_arguments_of_public_functions_are_unknown() -> None:
    program = Program(CALLS.replace("private ", ""))
    known = propagate_constants(program.module)
    assert [constant(known, program, name) for name in ("x", "s", "c")] == [None, None, None]


def test_results_of_calls_are_unknown_to_an_analysis_of_one_function() -> None:
    program = Program(CALLS)
    caller = program["a"].owner.parent_op()
    assert caller is not None
    known = propagate_constants(caller)
    assert [constant(known, program, name) for name in ("a", "c")] == [3, None]


def live_names(text: str) -> str:
    """The names of the live values, in order."""
    program = Program(text)
    liveness = Liveness(program.module)
    return " ".join(sorted({program.name(value) for value in program.values if liveness.is_live(value)}))


DEAD = """
tt.func @f(%l: i32, %u: i32, %a: i32, %b: i32, %p: !tt.ptr<i32>, %c: i1) {
  %r:2 = scf.for %v = %l to %u step %l iter_args(%x = %a, %y = %b) -> (i32, i32) : i32 {
    %s = arith.addi %x, %a : i32
    %t = arith.addi %y, %v : i32
    scf.yield %s, %t : i32, i32
  }
  STORE
  tt.return
}
"""


@pytest.mark.parametrize(
    ("store", "expected"),
    [
        ("", ""),
        ("tt.store %p, %r#0 : !tt.ptr<i32>", "a l p r s u x"),
        ("tt.store %p, %r#1 : !tt.ptr<i32>", "b l p r t u v y"),
        ("scf.if %c { tt.store %p, %a : !tt.ptr<i32> }", "a c p"),
        ("scf.if %c { %q = arith.addi %a, %a : i32 }", ""),
    ],
)
def test_liveness(store: str, expected: str) -> None:
    assert live_names(DEAD.replace("STORE", store)) == expected


def test_liveness_through_branches() -> None:
    text = BRANCHES.replace("FLAG", "7").replace("tt.return %y", "tt.return %n")
    assert live_names(text) == "a flag n x"


USES = """
tt.func @f(%l: i32, %p: !tt.ptr<f32>, %i: i32, %j: i32, %k: f32) {
  %r:2 = scf.for %v = %l to %l step %l iter_args(%x = %i, %y = %k) -> (i32, f32) : i32 {
    %s = arith.addi %x, %j : i32
    scf.yield %s, %y : i32, f32
  }
  %q = tt.addptr %p, %r#0 : !tt.ptr<f32>, i32
  tt.store %q, %r#1 : !tt.ptr<f32>
  tt.return
}
"""


def test_uses_go_around_loops() -> None:
    program = Program(USES)
    uses = UseAnalysis(program.module)
    found = {name: uses.of(program[name]) for name in ("i", "j", "x", "s", "k", "y", "q", "l", "v")}
    assert [name for name, use in found.items() if use is Use.META] == ["i", "j", "x", "s", "q"]
    assert [name for name, use in found.items() if use is Use.DATA] == ["k", "y"]
    assert [name for name, use in found.items() if use is Use.NOTHING] == ["l", "v"]
