"""A minute of fuzzing on one process: the same cases in every run, unless the machine is too slow for all of them."""

from __future__ import annotations

import os

import pytest
from fuzz.run import Campaign
from fuzz.wheel import Wheel
from selection import some

SECONDS = float(os.environ.get("XTRITON_FUZZ_SECONDS", "60"))
"""The time for all seeds together."""
CASES = int(500 * SECONDS / 60)
"""How many cases there are of a seed: what an idle machine does in its time. A faster one does no more, so that
it does not fail on a case that was never run before."""
SEEDS = (1001, 1002)


@pytest.mark.parametrize("seed", some(SEEDS, 2))
def test_mutants_give_results_or_located_diagnostics(seed: int) -> None:
    wheel = 0.1 if Wheel.installed() else 0.0
    campaign = Campaign(seed, SECONDS / len(SEEDS), jobs=1, wheel=wheel, cases=CASES, quiet=True)
    campaign.run()
    assert campaign.counts.mutants > 0, "no worker came as far as its first report"
    assert not campaign.news, campaign.summary()
