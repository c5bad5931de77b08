"""Time of ``xtriton.compile`` against Triton's own for the same artefacts, in one run.

    python benchmarks/compile.py [--engine wheel|native] [--cpu] [--rounds 7] [--json FILE]

Both make TTIR, TTGIR, LLVM IR, PTX and cubin of FP8 kernels and a vector addition for sm_90, in turns, in one process
that has done so once before; nothing comes from a cache. Figures are the least over the rounds. xtriton's stages are
shown one by one. With ``--engine native`` xtriton runs its own passes in the TTGIR stage, too; the limit is for the
wheel's.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import triton
from triton import knobs
from triton.backends.compiler import GPUTarget
from triton.compiler.compiler import ASTSource

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "examples"))

import add as example

import xtriton
from xtriton.frontend.signature import Signature
from xtriton.kernels import Fp8GroupMatmulConfig, Fp8MatmulConfig
from xtriton.pipelines import Engine

CAPABILITY = 90
LIMIT = 1.6
"""The most that the time for the FP8 matmul may be, as a multiple of Triton's."""


def cases() -> dict[str, tuple[Any, Signature, dict[str, Any]]]:
    """Each kernel with its signature and options."""
    matmul, grouped = Fp8MatmulConfig(7168, 2048), Fp8GroupMatmulConfig(7168, 2048, 8)
    aligned = {(index,): [["tt.divisibility", 16]] for index in range(3)}
    types = {"x": "*fp32", "y": "*fp32", "out": "*fp32", "n": "i32", "BLOCK": "constexpr"}
    found: dict[str, tuple[Any, Signature, dict[str, Any]]] = {
        config.identifier: (config.kernel, Signature(config.signature, config.constexprs, config.attrs), config.options)
        for config in (matmul, grouped)
    }
    found["add"] = (example.add, Signature(types, {"BLOCK": 256}, aligned), {})
    return found


Clock = Callable[[], float]


def cpu_seconds() -> float:
    """The CPU time of this process and of its children that have ended, ptxas among them."""
    usages = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def timed(work: Callable[[], Any], clock: Clock) -> tuple[float, Any]:
    """How many milliseconds something takes, and its result."""
    start = clock()
    result = work()
    return (clock() - start) * 1000, result


def measure(
    function: Any, signature: Signature, options: dict[str, Any], rounds: int, engine: Engine, clock: Clock
) -> dict[str, Any]:
    """The least times of both, and of xtriton's stages."""

    begun: list[tuple[str, float]] = []

    def ours() -> Any:
        begun.clear()
        target = f"cuda:{CAPABILITY}"

        def note(stage: str) -> None:
            begun.append((stage, clock()))

        return xtriton.compile(function, signature, target=target, engine=engine, progress=note, **options)

    def taken() -> dict[str, float]:
        """The times of the stages of the last compilation; the last one ends with it."""
        ends = [*(start for _, start in begun[1:]), clock()]
        return {stage: (end - start) * 1000 for (stage, start), end in zip(begun, ends, strict=True)}

    def theirs() -> Any:
        source = ASTSource(function, dict(signature.types), dict(signature.constants), dict(signature.attributes))
        return triton.compile(source, target=GPUTarget("cuda", CAPABILITY, 32), options=options)

    if ours().asm["cubin"] != theirs().asm["cubin"]:
        raise RuntimeError("the cubins differ")
    rows = [(timed(ours, clock)[0], taken(), timed(theirs, clock)[0]) for _ in range(rounds)]
    stages = [times for _, times, _ in rows]
    return {
        "xtriton": min(whole for whole, _, _ in rows),
        "triton": min(whole for _, _, whole in rows),
        "stages": {stage: min(times[stage] for times in stages) for stage in stages[0]},
    }


def main() -> int:
    """Measure all, print a table. The status is 1 if the limit is exceeded."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--engine", choices=["wheel", "native"], default="wheel")
    parser.add_argument("--cpu", action="store_true", help="CPU time instead of elapsed time, for busy machines")
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    clock = cpu_seconds if arguments.cpu else time.perf_counter
    results: dict[str, dict[str, Any]] = {}
    with tempfile.TemporaryDirectory() as folder, knobs.compilation.scope(), knobs.cache.scope():
        knobs.cache.dir, knobs.compilation.always_compile = folder, True
        for name, (function, signature, options) in cases().items():
            found = results[name] = measure(function, signature, options, arguments.rounds, arguments.engine, clock)
            print(f"{name:28}{found['xtriton']:8.1f} ms  Triton{found['triton']:8.1f} ms", end="")
            print(f"  ratio {found['xtriton'] / found['triton']:.2f}")
            print("    " + "  ".join(f"{stage} {taken:.1f}" for stage, taken in found["stages"].items()))
    if arguments.json is not None:
        arguments.json.write_text(json.dumps(results, indent=2))
    ratio = results["w8a8_block_fp8_matmul"]["xtriton"] / results["w8a8_block_fp8_matmul"]["triton"]
    limit = f" (limit {LIMIT})" if arguments.engine == "wheel" else ""
    print(f"FP8 matmul: {ratio:.2f} times Triton's own time{limit}")
    return int(bool(limit) and ratio > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
