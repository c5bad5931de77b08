"""Compiles many configurations in parallel, in worker processes or on a ``concurrent.futures``-like executor."""

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
from xtriton.compiler.entry import compile
from xtriton.compiler.recording import Progress
from xtriton.compiler.result import CompiledKernel
from xtriton.frontend.configurations import configured
from xtriton.frontend.signature import AnySignature
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.pipelines import Engine, Optimize
from xtriton.targets import Target


@dataclass(frozen=True)
class Job:
    """A compilation job: arguments of :func:`xtriton.compile`. The kernel is given as ``FILE.py:KERNEL`` or a file.

    ``config`` selects constants of ``@triton.autotune``; its options are not used, those of the job are.
    """

    kernel: str
    signature: AnySignature | None = None
    target: str = "cuda:90"
    options: Options | CpuOptions | None = None
    until: str | None = None
    engine: Engine = "wheel"
    optimize: Optimize | None = None
    config: int | None = None


@dataclass(frozen=True)
class Outcome:
    """The outcome of a job: a kernel, or the error."""

    job: Job
    kernel: CompiledKernel | None = None
    error: str | None = None


class SubmitsWork(Protocol):
    """An executor: ``concurrent.futures``, ``dask.distributed`` and ``ray.util`` provide such."""

    def submit(self, fn: Callable[..., Any], /, *args: Any) -> Any:
        """Submit ``fn(*args)``; the result has a method ``result()``."""
        ...


def compile_job(job: Job, progress: Progress | None = None) -> CompiledKernel:
    """Run a job in this process. Raises as :func:`xtriton.compile` does; ``progress`` is called with each stage."""
    kernel = job.kernel if job.config is None else configured(job.kernel, job.config)
    return compile(
        kernel,
        job.signature,
        target=job.target,
        options=job.options,
        until=job.until,
        engine=job.engine,
        optimize=job.optimize,
        progress=progress,
    )


def run_job(job: Job) -> Outcome:
    """Run a job in this process. Errors in the kernel become part of the outcome."""
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
    """Run jobs in parallel, and return their outcomes in the order of the jobs. ``done`` is called with each of them.

    Without an ``executor`` there are ``workers`` processes (by default one per core), each for one target.
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
    """The outcome of a job. If its process died, perhaps because of another job, it is retried once alone."""
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
    """The jobs submitted to process pools, one pool for each target, with all workers distributed among them."""
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
    """A job for each combination of target and options."""
    for target in targets:
        for option_set in options:
            yield Job(kernel, signature, str(target), option_set, until, engine, optimize)
