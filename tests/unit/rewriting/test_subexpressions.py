"""Whether common subexpression elimination has changed anything: a second one is left out if it has not."""

from __future__ import annotations

import pytest

from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import print_op
from xtriton.rewriting.subexpressions import eliminate_common_subexpressions


@pytest.mark.parametrize(
    ("body", "changes"),
    [
        ("%0 = arith.addi %x, %y : i32 \n tt.return %0 : i32", False),
        ("%0 = arith.addi %x, %y : i32 \n tt.return %x : i32", True),  # dead
        ("%0 = arith.addi %x, %y : i32 \n %1 = arith.addi %y, %x : i32 \n %2 = arith.muli %0, %1 : i32 \n"
         "tt.return %2 : i32", True),
        ("%0 = arith.addi %x, %y : i32 \n %1 = arith.subi %y, %x : i32 \n %2 = arith.muli %0, %1 : i32 \n"
         "tt.return %2 : i32", False),
        ("%0 = tt.load %p : !tt.ptr<i32> \n %1 = tt.load %p : !tt.ptr<i32> \n %2 = arith.muli %0, %1 : i32 \n"
         "tt.return %2 : i32", True),
        ("%0 = tt.load %p : !tt.ptr<i32> \n tt.store %p, %x : !tt.ptr<i32> \n %1 = tt.load %p : !tt.ptr<i32> \n"
         "%2 = arith.muli %0, %1 : i32 \n tt.return %2 : i32", False),
    ],
)  # fmt: skip
def test_says_whether_it_changed_anything(body: str, changes: bool) -> None:
    text = f"tt.func @f(%x: i32, %y: i32, %p: !tt.ptr<i32>) -> i32 {{ {body} }}"
    module = parse_module(text, "test.mlir", Context())
    before = print_op(module)
    assert eliminate_common_subexpressions(module) is changes
    assert (print_op(module) != before) is changes
    assert not eliminate_common_subexpressions(module)
