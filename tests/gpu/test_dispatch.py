"""Dispatched modules on a GPU, from the text that is saved, against PyTorch in f32."""

# pyright: basic
from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs PyTorch")
pytestmark = [
    pytest.mark.gpu,
    pytest.mark.skipif(not torch.cuda.is_available(), reason="needs an NVIDIA GPU"),
]

from gpu.test_fp8_kernels import error, numbers, product, scales  # noqa: E402
from unit.kernels.calls import dispatched_text, loaded  # noqa: E402

from xtriton.ir.diagnostics import DiagnosticError  # noqa: E402
from xtriton.kernels import BlockScaledConfig, Fp8GroupMatmulConfig, Fp8MatmulConfig, expert_ids  # noqa: E402
from xtriton.kernels.dispatched import Dispatched  # noqa: E402

LIMIT = 5e-3
SMALL: dict[str, Any] = {"BLOCK_SIZE_M": 16, "BLOCK_SIZE_N": 32, "BLOCK_SIZE_K": 64, "num_warps": 4}
MATMULS: dict[str, BlockScaledConfig] = {
    "default": Fp8MatmulConfig(2112, 7168),
    "ragged": Fp8MatmulConfig(1000, 1104),
    "odd": Fp8MatmulConfig(333, 777),
    "tiny": Fp8MatmulConfig(5, 7),
    "half": Fp8MatmulConfig(1000, 1104, out_dtype="float16"),
    "single": Fp8MatmulConfig(1000, 1104, out_dtype="float32"),
    "e5m2": Fp8MatmulConfig(1000, 1104, in_dtype="float8_e5m2"),
    "small_tiles": Fp8MatmulConfig(1000, 1104, **SMALL),
    "staged": Fp8MatmulConfig(1000, 1104, num_stages=4, BLOCK_SIZE_M=64, num_warps=4),
}
GROUPS: dict[str, BlockScaledConfig] = {
    "group": Fp8GroupMatmulConfig(1000, 1104, 5),
    "group_small_tiles": Fp8GroupMatmulConfig(333, 777, 5, **SMALL),
}
INDPTRS = ([0, 0, 1, 1, 1, 1], [0, 3, 3, 130, 131, 300], [0, 64, 128, 192, 256, 320])


@pytest.fixture(scope="module")
def dispatched() -> Dispatched:
    """All of them in one module, compiled for this GPU, saved and loaded."""
    major, minor = torch.cuda.get_device_capability()
    if (major, minor) < (8, 9):
        pytest.skip("needs products of fp8 numbers, which came with 8.9")
    return loaded(dispatched_text({**MATMULS, **GROUPS}, f"cuda:{major}{minor}"))


def matmul_operands(config: BlockScaledConfig, rows: int) -> list[Any]:
    blocks, dtype = -(-config.K // config.block_k), config.in_dtype
    x, weight = numbers(rows, config.K, dtype=dtype), numbers(config.N, config.K, dtype=dtype)
    return [x, weight, scales(rows, blocks), scales(-(-config.N // config.block_n), blocks)]


@pytest.mark.parametrize("name", MATMULS)
def test_matmul(name: str, dispatched: Dispatched):
    config = MATMULS[name]
    for rows in (1, 3, 65, 300):
        given = matmul_operands(config, rows)
        (out,) = dispatched.run(name, *given)
        assert (tuple(out.shape), out.dtype) == ((rows, config.N), getattr(torch, config.out_dtype))
        assert error(out, product(config, *given)) < LIMIT


BY_ROWS: dict[str, BlockScaledConfig] = {
    "dense": Fp8MatmulConfig(1000, 1104),
    "group": Fp8GroupMatmulConfig(1024, 1024, 5),
}


@pytest.fixture(scope="module")
def dispatched_by_rows() -> Dispatched:
    """Kernels for ranges of rows, in a module that was saved."""
    if torch.cuda.get_device_capability() != (9, 0):
        pytest.skip("needs a GPU of compute capability 9.0")
    return loaded(dispatched_text(BY_ROWS, "cuda:90", "hopper"))


@pytest.mark.parametrize("rows", [1, 65, 300, 4100])
def test_matmul_by_rows(rows: int, dispatched_by_rows: Dispatched):
    given = matmul_operands(BY_ROWS["dense"], rows)
    (out,) = dispatched_by_rows.run("dense", *given)
    assert error(out, product(BY_ROWS["dense"], *given)) < LIMIT


def test_group_matmul_by_rows(dispatched_by_rows: Dispatched):
    check_group("group", BY_ROWS["group"], dispatched_by_rows)


@pytest.mark.parametrize("name", GROUPS)
def test_group_matmul(name: str, dispatched: Dispatched):
    check_group(name, GROUPS[name], dispatched)


def check_group(name: str, config: BlockScaledConfig, dispatched: Dispatched) -> None:
    """Compare the grouped product for several tables of experts."""
    assert isinstance(config, Fp8GroupMatmulConfig)
    blocks, experts = -(-config.K // config.block_k), config.num_experts
    weight = numbers(experts, config.N, config.K, dtype=config.in_dtype)
    weight_scale = scales(experts, -(-config.N // config.block_n), blocks)
    for indptr in INDPTRS:
        rows = indptr[-1]
        x, x_scale = numbers(rows, config.K, dtype=config.in_dtype), scales(rows, blocks)
        tiles = torch.from_numpy(expert_ids(np.array(indptr), config.BLOCK_SIZE_M)).cuda()
        bounds = torch.tensor(indptr, dtype=torch.int32, device="cuda")
        (out,) = dispatched.run(name, x, weight, x_scale, weight_scale, tiles, bounds)
        expected = torch.zeros(rows, config.N, device="cuda")
        for expert, (begin, end) in enumerate(pairwise(indptr)):
            one = slice(begin, end)
            expected[one] = product(config, x[one], weight[expert], x_scale[one], weight_scale[expert])
        assert error(out, expected) < LIMIT


def test_no_rows(dispatched: Dispatched):
    (out,) = dispatched.run("ragged", *matmul_operands(MATMULS["ragged"], 0))
    assert tuple(out.shape) == (0, 1000)


def test_tensors_that_a_kernel_cannot_take(dispatched: Dispatched):
    """Alignment is promised to the compiler, so that it must be so."""
    x, *rest = matmul_operands(MATMULS["ragged"], 4)
    memory = torch.zeros(x.numel() + 8, device="cuda", dtype=torch.uint8).view(x.dtype)
    for wrong, message in (
        (memory[8:].view(x.shape), "x does not begin at a multiple of 16 bytes"),
        (x.cpu(), "x is neither a NumPy array nor a tensor on a GPU"),
        (x.float(), "x is of float32, but must be of float8_e4m3fn"),
        (x.T, r"x is not row-major without gaps|x is of shape"),
    ):
        with pytest.raises(DiagnosticError, match=message):
            dispatched.run("ragged", wrong, *rest)


def test_on_every_gpu(dispatched: Dispatched):
    """A kernel is loaded on the GPU that its arrays are on."""
    given = matmul_operands(MATMULS["ragged"], 65)
    (first,) = dispatched.run("ragged", *given)
    for index in range(1, torch.cuda.device_count()):
        (out,) = dispatched.run("ragged", *(tensor.to(f"cuda:{index}") for tensor in given))
        assert out.device.index == index
        assert torch.equal(out.cpu(), first.cpu())
