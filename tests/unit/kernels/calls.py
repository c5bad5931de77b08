"""Modules that call the FP8 kernels as graphs of MLC-LLM do."""

from __future__ import annotations

from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import print_op
from xtriton.kernels import BlockScaledConfig, Fp8GroupMatmulConfig
from xtriton.kernels.dispatch_triton_kernel import DispatchTritonKernel
from xtriton.kernels.dispatched import Dispatched, load_dispatched
from xtriton.pipelines import Optimize

_ELEMENTS = {
    "float8_e4m3fn": "f8E4M3FN",
    "float8_e5m2": "f8E5M2",
    "float16": "f16",
    "bfloat16": "bf16",
    "float32": "f32",
}


def function(name: str, config: BlockScaledConfig) -> str:
    """A function that calls a kernel with its own arguments; the number of rows is dynamic."""
    element = _ELEMENTS[config.in_dtype]
    blocks_n, blocks_k = -(-config.N // config.block_n), -(-config.K // config.block_k)
    experts = f"{config.num_experts}x" if isinstance(config, Fp8GroupMatmulConfig) else ""
    types = [
        f"tensor<?x{config.K}x{element}>",
        f"tensor<{experts}{config.N}x{config.K}x{element}>",
        f"tensor<?x{blocks_k}xf32>",
        f"tensor<{experts}{blocks_n}x{blocks_k}xf32>",
    ]
    if isinstance(config, Fp8GroupMatmulConfig):
        types += ["tensor<?xi32>", f"tensor<{config.num_experts + 1}xi32>"]
    values = [f"%{index}" for index, _ in enumerate(types)]
    constants = [f'"{setting}"' if isinstance(setting, str) else str(setting) for setting in config.settings.values()]
    parameters = ", ".join(f"{value}: {type_}" for value, type_ in zip(values, types, strict=True))
    result = f"tensor<?x{config.N}x{_ELEMENTS[config.out_dtype]}>"
    call = f"relax.call_dps_packed @mlc.triton.{config.identifier}({', '.join([*values, *constants])})"
    return (
        f"func.func @{name}({parameters}) -> {result} {{\n"
        f"  %r = {call} : ({', '.join(types)}) -> {result}\n"
        f"  return %r : {result}\n"
        "}\n"
    )


def dispatched_text(
    configs: dict[str, BlockScaledConfig], target: str = "cuda:90", optimize: Optimize | None = None
) -> str:
    """The text of a module with a function for each configuration, after dispatching."""
    text = "".join(function(name, config) for name, config in configs.items())
    ctx = Context()
    module = parse_module(text, "calls.mlir", ctx)
    DispatchTritonKernel(target, optimize).apply(ctx, module)
    return print_op(module)


def loaded(text: str) -> Dispatched:
    """A module that was saved as text."""
    return load_dispatched(parse_module(text, "dispatched.mlir", Context()))
