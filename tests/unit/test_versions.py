"""Versions of Triton: reading and comparing them, data by version, and which version is in effect."""

from __future__ import annotations

import subprocess
import sys
from threading import Thread

import pytest

from xtriton import versions
from xtriton.ir.context import Context
from xtriton.versions import (
    KNOWN,
    NEWEST,
    V3_6,
    V3_7,
    V3_8,
    V3_9,
    TritonVersion,
    UnknownTritonError,
    VersionRange,
    active_version,
    before,
    by_version,
    default_version,
    installed_version,
    since,
    use_version,
)


def test_versions_are_ordered() -> None:
    assert sorted(KNOWN) == list(KNOWN)
    assert TritonVersion(3, 10) > V3_9
    assert max(KNOWN) == NEWEST


@pytest.mark.parametrize(("text", "expected"), [("3.6", V3_6), ("3.7.1", V3_7), ("3.9.0+git1234", V3_9)])
def test_read(text: str, expected: TritonVersion) -> None:
    assert TritonVersion.parse(text) == expected


@pytest.mark.parametrize("text", ["", "3", "3.5", "3.10", "4.0", "3.6x", "v3.6", "three"])
def test_unknown_versions_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is not known: expected one of 3\.6, 3\.7, 3\.8, 3\.9"):
        TritonVersion.parse(text)


def test_ranges_are_half_open() -> None:
    assert [known in before(V3_8) for known in KNOWN] == [True, True, False, False]
    assert [known in since(V3_8) for known in KNOWN] == [False, False, True, True]
    assert [known in VersionRange(V3_7, V3_9) for known in KNOWN] == [False, True, True, False]


def test_values_hold_from_their_version_on() -> None:
    table = by_version({V3_8: "new", V3_6: "old"})
    assert [table.at(known) for known in KNOWN] == ["old", "old", "new", "new"]
    with pytest.raises(LookupError, match=r"3\.6"):
        by_version({V3_7: "new"}).at(V3_6)


def test_context_has_a_version() -> None:
    assert Context().triton == default_version()
    assert Context(triton="3.8").triton == Context(triton=V3_8).triton == V3_8
    with pytest.raises(ValueError, match="not known"):
        Context(triton="2.0")


def test_version_in_effect_ends_with_its_block_and_is_that_of_the_thread() -> None:
    seen: list[TritonVersion] = []
    with use_version(V3_8):
        with use_version(V3_7):
            assert active_version() == V3_7
        assert active_version() == V3_8
        thread = Thread(target=lambda: seen.append(active_version()))
        thread.start()
        thread.join()
    assert seen == [default_version()]
    assert active_version() == default_version()


def _answers_of_wheel(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr(versions, "_version_of_package", lambda: text)
    if "triton" in sys.modules:
        monkeypatch.setattr(sys.modules["triton"], "__version__", text)
    installed_version.cache_clear()


@pytest.fixture(autouse=True)
def _forget_pretended_wheels() -> object:
    yield
    installed_version.cache_clear()


def test_unknown_wheels_are_refused_with_the_versions_known(monkeypatch: pytest.MonkeyPatch) -> None:
    _answers_of_wheel(monkeypatch, "3.10.0")
    with pytest.raises(UnknownTritonError, match=r"installed Triton is 3\.10\.0: xtriton knows 3\.6, 3\.7, 3\.8, 3\.9"):
        installed_version()


@pytest.mark.parametrize(("text", "expected"), [("3.10.0", V3_9), ("3.5.1", V3_6)])
def test_unknown_wheels_can_be_allowed(monkeypatch: pytest.MonkeyPatch, text: str, expected: TritonVersion) -> None:
    _answers_of_wheel(monkeypatch, text)
    monkeypatch.setenv(versions.ALLOW_UNKNOWN, "1")
    assert installed_version() == expected


def test_pipelines_of_the_command_line_are_those_of_its_version() -> None:
    def pipeline(version: str) -> str:
        command = [sys.executable, "-m", "xtriton.cli.opt", f"--triton={version}"]
        command += ["--make-ttir=target=cuda:90", "--dump-pass-pipeline"]
        return subprocess.run(command, input="", capture_output=True, text=True, check=True).stderr

    assert "triton-rewrite-tensor-pointer" in pipeline("3.7")
    assert "triton-rewrite-tensor-pointer" not in pipeline("3.8")
