"""Layout conversions that a kernel could do without, each with the reason and a remedy.

| reason | found by |
|---|---|
| the value is the same in every iteration | its operation is in a loop, and its source is defined outside |
| the value is converted back | all that uses the result is elementwise, up to conversions to the layout of the source |
| the value is computed from indices and constants | no load or reduction is among the operations that it comes from |
| the value is reduced | all that uses the result is a reduction of it alone, which any layout allows |
| the accesses of a tile have different widths | both layouts are blocked, and differ in the elements per thread alone |

What feeds a dot, or follows it, is left alone: tensor cores prescribe its layout.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.dialects.tt.elementwise import Elementwise
from xtriton.dialects.tt.memory import LoadOp, StoreOp
from xtriton.dialects.tt.reduction import ReduceOp
from xtriton.dialects.tt.shape import BroadcastOp, ExpandDimsOp, MakeRangeOp, SplatOp
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.upstream.arith import ConstantOp
from xtriton.explain.dataflow import comes_from, goes_to
from xtriton.explain.kernel_ir import KernelIR, definition, users
from xtriton.explain.model import Conversion, Hint, ReportData, Severity
from xtriton.interfaces.effects import is_memory_effect_free
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.traits import has_trait
from xtriton.ir.walk import operations_in
from xtriton.layouts.encodings import Blocked, DistributedEncoding, to_linear_layout

KIND = "needless layout conversion"
_MOVING = ("shared memory", "shuffles")
"""The conversions that cost more than to rename registers."""
_SMALLEST = 2048
"""Elements times bytes of an element, below which a conversion outside of loops is not worth a change."""
_MOST_RECOMPUTED = 16
"""Operations on tensors that are cheaper to do again than a conversion: two accesses of shared memory and a barrier."""
_MOST_STEPS = 64


@dataclass(frozen=True)
class _Reason:
    """Why a conversion is needless, and what to change."""

    text: str
    fix: str
    severity: Severity


def needless_conversions(report: ReportData, kernel: KernelIR) -> Mapping[int, Hint]:
    """The hints about needless conversions by the line of the conversion in the TTGIR."""
    by_line = {kernel.line(op): op for op in operations_in(kernel.module) if isinstance(op, ConvertLayoutOp)}
    found: dict[int, Hint] = {}
    for conversion in report.conversions:
        op = by_line.get(conversion.line)
        if op is None or conversion.line in found or not _may_be_needless(conversion):
            continue
        size = prod(conversion.shape) * conversion.element_bits // 8
        if conversion.loop is None and size < _SMALLEST:
            continue
        reason = _reason(op, conversion, kernel)
        if reason is not None:
            moved = (
                f"{conversion.bytes} bytes through shared memory" if conversion.bytes else f"{size} bytes by shuffles"
            )
            text = f"a layout conversion moves {moved}: {reason.text}"
            hint = Hint(KIND, reason.severity, conversion.origin, text, reason.fix)
            found[conversion.line] = hint
            found.update({kernel.line(back): hint for back in _ways_back(op)})  # one hint for both ways
    return found


def _may_be_needless(conversion: Conversion) -> bool:
    """Whether a conversion costs something, and no tensor core prescribes its layouts."""
    return conversion.kind in _MOVING and not conversion.feeds_dot and not conversion.follows_dot


def _reason(op: ConvertLayoutOp, conversion: Conversion, kernel: KernelIR) -> _Reason | None:
    loop = None if conversion.loop is None else kernel.loops[conversion.loop]
    in_loop: Severity = "medium" if loop is None else "high"
    if _is_from_indices(op.src):
        return _Reason(
            "the value is computed from indices and constants, which costs less than to exchange it",
            "recompute it at its use, from a separate tl.arange; in Gluon, in the layout of that use",
            in_loop,
        )
    if loop is not None and not _is_defined_in(op.src, loop):
        return _Reason(
            "it is done in every iteration of the loop, though the value is always the same",
            "convert the value before the loop: do there what gives it the shape of its use; in Gluon, move the "
            "convert_layout in front of the loop",
            "high",
        )
    if _ways_back(op):
        return _Reason(
            f"{_named(users(op.result))} is elementwise, and its result is converted back afterwards",
            "let the values that it is combined with have the layout of this one: load or compute them in its shape, "
            "or combine them before the transposition, reshape or join that sets them apart",
            in_loop,
        )
    if _is_reduced_alone(op):
        return _Reason(
            "only reductions use the result, and they work in any layout",
            "reduce the value in the layout that it has, and convert the result, which is smaller; in Gluon, call the "
            "reduction on the value before its convert_layout",
            in_loop,
        )
    return _of_widths(op, in_loop)


def _is_reduced_alone(op: ConvertLayoutOp) -> bool:
    """Whether reductions of this value alone use it; operands that are reduced together need one layout."""
    return all(isinstance(user, ReduceOp) and len(user.srcs) == 1 for user in users(op.result))


def _named(ops: Iterable[Operation]) -> str:
    """The names of operations, each once."""
    return " and ".join(dict.fromkeys(op.name for op in ops)) or "its use"


def _of_widths(op: ConvertLayoutOp, severity: Severity) -> _Reason | None:
    """Both layouts are those of accesses along the same dimension, with more and with fewer elements per thread."""
    source, target = _layout(op.src), _layout(op.result)
    if not isinstance(source, Blocked) or not isinstance(target, Blocked) or source.order != target.order:
        return None
    along = source.order[0]
    wide, narrow = source.size_per_thread[along], target.size_per_thread[along]
    others = [source.size_per_thread[dim] == target.size_per_thread[dim] for dim in source.order[1:]]
    if wide == narrow or not all(others) or not (comes_from(op.src, LoadOp) and goes_to(op.result, StoreOp)):
        return None
    threads = prod(source.threads_per_warp) * prod(source.warps_per_cta)
    return _Reason(
        f"accesses of one tile have {wide} and {narrow} neighbouring elements per thread, since their elements differ "
        "in size or alignment",
        f"use tiles of {threads * min(wide, narrow)} elements (or more warps): a thread then has {min(wide, narrow)} "
        "elements of each; or store and load elements of one size",
        severity,
    )


def _layout(value: SSAValue) -> object:
    return layout_of(value.type.encoding) if is_tensor_type(value.type) else None


def _is_defined_in(value: SSAValue, loop: Operation) -> bool:
    """Whether a value is defined in a loop, or is one of its block arguments."""
    owner = definition(value)
    if owner is loop:
        return value not in loop.results
    return owner is not None and loop.is_ancestor(owner)


def _is_from_indices(value: SSAValue) -> bool:
    """Whether a value is computed from indices, constants and scalars, in few operations."""
    seen: set[Operation] = set()
    pending = [value]
    while pending:
        current = pending.pop()
        if not is_tensor_type(current.type):
            continue
        op = definition(current)
        if op is None or current not in op.results:
            return False  # an argument, or a value that a loop carries
        if op in seen:
            continue
        seen.add(op)
        cheap = isinstance(op, MakeRangeOp | SplatOp | ExpandDimsOp | BroadcastOp | ConstantOp | ConvertLayoutOp)
        if not cheap and not (has_trait(op, Elementwise) and is_memory_effect_free(op) and not op.regions):
            return False
        if len(seen) > _MOST_RECOMPUTED:
            return False
        pending += op.operands
    return True


def _ways_back(op: ConvertLayoutOp) -> Sequence[ConvertLayoutOp]:
    """The conversions back to the layout of the source, if elementwise operations alone are between; otherwise none.

    What these combine the value with has to be available in that layout: it is converted from it, too, or cheap.
    """
    between: set[Operation] = {op}
    pending: list[Operation] = list(users(op.result))
    backs: list[ConvertLayoutOp] = []
    while pending:
        current = pending.pop()
        if current in between:
            continue
        if isinstance(current, ConvertLayoutOp):
            if not _same_layout(current.result.type, op.src.type):
                return ()
            backs.append(current)
            continue
        if not has_trait(current, Elementwise) or not current.results or len(between) > _MOST_STEPS:
            return ()
        between.add(current)
        pending += [user for result in current.results for user in users(result)]
    operands = [operand for inner in between - {op} for operand in inner.operands if is_tensor_type(operand.type)]
    return backs if all(definition(operand) in between or _is_cheap_in(operand, op) for operand in operands) else ()


def _is_cheap_in(operand: SSAValue, conversion: ConvertLayoutOp) -> bool:
    owner = definition(operand)
    if isinstance(owner, ConvertLayoutOp):
        return _same_layout(owner.src.type, conversion.src.type)
    return _is_from_indices(operand)


def _same_layout(first: Attribute, second: Attribute) -> bool:
    """Whether tensors of one shape are spread over registers and threads alike."""
    if not (is_tensor_type(first) and is_tensor_type(second)) or first.get_shape() != second.get_shape():
        return False
    return first.encoding == second.encoding or _linear(first) == _linear(second)


def _linear(type_: TensorType[Attribute]) -> object:
    layout = layout_of(type_.encoding)
    return to_linear_layout(layout, tuple(type_.get_shape())) if isinstance(layout, DistributedEncoding) else None
