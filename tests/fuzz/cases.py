"""A case by its number: a sample, how it is changed, and the pipelines to run.

The same seed and number give the same case.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from random import Random

from fuzz.calls import call_api
from fuzz.checks import Finding, check_text_form, read, run_pipeline, time_limit, watched, words
from fuzz.material import Sample, one_function, sample_ring, sample_ring_with_pipelines
from fuzz.operations import mutate_module
from fuzz.pipelines import mutate_pipeline, random_pipeline, stages
from fuzz.tokens import mutate_text
from parity.branches import random_branches
from parity.control_flow import random_control_flow
from parity.expressions import random_module
from xdsl.dialects.builtin import ModuleOp

from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.printer import print_op
from xtriton.ir.verifier import verify

ATTEMPTS = 5
"""How many mutants of a sample are made until one is valid."""
PIPELINES_OF_A_MUTANT = 3
"""How many pipelines run on a mutant that is valid."""
BROKEN_PIPELINES = 0.1
"""The share of pipelines whose text is mutated."""


@dataclass(frozen=True)
class Found:
    """A finding with the input that shows it."""

    number: int
    kind: str
    signature: str
    detail: str
    text: str
    pipeline: str
    allow_unregistered: bool


@dataclass
class Counts:
    """Counters of a run."""

    mutants: int = 0
    accepted: int = 0
    pipelines: int = 0
    options: int = 0
    """Pipelines with options of passes."""
    broken: int = 0
    """Texts of pipelines with a mutation, most of which are rejected."""
    calls: int = 0
    """Calls of the Python API."""
    compared: int = 0

    def add(self, other: Counts) -> None:
        """Add up."""
        for counter in fields(self):
            setattr(self, counter.name, getattr(self, counter.name) + getattr(other, counter.name))


@dataclass
class Case:
    """One mutant. ``run`` examines it; :attr:`text` is kept for the comparison with the wheel."""

    seed: int
    number: int

    def __post_init__(self) -> None:
        self.random = Random(f"{self.seed}/{self.number}")
        self.sample = self._sample()
        self.context = Context(allow_unregistered=self.random.random() < 0.3)
        self.text = self.sample.text
        self.pipeline = ""
        self.module: ModuleOp | None = None
        self.accepted = False

    def _sample(self) -> Sample:
        chance = self.random.random()
        if chance < 0.04:
            maker = self.random.choice((_expressions, _control_flow, _branches))
            return Sample("random", maker(self.random.randrange(1 << 30)), ())
        chosen = (sample_ring_with_pipelines() if chance < 0.4 else sample_ring()).choose(self.random)
        if chance > 0.85:
            chosen = _staged(chosen, self.random.randrange(len(stages())), self.random.randrange(8))
        if self.random.random() < 0.75:
            chosen = Sample(chosen.name, one_function(chosen.text, self.random), chosen.pipelines)
        return chosen

    def run(self, counts: Counts) -> list[Found]:
        """Examine mutants of the sample until one is valid, and that with random pipelines. Returns the findings."""
        for _ in range(ATTEMPTS):
            counts.mutants += 1
            try:
                module, printed = self._mutant()
                break
            except DiagnosticError:
                continue
            except Finding as finding:
                return [self._found(finding)]
        else:
            return []
        counts.accepted += 1
        self.accepted = True
        known = {printed}
        found: list[Found] = []
        for _ in range(PIPELINES_OF_A_MUTANT):
            self.pipeline = random_pipeline(self.sample, self.random)
            counts.pipelines += 1
            counts.options += "=" in self.pipeline
            if self.random.random() < BROKEN_PIPELINES:
                counts.broken += 1
                self.pipeline = mutate_pipeline(self.pipeline, self.random)
            try:
                run_pipeline(module, self.pipeline, self.context, time_limit(self.text), known)
            except Finding as finding:
                found.append(self._found(finding))
        self.pipeline = ""
        counts.calls += 1
        try:
            call_api(module, self.context, self.random, self.text)
        except Finding as finding:
            found.append(self._found(finding))
        return found

    def _mutant(self) -> tuple[ModuleOp, str]:
        """A mutant and its printed form. Raises ``DiagnosticError`` if it is not valid."""
        self.text = self.sample.text
        if self.random.random() < 0.6:
            # Mostly a single change: two are seldom valid together.
            self.text = mutate_text(self.text, self.random, self.random.choice((1, 1, 1, 2, 3)))
            module = read(self.text, self.context)
            return module, check_text_form(module, self.context, "read", time_limit(self.text))
        module = self._read_sample().clone()
        with watched("mutate", 10):
            mutate_module(module, self.random, self.random.choice((1, 1, 2, 3)))
        try:
            with watched("verify", time_limit(self.text)):
                verify(module, self.context)
        finally:  # what is not valid can be printed, too, if not read again
            with watched("print", time_limit(self.text)):
                self.text = print_op(module)
        # Not ``module``: properties that have their default value may be missing in it.
        return module, check_text_form(self._read_back(), self.context, "verify", time_limit(self.text))

    def _read_sample(self) -> ModuleOp:
        """The module of the sample, read once. Raises ``DiagnosticError`` if it is not valid."""
        if self.module is None:
            self.module = read(self.text, self.context)
        return self.module

    def _read_back(self) -> ModuleOp:
        try:
            return read(self.text, self.context)
        except DiagnosticError as failure:
            message = failure.diagnostic.message
            raise Finding("print", f"verify: not readable: {words(message)}", f"{message}\n{self.text}") from failure

    def _found(self, finding: Finding) -> Found:
        unregistered = self.context.allow_unregistered
        return Found(
            self.number, finding.kind, finding.signature, finding.detail, self.text, self.pipeline, unregistered
        )


def _expressions(seed: int) -> str:
    return random_module(seed, functions=2, steps=12)


def _control_flow(seed: int) -> str:
    return random_control_flow(seed, functions=2)


def _branches(seed: int) -> str:
    return random_branches(seed, functions=3)


@cache
def _staged(sample: Sample, stage: int, steps: int) -> Sample:
    """``sample`` after some passes of a stage, or as it is if they fail."""
    context = Context()
    passes = stages()[stage][: 1 + steps]
    try:
        text = run_pipeline(read(sample.text, context), ",".join(passes), context, 2 * time_limit(sample.text))
    except (DiagnosticError, Finding):
        return sample
    return (
        sample
        if text is None or len(text) > 20_000
        else Sample(f"{sample.name}+{stage}.{steps}", text, sample.pipelines)
    )
