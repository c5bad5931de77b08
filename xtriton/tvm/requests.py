"""Requests of calls: a kernel with constants, the order of its arguments, and the grid of a launch.

The FP8 kernels of the contract and the kernels of :func:`xtriton.tvm.call_triton` are both read into a
:class:`Request`, which the lowerings to CUDA and to the CPU share.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from xtriton.compiler.result import CompiledKernel
from xtriton.tvm.errors import Place


@dataclass(frozen=True)
class Tensor:
    """An array of a call: extents, of which None is any, and the element type in TVM's spelling."""

    name: str
    shape: tuple[int | None, ...] | None
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
    row_extents: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict[str, Callable[[Any], Any]])
    """The extents of tensors, by name, that follow from the row count but are not it."""
