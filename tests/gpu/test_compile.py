"""Compiled kernels launched on a GPU, with torch tensors."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch")
pytestmark = [
    pytest.mark.gpu,
    pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no GPU"),
]

import triton  # noqa: E402
import triton.language as tl  # noqa: E402
from unit.compiler import kernels  # noqa: E402

import xtriton  # noqa: E402


def target() -> str:
    major, minor = torch.cuda.get_device_capability()
    return f"cuda:{major}{minor}"


@triton.jit
def copy_block(source, out, ROWS: tl.constexpr, COLUMNS: tl.constexpr):
    row = tl.program_id(0) * ROWS
    out.store([row, 0], source.load([row, 0]) * 2.0)


def test_addition_over_a_ragged_end(tmp_path: Path):
    kernel = xtriton.compile(kernels.add, "*fp32:16,*fp32:16,*fp32:16,i32,256", target=target())
    x, y = torch.randn(1000, device="cuda"), torch.randn(1000, device="cuda")
    out = torch.zeros(1024, device="cuda")
    kernel[(4,)](x, y, out, 1000)
    assert torch.equal(out[:1000], x + y)
    assert not out[1000:].any()
    kernel.save(tmp_path)
    again = torch.zeros(1024, device="cuda")
    xtriton.load(tmp_path / "add.json")[4](x, y, again, 1000)
    assert torch.equal(again, out)


@pytest.mark.parametrize(("warps", "stages"), [(4, 2), (8, 4)])
def test_product(warps: int, stages: int):
    signature = "*fp16:16,*fp16:16,*fp32:16,i32:16,64"
    kernel = xtriton.compile(kernels.product, signature, target=target(), num_warps=warps, num_stages=stages)
    a = torch.randn(64, 512, device="cuda", dtype=torch.float16)
    b = torch.randn(512, 64, device="cuda", dtype=torch.float16)
    c = torch.zeros(64, 64, device="cuda")
    kernel[1](a, b, c, 512)
    torch.testing.assert_close(c, a.float() @ b.float(), rtol=1e-3, atol=1e-2)


def test_descriptors_of_the_host():
    if torch.cuda.get_device_capability()[0] < 9:
        pytest.skip("descriptors of tensors come with 9.0")
    from triton.tools.tensor_descriptor import TensorDescriptor

    block = "tensordesc<fp32[16, 32]>"
    kernel = xtriton.compile(copy_block, f"{block},{block},16,32", target=target())
    source = torch.randn(64, 32, device="cuda")
    out = torch.zeros_like(source)
    made: list[Any] = [TensorDescriptor.from_tensor(tensor, [16, 32]) for tensor in (source, out)]
    kernel[4](*made)
    assert torch.equal(out, source * 2)


def test_triton_launches_the_same_kernel():
    signature = "*fp16:16,*fp16:16,*fp32:16,i32:16,64"
    ours = xtriton.compile(kernels.product, signature, target=target())
    a = torch.randn(64, 512, device="cuda", dtype=torch.float16)
    b = torch.randn(512, 64, device="cuda", dtype=torch.float16)
    first, second = torch.zeros(64, 64, device="cuda"), torch.zeros(64, 64, device="cuda")
    ours[1](a, b, first, 512)
    theirs = kernels.product[(1,)](a, b, second, 512, 64)
    assert torch.equal(first, second)
    assert theirs.asm["ptx"] == ours.asm["ptx"]
