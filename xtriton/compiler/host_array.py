"""NumPy arrays as launch arguments of Triton's own classes."""

from __future__ import annotations

from typing import Any

import numpy as np


class HostArray(np.ndarray[Any, np.dtype[Any]]):
    """A NumPy array with the tensor methods that Triton needs; ``array.view(HostArray)`` is one of the same memory.

    Triton's own ``TensorDescriptor.from_tensor`` accepts it, its autotuner restores it.
    """

    def data_ptr(self) -> int:
        """The address of the first element."""
        return self.ctypes.data

    def stride(self) -> tuple[int, ...]:
        """The distance between elements along each dimension, in elements."""
        return tuple(stride // self.itemsize for stride in self.strides)

    def element_size(self) -> int:
        """The size of an element in bytes."""
        return self.itemsize

    def zero_(self) -> None:
        """Set all elements to 0."""
        self.fill(0)

    def clone(self) -> HostArray:
        """A copy of the array."""
        return self.copy().view(HostArray)

    def copy_(self, other: np.ndarray[Any, np.dtype[Any]]) -> None:
        """Copy the elements of another array."""
        self[...] = other
