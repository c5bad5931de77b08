"""Judges decide whether a program is bad, alone or compared with the program before the first pass."""

from __future__ import annotations

import math
import os
import shlex
import signal
import subprocess
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from xdsl.dialects.builtin import ModuleOp, NoneAttr
from xdsl.ir import Attribute, Operation

from xtriton.dialects.tt.types import PointerType
from xtriton.interp.generate import Argument, Inputs
from xtriton.interp.numbers.formats import FloatFormat
from xtriton.interp.outcome import Outcome
from xtriton.interp.proof import Proof, describe_inputs
from xtriton.interp.values import data_of
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError, error, file_location
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import PrintOptions, print_op
from xtriton.ir.verifier import verify
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass
from xtriton.triage.proof_instrument import without_overflow
from xtriton.triage.subject import Failure, Subject


class JudgeError(Exception):
    """A program that a judge cannot check. The message says what to do."""


class CommandError(JudgeError):
    """A command that cannot be run."""


class OutOfTimeError(JudgeError):
    """A judge has reached its deadline."""


class Judge(ABC):
    """Decides whether the result of some passes is bad."""

    deadline: float | None = None
    """On the clock ``time.monotonic``: a command that runs then is ended, and :class:`OutOfTimeError` is raised."""

    def accept(self, subject: Subject) -> None:
        """Raise ``DiagnosticError`` if the judge cannot judge the results of a pipeline, at the operation."""
        del subject

    @abstractmethod
    def start(self, original: ModuleOp, ctx: Context) -> None:
        """Set the program before the first pass. Raises :class:`JudgeError` if it cannot be judged."""

    @abstractmethod
    def failure(self, module: ModuleOp, passes: Sequence[Pass]) -> Failure | None:
        """Why the result of ``passes`` is bad, or None."""


@dataclass
class VerifyJudge(Judge):
    """The result must verify, and its text must round-trip."""

    _ctx: Context | None = None

    def start(self, original: ModuleOp, ctx: Context) -> None:
        self._ctx = ctx

    def failure(self, module: ModuleOp, passes: Sequence[Pass]) -> Failure | None:
        ctx = self._ctx or Context()
        try:
            verify(module, ctx)
            text = print_op(module)
            again = parse_module(text, "<printed>", ctx)
            verify(again, ctx)
        except DiagnosticError as failure:
            return Failure.of(failure)
        if print_op(again) != text:
            return Failure("roundtrip", "the printed module does not read back as the same module")
        return None


@dataclass
class InterpreterJudge(Judge):
    """The results must equal those of the original program in the interpreter, on generated inputs."""

    _original: ModuleOp | None = None
    _proofs: dict[bool, Proof] = field(default_factory=dict[bool, Proof])

    def start(self, original: ModuleOp, ctx: Context) -> None:
        self._original, self._proofs = original, {}
        proof = self._proof(overflow=True)
        left_out = dict(proof.left_out(original))
        if len(left_out) >= len(proof.records):
            reason = next(iter(left_out.values()), "it has no function")
            raise JudgeError(f"the interpreter cannot judge this program: {reason}; use --judge verify or --command")

    def _proof(self, *, overflow: bool) -> Proof:
        assert self._original is not None
        if overflow not in self._proofs:
            self._proofs[overflow] = Proof(self._original if overflow else without_overflow(self._original))
        return self._proofs[overflow]

    def failure(self, module: ModuleOp, passes: Sequence[Pass]) -> Failure | None:
        proof = self._proof(overflow=not any(instance.assumes_no_overflow for instance in passes))
        found = proof.compare(
            module,
            reassociated=any(instance.reassociates for instance in passes),
            speculated=any(instance.speculates for instance in passes),
        )
        if found is None:
            return None
        return Failure("different result", str(found), file_location(found.location))


_TOLERANCE = 2.0**-8
"""Relative: machine code has its own mathematical functions and contracts products with sums."""


@dataclass
class CpuJudge(Judge):
    """Machine code of the result must agree with the interpreter on the original program, on generated inputs.

    Results are TTIR, of kernels on pointers and numbers.
    """

    _cases: list[tuple[Inputs, Outcome, tuple[int, int, int]]] = field(
        default_factory=list["tuple[Inputs, Outcome, tuple[int, int, int]]"]
    )

    def accept(self, subject: Subject) -> None:
        """Reject pipelines whose result is TTGIR, which the CPU backend does not compile."""
        run = subject.run()
        found = _operation_of_ttgir(run.module)
        if found is None:
            return
        steps = next(
            count for count in range(len(run.steps) + 1) if _operation_of_ttgir(subject.run(count).module) is not None
        )
        problem, advice = "the program is TTGIR", "use --judge interp"
        if steps > 0:
            problem = f"pass {steps} of {len(run.steps)}, '{run.steps[steps - 1].instance.name}', makes TTGIR"
            advice = f"end the pipeline before it, or {advice}"
        raise error(found.location, f"{problem}, which the CPU cannot run: {advice}")

    def start(self, original: ModuleOp, ctx: Context) -> None:
        records = list(Proof(original).records.values())
        if len(records) != 1:
            raise JudgeError(f"the CPU judges programs with one kernel, not {len(records)}: use --judge interp")
        record = records[0]
        self._cases = [
            (inputs, outcome, inputs.grid or record.grid)
            for inputs, outcome in record.outcomes
            if outcome.error is None and all(map(_is_launchable, inputs.arguments))
        ]
        if not self._cases:
            reason = record.reason.diagnostic.message if record.reason else "no generated input can be launched"
            raise JudgeError(f"the CPU cannot judge this program: {reason}; use --judge interp or --command")

    def failure(self, module: ModuleOp, passes: Sequence[Pass]) -> Failure | None:
        from xtriton.compiler import compile

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "kernel.ttir"
            path.write_text(print_op(module), encoding="utf-8")
            try:
                kernel = compile(str(path), target="cpu", strict_fp=True)
            except (DiagnosticError, ValueError) as failure:
                return Failure("not compiled", f"the CPU cannot compile it: {str(failure).partition('error: ')[2]}")
        for inputs, outcome, grid in self._cases:
            values = [_launched(argument) for argument in inputs.arguments]
            kernel[grid](*values)
            for index, (stored, undefined) in outcome.memory.items():
                if (place := _different(inputs.arguments[index], values[index], stored, undefined)) is not None:
                    message = f"memory of argument #{index}{place} for {describe_inputs(inputs)}"
                    return Failure("different result", message)
        return None


def _operation_of_ttgir(module: ModuleOp | None) -> Operation | None:
    """The first operation of TTGIR, of its dialects or on tensors with layouts; one with a location, if there is."""
    found = [op for op in (operations_in(module) if module is not None else ()) if _is_of_ttgir(op)]
    return next((op for op in found if file_location(op.location) is not None), found[0] if found else None)


def _is_of_ttgir(op: Operation) -> bool:
    values = (*op.operands, *op.results)
    return op.name.startswith(("ttg.", "ttng.")) or any(_has_layout(value.type) for value in values)


def _has_layout(type_: Attribute) -> bool:
    return is_tensor_type(type_) and not isinstance(type_.encoding, NoneAttr)


def _is_launchable(argument: Argument) -> bool:
    if argument.buffer is not None:
        return isinstance(argument.type, PointerType) and argument.buffer.count > 0
    return np.size(data_of(argument.value)) == 1


def _launched(argument: Argument) -> Any:
    """The argument as a launch on the CPU takes it."""
    if argument.buffer is None:
        return data_of(argument.value).reshape(-1)[0].item()
    form = argument.buffer.form
    native = form.dtype if isinstance(form, FloatFormat) and form.native else form.storage
    return argument.buffer.stored.copy().view(native)


def _different(argument: Argument, found: Any, stored: Any, undefined: Any) -> str | None:
    """The first difference from the interpreter's memory, with both values; None if there is none."""
    assert argument.buffer is not None
    form = argument.buffer.form
    before, after = form.decode(stored.view(form.storage)), form.decode(found.view(form.storage))
    same = np.equal(before, after)
    if isinstance(form, FloatFormat):
        with np.errstate(all="ignore"):
            wide, other = before.astype(np.float64), after.astype(np.float64)
            scale = np.maximum(np.maximum(np.abs(wide), np.abs(other)), 1.0)
            same |= (np.isnan(wide) & np.isnan(other)) | (np.abs(wide - other) <= _TOLERANCE * scale)
    if undefined is not None:
        same |= undefined.reshape(-1, form.size).any(axis=1)
    wrong = np.flatnonzero(~same)
    if not wrong.size:
        return None
    at = int(wrong[0])
    return f", element [{at}] was {before[at].item()} and is {after[at].item()}"


@dataclass
class CommandJudge(Judge):
    """A program is bad if a command exits nonzero for it. ``{}`` in the command is the file, or it is appended."""

    command: str
    timeout: float = 600
    """Seconds; a command that takes longer is a failure of its own kind."""

    def start(self, original: ModuleOp, ctx: Context) -> None:
        try:
            words = shlex.split(self.command)
        except ValueError as failure:
            raise CommandError(f"--command '{self.command}': {failure}") from None
        if not words:
            raise CommandError("--command is empty: give a program that exits nonzero for bad files")

    def failure(self, module: ModuleOp, passes: Sequence[Pass]) -> Failure | None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "module.mlir"
            path.write_text(print_op(module, PrintOptions()), encoding="utf-8")
            words = [word.replace("{}", str(path)) for word in shlex.split(self.command)]
            if "{}" not in self.command:
                words.append(str(path))
            done = self._run(words)
        if done is None:
            return Failure("timeout", f"'{self.command}' took longer than {self.timeout:g} s")
        if done.returncode == 0:
            return None
        said = (done.stderr.strip() or done.stdout.strip()).partition("\n")[0].replace(str(path), "FILE")
        return Failure(f"exit status {done.returncode}", f"exit status {done.returncode}{f': {said}' if said else ''}")

    def _run(self, words: Sequence[str]) -> subprocess.CompletedProcess[str] | None:
        """Run the command; None if it takes longer than :attr:`timeout`. Its child processes end with it."""
        left = math.inf if self.deadline is None else max(self.deadline - time.monotonic(), 0)
        try:
            process = subprocess.Popen(
                words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
            )
        except OSError as failure:
            raise CommandError(f"--command '{self.command}' cannot be run: {failure.strerror}") from None
        try:
            out, err = process.communicate(timeout=min(self.timeout, left))
        except subprocess.TimeoutExpired:
            _end(process)
            if left <= self.timeout:
                raise OutOfTimeError(f"'{self.command}' was still running at the end of the time limit") from None
            return None
        except BaseException:
            _end(process)
            raise
        return subprocess.CompletedProcess(words, process.returncode, out, err)


def _end(process: subprocess.Popen[str]) -> None:
    """End a process, which leads a session, and the processes that it has started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.communicate()


JUDGES: Mapping[str, type[VerifyJudge] | type[InterpreterJudge] | type[CpuJudge]] = {
    "verify": VerifyJudge,
    "interp": InterpreterJudge,
    "cpu": CpuJudge,
}
"""Judges by their names on the command line; :class:`CommandJudge` takes a command."""
