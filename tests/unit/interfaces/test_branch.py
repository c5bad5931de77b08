"""Branches: which operands go to which successor, and where known operands lead."""

from __future__ import annotations

import pytest
from unit.interfaces.naming import Program
from xdsl.dialects.builtin import BoolAttr, IntegerAttr, i32

from xtriton.interfaces.branch import BranchOpInterface, branches_to
from xtriton.interfaces.calls import CallableOpInterface, CallOpInterface
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.verifier import verify

CF = """
tt.func @f(%c: i1, %n: i32, %a: i32, %b: f32) {{
  {branch}
^one(%x: i32):
  tt.return
^two(%y: f32, %z: i32):
  tt.return
}}
"""

BR = "cf.br ^one(%a : i32)"
COND_BR = "cf.cond_br %c, ^one(%a : i32), ^two(%b, %n : f32, i32)"
SWITCH = "cf.switch %n : i32, [default: ^one(%a : i32), 3: ^two(%b, %n : f32, i32), -1: ^one(%n : i32)]"
LLVM = {
    BR: "llvm.br ^one(%a : i32)",
    COND_BR: "llvm.cond_br %c, ^one(%a : i32), ^two(%b, %n : f32, i32)",
    SWITCH: "llvm.switch %n : i32, ^one(%a : i32) [3: ^two(%b, %n : f32, i32), -1: ^one(%n : i32)]",
}

BRANCHES = [BR, LLVM[BR], COND_BR, LLVM[COND_BR], SWITCH, LLVM[SWITCH]]


def branch(program: Program) -> BranchOpInterface:
    """The only branch of a program."""
    (found,) = [op for op in program.module.walk() if isinstance(op, BranchOpInterface)]
    return found


def program_with(text: str) -> Program:
    """A function that ends its first block with a branch."""
    return Program(CF.format(branch=text))


def passed(program: Program) -> list[list[str]]:
    """The operands forwarded to each successor."""
    op = branch(program)
    return [program.names(op.successor_operands(index)) for index in range(len(op.successors))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (BR, [["a"]]),
        (LLVM[BR], [["a"]]),
        (COND_BR, [["a"], ["b", "n"]]),
        (LLVM[COND_BR], [["a"], ["b", "n"]]),
        (SWITCH, [["a"], ["b", "n"], ["n"]]),
        (LLVM[SWITCH], [["a"], ["b", "n"], ["n"]]),
    ],
)
def test_successor_operands(text: str, expected: list[list[str]]) -> None:
    assert passed(program_with(text)) == expected


@pytest.mark.parametrize("text", BRANCHES)
def test_each_forwarded_operand_becomes_one_argument(text: str) -> None:
    op = branch(program_with(text))
    arguments = [op.argument_of_operand(index) for index in range(len(op.operands))]
    deciding = op.DECIDING_OPERANDS
    assert arguments[:deciding] == [None] * deciding
    expected = [argument for block in op.successors for argument in block.args]
    assert arguments[deciding:] == expected


@pytest.mark.parametrize("text", BRANCHES)
def test_set_successor_operands(text: str) -> None:
    program = program_with(text)
    op = branch(program)
    before = passed(program)
    for successor in range(len(before)):
        values = op.successor_operands(successor)
        op.set_successor_operands(successor, values[:-1])
        assert passed(program) == [*before[:successor], before[successor][:-1], *before[successor + 1 :]]
        op.set_successor_operands(successor, values)
        assert passed(program) == before


@pytest.mark.parametrize(
    ("text", "constant", "expected"),
    [
        (COND_BR, BoolAttr.from_bool(True), [0]),
        (COND_BR, BoolAttr.from_bool(False), [1]),
        (LLVM[COND_BR], BoolAttr.from_bool(False), [0, 1]),
        (COND_BR, None, [0, 1]),
        (SWITCH, IntegerAttr(3, i32), [1]),
        (SWITCH, IntegerAttr(-1, i32), [2]),
        (LLVM[SWITCH], IntegerAttr(-1, i32), [0, 1, 2]),
        (SWITCH, IntegerAttr(4, i32), [0]),
        (SWITCH, None, [0, 1, 2]),
        (BR, IntegerAttr(0, i32), [0]),
    ],
)
def test_successors_taken(text: str, constant: IntegerAttr | None, expected: list[int]) -> None:
    op = branch(program_with(text))
    taken = op.successors_taken([constant] + [None] * (len(op.operands) - 1))
    assert list(taken) == [op.successors[index] for index in expected]


def test_branches_to() -> None:
    op = branch(program_with(SWITCH))
    one, two, _ = op.successors
    assert branches_to(two) == [(op, 1)]
    assert sorted(index for _, index in branches_to(one) or ()) == [0, 2]


def test_unknown_terminator_hides_the_operands_of_a_block() -> None:
    text = """
    tt.func @f(%c: i1) {
      cf.cond_br %c, ^one, ^two
    ^one:
      cf.br ^two
    ^two:
      tt.return
    }
    """
    op = branch(Program(text.replace("cf.br ^two", '"test.go"()[^two] : () -> ()')))
    assert branches_to(op.successors[0]) == [(op, 0)]
    assert branches_to(op.successors[1]) is None


@pytest.mark.parametrize("dialect", ["cf", "llvm"])
@pytest.mark.parametrize(
    ("text", "message"),
    [
        (BR.replace("(%a : i32)", ""), "branch has 0 operands for successor #0, but target block has 1"),
        (COND_BR.replace("(%a : i32)", "(%b : f32)"), "type mismatch for bb argument #0 of successor #0"),
        (
            COND_BR.replace("(%b, %n : f32, i32)", "(%b : f32)"),
            "branch has 1 operands for successor #1, but target block has 2",
        ),
    ],
)
def test_branches_are_verified(dialect: str, text: str, message: str) -> None:
    program = program_with(text.replace("cf.", f"{dialect}.", 1))
    with pytest.raises(DiagnosticError) as failure:
        verify(program.module)
    assert failure.value.diagnostics[0].message == message


@pytest.mark.parametrize("dialect", ["tt", "func"])
def test_calls(dialect: str) -> None:
    program = Program(
        f"""
        {dialect}.func private @g(i32) -> f32
        {dialect}.func @f(%a: i32) -> f32 {{
          %0 = {dialect}.call @g(%a) : (i32) -> f32
          {dialect}.return %0 : f32
        }}
        """
    )
    declared, defined = [op for op in program.module.walk() if isinstance(op, CallableOpInterface)]
    (call,) = [op for op in program.module.walk() if isinstance(op, CallOpInterface)]
    assert declared.is_declaration
    assert declared.callable_region is None
    assert defined.callable_region is defined.regions[0]
    assert list(map(str, declared.argument_types)) == ["i32"]
    assert list(map(str, declared.returned_types)) == ["f32"]
    assert call.callee_symbol.root_reference.data == "g"
    assert program.names(call.call_operands) == ["a"]
