"""Loop-carried values that keep their structure: only their offsets change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.ir import Operation, OpResult, SSAValue

from xtriton.dialects import tt, tts
from xtriton.dialects.upstream.arith import AddIOp, ConstantOp, ExtSIOp, MulIOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.creation import is_block_argument
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.walk import operations_in

_ARITHMETIC = (AddIOp, MulIOp, ExtSIOp, tt.BroadcastOp, tt.ExpandDimsOp, tts.GetStructuredStateOp)


def carried_values(module: Operation) -> set[SSAValue]:
    """The iter_args of loops, and their results, that start from a state and are only advanced.

    For a value that a loop swaps for another, or advances by unstructured offsets, the offsets carried next to it are
    meaningless.
    """
    carried: set[SSAValue] = set()
    structure = _Structure()
    for op in operations_in(module):
        if not isinstance(op, ForOp):
            continue
        for index, argument in enumerate(op.iter_args):
            following = op.init_args[index + 1 : index + 2]
            if _has_state(argument, following) and structure.moves_on(op, index):
                carried.add(argument)
    return carried


def _has_state(argument: SSAValue, following: Sequence[SSAValue]) -> bool:
    sizes = tts.state_sizes(argument.type)
    return sizes is not None and sum(sizes) > 0 and bool(following)


class _Structure:
    """Answers about values, each found once. A value whose answer depends on itself, as an iter_arg that is added to
    itself, is not structured: its strides change in the loop."""

    def __init__(self) -> None:
        self._moved: dict[tuple[SSAValue, SSAValue], bool] = {}
        self._structured: dict[SSAValue, bool] = {}

    def moves_on(self, loop: ForOp, index: int) -> bool:
        """Whether the value yielded for an iter_arg is the iter_arg advanced by structured offsets."""
        return self._is_moved(loop.yielded_values[index], loop.iter_args[index])

    def _is_moved(self, value: SSAValue, start: SSAValue) -> bool:
        """Whether ``value`` is ``start`` plus structured offsets."""
        if value is start:
            return True
        if (value, start) not in self._moved:
            self._moved[value, start] = False
            self._moved[value, start] = self._is_sum_with(start, value)
        return self._moved[value, start]

    def _is_sum_with(self, start: SSAValue, value: SSAValue) -> bool:
        owner = value.owner
        match owner:
            case tts.GetStructuredStateOp():
                return self._is_moved(owner.input, start)
            case tt.AddPtrOp():
                return self._is_moved(owner.ptr, start) and self._is_structured(owner.offset)
            case tt.AdvanceOp():
                return self._is_moved(owner.ptr, start)
            case AddIOp():
                return (self._is_moved(owner.lhs, start) and self._is_structured(owner.rhs)) or (
                    self._is_moved(owner.rhs, start) and self._is_structured(owner.lhs)
                )
            case ForOp():
                inner = cast("OpResult", value).index
                return self.moves_on(owner, inner) and self._is_moved(owner.init_args[inner], start)
            case _:
                return False

    def _is_structured(self, offset: SSAValue) -> bool:
        """Whether offsets are computed from ranges and scalars by sums and products alone."""
        if not is_tensor_type(offset.type):
            return True
        if offset not in self._structured:
            self._structured[offset] = False
            self._structured[offset] = self._is_computed(offset)
        return self._structured[offset]

    def _is_computed(self, offset: SSAValue) -> bool:
        owner = offset.owner
        if isinstance(owner, tt.MakeRangeOp | tt.SplatOp | ConstantOp):
            return True
        if is_block_argument(offset):
            loop = offset.owner.parent_op()
            position = loop.position(offset) if isinstance(loop, ForOp) else None
            return isinstance(loop, ForOp) and position is not None and self.moves_on(loop, position)
        return isinstance(owner, _ARITHMETIC) and all(map(self._is_structured, owner.operands))
