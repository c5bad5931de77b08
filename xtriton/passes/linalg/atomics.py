"""Atomic operations on elements of memory."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from xdsl.dialects.builtin import AnyFloat, IntegerType, UnitAttr, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.ir.affine import AffineMap

from xtriton.dialects import tptr, tt
from xtriton.dialects.tptr import POINTER
from xtriton.dialects.tt.enums import MemSyncScope, RMWOp
from xtriton.dialects.upstream import linalg, memref
from xtriton.dialects.upstream.arith import BitcastOp, CmpIOp, CmpIPredicate, ConstantOp, IndexCastOp, SelectOp
from xtriton.dialects.upstream.memref import AtomicRMWKind
from xtriton.dialects.upstream.scf import IfOp, YieldOp
from xtriton.folds.elements import width_of, zero
from xtriton.ir.narrowing import is_float_type, is_tensor_type
from xtriton.ir.traits import element_type, shape_of
from xtriton.passes.linalg.patterns.builders import Body, empty, region_of
from xtriton.passes.linalg.patterns.diagnostics import unsupported
from xtriton.rewriting import mixed
from xtriton.rewriting.rewriter import Rewriter

Atomic = tt.AtomicRMWOp | tt.AtomicCASOp
SYSTEM = "system"
"""The attribute of operations that are atomic for all code of the system, not only for that of kernels."""

_Op = TypeVar("_Op", bound=Operation)
_KINDS = {
    RMWOp.AND: AtomicRMWKind.ANDI,
    RMWOp.OR: AtomicRMWKind.ORI,
    RMWOp.XOR: AtomicRMWKind.XORI,
    RMWOp.ADD: AtomicRMWKind.ADDI,
    RMWOp.FADD: AtomicRMWKind.ADDF,
    RMWOp.MAX: AtomicRMWKind.MAXS,
    RMWOp.MIN: AtomicRMWKind.MINS,
    RMWOp.UMAX: AtomicRMWKind.MAXU,
    RMWOp.UMIN: AtomicRMWKind.MINU,
    RMWOp.XCHG: AtomicRMWKind.ASSIGN,
}


def element_atomic(
    op: Atomic, memory: SSAValue, place: SSAValue, operands: Sequence[SSAValue], rewriter: Rewriter
) -> SSAValue:
    """``op`` on one element of memory: ``operands`` are its value, or the compared value and the new value.

    A mask may follow; where it is false, nothing happens, and the result is 0. The memory ordering is always acquire
    and release, whatever ``op`` requests. Raises
    ``DiagnosticError`` for arithmetic on unsupported element types.
    """
    mask = operands[-1] if isinstance(op, tt.AtomicRMWOp) and op.mask is not None else None
    if mask is None:
        return _atomic(op, memory, place, operands, rewriter)
    done, skipped = Block(), Block()
    with rewriter.elsewhere():
        rewriter.at_end(done)
        rewriter.insert(YieldOp([_atomic(op, memory, place, operands, rewriter)]))
        rewriter.at_end(skipped)
        rewriter.insert(YieldOp([zero_or_null(operands[0].type, rewriter)]))
    return rewriter.insert(IfOp(mask, Region(done), Region(skipped), result_types=[operands[0].type])).results[0]


def _atomic(
    op: Atomic, memory: SSAValue, place: SSAValue, operands: Sequence[SSAValue], rewriter: Rewriter
) -> SSAValue:
    if isinstance(op, tt.AtomicRMWOp):
        kind, type_ = _KINDS[RMWOp.of(op.atomic_rmw_op)], operands[0].type
        if kind is AtomicRMWKind.ADDI and is_float_type(type_):
            kind = AtomicRMWKind.ADDF
        wanted = AnyFloat if kind is AtomicRMWKind.ADDF else IntegerType
        if kind is not AtomicRMWKind.ASSIGN and not isinstance(type_, wanted):
            name = RMWOp.of(op.atomic_rmw_op).keyword
            elements = "pointers" if type_ == POINTER or isinstance(type_, tt.PointerType) else f"'{type_}'"
            raise unsupported(op, f"there is no '{name}' of {elements}", "use tl.atomic_xchg or tl.atomic_cas")
        return _scoped(op, rewriter.insert(memref.AtomicRMWOp(kind, operands[0], memory, [place]))).result
    expected, value = operands
    block = Block(arg_types=[value.type])
    with rewriter.elsewhere():
        rewriter.at_end(block)
        old = block.args[0]
        same = rewriter.insert(CmpIOp(CmpIPredicate.EQ, _bits(old, rewriter), _bits(expected, rewriter))).result
        chosen = rewriter.insert(SelectOp(same, value, old)).result
        rewriter.insert(memref.AtomicYieldOp(chosen))
    exchange = memref.GenericAtomicRMWOp(memory, [place], atomic_body=Region(block))
    return _scoped(op, rewriter.insert(exchange)).result


def _scoped(op: Atomic, lowered: _Op) -> _Op:
    if MemSyncScope.of(op.scope) is MemSyncScope.SYSTEM:
        lowered.attributes[SYSTEM] = UnitAttr()
    return lowered


def _bits(value: SSAValue, rewriter: Rewriter) -> SSAValue:
    """A number, or an address, as an integer, so that it compares as memory does."""
    if isinstance(value.type, tt.PointerType):
        return rewriter.insert(tt.PtrToIntOp(value, result=i64)).results[0]
    if value.type == POINTER:
        return rewriter.insert(tptr.PtrToIntOp(value, i64)).res
    if is_float_type(value.type):
        return rewriter.insert(BitcastOp(value, IntegerType(width_of(value.type)))).results[0]
    return value


def zero_or_null(type_: Attribute, rewriter: Rewriter) -> SSAValue:
    """The result of a masked access whose mask is false: 0, or the null pointer."""
    if type_ == POINTER:
        return rewriter.insert(tptr.IntToPtrOp(rewriter.insert(ConstantOp(zero(i64))).result)).res
    if isinstance(type_, tt.PointerType):
        address = rewriter.insert(ConstantOp(zero(i64))).result
        return rewriter.insert(tt.IntToPtrOp(address, result=type_)).results[0]
    return rewriter.insert(ConstantOp(zero(type_))).result


def lower_atomic(op: Atomic, memory: SSAValue, offsets: SSAValue, rewriter: Rewriter) -> None:
    """Replace ``op`` by a loop over the offsets, one atomic per element."""
    operands = list(op.operands)[1:]
    if not is_tensor_type(op.result.type):
        place = mixed.as_index(offsets, rewriter)
        rewriter.replace(op, [element_atomic(op, memory, place, operands, rewriter)])
        return
    wanted = op.result.first_use is not None
    inputs = [offsets, *operands]
    shape = shape_of(op.result.type) or ()
    outputs = [empty(shape, element_type(op.result.type), rewriter)] if wanted else []

    def fill(body: Body) -> list[SSAValue]:
        with rewriter.elsewhere():
            rewriter.at_end(body.block)
            place = rewriter.insert(IndexCastOp(body.args[0], mixed.INDEX)).out
            old = element_atomic(op, memory, place, body.args[1 : len(inputs)], rewriter)
        return [old] if wanted else []

    region = region_of([element_type(value.type) for value in (*inputs, *outputs)], fill, rewriter)
    maps = [AffineMap.identity(len(shape))] * (len(inputs) + len(outputs))
    loop = rewriter.insert(
        linalg.GenericOp(
            inputs, outputs, indexing_maps=maps, iterator_types=[linalg.PARALLEL] * len(shape), region=region
        )
    )
    if wanted:
        rewriter.replace(op, loop.results)
    else:
        rewriter.erase(op)
