"""The fuzzer's findings stay fixed: each file of the corpus gives a result or a located diagnostic."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest
from fuzz.corpus import CORPUS, Entry, entries, file_text, read_entry, replay

from xtriton.passes.pipeline_text import parse_pipeline


@pytest.fixture(autouse=True)
def deep_stack() -> Iterator[None]:
    """As in ``xtriton-opt``."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    yield
    sys.setrecursionlimit(limit)


@pytest.mark.parametrize("entry", list(entries()), ids=lambda entry: entry.name)
def test_findings_of_the_corpus_stay_fixed(entry: Entry) -> None:
    finding = replay(entry)
    assert finding is None, f"{finding}\n{finding.detail}"


@pytest.mark.parametrize("entry", list(entries()), ids=lambda entry: entry.name)
def test_pipelines_exist(entry: Entry) -> None:
    """A file whose passes were renamed would test nothing."""
    assert list(parse_pipeline(entry.pipeline).passes())


def test_files_are_read_as_they_were_written() -> None:
    for path in sorted(CORPUS.glob("*.mlir"))[:5]:
        source = path.read_text()
        assert file_text(read_entry(path), source.split("\n")[1].removeprefix("// ")) == source
