"""A report: its data, and its forms as text, JSON and HTML."""

from __future__ import annotations

from dataclasses import dataclass

from xtriton.explain.html import render_html, summary_html
from xtriton.explain.json_form import render_json
from xtriton.explain.model import ReportData
from xtriton.explain.text import render_text


@dataclass(repr=False)
class Report(ReportData):
    """The data of one compilation of a kernel."""

    def text(self, *, color: bool = False) -> str:
        """The report for a terminal, with ANSI colours if asked for."""
        return render_text(self, color=color)

    def json(self, *, texts: bool = True) -> str:
        """The report as JSON; without ``texts``, the listings of stages and the sources are left out."""
        return render_json(self, texts=texts)

    def html(self) -> str:
        """The report as one self-contained page. Raises ``ValueError`` if jinja2 is not installed."""
        return render_html(self)

    def _repr_html_(self) -> str:
        """The summary that notebooks show."""
        return summary_html(self)

    def __repr__(self) -> str:
        return f"<report of {self.name} for {self.target}: {len(self.passes)} passes, {len(self.hints)} hints>"
