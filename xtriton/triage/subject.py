"""The program and pipeline under test, and runs of prefixes of the pipeline."""

from __future__ import annotations

import re
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace

from xdsl.dialects.builtin import FileLineColLoc, ModuleOp
from xdsl.ir import Operation

from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError, file_location
from xtriton.ir.parser import parse_module
from xtriton.ir.verifier import verify
from xtriton.passes.base import Pass
from xtriton.passes.libtriton import LibTriton
from xtriton.passes.manager import Instrument, PassManager
from xtriton.passes.options import print_options
from xtriton.passes.pipeline_text import MODULE, Nest, parse_pipeline, split_pipeline
from xtriton.rewriting.actions import Actions, observed
from xtriton.versions import TritonVersion, active_version, use_version


@dataclass(frozen=True)
class Failure:
    """Why a program is bad. Failures of the same ``kind`` count as the same one; ``message`` is one line."""

    kind: str
    message: str
    location: FileLineColLoc | None = None

    @staticmethod
    def of(reason: Exception) -> Failure:
        """The failure that an exception of a pass, the parser or the verifier is."""
        if isinstance(reason, DiagnosticError):
            first = reason.diagnostic
            return Failure(kind_of(first.message), first.message, file_location(first.location))
        text = f"{type(reason).__name__}: {' '.join(str(reason).split())}"
        return Failure(kind_of(text), f"internal error: {text}")


def kind_of(message: str) -> str:
    """A message without numbers and quoted names, which change as the program shrinks."""
    return re.sub(r"-?\b(0x)?\d+(\.\d+)?(e[+-]?\d+)?|'[^']*'", "_", message.partition("\n")[0])[:120]


@dataclass(frozen=True)
class Step:
    """One execution of a pass: the pass, the operation's name, and which execution of that pass it is, from 1."""

    instance: Pass
    anchor: str
    occurrence: int

    @property
    def name(self) -> str:
        """The name of the pass; of a pass of the wheel its name there."""
        return _name_of(self.instance)


def _name_of(instance: Pass) -> str:
    return instance.passes.partition("{")[0].strip() if isinstance(instance, LibTriton) else instance.name


@dataclass
class Run:
    """The outcome of a run: the module or the failure, the passes that ran, and the actions of the last pass."""

    module: ModuleOp | None
    failure: Failure | None
    steps: list[Step]
    actions: Actions


_NOTHING = Nest(MODULE, ())


@dataclass(frozen=True)
class Subject:
    """A program and its pipeline. ``finish`` are passes that run after each part of it, before the result is judged."""

    text: str
    name: str
    pipeline: Nest
    finish: Nest = _NOTHING
    triton: TritonVersion | None = None
    allow_unregistered: bool = False

    @staticmethod
    def of(text: str, name: str, pipeline: str, finish: str = "", triton: TritonVersion | None = None) -> Subject:
        """A subject with pipelines as text. Raises ``PipelineError``.

        Passes of the wheel that a pipeline runs together are separated, so that one of them can be found.
        """
        with use_version(triton or active_version()):
            first, last = (_separated(parse_pipeline(passes)) if passes else _NOTHING for passes in (pipeline, finish))
        return Subject(text, name, first, last, triton)

    def context(self) -> Context:
        """A new context for the program."""
        return Context(allow_unregistered=self.allow_unregistered, triton=self.triton)

    def parse(self) -> ModuleOp:
        """The program before the first pass. Raises ``DiagnosticError``."""
        ctx = self.context()
        module = parse_module(self.text, self.name, ctx)
        verify(module, ctx)
        return module

    def with_text(self, text: str) -> Subject:
        """The same pipeline on another program."""
        return replace(self, text=text)

    def run(self, steps: int | None = None, actions: int | None = None) -> Run:
        """Run the first ``steps`` passes, or all; of the last of them at most so many ``actions``; then ``finish``.

        Raises ``DiagnosticError`` if the program itself is not valid.
        """
        module = self.parse()
        ctx = self.context()
        stepper = _Stepper(steps, actions)
        try:
            with observed(None):
                PassManager(ctx, instruments=[stepper]).run(self.pipeline, module)
            PassManager(ctx).run(self.finish, module)
        except Exception as failure:  # any exception of a pass is the failure to bisect
            return Run(None, Failure.of(failure), stepper.steps, stepper.actions)
        return Run(module, None, stepper.steps, stepper.actions)

    def prefix(self, steps: int | None = None) -> str:
        """The text of the first passes, with the options that differ from their defaults; of all if one is nested."""
        passes = [item for item in self.pipeline.items if isinstance(item, Pass)]
        if len(passes) < len(self.pipeline.items):
            return str(self.pipeline)
        return ",".join(instance.name + print_options(instance, defaults=False) for instance in passes[:steps])


def _separated(nest: Nest) -> Nest:
    """A pipeline in which each pass of the wheel runs alone."""
    items: list[Pass | Nest] = []
    for item in nest.items:
        if isinstance(item, Nest):
            items.append(_separated(item))
        elif isinstance(item, LibTriton):
            items += [LibTriton(text.strip()) for text in split_pipeline(item.passes)]
        else:
            items.append(item)
    return Nest(nest.anchor, tuple(items))


class _Stepper(Instrument):
    """Runs the first passes of a pipeline, the last of them with a limit of actions."""

    def __init__(self, limit: int | None, actions: int | None) -> None:
        self.steps: list[Step] = []
        self.actions = Actions()
        self._limit = limit
        self._most_actions = actions
        self._scopes: list[AbstractContextManager[None]] = []

    def should_run(self, instance: Pass, op: Operation) -> bool:
        if self._limit is not None and len(self.steps) >= self._limit:
            return False
        before = sum(step.name == _name_of(instance) for step in self.steps)
        self.steps.append(Step(instance, op.name, before + 1))
        return True

    def before(self, instance: Pass, op: Operation) -> None:
        is_last = self._limit is not None and len(self.steps) == self._limit
        self.actions = Actions(self._most_actions if is_last else None)
        scope = observed(self.actions)
        scope.__enter__()
        self._scopes.append(scope)

    def after(self, instance: Pass, op: Operation, *, failed: bool) -> None:
        self._scopes.pop().__exit__(None, None, None)
