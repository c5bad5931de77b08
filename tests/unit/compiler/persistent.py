"""Kernels with the arguments and the grid of ``hopper-launch-arguments`` and ``hopper-persistent-grid``, as files.

``optimize="hopper"`` keeps these passes' result only for kernels that it warp-specialises. Launches must do with any
kernel, so tests of launches run the passes alone.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import xtriton
from xtriton.compiler.sources import AS_TRITON
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import print_op
from xtriton.ir.verifier import verify
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import parse_pipeline

PASSES = "hopper-persistent-grid,hopper-launch-arguments,canonicalize,cse"


def persistent_ttir(kernel: Any, signature: str | None, folder: Path) -> Path:
    """Write the TTIR of a kernel, after ``PASSES``, to a ``.ttir`` file of ``folder`` under the kernel's name."""
    compiled = xtriton.compile(kernel, signature, until="ttir")
    ctx = Context()
    module = parse_module(str(compiled.asm["ttir"]), f"{compiled.name}.ttir", ctx)
    PassManager(ctx).run(parse_pipeline(PASSES), module)
    verify(module, ctx)
    folder.mkdir(exist_ok=True)
    path = folder / f"{compiled.name}.ttir"
    path.write_text(print_op(module, AS_TRITON))
    return path
