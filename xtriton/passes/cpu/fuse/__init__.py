"""``cpu-fuse``: fuses elementwise operations into their users, loads and stores included."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, cast

from xdsl.dialects.builtin import ModuleOp, TensorType, i1
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr, AffineExpr, AffineMap

from xtriton.analysis.requirements import Rule, countable_elements, without_layouts
from xtriton.dialects.upstream import linalg, memref, tensor
from xtriton.dialects.upstream.bufferization import MaterializeInDestinationOp, ToTensorOp
from xtriton.dialects.upstream.linalg.structured import PARALLEL, StructuredOp
from xtriton.dialects.upstream.mixed import DYNAMIC, OpFoldResult, static_of
from xtriton.interfaces.effects import is_trivially_dead
from xtriton.ir.context import Context
from xtriton.ir.creation import is_operation
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.traits import shape_of
from xtriton.passes.base import Pass, option
from xtriton.passes.cpu.bufferize.structured import reads_elsewhere
from xtriton.passes.cpu.fuse.accumulate import accumulate_products
from xtriton.passes.cpu.fuse.groups import Group, extents
from xtriton.passes.cpu.fuse.inline import Inliner, Leaf, is_pointwise
from xtriton.passes.cpu.fuse.loads import Load, erase_load, leaves_memory_alone, load_of, unchanged_until
from xtriton.passes.cpu.fuse.siblings import StoredPart, siblings_of
from xtriton.passes.cpu.fuse.widen import widen_sums
from xtriton.passes.cpu.masks import drop_masks
from xtriton.passes.cpu.views import root_of
from xtriton.rewriting.rewriter import Rewriter


@dataclass(frozen=True)
class CpuFuse(Pass):
    """Fuse producers of tensors into their consumers.

    before: ``%1 = linalg.generic { math.exp }``, ``%2 = linalg.reduce { arith.addf } ins(%1)``
    after:  ``%2 = linalg.generic { math.exp, arith.addf }``

    An operation is fused into its only user, a cheap one into all users. A load with one use reads the program's memory
    directly, and stored values are computed in their destination; of a partial store, only the stored part. Sums of
    types narrower than ``f32`` are accumulated in ``f32``.
    """

    name: ClassVar[str] = "cpu-fuse"
    requires: ClassVar[tuple[Rule, ...]] = (without_layouts, countable_elements)
    reassociates: ClassVar[bool] = True
    noalias: bool = option(True, "arrays that are written do not overlap other arrays")
    strict_fp: bool = option(False, "do not reassociate floating-point sums")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        if not self.strict_fp:
            accumulate_products(module)
        widen_sums(module)
        for op in module.body.block.ops:
            for region in op.regions:
                for block in region.blocks:
                    _Fusion(self.noalias).block(block)


class _Fusion:
    """Visits blocks backwards, so that users are rebuilt before the operations they use."""

    def __init__(self, noalias: bool) -> None:
        self._noalias = noalias
        self._positions: dict[Operation, int] = {}

    def block(self, block: Block) -> None:
        """Fuse the operations of a block."""
        _free_outputs(block)
        self._positions |= {op: number for number, op in enumerate(block.ops)}
        for op in reversed(list(block.ops)):
            if op.parent is None:
                continue
            for region in op.regions:
                if not isinstance(op, StructuredOp):
                    for inner in region.blocks:
                        self.block(inner)
            if isinstance(op, ToTensorOp) and op.result.first_use is None and (load := load_of(op.result)):
                erase_load(load)
            elif is_trivially_dead(op):
                block.erase_op(op)
            elif isinstance(op, MaterializeInDestinationOp):
                self._store(op)
            elif _can_be_rebuilt(op):
                assert isinstance(op, StructuredOp)
                self._rebuild(op)

    # Operations into their users

    def _rebuild(self, op: StructuredOp) -> None:
        """Rebuild an operation with everything that is fused into it, if anything is."""
        group = Group(op, self._positions)
        if group.is_alone and all(_is_computed(operand) for operand in op.ins):
            return
        inliner = Inliner(op.loops)
        dims: list[AffineExpr] = [AffineDimExpr(loop) for loop in range(op.loops)]
        mapping: dict[SSAValue, SSAValue] = {}
        for argument in op.output_arguments:
            mapping[argument] = inliner.block.insert_arg(argument.type, len(inliner.block.args))
        results = inliner.body(op, dims, mapping, group)
        loads = self._direct(inliner.leaves, op, group)
        if not inliner.inlined and not any(loads):
            inliner.discard()
            return
        inliner.insert(linalg.YieldOp(results))
        if not _bounds_known(op, inliner.leaves):
            if op.outs:
                inliner.discard()
                return
            _keep_bounds(op, inliner)
            loads.append(None)
        maps = [AffineMap(op.loops, 0, leaf.place) for leaf in inliner.leaves] + op.maps[len(op.ins) :]
        rewriter = Rewriter()
        rewriter.start_at(op)
        values = [_read(rewriter, leaf, load) for leaf, load in zip(inliner.leaves, loads, strict=True)]
        new = linalg.GenericOp(
            values, op.outs, indexing_maps=maps, iterator_types=op.iterators, region=Region(inliner.block)
        )
        rewriter.insert(new)
        for old, result in zip(op.results, new.results, strict=True):
            old.replace_all_uses_with(result)
        assert op.parent is not None
        op.parent.erase_op(op)

    def _direct(self, leaves: Sequence[Leaf], place: Operation, group: Group) -> list[Load | None]:
        """For each input the load that it comes from, if the memory can be read at ``place`` instead."""
        found: list[Load | None] = []
        for leaf in leaves:
            load = load_of(leaf.value)
            usable = load is not None and load.offsets is None and self._read_once(load, place, group)
            found.append(load if usable and not self._is_changed_by(place, load) else None)
        return found

    def _is_changed_by(self, op: Operation, load: Load | None) -> bool:
        """Whether an iteration may change what a later one reads of the memory, as atomic operations do."""
        return load is not None and not leaves_memory_alone(op, root_of(load.source), noalias=self._noalias)

    def _read_once(self, load: Load, place: Operation, group: Group) -> bool:
        if not group.reads_alone(load.tensor.result):
            return False
        return unchanged_until(load, place, noalias=self._noalias)

    # Stores

    def _store(self, op: MaterializeInDestinationOp) -> None:
        """Compute a stored value in its destination, if the store is its only use, or all uses are such stores."""
        found = siblings_of(op, self._positions, noalias=self._noalias)
        if found is not None and self._compute_in_place(*found):
            return
        part = StoredPart.of(op)
        if part is None or part.value.get_unique_use() is None:
            return
        producer = part.value.owner
        if isinstance(producer, StructuredOp) and is_pointwise(producer) and producer.parent is op.parent:
            self._compute_in_place([part], Group(producer, self._positions))

    def _compute_in_place(self, parts: Sequence[StoredPart], group: Group) -> bool:
        """Compute the stored values by one operation right before the last store; the other stores follow it, too."""
        sizes, last = parts[0].sizes, parts[-1].op
        rank = len(sizes)
        inliner = Inliner(rank)
        place = tuple[AffineExpr, ...](AffineDimExpr(dim) for dim in range(rank))
        elements = [cast("Any", part.value.type).element_type for part in parts]
        for index, element in enumerate(elements):
            inliner.block.insert_arg(element, index)
        results = [inliner.element(part.value, place, group) for part in parts]
        if not all(_can_be_cut(leaf) for leaf in inliner.leaves):
            inliner.discard()
            return False
        inliner.insert(linalg.YieldOp(results))
        stores = [part.op for part in parts]
        loads = [self._of_part(leaf, sizes, last, stores, group) for leaf in inliner.leaves]
        if len(parts) > 1 and any(map(_is_gathered, inliner.leaves, loads)):
            inliner.discard()
            return False
        before = last.prev_op
        rewriter = Rewriter()
        rewriter.start_at(last)
        values = [_cut(rewriter, leaf, load, sizes) for leaf, load in zip(inliner.leaves, loads, strict=True)]
        outs = [rewriter.insert(tensor.EmptyOp.of(sizes, element)).result for element in elements]
        maps = [AffineMap(rank, 0, leaf.place) for leaf in inliner.leaves] + [AffineMap.identity(rank)] * len(outs)
        new = linalg.GenericOp(
            values, outs, indexing_maps=maps, iterator_types=[PARALLEL] * rank, region=Region(inliner.block)
        )
        rewriter.insert(new)
        if not self._may_be_stored_directly(new, parts):
            _erase_between(before, last)
            return False
        for dim, size in enumerate(sizes):
            drop_masks(new, dim, size)
        for part, result in zip(parts, new.results, strict=True):
            _store_result(part, result, last)
        return True

    def _may_be_stored_directly(self, new: linalg.GenericOp, parts: Sequence[StoredPart]) -> bool:
        """Whether no element is read after it is overwritten, or the results may be stored in a buffer first."""
        if len(parts) == 1 and DYNAMIC not in static_of(parts[0].sizes):
            return True
        return all(reads_elsewhere(new, n, part.op.dest, noalias=self._noalias) for n, part in enumerate(parts))

    def _of_part(
        self, leaf: Leaf, sizes: Sequence[OpFoldResult], place: Operation, stores: Sequence[Operation], group: Group
    ) -> Load | None:
        """The load that a leaf comes from, if the needed part of it can be read from memory at ``place``.

        ``stores`` will be executed after ``place``.
        """
        load = load_of(leaf.value)
        if load is None or not group.reads_alone(load.tensor.result):
            return None
        if not unchanged_until(load, place, noalias=self._noalias, besides=stores):
            return None
        if load.offsets is None:
            return load
        assert load.sizes is not None
        wanted = [sizes[index.position] if isinstance(index, AffineDimExpr) else 1 for index in leaf.place]
        same = all(size is other or size == other for size, other in zip(load.sizes, wanted, strict=True))
        return load if same and all(offset == 0 for offset in load.offsets) else None


def _erase_between(before: Operation | None, end: Operation) -> None:
    """Erase the operations after ``before`` and before ``end``, none of which is used later."""
    while (op := end.prev_op) is not before:
        assert op is not None and op.parent is not None
        op.parent.erase_op(op)


def _store_result(part: StoredPart, result: SSAValue, last: Operation) -> None:
    """Store a result instead of what a store has stored, right before ``last`` if it is another store."""
    old = part.op.source
    part.op.operands[0] = result
    if part.op is not last:
        part.op.detach()
        assert last.parent is not None
        last.parent.insert_op_before(part.op, last)
    if is_operation(old.owner) and is_trivially_dead(old.owner):
        assert old.owner.parent is not None
        old.owner.parent.erase_op(old.owner)


def _is_gathered(leaf: Leaf, load: Load | None) -> bool:
    """Whether a tensor is filled element by element. Each store of such elements may be split into runs of them."""
    return load is None and isinstance(leaf.value.owner, ToTensorOp) and load_of(leaf.value) is None


def _is_computed(value: SSAValue) -> bool:
    """Whether a value is the result of a structured operation that is no constant."""
    return isinstance(value.owner, StructuredOp) and not isinstance(value.owner, linalg.FillOp)


def _can_be_rebuilt(op: Operation) -> bool:
    if not isinstance(op, StructuredOp) or isinstance(op, linalg.FillOp | linalg.MapOp):
        return False
    if isinstance(op, linalg.MatmulOp | linalg.BatchMatmulOp):
        return False
    return all(is_tensor_type(output.type) for output in op.outs)


def _free_outputs(block: Block) -> None:
    """Replace outputs whose old elements are not read by empty tensors."""
    for op in list(block.ops):
        if not isinstance(op, StructuredOp) or isinstance(op, linalg.MapOp):
            continue
        for index, argument in enumerate(op.output_arguments):
            out = op.outs[index]
            if argument.first_use is not None or isinstance(out.owner, tensor.EmptyOp):
                continue
            shape = shape_of(out.type)
            if is_tensor_type(out.type) and shape is not None and DYNAMIC not in shape:
                rewriter = Rewriter()
                rewriter.start_at(op)
                empty = rewriter.insert(tensor.EmptyOp.of(shape, cast("Any", out.type).element_type))
                op.operands[len(op.ins) + index] = empty.result


def _bounds_known(op: StructuredOp, leaves: Sequence[Leaf]) -> bool:
    """Whether the remaining operands determine the trip count of each loop."""
    places = [leaf.place for leaf in leaves] + [map_.results for map_ in op.maps[len(op.ins) :]]
    found = {index.position for place in places for index in place if isinstance(index, AffineDimExpr)}
    return len(found) == op.loops


def _keep_bounds(op: StructuredOp, inliner: Inliner) -> None:
    """Add an input whose elements nothing reads, but whose shape is that of the iteration space."""
    rewriter = Rewriter()
    rewriter.start_at(op)
    sizes = [extents(op)[loop] for loop in range(op.loops)]
    shaped = rewriter.insert(tensor.EmptyOp.of(sizes, i1)).result
    inliner.block.insert_arg(i1, len(inliner.leaves))
    inliner.leaves.append(Leaf(shaped, tuple(AffineDimExpr(loop) for loop in range(op.loops))))


def _read(rewriter: Rewriter, leaf: Leaf, load: Load | None) -> SSAValue:
    if load is None:
        return leaf.value
    return rewriter.insert(ToTensorOp(load.source, restrict=True)).result


def _can_be_cut(leaf: Leaf) -> bool:
    """Whether the needed part of a tensor is a slice, with one loop along each dimension."""
    dims = [expression.position for expression in leaf.place if isinstance(expression, AffineDimExpr)]
    rest = [index for index in leaf.place if not isinstance(index, AffineDimExpr)]
    return len(set(dims)) == len(dims) and all(
        isinstance(index, AffineConstantExpr) and index.value == 0 for index in rest
    )


def _cut(rewriter: Rewriter, leaf: Leaf, load: Load | None, sizes: Sequence[OpFoldResult]) -> SSAValue:
    """The needed part of a tensor: from memory if possible, else a slice."""
    wanted: list[OpFoldResult] = [
        sizes[index.position] if isinstance(index, AffineDimExpr) else 1 for index in leaf.place
    ]
    shape = list(shape_of(leaf.value.type) or ())
    zeros, ones = [0] * len(wanted), [1] * len(wanted)
    if load is not None and load.offsets is not None:
        return rewriter.insert(ToTensorOp(load.source, restrict=True)).result
    if load is not None:
        source = load.source
        if static_of(wanted) != shape:
            type_ = memref.subview_type(cast("memref.MemRef", source.type), zeros, static_of(wanted), ones)
            source = rewriter.insert(memref.SubViewOp.of(source, list(zeros), wanted, list(ones), type_)).results[0]
        return rewriter.insert(ToTensorOp(source, restrict=True)).result
    if static_of(wanted) == shape:
        return leaf.value
    type_ = TensorType(cast("Any", leaf.value.type).element_type, static_of(wanted))
    return rewriter.insert(tensor.ExtractSliceOp.of(leaf.value, list(zeros), wanted, list(ones), type_)).results[0]
