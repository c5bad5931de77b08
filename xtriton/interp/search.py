"""Runs a function on the inputs of seeds, and searches for inputs that meet goals not met by these.

The search is directed: a run on inputs that reach an operation with unmet goals tells which changes of the inputs may
meet them (:mod:`xtriton.interp.aims`), and those are tried. Its cost is bounded by that of the seeds, counted in
operations, so that the same function always gets the same inputs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from xdsl.ir import Operation

from xtriton.interp.aims import Change, Steering
from xtriton.interp.compiler import Program
from xtriton.interp.coverage import Coverage, Proposal
from xtriton.interp.errors import AssertionFailure, UnsupportedError, UnsupportedInputError
from xtriton.interp.generate import Demand, Inputs, reachable
from xtriton.interp.goals import Goal
from xtriton.interp.outcome import Grid, Outcome, run_changed, run_with_room
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.symbols import symbol_name

_SHARE = 0.4
"""The cost limit of the search, relative to that of the seeds."""
_LEAST_WORK = 600
"""Operations that the search may run even where the seeds are cheap."""
_EACH = 40
"""The fixed cost of a run, in operations."""
_PARENTS = 4
"""The number of seeds' inputs that changes are tried on."""

Run = tuple[Inputs, Outcome]


@dataclass
class Found:
    """Inputs with outcomes, and the goals that they do not cover. ``reason``: why not all seeds have one."""

    runs: list[Run] = field(default_factory=list[Run])
    reason: DiagnosticError | None = None
    uncovered: list[tuple[Operation, Goal]] = field(default_factory=list["tuple[Operation, Goal]"])


def explore(program: Program, function: Operation, grid: Grid, seeds: Iterable[int]) -> Found:
    """The outcomes of seeds, and of further inputs that meet additional goals."""
    coverage = program.coverage
    assert coverage is not None
    coverage.forget()
    found, demand = Found(), Demand.of(function)
    parents: list[tuple[int, int, Inputs]] = []
    spent = 0
    try:
        for seed in seeds:
            coverage.begin()
            try:
                inputs, outcome = run_with_room(program, function, grid, demand, seed)
            except UnsupportedInputError as failure:
                found.reason = failure
                continue
            found.runs.append((inputs, outcome))
            spent += outcome.work + _EACH
            if isinstance(outcome.error, AssertionFailure):
                coverage.keep()
            if outcome.error is None:
                coverage.keep()
                parents.append((-coverage.of_interest(), outcome.work, inputs))
        if not coverage.complete and parents:
            search = _Search(program, coverage, function, grid, demand, int(spent * _SHARE) + _LEAST_WORK)
            found.runs += search.run(parents)
    except UnsupportedError as failure:
        return Found([], failure)
    found.uncovered = coverage.uncovered(reachable(function))
    return found


@dataclass
class _Search:
    """The search for one function. ``left`` is the remaining budget of operations."""

    program: Program
    coverage: Coverage
    function: Operation
    grid: Grid
    demand: Demand
    left: int
    kept: list[Run] = field(default_factory=list[Run])

    def run(self, parents: list[tuple[int, int, Inputs]]) -> list[Run]:
        """Inputs that meet goals that the seeds' inputs do not."""
        ranked = sorted(range(len(parents)), key=lambda at: (parents[at][:2], at))
        for at in ranked[:_PARENTS]:
            self._from(parents[at][2])
        return self.kept

    def _from(self, parent: Inputs) -> None:
        """Search for changes of some inputs, and then of the changed inputs."""
        tried: set[tuple[Change, ...]] = {()}
        queue: list[tuple[Inputs, list[Proposal]]] = [(parent, [])]
        while queue and self.left > 0 and not self.coverage.complete:
            inputs, proposals = queue.pop(0)
            changes = _united(proposals)
            made, defined, fresh = self._attempt(inputs, changes)
            if not defined:
                if len(proposals) > 1:
                    half = len(proposals) // 2
                    queue[:0] = [(inputs, proposals[:half]), (inputs, proposals[half:])]
                continue
            next_inputs = made if fresh else inputs
            for group in _grouped(self.coverage.proposals):
                changes = _united(group)
                if changes not in tried:
                    tried.add(changes)
                    queue.append((next_inputs, group))

    def _attempt(self, inputs: Inputs, changes: Sequence[Change]) -> tuple[Inputs, bool, int]:
        """Run on changed inputs, kept if they meet new goals. Returns them, if they are defined, and how many goals."""
        function = self.program.functions.get(symbol_name(self.function) or "")
        slots = function.slots if function is not None else {}
        parameters = self.function.regions[0].blocks[0].args
        with_memory = [index for index, argument in enumerate(inputs.arguments) if argument.buffer is not None]
        steering = Steering({value: index for index, value in enumerate(parameters)}, with_memory, slots)
        self.coverage.begin(steering)
        try:
            made, outcome = run_changed(self.program, self.function, self.grid, self.demand, inputs, changes)
        except UnsupportedInputError:
            self.left -= _EACH
            return inputs, False, 0
        self.left -= outcome.work + _EACH
        if outcome.error is not None and not isinstance(outcome.error, AssertionFailure):
            return made, False, 0
        fresh = self.coverage.keep()
        if fresh and changes:
            self.kept.append((made, outcome))
        return made, outcome.error is None, fresh


def _united(proposals: Sequence[Proposal]) -> tuple[Change, ...]:
    return tuple({change[:2]: change for proposal in proposals for change in proposal}.values())


def _grouped(proposals: Sequence[Proposal]) -> list[list[Proposal]]:
    """Wishes that can be tried together: those for distinct elements of memory. Scalars are tried one by one."""
    groups: list[list[Proposal]] = []
    together: list[Proposal] = []
    taken: set[tuple[int, int | None]] = set()
    for proposal in proposals:
        places = {change[:2] for change in proposal}
        if any(element is None for _, element in places) or places & taken:
            groups.append([proposal])
        else:
            taken |= places
            together.append(proposal)
    return [together, *groups] if together else groups
