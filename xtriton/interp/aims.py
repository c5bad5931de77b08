"""From a target number of a value to changes of the inputs: operations are inverted, one after the other.

``x + 3`` becomes 10 if ``x`` becomes 7; a loaded value becomes 7 if the memory holds 7; arguments are set directly. The
other operands have their values in the current run. Where an operation cannot be inverted, or loses the information
needed, there is no answer; answers may be wrong, since the changed values may have other uses.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import isfinite, isnan
from typing import Any, NamedTuple

import numpy as np
from xdsl.ir import Attribute, Block, BlockArgument, Operation, OpResult, SSAValue

from xtriton.dialects.upstream.arith.attributes import CmpFPredicate, CmpIPredicate
from xtriton.dialects.upstream.scf.branches import IfOp
from xtriton.dialects.upstream.scf.loops import ForOp
from xtriton.interp.frame import Frame
from xtriton.interp.numbers.formats import (
    Array,
    FloatFormat,
    Format,
    FormatError,
    IntegerFormat,
    PointerFormat,
    format_of,
)
from xtriton.interp.segments import SPACING_BITS
from xtriton.interp.values import is_array, is_composite, poison_of
from xtriton.ir.creation import is_block_argument, is_result
from xtriton.ir.narrowing import int_list, int_value
from xtriton.ir.traits import shape_of

Number = Any
Element = tuple[int, ...]
"""The lane and the indices of an element."""


class Change(NamedTuple):
    """A new number for an argument: a scalar (``element`` is None), or one element of its tensor or memory."""

    argument: int
    element: int | None
    value: Number


_DEPTH = 40
_MOST_INVERSIONS = 40
"""How many operations one search may invert: where both operands lead to arguments, they double at each step."""


@dataclass
class Steering:
    """The arguments of the running function: the index of each value, and which of them are pointers, in order."""

    arguments: Mapping[SSAValue, int]
    with_memory: Sequence[int]
    slots: Mapping[SSAValue, int]

    def together(
        self, frame: Frame, element: Element, targets: Sequence[tuple[SSAValue, Number]]
    ) -> list[Change] | None:
        """Changes that set several values, at one element, to their targets. None if one of them has no solution."""
        found: dict[tuple[int, int | None], Change] = {}
        inversion = _Inversion(self, frame)
        for value, target in targets:
            changes = inversion.solve(value, element, target)
            if changes is None:
                return None
            for change in changes:
                if found.setdefault(change[:2], change) != change:
                    return None
        return list(found.values())


@dataclass
class _Inversion:
    """A search for changes in one frame."""

    steering: Steering
    frame: Frame
    depth: int = 0
    left: int = _MOST_INVERSIONS

    def number(self, value: SSAValue, element: Element) -> Number | None:
        """An element of a value in this run; None if unavailable or poison."""
        slot = self.steering.slots.get(value)
        held = None if slot is None or slot >= len(self.frame.values) else self.frame.values[slot]
        if held is None or is_composite(held):
            return None
        data = held if is_array(held) else held.data
        at = _within(data, element)
        poison = poison_of(held)
        if poison.any() and poison[_within(poison, element)]:
            return None
        return data[at].item()

    def solve(self, value: SSAValue, element: Element, target: Number) -> list[Change] | None:
        """Changes that make an element of a value equal to a number."""
        rank = len(shape_of(value.type) or ())
        element = element[: rank + 1]
        self.left -= 1
        if len(element) != rank + 1 or self.depth > _DEPTH or self.left < 0:
            return None
        target = _converted(value, target)
        if target is None:
            return None
        current = self.number(value, element)
        if current is not None and (current == target or (_is_nan(current) and _is_nan(target))):
            return []
        self.depth += 1
        try:
            if is_block_argument(value):
                return self._of_block(value, element, current, target)
            assert is_result(value)
            invert = _INVERSES.get(value.op.name)
            return None if invert is None else invert(self, value.op, value, element, target)
        finally:
            self.depth -= 1

    def either(self, *aims: tuple[SSAValue, Element, Number]) -> list[Change] | None:
        """The first of several alternatives that works."""
        for value, element, target in aims:
            if target is not None and (found := self.solve(value, element, target)):
                return found
        return None

    def _of_block(self, value: BlockArgument, element: Element, current: Number, target: Number) -> list[Change] | None:
        index = self.steering.arguments.get(value)
        if index is not None:
            shape = shape_of(value.type)
            return [Change(index, None if shape is None else int(np.ravel_multi_index(element[1:], shape)), target)]
        loop = value.block.parent_op()
        init = loop.tied_init(value) if isinstance(loop, ForOp) else None
        if init is not None and current is not None:
            # The increments of a carried value stay the same if its initial value is shifted.
            start = self.number(init, element)
            return None if start is None else self.solve(init, element, _moved(start, current, target))
        return None


def _moved(start: Number, current: Number, target: Number) -> Number | None:
    if isinstance(start, bool):
        return target
    if isinstance(start, float) and not all(map(isfinite, (start, current, target))):
        return target
    return start + (target - current)


def _is_nan(number: Number) -> bool:
    return isinstance(number, float) and isnan(number)


def _within(array: Array, element: Element) -> Element:
    return tuple(at if extent > 1 else 0 for at, extent in zip(element[: array.ndim], array.shape, strict=True))


@lru_cache(512)
def _form(type_: Attribute) -> Format | None:
    try:
        return format_of(type_)
    except FormatError:
        return None


def _converted(value: SSAValue, target: Number) -> Number | None:
    """The target as a number of the value's type; integers wrap."""
    form = _form(value.type)
    if form is None or isinstance(form, PointerFormat):
        return None
    if isinstance(form, FloatFormat):
        return float(target)
    assert isinstance(form, IntegerFormat)
    if form.bits == 1:
        return bool(int(target) & 1)
    if isinstance(target, float):
        if not isfinite(target):
            return None
        target = int(target)
    half = 1 << (form.bits - 1)
    return (int(target) + half) % (2 * half) - half


_Invert = Callable[[_Inversion, Operation, OpResult, Element, Number], "list[Change] | None"]
_INVERSES: dict[str, _Invert] = {}


def _inverse(*names: str) -> Callable[[_Invert], _Invert]:
    def register(function: _Invert) -> _Invert:
        _INVERSES.update(dict.fromkeys(names, function))
        return function

    return register


_Of = Callable[[Number, Number], "Number | None"]


def _quotient(target: Number, factor: Number) -> Number | None:
    if not factor:
        return None
    return target / factor if isinstance(target, float) else -(-target // factor)


_BINARY: dict[str, tuple[_Of, _Of]] = {
    "arith.addi": (lambda t, b: t - b, lambda t, a: t - a),
    "arith.addf": (lambda t, b: t - b, lambda t, a: t - a),
    "arith.subi": (lambda t, b: t + b, lambda t, a: a - t),
    "arith.subf": (lambda t, b: t + b, lambda t, a: a - t),
    "arith.muli": (_quotient, _quotient),
    "arith.mulf": (_quotient, _quotient),
    "arith.divf": (lambda t, b: t * b, lambda t, a: a / t if t else None),
    "arith.divsi": (lambda t, b: t * b, lambda t, a: a // t if t else None),
    "arith.divui": (lambda t, b: t * b, lambda t, a: a // t if t else None),
    "arith.ceildivsi": (lambda t, b: t * b, lambda t, a: None),
    "arith.remsi": (lambda t, b: t, lambda t, a: None),
    "arith.remui": (lambda t, b: t, lambda t, a: None),
    "arith.shli": (lambda t, b: t >> b if b >= 0 else None, lambda t, a: None),
    "arith.shrsi": (lambda t, b: t << min(b, 64) if b >= 0 else None, lambda t, a: None),
    "arith.shrui": (lambda t, b: t << min(b, 64) if b >= 0 else None, lambda t, a: None),
    "arith.xori": (lambda t, b: t ^ b, lambda t, a: t ^ a),
    **dict.fromkeys(("arith.maxsi", "arith.minsi", "arith.maxui", "arith.minui"), (lambda t, b: t, lambda t, a: t)),
    **dict.fromkeys(("arith.maxnumf", "arith.minnumf"), (lambda t, b: t, lambda t, a: t)),
    **dict.fromkeys(("arith.maximumf", "arith.minimumf"), (lambda t, b: t, lambda t, a: t)),
}
"""The left operand for which the result is ``t``, given the right one; and the right one, given the left."""


@_inverse(*_BINARY)
def _binary(at: _Inversion, op: Operation, result: OpResult, element: Element, target: Number) -> list[Change] | None:
    left, right = op.operands[0], op.operands[1]
    if left is right:
        return None
    of_left, of_right = _BINARY[op.name]
    a, b = at.number(left, element), at.number(right, element)
    if isinstance(target, float) and not isfinite(target):
        return at.either((left, element, target), (right, element, target))
    ways: list[tuple[SSAValue, Element, Number]] = []
    if b is not None:
        ways.append((left, element, of_left(target, b)))
    if a is not None:
        ways.append((right, element, of_right(target, a)))
    return at.either(*ways)


@_inverse("arith.andi", "arith.ori")
def _and_or(at: _Inversion, op: Operation, result: OpResult, element: Element, target: Number) -> list[Change] | None:
    left, right = op.operands[0], op.operands[1]
    is_and = op.name == "arith.andi"
    if isinstance(target, bool):
        if target is is_and:
            first, second = at.solve(left, element, target), at.solve(right, element, target)
            return None if first is None or second is None else _joined(first, second)
        return at.either((left, element, target), (right, element, target))
    a, b = at.number(left, element), at.number(right, element)
    ways: list[tuple[SSAValue, Element, Number]] = []
    for value, own, mask in ((left, a, b), (right, b, a)):
        if own is not None and mask is not None:
            ways.append((value, element, (own & ~mask) | target if is_and else (own & mask) | target))
    return at.either(*ways)


def _joined(first: list[Change], second: list[Change]) -> list[Change] | None:
    both = {change[:2]: change for change in first}
    if any(both.setdefault(change[:2], change) != change for change in second):
        return None
    return list(both.values())


_UNARY: dict[str, Callable[[Number], Number]] = {
    **dict.fromkeys(("arith.extsi", "arith.extui", "arith.trunci", "arith.index_cast", "arith.extf"), lambda t: t),
    **dict.fromkeys(("arith.truncf", "tt.fp_to_fp", "arith.sitofp", "arith.uitofp", "arith.index_castui"), lambda t: t),
    **dict.fromkeys(("arith.fptosi", "arith.fptoui", "math.absf", "math.absi", "math.floor", "math.ceil"), lambda t: t),
    "arith.negf": lambda t: -t,
    "math.sqrt": lambda t: t * t,
    "math.exp": lambda t: float(np.log(t)) if t > 0 else None,
    "math.exp2": lambda t: float(np.log2(t)) if t > 0 else None,
    "math.log": lambda t: float(np.exp(t)),
    "math.log2": lambda t: float(np.exp2(t)),
    "ttg.convert_layout": lambda t: t,
}


@_inverse(*_UNARY)
def _unary(at: _Inversion, op: Operation, result: OpResult, element: Element, target: Number) -> list[Change] | None:
    return at.either((op.operands[0], element, _UNARY[op.name](target)))


_ORDER = {"eq": (0,), "ne": (-1, 1), "lt": (-1,), "le": (0, -1), "gt": (1,), "ge": (0, 1)}
"""By how much the left operand may differ from the right one to satisfy a predicate."""
_NEGATED = {"eq": "ne", "ne": "eq", "lt": "ge", "le": "gt", "gt": "le", "ge": "lt"}


@_inverse("arith.cmpi")
def _compare(at: _Inversion, op: Operation, result: OpResult, element: Element, target: Number) -> list[Change] | None:
    name = next(
        predicate for predicate in CmpIPredicate if predicate.value == int_value(op.properties["predicate"])
    ).name.lower()
    return _related(at, op, element, name if name in ("eq", "ne") else name[1:], target)


@_inverse("arith.cmpf")
def _compare_floats(
    at: _Inversion, op: Operation, result: OpResult, element: Element, target: Number
) -> list[Change] | None:
    name = next(
        predicate for predicate in CmpFPredicate if predicate.value == int_value(op.properties["predicate"])
    ).name.lower()
    if name in ("true", "false", "always_true", "always_false", "ord", "uno"):
        wants_nan = (name == "uno") == target
        return at.either(*((value, element, np.nan if wants_nan else 1.0) for value in op.operands[:2]))
    return _related(at, op, element, name[1:], target)


def _related(at: _Inversion, op: Operation, element: Element, name: str, target: bool) -> list[Change] | None:
    left, right = op.operands[0], op.operands[1]
    a, b = at.number(left, element), at.number(right, element)
    if a is None or b is None or left is right:
        return None
    ways: list[tuple[SSAValue, Element, Number]] = []
    for by in _ORDER[name if target else _NEGATED[name]]:
        ways += (
            [(left, element, b + by), (right, element, a - by)] if not isinstance(a, bool) else [(left, element, not a)]
        )
    return at.either(*ways)


@_inverse("arith.select")
def _select(at: _Inversion, op: Operation, result: OpResult, element: Element, target: Number) -> list[Change] | None:
    condition, yes, no = op.operands
    place = element if shape_of(condition.type) is not None else element[:1]
    chosen = at.number(condition, place)
    if chosen is None:
        return None
    found = at.either((yes if chosen else no, element, target))
    if found is None and at.number(no if chosen else yes, element) == target:
        return at.either((condition, place, not chosen))
    return found


@_inverse("tt.splat", "tt.unsplat")
def _splat(at: _Inversion, op: Operation, result: OpResult, element: Element, target: Number) -> list[Change] | None:
    inner = shape_of(op.operands[0].type) or ()
    return at.solve(op.operands[0], (element[0], *(0 for _ in inner)), target)


@_inverse("tt.broadcast")
def _broadcast(
    at: _Inversion, op: Operation, result: OpResult, element: Element, target: Number
) -> list[Change] | None:
    shape = shape_of(op.operands[0].type) or ()
    inner = [at_ if extent > 1 else 0 for at_, extent in zip(element[1:], shape, strict=True)]
    return at.solve(op.operands[0], (element[0], *inner), target)


@_inverse("tt.expand_dims", "tt.reshape")
def _reshape(at: _Inversion, op: Operation, result: OpResult, element: Element, target: Number) -> list[Change] | None:
    place = np.ravel_multi_index(element[1:], shape_of(result.type) or ())
    inner = np.unravel_index(int(place), shape_of(op.operands[0].type) or ())
    return at.solve(op.operands[0], (element[0], *map(int, inner)), target)


@_inverse("tt.trans")
def _trans(at: _Inversion, op: Operation, result: OpResult, element: Element, target: Number) -> list[Change] | None:
    order = int_list(op.properties["order"])
    inner = [0] * len(order)
    for dim, source in enumerate(order):
        inner[source] = element[1 + dim]
    return at.solve(op.operands[0], (element[0], *inner), target)


@_inverse("tt.load")
def _load(at: _Inversion, op: Operation, result: OpResult, element: Element, target: Number) -> list[Change] | None:
    """Set the loaded memory to the number."""
    mask = getattr(op, "mask", None)
    if mask is not None and not at.number(mask, element):
        return None
    address = at.number(op.operands[0], element)
    if not isinstance(address, int):
        return None
    number, offset = (address >> SPACING_BITS) - 1, address & ((1 << SPACING_BITS) - 1)
    if not 0 <= number < len(at.steering.with_memory):
        return None
    size = format_of(result.type).size
    return [Change(at.steering.with_memory[number], offset // size, target)] if offset % size == 0 else None


@_inverse("tt.reduce", "tt.scan")
def _reduce(at: _Inversion, op: Operation, result: OpResult, element: Element, target: Number) -> list[Change] | None:
    """Where one element of a sum grows, the sum does; an extremum follows a single element."""
    if len(op.operands) != 1 or op.name == "tt.scan":
        return None
    last = op.regions[0].blocks[0].last_op
    made = last.operands[0].owner if last is not None else None
    axis = int_value(op.properties["axis"])
    inner = (*element[: axis + 1], 0, *element[axis + 1 :])
    if not isinstance(made, Operation):
        return None
    own = at.number(op.operands[0], inner)
    if made.name in ("arith.addi", "arith.addf", "arith.xori"):
        current = at.number(result, element)
        return None if own is None or current is None else at.solve(op.operands[0], inner, _moved(own, current, target))
    return at.solve(op.operands[0], inner, target)


@_inverse("scf.if")
def _if(at: _Inversion, op: Operation, result: OpResult, element: Element, target: Number) -> list[Change] | None:
    assert isinstance(op, IfOp)
    taken = at.number(op.condition, element[:1])
    if taken is None:
        return None
    region = op.thenRegion if taken else op.elseRegion
    return at.solve(_handed_on(region.blocks[0], result.index), element, target) if region.blocks else None


@_inverse("scf.for")
def _for(at: _Inversion, op: Operation, result: OpResult, element: Element, target: Number) -> list[Change] | None:
    """Treats the iterations as additions to the initial value."""
    assert isinstance(op, ForOp)
    init = op.tied_init(result)
    assert init is not None
    start, current = at.number(init, element), at.number(result, element)
    if start is None or current is None:
        return None
    return at.solve(init, element, _moved(start, current, target))


def _handed_on(block: Block, index: int) -> SSAValue:
    assert block.last_op is not None
    return block.last_op.operands[index]
