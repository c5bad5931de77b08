"""The threads that help a launch, and how a grid is spread over them.

Most kernels here are Python functions that the native code calls with the programs to run, on any thread.
"""

from __future__ import annotations

import ctypes
import os
import random
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

from unit.backends.cpu.modules import kernel

from xtriton.backends.cpu import launch, pool
from xtriton.backends.cpu.kernel import CompiledCpuKernel
from xtriton.backends.cpu.launch import BLOCK, KernelAssertion, Runner
from xtriton.backends.cpu.pool import Ended, run_on_threads

_SECONDS = 20
_ARENA = 64


def _run(
    body: Callable[[int, int, int], int | None], first: int, last: int, threads: int, *, one_by_one: bool = False
) -> Ended:
    """Call ``body`` with parts of [first, last) and the address of an arena; it returns what a kernel does."""

    def entry(block: int) -> int:
        _, _, _, begin, end, arena = struct.unpack(BLOCK, ctypes.string_at(block, struct.calcsize(BLOCK)))
        return body(begin, end, arena) or 0

    called = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_void_p)(entry)
    address = ctypes.cast(called, ctypes.c_void_p).value
    assert address is not None
    block = bytes(struct.calcsize(BLOCK))
    return run_on_threads(address, block, first, last, threads, _ARENA, one_by_one=one_by_one)


def _nothing(_first: int, _last: int, _arena: int) -> None:
    pass


def test_each_thread_takes_a_program() -> None:
    together = threading.Barrier(3)
    for _ in range(50):
        names, arenas = set[int](), set[int]()

        def body(first: int, last: int, arena: int, names: set[int] = names, arenas: set[int] = arenas) -> None:
            assert last == first + 1
            together.wait(_SECONDS)  # raises unless three threads are here at a time
            names.add(threading.get_ident())
            arenas.add(arena)

        assert _run(body, 0, 3, 3) == Ended(3, [])
        assert len(names) == len(arenas) == 3
        assert threading.get_ident() in names
        assert all(arena % 64 == 0 for arena in arenas)


_AFFINITY = pytest.mark.skipif(sys.platform != "linux", reason="pool_linux.ll")


def _places_of_launches(launches: int) -> list[dict[int, tuple[int, frozenset[int]]]]:
    """Processor and affinity of the two threads of each launch, which begins when the other thread sleeps."""
    processor = ctypes.CDLL(None).sched_getcpu
    found: list[dict[int, tuple[int, frozenset[int]]]] = []
    for _ in range(launches):
        together, places = threading.Barrier(2), dict[int, tuple[int, frozenset[int]]]()

        def body(
            _first: int,
            _last: int,
            _arena: int,
            together: threading.Barrier = together,
            places: dict[int, tuple[int, frozenset[int]]] = places,
        ) -> None:
            places[threading.get_native_id()] = processor(), frozenset(os.sched_getaffinity(0))
            together.wait(_SECONDS)

        _run(body, 0, 2, 2)
        found.append(places)
        time.sleep(0.005)
    return found


@_AFFINITY
def test_a_thread_wakes_up_on_another_processor_and_keeps_its_affinity() -> None:
    """A busy machine may move threads before they look where they are: attempts for a minute, of which one suffices."""
    allowed = frozenset(os.sched_getaffinity(0))
    most, end = 0, time.monotonic() + 60
    while time.monotonic() < end:
        places = _places_of_launches(30)
        assert {affinity for threads in places for _, affinity in threads.values()} == {allowed}
        others = sum(len({processor for processor, _ in threads.values()}) == 2 for threads in places)
        most = max(most, others)
        if most > 20 or len(allowed) == 1:
            return
        time.sleep(0.5)
    raise AssertionError(f"threads were on another processor in {most} of 30 launches at most")


@_AFFINITY
def test_a_thread_with_one_processor_wakes_up_there() -> None:
    tests = str(Path(__file__).parents[3])
    code = (
        f"import os, sys; sys.path.insert(0, {tests!r})\n"
        "one = min(os.sched_getaffinity(0)); os.sched_setaffinity(0, {one})\n"
        "from unit.backends.cpu.test_pool import _places_of_launches\n"
        "places = {place for threads in _places_of_launches(5) for place in threads.values()}\n"
        "print(places == {(one, frozenset({one}))})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout == "True\n", done.stderr


def test_a_launch_does_not_wait_for_threads_that_have_not_begun() -> None:
    busy, release = threading.Semaphore(0), threading.Event()

    def occupy(_first: int, _last: int, _arena: int) -> None:
        busy.release()
        release.wait(_SECONDS)

    # The pool has as many threads as the greatest launch so far asked for: all of them are busy.
    count = 1 + sum(thread.name == "xtriton" for thread in threading.enumerate())
    count = max(count, 2)
    other = threading.Thread(target=_run, args=(occupy, 0, count, count))
    other.start()
    calls: list[int] = []

    def note(first: int, last: int, _arena: int) -> None:
        calls.extend([threading.get_ident()] * (last - first))

    try:
        for _ in range(count):
            assert busy.acquire(timeout=_SECONDS)
        _run(note, 0, 5, count)
        assert calls == [threading.get_ident()] * 5
    finally:
        release.set()
        other.join(_SECONDS)
    _run(note, 0, 5, count)
    assert len(calls) == 10  # what was taken back does not run later


def test_a_failure_on_another_thread() -> None:
    own, together = threading.get_ident(), threading.Barrier(2)

    def body(first: int, _last: int, arena: int) -> int:
        together.wait(_SECONDS)
        if threading.get_ident() == own:
            time.sleep(0.05)
            return 0
        ctypes.memmove(arena, struct.pack("<qqq", 0, 7, first), 24)  # the guard 7 failed
        return 1

    ended = _run(body, 0, 10, 2)
    # Neither thread takes another part.
    assert ended.next == 2
    (failure,) = ended.failures
    assert struct.unpack_from("<qq", failure.header, 8) in ((7, 0), (7, 1))
    assert failure.end == struct.unpack_from("<q", failure.header, 16)[0] + 1
    # What the arenas say does not fail the next launch.
    assert _run(_nothing, 0, 10, 2) == Ended(10, [])


def test_an_interrupted_launch_stops_the_others_and_waits_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    native = pool._native()  # pyright: ignore[reportPrivateUsage]
    assert native is not None

    def interrupted(_launch: int, _workers: int) -> int:
        raise KeyboardInterrupt

    own, begun, ended, runs = threading.get_ident(), threading.Event(), threading.Event(), list[int]()

    def body(first: int, _last: int, _arena: int) -> None:
        runs.append(first)
        if threading.get_ident() == own:
            assert begun.wait(_SECONDS)
            time.sleep(pool.TURN_SECONDS)
        else:
            begun.set()
            time.sleep(3 * pool.TURN_SECONDS)
            ended.set()

    monkeypatch.setattr(native, "resume", interrupted)
    with pytest.raises(KeyboardInterrupt):
        _run(body, 0, 1000, 2)
    assert ended.is_set()
    assert sorted(runs) == [0, 1]
    monkeypatch.undo()
    assert _run(_nothing, 0, 10, 2) == Ended(10, [])


def test_a_launch_returns_to_python_from_time_to_time(monkeypatch: pytest.MonkeyPatch) -> None:
    native = pool._native()  # pyright: ignore[reportPrivateUsage]
    assert native is not None
    turns, runs, resume = list[int](), list[int](), native.resume

    def counted(launch: int, workers: int) -> int:
        turns.append(1)
        return resume(launch, workers)

    monkeypatch.setattr(native, "resume", counted)

    def body(first: int, last: int, _arena: int) -> None:
        runs.extend(range(first, last))
        time.sleep((last - first) * pool.TURN_SECONDS / 5)

    assert _run(body, 0, 40, 2) == Ended(40, [])
    assert sorted(runs) == list(range(40))
    assert 2 <= len(turns) <= 10


@pytest.mark.parametrize(("first", "last", "threads"), [(0, 2, 2), (1, 4, 2), (0, 7, 3), (1, 4096, 2), (5, 100000, 64)])
def test_parts_are_halves_of_shares_down_to_a_least_one(first: int, last: int, threads: int) -> None:
    taken: list[tuple[int, int]] = []

    def body(begin: int, end: int, _arena: int) -> None:
        taken.append((begin, end))

    assert _run(body, first, last, threads) == Ended(last, [])
    # They follow each other without gaps,
    taken.sort()
    assert [begin for begin, _ in taken] == [first, *(end for _, end in taken[:-1])]
    assert taken[-1][1] == last
    # a thread takes up to half of its share, but at first one program, and at the end a 32nd of what it began with.
    least = max(1, (last - first) // (32 * threads))
    assert taken[0] == (first, first + 1)
    assert taken[-1][1] - taken[-1][0] <= least
    for begin, end in taken:
        assert end - begin <= max(least, (last - begin) // (2 * threads))


def test_steps_are_no_longer_than_half_a_turn() -> None:
    """A part of a share that takes long would delay what interrupts a launch."""
    sizes: list[int] = []

    def body(first: int, last: int, _arena: int) -> None:
        sizes.append(last - first)
        time.sleep(2e-3 * (last - first))

    _run(body, 0, 1000, 2)
    assert 4 <= max(sizes) <= 32  # 16 take 32 ms, or less if the clock is coarse; a quarter of all are 250


class _SlowRunner(Runner):
    """A launch whose programs take a millisecond each."""

    def __init__(self) -> None:
        self.small, self.large, self.runs = set(), set(), list[tuple[int, int]]()
        self.prints = self.waits = False

    def _run(self, arguments: bytes, grid: tuple[int, int, int], first: int, last: int) -> None:
        self.runs.append((first, last))
        time.sleep((last - first) * 1e-3)

    def _run_from(
        self, arguments: bytes, grid: tuple[int, int, int], first: int, last: int, threads: int | None
    ) -> None:
        self.runs.append((first, last))


def test_a_launch_known_to_be_worth_threads_begins_on_all_of_them() -> None:
    runner = _SlowRunner()
    # The first program of an unknown launch runs alone; a known one is divided at once. Launches without a key, and
    # those with other numbers, stay unknown.
    alone, known = [(0, 1), (1, 8)], [(0, 8)]
    for key, runs in (("key", alone), ("key", known), ("other", alone), (None, alone), (None, alone)):
        runner.runs.clear()
        runner.launch_packed((8, 1, 1), b"", None, key)
        assert runner.runs == runs
    assert (runner.small, runner.large) == (set(), {"key", "other"})


def test_no_program_runs_alone_first_if_it_may_wait_for_another_one() -> None:
    runner = _SlowRunner()
    runner.waits = True
    for _ in range(2):
        runner.runs.clear()
        runner.launch_packed((8, 1, 1), b"", None, "key")
        assert runner.runs == [(0, 8)]
    assert (runner.small, runner.large) == (set(), set())
    runner.launch_packed((8, 1, 1), b"", 1, "key")  # as asked for
    assert runner.runs[1:] == [(0, 1), (1, 8)]


@pytest.mark.parametrize("processors", [1, 4])
def test_programs_that_may_wait_have_two_threads_at_least(processors: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "default_threads", lambda: processors)
    assert pool.threads_for(100, None) == processors
    assert pool.threads_for(100, None, waits=True) == max(processors, 2)
    assert pool.threads_for(100, 1, waits=True) == 1
    assert pool.threads_for(1, None, waits=True) == 1


@pytest.mark.parametrize("one_by_one", [False, True])
def test_threads_take_one_program_at_a_time_if_that_is_asked_for(one_by_one: bool) -> None:
    sizes: list[int] = []

    def body(first: int, last: int, _arena: int) -> None:
        sizes.append(last - first)

    assert _run(body, 5, 1000, 2, one_by_one=one_by_one) == Ended(1000, [])
    assert sum(sizes) == 995
    assert (set(sizes) == {1}) == one_by_one


def _counting() -> CompiledCpuKernel:
    """Adds one to the count of each program. Programs from a limit on fail."""
    return kernel(
        "%out: memref<*xi32>, %limit: i32",
        """%count = memref.cast %out : memref<*xi32> to memref<?xi32>
%fine = arith.cmpi slt, %px, %limit : i32
cf.assert %fine, "too many programs"
%one = arith.constant 1 : i32
%i = arith.index_cast %px : i32 to index
%old = memref.atomic_rmw addi %one, %count[%i] : (i32, memref<?xi32>) -> i32
""",
    )


@pytest.mark.parametrize("threads", [1, 2, 3, 7, 64])
def test_grids_of_all_sizes(threads: int) -> None:
    made = _counting()
    for programs in (0, 1, 2, 3, 5, 31, 64, 97, 1009, 1 << 16):
        out = np.zeros(programs + 8, np.int32)
        made[programs](out, programs, threads=threads)
        assert (out[:programs] == 1).all()
        assert (out[programs:] == 0).all()


def test_programs_may_wait_for_each_other() -> None:
    """Both threads run at the same time: each program waits until the other has come."""
    text = """%count = memref.cast %out : memref<*xi32> to memref<?xi32>
%one = arith.constant 1 : i32
%zero = arith.constant 0 : i32
%two = arith.constant 2 : i32
%c0 = arith.constant 0 : index
%first = memref.atomic_rmw addi %one, %count[%c0] : (i32, memref<?xi32>) -> i32
scf.while : () -> () {
  %seen = memref.atomic_rmw addi %zero, %count[%c0] : (i32, memref<?xi32>) -> i32
  %waits = arith.cmpi slt, %seen, %two : i32
  scf.condition(%waits)
} do {
  scf.yield
}
"""
    out = np.zeros(1, np.int32)
    made = kernel("%out: memref<*xi32>", text)
    for _ in range(20):
        out[:] = 0
        made[2](out, threads=2)
        assert out[0] == 2


def test_launches_of_many_threads_at_a_time() -> None:
    """Counts are right, and failures are those of the launch, whatever else runs; also in a process that is forked."""
    made, problems = _counting(), list[str]()

    def launches(seed: int, seconds: float) -> None:
        rng, end = random.Random(seed), time.monotonic() + seconds
        out = np.zeros(3000, np.int32)
        while time.monotonic() < end:
            programs, fails = rng.choice((1, 2, 3, 17, 211, 3000)), rng.random() < 0.2
            out[:] = 0
            try:
                made[programs](out, programs - 1 if fails else programs, threads=rng.randint(1, 5))
                failed = False
            except KernelAssertion as problem:
                failed = f"too many programs in program ({programs - 1}, 0, 0)" in str(problem)
            if failed is not fails or not (out[: programs - fails] == 1).all() or out[programs:].any():
                problems.append(f"{programs} programs, {fails=}")

    others = [threading.Thread(target=launches, args=(seed, 1.5)) for seed in range(4)]
    for other in others:
        other.start()
    children: list[int] = []
    for seed in range(3 if hasattr(os, "fork") else 0):
        time.sleep(0.2)
        child = os.fork()
        if child == 0:
            problems.clear()
            launches(seed, 0.1)
            os._exit(1 if problems else 0)
        children.append(child)
    for other in others:
        other.join(_SECONDS)
    assert not problems
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0] * len(children)


_ENDS = """
import sys, threading
import numpy as np
from unit.backends.cpu.test_pool import _counting

made, out = _counting(), np.zeros(100, np.int32)
def launches():
    while True:
        made[100](out, 100, threads=3)
if sys.argv[1] == "busy":
    threading.Thread(target=launches, daemon=True).start()
for _ in range(20):
    made[100](out, 100, threads=2)
assert (out >= 20).all()
"""


@pytest.mark.parametrize("other", ["busy", "idle"])
def test_a_process_ends_while_threads_wait_for_work(other: str) -> None:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path), pool.SPIN_VARIABLE: "100000"}
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", _ENDS, other], env=environment, timeout=60, capture_output=True)
        assert (done.returncode, done.stderr) == (0, b"")


@contextmanager
def _spinning(monkeypatch: pytest.MonkeyPatch, given: str) -> Generator[Any]:
    spin: Any = pool._spin  # pyright: ignore[reportPrivateUsage]
    monkeypatch.setenv(pool.SPIN_VARIABLE, given)
    spin.cache_clear()
    try:
        yield spin
    finally:
        monkeypatch.delenv(pool.SPIN_VARIABLE)
        spin.cache_clear()


def test_how_long_threads_spin(monkeypatch: pytest.MonkeyPatch) -> None:
    for given, nanoseconds in (("", 50_000), ("0", 0), ("120", 120_000)):
        with _spinning(monkeypatch, given) as spin:
            assert spin() == nanoseconds
            assert _run(_nothing, 0, 100, 2) == Ended(100, [])
    for given in ("-1", "fast", "1.5"):
        with (
            _spinning(monkeypatch, given),
            pytest.raises(ValueError, match=r"XTRITON_CPU_SPIN is .*: it must be a whole number of microseconds"),
        ):
            _run(_nothing, 0, 100, 2)


def test_one_thread_where_there_are_none_of_posix(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_native", lambda: None)
    assert [pool.threads_for(*given) for given in ((8, 4), (8, None), (1, 2))] == [1, 1, 1]
    monkeypatch.undo()
    assert [pool.threads_for(*given) for given in ((8, 4), (3, 4), (1, 2), (0, 2))] == [4, 3, 1, 1]


def test_a_launch_where_there_are_no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    def one(_programs: int, _asked: int | None, *, waits: bool = False) -> int:
        del waits
        return 1

    monkeypatch.setattr(launch, "threads_for", one)
    out = np.zeros(4, np.int32)
    _counting()[4](out, 4, threads=2)
    assert (out == 1).all()
