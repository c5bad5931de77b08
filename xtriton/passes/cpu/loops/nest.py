"""Lowers a structured operation on memrefs to a loop nest.

The innermost loop is one along which most operands are contiguous, as LLVM's vectorizer requires. If it is a reduction,
the results are carried in registers; else they are loaded and stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod
from typing import cast

from xdsl.ir import Operation, SSAValue
from xdsl.ir.affine import AffineDimExpr, AffineMap

from xtriton.dialects.upstream import memref
from xtriton.dialects.upstream.arith import (
    AddFOp,
    AndIOp,
    CmpIOp,
    CmpIPredicate,
    ConstantOp,
    FastMathFlagsAttr,
    MaxNumFOp,
    MinNumFOp,
    MulFOp,
    SubFOp,
)
from xtriton.dialects.upstream.linalg import IndexOp
from xtriton.dialects.upstream.memref import strides_and_offset
from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.folds.elements import constant
from xtriton.ir.narrowing import is_memref_type
from xtriton.ir.walk import operations_in
from xtriton.passes.cpu.loops.emit import Emitter, Number, shape_and_strides
from xtriton.passes.cpu.loops.structure import REDUCTION, Nest
from xtriton.passes.cpu.loops.transpose import lower_transposition, transposition
from xtriton.passes.linalg.patterns.reduce import ANY_ZERO, neutral_number

CONTRACT = FastMathFlagsAttr.of("contract")
REASSOCIATE = FastMathFlagsAttr.of("reassoc", "contract")
_LONG = 32
"""Fewer iterations than this are not begun with the neutral element."""


def lower_nest(e: Emitter, nest: Nest) -> None:
    """Emit the loops. Unknown strides are tested at run time for being 1 along the innermost loop."""
    innermost = _innermost(nest)
    unknown = [] if innermost is None else _unknown_strides(nest, innermost)
    if not unknown:
        _Loops(e, nest, innermost).make()
        return
    metadata = {index: e.insert(_metadata(nest.operands[index])) for index, _ in unknown}
    condition: SSAValue | None = None
    one = e.index(1)
    for index, dim in unknown:
        rank = len(shape_and_strides(nest.operands[index])[0])
        stride = metadata[index].results[2 + rank + dim]
        same = e.insert(CmpIOp(CmpIPredicate.EQ, stride, one)).result
        condition = same if condition is None else e.insert(AndIOp(condition, same)).result
    assert condition is not None

    def quick() -> None:
        operands = list(nest.operands)
        for index, dim in unknown:
            operands[index] = _with_unit_stride(e, operands[index], metadata[index], dim)
        count = len(nest.inputs)
        known = replace(nest, inputs=operands[:count], outputs=operands[count:])
        _Loops(e, known, innermost).make()

    e.choose(condition, quick, lambda: _Loops(e, nest, innermost).make())


def _metadata(memory: SSAValue) -> memref.ExtractStridedMetadataOp:
    return memref.ExtractStridedMetadataOp(memory)


def _with_unit_stride(e: Emitter, memory: SSAValue, metadata: Operation, dim: int) -> SSAValue:
    """The same memory with a static unit stride."""
    type_ = memory.type
    assert is_memref_type(type_)
    known = strides_and_offset(type_)
    assert known is not None
    rank = len(known[0])
    strides = [1 if axis == dim else stride for axis, stride in enumerate(known[0])]
    sizes = type_.get_shape()
    result = memref.strided_type(type_.element_type, sizes, strides, known[1], type_.memory_space)
    values = metadata.results
    offset = values[1] if known[1] == DYNAMIC else known[1]
    op = memref.ReinterpretCastOp.of(
        values[0],
        [offset],
        [values[2 + axis] if size == DYNAMIC else size for axis, size in enumerate(sizes)],
        [values[2 + rank + axis] if stride == DYNAMIC else stride for axis, stride in enumerate(strides)],
        result,
    )
    return e.insert(op).results[0]


def _stride_along(memory: SSAValue, affine_map: AffineMap, loop: int) -> tuple[int, int] | None:
    """The (dimension, stride) of an operand along a loop; ``None`` if it does not depend on the loop.

    If another dimension is contiguous, an unknown stride is taken for one that is not 1, and given as 0.
    """
    if not is_memref_type(memory.type):
        return None
    shape, strides = shape_and_strides(memory)
    for dim, expression in enumerate(affine_map.results):
        if isinstance(expression, AffineDimExpr):
            if expression.position == loop:
                others = [stride for axis, stride in enumerate(strides) if axis != dim and shape[axis] != 1]
                return dim, 0 if strides[dim] == DYNAMIC and 1 in others else strides[dim]
        elif loop in expression.used_dims():
            return dim, 0
    return None


_WEIGHT = 8
"""How much more an operand counts for each loop that it depends on: others are read again, from a cache."""


def _innermost(nest: Nest) -> int | None:
    """The loop along which most operands are contiguous, as far as it is known; the last one of several."""
    best: tuple[float, int] | None = None
    for loop in range(len(nest.iterators)):
        score = 0.0
        for memory, map_ in zip(nest.operands, nest.maps, strict=True):
            along = _stride_along(memory, map_, loop)
            if along is not None:
                dim, stride = along
                last = dim == len(map_.results) - 1
                value = 1 if stride == 1 else -1 if stride != DYNAMIC else 0.5 if last else 0.25
                score += value * _WEIGHT ** len({used for place in map_.results for used in place.used_dims()})
        if best is None or score >= best[0]:
            best = score, loop
    return None if best is None else best[1]


def _unknown_strides(nest: Nest, loop: int) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    for index, (memory, map_) in enumerate(zip(nest.operands, nest.maps, strict=True)):
        along = _stride_along(memory, map_, loop)
        if along is not None and along[1] == DYNAMIC:
            found.append((index, along[0]))
    return found


class _Loops:
    """Emits the loops of a nest, outermost first."""

    def __init__(self, e: Emitter, nest: Nest, innermost: int | None) -> None:
        self._e = e
        self._nest = nest
        loops = [loop for loop in range(len(nest.iterators)) if loop != innermost]
        self._order = loops if innermost is None else [*loops, innermost]
        self._dims: list[Number] = [0] * len(nest.iterators)
        carried = len(self._order)
        while carried and nest.iterators[self._order[carried - 1]] == REDUCTION:
            carried -= 1
        self._first_carried = carried
        """The number of loops outside of those that carry results in registers."""

    def make(self) -> None:
        """Emit all loops."""
        self._extents = [self._extent(loop) for loop in range(len(self._nest.iterators))]
        copy = transposition(self._e, self._nest, self._extents)
        if copy is not None:
            lower_transposition(self._e, copy, self._extents)
            return
        self._level(0, None)

    def _extent(self, loop: int) -> Number:
        best: Number | None = None
        for memory, map_ in zip(self._nest.operands, self._nest.maps, strict=True):
            for dim, expression in enumerate(map_.results):
                if isinstance(expression, AffineDimExpr) and expression.position == loop:
                    known = shape_and_strides(memory)[0][dim]
                    if known != DYNAMIC:
                        return known
                    best = (memory, dim) if best is None else best  # pyright: ignore
        if best is None:
            raise ValueError(f"no operand says how often loop {loop} runs")
        return self._e.extent(*best)  # pyright: ignore

    def _level(self, depth: int, held: Sequence[SSAValue] | None) -> Sequence[SSAValue]:
        """The loop at a depth and everything inside; ``held`` are the elements of the outputs if they are carried."""
        reduces = self._first_carried < len(self._order)
        if reduces and depth == self._first_carried and held is None:
            start = [self._load(len(self._nest.inputs) + n) for n in range(len(self._nest.outputs))]
            self._store(self._reduced(depth, start))
            return ()
        if depth == len(self._order):
            return self._inside(held)
        loop = self._order[depth]

        def body(variable: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            self._dims[loop] = variable
            return self._level(depth + 1, None if held is None else carried)

        return self._e.loop(0, self._extents[loop], 1, held or [], body)

    def _reduced(self, depth: int, start: Sequence[SSAValue]) -> Sequence[SSAValue]:
        """The reduction of all elements, and of ``start``.

        It begins with the neutral element where that is known: vectors of it do not wait for ``start``, which may be
        the result of another reduction.
        """
        combiners = self._combiners(depth)
        if combiners is None:
            return self._level(depth, start)
        neutral = [self._e.insert(ConstantOp(constant(value.type, number))).result
                   for value, (_, number) in zip(start, combiners, strict=True)]  # fmt: skip
        results: list[SSAValue] = []
        found = self._level(depth, neutral)
        for before, value, (op, _) in zip(start, found, combiners, strict=True):
            made = type(op).create(operands=[before, value], result_types=[before.type], properties=op.properties)
            last = self._e.insert(made)
            if not self._nest.strict:
                _relax(last, accumulates=True)
            results.append(last.results[0])
        return results

    def _combiners(self, depth: int) -> list[tuple[Operation, float]] | None:
        """The operation that adds an element to each output, and its neutral element, if a reduction is long."""
        extents = [self._extents[loop] for loop in self._order[depth:]]
        if prod(extent if isinstance(extent, int) else _LONG for extent in extents) < _LONG:
            return None
        found = [_combiner(self._nest, n) for n in range(len(self._nest.outputs))]
        return None if None in found else cast("list[tuple[Operation, float]]", found)

    def _place(self, index: int) -> list[Number]:
        return [self._e.evaluate(expression, self._dims) for expression in self._nest.maps[index].results]

    def _indices(self) -> list[Number]:
        if self._nest.indices is None:
            return self._dims
        return [self._e.evaluate(expression, self._dims) for expression in self._nest.indices]

    def _load(self, index: int) -> SSAValue:
        operand = self._nest.operands[index]
        if not is_memref_type(operand.type):
            return operand
        return self._e.load(operand, self._place(index))

    def _store(self, values: Sequence[SSAValue]) -> None:
        for number, (value, memory) in enumerate(zip(values, self._nest.outputs, strict=True)):
            self._e.store(value, memory, self._place(len(self._nest.inputs) + number))

    def _inside(self, held: Sequence[SSAValue] | None) -> Sequence[SSAValue]:
        """One iteration: the body with its loads and stores."""
        nest = self._nest
        mapping: dict[SSAValue, SSAValue] = {}
        for index, argument in enumerate(nest.body.args):
            if held is not None and index >= len(nest.inputs):
                mapping[argument] = held[index - len(nest.inputs)]
            elif argument.first_use is not None:
                mapping[argument] = self._load(index)
        results = clone_body(self._e, nest, mapping, self._indices())
        if held is not None:
            return results
        self._store(results)
        return ()


def clone_body(e: Emitter, nest: Nest, mapping: dict[SSAValue, SSAValue], dims: Sequence[Number]) -> list[SSAValue]:
    """Clone the body; returns the new elements."""
    end = nest.body.last_op
    assert end is not None
    accumulating = _accumulating(nest)
    for op in nest.body.ops:
        if op is end:
            continue
        if isinstance(op, IndexOp):
            mapping[op.result] = e.index(dims[dimension_of(op)])
            continue
        new = e.insert(op.clone(mapping))
        if not nest.strict and not _is_shared_product(op, nest):
            for old, copy in zip(operations_in(op), operations_in(new), strict=True):
                _relax(copy, accumulates=old in accumulating)
        for inner in [nested for nested in operations_in(new) if isinstance(nested, IndexOp)]:
            inner.result.replace_all_uses_with(e.index(dims[dimension_of(inner)]))
            assert inner.parent is not None
            inner.parent.erase_op(inner)
    return [mapping.get(value, value) for value in end.operands]


def _is_shared_product(op: Operation, nest: Nest) -> bool:
    """Whether an operation is a product that several of an iteration's results may need.

    It is rounded once for all of them, as if it were stored first. Contracted with the additions, it would be computed
    again for each of them.
    """
    return len(nest.outputs) > 1 and isinstance(op, MulFOp) and not op.result.has_one_use()


def _accumulating(nest: Nest) -> set[Operation]:
    """The operations of a reduction that depend on what has been reduced before."""
    if REDUCTION not in nest.iterators:
        return set()
    found: set[Operation] = set()
    values = set[SSAValue](nest.body.args[len(nest.inputs) :])
    for op in nest.body.ops:
        inside = operations_in(op)
        for inner in inside:
            if not values.isdisjoint(inner.operands):
                found.add(inner)
                values.update(inner.results)
        if not found.isdisjoint(inside):
            values.update(op.results)
    return found


def _relax(op: Operation, *, accumulates: bool) -> None:
    """Permit to contract an operation, and to reassociate it if it accumulates a sum.

    Not so what is added: ``x + c - c`` rounds, and ``x - x`` is not 0 if ``x`` is infinite.
    """
    if isinstance(op, AddFOp | MulFOp | SubFOp):
        op.properties["fastmath"] = REASSOCIATE if accumulates else CONTRACT
    elif isinstance(op, MaxNumFOp | MinNumFOp) and accumulates:
        # LLVM's reductions of vectors leave the sign of zero open in any case.
        op.properties["fastmath"] = ANY_ZERO


def _combiner(nest: Nest, output: int) -> tuple[Operation, float] | None:
    """The operation whose only operand from outside of an iteration is an output's element, and its neutral element."""
    argument = nest.body.args[len(nest.inputs) + output]
    use, end = argument.get_unique_use(), nest.body.last_op
    assert end is not None
    if use is None or len(use.operation.operands) != 2 or use.operation.parent is not nest.body:
        return None
    op = use.operation
    if end.operands[output] is not op.results[0] or not op.results[0].has_one_use():
        return None
    if nest.strict and isinstance(op, AddFOp | MulFOp):
        return None
    number = neutral_number(type(op), op.results[0].type, exact=True)
    return None if number is None else (op, number)


def dimension_of(op: IndexOp) -> int:
    """The loop whose induction variable ``linalg.index`` returns."""
    from typing import Any, cast

    return cast("Any", op.dim).value.data
