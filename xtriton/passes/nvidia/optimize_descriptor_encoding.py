"""``triton-nvidia-optimize-descriptor-encoding``: shared memory encodings of tensor descriptors' blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, cast

from xdsl.dialects.builtin import ArrayAttr, FunctionType, ModuleOp, StringAttr, TensorType
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue

from xtriton.analysis.slices import users_of
from xtriton.dialects.tt.descriptor import (
    DescriptorGatherOp,
    DescriptorLoadOp,
    DescriptorReduceOp,
    DescriptorScatterOp,
    DescriptorStoreOp,
)
from xtriton.dialects.tt.function import CallOp, FuncOp, ReturnOp
from xtriton.dialects.tt.types import TensorDescType
from xtriton.dialects.ttg.attributes import encoding_attr, layout_of
from xtriton.dialects.ttg.memory import LocalAllocOp, LocalStoreOp
from xtriton.dialects.ttg.types import MemDescType, bit_width
from xtriton.dialects.ttg.verify import module_of, num_ctas
from xtriton.dialects.ttng.tma import ReinterpretTensorDescOp
from xtriton.dialects.upstream.scf import ForOp, IfOp, WhileOp, YieldOp
from xtriton.interfaces.branch import BranchOpInterface, branches_to
from xtriton.interfaces.region_branch import terminators_of
from xtriton.ir.context import Context
from xtriton.ir.creation import is_block_argument, is_result
from xtriton.ir.walk import operations_inside_out
from xtriton.layouts.descriptors import cta_layout_of_rank, layout_for_tma, shared_of_rank
from xtriton.layouts.encoding import CTALayout, Encoding
from xtriton.layouts.mma_operands import nvmma_shared_for_shape
from xtriton.layouts.shared import NVMMAShared
from xtriton.layouts.tile import Shape
from xtriton.passes.base import Pass
from xtriton.rewriting.rewriter import Rewriter
from xtriton.rewriting.tensors import no_layout
from xtriton.versions import V3_6, V3_7, V3_8, active_version, by_version, since

_Block = TensorType[Attribute]


@dataclass(frozen=True)
class TritonNvidiaGPUOptimizeDescriptorEncodingPass(Pass):
    """Assign shared-memory encodings to tensor descriptors.

    before: ``%0 = tt.descriptor_load %desc[...] : !tt.tensordesc<64x64xf16> -> ...``, ``ttg.local_alloc %0``
    after:  the same with ``!tt.tensordesc<64x64xf16, #shared>``, where ``#shared`` is that of the allocation
    Without a requirement, or with conflicting ones, blocks get the widest swizzle that fits.
    """

    name: ClassVar[str] = "triton-nvidia-optimize-descriptor-encoding"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for func in [op for op in module.body.ops if isinstance(op, FuncOp)]:
            if func.body.first_block is not None:
                _Assignment(func).run()


@dataclass(frozen=True)
class _Wish:
    """The required encoding of a descriptor, as far as known."""

    encoding: NVMMAShared | None = None
    cta: CTALayout | None = None
    shape: Shape = ()
    """The shape of the copied tensor, which differs from the block for gathers and scatters; empty if unknown."""
    by_default: bool = False
    """Whether the descriptor must have the default encoding of its type."""

    def combine(self, other: _Wish, rank: int) -> _Wish:
        """The conjunction of two requirements for a descriptor of a given rank."""
        if self.by_default or other.by_default:
            return _DEFAULT
        if not self.shape or not other.shape or self.shape == other.shape:
            shape = self.shape or other.shape
        else:
            shape = tuple(map(min, self.shape, other.shape))
        ctas = {cta for cta in (self.cta, other.cta) if cta is not None}
        if self.cta is not None and len(ctas) > 1:
            cta = _DEFAULT_CTAS.now()(self.cta.num_ctas, rank)
        else:
            cta = next(iter(ctas), None)
        encodings = {encoding for encoding in (self.encoding, other.encoding) if encoding is not None}
        if len(encodings) > 1:
            return _Wish(None, cta, shape, by_default=True)
        return _Wish(next(iter(encodings), None), cta, shape)


def _one_cta(count: int, rank: int) -> CTALayout:
    return CTALayout.default(rank)


def _along_last_dim(count: int, rank: int) -> CTALayout:
    """So many CTAs, each with a part of the last dimension."""
    ctas = (*(1,) * (rank - 1), count)
    return CTALayout.from_split(ctas, ctas, tuple(range(rank))[::-1])


_DEFAULT_CTAS = by_version({V3_6: _one_cta, V3_7: _along_last_dim})
"""The CTA layout of descriptors that have none, or several."""
_NO_WISH = _Wish()
_DEFAULT = _Wish(by_default=True)


def _block_of(desc: SSAValue) -> _Block:
    return cast("TensorDescType", desc.type).block_type


def _is_descriptor(value: SSAValue) -> bool:
    return type(value.type) is TensorDescType


class _Assignment:
    """Computes encodings for all descriptors of a function, and assigns them."""

    def __init__(self, func: FuncOp) -> None:
        self.func = func
        self.num_ctas = num_ctas(module_of(func))
        self.wishes: dict[SSAValue, _Wish] = {}
        self.pending: dict[SSAValue, None] = {}

    def run(self) -> None:
        """Collect requirements at the uses of descriptors, propagate them, and set types."""
        self._collect()
        while self.pending:
            self._spread(self.pending.popitem()[0])
        for desc, wish in self.wishes.items():
            block = _block_of(desc)
            Rewriter.set_type(desc, _with_encoding(block, wish.encoding or _chosen(block, wish, self.num_ctas)))
        self._set_function_type()

    def _collect(self) -> None:
        visibility = self.func.properties.get("sym_visibility")
        is_kernel = not isinstance(visibility, StringAttr) or visibility.data == "public"
        for argument in self.func.body.blocks[0].args:
            if _is_descriptor(argument):
                self._update([argument], _NO_WISH if is_kernel else _DEFAULT)
        for op in operations_inside_out(self.func):
            for argument in (argument for region in op.regions for block in region.blocks for argument in block.args):
                if _is_descriptor(argument):
                    self.wishes.setdefault(argument, _NO_WISH)
            if isinstance(op, _ACCESSES):
                self._update([op.desc], _wish_of(op))
            else:
                self._start_with_nothing(op)

    def _start_with_nothing(self, op: Operation) -> None:
        """Descriptors that escape or enter the function have the default encoding; others have no requirement."""
        leaves = isinstance(op, CallOp | ReturnOp | ReinterpretTensorDescOp)
        for value in (*op.results, *op.operands):
            if _is_descriptor(value):
                self.wishes.setdefault(value, _DEFAULT if leaves else _NO_WISH)
                if leaves:
                    self._look_again(value)

    def _look_again(self, desc: SSAValue) -> None:
        self.pending.pop(desc, None)
        self.pending[desc] = None

    def _update(self, descs: Sequence[SSAValue], wish: _Wish) -> None:
        """Unify the requirements of aliasing descriptors with ``wish``."""
        for desc in descs:
            known = self.wishes.get(desc)
            if known is not None:
                wish = known.combine(wish, len(_block_of(desc).get_shape()))
        for desc in descs:
            if self.wishes.get(desc) != wish:
                self.wishes[desc] = wish
                self._look_again(desc)

    def _spread(self, desc: SSAValue) -> None:
        """Tell all descriptors that are the same as ``desc`` by way of a loop, a conditional or a branch."""
        for use in tuple(desc.uses):
            op = use.operation
            if isinstance(op, ForOp | WhileOp) and (position := op.position(use)) is not None:
                self._update(_tied(op, position), _NO_WISH)
            elif isinstance(op, YieldOp):
                self._update(_tied(op.parent_op(), use.index), _NO_WISH)
            elif isinstance(op, BranchOpInterface) and (argument := op.argument_of_operand(use.index)) is not None:
                self._update(_tied_by_branches(argument), _NO_WISH)
        if is_result(desc):
            self._update(_tied(desc.op, desc.index), _NO_WISH)
        elif is_block_argument(desc):
            around = desc.block.parent_op()
            if isinstance(around, ForOp | WhileOp):
                # As in Triton, arguments of the second region of scf.while are tied to those of the first.
                position = desc.index if isinstance(around, WhileOp) else around.position(desc)
                self._update([] if position is None else _tied(around, position), _NO_WISH)
            else:
                self._update(_tied_by_branches(desc), _NO_WISH)

    def _set_function_type(self) -> None:
        func = self.func
        arguments = ArrayAttr([argument.type for argument in func.body.blocks[0].args])
        outputs = cast("FunctionType", func.function_type).outputs.data
        results = [_with_default(type_, self.num_ctas) for type_ in outputs]
        func.properties["function_type"] = FunctionType.new([arguments, ArrayAttr(results)])


# ------------------------------------------------------------------------------------------------------ requirements

_Load = DescriptorLoadOp | DescriptorGatherOp
_Access = _Load | DescriptorStoreOp | DescriptorReduceOp | DescriptorScatterOp
_ACCESSES = (DescriptorLoadOp, DescriptorGatherOp, DescriptorStoreOp, DescriptorReduceOp, DescriptorScatterOp)


def _wish_of(op: _Access) -> _Wish:
    """The requirement of a memory access: for a load, the encoding of the shared memory that the block is stored to."""
    wanted = None
    if isinstance(op, DescriptorLoadOp | DescriptorGatherOp):
        wanted = next(_targets(op), None)
        accessed: SSAValue = op.result
    else:
        accessed = op.src
    type_ = cast("_Block", accessed.type)
    layout = wanted or layout_of(type_.encoding)
    if layout is None:
        raise no_layout(accessed)
    shape = type_.get_shape()
    rank = len(_block_of(op.desc).get_shape())
    return _Wish(wanted, layout.cta_layout, (*(1,) * (rank - len(shape)), *shape))


_DESIRED = "tt.desired_encoding"
"""The attribute with the encoding that a loaded tensor should have in shared memory, since Triton 3.8."""


def _targets(op: _Load) -> Iterator[NVMMAShared]:
    """The encodings of the shared memory that the result of ``op`` is stored to and that TMA can write directly."""
    desired = op.attributes.get(_DESIRED)
    if desired is not None and active_version() in since(V3_8):
        type_ = cast("_Block", op.result.type)
        yield from _for_tma(layout_of(desired), type_.get_shape(), type_.element_type)
    for user in users_of(op):
        if isinstance(user, LocalAllocOp):
            memory = cast("MemDescType", user.result.type)
        elif isinstance(user, LocalStoreOp):
            memory = cast("MemDescType", user.dst.type)
        else:
            continue
        yield from _for_tma(memory.layout(), memory.get_shape(), memory.element_type)


def _for_tma(layout: Encoding | None, shape: Sequence[int], element: Attribute) -> Iterator[NVMMAShared]:
    found = layout_for_tma(layout, tuple(shape), bit_width(element))
    if found is not None:
        yield found


def _chosen(block: _Block, wish: _Wish, count: int) -> NVMMAShared:
    """The encoding of a descriptor without a specific requirement; a cluster has ``count`` CTAs."""
    rank = len(block.get_shape())
    cta, shape = (None, ()) if wish.by_default else (wish.cta, wish.shape)
    cta = _DEFAULT_CTAS.now()(count, rank) if cta is None else cta_layout_of_rank(cta, rank)
    order = tuple(range(rank))[::-1]
    return nvmma_shared_for_shape(shape or block.get_shape(), order, cta, bit_width(block.element_type))


def _with_encoding(block: _Block, encoding: NVMMAShared) -> TensorDescType:
    fitting = shared_of_rank(encoding, len(block.get_shape()))
    return TensorDescType(TensorType(block.element_type, block.shape, encoding_attr(fitting)))


def _with_default(type_: Attribute, count: int) -> Attribute:
    """The type of a function result."""
    if not isinstance(type_, TensorDescType):
        return type_
    return _with_encoding(type_.block_type, _chosen(type_.block_type, _DEFAULT, count))


# ------------------------------------------------------------------------------- descriptors that are one and the same


def _tied(op: Operation | None, index: int) -> list[SSAValue]:
    """The descriptors that are tied as one loop-carried value, or yielded as one result of an ``scf.if``."""
    match op:
        case ForOp():
            rows = (op.iter_args, op.results, op.yielded_values, op.init_args)
        case WhileOp():
            rows = (op.iter_args, op.results, op.condition_operation.args, op.init_args, op.after.block.args)
        case IfOp():
            rows = (*(end.operands for region in op.regions for end in terminators_of(region)), op.results)
        case _:
            return []
    return [row[index] for row in rows if index < len(row) and _is_descriptor(row[index])]


def _tied_by_branches(argument: BlockArgument) -> list[SSAValue]:
    """A block argument, and the values that branches forward to it."""
    branches = branches_to(argument.block) or ()
    return [argument, *(branch.successor_operands(successor)[argument.index] for branch, successor in branches)]
