"""``relayout-tritongpu``: assigns layouts to tensors without one that are loaded from or stored to tensor memory."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, cast

from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.analysis.encoding_propagation import with_encoding
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.ttg.memory import LocalLoadOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttg.verify import num_ctas, num_warps_of, threads_per_warp
from xtriton.dialects.ttng.tensor_memory import TMEMAllocOp, TMEMLoadOp, TMEMStoreOp, default_registers, registers_suit
from xtriton.dialects.ttng.tma import AsyncTMAGatherOp, AsyncTMAScatterOp
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import error
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.traits import encoding_of
from xtriton.knobs import Knobs
from xtriton.layouts.bits import is_power_of_two
from xtriton.layouts.encodings import DistributedEncoding
from xtriton.passes.base import Pass
from xtriton.passes.ttgir.convert_triton_to_tritongpu import layout_target
from xtriton.passes.ttgir.initial_layouts import Conversion, LayoutConverter, gather_scatter
from xtriton.rewriting.conversions import convert_to_type
from xtriton.rewriting.dialect_conversion import apply_partial_conversion, conversion_pattern
from xtriton.rewriting.operand_groups import set_operand_group
from xtriton.rewriting.pattern import PatternSet
from xtriton.versions import V3_7, V3_8, active_version, since


@dataclass(frozen=True)
class RelayoutTritonGPU(Pass):
    """Assign layouts to tensors without one that are loaded from or stored to tensor memory.

    before: ``%x = ttng.tmem_load %m : tensor<128x64xf32>``
    after:  ``%0 = ttng.tmem_load %m : tensor<128x64xf32, #linear>``, ``%x = ttg.convert_layout %0 : #linear``
    """

    name: ClassVar[str] = "relayout-tritongpu"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        counts = (num_warps_of(module), threads_per_warp(module), num_ctas(module))
        if not all(map(is_power_of_two, counts)):
            warps, lanes, ctas = counts
            found = f"{warps} warps of {lanes} threads in clusters of {ctas} CTAs"
            raise error(module.location, f"'builtin.module' op is for {found}: layouts exist for powers of two")
        types = LayoutConverter(*counts, cast_back=True)
        target = layout_target(types)
        target.add_dynamically_legal(types.is_legal_op, "ttng")
        if active_version() in since(V3_8):
            target.add_dynamically_legal(
                lambda op: types.is_legal_op(op) and _suits_memory(op), TMEMLoadOp, TMEMStoreOp, TMEMAllocOp
            )
            target.add_dynamically_legal(types.is_legal_op, LocalLoadOp)
        apply_partial_conversion(module, target, _PATTERNS, types)


def _suits_memory(op: Operation) -> bool:
    """Whether a tensor that is loaded from or stored to tensor memory has a layout in which that is possible."""
    assert isinstance(op, TMEMLoadOp | TMEMStoreOp | TMEMAllocOp)
    match op:
        case TMEMLoadOp():
            value, memory = op.result, op.src
        case TMEMStoreOp():
            value, memory = op.src, op.dst
        case _:
            value, memory = op.src, op.result
    if value is None:
        return True
    type_ = value.type
    assert is_tensor_type(type_)
    return isinstance(encoding_of(type_), Attribute) and registers_suit(op, type_, cast("MemDescType", memory.type))


def _register_type(op: Operation, value: SSAValue, memory: SSAValue, rewriter: Conversion) -> TensorType[Attribute]:
    """The type of a tensor in the layout in which it is loaded from or stored to tensor memory."""
    type_ = rewriter.types.single(value.type)
    assert is_tensor_type(type_)
    layout = layout_of(encoding_of(type_))
    assert isinstance(layout, DistributedEncoding)
    knobs = Knobs.from_environment()
    try:
        encoding = default_registers(cast("MemDescType", memory.type), num_warps_of(op), layout.cta_layout, knobs)
    except ValueError as exc:
        raise error(op.location, str(exc)) from exc
    return with_encoding(type_, encoding)


@conversion_pattern(TMEMLoadOp)
def load(op: TMEMLoadOp, rewriter: Conversion) -> bool:
    """Load in the layout of tensor memory, which users get through a conversion to the same layout."""
    converted = rewriter.types.single(op.result.type)
    type_ = _register_type(op, op.result, op.src, rewriter)
    rewriter.set_type(op.result, type_)
    if type_ == converted and active_version() in since(V3_7):
        return True
    uses = list(op.result.uses)
    rewriter.after(op)
    in_layout = convert_to_type(op.result, type_, rewriter, op.location)
    for use in uses:
        use.operation.operands[use.index] = in_layout
    return True


def _convert_source(op: TMEMStoreOp | TMEMAllocOp, source: SSAValue, memory: SSAValue, rewriter: Conversion) -> None:
    type_ = _register_type(op, source, memory, rewriter)
    value = convert_to_type(rewriter.converted(source), type_, rewriter, op.location)
    set_operand_group(op, "src", [value])


@conversion_pattern(TMEMStoreOp)
def store(op: TMEMStoreOp, rewriter: Conversion) -> bool:
    """Convert to the layout of tensor memory."""
    _convert_source(op, op.src, op.dst, rewriter)
    return True


@conversion_pattern(TMEMAllocOp)
def alloc(op: TMEMAllocOp, rewriter: Conversion) -> bool:
    """Convert to the layout of tensor memory."""
    if op.src is not None:
        _convert_source(op, op.src, op.result, rewriter)
    return True


@conversion_pattern(LocalLoadOp, versions=since(V3_8))
def local_load(op: LocalLoadOp, rewriter: Conversion) -> bool:
    """Load from shared memory in the default layout."""
    rewriter.set_type(op.result, rewriter.types.single(op.result.type))
    return True


tma_gather_scatter = conversion_pattern(AsyncTMAGatherOp, AsyncTMAScatterOp)(gather_scatter.rewrite)
"""A thread holds the indices of all rows of one instruction."""

_PATTERNS = PatternSet([load, local_load, store, alloc, tma_gather_scatter])
