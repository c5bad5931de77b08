"""Which one pointer each pointer, or all pointers of a tensor, are offsets from."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType
from xdsl.ir import BlockArgument, SSAValue

from xtriton.dialects import tt
from xtriton.dialects.tt import PointerType
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.traits import element_type

SHAPE_OPS = (tt.SplatOp, tt.BroadcastOp, tt.ExpandDimsOp, tt.ReshapeOp, tt.TransOp)
"""What changes the shape of a tensor of pointers, or of a tensor of offsets likewise."""


def is_pointer_like(value: SSAValue) -> bool:
    """Whether a value is a pointer to an element, or a tensor of such."""
    pointer = element_type(value.type)
    return isinstance(pointer, PointerType) and not isinstance(pointer.pointee_type, TensorType)


class Bases:
    """Finds bases. A pointer that no ``tt.addptr`` makes is its own base; a tensor of such has none."""

    def __init__(self) -> None:
        self._known: dict[SSAValue, SSAValue | None] = {}

    def of(self, value: SSAValue) -> SSAValue | None:
        """The base of pointers; ``None`` if they may have several."""
        if value not in self._known:
            self._known[value] = self._find(value)
        return self._known[value]

    def _find(self, value: SSAValue) -> SSAValue | None:
        own = None if isinstance(value.type, TensorType) else value
        if isinstance(value, BlockArgument):
            loop = value.owner.parent_op()
            if isinstance(loop, ForOp) and value.index:
                return self._carried(loop, value.index - 1, value, own)
            return own
        owner = value.owner
        if isinstance(owner, ForOp):
            return self._carried(owner, list(owner.results).index(value), value, own)
        if isinstance(owner, tt.AddPtrOp | tt.SplatOp | tt.BroadcastOp | tt.ExpandDimsOp | tt.ReshapeOp | tt.TransOp):
            return self.of(owner.operands[0])
        return own

    def _carried(self, loop: ForOp, index: int, value: SSAValue, own: SSAValue | None) -> SSAValue | None:
        """What a loop carries has the base that goes into it if it keeps it from one iteration to the next."""
        argument, result = loop.iter_args[index], loop.results[index]
        if argument in self._known:
            return self._known[argument] if self._known[argument] is not argument else own
        initial = self.of(loop.initArgs[index])
        self._known[argument] = self._known[result] = initial
        end = loop.body.last_op
        assert end is not None
        before = dict(self._known)
        if initial is not None and self.of(end.operands[index]) is initial:
            return initial
        # What followed from the assumption does not hold.
        self._known = {one: base for one, base in before.items() if one not in (argument, result)}
        scalar = not isinstance(argument.type, TensorType)
        self._known[argument] = argument if scalar else None
        self._known[result] = result if scalar else None
        return own
