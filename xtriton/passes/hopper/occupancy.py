"""``hopper-occupancy``: choose whether one or two CTAs of a kernel are resident on an SM.

A CTA with two consumer warp groups and all registers of an SM overlaps dots with other operations of the same warp
group, one iteration apart (``hopper-pipeline-dots``). Where special functions take as long as dots, that is not enough:
two CTAs, so four consumer warp groups, keep tensor cores and special function units busy, without pipelining. Each
thread then has half of the registers.

Measured on an H100 with the forward attention of Triton's tutorial, head dimension 64, 4 x 16 x 8192, in TFLOP/s:
Triton 414, one CTA per SM 409, two 440; causal 380, 365, 415. cuDNN reaches 443 and 413.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import IntegerAttr, ModuleOp, i32

from xtriton.analysis.launch_arguments import RESIDENT_CTAS, joined_programs
from xtriton.analysis.requirements import Rule, consistent_ranks
from xtriton.dialects import tt
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.context import Context
from xtriton.passes.base import Pass
from xtriton.passes.hopper.registers import registers_without_layout
from xtriton.passes.hopper.warp_specialize.plan import (
    MOST_CONSUMERS,
    RESERVED,
    SHARED_MEMORY,
    shared_memory_of_cta,
)
from xtriton.passes.hopper.warp_specialize.profitability import Cycles, innermost_loops
from xtriton.passes.hopper.warp_specialize.schedule import registers_for_tiles
from xtriton.passes.remarks import remark
from xtriton.rewriting.tensors import bytes_of_tensor

_SHORT = 512
"""Dots of an iteration and tile that take fewer cycles are short.

Loops with special functions then mostly wait for barriers: attention with 32 columns reached 353 TFLOP/s with two CTAs,
and Triton's 363."""


_RESULT = 32
"""The registers of a thread for the result of a dot. ptxas does not compile a wgmma with 64 of them (m64n128 in f32)
for the 80 registers with which the threads of two CTAs start: "Insufficient registers"."""


_STAGES = 3
"""The fewest stages that hide the latency of loads."""


@dataclass(frozen=True)
class Occupancy(Pass):
    """Choose two resident CTAs per SM for loops whose special functions take as long as their dots.

    The choice is an attribute of the function that the other passes for Hopper follow: dots are not computed ahead,
    only loops of sums are unrolled, the kernel is not persistent, and ``hopper-warp-specialize`` uses half of the
    shared memory and registers of an SM. Kernels whose tiles do not fit into half of the registers are not modified.

    before: ``tt.func @attention(...) { scf.for { tt.dot; math.exp2; tt.dot } }``
    after:  ``tt.func @attention(...) attributes {xtriton.resident_ctas = 2 : i32} { ... }``
    """

    name: ClassVar[str] = "hopper-occupancy"
    requires: ClassVar[tuple[Rule, ...]] = (consistent_ranks,)

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for func in [op for op in module.body.ops if isinstance(op, tt.FuncOp)]:
            loops = [cycles for cycles in map(Cycles.of, innermost_loops(func)) if cycles.dots]
            bound = [cycles for cycles in loops if cycles.are_special]
            if not bound or joined_programs(func):
                continue
            obstacle = next(filter(None, map(_obstacle, bound)), None)
            if obstacle is not None:
                remark(ctx, bound[0].loop, f"one CTA per SM: {obstacle}")
                continue
            func.attributes[RESIDENT_CTAS] = IntegerAttr(2, i32)
            remark(ctx, bound[0].loop, f"two CTAs per SM: {bound[0]}")


def _obstacle(cycles: Cycles) -> str | None:
    """Why a loop does not profit from two CTAs per SM, if so."""
    if cycles.dots < _SHORT:
        return f"dots take only {cycles.dots:.0f} cycles per iteration"
    needed, available = _registers_of(cycles.loop), registers_for_tiles(2)
    if needed > available:
        return f"a thread needs about {needed:.0f} registers for tiles, of {available} with two"
    if _bytes_loaded(cycles.loop) * _STAGES > shared_memory_of_cta(SHARED_MEMORY, 2) - RESERVED:
        return f"half of the shared memory has no room for {_STAGES} stages of {_bytes_loaded(cycles.loop)} bytes"
    largest = max(registers_without_layout(op.d.type) for op in cycles.loop.body.ops if isinstance(op, tt.DotOp))
    if largest > _RESULT:
        return f"a thread needs {largest} registers for the result of a dot, of {_RESULT} with two"
    return None


def _bytes_loaded(loop: ForOp) -> int:
    """The bytes of the tiles that an iteration loads through descriptors."""
    return sum(bytes_of_tensor(op.result) for op in loop.body.ops if isinstance(op, tt.DescriptorLoadOp))


def _registers_of(loop: ForOp) -> float:
    """The registers per thread of a consumer for accumulators, the result of a dot, and the operand made from it."""
    dots = [op for op in loop.body.ops if isinstance(op, tt.DotOp)]
    groups = min(MOST_CONSUMERS, max(1, len(dots)))
    carried = sum(registers_without_layout(value.type) for value in loop.iter_args) / groups
    results = [registers_without_layout(dot.d.type) for dot in dots if not _accumulates(dot, loop)]
    operands = [registers_without_layout(dot.a.type) for dot in dots if not _is_loaded(dot)]
    return carried + max(results, default=0) + max(operands, default=0)


def _accumulates(dot: tt.DotOp, loop: ForOp) -> bool:
    """Whether a loop-carried value holds a dot's result."""
    return any(value is dot.d for value in loop.yielded_values)


def _is_loaded(dot: tt.DotOp) -> bool:
    """Whether the left operand is a tile that a descriptor loads, which wgmma reads from shared memory."""
    return isinstance(dot.a.owner, tt.DescriptorLoadOp)
