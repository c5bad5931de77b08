"""Ranges of integers that hold for all arguments."""

from __future__ import annotations

import pytest
from xdsl.ir import SSAValue

from xtriton.analysis.integer_ranges import IntegerRanges, Range, all_of, first_wrap
from xtriton.dialects import tt
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module

EVERYTHING = all_of(32)


def _last(body: str) -> tuple[IntegerRanges, SSAValue]:
    """The ranges in a function, and the result of its last operation before the return."""
    module = parse_module(f"tt.func @k(%n: i32, %m: i32, %x: !tt.ptr<i32>) {{ {body} tt.return }}", "t", Context())
    (end,) = (op for op in module.walk() if isinstance(op, tt.ReturnOp))
    assert end.prev_op is not None
    return IntegerRanges(module), end.prev_op.results[0]


CASES = [
    ("%v = tt.get_program_id x : i32", Range(0, EVERYTHING.high)),
    ("%v = tt.make_range {start = 3 : i32, end = 8 : i32} : tensor<5xi32>", Range(3, 7)),
    ("%c = arith.constant -5 : i32 %v = arith.muli %c, %c : i32", Range(25, 25)),
    ("%v = arith.addi %n, %n : i32", EVERYTHING),
    ("%p = tt.get_program_id x : i32 %c = arith.constant 1 : i32 %v = arith.addi %p, %c : i32", EVERYTHING),
    ("%c = arith.constant 8 : i32 %v = arith.remsi %n, %c : i32", Range(-7, 7)),
    ("%c = arith.constant 8 : i32 %v = arith.divsi %n, %c : i32", Range(-(1 << 28), (1 << 28) - 1)),
    ("%c = arith.constant 255 : i32 %v = arith.andi %n, %c : i32", Range(0, 255)),
    ("%c = arith.constant 7 : i32 %a = arith.andi %n, %c : i32 %v = arith.xori %a, %c : i32", Range(0, 7)),
    ("%w = arith.extsi %n : i32 to i64 %v = arith.addi %w, %w : i64", Range(2 * EVERYTHING.low, 2 * EVERYTHING.high)),
    ("%v = arith.extui %n : i32 to i64", Range(0, (1 << 32) - 1)),
    (
        "%c = arith.constant 9 : i32 %t = arith.cmpi slt, %n, %c : i32 llvm.intr.assume %t : i1 "
        "%v = tt.splat %n : i32 -> tensor<4xi32>",
        Range(EVERYTHING.low, 8),
    ),
    (
        "%c = arith.constant 9 : i64 %w = arith.extsi %n : i32 to i64 %t = arith.cmpi sle, %c, %w : i64 "
        "llvm.intr.assume %t : i1 %v = tt.splat %n : i32 -> tensor<4xi32>",
        Range(9, EVERYTHING.high),
    ),
]


@pytest.mark.parametrize(("body", "expected"), CASES)
def test_range_of_a_value(body: str, expected: Range) -> None:
    ranges, value = _last(body)
    assert ranges.of(value) == expected


def test_an_assumption_in_a_branch_is_not_relied_on() -> None:
    body = (
        "%c = arith.constant 9 : i32 %t = arith.cmpi slt, %n, %c : i32 "
        "scf.if %t { llvm.intr.assume %t : i1 } %v = tt.splat %n : i32 -> tensor<4xi32>"
    )
    ranges, value = _last(body)
    assert ranges.of(value) == EVERYTHING


@pytest.mark.parametrize(("factor", "wraps"), [(1 << 20, False), (1 << 30, True)])
def test_first_operation_that_may_wrap_around(factor: int, wraps: bool) -> None:
    body = (
        f"%r = tt.make_range {{start = 0 : i32, end = 16 : i32}} : tensor<16xi32> "
        f"%c = arith.constant dense<{factor}> : tensor<16xi32> %v = arith.muli %r, %c : tensor<16xi32>"
    )
    ranges, value = _last(body)
    found = first_wrap(value, ranges)
    assert (found is not None) == wraps
    assert not isinstance(found, tt.MakeRangeOp)
