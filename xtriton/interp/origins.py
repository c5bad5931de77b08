"""The origin of poison: the operation that produced it, traced back from the use that fails.

No records are kept while a program runs. After a failure its frame still holds the values of all operations, and the
origin is the operation whose result is poison while no operand is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.ir import Operation, SSAValue

from xtriton.interfaces.region_branch import incoming_values
from xtriton.interp.errors import PoisonError
from xtriton.interp.frame import Frame
from xtriton.interp.values import Poisoned, Value
from xtriton.ir.creation import is_result
from xtriton.ir.diagnostics import note


def explain(failure: PoisonError, slots: Mapping[SSAValue, int]) -> None:
    """Add a note at the operation that produced the poison, if it can be found. ``slots`` are those of its function."""
    if failure.found is None:
        return
    maker = _maker(failure.op, *failure.found, slots)
    failure.explain(*[note(maker.location, f"the poison comes from this '{maker.name}'")] if maker else [])


def _maker(op: Operation, frame: Frame, value: Value, slots: Mapping[SSAValue, int]) -> Operation | None:
    known = [operand for operand in op.operands if operand in slots]
    same = [operand for operand in known if frame.values[slots[operand]] is value]
    at = next(iter(same or _poisoned(known, frame, slots)), None)
    seen: set[SSAValue] = set()
    while is_result(at) and at not in seen:
        seen.add(at)
        given = _poisoned([*at.op.operands, *(incoming_values(at) or ())], frame, slots)
        if not given:
            return at.op
        at = given[0]
    return None


def _poisoned(candidates: Sequence[SSAValue], frame: Frame, slots: Mapping[SSAValue, int]) -> list[SSAValue]:
    known = [value for value in candidates if value in slots]
    return [value for value in known if isinstance(frame.values[slots[value]], Poisoned)]
