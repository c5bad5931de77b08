"""The passes of every version give what its wheel gave, byte for byte, on recorded programs; no wheel is needed."""

from __future__ import annotations

from functools import cache

import pytest
from versions.recorded_results import (
    Chain,
    Entry,
    digest,
    generated,
    native_entry,
    of_files,
    read_record,
)

from xtriton.versions import KNOWN, TritonVersion

SHARDS = 24
QUICK = 2
"""How many shards `make test` runs of each version."""


@cache
def held(triton: TritonVersion) -> dict[str, Entry]:
    return read_record()[str(triton)]


@cache
def chains(triton: TritonVersion) -> list[Chain]:
    """The recorded chains whose programs are as they were."""
    known = held(triton)
    every = (*generated(triton), *of_files(list(known)))
    return [chain for chain in every if chain.name in known and known[chain.name][0] == digest(chain.text)]


@pytest.mark.parametrize("triton", KNOWN, ids=str)
@pytest.mark.parametrize(
    "shard", [*range(QUICK), *(pytest.param(shard, marks=pytest.mark.slow) for shard in range(QUICK, SHARDS))]
)
def test_passes_are_those_of_the_version_s_wheel(triton: TritonVersion, shard: int) -> None:
    for chain in chains(triton)[shard::SHARDS]:
        expected = held(triton)[chain.name]
        found = native_entry(chain, triton, len(expected) - 1)
        steps = zip(chain.passes, found[1:], expected[1:], strict=False)
        assert found == expected, (chain.name, next((passed for passed, ours, wheel in steps if ours != wheel), ""))


@pytest.mark.parametrize("triton", KNOWN[1:], ids=str)
def test_scaled_dots_are_those_of_the_version_s_wheel(triton: TritonVersion) -> None:
    """All of them: formats differ more between versions than anything else. ``parity`` has those of 3.6."""
    found = [chain for chain in chains(triton) if chain.name.startswith("scaled ")]
    assert len(found) > 10
    for chain in found:
        assert native_entry(chain, triton, 1) == held(triton)[chain.name], chain.name


@pytest.mark.parametrize("triton", KNOWN, ids=str)
def test_the_record_is_of_the_present_programs(triton: TritonVersion) -> None:
    """A program that changes is compared again once it is recorded, which needs the version's wheel."""
    assert len(chains(triton)) > 0.9 * len(held(triton)), "run `python -m versions.recorded_results` under this wheel"
