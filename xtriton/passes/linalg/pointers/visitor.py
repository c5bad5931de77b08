"""Derives the state of pointers and offsets from the operations that define them (triton-shared's ``PtrAnalysis``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import IndexType, IntegerType
from xdsl.ir import Attribute, Operation, OpResult, SSAValue

from xtriton.dialects import tt, tts
from xtriton.dialects.tt import PointerType
from xtriton.dialects.upstream.arith import (
    AddIOp,
    ConstantOp,
    DivSIOp,
    ExtSIOp,
    IndexCastOp,
    MulIOp,
    RemSIOp,
    SubIOp,
)
from xtriton.dialects.upstream.constraints import dense_numbers
from xtriton.dialects.upstream.mixed import OpFoldResult
from xtriton.dialects.upstream.scf import ForOp
from xtriton.folds.elements import integer_of, to_signed, width_of
from xtriton.ir.creation import defining_op, is_block_argument, is_operation
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.narrowing import int_value, is_tensor_type
from xtriton.ir.traits import element_type, shape_of
from xtriton.passes.linalg.pointers.guards import Guards
from xtriton.passes.linalg.pointers.rows import Rows, rows_of
from xtriton.passes.linalg.pointers.state import (
    PointerState,
    UnstructuredError,
    add_states,
    beside_wraps,
    gathered,
    multiply_states,
)
from xtriton.rewriting import mixed
from xtriton.rewriting.rewriter import Rewriter

INDEX = IndexType()

_MOST_REPEATED = 256
"""After so many tensors have been visited for one value, none is visited again. Before that each use of a tensor is a
visit of its own, with its own scalar operations, as in triton-shared."""


class PointerAnalysis:
    """Caches the states of values, and computes missing ones; dynamic values become operations.

    States refer to values that are available where the described value is used. The caller that walks over the program
    fills ``known``. With ``guards`` offsets are guarded to equal the program's 32-bit results, and a splat added to
    wrapping pointers moves them along another dimension; triton-shared assumes exact offsets, and accepts such a splat
    for either dimension.
    """

    def __init__(self, rewriter: Rewriter, *, gathers: bool, guards: Guards | None = None) -> None:
        self._rewriter = rewriter
        self._guards = guards
        self._gathers_allowed = gathers
        self._gathering = False
        self._met_remainder = False
        self.known: dict[SSAValue, PointerState] = {}
        self._visited: dict[SSAValue, PointerState] = {}
        """The tensors visited for the present value."""
        self._visits = 0
        self._depth = 0

    def visit_gather(self, op: tt.AddPtrOp, marked: PointerState) -> PointerState:
        """The state of unstructured pointers with the offsets of the unstructured dimension computed.

        ``marked`` is their state that only marks this dimension. As in triton-shared the other dimensions keep its
        values, whose operations come first. Not beside remainders: while they are gathered their own offsets may be
        those of another dimension.
        """
        self._gathering, self._met_remainder = True, False
        try:
            gather = self.visit_sum_of_pointers(op)
        finally:
            self._gathering = False
        dim = gather.unstructured_dim
        if marked.unstructured_dim != dim:
            raise UnstructuredError("more than one dimension is not structured", op)
        if marked.dim_wraps_beside(dim) or gather.wraps:
            raise UnstructuredError("one dimension wraps around and another is not structured", op)
        return gather if self._met_remainder else marked.with_dim_of(gather, dim)

    def visit(self, value: SSAValue) -> PointerState:
        """The state of ``value``. Raises :class:`UnstructuredError` if it has none."""
        # Cached states only mark unstructured dimensions, without their offsets.
        if not self._gathering and value in self.known:
            return self.known[value].copy()
        if isinstance(value.type, IntegerType):
            return PointerState(scalar=self._index(value))
        if isinstance(value.type, IndexType):
            return PointerState(scalar=value)
        if isinstance(value.type, PointerType):
            return self._pointer(value)
        return self._counted(value)

    def _counted(self, value: SSAValue) -> PointerState:
        """The state of a tensor. Sums of shared tensors have exponentially many paths, which are not all visited."""
        if self._depth == 0:
            self._visited, self._visits = {}, 0
        if self._visits >= _MOST_REPEATED and value in self._visited:
            return self._visited[value].copy()
        self._visits += 1
        self._depth += 1
        try:
            state = self._tensor(value)
        finally:
            self._depth -= 1
        self._visited[value] = state.copy()
        return state

    def _index(self, value: SSAValue) -> SSAValue:
        """A scalar as an ``index``, converted next to its definition."""
        with self._rewriter.elsewhere():
            if is_operation(value.owner):
                self._rewriter.after(value.owner)
            return self._rewriter.insert(IndexCastOp(value, INDEX)).out

    def _pointer(self, value: SSAValue) -> PointerState:
        owner = value.owner
        if isinstance(owner, tt.AddPtrOp):
            return self.visit_sum_of_pointers(owner)
        pointee = cast("PointerType", value.type).pointee_type
        if isinstance(pointee, PointerType):
            raise UnstructuredError("memory of pointers is accessed element by element", defining_op(value))
        if not is_tensor_type(pointee):
            return PointerState(source=value)
        raise UnstructuredError("a block pointer comes from an operation that is not understood", defining_op(value))

    def _tensor(self, value: SSAValue) -> PointerState:
        owner = value.owner
        match owner:
            case AddIOp():
                return self._sum(owner)
            case SubIOp():
                return self._difference(owner)
            case MulIOp():
                return self._product(owner)
            case tt.MakeRangeOp():
                return _range(owner)
            case tt.BroadcastOp():
                return self._broadcast(owner)
            case tt.SplatOp():
                return self._splat(owner)
            case tt.ExpandDimsOp():
                return self._expand_dims(owner)
            case tt.AddPtrOp():
                return self.visit_sum_of_pointers(owner)
            case ConstantOp():
                return self._constant(owner)
            case RemSIOp():
                return self._remainder(owner)
            case ExtSIOp():
                return self._extension(owner)
            case tt.BitcastOp():
                return self._bitcast(owner)
            case ForOp():
                return self.loop_result(owner, cast("OpResult", value).index)
            case _ if is_block_argument(value):
                raise UnstructuredError("pointers are the argument of a block that is not a structured loop's")
            case _ if not self._gathers_allowed:
                raise UnstructuredError("offsets come from an operation that is not understood", defining_op(value))
            case _:
                return gathered(value)

    # Sums and products

    def visit_sum_of_pointers(self, op: tt.AddPtrOp) -> PointerState:
        """The state of ``tt.addptr``."""
        pointers, offsets = self.visit(op.ptr), self.visit(op.offset)
        if pointers.source is None:
            raise UnstructuredError("pointers have no base", op)
        self._exact(offsets, op.offset, op)
        return self._added(op, pointers, offsets)

    def _exact(self, state: PointerState, value: SSAValue, op: Operation) -> None:
        """Require that the state of a tensor does not overflow where the program extends it to a wider type."""
        # The offsets of unstructured dimensions are known only while they are computed.
        if self._guards is not None and is_tensor_type(value.type) and (state.is_structured or self._gathering):
            self._guards.require_state(state, width_of(value.type), op)

    def _extension(self, op: ExtSIOp) -> PointerState:
        state = self.visit(op.operands[0])
        self._exact(state, op.operands[0], op)
        return state

    def _added(self, op: tt.AddPtrOp | AddIOp | SubIOp, lhs: PointerState, rhs: PointerState) -> PointerState:
        width = 32
        if self._guards is not None:
            lhs, rhs = beside_wraps(lhs, rhs), beside_wraps(rhs, lhs)
            width = 64 if isinstance(op, tt.AddPtrOp) else width_of(op.result.type)
        return add_states(lhs, rhs, gathers=self._gathering, op=op, rewriter=self._rewriter, width=width)

    def _sum(self, op: AddIOp) -> PointerState:
        rows = None if self._guards is None else rows_of(op)
        if rows is not None:
            try:
                return self._row_offsets(op, rows)
            except UnstructuredError:
                pass  # its quotients and remainders are looked at on their own
        lhs, rhs = self.visit(op.lhs), self.visit(op.rhs)
        if any(state.rank == 1 and state.wraps for state in (lhs, rhs)):
            if self._guards is None or not self._gathers_allowed:
                raise UnstructuredError("something is added to a range that wraps around", op)
            return gathered(op.result)
        return self._added(op, *self._unwrapped(op, lhs, rhs))

    def _row_offsets(self, op: AddIOp, rows: Rows) -> PointerState:
        """The offsets ``x * t + x // n * (s - n * t)`` of elements ``x`` that are in one row, or of adjacent rows."""
        assert self._guards is not None
        state = self.visit(rows.position)
        varying = [dim for dim in range(state.rank) if state.strides[dim] != 0]
        if not state.is_structured or state.wraps or len(varying) > 1:
            raise UnstructuredError("a quotient and remainder of offsets that are not those of one dimension", op)
        extent = self._uniform(rows.extent, op)
        row_stride = 1 if rows.row_stride is None else self._uniform(rows.row_stride, op)
        stride = 1 if rows.stride is None else self._uniform(rows.stride, op)
        self._guards.require_row(state, extent, row_stride, stride, op)
        self._guards.require_state(state, width_of(rows.position.type), op)
        first: OpFoldResult = 0
        for offset in state.offsets:
            first = mixed.add(first, offset, self._rewriter)
        row = self._rewriter.insert(
            DivSIOp(mixed.as_value(first, self._rewriter), mixed.as_value(extent, self._rewriter))
        ).result
        gap = mixed.subtract(row_stride, mixed.multiply(extent, stride, self._rewriter), self._rewriter)
        shape = shape_of(rows.position.type) or ()
        factor = _repeated(PointerState(scalar=mixed.as_value(stride, self._rewriter)), shape)
        if stride != 1:
            state = multiply_states(state, factor, gathers=False, op=op, rewriter=self._rewriter)
        skipped = _repeated(
            PointerState(scalar=mixed.as_value(mixed.multiply(row, gap, self._rewriter), self._rewriter)), shape
        )
        state = self._added(op, state, skipped)
        for shaping in rows.shaping:
            state = _expanded(state, shaping) if isinstance(shaping, tt.ExpandDimsOp) else _broadcast(state, shaping)
        for value in rows.rest:
            state = self._added(op, *self._unwrapped(op, state, self.visit(value)))
        return state

    def _uniform(self, value: SSAValue, op: Operation) -> OpFoldResult:
        """The number that all elements of a tensor are."""
        number = self.visit(value).scalar
        if number is None:
            raise UnstructuredError("an extent or stride of rows is not one number all over the tensor", op)
        return number

    def _difference(self, op: SubIOp) -> PointerState:
        lhs, rhs = self.visit(op.lhs), self.visit(op.rhs)
        if not (lhs.is_structured and rhs.is_structured) or lhs.wraps or rhs.wraps:
            if not self._gathers_allowed:
                raise UnstructuredError("a difference of operands that are not structured", op)
            return gathered(op.result)
        minus = PointerState(scalar=mixed.index_constant(-1, self._rewriter))
        minus = _repeated(minus, shape_of(op.result.type) or ())
        negated = multiply_states(rhs, minus, gathers=self._gathering, op=op, rewriter=self._rewriter)
        return self._added(op, lhs, negated)

    def _product(self, op: MulIOp) -> PointerState:
        lhs, rhs = self._unwrapped(op, self.visit(op.lhs), self.visit(op.rhs))
        return multiply_states(lhs, rhs, gathers=self._gathering, op=op, rewriter=self._rewriter)

    def _unwrapped(
        self, op: AddIOp | MulIOp, lhs: PointerState, rhs: PointerState
    ) -> tuple[PointerState, PointerState]:
        """Operands such that neither wraps around where the other is unstructured."""
        if not lhs.is_structured and rhs.wraps:
            return lhs, self._gathered_along(rhs, op.rhs, lhs.unstructured_dim)
        if lhs.wraps and not rhs.is_structured:
            return self._gathered_along(lhs, op.lhs, rhs.unstructured_dim), rhs
        return lhs, rhs

    def _gathered_along(self, state: PointerState, value: SSAValue, dim: int) -> PointerState:
        if not self._gathers_allowed:
            raise UnstructuredError("an operand wraps around where the other is not structured", defining_op(value))
        return state.gathered_along(value, dim) if self._guards is None else gathered(value)

    def _remainder(self, op: RemSIOp) -> PointerState:
        if self._gathering:
            self._met_remainder = True
            return gathered(op.result)
        modulus = self.visit(op.rhs)
        if modulus.scalar is None:
            raise UnstructuredError("a remainder by something other than one number all over the tensor", op)
        state = self.visit(op.lhs)
        if not state.is_structured:
            return self._gathered_along(state, op.result, state.unstructured_dim)
        if state.wraps:
            if state.rank == 1:
                return self._gathered_along(state, op.result, 0)
            raise UnstructuredError("a remainder of what wraps around already", op)
        shape = shape_of(op.result.type) or ()
        dims = [dim for dim, extent in enumerate(shape) if extent != 1] if len(shape) == 2 else [0]
        if len(shape) > 2 or len(dims) != 1:
            raise UnstructuredError("a remainder of offsets along several dimensions", op)
        _gather_offsets(state, dims[0], self._rewriter)
        state.shape[dims[0]] = modulus.scalar
        if self._guards is not None:
            try:
                self._guards.require_remainder(state, dims[0], width_of(op.result.type), op)
            except UnstructuredError:
                return self._gathered_along(state, op.result, dims[0])
        return state

    # Shapes

    def _expand_dims(self, op: tt.ExpandDimsOp) -> PointerState:
        return _expanded(self.visit(op.src), op)

    def _broadcast(self, op: tt.BroadcastOp) -> PointerState:
        return _broadcast(self.visit(op.src), op)

    def _splat(self, op: tt.SplatOp) -> PointerState:
        state = self.visit(op.src)
        if not isinstance(op.src.type, IntegerType | IndexType | PointerType):
            raise UnstructuredError("something other than integers and pointers is repeated", op)
        return _repeated(state, shape_of(op.result.type) or ())

    def _constant(self, op: ConstantOp) -> PointerState:
        value = op.value
        number = integer_of(value) if isinstance(value, DenseElementsAttr) else None
        if number is None:
            if self._gathers_allowed:
                return gathered(op.result)
            raise UnstructuredError("a constant tensor has elements that differ", op)
        constant = mixed.index_constant(to_signed(number, width_of(op.result.type)), self._rewriter)
        return _repeated(PointerState(scalar=constant), shape_of(op.result.type) or ())

    def _bitcast(self, op: tt.BitcastOp) -> PointerState:
        state = self.visit(op.src)
        source = state.source
        if source is None:
            return state
        pointer = element_type(op.result.type)
        if bytes_of(pointer) != bytes_of(source.type):
            raise UnstructuredError("pointers are cast to elements of another size", op)
        cast_ = tt.BitcastOp(source, result=pointer)
        with self._rewriter.elsewhere():
            if is_operation(source.owner):
                self._rewriter.after(source.owner)
            state.source = self._rewriter.insert(cast_).result
        return state

    # Block pointers

    def visit_block_pointer(self, op: tt.MakeTensorPtrOp) -> PointerState:
        """The state of ``tt.make_tensor_ptr``."""
        order = dense_numbers(op.order)
        if not order:
            raise UnstructuredError("the block pointer has no order", op)
        pointee = cast("PointerType", op.result.type).pointee_type
        state = PointerState(source=op.base, sizes=list(shape_of(pointee) or ()), order=order)
        for offset, stride, extent in zip(op.offsets, op.strides, op.shape, strict=True):
            step = mixed.as_index(stride, self._rewriter)
            state.strides.append(step)
            place = mixed.as_index(offset, self._rewriter)
            state.offsets.append(self._rewriter.insert(MulIOp(place, step)).result)
            state.shape.append(mixed.as_index(extent, self._rewriter))
        return state

    def visit_advance(self, op: tt.AdvanceOp) -> PointerState:
        """The state of ``tt.advance``."""
        state = self.visit(op.ptr)
        moved: list[OpFoldResult] = []
        for distance, offset, stride in zip(op.offsets, state.offsets, state.strides, strict=True):
            start = mixed.as_value(offset, self._rewriter)
            places = mixed.as_index(distance, self._rewriter)
            step = self._rewriter.insert(MulIOp(places, mixed.as_value(stride, self._rewriter))).result
            moved.append(self._rewriter.insert(AddIOp(step, start)).result)
        state.offsets = moved
        return state

    # Loops

    def loop_init(self, loop: ForOp, index: int) -> PointerState:
        """The state of a value as it goes into a loop."""
        value = loop.init_args[index]
        owner = value.owner
        if isinstance(owner, tts.GetStructuredStateOp) and owner.input in self.known:
            return self.known[owner.input].copy()
        if isinstance(owner, ForOp):
            return self.loop_result(owner, cast("OpResult", value).index)
        if value in self.known:
            return self.known[value].copy()
        raise UnstructuredError("nothing is known of what goes into the loop", loop)

    def loop_argument(self, loop: ForOp, index: int) -> PointerState:
        """The state of an iter_arg in the body: its offsets and strides are loop-carried next to it."""
        return self._carried(loop, index, loop.iter_args)

    def loop_result(self, loop: ForOp, index: int) -> PointerState:
        """The state of a loop result."""
        if loop.iter_args[index] not in self.known:
            raise UnstructuredError("pointers come from a loop that carries no state of them", loop)
        return self._carried(loop, index, loop.results)

    def _carried(self, loop: ForOp, index: int, values: Sequence[SSAValue]) -> PointerState:
        state = self.loop_init(loop, index)
        if not state.is_structured:
            raise UnstructuredError("what goes into the loop is not structured", loop)
        following = iter(values[index + 1 :])
        if state.rank:
            state.offsets = [next(following) for _ in state.offsets]
            state.strides = [next(following) for _ in state.strides]
        else:
            state.scalar = next(following)
        return state


def bytes_of(pointer: Attribute) -> int:
    """The size of a pointee in bytes."""
    pointee = cast("PointerType", pointer).pointee_type
    return 8 if isinstance(pointee, PointerType) else (width_of(pointee) + 7) // 8


def _range(op: tt.MakeRangeOp) -> PointerState:
    first, last = (int_value(attr) for attr in (op.start, op.end))
    return PointerState(offsets=[first], sizes=[last - first], strides=[1], shape=[0])


def _repeated(state: PointerState, shape: Sequence[int]) -> PointerState:
    """A scalar splatted over a tensor; it becomes the offset of the first dimension."""
    state.offsets = [0] * len(shape)
    state.sizes = list(shape)
    state.strides = [0] * len(shape)
    state.shape = [0] * len(shape)
    if state.scalar is not None and shape:
        state.offsets[0] = state.scalar
    return state


def _expanded(state: PointerState, op: tt.ExpandDimsOp) -> PointerState:
    axis = int_value(op.axis)
    state.offsets.insert(axis, 0)
    state.sizes.insert(axis, 1)
    state.strides.insert(axis, 0)
    state.shape.insert(axis, 0)
    if state.wraps and state.rank > 2:
        raise UnstructuredError("tensors of more than two dimensions wrap around", op)
    return state


def _broadcast(state: PointerState, op: tt.BroadcastOp) -> PointerState:
    state.sizes = list(shape_of(op.result.type) or ())
    return state


def _gather_offsets(state: PointerState, target: int, rewriter: Rewriter) -> None:
    """Add up offsets in the wrapping dimension: a splat offset is stored in the first one."""
    for dim, offset in enumerate(state.offsets):
        if dim != target and offset != 0:
            state.offsets[target] = mixed.add(state.offsets[target], offset, rewriter)
            state.offsets[dim] = 0
