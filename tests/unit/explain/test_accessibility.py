"""Keyboard, visible focus, and contrast of the page, in light and dark mode (WCAG 2.1, level AA)."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from unit.explain import kernels
from unit.explain.browser import DARK, in_browser, result_of

from xtriton.explain.api import explain
from xtriton.explain.report import Report

FILE = str(Path(kernels.__file__))
SCHEMES = {"light": (), "dark": (DARK,)}


@cache
def report() -> Report:
    return explain(f"{FILE}:many_loops", "*fp16:16,*fp16:16,*fp32:16,i32:16,32,32,32", target="cuda:90")


@cache
def page() -> str:
    return report().html()


ALL_PARTS = """
  for (const key of ["2", "3", "4", "1"]) { press(document.body, key); await settled(); }
  for (const box of document.querySelectorAll("details")) box.open = true;
  await settled();
  const parts = async (visit) => {
    for (const key of ["1", "2", "3", "4", "?"]) {
      press(document.body, key);
      await settled();
      visit(key);
    }
  };
"""

CONTROLS = (
    ALL_PARTS
    + """
  const found = [];
  const clickable = "a[href], button, input, select, summary, [onclick], [tabindex]";
  await parts((key) => {
    const scope = key === "?" ? document.getElementById("help") : document.body;
    for (const control of scope.querySelectorAll(clickable)) {
      if (!control.checkVisibility() || control.closest(".sheet")) continue;  // in listings, keys do the same
      const name = `${control.tagName} ${control.id || control.className || control.textContent}`;
      if (control.tabIndex < 0) {
        if (control.getAttribute("role") !== "tab") found.push(`not reachable: ${name}`);
        continue;
      }
      control.focus({ focusVisible: true });
      const style = getComputedStyle(control);
      if (document.activeElement !== control) found.push(`takes no focus: ${name}`);
      else if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2) found.push(`invisible: ${name}`);
      const label = control.getAttribute("aria-label") ?? control.labels?.[0]?.textContent ?? control.textContent;
      const labelled = control.getAttribute("aria-labelledby");
      if (!label.trim() && !labelled) found.push(`without a name: ${name}`);
    }
  });
  return found;
"""
)


@pytest.mark.slow
@in_browser
def test_all_controls_take_a_visible_focus_and_have_names(tmp_path: Path):
    assert result_of(CONTROLS, page(), tmp_path / "report.html") == []


TEXTS = (
    ALL_PARTS
    + """
  const luminance = ([r, g, b]) => {
    const linear = [r, g, b].map((part) => part / 255);
    linear.forEach((c, at) => (linear[at] = c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
  const colour = (text) => [...text.match(/[\\d.]+/g).map(Number), 1].slice(0, 4);
  const over = (top, below) => [0, 1, 2].map((at) => top[at] * top[3] + below[at] * (1 - top[3])).concat(1);
  const ground = (element) => {
    if (element === null) return [255, 255, 255, 1];
    const own = colour(getComputedStyle(element).backgroundColor);
    return own[3] === 1 ? own : over(own, ground(element.parentElement));
  };
  const found = new Set();
  let texts = 0;
  await parts((key) => {
    for (const [at, row] of [...document.querySelectorAll(".row")].entries()) {
      row.classList.add(["lit", "caller", "found", "cursor", "added", "removed"][at % 6]);
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const element = walker.currentNode.parentElement;
      const empty = !walker.currentNode.textContent.trim() || element.closest("script, .picture");
      if (empty || !element.checkVisibility()) continue;
      const style = getComputedStyle(element);
      const front = colour(element.closest("svg") ? style.fill : style.color);
      const back = ground(element);
      const [dark, light] = [luminance(over(front, back)), luminance(back)].sort((a, b) => a - b);
      texts++;
      const ratio = (light + 0.05) / (dark + 0.05);
      const name = `${element.tagName} ${element.className} in ${element.parentElement.className}`;
      if (ratio < 4.5) found.add(`${ratio.toFixed(2)}: ${name}, part ${key}`);
    }
  });
  return [texts > 1000, [...found]];
"""
)


@pytest.mark.slow
@in_browser
@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_text_of_the_page_has_contrast(scheme: str, tmp_path: Path):
    """As it is shown, with its background: in all parts, on all kinds of rows."""
    assert result_of(TEXTS, page(), tmp_path / "report.html", *SCHEMES[scheme]) == [True, []]


PASS_LIST = """
  press(document.body, "3");
  await settled();
  const buttons = [...document.querySelectorAll("#pass-list button")];
  buttons[0].focus();
  press(buttons[0], "ArrowDown");
  const states = [document.activeElement === buttons[1], buttons.length];
  buttons[4].click();
  await settled();
  states.push(document.querySelector("#pass-list tr[aria-current]").dataset.pass);
  document.getElementById("tab-passes").focus();
  press(document.activeElement, "End");
  states.push(document.activeElement.id);
  press(document.activeElement, "ArrowRight");
  states.push(document.activeElement.id);
  document.getElementById("single-keys").checked = false;
  press(document.body, "3");
  states.push(document.getElementById("tab-why").getAttribute("aria-selected"));
  return states;
"""


@pytest.mark.slow
@in_browser
def test_passes_and_tabs_by_keys(tmp_path: Path):
    found = result_of(PASS_LIST, page(), tmp_path / "report.html")
    assert found == [True, len(report().passes), "4", "tab-layouts", "tab-why", "true"]


VALUES = """
  press(document.body, "2");
  await settled();
  const view = source.views.find((shown) => shown.name === "ttgir").pane.view;
  const line = view.listing.lines.findIndex((text) => text.includes("arith.addf"));
  const [, second, third] = valuesOf(view.listing.lines[line], "mlir");
  const reached = [];
  for (const presses of [2, 3]) {
    view.cursor = line;
    view.chosenOn = null;
    for (let count = 0; count < presses; count++) press(view.element, "v");
    reached.push(view.same);
    press(view.element, "d");
    reached.push(view.cursor < line && valuesOf(view.listing.lines[view.cursor], "mlir").includes(view.same));
  }
  return [reached[0] === second, reached[1], reached[2] === third, reached[3]];
"""


@pytest.mark.slow
@in_browser
def test_every_value_of_a_line_can_be_chosen_by_keys(tmp_path: Path):
    assert result_of(VALUES, page(), tmp_path / "report.html") == [True] * 4


ROOFLINE = """
  const chart = document.querySelector("svg[aria-label='Roofline of the loops']");
  const frame = chart.getBoundingClientRect();
  const texts = [...chart.querySelectorAll("text")].map((text) => [text.textContent, text.getBoundingClientRect()]);
  const found = [];
  texts.forEach(([name, box], index) => {
    const inside = box.left >= frame.left && box.right <= frame.right;
    if (!inside || box.top < frame.top || box.bottom > frame.bottom) found.push(`${name} is cut off`);
    for (const [other, next] of texts.slice(index + 1)) {
      const beside = box.right <= next.left || next.right <= box.left;
      const apart = beside || box.bottom <= next.top + 3 || next.bottom <= box.top + 3;
      if (!apart) found.push(`${name} covers ${other}`);
    }
  });
  return [[...chart.querySelectorAll("text.loop")].map((text) => text.textContent), found];
"""


@pytest.mark.slow
@in_browser
def test_labels_of_the_roofline_do_not_overlap(tmp_path: Path):
    """Nine loops: two coincide, and the others are near each other."""
    named, overlapping = result_of(ROOFLINE, page(), tmp_path / "report.html")
    assert overlapping == []
    numbers = [int(number) for name in named for number in re.findall(r"\d+", name)]
    assert max(numbers) == 8
    assert any(re.fullmatch(r"loops 0-1", name) for name in named)


def luminance(color: str) -> float:
    """Relative luminance (WCAG 2.1)."""
    channels = [int(color[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_contrast(scheme: str):
    """At least 4.5 to 1 for text, and 3 to 1 for the outline of the focus and the edges of fields and buttons."""
    blocks = re.findall(r":root \{(.*?)\}", page(), re.DOTALL)
    colors = dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6});", blocks[("light", "dark").index(scheme)]))
    rows = ("lit", "caller", "cursor", "added", "removed")
    tokens = ("ink", "op", "type", "string", "number", "name", "comment", "attr", "quiet")
    marks = ("high", "medium", "low")
    texts = [(text, ground) for text in (*tokens, *marks, "link", "fix") for ground in ("page", "panel")]
    texts += [(text, ground) for text in (*tokens, *marks) for ground in rows]
    texts += [("name", "value"), ("link", "cursor")]
    edges = [(edge, ground) for edge in ("link", "edge") for ground in ("page", "panel")]
    poor = {
        pair: contrast(colors[pair[0]], colors[pair[1]])
        for least, pairs in ((4.5, texts), (3.0, edges))
        for pair in pairs
        if contrast(colors[pair[0]], colors[pair[1]]) < least
    }
    assert poor == {}
