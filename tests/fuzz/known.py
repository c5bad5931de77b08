"""Findings that are not to be fixed, with their reasons. One that is to be is fixed at once, and does not come here."""

from __future__ import annotations

import re

from xtriton.passes import PASSES
from xtriton.passes.libtriton import WHEEL_PASSES

_PARTITIONS = re.compile(
    r"invalid: (?P<name>[\w-]+): "
    r"op does not have expected "
    r"(attribute which is expected for ops whose parent has p|number of output partition sets)"
)
_AWARE_OF_PARTITIONS = ("warp_specialization", "nvws", "pipeline", "assign_latencies", "schedule_loops")
"""Parts of the paths of modules with passes that set the partitions of what they insert."""

KNOWN: dict[str, str] = {
    "invalid: nvgpu-test-ws-code-partition: op using value defined outside the region": (
        "a test's pass, whose verifier reports it; the wheel aborts"
    ),
    "invalid: nvws-lower-warp-group: kernels requires to be a multiple of": "as in the wheel, with the same error",
    "invalid: nvgpu-warp-specialization: op requires the same shape for all operands and results": (
        "as in the wheel, with the same error: a store after a loop whose rows are split is converted as a whole"
    ),
    "invalid: nvgpu-warp-specialization: op failed to verify that value type matches ptr type": (
        "as in the wheel, with the same error: pointers that are arguments are not split with the stored rows"
    ),
    "invalid: tritongpu-accelerate-matmul: Rounding mode is required for FP downcast": (
        "as in the wheel, with the same error: operands of `tt.dot_scaled` in more than 16 bits"
    ),
    "rejected: arrays of are not supported use or bits": "on purpose: docs/limits.md",
    "rejected: expected integer index or floating point elements but got": "on purpose: docs/limits.md",
    **dict.fromkeys(
        ("pass differs: canonicalize scf.forall", "pass differs: canonicalize scf.parallel"),
        "on purpose: docs/limits.md",
    ),
    "print: verify: not readable: cannot name an operation with no results": "as in the wheel; see checks.py",
    "print: verify: not readable: entry length does not match rank": "as in the wheel; see checks.py",
    "rejected: axis is out of bounds for a tensor of rank": "on purpose: docs/limits.md",
}
"""The beginning of a finding's kind and signature -> why it stays."""


def is_known(finding: str) -> bool:
    """Whether a finding is one of these, or that of a pass that does not know of partitions."""
    return finding.startswith(tuple(KNOWN)) or _ignores_partitions(finding)


def _ignores_partitions(finding: str) -> bool:
    """Whether a pass leaves operations without a partition, or partitions of results that it removed.

    So do the wheel's passes that do not know of partitions, with the same errors; ``as_the_wheel`` has programs.
    Canonicalization patterns are theirs.
    """
    match = _PARTITIONS.match(finding)
    if match is None:
        return False
    name = match["name"]
    if name == "patterns":
        return True
    return name in WHEEL_PASSES and not any(part in PASSES[name] for part in _AWARE_OF_PARTITIONS)
