"""Accumulators of MMAs in loops: allocated once before the loop, with loop-carried tokens."""

from __future__ import annotations

from xdsl.ir import Operation, OpResult, SSAValue

from xtriton.analysis.loops import is_defined_outside
from xtriton.dialects.ttng.tcgen05 import MMAv5Op
from xtriton.dialects.ttng.tensor_memory import TMEMAllocOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.interfaces.effects import is_pure
from xtriton.ir.creation import is_result
from xtriton.ir.diagnostics import error
from xtriton.passes.ttgir.hoist_tmem_alloc.tokens import (
    alloc_with_token,
    insert_store,
    insert_true,
    token_of,
)
from xtriton.rewriting.hoisting import move_out
from xtriton.rewriting.operand_groups import set_operand_group
from xtriton.rewriting.rewriter import Rewriter
from xtriton.rewriting.signatures import add_iter_args, append_to_yield


def hoist_memory_of(mma: MMAv5Op) -> None:
    """Hoist the allocations of the invariant operands and the accumulator of ``mma`` out of its loop, if any."""
    loop = mma.parent_op()
    if not isinstance(loop, ForOp):
        return
    _hoist_invariant_operands(mma, loop)
    alloc = alloc_with_token(mma.d)
    if alloc is not None and alloc.parent_region() is mma.parent_region():
        _hoist_alloc(alloc, loop)


def _hoist_invariant_operands(mma: MMAv5Op, loop: ForOp) -> None:
    for operand in mma.operands:
        alloc = operand.owner
        if not isinstance(alloc, TMEMAllocOp) or alloc.type.mutable or is_defined_outside(operand, loop):
            continue
        assert alloc.src is not None
        chain, source = _unary_chain(alloc, alloc.src, loop)
        if is_defined_outside(source, loop):
            for op in reversed(chain):
                move_out(op, loop)


def _unary_chain(alloc: TMEMAllocOp, source: SSAValue, loop: ForOp) -> tuple[list[Operation], SSAValue]:
    """The chain of unary operations that computes ``source`` from one value, the last first, and that value."""
    chain: list[Operation] = [alloc]
    while is_result(source) and not is_defined_outside(source, loop):
        if len(source.op.operands) != 1 or not is_pure(source.op):
            break
        chain.append(source.op)
        source = source.op.operands[0]
    return chain, source


def _hoist_alloc(alloc: TMEMAllocOp, loop: ForOp) -> None:
    """Hoist an allocation out of the loop; its initial value is stored in each iteration."""
    assert alloc.token is not None
    last = _last_use(alloc.token)
    rewriter = Rewriter()
    rewriter.before(loop)
    true = insert_true(rewriter, alloc.location)
    new = alloc.clone_without_regions({}, clone_name_hints=False)
    assert isinstance(new, TMEMAllocOp) and new.token is not None
    rewriter.insert(new, alloc.location)
    source = alloc.src
    set_operand_group(new, "src", ())
    loop = add_iter_args(loop, [new.token], rewriter)
    append_to_yield(loop, [last], rewriter)
    token: SSAValue = loop.iter_args[-1]
    if source is not None:
        rewriter.before(alloc)
        store = insert_store(rewriter, alloc.location, new.result, token, source, true)
        assert store.token is not None
        token = store.token
    rewriter.replace(alloc, [new.result, token])


def _last_use(token: OpResult) -> SSAValue:
    """The token of the only last access that depends on ``token``, which must be in the same block.

    Raises ``DiagnosticError`` if there are several, or if it is elsewhere.
    """
    last: list[SSAValue] = []
    seen: set[SSAValue] = {token}
    pending: list[SSAValue] = [token]
    while pending:
        value = pending.pop()
        if value.first_use is None:
            last.append(value)
        for use in value.uses:
            after = token_of(use.operation)
            if after is None:
                message = f"'{use.operation.name}' op takes a token of tensor memory that the loop may not carry yet"
                raise error(use.operation.location, message)
            if after not in seen:
                seen.add(after)
                pending.append(after)
    only = last[0].owner if len(last) == 1 else None
    if not isinstance(only, Operation) or only.parent is not token.op.parent:
        raise error(token.op.location, "an accumulator with several or conditional last uses cannot leave the loop")
    return last[0]
