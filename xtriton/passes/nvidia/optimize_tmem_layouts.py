"""``triton-nvidia-optimize-tmem-layouts``: register layouts for tensor memory accesses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, cast

from xdsl.dialects.builtin import IntegerAttr, ModuleOp, TensorType, i1, i32
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.analysis.encoding_propagation import backward_conversion_slice, result_encoding, with_encoding
from xtriton.analysis.mma import without_conversions
from xtriton.analysis.slices import forward_slice
from xtriton.dialects.tt.reduction import ReduceOp
from xtriton.dialects.tt.shape import JoinOp, ReshapeOp, SplitOp, TransOp
from xtriton.dialects.ttg.attributes import EncodingAttr, encoding_attr
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.ttg.memory import LocalLoadOp, LocalStoreOp
from xtriton.dialects.ttg.types import MemDescType, bit_width
from xtriton.dialects.ttg.verify import num_warps_of
from xtriton.dialects.ttng.tensor_memory import (
    TMEMLoadOp,
    TMEMStoreOp,
    TMEMSubSliceOp,
    accessed_memory,
    default_registers,
)
from xtriton.dialects.upstream.scf import ForOp, WhileOp
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import error
from xtriton.ir.narrowing import int_list, int_value
from xtriton.ir.traits import Elementwise, encoding_of, has_trait, shape_of_tensor
from xtriton.knobs import Knobs
from xtriton.layouts.encodings import (
    CTALayout,
    DistributedEncoding,
    Encoding,
    Linear,
    TensorMemory,
    shape_per_cta,
    to_linear_layout,
)
from xtriton.layouts.tensor_memory_access import Atom, access_layout, split_along_rows
from xtriton.passes.base import Pass
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.greedy import rewrite_greedily
from xtriton.rewriting.pattern import PatternSet, pattern
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_6, V3_8, ByVersion, by_version

Tensor = TensorType[Attribute]

_ROWS = 128
"""The only supported number of rows for subslices of columns."""
_LEAST_COLUMNS = 8
_WARPS_OF_TWO_GROUPS = 8


@dataclass(frozen=True)
class TritonNvidiaGPUOptimizeTMemLayoutsPass(Pass):
    """Choose TMEM layouts that suit reductions and stores, and split accesses accordingly.

    before: ``%x = ttng.tmem_load %m``, ``%a, %b = tt.split`` of both halves of the columns of ``%x``
    after:  ``%l = ttng.tmem_subslice %m {N = 0}``, ``%a = ttng.tmem_load %l``, and ``%b`` likewise from the other half
    """

    name: ClassVar[str] = "triton-nvidia-optimize-tmem-layouts"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        if not rewrite_greedily(module, _PATTERNS).converged:
            raise error(module.location, "layouts of loads from tensor memory are in conflict")


def _layout(value: SSAValue) -> DistributedEncoding:
    encoding = encoding_of(value.type)
    assert isinstance(encoding, EncodingAttr)
    return cast("DistributedEncoding", encoding.layout())


def _swaps_last_dims(op: object) -> bool:
    return isinstance(op, TransOp) and int_list(op.order) == (0, 2, 1)


# --------------------------------------------------------------------------------------------- halves of the columns


def _can_be_halved(memory: SSAValue, columns: int) -> bool:
    """Whether half of the columns of the memory, of which there are ``columns``, can be accessed separately."""
    type_ = cast("MemDescType", memory.type)
    layout = type_.layout()
    assert layout is not None
    return shape_per_cta(layout, type_.get_shape())[0] == _ROWS and columns >= _LEAST_COLUMNS


def _columns_from(memory: SSAValue, start: int, count: int, rewriter: Rewriter) -> SSAValue:
    """A view of ``count`` columns."""
    type_ = cast("MemDescType", memory.type)
    part = MemDescType(
        (*type_.get_shape()[:-1], count),
        type_.element_type,
        _ENCODING_OF_PART.now()(type_, count),
        type_.memory_space,
        type_.mutable,
        type_.get_alloc_shape(),
    )
    view = TMEMSubSliceOp(memory, result=part)
    view.properties[TMEMSubSliceOp.start_property()] = IntegerAttr(start, i32)
    return rewriter.insert(view).result


def _with_narrower_blocks(memory: MemDescType, count: int) -> Attribute:
    """The encoding of a view of ``count`` columns, whose blocks are no wider."""
    old = cast("TensorMemory", memory.layout())
    return encoding_attr(
        TensorMemory(
            old.block_m, min(old.block_n, count), old.col_stride, old.cta_split_m, old.cta_split_n, old.two_ctas
        )
    )


_ENCODING_OF_PART: ByVersion[Callable[[MemDescType, int], Attribute]] = by_version(
    {V3_6: _with_narrower_blocks, V3_8: lambda memory, count: memory.encoding}
)


def _in_memory_layout(type_: Tensor, memory: SSAValue, warps: int, cta: CTALayout) -> Tensor:
    """The tensor type in the preferred register layout for accesses to the memory."""
    return with_encoding(
        type_, default_registers(cast("MemDescType", memory.type), warps, cta, Knobs.from_environment())
    )


def _convert(value: SSAValue, type_: Tensor, rewriter: Rewriter) -> SSAValue:
    return rewriter.insert(ConvertLayoutOp(value, result=type_)).result


@pattern(SplitOp)
def split_of_load(op: SplitOp, rewriter: Rewriter) -> bool:
    """A split of a loaded tensor along its columns: load both halves separately, if they are wide enough."""
    trans = without_conversions(op.src).owner
    if not isinstance(trans, TransOp) or not _swaps_last_dims(trans):
        return False
    reshape = trans.src.owner
    if not isinstance(reshape, ReshapeOp):
        return False
    loaded = without_conversions(reshape.src)
    load, shape = loaded.owner, shape_of_tensor(reshape.result)
    if not isinstance(load, TMEMLoadOp) or shape[0] != shape_of_tensor(loaded)[0]:
        return False
    if not _can_be_halved(load.src, shape[2]):
        return False
    warps, cta = num_warps_of(load), _layout(op.outLHS).cta_layout
    type_ = cast("Tensor", op.outLHS.type)
    rewriter.before(load)
    rewriter.location = load.location
    halves: list[SSAValue] = []
    for start in (0, shape[2]):
        part = _columns_from(load.src, start, shape[2], rewriter)
        in_memory = _in_memory_layout(type_, part, warps, cta)
        half = rewriter.insert(TMEMLoadOp(part, result=in_memory))
        halves.append(_convert(half.result, type_, rewriter))
    rewriter.replace(op, halves)
    return True


@pattern(TMEMStoreOp)
def store_of_join(op: TMEMStoreOp, rewriter: Rewriter) -> bool:
    """A store of two joined halves of columns: store them separately, if they are wide enough."""
    reshape = without_conversions(op.src).owner
    if not isinstance(reshape, ReshapeOp):
        return False
    shape, trans = shape_of_tensor(reshape.src), reshape.src.owner
    if shape_of_tensor(reshape.result)[0] != shape[0] or not isinstance(trans, TransOp) or not _swaps_last_dims(trans):
        return False
    join = trans.src.owner
    if not isinstance(join, JoinOp) or not _can_be_halved(op.dst, shape[2]):
        return False
    warps, cta = num_warps_of(op), _layout(join.lhs).cta_layout
    true = insert_constant(rewriter, 1, i1)
    for value, start in ((join.lhs, 0), (join.rhs, shape[2])):
        part = _columns_from(op.dst, start, shape[2], rewriter)
        half = _convert(value, _in_memory_layout(cast("Tensor", value.type), part, warps, cta), rewriter)
        rewriter.insert(TMEMStoreOp(part, None, half, true))
    rewriter.erase(op)
    return True


# --------------------------------------------------------------------------------------------------------- reductions


@pattern(TMEMLoadOp)
def load_for_reduction(op: TMEMLoadOp, rewriter: Rewriter) -> bool:
    """Rows that are reduced: distribute them over the two warp groups by rows, not by columns."""
    if num_warps_of(op) != _WARPS_OF_TWO_GROUPS or not _is_reduced_along_columns(op.result):
        return False
    old = cast("Tensor", op.result.type)
    memory = accessed_memory(cast("MemDescType", op.src.type))
    layout = split_along_rows(memory, _WARPS_OF_TWO_GROUPS, _layout(op.result).cta_layout)
    if layout is None:
        return False
    encoding = encoding_attr(Linear(layout))
    if encoding == old.encoding:
        return False
    # As in the reference the driver is not notified; it visits everything again.
    _convert_result(op, with_encoding(old, encoding), Rewriter())
    return True


def _is_reduced_along_columns(value: SSAValue) -> bool:
    """Whether the last reduction reachable through elementwise operations and conversions is along the columns."""
    found = False

    def goes_on(op: Operation) -> bool:
        nonlocal found
        if isinstance(op, ReduceOp):
            found = int_value(op.axis) == 1
        return isinstance(op, ConvertLayoutOp) or has_trait(op, Elementwise)

    forward_slice(value, goes_on)
    return found


def _convert_result(op: TMEMLoadOp, type_: Tensor, rewriter: Rewriter) -> None:
    """Load in another layout and convert the result to the original layout."""
    old = cast("Tensor", op.result.type)
    rewriter.set_type(op.result, type_)
    rewriter.modified(op)
    users = list(op.result.uses)
    rewriter.location = op.location
    rewriter.after(op)
    converted = _convert(op.result, old, rewriter)
    for use in users:
        rewriter.set_operand(use.operation, use.index, converted)


# ------------------------------------------------------------------------------------- to and from shared memory


def _two_rows_layout(op: TMEMLoadOp | TMEMStoreOp, memory: SSAValue, tensor: SSAValue) -> Tensor | None:
    """The type of ``tensor`` in the ``16x256b`` layout, if that is supported and differs."""
    type_ = cast("MemDescType", memory.type)
    if not isinstance(type_.layout(), TensorMemory):
        return None
    cta = _layout(tensor).cta_layout
    layout = access_layout(accessed_memory(type_), Atom.X16_256B, num_warps_of(op), cta)
    if layout is None:
        return None
    old = cast("Tensor", tensor.type)
    new = with_encoding(old, encoding_attr(Linear(layout)))
    return None if new == old else new


def _is_vectorized(tensor: SSAValue, memory: SSAValue) -> bool:
    """Whether adjacent registers of a thread are adjacent in shared memory."""
    type_ = cast("MemDescType", memory.type)
    encoding = type_.layout()
    assert encoding is not None
    stored_shape = type_.get_alloc_shape()[-encoding.rank :]
    return _neighbours(_layout(tensor), shape_of_tensor(tensor), encoding, stored_shape) != 1


@lru_cache(maxsize=1 << 10)
def _neighbours(held: Encoding, shape: tuple[int, ...], stored: Encoding, stored_shape: tuple[int, ...]) -> int:
    """How many elements that are adjacent in shared memory a thread holds contiguously."""
    to_memory = to_linear_layout(held, shape).invert_and_compose(to_linear_layout(stored, stored_shape))
    return to_memory.num_consecutive_in_out()


def _element_bits(value: SSAValue) -> int:
    return bit_width(cast("Tensor", value.type).element_type)


@pattern(TMEMStoreOp)
def store_from_shared_memory(op: TMEMStoreOp, rewriter: Rewriter) -> bool:
    """The stored tensor is loaded from shared memory unvectorised: another layout vectorises it."""
    type_ = _two_rows_layout(op, op.dst, op.src)
    if type_ is None:
        return False
    index = op.operands.index(op.src)
    found = backward_conversion_slice((op, index), type_.encoding)
    if found is None:
        return False
    loads = [value.owner for value in found.values if isinstance(value.owner, LocalLoadOp)]
    if not loads or any(_element_bits(load.result) != 16 or _is_vectorized(load.result, load.src) for load in loads):
        return False
    # tritongpu-remove-layout-conversions hoists the conversion to the loads.
    rewriter.set_operand(op, index, _convert(op.src, type_, rewriter))
    return True


@pattern(TMEMLoadOp)
def load_to_shared_memory(op: TMEMLoadOp, rewriter: Rewriter) -> bool:
    """The loaded tensor is stored to shared memory unvectorised: another layout vectorises it."""
    type_ = _two_rows_layout(op, op.src, op.result)
    if type_ is None or not _is_stored_singly(op.result, type_.encoding):
        return False
    _convert_result(op, type_, rewriter)
    return True


def _is_stored_singly(value: SSAValue, encoding: Attribute) -> bool:
    """Whether values computed from ``value``, in ``encoding``, are stored to shared memory unvectorised."""
    pending = [(value, encoding)]
    seen: set[tuple[SSAValue, Attribute]] = set()
    while pending:
        key = pending.pop()
        if key in seen:
            continue
        seen.add(key)
        for use in key[0].uses:
            user = use.operation
            if isinstance(user, LocalStoreOp):
                if _element_bits(user.src) < 32 and not _is_vectorized(user.src, user.dst):
                    return True
                continue
            pending += _results_in(user, key[1])
    return False


def _results_in(op: Operation, encoding: Attribute) -> list[tuple[SSAValue, Attribute]]:
    """The results of ``op`` and their inferred encodings; empty for control flow."""
    if isinstance(op, ForOp | WhileOp):
        return []
    result = encoding if isinstance(op, ConvertLayoutOp) else result_encoding(op, encoding)
    return [] if result is None else [(value, result) for value in op.results]


_PATTERNS = PatternSet(
    [split_of_load, store_of_join, load_for_reduction, store_from_shared_memory, load_to_shared_memory]
)
