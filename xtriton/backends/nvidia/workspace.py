"""Memory for kernels that keep intermediate results in global memory: a workspace for each stream.

Launches on one stream run one after the other, so they can share a workspace. Launches on different streams may run at
the same time, and must not. In a CUDA graph each launch gets a workspace of its own, which the graph sets to zero if
the kernel expects that: a graph may be replayed on any stream.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

from xtriton.recipes import RecipeError

CAPTURED = "captured"
"""In the place of a stream: the launch is captured into a graph."""

Owner = int | str
"""A stream, or :data:`CAPTURED`."""


def owner_of_workspace(stream: int) -> Owner:
    """The stream, or :data:`CAPTURED` if launches on it are captured into a graph."""
    return CAPTURED if _torch().cuda.is_current_stream_capturing() else stream


class Workspace:
    """The memory of one argument of a kernel, for each stream, on the device of its first launch."""

    def __init__(self, *, is_zero: bool = True) -> None:
        """``is_zero``: whether the kernel expects zeros, which its launches restore; else any bytes will do."""
        self._is_zero = is_zero
        self._kept: dict[Owner, Any] = {}

    def memory(self, size: int, owner: Owner) -> Any:
        """A tensor of at least so many bytes; None if that is 0. New memory is zero if the kernel expects that."""
        if size == 0:
            return None
        kept = self._kept.get(owner)
        if kept is None or kept.numel() < size:
            kept = _allocated(size, owner, is_zero=self._is_zero)
            if owner != CAPTURED:
                self._kept[owner] = kept
        return kept


def _allocated(size: int, owner: Owner, *, is_zero: bool) -> Any:
    """Bytes for later launches on a stream."""
    torch = _torch()
    stream = torch.cuda.current_stream()
    if owner not in (CAPTURED, stream.cuda_stream):
        stream = torch.cuda.ExternalStream(owner)
    with torch.cuda.stream(stream):
        return (torch.zeros if is_zero else torch.empty)(size, dtype=torch.uint8, device="cuda")


def _torch() -> Any:
    try:
        return import_module("torch")
    except ImportError:
        raise RecipeError("the kernel needs a workspace, which the launch allocates with the torch package") from None
