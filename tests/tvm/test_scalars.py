"""Scalars of kernels: each type on the CPU against NumPy, and as TVM's launches on GPUs take it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

pytest.importorskip("tvm.relax", reason="needs TVM: pip install '.[tvm]'")

import triton
import triton.language as tl
import tvm
from tvm import relax, tirx
from tvm_models import CUDA, TensorType, machine, run

import xtriton.tvm
from xtriton.tvm import OUT, call_triton
from xtriton.tvm.errors import RelaxError
from xtriton.tvm.scalars import passed_value, type_of_scalar

NUMBERS = np.arange(32, dtype=np.float32)


@triton.jit
def add_any(x, out, number, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(out + offsets, tl.load(x + offsets) + number)


@triton.jit
def add_u32(x, out, number: tl.uint32, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(out + offsets, tl.load(x + offsets) + number.to(tl.float32))


@triton.jit
def add_i8(x, out, number: tl.int8, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(out + offsets, tl.load(x + offsets) + number.to(tl.float32))


@triton.jit
def add_u64(x, out, number: tl.uint64, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(out + offsets, tl.load(x + offsets) + (number >> 33).to(tl.float32))


@triton.jit
def add_f16(x, out, number: tl.float16, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(out + offsets, tl.load(x + offsets) + number.to(tl.float32))


@triton.jit
def add_bf16(x, out, number: tl.bfloat16, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(out + offsets, tl.load(x + offsets) + number.to(tl.float32))


@triton.jit
def add_f64(x, out, number: tl.float64, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(out + offsets, tl.load(x + offsets) + number.to(tl.float32))


@triton.jit
def triple_if(x, out, flag, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    values = tl.load(x + offsets)
    tl.store(out + offsets, tl.where(~flag, values, 3 * values))


def module_of(kernel: Any, number: Any) -> Any:
    """A module with the function ``main`` of 32 numbers and a vector of ``n``; ``number`` may be made of ``n``."""
    n = tirx.Var("n", "int64")
    x, y = relax.Var("x", TensorType([32], "float32")), relax.Var("y", TensorType([n], "float32"))
    builder = relax.BlockBuilder()
    with builder.function("main", [x, y]):
        given = number(n) if callable(number) else number
        call = call_triton(kernel, (1,), x, OUT, given, BLOCK=32, out_sinfo=TensorType([32], "float32"))
        builder.emit_func_output(builder.emit(call))
    return builder.get()


@pytest.mark.parametrize(
    ("kernel", "number", "added"),
    [
        (add_u32, 4_000_000_000, 4e9),
        (add_i8, -5, -5),
        (add_u64, 7 << 33, 7),
        (add_f16, 1.5, 1.5),
        (add_bf16, -2.5, -2.5),
        (add_f64, 3, 3),
        (add_any, np.float32(0.25), 0.25),
        (add_any, np.int64(9), 9),
        (add_i8, lambda n: n - 40, -23),
        (add_f64, lambda n: n, 17),
        (add_any, lambda n: n.astype("float32") * 0.5, 8.5),
    ],
    ids=lambda value: getattr(value, "__name__", str(value)),
)
def test_types(kernel: Any, number: Any, added: float) -> None:
    module = module_of(kernel, number)
    vm = machine(xtriton.tvm.DispatchTritonKernel("llvm")(module))
    found = run(vm, "main", [NUMBERS, np.zeros(17, np.float32)])
    np.testing.assert_allclose(found, NUMBERS + np.float32(added), rtol=1e-6)
    dispatched = xtriton.tvm.DispatchTritonKernel(tvm.target.Target(CUDA))(module)
    (linked,) = dispatched.attrs["external_mods"]
    (made,) = [function for _, function in dispatched.functions_items() if isinstance(function, tirx.PrimFunc)]
    (name,) = [part for part in made.script().split('"') if part.startswith(kernel.__name__)]
    assert linked[name] is not None  # TVM refuses to launch kernels with arguments of types that it does not pass
    target = tvm.target.Target(CUDA, host="llvm")
    with target:
        tvm.compile(dispatched, target)


@pytest.mark.parametrize(("flag", "factor"), [(True, 3), (False, 1), (np.bool_(True), 3), (lambda n: n > 20, 1)])
def test_booleans_are_no_integers(flag: Any, factor: int) -> None:
    """``~True`` is False; of the integer 1 it is -2."""
    vm = machine(xtriton.tvm.DispatchTritonKernel("llvm")(module_of(triple_if, flag)))
    np.testing.assert_array_equal(run(vm, "main", [NUMBERS, np.zeros(17, np.float32)]), factor * NUMBERS)


@pytest.mark.parametrize("target", ["llvm", CUDA], ids=["llvm", "cuda"])
@pytest.mark.parametrize(
    ("kernel", "number", "message"),
    [
        (add_i8, 256, "argument 'number' of kernel 'add_i8' is 256, which i8 cannot hold"),
        (add_i8, 2.5, "is 2.5, but the kernel takes an integer, i8"),
        (add_f16, 1e6, "fp16 cannot hold"),
        (add_f16, lambda n: n, "the kernel takes fp16, which must be a number here"),
        (add_i8, lambda n: n.astype("float32"), "the kernel takes i8"),
    ],
)
def test_numbers_that_do_not_fit(target: Any, kernel: Any, number: Any, message: str) -> None:
    with pytest.raises(RelaxError, match=message):
        xtriton.tvm.DispatchTritonKernel(tvm.target.Target(target))(module_of(kernel, number))


def test_integers_of_more_than_64_bits() -> None:
    with pytest.raises(ValueError, match="integers have at most 64 bits"):
        module_of(add_any, 1 << 63)


def test_zeros_of_both_signs_are_different_constants() -> None:
    builder = relax.BlockBuilder()
    for name, number in (("plus", 0.0), ("minus", -0.0)):
        x = relax.Var("x", TensorType([32], "float32"))
        with builder.function(name, [x]):
            call = call_triton(add_any, (1,), x, OUT, number, BLOCK=32, out_sinfo=TensorType([32], "float32"))
            builder.emit_func_output(builder.emit(call))
    module = xtriton.tvm.DispatchTritonKernel(tvm.target.Target(CUDA))(builder.get())
    made = [function for _, function in module.functions_items() if isinstance(function, tirx.PrimFunc)]
    assert len(made) == 2 and len(module.attrs["external_mods"]) == 1


def test_types_of_numbers() -> None:
    numbers = [(True, "i1"), (3, "i32"), (1 << 31, "i64"), (-(1 << 31), "i32"), (2.5, "fp32")]
    assert [(value, type_of_scalar(value)) for value, _ in numbers] == numbers


def test_values() -> None:
    assert [passed_value(value, "i8") for value in (-128, 127, 128, 255)] == [-128, 127, -128, -1]
    assert passed_value(65504.0, "fp16") == 0x7BFF and passed_value(-2.0, "fp16") == 0xC000
    assert passed_value(1.00390625, "bf16") == 0x3F80, "half a unit is rounded to even"
    assert passed_value(1.01171875, "bf16") == 0x3F82, "half a unit is rounded to even"
    assert passed_value(math.nan, "bf16") == 0x7FC0
