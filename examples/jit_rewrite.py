"""Change kernels on their way through Triton's JIT: divisions by constants become products. No GPU is needed.

python examples/jit_rewrite.py
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import triton
import triton.language as tl
from triton.runtime.jit import MockTensor
from xdsl.ir import Operation

import xtriton
from xtriton.dialects.upstream.arith import ConstantOp, DivFOp, MulFOp
from xtriton.folds.elements import constant, float_of, round_to
from xtriton.folds.folding import constant_of
from xtriton.ir.context import Context
from xtriton.passes.base import OperationPass
from xtriton.rewriting.greedy import rewrite_greedily
from xtriton.rewriting.pattern import PatternSet, pattern
from xtriton.rewriting.rewriter import Rewriter


@pattern(DivFOp)
def product_with_reciprocal(op: DivFOp, rewriter: Rewriter) -> bool:
    """``x / c = x * (1 / c)``, almost: the reciprocal is rounded, too."""
    divisor = float_of(constant_of(op.rhs))
    if not divisor:
        return False
    reciprocal = rewriter.insert(ConstantOp(constant(op.result.type, round_to(1 / divisor, op.result.type))))
    rewriter.replace_by(op, MulFOp(op.lhs, reciprocal.result))
    return True


@dataclass(frozen=True)
class MultiplyByReciprocals(OperationPass):
    """Multiply instead of dividing by a constant."""

    name: ClassVar[str] = "multiply-by-reciprocals"

    def apply_to(self, ctx: Context, op: Operation) -> None:
        rewrite_greedily(op, PatternSet([product_with_reciprocal]))


@triton.jit
def thirds(x, out, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(out + at, tl.load(x + at) / 3.0)


def arithmetic() -> list[str]:
    """The divisions and products in the PTX. On a GPU one would launch it: thirds[(1,)](x, out, BLOCK=128)."""
    tensor = MockTensor(tl.float32)
    ptx = thirds.warmup(tensor, tensor, BLOCK=128, grid=(1,)).asm["ptx"]
    return sorted({word for word in ptx.split() if word.endswith(".f32") and word.startswith(("div", "mul"))})


def main() -> None:
    with xtriton.jit_passes(before="triton-combine", passes=[MultiplyByReciprocals()], target="cuda:90"):
        print("with the pass:", *arithmetic())
    with xtriton.jit_passes(ttir="make-ttir{target=cuda:90}", target="cuda:90"):
        print("without it:", *arithmetic())


if __name__ == "__main__":
    main()
