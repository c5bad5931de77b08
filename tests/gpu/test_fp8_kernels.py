"""The FP8 kernels on a GPU against PyTorch in f32: odd shapes, empty experts, offsets beyond 32 bits."""

# pyright: basic
from __future__ import annotations

import dataclasses
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

import xtriton
from xtriton.frontend.signature import Signature
from xtriton.kernels import BlockScaledConfig, Fp8GroupMatmulConfig, Fp8MatmulConfig, compile_kernel, expert_ids

torch = pytest.importorskip("torch", reason="needs PyTorch")
pytestmark = [
    pytest.mark.gpu,
    pytest.mark.skipif(not torch.cuda.is_available(), reason="needs an NVIDIA GPU"),
]

needs_9_0 = pytest.mark.skipif(
    torch.cuda.is_available() and torch.cuda.get_device_capability() != (9, 0), reason="needs a GPU of 9.0"
)
LIMIT = 5e-3
SMALL_TILES = {"BLOCK_SIZE_M": 16, "BLOCK_SIZE_N": 32, "BLOCK_SIZE_K": 64, "num_warps": 4}


Launch = Callable[..., None]
COMPILERS = ("triton", "hopper")
"""Triton alone, and ``optimize="hopper"``, which is only for GPUs of compute capability 9.0."""


def launcher(config: BlockScaledConfig, rows: int, compiler: str | Launch) -> Launch:
    """A function that launches a kernel on ``rows`` rows, given its tensors; skips if the GPU cannot run it."""
    if not isinstance(compiler, str):
        return compiler
    if compiler == "hopper":
        if torch.cuda.get_device_capability() != (9, 0):
            pytest.skip("needs a GPU of compute capability 9.0")
        signature = Signature(config.signature, config.constexprs, config.attrs)
        return xtriton.compile(config.kernel, signature, target="cuda:90", optimize="hopper")[config.grid(rows)]
    kernel = compiled(config)[config.grid(rows)]
    return lambda *arguments: kernel(*arguments, *config.constexprs.values())


def compiled(config: BlockScaledConfig) -> Any:
    """The kernel, compiled with the attributes of its configuration; skips if the GPU lacks the format."""
    import triton
    from triton.compiler import ASTSource
    from triton.runtime import driver

    target = driver.active.get_current_target()
    try:
        config.check_target(f"cuda:{target.arch}")
    except ValueError as failure:
        pytest.skip(str(failure))
    source = ASTSource(config.kernel, config.signature, config.constexprs, config.attrs)
    return triton.compile(source, target=target, options=config.options)


def numbers(*shape: int, dtype: str) -> Any:
    """Random numbers of a format of 8 bits."""
    return torch.randn(shape, device="cuda").to(getattr(torch, dtype))


def scales(*shape: int) -> Any:
    return torch.rand(shape, device="cuda") + 0.01


def product(config: BlockScaledConfig, x: Any, weight: Any, x_scale: Any, weight_scale: Any) -> Any:
    """The product in f32."""
    columns = torch.arange(weight.shape[0], device="cuda") // config.block_n
    inner = torch.arange(x.shape[1], device="cuda") // config.block_k
    return (x.float() * x_scale[:, inner]) @ (weight.float() * weight_scale[columns][:, inner]).T


def error(actual: Any, expected: Any) -> float:
    """The relative error in the Frobenius norm."""
    return float((actual.float() - expected).norm() / expected.norm())


def run(config: Fp8MatmulConfig, rows: int, compiler: str | Launch = "triton", repeat: int = 1) -> float:
    """The error of a launch. ``repeat`` launches must give the same bits."""
    blocks, dtype = -(-config.K // config.block_k), config.in_dtype
    x, weight = numbers(rows, config.K, dtype=dtype), numbers(config.N, config.K, dtype=dtype)
    x_scale, weight_scale = scales(rows, blocks), scales(-(-config.N // config.block_n), blocks)
    out = torch.full((rows, config.N), float("nan"), device="cuda", dtype=getattr(torch, config.out_dtype))
    launch = launcher(config, rows, compiler)
    launch(x, weight, x_scale, weight_scale, out, rows)
    first = out.clone()
    for _ in range(repeat - 1):
        out.fill_(float("nan"))
        launch(x, weight, x_scale, weight_scale, out, rows)
        assert torch.equal(out.view(torch.uint8), first.view(torch.uint8))
    return error(out, product(config, x, weight, x_scale, weight_scale))


DEFAULT = Fp8MatmulConfig(2112, 7168)
CASES = {
    "the default": (DEFAULT, (1, 3, 65, 300)),
    "ragged": (Fp8MatmulConfig(1000, 1100), (1, 3, 65, 300)),
    "odd": (Fp8MatmulConfig(333, 777), (1, 130)),
    "less than a tile": (Fp8MatmulConfig(5, 7), (1, 20)),
    "f16": (dataclasses.replace(DEFAULT, out_dtype="float16"), (65,)),
    "f32": (dataclasses.replace(DEFAULT, out_dtype="float32"), (65,)),
    "e5m2": (dataclasses.replace(DEFAULT, in_dtype="float8_e5m2"), (65,)),
    "blocks of 64": (Fp8MatmulConfig(1000, 1104, block_n=64, block_k=64), (65,)),
    "blocks of 256": (Fp8MatmulConfig(1000, 1104, block_n=256, block_k=256), (65,)),
    "blocks of 48 by 96": (Fp8MatmulConfig(1000, 1104, block_n=48, block_k=96, BLOCK_SIZE_K=32), (65,)),
    "small tiles": (Fp8MatmulConfig(1000, 1104, **SMALL_TILES), (1, 65)),
    "64 rows, 4 warps": (Fp8MatmulConfig(1000, 1104, BLOCK_SIZE_M=64, num_warps=4, num_stages=4), (1, 65)),
    "wide tiles": (Fp8MatmulConfig(2100, 1104, BLOCK_SIZE_N=256), (65, 300)),
    "no pipeline": (Fp8MatmulConfig(1000, 1104, num_stages=1), (65,)),
}


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize(("config", "many"), CASES.values(), ids=CASES)
def test_matmul(config: Fp8MatmulConfig, many: tuple[int, ...], compiler: str):
    for rows in many:
        assert run(config, rows, compiler) < LIMIT


@pytest.mark.parametrize("columns", [128, 256])
@pytest.mark.parametrize("rows", [1, 127, 2048, 4100])
def test_warp_specialised_matmul_is_stable(rows: int, columns: int):
    config = dataclasses.replace(DEFAULT, BLOCK_SIZE_N=columns)
    assert run(config, rows, "hopper", repeat=100) < LIMIT


BY_ROWS = {
    "the default": DEFAULT,
    "ragged": Fp8MatmulConfig(1000, 1104),
    "less than a tile": Fp8MatmulConfig(5, 16),
    "blocks of 64": Fp8MatmulConfig(1024, 1024, block_n=64, block_k=64),
    "odd": Fp8MatmulConfig(333, 777),
}


@needs_9_0
@pytest.mark.parametrize("config", BY_ROWS.values(), ids=BY_ROWS)
def test_matmul_by_rows(config: Fp8MatmulConfig):
    """One launch of each kernel at least, and M = 0, of which there is none."""
    asked = config.changed(optimize="hopper")
    kernels = compile_kernel(asked)
    for rows in (1, 3, 65, 300, *(most for most, _ in kernels.ranges if most is not None and most < 3000), 4100):
        assert run(asked, rows, kernels) < LIMIT
    kernels(None, None, None, None, None, 0)


def run_group(
    config: Fp8GroupMatmulConfig, indptr: list[int], compiler: str | Launch = "triton", repeat: int = 0
) -> list[float]:
    """The error of each expert that has rows. ``repeat`` launches on two streams, and in a graph, give the same."""
    rows, experts, dtype = indptr[-1], config.num_experts, config.in_dtype
    blocks = -(-config.K // config.block_k)
    x = numbers(rows, config.K, dtype=dtype)
    weight = torch.empty((experts, config.N, config.K), device="cuda", dtype=getattr(torch, dtype))
    for matrix in weight:
        matrix.copy_(numbers(config.N, config.K, dtype=dtype))
    x_scale, weight_scale = scales(rows, blocks), scales(experts, -(-config.N // config.block_n), blocks)
    tiles = torch.from_numpy(expert_ids(np.array(indptr), config.BLOCK_SIZE_M)).cuda()
    bounds = torch.tensor(indptr, dtype=torch.int32, device="cuda")
    out = torch.full((rows, config.N), float("nan"), device="cuda", dtype=getattr(torch, config.out_dtype))
    launch = launcher(config, rows, compiler)
    operands = (x, weight, x_scale, weight_scale, tiles, bounds)
    launch(*operands, out, rows)
    if repeat:
        check_launches(lambda result: launch(*operands, result, rows), out, repeat)
    errors: list[float] = []
    for expert, (begin, end) in enumerate(pairwise(indptr)):
        if begin < end:
            one = slice(begin, end)
            expected = product(config, x[one], weight[expert], x_scale[one], weight_scale[expert])
            errors.append(error(out[one], expected))
    return errors


def check_launches(launch: Callable[[Any], Any], expected: Any, repeat: int) -> None:
    """Check that concurrent launches on two streams, and replays of a graph, give the same bits."""
    streams = [torch.cuda.Stream(), torch.cuda.Stream()]
    results = [torch.full_like(expected, float("nan")) for _ in range(repeat)]
    torch.cuda.synchronize()
    for number, result in enumerate(results):
        with torch.cuda.stream(streams[number % 2]):
            launch(result)
    torch.cuda.synchronize()
    assert all(torch.equal(result, expected) for result in results)
    graph, captured = torch.cuda.CUDAGraph(), torch.empty_like(expected)
    with torch.cuda.graph(graph):
        launch(captured)
    for _ in range(repeat):
        captured.fill_(float("nan"))
        graph.replay()
        torch.cuda.synchronize()
        assert torch.equal(captured, expected)


GROUPS = {
    "each has some": [0, 10, 147, 260],
    "whole tiles": [0, 128, 384, 512],
    "empty experts": [0, 0, 133, 133],
    "all to the last": [0, 0, 0, 135],
    "one row": [0, 0, 1, 1],
    "one row each": [0, 1, 2, 3],
}


@pytest.mark.parametrize("compiler", COMPILERS)
@pytest.mark.parametrize("indptr", GROUPS.values(), ids=GROUPS)
def test_group_matmul(indptr: list[int], compiler: str):
    for shape in ((1024, 2048), (1000, 1100)):
        assert max(run_group(Fp8GroupMatmulConfig(*shape, 3), indptr, compiler)) < LIMIT


@needs_9_0
def test_group_matmul_by_rows():
    config = Fp8GroupMatmulConfig(1024, 2048, 3, optimize="hopper")
    kernels = compile_kernel(config)
    for indptr in (*GROUPS.values(), [0, 1000, 1001, 9000]):
        assert max(run_group(config, indptr, kernels)) < LIMIT


@needs_9_0
@pytest.mark.parametrize("columns", [128, 256])
def test_claimed_tiles(columns: int):
    """Many tiles, unevenly distributed: CTAs claim them from a counter, which each launch leaves at zero."""
    config = Fp8GroupMatmulConfig(2048, 1024, 6, BLOCK_SIZE_N=columns)
    for indptr in ([0, 3000, 3000, 3100, 3500, 6000, 8200], [0, 0, 0, 0, 0, 0, 100]):
        assert max(run_group(config, indptr, "hopper", repeat=50)) < LIMIT


def test_group_matmul_without_rows():
    assert run_group(Fp8GroupMatmulConfig(1024, 2048, 3), [0, 0, 0, 0]) == []


@pytest.mark.parametrize("in_dtype", ["float8_e4m3fn", "float8_e5m2"])
def test_group_matmul_with_small_tiles(in_dtype: str):
    config = Fp8GroupMatmulConfig(1000, 1104, 3, 64, 64, in_dtype=in_dtype, out_dtype="float16", **SMALL_TILES)
    assert max(run_group(config, [0, 10, 10, 60])) < LIMIT


def test_the_jit_makes_the_same():
    """The kernel can be launched as any other of Triton, too."""
    config = Fp8MatmulConfig(1000, 1104)
    compiled(config)
    x, weight = numbers(65, 1104, dtype=config.in_dtype), numbers(1000, 1104, dtype=config.in_dtype)
    x_scale, weight_scale = scales(65, 9), scales(8, 9)
    out = torch.empty((65, 1000), device="cuda", dtype=torch.bfloat16)
    config.kernel[config.grid(65)](x, weight, x_scale, weight_scale, out, 65, **config.constexprs, **config.options)
    assert error(out, product(config, x, weight, x_scale, weight_scale)) < LIMIT


def _need(gigabytes: int) -> None:
    free, _ = torch.cuda.mem_get_info()
    if free < gigabytes << 30:
        pytest.skip(f"needs {gigabytes} GiB of free memory")


def test_more_than_2_to_the_31_elements_of_x_and_of_the_result():
    _need(24)
    config, rows, last = Fp8MatmulConfig(16400, 16384), 131200, 70
    x = torch.zeros((rows, config.K), device="cuda", dtype=torch.uint8).view(torch.float8_e4m3fn)
    x[-last:] = numbers(last, config.K, dtype=config.in_dtype)
    weight = numbers(config.N, config.K, dtype=config.in_dtype)
    x_scale, weight_scale = scales(rows, 128), scales(129, 128)
    out = torch.empty((rows, config.N), device="cuda", dtype=torch.bfloat16)
    arguments = (x, weight, x_scale, weight_scale, out, rows, *config.constexprs.values())
    compiled(config)[config.grid(rows)](*arguments)
    assert error(out[-last:], product(config, x[-last:], weight, x_scale[-last:], weight_scale)) < LIMIT
    assert not out[:-last].any()


def test_more_than_2_to_the_31_elements_of_weights():
    _need(16)
    config = Fp8GroupMatmulConfig(7168, 16384, 20)
    assert max(run_group(config, [0, 3, *[5] * 18, 9])) < LIMIT
