"""The page: its contents, that it is self-contained and small, and that it works in a browser."""

from __future__ import annotations

import builtins
import json
import re
from base64 import b64decode
from functools import cache
from pathlib import Path
from typing import Any
from zlib import decompress

import pytest
from unit.explain import kernels
from unit.explain.browser import CHROMIUM, dom, in_browser, result_of

from xtriton.explain.api import explain
from xtriton.explain.html import check_installed
from xtriton.explain.report import Report

FILE = str(Path(kernels.__file__))


@cache
def report() -> Report:
    return explain(f"{FILE}:with_stride", "*fp32:16,*fp32:16,i32,1024", target="cuda:90")


@cache
def page() -> str:
    return report().html()


def blob(text: str, name: str) -> Any:
    match = re.search(rf'id="blob-{name}">([^<]*)<', text)
    assert match is not None, name
    return json.loads(decompress(b64decode(match[1])))


def summary(text: str) -> dict[str, Any]:
    match = re.search(r'id="summary">(.*?)</script>', text, re.DOTALL)
    assert match is not None
    return json.loads(match[1])


def test_nothing_is_loaded_from_elsewhere():
    text = page()
    assert not re.search(r'(?:src|href)="(?!#)', text)
    assert "url(" not in text
    assert "http://" not in text.replace("http://www.w3.org/2000/svg", "")
    assert "https://" not in text


def test_stages_are_stored_with_their_lines():
    for stage in report().stages:
        stored = blob(page(), f"stage-{stage.name}")
        assert stored["text"] == stage.listing.text
        total, origins = 0, []
        for difference in stored["origins"]:
            total += difference
            origins.append(total)
        assert origins == list(stage.listing.origins)


def test_modules_between_passes_are_stored_as_templates():
    found, text = report(), page()
    points = summary(text)["points"]
    templates = blob(text, "templates")
    assert len(points) == len(found.passes) + 1
    for step, point in zip(found.passes, points[1:], strict=True):
        stored = blob(text, f"snapshot-{point['snapshot']}")
        values = iter(stored["values"].split(" "))
        text_of = "\n".join(templates[number] for number in stored["templates"])
        parts = text_of.split("\x01")
        filled = parts[0] + "".join(f"%{next(values)}{part}" for part in parts[1:])
        assert filled == step.listing.text.rstrip("\n")


def test_the_hints_are_readable_without_script():
    text = page()
    assert "pass divisibility 16 of argument `stride`" in text
    assert '<a href="#line=0:' in text


def test_source_text_cannot_end_the_script():
    found = explain(f"{FILE}:consecutive", "*fp32:16,*fp32:16,i32:16,256", target="cuda:90")
    found.notes.append("</script><b>")
    found.name = "<i>name</i>"
    text = found.html()
    assert "</script><b>" not in text
    assert "<i>name</i>" not in text
    assert summary(text)["stages"][-1] == "sass"


def test_notebooks_show_the_hints():
    assert "narrow access" in report()._repr_html_()
    assert repr(report()).startswith("<report of with_stride for cuda:90:")


def test_without_jinja2_the_message_names_the_package(monkeypatch: pytest.MonkeyPatch):
    original = builtins.__import__

    def refuse(name: str, *arguments: Any, **settings: Any) -> Any:
        if name.startswith("jinja2"):
            raise ImportError(name)
        return original(name, *arguments, **settings)

    monkeypatch.setattr(builtins, "__import__", refuse)
    with pytest.raises(ValueError, match=r"pip install 'xtriton\[explain\]'"):
        check_installed()


def test_large_modules_are_left_out_before_the_page_grows_too_large(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("xtriton.explain.html._MOST_BYTES", 1500)
    text = report().html()
    points = {point["snapshot"] for point in summary(text)["points"]}
    kept = {int(number) for number in re.findall(r'id="blob-snapshot-(\d+)"', text)}
    assert 0 < len(kept) < len(points)
    assert kept < points


@pytest.mark.slow
@in_browser
def test_a_line_lights_up_in_all_listings(tmp_path: Path):
    path = tmp_path / "report.html"
    path.write_text(page(), encoding="utf-8")
    line = report().frame(report().hints[0].origin)
    assert line is not None
    found = dom(path, f"#line=0:{line.line}")
    assert re.search(r'data-ready="\d+"', found)
    assert found.count('class="row lit') >= 10  # the Python line, TTGIR and PTX
    assert 'data-value="%value_4"' in found  # values are links
    assert "lines 7 of TTGIR" in found


@pytest.mark.slow
@in_browser
def test_the_difference_of_two_passes(tmp_path: Path):
    path = tmp_path / "report.html"
    path.write_text(page(), encoding="utf-8")
    found = dom(path, "#passes")
    assert re.search(r"\d+ rows? differs?|rows differ", found)
    assert 'class="row removed' in found or 'class="row cursor removed' in found
    assert found.count("data-pass=") == len(report().passes)
    assert "ttg.blocked" in found


@pytest.mark.slow
@in_browser
def test_layouts_are_drawn_when_they_are_opened(tmp_path: Path):
    path = tmp_path / "report.html"
    path.write_text(page(), encoding="utf-8")
    assert "<svg" not in page().partition("<script>")[0]
    found = dom(path, "#layouts")
    assert re.search(r'<div class="picture"[^>]*><svg', found)


BIG = """
import triton
import triton.language as tl


@triton.jit
def big(x, y, B: tl.constexpr, N: tl.constexpr):
    offsets = tl.program_id(0) * B + tl.arange(0, B)
    value = tl.load(x + offsets)
    total = tl.zeros((B,), tl.float32)
    for i in tl.static_range(N):
        total += value * 0.5 + i
        value = tl.where(value > total, value + total, value * total)
    tl.store(y + offsets, total)
"""


@pytest.mark.slow
def test_a_kernel_of_5000_operations(tmp_path: Path):
    """At most 10 MB, and open within 2 seconds."""
    (tmp_path / "big.py").write_text(BIG, encoding="utf-8")
    found = explain(f"{tmp_path / 'big.py'}:big", "*fp32:16,*fp32:16,256,700", target="cuda:90")
    assert len(found.passes) >= 60
    ttgir = next(step for step in reversed(found.passes) if step.stage == "ttgir")
    assert ttgir.operations >= 5000
    path = tmp_path / "big.html"
    path.write_text(found.html(), encoding="utf-8")
    assert path.stat().st_size < 10_000_000
    if CHROMIUM is not None:
        for part in ("", "#source", "#passes"):
            ready = re.search(r'data-ready="(\d+)"', dom(path, part))
            assert ready is not None, part
            assert int(ready[1]) < 2000


KEYS = """
  press(document.body, "2");
  await settled();
  const view = source.python.view;
  const states = [document.getElementById("tab-source").getAttribute("aria-selected")];
  view.element.focus();
  press(view.element, "Home");
  press(view.element, "ArrowDown");
  states.push(view.cursor);
  view.cursor = LINE - 1;
  press(view.element, "Enter");
  await settled();
  const ttgir = source.views.find((shown) => shown.name === "ttgir").pane.view;
  states.push(ttgir.lit.size);
  press(ttgir.element, "n");
  states.push(ttgir.lit.has(ttgir.cursor));
  const start = ttgir.listing.lines.findIndex((line) => line.includes("tt.func"));
  ttgir.cursor = start;
  const before = ttgir.rows.length;
  press(ttgir.element, "ArrowLeft");
  states.push(ttgir.rows.length < before);
  press(ttgir.element, "ArrowRight");
  states.push(ttgir.rows.length === before);
  ttgir.cursor = ttgir.listing.lines.findIndex((line) => line.includes("tt.load"));
  press(ttgir.element, "d");
  states.push(ttgir.listing.lines[ttgir.cursor].trim().startsWith(ttgir.same + " ="));
  press(document.body, "Escape");
  await settled();
  states.push(ttgir.lit.size);
  return states;
"""


@pytest.mark.slow
@in_browser
def test_all_controls_are_reachable_by_keys(tmp_path: Path):
    line = report().frame(report().hints[0].origin)
    assert line is not None
    found = result_of(KEYS.replace("LINE", str(line.line)), page(), tmp_path / "report.html")
    assert found == ["true", 1, 7, True, True, True, True, 0]
