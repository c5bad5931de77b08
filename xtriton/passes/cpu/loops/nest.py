"""Lowers a structured operation on memrefs to a loop nest.

The innermost loop is one along which most operands are contiguous, as LLVM's vectorizer requires. If it is a reduction,
the results are carried in registers; else they are loaded and stored.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from xdsl.ir import Operation, SSAValue
from xdsl.ir.affine import AffineDimExpr, AffineMap

from xtriton.dialects.upstream import memref
from xtriton.dialects.upstream.arith import (
    AddFOp,
    AndIOp,
    CmpIOp,
    CmpIPredicate,
    FastMathFlagsAttr,
    MaxNumFOp,
    MinNumFOp,
    MulFOp,
    SubFOp,
)
from xtriton.dialects.upstream.linalg import IndexOp
from xtriton.dialects.upstream.memref import strides_and_offset
from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.ir.narrowing import is_memref_type
from xtriton.ir.walk import operations_in
from xtriton.passes.cpu.loops.emit import Emitter, Number, shape_and_strides
from xtriton.passes.cpu.loops.structure import REDUCTION, Nest
from xtriton.passes.cpu.loops.transpose import lower_transposition, transposition

CONTRACT = FastMathFlagsAttr.of("contract")
REASSOCIATE = FastMathFlagsAttr.of("reassoc", "contract", "nsz")
_ANY_ZERO = FastMathFlagsAttr.of("nsz")


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
    """The (dimension, stride) of an operand along a loop; ``None`` if it does not depend on the loop."""
    if not is_memref_type(memory.type):
        return None
    strides = shape_and_strides(memory)[1]
    for dim, expression in enumerate(affine_map.results):
        if isinstance(expression, AffineDimExpr):
            if expression.position == loop:
                return dim, strides[dim]
        elif loop in expression.used_dims():
            return dim, 0
    return None


def _innermost(nest: Nest) -> int | None:
    best: tuple[float, int] | None = None
    for loop in range(len(nest.iterators)):
        score = 0.0
        for memory, map_ in zip(nest.operands, nest.maps, strict=True):
            along = _stride_along(memory, map_, loop)
            if along is not None:
                score += 1 if along[1] == 1 else 0.5 if along[1] == DYNAMIC else -1
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
            self._store(self._level(depth, start))
            return ()
        if depth == len(self._order):
            return self._inside(held)
        loop = self._order[depth]

        def body(variable: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            self._dims[loop] = variable
            return self._level(depth + 1, None if held is None else carried)

        return self._e.loop(0, self._extents[loop], 1, held or [], body)

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
    flags = CONTRACT if REDUCTION not in nest.iterators else REASSOCIATE
    end = nest.body.last_op
    assert end is not None
    for op in nest.body.ops:
        if op is end:
            continue
        if isinstance(op, IndexOp):
            mapping[op.result] = e.index(dims[dimension_of(op)])
            continue
        new = e.insert(op.clone(mapping))
        for inner in [nested for nested in operations_in(new) if isinstance(nested, IndexOp)]:
            inner.result.replace_all_uses_with(e.index(dims[dimension_of(inner)]))
            assert inner.parent is not None
            inner.parent.erase_op(inner)
        if not nest.strict:
            for inner in operations_in(new):
                if isinstance(inner, AddFOp | MulFOp | SubFOp):
                    inner.properties["fastmath"] = flags
                elif isinstance(inner, MaxNumFOp | MinNumFOp) and REDUCTION in nest.iterators:
                    # LLVM's reductions of vectors leave the sign of zero open in any case.
                    inner.properties["fastmath"] = _ANY_ZERO
    return [mapping.get(value, value) for value in end.operands]


def dimension_of(op: IndexOp) -> int:
    """The loop whose induction variable ``linalg.index`` returns."""
    from typing import Any, cast

    return cast("Any", op.dim).value.data
