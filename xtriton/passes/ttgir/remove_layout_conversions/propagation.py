"""The encoding of each value: encodings of anchors, propagated forward, with conflicts resolved.

Anchors are operations whose own encoding matters: expensive loads, dots, atomics. Values computed from them may have
several candidates at first; encodings of dots win.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from xdsl.dialects.builtin import NoneAttr
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.ir.core import Use

from xtriton.analysis.encoding_propagation import (
    has_one_encoding,
    is_expensive_load_or_store,
    result_encoding,
    tensor_type,
)
from xtriton.dialects.tt.descriptor import (
    DescriptorGatherOp,
    DescriptorLoadOp,
    DescriptorReduceOp,
    DescriptorScatterOp,
    DescriptorStoreOp,
)
from xtriton.dialects.tt.dot import DotOp, DotScaledOp
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.tt.memory import AtomicCASOp, AtomicRMWOp, LoadOp, StoreOp
from xtriton.dialects.tt.reduction import GatherOp, ReduceOp
from xtriton.dialects.tt.shape import ExpandDimsOp, JoinOp, ReshapeOp, SplitOp, TransOp
from xtriton.dialects.ttg.attributes import (
    AMDMfmaEncodingAttr,
    AMDWmmaEncodingAttr,
    BlockedEncodingAttr,
    NvidiaMmaEncodingAttr,
)
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.ttng.tensor_memory import TMEMLoadOp
from xtriton.dialects.ttng.wgmma import WarpGroupDotOp, WarpGroupDotWaitOp
from xtriton.dialects.upstream.scf import ConditionOp, ForOp, IfOp, WhileOp, YieldOp
from xtriton.interfaces.region_branch import receiving_values
from xtriton.ir.creation import is_result
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.ttgir.remove_layout_conversions.rules import RULES

Candidates = dict[SSAValue, dict[Attribute, None]]
"""The candidate encodings of values, in insertion order (``MapVector``, ``SetVector``)."""

MMA_ENCODINGS = (NvidiaMmaEncodingAttr, AMDMfmaEncodingAttr, AMDWmmaEncodingAttr)
"""Encodings of results of matrix instructions."""

_ANCHORS = {
    AtomicCASOp,
    AtomicRMWOp,
    DescriptorGatherOp,
    DescriptorLoadOp,
    DescriptorReduceOp,
    DescriptorScatterOp,
    DescriptorStoreOp,
    DotOp,
    DotScaledOp,
    TMEMLoadOp,
    WarpGroupDotOp,
}
_SPREADING = {ReduceOp, ExpandDimsOp, ReshapeOp, TransOp, JoinOp, SplitOp, ConvertLayoutOp}


def chosen_encodings(func: FuncOp) -> dict[SSAValue, Attribute]:
    """The chosen encodings of the values of a function; values without candidates are not included."""
    candidates = _anchors(func)
    _spread(candidates)
    return {value: _choose(value, encodings) for value, encodings in candidates.items()}


def _is_anchor(op: Operation) -> bool:
    """Whether the encoding of ``op`` should be kept."""
    if isinstance(op, LoadOp | StoreOp):
        return is_expensive_load_or_store(op)
    if isinstance(op, GatherOp):
        return op.efficient_layout is not None
    if isinstance(op, ReshapeOp):
        # Before 3.9 nothing was propagated through a reshape that takes any encoding.
        return (op.efficient_layout if RULES.now().keeps_efficient_reshapes else op.allow_reorder) is not None
    return type(op) in _ANCHORS


def _anchors(func: FuncOp) -> Candidates:
    """The candidates of function arguments and of the results of anchors, inner operations first."""
    found: Candidates = {}
    entry = func.body.first_block
    if entry is None:
        return found
    _add_own_encodings(found, entry.args)
    for op in operations_inside_out(func.body):
        if op.results and _is_anchor(op):
            _add_own_encodings(found, op.results)
    return found


def _add_own_encodings(found: Candidates, values: Iterable[SSAValue]) -> None:
    for value in values:
        type_ = tensor_type(value)
        if type_ is not None and not isinstance(type_.encoding, NoneAttr):
            found.setdefault(value, {type_.encoding: None})


def _spread(candidates: Candidates) -> None:
    """Propagate candidates to dependent values, the last found first, until a fixed point."""
    stack = list(candidates)
    while stack:
        value = stack.pop()
        encodings = tuple(candidates[value])
        for use in tuple(value.uses):
            for target in _targets(use):
                if _add(candidates, target, use.operation, encodings):
                    stack.append(target)


def _add(candidates: Candidates, value: SSAValue, op: Operation, encodings: Sequence[Attribute]) -> bool:
    """Add the encodings that ``op`` infers to those of ``value``. Returns whether one was new."""
    if tensor_type(value) is None:
        return False
    known = candidates.get(value)
    count = 0 if known is None else len(known)
    for encoding in encodings:
        # A conversion is a no-op if its result gets the encoding of its source.
        result = encoding if isinstance(op, ConvertLayoutOp) else result_encoding(op, encoding)
        if result is None:
            continue
        if known is None:
            known = candidates[value] = {}
        known[result] = None
    return known is not None and len(known) > count


def _targets(use: Use) -> Sequence[SSAValue]:
    """The values whose encodings follow from this use."""
    op, index = use.operation, use.index
    match op:
        case ForOp() | WhileOp():
            return receiving_values(op, index)
        case ConditionOp():
            return receiving_values(op, index)[::-1]
        case YieldOp():
            return _targets_of_yield(op, index)
        case ReshapeOp() if op.efficient_layout is not None and RULES.now().keeps_efficient_reshapes:
            return ()
        case WarpGroupDotWaitOp():
            return (op.results[index],)
        case GatherOp():
            return op.results if op.efficient_layout is None and index == 1 else ()
        case _:
            return op.results if has_one_encoding(type(op)) or type(op) in _SPREADING else ()


def _targets_of_yield(op: YieldOp, index: int) -> Sequence[SSAValue]:
    match parent := op.parent_op():
        case ForOp() | WhileOp():
            # As in Triton, also the result of scf.while at the same position, though scf.condition gives that.
            return parent.results[index], parent.iter_args[index]
        case IfOp():
            return (parent.results[index],)
        case _:
            return ()


def _choose(value: SSAValue, encodings: dict[Attribute, None]) -> Attribute:
    """Resolve a conflict: a blocked encoding for memory accesses, otherwise that of a dot; else the first."""
    if len(encodings) > 1:
        memory = is_result(value) and isinstance(value.op, LoadOp | StoreOp | AtomicRMWOp | AtomicCASOp)
        preferred = BlockedEncodingAttr if memory else MMA_ENCODINGS
        for encoding in encodings:
            if isinstance(encoding, preferred):
                return encoding
    return next(iter(encodings))
