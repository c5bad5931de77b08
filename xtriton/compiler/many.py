"""Many configurations at once, in worker processes or on any executor like those of ``concurrent.futures``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import ExitStack, redirect_stdout
from dataclasses import dataclass
from multiprocessing import get_context
from os import cpu_count
from typing import Any, Protocol

from xtriton.backends.cpu.options import CpuOptions
from xtriton.backends.nvidia.options import Options
from xtriton.compiler.compile import Progress, compile
from xtriton.compiler.result import CompiledKernel
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.pipelines import Engine, Optimize
from xtriton.targets import Target


@dataclass(frozen=True)
class Job:
    """One compilation: arguments of :func:`xtriton.compile`. The kernel is named, as ``FILE.py:KERNEL`` or a file."""

    kernel: str
    signature: str | None = None
    target: str = "cuda:90"
    options: Options | CpuOptions | None = None
    until: str | None = None
    engine: Engine = "wheel"
    optimize: Optimize | None = None


@dataclass(frozen=True)
class Outcome:
    """What became of a job: a kernel, or why there is none."""

    job: Job
    kernel: CompiledKernel | None = None
    error: str | None = None


class SubmitsWork(Protocol):
    """What runs functions somewhere: ``concurrent.futures``, ``dask.distributed``, ``ray.util`` have such."""

    def submit(self, fn: Callable[..., Any], /, *args: Any) -> Any:
        """Begin to run ``fn(*args)``; the result has a method ``result()``."""
        ...


def compile_job(job: Job, progress: Progress | None = None) -> CompiledKernel:
    """Do one job here. Raises as :func:`xtriton.compile` does; ``progress`` is told the stages."""
    return compile(
        job.kernel,
        job.signature,
        target=job.target,
        options=job.options,
        until=job.until,
        engine=job.engine,
        optimize=job.optimize,
        progress=progress,
    )


def run_job(job: Job) -> Outcome:
    """Do one job here. What goes wrong with the kernel is part of the outcome."""
    try:
        with redirect_stdout(sys.stderr):  # kernel files may print
            made = compile_job(job)
    except (DiagnosticError, ValueError) as failure:
        return Outcome(job, error=str(failure))
    return Outcome(job, made)


def compile_many(
    jobs: Iterable[Job],
    executor: SubmitsWork | None = None,
    *,
    workers: int | None = None,
    done: Callable[[Outcome], None] | None = None,
) -> list[Outcome]:
    """Do jobs side by side, and return their outcomes in the order of the jobs. ``done`` is told each as it is taken.

    Without an ``executor`` there are ``workers`` processes (as many as cores, if not given), each for one target.
    """
    listed = list(jobs)
    with ExitStack() as stack:
        if executor is not None:
            futures = [executor.submit(run_job, job) for job in listed]
        else:
            futures = _submitted(listed, workers or cpu_count() or 1, stack)
        outcomes: list[Outcome] = []
        for job, future in zip(listed, futures, strict=True):
            outcome = _result(job, future)
            outcomes.append(outcome)
            if done is not None:
                done(outcome)
    return outcomes


def _result(job: Job, future: Any) -> Outcome:
    """The outcome of a job. One whose process has died, perhaps by another's fault, is tried once more alone."""
    try:
        return future.result()
    except BrokenExecutor:
        pass
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as alone:
        try:
            return alone.submit(run_job, job).result()
        except BrokenExecutor:
            return Outcome(job, error="the process that compiled it has died; what it said last is on standard error")


def _submitted(jobs: Sequence[Job], workers: int, stack: ExitStack) -> list[Future[Outcome]]:
    """The jobs handed to pools of processes, one pool for each target, with all workers shared out among them."""
    pools: dict[str, Executor] = {}
    counts = {target: sum(job.target == target for job in jobs) for target in dict.fromkeys(job.target for job in jobs)}
    for target, count in counts.items():
        size = max(1, min(count, workers * count // len(jobs)))
        pool = ProcessPoolExecutor(size, mp_context=get_context("spawn"))
        pools[target] = stack.enter_context(pool)
    return [pools[job.target].submit(run_job, job) for job in jobs]


def configurations(
    kernel: str,
    signature: str | None,
    targets: Sequence[Target],
    options: Sequence[Options],
    until: str | None = None,
    engine: Engine = "wheel",
    optimize: Optimize | None = None,
) -> Iterator[Job]:
    """A job for each target with each of the options."""
    for target in targets:
        for one in options:
            yield Job(kernel, signature, str(target), one, until, engine, optimize)
