"""The stages as data are the stages of the installed wheel: the same passes with the same options in the same order."""

from __future__ import annotations

import pytest
from versions.recorded import Call, recorded_stage

from xtriton.passes.libtriton import parse_wheel_pipeline
from xtriton.pipelines import make_ttgir_passes, make_ttir_passes

CAPABILITIES = (75, 80, 86, 89, 90, 100, 103, 120)
KERNEL = "leaky_relu"


def calls_of(passes: tuple[str, ...]) -> list[Call]:
    return [
        (f"{group}.{function}", tuple(arguments))
        for group, function, arguments in parse_wheel_pipeline(",".join(passes))
    ]


@pytest.mark.parametrize("capability", CAPABILITIES)
def test_ttir_stage(capability: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert calls_of(make_ttir_passes(capability)) == recorded_stage("make_ttir", capability, KERNEL, monkeypatch)


@pytest.mark.parametrize("capability", CAPABILITIES)
def test_ttgir_stage(capability: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert calls_of(make_ttgir_passes(capability)) == recorded_stage("make_ttgir", capability, KERNEL, monkeypatch)
