"""Emitting loops over memory: constants, bounds, and nests of ``scf.for``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from xdsl.dialects.builtin import (
    AnyFloat,
    FloatAttr,
    IndexType,
    IntegerType,
    UnitAttr,
    UnrealizedConversionCastOp,
    i32,
    i64,
)
from xdsl.dialects.vector import BitcastOp as VectorBitcastOp
from xdsl.dialects.vector import BroadcastOp, ShuffleOp
from xdsl.dialects.vector import LoadOp as VectorLoadOp
from xdsl.dialects.vector import StoreOp as VectorStoreOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.ir.affine import AffineBinaryOpExpr, AffineBinaryOpKind, AffineConstantExpr, AffineDimExpr, AffineExpr

from xtriton.dialects.tptr import FromMemrefOp
from xtriton.dialects.upstream import memref
from xtriton.dialects.upstream.arith import AddIOp, ConstantOp, FloorDivSIOp, MulIOp, SubIOp
from xtriton.dialects.upstream.llvm.control import CallIntrinsicOp
from xtriton.dialects.upstream.llvm.types import PointerType
from xtriton.dialects.upstream.memref import strides_and_offset
from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.dialects.upstream.scf import ForOp, IfOp, YieldOp
from xtriton.ir.builder import Builder
from xtriton.ir.narrowing import is_integer_type
from xtriton.ir.shared_attributes import dense_array, integer_attr, vector_of
from xtriton.ir.traits import element_type

Number = int | SSAValue
INDEX = IndexType()
NONTEMPORAL = "nontemporal"
"""The attribute of copies and stores of whole cache lines past the caches."""


class Emitter(Builder):
    """Builds loops before an operation, with vectors of ``vector_bits`` where they are explicit."""

    def __init__(self, before: Operation, vector_bits: int = 0) -> None:
        super().__init__()
        self.vector_bits = vector_bits
        self.start_at(before)

    def index(self, number: Number) -> SSAValue:
        """A number as a value of type ``index``."""
        if not isinstance(number, int):
            return number
        return self.insert(ConstantOp(integer_attr(number, INDEX))).result

    def floating(self, number: float, type_: Attribute) -> SSAValue:
        """A floating-point constant."""
        return self.insert(ConstantOp(FloatAttr(number, cast("AnyFloat", type_)))).result

    def integer(self, number: int, type_: Attribute) -> SSAValue:
        """An integer constant."""
        return self.insert(ConstantOp(integer_attr(number, cast("IntegerType", type_)))).result

    def zero(self, type_: Attribute) -> SSAValue:
        """Zero of a type of integers or floating-point numbers."""
        return self.integer(0, type_) if is_integer_type(type_) else self.floating(0.0, type_)

    # Numbers

    def plus(self, left: Number, right: Number) -> Number:
        """The sum."""
        if isinstance(left, int) and isinstance(right, int):
            return left + right
        if left == 0:
            return right
        return left if right == 0 else self.insert(AddIOp(self.index(left), self.index(right))).result

    def times(self, left: Number, right: Number) -> Number:
        """The product."""
        if isinstance(left, int) and isinstance(right, int):
            return left * right
        if 0 in (left, right):
            return 0
        if left == 1:
            return right
        return left if right == 1 else self.insert(MulIOp(self.index(left), self.index(right))).result

    def minus(self, left: Number, right: Number) -> Number:
        """The difference."""
        if isinstance(left, int) and isinstance(right, int):
            return left - right
        return left if right == 0 else self.insert(SubIOp(self.index(left), self.index(right))).result

    def evaluate(self, expression: AffineExpr, dims: Sequence[Number]) -> Number:
        """The value of an affine expression. Raises ``ValueError`` for one with symbols."""
        match expression:
            case AffineDimExpr():
                return dims[expression.position]
            case AffineConstantExpr():
                return expression.value
            case AffineBinaryOpExpr():
                left, right = self.evaluate(expression.lhs, dims), self.evaluate(expression.rhs, dims)
                return self._binary(expression.kind, left, right)
            case _:
                raise ValueError(f"the map has '{expression}', which is not known here")

    def _binary(self, kind: AffineBinaryOpKind, left: Number, right: Number) -> Number:
        if kind is AffineBinaryOpKind.Add:
            return self.plus(left, right)
        if kind is AffineBinaryOpKind.Mul:
            return self.times(left, right)
        lhs, rhs = self.index(left), self.index(right)
        match kind:
            case AffineBinaryOpKind.Mod:
                # Never negative in affine expressions, unlike the remainder of arith.remsi.
                quotient = self.insert(FloorDivSIOp(lhs, rhs)).result
                return self.plus(lhs, self.times(self.times(quotient, rhs), -1))
            case AffineBinaryOpKind.FloorDiv:
                return self.insert(FloorDivSIOp(lhs, rhs)).result
            case _:
                from xtriton.dialects.upstream.arith import CeilDivSIOp

                return self.insert(CeilDivSIOp(lhs, rhs)).result

    # Memory

    def extent(self, memory: SSAValue, dim: int) -> Number:
        """The extent of a dimension."""
        known = shape_and_strides(memory)[0][dim]
        return known if known != DYNAMIC else self.insert(memref.DimOp(memory, self.index(dim))).result

    def load(self, memory: SSAValue, indices: Sequence[Number]) -> SSAValue:
        """An element."""
        return self.insert(memref.LoadOp(memory, [self.index(index) for index in indices])).result

    def store(self, value: SSAValue, memory: SSAValue, indices: Sequence[Number]) -> None:
        """Write an element."""
        self.insert(memref.StoreOp(value, memory, [self.index(index) for index in indices]))

    def pointer(self, memory: SSAValue, indices: Sequence[Number]) -> SSAValue:
        """The address of an element, which must be there."""
        ones = [1] * len(indices)
        element = self.insert(memref.SubViewOp.of(memory, list(indices), ones, ones)).result
        pointer = self.insert(FromMemrefOp(element)).result
        return self.insert(UnrealizedConversionCastOp.get([pointer], [PointerType()])).results[0]

    def prefetch(self, memory: SSAValue, indices: Sequence[Number]) -> None:
        """Bring an element, which must be there, to the first-level cache."""
        pointer = self.pointer(memory, indices)
        to_read, near, data = (self.integer(number, i32) for number in (0, 3, 1))
        self.insert(CallIntrinsicOp([pointer, to_read, near, data], intrin="llvm.prefetch.p0"))

    # Vectors

    def load_vector(self, memory: SSAValue, indices: Sequence[Number], lanes: int) -> SSAValue:
        """Contiguous elements along the last dimension."""
        type_ = vector_of(element_type(memory.type), (lanes,))
        places = [self.index(index) for index in indices]
        return self.insert(VectorLoadOp(memory, places, type_)).result

    def store_vector(self, value: SSAValue, memory: SSAValue, indices: Sequence[Number]) -> None:
        """Write contiguous elements along the last dimension."""
        self.insert(VectorStoreOp(value, memory, [self.index(index) for index in indices]))

    def stream_vector(self, value: SSAValue, memory: SSAValue, indices: Sequence[Number]) -> None:
        """Write contiguous elements past the caches, to an address that is a multiple of the vector's size."""
        op = self.insert(VectorStoreOp(value, memory, [self.index(index) for index in indices]))
        op.attributes[NONTEMPORAL] = UnitAttr()

    def splat(self, value: SSAValue, lanes: int) -> SSAValue:
        """A vector of equal elements."""
        return self.insert(BroadcastOp(value, vector_of(value.type, (lanes,)))).vector

    def shuffle(self, left: SSAValue, right: SSAValue, mask: Sequence[int]) -> SSAValue:
        """The elements of two vectors at the positions of ``mask``; those of ``right`` come after those of ``left``."""
        type_ = vector_of(element_type(left.type), (len(mask),))
        return self.insert(ShuffleOp(left, right, dense_array(i64, mask), result_type=type_)).result

    def reinterpret(self, vector: SSAValue, element: Attribute, lanes: int) -> SSAValue:
        """The bits of a vector as one of another element type."""
        type_ = vector_of(element, (lanes,))
        return vector if vector.type == type_ else self.insert(VectorBitcastOp(vector, type_)).result

    # Control flow

    def loop(
        self,
        start: Number,
        end: Number,
        step: int,
        carried: Sequence[SSAValue],
        body: Callable[[SSAValue, Sequence[SSAValue]], Sequence[SSAValue]],
    ) -> Sequence[SSAValue]:
        """``scf.for``: ``body`` builds the loop body from the induction variable and the loop-carried values."""
        op = self.insert(ForOp(self.index(start), self.index(end), self.index(step), carried))
        with_inside = op.body

        def fill() -> None:
            self.insert(YieldOp(body(op.induction_variable, op.iter_args)))

        self._inside(with_inside, fill)
        return op.results

    def choose(self, condition: SSAValue, then: Callable[[], object], otherwise: Callable[[], object] | None) -> None:
        """``scf.if``."""
        blocks = [Block(), Block()] if otherwise is not None else [Block()]
        self.insert(IfOp(condition, *(Region(block) for block in blocks)))
        for block, make in zip(blocks, (then, otherwise), strict=False):

            def fill(make: Callable[[], object] | None = make) -> None:
                assert make is not None
                make()
                self.insert(YieldOp())

            self._inside(block, fill)

    def either(
        self,
        condition: SSAValue,
        then: Callable[[], Sequence[SSAValue]],
        otherwise: Callable[[], Sequence[SSAValue]],
        types: Sequence[Attribute],
    ) -> Sequence[SSAValue]:
        """``scf.if`` with results."""
        blocks = Block(), Block()
        op = self.insert(IfOp(condition, *(Region(block) for block in blocks), result_types=types))
        for block, make in zip(blocks, (then, otherwise), strict=True):
            self._inside(block, lambda make=make: self.insert(YieldOp(make())))
        return op.results

    def _inside(self, block: Block, work: Callable[[], object]) -> None:
        with self.elsewhere():
            self.at_end(block)
            work()


def shape_and_strides(memory: SSAValue) -> tuple[Sequence[int], Sequence[int]]:
    """The shape and strides of a memref type. Raises ``ValueError`` if it has no strides."""
    type_ = cast("memref.MemRef", memory.type)
    known = strides_and_offset(type_)
    if known is None:
        raise ValueError(f"the layout of '{type_}' is not strided")
    return type_.get_shape(), known[0]
