"""A layout as text: the places of each element, or the element of each place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, product

from xtriton.inspect.layouts import Element, Place, WrittenLayout
from xtriton.layouts.tensor_memory import COL, ROW
from xtriton.layouts.tile import BLOCK, OFFSET, REGISTER

GAP = "."
"""Printed for an unused place."""

_ROW_BITS = 1024
"""The bits of a row of shared memory: 32 banks of 4 bytes."""


def spelled(written: WrittenLayout, place: Place) -> str:
    """A place: ``T5:1`` is register 1 of thread 5, a number an offset, ``3:8`` row and column of tensor memory.

    A prefix ``B1:`` is the CTA, where there are several.
    """
    match written.kind:
        case "registers":
            text = f"T{written.thread(place)}:{place[REGISTER]}"
        case "shared":
            text = str(place[OFFSET])
        case _:
            text = f"{place[ROW]}:{place[COL]}"
    return f"B{place[BLOCK]}:{text}" if written.blocks > 1 else text


def summary(written: WrittenLayout) -> str:
    """The sizes of everything, in one line."""
    names = {"register": "registers", "lane": "lanes", "warp": "warps", "block": "blocks", "row": "rows"}
    names |= {"col": "columns", "offset": "offsets"}
    sizes = " x ".join(f"{size} {names[name] if size != 1 else name}" for name, size in written.sizes.items())
    copies = f"; {written.copies} copies of each element" if written.copies > 1 else ""
    shape = "x".join(map(str, written.shape))
    return f"{shape} elements in {sizes}{copies}; vectors of {written.consecutive}"


def by_element(written: WrittenLayout, most: int) -> Iterator[str]:
    """The tensor with the places of each element, at most ``most`` of them, in sections of two axes."""
    for title, rows in sections(written):
        if title:
            yield title
        cells = [
            [_listed([spelled(written, place) for place in written.holders[at]], most) for at in row] for row in rows
        ]
        yield from _table(cells)


def sections(written: WrittenLayout) -> Iterator[tuple[str, list[list[Element]]]]:
    """The elements in tables of the last two dimensions, each with its title if there are more dimensions."""
    shape = written.shape
    inner = shape[-2:] if len(shape) > 1 else (1, *shape)
    for outer in product(*(range(extent) for extent in shape[:-2])):
        rows = [
            [(*outer, *((row, column) if len(shape) > 1 else (column,))) for column in range(inner[1])]
            for row in range(inner[0])
        ]
        yield f"[{', '.join(map(str, outer))}, :, :]" if outer else "", rows


def _listed(texts: Sequence[str], most: int) -> str:
    left = len(texts) - most
    return "|".join(texts[:most]) + (f"|+{left}" if left > 0 else "")


def _table(cells: Sequence[Sequence[str]]) -> Iterator[str]:
    width = max(max(len(cell) for row in cells for cell in row), len(str(len(cells[0]) - 1)))
    first = len(str(len(cells) - 1)) if len(cells) > 1 else 0
    yield " " * first + "".join(f"  {column:>{width}}" for column in range(len(cells[0])))
    for number, row in enumerate(cells):
        head = f"{number:>{first}}" if first else ""
        yield head + "".join(f"  {cell:>{width}}" for cell in row)


def by_place(written: WrittenLayout, element_bits: int) -> Iterator[str]:
    """The places in order, each with its element: a line for each thread, row of shared memory (of 32 banks, if the
    element size is known) or row of tensor memory."""
    match written.kind:
        case "registers":
            yield from _threads(written)
        case "shared":
            yield from _offsets(written, max(_ROW_BITS // element_bits, 1))
        case _:
            yield from _tensor_memory(written)


def _coordinates(element: Element | None) -> str:
    return GAP if element is None else f"({', '.join(map(str, element))})"


def _threads(written: WrittenLayout) -> Iterator[str]:
    def owner(item: tuple[Place, Element]) -> tuple[int, int]:
        return item[0][BLOCK], written.thread(item[0])

    held = sorted(written.held(), key=lambda item: (*owner(item), item[0][REGISTER]))
    for (block, thread), items in groupby(held, key=owner):
        name = f"B{block}:T{thread}" if written.blocks > 1 else f"T{thread}"
        yield f"{name}: {' '.join(_coordinates(element) for _, element in items)}"


def _offsets(written: WrittenLayout, width: int) -> Iterator[str]:
    for block in range(written.blocks):
        held = {place[OFFSET]: element for place, element in written.held() if place[BLOCK] == block}
        cells = [_coordinates(held.get(offset)) for offset in range(max(held) + 1)]
        longest, digits = max(map(len, cells)), len(str(len(cells)))
        head = f"B{block}:" if written.blocks > 1 else ""
        for start in range(0, len(cells), width):
            line = " ".join(f"{cell:>{longest}}" for cell in cells[start : start + width])
            yield f"{head}{start:>{digits}}: {line}"


def _tensor_memory(written: WrittenLayout) -> Iterator[str]:
    held = {(place[ROW], place[COL]): element for place, element in written.held()}
    columns = range(written.sizes[COL])
    longest = max(len(_coordinates(element)) for element in held.values())
    for row in range(written.sizes[ROW]):
        if any((row, column) in held for column in columns):
            line = " ".join(f"{_coordinates(held.get((row, column))):>{longest}}" for column in columns)
            yield f"{row:>3}: {line}"
