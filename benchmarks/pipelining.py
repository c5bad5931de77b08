"""Speed of the passes for software pipelining, against the wheel's in the same run, and how it grows with the loop.

    python benchmarks/pipelining.py [--rounds 15] [--sizes 1,2,4,8,16] [--json FILE]

The programs are the FP8 kernels and attention with arguments that are multiples of 16, for sm_89 and sm_90, and loops
with one product, or several. Each pass runs on what the wheel's passes before it leave; xtriton and libtriton take
turns. A figure is the least CPU time over the rounds. Reading and printing are not in the figures; the wheel's contain
its verifier, which cannot be switched off there. The status is 1 if the three passes together take more than ``LIMIT``
times as long as the wheel's on a kernel, or more than linear time.
"""

from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from triton._C import libtriton
from triton.backends.compiler import GPUTarget
from triton.compiler.compiler import ASTSource, make_backend

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "benchmarks"), str(ROOT), str(ROOT / "tests")]

import kernels  # noqa: E402
from passes import KERNELS, milliseconds, run_wheel, wheel_module  # noqa: E402
from unit.passes.ttgir.products import loop_of_products  # noqa: E402
from xdsl.dialects.builtin import ModuleOp  # noqa: E402

from xtriton.ir.context import Context  # noqa: E402
from xtriton.ir.parser import parse_module  # noqa: E402
from xtriton.kernels import Fp8GroupMatmulConfig, Fp8MatmulConfig  # noqa: E402
from xtriton.passes.pipeline_text import parse_pipeline  # noqa: E402
from xtriton.pipelines import make_ttgir_passes, make_ttir_passes  # noqa: E402

CAPABILITIES = (89, 90)
PASSES = ("tritongpu-assign-latencies", "tritongpu-schedule-loops", "tritongpu-pipeline")
LIMIT = 3.0
"""The most that the passes may take on a kernel, as a multiple of the wheel's time."""
LIMIT_EXPONENT = 1.15
"""The time for n operations is about n to this power at most."""


@dataclass(frozen=True)
class Row:
    """Milliseconds of one pass on one program, native and in the wheel."""

    program: str
    passed: str
    ops: int
    native: float
    wheel: float


def source_text(source: ASTSource, options: dict[str, Any], capability: int) -> str:
    """A kernel as Triton's front end makes it, with locations."""
    target = GPUTarget("cuda", capability, 32)
    backend: Any = make_backend(target)
    parsed = backend.parse_options(options)
    context = libtriton.ir.context()
    libtriton.ir.load_dialects(context)
    backend.load_dialects(context)
    functions, modules = backend.get_codegen_implementation(parsed), backend.get_module_map()
    return str(source.make_ir(target, parsed, functions, modules, context))


def programs(capability: int) -> dict[str, str]:
    """The texts of the kernels."""
    found: dict[str, str] = {}
    for config in (Fp8MatmulConfig(7168, 2048), Fp8GroupMatmulConfig(7168, 2048, 8)):
        source = ASTSource(config.kernel, config.signature, config.constexprs, config.attrs)
        found[config.identifier] = source_text(source, config.options, capability)
    for name, prefix in KERNELS.items():
        signature = getattr(kernels, f"{prefix}_SIGNATURE")
        multiples = {
            (index,): [["tt.divisibility", 16]]
            for index, type_ in enumerate(signature.values())
            if type_ == "i32" or type_.startswith("*")
        }
        source = ASTSource(getattr(kernels, name), signature, getattr(kernels, f"{prefix}_CONSTANTS"), multiples)
        found[name] = source_text(source, {}, capability)
    return found


def wheel_result(text: str, passes: tuple[str, ...]) -> str:
    """The result of passes of the wheel on a text."""
    with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        module = wheel_module(file.name)
    for one in passes:
        run_wheel(module, one)
    return str(module)


def to_be_pipelined(text: str, capability: int) -> str:
    """The result of the wheel's stages on a kernel before the first of the measured passes."""
    passes = make_ttgir_passes(capability)
    first = next(index for index, one in enumerate(passes) if one.startswith(PASSES[0]))
    return wheel_result(text, (*make_ttir_passes(capability), *passes[:first]))


def native_time(module: ModuleOp, one: str) -> float:
    """Milliseconds of a native pass on a copy of ``module``."""
    module, context = module.clone(), Context()
    (instance,) = parse_pipeline(one).passes()
    return milliseconds(lambda: instance.apply(context, module))


def wheel_time(path: str, one: str) -> float:
    """Milliseconds of a pass of the wheel on the module in a file."""
    return run_wheel(wheel_module(path), one)


def measure(program: str, text: str, rounds: int) -> list[Row]:
    """Figures of one program, for each pass on what the one before left."""
    rows: list[Row] = []
    for name in PASSES:
        one = name if name == "tritongpu-schedule-loops" else f"{name}{{num-stages=3}}"
        module = parse_module(text, program, Context())
        with tempfile.NamedTemporaryFile("w", suffix=".mlir") as file:
            file.write(text)
            file.flush()
            native_time(module, one)
            times = [(native_time(module, one), wheel_time(file.name, one)) for _ in range(rounds)]
        native, wheel = (min(pair[side] for pair in times) for side in (0, 1))
        rows.append(Row(program, name, sum(1 for _ in module.walk()), native, wheel))
        text = wheel_result(text, (one,))
    return rows


def ratio_of(rows: list[Row]) -> float:
    """How many times as long the native passes take together."""
    return sum(row.native for row in rows) / sum(row.wheel for row in rows)


def exponent(rows: list[Row]) -> float:
    """The power of the number of operations that the native time grows with: least squares of logarithms."""
    return statistics.linear_regression(
        [math.log(row.ops) for row in rows], [math.log(row.native) for row in rows]
    ).slope


def print_rows(rows: list[Row]) -> None:
    """A line for each pass, and one for all."""
    for row in rows:
        ratio = row.native / row.wheel
        print(f"    {row.passed:42}{row.ops:6}{row.native:10.2f}{row.wheel:10.2f}{ratio:8.2f}x", flush=True)
    native, wheel = sum(row.native for row in rows), sum(row.wheel for row in rows)
    print(f"{rows[0].program:46}{rows[0].ops:6}{native:10.2f}{wheel:10.2f}{native / wheel:8.2f}x", flush=True)


def main() -> int:
    """Print the table; the status is 1 if a limit is exceeded."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=15)
    parser.add_argument("--sizes", default="1,2,4,8,16", help="products in the loops that show the growth")
    parser.add_argument("--json", type=Path)
    arguments = parser.parse_args()
    print(f"{'':46}{'ops':>6}{'ms':>10}{'wheel ms':>10}{'ratio':>9}")
    found: list[list[Row]] = []
    for capability in CAPABILITIES:
        for name, text in programs(capability).items():
            found.append(measure(f"{name} sm_{capability}", to_be_pipelined(text, capability), arguments.rounds))
            print_rows(found[-1])
    sizes = [int(size) for size in arguments.sizes.split(",")]
    grown = [measure(f"loop of {size} products", loop_of_products(size), arguments.rounds) for size in sizes]
    for rows in grown:
        print_rows(rows)
    if arguments.json:
        arguments.json.write_text(json.dumps([asdict(row) for rows in (*found, *grown) for row in rows], indent=1))
    worst = max(found, key=ratio_of)
    print(f"at most {ratio_of(worst):.2f} times the wheel's time, for {worst[0].program} (limit {LIMIT})")
    broken = ratio_of(worst) > LIMIT
    for index, name in enumerate(PASSES if len(grown) > 1 else ()):
        grows = exponent([rows[index] for rows in grown])
        print(f"{name}: time grows as operations to the power {grows:.2f} (limit {LIMIT_EXPONENT})")
        broken = broken or grows > LIMIT_EXPONENT
    return int(broken)


if __name__ == "__main__":
    sys.exit(main())
