"""Slices: which operations, and in which order."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Operation

from xtriton.analysis.slices import backward_slice, dependences, forward_slice, in_program_order
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module

TEXT = """
tt.func @f(%x: i32, %n: i32) -> i32 {
  %a = arith.addi %x, %x {tag = "a"} : i32
  %b = arith.muli %a, %n {tag = "b"} : i32
  %c = arith.subi %b, %a {tag = "c"} : i32
  %other = arith.subi %n, %n {tag = "other"} : i32
  %loop = scf.for %i = %x to %n step %n iter_args(%y = %c) -> (i32) : i32 {
    %d = arith.addi %y, %other {tag = "d"} : i32
    %e = arith.addi %d, %d {tag = "e"} : i32
    scf.yield %e : i32
  } {tag = "loop"}
  %g = arith.addi %loop, %n {tag = "g"} : i32
  tt.return %g : i32
}
"""


@pytest.fixture
def ops() -> dict[str, Operation]:
    module = parse_module(TEXT, "x", Context())
    found = {tag(op): op for op in module.walk()}
    assert len(found) == 12
    return found


def tag(op: Operation) -> str:
    attr = op.attributes.get("tag")
    return attr.data if isinstance(attr, StringAttr) else op.name


def tags(found: Iterable[Operation]) -> list[str]:
    return [tag(op) for op in found]


def test_backward_slice_has_each_operation_after_its_operands(ops: dict[str, Operation]) -> None:
    assert tags(backward_slice(ops["c"])) == ["a", "b"]
    assert tags(backward_slice(ops["c"], inclusive=True)) == ["a", "b", "c"]


def test_backward_slice_enters_the_operation_of_an_argument(ops: dict[str, Operation]) -> None:
    assert tags(backward_slice(ops["e"])) == ["a", "b", "c", "loop", "other", "d"]
    assert tags(backward_slice(ops["e"], omit_block_arguments=True)) == ["other", "d"]


def test_backward_slice_omits_what_regions_use_from_above_unless_asked(ops: dict[str, Operation]) -> None:
    """The values that a loop's body uses from above come before the operands of the loop."""
    assert tags(backward_slice(ops["g"])) == ["a", "b", "c", "loop"]
    assert tags(backward_slice(ops["g"], omit_uses_from_above=False)) == ["other", "a", "b", "c", "loop"]
    assert tags(dependences(ops["g"].results[0])) == ["other", "a", "b", "c", "loop", "g"]


def test_backward_slice_ends_at_functions_and_at_rejected_operations(ops: dict[str, Operation]) -> None:
    assert tags(backward_slice(ops["a"])) == []
    assert tags(backward_slice(ops["c"], lambda op: tag(op) != "a")) == ["b"]
    assert tags(backward_slice(ops["c"], lambda op: tag(op) != "c")) == []


def test_backward_slice_of_values(ops: dict[str, Operation]) -> None:
    loop = ops["loop"]
    assert tags(backward_slice(ops["b"].results[0], inclusive=True)) == ["a", "b"]
    assert tags(backward_slice(loop.regions[0].block.args[1])) == ["a", "b", "c"]
    assert tags(backward_slice(ops["tt.func"].regions[0].block.args[0], inclusive=True)) == []


def test_forward_slice_has_each_operation_before_its_users(ops: dict[str, Operation]) -> None:
    assert tags(forward_slice(ops["g"])) == ["tt.return"]
    assert tags(forward_slice(ops["loop"])) == ["g", "tt.return", "d", "e", "scf.yield"]
    assert tags(forward_slice(ops["d"], inclusive=True)) == ["d", "e", "scf.yield"]


def test_forward_slice_of_a_value_is_that_of_its_users(ops: dict[str, Operation]) -> None:
    assert tags(forward_slice(ops["e"].results[0])) == ["scf.yield"]
    assert tags(forward_slice(ops["other"].results[0])) == ["d", "e", "scf.yield"]


def test_forward_slice_ends_at_rejected_operations(ops: dict[str, Operation]) -> None:
    assert tags(forward_slice(ops["b"], lambda op: tag(op) not in ("loop", "g"))) == ["c"]
    assert tags(forward_slice(ops["b"], lambda op: tag(op) != "b")) == []


def test_program_order(ops: dict[str, Operation]) -> None:
    assert tags(in_program_order([ops["g"], ops["e"], ops["loop"], ops["a"]])) == ["a", "loop", "e", "g"]
    assert tags(in_program_order([ops["e"], ops["d"]])) == ["d", "e"]
    assert tags(in_program_order([ops["e"]])) == ["e"]
    assert tags(in_program_order([])) == []
