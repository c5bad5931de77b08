"""``hopper-swap-operands``: compute dots of few rows, or of few columns, transposed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.analysis.requirements import Rule, consistent_ranks, without_partitions
from xtriton.dialects import tt
from xtriton.dialects.ttg.types import bit_width
from xtriton.dialects.upstream.arith import ConstantOp
from xtriton.dialects.upstream.scf import ForOp, YieldOp
from xtriton.interfaces.effects import is_memory_effect_free
from xtriton.ir.context import Context
from xtriton.ir.creation import is_block_argument
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.narrowing import int_list, int_value, tensor
from xtriton.ir.traits import element_type, shape_of_tensor
from xtriton.ir.walk import operations_in, reached
from xtriton.passes.base import Pass
from xtriton.passes.common.remove_dead_values import RemoveDeadValues
from xtriton.passes.hopper.row_dimension import is_elementwise, is_tensor
from xtriton.passes.hopper.unsupported import Unsupported
from xtriton.passes.remarks import counted, remark
from xtriton.rewriting.cloning import clone_op
from xtriton.rewriting.regions import erase_dead_code
from xtriton.rewriting.rewriter import Rewriter
from xtriton.rewriting.signatures import add_iter_args, append_to_yield
from xtriton.rewriting.tensors import with_shape

_WGMMA_ROWS = 64
"""The rows of the result of one wgmma instruction."""
_WGMMA_COLUMNS = 8
"""Its columns are a multiple of these."""
_WGMMA_MOST_COLUMNS = 256
_WIDEST = 16
"""Bits of elements: wgmma reads wider ones from shared memory in one order only."""
_NARROWEST = 128
"""Bytes of the tiles along K. With 64, products of 32 x 64 took up to 1.2 times as long as Triton's on an H200."""
_SWAPPED = (1, 0)
"""The order of the dimensions of a transposed matrix."""
_SUMS = 2
"""The accumulator operand of a dot."""


@dataclass(frozen=True)
class SwapOperands(Pass):
    """Compute dots with fewer than 64 rows, and sums of dots with 64 columns and more rows, transposed.

    wgmma computes 64 rows at least; with fewer Triton uses mma instructions of one warp, whose operands pass through
    registers. With 64 columns wgmma reads operands for as long as it computes; with more it reads less, as the 64 rows
    are read once for all columns. The transposed dot has the columns as rows: ``(a b)^T = b^T a^T``. The loop carries
    transposed sums, and elementwise operations on them are transposed, too. Only dots of tiles that the loop loads
    through descriptors, which wgmma reads transposed from shared memory, are computed so.

    before: ``scf.for iter_args(%c) { %d = tt.dot %a, %b, %c : tensor<16x64xf16> * tensor<64x128xf16> }``
    after:  ``scf.for iter_args(%t) { %e = tt.dot (tt.trans %b), (tt.trans %a), %t : tensor<128x64xf16> * ... }``
    """

    name: ClassVar[str] = "hopper-swap-operands"
    requires: ClassVar[tuple[Rule, ...]] = (without_partitions, consistent_ranks)

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for func in [op for op in module.body.ops if isinstance(op, tt.FuncOp)]:
            changed = [_swap(ctx, loop) for loop in [op for op in operations_in(func) if isinstance(op, ForOp)]]
            if any(changed):
                RemoveDeadValues().apply_to(ctx, func)
                erase_dead_code(func.body, Rewriter())


def _swap(ctx: Context, loop: ForOp) -> bool:
    """Compute the dots of a loop transposed, if that is better; if it is not possible emit a remark with the reason."""
    dots = [op for op in loop.body.ops if isinstance(op, tt.DotOp) and _is_better_transposed(op)]
    if not dots:
        return False
    try:
        plan = _Plan(loop, dots)
    except Unsupported as found:
        remark(ctx, found.op, f"dots are not computed transposed: '{found.op.name}' op {found.reason}")
        return False
    remark(ctx, dots[0], f"{counted(len(dots), 'dot')} of {shape_of_tensor(dots[0].d)[0]} rows computed transposed")
    _Transposition(plan).run()
    return True


def _is_better_transposed(dot: tt.DotOp) -> bool:
    """Whether wgmma can compute the transposed dot, but not the dot, or takes less shared memory bandwidth for it."""
    shape = shape_of_tensor(dot.d)
    elements = [element_type(operand.type) for operand in (dot.a, dot.b)]
    if len(shape) != 2 or elements[0] != elements[1] or bit_width(elements[0]) > _WIDEST:
        return False
    rows, columns = shape
    if shape_of_tensor(dot.a)[1] * bit_width(elements[0]) < _NARROWEST * 8:
        return False
    if rows % _WGMMA_COLUMNS or columns % _WGMMA_ROWS:
        return False
    return rows < _WGMMA_ROWS or (columns == _WGMMA_ROWS < rows <= _WGMMA_MOST_COLUMNS and _is_summed(dot))


def _is_summed(dot: tt.DotOp) -> bool:
    """Whether the loop only adds a dot's result to a loop-carried value."""
    return is_block_argument(dot.c) and all(isinstance(use.operation, YieldOp) for use in dot.d.uses)


class _Plan:
    """The values of a loop's body that are computed transposed: results of the dots and what is made of them."""

    def __init__(self, loop: ForOp, dots: Sequence[tt.DotOp]) -> None:
        """Raises :class:`Unsupported`."""
        self.loop = loop
        self.dots = dots
        self.values: dict[SSAValue, None] = {}
        for dot in dots:
            for operand in (dot.a, dot.b):
                self._check_operand(dot, operand)
        for value in reached([dot.d for dot in dots], self._computed_from):
            self.values[value] = None

    def _computed_from(self, value: SSAValue) -> Iterator[SSAValue]:
        for use in value.uses:
            yield from self._reached(use.operation, use.index)

    @property
    def carried(self) -> list[int]:
        """The positions of the loop-carried values that are transposed."""
        return [number for number, value in enumerate(self.loop.iter_args) if value in self.values]

    def _check_operand(self, dot: tt.DotOp, operand: SSAValue) -> None:
        op = operand.owner
        while isinstance(op, tt.TransOp):
            op = op.src.owner
        if not isinstance(op, tt.DescriptorLoadOp) or op.parent is not self.loop.body:
            raise Unsupported(dot, "has an operand that the loop does not load through a descriptor")

    def _reached(self, op: Operation, index: int) -> list[SSAValue]:
        """The values that are transposed because an operand is. Raises :class:`Unsupported`."""
        if op.parent is not self.loop.body:
            raise Unsupported(op, "uses a result of the dots in a region inside the loop")
        if isinstance(op, YieldOp):
            return [self.loop.iter_args[index]]
        if (op in self.dots and index == _SUMS) or (is_elementwise(op) and is_memory_effect_free(op)):
            return list(op.results)
        raise Unsupported(op, "uses a result of the dots in the loop and is not elementwise")


class _Transposition:
    """Adds the transposed values of a plan to its loop, and replaces the results of the loop."""

    def __init__(self, plan: _Plan) -> None:
        self._plan = plan
        self._rewriter = Rewriter()
        self._transposed: dict[SSAValue, SSAValue] = {}

    def run(self) -> None:
        """Rewrite the loop. What it computed before is left without users."""
        plan, rewriter = self._plan, self._rewriter
        carried, results = plan.carried, list(plan.loop.results)
        rewriter.start_at(plan.loop)
        inits = [self._of(plan.loop.init_args[number]) for number in carried]
        loop = add_iter_args(plan.loop, inits, rewriter)
        added = list(loop.iter_args[len(results) :])
        self._transposed.update(zip([loop.iter_args[number] for number in carried], added, strict=True))
        for op in list(loop.body.ops):
            if any(result in plan.values for result in op.results):
                self._operation(op)
        yielded = loop.yielded_values
        append_to_yield(loop, [self._transposed[yielded[number]] for number in carried], rewriter)
        rewriter.after(loop)
        for number, value in zip(carried, loop.results[len(results) :], strict=True):
            back = rewriter.insert(tt.TransOp(value, order=_SWAPPED), loop.location)
            loop.results[number].replace_all_uses_with(back.result)

    def _operation(self, op: Operation) -> None:
        """Insert the transposed operation after ``op``."""
        operands = [self._of(operand) for operand in op.operands]
        self._rewriter.after(op)
        self._rewriter.location = op.location
        part = clone_op(op, {})
        part.operands = [operands[1], operands[0], operands[2]] if isinstance(op, tt.DotOp) else operands
        for result in part.results:
            Rewriter.set_type(result, _swapped(result.type))
        self._rewriter.insert(part)
        self._transposed.update(zip(op.results, part.results, strict=True))

    def _of(self, value: SSAValue) -> SSAValue:
        """A value, transposed: computed so right behind it, if it is not one of the plan. Scalars stay as they are."""
        if not is_tensor(value):
            return value
        known = self._transposed.get(value)
        if known is None:
            with self._rewriter.elsewhere():
                known = self._transposed[value] = self._computed(value)
        return known

    def _computed(self, value: SSAValue) -> SSAValue:
        """Transpose a value that does not depend on the dots; broadcasts and splats are those of other shapes."""
        op = value.owner
        type_ = _swapped(value.type)
        match op:
            case ConstantOp() if isinstance(op.value, DenseElementsAttr) and op.value.is_splat:
                self._behind(value)
                constant = clone_op(op, {})
                constant.properties["value"] = DenseElementsAttr.splat(type_, op.value.splat_value)
                Rewriter.set_type(constant.results[0], type_)
                return self._rewriter.insert(constant).results[0]
            case tt.SplatOp():
                self._behind(value)
                return self._rewriter.insert(tt.SplatOp(op.src, result=type_)).result
            case tt.BroadcastOp():
                source = self._of(op.src)
                self._behind(value)
                return self._rewriter.insert(tt.BroadcastOp(source, result=type_)).result
            case tt.ExpandDimsOp() if len(shape_of_tensor(value)) == 2:
                self._behind(value)
                return self._rewriter.insert(tt.ExpandDimsOp(op.src, axis=1 - int_value(op.axis))).result
            case tt.TransOp() if tuple(int_list(op.order)) == _SWAPPED:
                return op.src
            case _:
                self._behind(value)
                return self._rewriter.insert(tt.TransOp(value, order=_SWAPPED)).result

    def _behind(self, value: SSAValue) -> None:
        """Insert where a value has just been computed."""
        if is_block_argument(value):
            first = value.block.first_op
            assert first is not None
            self._rewriter.before(first)
        else:
            assert isinstance(value.owner, Operation)
            self._rewriter.after(value.owner)
            self._rewriter.location = value.owner.location


def _swapped(type_: Attribute) -> TensorType[Attribute]:
    """The type of the transposed tensor."""
    return with_shape(type_, tensor(type_).get_shape()[::-1])
