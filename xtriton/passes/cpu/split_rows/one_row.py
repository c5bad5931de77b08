"""Computing the rows of a function's blocks one after the other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from xdsl.dialects.builtin import IndexType, MemRefType, TensorType
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xtriton.dialects.upstream import linalg, memref, tensor
from xtriton.dialects.upstream.arith import AddIOp, MaxSIOp, MinSIOp, MulIOp, SubIOp
from xtriton.dialects.upstream.func import FuncOp
from xtriton.dialects.upstream.mixed import DYNAMIC, OpFoldResult, static_of
from xtriton.dialects.upstream.scf import ForOp, YieldOp
from xtriton.ir.narrowing import int_value, is_tensor_type
from xtriton.ir.walk import operations_in
from xtriton.passes.cpu.split_rows.dimension import Rows, kept_dims
from xtriton.rewriting.cloning import Mapping, clone_op
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.rewriter import Rewriter

_INDEX = IndexType()


def compute_row_by_row(function: FuncOp, rows: Rows) -> None:
    """Move the operations that have rows into a loop over the rows."""
    end = cast("Operation", function.body.blocks[0].last_op)
    rewriter = Rewriter()
    rewriter.start_at(end)
    first, beyond, step = (insert_constant(rewriter, number, _INDEX) for number in (0, rows.extent, 1))
    loop = rewriter.insert(ForOp(first, beyond, step))
    rewriter.at_end(loop.body)
    _Row(rows, loop.induction_variable, rewriter).clone(rows.operations)
    rewriter.insert(YieldOp())
    for op in reversed(rows.operations):
        rewriter.erase(op)


class _Row:
    """Clones operations for one row."""

    def __init__(self, rows: Rows, row: SSAValue, rewriter: Rewriter) -> None:
        self._rows = rows
        self._row = row
        self._rewriter = rewriter
        self._mapping: Mapping = {}
        self._counts: dict[tuple[SSAValue, Block], SSAValue] = {}
        """1 if the row is in a part with so many rows, otherwise 0: by the number of rows, in each block."""

    def clone(self, ops: Sequence[Operation]) -> None:
        """Insert clones of operations."""
        for op in ops:
            new = self._cloned(op)
            for old, result in zip(op.results, new.results, strict=True):
                self._mapping[old] = result

    def _new(self, value: SSAValue) -> SSAValue:
        return self._mapping.get(value, value)

    def _cloned(self, op: Operation) -> Operation:
        self._rewriter.location = op.location  # pyright: ignore[reportAttributeAccessIssue]
        match op:
            case memref.ReinterpretCastOp() if op.results[0] in self._rows.dims:
                return self._memory(op)
            case memref.SubViewOp() | tensor.ExtractSliceOp() if op.results[0] in self._rows.dims:
                return self._part(op)
            case tensor.ExpandShapeOp() if op.results[0] in self._rows.dims:
                shape = list(cast("Any", self._type(op.results[0])).get_shape())
                source = self._new(op.src)
                return self._rewriter.insert(
                    tensor.ExpandShapeOp.of(source, op.groups, shape, cast("Any", self._type(op.results[0])))
                )
            case _:
                return self._with_regions(op)

    def _with_regions(self, op: Operation) -> Operation:
        """A clone whose types, and those in its regions, are for one row."""
        if not any(inner.results or inner.regions for inner in operations_in(op)):
            return self._rewriter.insert(clone_op(op, self._mapping))
        regions: list[Region] = []
        for region in op.regions:
            blocks: list[Block] = []
            for block in region.blocks:
                new = Block(arg_types=[self._type(argument) for argument in block.args])
                for argument, copy in zip(block.args, new.args, strict=True):
                    copy.location = argument.location
                    self._mapping[argument] = copy
                with self._rewriter.elsewhere():
                    self._rewriter.at_end(new)
                    self.clone(list(block.ops))
                blocks.append(new)
            regions.append(Region(blocks))
        new_op = type(op).create(
            operands=[self._new(operand) for operand in op.operands],
            result_types=[self._type(result) for result in op.results],
            properties=dict(op.properties),
            attributes=dict(op.attributes),
            regions=regions,
        )
        self._rewriter.insert(new_op)
        if isinstance(op, linalg.IndexOp) and self._is_along_rows(op):
            return self._rewriter.insert(AddIOp(new_op.results[0], self._row))
        return new_op

    def _is_along_rows(self, op: linalg.IndexOp) -> bool:
        around = cast("Operation", op.parent_op())
        return self._rows.loops.get(around) == int_value(op.dim)

    def _type(self, value: SSAValue) -> Attribute:
        """The type of the part of a value that is of one row."""
        dim, type_ = self._rows.dims.get(value), cast("Any", value.type)
        if dim is None or type_.get_shape()[dim] == DYNAMIC:
            return value.type
        shape = [*type_.get_shape()]
        shape[dim] = 1
        if is_tensor_type(type_):
            return TensorType(type_.element_type, shape)
        return MemRefType(type_.element_type, shape, type_.layout, type_.memory_space)

    def _memory(self, op: memref.ReinterpretCastOp) -> Operation:
        """The row in memory."""
        dim = self._rows.dims[op.results[0]]
        offset, *_ = (self._value(number) for number in op.mixed_offsets)
        stride = self._value(op.mixed_strides[dim])
        distance = self._rewriter.insert(MulIOp(self._row, stride)).result
        place = self._rewriter.insert(AddIOp(offset, distance)).result
        sizes = [1 if number == dim else self._mixed(size) for number, size in enumerate(op.mixed_sizes)]
        strides = [self._mixed(number) for number in op.mixed_strides]
        element = op.type.element_type
        type_ = memref.strided_type(element, static_of(sizes), static_of(strides), DYNAMIC)
        return self._rewriter.insert(memref.ReinterpretCastOp.of(self._new(op.source), [place], sizes, strides, type_))

    def _part(self, op: memref.SubViewOp | tensor.ExtractSliceOp) -> Operation:
        """The part of one row: the row itself, or nothing if the part ends before it."""
        kept = kept_dims(op)
        dim = kept[self._rows.dims[op.results[0]]]
        sizes = [self._mixed(size) for size in op.mixed_sizes]
        whole = sizes[dim] == self._rows.extent
        sizes[dim] = 1 if whole else self._clamped(self._value(op.mixed_sizes[dim]))
        offsets = [self._mixed(number) for number in op.mixed_offsets]
        type_ = None if len(kept) == len(sizes) else cast("Any", self._type(op.results[0]))
        return self._rewriter.insert(type(op).of(self._new(op.source), offsets, sizes, list(op.mixed_strides), type_))

    def _clamped(self, count: SSAValue) -> SSAValue:
        """1 if the row is one of the first ``count``, otherwise 0."""
        key = (count, self._rewriter.insertion_block)
        if key not in self._counts:  # equal extents stay the same value, by which other passes compare them
            left = self._rewriter.insert(SubIOp(count, self._row)).result
            zero, one = (insert_constant(self._rewriter, number, _INDEX) for number in (0, 1))
            some = self._rewriter.insert(MaxSIOp(left, zero)).result
            self._counts[key] = self._rewriter.insert(MinSIOp(some, one)).result
        return self._counts[key]

    def _mixed(self, number: OpFoldResult) -> OpFoldResult:
        return number if isinstance(number, int) else self._new(number)

    def _value(self, number: OpFoldResult) -> SSAValue:
        return insert_constant(self._rewriter, number, _INDEX) if isinstance(number, int) else self._new(number)
