"""What the functions of a module share while they are lowered: the arena, assertions, declarations."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import cast

from xdsl.dialects.builtin import AnyFloat, Float64Type, StringAttr, f32, f64
from xdsl.ir import Attribute, Operation

from xtriton.dialects.upstream.cf import AssertOp
from xtriton.ir.diagnostics import file_location

HEADER = 64
"""Bytes at the start of the arena; the first eight hold the number of an assertion that failed, or zero."""
GUARD_SLOT = 8
"""Where in the arena the number of a guard is that failed, or zero; the grid ends with that program."""
PROGRAM_SLOT = 16
"""Where in the arena the number of that program is."""
_LINE = 64


@dataclass(frozen=True)
class Options:
    """How a module is lowered: see the options of the pass."""

    noalias: bool
    stack: int
    vector_bits: int
    f16_conversions: bool


@dataclass
class ModuleState:
    """What is known of a module so far."""

    options: Options
    arena: int = HEADER
    stack: int = 0
    checks: list[str] = field(default_factory=list[str])
    texts: dict[str, str] = field(default_factory=dict[str, str])
    """What is printed, and the global variables with it."""
    library: dict[str, tuple[list[Attribute], Attribute]] = field(
        default_factory=dict[str, "tuple[list[Attribute], Attribute]"]
    )

    def place(self, size: int) -> int | None:
        """Where in the arena a buffer of so many bytes is, or ``None`` if it is on the stack."""
        size = -(-size // _LINE) * _LINE
        if self.stack + size <= self.options.stack:
            self.stack += size
            return None
        place, self.arena = self.arena, self.arena + size
        return place

    def new_text(self, text: str) -> str:
        """The name of a global variable with a text."""
        return self.texts.setdefault(text, f"__text_{len(self.texts)}")

    guarded: bool = False
    """Whether some assertions are guards, after which a program is to be run by other code."""

    def new_check(self, op: AssertOp) -> int:
        """The number of an assertion."""
        message = cast("StringAttr", op.msg).data
        where = file_location(op.location)
        place = "" if where is None else f"{where.filename.data}:{where.line.data}:{where.column.data}: "
        self.checks.append(f"{place}{message}")
        return len(self.checks)

    def need_library(self, op: Operation, name: str) -> None:
        """Note that an operation calls a function of C's library."""
        type_ = op.results[0].type
        wide = f64 if isinstance(type_, Float64Type) else f32
        if isinstance(type_, AnyFloat):
            full = name if wide == f64 else f"{name}f"
            self.library[full] = ([wide] * len(op.operands), wide)
