"""Change what a kernel computes on its way through Triton's JIT: ``exp(x)`` becomes ``exp2(x * log2(e))``. No GPU is needed.

python examples/jit_rewrite.py
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import ClassVar

import triton
import triton.language as tl
from triton.runtime.jit import MockTensor
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, Float32Type, TensorType
from xdsl.ir import Operation

import xtriton
from xtriton.dialects.upstream.arith import ConstantOp, MulFOp
from xtriton.dialects.upstream.math import Exp2Op, ExpOp
from xtriton.ir.context import Context
from xtriton.passes.base import OperationPass
from xtriton.rewriting.greedy import rewrite_greedily
from xtriton.rewriting.pattern import PatternSet, pattern
from xtriton.rewriting.rewriter import Rewriter


@pattern(ExpOp)
def exp_by_exp2(op: ExpOp, rewriter: Rewriter) -> bool:
    """``exp(x) = exp2(x * log2(e))`` for tensors of f32."""
    type_ = op.result.type
    if not isinstance(type_, TensorType) or not isinstance(type_.element_type, Float32Type):
        return False
    factor = rewriter.insert(ConstantOp(DenseIntOrFPElementsAttr.from_list(type_, [math.log2(math.e)])))
    scaled = rewriter.insert(MulFOp(op.operand, factor.result))
    rewriter.replace_by(op, Exp2Op(scaled.result))
    return True


@dataclass(frozen=True)
class ExpByExp2(OperationPass):
    """Compute exponentials with base 2."""

    name: ClassVar[str] = "exp-by-exp2"

    def apply_to(self, ctx: Context, op: Operation) -> None:
        rewrite_greedily(op, PatternSet([exp_by_exp2]))


@triton.jit
def exponentials(x, out, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    tl.store(out + at, tl.exp(tl.load(x + at)))


def main() -> None:
    tensor = MockTensor(tl.float32)
    with xtriton.jit_passes(before="triton-reorder-broadcast", passes=[ExpByExp2()], target="cuda:90"):
        # Without target=, and with tensors on a GPU: exponentials[(1,)](x, out, BLOCK=128)
        kernel = exponentials.warmup(tensor, tensor, BLOCK=128, grid=(1,))
    print("\n".join(line.split(" loc(")[0] for line in kernel.asm["ttir"].splitlines() if " math." in line or "e+00" in line))


if __name__ == "__main__":
    main()
