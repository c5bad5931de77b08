"""The programs of the FileCheck tests give the same bytes as in the wheel, where CHECK lines look at some lines only.

Each program goes through the passes of its own RUN lines, and each pass through programs drawn at random that were
written for other passes. The wheel runs in a process of its own, since it may abort.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from functools import cache
from zlib import crc32

import pytest
from fuzz.comparison import COMPARED_PASSES
from fuzz.material import TESTS, Sample, samples_of
from fuzz.wheel import Answer, Wheel
from parity.outcomes import native_outcome
from selection import slow_unless, some

from xtriton.passes.base import Pass
from xtriton.passes.libtriton import wheel_passes
from xtriton.passes.options import print_value
from xtriton.passes.pipeline_text import parse_pipeline
from xtriton.versions import V3_6, default_version

FOLDER = TESTS / "filecheck" / "passes"
PREFIX = "tests/filecheck/passes/"
GROUPS = ("common", "ttir", "ttgir", "nvidia", "gluon")
"""Folders with passes that the wheel has."""

NOT_IN_THE_WHEEL = re.compile(r"\b(memref|linalg|tensor|bufferization|affine|tts|ttx|tptr|relax|func|index)\.[a-z]")

_COPIES = "the wheel copies whole loops and conditionals for another encoding"
DIFFERENT = {
    ("common/canonicalize/cf_circles.mlir#0", "canonicalize"): "the wheel does not end",
    ("nvidia/plan_cta_copies.mlir#0", "triton-nvidia-gpu-plan-cta"): _COPIES,
}
"""Programs that are not compared, with the reason: differences on purpose are in ``docs/limits.md``."""


_ATTEMPTS = 200
"""More than enough for a program with some ten results, each about as likely as the others."""


class _Wheels:
    """A wheel for each process: a fork must not read the answers of its parent's."""

    def __init__(self) -> None:
        self._held: tuple[int, Wheel] | None = None

    def current(self) -> Wheel:
        if self._held is None or self._held[0] != os.getpid():
            self._held = os.getpid(), Wheel()
        return self._held[1]


_WHEELS = _Wheels()


@cache
def answer(text: str, passes: str) -> Answer:
    """The wheel's answer. Cached for the life of the process."""
    return _WHEELS.current().ask(text, passes)


def programs() -> dict[str, list[Sample]]:
    """The parts of each file that the wheel can read."""
    found: dict[str, list[Sample]] = {}
    for path in sorted(path for group in GROUPS for path in (FOLDER / group).rglob("*.mlir")):
        held = [sample for sample in samples_of(path) if not NOT_IN_THE_WHEEL.search(sample.text)]
        if held:
            found[path.relative_to(FOLDER).as_posix()] = held
    return found


PROGRAMS = programs()
PARTS = [sample for parts in PROGRAMS.values() for sample in parts]
DRAWN = [sample for sample in PARTS if not re.search(r"scf\.(forall|parallel)", sample.text)]
"""Passes that canonicalize leave those two alone, where the wheel simplifies them."""
TTGIR = [sample for sample in DRAWN if not sample.name.startswith(f"{PREFIX}ttir/")]
TTIR = [sample for sample in DRAWN if not re.search(r"[#\"\s]ttn?g\.", sample.text)]


def in_the_wheel(instance: Pass) -> str | None:
    """A pass as the wheel spells it; ``None`` if it lacks the pass, or an option that is not at its default."""
    if instance.name not in COMPARED_PASSES:
        return None
    known = {name for name, _ in wheel_passes(default_version())[instance.name][2]}
    given: list[str] = []
    for info in type(instance).options():
        value = getattr(instance, info.field)
        if info.name in known:
            given.append(f"{info.name}={print_value(value)}")
        elif value != info.default:
            return None
    return instance.name + (f"{{{' '.join(given)}}}" if given else "")


def pipelines(sample: Sample) -> Iterator[str]:
    """The pipelines of the RUN lines that the wheel can run."""
    for text in sample.pipelines:
        nest = parse_pipeline(text)
        passes = [in_the_wheel(item) if isinstance(item, Pass) else None for item in nest.items]
        if nest.anchor == "builtin.module" and None not in passes:
            yield ",".join(name for name in passes if name)


def _may_also_answer(text: str, passes: str, wanted: str | None) -> bool:
    """Whether the wheel gives ``wanted`` in another attempt, for the pass whose results depend on addresses."""
    if "nvgpu-warp-specialization" not in passes:
        return False
    return any(_WHEELS.current().ask(text, passes).text == wanted for _ in range(_ATTEMPTS))


def differences(chosen: Sequence[tuple[Sample, str]]) -> list[str]:
    """Where the texts differ. Where either has no text there is nothing to compare: errors have their own tests."""
    found: list[str] = []
    for sample, passes in chosen:
        if (sample.name.removeprefix(PREFIX), passes) in DIFFERENT:
            continue
        wheel = answer(sample.text, passes)
        if wheel.text is None:
            continue
        ours = native_outcome(passes, sample.text)
        if ours.text != wheel.text and not _may_also_answer(sample.text, passes, ours.text):
            shown = f"python -m tests.parity.compare {passes!r} --diff --files {sample.name.partition('#')[0]}"
            found.append(f"{sample.name}: {passes}: {ours.errors or f'other text; {shown}'}")
    return found


@pytest.mark.parametrize("name", PROGRAMS)
def test_passes_of_the_run_lines(name: str) -> None:
    chosen = [(sample, passes) for sample in PROGRAMS[name] for passes in dict.fromkeys(pipelines(sample))]
    assert not differences(chosen)


@pytest.mark.parametrize("part", some(range(2), 2))
@pytest.mark.parametrize("name", slow_unless(COMPARED_PASSES, lambda name: name != "tritongpu-pipeline"))
def test_a_pass_on_programs_of_others(name: str, part: int) -> None:
    """One in 24 for each part, drawn by name: another program changes nothing for the others."""
    group, _, _ = wheel_passes(default_version())[name]
    held = DRAWN if group == "passes.common" else TTIR if group in ("passes.ttir", "passes.convert") else TTGIR
    drawn = [sample for sample in held if crc32(f"{name} {sample.name}".encode()) % 24 == 12 * part]
    assert not differences([(sample, name) for sample in drawn])


def test_the_wheel_accepts_most() -> None:
    """Otherwise nothing would be compared. One part in eight is asked about, without those that are invalid.

    The programs are written for Triton 3.6: newer wheels lack some of their operations, such as block pointers.
    """
    asked = [part for part in PARTS if "_invalid." not in part.name][::8]
    accepted = 0
    for sample in asked:
        chosen = [passes for passes in pipelines(sample) if (sample.name.removeprefix(PREFIX), passes) not in DIFFERENT]
        accepted += any(answer(sample.text, passes).text is not None for passes in chosen)
    assert len(PARTS) > 200
    least = len(asked) * 2 // 3 if default_version() == V3_6 else len(asked) // 3
    assert accepted > least
