"""Replacing memory by other memory, or a tensor by the memory that holds it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from xdsl.dialects.builtin import i64
from xdsl.ir import Attribute, Operation, OpResult, Region, SSAValue, Use

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
from xtriton.dialects.ttg.verify import module_of, num_ctas
from xtriton.dialects.ttg.warp_specialize import WarpSpecializeOp, WarpSpecializePartitionsOp
from xtriton.dialects.ttng.barrier import InitBarrierOp
from xtriton.dialects.ttng.wgmma import WarpGroupDotWaitOp
from xtriton.ir.diagnostics import error
from xtriton.ir.traits import has_trait
from xtriton.layouts.encodings import CTALayout, SwizzledShared, layouts_equal
from xtriton.rewriting.cloning import clone_with
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_6, V3_7, V3_8, ByVersion, active_version, by_version, since

Replaced = Callable[[Operation, Operation], None]
"""Called with an operation on the old memory and the one that replaces it."""


def replace_memory(old: SSAValue, new: SSAValue, rewriter: Rewriter, replaced: Replaced | None = None) -> None:
    """Replace ``old`` by ``new``; views of it are rebuilt with types inferred from that of ``new``.

    This is Triton's ``replaceUsesAndPropagateType``. The definition of ``old`` stays.
    """
    direct: list[Use] = []
    views: list[Operation] = []
    for use in tuple(old.uses):
        user = use.operation
        for region in _capturing_partitions(user):
            rewriter.set_type(region.block.args[use.index], new.type)
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


def _capturing_partitions(op: Operation) -> Sequence[Region]:
    """The partitions whose arguments are the operands of an operation."""
    match op:
        case WarpSpecializeOp():
            return op.partitions
        case WarpSpecializePartitionsOp():
            return op.partitionRegions
        case _:
            return ()


def _same_view(view: Operation, memory: SSAValue) -> Operation:
    """The same view of other memory."""
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
    return clone_with(view, [memory, *view.operands[1:]], [result])


def _replace_in_wait(wait: WarpGroupDotWaitOp, index: int, new: SSAValue, rewriter: Rewriter) -> None:
    """A wait forwards its operands, so the types of its results change with them."""
    values = list(wait.operands)
    values[index] = new
    with rewriter.elsewhere():
        rewriter.start_at(wait)
        again = WarpGroupDotWaitOp(values, pendings=wait.pendings)
        rewriter.replace_by(wait, again)


def replace_by_local_load(
    old: OpResult, memory: SSAValue, rewriter: Rewriter, token: SSAValue | None = None
) -> LocalLoadOp | None:
    """Replace a tensor by memory that holds it: allocations of it in the same layout reuse it, other users load it.

    Before 3.8 the encodings must be the same, since then only the layouts that they describe.
    The load, if needed, is inserted at the insertion point, with the location of the tensor's definition; ``token`` is
    its dependency. This is Triton's ``replaceUsesWithLocalLoad``.
    """
    type_ = cast("MemDescType", memory.type)
    same: list[LocalAllocOp] = []
    for use in tuple(old.uses):
        user = use.operation
        if isinstance(user, LocalAllocOp) and has_layout_of(user, type_):
            replace_memory(user.result, memory, rewriter)
            same.append(user)
    load: LocalLoadOp | None = None
    if any(use.operation not in same for use in old.uses):
        new = LocalLoadOp(memory, token, result=old.type)
        load = rewriter.insert(new, old.op.location)
        rewriter.replace_all_uses(old, load.result)
    for alloc in same:
        rewriter.erase(alloc)
    return load


def memdesc_with_encoding(type_: MemDescType, encoding: Attribute) -> MemDescType:
    """Memory of the same kind and shape in another layout."""
    return MemDescType(type_.get_shape(), type_.element_type, encoding, type_.memory_space, type_.mutable)


def has_layout_of(alloc: LocalAllocOp, type_: MemDescType) -> bool:
    """Whether an allocation has the layout of other memory of its shape; since 3.8 encodings may differ."""
    if alloc.type.encoding == type_.encoding:
        return True
    if active_version() not in _COMPARES_LAYOUTS:
        return False
    first, second = type_.layout(), alloc.type.layout()
    if first is None or second is None:
        return False
    try:
        return layouts_equal(type_.get_shape(), first, second)
    except ValueError:  # the shape is too small for one of them
        return False


_COMPARES_LAYOUTS = since(V3_8)


# ---------------------------------------------------------------------------------------------------------- barriers


def _barrier_type(ctas: int) -> MemDescType:
    """The memdesc type of one barrier in a cluster of so many CTAs; each has a word of its own."""
    words, cta = _BARRIER_WORDS.now()(ctas)
    layout = encoding_attr(SwizzledShared(1, 1, 1, (0,), cta))
    return MemDescType((words,), i64, layout, SharedMemorySpaceAttr(), True)


_BARRIER_WORDS: ByVersion[Callable[[int], tuple[int, CTALayout]]] = by_version(
    {V3_6: lambda ctas: (1, CTALayout.default(1)), V3_7: lambda ctas: (ctas, CTALayout.one_each(ctas))}
)
"""The words of a barrier, and how the CTAs share them."""


def new_barrier(rewriter: Rewriter, op: Operation) -> SSAValue:
    """Allocate a barrier that expects one arrival, for the operation that arrives at it."""
    alloc = rewriter.insert(LocalAllocOp(result=_barrier_type(num_ctas(module_of(op))))).result
    rewriter.insert(InitBarrierOp(alloc, count=1))
    return alloc
