"""The inputs of Triton's passes for warp specialization for each kernel."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from parity.cases import read_again
from parity.frontend import Frontend
from parity.kernels.hopper_specialized import HOPPER_SPECIALIZED
from parity.outcomes import Outcome, native_outcome, wheel_outcome

from xtriton.pipelines import make_ttgir_passes, make_ttir_passes
from xtriton.versions import OLDEST, V3_6, V3_7, V3_9, ByVersion, by_version, default_version

CAPABILITY = 100
PASSES = ("tritongpu-automatic-warp-specialization", "tritongpu-optimize-partition-warps")
"""The passes of the stage that change only kernels with warp specialization."""


NESTED_PASSES = ("nvws-insert-tmem-aref", "nvws-assign-stage-phase", "nvws-lower-aref", "nvws-lower-warp-group")
"""The passes within ``tritongpu-automatic-warp-specialization`` that the wheel also has on their own."""
_BEFORE = {
    "nvws-insert-tmem-aref": (
        "tritongpu-normalize-ws-while-loops",
        "tritongpu-partition-scheduling",
        "nvws-hoist-tmem-store",
        "nvws-insert-aref",
    ),
    "nvws-assign-stage-phase": ("nvws-insert-tmem-aref", "sccp", "cse"),
    "nvws-lower-aref": (),
    "nvws-lower-warp-group": ("nvws-lower-aref", "tritongpu-partition-loops"),
}
"""Passes that run natively between these, whether the wheel has them or not; those of this version."""
_SINCE = {"tritongpu-normalize-ws-while-loops": V3_9, "nvws-hoist-tmem-store": V3_7}
_WITHOUT_OUTPUTS = "needs the attribute 'ttg.partition.outputs'"
_FAILS: ByVersion[Mapping[str, str]] = by_version(
    {
        V3_6: {
            "persistent_False_False": _WITHOUT_OUTPUTS,
            "persistent_False_True": _WITHOUT_OUTPUTS,
            **dict.fromkeys(
                ("effects_count", "effects_add", "effects_update", "effects_store"),
                "needs the attribute 'ttg.partition'",
            ),
        },
        V3_7: {},
    }
)
FAILS_IN_WHEEL = _FAILS.at(default_version())
"""Kernels on which the wheel aborts, and errors instead: what is in the warp-specialized loop has no partitions."""


def taken_from(inputs: dict[str, str], names: tuple[str, ...]) -> dict[str, str]:
    """The inputs of some passes only, by the passes with their options."""
    return {passed: text for passed, text in inputs.items() if passed.partition("{")[0] in names}


@cache
def nested_inputs_of(name: str) -> dict[str, str]:
    """The input of each of the nested passes, up to a warp group with results, which has no syntax."""
    (text,) = taken_from(inputs_of(name), PASSES[:1]).values()
    found: dict[str, str] = {}
    for passed in NESTED_PASSES:
        for before in _BEFORE[passed]:
            if default_version() < _SINCE.get(before, OLDEST):
                continue
            outcome = native_outcome(before, text)
            if "'scf.yield' op does not have expected attribute ttg.partition" in "".join(outcome.errors):
                return found  # the text has no place for the attributes of an empty yield, which 3.8 and 3.9 require
            result = outcome.text
            assert result is not None, before
            again = wheel_outcome("", result).text
            if again is None:
                assert "= nvws.warp_group" in result
                return found
            text = again
        found[passed] = text
    return found


@cache
def inputs_of(name: str, capability: int = CAPABILITY) -> dict[str, str]:
    """The input of each pass in the wheel's TTIR and TTGIR stages, by the pass with its options."""
    frontend = Frontend(HOPPER_SPECIALIZED[name], capability)
    options = frontend.options
    stage = make_ttgir_passes(capability, options.num_warps, options.num_stages, options.num_ctas)
    text = read_again(str(frontend.module()))
    found: dict[str, str] = {}
    for passed in (*make_ttir_passes(capability), *stage):
        found.setdefault(passed, text)
        outcome = wheel_outcome(passed, text)
        if outcome.text is None:
            break
        text = read_again(outcome.text)
    return found


def ttir_of(name: str) -> str:
    """The wheel's TTIR of a kernel."""
    (text,) = taken_from(inputs_of(name), ("convert-triton-to-tritongpu",)).values()
    return text


HOPPER = 90
HOPPER_PASS = "nvgpu-warp-specialization"


@cache
def hopper_input_of(name: str) -> tuple[str, str]:
    """Hopper's pass with its options, and what it is given for a kernel."""
    ((passed, text),) = taken_from(inputs_of(name, HOPPER), (HOPPER_PASS,)).items()
    return passed, text


def hopper_outcomes_of(name: str, wanted: str | None, attempts: int) -> list[Outcome]:
    """The wheel's result for a kernel in at most so many attempts, up to the first whose text is ``wanted``.

    Its pass visits groups of channels in the order of their addresses, so that results differ between attempts.
    """
    passed, text = hopper_input_of(name)
    outcomes: list[Outcome] = []
    while len(outcomes) < attempts and (not outcomes or outcomes[-1].text != wanted):
        outcomes.append(wheel_outcome.__wrapped__(passed, text))
    return outcomes
