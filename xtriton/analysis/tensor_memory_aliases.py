"""Alias analysis of tensor memory: the allocation of a view, and the parts of it that the view may access."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from xdsl.ir import BlockArgument, SSAValue

from xtriton.dialects.ttg.memdesc import MemDescIndexOp, MemDescReshapeOp, MemDescSubsliceOp, MemDescTransOp
from xtriton.dialects.ttg.types import shape_and_encoding
from xtriton.dialects.ttg.warp_specialize import WarpSpecializeOp, WarpSpecializePartitionsOp
from xtriton.dialects.ttng.tensor_memory import TMEMAllocOp, TMEMSubSliceOp
from xtriton.folds.elements import integer_of, to_signed
from xtriton.folds.folding import constant_of
from xtriton.ir.creation import is_block_argument
from xtriton.ir.narrowing import int_list

_MODULO = 1 << 64
"""Bounds are unsigned in the reference, so that negative ones wrap around."""

Range = tuple[int, int]
"""The first index and the one after the last."""


@dataclass(frozen=True)
class Access:
    """The accessed part of an allocation: a range in each dimension, or ``None`` for the whole extent."""

    allocation: SSAValue
    ranges: tuple[Range | None, ...]
    rank_offset: int = 0
    """How many leading dimensions of the allocation the view has lost."""


class TensorMemoryAliases:
    """Tells whether views of tensor memory may reach the same place.

    ``visit`` is told of each view by index or by offsets that is looked through, as often as that happens.
    """

    def __init__(self, visit: Callable[[MemDescIndexOp | MemDescSubsliceOp, int], None]) -> None:
        self._visit = visit

    def may_alias(self, a: SSAValue, b: SSAValue) -> bool:
        """Whether ``a`` and ``b`` may overlap; values of unknown allocation or range may."""
        first, second = self.access(a), self.access(b)
        if first is None or second is None:
            return True
        if first.allocation is not second.allocation:
            return False
        return all(map(_overlap, first.ranges, second.ranges))

    def access(self, memory: SSAValue) -> Access | None:
        """The part that ``memory`` refers to; ``None`` if it is not derived from a single allocation."""
        if is_block_argument(memory):
            captured = _captured(memory)
            return None if captured is None else self.access(captured)
        match memory.owner:
            case TMEMAllocOp() as op:
                return Access(op.result, tuple((0, size) for size in op.type.get_shape()))
            case MemDescTransOp() | MemDescReshapeOp() as op:
                return self.access(op.src)
            case MemDescIndexOp() | MemDescSubsliceOp() as op:
                return self._part(op)
            case TMEMSubSliceOp() as op:
                return self._columns(op)
            case _:
                return None

    def _part(self, op: MemDescIndexOp | MemDescSubsliceOp) -> Access | None:
        shape, rank = shape_and_encoding(op.result.type)[0], len(shape_and_encoding(op.src.type)[0])
        offsets: tuple[int | None, ...]
        if isinstance(op, MemDescIndexOp):
            # As many as the result has dimensions: the last one of the allocation is taken for reached anyway.
            offsets = (_known(op.index), *(0,) * (len(shape) - 1))
            self._visit(op, len(offsets) - 1)
        else:
            offsets = int_list(op.offsets)
            self._visit(op, len(offsets))
        parent = self.access(op.src)
        if parent is None:
            return None
        lost = rank - len(shape)
        ranges = list(parent.ranges[: parent.rank_offset])
        for index, offset in enumerate(offsets):
            around = parent.ranges[index + parent.rank_offset]
            if around is None or offset is None:
                ranges.append(None)
                continue
            start = (around[0] + offset) % _MODULO
            size = shape[index - lost] if index >= lost else 1
            ranges.append((start, start + size))
        return Access(parent.allocation, tuple(ranges), lost)

    def _columns(self, op: TMEMSubSliceOp) -> Access | None:
        parent = self.access(op.src)
        if parent is None or parent.ranges[1] is None:
            return parent
        start = parent.ranges[1][0] + op.start
        size = shape_and_encoding(op.result.type)[0][1]
        ranges = (parent.ranges[0], (start, start + size), *parent.ranges[2:])
        return Access(parent.allocation, ranges, parent.rank_offset)


def _captured(argument: BlockArgument) -> SSAValue | None:
    """The captured value that a partition's argument stands for."""
    around = argument.block.parent_op()
    if not isinstance(around, WarpSpecializePartitionsOp):
        return None
    specialize = around.parent_op()
    assert isinstance(specialize, WarpSpecializeOp)
    return specialize.captures[argument.index]


def _known(value: SSAValue) -> int | None:
    number = integer_of(constant_of(value))
    return None if number is None else to_signed(number, 32)


def _overlap(a: Range | None, b: Range | None) -> bool:
    return a is None or b is None or (a[0] < b[1] and b[0] < a[1])
