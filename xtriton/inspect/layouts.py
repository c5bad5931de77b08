"""An enumerated layout: which place holds which element of a tensor.

A place of a tensor in registers is a register of a thread, in shared memory an offset, in tensor memory a row and a
column; each in one CTA of a cluster.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from math import prod

from xtriton.layouts.encodings import (
    DistributedEncoding,
    Encoding,
    PaddedShared,
    SharedEncoding,
    to_linear_layout,
)
from xtriton.layouts.linear_layout import LinearLayout
from xtriton.layouts.tensor_memory import COL, ROW
from xtriton.layouts.tile import BLOCK, LANE, OFFSET, WARP, standard_dims

Element = tuple[int, ...]
_BITS = 16
"""Bits per element in pictures of shared memory, where they determine the banks."""

MOST_PLACES = 1 << 17
"""The maximum number of places of an enumerated layout."""


@dataclass(frozen=True)
class Place:
    """A place: its inputs to the linear layout. ``offset`` counts the gaps of padded layouts."""

    inputs: tuple[tuple[str, int], ...]

    def __getitem__(self, name: str) -> int:
        return dict(self.inputs).get(name, 0)


@dataclass(frozen=True)
class WrittenLayout:
    """An encoding for tensors of a shape, with all its places."""

    encoding: Encoding
    shape: tuple[int, ...]

    def _repr_svg_(self) -> str:
        """The picture of the layout in a notebook."""
        picture = import_module("xtriton.inspect.layout_picture")  # which draws objects of this class
        drawn: str = picture.svg_of(picture.scene_of(self, str(self.encoding), _BITS))
        return drawn

    @staticmethod
    def of(encoding: Encoding, shape: Sequence[int]) -> WrittenLayout:
        """The layout of tensors of a shape. Raises :class:`ValueError` for one that is too large or incompatible."""
        written = WrittenLayout(encoding, tuple(shape))
        rank = encoding.rank
        if rank == 0:
            raise ValueError(
                "the layout has no dimensions: its parameters, such as sizePerThread, are missing or empty"
            )
        if len(shape) != rank:
            example = "x".join(map(str, ((*shape, *(16,) * rank)[:rank])))
            raise ValueError(
                f"the layout is for tensors of rank {rank}: give {rank} extents, such as --shape {example}"
            )
        for extent in shape:
            if extent < 1 or extent & (extent - 1):
                raise ValueError(f"extents are powers of two: {extent} is none")
        if written.linear.total_in_size > MOST_PLACES:
            count = written.linear.total_in_size
            raise ValueError(f"the layout has {count} places, of which at most {MOST_PLACES} can be shown: give less")
        return written

    @cached_property
    def linear(self) -> LinearLayout:
        """The linear layout; for padded layouts the one without gaps."""
        if not isinstance(self.encoding, PaddedShared):
            return to_linear_layout(self.encoding, self.shape)
        found = self.encoding.linear_component
        if found.out_dim_sizes != self.shape:
            sizes = "x".join(map(str, found.out_dim_sizes))
            raise ValueError(f"a padded layout is for one shape only: give --shape {sizes}")
        return found

    @property
    def kind(self) -> str:
        """The kind of places: ``registers``, ``shared`` or ``tensor memory``."""
        if isinstance(self.encoding, DistributedEncoding):
            return "registers"
        return "shared" if isinstance(self.encoding, SharedEncoding) else "tensor memory"

    @property
    def blocks(self) -> int:
        """The CTAs of the cluster."""
        return self._size(BLOCK)

    def _size(self, name: str) -> int:
        return self.linear.in_dim_size(name) if name in self.linear.in_dims else 1

    @property
    def sizes(self) -> Mapping[str, int]:
        """The numbers of registers, lanes, ..."""
        return {name: self._size(name) for name in self.linear.in_dim_names}

    def thread(self, place: Place) -> int:
        """The index within its CTA of the thread that holds a place."""
        return place[WARP] * self._size(LANE) + place[LANE]

    def held(self) -> Iterator[tuple[Place, Element]]:
        """All used places with their elements, ordered by thread or CTA, then by register or offset."""
        used = self._used()
        names = list(self.linear.in_dim_names)
        images = [self._images(name, used[name]) for name in names]
        dims = [self.linear.out_dim_index(dim) for dim in standard_dims(len(self.shape))]
        counters = [0] * len(names)
        for _ in range(prod(len(image) for image in images)):
            inputs = [
                (name, self._offset(name, image[at][0]))
                for name, image, at in zip(names, images, counters, strict=True)
            ]
            element = [0] * len(dims)
            for image, at in zip(images, counters, strict=True):
                for index, dim in enumerate(dims):
                    element[index] ^= image[at][1][dim]
            yield Place(tuple(inputs)), tuple(element)
            _advance(counters, images)

    def _images(self, name: str, used: int) -> list[tuple[int, Element]]:
        """The values of an input that are used, with the coordinates that they add."""
        rows = self.linear.bases[name]
        images: list[Element] = [(0,) * len(self.linear.out_dims)]
        for basis in rows:
            images += [tuple(a ^ b for a, b in zip(image, basis, strict=True)) for image in images]
        return [(value, image) for value, image in enumerate(images) if not value & ~used]

    def _used(self) -> dict[str, int]:
        """The bits of each input that distinguish places; with the others set, places are unused.

        Zero bases of the rows 32 and 64 of tensor memory are copies, as those of registers, lanes, warps and CTAs are.
        """
        memory = not isinstance(self.encoding, DistributedEncoding)
        found: dict[str, int] = {}
        for name, rows in self.linear.bases.items():
            found[name] = (1 << len(rows)) - 1
            if not memory or name == BLOCK:
                continue
            for bit, basis in enumerate(rows):
                if not any(basis) and not (name == ROW and bit in _COPIED_ROWS):
                    found[name] &= ~(1 << bit)
        return found

    def _offset(self, name: str, value: int) -> int:
        return self.encoding.place(value) if name == OFFSET and isinstance(self.encoding, PaddedShared) else value

    @cached_property
    def holders(self) -> Mapping[Element, Sequence[Place]]:
        """The places of each element."""
        found: dict[Element, list[Place]] = {}
        for place, element in self.held():
            found.setdefault(element, []).append(place)
        return found

    @cached_property
    def elements(self) -> Mapping[Place, Element]:
        """The element of each used place."""
        return dict(self.held())

    @cached_property
    def copies(self) -> int:
        """The number of places that hold each element."""
        return len(next(iter(self.holders.values())))

    @property
    def consecutive(self) -> int:
        """The largest vector size: how many adjacent elements of the tensor, along the best dimension, are consecutive
        in the registers or offsets."""
        name = next(iter(self.linear.in_dim_names))
        if name == ROW:
            name = COL
        order = [name, *(other for other in self.linear.in_dim_names if other != name)]
        turned = self.linear.transpose_ins(order)
        dims = list(turned.out_dim_names)
        return max(
            turned.transpose_outs([dim, *(other for other in dims if other != dim)]).num_consecutive_in_out()
            for dim in dims
        )


_COPIED_ROWS = (5, 6)


def _advance(counters: list[int], images: Sequence[Sequence[object]]) -> None:
    """Increment the counters, the first one fastest."""
    for at, image in enumerate(images):
        counters[at] += 1
        if counters[at] < len(image):
            return
        counters[at] = 0
