"""The threads that help a launch, and how a grid is spread over them."""

from __future__ import annotations

import threading
import time

import pytest

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

from xtriton.backends.cpu import launch
from xtriton.backends.cpu.launch import Runner, _Parts  # pyright: ignore[reportPrivateUsage]
from xtriton.backends.cpu.pool import run_on_threads

_SECONDS = 20


def test_each_thread_does_the_work_once() -> None:
    together, names = threading.Barrier(3), set[int]()

    def work() -> None:
        together.wait(_SECONDS)  # raises unless three threads are here at a time
        names.add(threading.get_ident())

    for _ in range(50):
        names.clear()
        run_on_threads(work, 3, lambda: None)
        assert len(names) == 3
        assert threading.get_ident() in names


def test_a_launch_does_not_wait_for_threads_that_have_not_begun() -> None:
    busy, release = threading.Semaphore(0), threading.Event()

    def occupy() -> None:
        busy.release()
        release.wait(_SECONDS)

    # The pool has as many threads as the greatest launch so far asked for: all of them are busy.
    count = 1 + sum(thread.name == "xtriton" for thread in threading.enumerate())
    count = max(count, 2)
    other = threading.Thread(target=run_on_threads, args=(occupy, count, lambda: None))
    other.start()
    try:
        for _ in range(count):
            assert busy.acquire(timeout=_SECONDS)
        calls: list[int] = []
        run_on_threads(lambda: calls.append(threading.get_ident()), count, lambda: None)
        assert calls == [threading.get_ident()]
    finally:
        release.set()
        other.join(_SECONDS)
    run_on_threads(lambda: None, count, lambda: None)
    assert len(calls) == 1  # what was taken back does not run later


def test_what_another_thread_raises() -> None:
    begun, own, stops = threading.Event(), threading.get_ident(), list[int]()

    def work() -> None:
        if threading.get_ident() != own:
            begun.set()
            raise ValueError("on another thread")
        assert begun.wait(_SECONDS)

    with pytest.raises(ValueError, match="on another thread"):
        run_on_threads(work, 2, lambda: stops.append(1))
    assert not stops


def test_an_interrupted_launch_stops_the_others_and_waits_for_them() -> None:
    begun, stop, ended, own = threading.Event(), threading.Event(), threading.Event(), threading.get_ident()

    def work() -> None:
        if threading.get_ident() == own:
            assert begun.wait(_SECONDS)
            raise KeyboardInterrupt
        begun.set()
        assert stop.wait(_SECONDS)
        ended.set()

    with pytest.raises(KeyboardInterrupt):
        run_on_threads(work, 2, stop.set)
    assert ended.is_set()


@pytest.mark.parametrize(("first", "last", "threads"), [(0, 2, 2), (1, 4, 2), (0, 7, 3), (1, 4096, 2), (5, 100000, 64)])
def test_parts_are_halves_of_shares_down_to_a_least_one(first: int, last: int, threads: int) -> None:
    parts, taken = _Parts(first, last, threads), list[tuple[int, int]]()
    while (part := parts.take()) is not None:
        taken.append(part)
    assert parts.take() is None
    # They follow each other without gaps,
    assert [begin for begin, _ in taken] == [first, *(end for _, end in taken[:-1])]
    assert taken[-1][1] == last
    # a thread takes half of its share, and at the end no more than a 32nd of what it began with.
    sizes = [end - begin for begin, end in taken]
    assert sizes[0] == max(1, (last - first) // (2 * threads))
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[-1] <= max(1, (last - first) // (32 * threads))


class _SlowRunner(Runner):
    """A launch whose programs take a millisecond each."""

    def __init__(self) -> None:
        self.prints = False
        self.small, self.large, self.runs = set(), set(), list[tuple[int, int]]()

    def _run(self, address: bytes, grid: tuple[int, int, int], first: int, last: int) -> None:
        self.runs.append((first, last))
        time.sleep((last - first) * 1e-3)


def test_a_launch_known_to_be_worth_threads_begins_on_all_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launch, "default_threads", lambda: 2)
    runner = _SlowRunner()
    # The first program of an unknown launch runs alone; a known one is divided at once. Launches without a key, and
    # those with other numbers, stay unknown.
    for key, begun in (("key", (0, 1)), ("key", (0, 2)), ("other", (0, 1)), (None, (0, 1)), (None, (0, 1))):
        runner.runs.clear()
        runner.launch_packed((8, 1, 1), b"", None, key)
        assert begun in runner.runs
        assert sorted(number for run in runner.runs for number in range(*run)) == list(range(8))
    assert (runner.small, runner.large) == (set(), {"key", "other"})
