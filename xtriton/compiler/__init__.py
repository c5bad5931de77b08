"""From a kernel to PTX and cubin: sources, stages, results."""

from xtriton.compiler.compile import compile
from xtriton.compiler.result import CompiledKernel, load

__all__ = ["CompiledKernel", "compile", "load"]
