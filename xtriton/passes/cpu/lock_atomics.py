"""``cpu-lock-atomics``: blocks of atomic operations as plain accesses under the lock of the process.

The lock is described in ``backends/cpu/lock.ll``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import IntegerType, ModuleOp, StringAttr, SymbolRefAttr, i1, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xtriton.dialects.upstream import arith, memref
from xtriton.dialects.upstream.llvm.attributes import LinkageAttr
from xtriton.dialects.upstream.llvm.control import CallOp
from xtriton.dialects.upstream.llvm.functions import LLVMFuncOp
from xtriton.dialects.upstream.llvm.types import FunctionType, VoidType
from xtriton.dialects.upstream.memref import AtomicRMWKind
from xtriton.dialects.upstream.scf import ForOp, IfOp, YieldOp
from xtriton.interfaces.effects import is_memory_effect_free
from xtriton.ir.context import Context
from xtriton.ir.narrowing import is_float_type
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass, option
from xtriton.passes.cpu.fuse.loads import leaves_memory_alone
from xtriton.passes.cpu.lock_functions import (
    BEGIN,
    END,
    HOLD,
    HOLDS_STRIPES,
    JOIN,
    JOIN_STRIPES,
    JOINED,
    LEAVE,
    RELEASE,
)
from xtriton.passes.cpu.lock_stripes import Run, hold_stripes, runs_of
from xtriton.passes.cpu.views import root_of
from xtriton.passes.linalg.atomics import SYSTEM
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.hoisting import hoist_invariants, may_be_executed_early
from xtriton.rewriting.rewriter import Rewriter

_LONGEST = 16384
"""The most iterations that run under the lock."""

_Atomic = memref.AtomicRMWOp | memref.GenericAtomicRMWOp
_COMBINED: dict[AtomicRMWKind, Callable[[SSAValue, SSAValue], Operation]] = {
    AtomicRMWKind.ADDF: arith.AddFOp,
    AtomicRMWKind.ADDI: arith.AddIOp,
    AtomicRMWKind.ANDI: arith.AndIOp,
    AtomicRMWKind.ORI: arith.OrIOp,
    AtomicRMWKind.XORI: arith.XOrIOp,
    AtomicRMWKind.MAXS: arith.MaxSIOp,
    AtomicRMWKind.MAXU: arith.MaxUIOp,
    AtomicRMWKind.MINS: arith.MinSIOp,
    AtomicRMWKind.MINU: arith.MinUIOp,
}
"""The operation on the old element and the value, except for exchanges."""
_PLAIN = (memref.LoadOp, memref.StoreOp, YieldOp, ForOp, IfOp)


@dataclass(frozen=True)
class CpuLockAtomics(Pass):
    """Run loops of atomic operations as loops of plain accesses while the thread holds the lock of the process.

    before: ``scf.for { memref.atomic_rmw addf %v, %m[%i] }``
    after:  ``%by_stripes = llvm.call @xtriton_holds_stripes``, ``scf.if %by_stripes {``
    ``llvm.call @xtriton_hold_stripes(%address, %bytes)``, ``scf.for { memref.load, arith.addf, memref.store }``,
    ``llvm.call @xtriton_release_stripes } else { scf.for { memref.atomic_rmw } }``

    This is the result if all atomic operations of a module are in such loops, each of which accesses consecutive
    elements: threads that access pages of different stripes do not wait for each other. Otherwise such a loop begins
    with ``%alone = llvm.call @xtriton_begin_atomics``, runs plain accesses if the thread holds the lock alone, and ends
    with ``llvm.call @xtriton_end_atomics(%alone)``; a thread that does not get the lock alone soon executes atomic
    instructions. All other atomic operations hold the lock together with others, so that no thread holds it alone or by
    stripes meanwhile: in a module without such loops for all programs that a thread runs. Programs that wait for others
    have such operations, and never hold stripes. Loops of large or unknown trip count, or that may end early or call
    functions, are not run under the lock, nor are those with ``scope="sys"``, which are atomic for code outside of
    launches, too.
    """

    name: ClassVar[str] = "cpu-lock-atomics"
    noalias: bool = option(True, "arrays that are written do not overlap other arrays")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        loops: dict[Operation, list[_Atomic]] = {}
        for op in operations_in(module):
            if isinstance(op, _Atomic):
                loops.setdefault(_locked(op), []).append(op)
        if not loops:
            return
        plains = {
            op: _plain(op, noalias=self.noalias)
            for op, atomics in loops.items()
            if isinstance(op, ForOp) and all(map(_may_be_plain, atomics))
        }
        runs = [run for plain in plains.values() for run in runs_of(plain.stores)]
        if not plains:
            _hold_for_programs(module, JOIN)
        elif len(plains) == len(loops) and len(runs) == sum(len(plain.stores) for plain in plains.values()):
            _hold_for_programs(module, JOIN_STRIPES)
            _hold_by_stripes(module, plains, runs)
        else:
            _declare(module, BEGIN, [i64], i1)
            _declare(module, JOIN, [])
            _declare(module, END, [i1])
            for around in loops:
                if isinstance(around, ForOp) and around in plains:
                    _hold(around, plains[around].loop)
                else:
                    _join(around)


@dataclass(frozen=True)
class _Plain:
    """A loop of plain accesses, and its stores that were atomic operations."""

    loop: ForOp
    stores: Sequence[memref.StoreOp]


def _locked(op: Operation) -> Operation:
    """The outermost loop around an atomic operation that the lock may be held for; without one the operation."""
    found, around = op, op.parent_op()
    while isinstance(around, ForOp | IfOp) and _iterations(around) <= _LONGEST:
        found = around if isinstance(around, ForOp) else found
        around = around.parent_op()
    return found


def _iterations(op: Operation) -> int:
    """The iterations of a loop or conditional; more than ``_LONGEST`` if they may not run under the lock."""
    inside = [inner for region in op.regions for block in region.blocks for inner in block.ops]
    counts = [_iterations(inner) for inner in inside if isinstance(inner, ForOp | IfOp)]
    other = [inner for inner in inside if not isinstance(inner, ForOp | IfOp)]
    if not all(_is_harmless(inner) for inner in other):
        return _LONGEST + 1
    if not isinstance(op, ForOp):
        return sum(counts) or 1
    if not any(isinstance(inner, _Atomic) for inner in operations_in(op)) or op.trip_count is None:
        return _LONGEST + 1
    return op.trip_count * max(sum(counts), 1)


def _is_harmless(op: Operation) -> bool:
    """Whether an operation ends, does not leave the loop, and accesses no memory but that of loads and stores."""
    return isinstance(op, (*_PLAIN, memref.AtomicRMWOp, memref.GenericAtomicRMWOp)) or is_memory_effect_free(op)


def _may_be_plain(op: _Atomic) -> bool:
    """Whether an atomic operation may be a load and a store while no other thread executes one."""
    if not isinstance(op, memref.AtomicRMWOp) or SYSTEM in op.attributes:
        return False
    kind = AtomicRMWKind.of(op.kind)
    known = kind in _COMBINED or kind is AtomicRMWKind.ASSIGN
    return known and (isinstance(op.value.type, IntegerType) or is_float_type(op.value.type))


def _declare(module: ModuleOp, name: str, inputs: Sequence[Attribute], result: Attribute | None = None) -> None:
    type_ = FunctionType.of(inputs, result or VoidType())
    module.body.block.add_op(
        LLVMFuncOp(sym_name=name, function_type=type_, linkage=LinkageAttr.of("external"), body=Region())
    )


def _call(rewriter: Rewriter, name: str, operands: Sequence[SSAValue], *, answers: bool = False) -> CallOp:
    result = i1 if answers else None
    return rewriter.insert(CallOp(callee=SymbolRefAttr(name), callee_operands=list(operands), result=result))


def _join(op: Operation) -> None:
    """Hold the lock together with others for an operation."""
    rewriter = Rewriter()
    rewriter.start_at(op)
    _call(rewriter, JOIN, [])
    rewriter.after(op)
    _call(rewriter, END, [insert_constant(rewriter, 0, i1)])


def _hold_for_programs(module: ModuleOp, join: str) -> None:
    """Let each thread take the lock before the programs that it runs, and release it after them."""
    _declare(module, join, [])
    _declare(module, LEAVE, [])
    module.attributes[JOINED] = StringAttr(join)


def _hold_by_stripes(module: ModuleOp, plains: Mapping[ForOp, _Plain], runs: Sequence[Run]) -> None:
    """Run plain loops while the thread holds the lock by stripes, and hold those of each run."""
    _declare(module, HOLDS_STRIPES, [], i1)
    _declare(module, HOLD, [i64, i64])
    _declare(module, RELEASE, [i64, i64])
    for around, plain in plains.items():
        rewriter = Rewriter()
        rewriter.start_at(around)
        _choose(_call(rewriter, HOLDS_STRIPES, [], answers=True).results[0], plain.loop, around, rewriter)
    for run in runs:
        hold_stripes(run)


def _hold(loop: Operation, plain: ForOp) -> None:
    """Hold the lock alone for a loop of plain accesses, if that is possible soon; otherwise together with others."""
    rewriter = Rewriter()
    rewriter.start_at(loop)
    looks = insert_constant(rewriter, _iterations(loop), i64)
    alone = _call(rewriter, BEGIN, [looks], answers=True).results[0]
    rewriter.after(_choose(alone, plain, loop, rewriter))
    _call(rewriter, END, [alone])


def _choose(condition: SSAValue, plain: ForOp, loop: Operation, rewriter: Rewriter) -> IfOp:
    """Run the plain loop if a condition is true, otherwise the loop of atomic operations. Returns the choice."""
    sides = [Block(), Block()]
    choice = rewriter.insert(IfOp(condition, Region(sides[0]), Region(sides[1]), result_types=plain.result_types))
    for old, new in zip(loop.results, choice.results, strict=True):
        rewriter.replace_all_uses(old, new)
    loop.detach()
    for side, body in zip(sides, (plain, loop), strict=True):
        side.add_ops([body, YieldOp(list(body.results))])
    return choice


def _plain(loop: ForOp, *, noalias: bool) -> _Plain:
    """A copy of a loop in which atomic operations are loads and stores."""
    plain = loop.clone()
    atomics = [inner for inner in operations_in(plain) if isinstance(inner, memref.AtomicRMWOp)]
    stores = [_make_plain(inner) for inner in atomics]
    for inner in operations_in(plain):
        if isinstance(inner, ForOp) and inner is not plain:
            _hoist(inner, plain, noalias=noalias)
    return _Plain(plain, stores)


def _make_plain(op: memref.AtomicRMWOp) -> memref.StoreOp:
    """Replace an atomic operation with a load and a store. Returns the latter."""
    rewriter = Rewriter()
    rewriter.start_at(op)
    old = rewriter.insert(memref.LoadOp(op.memref, list(op.indices))).result
    kind = AtomicRMWKind.of(op.kind)
    new = op.value if kind is AtomicRMWKind.ASSIGN else rewriter.insert(_COMBINED[kind](old, op.value)).results[0]
    store = rewriter.insert(memref.StoreOp(new, op.memref, list(op.indices)))
    rewriter.replace(op, [old])
    return store


def _hoist(loop: ForOp, nest: ForOp, *, noalias: bool) -> None:
    """Move what all iterations of a loop compute alike, such as the place of a row, before it.

    LLVM moves such loads below the branch of a mask, where they keep it from seeing that addresses are consecutive.
    """

    def may_move(op: Operation) -> bool:
        if isinstance(op, memref.LoadOp):
            return op.parent is loop.body and leaves_memory_alone(nest, root_of(op.memref), noalias=noalias)
        return may_be_executed_early(op)

    hoist_invariants(loop, may_move)
