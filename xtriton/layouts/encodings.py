"""All encodings, and queries on any of them."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xtriton.layouts.amd import AMDMfma, AMDWmma
from xtriton.layouts.distributed import (
    Blocked,
    GenericLinear,
    Linear,
    Slice,
    blocked_for_shape,
    default_blocked,
    to_linear_encoding,
)
from xtriton.layouts.dot_operand import DotOperand
from xtriton.layouts.encoding import (
    CTALayout,
    DistributedEncoding,
    Encoding,
    LayoutError,
    SharedEncoding,
    to_linear_layout,
)
from xtriton.layouts.mma import NvidiaMma
from xtriton.layouts.orders import Order
from xtriton.layouts.shared import AMDRotatingShared, NVMMAShared, PaddedShared, SharedLinear, SwizzledShared
from xtriton.layouts.tensor_memory import TensorMemory, TensorMemoryScales
from xtriton.layouts.tile import Shape

__all__ = [
    "AMDMfma",
    "AMDRotatingShared",
    "AMDWmma",
    "Blocked",
    "CTALayout",
    "DistributedEncoding",
    "DotOperand",
    "Encoding",
    "GenericLinear",
    "LayoutError",
    "Linear",
    "NVMMAShared",
    "NvidiaMma",
    "PaddedShared",
    "SharedEncoding",
    "SharedLinear",
    "Slice",
    "SwizzledShared",
    "TensorMemory",
    "TensorMemoryScales",
    "allocation_shape_per_cta",
    "blocked_for_shape",
    "contig_per_thread",
    "default_blocked",
    "elems_per_thread",
    "is_expensive_view",
    "layouts_equal",
    "order",
    "order_for_memory",
    "shape_per_cta",
    "thread_order",
    "threads_per_warp",
    "to_linear_encoding",
    "to_linear_layout",
    "total_elems_per_thread",
    "warp_order",
    "warps_per_cta",
]


def layouts_equal(shape: Shape, first: Encoding, second: Encoding) -> bool:
    """Whether two encodings map every element of a tensor of this shape to the same hardware indices."""
    return first == second or to_linear_layout(first, shape) == to_linear_layout(second, shape)


def shape_per_cta(encoding: Encoding, shape: Sequence[int]) -> Shape:
    """The shape of the part of a tensor that one CTA holds."""
    return encoding.cta_layout.shape_per_cta(shape)


def allocation_shape_per_cta(encoding: Encoding, shape: Sequence[int]) -> Shape:
    """The shape that one CTA allocates: as :func:`shape_per_cta`, with the padding of fp4."""
    padded = list(shape)
    if isinstance(encoding, NVMMAShared) and encoding.fp4_padded:
        padded[encoding.order(len(shape))[0]] *= 2
    return shape_per_cta(encoding, padded)


def order(encoding: DistributedEncoding | SharedEncoding, shape: Shape) -> Order:
    """The dimensions of a tensor in the order in which registers, or offsets, move along them."""
    if isinstance(encoding, SharedEncoding):
        return encoding.order(len(shape))
    return to_linear_encoding(encoding, shape).order


def order_for_memory(encoding: DistributedEncoding, shape: Shape) -> Order:
    """The order for storing a tensor in memory: that of the registers, unless they don't move along the dimension along
    which neighbouring lanes lie; then that of the lanes."""
    linear = to_linear_encoding(encoding, shape)
    if linear.elems_per_thread(shape)[linear.thread_order[0]] == 1:
        return linear.thread_order
    return linear.order


def thread_order(encoding: DistributedEncoding, shape: Shape) -> Order:
    """The dimensions of a tensor in the order in which the lanes move along them."""
    return to_linear_encoding(encoding, shape).thread_order


def warp_order(encoding: DistributedEncoding, shape: Shape) -> Order:
    """The dimensions of a tensor in the order in which the warps move along them."""
    return to_linear_encoding(encoding, shape).warp_order


def threads_per_warp(encoding: DistributedEncoding, shape: Shape) -> tuple[int, ...]:
    """The lanes along each dimension, copies not counted."""
    return to_linear_encoding(encoding, shape).threads_per_warp


def warps_per_cta(encoding: DistributedEncoding, shape: Shape) -> tuple[int, ...]:
    """The warps along each dimension, copies not counted."""
    return to_linear_encoding(encoding, shape).warps_per_cta


def contig_per_thread(encoding: DistributedEncoding, shape: Shape) -> tuple[int, ...]:
    """The contiguous elements of a thread along each dimension."""
    return to_linear_encoding(encoding, shape).contig_per_thread


def elems_per_thread(encoding: DistributedEncoding, shape: Shape) -> tuple[int, ...]:
    """The registers of a thread along each dimension, copies counted."""
    return to_linear_encoding(encoding, shape).elems_per_thread(shape)


def total_elems_per_thread(encoding: DistributedEncoding, shape: Shape) -> int:
    """The number of registers of a thread, copies counted."""
    return prod(elems_per_thread(encoding, shape))


def is_expensive_view(
    source: DistributedEncoding, source_shape: Shape, target: DistributedEncoding, target_shape: Shape
) -> bool:
    """Whether a reshape must move data, because the two sides replicate elements differently."""
    before, after = to_linear_layout(source, source_shape), to_linear_layout(target, target_shape)
    if before.free_variable_masks() != after.free_variable_masks():
        return True
    return total_elems_per_thread(source, source_shape) != total_elems_per_thread(target, target_shape)
