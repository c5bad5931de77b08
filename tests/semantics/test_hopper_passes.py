"""Kernels compute the same after hopper-uniform-loads and hopper-pointers-to-descriptors, over ragged sizes."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
import pytest
from xdsl.dialects.builtin import ModuleOp

import xtriton
from xtriton.dialects import tt
from xtriton.frontend.signature import Signature
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.verifier import verify
from xtriton.kernels.configuration import Fp8GroupMatmulConfig, Fp8MatmulConfig
from xtriton.passes.hopper.pointers_to_descriptors import HopperPointersToDescriptors
from xtriton.passes.hopper.uniform_loads import HopperUniformLoads

pytest.importorskip("triton", reason="kernels are compiled by Triton's own front end")

from semantics import hopper_kernels

kernels: Any = hopper_kernels
_ALIGNED = 16
_SIZES = ((1, 64, 64), (63, 80, 33), (130, 48, 100), (129, 128, 160))
"""M, N and K; tiles have 64 rows and columns and 32 of K. Stores need N to be a multiple of 16 bytes."""


class Subject(NamedTuple):
    """A kernel as it is compiled, and how many of its accesses are rewritten."""

    fn: Any
    pointers: Mapping[str, str]
    aligned: Sequence[str]
    numbers: Sequence[str]
    constants: Mapping[str, Any]
    loads: int
    stores: int
    uniform: int = 0

    def signature(self) -> Signature:
        types: dict[str, str] = {}
        attributes: dict[tuple[int, ...], list[list[Any]]] = {}
        for index, name in enumerate(self.fn.arg_names):
            if name in self.constants:
                types[name] = "constexpr"
                continue
            types[name] = f"*{self.pointers[name]}" if name in self.pointers else "i32"
            if name in self.pointers or name in self.aligned:
                attributes[index,] = [["tt.divisibility", _ALIGNED]]
        return Signature(types, self.constants, attributes)


_ROWS = ("a_row", "b_row", "c_row", "N")
_HALF = {"a": "fp16", "b": "fp16", "c": "fp16"}
_TILE = {"BM": 64, "BN": 64, "BK": 32}
_HEADS = tuple(f"{name}_{part}" for name in ("q", "k", "v", "out") for part in ("head", "row"))
_ATTENTION = dict.fromkeys(("q", "k", "v", "out"), "fp16")
_SCALED = {"a": "fp8e4nv", "b": "fp8e4nv", "c": "bf16", "a_scale": "fp32", "b_scale": "fp32"}
_BATCHED = ("a_batch", "a_row", "b_batch", "b_row", "c_batch", "c_row", "N")

SUBJECTS = {
    "leaky_matmul": Subject(kernels.leaky_matmul, _HALF, _ROWS, "MNK", {**_TILE, "GROUP": 8}, 2, 1),
    "batched_transposed": Subject(kernels.batched_transposed, {**_HALF, "bias": "fp32"}, _BATCHED, "MNK", _TILE, 2, 1),
    "block_scaled": Subject(
        kernels.block_scaled,
        _SCALED,
        _ROWS,
        ("M", "N", "K", "a_scale_row", "b_scale_row"),
        {"BM": 64, "BN": 32, "BK": 64},
        2,
        1,
        uniform=1,
    ),
    "persistent": Subject(kernels.persistent, _HALF, _ROWS, "MNK", {**_TILE, "PROGRAMS": 3}, 2, 1),
    "prefetching": Subject(kernels.prefetching, _HALF, _ROWS, "MNK", _TILE, 4, 1),
    "attention": Subject(
        kernels.attention, _ATTENTION, _HEADS, ("rows_total",), {"BM": 64, "BN": 32, "D": 64, "CAUSAL": False}, 3, 1
    ),
    "attention_causal": Subject(
        kernels.attention, _ATTENTION, _HEADS, ("rows_total",), {"BM": 64, "BN": 32, "D": 64, "CAUSAL": True}, 3, 1
    ),
}


def _ttir(fn: Any, signature: Signature) -> str:
    return str(xtriton.compile(fn, signature, target="cuda:90", until="ttir").asm["ttir"])


def _both(text: str) -> tuple[ModuleOp, ModuleOp, list[str]]:
    """The module before and after the passes, and the messages of the diagnostics."""
    ctx = Context()
    before, after = parse_module(text, "kernel", Context()), parse_module(text, "kernel", ctx)
    messages: list[str] = []
    with ctx.diagnostics.handled_by(lambda diagnostic: messages.append(diagnostic.message)):
        HopperUniformLoads().apply(ctx, after)
        HopperPointersToDescriptors().apply(ctx, after)
    verify(after)
    return before, after, messages


def _count(module: ModuleOp, kind: type) -> int:
    return sum(isinstance(op, kind) for op in module.walk())


def _matrix(
    random: np.random.Generator, rows: int, columns: int, dtype: Any = np.float16, batch: tuple[int, ...] = ()
) -> np.ndarray:
    """Matrices whose rows begin at multiples of 16 elements, beside which nothing may be touched."""
    full = np.zeros((*batch, rows, -(-columns // _ALIGNED) * _ALIGNED), dtype)
    if np.dtype(dtype).kind == "f":
        full[...] = random.standard_normal(full.shape) / 2
    elif dtype is np.uint8:
        full[...] = random.integers(0, 0x60, full.shape)
    return full[..., :columns]


def _row(array: np.ndarray) -> int:
    return array.strides[-2] // array.itemsize


def _tiles(extent: int, block: int = 64) -> int:
    return -(-extent // block)


Launch = tuple[tuple[int, ...], list[Any]]


def _matmul(name: str, random: np.random.Generator, M: int, N: int, K: int) -> Launch:
    a = _matrix(random, M, K)
    b = _matrix(random, K, N) if name == "leaky_matmul" else _matrix(random, N, K)
    c = np.full_like(_matrix(random, M, N), 9)
    grids = {"leaky_matmul": (_tiles(M) * _tiles(N),), "persistent": (3,)}
    return grids.get(name, (_tiles(M), _tiles(N))), [a, b, c, M, N, K, _row(a), _row(b), _row(c)]


def _batched(name: str, random: np.random.Generator, M: int, N: int, K: int) -> Launch:
    a, b, c = (_matrix(random, rows, columns, batch=(2,)) for rows, columns in ((K, M), (K, N), (M, N)))
    bias = random.standard_normal(N).astype(np.float32)
    strides = [part for array in (a, b, c) for part in (array.strides[0] // 2, array.strides[1] // 2)]
    return (_tiles(M), _tiles(N), 2), [a, b, c, bias, M, N, K, *strides]


def _block_scaled(name: str, random: np.random.Generator, M: int, N: int, K: int) -> Launch:
    a, b = _matrix(random, M, K, np.uint8), _matrix(random, N, K, np.uint8)
    c = np.full_like(_matrix(random, M, N, np.uint16), 9)
    a_scale = random.random((M, _tiles(K)), np.float32)
    b_scale = random.random((_tiles(N), _tiles(K)), np.float32)
    scales = [a_scale.shape[1], b_scale.shape[1]]
    return (_tiles(M), _tiles(N, 32)), [a, b, c, a_scale, b_scale, M, N, K, _row(a), _row(b), _row(c), *scales]


def _attention(name: str, random: np.random.Generator, M: int, N: int, K: int) -> Launch:
    arrays = [_matrix(random, M, 64, batch=(2,)) for _ in range(4)]
    strides = [part for array in arrays for part in (array.strides[0] // 2, array.strides[1] // 2)]
    return (_tiles(M), 2), [*arrays, M, *strides]


_LAUNCHES: dict[str, Callable[[str, np.random.Generator, int, int, int], Launch]] = {
    "batched_transposed": _batched,
    "block_scaled": _block_scaled,
    "attention": _attention,
    "attention_causal": _attention,
}


@pytest.mark.parametrize("name", SUBJECTS)
def test_kernel_computes_the_same_through_descriptors(name: str) -> None:
    subject = SUBJECTS[name]
    before, after, messages = _both(_ttir(subject.fn, subject.signature()))
    assert _count(after, tt.DescriptorLoadOp) == subject.loads, messages
    assert _count(after, tt.DescriptorStoreOp) == subject.stores, messages
    assert sum("loaded once" in message for message in messages) == subject.uniform
    for M, N, K in _SIZES:
        results: list[np.ndarray] = []
        for module in (before, after):
            make = _LAUNCHES.get(name, _matmul)
            grid, arguments = make(name, np.random.default_rng(M), M, N, K)
            xtriton.interpret(module, grid, *arguments)
            results.append(arguments[3] if name.startswith("attention") else arguments[2])
        np.testing.assert_array_equal(*results, err_msg=f"M, N, K = {M}, {N}, {K}")


@pytest.mark.parametrize(("N", "K", "block_n"), [(256, 256, 128), (192, 304, 128), (320, 256, 256)])
def test_fp8_matmul_computes_the_same_through_descriptors(N: int, K: int, block_n: int) -> None:
    config = Fp8MatmulConfig(N, K, BLOCK_SIZE_M=64, BLOCK_SIZE_N=block_n)
    before, after, messages = _both(_ttir(config.kernel, _signature(config)))
    assert all("rewritten to" in message and "not rewritten" not in message for message in messages)
    assert _count(after, tt.DescriptorStoreOp) == max(block_n // 128, 1)
    for M in (1, 64, 65):
        results: list[np.ndarray] = []
        for module in (before, after):
            random = np.random.default_rng(M)
            out = np.full((M, N), 9, np.uint16)
            xtriton.interpret(module, (_tiles(M) * _tiles(N, block_n),), *_fp8(random, M, N, K, ()), out, M)
            results.append(out)
        np.testing.assert_array_equal(*results, err_msg=f"M = {M}")


@pytest.mark.parametrize(("N", "K"), [(256, 256), (192, 304)])
def test_fp8_group_matmul_computes_the_same_through_descriptors(N: int, K: int) -> None:
    experts = 4
    config = Fp8GroupMatmulConfig(N, K, experts, BLOCK_SIZE_M=64, BLOCK_SIZE_N=128)
    before, after, messages = _both(_ttir(config.kernel, _signature(config)))
    assert all("rewritten to" in message and "not rewritten" not in message for message in messages)
    for sizes in ((0, 1, 65, 130), (64, 63, 0, 2)):
        ends = np.cumsum([0, *sizes]).astype(np.int32)
        M = int(ends[-1])
        ids = np.full(_tiles(M) + experts, -1, np.int32)
        for expert, rows in enumerate(sizes):
            first = _tiles(int(ends[expert])) + expert
            ids[first : first + _tiles(rows)] = expert
        results: list[np.ndarray] = []
        for module in (before, after):
            random = np.random.default_rng(M)
            out = np.full((M, N), 9, np.uint16)
            arguments = [*_fp8(random, M, N, K, (experts,)), ids, ends, out, M]
            xtriton.interpret(module, (len(ids) * _tiles(N, 128),), *arguments)
            results.append(out)
        np.testing.assert_array_equal(*results, err_msg=f"rows of experts: {sizes}")


def _signature(config: Any) -> Signature:
    return Signature(config.signature, config.constexprs, config.attrs)


def _fp8(random: np.random.Generator, M: int, N: int, K: int, experts: tuple[int, ...]) -> list[np.ndarray]:
    """Rows, weights, and their scales."""
    blocks = _tiles(K, 128)
    return [
        random.integers(0, 0x70, (M, K), dtype=np.uint8),
        random.integers(0, 0x70, (*experts, N, K), dtype=np.uint8),
        random.random((M, blocks), np.float32),
        random.random((*experts, _tiles(N, 128), blocks), np.float32),
    ]


@pytest.mark.parametrize("name", ["leaky_matmul", "batched_transposed", "attention"])
def test_wheel_compiles_descriptors_to_bulk_copies(name: str) -> None:
    subject = SUBJECTS[name]
    _, after, _ = _both(_ttir(subject.fn, subject.signature()))
    compiled = xtriton.compile(after, target="cuda:90", until="ptx")
    ptx = str(compiled.asm["ptx"])
    assert ptx.count("cp.async.bulk.tensor") >= subject.loads + subject.stores
    assert "wgmma.mma_async" in ptx
