"""Modules of linalg that are written for tests, and their launches."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from xtriton.backends.cpu.code import CpuKernel
from xtriton.backends.cpu.emit import code_of
from xtriton.backends.cpu.host import Host, llvmlite_binding
from xtriton.backends.cpu.kernel import CompiledCpuKernel, compile_for_cpu
from xtriton.backends.cpu.options import CpuOptions
from xtriton.backends.cpu.stages import lower_to_llvm, parameters_of
from xtriton.dialects.upstream.func import FuncOp
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module

GRID = "%gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32"
NAMES = {"f16": np.float16, "f32": np.float32, "f64": np.float64, "bf16": np.uint16, "i1": np.bool_} | {
    f"i{bits}": np.dtype(f"int{bits}").type for bits in (8, 16, 32, 64)
}


def kernel(arguments: str, body: str, options: CpuOptions | None = None) -> CompiledCpuKernel:
    """The kernel with these arguments (``"%x: memref<*xf32>"``) and this body."""
    text = f"module {{ func.func @k({arguments}, {GRID}) {{ {body}\n return }} }}"
    ctx = Context()
    return compile_for_cpu(parse_module(text, "test.mlir", ctx), ctx, options)


def kernel_for(host: Host, arguments: str, body: str) -> CompiledCpuKernel:
    """The same for another processor, which this one is to be able to stand in for."""
    text = f"module {{ func.func @k({arguments}, {GRID}) {{ {body}\n return }} }}"
    ctx = Context()
    module = parse_module(text, "test.mlir", ctx)
    function = module.body.block.first_op
    assert isinstance(function, FuncOp)
    parameters = parameters_of(function)
    facts = lower_to_llvm(module, ctx, CpuOptions(), host)
    ir, code = code_of(module, host)
    return CompiledCpuKernel(
        CpuKernel("k", parameters, facts["arena"], facts["checks"], "", ir, code), text, CpuOptions()
    )


HOSTS = {
    "x86-64": Host("x86-64", ""),
    "x86-64+f16c": Host("x86-64", "+f16c"),
    "avx2": Host("x86-64", "+avx2,+bmi2,+fma"),
    "avx2+f16c": Host("x86-64", "+avx2,+bmi2,+fma,+f16c"),
    "avx512": Host("x86-64", "+avx512f,+avx512bw,+avx512dq,+avx512vl,+avx512cd"),
    "avx512+f16c": Host("x86-64", "+avx512f,+avx512bw,+avx512dq,+avx512vl,+avx512cd,+f16c"),
    "avx512bf16": Host("x86-64", "+avx512f,+avx512bw,+avx512dq,+avx512vl,+avx512cd,+avx512bf16,+f16c"),
    "avx512fp16": Host("x86-64", "+avx512f,+avx512bw,+avx512dq,+avx512vl,+avx512cd,+avx512fp16,+f16c"),
}
"""Features of x86 processors. Those without ``+f16c`` convert f16 in integer instructions."""


def can_run(host: Host) -> bool:
    """Whether this processor has all that code for another one may use."""
    if not llvmlite_binding().get_default_triple().startswith("x86_64"):
        return False
    return set(filter(None, host.features.split(","))) <= set(Host.here().features.split(","))


def _shape(shape: Sequence[int], element: str) -> str:
    return "x".join([*map(str, shape), element])


def _strides(shape: Sequence[int]) -> str:
    strides = [1]
    for extent in reversed(shape[1:]):
        strides.insert(0, strides[0] * extent)
    return ", ".join(map(str, strides))


def view(name: str, argument: str, shape: Sequence[int], element: str) -> str:
    """``%name``: the memory of an argument from its start, in rows."""
    strides = _strides(shape)
    return (
        f"%{name} = memref.reinterpret_cast %{argument} to offset: [0], sizes: [{', '.join(map(str, shape))}], "
        f"strides: [{strides}] : memref<*x{element}> to memref<{_shape(shape, element)}, strided<[{strides}]>>\n"
    )


def load(name: str, argument: str, shape: Sequence[int], element: str) -> str:
    """``%name``: the tensor that an argument holds."""
    type_ = _shape(shape, element)
    return (
        view(f"{name}_view", argument, shape, element)
        + f"%{name}_memory = memref.alloc() : memref<{type_}>\n"
        + f"memref.copy %{name}_view, %{name}_memory : memref<{type_}, strided<[{_strides(shape)}]>> "
        + f"to memref<{type_}>\n"
        + f"%{name} = bufferization.to_tensor %{name}_memory restrict writable : memref<{type_}> to tensor<{type_}>\n"
    )


def store(value: str, argument: str, shape: Sequence[int], element: str) -> str:
    """Write ``%value`` to an argument."""
    type_, place = _shape(shape, element), f"{argument}_place"
    return view(place, argument, shape, element) + (
        f"bufferization.materialize_in_destination %{value} in writable %{place} : "
        f"(tensor<{type_}>, memref<{type_}, strided<[{_strides(shape)}]>>) -> ()\n"
    )


def product_of_matrices(
    given: str, made: str, shape: tuple[int, int, int], *, unsigned: bool = False
) -> tuple[str, str]:
    """The arguments and the body of a kernel that adds a product to ``start``; its rows, columns and depth."""
    rows, columns, depth = shape
    out = f"tensor<{rows}x{columns}x{made}>"
    body = load("a", "left", [rows, depth], given) + load("b", "right", [depth, columns], given)
    body += load("c", "start", [rows, columns], made)
    attribute = "{cast = #linalg.type_fn<cast_unsigned>} " if unsigned else ""
    body += f"""%r = linalg.matmul {attribute}ins(%a, %b : tensor<{rows}x{depth}x{given}>,
  tensor<{depth}x{columns}x{given}>) outs(%c : {out}) -> {out}\n"""
    arguments = f"%left: memref<*x{given}>, %right: memref<*x{given}>, %start: memref<*x{made}>, %out: memref<*x{made}>"
    return arguments, body + store("r", "out", [rows, columns], made)


def pointwise(name: str, source: str, count: int, types: tuple[str, str], body: str) -> str:
    """``%name``: ``body``, which computes ``%w`` from ``%p``, on each element of a tensor."""
    given, made = (f"tensor<{count}x{type_}>" for type_ in types)
    return f"""%{name}_empty = tensor.empty() : {made}
%{name} = linalg.generic {{indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
  iterator_types = ["parallel"]}} ins(%{source} : {given}) outs(%{name}_empty : {made}) {{
^bb0(%p: {types[0]}, %o: {types[1]}):
  {body}
  linalg.yield %w : {types[1]}
}} -> {made}
"""


def unary(body: str, source: str, result: str, count: int) -> CompiledCpuKernel:
    """A kernel that computes ``%w`` from ``%p`` for each of ``count`` elements."""
    text = load("x", "in", [count], source) + pointwise("r", "x", count, (source, result), body)
    return kernel(f"%in: memref<*x{source}>, %out: memref<*x{result}>", text + store("r", "out", [count], result))


class Guarded:
    """Arrays with bytes around them that no kernel may touch."""

    _SIZE = 4096
    _BYTE = 0xA5

    def __init__(self) -> None:
        self._buffers: list[tuple[np.ndarray[Any, Any], int]] = []

    def array(self, values: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
        """A guarded copy."""
        size = values.nbytes
        buffer = np.full(size + 2 * self._SIZE, self._BYTE, np.uint8)
        self._buffers.append((buffer, size))
        copy = buffer[self._SIZE : self._SIZE + size].view(values.dtype).reshape(values.shape)
        copy[...] = values
        return copy

    def check(self) -> None:
        """Raise ``AssertionError`` if a byte outside has changed."""
        for buffer, size in self._buffers:
            outside = np.concatenate([buffer[: self._SIZE], buffer[self._SIZE + size :]])
            assert (outside == self._BYTE).all(), "a kernel has written beyond an array"
