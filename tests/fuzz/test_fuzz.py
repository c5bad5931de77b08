"""A minute of fuzzing, on one process for each half: the same cases in every run, as many as there is time for."""

from __future__ import annotations

import os

import pytest
from fuzz.run import Campaign
from fuzz.wheel import Wheel

SECONDS = float(os.environ.get("XTRITON_FUZZ_SECONDS", "60"))
"""The time for all halves together."""
SEEDS = (1001, 1002)


@pytest.mark.parametrize("seed", SEEDS)
def test_mutants_give_results_or_located_diagnostics(seed: int) -> None:
    campaign = Campaign(seed, SECONDS / len(SEEDS), jobs=1, wheel=0.1 if Wheel.installed() else 0.0, quiet=True)
    campaign.run()
    assert campaign.counts.mutants > 0, "no worker came as far as its first report"
    assert not campaign.news, campaign.summary()
