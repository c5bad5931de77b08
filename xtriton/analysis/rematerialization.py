"""Which values may be computed again in another layout."""

from __future__ import annotations

from xdsl.ir import Attribute, Operation

from xtriton.analysis.encoding_propagation import (
    ConversionSlice,
    Use,
    backward_conversion_slice,
    is_expensive_load_or_store,
)
from xtriton.dialects.tt.dot import DotOp
from xtriton.dialects.tt.memory import AtomicCASOp, AtomicRMWOp, LoadOp, StoreOp
from xtriton.dialects.tt.reduction import GatherOp
from xtriton.dialects.tt.shape import ReshapeOp
from xtriton.dialects.upstream.scf import ConditionOp, WhileOp
from xtriton.interfaces.effects import memory_changed
from xtriton.ir.creation import is_result
from xtriton.versions import V3_8, V3_9, active_version, before, since

_REPEATS_EFFICIENT_RESHAPES = before(V3_8)
"""The versions that rematerialise a reshape with ``efficient_layout``."""
_KEEPS_WRITES = since(V3_9)
"""The versions that do not repeat inline assembly and external functions that are not pure."""


def may_be_done_again(op: Operation) -> bool:
    """Whether an operation may be cloned to get its result in another layout."""
    match op:
        case LoadOp() | StoreOp():
            return not is_expensive_load_or_store(op)
        case GatherOp():
            return op.efficient_layout is None
        case ReshapeOp():
            return op.efficient_layout is None or active_version() in _REPEATS_EFFICIENT_RESHAPES
        case _:
            if memory_changed(op) and active_version() in _KEEPS_WRITES:
                return False
            return not isinstance(op, AtomicRMWOp | AtomicCASOp | DotOp | WhileOp | ConditionOp)


def can_rematerialize(found: ConversionSlice) -> bool:
    """Whether all operations of a slice may be done again."""
    return all(may_be_done_again(value.op) for value in found.values if is_result(value))


def rematerializable_slice(root: Use, encoding: Attribute) -> ConversionSlice | None:
    """The backward slice of an operand, if it is not empty and can be rematerialised."""
    found = backward_conversion_slice(root, encoding)
    return found if found is not None and found.values and can_rematerialize(found) else None
