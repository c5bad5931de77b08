"""Arrays of another class than NumPy's and torch's."""

from __future__ import annotations

from typing import Any

import numpy as np


class StandIn:
    """As much of a CPU tensor of torch as a launch looks at, as some libraries pass parts of tensors to kernels."""

    def __init__(self, array: np.ndarray[Any, Any]) -> None:
        self.array, self.shape, self.dtype = array, array.shape, array.dtype

    def data_ptr(self) -> int:
        return self.array.ctypes.data

    def element_size(self) -> int:
        return self.array.itemsize

    def stride(self) -> tuple[int, ...]:
        return tuple(stride // self.array.itemsize for stride in self.array.strides)

    def numel(self) -> int:
        return self.array.size
