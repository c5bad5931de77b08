"""TTIR of a kernel as Triton's own front end makes it, without a GPU."""

from __future__ import annotations

from typing import Any

from parity.kernels.kernel import Kernel
from triton._C.libtriton import ir
from triton.backends.compiler import GPUTarget
from triton.compiler.compiler import ASTSource, make_backend
from triton.experimental.gluon._runtime import GluonASTSource

CAPABILITIES = (80, 90)
"""The compute capabilities that kernels are compared at."""


class Frontend:
    """A kernel and a target: the module before the first pass, and what Triton's backend needs to go on from there."""

    def __init__(self, kernel: Kernel, capability: int) -> None:
        self.kernel = kernel
        self.capability = capability
        self.target = GPUTarget("cuda", capability, 32)
        self.backend: Any = make_backend(self.target)
        self.options: Any = self.backend.parse_options(dict(kernel.options))

    def module(self) -> Any:
        """A new module in a new context."""
        context = ir.context()
        ir.load_dialects(context)
        self.backend.load_dialects(context)
        kernel = self.kernel
        made = GluonASTSource if kernel.fn.is_gluon() else ASTSource
        source = made(kernel.fn, kernel.types(), dict(kernel.constants), kernel.attributes())
        functions = self.backend.get_codegen_implementation(self.options)
        module: Any = source.make_ir(self.target, self.options, functions, self.backend.get_module_map(), context)
        module.context = context
        return module

    def make_ttir(self, module: Any) -> Any:
        """The module after Triton's whole TTIR stage, in place."""
        metadata = {"hash": "", "target": self.target, **self.options.__dict__}
        return self.backend.make_ttir(module, metadata, self.options, self.capability)
