"""Each pass of both stages on random programs over all types: the same bytes as the wheel's."""

from __future__ import annotations

import pytest
from parity.outcomes import AS_THE_WHEEL, native_outcome, wheel_outcome
from selection import WITH_BLOCK_POINTERS
from semantics.typed_programs import random_program

from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import print_op
from xtriton.pipelines import engine_of, make_ttgir_passes
from xtriton.versions import default_version

ON_TTIR = (
    *("canonicalize", "cse", "sccp", "triton-combine", "triton-reorder-broadcast", "triton-licm", "symbol-dce"),
    *("triton-loop-aware-cse", "loop-invariant-code-motion", "triton-loop-unroll", "convert-scf-to-cf"),
    "triton-rewrite-tensor-descriptor-to-pointer",
    *(("triton-rewrite-tensor-pointer",) if default_version() in WITH_BLOCK_POINTERS else ()),
)
SLOW = pytest.mark.slow
SEEDS = (*range(4), *(pytest.param(seed, marks=SLOW) for seed in range(4, 80)))


def program(seed: int) -> str:
    """The program of a seed, or of one that depends on it if the wheel has no block pointers and that program has."""
    text = random_program(seed)
    while default_version() not in WITH_BLOCK_POINTERS and "make_tensor_ptr" in text:
        seed += 1000
        text = random_program(seed)
    return print_op(parse_module(text, "typed.mlir", Context()), AS_THE_WHEEL)


def check(passed: str, text: str) -> str | None:
    """What the wheel's pass gives, which ours must, too; ``None`` if the wheel fails, as by an assertion."""
    wheel = wheel_outcome(passed, text).text
    if wheel is not None:
        found = native_outcome(passed, text)
        assert found.text == wheel, (passed, found.errors)
    return wheel


@pytest.mark.parametrize("seed", SEEDS)
def test_passes_on_ttir_are_equal(seed: int) -> None:
    text = program(seed)
    for passed in ON_TTIR:
        assert check(passed, text) is not None, passed


@pytest.mark.parametrize("seed", SEEDS)
def test_passes_of_the_ttgir_stage_are_equal(seed: int) -> None:
    text = wheel_outcome("canonicalize", program(seed)).text
    passes = make_ttgir_passes((80, 90, 100)[seed % 3], (1, 4, 8)[seed // 3 % 3], 3, 1)
    for passed in passes:
        assert text is not None
        text = check(passed, text) if engine_of(passed) == "native" else wheel_outcome(passed, text).text
        if text is None:
            return
