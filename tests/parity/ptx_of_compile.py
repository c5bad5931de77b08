"""Compile kernels for one target with ``xtriton.compile`` and with Triton alone, and compare the PTX.

xtriton runs every pass that it has, all of both stages with Triton 3.6.

    python ptx_of_compile.py CAPABILITY [KERNEL]...

One target per process. Prints a line of JSON per kernel: whether the PTX is the same bytes, line information included.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from parity.frontend import Frontend  # noqa: E402
from parity.kernels import KERNELS  # noqa: E402

import xtriton  # noqa: E402
from xtriton.frontend.signature import Signature  # noqa: E402
from xtriton.pipelines import Engine  # noqa: E402


def ptx_of_triton(frontend: Frontend) -> str:
    """Triton's PTX of a kernel, compiled without printing the IR in between."""
    metadata = {"hash": "", "target": frontend.target, **frontend.options.__dict__}
    stages = frontend.backend
    ttir = frontend.make_ttir(frontend.module())
    module = stages.make_ttgir(ttir, metadata, frontend.options, frontend.capability)
    llir = stages.make_llir(module, metadata, frontend.options, frontend.capability)
    return str(stages.make_ptx(llir, metadata, frontend.options, frontend.target.arch))


def same(name: str, capability: int) -> bool:
    """Whether xtriton's own passes lead to Triton's PTX of a kernel, and the wheel's to the same TTGIR as ours."""
    kernel = KERNELS[name]
    signature = Signature(kernel.types(), dict(kernel.constants), kernel.attributes())

    def compiled(until: str, engine: Engine) -> dict[str, Any]:
        options = dict(kernel.options)
        target = f"cuda:{capability}"
        return xtriton.compile(kernel.fn, signature, target=target, until=until, engine=engine, **options).asm

    ours, theirs = compiled("ptx", "native"), compiled("ttgir", "wheel")
    return ours["ttgir"] == theirs["ttgir"] and ours["ptx"] == ptx_of_triton(Frontend(kernel, capability))


def main() -> int:
    """Compare all kernels that the target can compile, or those named."""
    capability = int(sys.argv[1])
    for name in sys.argv[2:] or KERNELS:
        if capability >= KERNELS[name].minimum:
            print(json.dumps({name: same(name, capability)}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
