"""``jit_passes`` within ``on_cpu``: the passes run on the TTIR that the CPU gets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
import pytest
import triton
import triton.language as tl
from xdsl.ir import Operation

import xtriton
from xtriton.dialects.upstream.arith import AddFOp, SubFOp
from xtriton.ir.context import Context
from xtriton.passes.base import OperationPass
from xtriton.rewriting.greedy import rewrite_greedily
from xtriton.rewriting.pattern import PatternSet, pattern
from xtriton.rewriting.rewriter import Rewriter

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")


@pattern(AddFOp)
def difference(op: AddFOp, rewriter: Rewriter) -> bool:
    rewriter.replace_by(op, SubFOp(op.lhs, op.rhs))
    return True


@dataclass(frozen=True)
class Subtract(OperationPass):
    """Subtract instead of adding, so that a run of the pass shows in results."""

    name: ClassVar[str] = "subtract"

    def apply_to(self, ctx: Context, op: Operation) -> None:
        rewrite_greedily(op, PatternSet([difference]))


@triton.jit
def combine(x, y, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i) + tl.load(y + i))


def launched() -> list[float]:
    x, y, out = np.full(4, 5, np.float32), np.full(4, 2, np.float32), np.zeros(4, np.float32)
    combine[(1,)](x, y, out, BLOCK=4)
    return out.tolist()


@pytest.mark.parametrize("where", [{"before": "triton-combine"}, {"after": "cse"}, {"replace": "triton-loop-unroll"}])
def test_passes_run(where: dict[str, str]) -> None:
    with xtriton.on_cpu():
        assert launched() == [7] * 4
        with xtriton.jit_passes(**where, passes=[Subtract()]):
            assert launched() == [3] * 4
        assert launched() == [7] * 4


def test_contexts_in_the_other_order() -> None:
    with xtriton.jit_passes(after="triton-combine", passes=[Subtract()]), xtriton.on_cpu():
        assert launched() == [3] * 4


def test_whole_stage() -> None:
    with xtriton.on_cpu(), xtriton.jit_passes(ttir=["inline", Subtract(), "cse"]):
        assert launched() == [3] * 4


def test_checked_launch() -> None:
    with xtriton.on_cpu(check=True), xtriton.jit_passes(before="cse", passes=[Subtract()]):
        assert launched() == [3] * 4


def test_optimize_is_an_error() -> None:
    with (
        xtriton.on_cpu(),
        xtriton.jit_passes(optimize="hopper"),
        pytest.raises(ValueError, match=r"'hopper'.* is for GPUs, not for kernels on the CPU"),
    ):
        launched()


def test_edits_of_ttgir_are_errors() -> None:
    with (
        xtriton.on_cpu(),
        xtriton.jit_passes(before="tritongpu-coalesce", passes=[Subtract()]),
        pytest.raises(ValueError, match="'tritongpu-coalesce' of jit_passes is about the TTGIR stage"),
    ):
        launched()
