"""Warp-specialised kernels are free of races and right in any order of partitions; what breaks them is found."""

from __future__ import annotations

import pytest
from selection import slow_unless
from semantics.specialized import IsRight, attention, fp8_product, grouped_product, half_product
from semantics.synchronisation import is_pin, mutants, operations, table
from xdsl.dialects.builtin import ModuleOp

from xtriton.interp.proof import Proof

KERNELS = {
    "fp8": lambda: fp8_product(200, 256, 512),
    "fp8 with ragged columns and steps": lambda: fp8_product(77, 304, 528),
    "fp8 of one row": lambda: fp8_product(1, 128, 640),
    "fp8 in a ring that goes round": lambda: fp8_product(130, 128, 1536),
    "e5m2 to f16": lambda: fp8_product(64, 256, 512, in_dtype="float8_e5m2", out_dtype="float16"),
    "smaller tiles": lambda: fp8_product(200, 128, 512, BLOCK_SIZE_N=64),
    "f16": lambda: half_product(200, 256, 512),
    "f16, ragged": lambda: half_product(130, 200, 328),
    "attention": lambda: attention(256, 128),
    "attention of few blocks": lambda: attention(384, 128, 128),
    "attention of one warp group": lambda: attention(1024, 128, rows=64),
    "experts, tiles claimed by few programs": lambda: grouped_product(256, 640, (0, 100, 100, 300, 428)),
    "experts, fully unrolled loop": lambda: grouped_product(128, 512, (0, 0, 130)),
    "attention with two CTAs per SM": lambda: attention(1024, 64),
    "causal attention with two CTAs per SM": lambda: attention(896, 64, causal=True),
    "causal attention of more blocks than stages": lambda: attention(896, 128, causal=True),
}


QUICK = {"fp8", "f16, ragged", "attention", "experts, fully unrolled loop"}


@pytest.fixture(params=slow_unless(KERNELS, QUICK.__contains__), scope="module")
def kernel(request: pytest.FixtureRequest) -> tuple[ModuleOp, IsRight]:
    return KERNELS[request.param]()


@pytest.mark.parametrize("order", slow_unless(["first", "last", "turns", 1, 2], ["last", 1].__contains__))
def test_kernels_are_right_in_any_order(kernel: tuple[ModuleOp, IsRight], order: str | int):
    module, is_right = kernel
    assert is_right(module, order)


@pytest.mark.parametrize("every", [10, pytest.param(5, marks=pytest.mark.slow)])
def test_broken_synchronisation_is_found(every: int, capsys: pytest.CaptureFixture[str]):
    """One operation in ten, or in five, is dropped and altered; what goes unseen is a wait that waits for nothing.

    ``python -m semantics.synchronisation`` does it with all of them.
    """
    module, is_right = fp8_product(130, 128, 768)
    found = list(mutants(module, is_right, every))
    with capsys.disabled():
        print("\n" + table(found))
    listed = operations(module)
    assert len(found) > 125 // every
    assert [
        (mutant.name, mutant.number, mutant.change)
        for mutant in found
        if mutant.right and not is_pin(listed[mutant.number])
    ] == []


@pytest.mark.slow
def test_a_proof_runs_specialised_kernels():
    module, _ = attention(256, 128)
    proof = Proof(module, seeds=range(3))
    record = next(iter(proof.records.values()))
    assert record.shown, record.reason or [str(outcome.error) for _, outcome in record.outcomes]
    assert proof.compare(module.clone()) is None
