"""Visits a program, computes the states of pointers, and rewrites memory accesses through them."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import cast

from xdsl.dialects.builtin import ModuleOp, TensorType, i32, i64
from xdsl.ir import Operation, OpResult, SSAValue

from xtriton.dialects import tt, tts
from xtriton.dialects.tt import PointerType
from xtriton.dialects.upstream import tensor
from xtriton.dialects.upstream.arith import AddIOp, DivUIOp, ExtSIOp, IndexCastOp, MulIOp, SelectOp, TruncIOp
from xtriton.dialects.upstream.constraints import dense_numbers
from xtriton.dialects.upstream.mixed import OpFoldResult
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.diagnostics import Diagnostic, DiagnosticEngine, Severity, remark_about
from xtriton.ir.traits import element_type
from xtriton.ir.walk import operations_in
from xtriton.passes.linalg.masks import MaskState
from xtriton.passes.linalg.pointers import Guards, PointerAnalysis, UnstructuredError
from xtriton.passes.linalg.pointers.state import PointerState, make_range
from xtriton.passes.linalg.scalars import scalar_of
from xtriton.passes.linalg.triton_to_structured.carried import carried_values
from xtriton.rewriting import mixed
from xtriton.rewriting.cloning import clone_op
from xtriton.rewriting.rewriter import Rewriter


def is_pointers(value: SSAValue) -> bool:
    """Whether a value is a pointer or a tensor of pointers."""
    return isinstance(element_type(value.type), PointerType)


class StructuredRewrite:
    """One walk over a module. Unstructured accesses are not modified; a remark gives the reason."""

    def __init__(
        self,
        diagnostics: DiagnosticEngine,
        *,
        gathers: bool,
        safe: bool = False,
        guards: bool = True,
        rows: bool = False,
    ) -> None:
        self._diagnostics = diagnostics
        self._gathers = gathers
        self._safe = safe
        self._may_guard = guards
        self._may_guard_rows = rows
        self._rewriter = Rewriter()

    def _start(self, module: ModuleOp, loops: Sequence[ForOp]) -> None:
        """Reset everything except the loops of the module, in order."""
        self._guards = Guards(module, enabled=self._may_guard, rows=self._may_guard_rows) if self._safe else None
        self._analysis = PointerAnalysis(self._rewriter, gathers=self._gathers, guards=self._guards)
        self._pointers: dict[SSAValue, SSAValue] = {}
        """Pointers -> the structured pointers that replace them."""
        self._carried: set[SSAValue] = set()
        self._messages: list[Diagnostic] = []
        self._numbers = {loop: number for number, loop in enumerate(loops)}
        self._broken: set[tuple[int, int]] = set()
        """Loop-carried values, by loop and position, that lose their structure in the loop."""

    def run(self, module: ModuleOp) -> None:
        """Rewrite a module whose loops carry states.

        Loop-carried values are assumed to keep their structure; where the assumption fails, the rewrite restarts
        without it.
        """
        broken: set[tuple[int, int]] = set()
        while True:
            loops = [op for op in operations_in(module) if isinstance(op, ForOp)]
            self._start(module, loops)
            self._carried = carried_values(module) - {loops[number].iter_args[index] for number, index in broken}
            backup = clone_op(module, {}) if self._carried else None
            self._visit(module)
            if not self._broken or backup is None:
                break
            broken |= self._broken
            _restore(module, backup)
        if self._guards is not None:
            self._guards.write(self._rewriter)
        for op in operations_in(module):
            if isinstance(op, tts.GetStructuredStateOp):
                self._resolve(op)
        for message in self._messages:
            self._diagnostics.emit(message)

    def _visit(self, root: Operation) -> None:
        for region in root.regions:
            for block in region.blocks:
                for op in list(block.ops):
                    self._visit_op(op)

    def _visit_op(self, op: Operation) -> None:
        self._rewriter.start_at(op)
        try:
            match op:
                case tt.AddPtrOp():
                    self._addptr(op)
                case tt.MakeTensorPtrOp():
                    self._set_pointer(op.result, self._analysis.visit_block_pointer(op))
                case tt.AdvanceOp():
                    self._set_pointer(op.result, self._analysis.visit_advance(op))
                case tt.LoadOp():
                    self._load(op)
                case tt.StoreOp():
                    self._store(op)
                case tts.GetStructuredStateOp():
                    self._find_state(op)
                case ForOp():
                    self._enter(op)
                    self._visit(op)
                    self._check(op)
                case _:
                    self._visit(op)
        except UnstructuredError as problem:
            self._messages.append(remark_about(op, f"is not structured: {problem.reason}", problem.culprit))

    # Pointers

    def _set_pointer(self, value: SSAValue, state: PointerState) -> None:
        self._analysis.known[value] = state
        self._pointers[value] = state.make(self._rewriter)

    def _addptr(self, op: tt.AddPtrOp) -> None:
        state = self._analysis.visit_sum_of_pointers(op)
        self._analysis.known[op.result] = state
        if not isinstance(op.result.type, TensorType):
            return
        if state.is_structured:
            self._pointers[op.result] = state.make(self._rewriter)
            return
        if not self._gathers:
            raise UnstructuredError("a dimension is not structured, and gathers are disabled", op)
        gather = self._analysis.visit_gather(op, state)
        self._pointers[op.result] = gather.make_gather(self._rewriter)

    # Loops

    def _enter(self, loop: ForOp) -> None:
        for index, argument in enumerate(loop.iter_args):
            if argument not in self._carried:
                continue
            try:
                state = self._analysis.loop_argument(loop, index)
            except UnstructuredError:
                continue  # offsets of no pointer have no state
            self._analysis.known[argument] = state
            if is_pointers(argument) and state.rank:
                # The loop may access memory through its iter_args before it advances them.
                self._rewriter.at_start(loop.body)
                self._pointers[argument] = state.make(self._rewriter)

    def _check(self, loop: ForOp) -> None:
        """Check whether the values that a loop yields have the assumed structure."""
        for index, (argument, yielded) in enumerate(zip(loop.iter_args, loop.yielded_values, strict=True)):
            state = self._analysis.known.get(argument) if argument in self._carried else None
            if state is not None and not self._keeps(state, yielded):
                self._broken.add((self._numbers[loop], index))

    def _keeps(self, state: PointerState, value: SSAValue) -> bool:
        """Whether a value differs from a state in offsets and strides only."""
        owner = value.owner
        try:
            if isinstance(owner, ForOp):
                found = self._analysis.loop_result(owner, cast("OpResult", value).index)
            else:
                source = owner.input if isinstance(owner, tts.GetStructuredStateOp) else value
                found = self._analysis.known.get(source)
        except UnstructuredError:
            return False
        if found is None or not found.is_structured:
            return False
        return found.source is state.source and found.sizes == state.sizes and found.shape == state.shape

    def _find_state(self, op: tts.GetStructuredStateOp) -> None:
        """Compute the state of loop-carried offsets; that of pointers is computed at their definition."""
        if op.input in self._analysis.known:
            return
        try:
            state = self._analysis.visit(op.input)
        except UnstructuredError:
            return
        if state.is_structured:
            self._analysis.known[op.input] = state

    def _resolve(self, op: tts.GetStructuredStateOp) -> None:
        """Replace the placeholder results by offsets and strides; by zeros if they are unknown."""
        self._rewriter.start_at(op)
        state = self._analysis.known.get(op.input)
        parts: list[OpFoldResult]
        if state is None or not state.is_structured:
            parts = [0] * (len(op.results) - 1)
        else:
            parts = [*state.offsets, *state.strides] if state.rank else [state.scalar or 0]
        values = mixed.as_indices(parts, self._rewriter)
        self._rewriter.replace(op, [op.input, *values])

    # Accesses

    def _load(self, op: tt.LoadOp) -> None:
        pointer = self._structured(op, op.ptr)
        if pointer is None:
            return
        try:
            # As in triton-shared, the constants of the mask come before that of 'other'.
            part, dims = (pointer, ()) if op.mask is None else self._masked(op, pointer, op.mask)
            other = self._scalar_other(op)
            if op.other is not None and other is None:
                raise UnstructuredError("'other' is not a splat", op)
            loaded = self._rewriter.insert(tts.LoadOp.of(part, dims, other)).result
        except UnstructuredError as problem:
            if op.mask is None or not self._may_mask(pointer):
                raise
            self._tell_about_mask(op, problem)
            other = self._scalar_other(op)
            loaded = self._rewriter.insert(tts.MaskedLoadOp(pointer, op.mask, other)).result
            if op.other is not None and other is None:
                loaded = self._rewriter.insert(SelectOp(op.mask, loaded, op.other)).result
        self._rewriter.replace(op, [loaded])

    def _scalar_other(self, op: tt.LoadOp) -> SSAValue | None:
        """The scalar that ``other`` is a splat of; ``None`` without ``other``, or if it is not a splat."""
        return None if op.other is None else scalar_of(op.other, self._rewriter)

    def _store(self, op: tt.StoreOp) -> None:
        pointer = self._structured(op, op.ptr)
        if pointer is None:
            return
        try:
            part, dims = (pointer, ()) if op.mask is None else self._masked(op, pointer, op.mask)
            self._rewriter.insert(tts.StoreOp.of(part, op.value, dims))
        except UnstructuredError as problem:
            if op.mask is None or not self._may_mask(pointer):
                raise
            self._tell_about_mask(op, problem)
            self._rewriter.insert(tts.MaskedStoreOp(pointer, op.value, op.mask))
        self._rewriter.erase(op)

    def _may_mask(self, pointer: SSAValue) -> bool:
        """Whether each element of a block may have a mask of its own; triton-shared has no such accesses."""
        maker = pointer.owner
        return self._safe and isinstance(maker, tts.MakeTensorPtrOp) and maker.is_structured_pointer

    def _tell_about_mask(self, op: Operation, problem: UnstructuredError) -> None:
        self._messages.append(
            remark_about(op, f"becomes a masked access to single elements: {problem.reason}", problem.culprit)
        )

    def _structured(self, op: tt.LoadOp | tt.StoreOp, pointer: SSAValue) -> SSAValue | None:
        """The structured pointers for the pointers of an access; ``None`` for scalars."""
        if isinstance(pointer.type, PointerType) and not isinstance(pointer.type.pointee_type, TensorType):
            return None
        structured = self._pointers.get(pointer)
        if structured is None and isinstance(pointer.owner, ForOp | tt.BroadcastOp | tt.BitcastOp):
            state = self._analysis.visit(pointer)
            if state.is_structured:
                structured = state.make(self._rewriter)
        if structured is None:
            raise UnstructuredError("its pointers are not structured", op)
        if dense_numbers(op.boundaryCheck):
            message = (
                f"'{op.name}' op: boundaries are not checked through structured pointers; run "
                "--triton-rewrite-tensor-pointer first"
            )
            self._messages.append(Diagnostic(Severity.WARNING, op.location, message))
        return structured

    def _masked(
        self, op: tt.LoadOp | tt.StoreOp, pointer: SSAValue, mask: SSAValue
    ) -> tuple[SSAValue, Sequence[OpFoldResult]]:
        """The pointers of an access with a mask, and the accessed extent of each dimension."""
        state = MaskState(guards=self._guards)
        if not state.parse(mask, self._rewriter):
            raise UnstructuredError(state.reason, op)
        if not state.dims:
            raise UnstructuredError("the extents of the mask are not known", op)
        if state.scalar is not None:
            state.dims = [mixed.select(state.scalar, extent, 0, self._rewriter) for extent in state.dims]
        masks = state.unstructured
        if not masks:
            return pointer, state.dims
        if len(masks) > 1:
            raise UnstructuredError("the masks of more than one dimension are not understood", op)
        dim, own = masks[0]
        pointer = self._masked_gather(op, pointer, dim, own)
        state.dims[dim] = 0
        return pointer, state.dims

    def _masked_gather(self, op: Operation, pointer: SSAValue, dim: int, mask: SSAValue) -> SSAValue:
        """Pointers with a separate mask for one dimension."""
        maker = pointer.owner
        if isinstance(maker, tts.MakeGatherScatterTensorPtrOp):
            if maker.dim != dim:
                raise UnstructuredError("the mask of one dimension and the offsets of another are not structured", op)
            offsets = maker.gather_scatter_offset
        elif isinstance(maker, tts.MakeTensorPtrOp) and maker.is_structured_pointer and self._gathers:
            if self._safe:
                if prod(maker.block_sizes[dim + 1 :]) == 1:
                    raise UnstructuredError("the mask of the innermost dimension is not a range from its start", op)
                return self._rows_with_mask(maker, dim, mask)
            offsets = self._row_numbers(maker, dim)
        else:
            raise UnstructuredError("a dimension has a mask that is not understood", op)
        return self._rewriter.insert(
            tts.MakeGatherScatterTensorPtrOp.of(
                maker.base, offsets, dim, maker.block_sizes, maker.mixed_strides, maker.mixed_offsets, mask
            )
        ).result

    def _rows_with_mask(self, maker: tts.MakeTensorPtrOp, dim: int, mask: SSAValue) -> SSAValue:
        """Pointers whose rows in a structured dimension have a mask, as a gather with the same row offsets."""
        rewriter = self._rewriter
        size = maker.block_sizes[dim]
        type_ = TensorType(i64, [size])
        offset, stride = (
            rewriter.insert(tt.SplatOp(self._as_i64(number), result=type_)).result
            for number in (maker.mixed_offsets[dim], maker.mixed_strides[dim])
        )
        numbers = rewriter.insert(ExtSIOp(rewriter.insert(make_range(size)).result, type_)).results[0]
        way = rewriter.insert(MulIOp(numbers, stride)).result
        rows = rewriter.insert(AddIOp(offset, way)).result
        strides = [1 if index == dim else stride_ for index, stride_ in enumerate(maker.mixed_strides)]
        return rewriter.insert(
            tts.MakeGatherScatterTensorPtrOp.of(
                maker.base, rows, dim, maker.block_sizes, strides, maker.mixed_offsets, mask
            )
        ).result

    def _as_i64(self, number: OpFoldResult) -> SSAValue:
        return self._rewriter.insert(IndexCastOp(mixed.as_index(number, self._rewriter), i64)).out

    def _row_numbers(self, maker: tts.MakeTensorPtrOp, dim: int) -> SSAValue:
        """The offsets of the rows of a structured dimension, in units of its stride."""
        rewriter = self._rewriter
        offset = self._as_i32(maker.mixed_offsets[dim])
        stride = self._as_i32(maker.mixed_strides[dim])
        type_ = TensorType(i32, [maker.block_sizes[dim]])
        first = rewriter.insert(DivUIOp(offset, stride)).result
        start = rewriter.insert(tensor.SplatOp(first, aggregate=type_)).results[0]
        numbers = rewriter.insert(make_range(maker.block_sizes[dim])).result
        return rewriter.insert(AddIOp(start, numbers)).result

    def _as_i32(self, number: OpFoldResult) -> SSAValue:
        value = mixed.as_value(number, self._rewriter)
        if value.type == i32:
            return value
        cast = TruncIOp if value.type == i64 else IndexCastOp
        return self._rewriter.insert(cast(value, i32)).results[0]


def _restore(module: ModuleOp, backup: Operation) -> None:
    """Restore a module from a backup."""
    for block in list(module.body.blocks):
        module.body.detach_block(block)
        block.erase(safe_erase=False)
    backup.regions[0].move_blocks(module.body)
