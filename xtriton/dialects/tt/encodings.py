"""Inference of result encodings from operand encodings, for the operations of ``tt``.

``tt`` itself defines no encoding; the encodings are those of ``ttg``, which is only used where there is one (Triton's
``DialectInferLayoutInterface``).
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Any

from xdsl.dialects.builtin import NoneAttr
from xdsl.ir import Attribute

from xtriton.ir.diagnostics import Violation


@contextmanager
def layout_errors(message: str | None = None) -> Generator[None]:
    """Turn layout errors into violations, with ``message`` instead of the layout's own if given."""
    try:
        yield
    except ValueError as exc:
        raise Violation(message or str(exc), prefixed=False) from exc


def infer(function: Callable[..., Any], encoding: Attribute | None, *args: object) -> Attribute:
    """The attribute for ``function(layout, *args)``; ``None`` without an encoding."""
    if encoding is None:
        return NoneAttr()
    if encoding.name.startswith("gluon."):
        return encoding  # a layout to be inferred, for operand and result alike
    from xtriton.dialects.ttg.attributes import encoding_attr, layout_of
    from xtriton.ir.printer import attribute_text

    layout = layout_of(encoding)
    if layout is None:
        raise Violation(f"no encoding follows from {attribute_text(encoding)}: it is no layout", prefixed=False)
    with layout_errors():
        return encoding_attr(function(layout, *args))


def equal_layouts(shape: tuple[int, ...], first: Attribute | None, second: Attribute | None) -> bool:
    """Whether two encodings are the same mapping for tensors of this shape."""
    if first == second:
        return True
    if first is None or second is None or isinstance(first, NoneAttr) or isinstance(second, NoneAttr):
        return False
    from xtriton.dialects.ttg.attributes import layout_of
    from xtriton.layouts.encodings import layouts_equal

    layouts = layout_of(first), layout_of(second)
    if layouts[0] is None or layouts[1] is None:
        return False
    return layouts_equal(shape, layouts[0], layouts[1])
