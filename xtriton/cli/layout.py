"""``xtriton layout``: print the thread and register, or the memory offset, of each element of a tensor."""

from __future__ import annotations

import re
import sys
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xtriton.cli.statuses import USAGE

if TYPE_CHECKING:
    from xtriton.inspect.layouts import WrittenLayout

_DESCRIPTION = """\
Print the place of each element of a tensor under a layout. T5:1 is register 1 of thread 5, B1:T5:1 the same in CTA 1 of
the cluster; shared memory layouts give offsets in elements, tensor memory layouts ROW:COLUMN. Layouts of rank 3 and
higher are printed in sections.
"""
_EPILOG = """\
example:
  xtriton layout '#ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>' --shape 8x16
"""


def add_layout(commands: Any) -> None:
    """Add the command to the parser's commands."""
    parser = commands.add_parser(
        "layout",
        help="show which thread and register, or memory offset, holds each element",
        description=_DESCRIPTION,
        epilog=_EPILOG,
    )
    parser.add_argument("layout", help="the attribute, as in IR: '#ttg.blocked<{...}>'")
    parser.add_argument("-s", "--shape", required=True, help="shape of the tensor or allocation: 16x16")
    parser.add_argument("--by", choices=("element", "place"), default="element", help="row per element or per place")
    parser.add_argument(
        "--element-bits",
        type=int,
        choices=(4, 8, 16, 32, 64),
        default=16,
        help="bits per element, which determine the memory banks",
    )
    parser.add_argument("--holders", type=int, default=8, help="maximum number of places printed per element")
    parser.add_argument("-o", "--output", type=Path, help="draw a picture: FILE.svg or FILE.png")
    parser.set_defaults(run=run)


def run(arguments: Namespace) -> int:
    """Show the layout that the arguments name. Returns the exit status."""
    from xtriton.ir.diagnostics import DiagnosticError

    try:
        _show(arguments)
    except DiagnosticError as failure:
        print(failure, file=sys.stderr)
        return 1
    except ValueError as failure:
        print(f"xtriton layout: error: {failure}", file=sys.stderr)
        return USAGE
    return 0


def _show(arguments: Namespace) -> None:
    from xtriton.inspect.layout_text import by_element, by_place, summary

    if arguments.holders < 1:
        raise ValueError("--holders must be positive")
    output: Path | None = arguments.output
    if output is not None and output.suffix not in (".svg", ".png"):
        raise ValueError(f"'{output}' is not a picture: the name must end in .svg or .png")
    written = _written(arguments.layout, _shape(arguments.shape))
    if output is not None:
        _draw(written, arguments.layout, arguments.element_bits, output)
        return
    print(summary(written))
    by_places = arguments.by == "place"
    for line in by_place(written, arguments.element_bits) if by_places else by_element(written, arguments.holders):
        print(line)


def _shape(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split("x"))
    except ValueError:
        raise ValueError(f"--shape is written like 16x16, not '{text}'") from None


def _written(text: str, shape: tuple[int, ...]) -> WrittenLayout:
    """Parse a layout attribute. Raises ``DiagnosticError`` for a syntax error."""
    from xtriton.dialects.ttg.attributes import layout_of
    from xtriton.inspect.layouts import WrittenLayout
    from xtriton.ir.context import Context
    from xtriton.ir.parser import parse_attribute

    if text.startswith("#") and text[1:].isidentifier():
        raise ValueError(f"'{text}' is an alias: give its definition, after '{text} ='")
    if without := re.match(r"#(\w+)<", text):
        raise ValueError(
            f"'#{without[1]}<...>' names no dialect: layouts are written as in IR, '#ttg.blocked<{{...}}>'"
        )
    layout = layout_of(parse_attribute(text, "<layout>", Context()))
    if layout is None:
        raise ValueError(f"'{text}' is not a layout: give one such as '#ttg.blocked<{{sizePerThread = [1, 4], ...}}>'")
    return WrittenLayout.of(layout, shape)


def _draw(written: WrittenLayout, title: str, element_bits: int, path: Path) -> None:
    from xtriton.inspect.layout_picture import draw_png, scene_of, svg_of

    scene = scene_of(written, title, element_bits)
    try:
        if path.suffix == ".png":
            draw_png(scene, path)
        else:
            path.write_text(svg_of(scene), encoding="utf-8")
    except OSError as failure:
        raise ValueError(f"{path} cannot be written: {failure.strerror}") from None
