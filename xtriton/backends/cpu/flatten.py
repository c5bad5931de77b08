"""Launch arguments that expand to several kernel arguments: tuples and tensor descriptors."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from xtriton.frontend.signature import CONSTANT
from xtriton.versions import V3_7, default_version, since

_DESCRIPTOR = re.compile(r"tensordesc<\w+\[([\d, ]+)\]")

Flat = tuple[str, Any]
"""An argument of the kernel, and its name in errors: ``1``, or ``1[0]`` in a tuple."""


def is_flat(types: Sequence[Any]) -> bool:
    """Whether launch arguments and kernel arguments correspond one to one."""
    return all(isinstance(type_, str) and not type_.startswith("tensordesc") for type_ in types)


def flatten(types: Sequence[Any], arguments: Sequence[Any], count: int, names: Sequence[str]) -> list[Flat]:
    """The ``count`` arguments of the kernel, from those of a launch with Triton's ``types``.

    ``names`` are the names of the launch's arguments, for errors. Raises ``TypeError`` if the value passed for a tuple
    or descriptor is neither.
    """
    found = _all(types, arguments, names, front_end=True)
    # In a kernel given as text, the arguments that the front end adds to descriptors are ordinary arguments.
    return found if len(found) == count else _all(types, arguments, names, front_end=False)


def _all(types: Sequence[Any], arguments: Sequence[Any], names: Sequence[str], *, front_end: bool) -> list[Flat]:
    given = zip(names, types, arguments, strict=True)
    return [
        flat_argument
        for name, type_, value in given
        for flat_argument in _flat(type_, value, name, front_end=front_end)
    ]


def _flat(type_: Any, value: Any, name: str, *, front_end: bool) -> Iterator[Flat]:
    """The kernel arguments of a launch argument; ``front_end``: with those the front end adds to descriptors."""
    if not isinstance(type_, str):
        yield from _elements(type_, value, name, front_end=front_end)
    elif type_.startswith("tensordesc"):
        described = _Described.of(value, _block(type_), name)
        yield from described.values(name)
        if front_end:
            yield from described.extents(name)
    elif type_ != CONSTANT:
        yield name, value


def _elements(types: Sequence[Any], value: Any, name: str, *, front_end: bool) -> Iterator[Flat]:
    if not isinstance(value, tuple | list):
        raise TypeError(f"argument {name} is to be a tuple of {len(types)} elements, not {type(value).__name__}")
    if len(value) != len(types):  # pyright: ignore[reportUnknownArgumentType]
        raise TypeError(f"argument {name} is to be a tuple of {len(types)} elements, not {len(value)}")  # pyright: ignore[reportUnknownArgumentType]
    for index, (type_, element) in enumerate(zip(types, value, strict=True)):  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
        yield from _flat(type_, element, f"{name}[{index}]", front_end=front_end)


def _block(type_: str) -> list[int]:
    """The extents of the blocks of ``tensordesc<fp32[16, 32]>``."""
    match = _DESCRIPTOR.match(type_)
    assert match is not None
    return [int(extent) for extent in match[1].split(",")]


@dataclass(frozen=True)
class _Described:
    """The memory of a tensor descriptor; extents and strides are in elements."""

    base: Any
    shape: Sequence[int]
    strides: Sequence[int]
    pads_with_nan: bool = False
    rounds_to_tf32: bool = False

    @classmethod
    def of(cls, value: Any, block: Sequence[int], name: str) -> _Described:
        """``value`` as a descriptor, or a descriptor of a whole array. Raises ``TypeError`` if it is neither."""
        if isinstance(value, np.ndarray):
            itemsize: int = value.itemsize
            found = cls(value, value.shape, [stride // itemsize for stride in value.strides])  # pyright: ignore[reportUnknownMemberType, reportUnknownArgumentType]
        elif hasattr(value, "data_ptr") and callable(getattr(value, "stride", None)):
            found = cls(value, value.shape, value.stride())
        elif hasattr(value, "block_shape") and hasattr(value, "base"):
            if list(value.block_shape) != list(block):
                raise TypeError(
                    f"argument {name} is to describe blocks of {list(block)}, not {list(value.block_shape)}"
                )
            pads_with_nan = getattr(value, "padding", "zero") == "nan"
            found = cls(
                value.base, value.shape, value.strides, pads_with_nan, getattr(value, "round_f32_to_tf32", False)
            )
        else:
            raise TypeError(f"argument {name} is to be a tensor descriptor or an array, not {type(value).__name__}")
        if len(found.shape) != len(block):
            raise TypeError(f"argument {name} is to have {len(block)} dimensions, not {len(found.shape)}")
        if found.strides[-1] != 1 and found.shape[-1] > 1:
            raise TypeError(
                f"argument {name} is to have a last dimension without gaps, not the stride {found.strides[-1]}"
            )
        return found

    def values(self, name: str) -> Iterator[Flat]:
        """In the order of the arguments created by `triton-rewrite-tensor-descriptor-to-pointer`."""
        yield name, self.base
        yield from self.extents(name)
        yield f"{name}.padding", self.pads_with_nan
        if default_version() in _WITH_ROUNDING:
            yield f"{name}.roundF32ToTF32", self.rounds_to_tf32

    def extents(self, name: str) -> Iterator[Flat]:
        """The extents and strides."""
        for what in ("shape", "strides"):
            for index, number in enumerate(getattr(self, what)):
                yield f"{name}.{what}[{index}]", int(number)


_WITH_ROUNDING = since(V3_7)
"""The versions whose descriptors say whether loaded values are rounded to TF32."""
