"""Children that are forked while other threads compile and launch kernels: none waits for a thread that it lacks."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from unit.compiler import kernels

import xtriton
from xtriton.forks import Lock
from xtriton.wheel import WHEEL_LOCK

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
ADD = "*fp32,*fp32,*fp32,i32,{}"


def in_a_child(work: Callable[[], bool], seconds: float = 120) -> bool:
    """Fork, and tell whether ``work`` is true there. A child that hangs fails the test."""
    child = os.fork()
    if child == 0:
        code = 1
        with suppress(BaseException):
            code = 0 if work() else 2
        os._exit(code)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return status == 0
        time.sleep(0.01)
    os.kill(child, 9)
    os.waitpid(child, 0)
    pytest.fail("the child hangs")


class Busy:
    """A thread that does something over and over while the test runs."""

    def __init__(self, work: Callable[[int], Any]) -> None:
        self._work, self._over, self.rounds = work, threading.Event(), 0
        self.failure: BaseException | None = None
        self._thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        try:
            while not self._over.is_set():
                self._work(self.rounds)
                self.rounds += 1
        except BaseException as failure:
            self.failure = failure

    def __enter__(self) -> Busy:
        self._thread.start()
        while not self.rounds and self.failure is None:
            time.sleep(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        self._thread.join(120)
        assert self.failure is None and not self._thread.is_alive()


def compiled_and_run(block: int) -> bool:
    """Whether a kernel that has not been compiled before is right."""
    kernel = xtriton.compile(kernels.add, ADD.format(block), target="cpu", name=f"add{os.getpid()}_{block}")
    x, out = np.arange(512, dtype=np.float32), np.zeros(512, np.float32)
    kernel[(512 // block,)](x, x, out, 512, threads=2)
    return bool((out == 2 * x).all())


def test_fork_while_another_thread_compiles() -> None:
    def compile_(number: int) -> None:
        xtriton.compile(kernels.add, ADD.format(16), target="cpu", name=f"parent{number}")

    with Busy(compile_):
        for number in range(6):
            time.sleep(0.013 * number)
            assert in_a_child(lambda: compiled_and_run(64))


@pytest.mark.slow
def test_fork_while_another_thread_launches_on_threads() -> None:
    kernel = xtriton.compile(kernels.add, ADD.format(16), target="cpu")
    x, out = np.ones(1 << 16, np.float32), np.zeros(1 << 16, np.float32)
    with Busy(lambda _: kernel[(1 << 12,)](x, x, out, 1 << 16, threads=2)):
        for _ in range(10):
            assert in_a_child(lambda: compiled_and_run(32))


def test_fork_while_on_cpu_compiles_new_versions() -> None:
    def launch(number: int) -> None:
        out = np.zeros(16, np.float32)
        kernels.add[(1,)](np.ones(16, np.float32), np.ones(16, np.float32), out, 16, 16 << number % 4)

    def launched() -> bool:
        out = np.zeros(512, np.float32)
        kernels.add[(1,)](np.ones(512, np.float32), np.ones(512, np.float32), out, 512, 512)
        return bool((out == 2).all())

    with xtriton.on_cpu(), Busy(launch):
        for _ in range(4):
            assert in_a_child(launched)


def test_a_fork_waits_for_the_lock_of_the_wheel() -> None:
    held, state = threading.Event(), ["consistent"]

    def change() -> None:
        with WHEEL_LOCK:
            state[0] = "half done"
            held.set()
            time.sleep(0.3)
            state[0] = "consistent"

    thread = threading.Thread(target=change)
    thread.start()
    held.wait()
    assert in_a_child(lambda: state == ["consistent"])
    thread.join()


def test_a_thread_that_holds_the_lock_of_the_wheel_can_fork() -> None:
    def taken() -> bool:
        return WHEEL_LOCK.acquire(timeout=5)

    with WHEEL_LOCK:
        assert in_a_child(taken)
    assert taken()
    WHEEL_LOCK.release()


def test_other_locks_are_recreated_in_the_child() -> None:
    lock, held, over = Lock(), threading.Event(), threading.Event()

    def hold() -> None:
        with lock:
            held.set()
            over.wait()

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait()

    def taken() -> bool:
        with lock:
            return True

    assert in_a_child(taken, 10)
    over.set()
    thread.join()
    with lock:
        assert in_a_child(taken, 10)
    assert taken()
