"""Relax modules that call FP8 kernels, and their arguments."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import ml_dtypes
import numpy as np
import tvm
import tvm.script.relax
from tvm import relax, tirx

from xtriton.kernels import BlockScaledConfig, Fp8GroupMatmulConfig, Fp8MatmulConfig, expert_ids
from xtriton.kernels.reference import block_fp8_group_matmul, block_fp8_matmul

IS_0_25 = hasattr(relax, "PrimValue")
TensorType: Any = relax.TensorStructInfo if IS_0_25 else relax.TensorType
FORMATS = {"float8_e4m3fn": ml_dtypes.float8_e4m3fn, "float8_e5m2": ml_dtypes.float8_e5m2}
DENSE = Fp8MatmulConfig(384, 512, 128, 128, 64, 128, 128, 32, 4, 3)
GROUPED = Fp8GroupMatmulConfig(256, 384, 4, 128, 128, 64, 128, 128, 32, 4, 3)
CUDA = {"kind": "cuda", "arch": "sm_90"}


def value(number: Any) -> Any:
    """A constant argument."""
    return relax.PrimValue(number) if IS_0_25 else relax.prim_value(number)


def dtype(name: str) -> Any:
    """A data type as an argument."""
    return relax.DataTypeImm(name) if hasattr(relax, "DataTypeImm") else tvm.script.relax.dtype(name)


def parameters(config: BlockScaledConfig, rows: Any) -> tuple[list[Any], Any]:
    """Variables for the tensors of a kernel, and the type of its result."""
    dtypes = {"*fp8e4nv": "float8_e4m3fn", "*fp8e5": "float8_e5m2", "*fp32": "float32", "*i32": "int32"}
    dtypes |= {"*bf16": "bfloat16", "*fp16": "float16"}
    tiles = tirx.floordiv(rows + config.BLOCK_SIZE_M - 1, config.BLOCK_SIZE_M) + config.extra_row_tiles
    types = {
        name: TensorType(
            [(tiles if name == "expert_ids" else rows) if extent is None else extent for extent in shape],
            dtypes[config.pointers[name]],
        )
        for name, shape in config.shapes().items()
    }
    out = types.pop("out")
    return [relax.Var(name, type_) for name, type_ in types.items()], out


def call(config: BlockScaledConfig, tensors: Sequence[Any], out: Any, name: str | None = None) -> Any:
    """The call of a kernel, as MLC-LLM's graphs have it."""
    settings = config.settings.values()
    constants = [dtype(given) if isinstance(given, str) else value(given) for given in settings]
    callee = relax.ExternFunc(f"mlc.triton.{name or config.identifier}")
    return relax.call_dps_packed(callee, relax.Tuple([*tensors, *constants]), out)


def module_of(*configs: BlockScaledConfig, rows: Any = None) -> Any:
    """A module with functions ``f0``, ``f1`` ..., each of which calls one kernel."""
    builder = relax.BlockBuilder()
    for index, config in enumerate(configs):
        variables, out = parameters(config, tirx.Var("m", "int64") if rows is None else rows)
        with builder.function(f"f{index}", variables):
            with builder.dataflow():
                result = builder.emit_output(call(config, variables, out))
            builder.emit_func_output(result)
    return builder.get()


def arrays_of(config: BlockScaledConfig, rows: int, seed: int = 0) -> list[np.ndarray[Any, Any]]:
    """Random arguments of a kernel."""
    random = np.random.default_rng(seed)
    shapes, form = config.shapes(rows), FORMATS[config.in_dtype]
    arrays = [random.standard_normal(shapes[name]).astype(form) for name in ("x", "weight")]
    arrays += [(random.random(shapes[name]) + 0.1).astype(np.float32) for name in ("x_scale", "weight_scale")]
    if isinstance(config, Fp8GroupMatmulConfig):
        counts = np.bincount(random.integers(0, config.num_experts, rows), minlength=config.num_experts)
        indptr = np.concatenate([[0], np.cumsum(counts)]).astype(np.int32)
        arrays += [expert_ids(indptr, config.BLOCK_SIZE_M), indptr]
    return arrays


def expected(config: BlockScaledConfig, arrays: Sequence[np.ndarray[Any, Any]]) -> np.ndarray[Any, Any]:
    """The result in f64."""
    x, weight = (array.view(np.uint8) for array in arrays[:2])
    how = (config.block_n, config.block_k, config.in_dtype)
    if isinstance(config, Fp8GroupMatmulConfig):
        return block_fp8_group_matmul(x, weight, arrays[2], arrays[3], arrays[5], *how)
    return block_fp8_matmul(x, weight, arrays[2], arrays[3], *how)


def machine(module: Any) -> Any:
    """Relax's VM for a dispatched module, on the CPU."""
    return relax.VirtualMachine(tvm.compile(module, "llvm"), tvm.cpu())


def run(vm: Any, function: str, arrays: Sequence[np.ndarray[Any, Any]]) -> np.ndarray[Any, Any]:
    """The result of a function in f32."""
    return vm[function](*map(tvm.runtime.tensor, arrays)).numpy().astype(np.float32)


@contextmanager
def stream(kind: int, handle: int, device: int = 0) -> Iterator[None]:
    """Another current stream of a device of some kind; on the CPU nothing is launched on it."""
    library, before = ctypes.CDLL(None), ctypes.c_void_p()
    library.TVMFFIEnvSetStream(kind, device, ctypes.c_void_p(handle), ctypes.byref(before))
    try:
        yield
    finally:
        library.TVMFFIEnvSetStream(kind, device, before, None)
