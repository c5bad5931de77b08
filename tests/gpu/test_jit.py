"""Launches inside of ``jit_passes`` on a GPU: the passes apply inside and not outside."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import pytest
import triton
import triton.language as tl
from xdsl.ir import Operation

import xtriton
from xtriton.dialects.upstream.arith import AddFOp, MulFOp
from xtriton.ir.context import Context
from xtriton.passes.base import OperationPass
from xtriton.rewriting.greedy import rewrite_greedily
from xtriton.rewriting.pattern import PatternSet, pattern
from xtriton.rewriting.rewriter import Rewriter

torch: Any = pytest.importorskip("torch", reason="needs PyTorch")
pytestmark = [
    pytest.mark.gpu,
    pytest.mark.skipif(not torch.cuda.is_available(), reason="needs an NVIDIA GPU"),
]


@pattern(AddFOp)
def product(op: AddFOp, rewriter: Rewriter) -> bool:
    rewriter.replace_by(op, MulFOp(op.lhs, op.rhs))
    return True


@dataclass(frozen=True)
class AddToMul(OperationPass):
    """Multiply instead of adding."""

    name: ClassVar[str] = "add-to-mul"

    def apply_to(self, ctx: Context, op: Operation) -> None:
        rewrite_greedily(op, PatternSet([product]))


@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    tl.store(out + at, tl.load(x + at, inside) + tl.load(y + at, inside), inside)


TUNED = triton.autotune([triton.Config({"BLOCK": 64}), triton.Config({"BLOCK": 256}, num_warps=8)], ["n"])(add)


@pytest.fixture(autouse=True)
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRITON_CACHE_DIR", str(tmp_path))


def by_launch(x: Any, y: Any) -> Any:
    out = torch.empty_like(x)
    add[(triton.cdiv(x.numel(), 128),)](x, y, out, x.numel(), BLOCK=128)
    return out


def by_tuned_launch(x: Any, y: Any) -> Any:
    out = torch.empty_like(x)
    TUNED[lambda constants: (triton.cdiv(x.numel(), constants["BLOCK"]),)](x, y, out, x.numel())
    return out


@pytest.mark.parametrize("launch", [by_launch, by_tuned_launch])
@pytest.mark.parametrize("place", [{"after": "triton-combine"}, {"before": "tritongpu-coalesce"}], ids=str)
def test_a_launch(launch: Callable[..., Any], place: dict[str, str]):
    x, y = torch.randn(1000, device="cuda"), torch.randn(1000, device="cuda")
    torch.testing.assert_close(launch(x, y), x + y, rtol=0, atol=0)
    with xtriton.jit_passes(passes=[AddToMul()], **place):  # type: ignore[arg-type]
        torch.testing.assert_close(launch(x, y), x * y, rtol=0, atol=0)
    torch.testing.assert_close(launch(x, y), x + y, rtol=0, atol=0)


def test_a_function_of_torch_compile():
    """It is compiled outside first, then inside, then outside again, and a second one only inside."""

    def summed(x: Any, y: Any) -> Any:
        return x + y

    ptxas = os.environ.get("TRITON_PTXAS_PATH")
    x, y = torch.randn(1000, device="cuda"), torch.randn(1000, device="cuda")
    compiled, other = torch.compile(summed), torch.compile(lambda x, y: (x + y) * 2)
    torch.testing.assert_close(compiled(x, y), x + y)
    with xtriton.jit_passes(after="triton-combine", passes=[AddToMul()]):
        torch.testing.assert_close(compiled(x, y), x * y)
        torch.testing.assert_close(other(x, y), x * y * 2)
    torch.testing.assert_close(compiled(x, y), x + y)
    torch.testing.assert_close(other(x, y), (x + y) * 2)
    if ptxas is None:
        os.environ.pop("TRITON_PTXAS_PATH", None)  # torch 2.11 sets it to its own
