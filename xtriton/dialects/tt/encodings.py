"""Inference of result encodings from operand encodings, for the operations of ``tt``.

``tt`` itself defines no encoding; the encodings are those of ``ttg``, which is only used where there is one (Triton's
``DialectInferLayoutInterface``).
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from xdsl.dialects.builtin import NoneAttr
from xdsl.ir import Attribute

from xtriton.ir.diagnostics import Violation

if TYPE_CHECKING:
    from xtriton.layouts.linear_layout import LinearLayout


@contextmanager
def layout_errors() -> Generator[None]:
    """Turn layout errors into violations."""
    try:
        yield
    except ValueError as exc:
        raise Violation(str(exc), prefixed=False) from exc


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
        raise Violation(f"no encoding follows from {attribute_text(encoding)}: it is not a layout", prefixed=False)
    with layout_errors():
        return encoding_attr(function(layout, *args))


def broadcasts(shape: tuple[int, ...], encoding: Attribute, result_shape: tuple[int, ...], result: Attribute) -> bool:
    """Whether a broadcast moves no data: the result's layout, projected onto the source's shape, is the source's.

    Repeated registers do not count. Encodings that are no layouts match any.
    """
    from xtriton.dialects.ttg.attributes import layout_of
    from xtriton.layouts.encodings import DistributedEncoding, to_linear_layout
    from xtriton.layouts.tile import REGISTER

    layouts = layout_of(encoding), layout_of(result)
    if not isinstance(layouts[0], DistributedEncoding) or not isinstance(layouts[1], DistributedEncoding):
        return True
    source, projected = to_linear_layout(layouts[0], shape), to_linear_layout(layouts[1], result_shape)
    for dim, extent in zip(projected.out_dim_names, shape, strict=True):
        projected = projected.resize_out_dim(dim, extent)
    return source.remove_zero_bases_along_dim(REGISTER) == projected.remove_zero_bases_along_dim(REGISTER)


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


EqualEncodings = Callable[[tuple[int, ...], Attribute | None, Attribute | None], bool]
"""Whether two encodings agree for tensors of a shape."""


def equal_up_to_copies(shape: tuple[int, ...], first: Attribute | None, second: Attribute | None) -> bool:
    """Whether two encodings are the same mapping for tensors of this shape, without repeated registers."""
    if first == second or (_is_absent(first) and _is_absent(second)):
        return True
    layouts = _register_layout(shape, first), _register_layout(shape, second)
    return layouts[0] is not None and layouts[0] == layouts[1]


def _is_absent(encoding: Attribute | None) -> bool:
    return encoding is None or isinstance(encoding, NoneAttr)


def unique_registers(shape: tuple[int, ...], encoding: Attribute) -> int:
    """How many registers of a thread hold different elements."""
    from xtriton.layouts.tile import REGISTER

    layout = _register_layout(shape, encoding)
    return layout.in_dim_size(REGISTER) if layout is not None else 0


def _register_layout(shape: tuple[int, ...], encoding: Attribute | None) -> LinearLayout | None:
    from xtriton.dialects.ttg.attributes import layout_of
    from xtriton.layouts.encodings import to_linear_layout
    from xtriton.layouts.tile import REGISTER

    layout = layout_of(encoding)
    return None if layout is None else to_linear_layout(layout, shape).remove_zero_bases_along_dim(REGISTER)
