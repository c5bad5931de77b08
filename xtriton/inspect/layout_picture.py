"""A layout as a picture: the tensor's elements as boxes with their hardware indices, coloured by thread, bank or row.

SVG has no dependencies. PNG needs matplotlib: ``pip install 'xtriton[pictures]'``.
"""

from __future__ import annotations

from colorsys import hls_to_rgb
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element as Node
from xml.etree.ElementTree import SubElement, tostring

from xtriton.inspect.layout_text import sections, spelled, summary
from xtriton.inspect.layouts import Place, WrittenLayout
from xtriton.layouts.tensor_memory import COL, ROW
from xtriton.layouts.tile import LANE, OFFSET, WARP

_MOST_LINES = 4
"""The maximum number of places printed in a box; beyond that their number is printed."""

_LINE = 14
_LETTER = 7
_MARGIN = 32

Color = tuple[float, float, float]


@dataclass(frozen=True)
class Box:
    """A filled rectangle with lines of text in it."""

    x: int
    y: int
    width: int
    height: int
    color: Color
    lines: tuple[str, ...]


@dataclass
class Scene:
    """A drawing, in units of pixels: boxes, and texts by their position."""

    width: int = 0
    height: int = 0
    boxes: list[Box] = field(default_factory=list[Box])
    texts: list[tuple[int, int, str]] = field(default_factory=list[tuple[int, int, str]])


def scene_of(written: WrittenLayout, title: str, element_bits: int, most: tuple[int, int] | None = None) -> Scene:
    """The scene of a layout: a table for each section of the tensor, or the first ``most`` rows and columns of it."""
    scene, y = Scene(), _MARGIN
    for text in (title, summary(written)):
        scene.texts.append((_MARGIN, y, text))
        y += _LINE + 4
    texts = {at: _lines(written, places) for at, places in written.holders.items()}
    letters = max(len(line) for lines in texts.values() for line in lines)
    width, height = letters * _LETTER + 10, max(map(len, texts.values())) * _LINE + 8
    for name, whole in sections(written):
        rows = whole if most is None else [row[: most[1]] for row in whole[: most[0]]]
        if name:
            scene.texts.append((_MARGIN, y + 10, name))
            y += _LINE + 8
        scene.texts += [(_left(column, width), y + 10, str(column)) for column in range(len(rows[0]))]
        y += _LINE
        for number, row in enumerate(rows):
            scene.texts.append((4, y + height // 2 + 4, str(number)))
            for column, at in enumerate(row):
                color = _color(written, written.holders[at][0], element_bits)
                scene.boxes.append(Box(_left(column, width), y, width, height, color, texts[at]))
            y += height
        scene.width = max(scene.width, 2 * _MARGIN + len(rows[0]) * width)
        y += _LINE
    scene.height = y + _MARGIN
    scene.width = max(scene.width, 2 * _MARGIN + max(len(text) for *_, text in scene.texts) * _LETTER)
    return scene


def _left(column: int, width: int) -> int:
    return _MARGIN + column * width


def _lines(written: WrittenLayout, places: Any) -> tuple[str, ...]:
    shown = [spelled(written, place) for place in places[:_MOST_LINES]]
    left = len(places) - len(shown)
    return (*shown, f"+{left}") if left else tuple(shown)


_BANKS = 32


def _color(written: WrittenLayout, place: Place, element_bits: int) -> Color:
    """Warps differ in hue and lanes in lightness; so do banks and rows of memory.

    Black text has a contrast of at least 4.5 to 1 on each (WCAG 2.1, level AA).
    """
    match written.kind:
        case "registers":
            hue, light = place[WARP] / max(written.sizes[WARP], 1), place[LANE] / max(written.sizes[LANE], 1)
        case "shared":
            bank = place[OFFSET] * element_bits // 32 % _BANKS
            hue, light = bank / _BANKS, place[OFFSET] * element_bits // (32 * _BANKS) % 4 / 4
        case _:
            hue, light = place[ROW] / max(written.sizes[ROW], 1), place[COL] / max(written.sizes[COL], 1)
    return hls_to_rgb(hue, 0.9 - 0.25 * light, 0.7)


def svg_of(scene: Scene) -> str:
    """The scene as SVG."""
    size = {"width": str(scene.width), "height": str(scene.height)}
    root = Node("svg", {"xmlns": "http://www.w3.org/2000/svg", **size, "font-family": "monospace", "font-size": "12"})
    SubElement(root, "rect", {**size, "fill": "white"})
    for box in scene.boxes:
        place = {"x": str(box.x), "y": str(box.y), "width": str(box.width), "height": str(box.height)}
        SubElement(root, "rect", {**place, "fill": _hexadecimal(box.color), "stroke": "#444"})
        for number, line in enumerate(box.lines):
            at = {"x": str(box.x + box.width // 2), "y": str(box.y + (number + 1) * _LINE), "text-anchor": "middle"}
            SubElement(root, "text", at).text = line
    for x, y, text in scene.texts:
        SubElement(root, "text", {"x": str(x), "y": str(y)}).text = text
    return tostring(root, encoding="unicode") + "\n"


def _hexadecimal(color: Color) -> str:
    return "#" + "".join(f"{round(part * 255):02x}" for part in color)


_DOTS = 100
"""Pixels per inch."""

_MOST_PIXELS = 1 << 15
"""The maximum extent of a bitmap picture."""


def draw_png(scene: Scene, path: Path) -> None:
    """Draw the scene as PNG. Raises :class:`ValueError` without matplotlib, and for scenes that are too large."""
    if max(scene.width, scene.height) > _MOST_PIXELS:
        size = f"{scene.width} x {scene.height}"
        raise ValueError(f"the picture would have {size} pixels: give a smaller shape, or write it as .svg")
    try:
        figure_class: Any = import_module("matplotlib.figure").Figure
        rectangle: Any = import_module("matplotlib.patches").Rectangle
    except ImportError:
        hint = "pip install 'xtriton[pictures]', or write it as .svg"
        raise ValueError(f"PNG pictures are drawn by matplotlib, which is not installed: {hint}") from None
    figure = figure_class(figsize=(scene.width / _DOTS, scene.height / _DOTS), dpi=_DOTS)
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, scene.width), ylim=(scene.height, 0))
    axes.axis("off")
    style: dict[str, Any] = {"family": "monospace", "fontsize": 12 * 72 / _DOTS}
    for box in scene.boxes:
        axes.add_patch(rectangle((box.x, box.y), box.width, box.height, facecolor=box.color, edgecolor="#444444"))
        for number, line in enumerate(box.lines):
            axes.text(box.x + box.width / 2, box.y + (number + 1) * _LINE, line, ha="center", **style)
    for x, y, text in scene.texts:
        axes.text(x, y, text, **style)
    figure.savefig(path, format="png")
