"""``hopper-unroll-dots``: unroll loops with dots, and vectorise their loads from consecutive addresses."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import prod
from typing import ClassVar, cast

from xdsl.dialects.builtin import IntegerAttr, ModuleOp, TensorType, i32
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.analysis.launch_arguments import resident_ctas
from xtriton.analysis.requirements import Rule, consistent_ranks, tensors_with_layouts, without_partitions
from xtriton.dialects import tt
from xtriton.dialects.tt.memory import cache_hints
from xtriton.dialects.ttg.attributes import encoding_attr
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.ttg.memory import LocalAllocOp
from xtriton.dialects.ttg.verify import maybe_num_warps
from xtriton.dialects.ttng.wgmma import WarpGroupDotOp, WarpGroupDotWaitOp
from xtriton.dialects.upstream.arith import AddIOp, ConstantOp, ExtSIOp, MulIOp, SubIOp
from xtriton.dialects.upstream.arith.constant import constant_values
from xtriton.dialects.upstream.scf import ForOp, IfOp
from xtriton.ir.context import Context
from xtriton.ir.creation import is_block_argument, is_operation, is_result
from xtriton.ir.diagnostics import Diagnostic, Severity
from xtriton.ir.narrowing import int_value, is_float_type, is_tensor_type
from xtriton.ir.traits import element_type, shape_of_tensor
from xtriton.ir.walk import operations_in
from xtriton.layouts.distributed import Linear, Slice
from xtriton.layouts.encodings import to_linear_layout
from xtriton.layouts.inference import infer_reshape
from xtriton.layouts.linear_layout import LinearLayout
from xtriton.layouts.tile import BLOCK, LANE, REGISTER, WARP
from xtriton.passes.base import Pass, check_power_of_two, option
from xtriton.passes.hopper.dots import dots_in
from xtriton.passes.hopper.registers import only_sums, registers_of_warp_group
from xtriton.passes.hopper.warp_specialize.schedule import dots_of_next_iteration, registers_for_tiles
from xtriton.passes.remarks import counted
from xtriton.rewriting.loop_unrolling import unroll
from xtriton.rewriting.rewriter import Rewriter
from xtriton.rewriting.tensors import layout_of_tensor

_IN_A_ROW = "hopper.in_a_row"
"""Marks the loads whose address grows by one element from iteration to iteration, while their loop is unrolled."""
_VECTOR_BITS = 128
"""The widest vector that a thread loads."""


@dataclass(frozen=True)
class UnrollDots(Pass):
    """Unroll innermost loops with dots, and vectorise their loads from consecutive addresses.

    Loads of the iterations from consecutive addresses, such as one scale each of a row of scales, become one vector
    load. The factor is limited by the trip count, the registers, and what an iteration computes; an epilogue loop runs
    the remaining iterations if the trip count is not a multiple of the factor. Loops whose dots are computed one
    iteration ahead are not unrolled.

    before: ``scf.for %k = 0 to 16 step 1 { %s = tt.load (%p + %k); %d = dot ... }``
    after:  ``scf.for %k = 0 to 16 step 4 { %v = tt.load (%p + %k + [0, 1, 2, 3]); %d0 = dot ...; %d1 = dot ...; ... }``
    """

    name: ClassVar[str] = "hopper-unroll-dots"
    requires: ClassVar[tuple[Rule, ...]] = (without_partitions, tensors_with_layouts, consistent_ranks)
    factor: int = option(4, "the greatest unroll factor, a power of two")

    def __post_init__(self) -> None:
        check_power_of_two("factor", self.factor)

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        if self.factor == 1:
            return
        for loop in [op for op in operations_in(module) if isinstance(op, ForOp)]:
            trips = loop.trip_count
            innermost = not any(isinstance(op, ForOp) for op in operations_in(loop.body))
            most = self.factor if trips is None else min(self.factor, 1 << max(trips, 1).bit_length() - 1)
            # With two CTAs per SM a second temporary result does not fit into the registers. Dots that are computed one
            # iteration ahead overlap with special functions; unrolled, those of several iterations follow one another.
            fits = (resident_ctas(loop) == 1 or only_sums(loop)) and not dots_of_next_iteration(loop)
            factor = _factor(loop, most) if innermost and dots_in(loop) and fits else 1
            if factor > 1:
                vectors = _unroll(loop, factor)
                text = f"unrolled by {factor}" + (f", {counted(vectors, 'load')} vectorised" if vectors else "")
                ctx.diagnostics.emit(Diagnostic(Severity.REMARK, loop.location, text))


_MOST_COMPUTED = 1200 * 128
"""The most elements that an unrolled iteration may compute beside its dots: 1200 for each thread of a warp group.

Measured on an H200: FP8 matmuls with scaled sums compute 1040 in four iterations and gain 5 to 43 % by unrolling. With
2050 (sums of the rows and columns of both operands) a loop took 1.30 times as long as it does without unrolling, with
1030 in two iterations 0.96 times; with 2600 and 3900 (softmax, converted operands) loops took 1.16 and 1.20 times as
long. Each consumer warp group has code of its own, which the instruction caches have to hold."""

_WITHOUT_CODE = (
    *(ConstantOp, tt.MakeRangeOp, tt.SplatOp, tt.ExpandDimsOp, tt.BroadcastOp, tt.TransOp, IfOp),
    *(tt.LoadOp, tt.DescriptorLoadOp, tt.DotOp, WarpGroupDotOp, WarpGroupDotWaitOp),
)
"""Operations that compute no elements, but perhaps in their regions, or are counted apart."""


def _factor(loop: ForOp, most: int) -> int:
    """The unroll factor for which a warp group has registers for the loaded values of all iterations.

    Loaded values are counted twice: as loaded, and multiplied.
    """
    factor, registers, computed = most, registers_for_tiles(resident_ctas(loop)), _computed(loop)
    while factor > 1 and (registers_of_warp_group(loop, 2 * factor) > registers or factor * computed > _MOST_COMPUTED):
        factor //= 2
    return factor


def _computed(loop: ForOp) -> int:
    """The elements of tensors that operations of an iteration compute, reduce or store to shared memory."""
    return sum(_elements(op) for op in operations_in(loop.body) if not isinstance(op, _WITHOUT_CODE))


def _elements(op: Operation) -> int:
    if isinstance(op, LocalAllocOp) and op.src is not None:
        # What TMA has written to shared memory is not stored again.
        return 0 if isinstance(op.src.owner, tt.DescriptorLoadOp) else prod(shape_of_tensor(op.src))
    values = op.operands if isinstance(op, tt.ReduceOp) else op.results
    return sum(prod(_shape(value)) for value in values if is_tensor_type(value.type))


def _unroll(loop: ForOp, factor: int) -> int:
    """Unroll a loop. Returns how many of its loads were vectorised."""
    marked = [op for op in loop.body.ops if isinstance(op, tt.LoadOp) and _is_in_a_row(op, loop, factor)]
    for number, load in enumerate(marked):
        load.attributes[_IN_A_ROW] = IntegerAttr(number, i32)
    around = loop.parent
    assert around is not None
    # As in split-K, where the ranges of the last programs may begin behind the end of K.
    rest = unroll(loop, factor, may_end_below=True)
    if rest is not None:
        _take_marks(rest)
    # A loop with a single iteration has been replaced by its body; the copies are in order all the same.
    copies: dict[int, list[tt.LoadOp]] = {}
    for op in around.ops:
        for mark, loads in _take_marks(op).items():
            copies.setdefault(mark, []).extend(loads)
    for number in range(len(marked)):
        _load_vector(copies[number][:factor])
    return len(marked)


def _take_marks(around: Operation) -> dict[int, list[tt.LoadOp]]:
    """The marked loads in an operation by their mark, in order; the marks are removed."""
    found: dict[int, list[tt.LoadOp]] = {}
    for op in operations_in(around):
        mark = op.attributes.pop(_IN_A_ROW, None)
        if mark is not None:
            assert isinstance(op, tt.LoadOp) and isinstance(mark, IntegerAttr)
            found.setdefault(mark.value.data, []).append(op)
    return found


# ------------------------------------------------------------------------------------------------------------- which


def _is_in_a_row(load: tt.LoadOp, loop: ForOp, factor: int) -> bool:
    """Whether consecutive iterations load consecutive elements, unmasked, that fit into one vector."""
    step = constant_values(loop.step)
    element = element_type(load.result.type)
    if load.mask is not None or int_value(load.isVolatile) or not is_float_type(element) or step is None:
        return False
    if factor * element.bitwidth > _VECTOR_BITS or len(_shape(load.result)) > 1:
        return False
    return _growth(load.ptr, loop, {}) == 1 and step[0] == 1


def _shape(value: SSAValue) -> tuple[int, ...]:
    return shape_of_tensor(value) if isinstance(value.type, TensorType) else ()


def _growth(value: SSAValue, loop: ForOp, known: dict[SSAValue, int | None]) -> int | None:
    """By how many elements an integer or a pointer advances per step of the induction variable; ``None`` if unknown."""
    if value not in known:
        known[value] = _compute_growth(value, loop, known)
    return known[value]


def _compute_growth(value: SSAValue, loop: ForOp, known: dict[SSAValue, int | None]) -> int | None:
    if is_block_argument(value):
        if value is loop.induction_variable:
            return 1
        return None if value.block is loop.body else 0
    assert is_result(value)
    op = value.op
    if op.parent is not loop.body:
        return 0
    growths = [_growth(operand, loop, known) for operand in op.operands]
    if any(growth is None for growth in growths):
        return None
    numbers = [cast("int", growth) for growth in growths]
    match op:
        case AddIOp() | tt.AddPtrOp():
            return sum(numbers)
        case SubIOp():
            return numbers[0] - numbers[1]
        case MulIOp():
            factors = [constant_values(operand) for operand in op.operands]
            for growth, other in ((numbers[0], factors[1]), (numbers[1], factors[0])):
                if other is not None and len(set(other)) == 1:
                    return growth * other[0]
            return None if any(numbers) else 0
        case ExtSIOp() | tt.SplatOp() | tt.ExpandDimsOp() | tt.BroadcastOp() | ConvertLayoutOp():
            return numbers[0]
        case _:
            return None if any(numbers) else 0


# ----------------------------------------------------------------------------------------------------------- vectors


def _load_vector(loads: Sequence[tt.LoadOp]) -> None:
    """Replace ``loads``, which are consecutive for each row, with one load in place of the first."""
    first = loads[0]
    rewriter = Rewriter()
    rewriter.start_at(first)
    vector = _vector(first, len(loads), rewriter)
    values = [_as(part, first.result.type, rewriter) for part in _parts(vector, rewriter)]
    for load, value in zip(loads, values, strict=True):
        rewriter.replace(load, [value])


def _vector(first: tt.LoadOp, count: int, rewriter: Rewriter) -> SSAValue:
    """``count`` elements from the address of ``first`` on for each of its rows, in the thread that owns the row."""
    layout = Linear(_with_columns(first.result, count))
    rows = _shape(first.result)
    encoding = encoding_attr(layout)
    insert = rewriter.insert
    range_type = TensorType(i32, [count], encoding_attr(Slice(0, layout)) if rows else encoding)
    columns = insert(tt.MakeRangeOp(start=0, end=count, result=range_type)).result
    pointers = first.ptr
    shape = (*rows, count)
    if rows:
        row_type = TensorType(element_type(pointers.type), rows, encoding_attr(Slice(1, layout)))
        pointers = insert(ConvertLayoutOp(pointers, result=row_type)).result
        pointers = insert(tt.ExpandDimsOp(pointers, axis=1)).result
        columns = insert(tt.ExpandDimsOp(columns, axis=0)).result
        columns = insert(tt.BroadcastOp(columns, result=_tensor(i32, shape, encoding))).result
    pointer_type = _tensor(element_type(pointers.type), shape, encoding)
    spread = tt.BroadcastOp if rows else tt.SplatOp
    pointers = insert(spread(pointers, result=pointer_type)).result
    pointers = insert(tt.AddPtrOp(pointers, columns)).result
    load = tt.LoadOp(pointers, isVolatile=first.isVolatile)
    load.properties.update(cache_hints(first))
    return insert(load).result


def _tensor(element: Attribute, shape: Sequence[int], encoding: Attribute) -> TensorType[Attribute]:
    return TensorType(element, shape, encoding)


def _with_columns(rows: SSAValue, count: int) -> LinearLayout:
    """The layout of rows with ``count`` columns in the lowest register bits; of a scalar, one row in all threads."""
    columns = [1 << bit for bit in range(count.bit_length() - 1)]
    shape = _shape(rows)
    if shape:
        given = to_linear_layout(layout_of_tensor(rows), shape)
        bases = {name: tuple((*basis, 0) for basis in given.bases[name]) for name in given.in_dim_names}
        bases[REGISTER] = (*((0, column) for column in columns), *bases[REGISTER])
        return LinearLayout(bases, {"dim0": shape[0], "dim1": count})
    owner = rows.owner
    assert is_operation(owner)
    warps = (maybe_num_warps(owner) or 1).bit_length() - 1
    bases = {REGISTER: tuple((column,) for column in columns), LANE: ((0,),) * 5, WARP: ((0,),) * warps, BLOCK: ()}
    return LinearLayout(bases, {"dim0": count})


def _parts(vector: SSAValue, rewriter: Rewriter) -> list[SSAValue]:
    """The columns of a vector, in order, by splitting it recursively."""
    shape = _shape(vector)
    if shape[-1] == 1:
        return [vector]
    pairs = _reshaped(vector, (*shape[:-1], shape[-1] // 2, 2), rewriter)
    split = rewriter.insert(tt.SplitOp(pairs))
    halves = [_parts(half, rewriter) for half in split.results]
    return [part for both in zip(*halves, strict=True) for part in both]


def _reshaped(value: SSAValue, shape: tuple[int, ...], rewriter: Rewriter) -> SSAValue:
    layout = infer_reshape(layout_of_tensor(value), _shape(value), shape)
    type_ = _tensor(element_type(value.type), shape, encoding_attr(layout))
    return rewriter.insert(tt.ReshapeOp(value, result=type_)).result


def _as(part: SSAValue, type_: Attribute, rewriter: Rewriter) -> SSAValue:
    """A column in the type of the original load: a tensor of the rows, or a scalar."""
    if not is_tensor_type(type_):
        return rewriter.insert(tt.UnsplatOp(part)).result
    rows = _reshaped(part, tuple(type_.get_shape()), rewriter)
    return rewriter.insert(ConvertLayoutOp(rows, result=type_)).result
