"""xtriton: the Triton compiler's middle in Python, on xDSL.

compile     compile a ``@triton.jit`` kernel, a file or a module to PTX and cubin, or for the CPU
load        load a kernel that was compiled and saved
on_cpu      run every ``kernel[grid](...)`` within a block on the CPU
interpret   run a kernel on NumPy arrays, operation by operation, with checks
explain     report what the compiler made of a kernel, and why it is slow
debug       stop at lines and operations of a kernel, and show values
jit_passes  run passes within Triton's JIT
Context     the dialects of a version of Triton, in which texts are parsed and passes run: ``Context(triton="3.8")``

The IR is in ``xtriton.ir`` and ``xtriton.dialects``, passes are in ``xtriton.passes``. The commands are ``xtriton``
(also ``python -m xtriton``) and ``xtriton-opt``; ``xtriton help`` lists the pages of the documentation.
"""

from __future__ import annotations

import sys
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from xtriton.compiler import CompiledKernel, compile, load
    from xtriton.compiler.interpreting import debug, interpret
    from xtriton.compiler.jit import jit_passes
    from xtriton.compiler.on_cpu import on_cpu
    from xtriton.explain.api import Explain
    from xtriton.ir.context import Context

    explain: Explain

__version__ = "0.1.0"
__all__ = [
    "CompiledKernel",
    "Context",
    "__version__",
    "compile",
    "debug",
    "explain",
    "interpret",
    "jit_passes",
    "load",
    "on_cpu",
]

_PUBLIC = {
    "CompiledKernel": "xtriton.compiler",
    "Context": "xtriton.ir.context",
    "compile": "xtriton.compiler",
    "debug": "xtriton.compiler.interpreting",
    "interpret": "xtriton.compiler.interpreting",
    "jit_passes": "xtriton.compiler.jit",
    "load": "xtriton.compiler",
    "on_cpu": "xtriton.compiler.on_cpu",
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: the command line needs few of them."""
    if name == "explain":
        return import_module("xtriton.explain")
    if name in _PUBLIC:
        return getattr(import_module(_PUBLIC[name]), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=sys.modules[__name__])


def __dir__() -> list[str]:
    """The public names, which completion shows before they are imported."""
    return sorted({*__all__, "__doc__", "__name__", "__file__", "__path__"})


if "IPython" in sys.modules:
    import_module("xtriton.inspect.notebook").show_operations()
