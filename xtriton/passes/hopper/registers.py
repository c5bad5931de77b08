"""Estimate of the register pressure of loops with dots, before they are partitioned into warp groups."""

from __future__ import annotations

from math import prod

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, SSAValue

from xtriton.dialects import tt
from xtriton.dialects.tt.traits import DotLike
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.ttg.types import bit_width
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.traits import element_type, has_trait, shape_of, shape_of_tensor
from xtriton.layouts.encodings import to_linear_layout
from xtriton.layouts.tile import REGISTER
from xtriton.passes.hopper.dots import dots_in, users_in_block
from xtriton.passes.hopper.warp_specialize.plan import MOST_CONSUMERS
from xtriton.passes.hopper.warp_specialize.schedule import registers_of
from xtriton.rewriting.tensors import layout_of_tensor

_THREADS = 128
"""The threads of a warp group."""

_SUMS = 2
"""The accumulator operand of a dot."""


def registers_without_layout(type_: Attribute) -> int:
    """The 32-bit registers per thread of a warp group that holds a value alone."""
    shape = shape_of(type_)
    if not shape:
        return 1
    return -(-prod(shape) * max(8, bit_width(element_type(type_))) // (32 * _THREADS))


def only_sums(loop: ForOp) -> bool:
    """Whether the results of all dots of a loop are accumulated in loop-carried values, without other instructions."""
    return all(
        use.operation is loop.yield_operation or (has_trait(use.operation, DotLike) and use.index == _SUMS)
        for op in dots_in(loop)
        for use in op.results[0].uses
    )


def registers_of_warp_group(loop: ForOp, copies: int) -> float:
    """About how many registers per thread a loop needs: accumulators, a dot's result, ``copies`` of each load.

    Assumes that the dots are distributed over as many warp groups as possible, and that a load is needed by the warp
    groups whose dots' results are combined with it.
    """
    dots = dots_in(loop)
    groups = min(MOST_CONSUMERS, len(dots))
    accumulators = sum(registers_of(value.type) for value in loop.iter_args) / groups
    result = max(registers_of(op.results[0].type) for op in dots)
    return accumulators + result + copies * registers_of_loads(loop)


def registers_of_loads(loop: ForOp) -> float:
    """About how many registers per thread the values have that a loop loads and combines with results of its dots.

    The assumptions are those of :func:`registers_of_warp_group`.
    """
    promotions = [users_in_block(dot) for dot in dots_in(loop)]
    loaded = 0.0
    for load in [op for op in loop.body.ops if isinstance(op, tt.LoadOp)]:
        uses = users_in_block(load)
        share = sum(not uses.isdisjoint(promotion) for promotion in promotions) / len(promotions)
        loaded += _registers_as_used(load.result) * share
    return loaded


def _registers_as_used(value: SSAValue) -> int:
    """The registers per thread of a value: the most that it, its conversions and its expanded dimensions take.

    The scales of 128 columns are loaded with one register per thread; in the layout of a dot's result they take 32.
    """
    users = (use.operation for use in value.uses)
    used = [_registers_as_used(op.results[0]) for op in users if isinstance(op, ConvertLayoutOp | tt.ExpandDimsOp)]
    return max([_distinct_registers(value), *used])


def _distinct_registers(value: SSAValue) -> int:
    """As :func:`registers_of`, with registers that hold the same element counted once."""
    registers = registers_of(value.type)
    if not isinstance(value.type, TensorType):
        return registers
    layout = to_linear_layout(layout_of_tensor(value), shape_of_tensor(value))
    copies = sum(not any(basis) for basis in layout.bases[REGISTER])
    return max(1, registers >> copies)
