"""``hopper-prefetch-loads``: load what dots are scaled with some iterations ahead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import AnyFloat, ModuleOp, TensorType
from xdsl.ir import BlockArgument, Operation, OpResult, SSAValue

from xtriton.analysis.effects import is_pure
from xtriton.analysis.loops import constant_trip_count
from xtriton.dialects import tt
from xtriton.dialects.tt.traits import DotLike
from xtriton.dialects.upstream.arith import AddIOp, AndIOp, CmpIOp, CmpIPredicate, ConstantOp, MulIOp, SelectOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import Diagnostic, Severity
from xtriton.ir.traits import element_type, encoding_of, has_trait
from xtriton.passes.base import Pass, option
from xtriton.passes.hopper.registers import registers_of_warp_group
from xtriton.passes.hopper.warp_specialize.schedule import REGISTERS
from xtriton.rewriting.cloning import Mapping, clone_op
from xtriton.rewriting.elements import constant
from xtriton.rewriting.rewriter import Rewriter
from xtriton.rewriting.signatures import add_iter_args, append_to_yield
from xtriton.rewriting.tensors import shape_of_tensor


@dataclass(frozen=True)
class PrefetchLoads(Pass):
    """Load floating-point numbers that loops with dots read through pointers some iterations ahead.

    A scale is loaded where the kernel uses it, and each iteration would wait for it. A load moves if its address
    follows from the induction variable and from values outside the loop, and if the loop stores nothing.

    before: ``scf.for %k = ... { %s = tt.load (%p + %k); ... }``
    after:  ``%s0 = tt.load (%p + 0); scf.for %k = ... iter_args(%s = %s0) { %next = tt.load (%p + %k + 1); ... }``
    """

    name: ClassVar[str] = "hopper-prefetch-loads"
    distance: int = option(2, "how many iterations ahead")

    def __post_init__(self) -> None:
        if self.distance < 1:
            raise ValueError(f"distance is {self.distance}: it must be at least 1")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for loop in [op for op in module.walk() if isinstance(op, ForOp)]:
            if not any(has_trait(op, DotLike) for op in loop.body.ops):
                continue
            found = _prefetchable(loop)
            if found and registers_of_warp_group(loop, 1 + self.distance) > REGISTERS:
                text = "loads are not issued ahead: there are no registers for what they give"
                ctx.diagnostics.emit(Diagnostic(Severity.REMARK, loop.location, text))
                continue
            for load in found:
                loop = _Prefetch(loop, load, self.distance).run()
            if found:
                text = f"{len(found)} loads are issued {self.distance} iterations ahead"
                ctx.diagnostics.emit(Diagnostic(Severity.REMARK, loop.location, text))


def _prefetchable(loop: ForOp) -> list[tt.LoadOp]:
    """The loads of numbers in a loop that may be issued iterations ahead."""
    if any(isinstance(op, tt.StoreOp | tt.DescriptorStoreOp | tt.AtomicRMWOp | tt.AtomicCASOp) for op in loop.walk()):
        return []
    loads = [
        op for op in loop.body.ops if isinstance(op, tt.LoadOp) and isinstance(element_type(op.result.type), AnyFloat)
    ]
    return [load for load in loads if not load.isVolatile.value.data and _slice(load, loop) is not None]


def _slice(load: tt.LoadOp, loop: ForOp) -> list[Operation] | None:
    """What in the body of ``loop`` computes the operands of ``load``; ``None`` if that is more than pure operations."""
    found: set[Operation] = set()
    pending = list(load.operands)
    while pending:
        value = pending.pop()
        if isinstance(value, BlockArgument):
            if value.block is loop.body and value is not loop.induction_variable:
                return None
            continue
        assert isinstance(value, OpResult)
        op = value.op
        if op.parent is not loop.body or op in found:
            continue
        if op.regions or not is_pure(op):
            return None
        found.add(op)
        pending.extend(op.operands)
    return [op for op in loop.body.ops if op in found]


class _Prefetch:
    """Moves one load of a loop."""

    def __init__(self, loop: ForOp, load: tt.LoadOp, distance: int) -> None:
        slice_ = _slice(load, loop)
        assert slice_ is not None
        self._loop = loop
        self._load = load
        self._slice = slice_
        self._distance = distance
        self._rewriter = Rewriter()

    def run(self) -> ForOp:
        """Load before the loop and ahead in it. Returns the loop that carries what is loaded."""
        loop, load, rewriter = self._loop, self._load, self._rewriter
        carried = len(loop.results)
        rewriter.start_at(loop)
        rewriter.location = load.location
        first = [self._load_before(number) for number in range(self._distance)]
        wider = add_iter_args(loop, first, rewriter)
        self._loop = wider
        rewriter.start_at(load)
        newest = self._load_ahead()
        arguments = wider.iter_args[carried:]
        rewriter.replace(load, [arguments[0]])
        append_to_yield(wider, [*arguments[1:], newest], rewriter)
        return wider

    def _load_before(self, number: int) -> SSAValue:
        """The load of iteration ``number``, in front of the loop, if there is such an iteration."""
        lower, upper = self._loop.lowerBound, self._loop.upperBound
        place = lower if number == 0 else self._insert(AddIOp(lower, self._steps(number)))
        copy = self._copy(place)
        trips = constant_trip_count(self._loop)
        if trips is None or trips <= number:
            copy = self._guarded(copy, self._insert(CmpIOp(self._less(), place, upper)))
        return self._rewriter.insert(copy).result

    def _load_ahead(self) -> SSAValue:
        """The load for a later iteration, or this iteration's once more where there is none."""
        variable = self._loop.induction_variable
        later = self._insert(AddIOp(variable, self._steps(self._distance)))
        inside = self._insert(CmpIOp(self._less(), later, self._loop.upperBound))
        return self._rewriter.insert(self._copy(self._insert(SelectOp(inside, later, variable)))).result

    def _steps(self, count: int) -> SSAValue:
        """``count`` steps of the loop."""
        step = self._loop.step
        if count == 1:
            return step
        return self._insert(MulIOp(step, self._insert(ConstantOp(constant(step.type, count)))))

    def _less(self) -> CmpIPredicate:
        return CmpIPredicate.SLT if self._loop.unsignedCmp is None else CmpIPredicate.ULT

    def _insert(self, op: Operation) -> SSAValue:
        return self._rewriter.insert(op).results[0]

    def _copy(self, place: SSAValue) -> tt.LoadOp:
        """The load with ``place`` as the induction variable, not inserted yet; what it needs is."""
        mapping: Mapping = {self._loop.induction_variable: place}
        for op in self._slice:
            self._rewriter.insert(clone_op(op, mapping), op.location)
        copy = clone_op(self._load, mapping)
        assert isinstance(copy, tt.LoadOp)
        return copy

    def _guarded(self, load: tt.LoadOp, condition: SSAValue) -> tt.LoadOp:
        """A load not yet inserted as one that loads nothing unless ``condition`` holds."""
        type_ = load.result.type
        if isinstance(type_, TensorType):
            mask_type = TensorType(condition.type, shape_of_tensor(load.result), encoding_of(type_))
            condition = self._insert(tt.SplatOp.build(operands=[condition], result_types=[mask_type]))
        if load.mask is not None:
            condition = self._insert(AndIOp(load.mask, condition))
        kept = {name: attr for name, attr in load.properties.items() if name != "operandSegmentSizes"}
        guarded = tt.LoadOp.build(operands=[load.ptr, condition, load.other], result_types=[type_], properties=kept)
        load.erase()
        return guarded
