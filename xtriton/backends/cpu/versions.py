"""Compiles versions of a kernel, which differ in what they assume of its arguments, or takes them from the cache."""

from __future__ import annotations

from dataclasses import replace

from xdsl.dialects.builtin import ModuleOp

from xtriton.backends.cpu.cache import CACHE, key_of
from xtriton.backends.cpu.code import CpuKernel
from xtriton.backends.cpu.guarded import Guarded
from xtriton.backends.cpu.host import Host
from xtriton.backends.cpu.options import CpuOptions
from xtriton.backends.cpu.stages import compile_module, lower_again
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import PrintOptions, print_op
from xtriton.passes.linalg.guard_messages import APART
from xtriton.pipelines import TO_LINALG_PASSES, TO_LINALG_WITH_OVERLAP, TO_LINALG_WITHOUT_GUARDS

_PASSES = {
    Guarded.AS_COMPILED: TO_LINALG_WITH_OVERLAP,
    Guarded.WRAPS: TO_LINALG_PASSES,
    Guarded.NOTHING: TO_LINALG_WITHOUT_GUARDS,
}
"""The passes of versions that are compiled later: those with all guards are for arrays that overlap."""

_WITH_LOCATIONS = PrintOptions(debuginfo=True, use_nameloc_as_prefix=False)


def compiled_module(module: ModuleOp, ctx: Context, options: CpuOptions, name: str | None) -> tuple[CpuKernel, str]:
    """The kernel in a linalg module, which is consumed, and the text of the module.

    Raises ``DiagnosticError`` where an operation cannot be compiled, ``ImportError`` without llvmlite.
    """
    text = print_op(module, _WITH_LOCATIONS)
    key = _key(text, name, options, noalias=True)
    found = CACHE.get(key)
    if found is None:
        found = compile_module(module, ctx, options, name=name, large_arrays_later=True)
        CACHE.put(key, found)
    return found, text


def compiled_for_large_arrays(linalg: str, name: str, options: CpuOptions) -> CpuKernel:
    """The kernel of a linalg module with streaming stores, which its first version lacks.

    Raises as :func:`compiled_module` does.
    """
    ctx = Context()
    module = parse_module(linalg, "linalg", ctx)
    with ctx.diagnostics.handled_by(lambda _: None):  # remarks were reported for the first version
        return compile_module(module, ctx, options, name=name)


def compiled_for_overlap(linalg: str, name: str, options: CpuOptions) -> CpuKernel:
    """The kernel of a linalg module for arrays that may overlap.

    Raises ``ValueError`` if it has been lowered to linalg for arrays that do not.
    """
    key = _key(linalg, name, options, noalias=False)
    found = CACHE.get(key)
    if found is None:
        ctx = Context()
        module = parse_module(linalg, "linalg", ctx)
        if f"cpu.{APART}" in module.attributes or any(APART in op.attributes for op in module.body.ops):
            message = f"arrays overlap, and '{name}' has been lowered to linalg for arrays that do not"
            raise ValueError(f"{message}: compile it from its source or its TTIR, or copy one of them")
        found = compile_module(module, ctx, options, name=name, noalias=False)
        CACHE.put(key, found)
    return found


def compiled_again(ttir: str, name: str, options: CpuOptions, guarded: Guarded, *, noalias: bool) -> CpuKernel:
    """A version of the kernel that assumes less than the first one, from its TTIR.

    Raises as :func:`compiled_module` does.
    """
    passes = _PASSES[guarded]
    key = _key(f"{passes}\0{ttir}", name, options, noalias=noalias)
    found = CACHE.get(key)
    if found is None:
        ctx = Context()
        module = parse_module(ttir, "ttir", ctx)
        lower_again(module, ctx, passes)
        found = compile_module(module, ctx, options, name=name, noalias=noalias)
        CACHE.put(key, found)
    return found


def _key(text: str, name: str | None, options: CpuOptions, *, noalias: bool) -> str:
    return key_of(text, name or "", repr(replace(options, threads=None)), repr(Host.here()), str(noalias))
