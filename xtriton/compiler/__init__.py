"""Compilation of a kernel to PTX and cubin: sources, stages, results."""

from xtriton.compiler.compile import compile
from xtriton.compiler.many import Job, Outcome, compile_many
from xtriton.compiler.result import CompiledKernel, load

__all__ = ["CompiledKernel", "Job", "Outcome", "compile", "compile_many", "load"]
