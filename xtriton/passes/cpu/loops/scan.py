"""Scans along the last dimension, prefix sums among them.

The elements of a vector are combined in log2(lanes) steps (Sklansky, "Conditional-sum addition logic", 1960): for pairs
of 1, 2, 4 ... lanes, the last result of the first half is combined with all of the second. What all earlier vectors
give is combined last, so that only this operation waits for them. Rows that are shorter than a vector are scanned
several at once. If the region has operations that vectors lack, such as functions, chunks of a row are scanned side by
side, in loops that LLVM vectorises. Elements are combined one by one where the result
depends on the order of floats and ``strict`` forbids reassociation, where the region may have effects, and in rows that
do not consist of whole vectors.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import prod
from typing import cast

from xdsl.dialects.builtin import AnyFloat, Float32Type, IntegerType, VectorType
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xtriton.dialects.ttx import CumSumOp, ScanOp, ScanReturnOp
from xtriton.dialects.upstream import memref
from xtriton.dialects.upstream.arith import (
    AddFOp,
    AddIOp,
    CmpIOp,
    CmpIPredicate,
    ConstantOp,
    ExtFOp,
    MaximumFOp,
    MaxNumFOp,
    MinimumFOp,
    MinNumFOp,
    MulFOp,
    MulIOp,
    NegFOp,
    SelectOp,
    TruncFOp,
    XOrIOp,
)
from xtriton.dialects.upstream.memref import AllocOp, row_major_strides, row_major_type
from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.folds.elements import constant
from xtriton.interfaces.effects import is_memory_effect_free
from xtriton.ir.creation import is_operation
from xtriton.ir.narrowing import is_float_type, is_vector_type
from xtriton.ir.traits import element_type
from xtriton.passes.cpu.loops.emit import Emitter, Number, shape_and_strides
from xtriton.passes.cpu.loops.lanes import contract, flat_memory, flat_type, has_lanes, in_lanes
from xtriton.passes.cpu.neutral import IDEMPOTENT
from xtriton.passes.linalg.patterns.reduce import sole_operation
from xtriton.rewriting.cloning import clone_op

_WIDE = Float32Type()
_LEAST_LANES = 4
"""Shorter vectors are not faster than their elements one by one."""

_EXTREMA = (MaximumFOp, MaxNumFOp, MinimumFOp, MinNumFOp)
_EXACT = (*_EXTREMA, ConstantOp, ExtFOp, NegFOp, SelectOp)
"""Operations on floats whose results do not depend on the order in which elements are combined."""

_NEUTRAL: dict[type[Operation] | None, float] = {AddFOp: -0.0, AddIOp: 0, XOrIOp: 0, MulFOp: 1.0, MulIOp: 1}
"""Operations that give ``x`` of ``x`` and a number."""


def lower_cumsum(e: Emitter, op: CumSumOp, *, strict: bool) -> None:
    """``ttx.cumsum``; accumulated in ``f32`` or wider."""
    element = element_type(op.inputs[0].type)
    narrow = is_float_type(element) and element.bitwidth < _WIDE.bitwidth
    total = _WIDE if narrow else element
    block = Block(arg_types=[total, total])
    added = (AddFOp if is_float_type(total) else AddIOp)(*block.args)
    block.add_ops([added, ScanReturnOp([added.result])])
    _lower(_Scan(e, op.inputs[:1], op.outputs[:1], [total], block, reverse=False, strict=strict))


def lower_scan(e: Emitter, op: ScanOp, *, strict: bool) -> None:
    """``ttx.scan``; extrema of floats narrower than ``f32`` are taken in ``f32``, which changes no result."""
    elements = [element_type(source.type) for source in op.inputs]
    body = op.combiner.block
    extremum = sole_operation(body)
    if isinstance(extremum, _EXTREMA) and cast("AnyFloat", elements[0]).bitwidth < _WIDE.bitwidth:
        body = Block(arg_types=[_WIDE, _WIDE])
        wide = type(extremum)(*body.args)
        body.add_ops([wide, ScanReturnOp([wide.results[0]])])
        elements = [_WIDE]
    reverse = op.reverse is not None
    _lower(_Scan(e, op.inputs, op.outputs, elements, body, reverse=reverse, strict=strict))


def _lower(scan: _Scan) -> None:
    packed = _packed_lanes(scan)
    if packed is not None:
        scan.short_rows(packed)
        return
    lanes, chunks = _lanes(scan), _chunks(scan)

    def row(place: Sequence[Number]) -> None:
        if lanes is not None:
            scan.by_vectors(place, lanes)
        elif chunks is not None:
            scan.in_chunks(place, chunks)
        else:
            scan.in_order(place)

    _for_each_row(scan, [], row)


def _for_each_row(scan: _Scan, place: Sequence[Number], row: Callable[[Sequence[Number]], None]) -> None:
    if len(place) == scan.rank - 1:
        row(place)
        return

    def outer(variable: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
        _for_each_row(scan, [*place, variable], row)
        return []

    scan.e.loop(0, scan.e.extent(scan.inputs[0], len(place)), 1, [], outer)


def _most_lanes(scan: _Scan) -> int | None:
    """The lanes of the widest element; ``None`` if the region is not one on vectors, or must be evaluated in order."""
    types = [*scan.totals, *(element_type(memory.type) for memory in scan.inputs)]
    if not all(isinstance(type_, IntegerType | AnyFloat) and type_.bitwidth >= 8 for type_ in types):
        return None
    ops = [op for op in scan.body.ops if op is not scan.body.last_op]
    if not all(has_lanes(op) for op in ops) or (scan.strict and not all(map(_is_exact, ops))):
        return None
    width = max(_WIDE.bitwidth, *(cast("IntegerType | AnyFloat", type_).bitwidth for type_ in types))
    lanes = scan.e.vector_bits // width
    return lanes if lanes >= _LEAST_LANES else None


def _is_exact(op: Operation) -> bool:
    """Whether an operation computes integers of integers, or with floats what does not depend on their order."""
    return isinstance(op, _EXACT) or not any(is_float_type(value.type) for value in (*op.operands, *op.results))


def _lanes(scan: _Scan) -> int | None:
    """The lanes of the vectors that rows consist of; ``None`` if elements are combined one by one."""
    most = _most_lanes(scan)
    layouts = [shape_and_strides(memory) for memory in scan.memories]
    if most is None or any(strides[-1] != 1 or shape[-1] <= 0 for shape, strides in layouts):
        return None
    lanes = _vector_of(layouts[0][0][-1], most)
    return lanes if lanes >= _LEAST_LANES else None


def _chunks(scan: _Scan) -> int | None:
    """The number of chunks of a row if the region has operations that vectors lack, and may be reassociated."""
    ops = [op for op in scan.body.ops if op is not scan.body.last_op]
    extent = shape_and_strides(scan.inputs[0])[0][-1]
    if scan.strict or all(map(has_lanes, ops)) or not all(map(is_memory_effect_free, ops)):
        return None
    chunks = scan.e.vector_bits // _WIDE.bitwidth
    return chunks if chunks >= _LEAST_LANES and extent > 0 and extent % (_LEAST_LANES * chunks) == 0 else None


def _packed_lanes(scan: _Scan) -> int | None:
    """The lanes of vectors of several whole rows; ``None`` if rows are as long as a vector, or have gaps."""
    most = _most_lanes(scan)
    shape = shape_and_strides(scan.inputs[0])[0]
    if most is None or scan.rank == 1 or DYNAMIC in shape:
        return None
    lanes, extent = _vector_of(prod(shape), most), shape[-1]
    if lanes < _LEAST_LANES or extent >= lanes or extent & (extent - 1):
        return None
    return lanes if all(map(_is_contiguous, scan.memories)) else None


def _before(lane: int, half: int, lanes: int, *, reverse: bool) -> int | None:
    """The last lane of the first of two halves, for lanes of the second one."""
    number = lanes - 1 - lane if reverse else lane
    if not number & half:
        return None
    source = (number & -half) - 1
    return lanes - 1 - source if reverse else source


def _sole_operation(body: Block, number: int) -> type[Operation] | None:
    """The only operation between the two elements of an operand and its result.

    ``None`` if it is neither idempotent nor has a neutral element, with which other lanes remain unchanged.
    """
    end = body.last_op
    assert end is not None
    op = end.operands[number].owner
    own = {body.args[number], body.args[len(end.operands) + number]}
    if not is_operation(op) or op.parent is not body or set(op.operands) != own:
        return None
    return type(op) if isinstance(op, IDEMPOTENT) or type(op) in _NEUTRAL else None


def _vector_of(extent: int, most: int) -> int:
    """The longest vectors of which an extent is a multiple."""
    return min(extent & -extent, most)


def _is_contiguous(memory: SSAValue) -> bool:
    shape, strides = shape_and_strides(memory)
    return list(strides) == list(row_major_strides(shape)) and flat_type(cast("memref.MemRef", memory.type)) is not None


@dataclass
class _Scan:
    """The scan of rows of ``inputs`` by ``body``, whose elements are of the types ``totals``."""

    e: Emitter
    inputs: Sequence[SSAValue]
    outputs: Sequence[SSAValue]
    totals: Sequence[Attribute]
    body: Block
    reverse: bool
    strict: bool

    @cached_property
    def sole(self) -> Sequence[type[Operation] | None]:
        """The operation that each result is of its own elements."""
        return [_sole_operation(self.body, number) for number in range(len(self.inputs))]

    @property
    def memories(self) -> list[SSAValue]:
        """Inputs and outputs."""
        return [*self.inputs, *self.outputs]

    @property
    def rank(self) -> int:
        """The number of dimensions."""
        return len(shape_and_strides(self.inputs[0])[0])

    def in_order(self, place: Sequence[Number]) -> None:
        """One row, element by element."""
        e, extent = self.e, self.e.extent(self.inputs[0], len(place))

        def at(number: Number) -> list[Number]:
            return [*place, e.minus(e.minus(extent, 1), number) if self.reverse else number]

        def one(variable: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            results = self._combined(carried, self._loaded(self.inputs, at(variable), None))
            self._store(results, self.outputs, at(variable))
            return results

        def row() -> None:
            first = self._loaded(self.inputs, at(0), None)
            self._store(first, self.outputs, at(0))
            if extent != 1:
                e.loop(1, extent, 1, first, one)

        if all(kind in _NEUTRAL for kind in self.sole):
            start = [self._neutral(total, kind) for total, kind in zip(self.totals, self.sole, strict=True)]
            e.loop(0, extent, 1, start, one)
        elif isinstance(extent, int):
            row()
        else:
            e.choose(e.insert(CmpIOp(CmpIPredicate.SGT, extent, e.index(0))).result, row, None)

    def by_vectors(self, place: Sequence[Number], lanes: int) -> None:
        """One row, in vectors."""
        e, extent = self.e, self.e.extent(self.inputs[0], len(place))
        assert isinstance(extent, int)
        edge = [0 if self.reverse else lanes - 1] * lanes

        def at(number: Number) -> list[Number]:
            return [*place, e.minus(extent - lanes, number) if self.reverse else number]

        def last(values: Sequence[SSAValue]) -> list[SSAValue]:
            return [e.shuffle(value, value, edge) for value in values]

        def one(variable: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            values = self._scanned(self._loaded(self.inputs, at(variable), lanes), lanes)
            self._store(self._combined(carried, values, lanes), self.outputs, at(variable))
            return self._combined(carried, last(values), lanes)

        first = self._scanned(self._loaded(self.inputs, at(0), lanes), lanes)
        # Of two vectors the one with the lower address is stored first: LLVM 22's SROA merges the stores that fill a
        # buffer at the one with the highest address, where values that are stored later are not defined yet.
        if not self.reverse:
            self._store(first, self.outputs, at(0))
        if extent > lanes:
            e.loop(lanes, extent, lanes, last(first), one)
        if self.reverse:
            self._store(first, self.outputs, at(0))

    def in_chunks(self, place: Sequence[Number], chunks: int) -> None:
        """One row: all chunks side by side, in loops that LLVM vectorises; then each with all that comes before it."""
        e, extent = self.e, self.e.extent(self.inputs[0], len(place))
        assert isinstance(extent, int)
        length = extent // chunks
        running = [e.insert(AllocOp(memref=row_major_type(total, [chunks]))).memref for total in self.totals]

        def at(chunk: Number, number: Number) -> list[Number]:
            index = e.plus(e.times(chunk, length), number)
            return [*place, e.minus(extent - 1, index) if self.reverse else index]

        def keep(values: Sequence[SSAValue], chunk: SSAValue, number: Number) -> Sequence[SSAValue]:
            self._store(values, running, [chunk])
            self._store(values, self.outputs, at(chunk, number))
            return []

        def first(chunk: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            return keep(self._loaded(self.inputs, at(chunk, 0), None), chunk, 0)

        def following(number: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            def one(chunk: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
                values = self._loaded(self.inputs, at(chunk, number), None)
                return keep(self._combined(self._loaded(running, [chunk], None), values), chunk, number)

            return e.loop(0, chunks, 1, [], one)

        def finish(chunk: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            before = self._loaded(self.outputs, at(chunk, -1), None)

            def one(number: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
                values = self._loaded(self.outputs, at(chunk, number), None)
                self._store(self._combined(before, values), self.outputs, at(chunk, number))
                return []

            return e.loop(0, length, 1, [], one)

        e.loop(0, chunks, 1, [], first)
        e.loop(1, length, 1, [], following)
        e.loop(1, chunks, 1, [], finish)

    def short_rows(self, lanes: int) -> None:
        """All rows, several in a vector."""
        e = self.e
        shape = shape_and_strides(self.inputs[0])[0]
        inputs, outputs = ([flat_memory(e, memory) for memory in side] for side in (self.inputs, self.outputs))

        def one(variable: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            values = self._loaded(inputs, [variable], lanes)
            self._store(self._scanned(values, shape[-1]), outputs, [variable])
            return []

        e.loop(0, prod(shape), lanes, [], one)

    def _scanned(self, values: Sequence[SSAValue], segment: int) -> Sequence[SSAValue]:
        """Vectors scanned in segments of so many lanes."""
        half = 1
        while half < segment:
            (lanes,) = cast("VectorType[Attribute]", values[0].type).get_shape()
            before = [_before(lane, half, lanes, reverse=self.reverse) for lane in range(lanes)]
            moved = [self._moved(value, before, kind) for value, kind in zip(values, self.sole, strict=True)]
            combined = self._combined(moved, values, lanes)
            values = [
                new if kind is not None else self._chosen(old, new, before)
                for old, new, kind in zip(values, combined, self.sole, strict=True)
            ]
            half *= 2
        return values

    def _moved(self, value: SSAValue, before: Sequence[int | None], kind: type[Operation] | None) -> SSAValue:
        """The elements to combine with those of ``value``. Lanes without any get one that changes nothing, if known."""
        e, lanes = self.e, len(before)
        if kind not in _NEUTRAL:
            return e.shuffle(value, value, [lane if source is None else source for lane, source in enumerate(before)])
        neutral = e.splat(self._neutral(element_type(value.type), kind), lanes)
        return e.shuffle(value, neutral, [lanes if source is None else source for source in before])

    def _neutral(self, element: Attribute, kind: type[Operation] | None) -> SSAValue:
        return self.e.insert(ConstantOp(constant(element, _NEUTRAL[kind]))).result

    def _chosen(self, old: SSAValue, new: SSAValue, before: Sequence[int | None]) -> SSAValue:
        """The new elements of lanes that were combined."""
        lanes = len(before)
        mask = [lane if source is None else lanes + lane for lane, source in enumerate(before)]
        return self.e.shuffle(old, new, mask)

    def _combined(
        self, left: Sequence[SSAValue], right: Sequence[SSAValue], lanes: int | None = None
    ) -> list[SSAValue]:
        """The region on elements, or on vectors of them."""
        e, end = self.e, self.body.last_op
        assert end is not None
        values: dict[SSAValue, SSAValue] = dict(zip(self.body.args, [*left, *right], strict=True))
        for op in self.body.ops:
            if op is end:
                break
            if lanes is None:
                new = e.insert(clone_op(op, values))
            else:
                operands = [self._in_lanes(value, values, lanes) for value in op.operands]
                values[op.results[0]] = in_lanes(e, type(op), op.properties, op.results[0].type, operands, lanes)
                new = cast("Operation", values[op.results[0]].owner)
            new.location = op.location
            if not self.strict:
                for result in new.results:
                    contract(result)
        return [
            values.get(value, value) if lanes is None else self._in_lanes(value, values, lanes)
            for value in end.operands
        ]

    def _in_lanes(self, value: SSAValue, values: dict[SSAValue, SSAValue], lanes: int) -> SSAValue:
        """The vector of a value of the region; a value from outside is the same in all lanes."""
        found = values.get(value)
        if found is None:
            found = values[value] = self.e.splat(value, lanes)
        return found

    def _loaded(self, memories: Sequence[SSAValue], place: Sequence[Number], lanes: int | None) -> list[SSAValue]:
        """Elements, or vectors of them, to combine."""
        e = self.e
        loaded = [
            e.load(memory, place) if lanes is None else e.load_vector(memory, place, lanes) for memory in memories
        ]
        return [self._converted(value, ExtFOp, total) for value, total in zip(loaded, self.totals, strict=True)]

    def _store(self, values: Sequence[SSAValue], memories: Sequence[SSAValue], place: Sequence[Number]) -> None:
        for value, memory in zip(values, memories, strict=True):
            result = self._converted(value, TruncFOp, element_type(memory.type))
            if is_vector_type(value.type):
                self.e.store_vector(result, memory, place)
            else:
                self.e.store(result, memory, place)

    def _converted(self, value: SSAValue, conversion: type[ExtFOp | TruncFOp], element: Attribute) -> SSAValue:
        """A scalar or vector in another float type, if that is not its own."""
        type_ = value.type
        new = VectorType(element, type_.shape) if is_vector_type(type_) else element
        return value if type_ == new else self.e.insert(conversion(value, new)).results[0]
