"""Letting memory take the place of other memory, or of a tensor that is loaded from it."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from xdsl.dialects.builtin import IntegerAttr, i32, i64
from xdsl.ir import Operation, OpResult, SSAValue, Use

from xtriton.dialects.ttg.attributes import SharedMemorySpaceAttr, encoding_attr
from xtriton.dialects.ttg.memdesc import (
    MemDescIndexOp,
    MemDescReshapeOp,
    MemDescSubsliceOp,
    MemDescTransOp,
    MemDescView,
    reshaped_memdesc,
)
from xtriton.dialects.ttg.memory import LocalAllocOp, LocalLoadOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttg.warp_specialize import WarpSpecializeOp
from xtriton.dialects.ttng.barrier import InitBarrierOp
from xtriton.dialects.ttng.wgmma import WarpGroupDotWaitOp
from xtriton.ir.diagnostics import error
from xtriton.ir.traits import has_trait
from xtriton.layouts.encodings import CTALayout, SwizzledShared
from xtriton.rewriting.rewriter import Rewriter

Replaced = Callable[[Operation, Operation], None]
"""Is told of an operation on the old memory and of the one that replaces it."""


def replace_memory(old: SSAValue, new: SSAValue, rewriter: Rewriter, replaced: Replaced | None = None) -> None:
    """Use ``new`` wherever ``old`` is used; views of it are made anew with the types that follow from that of ``new``.

    This is Triton's ``replaceUsesAndPropagateType``. Whatever made ``old`` stays.
    """
    direct: list[Use] = []
    views: list[Operation] = []
    for use in tuple(old.uses):
        user = use.operation
        if isinstance(user, WarpSpecializeOp):
            _retype_captures(user, use.index, new, rewriter)
        if has_trait(user, MemDescView):
            views.append(user)
        else:
            direct.append(use)
    for view in views:
        with rewriter.elsewhere():
            rewriter.start_at(view)
            same = rewriter.insert(_same_view(view, new))
        replace_memory(view.results[0], same.results[0], rewriter, replaced)
        if replaced is not None:
            replaced(view, same)
    for use in direct:
        if isinstance(use.operation, WarpGroupDotWaitOp):
            _replace_in_wait(use.operation, use.index, new, rewriter)
        else:
            rewriter.set_operand(use.operation, use.index, new)
    for view in views:
        rewriter.erase(view)


def _retype_captures(op: WarpSpecializeOp, index: int, new: SSAValue, rewriter: Rewriter) -> None:
    """Give the arguments for a captured value the type of another one."""
    partitions = op.partitionOpHolder.block.first_op
    assert partitions is not None
    for region in partitions.regions:
        rewriter.set_type(region.block.args[index], new.type)


def _same_view(view: Operation, memory: SSAValue) -> Operation:
    """The view of other memory."""
    type_, old = cast("MemDescType", memory.type), cast("MemDescType", view.results[0].type)
    shape = old.get_shape()
    match view:
        case MemDescIndexOp():
            result = MemDescType(shape, old.element_type, old.encoding, old.memory_space, type_.mutable)
        case MemDescSubsliceOp():
            allocated = old.get_alloc_shape()
            result = MemDescType(shape, old.element_type, old.encoding, old.memory_space, type_.mutable, allocated)
        case MemDescTransOp():
            (result,) = MemDescTransOp.infer_result_types([type_], view.properties, ())
        case MemDescReshapeOp():
            result = reshaped_memdesc(type_, shape)
        case _:
            raise error(view.location, f"'{view.name}' op cannot be moved to other memory")
    return type(view).create(
        operands=[memory, *view.operands[1:]],
        result_types=[result],
        properties=dict(view.properties),
        attributes=dict(view.attributes),
    )


def _replace_in_wait(wait: WarpGroupDotWaitOp, index: int, new: SSAValue, rewriter: Rewriter) -> None:
    """A wait hands its operands on, so that the types of its results change with them."""
    values = list(wait.operands)
    values[index] = new
    with rewriter.elsewhere():
        rewriter.start_at(wait)
        types = [value.type for value in values]
        again = WarpGroupDotWaitOp.create(operands=values, result_types=types, properties={"pendings": wait.pendings})
        rewriter.replace_by(wait, again)


def replace_by_local_load(
    old: OpResult, memory: SSAValue, rewriter: Rewriter, token: SSAValue | None = None
) -> LocalLoadOp | None:
    """Let a tensor come from memory: allocations for it in the same layout become that memory, others users load it.

    The load, if one is needed, is put where the rewriter stands, with the location of what made the tensor; ``token``
    is what it waits for. This is Triton's ``replaceUsesWithLocalLoad``.
    """
    encoding = cast("MemDescType", memory.type).encoding
    same: list[LocalAllocOp] = []
    for use in tuple(old.uses):
        user = use.operation
        if isinstance(user, LocalAllocOp) and user.type.encoding == encoding:
            replace_memory(user.result, memory, rewriter)
            same.append(user)
    load: LocalLoadOp | None = None
    if any(use.operation not in same for use in old.uses):
        new = LocalLoadOp.build(operands=[memory, token], result_types=[old.type])
        load = rewriter.insert(new, old.op.location)
        rewriter.replace_all_uses(old, load.result)
    for alloc in same:
        rewriter.erase(alloc)
    return load


# ---------------------------------------------------------------------------------------------------------- barriers


def barrier_type() -> MemDescType:
    """The type of memory for one barrier."""
    layout = encoding_attr(SwizzledShared(1, 1, 1, (0,), CTALayout.default(1)))
    return MemDescType((1,), i64, layout, SharedMemorySpaceAttr(), True)


def new_barrier(rewriter: Rewriter) -> SSAValue:
    """A barrier in memory of its own, at which one arrival is expected."""
    alloc = rewriter.insert(LocalAllocOp.build(operands=[None], result_types=[barrier_type()])).result
    rewriter.insert(InitBarrierOp.build(operands=[alloc], properties={"count": IntegerAttr(1, i32)}))
    return alloc
