"""All proofs, as tasks that may run side by side."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor

from proofs import control, floats, functions, integers, tensors
from proofs.findings import Findings

Result = tuple[Findings, list[tuple[str, str]]]
"""What was found, and the pairs of integer operations into which rules look."""


def prove_integers() -> Result:
    """Folds and patterns of integers."""
    findings = Findings()
    shapes = integers.prove_everything(findings)
    return findings, list(shapes.found)


def prove_floats() -> Result:
    """Folds and patterns of floating-point numbers, and conversions."""
    findings = Findings()
    floats.prove_everything(findings)
    return findings, []


def prove_functions() -> Result:
    """Folds and patterns of scf and tt."""
    findings = Findings()
    functions.prove_functions(control.all_control_flow(full=True), "scf", findings)
    functions.prove_functions(tensors.all_tensors(), "tensors", findings)
    return findings, []


TASKS: Sequence[Callable[[], Result]] = (prove_integers, prove_floats, prove_functions)


def prove_everything(jobs: int) -> Result:
    """Run all tasks in so many processes."""
    findings, pairs = Findings(), []
    with ProcessPoolExecutor(jobs) as pool:
        for found, looked_into in pool.map(_run, range(len(TASKS))):
            findings.merge(found)
            pairs += looked_into
    return findings, pairs


def _run(task: int) -> Result:
    return TASKS[task]()


def prove_quickly(pairs: Sequence[tuple[str, str]]) -> Findings:
    """A part of every proof, in some seconds."""
    findings = Findings()
    integers.prove_quickly(findings, pairs)
    floats.prove_quickly(findings)
    functions.prove_functions(control.all_control_flow(full=False), "scf", findings)
    functions.prove_functions(tensors.all_tensors(), "tensors", findings)
    return findings
