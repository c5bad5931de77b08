"""Timing records of a compilation: stages and passes."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from xdsl.ir import Operation

from xtriton.compiler.result import PassRecord
from xtriton.ir.printer import PrintOptions, print_op
from xtriton.passes.base import Pass
from xtriton.passes.libtriton import LibTriton
from xtriton.passes.manager import Instrument

Progress = Callable[[str], None]
"""Called with the name of each stage as it begins."""

_T = TypeVar("_T")


class Observer(Protocol):
    """Receives the IR after each pass of a compilation."""

    def passed(self, record: PassRecord, text: str) -> None:
        """Called after each pass of the TTIR and TTGIR stages with the module, locations included."""
        ...

    def dumped(self, stage: str, text: str) -> None:
        """Called after a stage that the wheel runs as a whole, with its output under ``MLIR_ENABLE_DUMP=1``."""
        ...


@dataclass
class Timer:
    """Measures the stages of a compilation."""

    progress: Progress | None
    after_stage: Callable[[], None] | None = None
    """Called after each stage; its time is not counted."""
    milliseconds: dict[str, float] = field(default_factory=dict[str, float])

    def measure(self, stage: str, work: Callable[[], _T]) -> _T:
        """Run ``work`` and return its result; its time is added to a stage."""
        if self.progress is not None:
            self.progress(stage)
        start = time.perf_counter()
        result = work()
        self.milliseconds[stage] = round((time.perf_counter() - start) * 1000, 3)
        if self.after_stage is not None:
            self.after_stage()
        return result


@dataclass
class Recorder(Instrument):
    """Records the engine and the time of each pass of a stage."""

    stage: str
    records: list[PassRecord]
    observer: Observer | None = None
    _start: float = 0.0

    def before(self, instance: Pass, op: Operation) -> None:
        self._start = time.perf_counter()

    def after(self, instance: Pass, op: Operation, *, failed: bool) -> None:
        taken = round((time.perf_counter() - self._start) * 1000, 3)
        engine, name = ("libtriton", instance.passes) if isinstance(instance, LibTriton) else ("xtriton", instance.name)
        self.records.append(PassRecord(self.stage, name, engine, taken))
        if self.observer is not None and not failed:
            self.observer.passed(self.records[-1], print_op(op, _OBSERVED))


_OBSERVED = PrintOptions(debuginfo=True, use_nameloc_as_prefix=True)


def plain(value: Any) -> Any:
    """A constant as JSON: numbers, strings and lists as such, everything else by name."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]  # pyright: ignore[reportUnknownVariableType]
    return str(value)
