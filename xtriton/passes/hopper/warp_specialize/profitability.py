"""Loops that are slower with a producer warp: those that wait for something else than for dots.

A consumer warp group computes special functions and arithmetic of a tile while its next dot cannot start. With several
CTAs on an SM the dots of one overlap with the arithmetic of another: without warp specialisation there are as many as
fit, with it one, or two if their tiles fit into half of the registers (``hopper-occupancy``). Triton's
pipeliner also loads the operands of dots ahead that the threads themselves load through pointers; a consumer would
wait for each of these loads.

Throughputs are those of compute capability 9.0: 16 special functions and 128 operations of 32 bits per cycle and SM
(CUDA C++ Programming Guide, "Arithmetic Instructions"), and 4096 floating-point operations of dense wgmma on 16-bit
elements (from the peak rate of an H100 SXM: 989 TFLOP/s on 132 SMs at 1.83 GHz).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import prod

from xdsl.ir import Operation, SSAValue

from xtriton.dialects import tt
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.ttg.memory import LocalAllocOp
from xtriton.dialects.ttg.types import bit_width
from xtriton.dialects.ttng.wgmma import WarpGroupDotOp
from xtriton.dialects.upstream import math
from xtriton.dialects.upstream.arith import ConstantOp, DivFOp
from xtriton.dialects.upstream.scf import ForOp, IfOp
from xtriton.folds.elements import integer_of
from xtriton.folds.folding import constant_of
from xtriton.interfaces.region_branch import incoming_values
from xtriton.ir.traits import element_type, shape_of, shape_of_tensor
from xtriton.ir.walk import operations_in, reached
from xtriton.passes.hopper.dots import dots_in, users_in_block
from xtriton.passes.hopper.unsupported import Unsupported
from xtriton.passes.hopper.warp_specialize.channels import memory_of
from xtriton.passes.hopper.warp_specialize.schedule import dots_of_next_iteration

SPECIAL_FUNCTIONS_PER_CYCLE = 16
ARITHMETIC_PER_CYCLE = 128
"""Operations on elements of 32 bits, conversions counted like the others."""
DOT_OPERATIONS_PER_CYCLE = 4096
"""On elements of 16 bits; in inverse proportion to the width of other elements."""

SPECIAL_FUNCTIONS = (
    math.CosOp,
    math.ErfOp,
    math.Exp2Op,
    math.ExpOp,
    math.Log2Op,
    math.LogOp,
    math.RsqrtOp,
    math.SinOp,
    math.SqrtOp,
    math.TanhOp,
    tt.PreciseSqrtOp,
    DivFOp,
)


_SHARE_IN_SEVERAL_LOOPS = 0.4
"""The share of special functions from which on several loops of dots are slower, unless ``hopper-pipeline-dots`` has
let the special functions of an iteration overlap with the dots of the next one.

Measured on an H200 with attention of head dimension 128, whose share is 0.5: with two loops (causal) 477 instead of 494
TFLOP/s, with one 544 instead of 526; with dots computed one iteration ahead 536 and 585."""


_ARITHMETIC_PER_DOTS = 2
"""How many times as long as dots arithmetic may take.

Measured on an H200: the search for the nearest of many centers, 3.3 times as long, took 1.42 times as long with warp
specialisation. FP8 matmuls, whose scaled sums take up to as long as their dots, gain: they overlap with later dots."""


def check_profitable(func: tt.FuncOp, ctas: int = 1, consumers: int = 1) -> None:
    """Raise :class:`Unsupported` for innermost loops in which something else than dots takes the time.

    ``ctas`` are resident on an SM (``hopper-occupancy``), each with ``consumers`` warp groups that compute. Special
    functions may take as long as the dots if two are, or if ``hopper-pipeline-dots`` has let them overlap (measured
    on an H200: two layers of a perceptron 0.094 ms, without warp specialisation 0.124 ms), otherwise less;
    arithmetic may take twice as long. Where a tile has several loops, each waits for special functions again before
    its first dot and after its last one, which the dots of another CTA hide.
    """
    loops = [cycles for cycles in map(Cycles.of, innermost_loops(func)) if cycles.dots]
    count = sum(not _is_remainder(cycles.loop, [other.loop for other in loops]) for cycles in loops)
    for cycles in loops:
        load = _load_of_operands(cycles.loop)
        if load is not None:
            raise Unsupported(
                load, "is loaded for an operand of a dot, for which consumers would wait in each iteration"
            )
        converted = _converted_scale(cycles.loop)
        if (
            converted is not None
            and not _hides_conversion(cycles.loop, consumers)
            and not _has_better_version(cycles.loop)
        ):
            raise Unsupported(converted, "synchronises a warp group in each iteration, for scales of columns")
        copied = next((op for op in cycles.loop.body.ops if _is_copied_tile(op, cycles.loop)), None)
        if copied is not None:
            raise Unsupported(copied, "copies a loaded tile through registers in each iteration")
        gradient = _dot_of_several_results(cycles.loop)
        if gradient is not None:
            raise Unsupported(gradient, "has an operand that is computed from the results of several dots in the loop")
        narrow = next((op for op in cycles.loop.body.ops if _reads_too_much(op)), None)
        if narrow is not None:
            raise Unsupported(narrow, "reads its operands from shared memory for as long as it computes")
        if cycles.arithmetic >= _ARITHMETIC_PER_DOTS * cycles.dots:
            reason = f"computes for {cycles.arithmetic:.0f} cycles per iteration and dots for {cycles.dots:.0f}"
            raise Unsupported(cycles.loop, f"{reason}: several CTAs per SM overlap them better")
        if ctas > 1:
            continue
        overlap = bool(dots_of_next_iteration(cycles.loop))
        if cycles.are_special and not (overlap and cycles.special <= cycles.dots):
            raise Unsupported(cycles.loop, f"{cycles}: several CTAs per SM overlap them better")
        if count > 1 and not overlap and cycles.special >= _SHARE_IN_SEVERAL_LOOPS * cycles.dots:
            reason = f"{cycles}, in one of {count} loops"
            raise Unsupported(cycles.loop, f"{reason}: several CTAs per SM overlap them better")


def _reads_too_much(op: Operation) -> bool:
    """Whether a dot of elements of 32 bits has 64 columns or fewer.

    wgmma reads 64 x 8 elements of A and 8 x 64 of B in 32 cycles, 128 bytes in each, all that shared memory delivers.
    Measured on an H200 with tiles of 128 x 64 of TF32: 1.07 and 1.09 of Triton's time, in another kernel 0.98. The dots
    of narrower elements are computed transposed instead (``hopper-swap-operands``).
    """
    if not isinstance(op, WarpGroupDotOp):
        return False
    result = shape_of(op.d.type)
    return result is not None and result[-1] <= 64 and bit_width(element_type(op.a.type)) == 32


def _converted_scale(loop: ForOp) -> ConvertLayoutOp | None:
    """A conversion, through shared memory, of a vector that is combined with results of dots.

    Measured on an H200 with FP8 and a scale for each column and step, which is loaded where it is needed: tiles of
    128 x 128 0.67 of Triton's time, of 64 x 128 1.09 and of 128 x 64 0.99 to 1.18.
    """
    results = {op for dot in dots_in(loop) for op in users_in_block(dot)}
    for op in loop.body.ops:
        if not isinstance(op, ConvertLayoutOp) or len(shape_of_tensor(op.result)) > 1:
            continue
        if op not in results and not users_in_block(op).isdisjoint(results):
            return op
    return None


def _hides_conversion(loop: ForOp, consumers: int) -> bool:
    """Whether a warp group has several dots in an iteration, or each of two has one of 128 columns or more.

    Measured with two dots of 64 x 64 in one warp group: 0.62 of Triton's time.
    """
    columns = [shape_of_tensor(dot.results[0])[-1] for dot in dots_in(loop)]
    return len(columns) > consumers or (consumers > 1 and min(columns) >= _COLUMNS)


_COLUMNS = 128


def _has_better_version(loop: ForOp) -> bool:
    """Whether the other branch of an ``scf.if`` has a version of the loop without conversions of scales."""
    branch = loop.parent_op()
    if not isinstance(branch, IfOp):
        return False
    others = [op for op in operations_in(branch) if isinstance(op, ForOp) and op.parent is not loop.parent]
    return any(dots_in(other) and _converted_scale(other) is None for other in others)


def _is_copied_tile(op: Operation, loop: ForOp) -> bool:
    """Whether an operand of a dot is a tile that each consumer loads from a ring and stores to shared memory again.

    wgmma reads FP8 and integers along K only. Measured on an H200 with row-major B in FP8, tiles of 64 x 128 with steps
    of 64: 1.09 of Triton's time, several of whose CTAs fit on an SM. So do conversions: with weights of 8 bits that are
    converted to bf16 1.19 to 1.25 (also with each tile converted by one consumer, as they take turns), with keys and
    values in e4m3 1.03.
    """
    if not isinstance(op, LocalAllocOp) or op.src is None or op in _memory_of_tile(op.src):
        return False

    def sources(value: SSAValue) -> Iterable[SSAValue]:
        source = value.owner
        if not isinstance(source, Operation) or source.parent is not loop.body:
            return ()
        return () if isinstance(source, WarpGroupDotOp | tt.DescriptorLoadOp | tt.ReduceOp) else source.operands

    return any(isinstance(value.owner, tt.DescriptorLoadOp) for value in reached([op.src], sources))


def _memory_of_tile(value: SSAValue) -> Sequence[LocalAllocOp]:
    return memory_of(value.owner) if isinstance(value.owner, tt.DescriptorLoadOp) else ()


def _load_of_operands(loop: ForOp) -> tt.LoadOp | None:
    """A load of a tensor through pointers, in a loop, on which an operand of a dot in the loop depends.

    Tiles that descriptors load arrive in rings, ahead of their dots; what their offsets depend on does, too.
    """
    body = loop.body
    pending = [operand for op in body.ops if isinstance(op, WarpGroupDotOp) for operand in (op.a, op.b)]
    seen: set[SSAValue] = set()
    while pending:
        value = pending.pop()
        op = value.owner
        if value in seen or not isinstance(op, Operation) or op.parent is not body:
            continue
        seen.add(value)
        if isinstance(op, tt.LoadOp) and shape_of(op.result.type):
            return op
        if not isinstance(op, tt.DescriptorLoadOp):
            pending.extend(op.operands)
    return None


def _dot_of_several_results(loop: ForOp) -> WarpGroupDotOp | None:
    """A dot in a loop with an operand whose elements are computed from the results of several other dots in the loop.

    So are the gradients of attention. A consumer waits for all of these dots, also if they are computed one iteration
    ahead; Triton's CTAs overlap. Measured on an H200 with heads of 64: the gradient of the queries took 1.14 of
    Triton's time.
    """
    body = loop.body

    def sources(value: SSAValue) -> Iterable[SSAValue]:
        op = value.owner
        if op is body:
            return incoming_values(value) or ()
        if not isinstance(op, Operation) or op.parent is not body:
            return ()
        return () if isinstance(op, WarpGroupDotOp | tt.DescriptorLoadOp | tt.ReduceOp) else op.operands

    for dot in body.ops:
        if isinstance(dot, WarpGroupDotOp):
            for operand in (dot.a, dot.b):
                found = {it.owner for it in reached([operand], sources) if isinstance(it.owner, WarpGroupDotOp)}
                if sum(op.parent is body for op in found) > 1:
                    return dot
    return None


def innermost_loops(func: tt.FuncOp) -> list[ForOp]:
    """The loops of a function without loops in their bodies."""
    loops = [op for op in operations_in(func) if isinstance(op, ForOp)]
    return [loop for loop in loops if not any(isinstance(op, ForOp) for op in operations_in(loop.body))]


def _is_remainder(loop: ForOp, others: Sequence[ForOp]) -> bool:
    """Whether a loop has the iterations that an unrolled one leaves: it continues it with a smaller step.

    The step of the unrolled loop may be computed.
    """
    step = _constant(loop.step)
    if step is None:
        return False
    before = [_constant(other.step) for other in others if other.upperBound is loop.lowerBound]
    return any(larger is None or larger > step for larger in before)


def _constant(value: SSAValue) -> int | None:
    return integer_of(constant_of(value))


@dataclass(frozen=True)
class Cycles:
    """An innermost loop, and the cycles of an iteration in tensor cores, special function units and for arithmetic."""

    loop: ForOp
    dots: float
    special: float
    arithmetic: float

    @classmethod
    def of(cls, loop: ForOp) -> Cycles:
        """The cycles of a loop whose dots are ``tt.dot`` or wgmma."""
        operations = operations_in(loop.body)
        dots = sum(cycles_of_dot(op) for op in operations if isinstance(op, WarpGroupDotOp | tt.DotOp))
        special = sum(map(cycles_of_special_functions, operations))
        return cls(loop, dots, special, sum(map(cycles_of_arithmetic, operations)))

    @property
    def are_special(self) -> bool:
        """Whether special functions take as long as the dots, if there are any."""
        return 0 < self.dots <= self.special

    def __str__(self) -> str:
        return f"computes special functions for {self.special:.0f} cycles per iteration and dots for {self.dots:.0f}"


def cycles_of_dot(op: WarpGroupDotOp | tt.DotOp) -> float:
    """Cycles of an SM's tensor cores."""
    result, left = shape_of(op.d.type), shape_of(op.a.type)
    assert result and left
    return 2 * prod(result) * left[-1] * bit_width(element_type(op.a.type)) / (16 * DOT_OPERATIONS_PER_CYCLE)


def cycles_of_special_functions(op: Operation) -> float:
    """Cycles of an SM's special function units."""
    if not isinstance(op, SPECIAL_FUNCTIONS):
        return 0.0
    return prod(shape_of(op.results[0].type) or (1,)) / SPECIAL_FUNCTIONS_PER_CYCLE


def cycles_of_arithmetic(op: Operation) -> float:
    """Cycles of an SM's units for arithmetic: elementwise operations of ``arith``, and reductions of tensors."""
    if isinstance(op, tt.ReduceOp):
        per_element = sum(not isinstance(inner, tt.ReduceReturnOp) for inner in op.regions[0].block.ops)
        return prod(shape_of(op.operands[0].type) or (1,)) * per_element / ARITHMETIC_PER_CYCLE
    if not op.name.startswith("arith.") or isinstance(op, (ConstantOp, *SPECIAL_FUNCTIONS)):
        return 0.0
    shape = shape_of(op.results[0].type)
    return prod(shape) / ARITHMETIC_PER_CYCLE if shape else 0.0
