"""Launching kernels: on this project's interpreter, and on Triton's own in another process.

Triton's interpreter computes with NumPy but takes tensors of another library; :class:`Tensor` is the little that it
asks of them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from semantics.case_references import Arrays
from semantics.cases import CASES, Case

_NAMES = {
    "float16": "fp16", "float32": "fp32", "float64": "fp64", "int8": "i8", "int16": "i16", "int32": "i32",
    "int64": "i64", "uint8": "u8", "uint16": "u16", "uint32": "u32", "uint64": "u64", "bool": "i1",
}  # fmt: skip
_LONG = {"bf16": "bfloat16", "fp8e4nv": "float8_e4m3fn", "fp8e5": "float8_e5m2"}


def signature_of(case: Case, arguments: Arrays) -> dict[str, str]:
    """The signature that Triton's front end wants: arguments in the kernel's order."""
    types: dict[str, str] = {}
    for name in case.kernel.arg_names:
        value = arguments.get(name)
        if name in case.constants:
            types[name] = "constexpr"
        elif isinstance(value, np.ndarray):
            types[name] = "*" + case.types.get(name, _NAMES[value.dtype.name])
        else:
            types[name] = case.types.get(name, "fp32" if isinstance(value, float) else "i32")
    return types


def module_of(kernel: Any, signature: dict[str, str], constants: dict[str, Any], arch: int = 90) -> Any:
    """The TTIR that Triton's front end makes of a kernel, as a module of this project."""
    from triton._C.libtriton import ir
    from triton.backends.compiler import GPUTarget
    from triton.compiler.compiler import ASTSource, make_backend

    from xtriton.ir.context import Context
    from xtriton.ir.parser import parse_module

    target = GPUTarget("cuda", arch, 32)
    backend = make_backend(target)
    options = backend.parse_options({"debug": True, "sanitize_overflow": False})
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    functions, modules = backend.get_codegen_implementation(options), backend.get_module_map()
    made = ASTSource(kernel, signature, constants, {}).make_ir(target, options, functions, modules, context)
    return parse_module(str(made), f"{kernel.__name__}.ttir", Context())


def launch(case: Case) -> tuple[Arrays, Arrays]:
    """The arguments of a case before and after a launch on this project's interpreter."""
    import xtriton

    before, arguments = case.make_arguments(), case.make_arguments()
    module = module_of(case.kernel, signature_of(case, arguments), case.constants)
    xtriton.interpret(module, case.grid, *arguments.values())
    return before, arguments


class _Storage:
    """Memory of a tensor; it is on the host already."""

    def __init__(self, array: np.ndarray) -> None:
        self.array = array

    def data_ptr(self) -> int:
        return self.array.ctypes.data

    def cpu(self) -> _Storage:
        return self

    def copy_(self, other: _Storage) -> None:
        assert other is self or other.array is self.array


@dataclass(frozen=True)
class _Type:
    """A type whose text is that of the other library's. Triton remembers types by identity: there is one of each."""

    name: str

    @staticmethod
    @cache
    def named(name: str) -> _Type:
        return _Type(name)

    def __str__(self) -> str:
        return f"torch.{self.name}"


class Tensor:
    """A NumPy array as Triton's interpreter sees tensors."""

    def __init__(self, array: np.ndarray, type_: str | None = None) -> None:
        self.array = array
        self.dtype = _Type.named(_LONG.get(type_ or "", array.dtype.name))
        self.storage = _Storage(array)

    def data_ptr(self) -> int:
        return self.array.ctypes.data

    def untyped_storage(self) -> _Storage:
        return self.storage

    def new_empty(self, count: int, device: str) -> Tensor:
        return self

    def set_(self, *_: object) -> None:
        """All of a tensor's memory is there from the start."""

    def storage_offset(self) -> int:
        return 0

    def size(self) -> tuple[int, ...]:
        return self.array.shape

    def stride(self) -> tuple[int, ...]:
        return tuple(stride // self.array.itemsize for stride in self.array.strides)


def run_triton_interpreter(path: Path) -> None:
    """Run all cases in another process on Triton's interpreter; arrays are left in ``path`` as ``case.argument``."""
    tests = Path(__file__).parents[1]
    environment = {**os.environ, "TRITON_INTERPRET": "1", "PYTHONPATH": f"{tests}{os.pathsep}{tests.parent}"}
    subprocess.run([sys.executable, "-m", "semantics.launching", str(path)], env=environment, check=True)


def _allow_arrays_as_indices() -> None:
    """Triton 3.6 makes ``int`` of arrays of one element, which NumPy 2.4 allows for those without axes only."""
    from triton.runtime import interpreter

    patch = interpreter._patch_lang_tensor

    def patched(tensor: Any, scope: Any) -> None:
        patch(tensor, scope)
        scope.set_attr(tensor, "__index__", lambda self: int(self.handle.data.item()))

    interpreter._patch_lang_tensor = patched


def _main(path: str) -> None:
    _allow_arrays_as_indices()
    results: Arrays = {}
    for case in CASES.values():
        arguments = case.make_arguments()
        given = {
            name: Tensor(value, case.types.get(name)) if isinstance(value, np.ndarray) else value
            for name, value in arguments.items()
        }
        try:
            case.kernel[case.grid](**given, **case.constants)
        except Exception as failure:
            results[f"{case.name}!"] = np.array(f"{type(failure).__name__}: {failure}")
            continue
        results |= {f"{case.name}.{name}": one for name, one in arguments.items() if isinstance(one, np.ndarray)}
    np.savez(path, **results)


if __name__ == "__main__":
    _main(sys.argv[1])
