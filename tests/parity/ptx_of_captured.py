"""Compile captured kernels with xtriton's own passes and with Triton alone, and compare the PTX.

    python tests/parity/ptx_of_captured.py DIR CAPABILITY

``conformance.capture`` wrote DIR. Each kernel is compiled in a process of its own, since some end it. Prints a line for
each kernel: ``same``, ``other``, or ``refused`` if Triton has no PTX, with what xtriton says of it.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from triton._C.libtriton import ir  # noqa: E402
from triton.backends.compiler import GPUTarget  # noqa: E402
from triton.compiler.compiler import make_backend  # noqa: E402

import xtriton  # noqa: E402
from xtriton.ir.diagnostics import DiagnosticError  # noqa: E402

STATES = ("same", "other", "refused", "refused by Triton alone", "crashed")
HOPPER, ATTEMPTS = 90, 60
"""How often Triton compiles a warp-specialized kernel for Hopper anew: its result differs from run to run."""
_NOT_SETTINGS = ("name", "text", "capability", "gluon")


def ptx_of_triton(path: Path, kernel: dict[str, Any], settings: dict[str, Any]) -> str:
    """Triton's PTX of a module of its front end."""
    target = GPUTarget("cuda", kernel["capability"], 32)
    backend: Any = make_backend(target)
    options = backend.parse_options(dict(settings))
    context = ir.context()
    ir.load_dialects(context)
    backend.load_dialects(context)
    module: Any = ir.parse_mlir_module(str(path), context)
    module.context = context
    metadata = {"hash": "", "target": target, **options.__dict__}
    if kernel["gluon"]:
        module = backend.gluon_to_ttgir(module, metadata, options, target.arch)
    else:
        module = backend.make_ttir(module, metadata, options, target.arch)
        module = backend.make_ttgir(module, metadata, options, target.arch)
    llir = backend.make_llir(module, metadata, options, target.arch)
    return str(backend.make_ptx(llir, metadata, options, target.arch))


def compare(path: Path) -> str:
    """One of ``STATES``, with the reason."""
    kernel = json.loads(path.read_text())
    settings = {name: value for name, value in kernel.items() if name not in _NOT_SETTINGS}
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "kernel.mlir"
        source.write_text(kernel["text"])
        try:
            expected = ptx_of_triton(source, kernel, settings)
        except RuntimeError as failure:
            expected = f"refused: {failure}"
        try:
            target = f"cuda:{kernel['capability']}"
            compiled = xtriton.compile(str(source), target=target, until="ptx", engine="native", **settings)
        except DiagnosticError as failure:
            return f"{'refused' if expected.startswith('refused') else 'other'} {failure}".split("\n")[0]
        if expected.startswith("refused"):
            return f"refused by Triton alone: {expected}".split("\n")[0]
        ours = str(compiled.asm["ptx"])
        attempts = ATTEMPTS if kernel["capability"] == HOPPER and "tt.warp_specialize" in kernel["text"] else 0
        while ours != expected and attempts:
            expected, attempts = ptx_of_triton(source, kernel, settings), attempts - 1
    return "same" if ours == expected else "other"


def main() -> int:
    """Compare all kernels of a compute capability."""
    folder, capability = Path(sys.argv[1]), sys.argv[2]
    counts: Counter[str] = Counter()
    for path in sorted(folder.glob(f"*-{capability}.json")):
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            try:
                os.write(write, compare(path).encode())
            finally:
                os._exit(0)
        os.close(write)
        with os.fdopen(read) as reported:
            outcome = reported.read() or "crashed"
        os.waitpid(child, 0)
        counts[next(state for state in STATES[::-1] if outcome.startswith(state))] += 1
        if outcome != "same":
            print(f"{path.stem}: {outcome}", flush=True)
    print(f"sm_{capability}: {dict(counts)}")
    return int(bool(counts["other"] or counts["refused by Triton alone"]))


if __name__ == "__main__":
    raise SystemExit(main())
