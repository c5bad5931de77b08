"""Requests of calls: a kernel with constants, the order of its arguments, and the grid of a launch.

The FP8 kernels of the contract and the kernels of :func:`xtriton.tvm.call_triton` are both read into a
:class:`Request`, which the lowerings to CUDA and to the CPU share.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from xtriton.compiler.result import CompiledKernel
from xtriton.tvm.errors import Place


@dataclass(frozen=True)
class RowExtent:
    """An extent that follows from the row count of an FP8 kernel: ``ceil(rows / block) + extra``."""

    block: int = 1
    extra: int = 0

    def of(self, rows: Any) -> Any:
        """The extent for an expression of the row count."""
        return rows if self == RowExtent() else (rows + self.block - 1) // self.block + self.extra

    def __str__(self) -> str:
        return "M" if self == RowExtent() else f"ceil(M / {self.block}) + {self.extra}"


Extent = int | RowExtent | None
"""An extent that a kernel relies on; None stands for any."""


def shape_text(shape: Sequence[Extent]) -> str:
    """A shape as Python writes it: ``(M, 4)``, ``(5,)``."""
    listed = ["?" if extent is None else str(extent) for extent in shape]
    return f"({', '.join(listed)}{',' if len(listed) == 1 else ''})"


@dataclass(frozen=True)
class Tensor:
    """An array of a call: its extents, and the element type in TVM's spelling."""

    name: str
    shape: tuple[Extent, ...]
    dtype: str


@dataclass(frozen=True)
class Variant:
    """A compiled kernel, and the greatest row count that it is for; None for all greater ones."""

    most_rows: int | None
    kernel: CompiledKernel
    grid: Callable[..., tuple[Any, Any, Any]]
    """The extents of the grid for the launch's grid arguments: the row count of an FP8 kernel, else the extents."""


@dataclass(frozen=True)
class Parameter:
    """The source of a run-time argument of the kernel: an input, an output or a scalar of the call, by index."""

    kind: str
    """``input``, ``output`` or ``scalar``."""
    index: int
    type: str
    """Triton's spelling: ``*fp32``, ``i32``."""


@dataclass(frozen=True)
class Request:
    """A call of a Triton kernel in a Relax function."""

    place: Place
    call: Any
    key: tuple[Any, ...]
    """Calls with equal keys share one compiled kernel."""
    name: str
    """The preferred symbol of the function that is added for it."""
    inputs: Sequence[Any]
    """The tensors of the call, Relax expressions."""
    outputs: Sequence[Any]
    """The types of the results."""
    scalars: Sequence[Any]
    """The integers and floats of the call that are known at run time only, expressions or numbers."""
    parameters: Sequence[Parameter]
    """The kernel's run-time arguments, in its order."""
    grid: Sequence[Any]
    """Three extents as expressions; for the FP8 kernels the row count alone."""
    variants: Callable[[str], Sequence[Variant]]
    """Compiles for ``cuda:90`` or ``cpu``: kernels for ranges of rows, a single one for other kernels."""
    tensors: Sequence[Tensor]
    """The inputs and then the outputs, with the extents that the kernel relies on."""
