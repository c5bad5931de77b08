"""Walks over operations and searches."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp, UnknownLoc
from xdsl.ir import Operation

from xtriton.dialects import tt
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.walk import ancestors, known_location, operations_in, reached, strongly_connected, top_of

TEXT = """
tt.func @f(%n: i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  scf.for %i = %c0 to %n step %c1 : i32 {
    %x = arith.addi %i, %c1 : i32 loc(unknown)
  }
  tt.return
}
"""


def addition() -> Operation:
    module = parse_module(TEXT, "test.mlir", Context())
    return next(op for op in operations_in(module) if op.name == "arith.addi")


def test_ancestors_end_before_an_operation_of_a_class() -> None:
    op = addition()
    assert [around.name for around in ancestors(op)] == ["scf.for", "tt.func", "builtin.module"]
    assert [around.name for around in ancestors(op, below=tt.FuncOp)] == ["scf.for"]
    assert [around.name for around in ancestors(op, inclusive=True, below=tt.FuncOp)] == ["arith.addi", "scf.for"]
    assert [around.name for around in ancestors(op, below=(ForOp, tt.FuncOp))] == []


def test_the_top_of_an_operation_is_the_outermost_around_it() -> None:
    op = addition()
    module = top_of(op)
    assert isinstance(module, ModuleOp)
    assert top_of(module) is module


def test_the_location_of_the_innermost_operation_that_has_one() -> None:
    op = addition()
    loop = op.parent_op()
    assert loop is not None
    assert isinstance(op.location, UnknownLoc)
    assert known_location(op) == loop.location
    assert known_location(loop) == loop.location
    for around in ancestors(op):
        around.location = UnknownLoc()
    assert known_location(op) == UnknownLoc()


def test_a_search_reaches_each_node_once_the_last_first() -> None:
    edges = {"a": "bc", "b": "d", "c": "da", "d": "", "e": "b"}
    assert "".join(reached("a", edges.__getitem__)) == "acdb"
    assert "".join(reached("ea", edges.__getitem__)) == "acdbe"
    assert "".join(reached("", edges.__getitem__)) == ""


def test_groups_that_lead_to_each_other_come_after_those_they_lead_to() -> None:
    edges = {"a": "b", "b": "cd", "c": "a", "d": "e", "e": "d", "f": "cf"}
    assert ["".join(group) for group in strongly_connected("af", edges.__getitem__)] == ["de", "abc", "f"]
    assert ["".join(group) for group in strongly_connected("da", edges.__getitem__)] == ["de", "abc"]
    assert list(strongly_connected("", edges.__getitem__)) == []
