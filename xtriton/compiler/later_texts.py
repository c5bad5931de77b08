"""The texts of stages that a compilation does not keep, made again from that of the stage before."""

from __future__ import annotations

from xtriton.backends.cpu.host import Host
from xtriton.backends.cpu.machine import assembly
from xtriton.backends.cpu.options import CpuOptions
from xtriton.backends.cpu.stages import lower_to_llvm
from xtriton.compiler.sources import AS_TRITON
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import print_op


def llvm_of(linalg: str, options: CpuOptions, host: Host) -> str:
    """The module of the ``llvm`` dialect, from the linalg module."""
    ctx = Context()
    module = parse_module(linalg, "linalg", ctx)
    with ctx.diagnostics.handled_by(lambda _: None):  # remarks were reported when the kernel was compiled
        lower_to_llvm(module, ctx, options, host, large_arrays_later=not options.check)
    return print_op(module, AS_TRITON)


def assembly_of(optimized_ir: str, host: Host) -> str:
    """The assembly of optimised LLVM IR."""
    return assembly(optimized_ir, host)
