"""The accesses to an allocation in tensor memory in the order of their tokens, and the partitions that own it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from xdsl.ir import Operation, SSAValue, Use

from xtriton.dialects.ttng.tcgen05 import MMAv5Op
from xtriton.dialects.ttng.tensor_memory import TMEMAllocOp, TMEMLoadOp, TMEMStoreOp
from xtriton.dialects.upstream.scf import ForOp, IfOp, WhileOp, YieldOp
from xtriton.ir.creation import defining_or_parent_op
from xtriton.ir.diagnostics import DiagnosticError, error
from xtriton.ir.walk import ancestors
from xtriton.passes.ttgir.warp_specialization.attributes import (
    has_partition,
    partition_outputs,
    partitions_of,
    warp_specialize_tag,
)
from xtriton.passes.ttgir.warp_specialization.specialized_loops import LOOPS, Loop


class Owner(NamedTuple):
    """A partition of a warp-specialized loop."""

    partition: int
    tag: int


@dataclass(eq=False)
class Access:
    """A node of the access graph: an operation that takes a token, linked to the accesses around it."""

    op: Operation
    use: Use | None
    """The use of the token; ``None`` for branches and operations without tokens."""
    owner: Owner | None
    """The partition that accesses the memory; ``None`` outside of partitions."""
    previous: Access | None
    """The access before it in the same block."""
    around: Access | None = None
    """Of the first access of a block the loop or branch around it; of a yield the first access of its block."""
    next: Access | None = None
    bodies: list[Access] = field(default_factory=list["Access"])
    """The first accesses of the body of a loop, or of both branches."""
    token_position: int | None = None
    """Of loops and branches: which result is the token."""

    @property
    def chain(self) -> Iterator[Access]:
        """This access and those after it."""
        at: Access | None = self
        while at is not None:
            yield at
            at = at.next


def unsupported(op: Operation) -> DiagnosticError:
    """The error for tokens that do not form a chain."""
    return error(op.location, f"'{op.name}' op uses a tensor memory token in an unsupported way")


def _tag_around(op: Operation) -> int:
    """The tag of ``op`` or of the innermost loop around it that has one."""
    for at in ancestors(op, inclusive=True):
        tag = warp_specialize_tag(at)
        if tag is not None and (at is op or isinstance(at, LOOPS.now())):
            return tag
    raise error(op.location, f"'{op.name}' op has partitions outside of warp-specialized loops")


def owner_of(op: Operation, position: int = 0) -> Owner | None:
    """The only partition of an operation or, if it has regions, of one of its results.

    Raises ``DiagnosticError`` if there is not exactly one.
    """
    if not has_partition(op):
        return None
    ids = partition_outputs(op)[position] if op.regions else partitions_of(op)
    if len(ids) != 1:
        raise error(op.location, f"'{op.name}' op must access tensor memory in one partition")
    return Owner(ids[0], _tag_around(op))


# ------------------------------------------------------------------------------------------------------- construction


def build_accesses(alloc: TMEMAllocOp) -> Access | None:
    """The allocation and all accesses after it; ``None`` if there are none.

    Raises ``DiagnosticError`` if the tokens do not form a chain through loops and branches.
    """
    root = Access(alloc, None, owner_of(alloc) if alloc.src is not None else None, None)
    if alloc.token is None:
        use = next(iter(alloc.result.uses), None)
        if use is None:
            return None
        if alloc.src is None:
            raise unsupported(alloc)
        root.next = Access(use.operation, None, owner_of(use.operation), root)
        return root
    if alloc.token.first_use is None:
        return None
    _follow(_only_use(alloc.token), root)
    return root


def _unsupported_token(token: SSAValue) -> DiagnosticError:
    op = defining_or_parent_op(token)
    assert op is not None
    return unsupported(op)


def _only_use(token: SSAValue) -> Use:
    uses = list(token.uses)
    if len(uses) != 1:
        raise _unsupported_token(token)
    return uses[0]


def _follow(use: Use, previous: Access) -> SSAValue:
    """Append the accesses from a use of a token on; returns the token that the block yields, or the last one."""
    while not isinstance(use.operation, YieldOp):
        op = use.operation
        access = Access(op, use, None if op.regions else owner_of(op), previous)
        previous.next = access
        token = _token_after(access)
        if token is None or token.first_use is None:
            return token or use.operation.operands[use.index]
        if not token.has_one_use():
            access, token = _append_branches(token, access)
            if token.first_use is None:
                return token
        use, previous = _only_use(token), access
    return use.operation.operands[use.index]


def _token_after(access: Access) -> SSAValue | None:
    """The token that an access returns."""
    match access.op:
        case TMEMLoadOp() | TMEMStoreOp() as op:
            return op.token
        case ForOp() | WhileOp() as loop if isinstance(loop, LOOPS.now()):
            return _append_body(loop, access)
        case op if isinstance(op, MMAv5Op):
            return op.token
        case op:
            raise unsupported(op)


def _append_body(loop: Loop, access: Access) -> SSAValue:
    """The accesses in the body of a loop."""
    assert access.use is not None
    position = access.use.index - loop.init_operands.start
    if position < 0:
        raise unsupported(loop)
    start = _start()
    body = loop.regions[-1].block
    _follow(_only_use(body.args[len(body.args) - len(loop.results) + position]), start)
    access.owner = owner_of(loop, position)
    _close_body(access, start, body.last_op, position)
    return loop.results[position]


def _start() -> Access:
    """A placeholder before the first access of a block."""
    return Access(_NOTHING, None, None, None)


_NOTHING = YieldOp()


def _close_body(around: Access, start: Access, end: Operation | None, position: int) -> None:
    """Append the yield to the accesses of a block, and make them a body."""
    first = start.next
    if first is None or end is None:
        raise unsupported(around.op)
    *_, last = first.chain
    last.next = Access(end, next(use for use in _operand_uses(end) if use.index == position), around.owner, last, first)
    first.previous, first.around = None, around
    around.token_position = position
    around.bodies.append(first)


def _operand_uses(op: Operation) -> Iterator[Use]:
    for index, operand in enumerate(op.operands):
        yield next(use for use in operand.uses if use.operation is op and use.index == index)


def _append_branches(token: SSAValue, previous: Access) -> tuple[Access, SSAValue]:
    """The accesses in both branches of an ``scf.if``; returns the access of the ``scf.if`` and its result token."""
    uses = list(token.uses)
    op = uses[0].operation.parent_op()
    if len(uses) != 2 or not isinstance(op, IfOp):
        raise _unsupported_token(token)
    access = Access(op, None, None, previous)
    previous.next = access
    by_block = {use.operation.parent: use for use in uses}
    starts: list[Access] = []
    position = 0
    for index, region in enumerate(op.regions):
        use = by_block.get(region.first_block)
        if use is None:
            raise unsupported(op)
        starts.append(_start())
        yielded = _follow(use, starts[-1])
        if index == 0:
            end = region.block.last_op
            assert end is not None
            position = next((at for at, value in enumerate(end.operands) if value is yielded), -1)
            if position < 0:
                raise unsupported(op)
            access.owner = owner_of(op, position)
    for start, region in zip(starts, op.regions, strict=True):
        end = region.block.last_op
        assert end is not None
        if start.next is None:
            start.next = None
        _close_branch(access, start, end, position)
    return access, op.results[position]


def _close_branch(around: Access, start: Access, end: Operation, position: int) -> None:
    """As :func:`_close_body`, also for a branch that only yields the token."""
    if start.next is None:
        use = next(use for use in _operand_uses(end) if use.index == position)
        only = Access(end, use, around.owner, None, around)
        around.token_position = position
        around.bodies.append(only)
        return
    _close_body(around, start, end, position)


# ------------------------------------------------------------------------------------------------------------ owners


@dataclass
class Owners:
    """The partitions that access an allocation."""

    partitions: set[Owner] = field(default_factory=set[Owner])
    outside: bool = False
    """Whether code outside of partitions accesses it after a partition has."""

    def __len__(self) -> int:
        return len(self.partitions) + self.outside


def collect_owners(root: Access) -> Owners:
    """The owners of an allocation."""
    owners = Owners()
    alloc = root.op
    if isinstance(alloc, TMEMAllocOp) and alloc.src is not None and root.owner is not None:
        owners.partitions.add(root.owner)
    if root.next is not None:
        _collect(root.next, owners)
    return owners


def _collect(first: Access, owners: Owners) -> None:
    for access in first.chain:
        if access.owner is not None:
            owners.partitions.add(access.owner)
        else:
            owners.outside = bool(owners.partitions)
        for body in access.bodies:
            _collect(body, owners)
