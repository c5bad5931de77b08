"""Compile kernels for one target, once through Triton alone and once with xtriton's TTIR stage in the middle.

    python ptx_of_make_ttir.py CAPABILITY [KERNEL]...

One target per process: libtriton keeps tables of the first target that it compiles for. Prints a line of JSON per
kernel, which says what the PTX with xtriton's TTIR stage equals; nothing at all as long as passes of the stage lack.

- ``triton``: Triton's PTX, with its line information. The IR has never been text there.
- ``text``: Triton's PTX if its TTIR stage starts from the same text as ours. The locations of loop variables, which
  text leaves out, make the difference.
- ``nothing``: neither.
"""

from __future__ import annotations

import json
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from parity.cases import stage_text  # noqa: E402
from parity.frontend import Frontend  # noqa: E402
from parity.kernels import KERNELS  # noqa: E402
from parity.outcomes import native_outcome, wheel_outcome  # noqa: E402
from parity.results import stage_is_native  # noqa: E402
from triton._C.libtriton import ir  # noqa: E402

from xtriton.pipelines import MakeTtir  # noqa: E402


def read(frontend: Frontend, text: str) -> Any:
    """The module of a text in a new context."""
    context = ir.context()
    ir.load_dialects(context)
    frontend.backend.load_dialects(context)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "kernel.ttir")
        path.write_text(text)
        module = ir.parse_mlir_module(str(path), context)
    module.context = context
    return module


def ptx(frontend: Frontend, ttir: Any) -> str:
    """What Triton makes of a module after the TTIR stage."""
    metadata = {"hash": "", "target": frontend.target, **frontend.options.__dict__}
    stages = frontend.backend
    module = stages.make_ttgir(ttir, metadata, frontend.options, frontend.capability)
    llir = stages.make_llir(module, metadata, frontend.options, frontend.capability)
    return stages.make_ptx(llir, metadata, frontend.options, frontend.target.arch)


def compare(kernel: str, capability: int) -> str:
    """What the PTX of a kernel with xtriton's TTIR stage equals."""
    frontend = Frontend(KERNELS[kernel], capability)
    text = stage_text(kernel, capability)
    passes = ",".join(MakeTtir(f"cuda:{capability}").passes())
    ours = native_outcome(passes, text).text
    if ours is None:
        return "nothing"
    result = ptx(frontend, read(frontend, ours))
    if result == ptx(frontend, frontend.make_ttir(frontend.module())):
        return "triton"
    theirs = wheel_outcome(passes, text).text
    assert theirs is not None
    return "text" if result == ptx(frontend, read(frontend, theirs)) else "nothing"


def main() -> int:
    """Compare all kernels that the target can compile, or those named."""
    capability = int(sys.argv[1])
    for kernel in sys.argv[2:] or KERNELS:
        if capability >= KERNELS[kernel].minimum and stage_is_native(capability):
            print(json.dumps({kernel: compare(kernel, capability)}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
