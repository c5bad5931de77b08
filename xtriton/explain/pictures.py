"""Pictures of the layouts in the TTGIR."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import prod

from xdsl.ir import Attribute

from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.ttg.types import MemDescType
from xtriton.explain.kernel_ir import KernelIR, tensor_bits
from xtriton.explain.model import LayoutUse
from xtriton.folds.elements import width_of
from xtriton.inspect.layout_picture import scene_of, svg_of
from xtriton.inspect.layouts import WrittenLayout
from xtriton.ir.context import Context
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.parser import parse_attribute
from xtriton.ir.printer import attribute_text
from xtriton.ir.walk import operations_in
from xtriton.layouts.encodings import PaddedShared

_MOST = (16, 16)
"""The rows and columns of a picture."""
_MOST_PLACES = 1 << 14
"""Larger layouts take too long to enumerate."""

_Use = tuple[str, tuple[int, ...], int]


def layouts_of(kernel: KernelIR, names: Mapping[str, str]) -> list[LayoutUse]:
    """The layouts of tensors and buffers with the shape that has each most often. ``names`` are the aliases."""
    counts: dict[_Use, int] = {}
    for op in operations_in(kernel.module):
        for value in op.results:
            for use in _uses(value.type):
                counts[use] = counts.get(use, 0) + 1
    by_text: dict[str, list[tuple[int, _Use]]] = {}
    for use, count in counts.items():
        by_text.setdefault(use[0], []).append((count, use))
    found: list[LayoutUse] = []
    for text, uses in by_text.items():
        _, (_, shape, bits) = max(uses, key=lambda item: item[0])
        found.append(LayoutUse(names.get(text, ""), text, shape, bits, sum(count for count, _ in uses)))
    return sorted(found, key=lambda layout: (-layout.uses, layout.text))


def _uses(type_: Attribute) -> Iterator[_Use]:
    if is_tensor_type(type_):
        encoding = layout_of(type_.encoding)
        if encoding is not None:
            yield attribute_text(type_.encoding), tuple(type_.get_shape()), tensor_bits(type_)
    elif isinstance(type_, MemDescType):
        encoding = type_.layout()
        if encoding is not None:
            shape = type_.get_shape()[-encoding.rank :]
            yield attribute_text(type_.encoding), shape, width_of(type_.element_type)


def picture_of(use: LayoutUse) -> tuple[str, str]:
    """An SVG and a note on its extent; if the layout cannot be drawn, the SVG is empty and the note has the reason."""
    encoding, shape = layout_of(parse_attribute(use.text, "<layout>", Context())), use.shape
    if encoding is None:
        return "", "this layout has no picture"
    if prod(shape) > _MOST_PLACES:
        return "", f"{prod(shape)} elements are too many for a picture: xtriton layout draws it"
    if len(shape) > len(_MOST):
        return "", "layouts of rank 3 and higher are drawn by xtriton layout"
    try:
        if isinstance(encoding, PaddedShared) and encoding.linear_component.out_dim_sizes != shape:
            return "", "a padded layout is for one shape only"
        scene = scene_of(WrittenLayout.of(encoding, shape), use.name or use.text, use.element_bits, _MOST)
    except ValueError as failure:
        return "", str(failure)
    cut = any(extent > most for extent, most in zip(shape[::-1], _MOST[::-1], strict=False))
    return svg_of(scene), f"the first {_MOST[0]} rows and {_MOST[1]} columns" if cut else ""
