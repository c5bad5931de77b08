"""From a module of the ``llvm`` dialect to machine code loadable into this process."""

from __future__ import annotations

import re

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xtriton.backends.cpu.code import Code
from xtriton.backends.cpu.host import Host, llvmlite_binding
from xtriton.backends.cpu.machine import assembly, machine_code
from xtriton.backends.cpu.symbols import unresolved_symbols
from xtriton.backends.cpu.translate import llvm_ir
from xtriton.ir.diagnostics import DiagnosticError, error


def code_of(module: ModuleOp, host: Host) -> tuple[str, Code]:
    """The LLVM IR of a module of the ``llvm`` dialect, and its machine code.

    Raises ``DiagnosticError``, at the operation that needs it, for a function that neither the module nor this process
    defines; otherwise as :func:`machine_code`.
    """
    text = llvm_ir(module)
    code = machine_code(text, host)
    missing = [] if host.triple else unresolved_symbols(llvmlite_binding(), code.object)
    if missing:
        raise _unresolved(module, host, missing[0])
    return text, code


def _unresolved(module: ModuleOp, host: Host, symbol: str) -> DiagnosticError:
    op = _user_of(module, host, symbol) or module
    what = f"'{op.name}' op" if op is not module else "the module"
    return error(op.location, f"{what} needs the function '{symbol}', which no library in this process provides")


def _user_of(module: ModuleOp, host: Host, symbol: str) -> Operation | None:
    """The operation that causes a use of a symbol in the assembly.

    LLVM's optimisations keep debug lines, so instructions are mapped back to operations: each operation has a line of
    its own.
    """
    ops: list[Operation] = []
    text = machine_code(llvm_ir(module, ops), host).llvm_ir
    line, uses = 0, re.compile(rf"(?<![\w.$]){re.escape(symbol)}(?![\w.$])")
    for line_text in assembly(text, host).splitlines():
        if (place := re.match(r"\s*\.loc\s+\d+\s+(\d+)", line_text)) is not None:
            line = int(place[1]) or line
        elif line and re.match(r"\s+[a-z]", line_text) and uses.search(line_text):
            return ops[line - 1]
    return None
