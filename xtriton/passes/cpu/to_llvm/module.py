"""State shared by the functions of a module during lowering: the arena, assertions, declarations."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from xdsl.dialects.builtin import Float64Type, StringAttr, f32, f64
from xdsl.ir import Attribute, Operation

from xtriton.dialects.upstream.cf import AssertOp
from xtriton.ir.diagnostics import file_location
from xtriton.ir.narrowing import is_float_type
from xtriton.passes.cpu.entry_point import HEADER, VALUES_MARK

_LINE = 64


@dataclass(frozen=True)
class Options:
    """Lowering options: see the options of the pass."""

    noalias: bool
    stack: int
    f16_conversions: bool


@dataclass
class ModuleState:
    """State collected while a module is lowered."""

    options: Options
    widths: Mapping[Operation, int]
    """The preferred vector width of each function in bits; 0 leaves the choice to LLVM."""
    inlined: frozenset[Operation] = frozenset()
    """Kernels that are inlined in the loop over the programs."""
    arena: int = HEADER
    stack: int = 0
    checks: list[str] = field(default_factory=list[str])
    texts: dict[str, str] = field(default_factory=dict[str, str])
    """Printed strings, and the global variables that hold them."""
    library: dict[str, tuple[list[Attribute], Attribute]] = field(
        default_factory=dict[str, "tuple[list[Attribute], Attribute]"]
    )

    def place(self, size: int) -> int | None:
        """The arena offset of a buffer of ``size`` bytes, or ``None`` if it is on the stack."""
        size = -(-size // _LINE) * _LINE
        if self.stack + size <= self.options.stack:
            self.stack += size
            return None
        place, self.arena = self.arena, self.arena + size
        return place

    def new_text(self, text: str) -> str:
        """The name of a global variable that holds a string."""
        return self.texts.setdefault(text, f"__text_{len(self.texts)}")

    guarded: bool = False
    """Whether some assertions are guards; after a guard fails the program is run by the fallback code."""

    def new_check(self, op: AssertOp, compared: Sequence[Attribute] = ()) -> int:
        """Number an assertion. ``compared`` are the types of the two numbers that it compares, if they are known."""
        message = cast("StringAttr", op.msg).data
        where = file_location(op.location)
        place = "" if where is None else f"{where.filename.data}:{where.line.data}:{where.column.data}: "
        types = f"{VALUES_MARK}{','.join(map(str, compared))}" if compared else ""
        self.checks.append(f"{place}{message}{types}")
        return len(self.checks)

    def need_library(self, op: Operation, name: str) -> None:
        """Record that an operation calls a C library function."""
        type_ = op.results[0].type
        wide = f64 if isinstance(type_, Float64Type) else f32
        if is_float_type(type_):
            full = name if wide == f64 else f"{name}f"
            self.library[full] = ([wide] * len(op.operands), wide)
