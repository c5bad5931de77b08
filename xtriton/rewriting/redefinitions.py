"""Propagating a redefinition of a value in nested loops and branches to the outer block."""

from __future__ import annotations

from xdsl.ir import Block, SSAValue

from xtriton.dialects.upstream.scf import ForOp, IfOp, yield_of
from xtriton.ir.creation import is_operation, parent_block
from xtriton.ir.diagnostics import error
from xtriton.rewriting.rewriter import Rewriter
from xtriton.rewriting.signatures import add_iter_args, append_to_yield, replace_if_by_wider

_quiet = Rewriter()
"""Triton's helpers for signatures notify the driver of new operations only."""


def sink_redefinition(old: SSAValue, new: SSAValue, block: Block, rewriter: Rewriter) -> SSAValue:
    """The value of ``old``, redefined as ``new`` in ``block``, in the block that defines ``old``.

    Loops and branches between the blocks get an additional result: ``old`` on paths that do not reach ``block``. Raises
    ``DiagnosticError`` for other operations between them.
    """
    home = parent_block(old)
    while block is not home:
        around = block.parent_op()
        if isinstance(around, ForOp):
            new = _carried(around, old, new, rewriter)
        elif isinstance(around, IfOp):
            new = _chosen(around, old, new, block, rewriter)
        else:
            assert around is not None
            raise error(around.location, f"'{around.name}' op cannot get one more result")
        block = _block_of(new)
    return new


def _block_of(value: SSAValue) -> Block:
    owner = value.owner
    assert is_operation(owner) and owner.parent is not None
    return owner.parent


def _carried(loop: ForOp, old: SSAValue, new: SSAValue, rewriter: Rewriter) -> SSAValue:
    wider = add_iter_args(loop, [old], _quiet)
    rewriter.listener.inserted(wider)
    append_to_yield(wider, [new], _quiet)
    return wider.results[-1]


def _chosen(op: IfOp, old: SSAValue, new: SSAValue, block: Block, rewriter: Rewriter) -> SSAValue:
    wider = replace_if_by_wider(op, [new.type], _quiet)
    rewriter.listener.inserted(wider)
    for region in wider.regions:
        end = yield_of(region.block)
        end.operands = [*end.operands, new if region.block is block else old]
    rewriter.erase(op)
    return wider.results[-1]
