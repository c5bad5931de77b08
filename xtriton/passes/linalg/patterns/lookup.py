"""Data-dependent indexing: gathers and histograms."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import IndexType, IntegerType, TensorType, i32
from xdsl.ir import SSAValue

from xtriton.dialects import tt
from xtriton.dialects.upstream import tensor
from xtriton.dialects.upstream.arith import (
    AddIOp,
    AndIOp,
    CmpIOp,
    ExtUIOp,
    IndexCastUIOp,
    MinUIOp,
    MulIOp,
    SelectOp,
    TruncIOp,
)
from xtriton.dialects.upstream.arith.attributes import CmpIPredicate
from xtriton.folds.elements import width_of
from xtriton.ir.narrowing import int_value
from xtriton.passes.linalg.patterns.builders import (
    Body,
    empty,
    filled,
    over_elements,
    scalar_constant,
    shape_of_value,
    tensor_type,
)
from xtriton.passes.linalg.patterns.loops import counted_loop
from xtriton.rewriting.mixed import index_constant
from xtriton.rewriting.pattern import pattern
from xtriton.rewriting.rewriter import Rewriter

_INDEX = IndexType()


@pattern(tt.GatherOp)
def gather(op: tt.GatherOp, rewriter: Rewriter) -> bool:
    """Each element is the source element at the given index along ``axis``.

    An out-of-bounds index yields the last element: the result is unspecified, but no other memory is read.
    """
    axis, shape = int_value(op.axis), shape_of_value(op.result)
    last, type_ = shape_of_value(op.src)[axis] - 1, tensor_type(op.indices).element_type
    limit = scalar_constant(type_, last, rewriter) if last < 1 << width_of(type_) else None
    init = empty(shape, tensor_type(op.result).element_type, rewriter)

    def fill(body: Body) -> Sequence[SSAValue]:
        inside = body.args[0] if limit is None else body.insert_value(MinUIOp(body.args[0], limit))
        place = body.insert_value(IndexCastUIOp(inside, _INDEX))
        indices = [place if dim == axis else body.index(dim) for dim in range(len(shape))]
        return [body.insert_value(tensor.ExtractOp(op.src, indices))]

    rewriter.replace(op, over_elements([op.indices], [init], len(shape), fill, rewriter).results)
    return True


_TABLES = 4
"""Tables of a histogram: processors wait for a bin to be stored before they can increment it again."""


@pattern(tt.HistogramOp)
def histogram(op: tt.HistogramOp, rewriter: Rewriter) -> bool:
    """A loop over the elements increments the bin of each element; those that do not count have a bin after the last.

    If there are many elements for each bin, adjacent elements are counted in tables of their own, which are then added.
    """
    (bins,) = shape_of_value(op.result)
    (extent,) = shape_of_value(op.src)
    element = tensor_type(op.result).element_type
    tables = _TABLES if extent % _TABLES == 0 and extent >= 2 * _TABLES * bins else 1
    places = _bins_of(op, bins, rewriter)
    one = scalar_constant(element, 1, rewriter)

    def count(number: SSAValue, table: SSAValue) -> SSAValue:
        place = rewriter.insert(tensor.ExtractOp(places, [number])).result
        index = rewriter.insert(IndexCastUIOp(place, _INDEX)).results[0]
        old = rewriter.insert(tensor.ExtractOp(table, [index])).result
        new = rewriter.insert(AddIOp(old, one)).result
        return rewriter.insert(tensor.InsertOp(new, table, [index])).result

    def step(number: SSAValue, values: Sequence[SSAValue]) -> list[SSAValue]:
        if tables == 1:
            return [count(number, values[0])]
        first = rewriter.insert(MulIOp(number, index_constant(tables, rewriter))).result
        numbers = [rewriter.insert(AddIOp(first, index_constant(index, rewriter))).result for index in range(tables)]
        return [count(each, table) for each, table in zip(numbers, values, strict=True)]

    zero = scalar_constant(element, 0, rewriter)
    zeros = [filled(zero, [bins + 1], rewriter) for _ in range(tables)]
    counts = counted_loop(0, extent // tables, zeros, step, rewriter)
    type_ = TensorType(element, [bins])
    parts = [rewriter.insert(tensor.ExtractSliceOp.of(table, [0], [bins], [1], type_)).result for table in counts]
    rewriter.replace(op, [_sum(parts, rewriter)])
    return True


def _bins_of(op: tt.HistogramOp, bins: int, rewriter: Rewriter) -> SSAValue:
    """The bin of each element; ``bins`` for those that are out of range or not enabled by the mask."""
    width = max(width_of(tensor_type(op.src).element_type), i32.width.data)
    wide = IntegerType(width)
    limit, nowhere = scalar_constant(wide, bins, rewriter), scalar_constant(i32, bins, rewriter)

    def fill(body: Body) -> Sequence[SSAValue]:
        value = body.args[0]
        if value.type != wide:
            value = body.insert_value(ExtUIOp(value, wide))
        counted = body.insert_value(CmpIOp(CmpIPredicate.ULT, value, limit))
        if op.mask is not None:
            counted = body.insert_value(AndIOp(counted, body.args[1]))
        if wide != i32:
            value = body.insert_value(TruncIOp(value, i32))
        return [body.insert_value(SelectOp(counted, value, nowhere))]

    init = empty(shape_of_value(op.src), i32, rewriter)
    inputs = [op.src] if op.mask is None else [op.src, op.mask]
    return over_elements(inputs, [init], 1, fill, rewriter).results[0]


def _sum(tables: Sequence[SSAValue], rewriter: Rewriter) -> SSAValue:
    """The sum of tables, element by element."""
    if len(tables) == 1:
        return tables[0]

    def add(body: Body) -> Sequence[SSAValue]:
        total = body.args[0]
        for number in body.args[1 : len(tables)]:
            total = body.insert_value(AddIOp(total, number))
        return [total]

    (bins,) = shape_of_value(tables[0])
    init = empty([bins], tensor_type(tables[0]).element_type, rewriter)
    return over_elements(tables, [init], 1, add, rewriter).results[0]


PATTERNS = [gather, histogram]
