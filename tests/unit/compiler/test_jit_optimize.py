"""``jit_passes(optimize="hopper")``: the same kernels as ``xtriton.compile``'s, launched by Triton's JIT."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import triton
import triton.language as tl
from triton.runtime.jit import MockTensor
from xdsl.dialects.builtin import UnknownLoc

import xtriton
from xtriton.backends.nvidia.computed_arguments import AddedArguments, ComputedRun
from xtriton.backends.nvidia.errors import PtxasError
from xtriton.backends.nvidia.stages import NvidiaStages

TENSOR = MockTensor(tl.float16)
SIGNATURE = "*fp16:16,*fp16:16,*fp16:16,i32:16,i32:16,i32:16,64,64,64"


@triton.jit
def matmul(a, b, c, M, N, K, BLOCK_M: tl.constexpr, BLOCK_N: tl.constexpr, BLOCK_K: tl.constexpr):
    rows = tl.program_id(0) * BLOCK_M + tl.arange(0, BLOCK_M)
    columns = tl.program_id(1) * BLOCK_N + tl.arange(0, BLOCK_N)
    steps = tl.arange(0, BLOCK_K)
    total = tl.zeros((BLOCK_M, BLOCK_N), tl.float32)
    for k in range(0, K, BLOCK_K):
        x = tl.load(a + rows[:, None] * K + (k + steps)[None, :], (rows < M)[:, None] & (k + steps < K)[None, :], 0.0)
        y = tl.load(
            b + (k + steps)[:, None] * N + columns[None, :], (k + steps < K)[:, None] & (columns < N)[None, :], 0.0
        )
        total = tl.dot(x, y, total)
    inside = (rows < M)[:, None] & (columns < N)[None, :]
    tl.store(c + rows[:, None] * N + columns[None, :], total.to(tl.float16), inside)


@triton.jit
def copy(x, y, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, tl.load(x + at, at < n), at < n)


@pytest.fixture(autouse=True)
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TRITON_CACHE_DIR", str(tmp_path / "cache"))
    yield
    matmul.device_caches.clear()
    copy.device_caches.clear()


def warm(kernel: Any, *arguments: Any, **options: Any) -> Any:
    return kernel.warmup(*arguments, grid=(1,), **options)


def test_an_autotuner_passes_over_what_does_not_fit():
    """Triton's own error, which its autotuner catches: tiles of 512 x 256 x 256 need more than a megabyte."""
    arguments = (TENSOR, TENSOR, TENSOR, 4096, 4096, 4096, 512, 256, 256)
    with (
        xtriton.jit_passes(optimize="hopper", target="cuda:90"),
        pytest.raises(
            triton.runtime.errors.OutOfResources, match=r"shared memory, Required: [0-9]{6,7}, Hardware limit: 232448"
        ),
    ):
        warm(matmul, *arguments)


def test_an_autotuner_passes_over_what_ptxas_refuses(monkeypatch: pytest.MonkeyPatch):
    def refuse(*arguments: Any) -> Any:
        raise PtxasError(UnknownLoc(), "insufficient registers")

    monkeypatch.setattr(NvidiaStages, "cubin", refuse)
    with (
        xtriton.jit_passes(optimize="hopper", target="cuda:90"),
        pytest.raises(triton.runtime.errors.PTXASError, match="ptxas failed: insufficient registers"),
    ):
        warm(copy, TENSOR, TENSOR, 4096, 1024)


def test_the_same_kernel_as_that_of_compile():
    arguments = (TENSOR, TENSOR, TENSOR, 4096, 4096, 4096, 64, 64, 64)
    with xtriton.jit_passes(optimize="hopper", target="cuda:90"):
        optimized = warm(matmul, *arguments)
    with xtriton.jit_passes(after="canonicalize", passes="cse", target="cuda:90"):
        plain = warm(matmul, *arguments)
    expected = xtriton.compile(matmul, SIGNATURE, target="cuda:90", optimize="hopper")
    assert optimized.asm["ptx"] == expected.asm["ptx"]
    assert "ttg.warp_specialize" in optimized.asm["ttgir"]
    assert "ttg.warp_specialize" not in plain.asm["ttgir"]
    assert optimized.metadata.xtriton_launch == expected.metadata["launch"]
    assert optimized.metadata.remarks
    for name in ("num_warps", "shared", "name", "global_scratch_size"):
        assert getattr(optimized.metadata, name) == expected.metadata[name]
    assert not hasattr(plain.metadata, "xtriton_launch")


def test_the_recipes_of_a_launch_are_small():
    """Recipes share subexpressions in a table: as trees those of this kernel have 580,000 characters."""
    kernel = xtriton.compile(matmul, SIGNATURE, target="cuda:90", optimize="hopper")
    launch = kernel.metadata["launch"]
    assert "values" in launch
    assert len(json.dumps(launch)) < 20_000


def test_a_kernel_without_dots_is_tritons():
    with xtriton.jit_passes(optimize="hopper", target="cuda:90"):
        optimized = warm(copy, TENSOR, TENSOR, 1000, 256)
    expected = xtriton.compile(copy, "*fp16:16,*fp16:16,i32,256", target="cuda:90")
    assert optimized.asm["ttgir"] == expected.asm["ttgir"]
    assert optimized.asm["ptx"] == expected.asm["ptx"]
    assert not hasattr(optimized.metadata, "xtriton_launch")


def test_options_that_only_triton_has_leave_its_stages():
    with xtriton.jit_passes(optimize="hopper", target="cuda:90"):
        kernel = warm(matmul, TENSOR, TENSOR, TENSOR, 4096, 4096, 4096, 64, 64, 64, sanitize_overflow=False)
    assert "ttg.warp_specialize" not in kernel.asm["ttgir"]
    assert kernel.metadata.remarks == ["compiled as without optimize: it has the option sanitize_overflow"]


def test_cached_kernels_keep_their_recipes():
    arguments = (TENSOR, TENSOR, TENSOR, 4096, 4096, 4096, 64, 64, 64)
    with xtriton.jit_passes(optimize="hopper", target="cuda:90"):
        first = warm(matmul, *arguments)
        matmul.device_caches.clear()
        second = warm(matmul, *arguments)
    assert second is not first
    assert second.metadata.xtriton_launch == first.metadata.xtriton_launch


def test_contexts_that_exclude_each_other():
    with pytest.raises(ValueError, match="optimize='hopper' compiles whole kernels"):
        xtriton.jit_passes(optimize="hopper", after="cse", passes="cse").__enter__()
    with xtriton.jit_passes(optimize="hopper", target="cuda:90"):
        with (
            pytest.raises(ValueError, match=r"do not nest it with edits"),
            xtriton.jit_passes(after="cse", passes="cse"),
        ):
            pass
        with xtriton.jit_passes(optimize="hopper"):
            assert "ttg.warp_specialize" in warm(matmul, TENSOR, TENSOR, TENSOR, 64, 64, 64, 64, 64, 64).asm["ttgir"]


def test_other_targets_are_refused():
    with (
        pytest.raises(ValueError, match=r"optimize='hopper' is for cuda:90, not for cuda:80"),
        xtriton.jit_passes(optimize="hopper", target="cuda:80"),
    ):
        warm(copy, TENSOR, TENSOR, 1000, 256)


def test_unknown_optimizations_are_refused():
    with pytest.raises(ValueError, match="optimize is 'blackwell'"):
        xtriton.jit_passes(optimize="blackwell").__enter__()  # pyright: ignore[reportArgumentType]


def test_constants_are_not_arguments_of_the_kernel():
    """Triton's JIT passes constants to the launcher; recipes count what the kernel takes."""
    seen: list[Any] = []
    launch = {"arguments": [{"type": "i32", "value": ["addi", 32, ["arg", 1], ["grid", 0]]}]}
    types = ["*fp16", "constexpr", ("constexpr", "i32"), "constexpr"]
    run = ComputedRun(lambda *given: seen.append(given), AddedArguments("kernel", types, launch, 1))
    run(5, 1, 1, 77, "function", "packed", "metadata", None, None, 64, 128, (3, 40), 256)
    assert seen == [(5, 1, 1, 77, "function", "packed", "metadata", None, None, 64, 128, (3, 40), 256, 45)]
    run(0, 1, 1, 77, "function", "packed", "metadata", None, None, 64, 128, (3, 40), 256)
    assert len(seen) == 1
