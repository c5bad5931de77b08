"""Speed of reading, writing and verifying IR, against libtriton in the same run.

    python benchmarks/text.py [--rounds 9] [--json FILE]

Each figure is the median over the rounds; xtriton and libtriton take turns, so that a machine that slows down slows
both. The IR is that of two real kernels, as Triton's front end makes it and after Triton's TTGIR passes, with
locations. Whole commands are timed from outside, less a bare start of Python where the figure says so.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from triton._C.libtriton import ir
from triton.backends.compiler import GPUTarget
from triton.compiler.compiler import ASTSource, make_backend

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

import kernels  # noqa: E402

from xtriton.ir.context import Context  # noqa: E402
from xtriton.ir.parser import parse_module  # noqa: E402
from xtriton.ir.printer import PrintOptions, print_op  # noqa: E402
from xtriton.ir.verifier import verify  # noqa: E402

LIMITS_MS = {"parse": 0.15, "print": 0.06, "verify": 0.03}
"""The project's target for each operation, in milliseconds."""

SPLAT = "module {{\n  tt.func @f() {{\n    %c = arith.constant dense<1.5> : tensor<{0}xf32>\n    tt.return\n  }}\n}}\n"


def kernel_texts() -> dict[str, str]:
    """The IR of the kernels with locations: before the first pass and after the TTGIR stage."""
    target = GPUTarget("cuda", 90, 32)
    backend = make_backend(target)
    texts: dict[str, str] = {}
    for name in ("fp8_block_scaled_matmul", "attention"):
        prefix = "FP8" if name.startswith("fp8") else "ATTENTION"
        source = ASTSource(
            getattr(kernels, name), getattr(kernels, f"{prefix}_SIGNATURE"), getattr(kernels, f"{prefix}_CONSTANTS")
        )
        options = backend.parse_options({"num_warps": 8})
        context = ir.context()
        ir.load_dialects(context)
        backend.load_dialects(context)
        module = source.make_ir(
            target, options, backend.get_codegen_implementation(options), backend.get_module_map(), context
        )
        texts[f"{name}.ttir"] = str(module)
        metadata: dict[str, Any] = {"hash": "", "target": target, **options.__dict__}
        module = backend.make_ttgir(backend.make_ttir(module, metadata, options, 90), metadata, options, 90)
        texts[f"{name}.ttgir"] = str(module)
    return texts


def wheel_module(path: str) -> Any:
    """The file read by libtriton, which also verifies it."""
    context = ir.context()
    ir.load_dialects(context)
    make_backend(GPUTarget("cuda", 90, 32)).load_dialects(context)
    module = ir.parse_mlir_module(path, context)
    module.context = context
    return module


def seconds(function: Callable[[], object]) -> float:
    """How long one call takes."""
    start = time.perf_counter()
    function()
    return time.perf_counter() - start


def measure_text(name: str, text: str, rounds: int) -> dict[str, Any]:
    """Times per operation for one text."""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        theirs = wheel_module(file.name)
        module = parse_module(text, name, Context())
        options = PrintOptions(debuginfo=True, use_nameloc_as_prefix=True)
        same = print_op(module, options) == str(theirs)
        pairs: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
            "parse": (lambda: parse_module(text, name, Context()), lambda: wheel_module(file.name)),
            "print": (lambda: print_op(module, options), lambda: str(theirs)),
            "verify": (lambda: verify(module), theirs.verify),
        }
        ops = sum(1 for _ in module.walk())
        row: dict[str, Any] = {"name": name, "ops": ops, "same_text": same}
        for what, (ours, wheels) in pairs.items():
            ours()
            times = [(seconds(ours), seconds(wheels)) for _ in range(rounds)]
            mine = statistics.median(one for one, _ in times)
            row[what] = {
                "ms_per_op": mine / ops * 1e3,
                "ratio": statistics.median(one / other for one, other in times),
                "limit_ms_per_op": LIMITS_MS[what],
            }
        return row


def _read_and_write(text: str) -> None:
    print_op(parse_module(text, "splat", Context()))


def measure_splats(rounds: int) -> dict[str, float]:
    """Time to read and write a constant of equal elements, by its number of elements, in milliseconds."""
    result: dict[str, float] = {}
    for elements in (1024, 1048576):
        read_and_write = partial(_read_and_write, SPLAT.format(elements))
        times = [seconds(read_and_write) for _ in range(rounds + 1)]
        result[str(elements)] = statistics.median(times[1:]) * 1e3
    return result


def measure_commands(text: str, rounds: int) -> dict[str, float]:
    """Seconds of whole commands: the version, and a file through the tool."""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        opt = [sys.executable, "-m", "xtriton.cli.opt"]
        commands = {
            "python": [sys.executable, "-c", "pass"],
            "version": [*opt, "--version"],
            "file": [*opt, file.name, "--mlir-print-debuginfo"],
        }
        times: dict[str, list[float]] = {name: [] for name in commands}
        for _ in range(rounds + 1):
            for name, command in commands.items():
                times[name].append(
                    seconds(lambda command=command: subprocess.run(command, check=True, capture_output=True))
                )
        medians = {name: statistics.median(values[1:]) for name, values in times.items()}
    medians["version_above_python"] = medians["version"] - medians["python"]
    return medians


def main() -> int:
    """Print the table; exit with 1 if a promise is broken."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--rounds", type=int, default=9)
    arguments.add_argument("--json", type=Path)
    options = arguments.parse_args()
    texts = kernel_texts()
    rows = [measure_text(name, text, options.rounds) for name, text in texts.items()]
    print(f"{'IR':34}{'ops':>5}  same   " + "".join(f"{what + ' ms/op (limit, x wheel)':>34}" for what in LIMITS_MS))
    for row in rows:
        cells = [
            f"{row[what]['ms_per_op']:.4f} ({row[what]['limit_ms_per_op']}, {row[what]['ratio']:.0f}x)"
            for what in LIMITS_MS
        ]
        print(f"{row['name']:34}{row['ops']:5}  {row['same_text']!s:5}  " + "".join(f"{cell:>34}" for cell in cells))
    splats = measure_splats(options.rounds)
    print("splat constant, read and written:", ", ".join(f"{n} elements {ms:.3f} ms" for n, ms in splats.items()))
    largest = max(rows, key=lambda row: row["ops"])
    commands = measure_commands(texts[largest["name"]], max(3, options.rounds // 2))
    print(
        f"xtriton-opt --version: {commands['version_above_python'] * 1e3:.0f} ms above bare Python (limit 150); "
        f"a file of {largest['ops']} ops: {commands['file']:.3f} s in all (limit 0.5)"
    )
    if options.json:
        options.json.write_text(json.dumps({"texts": rows, "splats": splats, "commands": commands}, indent=1))
    broken = [
        f"{row['name']} {what}" for row in rows for what in LIMITS_MS
        if row[what]["ms_per_op"] > row[what]["limit_ms_per_op"]
    ]  # fmt: skip
    if commands["version_above_python"] > 0.15 or commands["file"] > 0.5:
        broken.append("commands")
    if broken:
        print("over the limit:", ", ".join(broken))
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
