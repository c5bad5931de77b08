"""Findings that are not to be fixed, with their reasons. One that is to be is fixed at once, and does not come here."""

from __future__ import annotations

_PARTITIONS = "op does not have expected attribute which is expected for ops whose parent has p"
KNOWN: dict[str, str] = {
    **dict.fromkeys(
        tuple(
            f"invalid: {name}: {_PARTITIONS}"
            for name in (
                "canonicalize",
                "inline",
                "triton-reorder-broadcast",
                "tritongpu-coalesce",
                "tritongpu-promote-lhs-to-tmem",
                "tritongpu-remove-layout-conversions",
            )
        ),
        "as in the wheel: the pass does not know of partitions, and inserts operations without one",
    ),
    "invalid: nvgpu-test-ws-code-partition: op using value defined outside the region": (
        "a test's pass, whose verifier reports it; the wheel aborts"
    ),
    "invalid: nvws-lower-warp-group: kernels requires to be a multiple of": "as in the wheel, with the same error",
    "invalid: tritongpu-remove-layout-conversions: op does not have expected number of output partition sets": (
        "as in the wheel, with the same error: a result that is removed stays in `ttg.partition.outputs`"
    ),
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
    """Whether a finding is one of these."""
    return finding.startswith(tuple(KNOWN))
