"""Waits for asynchronous ``wgmma``: the values they make available, and the memory they keep alive."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.traits import IsolatedFromAbove

from xtriton.analysis.dominance import ancestor_in_block, is_before
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttng.wgmma import WarpGroupDotOp, WarpGroupDotWaitOp
from xtriton.ir.locations import Location
from xtriton.ir.narrowing import int_value
from xtriton.ir.traits import has_trait
from xtriton.rewriting.rewriter import Rewriter


def insert_wait(
    rewriter: Rewriter, location: Location, values: Sequence[SSAValue], pendings: int, *, local: bool = False
) -> WarpGroupDotWaitOp:
    """Wait until at most ``pendings`` dots are pending; later users of ``values`` use its results.

    The memory that dots read on which ``values`` depend is kept alive until the wait. With ``local``, in versions that
    have the attribute, the wait is for this warp group only.
    """
    return _insert(rewriter, location, (), values, pendings, UnitAttr() if local else None)


def extend_wait(wait: WarpGroupDotWaitOp, values: Sequence[SSAValue]) -> WarpGroupDotWaitOp:
    """Replace ``wait`` with one that also waits for ``values``."""
    rewriter = Rewriter()
    rewriter.start_at(wait)
    local = wait.properties.get("warpGroupLocal")
    pendings = int_value(wait.pendings)
    new = _insert(rewriter, wait.location, tuple(wait.inputs), values, pendings, local)
    for old, replacement in zip(wait.results, new.results, strict=False):
        if not isinstance(old.type, MemDescType):
            rewriter.replace_all_uses(old, replacement)
    rewriter.erase(wait)
    return new


def _insert(
    rewriter: Rewriter,
    location: Location,
    existing: Sequence[SSAValue],
    values: Sequence[SSAValue],
    pendings: int,
    local: Attribute | None,
) -> WarpGroupDotWaitOp:
    inputs = dict.fromkeys((*existing, *values))
    block = rewriter.insertion_block
    for dot in _dots_behind(values, block):
        inputs.update(dict.fromkeys(operand for operand in dot.operands if isinstance(operand.type, MemDescType)))
    wait = rewriter.insert(WarpGroupDotWaitOp(tuple(inputs), pendings=pendings), location)
    if local is not None:
        wait.properties["warpGroupLocal"] = local
    for old, new in list(zip(inputs, wait.results, strict=True))[len(existing) :]:
        if not isinstance(old.type, MemDescType):
            _replace_later_uses(old, new, wait, rewriter)
    return wait


def _replace_later_uses(old: SSAValue, new: SSAValue, wait: Operation, rewriter: Rewriter) -> None:
    """Replace the uses of a value after the wait, in its block or in regions there."""
    for use in tuple(old.uses):
        user = ancestor_in_block(use.operation, wait.parent)
        if user is not None and is_before(wait, user):
            rewriter.set_operand(use.operation, use.index, new)


def _dots_behind(values: Iterable[SSAValue], block: Block) -> Iterable[WarpGroupDotOp]:
    """The nearest dots in the block on which values depend, in depth-first order."""
    dots: dict[WarpGroupDotOp, None] = {}
    entered: set[Operation] = set()
    for value in values:
        pending = [iter((value,))]
        while pending:
            operand = next(pending[-1], None)
            if operand is None:
                pending.pop()
                continue
            op = operand.owner
            if isinstance(op, WarpGroupDotOp):
                dots[op] = None
            elif isinstance(op, Operation) and op.parent is block and op not in entered:
                entered.add(op)
                if not has_trait(op, IsolatedFromAbove):
                    pending.append(iter(op.operands))
    return dots
