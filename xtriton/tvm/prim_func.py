"""PrimFuncs that launch CUDA kernels, through TVM's mechanism for external kernels: ``call_packed`` of the kernel.

The functions have the form of those of TVM's ``T.call_kernel``: buffers of all tensors, a block that declares its reads
and writes, and the launch.
"""

# pyright: reportUnknownMemberType=false

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import Any

from xtriton.compiler.result import CompiledKernel
from xtriton.tvm.added_arguments import Added, added_arguments, extra_types, needs_zeros
from xtriton.tvm.cuda_runtime import create_module
from xtriton.tvm.device_memory import Device, provide_zeros, release
from xtriton.tvm.expressions import UnsupportedLaunchError
from xtriton.tvm.library import HAS_STRUCT_INFO, builder, ir_builder, is_constant, plain, scalar_dtype, tirx, tvm
from xtriton.tvm.requests import Extent, Request, RowExtent, Tensor, Variant
from xtriton.tvm.scalars import passed_dtype
from xtriton.tvm.zeros import WORD, WORDS

_ATTRIBUTES = {"op_pattern": 8, "tirx.is_scheduled": 1}
"""An opaque function that needs no schedule."""

_AXES = ("x", "y", "z")
_WARP_SIZE = 32
_SHARED_MEMORY = "tirx.use_dyn_shared_memory"


def cuda_module(kernel: CompiledKernel) -> Any:
    """The TVM module of a compiled kernel, which it launches with the arguments that :func:`launch` gives."""
    types = [_dtype(str(type_)) for type_ in kernel.metadata["signature"]] + extra_types(kernel)
    tags = [f"threadIdx.{_AXES[0]}", *(f"blockIdx.{axis}" for axis in _AXES)]
    if kernel.metadata["shared"]:
        tags.append(_SHARED_MEMORY)
    info = {
        "name": "",
        "arg_types": ["handle" if type_ == "tensormap" else type_ for type_ in types],
        "launch_param_tags": tags,
        "arg_extra_tags": [int(type_ == "tensormap") for type_ in types],
    }
    described = json.dumps({"tvm_version": tvm.__version__, "func_info": {kernel.name: info}})
    functions = tvm.get_global_func("runtime.LoadMetaDataFromJSON")(described)
    code = kernel.asm["cubin"]
    assert isinstance(code, bytes)
    return create_module(code, functions)


def _dtype(type_: str) -> str:
    """TVM's type of a kernel argument in Triton's spelling."""
    return "handle" if type_.startswith("*") else passed_dtype(type_)


@dataclass(frozen=True)
class _Function:
    """The parameters of a PrimFunc that is being built."""

    tensors: list[Any]
    scalars: list[Any]
    outputs: int
    zeroing: CompiledKernel | None
    """The kernel that sets memory to zero, where a variant needs that."""

    @property
    def inputs(self) -> list[Any]:
        return self.tensors[: len(self.tensors) - self.outputs]


def function_name(request: Request) -> str:
    """The preferred name of a PrimFunc. It must not be that of the kernel, which the function looks up."""
    return f"tir_{request.name}"


def needs_zeroing(variants: Sequence[Variant]) -> bool:
    """Whether launches of one of the kernels set memory to zero."""
    return any(needs_zeros(variant.kernel) for variant in variants)


def launching_function(
    request: Request, variants: Sequence[Variant], scalars: Sequence[bool], zeroing: CompiledKernel | None = None
) -> Any:
    """The PrimFunc of a request.

    ``scalars`` tells for each scalar and then each extent of the grid whether it is a parameter; others are constants.
    ``zeroing`` is the kernel of :mod:`xtriton.tvm.zeros`; :func:`needs_zeroing` says whether it is needed. For the
    FP8 kernels the number of rows is read from the shape of x, and chooses among ``variants``.

    Raises ``RelaxError`` if a launch needs features that TVM's launches lack.
    """
    with ir_builder.IRBuilder() as made, builder.prim_func(is_private=True, s_tir=True):
        builder.func_name(function_name(request))
        builder.func_attr(dict(_ATTRIBUTES))
        function, values, grid = _parameters(request, scalars, zeroing)
        with builder.sblock("root"):
            regions = [_whole(tensor) for tensor in function.tensors]
            builder.reads(regions[: len(function.inputs)])
            builder.writes(regions[len(function.inputs) :])
            try:
                _select(request, variants, function, values, grid)
            except UnsupportedLaunchError as failure:
                raise request.place.error(f"'{request.name}' cannot be launched by TVM: {failure}") from None
    return made.get()


def _parameters(
    request: Request, scalars: Sequence[bool], zeroing: CompiledKernel | None
) -> tuple[_Function, list[Any], list[Any]]:
    """The parameters; the values of the request's scalars, and the extents of its grid."""
    by_rows = is_by_rows(request)
    rows = _named("M", builder.int32()) if by_rows else None
    names = [tensor.name for tensor in request.tensors]
    outputs = len(request.outputs)
    numbers = [plain(number) if is_constant(number) else number for number in (*request.scalars, *request.grid)]

    def scalar_parameters() -> list[Any]:
        return [builder.arg(f"s{index}", builder.int64()) for index, given in enumerate(scalars) if given]

    handles = [builder.arg(f"var_{name}", builder.handle()) for name in names[: len(names) - outputs]]
    passed = [] if HAS_STRUCT_INFO else scalar_parameters()
    handles += [builder.arg(f"var_{name}", builder.handle()) for name in names[len(names) - outputs :]]
    passed += scalar_parameters() if HAS_STRUCT_INFO else []
    tensors = [
        _named(tensor.name, builder.match_buffer(handle, _extents(tensor, rows), tensor.dtype))
        for handle, tensor in zip(handles, request.tensors, strict=True)
    ]
    function = _Function(tensors, passed, outputs, zeroing)
    if rows is not None:
        return function, [rows], [rows]
    given = iter(passed)
    values = [next(given) if is_given else number for number, is_given in zip(numbers, scalars, strict=True)]
    return function, values[: len(request.scalars)], values[len(request.scalars) :]


def _named(name: str, value: Any) -> Any:
    """Name a variable or a buffer."""
    ir_builder.IRBuilder.name(name, value)
    return value


def is_by_rows(request: Request) -> bool:
    """Whether the grid of a request follows from its row count."""
    return len(request.grid) == 1


def _extents(tensor: Tensor, rows: Any) -> list[Any]:
    """The extents of a buffer."""

    def extent_of(axis: int, extent: Extent) -> Any:
        if extent is None:
            return _named(f"{tensor.name}_{axis}", builder.int64())
        return extent.of(rows) if isinstance(extent, RowExtent) else extent

    return [extent_of(axis, extent) for axis, extent in enumerate(tensor.shape)]


def _whole(tensor: Any) -> Any:
    """The region of all elements of a buffer."""
    return tensor[tuple(slice(0, extent) for extent in tensor.shape)]


def _select(
    request: Request, variants: Sequence[Variant], function: _Function, values: Sequence[Any], grid: Sequence[Any]
) -> None:
    """Launch the variant for the row count."""
    variant = variants[0]
    if len(variants) == 1:
        return _launch(request, variant, function, values, grid)
    with ExitStack() as stack:
        stack.enter_context(builder.If(grid[0] <= variant.most_rows))
        with builder.Then():
            _launch(request, variant, function, values, grid)
        with builder.Else():
            _select(request, variants[1:], function, values, grid)
    return None


def _launch(
    request: Request, variant: Variant, function: _Function, values: Sequence[Any], grid: Sequence[Any]
) -> None:
    """Launch a kernel, unless the grid is empty."""
    kernel = variant.kernel
    sources: dict[str, Callable[[int], Any]] = {
        "input": lambda index: function.inputs[index].data,
        "output": lambda index: function.tensors[len(function.inputs) + index].data,
        "scalar": values.__getitem__,
    }
    own = [_converted(sources[parameter.kind](parameter.index), parameter.type) for parameter in request.parameters]
    extents = variant.grid(*grid)
    if 0 in [extent for extent in extents if isinstance(extent, int)]:
        builder.evaluate(0)
        return
    with ExitStack() as stack:
        checked = [extent for extent in extents if not isinstance(extent, int)]
        if checked:
            condition = checked[0] > 0
            for extent in checked[1:]:
                condition = tirx.all(condition, extent > 0)
            stack.enter_context(builder.If(condition))
            stack.enter_context(builder.Then())
        device = Device()
        added = added_arguments(kernel, own, extents, device)
        for memory in added.memory:
            if memory.cell is not None:
                assert function.zeroing is not None
                provide_zeros(memory, device, partial(_fill, function.zeroing))
        _call(kernel, [*own, *added.arguments], added)
        for memory in added.memory:
            release(memory, device)


def _call(kernel: CompiledKernel, arguments: Sequence[Any], added: Added) -> None:
    """Launch a kernel with all of its arguments."""
    launch = [kernel.metadata["num_warps"] * _WARP_SIZE, *added.programs]
    if kernel.metadata["shared"]:
        launch.append(kernel.metadata["shared"])
    builder.evaluate(builder.call_packed(kernel.name, *arguments, *launch))


def _fill(zeroing: CompiledKernel, pointer: Any, size: Any) -> None:
    """Set memory to zero, on the stream of the launch."""
    count = builder.Bind((size // WORD).astype("int32"))
    nulls = [tirx.const(0, type_) for type_ in extra_types(zeroing)]
    programs = (count + (WORDS - 1)) // WORDS
    _call(zeroing, [pointer, count, *nulls], Added([], [programs, 1, 1]))


def passed_integer(value: Any) -> Any:
    """An expression as the integer of 64 bits that a PrimFunc takes for it: floats as the bits of f64."""
    if scalar_dtype(value).startswith("float"):
        return tirx.reinterpret("int64", value.astype("float64"))
    return value.astype("int64")


def _converted(value: Any, type_: str) -> Any:
    """A scalar in the type of the kernel's argument."""
    if type_.startswith("*"):
        return value
    dtype = passed_dtype(type_)
    if isinstance(value, int | float):
        return tirx.const(value, dtype)
    if dtype.startswith("float"):
        return tirx.reinterpret("float64", value).astype(dtype)
    bits = int(type_[1:])
    return value.astype(f"int{bits}").astype(dtype) if bits > 1 else value.astype(dtype)
