"""The report for a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from xtriton.explain.model import Access, Loop, PassStep, ReportData, SharedAccess
from xtriton.passes.remarks import counted

_WIDTH = 110
_CODES = {"bold": "1", "high": "31;1", "medium": "33;1", "low": "36;1", "dim": "2", "fix": "32"}

Paint = Callable[[str, str], str]


def render_text(report: ReportData, *, color: bool = False) -> str:
    """The report as text; ``color`` adds ANSI escape sequences."""

    def paint(text: str, style: str) -> str:
        return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if color else text

    lines = [paint(f"{report.name} for {report.target}", "bold"), *_resources(report), ""]
    sections: list[tuple[str, list[str]]] = [
        ("Hints", list(_hints(report, paint))),
        ("Accesses to global memory", list(_accesses(report))),
        ("Layout conversions", list(_conversions(report))),
        ("Shared memory instructions", list(_shared(report))),
        ("Shared memory", list(_buffers(report))),
        ("Loops (one iteration of one CTA)", list(_loops(report))),
        ("Source lines", list(_lines(report))),
        ("Passes that changed the module", list(_passes(report))),
        ("Notes", list(report.notes)),
    ]
    for title, body in sections:
        if body:
            lines += [paint(title, "bold"), *(f"  {line}" for line in body), ""]
    return "\n".join(lines).rstrip("\n") + "\n"


def _resources(report: ReportData) -> Iterator[str]:
    found = report.resources
    if found is None:
        return
    parts = [f"{found.warps} warps"]
    if found.registers is not None:
        parts.append(f"{found.registers} registers")
        parts.append(f"{found.spill_stores} bytes spilled")
    if found.shared is not None:
        parts.append(f"{found.shared} bytes of shared memory")
    if found.instructions:
        parts += [f"{found.instructions} instructions", f"{found.tensor_core} on tensor cores", f"{found.fma} FMAs"]
    yield ", ".join(parts)
    if found.occupancy is not None:
        limits = ", ".join(f"{name} {number}" for name, number in found.limits.items())
        resident = counted(found.ctas_per_sm or 0, "CTA")
        yield (
            f"occupancy {round(100 * found.occupancy)} %: {resident} per multiprocessor, limited by "
            f"{found.limiter} ({limits})"
        )


def _hints(report: ReportData, paint: Paint) -> Iterator[str]:
    if not report.hints:
        if report.accesses or report.loops:
            yield "none"
        return
    for hint in report.hints:
        where = report.where(hint.origin)
        yield f"{paint(f'{hint.severity}: {hint.kind}', hint.severity)}{f' at {where}' if where else ''}"
        source = report.line_text(hint.origin)
        if source:
            yield f"    {paint(source, 'dim')}"
        yield from (f"    {line}" for line in _folded(hint.text))
        yield from (f"    {paint(line, 'fix')}" for line in _folded(f"fix: {hint.fix}"))


def _folded(text: str) -> list[str]:
    """Lines of at most :data:`_WIDTH` characters."""
    from textwrap import wrap

    return wrap(text, _WIDTH - 6, break_long_words=False, break_on_hyphens=False)


def _accesses(report: ReportData) -> Iterator[str]:
    rows = [
        (
            report.where(access.origin),
            access.operation,
            _shape(access.shape),
            _loop_name(access.loop),
            f"{access.vector_bytes} B per thread",
            f"{counted(access.sectors, 'sector')} ({round(100 * access.efficiency)} % used)",
            _limit(access),
        )
        for access in report.accesses
    ]
    yield from _table(rows)


def _limit(access: Access) -> str:
    return "" if access.limits[0].name == "hardware" else f"limited by {access.limits[0].name}: {access.limits[0].text}"


def _shape(shape: Sequence[int]) -> str:
    return "x".join(map(str, shape))


def _loop_name(index: int | None) -> str:
    return "" if index is None else f"loop {index}"


def _conversions(report: ReportData) -> Iterator[str]:
    rows: list[tuple[str, ...]] = []
    for conversion in report.conversions:
        size = f"{conversion.bytes} B, {conversion.scratch} B of scratch" if conversion.bytes else ""
        ways = [
            f"{name} {way:.3g}-way"
            for name, way in (("stores", conversion.store_ways), ("loads", conversion.load_ways))
            if way is not None and way > 1
        ]
        layouts = f"{_kind(conversion.source)} -> {_kind(conversion.target)}"
        row = (report.where(conversion.origin), _shape(conversion.shape), _loop_name(conversion.loop), layouts)
        rows.append((*row, f"by {conversion.kind}", size, ", ".join(ways) or ("no conflicts" if size else "")))
    yield from _table(rows)


def _kind(layout: str) -> str:
    return layout.partition("<")[0].removeprefix("#ttg.")


def _shared(report: ReportData) -> Iterator[str]:
    yield from _table(
        [
            (
                report.where(access.origin),
                access.instruction,
                f"x{access.count}",
                *_wavefronts(access),
            )
            for access in report.shared_accesses
        ]
    )


def _wavefronts(access: SharedAccess) -> tuple[str, str]:
    count = f"{access.wavefronts:.3g} wavefront{'' if access.wavefronts == 1 else 's'}"
    if not access.is_exact:
        return f"at least {count}", "conflicts unknown: addresses depend on data"
    return count, f"{access.ways:.3g}-way conflicts" if access.ways > 1 else "no conflicts"


def _buffers(report: ReportData) -> Iterator[str]:
    yield from _table(
        [
            (
                report.where(buffer.origin),
                buffer.operation,
                f"{buffer.size} B",
                "" if buffer.offset is None else f"at {buffer.offset}",
                f"TTGIR lines {buffer.first} to {buffer.last}" if buffer.first != buffer.last else "scratch",
            )
            for buffer in report.buffers
        ]
    )


def _loops(report: ReportData) -> Iterator[str]:
    for index, loop in enumerate(report.loops):
        trips = f", {loop.trip_count} iterations" if loop.trip_count is not None else ""
        yield f"loop {index} at {report.where(loop.origin)}{trips}: {_work(loop)}"
        if loop.bound and report.roofline is not None:
            share = "" if loop.attainable is None or loop.bound == "compute" else f", {loop.attainable:.0%} of the peak"
            intensity = "" if loop.intensity is None else f" at {loop.intensity:.3g} flops per byte"
            yield f"    bound by {loop.bound}{intensity}{share} ({report.roofline.gpu}, no reuse in caches)"


def _work(loop: Loop) -> str:
    return (
        f"{loop.tensor_flops} flops on tensor cores, {loop.flops} others, {loop.global_bytes} B of global memory, "
        f"{loop.shared_bytes} B of shared memory, {loop.conversions} conversions"
    )


def _lines(report: ReportData) -> Iterator[str]:
    user = {source.path for source in report.sources if not source.is_library}
    rows: list[tuple[str, ...]] = []
    for line in report.lines:
        if line.file not in user or not line.instructions:
            continue
        counts = {
            "tensor core": line.tensor_core,
            "FMA": line.fma,
            "global": line.global_memory,
            "shared": line.shared_memory,
            "spills": line.spills,
        }
        shown = ", ".join(f"{number} {name}" for name, number in counts.items() if number)
        live = counted(line.live_registers, "live register") if line.live_registers else ""
        name = f"{line.file.rpartition('/')[2]}:{line.line}"
        rows.append((name, counted(line.instructions, "instruction"), live, shown))
    yield from _table(rows)


def _passes(report: ReportData) -> Iterator[str]:
    yield from _table(
        [
            (
                step.stage,
                step.name,
                step.engine,
                "" if step.milliseconds is None else f"{step.milliseconds:.1f} ms",
                _difference(step),
            )
            for step in report.passes
            if step.changed
        ]
    )


def _difference(step: PassStep) -> str:
    parts = [f"+{sum(step.added.values())}", f"-{sum(step.removed.values())} operations"]
    if step.layouts_added or step.layouts_removed:
        parts.append(f"layouts +{len(step.layouts_added)} -{len(step.layouts_removed)}")
    return " ".join(parts)


def _table(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows with aligned columns; empty columns are left out."""
    if not rows:
        return
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        cells = [f"{cell:<{width}}" for cell, width in zip(row, widths, strict=True) if width]
        yield "  ".join(cells).rstrip()
