"""The native passes match the installed wheel, whichever version it is, byte for byte on the inputs of its stages."""

from __future__ import annotations

import pytest
from parity.kernels import KERNELS
from parity.outcomes import Outcome, native_outcome
from parity.pairs import kernel_start, pairs_of
from selection import some

from xtriton.pipelines import engine_of

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


@pytest.mark.parametrize(("kernel", "capability"), some(CASES, 3))
def test_passes_are_those_of_the_wheel(kernel: str, capability: int) -> None:
    for passed, before, after, errors in pairs_of(kernel_start(kernel, capability)):
        if engine_of(passed) == "native":
            assert native_outcome(passed, before) == Outcome(after, tuple(errors)), passed


def test_known_kernels() -> None:
    assert {kernel for kernel, _ in CASES} <= set(KERNELS)
