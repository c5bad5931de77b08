"""Kernels for processors with AMX, whose instructions NumPy executes on another one.

The kernel is compiled for this processor, with calls of functions in Python instead of LLVM's intrinsics. A register is
the number of an array. The functions do what Intel's manual says of the instructions.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np
from xdsl.dialects.builtin import StringAttr

from xtriton.backends.cpu.code import CpuKernel
from xtriton.backends.cpu.host import Host
from xtriton.backends.cpu.kernel import CompiledCpuKernel
from xtriton.backends.cpu.machine import machine_code
from xtriton.backends.cpu.options import CpuOptions
from xtriton.backends.cpu.stages import lower_to_llvm, parameters_of
from xtriton.backends.cpu.translate import llvm_ir
from xtriton.dialects.upstream.func import FuncOp
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module

Array = np.ndarray[Any, Any]

AMX = Host(
    "graniterapids",
    "+avx2,+fma,+f16c,+avx512f,+avx512bw,+avx512dq,+avx512vl,+avx512cd,+amx-tile,+amx-bf16,+amx-fp16,+amx-int8",
)
"""A processor whose dot instructions are those of AMX alone."""

_SHAPE = (ctypes.c_uint16, ctypes.c_uint16)
_LOAD = ctypes.CFUNCTYPE(ctypes.c_int64, *_SHAPE, ctypes.c_void_p, ctypes.c_int64)
_STORE = ctypes.CFUNCTYPE(None, *_SHAPE, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
_DOT = ctypes.CFUNCTYPE(ctypes.c_int64, *_SHAPE, ctypes.c_uint16, *[ctypes.c_int64] * 3)


@dataclass
class Tiles:
    """The registers, and how often each instruction has been executed."""

    registers: list[Array] = field(default_factory=list[Array])
    counts: dict[str, int] = field(default_factory=dict[str, int])

    def functions(self) -> dict[str, Any]:
        """The functions by the intrinsics' names, for C."""
        dots: dict[str, Callable[[Array, Array, Array], Array]] = {
            "tdpbf16ps": lambda a, b, c: _sums_of_floats(_of_bf16(a), _of_bf16(b), c.view(np.float32)),
            "tdpfp16ps": lambda a, b, c: _sums_of_floats(_of_f16(a), _of_f16(b), c.view(np.float32)),
            "tdpbssd": lambda a, b, c: _sums_of_integers(a.view(np.int8), b.view(np.int8), c.view(np.int32)),
            "tdpbuud": lambda a, b, c: _sums_of_integers(a, b, c.view(np.int32)),
        }
        made = {name: _DOT(self._dot(name, total)) for name, total in dots.items()}
        return {"tileloadd64": _LOAD(self._load), "tilestored64": _STORE(self._store), **made}

    def _new(self, values: Array) -> int:
        self.registers.append(values)
        return len(self.registers) - 1

    def _load(self, rows: int, row_bytes: int, address: int, stride: int) -> int:
        self._count("tileloadd64")
        read = [ctypes.string_at(address + row * stride, row_bytes) for row in range(rows)]
        return self._new(np.frombuffer(b"".join(read), np.uint8).reshape(rows, row_bytes))

    def _store(self, rows: int, row_bytes: int, address: int, stride: int, register: int) -> None:
        self._count("tilestored64")
        for row in range(rows):
            ctypes.memmove(address + row * stride, self.registers[register][row].tobytes(), row_bytes)

    def _dot(self, name: str, total: Callable[[Array, Array, Array], Array]) -> Callable[..., int]:
        def dot(rows: int, row_bytes: int, depth_bytes: int, sums: int, left: int, right: int) -> int:
            self._count(name)
            c, a, b = (self.registers[register] for register in (sums, left, right))
            assert c.shape == (rows, row_bytes)
            assert a.shape == (rows, depth_bytes)
            assert b.shape == (depth_bytes // 4, row_bytes)
            return self._new(np.ascontiguousarray(total(a, b, c)).view(np.uint8).reshape(rows, row_bytes))

        return dot

    def _count(self, name: str) -> None:
        self.counts[name] = self.counts.get(name, 0) + 1


def _sums_of_integers(a: Array, b: Array, c: Array) -> Array:
    rows, steps, columns = len(a), len(b), b.shape[1] // 4
    left = a.reshape(rows, steps, 4).astype(np.int64)
    right = b.reshape(steps, columns, 4).astype(np.int64)
    return (c + np.einsum("mkg,kng->mn", left, right)).astype(np.int32)


def _sums_of_floats(a: Array, b: Array, c: Array) -> Array:
    """The first and the second of each two products are accumulated apart, then together."""
    rows, steps, columns = len(a), len(b), b.shape[1] // 2
    left, right = a.reshape(rows, steps, 2), b.reshape(steps, columns, 2)
    sums = np.zeros((rows, columns, 2), np.float32)
    with np.errstate(invalid="ignore", over="ignore"):  # what is beyond a part of a block may be anything
        for k in range(steps):
            # Products are exact in f64.
            products = left[:, k, None, :].astype(np.float64) * right[None, k]
            sums = _flushed((sums + products).astype(np.float32))
        return _flushed(c + _flushed(sums[..., 0] + sums[..., 1]))


def _of_f16(values: Array) -> Array:
    """Subnormal numbers are taken as they are."""
    return values.view(np.float16).astype(np.float32)


def _of_bf16(values: Array) -> Array:
    return _flushed((values.view(np.uint16).astype(np.uint32) << 16).view(np.float32))


def _flushed(values: Array) -> Array:
    """Subnormal numbers are zero."""
    return np.where(np.abs(values) < np.finfo(np.float32).tiny, np.float32(0), values)


def with_tiles(text: str, name: str, host: Host = AMX) -> tuple[CompiledCpuKernel, Tiles]:
    """The kernel of a linalg module for a processor with AMX, for launches on one thread."""
    ctx = Context()
    module = parse_module(text, "test.mlir", ctx)
    functions = {cast("StringAttr", op.sym_name).data: op for op in module.body.block.ops if isinstance(op, FuncOp)}
    parameters = parameters_of(functions[name])
    facts = lower_to_llvm(module, ctx, CpuOptions(), host)
    ir, tiles = llvm_ir(module), Tiles()
    called = tiles.functions()
    for intrinsic, function in called.items():
        address = ctypes.cast(function, ctypes.c_void_p).value
        full = re.escape(f'@"llvm.x86.{intrinsic}.internal"')
        ir = re.sub(rf"^declare .* {full}\(.*$", "", ir, flags=re.MULTILINE)
        ir = re.sub(rf"{full}(?=\()", f"inttoptr (i64 {address} to ptr)", ir)
    code = machine_code(ir.replace("x86_amx", "i64"), Host.here())
    kernel = CompiledCpuKernel(
        CpuKernel(name, parameters, facts["arena"], facts["checks"], "", ir, code), text, CpuOptions(threads=1)
    )
    _KEPT.append(called)
    return kernel, tiles


_KEPT: list[object] = []
"""The functions of all kernels: machine code has only their addresses."""
