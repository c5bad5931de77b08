"""Random operands of the FP8 kernels, and the kernels' modules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from triton._C.libtriton import ir
from triton.backends.compiler import GPUTarget
from triton.compiler.compiler import ASTSource, make_backend

from xtriton.interp.numbers.formats import FLOATS
from xtriton.interp.numbers.rounding import round_to
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.kernels import BlockScaledConfig, Fp8GroupMatmulConfig, expert_ids
from xtriton.kernels.reference import FP8_FORMATS, block_fp8_group_matmul, block_fp8_matmul

_OUT_FORMATS = {"float16": FLOATS["f16"], "bfloat16": FLOATS["bf16"], "float32": FLOATS["f32"]}


@dataclass
class Operands:
    """A launch: the pointers' arrays in the kernel's order, the last of which is the output, and M."""

    arrays: list[np.ndarray]
    rows: int
    config: BlockScaledConfig

    @property
    def result(self) -> np.ndarray:
        """The output as numbers."""
        return _OUT_FORMATS[self.config.out_dtype].decode(self.arrays[-1])

    @property
    def expected(self) -> np.ndarray:
        """The expected output, in f64."""
        x, weight, x_scale, weight_scale, *rest = self.arrays
        blocks = (self.config.block_n, self.config.block_k, self.config.in_dtype)
        if isinstance(self.config, Fp8GroupMatmulConfig):
            return block_fp8_group_matmul(x, weight, x_scale, weight_scale, rest[1], *blocks)
        return block_fp8_matmul(x, weight, x_scale, weight_scale, *blocks)


def operands(config: BlockScaledConfig, rows: int, indptr: tuple[int, ...] | None = None) -> Operands:
    """Random numbers for ``rows`` rows; the output is filled with NaN, so that missing stores show."""
    random = np.random.default_rng(rows)
    form = FP8_FORMATS[config.in_dtype]
    experts = () if indptr is None else (len(indptr) - 1,)
    blocks = -(-config.K // config.block_k)

    def numbers(*shape: int) -> np.ndarray:
        return form.encode(round_to(form, random.standard_normal(shape).astype(np.float32)))

    def scales(*shape: int) -> np.ndarray:
        return random.uniform(0.01, 1, shape).astype(np.float32)

    arrays = [
        numbers(rows, config.K),
        numbers(*experts, config.N, config.K),
        scales(rows, blocks),
        scales(*experts, -(-config.N // config.block_n), blocks),
    ]
    if indptr is not None:
        bounds = np.array(indptr, np.int32)
        arrays += [expert_ids(bounds, config.BLOCK_SIZE_M), bounds]
    out = _OUT_FORMATS[config.out_dtype].encode(np.full((rows, config.N), np.nan, _OUT_FORMATS[config.out_dtype].dtype))
    out = out.view(np.float16) if config.out_dtype == "float16" else out
    return Operands([*arrays, out.view(np.float32) if config.out_dtype == "float32" else out], rows, config)


def module_of(config: BlockScaledConfig, capability: int = 90) -> Any:
    """The TTIR that Triton's front end makes of a configuration's kernel."""
    target = GPUTarget("cuda", capability, 32)
    backend = make_backend(target)
    options = backend.parse_options(config.options)
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    functions, modules = backend.get_codegen_implementation(options), backend.get_module_map()
    source = ASTSource(config.kernel, config.signature, config.constexprs, config.attrs)
    made = source.make_ir(target, options, functions, modules, context)
    return parse_module(str(made), f"{config.identifier}.ttir", Context())
