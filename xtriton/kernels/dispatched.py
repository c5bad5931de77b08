"""Running modules that ``dispatch-triton-kernel`` has been through, on a GPU or on the interpreter.

    dispatched = load_dispatched(parse_module(text, "layer.mlir", Context()))
    (out,) = dispatched.run("layer", x, weight, x_scale, weight_scale)

With torch tensors on a GPU the compiled kernels are launched. With NumPy arrays their TTIR is interpreted; formats that
NumPy lacks are given as bits, fp8 numbers in ``uint8`` and bfloat16 in ``uint16``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any, cast

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue

import xtriton
from xtriton.dialects.relax import CallTirOp, external_modules
from xtriton.dialects.upstream.func import FuncOp, ReturnOp
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import error
from xtriton.ir.symbols import lookup_symbol, symbol_name
from xtriton.ir.verifier import verify
from xtriton.kernels.by_rows import KernelsByRows, read_entries
from xtriton.kernels.configuration import BlockScaledConfig
from xtriton.kernels.external import ExternalKernel
from xtriton.targets import Target

_ALIGNMENT = 16
"""Compiled kernels rely on it that arrays begin at multiples of so many bytes."""

_DTYPES = {
    "*fp8e4nv": ("float8_e4m3fn", "uint8"),
    "*fp8e5": ("float8_e5m2", "uint8"),
    "*fp16": ("float16", "float16"),
    "*bf16": ("bfloat16", "uint16"),
    "*fp32": ("float32", "float32"),
    "*i32": ("int32", "int32"),
}
"""For each pointer type, the element type's name in torch (and ml_dtypes), and the NumPy type that holds it."""


@dataclass(frozen=True)
class Dispatched:
    """A module whose functions can be run."""

    module: ModuleOp
    kernels: Mapping[str, ExternalKernel | KernelsByRows]
    """The compiled kernels by their symbols."""

    def run(self, function: str, *arrays: Any) -> tuple[Any, ...]:
        """Call a function with torch tensors on a GPU or with NumPy arrays, and return its results, which are new.

        Raises ``ValueError`` for an unknown function and a wrong number of arguments, and ``DiagnosticError`` at the
        call for unsupported operations and for arrays that a kernel cannot take.
        """
        found = lookup_symbol(self.module, function)
        if not isinstance(found, FuncOp) or found.is_declaration:
            functions = (op for op in self.module.body.ops if isinstance(op, FuncOp) and not op.is_declaration)
            listed = ", ".join(str(symbol_name(op)) for op in functions)
            raise ValueError(f"there is no function '{function}' to run; the module has {listed or 'none'}")
        block = found.body.block
        if len(arrays) != len(block.args):
            raise ValueError(f"'{function}' takes {len(block.args)} arguments, but {len(arrays)} were given")
        values: dict[SSAValue, Any] = dict(zip(block.args, arrays, strict=True))
        for op in block.ops:
            if isinstance(op, ReturnOp):
                return tuple(values[operand] for operand in op.operands)
            if not isinstance(op, CallTirOp) or op.callee_name not in self.kernels:
                what = f"'{op.callee_name if isinstance(op, CallTirOp) else op.name}'"
                raise error(op.location, f"{what} cannot be run here: only calls of compiled kernels can")
            kernel = self.kernels[op.callee_name]
            try:
                values[op.outputs[0]] = _launched(kernel, [values[operand] for operand in op.tensors])
            except _MisfitError as misfit:
                raise error(op.location, f"'{kernel.config.identifier}': {misfit}") from None
        raise error(found.location, f"'{function}' does not end with a return")


def load_dispatched(module: ModuleOp) -> Dispatched:
    """Verify a module and read its compiled kernels. Raises ``DiagnosticError`` for those that are damaged."""
    verify(module, Context())
    return Dispatched(module, read_entries(external_modules(module), module.location))


class _MisfitError(Exception):
    """An array that a kernel cannot take."""


def _launched(kernels: ExternalKernel | KernelsByRows, arrays: Sequence[Any]) -> Any:
    """The output of a kernel for arrays in the order of the contract."""
    on_gpu = _checked(kernels.config, arrays)
    rows = int(arrays[0].shape[0])
    kernel = kernels.for_rows(rows)
    config = kernel.config
    try:
        grid = config.grid(rows)
    except ValueError as refused:
        raise _MisfitError(str(refused)) from None
    if on_gpu:
        return _launched_on_gpu(kernel, grid, arrays, rows)
    out = np.zeros((rows, config.N), _DTYPES[config.pointers["out"]][1])
    if rows:
        xtriton.interpret(kernel.source, grid, *arrays, out, rows)
    return out


def _launched_on_gpu(kernel: ExternalKernel, grid: tuple[int, int, int], arrays: Sequence[Any], rows: int) -> Any:
    torch, device = cast("Any", import_module("torch")), arrays[0].device
    _check_device(kernel, torch.cuda.get_device_capability(device))
    dtype = getattr(torch, _DTYPES[kernel.config.pointers["out"]][0])
    out = torch.empty((rows, kernel.config.N), dtype=dtype, device=device)
    if rows:
        with torch.cuda.device(device):
            kernel.on_device(device.index)[grid](*arrays, out, rows)
    return out


def _check_device(kernel: ExternalKernel, present: tuple[int, int]) -> None:
    """Machine code runs on GPUs of its own generation that are not older; from 9.0 on, on its own kind alone."""
    wanted = Target.parse(kernel.target).capability
    found = present[0] * 10 + present[1]
    if found != wanted and (wanted >= 90 or found // 10 != wanted // 10 or found < wanted):
        raise _MisfitError(f"it is compiled for {kernel.target}, but the GPU is cuda:{found}: dispatch for that")


def _checked(config: BlockScaledConfig, arrays: Sequence[Any]) -> bool:
    """Check arrays against the contract, and tell whether they are tensors on a GPU."""
    pointers = list(config.pointers.items())[:-1]
    if len(arrays) != len(pointers):
        raise _MisfitError(f"{len(arrays)} arrays are given, but it takes {len(pointers)}")
    first = arrays[0]
    on_gpu = not isinstance(first, np.ndarray)
    rows = int(first.shape[0]) if getattr(first, "ndim", 0) else None
    shapes = config.shapes(rows)
    for (name, pointer), array in zip(pointers, arrays, strict=True):
        names = _DTYPES[pointer][: 1 if on_gpu else 2]
        _check_kind(name, array, on_gpu, first)
        dtype = str(array.dtype).removeprefix("torch.")
        if dtype not in names:
            raise _MisfitError(f"{name} is of {dtype}, but must be of {' or '.join(dict.fromkeys(names))}")
        if tuple(array.shape) != shapes[name]:
            raise _MisfitError(
                f"{name} is of shape {tuple(array.shape)}, but must be of shape {_spelled(shapes[name])}"
            )
    return on_gpu


def _spelled(shape: tuple[int | None, ...]) -> str:
    """A shape as Python writes it, with M for the number of rows."""
    return str(shape).replace("None", "M")


def _check_kind(name: str, array: Any, on_gpu: bool, first: Any) -> None:
    """Check where an array is and how its elements lie in memory."""
    if not on_gpu:
        if not isinstance(array, np.ndarray):
            raise _MisfitError(f"{name} must be a NumPy array like the first argument, but is {type(array).__name__}")
        contiguous = cast("np.ndarray[Any, Any]", array).flags.c_contiguous
    elif not getattr(array, "is_cuda", False):
        raise _MisfitError(f"{name} is neither a NumPy array nor a tensor on a GPU")
    elif array.device != first.device:
        raise _MisfitError(f"{name} is on {array.device}, but x on {first.device}")
    else:
        contiguous = bool(array.is_contiguous())
        if array.data_ptr() % _ALIGNMENT:
            raise _MisfitError(f"{name} does not begin at a multiple of {_ALIGNMENT} bytes: give a copy")
    if not contiguous:
        raise _MisfitError(f"{name} is not row-major without gaps: give a copy")
