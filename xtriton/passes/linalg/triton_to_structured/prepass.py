"""Adds the offsets and strides of loop-carried pointers and offsets to the iter_args.

Their values are not known yet: ``tts.get_structured_state`` is a placeholder for them.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import IndexType, i1
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.dialects import tts
from xtriton.dialects.tt import PointerType
from xtriton.dialects.upstream.scf import ForOp, YieldOp
from xtriton.ir.creation import move_operations
from xtriton.ir.narrowing import is_integer_type, is_tensor_type
from xtriton.ir.walk import operations_in
from xtriton.rewriting.rewriter import Rewriter, location_of
from xtriton.rewriting.signatures import new_loop


def may_have_state(type_: Attribute) -> bool:
    """Whether values of a type are pointers, or may be pointer offsets."""
    if isinstance(type_, PointerType):
        return True
    if not is_tensor_type(type_):
        return False
    element = type_.element_type
    return isinstance(element, PointerType | IndexType) or (is_integer_type(element) and element != i1)


class StateCarrier:
    """Rewrites the loops of a program, outer ones first."""

    def __init__(self) -> None:
        self._rewriter = Rewriter()
        self._flat: dict[SSAValue, list[SSAValue]] = {}
        """A value followed by its offsets and strides."""

    def run(self, root: Operation) -> None:
        """Rewrite all loops in ``root``."""
        for region in root.regions:
            for block in region.blocks:
                for op in list(block.ops):
                    self.run(self._carry(op) if isinstance(op, ForOp) else op)

    def _carry(self, loop: ForOp) -> ForOp:
        if not any(may_have_state(init.type) for init in loop.initArgs):
            return loop
        rewriter = self._rewriter
        inits = self._flattened(loop.initArgs)
        rewriter.start_at(loop)
        new = new_loop(loop, inits)
        rewriter.insert(new)
        old, body = loop.body, new.body
        rewriter.replace_all_uses(loop.induction_variable, new.induction_variable)
        self._hand_on(loop.iter_args, new.iter_args)
        move_operations(old, body)
        self._hand_on(loop.results, new.results)
        rewriter.erase(loop)
        return new

    def finish(self, root: Operation) -> None:
        """Add the states to the yields of the loops in ``root``."""
        for op in operations_in(root):
            if isinstance(op, YieldOp) and isinstance(op.parent_op(), ForOp):
                op.operands = self._flattened(op.operands)

    def _hand_on(self, old: Sequence[SSAValue], new: Sequence[SSAValue]) -> None:
        rest = list(new)
        for value in old:
            count = 1 + sum(tts.state_sizes(value.type) or (0, 0)) if may_have_state(value.type) else 1
            taken, rest = rest[:count], rest[count:]
            self._rewriter.replace_all_uses(value, taken[0])
            if count > 1:
                self._flat[taken[0]] = taken

    def _flattened(self, values: Sequence[SSAValue]) -> list[SSAValue]:
        return [part for value in values for part in self._state(value)]

    def _state(self, value: SSAValue) -> list[SSAValue]:
        """A value followed by its offsets and strides."""
        if not may_have_state(value.type):
            return [value]
        known = self._flat.get(value)
        if known is not None:
            return known
        rewriter = self._rewriter
        rewriter.after_value(value)
        rewriter.location = location_of(value)
        state = rewriter.insert(tts.GetStructuredStateOp(value))
        self._flat[value] = list(state.results)
        return self._flat[value]


def carry_states(root: Operation) -> None:
    """Add offsets and strides to the iter_args of all loops in ``root``."""
    carrier = StateCarrier()
    carrier.run(root)
    carrier.finish(root)
