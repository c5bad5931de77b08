"""The single base pointer of each pointer or tensor of pointers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import TensorType
from xdsl.ir import BlockArgument, Operation, OpResult, SSAValue

from xtriton.dialects import tt
from xtriton.dialects.tt import PointerType
from xtriton.dialects.upstream.scf import ForOp, IfOp, WhileOp
from xtriton.interfaces.region_branch import incoming_values
from xtriton.ir.creation import defining_or_parent_op, is_block_argument
from xtriton.ir.traits import element_type

SHAPE_OPS = (tt.SplatOp, tt.BroadcastOp, tt.ExpandDimsOp, tt.ReshapeOp, tt.TransOp)
"""Shape operations on a tensor of pointers, which apply to the tensor of offsets likewise."""


def is_pointer_like(value: SSAValue) -> bool:
    """Whether a value is a pointer to a number, or a tensor of such pointers.

    Memory that holds pointers is left to ``triton-to-ptr``.
    """
    pointer = element_type(value.type)
    return isinstance(pointer, PointerType) and not isinstance(pointer.pointee_type, TensorType | PointerType)


class Bases:
    """Finds bases. A pointer not defined by a ``tt.addptr`` is its own base; a tensor of such pointers has none."""

    def __init__(self, *, through_branches: bool = False) -> None:
        self._through_branches = through_branches
        self._known: dict[SSAValue, SSAValue | None] = {}

    def of(self, value: SSAValue) -> SSAValue | None:
        """The base of pointers; ``None`` if they may have several."""
        if value not in self._known:
            self._known[value] = self._find(value)
        return self._known[value]

    def set(self, value: SSAValue, base: SSAValue) -> None:
        """Record the base of pointers."""
        self._known[value] = self._known[base] = base

    def _find(self, value: SSAValue) -> SSAValue | None:
        own = None if isinstance(value.type, TensorType) else value
        if is_block_argument(value):
            loop = value.owner.parent_op()
            if isinstance(loop, ForOp) and (position := loop.position(value)) is not None:
                return self._carried(loop, position, own)
            if isinstance(loop, WhileOp) and self._through_branches:
                return self._of_while_argument(loop, value, own)
            return own
        owner = value.owner
        if isinstance(owner, ForOp):
            return self._carried(owner, cast("OpResult", value).index, own)
        if isinstance(owner, IfOp) and self._through_branches:
            return self._common(incoming_values(value) or (), own)
        if isinstance(owner, WhileOp) and self._through_branches:
            return self._past_condition(owner, value, own)
        if isinstance(owner, tt.AddPtrOp | tt.SplatOp | tt.BroadcastOp | tt.ExpandDimsOp | tt.ReshapeOp | tt.TransOp):
            return self.of(owner.operands[0])
        return own

    def _common(self, values: Sequence[SSAValue], own: SSAValue | None) -> SSAValue | None:
        """The common base of several values."""
        bases = {self.of(value) for value in values}
        base = bases.pop()
        return base if base is not None and not bases else own

    def _past_condition(self, loop: WhileOp, value: SSAValue, own: SSAValue | None) -> SSAValue | None:
        """The base of a loop result or after-region argument: that of the operand of ``scf.condition``."""
        sources = incoming_values(value)
        assert sources is not None
        base = self.of(sources[0])
        outside = base is not None and not _encloses(loop, base)
        return base if outside else own

    def _of_while_argument(self, loop: WhileOp, value: BlockArgument, own: SSAValue | None) -> SSAValue | None:
        if value.owner is loop.after.block:
            return self._past_condition(loop, value, own)
        sources = incoming_values(value)
        assert sources is not None
        first, following = sources
        initial = self.of(first)
        if initial is None:
            return own
        before = dict(self._known)
        self._known[value] = initial
        if self.of(following) is initial:
            return initial
        self._known = before  # conclusions from the failed assumption are discarded
        return own

    def _carried(self, loop: ForOp, position: int, own: SSAValue | None) -> SSAValue | None:
        """A loop-carried value has the base of its init if that is kept from one iteration to the next."""
        init, argument, yielded, result = loop.carried(position)
        if argument in self._known:
            return self._known[argument] if self._known[argument] is not argument else own
        initial = self.of(init)
        self._known[argument] = self._known[result] = initial
        before = dict(self._known)
        if initial is not None and self.of(yielded) is initial:
            return initial
        # Conclusions from the failed assumption are discarded.
        self._known = {known: base for known, base in before.items() if known not in (argument, result)}
        scalar = not isinstance(argument.type, TensorType)
        self._known[argument] = argument if scalar else None
        self._known[result] = result if scalar else None
        return own


def _encloses(op: Operation, value: SSAValue) -> bool:
    place = defining_or_parent_op(value)
    return place is not None and op.is_ancestor(place)
