"""Which operation is surely reached before, or after, another one."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Operation

from xtriton.analysis.dominance import Dominance, ancestor_in_block, is_before, post_dominates
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module

TEXT = """
tt.func @f(%x: i32, %c: i1) -> i32 {
  %a = arith.addi %x, %x {tag = "a"} : i32
  %if = scf.if %c -> (i32) {
    %b = arith.addi %x, %a {tag = "b"} : i32
    scf.yield %b : i32
  } else {
    %d = arith.addi %x, %a {tag = "d"} : i32
    scf.yield %d : i32
  } {tag = "if"}
  %e = arith.addi %if, %a {tag = "e"} : i32
  cf.cond_br %c, ^left, ^right
^left:
  %l = arith.addi %e, %e {tag = "left"} : i32
  cf.br ^end(%l : i32)
^right:
  %r = arith.addi %e, %a {tag = "right"} : i32
  cf.br ^end(%r : i32)
^end(%y: i32):
  %z = arith.addi %y, %y {tag = "end"} : i32
  tt.return %z : i32
}
"""


@pytest.fixture
def ops() -> dict[str, Operation]:
    module = parse_module(TEXT, "x", Context())
    tags = {op: op.attributes.get("tag") for op in module.walk()}
    return {tag.data: op for op, tag in tags.items() if isinstance(tag, StringAttr)}


def test_order_in_a_block(ops: dict[str, Operation]) -> None:
    assert is_before(ops["a"], ops["e"])
    assert not is_before(ops["e"], ops["a"])
    assert not is_before(ops["a"], ops["a"])
    assert not is_before(ops["a"], ops["b"])  # which is in another block


def test_ancestors(ops: dict[str, Operation]) -> None:
    assert ancestor_in_block(ops["b"], ops["a"].parent) is ops["if"]
    assert ancestor_in_block(ops["a"], ops["b"].parent) is None


@pytest.mark.parametrize(
    ("first", "second", "proper", "improper"),
    [
        ("a", "b", True, True),
        ("b", "a", False, False),
        ("b", "d", False, False),
        ("b", "e", False, False),
        ("if", "b", False, True),  # it encloses it
        ("a", "a", False, True),
        ("e", "left", True, True),
        ("left", "right", False, False),
        ("left", "end", False, False),
        ("a", "end", True, True),
        ("end", "left", False, False),
    ],
)
def test_dominance(ops: dict[str, Operation], first: str, second: str, proper: bool, improper: bool) -> None:
    dominance = Dominance()
    assert dominance.properly_dominates(ops[first], ops[second]) is proper
    assert dominance.dominates(ops[first], ops[second]) is improper
    assert dominance.value_dominates(ops[first].results[0], ops[second]) is proper


def test_arguments_dominate_the_operations_their_block_dominates(ops: dict[str, Operation]) -> None:
    dominance = Dominance()
    x, y = ops["a"].operands[0], ops["end"].operands[0]
    assert all(dominance.value_dominates(x, op) for op in ops.values())
    assert [name for name, op in ops.items() if dominance.value_dominates(y, op)] == ["end"]


@pytest.mark.parametrize(
    ("last", "op", "expected"),
    [
        ("e", "a", True),
        ("e", "b", True),
        ("a", "e", False),
        ("b", "a", False),  # it may not be reached
        ("end", "left", True),
        ("end", "a", True),
        ("left", "a", False),
        ("a", "a", True),
    ],
)
def test_post_dominance(ops: dict[str, Operation], last: str, op: str, expected: bool) -> None:
    assert post_dominates(ops[last], ops[op]) is expected
