"""New layouts for the tensors of a partition whose number of warps changes."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    TensorType,
    UnrealizedConversionCastOp,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, Region

from xtriton.analysis.axis_info_lattice import AxisInfo
from xtriton.dialects.tt.function import FuncOp, ReturnOp
from xtriton.dialects.tt.types import PointerType
from xtriton.dialects.ttg.verify import NUM_WARPS, TARGET, num_ctas, threads_per_warp
from xtriton.dialects.ttg.warp_specialize import WarpReturnOp
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import error
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass
from xtriton.passes.ttgir.accelerate_matmul import TritonGPUAccelerateMatmul
from xtriton.passes.ttgir.coalesce import TritonGPUCoalesce
from xtriton.passes.ttgir.convert_triton_to_tritongpu import ConvertTritonToTritonGPU
from xtriton.passes.ttgir.optimize_thread_locality import TritonGPUOptimizeThreadLocality
from xtriton.passes.ttgir.relayout import RelayoutTritonGPU
from xtriton.passes.ttgir.remove_layout_conversions import TritonGPURemoveLayoutConversions
from xtriton.rewriting.rewriter import Rewriter


def relayout_partition(
    ctx: Context, module: ModuleOp, region: Region, captured: Sequence[AxisInfo | None], before: int, after: int
) -> None:
    """Assign layouts for ``after`` instead of ``before`` warps to the tensors of a partition.

    The partition is compiled as a function of its captures. Raises ``DiagnosticError`` if the module has no target.
    """
    target = module.attributes.get(TARGET)
    if not isinstance(target, StringAttr):
        raise error(module.location, "module missing target specification")
    container, function = _take_into_function(module, region, captured, before)
    _remove_layouts(function)
    steps: tuple[Pass, ...] = (
        ConvertTritonToTritonGPU(
            target=target.data,
            num_warps=after,
            threads_per_warp=threads_per_warp(module),
            num_ctas=num_ctas(module),
            enable_source_remat=True,
        ),
        RelayoutTritonGPU(),
    )
    for step in steps:
        step.apply(ctx, container)
    _remove_casts(container)
    steps = (
        TritonGPUCoalesce(),
        TritonGPURemoveLayoutConversions(),
        TritonGPUOptimizeThreadLocality(),
        TritonGPUAccelerateMatmul(),
        TritonGPURemoveLayoutConversions(),
    )
    for step in steps:
        step.apply(ctx, container)
    _replace_terminators(function, ReturnOp, WarpReturnOp)
    function.body.move_blocks(region)


def _take_into_function(
    module: ModuleOp, region: Region, captured: Sequence[AxisInfo | None], warps: int
) -> tuple[ModuleOp, FuncOp]:
    """A module like ``module`` with a function that has the partition as its body."""
    types = FunctionType.from_lists([argument.type for argument in region.block.args], [])
    body = Region()
    region.move_blocks(body)
    facts = ArrayAttr([_argument_attributes(info) for info in captured])
    function = FuncOp("container", types, arg_attrs=facts, body=body)
    function.location = module.location
    container = ModuleOp(Region(Block([function])))
    container.location = module.location
    container.attributes.update(module.attributes)
    container.attributes[NUM_WARPS] = IntegerAttr(warps, i32)
    _replace_terminators(function, WarpReturnOp, ReturnOp)
    return container, function


def _argument_attributes(info: AxisInfo | None) -> DictionaryAttr:
    """The axis info of a capture as argument attributes."""
    if info is None or not info.rank:
        return DictionaryAttr({})
    known = (("contiguity", info.contiguity), ("divisibility", info.divisibility), ("constancy", info.constancy))
    return DictionaryAttr({f"tt.{name}": IntegerAttr(values[0], i64) for name, values in known})


def _replace_terminators(
    function: FuncOp, old: type[WarpReturnOp] | type[ReturnOp], new: type[WarpReturnOp] | type[ReturnOp]
) -> None:
    rewriter = Rewriter()
    for op in [op for op in operations_in(function) if isinstance(op, old)]:
        rewriter.start_at(op)
        rewriter.insert(new())
        rewriter.erase(op)


def _remove_layouts(function: FuncOp) -> None:
    """Remove the layouts of all tensors in the function; those of blocks of descriptors are kept."""
    for op in operations_in(function):
        _remove_layouts_of(op)


def _remove_layouts_of(op: Operation) -> None:
    for result in op.results:
        Rewriter.set_type(result, _without_layout(result.type))
    for region in op.regions:
        for block in region.blocks:
            for argument in block.args:
                Rewriter.set_type(argument, _without_layout(argument.type))


def _without_layout(type_: Attribute) -> Attribute:
    if is_tensor_type(type_):
        return TensorType(type_.element_type, type_.shape)
    if isinstance(type_, PointerType) and is_tensor_type(type_.pointee_type):
        return PointerType(_without_layout(type_.pointee_type), type_.address_space.data)
    return type_


def _remove_casts(container: ModuleOp) -> None:
    """Replace casts to tensors without layouts by their operands."""
    rewriter = Rewriter()
    for op in [op for op in operations_in(container) if isinstance(op, UnrealizedConversionCastOp)]:
        rewriter.replace(op, [op.operands[0]])
