"""The inputs that passes are compared on: every text between two passes of Triton's TTIR stage, for every kernel."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from parity.frontend import CAPABILITIES, Frontend
from parity.kernels import KERNELS
from parity.outcomes import wheel_outcome

from xtriton.pipelines import make_ttir_passes

BESIDE_THE_STAGE = (
    "sccp",
    "loop-invariant-code-motion",
    "triton-licm",
    "triton-loop-aware-cse",
    "convert-scf-to-cf",
)
"""Passes on TTIR that its stage does not contain."""


@dataclass(frozen=True)
class Case:
    """An input: the kernel it comes from, the pass it comes before in the stage (or ``end``), where, and the text."""

    kernel: str
    capability: int
    step: str
    text: str

    @property
    def name(self) -> str:
        return f"{self.kernel}-sm{self.capability}-{self.step}"


def judged_passes() -> tuple[str, ...]:
    """The names of all passes that are compared, those of the stage in their order first."""
    return tuple(dict.fromkeys([*make_ttir_passes(80), *BESIDE_THE_STAGE]))


def read_again(text: str) -> str:
    """``text`` once more through the wheel: blocks that a pass made have locations that custom syntax does not tell."""
    outcome = wheel_outcome("", text)
    assert outcome.text is not None, outcome.errors
    return outcome.text


@cache
def stage_text(kernel: str, capability: int) -> str:
    """The input of the TTIR stage."""
    return read_again(str(Frontend(KERNELS[kernel], capability).module()))


@cache
def stage_texts(kernel: str, capability: int) -> tuple[tuple[str, str], ...]:
    """The texts in the wheel's TTIR stage: the name of each pass with its input, and ``end`` with the result."""
    text = stage_text(kernel, capability)
    texts: list[tuple[str, str]] = []
    for position, name in enumerate(make_ttir_passes(capability)):
        texts.append((f"{position}-{name}", text))
        outcome = wheel_outcome(name, text)
        assert outcome.text is not None, (kernel, capability, name, outcome.errors)
        text = read_again(outcome.text)
    return (*texts, ("end", text))


def cases_of(kernel: str, capabilities: tuple[int, ...] = CAPABILITIES) -> Iterator[Case]:
    """The distinct texts of a kernel over all targets that can compile it, each once."""
    seen: set[str] = set()
    for capability in capabilities:
        if capability < KERNELS[kernel].minimum:
            continue
        for step, text in stage_texts(kernel, capability):
            if text not in seen:
                seen.add(text)
                yield Case(kernel, capability, step, text)
