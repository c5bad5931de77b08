"""Goals of differential testing: both sides of branches, comparisons on both sides and at equality, overflowing sums,
all pairs of booleans.

A :class:`Goal` states on which operands of an operation it is met, elementwise, and which operand values would meet it.
The table is by operation; others have no goals.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np
from xdsl.ir import Operation, SSAValue

from xtriton.dialects.upstream.arith.attributes import CmpIPredicate, IntegerOverflowFlagsAttr
from xtriton.dialects.upstream.constraints import dense_numbers
from xtriton.dialects.upstream.scf.branches import IndexSwitchOp
from xtriton.dialects.upstream.scf.loops import ForOp
from xtriton.interp.numbers import integers
from xtriton.interp.numbers.formats import Array, FloatFormat, FormatError, IntegerFormat, format_of
from xtriton.ir.creation import is_operation
from xtriton.ir.narrowing import int_value
from xtriton.ir.traits import shape_of

Number = Any
"""A Python ``int``, ``float`` or ``bool``: one element."""

Aim = Sequence[tuple[int, Number]]
"""Target numbers of operands, by index, to be reached together."""


Holds = Callable[[Array], Array] | Callable[[Array, Array], Array] | Callable[[Array, Array, Array], Array]
Aims = (
    Callable[[Number], Iterable[Aim]]
    | Callable[[Number, Number], Iterable[Aim]]
    | Callable[[Number, Number, Number], Iterable[Aim]]
)


@dataclass(frozen=True)
class Goal:
    """A behaviour that an operation should show at least once.

    ``holds`` takes the arrays of the watched operands and returns for which elements it is met; ``aims`` takes one
    element of each and yields ways to meet it, the most promising first.
    """

    name: str
    holds: Holds
    aims: Aims


@dataclass(frozen=True)
class Goals:
    """The goals of one operation, and the operands that they involve."""

    watched: tuple[SSAValue, ...]
    goals: tuple[Goal, ...]


def goals_of(op: Operation) -> Goals | None:
    """The goals of an operation, or None if it has none."""
    make = _TABLE.get(op.name)
    if make is None:
        return None
    try:
        found = make(op)
    except FormatError:
        return None
    return found if found is not None and found.goals else None


def _integer(value: SSAValue) -> IntegerFormat | None:
    form = format_of(value.type)
    return form if isinstance(form, IntegerFormat) else None


def _is_constant(value: SSAValue) -> bool:
    return is_operation(value.owner) and value.owner.name == "arith.constant"


def _truth(name_true: str, name_false: str) -> tuple[Goal, Goal]:
    return (
        Goal(name_true, lambda a: a, lambda a: [[(0, True)]]),
        Goal(name_false, lambda a: ~a, lambda a: [[(0, False)]]),
    )


def _condition(op: Operation) -> Goals | None:
    form = _integer(op.operands[0])
    if form is None or form.bits != 1 or _is_constant(op.operands[0]):
        return None
    return Goals((op.operands[0],), _truth("true", "false"))


def _mask(op: Operation) -> Goals | None:
    mask = getattr(op, "mask", None)
    return None if mask is None else Goals((mask,), _truth("a mask that is true", "a mask that is false"))


def _pairs() -> tuple[Goal, ...]:
    def goal(x: bool, y: bool) -> Goal:
        return Goal(
            f"{str(x).lower()} and {str(y).lower()}",
            lambda a, b: (a if x else ~a) & (b if y else ~b),
            lambda a, b: [[(0, x), (1, y)]],
        )

    return tuple(goal(x, y) for x in (False, True) for y in (False, True))


def _bitwise(op: Operation) -> Goals | None:
    form = _integer(op.operands[0])
    if form is None or form.bits != 1 or op.operands[0] is op.operands[1]:
        return None
    return Goals((op.operands[0], op.operands[1]), _pairs())


def _relations(form: IntegerFormat, *, unsigned: bool, both: bool) -> tuple[Goal, ...]:
    """Both sides and equality; ``both``: also numbers whose signed and unsigned orders differ."""

    def read(values: Array) -> Array:
        return form.as_unsigned(values) if unsigned else form.signed(values)

    def less(a: int, b: int) -> Iterable[Aim]:
        yield [(0, b - 1)]
        yield [(1, a + 1)]
        yield [(0, a - 1), (1, a)]

    def greater(a: int, b: int) -> Iterable[Aim]:
        yield [(0, b + 1)]
        yield [(1, a - 1)]
        yield [(0, a), (1, a - 1)]

    found = [
        Goal("less", lambda a, b: read(a) < read(b), less),
        Goal("equal", lambda a, b: a == b, lambda a, b: [[(0, b)], [(1, a)]]),
        Goal("greater", lambda a, b: read(a) > read(b), greater),
    ]
    if both:
        found.append(
            Goal(
                "numbers of different signs",
                lambda a, b: (a < 0) != (b < 0),
                lambda a, b: [[(0, -1 if b >= 0 else 1)], [(1, -1 if a >= 0 else 1)], [(0, form.minimum), (1, 1)]],
            )
        )
    return tuple(found)


def _compare_integers(op: Operation) -> Goals | None:
    form = _integer(op.operands[0])
    if form is None or op.operands[0] is op.operands[1]:
        return None
    watched = (op.operands[0], op.operands[1])
    if form.bits == 1:
        return Goals(watched, _pairs())
    name = next(
        predicate for predicate in CmpIPredicate if predicate.value == int_value(op.properties["predicate"])
    ).name.lower()
    relations = _relations(form, unsigned=name.startswith("u"), both=name not in ("eq", "ne"))
    return Goals(watched, relations)


def _extremum(op: Operation) -> Goals | None:
    form = _integer(op.operands[0])
    if form is None or form.bits == 1 or op.operands[0] is op.operands[1]:
        return None
    relations = _relations(form, unsigned=op.name.endswith("ui"), both=True)
    return Goals(
        (op.operands[0], op.operands[1]), tuple(relation for relation in relations if relation.name != "equal")
    )


_OVERFLOWS = {
    "arith.addi": integers.add_overflows,
    "arith.subi": integers.sub_overflows,
    "arith.muli": integers.multiply_overflows,
}


def _wrapping(op: Operation) -> Goals | None:
    form = _integer(op.operands[0])
    if form is None or form.bits == 1:
        return None
    overflows, name = _OVERFLOWS[op.name], op.name.removeprefix("arith.")
    compute = {"addi": np.add, "subi": np.subtract, "muli": np.multiply}[name]

    def wraps(*, signed: bool) -> Callable[[Array, Array], Array]:
        return lambda a, b: overflows(form, a, b, form.wrap(compute(a, b)), signed=signed)

    def aims(a: int, b: int) -> Iterable[Aim]:
        if name == "muli":
            factor = max(abs(a), abs(b), 2)
            yield [(0, form.maximum // max(abs(b), 2) + 1)]
            yield [(1, form.maximum // max(abs(a), 2) + 1)]
            yield [(0, form.maximum // factor + 1), (1, factor)]
        elif name == "addi":
            yield [(0, form.maximum - b + 1 if b > 0 else form.minimum - b - 1)] if b else [(0, form.maximum), (1, 1)]
            yield [(1, form.maximum - a + 1 if a > 0 else form.minimum - a - 1)] if a else [(0, 1), (1, form.maximum)]
        else:
            yield [(0, form.minimum + b - 1 if b > 0 else form.maximum + b + 1)] if b else [(0, form.minimum), (1, 1)]
            yield [(1, a - form.minimum + 1 if a >= 0 else a - form.maximum - 1)]

    def unsigned_aims(a: int, b: int) -> Iterable[Aim]:
        yield from (
            [[(0, 1), (1, 2)], [(1, a + 1)], [(0, b - 1)]]
            if name == "subi"
            else [[(0, -1)], [(1, -1)], [(0, -1), (1, 2)]]
        )

    flags = op.properties.get("overflowFlags")
    promised = flags if isinstance(flags, IntegerOverflowFlagsAttr) else ()
    found = (
        *(() if "nsw" in promised else (Goal("signed overflow", wraps(signed=True), aims),)),
        *(() if "nuw" in promised else (Goal("unsigned overflow", wraps(signed=False), unsigned_aims),)),
    )
    return Goals((op.operands[0], op.operands[1]), found)


def _shift(op: Operation) -> Goals | None:
    form = _integer(op.operands[0])
    if form is None:
        return None
    last = form.bits - 1
    amounts = (
        Goal("shift by zero", lambda a, b: b == 0, lambda a, b: [[(1, 0)]]),
        Goal("shift by all bits but one", lambda a, b: b == last, lambda a, b: [[(1, last)]]),
    )

    def moves(b: Array) -> Array:
        return (b > 0) & (b < form.bits)

    if op.name == "arith.shli":
        moved = Goal(
            "bits that are shifted out",
            lambda a, b: moves(b) & (_high_bits(form, a, b) != 0),
            lambda a, b: [[(0, -1)] if 0 < b < form.bits else [(0, -1), (1, 1)], [(1, last)]],
        )
    else:
        moved = Goal(
            "a negative number",
            lambda a, b: moves(b) & (a < 0),
            lambda a, b: [[(0, -1)] if 0 < b < form.bits else [(0, -1), (1, 1)], [(0, form.minimum), (1, 1)]],
        )
    return Goals((op.operands[0], op.operands[1]), (moved, *(() if _is_constant(op.operands[1]) else amounts)))


def _high_bits(form: IntegerFormat, a: Array, b: Array) -> Array:
    """The bits that ``a << b`` shifts out."""
    return form.as_unsigned(a) >> np.clip(form.bits - b, 0, form.bits - 1).astype(form.unsigned)


def _division(op: Operation) -> Goals | None:
    form = _integer(op.operands[0])
    if form is None or form.bits == 1:
        return None

    def inexact(a: Array, b: Array) -> Array:
        return np.remainder(a, np.where(b == 0, b.dtype.type(1), b)) != 0

    found = (
        Goal("a remainder", inexact, lambda a, b: [[(0, a + 1)], [(0, b + 1)], [(0, 7), (1, 2)]]),
        Goal("no remainder", lambda a, b: ~inexact(a, b), lambda a, b: [[(0, b)], [(0, 0)], [(1, a)]]),
        Goal(
            "a negative number with a remainder",
            lambda a, b: inexact(a, b) & (a < 0),
            lambda a, b: [[(0, -abs(b) - 1)], [(0, -7), (1, 2)], [(0, -1)]],
        ),
        Goal("a negative divisor", lambda a, b: b < 0, lambda a, b: [[(1, -2)], [(1, -abs(b))]]),
    )
    return Goals((op.operands[0], op.operands[1]), found[:3] if _is_constant(op.operands[1]) else found)


def _conversion(op: Operation) -> Goals | None:
    form = _integer(op.operands[0])
    if form is None or form.bits == 1:
        return None
    if op.name == "arith.trunci":
        target = _integer(op.results[0])
        assert target is not None
        lost = Goal(
            "bits that are cut off",
            lambda a: target.signed(target.wrap(a)) != a,
            lambda a: [[(0, a + (1 << target.bits))], [(0, 1 << target.bits)]],
        )
        return Goals((op.operands[0],), (lost,))
    return Goals((op.operands[0],), (Goal("a negative number", lambda a: a < 0, lambda a: [[(0, -1)], [(0, -a - 1)]]),))


def _compare_floats(op: Operation) -> Goals | None:
    if not isinstance(format_of(op.operands[0].type), FloatFormat) or op.operands[0] is op.operands[1]:
        return None
    relations = (
        Goal("less", lambda a, b: a < b, lambda a, b: [[(0, _below(b))], [(1, _above(a))], [(0, 1.0), (1, 2.0)]]),
        Goal("equal", lambda a, b: a == b, lambda a, b: [[(0, b)], [(1, a)], [(0, 1.0), (1, 1.0)]]),
        Goal("greater", lambda a, b: a > b, lambda a, b: [[(0, _above(b))], [(1, _below(a))], [(0, 2.0), (1, 1.0)]]),
        Goal("NaN on the left", lambda a, b: np.isnan(a), lambda a, b: [[(0, np.nan)]]),
        Goal("NaN on the right", lambda a, b: np.isnan(b), lambda a, b: [[(1, np.nan)]]),
    )
    return Goals((op.operands[0], op.operands[1]), relations)


def _below(number: float) -> float:
    return number - max(1.0, abs(number) / 4) if np.isfinite(number) else 0.0


def _above(number: float) -> float:
    return number + max(1.0, abs(number) / 4) if np.isfinite(number) else 0.0


def _float_extremum(op: Operation) -> Goals | None:
    found = _compare_floats(op)
    if found is None:
        return None
    zeros = Goal(
        "zeros of both signs",
        lambda a, b: (a == 0) & (b == 0) & (np.signbit(a) != np.signbit(b)),
        lambda a, b: [[(0, -0.0), (1, 0.0)]],
    )
    return Goals(found.watched, (*(goal for goal in found.goals if goal.name != "equal"), zeros))


_FEW = 64
"""Above this number of elements some are NaN, infinite and -0 at the seeds with such numbers."""

_KINDS: tuple[tuple[str, Callable[[Array], Array], float], ...] = (
    ("-0", lambda a: (a == 0) & np.signbit(a), -0.0),
    ("+0", lambda a: (a == 0) & ~np.signbit(a), 0.0),
    ("NaN", np.isnan, np.nan),
    ("infinity", np.isposinf, np.inf),
    ("-infinity", np.isneginf, -np.inf),
)


def _floats(op: Operation) -> Goals | None:
    """Each operand is of each kind once. For large tensors, and operations in regions, the seeds take care of it."""
    values = [value for value in dict.fromkeys(op.operands) if not _is_constant(value)]
    parent = op.parent_op()
    inside = parent is not None and parent.name in ("tt.reduce", "tt.scan", "tt.map_elementwise", "linalg.generic")
    if inside or prod(shape_of(op.results[0].type) or ()) > _FEW or not values:
        return None
    if not all(isinstance(format_of(value.type), FloatFormat) for value in values):
        return None

    def goal(place: int, name: str, holds: Callable[[Array], Array], number: float) -> Goal:
        aims: list[Aim] = [[(place, number)]]
        if len(values) == 1:
            return Goal(name, lambda a: holds(a), lambda a: aims)
        if len(values) == 2:
            return Goal(f"{name} at {place}", lambda a, b: holds((a, b)[place]), lambda a, b: aims)
        return Goal(f"{name} at {place}", lambda a, b, c: holds((a, b, c)[place]), lambda a, b, c: aims)

    goals = tuple(goal(place, *kind) for place in range(len(values)) for kind in _KINDS)
    return Goals(tuple(values), goals)


def _case(number: int) -> Goal:
    return Goal(f"case {number}", lambda a: a == number, lambda a: [[(0, number)]])


def _switch(op: Operation) -> Goals | None:
    assert isinstance(op, IndexSwitchOp)
    cases = [int(case_value) for case_value in dense_numbers(op.cases)]
    other = next(number for number in range(len(cases) + 1) if number not in cases)
    found = [_case(case) for case in cases]
    listed = np.array(cases)
    found.append(Goal("the default", lambda a: ~np.isin(a, listed), lambda a: [[(0, other)]]))
    return Goals((op.operands[0],), tuple(found))


def _loop(op: Operation) -> Goals | None:
    assert isinstance(op, ForOp)
    if all(_is_constant(value) for value in (op.lowerBound, op.upperBound, op.step)):
        return None

    def after(count: int) -> Callable[[Number, Number, Number], Iterable[Aim]]:
        return lambda low, high, by: [[(1, low + count * by)], [(0, high - count * by)]]

    found = (
        Goal("no iteration", lambda low, high, by: high <= low, after(0)),
        Goal("one iteration", lambda low, high, by: (high > low) & (high <= low + by), after(1)),
        Goal("several iterations", lambda low, high, by: high > low + by, after(2)),
    )
    return Goals((op.lowerBound, op.upperBound, op.step), found)


_Make = Callable[[Operation], Goals | None]

_TABLE: dict[str, _Make] = {
    **dict.fromkeys(("scf.if", "cf.cond_br", "scf.condition", "arith.select", "tt.assert", "cf.assert"), _condition),
    **dict.fromkeys(("tt.load", "tt.store", "tt.atomic_rmw"), _mask),
    **dict.fromkeys(("arith.andi", "arith.ori", "arith.xori"), _bitwise),
    "arith.cmpi": _compare_integers,
    **dict.fromkeys(("arith.maxsi", "arith.minsi", "arith.maxui", "arith.minui"), _extremum),
    **dict.fromkeys(_OVERFLOWS, _wrapping),
    **dict.fromkeys(("arith.shli", "arith.shrsi", "arith.shrui"), _shift),
    **dict.fromkeys(
        ("arith.divsi", "arith.remsi", "arith.divui", "arith.remui", "arith.ceildivsi", "arith.floordivsi"), _division
    ),
    **dict.fromkeys(("arith.extsi", "arith.extui", "arith.trunci", "arith.sitofp", "arith.uitofp"), _conversion),
    "arith.cmpf": _compare_floats,
    **dict.fromkeys(("arith.maximumf", "arith.minimumf", "arith.maxnumf", "arith.minnumf"), _float_extremum),
    **dict.fromkeys(("arith.addf", "arith.subf", "arith.mulf", "arith.divf", "arith.negf", "math.fma"), _floats),
    **dict.fromkeys(("arith.truncf", "tt.fp_to_fp", "math.absf", "tt.precise_divf"), _floats),
    "scf.index_switch": _switch,
    "scf.for": _loop,
}

BRANCHES = frozenset(("scf.if", "cf.cond_br", "scf.condition", "scf.index_switch", "scf.for"))
"""Operations whose goals are the paths of control flow."""
