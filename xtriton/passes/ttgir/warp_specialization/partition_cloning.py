"""Cloning of operations into the regions of the partitions that they belong to."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Block, Operation, SSAValue

from xtriton.dialects.nvws.aref import ArefPhiOp
from xtriton.dialects.nvws.warp_group import WarpGroupOp
from xtriton.dialects.tt.reduction import ReduceOp
from xtriton.dialects.ttg.verify import PARTITION, PARTITION_OUTPUTS, value_partitions
from xtriton.dialects.upstream.scf import ConditionOp, ForOp, IfOp, WhileOp, YieldOp
from xtriton.ir.diagnostics import error
from xtriton.ir.walk import operations_in
from xtriton.passes.ttgir.warp_specialization.attributes import PARTITION_STAGES, partition_outputs, partitions_of
from xtriton.rewriting.cloning import Mapping, clone_op
from xtriton.rewriting.rewriter import Rewriter, block_argument
from xtriton.rewriting.signatures import like, new_loop


class _Target:
    """The region of one partition: the insertion point in it, and the clones of values."""

    def __init__(self, index: int, block: Block) -> None:
        self.index = index
        self.mapping: Mapping = {}
        self.builder = Rewriter()
        self.builder.at_end(block)

    def lookup(self, values: Sequence[SSAValue]) -> list[SSAValue]:
        """The clones of values; values from outside stay the same."""
        return [self.mapping.get(value, value) for value in values]


class PartitionCloner:
    """Clones operations into the regions of a warp group, each of which is one partition."""

    def __init__(self, group: WarpGroupOp) -> None:
        self._targets = [_Target(index, region.block) for index, region in enumerate(group.regions)]

    def builder(self, index: int) -> Rewriter:
        """The builder of a partition."""
        return self._targets[index].builder

    def clone_plain(self, op: Operation) -> None:
        """Clone an operation without regions. Raises ``DiagnosticError`` for others."""
        if op.regions:
            raise error(op.location, "Ops are expected to be regionless at this point.")
        if isinstance(op, ArefPhiOp):
            self._select(op)
            return
        for target in self._of(op):
            target.builder.insert(clone_op(op, target.mapping), op.location)

    def _select(self, op: ArefPhiOp) -> None:
        """In each partition, the operand that belongs to it takes the place of the result."""
        local = value_partitions(op.local)
        for target in self._of(op):
            (target.mapping[op.result],) = target.lookup([op.local if target.index in local else op.remote])

    def clone_loop(self, loop: ForOp | WhileOp) -> None:
        """Clone a loop; each partition carries the values that belong to it."""
        if isinstance(loop, WhileOp):
            self._clone_while(loop)
            return
        new_loops = [(target, self._new_loop(loop, target)) for target in self._of(loop)]
        self._clone_block(loop.body)
        for target, new in new_loops:
            _finish_loop(target, new)

    def _of(self, op: Operation) -> list[_Target]:
        indices, count = partitions_of(op), len(self._targets)
        if any(not 0 <= index < count for index in indices):
            message = f"'{op.name}' op is in partitions {', '.join(map(str, indices))}; its loop has {count}"
            raise error(op.location, message)
        return [self._targets[index] for index in indices]

    @staticmethod
    def _new_loop(loop: ForOp, target: _Target) -> ForOp:
        kept = _kept(loop, target)
        new = new_loop(loop, target.lookup([loop.init_args[index] for index in kept]))
        target.builder.insert(new, loop.location)
        for index, bound in enumerate(target.lookup(loop.operands[: loop.init_operands.start])):
            new.operands[index] = bound
        new.attributes.pop(PARTITION_OUTPUTS, None)
        target.mapping[loop.induction_variable] = new.induction_variable
        for position, index in enumerate(kept):
            target.mapping[loop.iter_args[index]] = new.iter_args[position]
            target.mapping[loop.results[index]] = new.results[position]
        if not kept:
            _add_empty_yield(new.body, loop)
        target.builder.at_start(new.body)
        return new

    def _clone_while(self, loop: WhileOp) -> None:
        new_loops = [(target, self._new_while(loop, target)) for target in self._of(loop)]
        for index, region in enumerate(loop.regions):
            for target, new in new_loops:
                target.builder.at_start(new.regions[index].block)
            self._clone_block(region.block)
        for target, new in new_loops:
            _finish_loop(target, new)

    @staticmethod
    def _new_while(loop: WhileOp, target: _Target) -> WhileOp:
        """An ``scf.while`` with the values that belong to a partition, and empty regions."""
        kept = _kept(loop, target)
        inits = target.lookup([loop.inits[index] for index in kept])
        new = target.builder.insert(like(loop, inits, [loop.results[index].type for index in kept]), loop.location)
        new.attributes.pop(PARTITION_OUTPUTS, None)
        for old_region, region in zip(loop.regions, new.regions, strict=True):
            block = Block()
            region.add_block(block)
            for index in kept:
                old = old_region.block.args[index]
                target.mapping[old] = block_argument(block, old.type, old.location)
        for position, index in enumerate(kept):
            target.mapping[loop.results[index]] = new.results[position]
        return new

    def _clone_condition(self, op: ConditionOp) -> None:
        """The condition of an ``scf.while`` in normal form, which passes on all values that the loop carries."""
        loop = op.parent_op()
        assert isinstance(loop, WhileOp)
        for target in self._of(op):
            kept = [loop.before.block.args[index] for index in _kept(loop, target)]
            condition, *passed = target.lookup([op.condition, *kept])
            target.builder.insert(ConditionOp(condition, passed), op.location)

    def _clone_if(self, op: IfOp) -> None:
        new_ifs = [(target, self._new_if(op, target)) for target in self._of(op)]
        for region_index in range(2):
            old = op.regions[region_index].first_block
            if old is None:
                continue
            for target, new in new_ifs:
                target.builder.at_start(new.regions[region_index].block)
            self._clone_block(old)
        for target, new in new_ifs:
            target.builder.after(new)

    @staticmethod
    def _new_if(op: IfOp, target: _Target) -> IfOp:
        kept = _kept(op, target)
        new = like(op, target.lookup(op.operands), [op.results[index].type for index in kept])
        target.builder.insert(new, op.location)
        new.attributes.pop(PARTITION_OUTPUTS, None)
        for position, index in enumerate(kept):
            target.mapping[op.results[index]] = new.results[position]
        for old_region, region in zip(op.regions, new.regions, strict=True):
            if old_region.first_block is not None:
                region.add_block(Block())
                if not kept:
                    _add_empty_yield(region.block, op)
        return new

    def _clone_reduce(self, op: ReduceOp) -> None:
        new_ops: list[tuple[_Target, ReduceOp]] = []
        for target in self._of(op):
            new = target.builder.insert(like(op, target.lookup(op.operands), op.result_types), op.location)
            new.attributes.pop(PARTITION_OUTPUTS, None)
            target.mapping.update(zip(op.results, new.results, strict=True))
            block = Block()
            new.regions[0].add_block(block)
            for argument in op.regions[0].block.args:
                target.mapping[argument] = block_argument(block, argument.type, argument.location)
            target.builder.at_start(block)
            new_ops.append((target, new))
        self._clone_block(op.regions[0].block)
        for target, new in new_ops:
            target.builder.after(new)

    def _clone_block(self, block: Block) -> None:
        for op in block.ops:
            match op:
                case ForOp() | WhileOp():
                    self.clone_loop(op)
                case IfOp():
                    self._clone_if(op)
                case ReduceOp():
                    self._clone_reduce(op)
                case ConditionOp():
                    self._clone_condition(op)
                case YieldOp():
                    self._clone_yield(op)
                case _:
                    self.clone_plain(op)

    def _clone_yield(self, op: YieldOp) -> None:
        """Each partition yields the operands that belong to it; empty yields exist already."""
        parent = op.parent_op()
        if not op.operands or not isinstance(parent, ForOp | WhileOp | IfOp):
            return
        for target in self._of(op):
            values = target.lookup([op.operands[index] for index in _kept(parent, target)])
            if values:
                target.builder.insert(YieldOp(values), op.location)


def _kept(op: ForOp | WhileOp | IfOp, target: _Target) -> list[int]:
    """Which results of an operation belong to a partition."""
    return [index for index, ids in enumerate(partition_outputs(op)) if target.index in ids]


def _finish_loop(target: _Target, loop: ForOp | WhileOp) -> None:
    """Go on after a cloned loop, which has no partitions any more."""
    target.builder.after(loop)
    for op in operations_in(loop):
        op.attributes.pop(PARTITION, None)
    loop.attributes.pop(PARTITION_STAGES, None)


def _add_empty_yield(block: Block, parent: Operation) -> None:
    end = YieldOp()
    end.location = parent.location
    block.add_op(end)
