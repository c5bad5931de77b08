"""Sizes that are powers of two, and coordinates packed side by side into one integer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def is_power_of_two(size: int) -> bool:
    """Whether ``size`` is 1, 2, 4, ..."""
    return size > 0 and size & (size - 1) == 0


def log2(size: int) -> int:
    """The base-2 logarithm of a power of two."""
    return size.bit_length() - 1


def require_power_of_two(size: int, name: str) -> None:
    """Raise :class:`ValueError` unless the size of the dimension ``name`` is a power of two."""
    if not is_power_of_two(size):
        raise ValueError(f"size {size} of '{name}' is not a power of two")


def pack(values: Sequence[int], shifts: Sequence[int]) -> int:
    """The coordinates as one bit-vector, each shifted to its position."""
    packed = 0
    for value, shift in zip(values, shifts, strict=True):
        packed |= value << shift
    return packed


def unpack(packed: int, widths: Iterable[int]) -> tuple[int, ...]:
    """A bit-vector split into coordinates of these widths in bits, the lowest first."""
    values: list[int] = []
    for width in widths:
        values.append(packed & ((1 << width) - 1))
        packed >>= width
    return tuple(values)
