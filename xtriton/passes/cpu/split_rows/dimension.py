"""The dimension of each tensor and of each view of memory that holds the rows of a kernel's blocks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import cast

from xdsl.ir import Block, Operation, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr

from xtriton.analysis.dimension_classes import DimensionClasses, Node
from xtriton.dialects.upstream import bufferization, linalg, memref, tensor
from xtriton.dialects.upstream.func import FuncOp
from xtriton.dialects.upstream.linalg.structured import PARALLEL, StructuredOp
from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.dialects.upstream.scf import ForOp, IfOp, YieldOp
from xtriton.interfaces.effects import is_memory_effect_free, memory_changed, memory_read
from xtriton.ir.narrowing import is_any_memref_type, is_memref_type, is_tensor_type
from xtriton.ir.traits import shape_of
from xtriton.ir.walk import operations_in
from xtriton.passes.cpu.bufferize.buffers import are_distinct
from xtriton.passes.cpu.fuse.costs import DEAR
from xtriton.passes.cpu.views import root_of


@dataclass(frozen=True)
class Rows:
    """The rows of the blocks of a function."""

    extent: int
    dims: dict[SSAValue, int]
    """The dimension of each value that has one for the rows."""
    loops: dict[Operation, int]
    """The loop of each structured operation that is along the rows."""
    operations: Sequence[Operation]
    """The operations of the function's block that have rows, in order."""


class _UnknownError(Exception):
    """The function has an operation, or a use of rows, that the pass does not support."""


def rows_of(function: FuncOp, columns: int, *, noalias: bool) -> Rows | None:
    """The rows, if all stores of the function are of independent rows, and computing them one by one is worthwhile.

    ``columns``: the least length of the rows of a block in a loop.
    """
    blocks = list(function.body.blocks)
    stores = [op for op in operations_in(function) if isinstance(op, bufferization.MaterializeInDestinationOp)]
    if len(blocks) != 1 or not stores or not any(isinstance(op, ForOp) for op in blocks[0].ops):
        return None
    try:
        found = _Dimensions()
        for op in operations_in(function.body):
            found.visit(op)
        rows = found.rows(stores, blocks[0])
        _require_independence(rows, stores, function, noalias=noalias)
    except _UnknownError:
        return None
    return rows if _is_worthwhile(rows, columns) and not _repeats_work(rows) else None


def _is_worthwhile(rows: Rows, columns: int) -> bool:
    """Whether a loop computes with blocks of long rows.

    One row is read and written in long contiguous parts, which processors prefetch, instead of a part of each row in
    every iteration; a carried row stays in the first-level cache. Shorter rows are not worth the loop.
    """
    inside = [inner for op in rows.operations if isinstance(op, ForOp) for inner in operations_in(op)]
    values = (value for op in inside for value in (*op.operands, *op.results))
    return any(rows.dims.get(value) == 0 and _has_columns(value, columns) for value in values)


def _repeats_work(rows: Rows) -> bool:
    """Whether each row would repeat an expensive operation, or a loop, whose results are the same for all rows."""
    inside = [inner for op in rows.operations for inner in operations_in(op)]
    for op in inside:
        nested = operations_in(op)
        if isinstance(op, StructuredOp) and op not in rows.loops:
            if any(inner.name.startswith(DEAR) for inner in nested):
                return True
        elif isinstance(op, ForOp) and not any(value in rows.dims for inner in nested for value in inner.operands):
            return True
    return False


def _has_columns(value: SSAValue, columns: int) -> bool:
    shape = shape_of(value.type) if is_tensor_type(value.type) or is_memref_type(value.type) else None
    return shape is not None and len(shape) == 2 and shape[-1] >= columns


@dataclass
class _Dimensions:
    """The classes of dimensions of a function."""

    _classes: DimensionClasses = field(default_factory=DimensionClasses)

    def visit(self, op: Operation) -> None:
        """Note the dimensions of operands and results of an operation."""
        match op:
            case linalg.GenericOp() | linalg.FillOp() | linalg.ReduceOp() | linalg.TransposeOp():
                self._structured(op)
            case memref.SubViewOp() | tensor.ExtractSliceOp():
                self._part(op)
            case memref.CopyOp():
                self._join_all(op.source, op.target)
            case bufferization.ToTensorOp():
                self._join_all(op.buffer, op.result)
            case bufferization.MaterializeInDestinationOp():
                self._join_all(op.source, op.dest)
            case tensor.ExpandShapeOp() | tensor.CollapseShapeOp():
                self._reshape(op)
            case ForOp():
                self._loop(op)
            case IfOp():
                self._branches(op)
            case memref.ReinterpretCastOp() | memref.AllocOp() | bufferization.AllocTensorOp() | tensor.EmptyOp():
                pass
            case YieldOp() | linalg.YieldOp():
                pass
            case _:
                for value in (*op.operands, *op.results):
                    self._fix(value)

    def _join_all(self, one: SSAValue, other: SSAValue) -> None:
        """Two values of the same shape."""
        if _rank(one) != _rank(other):
            raise _UnknownError
        for dim in range(_rank(one)):
            self._classes.join((one, dim), (other, dim))

    def _fix(self, value: SSAValue) -> None:
        self._classes.fix(*((value, dim) for dim in range(_rank(value))))

    def _structured(self, op: StructuredOp) -> None:
        for inner in operations_in(op.regions[0]):
            if not is_memory_effect_free(inner) or isinstance(inner, tensor.ExtractOp):
                raise _UnknownError
        for value, map_ in zip(op.operands, op.maps, strict=True):
            for dim, place in enumerate(map_.results):
                if isinstance(place, AffineDimExpr):
                    self._classes.join((value, dim), (op, place.position))
                elif not isinstance(place, AffineConstantExpr):
                    raise _UnknownError
                else:
                    self._classes.fix((value, dim))
        for result, out in zip(op.results, op.outs, strict=False):
            self._join_all(result, out)
        self._classes.fix(*((op, loop) for loop, kind in enumerate(op.iterators) if kind != PARALLEL))

    def _part(self, op: memref.SubViewOp | tensor.ExtractSliceOp) -> None:
        for dim, part in zip(kept_dims(op), range(_rank(op.results[0])), strict=True):
            self._classes.join((op.source, dim), (op.results[0], part))
        for dim, (offset, stride) in enumerate(zip(op.mixed_offsets, op.mixed_strides, strict=True)):
            if offset != 0 or stride != 1:
                self._classes.fix((op.source, dim))

    def _reshape(self, op: tensor.ExpandShapeOp | tensor.CollapseShapeOp) -> None:
        """Dimensions of extent 1 are added or removed; dimensions that are divided or merged are used as a whole."""
        narrow, wide = op.operands[0], op.results[0]
        if isinstance(op, tensor.CollapseShapeOp):
            narrow, wide = wide, narrow
        for dim, group in enumerate(op.groups):
            parts: list[Node] = [(wide, part) for part in group if _extent((wide, part)) != 1]
            if len(parts) == 1:
                self._classes.join((narrow, dim), parts[0])
            else:
                self._classes.fix((narrow, dim), *parts)

    def _loop(self, op: ForOp) -> None:
        end = cast("Operation", op.body.last_op)
        for init, argument, last, result in zip(op.init_args, op.iter_args, end.operands, op.results, strict=True):
            for value in (argument, last, result):
                self._join_all(init, value)

    def _branches(self, op: IfOp) -> None:
        for region in op.regions:
            for end in [block.last_op for block in region.blocks]:
                for value, result in zip(cast("Operation", end).operands, op.results, strict=True):
                    self._join_all(value, result)

    def rows(self, stores: Sequence[bufferization.MaterializeInDestinationOp], block: Block) -> Rows:
        """The class that dimension 0 of all stores belongs to."""
        found = self._classes.class_of((stores[0].dest, 0))
        if found is None or any((store.dest, 0) not in found for store in stores):
            raise _UnknownError
        dims: dict[SSAValue, int] = {}
        loops: dict[Operation, int] = {}
        for owner, dim in found:
            known = loops if isinstance(owner, Operation) else dims
            if known.setdefault(owner, dim) != dim:  # pyright: ignore[reportArgumentType]
                raise _UnknownError
        extents = {_extent((value, dim)) for value, dim in dims.items()} - {DYNAMIC}
        if len(extents) != 1 or extents == {1} or not all(map(_is_sized, dims.items())):
            raise _UnknownError
        return Rows(extents.pop(), dims, loops, _operations(block, dims))


def kept_dims(op: memref.SubViewOp | tensor.ExtractSliceOp) -> list[int]:
    """The dimensions of the source that a slice has: a tensor's may lack as many unit dimensions as the source has."""
    sizes, dropped = op.mixed_sizes, _rank(op.source) - _rank(op.results[0])
    units = [dim for dim, size in enumerate(sizes) if size == 1] if dropped else []
    if len(units) != dropped or (dropped and isinstance(op, memref.SubViewOp)):
        raise _UnknownError
    return [dim for dim in range(len(sizes)) if dim not in units]


def _rank(value: SSAValue) -> int:
    """The rank of a tensor or of memory; 0 for others."""
    if not is_tensor_type(value.type) and not is_memref_type(value.type):
        return 0
    shape = shape_of(value.type)
    if shape is None:
        raise _UnknownError
    return len(shape)


def _extent(node: Node) -> int:
    return (shape_of(cast("SSAValue", node[0]).type) or ())[node[1]]


def _is_sized(node: tuple[SSAValue, int]) -> bool:
    """Whether the extent of a dimension is static, or the value is a slice or subview."""
    if _extent(node) != DYNAMIC:
        return True
    owner = node[0].owner
    if isinstance(owner, bufferization.ToTensorOp):
        owner = owner.buffer.owner
    return isinstance(owner, memref.SubViewOp | tensor.ExtractSliceOp)


def _operations(block: Block, dims: dict[SSAValue, int]) -> list[Operation]:
    """The operations that have rows, in order. Raises an error if another operation needs their results."""
    found: list[Operation] = []
    results: set[SSAValue] = set()
    for op in block.ops:
        if op is block.last_op:
            break
        inside = operations_in(op)
        if any(value in dims for inner in inside for value in (*inner.operands, *inner.results)):
            found.append(op)
            results |= set(op.results)
        elif any(operand in results for inner in inside for operand in inner.operands):
            raise _UnknownError
    return found


def _require_independence(
    rows: Rows,
    stores: Sequence[bufferization.MaterializeInDestinationOp],
    function: FuncOp,
    *,
    noalias: bool,
) -> None:
    """Require that no row reads or writes memory that another row, or another store, writes."""
    inside = {inner for op in rows.operations for inner in operations_in(op)}
    allocated: set[SSAValue] = {inner.memref for inner in inside if isinstance(inner, memref.AllocOp)}
    for op in operations_in(function.body):
        for target in [] if op in stores else memory_changed(op):
            if target is None or not _is_private(target, allocated if op in inside else None):
                raise _UnknownError
    stored = [root_of(store.dest) for store in stores]
    read = [root for op in operations_in(function.body) for root in _read_by(op)]
    for index, root in enumerate(stored):
        others = [*stored[:index], *stored[index + 1 :], *read]
        if not all(are_distinct(other, root, noalias=noalias) for other in others):
            raise _UnknownError


def _is_private(target: SSAValue, allocated: set[SSAValue] | None) -> bool:
    """Whether a target is a tensor, or memory that the function allocates: one of ``allocated``, if given."""
    if is_tensor_type(target.type):
        return True
    root = root_of(target) if is_any_memref_type(target.type) else None
    return root is not None and isinstance(root.owner, memref.AllocOp) and (allocated is None or root in allocated)


def _read_by(op: Operation) -> Iterator[SSAValue]:
    if isinstance(op, bufferization.ToTensorOp):
        yield root_of(op.buffer)
    for value in memory_read(op):
        if value is None or (not is_any_memref_type(value.type) and not is_tensor_type(value.type)):
            raise _UnknownError
        if not is_tensor_type(value.type):
            yield root_of(value)
