"""Reproducers: files with a program and the pipeline that it fails with, in MLIR's format."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

from xdsl.ir import Operation

from xtriton.cli.arguments import Arguments
from xtriton.cli.sources import InputError, PathError, write_output
from xtriton.ir.printer import PrintOptions, print_op
from xtriton.ir.walk import top_of
from xtriton.passes.base import Pass
from xtriton.passes.manager import Instrument
from xtriton.passes.options import print_options
from xtriton.passes.pipeline_text import Nest, parse_pipeline

_METADATA = re.compile(r"\{-#.*?\bmlir_reproducer\b(.*?)#-\}", re.DOTALL)
_PIPELINE = re.compile(r'\bpipeline\s*:\s*"((?:[^"\\]|\\.)*)"')
_FULL = PrintOptions(debuginfo=False)


def reproducer_text(program: str, pipeline: str, *, verify_each: bool) -> str:
    """The text of a reproducer."""
    escaped = pipeline.replace("\\", "\\\\").replace('"', '\\"')
    each = str(verify_each).lower()
    return (
        f"{program}\n{{-#\n  external_resources: {{\n    mlir_reproducer: {{\n"
        f'      pipeline: "{escaped}",\n      disable_threading: true,\n      verify_each: {each}\n    }}\n  }}\n#-}}\n'
    )


def read_reproducer(text: str, name: str) -> tuple[Nest, bool]:
    """The pipeline of a reproducer, and whether to verify after each pass.

    Raises ``InputError`` for a file that is not one, ``PipelineError`` for a pipeline that cannot be run.
    """
    found = _METADATA.search(text)
    pipeline = _PIPELINE.search(found[1]) if found is not None else None
    if found is None or pipeline is None:
        raise InputError(f"{name}:1:1: error: --run-reproducer: the file has no pipeline (mlir_reproducer)")
    each = re.search(r"\bverify_each\s*:\s*(true|false)", found[1])
    written = re.sub(r"\\(.)", r"\1", pipeline[1])
    return parse_pipeline(written), each is None or each[1] == "true"


@dataclass
class CrashReproducer(Instrument):
    """Keeps the program before the first pass, and before the pass that runs, and writes it where a pass fails."""

    arguments: Arguments
    pipeline: Nest
    program: str
    _before: list[str] = field(default_factory=list[str])
    failed: tuple[Pass, str] | None = None
    """The pass that failed, and the operation that it ran on."""

    def before(self, instance: Pass, op: Operation) -> None:
        if self.arguments.local_reproducer:
            self._before.append(print_op(top_of(op), _FULL))

    def after(self, instance: Pass, op: Operation, *, failed: bool) -> None:
        before = self._before.pop() if self.arguments.local_reproducer else ""
        if not failed:
            return
        self.failed = instance, op.name
        path = self.arguments.crash_reproducer
        if path is None:
            return
        program, pipeline = self.program, str(self.pipeline)
        if self.arguments.local_reproducer:
            text = instance.name + print_options(instance)
            nested = text if op.parent_op() is None else f"{op.name}({text})"
            program, pipeline = before, f"builtin.module({nested})"
        self.write(path, program, pipeline)

    def write(self, path: str, program: str, pipeline: str) -> None:
        """Write a reproducer. Raises ``InputError`` if the file cannot be written."""
        try:
            Path(path).parent.mkdir(parents=True, exist_ok=True)
        except OSError as failure:
            raise PathError(f"error: cannot open output file '{path}': {failure.strerror}") from None
        write_output(path, reproducer_text(program, pipeline, verify_each=self.arguments.verify_each))
