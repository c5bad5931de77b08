"""Propagates encodings from the operations that require them, until all operations agree.

A cast separates values with new encodings from those with old ones, and each cast moves: a *backward* cast makes the
operation before it produce the new encoding, and a *forward* cast makes its user accept it. Where two meet they cancel
out, or leave a ``ttg.convert_layout``. The casts are processed in a queue, as in Triton.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from typing import cast

from xdsl.dialects.builtin import TensorType, UnrealizedConversionCastOp
from xdsl.ir import Attribute, Block, BlockArgument, Operation, OpResult, SSAValue

from xtriton.dialects.tt.descriptor import (
    DescriptorGatherOp,
    DescriptorLoadOp,
    DescriptorReduceOp,
    DescriptorScatterOp,
    DescriptorStoreOp,
)
from xtriton.dialects.tt.elementwise import ExternElementwiseOp
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.tt.memory import AtomicCASOp, AtomicRMWOp, LoadOp, StoreOp
from xtriton.dialects.tt.shape import ExpandDimsOp
from xtriton.dialects.tt.types import PointerType
from xtriton.dialects.ttg.attributes import encoding_attr, layout_of
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.ttg.verify import maybe_num_warps
from xtriton.dialects.upstream.arith import ConstantOp
from xtriton.dialects.upstream.scf import ForOp, IfOp, YieldOp
from xtriton.interfaces.effects import is_memory_effect_free, only_reads
from xtriton.ir.creation import is_block_argument, is_result
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.diagnostics import error
from xtriton.ir.locations import Location
from xtriton.ir.narrowing import int_value, is_tensor_type
from xtriton.layouts.distributed import Blocked, Slice, blocked_for_shape
from xtriton.layouts.encoding import CTALayout, DistributedEncoding, LayoutError
from xtriton.layouts.tile import Shape
from xtriton.rewriting.cloning import clone_op
from xtriton.rewriting.rewriter import Rewriter, location_of
from xtriton.rewriting.tensors import no_layout
from xtriton.rewriting.uses import replace_uses_if

Tensor = TensorType[Attribute]
Cast = UnrealizedConversionCastOp
_MAX_STEPS = 10000
_LANES = 32

_LOADS_AND_STORES = (
    LoadOp,
    StoreOp,
    AtomicRMWOp,
    AtomicCASOp,
    DescriptorLoadOp,
    DescriptorStoreOp,
    DescriptorReduceOp,
    DescriptorScatterOp,
    DescriptorGatherOp,
)

_ARITH = (
    "addf addi andi ceildivsi ceildivui divf divsi divui extf extsi extui floordivsi fptosi fptoui maximumf maxnumf "
    "maxsi maxui minimumf minnumf minsi minui mulf muli mului_extended mulsi_extended negf ori remf remsi remui shli "
    "shrsi shrui sitofp subf subi truncf trunci uitofp xori cmpi cmpf select"
)
_MATH = (
    "absf absi atan atan2 ceil copysign cos sin ctlz cttz ctpop erf exp exp2 floor expm1 fma log log10 log1p log2 powf "
    "sqrt rsqrt tanh"
)
_TT = "int_to_ptr ptr_to_int bitcast fp_to_fp addptr precise_sqrt precise_divf advance"
_BACKWARD_ONLY = frozenset({"arith.constant", "tt.splat", "tt.make_range", "tt.make_tensor_ptr", "tt.broadcast"})
"""Operations that can produce any encoding; their users stop the propagation."""
_ELEMENTWISE = frozenset(
    f"{dialect}.{name}"
    for dialect, names in (("arith", _ARITH), ("math", _MATH), ("tt", _TT))
    for name in names.split()
)


@contextmanager
def errors_at(op: Operation) -> Generator[None]:
    """Report layout errors as diagnostics at ``op``."""
    try:
        yield
    except LayoutError as exc:
        raise error(op.location, str(exc)) from exc


def tensor_of(type_: Attribute) -> Tensor:
    """A tensor type, or the tensor type that a block pointer points to."""
    return cast("Tensor", type_.pointee_type if isinstance(type_, PointerType) else type_)


def _has_encoding(value: SSAValue) -> bool:
    """Whether ``value`` is a tensor or a block pointer."""
    return is_tensor_type(tensor_of(value.type))


@lru_cache(maxsize=1 << 12)
def _with_encoding(type_: Attribute, layout: DistributedEncoding) -> Attribute:
    tensor = tensor_of(type_)
    new = TensorType(tensor.element_type, tensor.shape, encoding_attr(layout))
    return PointerType(new, type_.address_space.data) if isinstance(type_, PointerType) else new


def _types_with(values: Sequence[SSAValue], layouts: Sequence[DistributedEncoding]) -> list[Attribute]:
    return [
        _with_encoding(value.type, layout) if _has_encoding(value) else value.type
        for value, layout in zip(values, layouts, strict=True)
    ]


def distributed_layout(value: SSAValue) -> DistributedEncoding:
    """The layout of a tensor or of the pointee of a block pointer. Raises :class:`DiagnosticError` if it has none."""
    layout = layout_of(tensor_of(value.type).encoding)
    if not isinstance(layout, DistributedEncoding):
        raise no_layout(value)
    return layout


@lru_cache(maxsize=1 << 10)
def with_ctas(layout: DistributedEncoding, shape: Shape, num_warps: int, cta: CTALayout) -> DistributedEncoding:
    """The encoding with the same elements per thread, order and slices, for another CTA layout.

    Raises :class:`LayoutError` for encodings that are only introduced by later passes.
    """
    match layout:
        case Blocked():
            if len(shape) != layout.rank or cta.rank != layout.rank:
                raise LayoutError("BlockedEncodingAttr and CTALayout's fields must have the same rank.")
            return blocked_for_shape(shape, layout.size_per_thread, layout.order, num_warps, _LANES, cta)
        case Slice():
            return Slice(layout.dim, with_ctas(layout.parent, shape, num_warps, cta))
        case _:
            raise LayoutError(f"blocks of a cluster can not be planned for the layout {encoding_attr(layout)}")


def _may_compute_again(op: Operation) -> bool:
    """Whether ``op`` may be cloned; Triton also clones operations with other effects or with casts in regions."""
    return not op.regions and (is_memory_effect_free(op) or only_reads(op))


class Propagation:
    """The casts of a function during propagation."""

    def __init__(self, func: FuncOp) -> None:
        self._func = func
        self._queue: OrderedDict[Cast, None] = OrderedDict()
        self._forward: set[Cast] = set()
        self._stuck = 0
        """How many consecutive casts could not move."""
        self._rewriter = Rewriter()

    def run(self) -> None:
        """Move all casts until none is left."""
        for _ in range(_MAX_STEPS):
            if not self._queue:
                return
            cast_, _ = self._queue.popitem(last=False)
            moved = self._move_forward(cast_) if cast_ in self._forward else self._move_backward(cast_)
            if moved:
                self._stuck = 0
            else:
                self._queue[cast_] = None
                self._stuck += 1
        raise error(self._func.location, "blocks of a cluster could not be planned: encodings keep changing")

    # Casts

    def require(
        self, op: Operation, operands: Sequence[DistributedEncoding], results: Sequence[DistributedEncoding]
    ) -> None:
        """Require encodings of tensor operands and results. Those of scalars are ignored."""
        self._put_casts_around(op, _types_with(op.operands, operands), _types_with(op.results, results))

    def require_everywhere(self, op: Operation, layout: DistributedEncoding) -> None:
        """Require one encoding of all tensor operands and results."""
        self.require(op, [layout] * len(op.operands), [layout] * len(op.results))

    def _put_casts_around(self, op: Operation, operands: Sequence[Attribute], results: Sequence[Attribute]) -> None:
        self._rewriter.before(op)
        for index, type_ in enumerate(operands):
            operand = op.operands[index]
            if _has_encoding(operand):
                op.operands[index] = self._cast(operand, type_, op.location, forward=False).results[0]
        self._rewriter.after(op)
        for result, type_ in zip(op.results, results, strict=True):
            if _has_encoding(result):
                self._cast_users(result, type_, op.location)

    def _keep(self, op: Operation) -> None:
        """Require the current encodings of an operation, which may introduce conversions."""
        types = [[value.type for value in values] for values in (op.operands, op.results)]
        self._put_casts_around(op, *types)

    def _cast(self, value: SSAValue, type_: Attribute, location: Location, *, forward: bool) -> Cast:
        """A new cast at the insertion point, last in the queue."""
        new = self._rewriter.insert(Cast.get([value], [type_]), location)
        if forward:
            self._forward.add(new)
        self._queue[new] = None
        return new

    def _cast_users(self, value: SSAValue, type_: Attribute, location: Location) -> None:
        """Retype ``value``, and insert a forward cast back for its users."""
        new = self._cast(value, value.type, location, forward=True)
        Rewriter.set_type(value, type_)
        replace_uses_if(value, new.results[0], lambda user: user is not new)

    def _erase(self, *casts: Cast) -> None:
        for cast_ in casts:
            self._queue.pop(cast_, None)
            self._forward.discard(cast_)
            self._rewriter.erase(cast_)

    def _meet(self, forward: Cast, backward: Cast) -> None:
        """Two casts that meet cancel out, or become a conversion."""
        if forward not in self._forward or backward in self._forward:
            raise error(backward.location, "blocks of a cluster could not be planned: encodings are in conflict")
        value, result = forward.inputs[0], backward.results[0]
        if value.type != result.type:
            self._rewriter.before(backward)
            conversion = ConvertLayoutOp(value, result=result.type)
            value = self._rewriter.insert(conversion, backward.location).results[0]
        self._rewriter.replace_all_uses(result, value)
        self._erase(backward, forward)

    # Backward

    def _move_backward(self, cast_op: Cast) -> bool:
        """Move a cast above the operation that defines its operand. Returns whether that was possible."""
        value = cast_op.inputs[0]
        if not value.has_one_use():
            return self._share_backward(value, cast_op)
        type_ = cast_op.results[0].type
        if is_block_argument(value):
            self._through_block_argument(value, type_)
            return True
        assert is_result(value)
        op, layout = value.op, distributed_layout(cast_op.results[0])
        match op:
            case Cast():
                self._meet(op, cast_op)
            case ConvertLayoutOp():
                self._rewriter.replace(op, [op.src])
                self._queue[cast_op] = None
            case ConstantOp():
                self._through_constant(op, layout)
            case ExpandDimsOp():
                with errors_at(op):
                    source = Slice(int_value(op.axis), layout)
                self.require(op, [source], [layout])
            case IfOp():
                self._through_if(op, value.index, type_)
            case ForOp():
                self._through_for(op, value.index, type_)
            case _ if op.name in _BACKWARD_ONLY:
                self.require_everywhere(op, layout)
            case _:
                self._through(op, layout)
        return True

    def _through_block_argument(self, value: BlockArgument, type_: Attribute) -> None:
        loop = value.block.parent_op()
        position = loop.position(value) if isinstance(loop, ForOp) else None
        if not isinstance(loop, ForOp) or position is None:
            raise error(
                value.location, "blocks of a cluster can not be planned for tensors that are arguments of this block"
            )
        self._through_for(loop, position, type_)

    def _through_constant(self, op: ConstantOp, layout: DistributedEncoding) -> None:
        value = op.value
        if isinstance(value, DenseElementsAttr) and value.is_splat:
            op.properties["value"] = DenseElementsAttr(_with_encoding(value.type, layout), value.data)
        self.require_everywhere(op, layout)

    def _share_backward(self, value: SSAValue, cast_op: Cast) -> bool:
        """Merge all casts of ``value`` to a type into one; for each further type ``value`` is rematerialised.

        If there are other users this waits for them, as long as any cast moves.
        """
        by_type: dict[Attribute, list[Cast]] = {}
        location = location_of(value)
        for use in tuple(value.uses):
            brother = use.operation
            if isinstance(brother, Cast):
                by_type.setdefault(brother.results[0].type, []).append(brother)
                continue
            if self._stuck <= len(self._queue):
                return False
            self._rewriter.before(brother)
            there = self._cast(value, cast_op.results[0].type, location, forward=False)
            back = self._cast(there.results[0], value.type, location, forward=True)
            brother.operands[use.index] = back.results[0]
            by_type.setdefault(there.results[0].type, []).append(there)
            break  # Triton's iterator has left the uses of ``value`` by now
        # Triton orders by the addresses of the types; here, the type whose cast is oldest comes first.
        (type_, casts), *others = reversed(by_type.items())
        first = self._merge(value, type_, casts, location)
        for type_, casts in others:
            if is_result(value) and _may_compute_again(value.op):
                self._merge(self._computed_again(value), type_, casts, location)
            else:
                self._convert_later(first, value.type, casts)
        return True

    def _computed_again(self, value: OpResult) -> SSAValue:
        """The result of a clone of the operation that defines ``value``."""
        self._rewriter.after(value.op)
        copy = self._rewriter.insert(clone_op(value.op, {}), value.op.location)
        if isinstance(copy, Cast) and value.op in self._forward:
            self._forward.add(copy)  # not queued: the cast inserted after it meets it
        return copy.results[value.index]

    def _merge(self, value: SSAValue, type_: Attribute, casts: Sequence[Cast], location: Location) -> Cast:
        """Merge several casts of ``value`` into one, right after its definition."""
        owner = value.owner
        if isinstance(owner, Block):
            self._rewriter.at_start(owner)
        else:
            self._rewriter.after(owner)
        merged = self._cast(value, type_, location, forward=False)
        for cast_ in casts:
            self._rewriter.replace_all_uses(cast_.results[0], merged.results[0])
            self._erase(cast_)
        return merged

    def _convert_later(self, first: Cast, type_: Attribute, casts: Sequence[Cast]) -> None:
        """Let casts start from the result of ``first``: where they meet there will be a conversion."""
        self._rewriter.after(first)
        back = self._cast(first.results[0], type_, first.location, forward=True)
        for cast_ in casts:
            cast_.operands[0] = back.results[0]

    # Forward

    def _move_forward(self, cast_op: Cast) -> bool:
        """Make the user of a cast accept its operand."""
        result = cast_op.results[0]
        use = result.first_use
        if use is None:
            self._erase(cast_op)
            return True
        if not result.has_one_use():
            self._split(cast_op)
            return True
        value, op = cast_op.inputs[0], use.operation
        match op:
            case Cast():
                self._meet(cast_op, op)
            case ConvertLayoutOp():
                Rewriter.set_type(result, op.result.type)
                self._rewriter.replace(op, [result])
                self._queue[cast_op] = None
            case ForOp():
                position = op.position(use)
                assert position is not None
                self._through_for(op, position, value.type)
            case YieldOp():
                self._through_yield(op, use.index, value.type)
            case _:
                self._through(op, distributed_layout(value))
        return True

    def _split(self, cast_op: Cast) -> None:
        """Split into one cast for each user."""
        result = cast_op.results[0]
        self._rewriter.after(cast_op)
        while (use := result.first_use) is not None:
            new = self._cast(cast_op.inputs[0], result.type, cast_op.location, forward=True)
            use.operation.operands[use.index] = new.results[0]
        self._erase(cast_op)

    def _through_yield(self, op: YieldOp, index: int, type_: Attribute) -> None:
        around = op.parent_op()
        if isinstance(around, IfOp):
            self._through_if(around, index, type_)
        elif isinstance(around, ForOp):
            self._through_for(around, index, type_)
        else:
            raise error(op.location, "blocks of a cluster can only be planned for tensors in scf.for and scf.if")

    # Through operations, in either direction

    def _through(self, op: Operation, layout: DistributedEncoding) -> None:
        """Propagate through layout-agnostic operations, and loads and stores; others keep their encodings."""
        if isinstance(op, _LOADS_AND_STORES):
            self._through_memory_access(op, layout)
        elif op.name in _ELEMENTWISE or (isinstance(op, ExternElementwiseOp) and bool(op.pure)):
            self.require_everywhere(op, layout)
        else:
            self._keep(op)

    def _through_memory_access(self, op: Operation, layout: DistributedEncoding) -> None:
        """An access keeps its coalesced order and elements per thread.

        A slice across a dimension that the CTAs split would be loaded redundantly by several CTAs: instead each loads
        its part, and they exchange the parts.
        """
        if isinstance(layout, Slice) and layout.parent.cta_layout.ctas_per_cga[layout.dim] > 1:
            layout = distributed_layout(op.results[0] if op.results else op.operands[0])
        cta, warps = layout.cta_layout, maybe_num_warps(op)
        assert warps is not None, "the number of warps is known by now"
        with errors_at(op):
            layouts = [
                [
                    with_ctas(distributed_layout(value), tuple(tensor_of(value.type).get_shape()), warps, cta)
                    if _has_encoding(value)
                    else layout
                    for value in values
                ]
                for values in (op.operands, op.results)
            ]
        self.require(op, *layouts)

    def _through_if(self, op: IfOp, index: int, type_: Attribute) -> None:
        """Retype a result of an ``scf.if``, and the values that both regions yield."""
        self._rewriter.after(op)
        self._cast_users(op.results[index], type_, op.location)
        for region in op.regions:
            self._cast_yielded(region.block, index, type_, op.location)

    def _through_for(self, op: ForOp, index: int, type_: Attribute) -> None:
        """Retype a loop-carried value."""
        self._rewriter.before(op)
        op.set_init(index, self._cast(op.init_args[index], type_, op.location, forward=False).results[0])
        self._rewriter.at_start(op.body)
        self._cast_users(op.iter_args[index], type_, op.location)
        self._cast_yielded(op.body, index, type_, op.location)
        self._rewriter.after(op)
        self._cast_users(op.results[index], type_, op.location)

    def _cast_yielded(self, block: Block, index: int, type_: Attribute, location: Location) -> None:
        end = block.last_op
        assert end is not None
        self._rewriter.before(end)
        end.operands[index] = self._cast(end.operands[index], type_, location, forward=False).results[0]
