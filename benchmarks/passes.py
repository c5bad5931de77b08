"""Speed of the native passes of a stage, against the wheel's in the same run.

    python benchmarks/passes.py [--stage ttgir] [--rounds 9] [--sizes 100,300,1000] [--json FILE] [--plot FILE]

Each figure is the least CPU time over the rounds, which other work on the machine disturbs least; xtriton and
libtriton take turns. Both go through the passes in Triton's order, each pass on what the one before left, for sm_90.
Reading and printing are not in the figures; the wheel's contain its verifier, which cannot be switched off there. The
programs are real kernels as Triton's front end makes them, and generated ones that show how the time grows. ``--plot``
needs matplotlib (the dependency group ``benchmark``). A pass that is not native is run through the wheel and not
counted; the output says so. The programs of the TTGIR stage are those that the wheel's TTIR stage leaves.
"""

from __future__ import annotations

import argparse
import gc
import importlib.util
import json
import math
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import Any

from triton._C import libtriton
from triton.backends.compiler import GPUTarget
from triton.compiler.compiler import ASTSource, make_backend

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1])]

import kernels  # noqa: E402
from generated import program  # noqa: E402
from xdsl.dialects.builtin import ModuleOp  # noqa: E402

from xtriton.ir.context import Context  # noqa: E402
from xtriton.ir.parser import parse_module  # noqa: E402
from xtriton.passes.libtriton import LibTriton, parse_wheel_pipeline  # noqa: E402
from xtriton.passes.pipeline_text import parse_pipeline  # noqa: E402
from xtriton.pipelines import engine_of, make_ttgir_passes, make_ttir_passes  # noqa: E402

CAPABILITY = 90
LIMIT_EXPONENT = 1.15
"""The time for n operations is about n to this power at most, from 1,000 operations on: linear, and some noise."""

KERNELS = {
    "fp8_strided_matmul": "STRIDED",
    "fp8_block_scaled_matmul": "FP8",
    "attention": "ATTENTION",
}


@dataclass(frozen=True)
class Stage:
    """The passes of a stage with their options, and the milliseconds that the native ones may take together."""

    passes: tuple[str, ...]
    limits: dict[str, float]

    @property
    def labels(self) -> tuple[str, ...]:
        """The labels of the passes in figures: their names, with a number from the second time on."""
        names = [spelling.partition("{")[0] for spelling in self.passes]
        seen = [names[: place + 1].count(name) for place, name in enumerate(names)]
        return tuple(name if count == 1 else f"{name} #{count}" for name, count in zip(names, seen, strict=True))

    @property
    def native(self) -> tuple[str, ...]:
        """The labels of the native passes."""
        return tuple(label for label, one in zip(self.labels, self.passes, strict=True) if engine_of(one) == "native")


STAGES = {
    "ttir": Stage(make_ttir_passes(CAPABILITY), {"fp8_strided_matmul": 60.0}),
    "ttgir": Stage(make_ttgir_passes(CAPABILITY), dict.fromkeys(KERNELS, 250.0)),
}


@dataclass(frozen=True)
class Row:
    """Figures of one program: milliseconds of each pass, native and in the wheel."""

    name: str
    ops: int
    native: dict[str, float]
    wheel: dict[str, float]

    @property
    def total(self) -> float:
        """Milliseconds of the native passes together."""
        return sum(self.native.values())

    @property
    def ratio(self) -> float:
        """How many times as long the native passes take as the wheel's."""
        return self.total / sum(self.wheel.values())


def kernel_text(name: str) -> str:
    """A kernel as Triton's front end makes it, with locations."""
    target = GPUTarget("cuda", CAPABILITY, 32)
    backend: Any = make_backend(target)
    prefix = KERNELS[name]
    signature, constants = getattr(kernels, f"{prefix}_SIGNATURE"), getattr(kernels, f"{prefix}_CONSTANTS")
    options = backend.parse_options({})
    context = libtriton.ir.context()
    libtriton.ir.load_dialects(context)
    backend.load_dialects(context)
    functions, modules = backend.get_codegen_implementation(options), backend.get_module_map()
    source = ASTSource(getattr(kernels, name), signature, constants)
    return str(source.make_ir(target, options, functions, modules, context))


def milliseconds(work: Callable[[], object]) -> float:
    """CPU time of the process during one call, collections of garbage apart: other programs disturb it least."""
    gc.collect()
    gc.disable()
    start = time.process_time()
    work()
    took = time.process_time() - start
    gc.enable()
    return took * 1e3


def native_times(module: ModuleOp, stage: Stage) -> dict[str, float]:
    """Milliseconds of each native pass on a copy of ``module``."""
    module = module.clone()
    context = Context()
    times: dict[str, float] = {}
    for label, one in zip(stage.labels, stage.passes, strict=True):
        if engine_of(one) == "wheel":
            LibTriton(passes=one).apply(context, module)
            continue
        (instance,) = parse_pipeline(one).passes()
        times[label] = milliseconds(lambda instance=instance: instance.apply(context, module))
    return times


def wheel_module(path: str) -> Any:
    """The wheel's module of the text in a file, in a context of its own."""
    context = libtriton.ir.context()
    libtriton.ir.load_dialects(context)
    libtriton.nvidia.load_dialects(context)
    module = libtriton.ir.parse_mlir_module(path, context)
    module.context = context
    return module


def run_wheel(module: Any, one: str) -> float:
    """Run one of the wheel's passes: how many milliseconds it takes."""
    manager = libtriton.ir.pass_manager(module.context)
    for group, function, arguments in parse_wheel_pipeline(one):
        getattr(attrgetter(group)(libtriton), function)(manager, *arguments)
    return milliseconds(lambda: manager.run(module, "benchmark"))


def wheel_times(path: str, stage: Stage) -> dict[str, float]:
    """Milliseconds of the wheel's passes on the module in a file; only of those that are native as well."""
    module = wheel_module(path)
    times = {label: run_wheel(module, one) for label, one in zip(stage.labels, stage.passes, strict=True)}
    return {label: times[label] for label in stage.native}


def measure(name: str, text: str, rounds: int, stage: Stage) -> Row:
    """Figures of one program."""
    with tempfile.NamedTemporaryFile("w+", suffix=".mlir") as file:
        file.write(text)
        file.flush()
        if stage is STAGES["ttgir"]:
            lowered = wheel_module(file.name)
            for spelling in make_ttir_passes(CAPABILITY):
                run_wheel(lowered, spelling)
            text = str(lowered)
            file.seek(0)
            file.truncate()
            file.write(text)
            file.flush()
        module = parse_module(text, name, Context())
        native_times(module, stage)
        pairs = [(native_times(module, stage), wheel_times(file.name, stage)) for _ in range(rounds)]
    ops = sum(1 for _ in module.walk())
    native, wheel = ({label: min(pair[side][label] for pair in pairs) for label in stage.native} for side in (0, 1))
    return Row(name, ops, native, wheel)


def exponent(rows: list[Row]) -> float:
    """The power of the number of operations that the total time grows with: the slope of logarithms, least squares."""
    return statistics.linear_regression(
        [math.log(row.ops) for row in rows], [math.log(row.total) for row in rows]
    ).slope


def print_rows(rows: list[Row]) -> None:
    """A line for each program, and below it one for each pass."""
    print(f"{'':52}{'ops':>6}{'ms':>10}{'wheel ms':>10}{'ratio':>8}{'us/op':>8}")
    for row in rows:
        wheel = sum(row.wheel.values())
        print(
            f"{row.name:52}{row.ops:6}{row.total:10.2f}{wheel:10.2f}{row.ratio:7.0f}x{row.total / row.ops * 1e3:8.1f}"
        )
        for name, took in row.native.items():
            ratio = took / row.wheel[name]
            print(f"    {name:54}{took:10.2f}{row.wheel[name]:10.2f}{ratio:7.0f}x{took / row.ops * 1e3:8.1f}")


def plot(rows: list[Row], title: str, path: Path) -> None:
    """Time over size, both on logarithmic scales, native passes and the wheel's."""
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(8, 6))
    sizes = [row.ops for row in rows]
    axes.plot(sizes, [row.total for row in rows], "k-o", label="all native passes")
    axes.plot(sizes, [sum(row.wheel.values()) for row in rows], "k--s", label="the same in the wheel")
    for name in rows[0].native:
        axes.plot(sizes, [row.native[name] for row in rows], "-", linewidth=1, label=name)
    straight = [rows[-1].total * size / rows[-1].ops for size in sizes]
    axes.plot(sizes, straight, ":", color="grey", label="linear")
    axes.set(xscale="log", yscale="log", xlabel="operations", ylabel="milliseconds", title=title)
    axes.grid(which="both", alpha=0.3)
    axes.legend(fontsize="small")
    figure.savefig(path, dpi=120, bbox_inches="tight")


def main() -> int:
    """Print the table; exit with 1 if a promise is broken."""
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--stage", choices=list(STAGES), default="ttir")
    arguments.add_argument("--rounds", type=int, default=9)
    arguments.add_argument("--sizes", default="100,300,1000,3000,10000", help="operations of the generated programs")
    arguments.add_argument("--json", type=Path)
    arguments.add_argument("--plot", type=Path)
    options = arguments.parse_args()
    if options.plot and importlib.util.find_spec("matplotlib") is None:
        arguments.error("--plot needs matplotlib: install the dependency group 'benchmark'")
    stage = STAGES[options.stage]
    if missing := [label for label in stage.labels if label not in stage.native]:
        print("run by the wheel, so not counted:", ", ".join(missing))
    rows = [measure(name, kernel_text(name), options.rounds, stage) for name in KERNELS]
    sizes = [int(size) for size in options.sizes.split(",")]
    rounds = max(3, options.rounds // 3)
    generated = [measure(f"generated {size}", program(size), rounds, stage) for size in sizes]
    print_rows([*rows, *generated])
    if options.json:
        options.json.write_text(json.dumps([vars(row) for row in [*rows, *generated]], indent=1))
    if options.plot:
        plot(generated, f"{options.stage.upper()} stage, by size", options.plot)
    return 1 if _broken(rows, generated, stage) else 0


def _broken(rows: list[Row], generated: list[Row], stage: Stage) -> bool:
    """Whether a limit is exceeded. Prints the limits and the measured values."""
    broken = False
    for row in rows:
        if (limit := stage.limits.get(row.name)) is not None:
            print(f"{row.name}: {row.total:.1f} ms for {row.ops} operations (limit {limit:.0f})")
            broken = broken or row.total > limit
    large = [row for row in generated if row.ops > 500]
    if len(large) > 1:
        grows = exponent(large)
        print(f"time grows as operations to the power {grows:.2f} (limit {LIMIT_EXPONENT})")
        broken = broken or grows > LIMIT_EXPONENT
    return broken


if __name__ == "__main__":
    sys.exit(main())
