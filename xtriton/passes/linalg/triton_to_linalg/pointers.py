"""Where a tensor of pointers points: a base, and an offset, a size and a stride for each dimension.

This is triton-shared's older ``PtrAnalysis``. It computes the state by operations of type ``index`` where the pointers
are used.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import cast

from xdsl.dialects.builtin import IntegerType, MemRefType, UnrankedMemRefType
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.dialects import tt
from xtriton.dialects.tt.types import PointerType
from xtriton.dialects.upstream import memref
from xtriton.dialects.upstream.arith import AddIOp, ConstantOp, IndexCastOp, MulIOp
from xtriton.dialects.upstream.memref.layouts import strided_type
from xtriton.dialects.upstream.mixed import OpFoldResult, static_of
from xtriton.folds.elements import integer_of, to_signed, width_of
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.narrowing import int_value
from xtriton.ir.traits import element_type, shape_of
from xtriton.passes.linalg.triton_to_linalg.unsupported import StructureError, made_by
from xtriton.rewriting import mixed
from xtriton.rewriting.rewriter import Rewriter


@dataclass
class PointerState:
    """Pointers ``source + sum(offsets) + sum(i[d] * strides[d])``, or integers if there is no source.

    ``scalar`` is the value of a splat; a scalar has nothing else.
    """

    offsets: list[OpFoldResult] = field(default_factory=list["OpFoldResult"])
    sizes: list[int] = field(default_factory=list[int])
    strides: list[OpFoldResult] = field(default_factory=list["OpFoldResult"])
    source: SSAValue | None = None
    scalar: SSAValue | None = None

    @property
    def rank(self) -> int:
        """The number of dimensions."""
        return len(self.sizes)

    def copy(self) -> PointerState:
        """A copy with its own lists."""
        return replace(self, offsets=list(self.offsets), sizes=list(self.sizes), strides=list(self.strides))

    def append(self, offset: OpFoldResult, size: int, stride: OpFoldResult) -> None:
        """Add a last dimension."""
        self.insert(self.rank, offset, size, stride)

    def insert(self, dim: int, offset: OpFoldResult, size: int, stride: OpFoldResult) -> None:
        """Add a dimension before dimension ``dim``."""
        self.offsets.insert(dim, offset)
        self.sizes.insert(dim, size)
        self.strides.insert(dim, stride)

    def cast(self, rewriter: Rewriter) -> memref.ReinterpretCastOp:
        """The memory of the pointers as a memref of their shape."""
        assert self.source is not None
        offset: OpFoldResult = 0
        for number in self.offsets:
            offset = mixed.add(offset, number, rewriter)
        source = cast("MemRefType[Attribute] | UnrankedMemRefType[Attribute]", self.source.type)
        type_ = strided_type(source.element_type, self.sizes, static_of(self.strides), static_of([offset])[0])
        return rewriter.insert(memref.ReinterpretCastOp.of(self.source, [offset], self.sizes, self.strides, type_))


def state_of_cast(op: memref.ReinterpretCastOp) -> PointerState:
    """The state of a memref created by :meth:`PointerState.cast`: all offsets have been added to the first one."""
    state = PointerState(
        offsets=[*op.mixed_offsets, *[0] * (op.type.get_num_dims() - 1)],
        sizes=[size for size in op.mixed_sizes if isinstance(size, int)],
        strides=list(op.mixed_strides),
        source=op.source,
    )
    for dim, size in enumerate(state.sizes):
        if size == 1 and isinstance(state.strides[dim], int):
            state.strides[dim] = 0  # Triton's form; memrefs must not have strides of 0
    return state


_MOST_REPEATED = 64
"""The terms of a sum that is computed again for each of its uses, as in triton-shared."""


class Pointers:
    """The memrefs that replace pointers, and their states."""

    def __init__(self, rewriter: Rewriter) -> None:
        self._rewriter = rewriter
        self.memory: dict[SSAValue, SSAValue] = {}
        """Pointers, or tensors of them -> the memref that replaces them."""
        self.carried: dict[SSAValue, PointerState] = {}
        """Loop-carried memrefs -> their states."""
        self.known: dict[SSAValue, PointerState] = {}
        """The states of pointers already analysed in the body of the current loop."""
        self._op: Operation | None = None
        self._sums: dict[SSAValue, PointerState] = {}
        """The states of large sums and products within the pointer that is analysed, which may use one many times."""
        self._terms: dict[SSAValue, int] = {}
        """The number of terms of each sum and product within it."""

    def memory_of(self, pointer: SSAValue, user: Operation) -> SSAValue:
        """The memref that replaces pointers."""
        if isinstance(pointer.type, MemRefType):
            return pointer
        found = self.memory.get(pointer)
        if found is None and isinstance(pointer.owner, tt.SplatOp | tt.BroadcastOp | tt.ExpandDimsOp):
            self._begin(user)
            return self._memory_for(self._state(pointer))
        if found is None:
            raise StructureError(user, f"pointers made by {made_by(pointer)} have no known structure")
        return found

    def scalar_memory_of(self, pointer: SSAValue, user: Operation) -> SSAValue:
        """The one-element memref of a scalar pointer."""
        found = self.memory_of(pointer, user)
        if isinstance(found.type, MemRefType):
            return found
        state = PointerState([0], [1], [1], source=found)
        return state.cast(self._rewriter).result

    def _begin(self, user: Operation) -> None:
        """Begin with a pointer that ``user`` makes or uses."""
        self._op = user
        self._forget_sums()

    def _forget_sums(self) -> None:
        self._sums, self._terms = {}, {}

    # Operations

    def rewrite_addptr(self, op: tt.AddPtrOp) -> None:
        """Analyse the memory that ``tt.addptr`` points to."""
        self._begin(op)
        state = self._addptr(op)
        self.known[op.result] = state.copy()
        if not state.sizes:  # of a single pointer, which has no dimension where it is splat
            assert state.scalar is not None
            state.append(state.scalar, 1, 0)
        self.memory[op.result] = self._memory_for(state)

    def _memory_for(self, state: PointerState) -> SSAValue:
        """The memref of a state. Unit dimensions get the stride of a contiguous row."""
        distance = 1
        for dim in range(state.rank - 1, -1, -1):
            if state.sizes[dim] == 1 and state.strides[dim] == 0:
                state.strides[dim] = distance
            distance *= state.sizes[dim]
        return state.cast(self._rewriter).result

    def rewrite_make_tensor_ptr(self, op: tt.MakeTensorPtrOp) -> None:
        """Analyse the memory that a block pointer points to."""
        rewriter = self._rewriter
        source = self.memory_of(op.base, op)
        if not isinstance(source.type, UnrankedMemRefType):
            raise StructureError(op, "a block pointer whose base is not an argument of the kernel")
        offsets = [rewriter.insert(IndexCastOp(number, mixed.INDEX)).results[0] for number in op.offsets]
        strides = [rewriter.insert(IndexCastOp(number, mixed.INDEX)).results[0] for number in op.strides]
        products = [rewriter.insert(MulIOp(*pair)).result for pair in zip(offsets, strides, strict=True)]
        shape = _block_shape(op.result.type)
        state = PointerState(list(products), shape, list(strides), source=source)
        self.memory[op.result] = state.cast(rewriter).result

    def rewrite_advance(self, op: tt.AdvanceOp) -> None:
        """Analyse the memory that an advanced block pointer points to."""
        rewriter = self._rewriter
        self._forget_sums()
        state = self._state(op.ptr)
        if state.rank != len(op.offsets):
            raise StructureError(op, "the block pointer was not made in this function")
        offsets: list[OpFoldResult] = []
        for distance, offset, stride in zip(op.offsets, state.offsets, state.strides, strict=True):
            old = mixed.as_value(offset, rewriter)
            number = rewriter.insert(IndexCastOp(distance, mixed.INDEX)).results[0]
            moved = rewriter.insert(MulIOp(number, mixed.as_value(stride, rewriter))).result
            offsets.append(rewriter.insert(AddIOp(moved, old)).result)
        state = replace(state, offsets=offsets)
        self.memory[op.result] = state.cast(rewriter).result

    def state_in_memory(self, pointer: SSAValue, user: Operation) -> PointerState:
        """The state of pointers, from the memref that replaces them."""
        found = self.memory_of(pointer, user)
        if found in self.carried:
            return self.carried[found].copy()
        if isinstance(found.type, UnrankedMemRefType):
            return PointerState([0], [1], [0], source=found)
        if not isinstance(found.owner, memref.ReinterpretCastOp):
            raise StructureError(user, f"memory made by {made_by(found)} has no known structure")
        return state_of_cast(found.owner)

    # Values

    def _fail(self, reason: str) -> StructureError:
        assert self._op is not None
        return StructureError(self._op, reason)

    def _state(self, value: SSAValue) -> PointerState:
        known = self.known.get(value) or self.carried.get(value) or self._sums.get(value)
        if known is not None:
            return known.copy()
        if isinstance(value.type, IntegerType):
            return PointerState(scalar=self._rewriter.insert(IndexCastOp(value, mixed.INDEX)).results[0])
        if isinstance(value.type, PointerType):
            return self._pointer(value)
        owner = value.owner
        match owner:
            case AddIOp() | MulIOp():
                combine = self._sum if isinstance(owner, AddIOp) else self._product
                state = combine(self._state(owner.lhs), self._state(owner.rhs))
                terms = self._terms[value] = sum(self._terms.get(operand, 1) for operand in owner.operands)
                if terms > _MOST_REPEATED:
                    self._sums[value] = state.copy()
                return state
            case tt.MakeRangeOp():
                start, end = int_value(owner.start), int_value(owner.end)
                return PointerState([start], [end - start], [1])
            case tt.BroadcastOp():
                return self._broadcast(owner)
            case tt.SplatOp():
                return self._splat(owner)
            case tt.ExpandDimsOp():
                state = self._state(owner.src)
                state.insert(int_value(owner.axis), 0, 1, 0)
                return state
            case tt.AddPtrOp():
                return self._addptr(owner)
            case ConstantOp():
                return self._constant(owner)
            case _:
                raise self._fail(f"offsets made by {made_by(value)} have no known structure")

    def _pointer(self, value: SSAValue) -> PointerState:
        """A scalar pointer, or a block pointer."""
        owner = value.owner
        if isinstance(owner, tt.AddPtrOp):
            return self._addptr(owner)
        found = self.memory.get(value)
        if found is None:
            raise self._fail(f"pointers made by {made_by(value)} have no known structure")
        if isinstance(found.owner, memref.ReinterpretCastOp):
            return state_of_cast(found.owner)
        return PointerState(source=found)

    def _addptr(self, op: tt.AddPtrOp) -> PointerState:
        self._op = self._op or op
        pointer = self._state(op.ptr)
        offset = self._state(op.offset)
        if pointer.source is None:
            raise self._fail("pointers without a known base")
        if pointer.rank == 1 and offset.rank == 0:
            assert offset.scalar is not None
            offset.append(offset.scalar, 1, 0)
        return self._sum(pointer, offset)

    def _sum(self, lhs: PointerState, rhs: PointerState) -> PointerState:
        if lhs.rank != rhs.rank or (lhs.source is not None and rhs.source is not None):
            raise self._fail("a sum of pointers, or of offsets of different rank")
        state = PointerState(source=lhs.source or rhs.source)
        if lhs.scalar is not None and rhs.scalar is not None:
            state.scalar = self._rewriter.insert(AddIOp(lhs.scalar, rhs.scalar)).result
        elif lhs.rank == 0:
            state.scalar = lhs.scalar or rhs.scalar
        for dim, size in enumerate(lhs.sizes):
            offset = mixed.add(lhs.offsets[dim], rhs.offsets[dim], self._rewriter)
            stride = mixed.add(lhs.strides[dim], rhs.strides[dim], self._rewriter)
            state.append(offset, size, stride)
        return state

    def _product(self, lhs: PointerState, rhs: PointerState) -> PointerState:
        if rhs.scalar is None:
            lhs, rhs = rhs, lhs
        factor = rhs.scalar
        if factor is None or lhs.source is not None:
            raise self._fail("a product of numbers neither of which is the same all over the tensor")
        state = PointerState()
        for offset, size, stride in zip(lhs.offsets, lhs.sizes, lhs.strides, strict=True):
            moved = mixed.multiply(offset, factor, self._rewriter)
            state.append(moved, size, mixed.multiply(stride, factor, self._rewriter))
        if lhs.scalar is not None:
            product = mixed.multiply(lhs.scalar, factor, self._rewriter)
            state.scalar = mixed.as_value(product, self._rewriter)
        return state

    def _broadcast(self, op: tt.BroadcastOp) -> PointerState:
        state = self._state(op.src)
        for dim, (old, new) in enumerate(zip(state.sizes, _shape(op.result), strict=True)):
            if old != new:
                state.sizes[dim] = new
        return state

    def _splat(self, op: tt.SplatOp) -> PointerState:
        state = self._state(op.src)
        shape = _shape(op.result)
        if isinstance(op.src.type, MemRefType):
            # A loop-carried pointer: its one dimension is the first one of the tensor.
            state.strides[0], state.sizes[0] = 0, shape[0]
            shape = shape[1:]
        elif not isinstance(op.src.type, IntegerType | PointerType):
            raise self._fail(f"a tensor of '{op.src.type}' has no place among offsets")
        for size in shape:
            state.append(0, size, 0)
        if state.scalar is not None:
            state.offsets[0] = state.scalar
        return state

    def _constant(self, op: ConstantOp) -> PointerState:
        number = integer_of(op.value) if isinstance(op.value, DenseElementsAttr) else None
        if number is None:
            raise self._fail("a constant with different elements is not an offset")
        signed = to_signed(number, width_of(op.result.type))
        state = PointerState(scalar=mixed.index_constant(signed, self._rewriter))
        assert state.scalar is not None
        for dim, size in enumerate(_shape(op.result)):
            state.append(0 if dim else state.scalar, size, 0)
        return state


def _shape(value: SSAValue) -> list[int]:
    return list(shape_of(value.type) or ())


def _block_shape(type_: Attribute) -> list[int]:
    """The shape of the block of a block pointer."""
    return list(shape_of(cast("PointerType", type_).pointee_type) or (1,))


def is_pointer_like(type_: Attribute) -> bool:
    """Whether a type is a pointer or a tensor of pointers."""
    return isinstance(type_, PointerType) or isinstance(element_type(type_), PointerType)
