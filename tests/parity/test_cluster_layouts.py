"""CTA layouts of random products and reductions are assigned, and followed by stores, as by the wheel of Triton 3.9."""

from __future__ import annotations

import pytest
from parity.cluster_layouts import program
from parity.outcomes import native_outcome, wheel_outcome
from selection import of_versions

from xtriton.versions import V3_9, since

PASSES = ("triton-nvidia-gpu-assign-cga-layouts", "triton-nvidia-gpu-optimize-cta-locality")


@of_versions(since(V3_9), "the pass is new in Triton 3.9")
@pytest.mark.parametrize("name", PASSES)
@pytest.mark.parametrize("first", range(0, 100, 25))  # an assertion of the wheel ends the process on later ones
def test_random_products_and_reductions(name: str, first: int) -> None:
    equal = 0
    for seed in range(first, first + 25):
        text = program(seed)
        wheel, ours = wheel_outcome(name, text), native_outcome(name, text)
        assert not ours.crash, f"seed {seed}: {ours.errors}\n{text}"
        if wheel.text is None:
            continue
        assert wheel.text == ours.text, f"seed {seed}: {ours.errors}\n{text}"
        equal += 1
    assert equal > 15
