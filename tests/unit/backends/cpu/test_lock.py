"""The lock of atomic operations: one for all machine code of a process, however it is loaded."""

from __future__ import annotations

import ctypes
import os
import signal
import threading
import time

import numpy as np
import pytest
from unit.backends.cpu.modules import HOSTS, kernel

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

from xtriton.backends.cpu import loaded
from xtriton.backends.cpu.elf import UnknownObjectError
from xtriton.backends.cpu.host import Host, llvmlite_binding
from xtriton.backends.cpu.kernel import CompiledCpuKernel
from xtriton.backends.cpu.lock import WORD
from xtriton.backends.cpu.machine import assembly, machine_code

ALONE = 1 << 32


@pytest.fixture(scope="module", autouse=True)
def _all_targets() -> None:
    binding = llvmlite_binding()
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()


def _counting(size: int = 16) -> CompiledCpuKernel:
    """Adds one to each element."""
    return kernel(
        "%out: memref<*xi32>",
        f"""%count = memref.cast %out : memref<*xi32> to memref<?xi32>
%one = arith.constant 1 : i32
%places = tensor.empty() : tensor<{size}xi32>
linalg.generic {{indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]}}
  ins(%places : tensor<{size}xi32>) {{
^bb0(%unused: i32):
  %i = linalg.index 0 : index
  %old = memref.atomic_rmw addi %one, %count[%i] : (i32, memref<?xi32>) -> i32
  linalg.yield
}}
""",
    )


def _waits(made: CompiledCpuKernel) -> bool:
    """Whether a launch waits while this thread holds the lock alone."""
    out = np.zeros(16, np.int32)
    WORD.value = ALONE
    thread = threading.Thread(target=lambda: made[1](out))
    try:
        thread.start()
        time.sleep(0.03)
        waited = thread.is_alive() and not out.any()
    finally:
        WORD.value -= ALONE
        thread.join()
    assert out.tolist() == [1] * 16
    return waited


def test_kernels_share_the_lock_of_the_process() -> None:
    assert _waits(_counting())
    assert WORD.value == 0


def test_code_that_llvm_loads_uses_the_same_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_: bytes) -> None:
        raise UnknownObjectError("another system")

    monkeypatch.setattr(loaded, "load_elf", refuse)
    made = [_counting(), _counting()]
    assert all(map(_waits, made))


def test_code_without_atomic_operations_has_no_lock() -> None:
    made = kernel("%out: memref<*xi32>", "%c = memref.cast %out : memref<*xi32> to memref<?xi32>")
    assert b"xtriton_atomics" not in made.kernel.code.object
    assert b"xtriton_atomics" in _counting().kernel.code.object


@pytest.mark.skipif(not hasattr(os, "fork"), reason="a system without fork")
def test_a_new_process_does_not_inherit_the_lock() -> None:
    """The thread that holds it does not exist there."""
    made, out = _counting(), np.zeros(16, np.int32)
    made[1](out)
    WORD.value = ALONE
    try:
        child = os.fork()
        if child == 0:
            signal.alarm(20)  # a launch that waits for ever ends the process
            made[1](out, threads=1)
            os._exit(0 if out.tolist() == [2] * 16 else 1)
    finally:
        WORD.value -= ALONE
    assert os.waitpid(child, 0)[1] == 0
    assert out.tolist() == [1] * 16


_USES = """
declare i1 @xtriton_begin_atomics(i64)
declare void @xtriton_join_atomics()
declare void @xtriton_end_atomics(i1)
define void @f(ptr noalias %out) {
  %alone = call i1 @xtriton_begin_atomics(i64 4)
  %old = load i64, ptr %out
  %new = add i64 %old, 1
  store i64 %new, ptr %out
  call void @xtriton_end_atomics(i1 %alone)
  call void @xtriton_join_atomics()
  %more = atomicrmw add ptr %out, i64 1 monotonic
  call void @xtriton_end_atomics(i1 false)
  ret void
}
"""


@pytest.mark.parametrize(
    ("host", "pause"),
    [(HOSTS["x86-64"], "pause"), (Host("neoverse-n1", "", "aarch64-unknown-linux-gnu"), "yield")],
    ids=["x86-64", "aarch64"],
)
def test_accesses_stay_between_begin_and_end(host: Host, pause: str) -> None:
    """LLVM does not move them across the atomic instructions, although the argument is ``noalias``."""
    text = machine_code(_USES, host).llvm_ir
    body = text[text.index("define void @f") :].partition("\n}")[0]
    order = [body.index(part) for part in ("cmpxchg", "load i64, ptr %out", "store i64", "atomicrmw sub")]
    assert order == sorted(order)
    later = body[order[-1] :]
    assert later.index("i64 1 acq_rel") < later.index("i64 1 monotonic") < later.rindex("atomicrmw sub")
    assert body.count("fence acq_rel") == 2
    assert pause in assembly(text, host).split()


def test_waiting_threads_yield() -> None:
    """The thread that holds the lock may need the processor."""
    text = assembly(machine_code(_USES, Host.here()).llvm_ir, Host.here())
    assert ("sched_yield" in text) == (os.name == "posix")


def test_the_word_has_a_line_of_its_own() -> None:
    assert ctypes.addressof(WORD) % 128 == 0
