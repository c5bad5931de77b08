"""``cpu-stream-stores``: large arrays are stored past the caches.

A store to a line that is not in a cache first reads the line from memory, and later evicts another one. Streaming
(non-temporal) stores of whole lines do not read them: a copy moves two thirds of the bytes. What is read again soon
should stay in a cache, however: arrays that fit in it are stored as usual.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar, cast

from xdsl.dialects.builtin import AnyFloat, IndexType, IntegerType, ModuleOp, UnitAttr, i32, i64
from xdsl.ir import Block, BlockArgument, Operation, Region, SSAValue
from xdsl.ir.affine import AffineDimExpr, AffineMap

from xtriton.analysis.requirements import Rule, countable_elements, without_layouts
from xtriton.dialects.tptr import FromMemrefOp, PtrToIntOp
from xtriton.dialects.upstream import linalg, memref
from xtriton.dialects.upstream.arith import (
    AddIOp,
    AndIOp,
    CmpIOp,
    CmpIPredicate,
    DivUIOp,
    IndexCastOp,
    MaxSIOp,
    MinSIOp,
    MulIOp,
    OrIOp,
    SelectOp,
    SubIOp,
)
from xtriton.dialects.upstream.func import CallOp, FuncOp
from xtriton.dialects.upstream.linalg.structured import PARALLEL, StructuredOp
from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.dialects.upstream.scf import ForOp, YieldOp
from xtriton.interfaces.effects import memory_read
from xtriton.ir.context import Context
from xtriton.ir.creation import is_block_argument
from xtriton.ir.narrowing import is_any_memref_type, is_memref_type
from xtriton.ir.shared_attributes import dense_array
from xtriton.ir.traits import element_type
from xtriton.ir.walk import ancestors, operations_in
from xtriton.passes.base import Pass, option
from xtriton.passes.cpu.bufferize.aliasing import reads_output
from xtriton.passes.cpu.bufferize.buffers import is_argument
from xtriton.passes.cpu.entry_point import GRID_ARGUMENTS
from xtriton.passes.cpu.iteration_parts import (
    arguments_behind,
    can_be_cut,
    dimension_along,
    extent_of,
    only_reads_inside,
    part_of,
)
from xtriton.passes.cpu.loops.emit import NONTEMPORAL
from xtriton.passes.cpu.parts import Number, Part
from xtriton.passes.cpu.quotient_runs.gathers import INSTRUCTIONS
from xtriton.passes.cpu.to_llvm.grid import LARGE_ARRAYS, STREAMS
from xtriton.passes.cpu.views import roots_of
from xtriton.rewriting.mixed import as_index, as_value, index_constant, known_number
from xtriton.rewriting.rewriter import Rewriter

_LINE = 64
"""Bytes of a cache line."""
_LEAST_ROW = 1024
"""Bytes of a row. Of shorter ones fewer lines are whole, and they take longer one by one than as a block."""
_LONG_ROW = 3584
"""The fewest bytes of a row that is streamed although it does not consist of whole lines. Shorter ones would take up to
1.7 times as long: the stores to the rest of a line wait for it to be read."""
_LEAST_COMPUTED = 4
"""Bytes of elements that are computed. Narrower ones are computed in f32 or i32 and stored in parts of a vector, which
are not forwarded to a load of the whole; LLVM also drops the hint from stores of rounded vectors."""
_BITS = (8, 16, 32, 64)

_ATOMICS = (memref.AtomicRMWOp, memref.GenericAtomicRMWOp)


@dataclass(frozen=True)
class CpuStreamStores(Pass):
    """Store whole cache lines by non-temporal stores if what the grid reads and stores exceeds the last-level cache.

    before: ``linalg.generic ins(%x) outs(%memory)``
    after:  ``scf.for %end = 0 to 2 { linalg.generic ins(%x_end) outs(%memory_end) }``,
    ``scf.for %at { linalg.generic ins(%x_part) outs(%buffer), memref.copy %buffer, %line {nontemporal} }``

    For elementwise operations on contiguous rows of arrays that the kernel does not read, if what the grid stores and
    reads, which is about as much, exceeds the cache. What is in front of the first whole line of a row, and after the
    last one, is stored as usual, as are short rows that do not consist of whole lines. Not in kernels with atomic
    operations or calls: a program may tell others by them that it has stored something.

    With ``later`` a kernel only gets the attribute ``cpu.large_arrays``, which names the arguments whose arrays would
    be stored past the caches: LLVM takes up to twice as long to compile both kinds of stores.
    """

    name: ClassVar[str] = "cpu-stream-stores"
    requires: ClassVar[tuple[Rule, ...]] = (without_layouts, countable_elements)
    cache_bytes: int = option(0, "the size of the last-level cache in bytes; 0: all arrays fit in it")
    noalias: bool = option(True, "arrays that are written do not overlap other arrays")
    later: bool = option(False, "only name the arguments that would be streamed if they are large")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        if self.cache_bytes <= 0 or not self.noalias:
            return
        if any(isinstance(op, (*_ATOMICS, CallOp)) for op in operations_in(module)):
            return
        for function in module.body.block.ops:
            if not isinstance(function, FuncOp) or not _is_in_grid(function):
                continue
            arrays = {argument for argument in function.body.blocks[0].args if is_any_memref_type(argument.type)}
            unread = _not_read(arrays, function)
            stores = [found for op in operations_in(function) if (found := _store_of(op, unread)) is not None]
            least_bytes = self.cache_bytes if len(unread) == len(arrays) else -(-self.cache_bytes // 2)
            if stores and self.later:
                streamed = {argument.index for store in stores for argument in _streamed_arguments(store)}
                function.attributes[LARGE_ARRAYS] = dense_array(i64, [least_bytes, *sorted(streamed)])
                continue
            for store in stores:
                _rewrite(store, function, least_bytes)
            if stores:
                function.attributes[STREAMS] = UnitAttr()


def _is_in_grid(function: FuncOp) -> bool:
    inputs = function.type.inputs.data
    return (
        not function.is_declaration
        and len(inputs) > GRID_ARGUMENTS
        and all(input_ == i32 for input_ in inputs[-GRID_ARGUMENTS:])
    )


def _not_read(arrays: Iterable[SSAValue], function: FuncOp) -> set[SSAValue]:
    """The arguments whose memory the function does not read."""
    unread = set(arrays)
    for op in operations_in(function.body):
        for memory in memory_read(op):
            if memory is None:
                return set()
            unread -= roots_of(memory)
    return unread


@dataclass(frozen=True)
class _Store:
    """An operation that computes all elements of ``memory``, contiguous rows of at most ``shape`` elements.

    ``outputs`` are the indices of the outputs that are streamed: ``memory``, and others with elements of its size.
    """

    op: Operation
    memory: SSAValue
    shape: Sequence[int]
    outputs: Sequence[int]

    @property
    def element_bytes(self) -> int:
        """The bytes of an element."""
        return _element_bytes(self.memory)


def _element_bytes(memory: SSAValue) -> int:
    return cast("IntegerType | AnyFloat", element_type(memory.type)).bitwidth // 8


def _store_of(op: Operation, unread: set[SSAValue]) -> _Store | None:
    match op:
        case memref.CopyOp():
            outs: Sequence[SSAValue] = [op.target]
        case linalg.GenericOp() | linalg.FillOp():
            outs = op.outs
        case _:
            return None
    outputs = [number for number, memory in enumerate(outs) if _may_be_streamed(memory, op, unread)]
    if not outputs or not (_is_elementwise(op) if isinstance(op, StructuredOp) else _copies_rows(op)):
        return None
    memory = outs[outputs[0]]
    same = [number for number in outputs if _element_bytes(outs[number]) == _element_bytes(memory)]
    return _Store(op, memory, cast("Part", Part.of(memory)).shape, same)


def _may_be_streamed(memory: SSAValue, op: Operation, unread: set[SSAValue]) -> bool:
    if not is_memref_type(memory.type) or not _is_streamed(memory.type):
        return False
    roots = roots_of(memory)
    part = Part.of(memory)
    if part is None or len(roots) != 1 or not roots <= unread or not all(map(is_argument, roots)):
        return False
    size = _element_bytes(memory)
    if size < _LEAST_COMPUTED and isinstance(op, linalg.GenericOp) and not _forwards(op):
        return False
    return part.shape[-1] * size >= _LEAST_ROW


def _forwards(op: linalg.GenericOp) -> bool:
    """Whether a body computes nothing."""
    return op.body.first_op is op.body.last_op


def _is_streamed(type_: memref.MemRef) -> bool:
    """Whether memory has contiguous rows of numbers of whole bytes."""
    element = type_.element_type
    is_whole = isinstance(element, IntegerType | AnyFloat) and element.bitwidth in _BITS
    return is_whole and _has_contiguous_rows(type_)


def _has_contiguous_rows(type_: memref.MemRef) -> bool:
    """Whether the stride of the last dimension is 1, or unknown: then it is tested when the kernel runs."""
    known = memref.strides_and_offset(type_)
    return known is not None and known[0][-1:] in ([1], [DYNAMIC])


def _copies_rows(op: Operation) -> bool:
    """Whether a copy reads contiguous rows."""
    source = cast("memref.CopyOp", op).source
    return is_memref_type(source.type) and _has_contiguous_rows(source.type)


def _is_elementwise(op: StructuredOp) -> bool:
    """Whether each iteration computes one element of each output from the inputs, and can be executed alone."""
    if any(iterator != PARALLEL for iterator in op.iterators) or not only_reads_inside(op):
        return False
    if _is_bound_by_computing(op):
        return False
    if any(reads_output(op, number) for number in range(len(op.outs))) or len(set(op.maps[len(op.ins) :])) > 1:
        return False
    places = op.maps[len(op.ins)].results
    loops = [place.position for place in places if isinstance(place, AffineDimExpr)]
    if sorted(loops) != list(range(op.loops)) or not is_memref_type(op.outs[0].type):
        return False
    shape = op.outs[0].type.get_shape()
    if not all(can_be_cut(op, loop, extent) for loop, extent in zip(loops, shape, strict=True)):
        return False
    return all(_is_read_in_order(operand, map_, loops[-1]) for operand, map_ in zip(op.ins, op.maps, strict=False))


def _is_bound_by_computing(op: StructuredOp) -> bool:
    """Whether functions take longer than memory does.

    The vectors of a line are computed one after the other, and their operations wait for each other: that takes up to
    twice as long as a loop over more elements. Fewer exponentials than arrays that are read take no longer than memory.
    """
    names = [inner.name for inner in operations_in(op.body) if inner.name.startswith("math.")]
    functions = [name for name in names if name not in INSTRUCTIONS]
    if not functions:
        return False
    arrays = [operand for operand in op.ins if is_memref_type(operand.type)]
    return len(functions) >= len(arrays) or any(name not in _SHORT_FUNCTIONS for name in functions)


_SHORT_FUNCTIONS = ("math.exp", "math.exp2")


def _is_read_in_order(memory: SSAValue, map_: AffineMap, loop: int) -> bool:
    """Whether an operand may be contiguous along a loop, or does not depend on it; others are transposed in blocks."""
    dim = dimension_along(map_, loop)
    if dim is None:
        return True
    known = memref.strides_and_offset(cast("memref.MemRef", memory.type))
    if known is None:
        return False
    return known[0][dim] == 1 or (known[0][dim] == DYNAMIC and dim == len(known[0]) - 1)


def _streamed_arguments(store: _Store) -> Iterator[BlockArgument]:
    """The arguments of the function whose memory is streamed."""
    memories = store.op.outs if isinstance(store.op, StructuredOp) else [store.memory]
    for number in store.outputs:
        yield from (root for root in roots_of(memories[number]) if is_block_argument(root))


def _rewrite(store: _Store, function: FuncOp, least_bytes: int) -> None:
    rewriter = Rewriter()
    count = _stores_in_grid(store, function, rewriter)
    rewriter.before(store.op)
    template = _as_generic(store.op, rewriter)
    _store_rows(template, store, 0, count, -(-least_bytes // store.element_bytes), rewriter)
    for op in dict.fromkeys((template, store.op)):
        rewriter.erase(op)


def _stores_in_grid(store: _Store, function: FuncOp, rewriter: Rewriter) -> SSAValue:
    """How often all programs together execute the store, as far as the trip counts of loops are known before them.

    Loops that store to the same memory in each iteration do not count.
    """
    entry = function.body.blocks[0]
    outermost = [op for op in ancestors(store.op, inclusive=True) if op is not function and op.parent_op() is function]
    rewriter.before(outermost[-1])  # in any block of the function: it may return early
    count: SSAValue | None = None
    for extent in entry.args[-GRID_ARGUMENTS:][:3]:
        wide = rewriter.insert(IndexCastOp(extent, IndexType())).out
        count = wide if count is None else rewriter.insert(MulIOp(count, wide)).result
    assert count is not None
    places = arguments_behind(store.memory)
    for loop in ancestors(store.op):
        if isinstance(loop, ForOp) and not places.isdisjoint(loop.body.args):
            trips = _trip_count(loop, entry, rewriter)
            count = count if trips is None else rewriter.insert(MulIOp(count, trips)).result
    return count


def _trip_count(loop: ForOp, entry: Block, rewriter: Rewriter) -> SSAValue | None:
    """How often a loop runs, if its bounds are known in the entry block of the function."""
    step = known_number(loop.step)
    bounds = [_in_entry(bound, entry) for bound in (loop.upperBound, loop.lowerBound)]
    if step is None or step <= 0 or None in bounds:
        return None
    upper, lower = (as_index(bound, rewriter) for bound in bounds if bound is not None)
    zero, by, less = (index_constant(number, rewriter) for number in (0, step, step - 1))
    distance = rewriter.insert(MaxSIOp(rewriter.insert(SubIOp(upper, lower)).result, zero)).result
    return rewriter.insert(DivUIOp(rewriter.insert(AddIOp(distance, less)).result, by)).result


def _in_entry(bound: SSAValue, entry: Block) -> Number | None:
    """A bound that is a constant or a value of the entry block."""
    number = known_number(bound)
    if number is not None:
        return number
    around = bound.block if is_block_argument(bound) else cast("Operation", bound.owner).parent
    return bound if around is entry else None


def _as_generic(op: Operation, rewriter: Rewriter) -> StructuredOp:
    """The operation, or for a copy one that forwards each element."""
    if isinstance(op, StructuredOp):
        return op
    assert isinstance(op, memref.CopyOp)
    type_ = cast("memref.MemRef", op.target.type)
    rank = type_.get_num_dims()
    body = Block(arg_types=[type_.element_type] * 2)
    body.add_op(linalg.YieldOp([body.args[0]]))
    maps, iterators = [AffineMap.identity(rank)] * 2, [PARALLEL] * rank
    return rewriter.insert(
        linalg.GenericOp([op.source], [op.target], indexing_maps=maps, iterator_types=iterators, region=Region(body))
    )


def _store_rows(
    template: StructuredOp, store: _Store, dim: int, count: SSAValue, least: int, rewriter: Rewriter
) -> None:
    """Insert loops over all dimensions from ``dim`` on but the last, and inside the stores of a row.

    ``count`` rows of the same length are stored by the grid; they bypass the cache if they have ``least`` elements.
    """
    memory = template.outs[store.outputs[0]]
    loop = cast("AffineDimExpr", template.maps[len(template.ins)].results[dim]).position
    if dim == len(store.shape) - 1:
        _store_row(template, loop, store, count, least, rewriter)
        return
    extent = extent_of(memory, dim, rewriter)
    if extent == 1:
        _store_rows(template, store, dim + 1, count, least, rewriter)
        return
    beyond = as_value(extent, rewriter)
    count = rewriter.insert(MulIOp(count, beyond)).result
    zero, one = index_constant(0, rewriter), index_constant(1, rewriter)
    rows = rewriter.insert(ForOp(zero, beyond, one))
    rewriter.at_end(rows.body)
    row = part_of(template, loop, rows.induction_variable, 1, rewriter)
    _store_rows(row, store, dim + 1, count, least, rewriter)
    rewriter.at_end(rows.body)
    rewriter.erase(row)
    rewriter.insert(YieldOp())
    rewriter.after(rows)


def _store_row(
    template: StructuredOp, loop: int, store: _Store, count: SSAValue, least: int, rewriter: Rewriter
) -> None:
    """Insert the stores of a row: ordinary ones before and after its whole lines, streaming ones of the lines.

    If the result is too small to be streamed, there are no lines, and ordinary stores write the whole row. Those before
    and after the lines are two iterations of one loop: two copies of the operation would take LLVM twice as long.
    """
    memories, lanes = [template.outs[number] for number in store.outputs], _LINE // store.element_bytes
    memory = memories[0]
    dim = len(store.shape) - 1
    extent = as_value(extent_of(memory, dim, rewriter), rewriter)
    zero, one, two, line = (index_constant(number, rewriter) for number in (0, 1, 2, lanes))
    start_of_lines = _first_line(memory, extent, store.element_bytes, rewriter)
    large = _is_large(extent, start_of_lines, count, least, store, rewriter)
    for other in memories[1:]:
        start = _first_line(other, extent, store.element_bytes, rewriter)
        is_same = rewriter.insert(CmpIOp(CmpIPredicate.EQ, start, start_of_lines)).result
        large = rewriter.insert(AndIOp(large, is_same)).result
    rows = _with_unit_strides(template, loop, rewriter)
    for stride, _ in rows.values():
        is_one = rewriter.insert(CmpIOp(CmpIPredicate.EQ, stride, one)).result
        large = rewriter.insert(AndIOp(large, is_one)).result
    first = rewriter.insert(SelectOp(large, start_of_lines, extent)).result
    after_first = rewriter.insert(SubIOp(extent, first)).result
    whole = rewriter.insert(AndIOp(after_first, index_constant(-lanes, rewriter))).result
    last = rewriter.insert(AddIOp(first, whole)).result
    after_last = rewriter.insert(SubIOp(extent, last)).result
    ends = rewriter.insert(ForOp(zero, two, one))
    rewriter.at_end(ends.body)
    is_first = rewriter.insert(CmpIOp(CmpIPredicate.EQ, ends.induction_variable, zero)).result
    start = rewriter.insert(SelectOp(is_first, zero, last)).result
    size = rewriter.insert(SelectOp(is_first, first, after_last)).result
    part_of(template, loop, start, size, rewriter)
    rewriter.insert(YieldOp())
    rewriter.after(ends)
    shape = [1] * dim + [lanes]
    types = [memref.row_major_type(element_type(memory.type), shape) for memory in memories]
    buffers = [rewriter.insert(memref.AllocOp([], memref=type_)).memref for type_ in types]
    lines = rewriter.insert(ForOp(first, last, line))
    rewriter.at_end(lines.body)
    contiguous = {index: row for index, (_, row) in rows.items()}
    new = part_of(template, loop, lines.induction_variable, lanes, rewriter, contiguous)
    for number, buffer in zip(store.outputs, buffers, strict=True):
        target = new.outs[number]
        new.operands[len(new.ins) + number] = buffer
        rewriter.insert(memref.CopyOp(buffer, target)).attributes[NONTEMPORAL] = UnitAttr()
    rewriter.insert(YieldOp())
    rewriter.after(lines)


def _with_unit_strides(op: StructuredOp, loop: int, rewriter: Rewriter) -> dict[int, tuple[SSAValue, SSAValue]]:
    """The operands whose stride along a loop is not known: that stride, and the operand as if the stride were 1."""
    found: dict[int, tuple[SSAValue, SSAValue]] = {}
    views: dict[SSAValue, tuple[SSAValue, SSAValue]] = {}
    for index, (memory, map_) in enumerate(zip(op.operands, op.maps, strict=True)):
        dim = dimension_along(map_, loop)
        if dim is None:
            continue
        type_ = cast("memref.MemRef", memory.type)
        strides, offset = cast("tuple[Sequence[int], int]", memref.strides_and_offset(type_))
        if strides[dim] != DYNAMIC:
            continue
        if memory not in views:
            shape = type_.get_shape()
            ones = [1 if axis == dim else stride for axis, stride in enumerate(strides)]
            unit = memref.strided_type(type_.element_type, shape, ones, offset, type_.memory_space)
            stride = rewriter.insert(memref.ExtractStridedMetadataOp(memory)).results[2 + len(shape) + dim]
            views[memory] = stride, rewriter.insert(memref.CastOp(memory, unit)).results[0]
        found[index] = views[memory]
    return found


def _is_large(
    extent: SSAValue, start_of_lines: SSAValue, count: SSAValue, least: int, store: _Store, rewriter: Rewriter
) -> SSAValue:
    """Whether ``count`` rows are large, and each of them is long or consists of whole lines."""
    total = rewriter.insert(MulIOp(count, extent)).result
    enough = rewriter.insert(CmpIOp(CmpIPredicate.SGE, total, index_constant(least, rewriter))).result
    long = index_constant(_LONG_ROW // store.element_bytes, rewriter)
    is_long = rewriter.insert(CmpIOp(CmpIPredicate.SGE, extent, long)).result
    rest = rewriter.insert(AndIOp(extent, index_constant(_LINE // store.element_bytes - 1, rewriter))).result
    parts = rewriter.insert(OrIOp(rest, start_of_lines)).result
    is_whole = rewriter.insert(CmpIOp(CmpIPredicate.EQ, parts, index_constant(0, rewriter))).result
    return rewriter.insert(AndIOp(enough, rewriter.insert(OrIOp(is_long, is_whole)).result)).result


def _first_line(memory: SSAValue, extent: SSAValue, element_bytes: int, rewriter: Rewriter) -> SSAValue:
    """The number of elements before the first whole line; all of them if no element is at the start of a line."""
    pointer = rewriter.insert(FromMemrefOp(memory)).result
    address = rewriter.insert(PtrToIntOp(pointer, IndexType())).res
    zero, offset = index_constant(0, rewriter), index_constant(_LINE - 1, rewriter)
    gap = rewriter.insert(AndIOp(rewriter.insert(SubIOp(zero, address)).result, offset)).result
    first = rewriter.insert(DivUIOp(gap, index_constant(element_bytes, rewriter))).result
    within = rewriter.insert(AndIOp(address, index_constant(element_bytes - 1, rewriter))).result
    at_element = rewriter.insert(CmpIOp(CmpIPredicate.EQ, within, zero)).result
    limited = rewriter.insert(MinSIOp(first, extent)).result
    return rewriter.insert(SelectOp(at_element, limited, extent)).result
