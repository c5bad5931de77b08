"""Hoisting conversions to where they cost less: above size-increasing operations, into branches, next to loads."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from xdsl.ir import Attribute, Block, Operation, OpResult, Region, SSAValue

from xtriton.analysis.dominance import is_before, post_dominates
from xtriton.analysis.encoding_propagation import (
    ConversionSlice,
    Use,
    is_view,
    source_encoding,
    tensor_type,
    with_encoding,
)
from xtriton.dialects.tt.descriptor import DescriptorLoadOp
from xtriton.dialects.tt.dot import DotOp, DotScaledOp
from xtriton.dialects.tt.elementwise import FpToFpOp
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.tt.memory import LoadOp
from xtriton.dialects.tt.shape import BroadcastOp, ExpandDimsOp
from xtriton.dialects.ttg.attributes import DotOperandEncodingAttr
from xtriton.dialects.ttg.compute import ConvertLayoutOp, Fp4ToFpOp
from xtriton.dialects.ttng.wgmma import WarpGroupDotOp
from xtriton.dialects.upstream.arith.casts import ExtFOp, ExtSIOp, ExtUIOp
from xtriton.dialects.upstream.arith.constant import ConstantOp
from xtriton.dialects.upstream.scf import ForOp, IfOp
from xtriton.folds.elements import width_of
from xtriton.interfaces.effects import is_memory_effect_free
from xtriton.ir.creation import is_result
from xtriton.ir.traits import Elementwise, encoding_of, has_trait
from xtriton.passes.ttgir.remove_layout_conversions.cost import conversion_cost, is_cheaper_again
from xtriton.passes.ttgir.remove_layout_conversions.propagation import MMA_ENCODINGS
from xtriton.passes.ttgir.remove_layout_conversions.rematerialization import Rematerialization, target_encoding
from xtriton.rewriting.cloning import Mapping, clone_op
from xtriton.rewriting.conversions import insert_conversion
from xtriton.rewriting.rewriter import Rewriter


def hoist_conversions(func: FuncOp) -> None:
    """Hoist conversions above size-increasing operations, then into branches, then to the loads of dot operands."""
    dots = _DotsBehind()
    steps: tuple[Callable[[Rematerialization, ConvertLayoutOp], None], ...] = (
        _hoist_above_growth,
        _hoist_into_branch,
        partial(_hoist_to_loads, dots=dots),
    )
    for step in steps:
        work = Rematerialization(func)
        work.for_each_conversion(step)
        work.finish()


# -------------------------------------------------------------------------------- above size-increasing operations


def _grows(op: Operation) -> bool:
    """Whether the result has more bytes than the operand."""
    if isinstance(op, FpToFpOp):
        return width_of(op.src.type) < width_of(op.result.type)
    return isinstance(op, ExtSIOp | ExtUIOp | ExtFOp | BroadcastOp | ExpandDimsOp)


def _hoist_above_growth(work: Rematerialization, op: ConvertLayoutOp) -> None:
    """Convert the operand of the only size-increasing operation of a slice, and rematerialise the rest."""
    encoding = target_encoding(op)
    if isinstance(encoding, DotOperandEncodingAttr):
        return
    found = work.slice((op, 0), encoding, _grows)
    if found is None:
        return
    found, growing = _only_growth(work, found)
    if growing is None:
        return
    result = growing.results[0]
    source = source_encoding(growing, found.encodings[result])
    if source is None:
        return
    if work.rules.checks_growth and not is_cheaper_again(found, op, conversion_cost(growing.operands[0], source)):
        return
    rewriter = Rewriter()
    rewriter.before(growing)
    converted = insert_conversion(growing.operands[0], source, rewriter, op.location)
    copy = rewriter.insert(clone_op(growing, {}))
    copy.operands[0] = converted
    rewriter.set_type(copy.results[0], with_encoding(result.type, found.encodings[result]))
    found.values.pop(result, None)
    work.rewrite(found, op, {result: copy.results[0]})


def _only_growth(work: Rematerialization, found: ConversionSlice) -> tuple[ConversionSlice, Operation | None]:
    """The size-increasing operation of a slice, if all others like it can be rematerialised with the slice.

    Also returns the slice with those others added, with their operands.
    """
    only: Operation | None = None
    for value in list(found.values):
        op = value.op if is_result(value) else None
        if op is None or not _grows(op):
            continue
        source = source_encoding(op, found.encodings[value])
        if source is None:
            return found, None
        behind = work.extended(found, (op, 0), source, must_agree=True)
        if behind is not None:
            found = behind
        elif only is not None:
            return found, None  # two conversions would be needed
        else:
            only = op
    return found, only


# ------------------------------------------------------------------------------------------------------ into branches


def _is_if(op: Operation) -> bool:
    return isinstance(op, IfOp)


def _hoist_into_branch(work: Rematerialization, op: ConvertLayoutOp) -> None:
    """Convert in one branch of an ``scf.if`` in a loop, if the other one needs no conversion."""
    found = work.slice((op, 0), target_encoding(op), _is_if)
    if found is None:
        return
    found, edges, ends = _edges_to_convert(work, found)
    if not edges:
        return
    mapping: Mapping = {}
    rewriter = Rewriter()
    for value in ends:
        rewriter.after(value.op)
        _convert(found, value, found.encodings[value], mapping, rewriter, op)
    for result, (end, index) in edges:
        rewriter.before(end)
        _convert(found, end.operands[index], found.encodings[result], mapping, rewriter, op)
    work.rewrite(found, op, mapping)


def _convert(
    found: ConversionSlice,
    value: SSAValue,
    encoding: Attribute,
    mapping: Mapping,
    rewriter: Rewriter,
    op: ConvertLayoutOp,
) -> None:
    mapping[value] = insert_conversion(value, encoding, rewriter, op.location)
    found.values.pop(value, None)


def _edges_to_convert(
    work: Rematerialization, found: ConversionSlice
) -> tuple[ConversionSlice, list[tuple[OpResult, Use]], list[OpResult]]:
    """The yields before which to convert, each with the corresponding result, and results after which to convert.

    The slice comes first, with the values added that can be rematerialised in a branch.
    """
    edges: list[tuple[OpResult, Use]] = []
    ends: list[OpResult] = []
    pending = list(found.values)
    for value in pending:  # grows during iteration
        if not is_result(value) or not isinstance(value.op, IfOp):
            continue
        able = found
        unable: list[Use] = []
        for branch in (0, 1):
            use = _yield_of(value.op, branch, value.index)
            extended = work.extended(able, use, found.encodings[value], _is_if)
            if extended is None:
                unable.append(use)
            else:
                able = extended
        # An scf.if outside of loops is executed as often as its surroundings.
        if len(unable) == 2 or (unable and not isinstance(value.op.parent_op(), ForOp)):
            ends.append(value)
            continue
        edges.extend((value, use) for use in unable)
        pending.extend(new for new in able.values if new not in found.values)
        found = able
    return found, edges, ends


def _yield_of(op: IfOp, branch: int, index: int) -> Use:
    end = op.regions[branch].block.last_op
    assert end is not None
    return end, index


# ----------------------------------------------------------------------------------------------------------- to loads


_DOTS = (DotOp, DotScaledOp, WarpGroupDotOp)


class _DotsBehind:
    """Tells where a dot with an operand in registers certainly follows.

    Operations may be inserted and erased meanwhile, but the others keep their order, and so do the dots.
    """

    def __init__(self) -> None:
        self._last: dict[Region, dict[Block, Operation]] = {}
        self._places: dict[Block, dict[Operation, int]] = {}

    def surely_follow(self, op: Operation) -> bool:
        """Whether such a dot is on all paths from ``op`` to the end of its region."""
        block, region = op.parent, op.parent_region()
        if block is None or region is None:
            return False
        last = self._last_dots(region)
        if block in last and self._is_before(op, last[block]):
            return True
        return any(post_dominates(dot, op) for place, dot in last.items() if place is not block)

    def _last_dots(self, region: Region) -> dict[Block, Operation]:
        """The last dot of each block that has one."""
        known = self._last.get(region)
        if known is None:
            known = self._last[region] = {
                block: op for block in region.blocks for op in block.ops if _takes_registers(op)
            }
        return known

    def _is_before(self, op: Operation, last: Operation) -> bool:
        block = last.parent
        assert block is not None
        places = self._places.get(block)
        if places is None:
            places = self._places[block] = {op_: place for place, op_ in enumerate(block.ops)}
        return places[op] < places[last] if op in places else is_before(op, last)


def _takes_registers(op: Operation) -> bool:
    if not isinstance(op, _DOTS):
        return False
    encoding = encoding_of(op.operands[0].type)
    return isinstance(encoding, DotOperandEncodingAttr) and isinstance(encoding.parent, MMA_ENCODINGS)


def _keeps_data(op: Operation) -> bool:
    """Whether ``op`` can be computed in any layout without moving data between threads."""
    if has_trait(op, Elementwise) and is_memory_effect_free(op):
        return True
    return isinstance(op, BroadcastOp | Fp4ToFpOp | ConvertLayoutOp) or is_view(op)


def _moves_data(op: Operation) -> bool:
    return not _keeps_data(op)


def _hoist_to_loads(work: Rematerialization, op: ConvertLayoutOp, dots: _DotsBehind) -> None:
    """Convert right after the load, so that the load can be pipelined, if a dot certainly follows.

    A slice without values is a conversion whose result is cached.
    """
    if not dots.surely_follow(op):
        return
    found = work.slice_with_anything((op, 0), target_encoding(op), _moves_data)
    if found is None:
        return
    inner = ConversionSlice(encodings=found.encodings, existing=found.existing)
    mapping: Mapping = {}
    rewriter = Rewriter()
    for value in found.values:
        if not is_result(value):
            return
        if isinstance(value.op, LoadOp | DescriptorLoadOp):
            loaded = value.op.result
            if tensor_type(loaded) is not None:
                rewriter.after(value.op)
                mapping[loaded] = insert_conversion(loaded, found.encodings[loaded], rewriter, op.location)
        elif isinstance(value.op, ConstantOp) or _keeps_data(value.op):
            inner.values[value] = None
        else:
            return
    if inner.values or (work.rules.reuses_dot_operands and not found.values):
        work.rewrite(inner, op, mapping)
