"""The stage and the phase of an aref in one partition, carried through loops and branches.

The stage is the buffer that was entered last; the phase is the parity of how often the buffers have been entered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from xdsl.dialects.builtin import i32
from xdsl.ir import Block, Operation, SSAValue, Use

from xtriton.dialects.nvws.aref import (
    ArefBufferOp,
    ArefCreateOp,
    ArefGetEnterOp,
    ArefGetExitOp,
    ArefPutEnterOp,
    ArefPutExitOp,
)
from xtriton.dialects.ttg.verify import partition_ids
from xtriton.dialects.upstream.arith import AddIOp, CmpIOp, CmpIPredicate, SelectOp, XOrIOp
from xtriton.dialects.upstream.scf import ForOp, IfOp, WhileOp, YieldOp, yield_of
from xtriton.ir.creation import is_block_argument, is_operation, is_result
from xtriton.ir.diagnostics import DiagnosticError, error
from xtriton.passes.nvws.buffers import depth_of, memory_type
from xtriton.passes.ttgir.warp_specialization.attributes import (
    Ids,
    Membership,
    PartitionBuilder,
    add_partitions,
    has_partition,
    partition_outputs,
    partitions_of,
    set_partition_outputs,
    set_partitions,
)
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.operand_groups import set_operand_group
from xtriton.rewriting.rewriter import Rewriter
from xtriton.rewriting.signatures import (
    add_iter_args,
    append_to_yield,
    carry_through_condition,
    replace_if_by_wider,
)
from xtriton.versions import V3_6, V3_9, ByVersion, active_version, by_version, since

EnterOp = ArefPutEnterOp | ArefGetEnterOp
StagedOp = ArefPutEnterOp | ArefGetEnterOp | ArefPutExitOp | ArefGetExitOp | ArefBufferOp


@dataclass
class _Counter:
    """The current stage and phase, and the token of the last enter."""

    stage: SSAValue
    phase: SSAValue
    token: SSAValue | None = None


def assign_stages(aref: ArefCreateOp, enter_class: type[ArefPutEnterOp] | type[ArefGetEnterOp]) -> None:
    """Give all enters of one kind, and the accesses with their tokens, a stage, and enters a phase.

    Each partition counts on its own. Arefs without partitions are counted as if they belonged to one.
    """
    block = aref.parent
    assert block is not None
    users = [use.operation for use in aref.result.uses]
    enters = [user for user in users if isinstance(user, enter_class)]
    owners = sorted(_OWNERS.now()(partition_ids(enter) for enter in enters)) or [(0,)]
    rewriter = Rewriter()
    rewriter.start_at(aref)
    rewriter.after(aref)
    stage = insert_constant(rewriter, depth_of(memory_type(aref.buffers[0])) - 1)
    phase = insert_constant(rewriter, 0 if enter_class is ArefPutEnterOp else 1)
    for owner in owners:
        counting = _Counting(aref, enter_class, owner)
        counting.count_in_block(block, _Counter(stage, phase))
        for enter in enters:
            if _ENTERS.now()(enter, owner) and enter.stage is not None:
                counting.propagate(enter.token, enter.stage, set())


def _each_partition(enters: Iterable[Ids]) -> set[Ids]:
    """Each partition on its own."""
    return {(index,) for ids in enters for index in ids}


def _each_group(enters: Iterable[Ids]) -> set[Ids]:
    """The groups of partitions that enter the aref together."""
    return {ids for ids in enters if ids}


_OWNERS: ByVersion[Callable[[Iterable[Ids]], set[Ids]]] = by_version({V3_6: _each_partition, V3_9: _each_group})
"""The partitions that have a counter in common."""


def _is_owned(op: Operation, owner: Ids) -> bool:
    """Whether an access counts for all these partitions."""
    return not has_partition(op) or set(owner) <= set(partition_ids(op))


def _enters_first(op: Operation, owner: Ids) -> bool:
    """Whether an access counts, and its first partition is this one."""
    return not partition_ids(op) or partition_ids(op)[0] == owner[0]


_ENTERS: ByVersion[Callable[[Operation, Ids], bool]] = by_version({V3_6: _enters_first, V3_9: _is_owned})
"""Whether the stage of an enter is that of the partitions."""


def _position(values: list[SSAValue], value: SSAValue | None) -> int | None:
    return next((index for index, other in enumerate(values) if other is value), None)


class _Counting:
    """Counts the enters of one kind by an owner: one partition, or a group that enters the aref together."""

    def __init__(
        self, aref: ArefCreateOp, enter_class: type[ArefPutEnterOp] | type[ArefGetEnterOp], owner: Ids
    ) -> None:
        self._aref = aref
        self._enter_class = enter_class
        self._owner = owner
        self._stage_positions: dict[tuple[Operation, SSAValue | None], int] = {}
        """For each loop and yield, and a token that it carries, the position of its stage."""

    # Where the aref is used

    def _is_counted(self, op: Operation) -> bool:
        if not isinstance(op, self._enter_class) or op.aref is not self._aref.result:
            return False
        return _is_owned(op, self._owner)

    def _is_used_in(self, block: Block, token: SSAValue | None) -> bool:
        """Whether the aref is entered in a block, or the buffers of the slot with this token are used."""
        for op in block.ops:
            if self._is_counted(op):
                return True
            match op:
                case ArefBufferOp() if op.aref is self._aref.result and op.token is token:
                    return True
                case ForOp() if self._is_used_in(op.body, _iter_arg_of(op, token)):
                    return True
                case WhileOp() if self._is_used_in(op.after.block, _after_arg_of(op, token)):
                    return True
                case IfOp() if any(
                    region.first_block is not None and self._is_used_in(region.block, token) for region in op.regions
                ):
                    return True
                case _:
                    pass
        return False

    # Counting

    def count_in_block(self, block: Block, counter: _Counter) -> _Counter:
        """Count the enters of a block; returns the counter at its end."""
        counter = replace(counter)
        op = block.first_op
        while op is not None:
            following = op.next_op
            if isinstance(op, ArefPutEnterOp | ArefGetEnterOp) and self._is_counted(op):
                self._count(op, counter)
            elif isinstance(op, ForOp):
                self._count_in_loop(op, counter)
            elif isinstance(op, WhileOp):
                self._count_in_while(op, counter)
            elif isinstance(op, IfOp):
                self._count_in_branches(op, counter)
            op = following
        return counter

    def _count(self, op: EnterOp, counter: _Counter) -> None:
        """Advance to the next buffer, and to the other phase after the last one."""
        builder = PartitionBuilder(Membership.of(op), op.location)
        builder.before(op)
        following = builder.insert(AddIOp(counter.stage, insert_constant(builder, 1))).result
        depth = insert_constant(builder, depth_of(memory_type(self._aref.buffers[0])))
        wraps = builder.insert(CmpIOp(CmpIPredicate.EQ, following, depth)).result
        zero = insert_constant(builder, 0)
        counter.stage = builder.insert(SelectOp(wraps, zero, following)).result
        other = builder.insert(XOrIOp(counter.phase, insert_constant(builder, 1))).result
        counter.phase = builder.insert(SelectOp(wraps, other, counter.phase)).result
        counter.token = op.token
        set_operand_group(op, "stage", [counter.stage])
        set_operand_group(op, "phase", [counter.phase])

    def _count_in_loop(self, loop: ForOp, counter: _Counter) -> None:
        """Carry the counter around a loop that uses the aref."""
        position = _position(list(loop.init_args), counter.token)
        token = None if position is None else loop.iter_args[position]
        if not self._is_used_in(loop.body, token):
            return
        first = len(loop.iter_args)
        ids, outputs = partitions_of(loop), partition_outputs(loop)
        loop = add_iter_args(loop, [counter.stage, counter.phase], Rewriter())
        inside = _Counter(loop.iter_args[first], loop.iter_args[first + 1], token or counter.token)
        end = self.count_in_block(loop.body, inside)
        append_to_yield(loop, [end.stage, end.phase], Rewriter())
        self._stage_positions[loop, inside.token] = first
        assert loop.body.last_op is not None
        self._stage_positions[loop.body.last_op, end.token] = first
        added = [self._partitions_of_carried(value) for value in (end.stage, end.phase)]
        set_partitions(loop, (*ids, *added[0], *added[1]))
        set_partition_outputs(loop, [*outputs, *added])
        counter.stage, counter.phase = loop.results[first], loop.results[first + 1]
        if position is not None:
            counter.token = loop.results[position]
        elif token is None:
            counter.token = inside.token

    def _partitions_of_carried(self, value: SSAValue) -> Ids:
        """The partitions of a stage or phase that a loop yields."""
        ids = _partitions_of_value(value)
        return self._owner if not ids and active_version() in _CARRIES_UNCHANGED else ids

    def _count_in_while(self, loop: WhileOp, counter: _Counter) -> None:
        """Carry the counter around an ``scf.while`` whose second region uses the aref; the first one passes it on."""
        position = _position(list(loop.inits), counter.token)
        if not self._is_used_in(loop.after.block, _after_arg_of(loop, counter.token)):
            return
        first = len(loop.results)
        ids, outputs = partitions_of(loop), partition_outputs(loop)
        new = carry_through_condition(loop, [counter.stage, counter.phase], Rewriter())
        arguments = new.after.block.args
        token = counter.token if position is None else arguments[position]
        end = self.count_in_block(new.after.block, _Counter(arguments[first], arguments[first + 1], token))
        terminator = new.yield_operation
        assert terminator is not None
        if position is not None and terminator.operands[position] is end.token:
            self._stage_positions[terminator, end.token] = first
        terminator.operands = [*terminator.operands, end.stage, end.phase]
        set_partitions(new, (*ids, *self._owner))
        set_partition_outputs(new, [*outputs, self._owner, self._owner])
        counter.stage, counter.phase = new.results[first], new.results[first + 1]
        if position is not None:
            counter.token = new.results[position]

    def _count_in_branches(self, op: IfOp, counter: _Counter) -> None:
        """Return the counter from branches that use the aref."""
        blocks = [region.block for region in op.regions if region.first_block is not None]
        if not any(self._is_used_in(block, counter.token) for block in blocks):
            return
        first = len(op.results)
        ids, outputs = partitions_of(op), partition_outputs(op)
        new = replace_if_by_wider(op, [i32, i32], Rewriter())
        Rewriter().erase(op)
        ends = [self.count_in_block(region.block, counter) for region in new.regions]
        token_position: int | None = None
        for region, end in zip(new.regions, ends, strict=True):
            terminator = yield_of(region.block)
            found = _position(list(terminator.operands), counter.token)
            token_position = found if found is not None else token_position
            self._stage_positions[terminator, end.token] = len(terminator.operands)
            terminator.operands = [*terminator.operands, end.stage, end.phase]
        set_partitions(new, ids)
        added = [_partitions_of_definitions([end.stage for end in ends])]
        added.append(_partitions_of_definitions([end.phase for end in ends]))
        set_partition_outputs(new, [*outputs, *added])
        counter.stage, counter.phase = new.results[first], new.results[first + 1]
        if token_position is not None:
            counter.token = new.results[token_position]

    # Stages of exits and buffers

    def propagate(self, token: SSAValue, stage: SSAValue, visited: set[Operation]) -> None:
        """Set the stage of the exits and buffers with a token, also after loops and branches that carry the token."""
        for use in list(token.uses):
            user = use.operation
            if user in visited:
                continue
            visited.add(user)
            match user:
                case ArefPutExitOp() | ArefGetExitOp() | ArefBufferOp() | ArefPutEnterOp() | ArefGetEnterOp():
                    _set_stage(user, stage)
                case ForOp():
                    inner = user.iter_args[use.index - user.init_operands.start]
                    self.propagate(inner, user.iter_args[self._stage_position(user, inner)], visited)
                case WhileOp():
                    position = _position(list(user.inits), stage)
                    if position is None:
                        raise _without_stage(user)
                    self._propagate_in_while(user, use.index, position, visited)
                case YieldOp():
                    self._propagate_result(user, use, token, visited)
                case _:
                    pass

    def _propagate_result(self, end: YieldOp, use: Use, token: SSAValue, visited: set[Operation]) -> None:
        parent = end.parent_op()
        assert parent is not None
        position = self._stage_position(end, token)
        if isinstance(parent, WhileOp):
            self._propagate_in_while(parent, use.index, position, visited)
            return
        self.propagate(parent.results[use.index], parent.results[position], visited)

    def _propagate_in_while(self, loop: WhileOp, token: int, stage: int, visited: set[Operation]) -> None:
        """Go on with the values at two positions, in the second region and after the loop."""
        arguments = loop.after.block.args
        self.propagate(arguments[token], arguments[stage], visited)
        self.propagate(loop.results[token], loop.results[stage], visited)

    def _stage_position(self, op: Operation, token: SSAValue) -> int:
        position = self._stage_positions.get((op, token))
        if position is None:
            raise _without_stage(op)
        return position


_CARRIES_UNCHANGED = since(V3_9)
"""A counter that a loop carries unchanged belongs to its owner."""


def _without_stage(op: Operation) -> DiagnosticError:
    return error(op.location, f"'{op.name}' op carries a token of an aref without its stage")


def _after_arg_of(loop: WhileOp, init: SSAValue | None) -> SSAValue | None:
    """The argument of the second region for a token; a token that is not carried is the same in it."""
    position = _position(list(loop.inits), init)
    return init if position is None else loop.after.block.args[position]


def _iter_arg_of(loop: ForOp, init: SSAValue | None) -> SSAValue | None:
    position = _position(list(loop.init_args), init)
    return None if position is None else loop.iter_args[position]


def _set_stage(op: StagedOp, stage: SSAValue) -> None:
    """Set the stage of an access; the loop that carries it also carries it for the partitions of the access."""
    if is_block_argument(stage):
        loop = stage.block.parent_op()
        if isinstance(loop, ForOp) and (first := loop.position(stage)) is not None:
            ids = partitions_of(op)
            add_partitions(loop, ids)
            outputs = partition_outputs(loop)
            for position in (first, first + 1):  # the phase is carried next to the stage
                outputs[position] = (*outputs[position], *ids)
            set_partition_outputs(loop, outputs)
    set_operand_group(op, "stage", [stage])


def _partitions_of_value(value: SSAValue) -> Ids:
    """The partitions that define a value or, of a block argument, use it."""
    owner = value.owner
    if is_operation(owner):
        if owner.regions and is_result(value):
            return partition_outputs(owner)[value.index]
        return partitions_of(owner)
    users = (use.operation for use in value.uses if not isinstance(use.operation, YieldOp))
    return tuple({index: None for user in users for index in partitions_of(user)})


def _partitions_of_definitions(values: list[SSAValue]) -> Ids:
    """The partitions of the operations that define values."""
    owners = (value.owner for value in values)
    return tuple({index: None for owner in owners if is_operation(owner) for index in partitions_of(owner)})
