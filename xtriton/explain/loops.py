"""Loops: floating-point operations and bytes of an iteration, and the roofline model."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from xdsl.ir import Operation, SSAValue

from xtriton.analysis.memory_accesses import accessed_tensor
from xtriton.dialects.tt.dot import DotOp, DotScaledOp
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.ttg.memory import LocalAllocOp, LocalLoadOp, LocalStoreOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttng.tcgen05 import TCGen5MMAOp, TCGen5MMAScaledOp
from xtriton.dialects.ttng.wgmma import WarpGroupDotOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.explain.kernel_ir import KernelIR, tensor_bits
from xtriton.explain.model import Conversion, Loop, Roofline
from xtriton.folds.elements import width_of
from xtriton.interfaces.loop_like import LoopLikeOpInterface
from xtriton.ir.narrowing import is_float_type, is_tensor_type
from xtriton.ir.traits import element_type, shape_of
from xtriton.ir.walk import operations_in
from xtriton.layouts.encoding import DistributedEncoding
from xtriton.layouts.encodings import NvidiaMma, total_elems_per_thread

PEAKS = {
    70: Roofline("V100 SXM2", 125, 15.7, 900),
    75: Roofline("T4", 65, 8.1, 320),
    80: Roofline("A100 SXM 80 GB", 312, 19.5, 2039),
    86: Roofline("A10", 125, 31.2, 600),
    87: Roofline("Jetson AGX Orin", 43, 5.3, 204),
    89: Roofline("L40S", 362, 91.6, 864),
    90: Roofline("H100 SXM", 989, 66.9, 3350),
    100: Roofline("B200", 2250, 80, 8000),
    103: Roofline("B300", 2500, 80, 8000),
    120: Roofline("RTX 5090", 210, 104.8, 1792),
}
"""Dense f16 tensor core and f32 rates, and memory bandwidths, of NVIDIA's data sheets, by compute capability."""

DOTS = (DotOp, DotScaledOp, WarpGroupDotOp, TCGen5MMAOp, TCGen5MMAScaledOp)
"""The operations of matrix products."""
_TMA = {
    "ttng.async_tma_copy_global_to_local": "result",
    "ttng.async_tma_copy_local_to_global": "src",
    "ttng.async_tma_reduce": "src",
    "ttng.async_tma_gather": "result",
    "ttng.async_tma_scatter": "src",
    "tt.descriptor_load": "result",
    "tt.descriptor_store": "src",
    "tt.descriptor_gather": "result",
    "tt.descriptor_scatter": "src",
}
"""Accesses through descriptors, and which value has the accessed elements."""


def roofline_of(capability: int) -> Roofline | None:
    """The peak rates of a GPU of a compute capability, if one is listed."""
    return PEAKS.get(capability)


@dataclass
class Work:
    """Floating-point operations and bytes moved."""

    tensor_flops: int = 0
    flops: int = 0
    global_bytes: int = 0
    shared_bytes: int = 0


def work_of(operations: Sequence[Operation]) -> Work:
    """The work of operations, each run once by one CTA."""
    work = Work()
    for op in operations:
        if isinstance(op, DOTS):
            amount = _dot_flops(op)
            if is_on_tensor_cores(op):
                work.tensor_flops += amount
            else:
                work.flops += amount
        else:
            work.flops += _flops(op)
        work.global_bytes += _global_bytes(op)
        work.shared_bytes += _shared_bytes(op)
    return work


def is_on_tensor_cores(op: Operation) -> bool:
    """Whether a dot runs on tensor cores: the layout of its result is one of their instructions."""
    if not isinstance(op, DotOp):
        return True
    type_ = op.d.type if hasattr(op, "d") else op.results[0].type
    return isinstance(layout_of(getattr(type_, "encoding", None)), NvidiaMma)


def _dot_flops(op: Operation) -> int:
    """``2 * M * N * K`` of a dot, times its batch."""
    left, right = shape_of(op.operands[0].type) or (), shape_of(op.operands[1].type) or ()
    if isinstance(op.operands[0].type, MemDescType):
        left = op.operands[0].type.get_shape()
    if isinstance(op.operands[1].type, MemDescType):
        right = op.operands[1].type.get_shape()
    return 2 * prod(left) * right[-1] if left and right else 0


_FREE = ("arith.constant", "arith.select", "arith.bitcast", "arith.extf", "arith.truncf")
_TWO = ("math.fma",)


def _flops(op: Operation) -> int:
    if op.name in ("tt.reduce", "tt.scan"):
        combine = sum(1 for inner in operations_in(op.regions[0]) if _is_float_operation(inner))
        return combine * prod(shape_of(op.operands[0].type) or ())
    if not _is_float_operation(op) or _is_in_combine(op):
        return 0
    return (2 if op.name in _TWO else 1) * prod(shape_of(op.results[0].type) or (1,))


def _is_float_operation(op: Operation) -> bool:
    if not op.name.startswith(("arith.", "math.")) or op.name in _FREE or len(op.results) != 1:
        return False
    return bool(op.operands) and is_float_type(element_type(op.operands[0].type))


def _is_in_combine(op: Operation) -> bool:
    parent = op.parent_op()
    return parent is not None and parent.name in ("tt.reduce", "tt.scan")


def _global_bytes(op: Operation) -> int:
    type_ = accessed_tensor(op)
    if type_ is not None:
        return prod(type_.get_shape()) * tensor_bits(type_) // 8
    name = _TMA.get(op.name)
    if name is None:
        return 0
    value: SSAValue = getattr(op, name)
    return _bytes(value)


def _bytes(value: SSAValue) -> int:
    type_ = value.type
    if isinstance(type_, MemDescType):
        return prod(type_.get_shape()) * width_of(type_.element_type) // 8
    return prod(type_.get_shape()) * tensor_bits(type_) // 8 if is_tensor_type(type_) else 0


def _shared_bytes(op: Operation) -> int:
    match op:
        case LocalLoadOp():
            return _bytes(op.results[0])
        case LocalStoreOp():
            return _bytes(op.operands[0])
        case LocalAllocOp():
            return _bytes(op.src) if op.src is not None else 0
        case WarpGroupDotOp() | TCGen5MMAOp() | TCGen5MMAScaledOp():
            return sum(_bytes(operand) for operand in op.operands[:2] if isinstance(operand.type, MemDescType))
        case _:
            return 0


def carried_registers(loop: Operation) -> dict[SSAValue, int]:
    """The registers per thread of the distributed tensors that a loop yields to its next iteration."""
    found: dict[SSAValue, int] = {}
    for value in loop.yielded_values if isinstance(loop, LoopLikeOpInterface) else ():
        encoding = layout_of(getattr(value.type, "encoding", None))
        if isinstance(encoding, DistributedEncoding):
            elements = total_elems_per_thread(encoding, shape_of(value.type) or ())
            found[value] = -(-elements * tensor_bits(value.type) // 32)
    return found


def loops_of(kernel: KernelIR, conversions: Sequence[Conversion], peaks: Roofline | None) -> list[Loop]:
    """The loops in order of the text."""
    return [_loop(kernel, index, conversions, peaks) for index in range(len(kernel.loops))]


def _loop(kernel: KernelIR, index: int, conversions: Sequence[Conversion], peaks: Roofline | None) -> Loop:
    op = kernel.loops[index]
    own = [inner for inner in operations_in(op) if inner is not op and kernel.loop_of(inner) == index]
    work = work_of(own)
    converted = [conversion for conversion in conversions if conversion.loop == index]
    parent, depth = kernel.loop_of(op), 0
    around = parent
    while around is not None:
        depth, around = depth + 1, kernel.loop_of(kernel.loops[around])
    intensity, bound, attainable = _place(work, peaks)
    return Loop(
        kernel.origin(op),
        kernel.line(op),
        kernel.last_line(op),
        depth,
        parent,
        op.trip_count if isinstance(op, ForOp) else None,
        work.tensor_flops,
        work.flops,
        work.global_bytes,
        work.shared_bytes + sum(conversion.bytes for conversion in converted),
        sum(conversion.kind == "shared memory" for conversion in converted),
        intensity,
        bound,
        attainable,
    )


def _place(work: Work, peaks: Roofline | None) -> tuple[float | None, str, float | None]:
    """Intensity, bound and attainable share of the peak by the roofline model (Williams et al., CACM 2009)."""
    total = work.tensor_flops + work.flops
    if not total and not work.global_bytes:
        return None, "", None
    intensity = total / work.global_bytes if work.global_bytes else None
    if peaks is None:
        return intensity, "", None
    computing = (work.tensor_flops / peaks.tensor_tflops + work.flops / peaks.fma_tflops) / 1e12
    moving = work.global_bytes / (peaks.gigabytes_per_second * 1e9)
    if computing >= moving:
        return intensity, "compute", 1.0
    return intensity, "memory", computing / moving
