"""Control flow through regions: which operand becomes which block argument or result, for each operation."""

from __future__ import annotations

import pytest
from unit.interfaces.naming import WHILE, Program
from xdsl.dialects.builtin import BoolAttr, IntegerAttr, i64
from xdsl.ir import Operation, Region, SSAValue

from xtriton.interfaces.region_branch import (
    RegionBranchOpInterface,
    RegionBranchTerminatorOpInterface,
    RegionEdge,
    forwarded_by,
    incoming_operands,
    incoming_values,
    is_region_terminator,
    receiving_values,
    tied_values,
)
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.verifier import verify

FOR = """
%i, %a, %b = "test.values"() : () -> (index, i32, f32)
%r:2 = scf.for %v = %i to %i step %i iter_args(%x = %a, %y = %b) -> (i32, f32) {
  %s, %t = "test.values"() : () -> (i32, f32)
  scf.yield %s, %t : i32, f32
}
"""

IF = """
%c, %a, %b = "test.values"() : () -> (i1, i32, i32)
%r = scf.if %c -> (i32) {
  scf.yield %a : i32
} else {
  scf.yield %b : i32
}
"""

IF_WITHOUT_ELSE = """
%c = "test.values"() : () -> i1
scf.if %c {
}
"""

SWITCH = """
%n, %a, %b = "test.values"() : () -> (index, i32, i32)
%r = scf.index_switch %n -> i32
case 7 {
  scf.yield %a : i32
}
default {
  scf.yield %b : i32
}
"""

EXECUTE = """
%a = "test.values"() : () -> i32
%r = scf.execute_region -> i32 {
  scf.yield %a : i32
}
"""

PARALLEL = """
%i = "test.values"() : () -> index
scf.parallel (%v) = (%i) to (%i) step (%i) {
}
"""

WARP_SPECIALIZE = """
module attributes {"ttg.num-warps" = 4 : i32, "ttg.num-ctas" = 1 : i32} {
tt.func @f(%a: i32) {
%r = ttg.warp_specialize(%a)
default {
  ttg.warp_yield %a : i32
}
partition0(%x: i32) num_warps(4) {
  ttg.warp_return
} : (i32) -> i32
tt.return
}
}
"""


def branching(program: Program) -> RegionBranchOpInterface:
    """The branching operation of a program: the first one, which may contain others."""
    return next(op for op in program.module.walk() if isinstance(op, RegionBranchOpInterface))


def place(op: RegionBranchOpInterface, region: Region | None) -> str:
    """A successor: ``past`` the operation, or a region by its number."""
    return "past" if region is None else f"region {op.regions.index(region)}"


def spelled(program: Program, op: RegionBranchOpInterface, edge: RegionEdge) -> str:
    """``source (forwarded values) -> successor (inputs)``."""
    source = "before" if edge.source is op else place(op, edge.source.parent_region())
    values, inputs = program.names(edge.values), program.names(edge.successor.inputs)
    return f"{source} ({', '.join(values)}) -> {place(op, edge.successor.region)} ({', '.join(inputs)})"


@pytest.mark.triton("3.6")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            FOR,
            [
                "before (a, b) -> region 0 (x, y)",
                "before (a, b) -> past (r, r)",
                "region 0 (s, t) -> region 0 (x, y)",
                "region 0 (s, t) -> past (r, r)",
            ],
        ),
        (
            IF,
            [
                "before () -> region 0 ()",
                "before () -> region 1 ()",
                "region 0 (a) -> past (r)",
                "region 1 (b) -> past (r)",
            ],
        ),
        (
            IF_WITHOUT_ELSE,
            ["before () -> region 0 ()", "before () -> past ()", "region 0 () -> past ()"],
        ),
        (
            WHILE,
            [
                "before (a) -> region 0 (x)",
                "region 0 (s) -> past (r)",
                "region 0 (s) -> region 1 (y)",
                "region 1 (t) -> region 0 (x)",
            ],
        ),
        (
            SWITCH,
            [
                "before () -> region 0 ()",
                "before () -> region 1 ()",
                "region 0 (b) -> past (r)",
                "region 1 (a) -> past (r)",
            ],
        ),
        (EXECUTE, ["before () -> region 0 ()", "region 0 (a) -> past (r)"]),
        (PARALLEL, ["before () -> region 0 ()", "before () -> past ()"]),
        (WARP_SPECIALIZE, ["before () -> region 0 ()", "region 0 (a) -> past (r)"]),
    ],
    ids=["for", "if", "if without else", "while", "index_switch", "execute_region", "parallel", "warp_specialize"],
)
def test_edges(text: str, expected: list[str]) -> None:
    program = Program(text)
    op = branching(program)
    assert [spelled(program, op, edge) for edge in op.edges()] == expected


def incoming(program: Program, value: SSAValue) -> list[str] | None:
    """The names of the values that come to a value."""
    found = incoming_values(value)
    return None if found is None else program.names(found)


def test_incoming_values_of_loop() -> None:
    program = Program(FOR)
    loop = branching(program)
    assert incoming(program, program["v"]) is None
    assert incoming(program, program["x"]) == ["a", "s"]
    assert incoming(program, loop.results[1]) == ["b", "t"]
    assert incoming_operands(program["x"]) == [(loop, 3), (loop.regions[0].block.last_op, 0)]
    assert incoming(program, program["a"]) is None


def test_incoming_values_of_while() -> None:
    program = Program(WHILE)
    assert incoming(program, program["x"]) == ["a", "t"]
    assert incoming(program, program["y"]) == ["s"]
    assert incoming(program, program["r"]) == ["s"]


def receiving(program: Program, op: Operation | None, index: int) -> list[str]:
    """The names of what an operand becomes."""
    assert op is not None
    return program.names(receiving_values(op, index))


def test_receiving_values() -> None:
    program = Program(FOR)
    loop = branching(program)
    assert receiving(program, loop, 0) == []
    assert receiving(program, loop, 4) == ["y", "r"]
    assert receiving(program, loop.regions[0].block.last_op, 0) == ["x", "r"]
    program = Program(WHILE)
    condition = branching(program).regions[0].block.last_op
    assert receiving(program, condition, 0) == []
    assert receiving(program, condition, 1) == ["r", "y"]


def test_terminators_forward_only_in_branching_operations() -> None:
    op = branching(Program(IF))
    end = op.regions[0].block.last_op
    assert end is not None
    assert is_region_terminator(end)
    assert not is_region_terminator(op)
    end.detach()
    assert not is_region_terminator(end)
    assert list(forwarded_by(end)) == []


def test_tied_values_of_loop_are_its_four_forms() -> None:
    program = Program(FOR)
    loop = branching(program)
    end = loop.regions[0].block.last_op
    first, second = tied_values(loop)
    assert (first.sources, program.names(first.targets)) == ([(loop, 3), (end, 0)], ["x", "r"])
    assert (second.sources, program.names(second.targets)) == ([(loop, 4), (end, 1)], ["y", "r"])


def test_tied_values_of_while_differ_before_and_after_condition() -> None:
    program = Program(WHILE)
    loop = branching(program)
    condition, end = (region.block.last_op for region in loop.regions)
    tied = [(group.sources, program.names(group.targets)) for group in tied_values(loop)]
    assert tied == [([(loop, 0), (end, 0)], ["x"]), ([(condition, 1)], ["r", "y"])]


def test_exchanged_values_are_not_tied_to_each_other() -> None:
    """Values are tied by their positions, not by which values are yielded."""
    text = FOR.replace("i32, f32)\n%r", "i32, i32)\n%r").replace("(i32, f32) {", "(i32, i32) {")
    text = text.replace("scf.yield %s, %t : i32, f32", "scf.yield %y, %x : i32, i32")
    assert len(tied_values(branching(Program(text)))) == 2


@pytest.mark.parametrize(
    ("text", "constant", "expected"),
    [
        (IF, BoolAttr.from_bool(True), ["region 0"]),
        (IF, BoolAttr.from_bool(False), ["region 1"]),
        (IF, None, ["region 0", "region 1"]),
        (IF_WITHOUT_ELSE, BoolAttr.from_bool(False), ["past"]),
        (SWITCH, IntegerAttr(7, i64), ["region 1"]),
        (SWITCH, IntegerAttr(8, i64), ["region 0"]),
        (SWITCH, None, ["region 0", "region 1"]),
    ],
)
def test_entry_successors_taken(text: str, constant: IntegerAttr | None, expected: list[str]) -> None:
    op = branching(Program(text))
    assert [place(op, region) for region, _ in op.taken_entry_successors([constant])] == expected


@pytest.mark.parametrize(
    ("constant", "expected"),
    [
        (BoolAttr.from_bool(True), ["after"]),
        (BoolAttr.from_bool(False), ["past"]),
        (None, ["after", "past"]),
    ],
)
def test_condition_decides_whether_loop_goes_on(constant: IntegerAttr | None, expected: list[str]) -> None:
    condition = branching(Program(WHILE)).regions[0].block.last_op
    assert isinstance(condition, RegionBranchTerminatorOpInterface)
    taken = condition.successors_taken([constant, None])
    assert ["past" if region is None else "after" for region, _ in taken] == expected


@pytest.mark.triton("3.6")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (FOR, ["i", "i", "i"]),
        (IF, ["c"]),
        (WHILE, ["c"]),
        (SWITCH, ["n"]),
        (EXECUTE, []),
        (PARALLEL, ["i", "i", "i"]),
        (WARP_SPECIALIZE, ["a"]),
    ],
)
def test_operands_that_decide(text: str, expected: list[str]) -> None:
    program = Program(text)
    assert program.names(branching(program).deciding_operands()) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            IF.replace("scf.yield %b : i32", "scf.yield"),
            "region control flow edge from Region #1 to parent results: source has 0 operands, but target successor "
            "needs 1",
        ),
        (
            IF.replace("scf.yield %b : i32", "scf.yield %c : i1"),
            "along control flow edge from Region #1 to parent results: source type #0 'i1' should match input type #0 "
            "'i32'",
        ),
        (
            WHILE.replace("scf.yield %t : i32", "scf.yield %y : f32"),
            "along control flow edge from Region #1 to Region #0: source type #0 'f32' should match input type #0 "
            "'i32'",
        ),
        (
            WHILE.replace("%s : f32\n", "%c : i1\n"),
            "along control flow edge from Region #0 to parent results: source type #0 'i1' should match input type #0 "
            "'f32'",
        ),
        (
            EXECUTE.replace("scf.yield %a : i32", "scf.yield"),
            "region control flow edge from Region #0 to parent results: source has 0 operands, but target successor "
            "needs 1",
        ),
    ],
)
@pytest.mark.triton("3.6")  # those of newer versions: filecheck/dialects/scf/invalid.mlir
def test_types_along_edges_are_verified(text: str, message: str) -> None:
    with pytest.raises(DiagnosticError) as failure:
        verify(Program(text).module)
    assert failure.value.diagnostics[0].message.partition(" op ")[2] == message
