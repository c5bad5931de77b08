"""Invalid results of passes that are known as the wheel's: the installed wheel fails on the same programs likewise."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from fuzz.cases import Found
from fuzz.comparison import fails_likewise
from fuzz.corpus import Entry, entries, replay
from fuzz.known import is_known
from fuzz.wheel import Wheel
from selection import of_versions

from xtriton.versions import V3_6, only

of_3_6 = of_versions(only(V3_6), "passes of other versions keep most of these programs valid")
PROGRAMS = list(entries(Path(__file__).parent / "as_the_wheel"))


@pytest.fixture(scope="module")
def wheel() -> Iterator[Wheel]:
    """The process of the wheel."""
    process = Wheel()
    yield process
    process.close()


@of_3_6
@pytest.mark.parametrize("entry", PROGRAMS, ids=lambda entry: entry.name)
def test_invalid_results_are_known(entry: Entry) -> None:
    finding = replay(entry)
    assert finding is not None
    assert is_known(str(finding))


@of_3_6
@pytest.mark.parametrize("entry", PROGRAMS, ids=lambda entry: entry.name)
def test_the_wheel_fails_likewise(entry: Entry, wheel: Wheel) -> None:
    finding = replay(entry)
    assert finding is not None
    found = Found(0, finding.kind, finding.signature, finding.detail, entry.text, entry.pipeline, False)
    assert fails_likewise(found, wheel)


@pytest.mark.parametrize(
    ("name", "known"),
    [
        ("canonicalize", True),
        ("patterns", True),
        ("tritongpu-coalesce", True),
        ("tritongpu-partition-loops", False),  # a pass that is about partitions
        ("nvws-lower-aref", False),
        ("tritongpu-pipeline", False),
        ("hopper-uniform-loads", False),  # not of the wheel
    ],
)
def test_passes_that_ignore_partitions(name: str, known: bool) -> None:
    for message in (
        "op does not have expected attribute which is expected for ops whose parent has p",
        "op does not have expected number of output partition sets in attr should match n",
    ):
        assert is_known(f"invalid: {name}: {message}") is known
    assert not is_known(f"invalid: {name}: operand does not dominate this use")
