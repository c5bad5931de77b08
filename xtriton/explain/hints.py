"""Hints: causes of slowness with their source line, and how to remove them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from math import prod

from xdsl.ir import Operation

from xtriton.backends.nvidia.occupancy import most_registers
from xtriton.dialects.tt.dot import DotOp
from xtriton.dialects.tt.traits import DotLike
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttng.wgmma import WarpGroupDotOp
from xtriton.explain.accesses import arguments_of, stride_text, strides_of
from xtriton.explain.global_sectors import SECTOR
from xtriton.explain.kernel_ir import KernelIR, definition
from xtriton.explain.loops import carried_registers, is_on_tensor_cores
from xtriton.explain.model import Access, Conversion, Hint, ReportData, Resources, Severity, SharedAccess
from xtriton.explain.needless import needless_conversions
from xtriton.explain.promises import Promise, promises_of
from xtriton.explain.ptx_program import WARP
from xtriton.ir.printer import attribute_text
from xtriton.ir.traits import element_type, has_trait, shape_of
from xtriton.ir.walk import operations_in
from xtriton.passes.remarks import counted

_POOR_EFFICIENCY = 0.5
"""Accesses that use less of the sectors are uncoalesced."""
_FEW_SECTORS = 4
_CONFLICTS = 2.0
_MANY_CONFLICTS = 4.0
_MANY_WAVEFRONTS = 256
"""Wavefronts beyond those of conflict-free accesses, of all instructions of a warp at a line."""
_SOME_WAVEFRONTS = 32
_COSTLY_CONVERSION = 0.25
"""Bytes through shared memory, as a share of the global memory traffic of the same loop."""
_SMALL_CONVERSION = 2048
_LOW_OCCUPANCY = 0.25
_SMALLEST_MMA = 16
_MANY_CARRIED = 96
"""Registers per thread of loop-carried values, of the 255 that a thread can have."""
_FEW_WARPS = 4
"""Twice as many warps of 255 registers per thread fit on a multiprocessor; more warps have fewer registers each."""
_SMALLEST_ASYNC_COPY = 4
"""Bytes per thread."""
_FIRST_WITH_ASYNC_COPY = 80
_RANKS: dict[Severity, int] = {"high": 0, "medium": 1, "low": 2}


def hints_of(report: ReportData, kernel: KernelIR) -> list[Hint]:
    """The hints of a report whose other parts are complete, the most important ones first."""
    needless = needless_conversions(report, kernel)
    uncoalesced = list(_uncoalesced(report, kernel))
    promises = promises_of(kernel, report.accesses)
    found = [
        *uncoalesced,
        *_narrow(promises),
        *_conflicts(report, kernel, {hint.origin for hint in uncoalesced}),
        *needless.values(),
        *_conversions(report, needless, promises),
        *_spills(report, kernel),
        *_serialized_dots(report, kernel),
        *_slow_dots(report, kernel),
        *_unpipelined(report, kernel, promises),
        *_occupancy(report),
    ]
    unique: dict[tuple[str, str], Hint] = {}
    for hint in sorted(found, key=lambda hint: _RANKS[hint.severity]):
        unique.setdefault((hint.kind, report.where(hint.origin) or hint.text), hint)
    return list(unique.values())


# Global memory


def _uncoalesced(report: ReportData, kernel: KernelIR) -> Iterator[Hint]:
    operations = {kernel.line(op): op for op in operations_in(kernel.module) if op in kernel.lines}
    for access in report.accesses:
        if not _is_uncoalesced(access):
            continue
        share = round(100 * access.efficiency)
        touches = "touches" if access.is_exact else "may touch up to"
        text = (
            f"{_name(access)} is uncoalesced: an instruction of a warp {touches} {access.sectors} sectors of {SECTOR} "
            f"bytes where {access.ideal_sectors} would do ({share} % used)"
        )
        reason, fix = _stride_advice(access, operations.get(access.line), kernel)
        severity: Severity = "high" if access.is_exact else "medium"
        yield Hint("uncoalesced access", severity, access.origin, f"{text}; {reason}", fix)


def _is_uncoalesced(access: Access) -> bool:
    poor = max(access.efficiency, access.coverage) < _POOR_EFFICIENCY
    return poor and access.sectors > _FEW_SECTORS


def _stride_advice(access: Access, op: Operation | None, kernel: KernelIR) -> tuple[str, str]:
    """Why neighbouring threads access distant addresses, and how to change that."""
    strides = None if op is None else strides_of(op)
    if strides is None:
        return (
            "the addresses depend on loaded data, or are not a sum of strides",
            "make neighbouring elements of the tensor neighbours in memory: index with tl.arange along the contiguous "
            "dimension, or sort or pack the data before",
        )
    moving = [(dim, stride) for dim, stride in enumerate(strides) if access.shape[dim] > 1 and stride]
    symbolic = [(dim, stride) for dim, stride in moving if stride.as_constant is None]
    listed = " and ".join(f"{stride_text(stride, kernel)} elements apart along axis {dim}" for dim, stride in moving)
    reason = f"neighbours are {listed or 'all the same element'}"
    if any(stride.as_constant in (1, -1) for _, stride in moving):
        dim = next(dim for dim, stride in moving if stride.as_constant in (1, -1))
        return reason, f"make the tile longer along axis {dim}, which is contiguous in memory ({access.shape[dim]} now)"
    if any(kernel.is_of_descriptor(argument) for _, stride in symbolic for argument in arguments_of(stride)):
        return (
            f"the strides of a descriptor argument are unknown here: {reason}",
            "pass a pointer, and make the descriptor in the kernel: tl.make_tensor_descriptor(pointer, shape, "
            "[stride, 1], block), whose last stride is known",
        )
    named = [stride_text(stride, kernel) for _, stride in symbolic if len(stride.terms) == 1]
    if named and len(symbolic) == len(moving):
        name = named[-1].rpartition(" * ")[2]
        return reason, (
            f"pass 1 for `{name}` if the array is contiguous in that dimension (the value 1, or tl.constexpr), "
            "or exchange the dimensions of the tile so that one of them has stride 1"
        )
    return reason, (
        "let tl.arange run along the contiguous dimension of the array: exchange the roles of the indices, "
        "or transpose the array once before"
    )


def _name(access: Access) -> str:
    shape = "x".join(map(str, access.shape))
    return f"{access.operation} of {shape} elements of {access.element_bits} bits"


def _narrow(promises: Sequence[Promise]) -> Iterator[Hint]:
    for promise in promises:
        access = promise.access
        severity: Severity = "medium" if access.vector_bytes <= SECTOR // 4 else "low"
        reasons = [limit for limit in access.limits if limit.name != "layout"]  # the layout follows from the others
        moved = counted(access.vector_bytes, "byte")
        yield Hint(
            "narrow access",
            severity,
            access.origin,
            f"{_name(access)} moves {moved} per instruction of a thread: {reasons[0].text}",
            _fix_of(promise),
        )


def _fix_of(promise: Promise) -> str:
    names = " and ".join(f"`{name}`" for name in promise.arguments)
    word = "argument" if len(promise.arguments) == 1 else "arguments"
    return (
        f"pass divisibility 16 of {word} {names}: {_kind(promise.access)} become {_bytes_of(promise)} bytes "
        "(`:16` in the signature; at a launch, values that are multiples of 16)"
    )


def _bytes_of(promise: Promise) -> int:
    """The bytes per instruction that the promise gives."""
    return promise.vector * promise.access.element_bits // 8


def _kind(access: Access) -> str:
    if "store" in access.operation:
        return "stores"
    return "atomics" if "atomic" in access.operation else "loads"


# Shared memory


def _conflicts(report: ReportData, kernel: KernelIR, uncoalesced: Collection[int]) -> Iterator[Hint]:
    """Hints about bank conflicts, but for copies at ``uncoalesced`` origins, whose layouts follow from that."""
    at_origin: dict[int, list[Operation]] = {}
    for op in operations_in(kernel.module):
        at_origin.setdefault(kernel.origin(op), []).append(op)
    has_dots = any(has_trait(op, DotLike) for op in operations_in(kernel.module))
    for access in report.shared_accesses:
        if access.ways < _CONFLICTS or not access.is_exact:
            continue
        if access.instruction.startswith(_COPY) and access.origin in uncoalesced:
            continue
        ops = at_origin.get(access.origin, [])
        in_loop = any(kernel.loop_of(op) is not None for op in ops)
        excess = (access.wavefronts - access.ideal) * access.count
        severity: Severity = "low"
        if access.ways >= _MANY_CONFLICTS:
            severity = "high" if in_loop or excess >= _MANY_WAVEFRONTS else "medium"
        elif in_loop and excess >= _SOME_WAVEFRONTS:
            severity = "medium"
        cause, fix = _conflict_advice(ops, access, has_dots=has_dots)
        yield Hint(
            "bank conflict",
            severity,
            access.origin,
            f"{access.instruction} has {access.ways:.3g}-way bank conflicts: {access.wavefronts:.3g} wavefronts per "
            f"instruction instead of {access.ideal:.3g}{cause}",
            fix,
        )


def _conflict_advice(ops: Sequence[Operation], access: SharedAccess, *, has_dots: bool) -> tuple[str, str]:
    names = {op.name for op in ops}
    for op in ops:
        for value in (*op.operands, *op.results):
            if isinstance(value.type, MemDescType) and value.type.in_shared_memory:
                layout = attribute_text(value.type.encoding)
                unswizzled = "maxPhase = 1," in layout or "swizzlingByteWidth = 0" in layout
                what = "is not swizzled" if unswizzled else "does not suit this access"
                fix = _fix_of_unswizzled(access, has_dots=has_dots) if unswizzled else _FIX_OF_SWIZZLED
                if not unswizzled and layout.rpartition("order = [")[2].count(",") >= _RANK_OF_SWIZZLING:
                    fix = _FIX_OF_BATCHES  # the shape may have one dimension more, for buffers of a pipeline
                return f"; the buffer's layout {layout} {what}", fix
    if "ttg.convert_layout" in names:
        return (
            "; a layout conversion moves the tensor through shared memory",
            "load the tensor in the order in which it is used, so that no conversion is needed",
        )
    if names & {"tt.reduce", "tt.scan"}:
        return "; a reduction exchanges partial results of warps", "reduce along the dimension that one warp holds"
    return "", "change the order of the dimensions of the tile, or its size"


def _fix_of_unswizzled(access: SharedAccess, *, has_dots: bool) -> str:
    """Triton swizzles the operands of dots itself; without dots, the program chooses the layout (Gluon)."""
    verb = "read" if access.instruction.startswith("ld") else "write"
    way = f"{verb} the buffer along the dimension in which it is contiguous"
    if has_dots:
        return (
            f"{way}, swizzle or pad its layout, or use operand types that tensor cores read (f16, bf16, tf32), for "
            "which Triton swizzles"
        )
    return f"{way}, or swizzle or pad its layout (`xtriton layout` draws the banks)"


_COPY = "cp.async"
_FIX_OF_SWIZZLED = (
    "change the shape of the tile, on which Triton's choice of the swizzling depends, or store and load it in one "
    "order; in Gluon, choose another layout (`xtriton layout` draws its banks)"
)
_FIX_OF_BATCHES = (
    "use a dot of two dimensions for each element of the batch, in programs of their own or a loop: Triton swizzles "
    "its operands for tensor cores"
)
_RANK_OF_SWIZZLING = 2


def _conversions(report: ReportData, needless: Collection[int], promises: Sequence[Promise]) -> Iterator[Hint]:
    """Hints about conversions between accesses of different order; those in ``needless`` lines have hints already.

    So have those that follow from accesses which ``promises`` would widen: their layouts differ in width alone.
    """
    narrow = {promise.access.loop for promise in promises}
    for loop in dict.fromkeys(conversion.loop for conversion in report.conversions):
        conversions = [
            conversion
            for conversion in report.conversions
            if conversion.loop == loop
            and conversion.line not in needless
            and _is_avoidable(conversion)
            and not (loop in narrow and _short(conversion.source) == _short(conversion.target))
        ]
        accesses = [access for access in report.accesses if access.loop == loop]
        if any(map(_is_uncoalesced, accesses)):
            continue  # the layout follows from the uncoalesced access, which has its own hint
        traffic = sum(access.bytes for access in accesses)
        moved = sum(conversion.bytes for conversion in conversions)
        if moved < _SMALL_CONVERSION or moved < _COSTLY_CONVERSION * traffic:
            continue
        where = " in every iteration of the loop" if loop is not None else ""
        share = f" ({round(100 * moved / traffic)} % of the global memory traffic)" if traffic else ""
        text = f"layout conversions move {moved} bytes through shared memory{where}{share}: "
        yield _conversion_hint(report, conversions, accesses, text)


def _is_avoidable(conversion: Conversion) -> bool:
    """Whether the layouts on both sides depend on how the program accesses memory, not on a dot."""
    return conversion.kind == "shared memory" and not conversion.feeds_dot and not conversion.follows_dot


_TRANSPOSITION = "tt.trans"
_FIXES_OF_LAYOUTS = {
    "tt.gather": "tl.gather needs the whole axis in a warp: gather along one axis only, with few elements along it, or "
    "load the elements from memory by their indices",
    _TRANSPOSITION: "a transposition needs this conversion, unless the array can be stored or read transposed instead",
}
"""Remedies by the operation that produces or uses the converted tensor."""
_FIX_OF_LAYOUTS = (
    "use a shape or an order of operations in which both have one layout: reduce, reshape or join later; in Gluon, "
    "choose one layout for both"
)


def _conversion_hint(
    report: ReportData, conversions: Sequence[Conversion], accesses: Sequence[Access], text: str
) -> Hint:
    """The hint about conversions of one loop: at the access whose order differs from that of the others, if any."""
    by_axis: dict[int, list[Access]] = {}
    costliest = max(conversions, key=lambda conversion: conversion.bytes)
    for access in accesses:
        if access.axis is not None and len(access.shape) == len(costliest.shape):  # axes of other ranks are others
            by_axis.setdefault(access.axis, []).append(access)
    if len(by_axis) < 2:
        origin = costliest.origin
        text += (
            f"the result of {costliest.produced_by} has {_told_apart(costliest.source, costliest.target)}, "
            f"{costliest.used_by or 'its use'} needs {_told_apart(costliest.target, costliest.source)}"
        )
        around = {costliest.produced_by, *costliest.used_by.split(", ")}
        fix = next((fix for name, fix in _FIXES_OF_LAYOUTS.items() if name in around), _FIX_OF_LAYOUTS)
        is_meant = _TRANSPOSITION in around and costliest.loop is None
        return Hint("layout conversion", _severity(costliest, is_meant=is_meant), origin, text, fix)
    everywhere = [access for access in report.accesses if access.axis is not None]
    fewest = min(
        by_axis,  # where the accesses of a loop balance, those around it decide
        key=lambda axis: (_bytes_along(accesses, axis), _bytes_along(everywhere, axis)),
    )
    odd = by_axis[fewest][0]
    listed = "; ".join(
        f"{', '.join(dict.fromkeys(f'{access.operation} at {report.where(access.origin)}' for access in group))} "
        f"{'is' if len(group) == 1 else 'are'} contiguous along axis {axis}"
        for axis, group in sorted(by_axis.items())
    )
    if len({_bytes_along(accesses, axis) for axis in by_axis}) == 1 and costliest.loop is None:
        fix = "a transposition needs this conversion; if none is intended, access both along the same axis"
        return Hint("layout conversion", _severity(costliest, is_meant=True), costliest.origin, text + listed, fix)
    fix = (
        f"access the array at {report.where(odd.origin)} along the axis that is contiguous for the others: exchange "
        "its indices and store the array transposed, if it can be"
    )
    return Hint("layout conversion", _severity(costliest), odd.origin, text + listed, fix)


def _severity(conversion: Conversion, *, is_meant: bool = False) -> Severity:
    """How important a conversion is; ``is_meant`` where the program asks for a transposition."""
    if is_meant:
        return "low"
    return "medium" if conversion.loop is None else "high"


def _bytes_along(accesses: Sequence[Access], axis: int) -> int:
    """The bytes of the accesses that are contiguous along an axis."""
    return sum(access.bytes for access in accesses if access.axis == axis)


def _short(layout: str) -> str:
    """The kind of a layout and its order."""
    kind = layout.partition("<")[0].removeprefix("#ttg.")
    _, found, order = layout.partition("order = [")
    return f"{kind} (order [{order.partition(']')[0]}])" if found else kind


def _told_apart(layout: str, other: str) -> str:
    """The short text of a layout, or the whole one if the other layout has the same short text."""
    return _short(layout) if _short(layout) != _short(other) else layout


# Computation


def _spills(report: ReportData, kernel: KernelIR) -> Iterator[Hint]:
    resources = report.resources
    if resources is None or not resources.spill_stores + resources.spill_loads:
        return
    spilling = [line for line in report.lines if line.spills]
    worst = max(spilling, key=lambda line: (line.spills, line.live_registers), default=None)
    origin = -1
    if worst is not None:
        at = (worst.file, worst.line)
        numbers = range(len(report.origins))
        origin = next((n for n in numbers if (frame := report.frame(n)) is not None and frame[:2] == at), -1)
    most = f"; {worst.spills} of the spilling instructions are here" if worst is not None else ""
    yield Hint(
        "register spill",
        "high",
        origin,
        f"registers do not suffice: {resources.spill_stores} bytes are spilled to local memory and "
        f"{resources.spill_loads} bytes loaded again, with {resources.registers} registers per thread{most}"
        f"{_carried(report, kernel)}",
        _fix_of_spills(resources, report.options.get("maxnreg")),
    )


def _fix_of_spills(resources: Resources, limit: int | None) -> str:
    """``limit`` is the option ``maxnreg``. Without it, ptxas may spill to far fewer registers than there are."""
    most = most_registers(resources.warps)
    if limit and limit < most:
        return f"raise maxnreg, which is {limit}"
    more = "use more warps (num_warps), or a smaller tile" if resources.warps <= _FEW_WARPS else "use a smaller tile"
    fix = f"{more}: a thread then holds fewer elements at a time"
    if limit or resources.registers is None or resources.registers > most // 2:
        return fix
    return f"{fix}; or pass maxnreg={most}: ptxas then uses more than {resources.registers} registers, and spills less"


def _serialized_dots(report: ReportData, kernel: KernelIR) -> Iterator[Hint]:
    """Dots as wgmma that ptxas does not leave in flight."""
    resources = report.resources
    if resources is None or not resources.serialized_dots:
        return
    dot = next((op for op in operations_in(kernel.module) if isinstance(op, WarpGroupDotOp)), None)
    fix = "let only the dot write its accumulator in the loop, and use the result after the loop"
    if "register" in resources.serialized_dots.partition(" for ")[0]:
        fix = "use a smaller tile or more warps (num_warps): a thread then holds a smaller part of the accumulator"
    yield Hint(
        "serialised dots",
        "high",
        -1 if dot is None else kernel.origin(dot),
        f"ptxas waits for each wgmma before it issues the next one, due to {resources.serialized_dots}",
        fix,
    )


def _carried(report: ReportData, kernel: KernelIR) -> str:
    """The registers that the loop with the most loop-carried ones needs for them, by source line, if they are many."""
    loops = [(loop, carried_registers(loop)) for loop in kernel.loops]
    if not loops:
        return ""
    loop, carried = max(loops, key=lambda found: sum(found[1].values()))
    total = sum(carried.values())
    if total < _MANY_CARRIED:
        return ""
    by_place: dict[str, int] = {}
    for value, registers in carried.items():
        owner = definition(value)
        place = report.where(kernel.origin(owner)) if owner is not None else ""
        by_place[place] = by_place.get(place, 0) + registers
    listed = ", ".join(f"{count} for the result of {place}" for place, count in by_place.items() if place)
    return (
        f"; the loop at {report.where(kernel.origin(loop))} keeps {total} registers per thread from one iteration to "
        f"the next{': ' if listed else ''}{listed}"
    )


def _slow_dots(report: ReportData, kernel: KernelIR) -> Iterator[Hint]:
    for op in operations_in(kernel.module):
        if not isinstance(op, DotOp) or is_on_tensor_cores(op):
            continue
        shape = shape_of(op.a.type) or ()
        if min(shape[-2:], default=0) < _SMALLEST_MMA:
            continue
        kind = str(element_type(op.a.type))
        fix = (
            "pass input_precision='tf32' (or 'tf32x3', which is nearly as exact as ieee), or convert to f16 or bf16"
            if kind == "f32"
            else "use operand types that the target's tensor cores have: f16, bf16, tf32, int8, or fp8"
        )
        text = f"the dot of {kind} operands runs on FMA units, not on tensor cores"
        yield Hint("no tensor cores", "high", kernel.origin(op), text, fix)


def _unpipelined(report: ReportData, kernel: KernelIR, promises: Sequence[Promise]) -> Iterator[Hint]:
    """Loads in loops of dots that are too narrow to be asynchronous."""
    wide_enough = {
        promise.access.line: _fix_of(promise) for promise in promises if _bytes_of(promise) >= _SMALLEST_ASYNC_COPY
    }
    if not report.target.startswith("cuda:") or int(report.target[5:]) < _FIRST_WITH_ASYNC_COPY:
        return
    threads = WARP * (report.resources.warps if report.resources is not None else 0)
    with_dots = {kernel.loop_of(op) for op in operations_in(kernel.module) if "dot" in op.name or "mma" in op.name}
    for access in report.accesses:
        narrow = access.vector_bytes < _SMALLEST_ASYNC_COPY
        if access.operation == "tt.load" and access.loop is not None and access.loop in with_dots and narrow:
            moved = counted(access.vector_bytes, "byte")
            yield Hint(
                "load not pipelined",
                "high",
                access.origin,
                f"the load waits for memory in every iteration: it moves {moved} per instruction "
                f"of a thread, and asynchronous copies move at least {_SMALLEST_ASYNC_COPY}",
                wide_enough.get(access.line) or _widening(access, threads),
            )


def _widening(access: Access, threads: int) -> str:
    """How to widen an access: by a longer tile where the contiguous dimension is too short, or at its limit."""
    needed = -(-8 * _SMALLEST_ASYNC_COPY // access.element_bits)
    for dim, run in enumerate(access.contiguous):
        others = prod(access.shape) // access.shape[dim]
        length = max(needed, -(-threads * needed // others))
        if 1 < run == access.shape[dim] < length:
            return (
                f"make the tile longer along axis {dim}, which is contiguous in memory: at least {length} elements "
                f"({run} now), of which each of {threads} threads then has {needed}"
            )
    return f"widen the access, which is limited by its {access.limits[0].name}: {access.limits[0].text}"


def _occupancy(report: ReportData) -> Iterator[Hint]:
    resources = report.resources
    if resources is None or resources.occupancy is None or resources.occupancy >= _LOW_OCCUPANCY:
        return
    if resources.tensor_core or resources.limiter not in ("registers", "shared memory"):
        return
    used = f"{resources.registers} registers" if resources.limiter == "registers" else f"{resources.shared} bytes"
    yield Hint(
        "low occupancy",
        "low",
        -1,
        f"{counted(resources.ctas_per_sm or 0, 'CTA')} of {counted(resources.warps, 'warp')} fit on a multiprocessor "
        f"({round(100 * resources.occupancy)} % of its warps), limited by {resources.limiter} ({used})",
        "use smaller tiles or fewer pipeline stages, so that more warps hide the latency of memory",
    )
