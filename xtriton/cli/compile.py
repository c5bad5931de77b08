"""``xtriton compile``: a kernel to PTX and cubin, or to code for the CPU."""

from __future__ import annotations

import json
import sys
from argparse import Action, ArgumentParser, Namespace
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from dataclasses import asdict, replace
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xtriton.cli.sources import rendered
from xtriton.cli.statuses import USAGE

if TYPE_CHECKING:
    from xtriton.backends.nvidia.options import Options
    from xtriton.compiler.many import Job, Outcome

_DESCRIPTION = """\
Compile a kernel and write NAME.ttir, .ttgir, .llir, .ptx, .cubin and NAME.json. No GPU is needed. Options with
several values, separated by commas, compile one kernel per combination, in worker processes. For the target cpu the
files are NAME.ttir, .linalg.mlir, .llvm.mlir, .ll, .s, .o and NAME.json, for the processor of this machine.
"""
_EPILOG = """\
example:
  xtriton compile add.py:add --signature '*fp32:16,*fp32:16,*fp32:16,i32,1024' --target cuda:90 -o build
"""


def add_compile(commands: Any) -> None:
    """Add the command to the parser's commands."""
    parser = commands.add_parser(
        "compile",
        help="compile a kernel to PTX and cubin, or to an object file for the CPU",
        description=_DESCRIPTION,
        epilog=_EPILOG,
    )
    parser.add_argument("kernel", help="FILE.py:KERNEL with @triton.jit, or a .mlir, .ttir or .ttgir file")
    add_compilation(parser)
    parser.add_argument("--strict-fp", action="store_true", help="cpu: do not reassociate floating-point sums")
    parser.add_argument(
        "--until",
        metavar="STAGE",
        help="the last stage: source, ttir, ttgir, llir, ptx, cubin; for cpu: source, ttir, linalg, llvm, ll, s, o "
        "(default: the last of them)",
    )
    parser.add_argument("-o", "--output", type=Path, default=Path(), help="output folder")
    parser.add_argument("--name", help="base name of the files (default: the kernel's name)")
    parser.add_argument("-j", "--jobs", type=int, help="worker processes for several kernels (default: one per core)")
    parser.add_argument("--json", action="store_true", help="print the results as JSON")
    parser.set_defaults(run=run)


class _Joined(Action):
    """An option that is given several times has the values of all, as if they were given as one list."""

    def __call__(self, parser: ArgumentParser, namespace: Namespace, values: Any, option_string: Any = None) -> None:
        given = getattr(namespace, self.dest)
        setattr(namespace, self.dest, values if given is self.default else f"{given},{values}")


def add_compilation(parser: ArgumentParser) -> None:
    """Add the options that describe a compilation: signature, target, sizes, engine."""
    parser.add_argument(
        "-s",
        "--signature",
        help="types and constants of a @triton.jit kernel's parameters: '*fp32:16,i32,1024', or by name: 'n=i32'",
    )
    parser.add_argument(
        "--config", help="configuration of the kernel's @triton.autotune: its number, several (0,2), or all"
    )
    parser.add_argument("-t", "--target", default="cuda:90", action=_Joined, help="targets: cuda:80,sm_90 or cpu")
    parser.add_argument("-w", "--num-warps", help="warps per CTA (default: 4)")
    parser.add_argument("-n", "--num-stages", help="software pipeline stages (default: 3)")
    parser.add_argument("--num-ctas", help="CTAs per cluster (default: 1)")
    parser.add_argument("--maxnreg", type=int, help="maximum number of registers per thread")
    parser.add_argument("--no-fp-fusion", action="store_true", help="do not fuse multiplications and additions")
    parser.add_argument("--ptx-options", help="additional options for ptxas")
    parser.add_argument("--debug", action="store_true", help="compile tl.device_assert")
    parser.add_argument(
        "--engine",
        choices=["wheel", "native"],
        default="wheel",
        help="engine of the TTGIR passes that xtriton implements: the Triton wheel (faster) or xtriton's own",
    )
    parser.add_argument(
        "--optimize",
        choices=["hopper"],
        help="run extra passes that Triton does not have: hopper, for cuda:90; remarks report what they did",
    )


def run(arguments: Namespace) -> int:
    """Compile the kernels that the arguments name. Returns the exit status."""
    from xtriton.ir.diagnostics import DiagnosticError

    try:
        jobs = jobs_of(arguments)
        _check_output(arguments.output)
        reports = _reports(jobs, arguments)
    except DiagnosticError as failure:
        print(rendered(failure), file=sys.stderr)
        return 1
    except ValueError as failure:
        print(f"xtriton compile: error: {failure}", file=sys.stderr)
        return USAGE
    if arguments.json:
        print(json.dumps(reports, indent=2))
    return int(any("error" in report for report in reports))


def jobs_of(arguments: Namespace) -> list[Job]:
    """The compilations that the arguments ask for. Raises ``ValueError`` for arguments that contradict each other."""
    return [job for config in _configs(arguments) for job in _jobs(arguments, config)]


def _configs(arguments: Namespace) -> list[int | None]:
    """The configurations to compile; None alone for kernels as they are."""
    if arguments.config is None:
        return [None]
    if arguments.config == "all":
        from xtriton.frontend.configurations import configurations_of, configured
        from xtriton.frontend.kernels import load_kernel

        with redirect_stdout(sys.stderr):  # kernel files may print
            configured(arguments.kernel, 0)
            return list(range(len(configurations_of(load_kernel(arguments.kernel)))))
    try:
        return [int(part) for part in arguments.config.split(",")]
    except ValueError:
        raise ValueError(f"--config takes a number, several such as 0,2, or all, not '{arguments.config}'") from None


def _jobs(arguments: Namespace, config: int | None) -> list[Job]:
    from xtriton.backends.nvidia.options import Options
    from xtriton.compiler.many import configurations
    from xtriton.pipelines import check_optimize
    from xtriton.targets import CPU, Target

    if arguments.jobs is not None and arguments.jobs < 1:
        raise ValueError(f"--jobs is {arguments.jobs}: there must be a worker")
    if arguments.name is not None and Path(arguments.name).name != arguments.name:
        raise ValueError(f"--name is '{arguments.name}': it is a name, the folder is said by --output")
    named = [text.strip() for text in arguments.target.split(",")]
    if CPU in named:
        return [_cpu_job(arguments, named, config)]
    if arguments.strict_fp:
        raise ValueError("--strict-fp goes with --target cpu: leave it out for GPUs")
    targets = [Target.parse(text, or_cpu=True) for text in named]
    base = Options(
        maxnreg=arguments.maxnreg,
        enable_fp_fusion=not arguments.no_fp_fusion,
        ptx_options=arguments.ptx_options,
        debug=arguments.debug,
    )
    base, chosen_sizes = _with_config(arguments, config, base)
    sizes = [_numbers(arguments, name, chosen_sizes) for name in ("num_warps", "num_stages", "num_ctas")]
    options = [replace(base, num_warps=w, num_stages=s, num_ctas=c) for w, s, c in product(*sizes)]
    for target, combination in product(targets, options):
        combination.check(target)
    for target in targets:
        check_optimize(arguments.optimize, target)
    chosen = (arguments.until, arguments.engine, arguments.optimize)
    made = configurations(arguments.kernel, arguments.signature, targets, options, *chosen)
    return [replace(job, config=config) for job in made]


def _with_config(arguments: Namespace, config: int | None, base: Options) -> tuple[Options, Mapping[str, Any]]:
    """The options and the sizes of a configuration; options of the command line take precedence."""
    if config is None:
        return base, {}
    from xtriton.frontend.configurations import configured

    with redirect_stdout(sys.stderr):
        found = dict(configured(arguments.kernel, config).options)
    registers = found.pop("maxnreg", None)
    return (replace(base, maxnreg=registers) if base.maxnreg is None else base), found


_FOR_GPUS = ("num_warps", "num_stages", "num_ctas", "maxnreg", "no_fp_fusion", "ptx_options")
"""Arguments that the target cpu has no use for."""


def _cpu_job(arguments: Namespace, targets: Sequence[str], config: int | None) -> Job:
    from xtriton.backends.cpu.options import CpuOptions
    from xtriton.compiler.many import Job

    if len(targets) > 1:
        raise ValueError("the target cpu goes alone: compile for GPUs by another command")
    if arguments.engine == "native":
        raise ValueError("--engine native is about the TTGIR of GPUs: leave it out for the target cpu")
    if arguments.optimize is not None:
        raise ValueError("--optimize is for cuda:90: leave it out for the target cpu")
    for name in _FOR_GPUS:
        if getattr(arguments, name):
            raise ValueError(
                f"--{name.replace('_', '-')} is an option for NVIDIA GPUs: leave it out for the target cpu"
            )
    options = CpuOptions(strict_fp=arguments.strict_fp, debug=arguments.debug)
    return Job(arguments.kernel, arguments.signature, targets[0], options, arguments.until, config=config)


def _numbers(arguments: Namespace, name: str, chosen: Mapping[str, Any]) -> list[int]:
    from xtriton.backends.nvidia.options import Options

    text: str | None = getattr(arguments, name)
    if text is None:
        return [chosen.get(name, getattr(Options(), name))]
    if arguments.kernel.endswith(".ttgir"):
        raise ValueError(f"{arguments.kernel} is made for its sizes: leave out --{name.replace('_', '-')}")
    try:
        return [int(part) for part in text.split(",")]
    except ValueError:
        raise ValueError(f"--{name.replace('_', '-')} takes numbers, such as 4 or 4,8, not '{text}'") from None


def _check_output(folder: Path) -> None:
    """Fail before the work is done, not after it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".xtriton"
        probe.touch()
        probe.unlink()
    except OSError as failure:
        raise ValueError(f"the folder {folder} cannot be written to: {failure.strerror}") from None


def _reports(jobs: Sequence[Job], arguments: Namespace) -> list[dict[str, Any]]:
    """Do the jobs, and write the files of each kernel as it comes."""
    from tqdm import tqdm

    from xtriton.compiler.many import Outcome, compile_job, compile_many
    from xtriton.compiler.result import stages_of

    reports: list[dict[str, Any]] = []
    # A stream that was closed is None, whatever its type says.
    shown: dict[str, Any] = {"file": sys.stderr, "disable": True if sys.stderr is None else None, "leave": False}  # pyright: ignore[reportUnnecessaryComparison]
    if len(jobs) > 1:
        with tqdm(total=len(jobs), unit="kernel", **shown) as bar:

            def take(outcome: Outcome) -> None:
                reports.append(_report(outcome, arguments, several=True))
                bar.update()

            compile_many(jobs, workers=arguments.jobs, done=take)
        return reports
    (job,) = jobs
    with tqdm(total=len(stages_of(job.target)), bar_format="{desc}: {n}/{total}", **shown) as bar:

        def begin(stage: str) -> None:
            bar.set_description(f"{job.kernel} {stage}")
            bar.update()

        with redirect_stdout(sys.stderr):  # kernel files may print
            made = compile_job(job, begin)
    return [_report(Outcome(job, made), arguments, several=False)]


def _report(outcome: Outcome, arguments: Namespace, *, several: bool) -> dict[str, Any]:
    """Write and print the files of a kernel. Returns the entry for ``--json``."""
    job, kernel = outcome.job, outcome.kernel
    options = asdict(job.options) if job.options is not None else {}
    what = _configuration(job.target, options if kernel is None else kernel.metadata["options"])
    what += f" config={job.config}" if job.config is not None else ""
    if kernel is None:
        print(f"{what}: {outcome.error}", file=sys.stderr)
        return {"target": job.target, "options": options, "error": outcome.error}
    for remark in kernel.metadata.get("remarks", ()):
        print(remark, file=sys.stderr)
    stem: str = arguments.name or kernel.name
    number = "" if job.config is None else f".config{job.config}"
    sizes = f".{_suffix(job.target, options)}" if job.target != "cpu" else ""
    files = kernel.save(arguments.output, f"{stem}{number}{sizes}" if several else stem)
    if not arguments.json:
        known = kernel.metadata
        parts = [f"{known[name]} {label}" for name, label in _SHOWN if known.get(name) is not None]
        seconds = sum(known["milliseconds"].values()) / 1000
        print(f"{kernel.name} {what}: {', '.join([*parts, f'{seconds:.2f} s'])}")
        print("  " + " ".join(str(path) for path in files))
    return {"files": [str(path) for path in files], "metadata": dict(kernel.metadata)}


_SHOWN = (
    ("registers", "registers"),
    ("spill_stores", "bytes spilled"),
    ("shared", "bytes of shared memory"),
)


def _configuration(target: str, options: Mapping[str, Any]) -> str:
    shown = ("num_warps", "num_stages", "num_ctas", "strict_fp")
    return " ".join([target, *(f"{name}={options[name]}" for name in shown if name in options)])


def _suffix(target: str, options: Mapping[str, Any]) -> str:
    """The suffix of the file names of a configuration."""
    sizes = f"w{options['num_warps']}_s{options['num_stages']}_c{options['num_ctas']}"
    return f"sm_{target.removeprefix('cuda:')}_{sizes}"
