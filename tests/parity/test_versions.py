"""The native passes give the bytes of the installed wheel, whichever version it is, on what its stages give them."""

from __future__ import annotations

import pytest
from parity.kernels import KERNELS
from parity.outcomes import Outcome, native_outcome
from parity.pairs import pairs_of
from parity.ttgir import name_of

from xtriton.pipelines import engine_of
from xtriton.versions import V3_6, V3_7, default_version, since

CASES = [
    ("column_sums", 90),
    ("attention_decode", 80),
    ("matmul_even_relu", 80),
    ("matmul_even_relu", 90),
    ("matmul_split_k", 90),
    ("mx_matmul", 90),
    ("shapes", 90),
    ("sort_rows", 90),
]
"""Kernels on which passes differ between versions: loops, prefetching, fences, scales, conversions, folds."""

KNOWN = {
    "convert-triton-to-tritongpu": (since(V3_7), "one conversion for each use, and arith.negf, are not by version yet"),
}
"""Passes that differ from the wheel's in some versions."""


@pytest.mark.parametrize(("kernel", "capability"), CASES)
def test_passes_are_those_of_the_wheel(kernel: str, capability: int) -> None:
    known: list[str] = []
    for passed, before, after, errors in pairs_of(kernel, capability):
        if engine_of(passed) == "wheel":
            continue
        native = native_outcome(passed, before)
        versions, reason = KNOWN.get(name_of(passed), (None, ""))
        if native != Outcome(after, tuple(errors)) and versions is not None and default_version() in versions:
            known.append(reason)
            continue
        assert native == Outcome(after, tuple(errors)), passed
    if known:
        pytest.xfail(known[0])


def test_known_kernels() -> None:
    assert {kernel for kernel, _ in CASES} <= set(KERNELS)
    assert not any(V3_6 in versions for versions, _ in KNOWN.values())
