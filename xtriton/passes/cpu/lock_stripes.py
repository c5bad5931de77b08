"""Holds the stripes of the lock of atomic operations for loops that store to consecutive elements."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

from xdsl.dialects.builtin import AnyFloat, IndexType, IntegerType, SymbolRefAttr, i64
from xdsl.ir import Operation, SSAValue

from xtriton.analysis.loops import is_defined_outside
from xtriton.dialects.tptr import FromMemrefOp, PtrToIntOp
from xtriton.dialects.upstream import arith, memref
from xtriton.dialects.upstream.llvm.control import CallOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.narrowing import is_memref_type
from xtriton.ir.traits import element_type
from xtriton.ir.walk import ancestors
from xtriton.passes.cpu.lock_functions import HOLD, RELEASE
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.mixed import index_constant, known_number
from xtriton.rewriting.rewriter import Rewriter

_LEAST_BYTES = 256
"""The fewest bytes of a loop that holds stripes. Several shorter ones take longer than if the lock is held once."""
_ALL = 1 << 40
"""Bytes that have all stripes."""


@dataclass(frozen=True)
class Run:
    """A loop that stores to the elements ``position``, ``position + 1`` ... of memory, one in each iteration.

    That is so unless an addition that computes a position wraps around.
    """

    loop: ForOp
    store: memref.StoreOp
    trips: int

    @property
    def position(self) -> SSAValue:
        """The position of the element of an iteration."""
        return self.store.indices[0]

    @property
    def element_bytes(self) -> int:
        """The bytes of an element."""
        return cast("IntegerType | AnyFloat", element_type(self.store.memref.type)).bitwidth // 8


def runs_of(stores: Iterable[memref.StoreOp]) -> list[Run]:
    """The runs among what ``stores`` store to, at most one of a loop, and none in a loop that is around another one.

    A thread that holds stripes must not wait for others: these may be the same, or held by one that waits for it.
    """
    runs: dict[ForOp, Run] = {}
    for store in stores:
        loop = next((op for op in ancestors(store) if isinstance(op, ForOp)), None)
        if loop is not None and loop not in runs and _has_run(loop, store):
            runs[loop] = Run(loop, store, cast("int", loop.trip_count))
    outer = {around for loop in runs for around in ancestors(loop)}
    return [run for loop, run in runs.items() if loop not in outer]


def _has_run(loop: ForOp, store: memref.StoreOp) -> bool:
    if not loop.trip_count or known_number(loop.step) != 1 or len(store.indices) != 1:
        return False
    type_ = store.memref.type
    if not is_memref_type(type_) or not is_defined_outside(store.memref, loop):
        return False
    element = element_type(type_)
    if not isinstance(element, IntegerType | AnyFloat) or element.bitwidth % 8:
        return False
    if loop.trip_count * element.bitwidth < 8 * _LEAST_BYTES:
        return False
    known = memref.strides_and_offset(type_)
    return known is not None and list(known[0]) == [1] and _follows(store.indices[0], loop)


def _follows(value: SSAValue, loop: ForOp) -> bool:
    """Whether a value is one more in each iteration, unless it wraps around."""
    if value is loop.induction_variable:
        return True
    match value.owner:
        case arith.IndexCastOp() | arith.ExtSIOp() | arith.TruncIOp() as cast_:
            return _follows(cast_.operands[0], loop)
        case arith.AddIOp(lhs=left, rhs=right):
            one, other = (right, left) if is_defined_outside(left, loop) else (left, right)
            return is_defined_outside(other, loop) and _follows(one, loop)
        case _:
            return False


def hold_stripes(run: Run) -> None:
    """Hold the stripes of a run while its loop runs; all of them if positions wrap around."""
    rewriter = Rewriter()
    rewriter.start_at(run.loop)
    start, distance = run.loop.lowerBound, index_constant(run.trips - 1, rewriter)
    first = _position_at(run, start, rewriter)
    last = _position_at(run, rewriter.insert(arith.AddIOp(start, distance)).result, rewriter)
    difference = rewriter.insert(arith.SubIOp(last, first)).result
    is_run = rewriter.insert(arith.CmpIOp(arith.CmpIPredicate.EQ, difference, distance)).result
    some, every = (insert_constant(rewriter, bytes_, i64) for bytes_ in (run.trips * run.element_bytes, _ALL))
    size = rewriter.insert(arith.SelectOp(is_run, some, every)).result
    pointer = rewriter.insert(FromMemrefOp(run.store.memref)).result
    memory = rewriter.insert(PtrToIntOp(pointer, IndexType())).res
    offset = rewriter.insert(arith.MulIOp(first, index_constant(run.element_bytes, rewriter))).result
    place = rewriter.insert(arith.AddIOp(memory, offset)).result
    address = rewriter.insert(arith.IndexCastOp(place, i64)).out
    rewriter.insert(CallOp(callee=SymbolRefAttr(HOLD), callee_operands=[address, size], result=None))
    rewriter.after(run.loop)
    rewriter.insert(CallOp(callee=SymbolRefAttr(RELEASE), callee_operands=[address, size], result=None))


def _position_at(run: Run, iteration: SSAValue, rewriter: Rewriter) -> SSAValue:
    """The position of a run in an iteration, computed in front of the loop."""
    mapper: dict[SSAValue, SSAValue] = {run.loop.induction_variable: iteration}

    def computed(value: SSAValue) -> SSAValue:
        if value not in mapper and not is_defined_outside(value, run.loop):
            op = cast("Operation", value.owner)
            for operand in op.operands:
                mapper[operand] = computed(operand)
            mapper[value] = rewriter.insert(op.clone(mapper)).results[0]
        return mapper.get(value, value)

    return computed(run.position)
