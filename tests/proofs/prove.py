"""All proofs, as tasks that may run side by side."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from proofs import control, floats, functions, integers, newer, tensors
from proofs.findings import Findings
from proofs.integers import Pair, Places
from xdsl.dialects.builtin import IntegerType

from xtriton.versions import KNOWN, V3_6, use_version

Result = tuple[Findings, Places]
"""The results, and some templates of pairs of integer operations that rules match."""

TRITON = V3_6
"""The version whose rules are proved, whichever wheel is installed, but for those of :data:`NEWEST`."""
NEWEST = KNOWN[-1]
"""The version whose rules are proved that :data:`TRITON` does not have."""

PARTS = 6
"""Into how many tasks the pairs of integer operations are split."""


def prove_single_integers() -> Result:
    """Folds and patterns of single operations of integers."""
    findings = Findings()
    integers.prove_singles(findings)
    floats.prove_pairs_of_constants(integers.arithmetic(IntegerType(8)), findings)
    return findings, {}


def prove_nested_integers(part: int) -> Result:
    """Folds and patterns of integers that look at operands' operations."""
    findings = Findings()
    return findings, integers.prove_nested(findings, part, PARTS)


def prove_floats(formats: floats.Formats) -> Result:
    """Folds and patterns of floating-point numbers, and conversions."""
    findings = Findings()
    floats.prove_constants_and_comparisons(findings, formats)
    return findings, {}


def prove_nested_floats() -> Result:
    """Folds and patterns of floating-point numbers that look at operands' operations."""
    findings = Findings()
    floats.prove_all_nested(findings)
    return findings, {}


def prove_control_flow() -> Result:
    """Folds and patterns of scf and tt."""
    findings = Findings()
    functions.prove_functions(control.all_control_flow(full=True), "scf", findings)
    functions.prove_functions(tensors.all_tensors(), "tensors", findings)
    return findings, {}


def prove_newer_rules() -> Result:
    """Folds and patterns that only later versions have."""
    findings = Findings()
    with use_version(NEWEST):
        functions.prove_functions(newer.all_newer(), "newer", findings)
    return findings, {}


TASKS: Sequence[Callable[[], Result]] = (
    prove_newer_rules,
    prove_control_flow,
    prove_nested_floats,
    *(partial(prove_nested_integers, part) for part in range(PARTS)),
    *(partial(prove_floats, formats) for formats in floats.FAMILIES),
    prove_single_integers,
)


def prove_everything(jobs: int) -> Result:
    """Run all tasks in so many processes."""
    findings, places = Findings(), dict[Pair, Sequence[int]]()
    with ProcessPoolExecutor(jobs) as pool:
        for task, (found, some) in enumerate(pool.map(_run, range(len(TASKS)))):
            print(f"{task + 1} of {len(TASKS)} tasks are done", file=sys.stderr)
            findings.merge(found)
            places.update(some)
    return findings, places


def _run(task: int) -> Result:
    with use_version(TRITON):
        return TASKS[task]()


def prove_quickly(places: Places) -> Findings:
    """A part of every proof, in some seconds."""
    findings = Findings()
    with use_version(TRITON):
        integers.prove_quickly(findings, places)
        floats.prove_quickly(findings)
        functions.prove_functions(control.all_control_flow(full=False), "scf", findings)
        functions.prove_functions(tensors.all_tensors(), "tensors", findings)
    findings.merge(prove_newer_rules()[0])
    return findings
