"""CPU kernels as modules of TVM: LLVM IR that TVM compiles, links into exported libraries, and runs in its JIT."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from xtriton.backends.cpu.code import CpuKernel
from xtriton.backends.cpu.guarded import Guarded
from xtriton.backends.cpu.host import LOCK, Host, llvmlite_binding
from xtriton.backends.cpu.options import CpuOptions
from xtriton.backends.cpu.versions import compiled_again, compiled_for_large_arrays
from xtriton.compiler.result import CompiledKernel
from xtriton.tvm.library import tvm
from xtriton.tvm.packed import GENERAL_SUFFIX, SYMBOL_PREFIX, Kernel, Slot, packed_function

_DEFINITION = re.compile(r"^(define [^\n]*\))((?: \w+)*)(?: #(\d+))? \{$", re.M)
"""The header of a function: what ends with the arguments, words such as ``local_unnamed_addr``, an attribute group."""
_ATTRIBUTES = re.compile(r"^(attributes #(\d+) = \{[^\n]*) \}$", re.M)


def cpu_module(compiled: CompiledKernel, symbol: str, slots: Sequence[Slot], grid: int) -> Any:
    """A TVM module with the packed function ``symbol``, which runs a kernel that is compiled for the CPU.

    ``slots`` are the sources of the kernel's arguments; the extents of the grid are the arguments from ``grid`` on.
    """
    binding = llvmlite_binding()
    facts = compiled.metadata
    checks = tuple(str(check) for check in facts["checks"])
    general = _general(compiled) if checks else None
    large = _large(compiled) if facts.get("large_arrays") else None
    arena = max([int(facts["arena"]), *(version.arena for version in (general, large) if version is not None)])
    kernel = Kernel(symbol, compiled.name, arena, checks, general is not None)
    with LOCK:
        module = binding.parse_assembly(str(compiled.asm["ll"]) if large is None else large.code.llvm_ir)
        if general is not None:
            other = binding.parse_assembly(general.code.llvm_ir)
            for function in other.functions:
                if not function.is_declaration:
                    function.name += GENERAL_SUFFIX
            module.link_in(other)
        wrapper = binding.parse_assembly(_with_layout(packed_function(kernel, slots, grid), module))
        module.link_in(wrapper)
        for function in module.functions:
            if not function.is_declaration and not function.name.startswith(SYMBOL_PREFIX):
                function.linkage = "internal"
        module.verify()
        text = _for_host(str(module), Host.here())
    return _loaded(text)


def _general(compiled: CompiledKernel) -> Any:
    """The version of a kernel without guards."""
    options = CpuOptions(**compiled.metadata["options"])
    return compiled_again(str(compiled.asm["ttir"]), compiled.name, options, Guarded.NOTHING, noalias=True)


def _large(compiled: CompiledKernel) -> CpuKernel:
    """The version of a kernel with streaming stores, which takes small arrays, too: libraries compile nothing later."""
    options = CpuOptions(**compiled.metadata["options"])
    return compiled_for_large_arrays(str(compiled.asm["linalg"]), compiled.name, options)


def _with_layout(text: str, module: Any) -> str:
    return f'target datalayout = "{module.data_layout}"\ntarget triple = "{module.triple}"\n{text}'


def _for_host(text: str, host: Host) -> str:
    """LLVM IR whose functions are compiled for a processor, whatever the target of the module is."""
    features = f'"target-cpu"="{host.cpu}" "target-features"="{host.features}"'
    groups = {match[3] for match in _DEFINITION.finditer(text)}

    def featured(match: re.Match[str]) -> str:
        return match[0] if match[3] else f"{match[1]}{match[2]} {features} {{"

    def extended(match: re.Match[str]) -> str:
        return f"{match[1]} {features} }}" if match[2] in groups else match[0]

    return _ATTRIBUTES.sub(extended, _DEFINITION.sub(featured, text))


def _loaded(text: str) -> Any:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kernel.ll"
        path.write_text(text, encoding="utf-8")
        return tvm.runtime.load_module(str(path))
