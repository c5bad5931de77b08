"""Programs that run in a batch have the same results as one after another."""

from __future__ import annotations

import numpy as np
import pytest
from semantics.cases import CASES, Case
from semantics.launching import module_of as compiled
from semantics.launching import signature_of
from unit.interp.programs import module_of

from xtriton.interp import interpret, machine
from xtriton.interp.errors import LoopLimitError, RunError
from xtriton.interp.writes import written_arguments


@pytest.mark.parametrize("case", CASES.values(), ids=lambda case: case.name)
def test_batches_of_any_size_give_the_same_bits(case: Case, monkeypatch: pytest.MonkeyPatch):
    outcomes = []
    module = compiled(case.kernel, signature_of(case, case.make_arguments()), case.constants)
    for size in (1, 3, 4096):
        monkeypatch.setattr(machine, "_MAX_BATCH", size)
        arguments = case.make_arguments()
        interpret(module, case.grid, *arguments.values())
        outcomes.append(arguments)
    for name, array in outcomes[0].items():
        for other in outcomes[1:]:
            np.testing.assert_array_equal(other[name], array, err_msg=name)


LOCK = """\
tt.func public @locked(%lock: !tt.ptr<i32>, %log: !tt.ptr<i32>, %next: !tt.ptr<i32>) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %t = arith.constant true
  scf.while : () -> () {
    %old = tt.atomic_cas acq_rel, gpu, %lock, %zero, %one : (!tt.ptr<i32>, i32, i32) -> i32
    %taken = arith.cmpi ne, %old, %zero : i32
    scf.condition(%taken)
  } do {
    scf.yield
  }
  %p = tt.get_program_id x : i32
  %n = tt.load %next : !tt.ptr<i32>
  %at = tt.addptr %log, %n : !tt.ptr<i32>, i32
  tt.store %at, %p : !tt.ptr<i32>
  %m = arith.addi %n, %one : i32
  tt.store %next, %m : !tt.ptr<i32>
  %free = tt.atomic_rmw exch, release, gpu, %lock, %zero, %t : (!tt.ptr<i32>, i32, i1) -> i32
  tt.return
}
"""


def test_a_lock_is_taken_in_program_order():
    lock, log, next_ = np.zeros(1, np.int32), np.full(10, -1, np.int32), np.zeros(1, np.int32)
    interpret(module_of(LOCK), 10, lock, log, next_)
    assert log.tolist() == list(range(10))
    assert next_[0] == 10
    assert lock[0] == 0


def test_a_lock_that_is_never_released_is_found_with_a_limit():
    with pytest.raises(LoopLimitError, match="program 0 runs more than 50 iterations"):
        interpret(module_of(LOCK), 2, np.ones(1, np.int32), np.zeros(4, np.int32), np.zeros(1, np.int32), loop_limit=50)


FLAGS = """\
tt.func public @f(%x: !tt.ptr<i32>, %out: !tt.ptr<i32>) {
  %p = tt.get_program_id x : i32
  %one = arith.constant 1 : i32
  %here = tt.addptr %x, %p : !tt.ptr<i32>, i32
  %there = tt.addptr %here, %one : !tt.ptr<i32>, i32
  FIRST
  SECOND
  tt.return
}
"""
READ = (
    "%v = tt.load %here : !tt.ptr<i32>\n  %o = tt.addptr %out, %p : !tt.ptr<i32>, i32\n  tt.store %o, %v : !tt.ptr<i32>"
)
WRITE = "tt.store %there, %p : !tt.ptr<i32>"


@pytest.mark.parametrize(("first", "second"), [(READ, WRITE), (WRITE, READ)])
def test_reads_see_the_writes_of_earlier_programs_only(first: str, second: str):
    x, out = np.full(6, 50, np.int32), np.zeros(5, np.int32)
    interpret(module_of(FLAGS.replace("FIRST", first).replace("SECOND", second)), 5, x, out)
    assert out.tolist() == [50, 0, 1, 2, 3]
    assert x.tolist() == [50, 0, 1, 2, 3, 4]


def test_of_writes_to_one_place_the_last_program_wins():
    text = """\
tt.func public @f(%x: !tt.ptr<i32>) {
  %p = tt.get_program_id x : i32
  %one = arith.constant 1 : i32
  %last = arith.constant 6 : i32
  %r = arith.subi %last, %p : i32
  %a = tt.addptr %x, %one : !tt.ptr<i32>, i32
  tt.store %x, %p : !tt.ptr<i32>
  tt.store %a, %p : !tt.ptr<i32>
  tt.store %x, %r : !tt.ptr<i32>
  tt.return
}
"""
    x = np.zeros(2, np.int32)
    interpret(module_of(text), 7, x)
    assert x.tolist() == [0, 6]


def test_an_error_keeps_the_writes_of_earlier_programs():
    text = """\
tt.func public @f(%x: !tt.ptr<i32>, %n: i32) {
  %p = tt.get_program_id x : i32
  %a = tt.addptr %x, %p : !tt.ptr<i32>, i32
  tt.store %a, %p : !tt.ptr<i32>
  %c = arith.cmpi ne, %p, %n : i32
  tt.assert %c, "stop" : i1
  tt.return
}
"""
    x = np.full(6, -1, np.int32)
    with pytest.raises(RunError, match="assertion failed in program 3"):
        interpret(module_of(text), 6, x, 3)
    assert x.tolist() == [0, 1, 2, 3, -1, -1]


def test_only_memory_that_may_be_written_is_watched():
    text = """\
tt.func public @f(%a: !tt.ptr<i32>, %b: !tt.ptr<i32>, %c: !tt.ptr<i32>, %n: i32) {
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %r:2 = scf.for %i = %zero to %n step %one iter_args(%p = %b, %q = %c) -> (!tt.ptr<i32>, !tt.ptr<i32>) : i32 {
    %next = tt.addptr %p, %one : !tt.ptr<i32>, i32
    scf.yield %next, %q : !tt.ptr<i32>, !tt.ptr<i32>
  }
  %v = tt.load %a : !tt.ptr<i32>
  tt.call @put(%r#0, %v) : (!tt.ptr<i32>, i32) -> ()
  tt.return
}
tt.func private @put(%p: !tt.ptr<i32>, %v: i32) {
  tt.store %p, %v : !tt.ptr<i32>
  tt.return
}
tt.func @wild(%a: !tt.ptr<i32>, %i: i64) {
  %p = tt.int_to_ptr %i : i64 -> !tt.ptr<i32>
  %v = tt.load %a : !tt.ptr<i32>
  tt.store %p, %v : !tt.ptr<i32>
  tt.return
}
"""
    functions = list(module_of(text).body.ops)
    # Which result of the loop comes from which value is not followed: c may be written as far as is known.
    assert written_arguments(functions[0]) == {1, 2}
    assert written_arguments(functions[2]) is None
