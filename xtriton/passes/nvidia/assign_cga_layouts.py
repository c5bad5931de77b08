"""``triton-nvidia-gpu-assign-cga-layouts``: which CTAs of a cluster compute which parts of products and reductions."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, cast

from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.ir import Attribute, Operation, OpResult, SSAValue

from xtriton.analysis.encoding_propagation import Use, source_encoding, tensor_type, with_encoding
from xtriton.analysis.rematerialization import may_be_done_again
from xtriton.dialects.tt.descriptor import DescriptorGatherOp, DescriptorLoadOp
from xtriton.dialects.tt.dot import DotOp
from xtriton.dialects.tt.memory import LoadOp
from xtriton.dialects.tt.reduction import GatherOp, ReduceOp
from xtriton.dialects.ttg.attributes import encoding_attr, layout_of
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.ttg.verify import num_ctas, num_warps_of, threads_per_warp
from xtriton.dialects.upstream.arith.constant import ConstantOp
from xtriton.interfaces.effects import is_memory_effect_free
from xtriton.ir.context import Context
from xtriton.ir.creation import is_result
from xtriton.ir.narrowing import int_value
from xtriton.ir.traits import encoding_of
from xtriton.ir.walk import operations_inside_out
from xtriton.layouts.distributed import Blocked, Slice, blocked_for_shape
from xtriton.layouts.dot_operand import DotOperand
from xtriton.layouts.encoding import CTALayout, DistributedEncoding
from xtriton.layouts.encodings import contig_per_thread, order
from xtriton.layouts.tile import Shape
from xtriton.passes.base import Pass
from xtriton.passes.nvidia.cga_layouts import cga_layout_of, converted, with_cga_layout
from xtriton.rewriting.cloning import Mapping, clone_op
from xtriton.rewriting.conversions import insert_conversion
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_9, VersionRange, since

_PREFERRED_ROWS = 128
_LEAST = 64
"""The fewest rows and columns of a product that a CTA should compute."""


@dataclass(frozen=True)
class TritonNvidiaGPUAssignCGALayoutsPass(Pass):
    """Distribute products and reductions over the CTAs of a cluster.

    before: ``tt.dot ... -> tensor<128x128xf32, #blocked>``, all of whose CTAs compute parts of the rows
    after:  ``tt.dot ... -> tensor<128x128xf32, #blocked1>``, whose CTAs compute tiles; operands are loaded in the
    layouts of ``#blocked1`` or converted, the result is converted to ``#blocked``
    A module with one CTA per cluster is not modified.
    """

    name: ClassVar[str] = "triton-nvidia-gpu-assign-cga-layouts"
    versions: ClassVar[VersionRange] = since(V3_9)

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        if num_ctas(module) == 1:
            return
        threads = threads_per_warp(module)
        for op in [op for op in operations_inside_out(module) if isinstance(op, DotOp | ReduceOp)]:
            if isinstance(op, DotOp):
                _assign_product(op, threads)
            else:
                _assign_reduction(op, threads)


def _distributed(type_: Attribute) -> DistributedEncoding:
    return cast("DistributedEncoding", layout_of(encoding_of(type_)))


def _shape(type_: Attribute) -> Shape:
    return tuple(cast("TensorType[Attribute]", type_).get_shape())


# ------------------------------------------------------------------------------------------------------------ products


def _assign_product(op: DotOp, threads: int) -> None:
    """Split batches first, then rows and columns into tiles."""
    shape, layout = _shape(op.d.type), cast("Blocked", _distributed(op.d.type))
    rank, left = len(shape), layout.cta_layout.num_ctas
    split = [1] * rank
    for dim in reversed(range(rank - 2)):
        split[dim] = min(shape[dim], left)
        left //= split[dim]
    split[-2:] = _tiles(shape[-2], shape[-1], left)
    cta = CTALayout.from_split(split, split, range(rank)[::-1])
    new = blocked_for_shape(shape, layout.size_per_thread, layout.order, num_warps_of(op), threads, cta)
    operands = [
        encoding_attr(DotOperand(old.op_idx, new, old.k_width))
        for old in (cast("DotOperand", _distributed(operand.type)) for operand in (op.a, op.b))
    ]
    result = encoding_attr(new)
    _convert_operands(op, [*operands, result], threads)
    _convert_results(op, result)


def _tiles(rows: int, columns: int, ctas: int) -> tuple[int, int]:
    """The parts of rows and columns: tall parts, as long as they are wide enough."""
    parts = (1, ctas)
    tall = _PREFERRED_ROWS
    while tall >= _LEAST:
        down = min(max(rows // tall, 1), ctas)
        parts = (down, ctas // down)
        if columns // parts[1] >= _LEAST:
            break
        tall //= 2
    return parts


# ---------------------------------------------------------------------------------------------------------- reductions


def _assign_reduction(op: ReduceOp, threads: int) -> None:
    """Keep the elements that are reduced in one CTA."""
    type_ = op.srcs[0].type
    old = cga_layout_of(type_)
    if old is None:
        return
    axis = int_value(op.axis)
    source = _for_ctas(type_, _ctas_around(axis, type_, old), op, threads)
    if source is None:
        return
    _convert_operands(op, [source] * len(op.srcs), threads)
    if len(_shape(type_)) > 1:
        _convert_results(op, encoding_attr(Slice(axis, cast("DistributedEncoding", layout_of(source)))))


def _ctas_around(axis: int, type_: Attribute, old: CTALayout) -> CTALayout:
    """Split the major dimensions but for the axis; CTAs that are left hold copies, or share the only dimension."""
    shape, layout = _shape(type_), _distributed(type_)
    dims, per_thread = order(layout, shape)[::-1], contig_per_thread(layout, shape)
    left, ctas = old.num_ctas, [1] * len(shape)
    for dim in dims:
        if dim != axis:
            ctas[dim] = max(1, min(shape[dim] // per_thread[dim], left))
            left //= ctas[dim]
    major = next((dim for dim in dims if dim != axis), dims[0])
    ctas[major] *= left
    return CTALayout.from_split(ctas, ctas, old.cta_order)


def _for_ctas(type_: Attribute, cta: CTALayout, op: Operation, threads: int) -> Attribute | None:
    """The encoding of a tensor for other CTAs; threads and warps of blocked ones are distributed anew."""
    layout = _distributed(type_)
    if not isinstance(layout, Blocked):
        return with_cga_layout(type_, cta)
    sizes = layout.size_per_thread, layout.order, num_warps_of(op), threads
    return encoding_attr(blocked_for_shape(_shape(type_), *sizes, cta))


# --------------------------------------------------------------------------------------------- operands and results


def _convert_operands(op: Operation, encodings: Sequence[Attribute], threads: int) -> None:
    """Give the operands encodings: from loads in other layouts where these have no other users, or by conversions."""
    rewriter = Rewriter()
    rewriter.start_at(op)
    for index, encoding in enumerate(encodings):
        if tensor_type(op.operands[index]) is None or _Reload((op, index), threads).run(encoding):
            continue
        rewriter.set_operand(op, index, converted(op.operands[index], encoding, rewriter))


def _convert_results(op: Operation, encoding: Attribute) -> None:
    """Give the results an encoding, and convert them back for their users."""
    rewriter = Rewriter()
    rewriter.start_at(op)
    rewriter.after(op)
    for result in op.results:
        old = encoding_of(result.type)
        assert old is not None, "the result is a tensor"
        rewriter.set_type(result, with_encoding(result.type, encoding))
        uses = tuple(result.uses)
        new = converted(result, old, rewriter)
        for use in uses:
            rewriter.set_operand(use.operation, use.index, new)


@dataclass
class _Reload:
    """The backward slice of an operand to loads, to be replaced by one in other encodings."""

    root: Use
    threads: int
    encodings: dict[SSAValue, Attribute] = field(default_factory=dict[SSAValue, Attribute])
    replaced: list[Operation] = field(default_factory=list[Operation])
    new_values: Mapping = field(default_factory=Mapping)
    moves: bool = False
    """Whether other CTAs load the elements than before."""

    def run(self, encoding: Attribute) -> bool:
        """Replace the slice, if it ends at loads by other CTAs and all its users are in it. Returns whether it did."""
        op, index = self.root
        if not self._plan(op.operands[index], encoding) or not self.moves or not self._has_own_uses_only():
            return False
        rewriter = Rewriter()
        rewriter.set_operand(op, index, self._new_value(op.operands[index], rewriter))
        for old in reversed(self.replaced):
            rewriter.erase(old)
        return True

    def _plan(self, value: SSAValue, encoding: Attribute) -> bool:
        waiting = deque([(value, encoding)])
        while waiting:
            value, encoding = waiting.popleft()
            old, new = cga_layout_of(value.type), cga_layout_of(with_encoding(value.type, encoding))
            if old is None or new is None:
                return False
            if value in self.encodings:
                if self.encodings[value] != encoding:
                    return False
                continue
            self.encodings[value] = encoding
            if not is_result(value) or len(value.op.results) != 1 or value.op.regions:
                return False
            op = value.op
            if isinstance(op, LoadOp | DescriptorLoadOp | DescriptorGatherOp):
                if isinstance(op, LoadOp) and int_value(op.isVolatile):
                    return False
                self.moves = self.moves or old != new
                continue
            if not is_memory_effect_free(op) or not may_be_done_again(op):
                return False
            sources = self._sources(op, encoding, new)
            if sources is None:
                return False
            waiting.extend(sources)
        return True

    def _sources(self, op: Operation, encoding: Attribute, cta: CTALayout) -> list[tuple[SSAValue, Attribute]] | None:
        """The operands with the encodings that give the result ``encoding``; ``None`` if there are no such."""
        if isinstance(op, GatherOp):
            return [(op.indices, encoding)]
        found: list[tuple[SSAValue, Attribute]] = []
        for operand in op.operands:
            if tensor_type(operand) is None:
                continue
            source = (
                _for_ctas(operand.type, cta, op, self.threads)
                if isinstance(op, ConvertLayoutOp)
                else source_encoding(op, encoding)
            )
            if source is None:
                return None
            found.append((operand, source))
        return found

    def _has_own_uses_only(self) -> bool:
        members = {cast("OpResult", value).op for value in self.encodings}
        return all(
            use.operation in members or (use.operation, use.index) == self.root
            for value in self.encodings
            for use in value.uses
        )

    def _new_value(self, value: SSAValue, rewriter: Rewriter) -> SSAValue:
        """The value in its new encoding, defined by a clone of its operation, operands first."""
        encoding = self.encodings.get(value)
        if encoding is None or value in self.new_values:
            return self.new_values.get(value, value)
        op = cast("OpResult", value).op
        mapping: Mapping = {}
        rewriter.start_at(op)
        if isinstance(op, LoadOp):
            for operand in op.operands:
                if tensor_type(operand) is not None:
                    mapping[operand] = insert_conversion(operand, encoding, rewriter)
        elif not isinstance(op, DescriptorLoadOp | DescriptorGatherOp):
            for operand in op.operands:
                if tensor_type(operand) is not None:
                    mapping[operand] = self._new_value(operand, rewriter)
        rewriter.start_at(op)
        new = rewriter.insert(clone_op(op, mapping)).results[0]
        if isinstance(op, ConstantOp):  # the value of a constant has its type
            new = converted(new, encoding, rewriter)
        else:
            rewriter.set_type(new, with_encoding(value.type, encoding))
        self.new_values[value] = new
        self.replaced.append(op)
        return new
