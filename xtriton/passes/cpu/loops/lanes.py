"""Nests of short loops over contiguous blocks, in explicit vectors.

Sorting sees a block of 1024 elements as ten dimensions of extent 2, and combines elements whose indices differ along
one of them. No loop of such a nest is long enough for LLVM's vectorizer. Here the innermost loops of the output that
make up a vector become its lanes: an input is loaded as the contiguous elements that the lanes read, which are then
permuted. Reductions of a few elements are unrolled.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import cast

from xdsl.dialects.builtin import AnyFloat, IndexType, IntegerType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr, AffineMap

from xtriton.dialects.upstream import memref
from xtriton.dialects.upstream.arith import AddFOp, ConstantOp, MulFOp, SubFOp
from xtriton.dialects.upstream.memref import row_major_strides
from xtriton.dialects.upstream.memref.layouts import collapsed_type
from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.ir.narrowing import is_memref_type
from xtriton.ir.shared_attributes import vector_of
from xtriton.passes.cpu.loops.emit import Emitter, Number, shape_and_strides
from xtriton.passes.cpu.loops.nest import CONTRACT
from xtriton.passes.cpu.loops.structure import PARALLEL, Nest

_ARITHMETIC = frozenset(
    f"arith.{name}"
    for name in (
        *(
            "addf",
            "subf",
            "mulf",
            "divf",
            "negf",
            "maximumf",
            "minimumf",
            "maxnumf",
            "minnumf",
            "cmpf",
            "extf",
            "truncf",
        ),
        *("addi", "subi", "muli", "andi", "ori", "xori", "shli", "shrsi", "shrui", "maxsi", "minsi", "maxui", "minui"),
        *("cmpi", "extsi", "extui", "trunci", "sitofp", "uitofp", "fptosi", "fptoui", "bitcast", "select", "constant"),
    )
)
ELEMENTWISE = _ARITHMETIC | {"math.absf", "math.fma", "math.sqrt"}
"""Operations on numbers that vectors of them have, too."""


_MOST_REDUCED = 4
"""The most elements that a reduction is unrolled for."""


_WIDEST = 4
"""The most vectors that the lanes of one are gathered from."""


@dataclass(frozen=True)
class _Operand:
    """A contiguous operand: element ``start + sum of stride * index`` of its memory, with a stride for each loop."""

    memory: SSAValue
    start: int
    strides: Sequence[int]
    size: int


@dataclass(frozen=True)
class _Window:
    """The contiguous elements that the lanes of a vector read: their first, their number, and the lanes' positions."""

    first: int
    width: int
    positions: Sequence[int]


def lower_to_lanes(e: Emitter, nest: Nest) -> bool:
    """Emit a nest in vectors. Returns whether it is one of short loops over contiguous blocks."""
    if len(nest.outputs) != 1 or nest.indices is not None:
        return False
    if not all(has_lanes(op) or op is nest.body.last_op for op in nest.body.ops):
        return False
    operands = [_operand(memory, map_) for memory, map_ in zip(nest.operands, nest.maps, strict=True)]
    order = _loops_of(nest)
    if None in operands or order is None:
        return False
    extents = _extents(nest)
    inner = _inner_loops(order, extents, e.vector_bits // 32)
    reduced = [extent for extent, kind in zip(extents, nest.iterators, strict=True) if kind != PARALLEL]
    if inner is None or prod(reduced) > _MOST_REDUCED:
        return False
    return _Lanes(e, nest, cast("list[_Operand]", operands), order, extents, inner).make()


def has_lanes(op: Operation) -> bool:
    """Whether an operation of the body computes a number, such that one on vectors computes several."""
    return op.name in ELEMENTWISE and isinstance(op.results[0].type, IntegerType | IndexType | AnyFloat)


def _operand(memory: SSAValue, affine_map: AffineMap) -> _Operand | None:
    type_ = memory.type
    if not is_memref_type(type_) or DYNAMIC in type_.get_shape():
        return None
    element = type_.element_type
    if not isinstance(element, IntegerType | AnyFloat) or element.bitwidth < 8:
        return None
    shape, known = shape_and_strides(memory)
    plain = row_major_strides(shape)
    if any(extent != 1 and stride != wanted for extent, stride, wanted in zip(shape, known, plain, strict=True)):
        return None
    start, strides = 0, [0] * affine_map.num_dims
    for expression, stride in zip(affine_map.results, plain, strict=True):
        match expression:
            case AffineConstantExpr():
                start += stride * expression.value
            case AffineDimExpr():
                strides[expression.position] += stride
            case _:
                return None
    return _Operand(memory, start, strides, prod(shape))


def _loops_of(nest: Nest) -> list[int] | None:
    """The loop along each dimension of the output, if these are the parallel loops."""
    results = nest.maps[-1].results
    loops = [expression.position for expression in results if isinstance(expression, AffineDimExpr)]
    parallel = [loop for loop, kind in enumerate(nest.iterators) if kind == PARALLEL]
    return loops if sorted(loops) == parallel and len(loops) == len(results) else None


def _extents(nest: Nest) -> list[int]:
    """The trip counts of the loops, whose operands have static shapes."""
    extents = [1] * len(nest.iterators)
    for memory, map_ in zip(nest.operands, nest.maps, strict=True):
        shape = cast("memref.MemRef", memory.type).get_shape()
        for extent, expression in zip(shape, map_.results, strict=True):
            if isinstance(expression, AffineDimExpr):
                extents[expression.position] = extent
    return extents


def _inner_loops(order: Sequence[int], extents: Sequence[int], lanes: int) -> list[int] | None:
    """The innermost loops that run ``lanes`` times together, if the innermost one alone is shorter."""
    inner: list[int] = []
    count = 1
    for loop in reversed(order):
        if count >= lanes:
            break
        inner.insert(0, loop)
        count *= extents[loop]
    return inner if count == lanes >= 4 and extents[order[-1]] < lanes else None


class _Lanes:
    def __init__(
        self,
        e: Emitter,
        nest: Nest,
        operands: Sequence[_Operand],
        order: Sequence[int],
        extents: Sequence[int],
        inner: Sequence[int],
    ) -> None:
        self._e, self._nest, self._operands = e, nest, operands
        self._extents, self._inner = extents, inner
        self._lanes = prod(extents[loop] for loop in inner)
        self._runs = self._merged([loop for loop in order if loop not in inner and extents[loop] != 1])
        self._reduced = [loop for loop, kind in enumerate(nest.iterators) if kind != PARALLEL]

    def make(self) -> bool:
        """Emit the loops. Returns whether the operands allow it."""
        windows = [[self._window(operand, start) for start in self._starts(operand)] for operand in self._operands]
        if any(window is None for found in windows for window in found):
            return False
        if any(flat_type(cast("memref.MemRef", operand.memory.type)) is None for operand in self._operands):
            return False
        flat = [flat_memory(self._e, operand.memory) for operand in self._operands]
        self._level(0, [0] * len(flat), flat, cast("list[list[_Window]]", windows))
        return True

    def _merged(self, outer: Sequence[int]) -> list[list[int]]:
        """The outer loops, those along which all operands are contiguous together."""
        runs: list[list[int]] = []
        for loop in outer:
            if runs and all(
                operand.strides[runs[-1][-1]] == operand.strides[loop] * self._extents[loop]
                for operand in self._operands
            ):
                runs[-1].append(loop)
            else:
                runs.append([loop])
        return runs

    def _starts(self, operand: _Operand) -> list[int]:
        """The first element of an operand in each iteration of the reduction."""
        starts = [operand.start]
        for loop in self._reduced:
            starts = [start + operand.strides[loop] * index for start in starts for index in range(self._extents[loop])]
        return starts

    def _window(self, operand: _Operand, start: int) -> _Window | None:
        """The window of an operand's memory that the lanes read; ``None`` if it is too long or exceeds the memory."""
        offsets = [0]
        for loop in self._inner:
            offsets = [
                offset + operand.strides[loop] * index for offset in offsets for index in range(self._extents[loop])
            ]
        width = 1
        while width <= max(offsets):
            width *= 2
        last = start + sum(operand.strides[loop] * (self._extents[loop] - 1) for run in self._runs for loop in run)
        # The start may be in the middle of a block of that width: the window begins with the block.
        shift = start % width if start % width + max(offsets) < width else 0
        if width > _WIDEST * self._lanes or last - shift + width > operand.size:
            return None
        return _Window(start - shift, width, [offset + shift for offset in offsets])

    def _level(
        self, depth: int, places: Sequence[Number], flat: Sequence[SSAValue], windows: Sequence[Sequence[_Window]]
    ) -> None:
        if depth == len(self._runs):
            self._vector(places, flat, windows)
            return
        e, run = self._e, self._runs[depth]

        def body(variable: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            moved = [
                e.plus(place, e.times(variable, operand.strides[run[-1]]))
                for place, operand in zip(places, self._operands, strict=True)
            ]
            self._level(depth + 1, moved, flat, windows)
            return []

        e.loop(0, prod(self._extents[loop] for loop in run), 1, [], body)

    def _vector(self, places: Sequence[Number], flat: Sequence[SSAValue], windows: Sequence[Sequence[_Window]]) -> None:
        """One vector of the output."""
        e, nest = self._e, self._nest
        output, end = nest.body.args[-1], nest.body.last_op
        assert end is not None
        result: SSAValue | None = None
        for iteration in range(len(windows[0])):
            values: dict[SSAValue, SSAValue] = {}
            for index, argument in enumerate(nest.body.args):
                if argument is output and result is not None:
                    values[argument] = result
                elif argument.first_use is not None:
                    window = windows[index][iteration]
                    values[argument] = self._load(flat[index], e.plus(places[index], window.first), window)
            for op in nest.body.ops:
                if op is not end:
                    values[op.results[0]] = self._computed(op, values)
            result = self._lane_values(end.operands[0], values)
        assert result is not None
        e.store_vector(result, flat[-1], [e.plus(places[-1], windows[-1][0].first)])

    def _load(self, memory: SSAValue, place: Number, window: _Window) -> SSAValue:
        e = self._e
        if window.width == 1:
            return e.splat(e.load(memory, [place]), self._lanes)
        vector = e.load_vector(memory, [place], window.width)
        if list(window.positions) == list(range(window.width)):
            return vector
        return e.shuffle(vector, vector, window.positions)

    def _lane_values(self, value: SSAValue, values: dict[SSAValue, SSAValue]) -> SSAValue:
        """The vector of a value of the body; a value from outside is the same in all lanes."""
        found = values.get(value)
        if found is None:
            found = values[value] = self._e.splat(value, self._lanes)
        return found

    def _computed(self, op: Operation, values: dict[SSAValue, SSAValue]) -> SSAValue:
        """An operation of the body on vectors."""
        operands = [self._lane_values(operand, values) for operand in op.operands]
        result = in_lanes(self._e, type(op), op.properties, op.results[0].type, operands, self._lanes)
        cast("Operation", result.owner).location = op.location
        if not self._nest.strict:
            contract(result)
        return result


def in_lanes(
    e: Emitter,
    kind: type[Operation],
    properties: Mapping[str, Attribute],
    type_: Attribute,
    operands: Sequence[SSAValue],
    lanes: int,
) -> SSAValue:
    """A constant, or an elementwise operation on numbers, on vectors. ``type_`` is the type of an element."""
    if kind is ConstantOp:
        return e.splat(e.insert(kind.create(result_types=[type_], properties=dict(properties))).results[0], lanes)
    vector = vector_of(type_, (lanes,))
    return e.insert(kind.create(operands=operands, result_types=[vector], properties=dict(properties))).results[0]


def contract(value: SSAValue) -> None:
    """Permit that multiplications and additions are contracted, if a value is the result of one."""
    if isinstance(value.owner, AddFOp | MulFOp | SubFOp):
        value.owner.properties["fastmath"] = CONTRACT


@lru_cache
def flat_type(type_: memref.MemRef) -> memref.MemRef | None:
    """The type of contiguous memory with a single dimension; ``None`` if there is none."""
    shape = type_.get_shape()
    return type_ if len(shape) == 1 else collapsed_type(type_, [prod(shape)], [list(range(len(shape)))])


def flat_memory(e: Emitter, memory: SSAValue) -> SSAValue:
    """Memory as one of a single dimension."""
    type_ = cast("memref.MemRef", memory.type)
    rank = len(type_.get_shape())
    if rank == 1:
        return memory
    return e.insert(memref.CollapseShapeOp(memory, [list(range(rank))], cast("Attribute", flat_type(type_)))).result
