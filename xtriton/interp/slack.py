"""How much two programs that sum in different orders may differ, element by element, on given inputs.

Each program is run a few more times with its sums moved by possible rounding errors
(:mod:`xtriton.interp.perturbation`); the resulting change of a result bounds the other program's deviation, with some
margin.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xtriton.interp.compiler import Program
from xtriton.interp.generate import Inputs
from xtriton.interp.numbers.formats import Array, FloatFormat, Format
from xtriton.interp.outcome import Grid, Outcome, run
from xtriton.interp.perturbation import Perturbation

_RUNS = 2
_ROOM = 4.0
"""Two runs show a typical error of sums at random, not the largest."""


class Slack:
    """Runs programs with perturbed sums. ``modules`` are the original and the changed one."""

    def __init__(self, modules: Sequence[ModuleOp], *, speculative: bool) -> None:
        self._programs = [
            [
                Program(module, strict=True, opaque=True, speculative=speculative, perturbation=Perturbation(seed))
                for seed in range(_RUNS)
            ]
            for module in modules
        ]

    def runs(self, which: int, grid: Grid, inputs: Inputs, within: Outcome, function: str) -> list[Outcome]:
        """The outcomes of a function of a module with perturbed sums; those without error."""
        found: list[Outcome] = []
        for program in self._programs[which]:
            op = program.symbols.get(function)
            if isinstance(op, Operation):
                found.append(run(program, op, grid, inputs, within=within))
        return [outcome for outcome in found if outcome.error is None]


def first_beyond(
    form: Format | None,
    before: Array,
    after: Array,
    moved_before: Iterable[Array],
    moved_after: Iterable[Array],
    ignored: Array,
) -> tuple[int, float] | None:
    """The first element at which two arrays differ by more than perturbed sums explain, and the allowed difference.

    Elements that are ``ignored`` or not finite, or non-float elements that differ between the runs, may be anything.
    """
    if not isinstance(form, FloatFormat):
        sure = np.ones(before.shape, np.bool_)
        for base, moved in ((before, moved_before), (after, moved_after)):
            for run_ in moved:
                sure &= np.equal(base, run_)
        wrong = sure & ~np.equal(before, after) & ~ignored
        return (int(np.flatnonzero(wrong)[0]), 0.0) if wrong.any() else None
    with np.errstate(all="ignore"):
        spread = [np.zeros(before.shape), np.zeros(before.shape)]
        for number, (base, moved) in enumerate(((before, moved_before), (after, moved_after))):
            for run_ in moved:
                spread[number] = np.maximum(spread[number], np.abs(run_.astype(np.float64) - base.astype(np.float64)))
        total = _ROOM * (spread[0] + spread[1])
        _, exponent = np.frexp(np.maximum(np.abs(before), np.abs(after)).astype(np.float64))
        step = np.ldexp(1.0, np.maximum(exponent - 1, form.least_exponent) - form.mantissa)
        # Any dependence on a sum may round to either neighbour.
        allowed = np.where(total > 0, total + step, 0.0)
        apart = np.abs(before.astype(np.float64) - after.astype(np.float64))
        wrong = np.isfinite(allowed) & np.isfinite(apart) & (apart > allowed)
        wrong |= np.isfinite(before) & np.isfinite(spread[0]) & ~np.isfinite(after)
    wrong &= ~ignored
    if not wrong.any():
        return None
    at = int(np.flatnonzero(wrong)[0])
    return at, float(allowed.reshape(-1)[at])
