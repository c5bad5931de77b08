"""The TTGIR stage: the input of each of its passes for each kernel, and the parity level of our pass on it."""

from __future__ import annotations

from functools import cache

from parity.cases import Case, read_again, stage_texts
from parity.frontend import CAPABILITIES, Frontend
from parity.kernels import KERNELS
from parity.levels import Level, judge
from parity.outcomes import native_outcome, wheel_outcome

from xtriton.pipelines import MakeTtgir, engine_of, make_ttgir_passes

STAGE = "make-ttgir"
"""The whole stage, in tables."""


@cache
def passes_of(kernel: str, capability: int) -> tuple[str, ...]:
    """The passes of the stage with their options, as Triton runs them on a kernel."""
    options = Frontend(KERNELS[kernel], capability).options
    return make_ttgir_passes(capability, options.num_warps, options.num_stages, options.num_ctas)


@cache
def steps_of(kernel: str, capability: int) -> tuple[tuple[str, Case], ...]:
    """Each pass of the stage, with its options, and what the wheel has there; only passes that are native."""
    (*_, (_, text)) = stage_texts(kernel, capability)
    steps: list[tuple[str, Case]] = []
    for position, passed in enumerate(passes_of(kernel, capability)):
        if engine_of(passed) == "native":
            steps.append((passed, Case(kernel, capability, f"{position}-{name_of(passed)}", text)))
        outcome = wheel_outcome(passed, text)
        assert outcome.text is not None, (kernel, capability, passed, outcome.errors)
        text = read_again(outcome.text)
    return tuple(steps)


def name_of(passed: str) -> str:
    """The name of a pass without its options."""
    return passed.partition("{")[0]


@cache
def ttgir_levels(kernel: str) -> dict[str, dict[str, Level]]:
    """How alike each native pass of the stage is on what the stage gives it: the pass, then the case."""
    found: dict[str, dict[str, Level]] = {}
    seen: set[tuple[str, str]] = set()
    for capability in _capabilities(kernel):
        for passed, case in steps_of(kernel, capability):
            if (passed, case.text) in seen:
                continue
            seen.add((passed, case.text))
            level = judge(wheel_outcome(passed, case.text), native_outcome(passed, case.text))
            found.setdefault(name_of(passed), {})[case.name] = level
    return found


@cache
def ttgir_stage_levels(kernel: str) -> dict[str, Level]:
    """How alike the whole stage is, with only those passes run by the wheel that are not native."""
    levels: dict[str, Level] = {}
    for capability in _capabilities(kernel):
        (*_, (_, text)) = stage_texts(kernel, capability)
        options = Frontend(KERNELS[kernel], capability).options
        stage = MakeTtgir(f"cuda:{capability}", options.num_warps, options.num_stages, options.num_ctas)
        wheel = wheel_outcome(",".join(passes_of(kernel, capability)), text)
        levels[f"{kernel}-sm{capability}"] = judge(wheel, native_outcome(",".join(stage.passes()), text))
    return levels


def ttgir_passes() -> tuple[str, ...]:
    """The names of all native passes of the stage for any target that is compared, in their order."""
    listed = (name_of(passed) for capability in CAPABILITIES for passed in make_ttgir_passes(capability))
    return tuple(name for name in dict.fromkeys(listed) if engine_of(name) == "native")


def _capabilities(kernel: str) -> list[int]:
    return [capability for capability in CAPABILITIES if capability >= KERNELS[kernel].minimum]
