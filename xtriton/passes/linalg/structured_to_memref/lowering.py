"""Visits a program and lowers memory accesses through structured pointers."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import cast

from typing_extensions import TypeIs
from xdsl.dialects.builtin import IndexType, IntegerAttr, TensorType, UnitAttr, UnrealizedConversionCastOp, i1
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xtriton.dialects import tts
from xtriton.dialects.upstream import bufferization, linalg, memref, tensor
from xtriton.dialects.upstream.arith import CmpIOp, CmpIPredicate, ConstantOp, IndexCastOp, MinSIOp, OrIOp
from xtriton.dialects.upstream.constraints import dense_numbers
from xtriton.dialects.upstream.mixed import OpFoldResult
from xtriton.dialects.upstream.scf import ForOp, IfOp, YieldOp
from xtriton.folds.elements import zero
from xtriton.ir.diagnostics import error
from xtriton.ir.walk import operations_in
from xtriton.passes.linalg.casts import Materializer
from xtriton.passes.linalg.structured_to_memref import views
from xtriton.passes.linalg.structured_to_memref.masked import masked_load, masked_store
from xtriton.passes.linalg.structured_to_memref.wrapping import Transfer, for_each_piece
from xtriton.rewriting import mixed
from xtriton.rewriting.rewriter import Rewriter

WRAP_SIDE_BY_SIDE = "wrap_side_by_side"
WRAP_STACKED = "wrap_stacked"


class StructuredLowering:
    """One walk over a module."""

    def __init__(self, *, safe: bool = False) -> None:
        self._safe = safe
        self._rewriter = Rewriter()
        self._memory = Materializer(self._rewriter)
        self._blocks: dict[SSAValue, list[SSAValue]] = {}
        """The memref blocks of structured pointers; two where they wrap around."""

    def run(self, module: Operation) -> None:
        """Lower a module."""
        makers: list[Operation] = []
        for op in operations_in(module):
            self._rewriter.start_at(op)
            match op:
                case tts.MakeTensorPtrOp():
                    self._make(op)
                    makers.append(op)
                case tts.MakeGatherScatterTensorPtrOp():
                    makers.append(op)
                case tts.LoadOp():
                    self._load(op)
                case tts.StoreOp():
                    self._store(op)
                case tts.MaskedLoadOp():
                    self._rewriter.replace(op, masked_load(op, self._block_of(op, op.ptr), self._rewriter).results)
                case tts.MaskedStoreOp():
                    self._rewriter.replace(op, masked_store(op, self._block_of(op, op.ptr), self._rewriter).results)
                case _:
                    continue
        for op in reversed(makers):
            self._finish(op)

    def _finish(self, op: Operation) -> None:
        """Erase a maker of pointers; a cast replaces it for uses other than accesses."""
        result = op.results[0]
        if result.first_use is not None:
            if result not in self._blocks:
                raise error(op.location, f"'{op.name}' op is used by something other than tts.load and tts.store")
            self._rewriter.start_at(op)
            cast_ = UnrealizedConversionCastOp.get(self._blocks[result], [result.type])
            self._rewriter.replace_by(op, cast_)
            return
        self._rewriter.erase(op)

    # Pointers

    def _make(self, op: tts.MakeTensorPtrOp) -> None:
        order = dense_numbers(op.order)
        if not self._safe and any(first <= second for first, second in pairwise(order)):
            raise error(op.location, "non-decreasing dimension order on tensor pointers are not yet supported")
        memory = self._memory.memory_at(op.base)
        if not op.is_split_pointer:
            self._blocks[op.result] = [views.view_of(op, memory, self._rewriter)]
            return
        wrapped = _wrapped_dims(op)
        if len(wrapped) != 1:
            raise error(op.location, f"'{op.name}' op: only one dimension may wrap around")
        if self._safe or len(op.mixed_shape) != 2:
            return  # lowered with the accesses
        make, kind = (views.stacked, WRAP_STACKED) if wrapped == [0] else (views.side_by_side, WRAP_SIDE_BY_SIDE)
        blocks = make(op, memory, self._rewriter)
        # The dead cast documents which blocks belong together.
        cast_ = UnrealizedConversionCastOp.get(blocks, [op.result.type])
        cast_.attributes[kind] = UnitAttr()
        self._rewriter.insert(cast_)
        self._blocks[op.result] = blocks

    # Loads

    def _load(self, op: tts.LoadOp) -> None:
        maker = op.ptr.owner
        type_ = cast("TensorType[Attribute]", op.result.type)
        buffer = self._rewriter.insert_value(
            memref.AllocOp(memref=memref.row_major_type(type_.element_type, type_.get_shape()))
        )
        if isinstance(maker, tts.MakeGatherScatterTensorPtrOp):
            self._gather(op, maker, buffer)
        else:
            self._load_blocks(op, buffer)
        self._rewriter.start_at(op)
        self._rewriter.replace_by(op, bufferization.ToTensorOp(buffer, restrict=True, writable=True))

    def _load_blocks(self, op: tts.LoadOp, buffer: SSAValue) -> None:
        dims = op.mixed_mask_dims
        if dims:
            self._fill_rest(op, buffer, dims)
        maker = op.ptr.owner
        if self._wraps_in_pieces(maker):

            def copy(piece: SSAValue, places: Sequence[OpFoldResult], sizes: Sequence[OpFoldResult]) -> None:
                target = self._rewriter.insert_value(memref.SubViewOp.of(buffer, places, sizes, [1] * len(sizes)))
                self._rewriter.insert(memref.CopyOp(piece, target))

            self._for_each_piece(maker, dims, copy)
            return
        blocks = self._blocks_of(op, op.ptr)
        if len(blocks) == 2:
            stacked = self._wraps_rows(op.ptr)
            if dims:
                blocks = self._masked_blocks(blocks, dims, stacked)
            self._copy_blocks(blocks, buffer, stacked)
        elif dims:
            source = views.subview(blocks[0], dims, self._rewriter)
            target = views.subview(buffer, dims, self._rewriter)
            self._rewriter.insert(memref.CopyOp(source, target))
        else:
            self._rewriter.insert(memref.CopyOp(blocks[0], buffer))

    def _wraps_in_pieces(self, maker: object) -> TypeIs[tts.MakeTensorPtrOp]:
        """Whether pointers wrap around and are accessed piece by piece."""
        return isinstance(maker, tts.MakeTensorPtrOp) and maker.is_split_pointer and maker.result not in self._blocks

    def _for_each_piece(self, maker: tts.MakeTensorPtrOp, dims: Sequence[OpFoldResult], transfer: Transfer) -> None:
        memory = self._memory.memory_at(maker.base)
        sizes = list(dims or maker.block_sizes)
        for_each_piece(maker, _wrapped_dims(maker)[0], memory, sizes, transfer, self._rewriter)

    def _fill_rest(self, op: tts.LoadOp, buffer: SSAValue, dims: Sequence[OpFoldResult]) -> None:
        """Fill the elements that are not read; without a fill value they stay undefined unless they must be defined."""
        value = op.other
        if value is None and self._safe:
            value = self._rewriter.insert_value(ConstantOp(zero(cast("memref.MemRef", buffer.type).element_type)))
        if value is not None:
            self._fill(value, buffer, dims)

    def _blocks_of(self, op: Operation, pointers: SSAValue) -> list[SSAValue]:
        blocks = self._blocks.get(pointers)
        if blocks is None:
            raise error(op.location, f"'{op.name}' op accesses memory through pointers that tts.make_tptr has not made")
        return blocks

    def _block_of(self, op: Operation, pointers: SSAValue) -> SSAValue:
        """The only block of pointers that do not wrap around."""
        blocks = self._blocks_of(op, pointers)
        if len(blocks) != 1:
            raise error(op.location, f"'{op.name}' op does not support pointers that wrap around")
        return blocks[0]

    def _wraps_rows(self, pointers: SSAValue) -> bool:
        return isinstance(pointers.owner, tts.MakeTensorPtrOp) and pointers.owner.mixed_shape[0] != 0

    def _fill(self, value: SSAValue, buffer: SSAValue, dims: Sequence[OpFoldResult]) -> None:
        """Fill a buffer that the mask does not read completely."""
        rewriter = self._rewriter
        partial = self._rewriter.insert_value(ConstantOp(IntegerAttr(0, i1)))
        shape = cast("memref.MemRef", buffer.type).get_shape()
        for extent, dim in zip(shape, dims, strict=True):
            whole = mixed.index_constant(extent, rewriter)
            read = mixed.as_value(dim, rewriter)
            less = self._rewriter.insert_value(CmpIOp(CmpIPredicate.SLT, read, whole))
            partial = self._rewriter.insert_value(OrIOp(partial, less))
        block = Block([linalg.FillOp([value], [buffer]), YieldOp()])
        for op in block.ops:
            op.location = rewriter.location  # pyright: ignore[reportAttributeAccessIssue]
        rewriter.insert(IfOp(partial, thenRegion=Region(block)))

    def _dim(self, memory: SSAValue, dim: int) -> SSAValue:
        return self._rewriter.insert_value(memref.DimOp(memory, mixed.index_constant(dim, self._rewriter)))

    def _masked_blocks(self, blocks: Sequence[SSAValue], dims: Sequence[OpFoldResult], stacked: bool) -> list[SSAValue]:
        """The parts of blocks that the mask enables; along the wrapping dimension all elements are read."""
        dim = 0 if stacked else 1
        extents = [self._dim(block, dim) for block in blocks]
        sizes = [[extent, dims[1]] if stacked else [dims[0], extent] for extent in extents]
        return [views.subview(block, size, self._rewriter) for block, size in zip(blocks, sizes, strict=True)]

    def _copy_blocks(self, blocks: Sequence[SSAValue], buffer: SSAValue, stacked: bool) -> None:
        """Copy two blocks to their places: stacked, or side by side."""
        zero, one = (mixed.index_constant(number, self._rewriter) for number in (0, 1))
        extents = [[self._dim(block, 0), self._dim(block, 1)] for block in blocks]
        second = [extents[0][0], zero] if stacked else [zero, extents[0][1]]
        targets = [
            self._rewriter.insert_value(memref.SubViewOp.of(buffer, place, size, [one, one]))
            for place, size in zip(([zero, zero], second), extents, strict=True)
        ]
        for block, target in zip(blocks, targets, strict=True):
            self._rewriter.insert(memref.CopyOp(block, target))

    # Stores

    def _store(self, op: tts.StoreOp) -> None:
        maker = op.ptr.owner
        if isinstance(maker, tts.MakeGatherScatterTensorPtrOp):
            self._scatter(op, maker)
            self._rewriter.erase(op)
            return
        if self._wraps_in_pieces(maker):
            self._store_pieces(op, maker)
            return
        blocks = self._blocks_of(op, op.ptr)
        if len(blocks) != 1:
            raise error(op.location, f"'{op.name}' op: stores cannot wrap around; use a mask instead of a remainder")
        value, target = op.value, blocks[0]
        dims = op.mixed_mask_dims
        if dims:
            rank = len(dims)
            value = self._rewriter.insert_value(tensor.ExtractSliceOp.of(value, [0] * rank, dims, [1] * rank))
            target = views.subview(target, dims, self._rewriter)
        self._rewriter.insert(bufferization.MaterializeInDestinationOp(value, target, writable=True))
        self._rewriter.erase(op)

    def _store_pieces(self, op: tts.StoreOp, maker: tts.MakeTensorPtrOp) -> None:
        def store(piece: SSAValue, places: Sequence[OpFoldResult], sizes: Sequence[OpFoldResult]) -> None:
            part = self._rewriter.insert_value(tensor.ExtractSliceOp.of(op.value, places, sizes, [1] * len(sizes)))
            self._rewriter.insert(bufferization.MaterializeInDestinationOp(part, piece, writable=True))

        self._for_each_piece(maker, op.mixed_mask_dims, store)
        self._rewriter.erase(op)

    # Gathers and scatters

    def _gather(self, op: tts.LoadOp, maker: tts.MakeGatherScatterTensorPtrOp, buffer: SSAValue) -> None:
        """Row by row, each from its own offset."""
        if op.has_mask:
            self._fill_rest(op, buffer, op.mixed_mask_dims)
        number, first, one = self._rows(maker, op.mixed_mask_dims)
        source = self._row_view(maker, self._offset_of(maker, number))
        sizes = self._row_sizes(maker, op.mixed_mask_dims)
        rank = len(sizes)
        if op.has_mask:
            source = self._rewriter.insert_value(memref.SubViewOp.of(source, [first] * rank, sizes, [one] * rank))
        places: list[OpFoldResult] = [number if dim == maker.dim else first for dim in range(rank)]
        target = self._rewriter.insert_value(memref.SubViewOp.of(buffer, places, sizes, [one] * rank))
        self._rewriter.insert(memref.CopyOp(source, target))

    def _scatter(self, op: tts.StoreOp, maker: tts.MakeGatherScatterTensorPtrOp) -> None:
        """Row by row, each to its own offset."""
        with self._rewriter.elsewhere():
            number, first, one = self._rows(maker, op.mixed_mask_dims)
            sizes = self._row_sizes(maker, op.mixed_mask_dims)
            rank = len(sizes)
            places: list[OpFoldResult] = [number if dim == maker.dim else first for dim in range(rank)]
            offset = self._offset_of(maker, number)
            row = self._rewriter.insert_value(tensor.ExtractSliceOp.of(op.value, places, sizes, [one] * rank))
            target = self._row_view(maker, offset)
            if op.has_mask:
                target = self._rewriter.insert_value(memref.SubViewOp.of(target, [first] * rank, sizes, [one] * rank))
            self._rewriter.insert(bufferization.MaterializeInDestinationOp(row, target, writable=True))

    def _offset_of(self, maker: tts.MakeGatherScatterTensorPtrOp, number: SSAValue) -> SSAValue:
        """The offset of a row."""
        offset = self._rewriter.insert_value(tensor.ExtractOp(maker.gather_scatter_offset, [number]))
        return self._rewriter.insert_value(IndexCastOp(offset, IndexType()))

    def _rows(
        self, maker: tts.MakeGatherScatterTensorPtrOp, dims: Sequence[OpFoldResult]
    ) -> tuple[SSAValue, SSAValue, SSAValue]:
        """Start a loop over the rows and enter its body; returns the row number, and the constants 0 and 1."""
        rewriter = self._rewriter
        count = maker.block_sizes[maker.dim]
        zero = mixed.index_constant(0, rewriter)
        end = self._row_count(maker, count, dims)
        one = mixed.index_constant(1, rewriter)
        loop = rewriter.insert(ForOp(zero, end, one))
        rewriter.at_end(loop.body)
        rewriter.insert(YieldOp())
        assert loop.body.first_op is not None
        rewriter.before(loop.body.first_op)
        number = loop.induction_variable
        mask = maker.gather_scatter_mask
        if mask is not None:
            inside = self._rewriter.insert_value(tensor.ExtractOp(mask, [number]))
            block = Block([YieldOp()])
            rewriter.insert(IfOp(inside, thenRegion=Region(block)))
            assert block.first_op is not None
            block.first_op.location = rewriter.location  # pyright: ignore[reportAttributeAccessIssue]
            rewriter.before(block.first_op)
        return number, zero, one

    def _row_count(self, maker: tts.MakeGatherScatterTensorPtrOp, count: int, dims: Sequence[OpFoldResult]) -> SSAValue:
        rewriter = self._rewriter
        whole = mixed.index_constant(count, rewriter)
        if not dims:
            return whole
        read = dims[maker.dim]
        if isinstance(read, int):
            # With a mask for each row this is 0 and carries no information.
            limit = count if read == 0 and maker.gather_scatter_mask is not None else min(count, read)
            return mixed.index_constant(limit, rewriter)
        return self._rewriter.insert_value(MinSIOp(read, mixed.index_constant(count, rewriter)))

    def _row_sizes(self, maker: tts.MakeGatherScatterTensorPtrOp, dims: Sequence[OpFoldResult]) -> list[OpFoldResult]:
        sizes: list[OpFoldResult] = list(dims or maker.block_sizes)
        sizes[maker.dim] = 1
        return sizes

    def _row_view(self, maker: tts.MakeGatherScatterTensorPtrOp, row_offset: SSAValue) -> SSAValue:
        """The memory of a row whose offset is given in units of the stride."""
        strides = views.memref_strides(maker.block_sizes, maker.mixed_strides)
        offsets = maker.mixed_offsets
        offset: OpFoldResult = 0
        for dim, own in enumerate(offsets):
            part = mixed.multiply(row_offset, strides[dim], self._rewriter) if dim == maker.dim else own
            offset = mixed.add(offset, part, self._rewriter)
        sizes = self._row_sizes(maker, ())
        element = views.element_of(maker.result.type)
        return views.view(self._memory.memory_at(maker.base), element, offset, sizes, strides, self._rewriter)


def _wrapped_dims(op: tts.MakeTensorPtrOp) -> list[int]:
    return [dim for dim, extent in enumerate(op.mixed_shape) if extent != 0]
