"""Arrays beside memory that may not be touched: what reads or writes one byte too far ends the process."""

from __future__ import annotations

import ctypes
import mmap
from dataclasses import dataclass, field

import numpy as np

_PAGE = mmap.PAGESIZE
_BYTE = 0x7F
"""The space around the first array in its own pages; around others there is less, so that copies are seen as well.

As a floating-point number it is huge, or NaN: neither stays what it is in a sum.
"""


@dataclass
class Fences:
    """Copies of arrays between two pages that cannot be touched: against the second one, or against the first one."""

    at_end: bool
    _around: list[tuple[int, np.ndarray, np.ndarray]] = field(default_factory=list[tuple[int, np.ndarray, np.ndarray]])

    def array(self, values: np.ndarray) -> np.ndarray:
        """A fenced copy. An array of nothing is an address at which nothing is."""
        pages = -(-max(values.nbytes, 1) // _PAGE)
        buffer = np.frombuffer(mmap.mmap(-1, (pages + 2) * _PAGE), np.uint8)
        inside = buffer[_PAGE:-_PAGE]
        byte = _BYTE - len(self._around) % 64
        inside[:] = byte
        start = inside.size - values.nbytes if self.at_end else 0
        copy = inside[start : start + values.nbytes].view(values.dtype).reshape(values.shape)
        copy[...] = values
        self._around.append((byte, inside[:start], inside[start + values.nbytes :]))
        for page in (buffer[:_PAGE], buffer[-_PAGE:]):
            _protect(page)
        return copy

    def check(self) -> None:
        """Raise ``AssertionError`` if a byte between an array and the page that is further away has changed."""
        for byte, before, after in self._around:
            assert (before == byte).all() and (after == byte).all(), "bytes beyond an array have changed"


def _protect(page: np.ndarray) -> None:
    if ctypes.CDLL(None, use_errno=True).mprotect(ctypes.c_void_p(page.ctypes.data), ctypes.c_size_t(_PAGE), 0) != 0:
        raise OSError(ctypes.get_errno(), "mprotect")
