"""The report as one self-contained HTML page, and as a summary for notebooks.

The listings are compressed and decoded by the page when they are shown. Modules between passes share most lines: they
are stored as templates of lines without value names, and the names.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from html import escape
from importlib.resources import files
from typing import Any
from zlib import compress

from xtriton import __version__
from xtriton.explain.model import Hint, Listing, PassStep, ReportData
from xtriton.explain.pictures import picture_of

_SCRIPTS = ("data.js", "highlight.js", "code_view.js", "diff.js", "details.js", "main.js")
_VALUE = re.compile(r"%([\w$.-]+(?:#\d+)?)")
_HOLE = "\x01"
_MOST_BYTES = 6_000_000
"""Compressed bytes of the modules between passes; the largest are left out beyond that."""


def check_installed() -> None:
    """Raise ``ValueError`` if jinja2, which HTML reports need, is not installed."""
    try:
        import jinja2  # noqa: F401  # pyright: ignore[reportUnusedImport]
    except ImportError:
        raise ValueError("HTML reports need jinja2: pip install 'xtriton[explain]', or use --text or --json") from None


def render_html(report: ReportData) -> str:
    """The page. Raises ``ValueError`` if jinja2 is not installed."""
    check_installed()
    from jinja2 import Environment

    environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
    from markupsafe import Markup

    encoder = _Snapshots()
    points = list(_points(report, encoder))
    summary = json.dumps(_summary(report, points), ensure_ascii=False, separators=(",", ":"))
    blobs = [*_blobs(report), *encoder.blobs()]
    return environment.from_string(_resource("report.html.j2")).render(
        report=report,
        css=Markup(_resource("report.css")),
        script=Markup('"use strict";\n' + "\n".join(_resource(name) for name in _SCRIPTS)),
        summary=Markup(summary.replace("</", "<\\/").replace("<!--", "<\\!--")),
        facts=list(_facts(report)),
        hints=[_hint(report, hint) for hint in report.hints],
        blobs=[{"name": name, "data": data} for name, data in blobs],
        version=f"xtriton {__version__}",
    )


def _resource(name: str) -> str:
    return files("xtriton.explain").joinpath("page", name).read_text(encoding="utf-8")


def summary_html(report: ReportData) -> str:
    """The hints as a fragment of HTML, for notebooks."""
    facts = ", ".join(f"{fact['value']} {fact['name']}" for fact in _facts(report))
    items = "".join(
        f"<li><b>{escape(hint.severity)}: {escape(hint.kind)}</b> {escape(report.where(hint.origin))}"
        f"<br><code>{escape(report.line_text(hint.origin))}</code><br>{escape(hint.text)}"
        f"<br><i>Fix: {escape(hint.fix)}</i></li>"
        for hint in report.hints
    )
    listed = f"<ul>{items}</ul>" if items else "<p>No hints.</p>"
    return f"<h3>{escape(report.name)} for {escape(report.target)}</h3><p>{escape(facts)}</p>{listed}"


def _facts(report: ReportData) -> Iterator[dict[str, Any]]:
    found = report.resources
    if found is None:
        return
    yield {"value": found.warps, "name": "warps"}
    if found.registers is not None:
        yield {"value": found.registers, "name": "registers"}
        yield {"value": found.spill_stores, "name": "bytes spilled", "is_bad": found.spill_stores > 0}
    if found.shared is not None:
        yield {"value": f"{found.shared:,}", "name": "bytes of shared memory"}
    if found.instructions:
        yield {"value": found.instructions, "name": "instructions"}
        yield {"value": found.tensor_core, "name": "tensor core"}
        yield {"value": found.fma, "name": "FMA"}
    if found.occupancy is not None:
        yield {"value": f"{round(100 * found.occupancy)} %", "name": "occupancy"}


def _hint(report: ReportData, hint: Hint) -> dict[str, Any]:
    where = _where(report, hint.origin)
    anchor = f"{where['file']}:{where['line']}" if where is not None else ""
    return {
        **asdict(hint),
        "where": where["text"] if where is not None else "",
        "anchor": anchor,
        "source": report.line_text(hint.origin),
    }


def _where(report: ReportData, origin: int) -> dict[str, Any] | None:
    """A source line as the page names it: the index of the file, the line, and a text."""
    frame = report.frame(origin)
    if frame is None:
        return None
    numbers = {source.path: index for index, source in enumerate(report.sources)}
    return {"file": numbers.get(frame.file, 0), "line": frame.line, "text": report.where(origin)}


def _summary(report: ReportData, points: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """All but the listings, as the page uses it."""
    first = min(
        (line for line in report.lines if report.sources and line.file == report.sources[0].path),
        default=None,
        key=lambda line: line.line,
    )
    return {
        "sources": [{"path": source.path, "name": source.path.rpartition("/")[2]} for source in report.sources],
        "stages": [stage.name for stage in report.stages],
        "first_line": {"file": 0, "line": first.line} if first is not None else None,
        "hints": [{**asdict(hint), "where": _where(report, hint.origin)} for hint in report.hints],
        "resources": asdict(report.resources) if report.resources is not None else None,
        "roofline": asdict(report.roofline) if report.roofline is not None else None,
        "loops": [{**asdict(loop), "where": _where(report, loop.origin)} for loop in report.loops],
        "buffers": [{**asdict(buffer), "where": _where(report, buffer.origin)} for buffer in report.buffers],
        "layouts": [{**asdict(use), "shape": _shape(use.shape)} for use in report.layouts],
        "points": points,
        **_memory(report),
        "lines": list(_line_rows(report)),
        "passes": [_pass(step, index) for index, step in enumerate(report.passes)],
    }


def _shape(shape: Sequence[int]) -> str:
    return "x".join(map(str, shape))


def _memory(report: ReportData) -> dict[str, Any]:
    accesses = [
        {
            "where": _where(report, access.origin),
            "operation": access.operation,
            "shape": f"{_shape(access.shape)} of {access.element_bits} bits",
            "loop": access.loop,
            "vector_bytes": access.vector_bytes,
            "sectors": access.sectors,
            "efficiency": access.efficiency,
            "limit": "" if access.limits[0].name == "hardware" else access.limits[0].text,
        }
        for access in report.accesses
    ]
    conversions = [
        {
            **asdict(item),
            "where": _where(report, item.origin),
            "shape": _shape(item.shape),
            "source_kind": item.source.partition("<")[0],
            "target_kind": item.target.partition("<")[0],
            "conflicts": _conflicts(item.store_ways, item.load_ways),
        }
        for item in report.conversions
    ]
    shared = [
        {
            **asdict(item),
            "where": _where(report, item.origin),
            "ways": round(item.ways, 2),
            "wavefronts": round(item.wavefronts, 2),
        }
        for item in report.shared_accesses
    ]
    return {"accesses": accesses, "conversions": conversions, "shared_accesses": shared}


def _conflicts(stores: float | None, loads: float | None) -> str:
    if stores is None and loads is None:
        return ""
    found = [f"{name} {ways:.3g}-way" for name, ways in (("stores", stores), ("loads", loads)) if ways and ways > 1]
    return ", ".join(found) or "none"


def _line_rows(report: ReportData) -> Iterator[dict[str, Any]]:
    numbers = {source.path: index for index, source in enumerate(report.sources)}
    texts = {source.path: source.text.splitlines() for source in report.sources if not source.is_library}
    for line in report.lines:
        if line.file not in texts or not line.instructions:
            continue
        rows = texts[line.file]
        text = rows[line.line - 1].strip() if line.line <= len(rows) else ""
        name = f"{line.file.rpartition('/')[2]}:{line.line}"
        yield {
            **asdict(line),
            "where": {"file": numbers[line.file], "line": line.line, "text": name},
            "source": text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…",
        }


_LONGEST = 90


def _pass(step: PassStep, index: int) -> dict[str, Any]:
    changes = [f"+{count} {name}" for name, count in step.added.items()]
    changes += [f"-{count} {name}" for name, count in step.removed.items()]
    return {
        "number": step.number,
        "stage": step.stage,
        "name": step.name,
        "engine": step.engine,
        "milliseconds": step.milliseconds,
        "operations": step.operations,
        "added": sum(step.added.values()),
        "removed": sum(step.removed.values()),
        "layouts_added": step.layouts_added,
        "layouts_removed": step.layouts_removed,
        "changed": step.changed,
        "title": ", ".join(changes) or "no operation was added or removed",
        "point_before": index,
        "point_after": index + 1,
    }


# Listings


def _packed(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return b64encode(compress(text.encode(), 9)).decode("ascii")


def _blobs(report: ReportData) -> Iterator[tuple[str, str]]:
    yield "sources", _packed([source.text for source in report.sources])
    numbers = {source.path: index for index, source in enumerate(report.sources)}
    frames = [[part for frame in origin for part in (numbers[frame.file], frame.line)] for origin in report.origins]
    yield "origins", _packed(frames)
    yield "pictures", _packed([picture_of(use) for use in report.layouts])
    for stage in report.stages:
        listing = stage.listing
        data = {"language": listing.language, "text": listing.text, "origins": _differences(listing.origins)}
        yield f"stage-{stage.name}", _packed(data)


def _differences(values: Sequence[int]) -> list[int]:
    """Each value less the one before it."""
    return [value - before for before, value in zip([0, *values], values, strict=False)]


@dataclass
class _Snapshots:
    """Modules between passes; equal ones are stored once."""

    templates: dict[str, int] = field(default_factory=dict[str, int])
    numbers: dict[str, int] = field(default_factory=dict[str, int])
    stored: list[str] = field(default_factory=list[str])

    def add(self, listing: Listing) -> int:
        """The number under which a module is stored."""
        known = self.numbers.get(listing.text)
        if known is not None:
            return known
        values: list[str] = []

        def hole(match: re.Match[str]) -> str:
            values.append(match[1])
            return _HOLE

        ids: list[int] = []
        for line in listing.text.rstrip("\n").split("\n"):
            template = _VALUE.sub(hole, line)
            ids.append(self.templates.setdefault(template, len(self.templates)))
        data = {"templates": ids, "values": " ".join(values), "origins": _differences(listing.origins)}
        number = self.numbers[listing.text] = len(self.stored)
        self.stored.append(_packed(data))
        return number

    def blobs(self) -> Iterator[tuple[str, str]]:
        """The compressed modules, without the largest ones if all together are too large."""
        yield "templates", _packed(list(self.templates))
        kept = 0
        for number, data in sorted(enumerate(self.stored), key=lambda item: len(item[1])):
            kept += len(data)
            if kept > _MOST_BYTES:
                return
            yield f"snapshot-{number}", data


def _points(report: ReportData, encoder: _Snapshots) -> Iterator[dict[str, Any]]:
    """The places between passes: before the first one, and after each."""
    if not report.passes:
        return
    before = next((stage.listing for stage in report.stages if stage.name == "source"), None)
    first = before if before is not None else report.passes[0].listing
    yield {"name": "before the first pass", "snapshot": encoder.add(first)}
    for step in report.passes:
        yield {"name": f"{step.number}: after {step.name}", "snapshot": encoder.add(step.listing)}
