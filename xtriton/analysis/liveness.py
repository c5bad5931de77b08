"""Which values matter: those that an effect, or what a public function returns, depends on.

As in MLIR's ``LivenessAnalysis`` an operation that may have effects needs all its operands, and one with a result that
matters does too. Through loops, choices and branches values are followed one by one (:class:`Carried`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from xdsl.ir import Block, BlockArgument, Operation, OpResult, Region, SSAValue
from xdsl.traits import IsTerminator

from xtriton.analysis.branches import is_branch, successor_operands
from xtriton.dialects.upstream.scf import ConditionOp, ExecuteRegionOp, ForOp, IfOp, IndexSwitchOp, WhileOp, YieldOp
from xtriton.interfaces.effects import is_memory_effect_free
from xtriton.ir.traits import has_trait


@dataclass
class Carried:
    """Values that are one and the same at different times: they are kept together or dropped together.

    ``sources`` are (operation, index of operand) that give them, ``targets`` the values that take them.
    """

    sources: list[tuple[Operation, int]] = field(default_factory=list[tuple[Operation, int]])
    targets: list[SSAValue] = field(default_factory=list[SSAValue])


def hands_values_on(op: Operation) -> bool:
    """Whether it is known how values flow through the regions of ``op`` (MLIR's ``RegionBranchOpInterface``)."""
    return isinstance(op, ForOp | IfOp | WhileOp | IndexSwitchOp | ExecuteRegionOp)


def ends_handing_on(op: Operation) -> bool:
    """Whether ``op`` ends a region of an operation that hands values on."""
    parent = op.parent_op()
    return isinstance(op, YieldOp | ConditionOp) and parent is not None and hands_values_on(parent)


def carried_values(op: Operation) -> list[Carried]:
    """The values that flow through an operation that hands values on."""
    if isinstance(op, ForOp):
        return _carried_by_loop(op)
    if isinstance(op, WhileOp):
        return _carried_by_while(op)
    ends = [end for region in op.regions for end in _yields(region)]
    return [Carried([(end, index) for end in ends], [result]) for index, result in enumerate(op.results)]


def _yields(region: Region) -> Iterator[Operation]:
    for block in region.blocks:
        if isinstance(block.last_op, YieldOp):
            yield block.last_op


def _carried_by_loop(op: ForOp) -> list[Carried]:
    end = _last(op.body)
    return [
        Carried([(op, 3 + index), (end, index)], [op.iter_args[index], result])
        for index, result in enumerate(op.results)
    ]


def _carried_by_while(op: WhileOp) -> list[Carried]:
    before, after = op.before.block, op.after.block
    condition, end = _last(before), _last(after)
    passed = [
        Carried([(condition, 1 + index)], [argument, op.results[index]]) for index, argument in enumerate(after.args)
    ]
    started = [Carried([(op, index), (end, index)], [argument]) for index, argument in enumerate(before.args)]
    return [*passed, *started]


def _last(block: Block) -> Operation:
    end = block.last_op
    assert end is not None
    return end


class Liveness:
    """The values in an operation that matter."""

    def __init__(self, root: Operation) -> None:
        self._live: set[SSAValue] = set()
        self._pending: list[SSAValue] = []
        self._carried: dict[SSAValue, list[Carried]] = {}
        for op in root.walk():
            self._start(op)
        while self._pending:
            self._spread(self._pending.pop())

    def is_live(self, value: SSAValue) -> bool:
        """Whether a value matters."""
        return value in self._live

    def any_live(self, values: Sequence[SSAValue]) -> bool:
        """Whether one of several values matters."""
        return any(value in self._live for value in values)

    def _mark(self, *values: SSAValue) -> None:
        for value in values:
            if value not in self._live:
                self._live.add(value)
                self._pending.append(value)

    def _start(self, op: Operation) -> None:
        """Mark what matters for the effects of an operation, and note how values flow through it."""
        if hands_values_on(op):
            for carried in carried_values(op):
                for target in carried.targets:
                    self._carried.setdefault(target, []).append(carried)
            if not is_memory_effect_free(op):
                self._mark(*_deciding(op))
        elif is_branch(op):
            self._note_branch(op)
        elif not ends_handing_on(op) and (has_trait(op, IsTerminator) or not is_memory_effect_free(op)):
            self._mark(*op.operands)

    def _note_branch(self, op: Operation) -> None:
        passed = [successor_operands(op, number) for number in range(len(op.successors))]
        count = sum(map(len, passed))
        self._mark(*op.operands[: len(op.operands) - count])
        start = len(op.operands) - count
        for block, values in zip(op.successors, passed, strict=True):
            for argument in block.args:
                self._carried.setdefault(argument, []).append(Carried([(op, start + argument.index)], [argument]))
            start += len(values)

    def _spread(self, value: SSAValue) -> None:
        """Mark what a value that matters is made of."""
        for carried in self._carried.get(value, ()):
            self._mark(*(op.operands[index] for op, index in carried.sources))
        if isinstance(value, OpResult):
            op = value.op
            self._mark(*(_deciding(op) if hands_values_on(op) else op.operands))
            return
        assert isinstance(value, BlockArgument)
        parent = value.block.parent_op()
        if parent is not None and hands_values_on(parent):
            self._mark(*_deciding(parent))


def _deciding(op: Operation) -> list[SSAValue]:
    """The values that decide which regions of an operation run, and how often."""
    match op:
        case ForOp():
            return [op.lowerBound, op.upperBound, op.step]
        case IfOp():
            return [op.condition]
        case WhileOp():
            end = _last(op.before.block)
            return [end.operands[0]] if isinstance(end, ConditionOp) else []
        case IndexSwitchOp():
            return [op.operands[0]]
        case _:
            return []
