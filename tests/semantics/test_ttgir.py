"""The kernels of tests/parity compute what NumPy computes after passes of the TTGIR stage, which can be proved."""

from __future__ import annotations

import copy
import re

import numpy as np
import pytest
from parity.kernels import KERNELS
from parity.outcomes import parsed
from selection import slow_unless, some
from semantics.ttgir import proofs, ttgir_texts

from xtriton.interp import interpret
from xtriton.interp.proof import Proof
from xtriton.ir.diagnostics import DiagnosticError

WITH_REFERENCE = [name for name, kernel in KERNELS.items() if kernel.reference is not None]


def _agrees(name: str, text: str) -> bool:
    """Whether a kernel's text gives the arrays of its reference."""
    kernel = KERNELS[name]
    assert kernel.example is not None and kernel.reference is not None
    example = kernel.example(np.random.default_rng(0))
    given = copy.deepcopy(example.arguments)
    names = [parameter for parameter in kernel.fn.arg_names if parameter in kernel.signature]
    interpret(parsed(text), example.grid, *(example.arguments[parameter] for parameter in names))
    return all(
        np.allclose(example.arguments[parameter], array, kernel.tolerance, kernel.tolerance, equal_nan=True)
        for parameter, array in kernel.reference(given).items()
    )


def _targets(names: list[str]) -> list[tuple[str, int]]:
    """Kernels with the capabilities that they can be compiled for."""
    return [(name, capability) for name in names for capability in (80, 90, 100) if capability >= KERNELS[name].minimum]


@pytest.mark.parametrize(("name", "capability"), some(_targets(WITH_REFERENCE), 8))
def test_kernel_is_its_reference(name: str, capability: int) -> None:
    texts = ttgir_texts(name, capability)
    # Behind the passes that change most, and at the end.
    chosen = ("convert-triton-to-tritongpu", "tritongpu-accelerate-matmul", "tritongpu-pipeline")
    for step, text in (*(named for named in texts if named[0] in chosen), texts[-1]):
        assert _agrees(name, text), step


QUICK = [("matmul_plain", 80), ("matmul_plain", 90), ("matmul_descriptors", 90), ("descriptor_gather_scatter", 100)]
PROVED = ["matmul_plain", "matmul_descriptors", "attention_forward_causal", "descriptor_gather_scatter"]


@pytest.mark.parametrize(("name", "capability"), slow_unless(_targets(PROVED), QUICK.__contains__))
def test_passes_preserve_results(name: str, capability: int) -> None:
    found = list(proofs(name, capability))
    assert len(found) > 3
    assert not [step for step in found if step[1]]


def _end(name: str, capability: int) -> str:
    return ttgir_texts(name, capability)[-1][1]


def _without(text: str, op: str) -> str:
    """The text without the first operation of a name, which has no results."""
    changed = re.sub(rf"\n *{op} [^\n]*", "", text, count=1)
    assert changed != text
    return changed


def test_a_wait_that_comes_too_early_is_seen():
    text = _end("attention_forward_causal", 80)
    changed = re.sub(r"(ttg.async_wait .*)num = 2", r"\1num = 3", text, count=1)
    assert changed != text
    assert _agrees("attention_forward_causal", text)
    assert not _agrees("attention_forward_causal", changed)


def test_a_buffer_that_is_overwritten_too_early_is_seen():
    text = _end("attention_forward_causal", 80)
    changed = re.sub(r"memdesc<2x(16x16xf16, #shared\w*, #smem, mutable)>", r"memdesc<1x\1>", text)
    assert changed != text
    with pytest.raises(DiagnosticError, match="index 1 is outside the 1 buffers"):
        _agrees("attention_forward_causal", changed)


def test_an_operand_that_is_overwritten_too_early_is_seen():
    """By an accumulation that has not been waited for."""
    text = _end("matmul_even_relu", 90)
    changed = re.sub(r"(ttng.warp_group_dot_wait .*)pendings = \d", r"\1pendings = 9", text)
    assert changed != text
    proof = Proof(parsed(text), seeds=(6,))
    assert [record.shown > 0 for record in proof.records.values()] == [True]
    assert proof.compare(parsed(text)) is None
    found = proof.compare(parsed(changed))
    assert found is not None
    assert "overwrites memory that a dot that has not been waited for may still read" in found.after


def test_a_barrier_that_is_not_waited_for_is_seen():
    text = _end("matmul_descriptors", 90)
    assert _agrees("matmul_descriptors", text)
    assert not _agrees("matmul_descriptors", _without(text, "ttng.wait_barrier"))


def test_a_barrier_that_expects_too_much_would_wait_for_ever():
    text = _end("matmul_descriptors", 90)
    changed = re.sub(r"(ttng.barrier_expect %\w+, )(\d+)", lambda found: f"{found[1]}{2 * int(found[2])}", text)
    with pytest.raises(DiagnosticError, match="waits for ever: the phase of the barrier still needs 0 arrivals"):
        _agrees("matmul_descriptors", changed)
