"""Arefs that are filled together and read by the same operation become one, with one barrier for all their buffers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import cast

from xdsl.dialects.builtin import ArrayAttr, i32
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xtriton.analysis.dominance import (
    ancestor_in_block,
    first_in_block,
    is_before,
    last_in_block,
)
from xtriton.analysis.slices import users_of
from xtriton.dialects.nvws.aref import ArefCreateOp, ArefGetEnterOp, ArefGetExitOp, ArefPutEnterOp, ArefPutExitOp
from xtriton.dialects.ttg.memdesc import MemDescView
from xtriton.dialects.ttg.memory import LocalLoadOp
from xtriton.dialects.ttng.tcgen05 import MMAv5Op
from xtriton.dialects.upstream.arith import ConstantOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.folds.elements import constant
from xtriton.ir.traits import has_trait
from xtriton.passes.nvws.buffers import create_aref
from xtriton.passes.ttgir.warp_specialization.attributes import Membership, partitions_of
from xtriton.rewriting.rewriter import Rewriter

EnterOp = ArefPutEnterOp | ArefGetEnterOp
ExitOp = ArefPutExitOp | ArefGetExitOp


@dataclass
class _Group:
    """Arefs to combine, and their accesses."""

    arefs: list[ArefCreateOp]
    get_enters: list[ArefGetEnterOp]
    put_enters: list[ArefPutEnterOp] = field(default_factory=list[ArefPutEnterOp])
    put_exits: list[ArefPutExitOp] = field(default_factory=list[ArefPutExitOp])
    get_exits: list[ArefGetExitOp] = field(default_factory=list[ArefGetExitOp])

    def collect(self) -> None:
        """Find the other accesses."""
        for aref in self.arefs:
            for use in aref.result.uses:
                match use.operation:
                    case ArefPutEnterOp() as op:
                        self.put_enters.append(op)
                    case ArefPutExitOp() as op:
                        self.put_exits.append(op)
                    case ArefGetExitOp() as op:
                        self.get_exits.append(op)
                    case _:
                        pass

    @property
    def is_combinable(self) -> bool:
        """Whether each aref has one access of each kind, in one block per kind, and one partition fills all."""
        kinds = (self.put_enters, self.put_exits, self.get_enters, self.get_exits)
        if any(len(ops) != len(self.arefs) or len({op.parent for op in ops}) > 1 for ops in kinds):
            return False
        return len({partitions_of(op)[0] for op in self.put_enters}) == 1


def combine_arefs(loop: ForOp, enters: Iterable[ArefGetEnterOp]) -> None:
    """Combine the entered arefs whose buffers have the same first reader in the body of a loop."""
    groups: dict[tuple[Operation, int], list[ArefGetEnterOp]] = {}
    for enter in enters:
        reader = _first_reader(enter, loop.body)
        if reader is not None:
            groups.setdefault((reader, partitions_of(enter)[0]), []).append(enter)
    for members in groups.values():
        creates = [enter.aref.owner for enter in members]
        arefs = [create for create in creates if isinstance(create, ArefCreateOp)]
        if len(members) == 1 or len(arefs) != len(members):
            continue
        group = _Group(arefs, members)
        group.collect()
        if group.is_combinable:
            _combine(group)


def _readers(memory: SSAValue) -> list[Operation]:
    """The MMAs and loads that read memory, through views."""
    found: list[Operation] = []
    for use in memory.uses:
        user = use.operation
        if isinstance(user, MMAv5Op | LocalLoadOp):
            found.append(user)
        elif has_trait(user, MemDescView):
            found.extend(_readers(user.results[0]))
    return found


def _first_reader(enter: ArefGetEnterOp, body: Block) -> Operation | None:
    """The operation of the loop body before which the buffer must be full."""
    readers = [ancestor_in_block(op, body) for op in _readers(enter.results[0])]
    inside = [op for op in readers if op is not None]
    return first_in_block(inside) if inside else None


def _combine(group: _Group) -> None:
    rewriter = Rewriter()
    last = last_in_block(group.arefs)
    rewriter.start_at(last)
    aref = create_aref([aref.buffers[0] for aref in group.arefs], rewriter, last.location)
    put_exit = _combine_accesses(aref, group.put_enters, group.put_exits, rewriter, None)
    _combine_accesses(aref, group.get_enters, group.get_exits, rewriter, put_exit)
    for ops in (group.put_exits, group.put_enters, group.get_exits, group.get_enters, group.arefs):
        for op in ops:
            rewriter.erase(op)


def _combine_accesses(
    aref: ArefCreateOp,
    enters: Sequence[EnterOp],
    exits: Sequence[ExitOp],
    rewriter: Rewriter,
    after: Operation | None,
) -> ExitOp:
    """Enter all buffers at the first enter, or ``after`` an operation, and exit them at the last exit."""
    first, last = first_in_block(enters), last_in_block(exits)
    enter_membership, exit_membership = Membership.of(first), Membership.of(last)
    rewriter.after(aref)
    zero_op = rewriter.insert(ConstantOp(constant(i32, 0)), aref.location)
    enter_membership.apply_to(zero_op)
    if after is not None:
        rewriter.after(after)
    else:
        rewriter.before(first)
    types = [enter.results[0].type for enter in enters]
    zero = zero_op.result
    enter_class = type(enters[0])
    combined = rewriter.insert(enter_class(aref.result, zero, zero, buffers=types), first.location)
    enter_membership.apply_to(combined)
    rewriter.before(last)
    exit_class = type(exits[0])
    kinds: dict[Attribute, None] = {kind: None for op in exits for kind in _kinds(op)}
    end = rewriter.insert(
        exit_class(aref.result, combined.token, zero, async_ops=ArrayAttr(list(kinds))), first.location
    )
    exit_membership.apply_to(end)
    for enter, buffer in zip(enters, combined.buffers, strict=True):
        _move_users_after(enter, combined)
        rewriter.replace_all_uses(enter.results[0], buffer)
    return end


def _kinds(op: ExitOp) -> Sequence[Attribute]:
    return cast("ArrayAttr[Attribute]", op.async_ops).data


def _move_users_after(op: Operation, target: Operation) -> None:
    """Move the users of ``op`` before ``target``, and theirs, after it."""
    for user in users_of(op):
        inside = ancestor_in_block(user, target.parent)
        if inside is not None and inside is not target and is_before(inside, target):
            inside.detach()
            assert target.parent is not None
            target.parent.insert_op_after(inside, target)
            _move_users_after(inside, inside)
