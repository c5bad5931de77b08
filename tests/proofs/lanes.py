"""Evaluation of a block of IR on many inputs at once, by the interpreter: each input is a lane.

Undefined behaviour (a divisor of zero or poison) is a mask of lanes, poison a mask for each result.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Block

from xtriton.interp.compiler import Program, Scope
from xtriton.interp.frame import Frame
from xtriton.interp.machine import Run
from xtriton.interp.memory import Memory
from xtriton.interp.numbers.formats import Array, FloatFormat, IntegerFormat, format_of, from_bits
from xtriton.interp.values import Poisoned, Value, data_of, full, poison_of
from xtriton.ir.traits import shape_of

DIVISIONS = frozenset(
    f"arith.{name}" for name in ("divsi", "divui", "remsi", "remui", "ceildivsi", "ceildivui", "floordivsi")
)
"""The operations that are undefined if their second operand is zero or poison."""

_EMPTY = ModuleOp([])


@dataclass(frozen=True)
class Computed:
    """The results of a block in each lane: where its behaviour is undefined, and each result with its poison."""

    undefined: Array
    results: tuple[tuple[Array, Array], ...]


def evaluate(block: Block, arguments: Sequence[Value], lanes: int) -> Computed:
    """Run the operations of ``block``, which have no regions, on arguments whose first axis is the lane."""
    scope = Scope(Program(_EMPTY, strict=True, speculative=True))
    slots = scope.slots_of(block.args)
    frame = Frame(Run((lanes, 1, 1), Memory(), True), np.arange(lanes), [None] * 256)
    for slot, argument in zip(slots, arguments, strict=True):
        frame.values[slot] = argument
    undefined = np.zeros(lanes, np.bool_)
    last = block.last_op
    assert last is not None
    with np.errstate(all="ignore"):
        for op in block.ops:
            if op is last:
                break
            if op.name in DIVISIONS:
                divisor = frame.values[scope.slot(op.operands[1])]
                wrong = (data_of(divisor) == 0) | poison_of(divisor)
                undefined = undefined | wrong.reshape(wrong.shape[0], -1).any(axis=1)
            scope.step(op)(frame)
    results: list[tuple[Array, Array]] = []
    for operand in last.operands:
        value = frame.values[scope.slot(operand)]
        shape = shape_of(operand.type) or ()
        data = full(data_of(value), shape, lanes)
        results.append((data, np.broadcast_to(poison_of(value), data.shape)))
    return Computed(undefined, tuple(results))


Equality = Callable[[Array, Array], Array]


def same(a: Array, b: Array) -> Array:
    """Whether numbers are equal: zeros have signs, and any NaN is equal to any other."""
    if a.dtype.kind != "f":
        return a == b
    return np.where(np.isnan(a), np.isnan(b), (a == b) & (np.signbit(a) == np.signbit(b)))


def nearly(a: Array, b: Array) -> Array:
    """Whether numbers are equal, or near each other as the results of two good mathematical libraries are."""
    error = 2.0**-20 if a.dtype == np.float32 else 2.0**-48
    return same(a, b) | (np.abs(a - b) <= np.abs(a) * error)


def differences(before: Computed, after: Computed, equal: Equality = same) -> Array:
    """The lanes in which ``after`` does something that ``before`` does not allow."""
    bad = after.undefined.copy()
    with np.errstate(all="ignore"):
        for (old, old_poison), (new, new_poison) in zip(before.results, after.results, strict=True):
            wrong = ~old_poison & (new_poison | ~equal(old, new))
            bad |= wrong.reshape(wrong.shape[0], -1).any(axis=1)
    return bad & ~before.undefined


# Inputs


@cache
def every_value(type_: Attribute) -> Array:
    """All numbers of a scalar type of at most 16 bits."""
    form = format_of(type_)
    assert form.bits <= 16, f"{type_} has too many values"
    return from_bits(form, np.arange(1 << form.bits, dtype=form.storage))


@cache
def special_values(type_: Attribute) -> Array:
    """Numbers at the edges of a scalar type: for floating point zeros, ones, subnormals, infinities, several NaN."""
    form = format_of(type_)
    if isinstance(form, IntegerFormat):
        numbers = [number & ((1 << form.bits) - 1) for number in edge_integers(form.bits)]
        return from_bits(form, np.array(numbers, np.uint64).astype(form.storage))
    assert isinstance(form, FloatFormat)
    if form.bits <= 8:
        return every_value(type_)
    mantissa = (1 << form.mantissa) - 1
    top, one = ((1 << form.exponent) - 1) << form.mantissa, form.bias << form.mantissa
    codes = [0, 1, 2, mantissa, mantissa + 1, mantissa + 2, one - 1, one, one + 1, one + mantissa // 3, top - 1]
    codes += [one + (2 << form.mantissa), one + (7 << form.mantissa) + 1, top - (1 << form.mantissa) // 2]
    codes += [top, top | 1, top | (mantissa + 1) // 2, top | mantissa, one - (1 << form.mantissa)]
    codes += [code | 1 << (form.bits - 1) for code in codes]
    return from_bits(form, np.array(codes, np.uint64).astype(form.storage))


def edge_integers(bits: int) -> list[int]:
    """Unsigned numbers at the edges of integers of a width, powers of two, and some in between."""
    full_, half = (1 << bits) - 1, 1 << (bits - 1)
    found = [0, 1, 2, 3, 5, 7, 10, bits - 1, bits, bits + 1, half - 1, half, half + 1, full_, full_ - 1, full_ - 4]
    found += [1 << (bits // 2), (1 << (bits // 2)) - 1, full_ // 3, full_ - full_ // 3, 1 << max(bits - 2, 0)]
    found += [half - 2, half // 2 + 1, 0x9E3779B97F4A7C15 & full_]
    return list(dict.fromkeys(number & full_ for number in found))


@cache
def rounding_edges(type_: Attribute) -> Array:
    """Integers around which conversions to floating point change how they round: near each power of two."""
    form = format_of(type_)
    found: set[int] = set(edge_integers(form.bits))
    powers = [1 << shift for shift in range(form.bits)]
    for power in powers:
        for fraction in (*(power >> step for step in (0, 2, 3, 4, 7, 8, 10, 11, 12, 23, 24, 25, 52, 53)), 0):
            for offset in (-1, 0, 1):
                found.add(power + fraction + offset)
                found.add(-(power + fraction + offset))
    numbers = sorted({bits & ((1 << form.bits) - 1) for bits in found})
    return from_bits(form, np.array(numbers, np.uint64).astype(form.storage))


def with_poison(values: Array) -> Poisoned:
    """The numbers, and behind them one that is poison."""
    data = np.concatenate([values, values[:1]])
    poison = np.zeros(len(data), np.bool_)
    poison[-1] = True
    return Poisoned(data, poison)


def all_combinations(domains: Sequence[Value]) -> tuple[list[Value], int]:
    """Arguments in lanes, so that each combination of a number from each domain is in one lane; and how many."""
    counts = [len(data_of(domain)) for domain in domains]
    total = int(np.prod(counts, dtype=np.int64)) if counts else 1
    indices = np.unravel_index(np.arange(total), counts) if counts else ()
    arguments: list[Value] = []
    for domain, index in zip(domains, indices, strict=True):
        if isinstance(domain, Poisoned):
            arguments.append(Poisoned(domain.data[index], domain.poison[index]))
        else:
            arguments.append(domain[index])
    return arguments, total
