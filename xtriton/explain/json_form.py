"""The report as JSON. ``docs/explain.md`` documents the schema."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from xtriton.explain.model import Access, Listing, ReportData

SCHEMA = 1
"""The version of the schema; it grows when an entry is renamed or removed."""


def render_json(report: ReportData, *, texts: bool = True) -> str:
    """The report as JSON; without ``texts``, listings and sources are left out."""
    return json.dumps(to_json(report, texts=texts), indent=2, ensure_ascii=False) + "\n"


def to_json(report: ReportData, *, texts: bool = True) -> dict[str, Any]:
    """The report as dictionaries and lists."""
    return {
        "schema": SCHEMA,
        "name": report.name,
        "target": report.target,
        "origin": report.origin,
        "options": dict(report.options),
        "signature": list(report.signature),
        "constants": dict(report.constants),
        "versions": dict(report.versions),
        "milliseconds": dict(report.milliseconds),
        "resources": asdict(report.resources) if report.resources is not None else None,
        "roofline": asdict(report.roofline) if report.roofline is not None else None,
        "hints": _placed(report, report.hints),
        "accesses": [{**_one(report, access), **_derived(access)} for access in report.accesses],
        "conversions": _placed(report, report.conversions),
        "shared_accesses": [{**_one(report, access), "ways": access.ways} for access in report.shared_accesses],
        "buffers": _placed(report, report.buffers),
        "loops": _placed(report, report.loops),
        "lines": [asdict(line) for line in report.lines],
        "layouts": [asdict(use) for use in report.layouts],
        "passes": [{key: value for key, value in asdict(step).items() if key != "listing"} for step in report.passes],
        "notes": list(report.notes),
        "origins": [[list(frame) for frame in origin] for origin in report.origins],
        "sources": [_source(source.__dict__, texts=texts) for source in report.sources],
        "stages": [{"name": stage.name, **_listing(stage.listing, texts=texts)} for stage in report.stages],
    }


def _placed(report: ReportData, items: Sequence[Any]) -> list[dict[str, Any]]:
    return [_one(report, item) for item in items]


def _one(report: ReportData, item: Any) -> dict[str, Any]:
    """The fields of an entry, with the source position of its origin."""
    frame = report.frame(item.origin)
    return {**asdict(item), "file": frame.file if frame else None, "source_line": frame.line if frame else None}


def _derived(access: Access) -> dict[str, Any]:
    return {"vector_bytes": access.vector_bytes, "efficiency": access.efficiency}


def _source(source: Mapping[str, Any], *, texts: bool) -> dict[str, Any]:
    return {name: value for name, value in source.items() if texts or name != "text"}


def _listing(listing: Listing, *, texts: bool) -> dict[str, Any]:
    if not texts:
        return {"language": listing.language}
    return {"language": listing.language, "text": listing.text, "origins": list(listing.origins)}
