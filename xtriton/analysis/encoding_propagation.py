"""How encodings spread: through one operation, and backward from a conversion to everything it is computed from.

An encoding here is the attribute in a tensor type. The rules are those by which Triton's passes choose encodings
(``inferSrcEncoding``, ``inferDstEncoding`` and their neighbours); whether types are right is the verifiers' business.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import cast

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, BlockArgument, Operation, OpResult, SSAValue

from xtriton.dialects.tt.encodings import unique_registers
from xtriton.dialects.tt.memory import LoadOp
from xtriton.dialects.tt.reduction import GatherOp, HistogramOp, ReduceOp, ScanOp
from xtriton.dialects.tt.shape import (
    BroadcastOp,
    CatOp,
    ExpandDimsOp,
    JoinOp,
    MakeRangeOp,
    ReshapeOp,
    SplatOp,
    SplitOp,
    TransOp,
)
from xtriton.dialects.tt.traits import SameOperandsAndResultEncoding
from xtriton.dialects.tt.types import is_tensor_pointer
from xtriton.dialects.ttg.attributes import (
    BlockedEncodingAttr,
    NvidiaMmaEncodingAttr,
    encoding_attr,
    layout_of,
)
from xtriton.dialects.ttg.compute import ConvertLayoutOp, Fp4ToFpOp
from xtriton.dialects.ttg.memory import LocalAllocOp, LocalLoadOp, LocalStoreOp
from xtriton.dialects.ttg.verify import module_of, num_warps_of, threads_per_warp
from xtriton.dialects.ttg.warp_specialize import WarpSpecializeOp
from xtriton.dialects.ttng.wgmma import WarpGroupDotWaitOp
from xtriton.dialects.upstream.arith.constant import ConstantOp
from xtriton.dialects.upstream.scf import ConditionOp, ForOp, IfOp, WhileOp, YieldOp
from xtriton.interfaces.region_branch import incoming_operands
from xtriton.ir.creation import is_result
from xtriton.ir.narrowing import int_list, int_value
from xtriton.ir.traits import Elementwise, class_has_trait, encoding_of, shape_of_tensor
from xtriton.layouts.conversions import minimal_conversion, reorders_registers
from xtriton.layouts.distributed import DistributedEncoding
from xtriton.layouts.encoding import Encoding
from xtriton.layouts.encodings import is_expensive_view, to_linear_layout, total_elems_per_thread
from xtriton.layouts.inference import (
    infer_expand_dims,
    infer_fp4_to_fp,
    infer_join,
    infer_reduce,
    infer_reshape,
    infer_split,
    infer_trans,
)
from xtriton.layouts.linear_layout import LinearLayout
from xtriton.layouts.orders import inverse_permutation
from xtriton.versions import V3_6, V3_7, V3_8, V3_9, active_version, by_version, cached_by_version, since

Tensor = TensorType[Attribute]
Inference = Callable[[Operation, Attribute], "Attribute | None"]


def tensor_type(value: SSAValue) -> Tensor | None:
    """The type of ``value``, if it is a tensor."""
    type_ = value.type
    return type_ if type(type_) is TensorType else None


@lru_cache(maxsize=1 << 12)
def with_encoding(type_: Attribute, encoding: Attribute) -> Tensor:
    """A tensor type with another encoding."""
    tensor = cast("Tensor", type_)
    return TensorType(tensor.element_type, tensor.shape, encoding)


# -------------------------------------------------------------------------------------------- through one operation


@cache
def has_one_encoding(op_class: type[Operation]) -> bool:
    """Whether all tensors of an operation have one encoding, whichever it is.

    Loads have that too, but for block pointers; where that matters they are asked for by name.
    """
    if op_class is LoadOp:
        return False
    return class_has_trait(op_class, SameOperandsAndResultEncoding) or class_has_trait(op_class, Elementwise)


def is_view(op: Operation) -> bool:
    """Whether ``op`` is a view: its results have the elements of its operands in another shape."""
    return isinstance(op, ExpandDimsOp | ReshapeOp | TransOp | JoinOp | SplitOp)


def source_encoding(op: Operation, encoding: Attribute) -> Attribute | None:
    """The encoding that operands of ``op`` need for its results to have ``encoding``; ``None`` if that is not known."""
    return _through(op, encoding, _KEEPING_BACKWARD, _SOURCES)


def result_encoding(op: Operation, encoding: Attribute) -> Attribute | None:
    """The encoding that results of ``op`` get from operands with ``encoding``; ``None`` if that is not known."""
    return _through(op, encoding, _KEEPING_FORWARD, _RESULTS)


def _through(
    op: Operation,
    encoding: Attribute,
    keeping: tuple[type[Operation], ...],
    inferences: dict[type[Operation], Inference],
) -> Attribute | None:
    op_class = type(op)
    if op_class is ScanOp and not isinstance(encoding, BlockedEncodingAttr):
        return None
    if has_one_encoding(op_class) or op_class in keeping:
        return encoding
    inference = inferences.get(op_class)
    return inference(op, encoding) if inference is not None else None


_KEEPING_BACKWARD = (LoadOp, WhileOp, YieldOp, ConditionOp, WarpGroupDotWaitOp)
_KEEPING_FORWARD = (*_KEEPING_BACKWARD, ForOp)


@cached_by_version(maxsize=1 << 12)
def _inferred(function: Callable[..., Encoding], encoding: Attribute, *args: object) -> Attribute | None:
    """The attribute of the layout that an inference function returns; ``None`` if it raises ``ValueError``."""
    if encoding.name.startswith("gluon."):
        return encoding  # a layout still to be found: it is found for operand and result alike
    try:
        return encoding_attr(function(layout_of(encoding), *args))
    except ValueError:
        return None


def _sliced(op: Operation, encoding: Attribute) -> Attribute | None:
    return _inferred(infer_reduce, encoding, int_value(op.properties["axis"]))


def _unsliced(op: Operation, encoding: Attribute) -> Attribute | None:
    return _inferred(infer_expand_dims, encoding, int_value(op.properties["axis"]))


def _joined(op: Operation, encoding: Attribute) -> Attribute | None:
    half = op.operands[0] if isinstance(op, JoinOp) else op.results[0]
    return _inferred(infer_join, encoding, shape_of_tensor(half))


def _split(op: Operation, encoding: Attribute) -> Attribute | None:
    whole = op.results[0] if isinstance(op, JoinOp) else op.operands[0]
    return _inferred(infer_split, encoding, shape_of_tensor(whole))


def _order(op: Operation) -> tuple[int, ...]:
    return int_list(op.properties["order"])


def _transposed(op: Operation, encoding: Attribute) -> Attribute | None:
    return _inferred(infer_trans, encoding, shape_of_tensor(op.operands[0]), _order(op))


def _transposed_back(op: Operation, encoding: Attribute) -> Attribute | None:
    return _inferred(infer_trans, encoding, shape_of_tensor(op.results[0]), inverse_permutation(_order(op)))


def _reshaped(op: Operation, encoding: Attribute) -> Attribute | None:
    return _reshape_between(op, op.operands[0], encoding, op.results[0])


def _reshaped_back(op: Operation, encoding: Attribute) -> Attribute | None:
    return _reshape_between(op, op.results[0], encoding, op.operands[0])


def _reshape_between(op: Operation, source: SSAValue, encoding: Attribute, target: SSAValue) -> Attribute | None:
    """The encoding of ``target`` if ``source`` has ``encoding``.

    With ``allow_reorder`` there are several: since 3.8 the present one is kept if it is cheap; before, none is chosen.
    """
    if "allow_reorder" in op.properties:
        present = encoding_of(target.type)
        if active_version() not in _CHOOSES_REORDERED or present is None:
            return None
        if not _is_expensive_view_to(source, encoding, target, present):
            return present
    return _inferred(infer_reshape, encoding, shape_of_tensor(source), shape_of_tensor(target))


_CHOOSES_REORDERED = since(V3_8)


def _is_expensive_view_to(source: SSAValue, encoding: Attribute, target: SSAValue, result: Attribute) -> bool:
    before, after = layout_of(encoding), layout_of(result)
    if not isinstance(before, DistributedEncoding) or not isinstance(after, DistributedEncoding):
        return True
    return is_expensive_view(before, shape_of_tensor(source), after, shape_of_tensor(target))


def _same(_: Operation, encoding: Attribute) -> Attribute:
    return encoding


def _fp4_packed(encoding: DistributedEncoding, shape: tuple[int, ...], axis: int) -> DistributedEncoding:
    return infer_fp4_to_fp(encoding, shape, axis, forward=False)


def _unpacked(op: Operation, encoding: Attribute) -> Attribute | None:
    return _inferred(infer_fp4_to_fp, encoding, shape_of_tensor(op.operands[0]), int_value(op.properties["axis"]))


def _packed(op: Operation, encoding: Attribute) -> Attribute | None:
    return _inferred(_fp4_packed, encoding, shape_of_tensor(op.results[0]), int_value(op.properties["axis"]))


_SOURCES: dict[type[Operation], Inference] = {
    ReduceOp: _unsliced,
    ExpandDimsOp: _sliced,
    JoinOp: _split,
    SplitOp: _joined,
    TransOp: _transposed_back,
    ReshapeOp: _reshaped_back,
    GatherOp: _same,  # of the indices
    Fp4ToFpOp: _packed,
}
_RESULTS: dict[type[Operation], Inference] = {
    ReduceOp: _sliced,
    ExpandDimsOp: _unsliced,
    JoinOp: _joined,
    SplitOp: _split,
    TransOp: _transposed,
    ReshapeOp: _reshaped,
    GatherOp: _same,  # from the indices
    Fp4ToFpOp: _unpacked,
}


# -------------------------------------------------------------------------------------------- costs of conversions


def _is_single_value(value: SSAValue) -> bool:
    return tensor_type(value) is None or all(size == 1 for size in shape_of_tensor(value))


def is_expensive_load_or_store(op: Operation) -> bool:
    """Whether the layout of a load or a store matters: it moves at least one element for each thread."""
    pointer = op.operands[0]
    if is_tensor_pointer(pointer.type):
        return True
    if _is_single_value(pointer):
        return False
    count = 1
    for size in shape_of_tensor(pointer):
        count *= size
    return count >= num_warps_of(op) * threads_per_warp(module_of(op))


def can_concatenate_in(op: CatOp, encoding: Attribute) -> bool:
    """Whether a concatenation may have another encoding at no cost."""
    return _CAN_CONCATENATE_IN.now()(op, encoding)


def _has_registers(op: CatOp, encoding: Attribute) -> bool:
    """Whether no fewer registers hold the result than now; with fewer, data would move between threads."""
    shape = shape_of_tensor(op.result)
    before, after = layout_of(encoding_of(op.result.type)), layout_of(encoding)
    assert isinstance(before, DistributedEncoding) and isinstance(after, DistributedEncoding)
    return total_elems_per_thread(after, shape) >= total_elems_per_thread(before, shape)


def _has_registers_of_operands(op: CatOp, encoding: Attribute) -> bool:
    """Whether the registers that hold the result, copies not counted, are as many as those of the operands."""
    operand = encoding_of(op.lhs.type)
    assert operand is not None
    registers = unique_registers(shape_of_tensor(op.lhs), operand)
    return unique_registers(shape_of_tensor(op.result), encoding) == 2 * registers


_CAN_CONCATENATE_IN = by_version({V3_6: _has_registers, V3_8: _has_registers_of_operands})


_MADE_IN_ANY_LAYOUT = frozenset(
    {ConstantOp, MakeRangeOp, SplatOp, HistogramOp, LocalAllocOp, LocalLoadOp, LocalStoreOp}
)


def can_fold_into_conversion(op: Operation, encoding: Attribute) -> bool:
    """Whether a conversion of the result of ``op`` to ``encoding`` can be had by making the result in it."""
    if type(op) in _MADE_IN_ANY_LAYOUT:
        return True
    match op:
        case CatOp():
            return can_concatenate_in(op, encoding)
        case ConvertLayoutOp():
            return not isinstance(encoding, NvidiaMmaEncodingAttr) or encoding == encoding_of(op.src.type)
        case ReshapeOp():
            return _may_reshape_to(op, encoding)
        case _:
            return False


def _may_reshape_to(op: ReshapeOp, encoding: Attribute) -> bool:
    if op.allow_reorder is None or op.efficient_layout is not None:
        return False
    before, after = layout_of(encoding_of(op.src.type)), layout_of(encoding)
    assert isinstance(before, DistributedEncoding) and isinstance(after, DistributedEncoding)
    return not is_expensive_view(before, shape_of_tensor(op.src), after, shape_of_tensor(op.result))


@cached_by_version(maxsize=1 << 12)
def _linear_layouts(source: Attribute, target: Attribute, shape: tuple[int, ...]) -> tuple[LinearLayout, LinearLayout]:
    before, after = layout_of(source), layout_of(target)
    assert before is not None and after is not None, "a conversion between tensors without layouts"
    return to_linear_layout(before, shape), to_linear_layout(after, shape)


def _layouts_of(op: ConvertLayoutOp) -> tuple[LinearLayout, LinearLayout]:
    source, target = cast("Tensor", op.src.type), cast("Tensor", op.result.type)
    return _linear_layouts(source.encoding, target.encoding, shape_of_tensor(op.src))


@lru_cache(maxsize=1 << 12)
def _is_free(source: LinearLayout, target: LinearLayout) -> bool:
    return reorders_registers(source, target)


def is_free_conversion(op: Operation) -> bool:
    """Whether ``op`` is a conversion that at most renames registers."""
    return type(op) is ConvertLayoutOp and _is_free(*_layouts_of(op))


def reorders_registers_only(type_: Tensor, encoding: Attribute) -> bool:
    """Whether a conversion of a tensor to ``encoding`` at most renames registers."""
    return _is_free(*_linear_layouts(type_.encoding, encoding, tuple(type_.get_shape())))


def has_equal_layout(value: SSAValue, encoding: Attribute) -> bool:
    """Whether the elements of a tensor are at the same places in ``encoding``, but for registers that repeat others."""
    type_ = tensor_type(value)
    if type_ is None:
        return False
    before, after = _linear_layouts(type_.encoding, encoding, tuple(type_.get_shape()))
    return before.remove_zero_bases_along_dim("register") == after.remove_zero_bases_along_dim("register")


def is_noop(op: Operation) -> bool:
    """Whether ``op`` is a reshape, a transposition, or a conversion between equal layouts."""
    if isinstance(op, ReshapeOp | TransOp):
        return True
    return isinstance(op, ConvertLayoutOp) and not minimal_conversion(*_layouts_of(op)).out_dim_names


# ------------------------------------------------------------------------------------- backward from a conversion


@dataclass
class ConversionSlice:
    """The values that must be recomputed for a value to have another encoding, with their encodings."""

    values: dict[SSAValue, None] = field(default_factory=dict[SSAValue, None])
    """The values, in the order in which they were found (a ``SetVector``)."""
    encodings: dict[SSAValue, Attribute] = field(default_factory=dict[SSAValue, Attribute])
    """Their encodings; users of a slice may drop values and leave these."""
    existing: dict[tuple[SSAValue, Attribute], SSAValue | None] = field(
        default_factory=dict[tuple[SSAValue, Attribute], SSAValue | None]
    )
    """Values that exist in an encoding already, for all uses that were looked at; ``None`` if only for some."""

    def add(self, value: SSAValue, encoding: Attribute) -> bool:
        """Demand an encoding of a value. Returns whether no other one was demanded before."""
        self.values[value] = None
        return self.demand(value, encoding)

    def demand(self, value: SSAValue, encoding: Attribute) -> bool:
        """Demand an encoding of a value that need not be computed again. Returns as :meth:`add` does."""
        return self.encodings.setdefault(value, encoding) == encoding

    def include(self, other: ConversionSlice) -> None:
        """Add the values and encodings of another slice; encodings demanded here stay."""
        self.values.update(other.values)
        for value, encoding in other.encodings.items():
            self.encodings.setdefault(value, encoding)

    def copy(self) -> ConversionSlice:
        """A slice with the same content."""
        return ConversionSlice(dict(self.values), dict(self.encodings), dict(self.existing))


Use = tuple[Operation, int]
"""An operation and the number of one of its operands."""


@dataclass(frozen=True)
class BackwardRules:
    """How a version of Triton searches backward from a conversion.

    ``follows_existing``: the search continues from a value that exists in the encoding to its operands.
    ``skips_equal``: a value that has the encoding already ends the search and is no part of the slice; otherwise it is
    one if it is the root, and operands that have their encoding are not looked at.
    ``existing_in_slice``: a value that exists in the encoding is a part of the slice.
    ``broadcasts_equivalent``: the operand of a broadcast may keep an encoding with all elements at the same places.
    """

    follows_existing: bool = False
    skips_equal: bool = True
    existing_in_slice: bool = False
    broadcasts_equivalent: bool = True


_BACKWARD = by_version(
    {
        V3_6: BackwardRules(
            follows_existing=True, skips_equal=False, existing_in_slice=True, broadcasts_equivalent=False
        ),
        V3_7: BackwardRules(skips_equal=False, existing_in_slice=True, broadcasts_equivalent=False),
        V3_8: BackwardRules(broadcasts_equivalent=False),
        V3_9: BackwardRules(),
    }
)


def backward_conversion_slice(
    root: Use,
    encoding: Attribute,
    stops_at: Callable[[Operation], bool] | None = None,
    existing: Callable[[Use, Attribute], SSAValue | None] | None = None,
    found: ConversionSlice | None = None,
) -> ConversionSlice | None:
    """The backward slice of ``root``, with the encodings that give ``root`` the encoding ``encoding``.

    The search ends at values that have the demanded encoding, at operations that can be created in any encoding, and at
    operations that ``stops_at`` accepts. ``existing`` may return a value that equals the operand in the encoding. The
    search continues ``found``, whose demands stay in force, and adds to it.
    Returns ``None`` if a value would be needed in two encodings, or at an operation without a rule; then ``found``
    has a part of the slice.
    """
    search = _BackwardSearch(stops_at, existing, ConversionSlice() if found is None else found)
    return search.found if search.run(root, encoding) else None


class _BackwardSearch:
    """A depth-first search with a stack of uses: the last operand of an operation is visited first."""

    def __init__(
        self,
        stops_at: Callable[[Operation], bool] | None,
        existing: Callable[[Use, Attribute], SSAValue | None] | None,
        found: ConversionSlice,
    ) -> None:
        self.found = found
        self._rules = _BACKWARD.now()
        self._stops_at = stops_at
        self._existing = existing
        self._stack: list[tuple[Use, Attribute]] = []
        self._seen: set[tuple[Use, Attribute]] = set()

    def run(self, root: Use, encoding: Attribute) -> bool:
        self._push(root, encoding)
        while self._stack:
            use, wanted = self._stack.pop()
            if not self._visit(use, wanted):
                return False
        return True

    def _push(self, use: Use, encoding: Attribute) -> None:
        key = use, encoding
        if key not in self._seen:
            self._seen.add(key)
            self._stack.append(key)

    def _stops(self, op: Operation) -> bool:
        return self._stops_at is not None and self._stops_at(op)

    def _visit(self, use: Use, encoding: Attribute) -> bool:
        value = use[0].operands[use[1]]
        type_ = tensor_type(value)
        if type_ is None:
            return True
        if not self.found.demand(value, encoding):
            return False
        if self._rules.skips_equal and type_.encoding == encoding:
            return not (self._rules.existing_in_slice and _is_loop_result(value))
        known = self._existing(use, encoding) if self._existing is not None else None
        if known is not None and not self._rules.existing_in_slice:
            return True
        if _is_loop_result(value):
            return False
        self.found.values[value] = None
        if known is not None:
            if not self._rules.follows_existing:
                return True
            if not self.found.add(known, encoding):
                return False
            value = known
        return self._visit_source(value, encoding)

    def _visit_source(self, value: SSAValue, encoding: Attribute) -> bool:
        if type(value) is BlockArgument:
            return self._visit_argument(value, encoding)
        owner = cast("OpResult", value).op
        if isinstance(owner, IfOp):
            for operand in () if self._stops(owner) else incoming_operands(value) or ():
                self._push(operand, encoding)
            return True
        return self._visit_op(owner, value, encoding)

    def _visit_argument(self, argument: BlockArgument, encoding: Attribute) -> bool:
        loop = argument.block.parent_op()
        if not isinstance(loop, ForOp):
            return False
        for operand in incoming_operands(argument) or ():
            self._push(operand, encoding)
        return True

    def _visit_op(self, op: Operation, value: SSAValue, encoding: Attribute) -> bool:
        for result in op.results:
            if result is not value and tensor_type(result) is not None and not self.found.add(result, encoding):
                return False
        if is_free_conversion(op):
            self._push((op, 0), encoding)
            return True
        if can_fold_into_conversion(op, encoding) or self._stops(op):
            return True
        if isinstance(op, CatOp):
            return False
        if not op.operands:
            return True
        source = source_encoding(op, encoding)
        if source is None:
            return False
        if isinstance(op, GatherOp):
            self._push((op, 1), source)
            return True
        if self._rules.broadcasts_equivalent and isinstance(op, BroadcastOp) and has_equal_layout(op.src, source):
            return True
        for index, operand in enumerate(op.operands):
            if self._rules.skips_equal or encoding_of(operand.type) != source:
                self._push((op, index), source)
        return True


def _is_loop_result(value: SSAValue) -> bool:
    """Whether a value is the result of a loop or of warp specialization, which the search does not enter."""
    return is_result(value) and type(value.op) in (ForOp, WhileOp, WarpSpecializeOp)
