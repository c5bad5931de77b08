"""Memory of launches, and when it is set to zero: PrimFuncs that run on the CPU, with recorders for the kernels."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("tvm.relax", reason="needs TVM: pip install '.[tvm]'")

import tvm
from tvm_models import stream

from xtriton.tvm import device_memory
from xtriton.tvm.device_memory import KEPT, Device, allocate, provide_zeros, release
from xtriton.tvm.library import builder, ir_builder

KDL_CPU = 1

Fills = list[tuple[int, int]]
"""Addresses, and bytes that are set to zero there."""


@pytest.fixture
def launched(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[int, Fills]]:
    """Runs a function that launches a kernel with so many bytes of zeros: their address, and the fills for them."""
    monkeypatch.setattr(device_memory, "_CUDA", KDL_CPU)
    fills: Fills = []
    found: list[int] = []

    def fill(pointer: Any, size: int) -> None:
        ctypes.memset(pointer, 0, size)
        fills.append((pointer.value, size))

    def kernel(pointer: Any, size: int) -> None:
        assert ctypes.string_at(pointer.value, size) == bytes(size)
        found.append(pointer.value)

    tvm.register_global_func("test.fill", fill, override=True)
    tvm.register_global_func("test.kernel", kernel, override=True)

    def run(function: Any, size: int, device: int = 0) -> tuple[int, Fills]:
        fills.clear()
        function(tvm.runtime.empty((size,), "uint8", tvm.cpu(device)))
        return found.pop(), list(fills)

    return run


def function_of_zeros() -> Any:
    """A PrimFunc of a tensor, which launches a kernel with a workspace of as many bytes as that has."""
    with ir_builder.IRBuilder() as made, builder.prim_func(s_tir=True):
        builder.func_name("launch")
        builder.func_attr({"global_symbol": "launch"})
        handle, size = builder.arg("x", builder.handle()), builder.int64()
        builder.match_buffer(handle, [size], "uint8")
        with builder.sblock("root"):
            device = Device()
            memory = allocate(size, device, is_zero=True)
            provide_zeros(memory, device, _fill)
            builder.evaluate(builder.call_packed("test.kernel", memory.pointer, size))
            release(memory, device)
    return made.get()


def _fill(pointer: Any, size: Any) -> None:
    builder.evaluate(builder.call_packed("test.fill", pointer, size))


def compiled() -> Any:
    return tvm.compile(tvm.IRModule({"launch": function_of_zeros()}), "llvm")


def test_zeros_are_kept_for_the_default_stream_of_each_device(launched: Callable[..., tuple[int, Fills]]) -> None:
    function = compiled()["launch"]
    kept, fills = launched(function, 128)
    assert fills == [(kept, KEPT)]
    assert [launched(function, size) for size in (128, 4, KEPT)] == [(kept, [])] * 3
    second, fills = launched(function, 128, 1)
    assert second != kept and fills == [(second, KEPT)]
    assert [launched(function, 128, device) for device in (1, 0, 31)][:2] == [(second, []), (kept, [])]


def test_launches_on_other_streams_have_memory_of_their_own(launched: Callable[..., tuple[int, Fills]]) -> None:
    """Such as those that are captured into a CUDA graph, and those that run at the same time."""
    function = compiled()["launch"]
    kept, _ = launched(function, 128)
    for _ in range(2):
        with stream(KDL_CPU, 0x1234):
            other, fills = launched(function, 128)
        assert other != kept and fills == [(other, 128)]
    assert launched(function, 128) == (kept, [])


def test_every_launch_allocates() -> None:
    """A CUDA graph is captured on another stream after a launch on the default stream, and cannot allocate more."""
    lines = function_of_zeros().script().splitlines()
    depths = [
        next(len(line) - len(line.lstrip()) for line in lines if text in line)
        for text in ("TVMBackendAllocWorkspace", "TVMFFIEnvGetStream", "test.kernel", "TVMBackendFreeWorkspace")
    ]
    assert depths[0] == depths[2] == depths[3] < depths[1]


def test_large_workspaces_are_not_kept(launched: Callable[..., tuple[int, Fills]]) -> None:
    function = compiled()["launch"]
    for _ in range(2):
        address, fills = launched(function, KEPT + 4)
        assert fills == [(address, KEPT + 4)]


def test_without_bytes_nothing_is_set_to_zero(launched: Callable[..., tuple[int, Fills]]) -> None:
    function = compiled()["launch"]
    assert [launched(function, 0)[1] for _ in range(2)] == [[], []]


def test_kept_zeros_are_the_process_s(launched: Callable[..., tuple[int, Fills]]) -> None:
    """Launches of all threads on the default stream run one after the other."""
    function = compiled()["launch"]
    kept, _ = launched(function, 128)
    with ThreadPoolExecutor(1) as thread:
        assert thread.submit(launched, function, 128).result() == (kept, [])
    assert launched(function, 128) == (kept, [])


def test_a_loaded_library_keeps_zeros_too(launched: Callable[..., tuple[int, Fills]], tmp_path: Path) -> None:
    executable = compiled()
    kept, _ = launched(executable["launch"], 128)
    executable.export_library(str(tmp_path / "launch.so"))
    function = tvm.runtime.load_module(str(tmp_path / "launch.so"))["launch"]
    loaded, fills = launched(function, 128)
    assert loaded != kept and fills == [(loaded, KEPT)]
    assert launched(function, 128) == (loaded, [])
