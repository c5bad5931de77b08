"""Control flow in which programs go different ways."""

from __future__ import annotations

import numpy as np
import pytest
from unit.interp.programs import call, module_of

from xtriton.interp import interpret
from xtriton.interp.errors import RunError


def by_program(body: str, count: int, *arguments: object) -> list[int]:
    """The number that each program stores: the body computes ``%r`` from the program id ``%p``."""
    text = f"""\
tt.func public @f(%out: !tt.ptr<i32>) {{
  %p = tt.get_program_id x : i32
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
{body}
  %at = tt.addptr %out, %p : !tt.ptr<i32>, i32
  tt.store %at, %r : !tt.ptr<i32>
  tt.return
}}
"""
    out = np.full(count, -1, np.int32)
    interpret(module_of(text), count, out)
    return out.tolist()


def test_if():
    body = """\
  %odd = arith.remsi %p, %two : i32
  %c = arith.cmpi eq, %odd, %one : i32
  %r = scf.if %c -> (i32) {
    %d = arith.muli %p, %three : i32
    scf.yield %d : i32
  } else {
    scf.yield %zero : i32
  }"""
    assert by_program(body, 6) == [0, 3, 0, 9, 0, 15]


def test_loops_of_different_lengths():
    body = """\
  %n = arith.remsi %p, %three : i32
  %r = scf.for %i = %zero to %n step %one iter_args(%s = %p) -> (i32) : i32 {
    %t = arith.addi %s, %i : i32
    %u = arith.muli %t, %two : i32
    scf.yield %u : i32
  }"""

    def expected(p: int) -> int:
        total = p
        for i in range(p % 3):
            total = (total + i) * 2
        return total

    assert by_program(body, 8) == [expected(p) for p in range(8)]


def test_unsigned_bounds_and_steps():
    body = """\
  %lots = arith.constant -2 : i32
  %r = scf.for unsigned %i = %lots to %LIMIT step %one iter_args(%s = %zero) -> (i32) : i32 {
    %t = arith.addi %s, %one : i32
    scf.yield %t : i32
  }""".replace("%LIMIT", "%minus")
    assert by_program("  %minus = arith.constant -1 : i32\n" + body, 2) == [1, 1]
    with pytest.raises(RunError, match="step of a loop must be positive"):
        by_program("  scf.for %i = %zero to %one step %zero : i32 {\n  }\n  %r = arith.addi %p, %p : i32", 1)


def test_while_of_different_lengths():
    body = """\
  %r, %steps = scf.while (%v = %p, %n = %zero) : (i32, i32) -> (i32, i32) {
    %c = arith.cmpi sgt, %v, %one : i32
    scf.condition(%c) %n, %v : i32, i32
  } do {
  ^bb0(%n: i32, %v: i32):
    %h = arith.divsi %v, %two : i32
    %m = arith.addi %n, %one : i32
    scf.yield %h, %m : i32, i32
  }"""
    assert by_program(body, 10) == [0, 0, 1, 1, 2, 2, 2, 2, 3, 3]


def test_switches():
    body = """\
  %i = arith.index_cast %p : i32 to index
  %r = scf.index_switch %i -> i32
  case 1 {
    %a = arith.constant 10 : i32
    scf.yield %a : i32
  }
  case 3 {
    %a = arith.constant 30 : i32
    scf.yield %a : i32
  }
  default {
    scf.yield %p : i32
  }"""
    assert by_program(body, 5) == [0, 10, 2, 30, 4]


def test_blocks_that_loop_and_meet_again():
    body = """\
  %r = scf.execute_region -> i32 {
    cf.switch %p : i32, [
      default: ^loop(%p, %zero : i32, i32),
      0: ^out(%three : i32),
      4: ^out(%two : i32)
    ]
  ^loop(%v: i32, %n: i32):
    %m = arith.addi %n, %one : i32
    %w = arith.subi %v, %two : i32
    %c = arith.cmpi sgt, %w, %zero : i32
    cf.cond_br %c, ^loop(%w, %m : i32, i32), ^done(%m : i32)
  ^done(%k: i32):
    %l = arith.muli %k, %p : i32
    cf.br ^out(%l : i32)
  ^out(%x: i32):
    scf.yield %x : i32
  }"""

    def expected(p: int) -> int:
        if p in (0, 4):
            return 3 if p == 0 else 2
        return max((p + 1) // 2, 1) * p

    assert by_program(body, 9) == [expected(p) for p in range(9)]


def test_parallel_loops_reduce():
    body = """\
  %zero = arith.constant 0 : index
  %two = arith.constant 2 : index
  %six = arith.constant 6 : index
  %init = arith.constant 1 : i32
  %r = scf.parallel (%i, %j) = (%zero, %zero) to (%six, %two) step (%two, %two) init (%init) -> i32 {
    %v = arith.index_cast %i : index to i32
    %w = arith.addi %v, %init : i32
    scf.reduce(%w : i32) {
    ^bb0(%a: i32, %b: i32):
      %m = arith.muli %a, %b : i32
      scf.reduce.return %m : i32
    }
  }
  tt.return %r : i32"""
    assert call(body, "%x: i32 -> i32", 0)[0].values == 1 * 3 * 5


def test_functions_that_call_themselves():
    text = """\
tt.func public @f(%out: !tt.ptr<i32>) {
  %p = tt.get_program_id x : i32
  %r = tt.call @factorial(%p) : (i32) -> i32
  %at = tt.addptr %out, %p : !tt.ptr<i32>, i32
  tt.store %at, %r : !tt.ptr<i32>
  tt.return
}
tt.func private @factorial(%n: i32) -> i32 {
  %one = arith.constant 1 : i32
  %c = arith.cmpi sgt, %n, %one : i32
  %r = scf.if %c -> (i32) {
    %m = arith.subi %n, %one : i32
    %s = tt.call @factorial(%m) : (i32) -> i32
    %t = arith.muli %n, %s : i32
    scf.yield %t : i32
  } else {
    scf.yield %one : i32
  }
  tt.return %r : i32
}
"""
    out = np.zeros(7, np.int32)
    interpret(module_of(text), 7, out)
    assert out.tolist() == [1, 1, 2, 6, 24, 120, 720]
    endless = text.replace("arith.subi %n, %one", "arith.addi %n, %one")
    with pytest.raises(RunError, match="nested more than 100 deep"):
        interpret(module_of(endless), 3, out)


def test_regions_of_reductions_may_branch():
    body = """\
  %r = "tt.reduce"(%x) <{axis = 1 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi sgt, %a, %b : i32
    %m = scf.if %c -> (i32) {
      %s = arith.addi %a, %k : i32
      scf.yield %s : i32
    } else {
      scf.yield %b : i32
    }
    tt.reduce.return %m : i32
  }) : (tensor<2x4xi32>) -> tensor<2xi32>
  tt.return %r : tensor<2xi32>"""
    x = np.array([[4, 1, 2, 3], [0, 5, 9, 2]], np.int32)
    # Neighbours first: (4, 1) -> 104, (2, 3) -> 3, then 204; (0, 5) -> 5, (9, 2) -> 109, then 109.
    found = call(body, "%x: tensor<2x4xi32>, %k: i32 -> tensor<2xi32>", x, 100)[0]
    assert found.values.tolist() == [204, 109]


def test_maps_of_several_elements_at_a_time():
    body = """\
  %r = "tt.map_elementwise"(%x) <{pack = 2 : i32}> ({
  ^bb0(%a: i32, %b: i32):
    %c = arith.cmpi slt, %a, %b : i32
    cf.cond_br %c, ^bb1(%a, %b : i32, i32), ^bb1(%b, %a : i32, i32)
  ^bb1(%p: i32, %q: i32):
    tt.map_elementwise.return %p, %q : i32, i32
  }) : (tensor<8xi32>) -> tensor<8xi32>
  tt.return %r : tensor<8xi32>"""
    x = np.array([3, 1, 2, 9, 7, 7, -1, -5], np.int32)
    found = call(body, "%x: tensor<8xi32> -> tensor<8xi32>", x)[0]
    assert found.values.tolist() == [1, 3, 2, 9, 7, 7, -5, -1]


@pytest.mark.parametrize(
    ("low", "high", "step", "unsigned", "trips"),
    [
        (2, -(1 << 63), 1, "", 0),
        (-(1 << 63), (1 << 63) - 1, 1 << 62, "", 4),
        (-(1 << 63), (1 << 63) - 1, (1 << 63) - 1, "", 3),
        ((1 << 63) - 2, (1 << 63) - 1, (1 << 63) - 1, "", 1),
        (1, 1, 1, "", 0),
        (0, -1, 1 << 62, "unsigned ", 4),
        (1, 0, 1, "unsigned ", 0),
        (-5, -2, 2, "unsigned ", 2),
        (0, -1, -(1 << 63), "unsigned ", 2),
    ],
)
def test_bounds_of_loops_near_the_limits_of_their_type(low: int, high: int, step: int, unsigned: str, trips: int):
    text = f"""\
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %last, %count = scf.for {unsigned}%i = %l to %h step %s iter_args(%j = %zero, %n = %zero) -> (i64, i64) : i64 {{
    %m = arith.addi %n, %one : i64
    scf.yield %i, %m : i64, i64
  }}
  tt.return %last, %count : i64, i64
"""
    last, count = call(text, "%l: i64, %h: i64, %s: i64 -> i64, i64", low, high, step)
    assert count.values == trips
    assert (int(last.values) - (low + (trips - 1) * step if trips else 0)) % (1 << 64) == 0
