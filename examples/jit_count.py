"""Count the loads of each kernel that Triton's JIT compiles. No GPU is needed.

python examples/jit_count.py
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource
from xdsl.dialects.builtin import ModuleOp

import xtriton
from xtriton.dialects.tt import LoadOp
from xtriton.dialects.tt.function import FuncOp
from xtriton.ir.context import Context
from xtriton.passes.base import Pass


@dataclass(frozen=True)
class CountLoads(Pass):
    """Print how many loads each kernel has."""

    name: ClassVar[str] = "count-loads"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for function in module.body.ops:
            if isinstance(function, FuncOp):
                loads = sum(isinstance(op, LoadOp) for op in function.walk())
                print(f"{function.sym_name.data}: {loads} loads")


@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = at < n
    tl.store(out + at, tl.load(x + at, inside) + tl.load(y + at, inside), inside)


@triton.jit
def sums(x, out, n, BLOCK: tl.constexpr):
    total = tl.zeros([BLOCK], tl.float32)
    for start in tl.static_range(0, 4):
        total += tl.load(x + start * n + tl.arange(0, BLOCK))
    tl.store(out + tl.arange(0, BLOCK), total)


def main() -> None:
    sources = [
        ASTSource(add, {"x": "*fp32", "y": "*fp32", "out": "*fp32", "n": "i32", "BLOCK": "constexpr"}, {"BLOCK": 128}),
        ASTSource(sums, {"x": "*fp32", "out": "*fp32", "n": "i32", "BLOCK": "constexpr"}, {"BLOCK": 128}),
    ]
    triton.knobs.compilation.always_compile = True  # Passes do not run on kernels that are found in Triton's cache.
    with xtriton.jit_passes(after="triton-loop-unroll", passes=[CountLoads()]):
        for source in sources:
            triton.compile(source, target=GPUTarget("cuda", 90, 32))  # With a GPU: kernel[grid](...)


if __name__ == "__main__":
    main()
