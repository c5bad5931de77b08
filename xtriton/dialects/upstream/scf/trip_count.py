"""How often a counting loop runs, where constants tell it (MLIR's ``constantTripCount``)."""

from __future__ import annotations

from xdsl.ir import Attribute, SSAValue

from xtriton.dialects.upstream.arith.attributes import IntegerOverflowFlagsAttr
from xtriton.dialects.upstream.arith.constant import constant_values
from xtriton.dialects.upstream.arith.integer import AddIOp
from xtriton.ir.narrowing import is_integer_type
from xtriton.versions import V3_7, V3_8, V3_9, active_version, before, since

INDEX_BITS = 64
"""The width of constants of type ``index``."""

_STANDSTILL_NEVER_RUNS = before(V3_7)
"""Loops with a step of zero or less never run; later versions know nothing of them, unless the bounds are equal."""

_DISTANCE_WRAPS = before(V3_8)
"""The distance of signed constants wraps around in their width; a negative one counts as none at all."""

_STEP_TO_ITSELF_RUNS_ONCE = since(V3_9)
"""A loop from the constant 0 up to its own step runs once, whatever the step is."""


def constant_trip_count(lower: SSAValue, upper: SSAValue, step: SSAValue, *, unsigned: bool) -> int | None:
    """How often a loop from ``lower`` up to ``upper`` runs; ``None`` if that is not known."""
    if lower is upper:
        return 0
    stride = signed_constant(step)
    if stride is not None and stride <= 0 and active_version() in _STANDSTILL_NEVER_RUNS:
        return 0
    if stride == 0:
        return None
    if (
        upper is step
        and signed_constant(lower) == 0
        and stride is None
        and active_version() in _STEP_TO_ITSELF_RUNS_ONCE
    ):
        return 1
    distance = _constant_distance(lower, upper, unsigned=unsigned)
    if distance is None or distance <= 0:
        return None if distance is None else 0
    return None if stride is None or stride < 0 else -(-distance // stride)


def signed_constant(value: SSAValue) -> int | None:
    """The constant that ``value`` is, as a signed number."""
    constant = constant_values(value)
    return None if constant is None else constant[0]


def constant_bound(value: SSAValue, *, unsigned: bool) -> int | None:
    """A constant bound as a loop takes it: not negative if the loop compares unsigned numbers."""
    number = signed_constant(value)
    return number % (1 << _width(value.type)) if unsigned and number is not None else number


def _width(type_: Attribute) -> int:
    return type_.width.data if is_integer_type(type_) else INDEX_BITS


def _constant_distance(lower: SSAValue, upper: SSAValue, *, unsigned: bool) -> int | None:
    """``upper - lower``, if it is known: of constants, and of ``lower + c`` if that does not overflow by its flags."""
    first, last = constant_bound(lower, unsigned=unsigned), constant_bound(upper, unsigned=unsigned)
    if first is not None and last is not None:
        overflows = not unsigned and last - first >= 1 << (_width(lower.type) - 1)
        return 0 if overflows and active_version() in _DISTANCE_WRAPS else last - first
    total = upper.owner
    if first is not None or not isinstance(total, AddIOp) or total.lhs is not lower:
        return None
    flags = total.overflowFlags
    promise = "nuw" if unsigned else "nsw"
    if not isinstance(flags, IntegerOverflowFlagsAttr) or promise not in flags:
        return None
    return signed_constant(total.rhs)
