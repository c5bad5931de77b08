"""Kernels warp-specialised by ``optimize="hopper"``, with their expected results."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np
from unit.kernels.operands import operands
from xdsl.dialects.builtin import ModuleOp

import xtriton
from xtriton.interp import interpret
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.kernels import BlockScaledConfig, Fp8GroupMatmulConfig, Fp8MatmulConfig
from xtriton.kernels.reference import relative_error

IsRight = Callable[..., bool]
"""Whether a module computes what it should, with partitions interleaved in some order."""


@cache
def compiled(kernel: Any, signature: str) -> ModuleOp:
    """The warp-specialised TTGIR of a kernel."""
    made = xtriton.compile(kernel, signature, target="cuda:90", optimize="hopper", until="ttgir")
    text = str(made.asm["ttgir"])
    assert "ttg.warp_specialize" in text, made.metadata.get("remarks")
    return parse_module(text, "kernel.ttgir", Context())


def _signature(config: BlockScaledConfig) -> str:
    pointers = (f"{type_}:16" for type_ in config.pointers.values())
    return ",".join([*pointers, "i32", *(str(constant) for constant in config.constexprs.values())])


def fp8(config: BlockScaledConfig, rows: int, indptr: tuple[int, ...] | None = None) -> tuple[ModuleOp, IsRight]:
    """An FP8 product."""
    module = compiled(config.kernel, _signature(config))

    def is_right(changed: ModuleOp, interleaving: str | int = "first") -> bool:
        given = operands(config, rows, indptr)
        interpret(changed, config.grid(rows), *given.arrays, rows, interleaving=interleaving)
        return relative_error(given.result, given.expected) < 5e-3

    return module, is_right


def fp8_product(rows: int, columns: int, depth: int, **rest: Any) -> tuple[ModuleOp, IsRight]:
    """``w8a8_block_fp8_matmul``."""
    return fp8(Fp8MatmulConfig(N=columns, K=depth, **rest), rows)


def grouped_product(columns: int, depth: int, indptr: tuple[int, ...]) -> tuple[ModuleOp, IsRight]:
    """``w8a8_block_fp8_group_matmul``."""
    return fp8(Fp8GroupMatmulConfig(N=columns, K=depth, num_experts=len(indptr) - 1), indptr[-1], indptr)


def half_product(rows: int, columns: int, depth: int) -> tuple[ModuleOp, IsRight]:
    """Triton's tutorial of the product of f16 matrices."""
    from semantics.half_kernels import matmul_kernel

    signature = "*fp16:16,*fp16:16,*fp16:16,i32,i32:16,i32:16,i32:16,1,i32:16,1,i32:16,1,128,128,64,8"
    module = compiled(matmul_kernel, signature)

    def is_right(changed: ModuleOp, interleaving: str | int = "first") -> bool:
        random = np.random.default_rng(rows)
        a, b = (random.standard_normal(shape).astype(np.float16) for shape in ((rows, depth), (depth, columns)))
        out = np.full((rows, columns), np.nan, np.float16)
        grid = (-(-rows // 128) * -(-columns // 128),)
        interpret(changed, grid, a, b, out, rows, columns, depth, depth, columns, columns, interleaving=interleaving)
        return relative_error(out.astype(np.float64), a.astype(np.float64) @ b.astype(np.float64)) < 2e-3

    return module, is_right


def attention(
    length: int, width: int, columns: int = 64, rows: int = 128, *, causal: bool = False
) -> tuple[ModuleOp, IsRight]:
    """A forward pass of attention with K transposed, in blocks of ``rows`` rows of Q and ``columns`` rows of K."""
    from semantics.half_kernels import attention_kernel

    pointers = ",".join(["*fp16:16"] * 4)
    module = compiled(attention_kernel, f"{pointers},i32:16,fp32,{rows},{columns},{width},{causal}")

    def is_right(changed: ModuleOp, interleaving: str | int = "first") -> bool:
        random = np.random.default_rng(length)
        q, k, v = (random.standard_normal((length, width)).astype(np.float16) for _ in range(3))
        out = np.full((length, width), np.nan, np.float16)
        interpret(changed, (length // rows,), q, k, v, out, length, 0.125, interleaving=interleaving)
        weights = np.exp(0.125 * (q.astype(np.float64) @ k.astype(np.float64).T))
        weights = np.tril(weights) if causal else weights
        expected = weights @ v.astype(np.float64) / weights.sum(axis=1, keepdims=True)
        return relative_error(out.astype(np.float64), expected) < 2e-3

    return module, is_right
