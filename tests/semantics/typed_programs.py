"""Random kernels in TTIR over all element types, with inputs at the limits of the types.

Unlike those of :mod:`semantics.random_kernels`, which pass through Triton's front end with a few types, they have what
a front end does not write: extents of 1, ``i1``, ``i64`` and ``f64`` beside fp8, negative and zero strides, scans in
reverse over several operands, nested ``scf.for``, ``scf.if`` and ``scf.while`` with several results. Sums of floats
along a dimension are left out, since their order is free; everything else is bit-exact.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from math import prod
from random import Random

import numpy as np

INTEGERS = ("i1", "i8", "i16", "i32", "i64")
FLOATS = ("f16", "bf16", "f32", "f64")
SMALL_FLOATS = ("f8E5M2", "f8E4M3FN")
STORED = ("i8", "i16", "i32", "i64", *FLOATS, *SMALL_FLOATS)
"""Types of elements in memory, each behind an argument that is read and another one that is written."""
BITS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "f16": 16, "bf16": 16, "f32": 32, "f64": 64} | dict.fromkeys(
    SMALL_FLOATS, 8
)
SCALARS = {"n": "i32", "m": "i32", "w": "i64", "b": "i1", "f": "f32"}
"""Arguments that are numbers."""

SHAPES = ((), (1,), (8,), (32,), (4, 8), (1, 8), (4, 1), (1, 1), (8, 4), (2, 4, 2), (2, 1, 4))
LARGE = ((), (1,), (64,), (128,), (8, 16), (1, 128), (64, 2), (4, 4, 8))
"""Shapes of every fourth program, whose loops LLVM vectorizes."""
READ, REGION, REGIONS = 8192, 512, 40
"""Elements of an array that is read, of a result in an array that is written, and how many of these there are."""

_INTEGER_LIMITS = (
    0,
    1,
    -1,
    2,
    3,
    7,
    31,
    32,
    63,
    64,
    100,
    127,
    -128,
    255,
    2**15 - 1,
    -(2**15),
    2**31 - 1,
    -(2**31),
    2**63 - 1,
)
_FLOAT_LIMITS = ("0.0", "-0.0", "1.0", "-1.0", "0.1", "2.5", "-3.0", "100.0", "6.5e4", "1.0e-6", "3.0e38", "-1.0e-40")

Shape = tuple[int, ...]


@dataclass(frozen=True)
class Value:
    """An SSA value: its name, the type of its elements, and its shape, ``()`` for a scalar."""

    name: str
    element: str
    shape: Shape

    @property
    def type(self) -> str:
        """The type as text."""
        return typed(self.element, self.shape)


def typed(element: str, shape: Shape) -> str:
    """The type of scalars or tensors as text."""
    return f"tensor<{'x'.join(map(str, shape))}x{element}>" if shape else element


@dataclass
class Program:
    """A kernel that grows by one step at a time."""

    chance: Random
    lines: list[str] = field(default_factory=list[str])
    values: list[Value] = field(default_factory=list[Value])
    names: int = 0
    stored: dict[str, int] = field(default_factory=dict[str, int])
    depth: int = 0
    shapes: Sequence[Shape] = SHAPES

    def name(self) -> str:
        self.names += 1
        return f"%v{self.names}"

    def write(self, line: str) -> None:
        self.lines.append("  " * (self.depth + 1) + line)

    def emit(self, text: str, element: str, shape: Shape) -> Value:
        """A new value by the operation ``text``."""
        value = Value(self.name(), element, shape)
        self.write(f"{value.name} = {text}")
        self.values.append(value)
        return value

    def pick(self, elements: Sequence[str] | None = None, shapes: Sequence[Shape] | None = None) -> Value:
        """An existing value, made where there is none."""
        fits = [
            value
            for value in self.values
            if (elements is None or value.element in elements) and (shapes is None or value.shape in shapes)
        ]
        if fits and self.chance.random() < 0.9:
            # The last values are taken more often: long chains of operations.
            return fits[-1 - min(int(self.chance.expovariate(0.3)), len(fits) - 1)]
        element = self.chance.choice(elements or (*INTEGERS, *FLOATS))
        shape = self.chance.choice(shapes or self.shapes)
        return self.load(element, shape) if self.chance.random() < 0.7 else self.constant(element, shape)

    def like(self, value: Value) -> Value:
        return self.pick((value.element,), (value.shape,))

    def constant(self, element: str, shape: Shape) -> Value:
        if element in INTEGERS:
            bits = BITS[element]
            number = self.chance.choice(_INTEGER_LIMITS)
            text = (
                str((number + (1 << bits - 1)) % (1 << bits) - (1 << bits - 1))
                if bits > 1
                else str(bool(number % 2)).lower()
            )
        else:
            text = self.chance.choice(_FLOAT_LIMITS[:8])
            if element in SMALL_FLOATS:
                if not shape:
                    return self.load(element, shape)
                wide = self.constant("f32", shape)
                types = f"{wide.type} -> {typed(element, shape)}"
                return self.emit(f"tt.fp_to_fp {wide.name}, rounding = rtne : {types}", element, shape)
        text = (
            f"dense<{text}> : {typed(element, shape)}" if shape else text if element == "i1" else f"{text} : {element}"
        )
        return self.emit(f"arith.constant {text}", element, shape)

    def number(self, value: int, element: str = "i32", shape: Shape = ()) -> Value:
        """A constant that no step picks."""
        text = f"dense<{value}> : {typed(element, shape)}" if shape else f"{value} : {element}"
        made = Value(self.name(), element, shape)
        self.write(f"{made.name} = arith.constant {text}")
        return made

    def positions(self, shape: Shape, strides: Sequence[int], start: int, *, wide: bool | None = None) -> Value:
        """``start + sum(index * stride)`` for each element, in i32 or i64."""
        wide = self.chance.random() < 0.3 if wide is None else wide
        total: Value | None = None
        for dim, (extent, stride) in enumerate(zip(shape, strides, strict=True)):
            line = Value(self.name(), "i32", (extent,))
            self.write(f"{line.name} = tt.make_range {{start = 0 : i32, end = {extent} : i32}} : tensor<{extent}xi32>")
            step = self.number(stride, "i32", (extent,))
            scaled = Value(self.name(), "i32", (extent,))
            self.write(f"{scaled.name} = arith.muli {line.name}, {step.name} : {line.type}")
            for axis in range(len(shape)):
                if axis != dim:
                    wider = list(scaled.shape)
                    wider.insert(axis, 1)
                    new = Value(self.name(), "i32", tuple(wider))
                    self.write(
                        f"{new.name} = tt.expand_dims {scaled.name} {{axis = {axis} : i32}} "
                        f": {scaled.type} -> {new.type}"
                    )
                    scaled = new
            if scaled.shape != shape:
                new = Value(self.name(), "i32", shape)
                self.write(f"{new.name} = tt.broadcast {scaled.name} : {scaled.type} -> {new.type}")
                scaled = new
            if total is None:
                total = scaled
            else:
                new = Value(self.name(), "i32", shape)
                self.write(f"{new.name} = arith.addi {total.name}, {scaled.name} : {new.type}")
                total = new
        first = self.number(start, "i32", shape)
        if total is None:
            total = first
        else:
            new = Value(self.name(), "i32", shape)
            self.write(f"{new.name} = arith.addi {total.name}, {first.name} : {new.type}")
            total = new
        if wide:
            new = Value(self.name(), "i64", shape)
            self.write(f"{new.name} = arith.extsi {total.name} : {total.type} to {new.type}")
            total = new
        return total

    def pointers(self, array: str, element: str, at: Value) -> Value:
        pointer = f"!tt.ptr<{element}>"
        base, base_type = f"%{array}_{element}", pointer
        if at.shape:
            base = self.name()
            base_type = typed(pointer, at.shape)
            self.write(f"{base} = tt.splat %{array}_{element} : {pointer} -> {base_type}")
        made = Value(self.name(), pointer, at.shape)
        self.write(f"{made.name} = tt.addptr {base}, {at.name} : {base_type}, {at.type}")
        return made

    def load(self, element: str, shape: Shape) -> Value:
        """Elements of the array of a type; i1 from the lowest bits of i8."""
        held = "i8" if element == "i1" else element
        strides: list[int] = []
        for extent in shape:
            strides.append(self.chance.choice((0, 1, -1, 2, 3, -3, min(extent, 16), -min(extent, 16), 8, 16)))
        at = self.positions(shape, strides, READ // 2 + self.chance.randrange(-40, 40))
        where = self.pointers("x", held, at)
        mask = other = ""
        if self.chance.random() < 0.4:
            mask = f", {self.mask(shape).name}"
            if self.chance.random() < 0.9:
                other = f", {self.pick((held,), (shape,)).name}"
        found = self.emit(f"tt.load {where.name}{mask}{other} : {where.type}", held, shape)
        if element != "i1":
            return found
        return self.emit(f"arith.trunci {found.name} : {found.type} to {typed('i1', shape)}", "i1", shape)

    def mask(self, shape: Shape) -> Value:
        """A mask: any condition, or the comparison of indices with numbers, as kernels have it."""
        choice = self.chance.random()
        if shape and choice < 0.4:
            return _index_mask(self, shape)
        return self.pick(("i1",), (shape,)) if choice < 0.7 else _compare(self, shape)

    def bound(self) -> Value:
        """A number in i32 that may be anything: an argument, an induction variable, a constant."""
        return self.pick(("i32",), ((),)) if self.chance.random() < 0.7 else self.number(self.chance.randint(-3, 40))

    def store(self, value: Value) -> None:
        """Store a value to a separate region, its elements in some order."""
        if value.element == "i1":
            wide = Value(self.name(), "i8", value.shape)
            self.write(f"{wide.name} = arith.extui {value.name} : {value.type} to {wide.type}")
            value = wide
        region = self.stored.get(value.element, 0)
        if region >= REGIONS:
            return
        self.stored[value.element] = region + 1
        strides, step = [0] * len(value.shape), 1
        dims = list(range(len(value.shape)))
        if self.chance.random() < 0.4:
            self.chance.shuffle(dims)
        start = region * REGION
        for dim in reversed(dims):
            strides[dim] = step
            if self.chance.random() < 0.2:  # from the end
                start += step * (value.shape[dim] - 1)
                strides[dim] = -step
            step *= value.shape[dim]
        where = self.pointers("y", value.element, self.positions(value.shape, strides, start))
        mask = f", {self.mask(value.shape).name}" if self.chance.random() < 0.3 else ""
        self.write(f"tt.store {where.name}, {value.name}{mask} : {where.type}")

    @contextmanager
    def inside(self) -> Generator[None]:
        """A region: its values are not visible after it."""
        count = len(self.values)
        self.depth += 1
        yield
        self.depth -= 1
        del self.values[count:]

    def step(self) -> None:
        """One more operation."""
        self.chance.choice(_STEPS if self.depth < 2 else _STRAIGHT)(self)


def _integer(p: Program) -> None:
    a = p.pick(INTEGERS)
    b = p.like(a)
    words = ("addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "maxui", "minsi", "minui")
    p.emit(f"arith.{p.chance.choice(words)} {a.name}, {b.name} : {a.type}", a.element, a.shape)


def _bounded(p: Program, value: Value, most: int, least: int = 0) -> Value:
    """The value's lowest bits, so that it is from ``least`` to ``most``, a power of two minus one."""
    low = p.emit(
        f"arith.andi {value.name}, {p.number(most, value.element, value.shape).name} : {value.type}",
        value.element,
        value.shape,
    )
    if not least:
        return low
    return p.emit(
        f"arith.ori {low.name}, {p.number(least, value.element, value.shape).name} : {value.type}",
        value.element,
        value.shape,
    )


def _division(p: Program) -> None:
    a = p.pick(INTEGERS[1:])
    b = _bounded(p, p.like(a), p.chance.choice((1, 7, (1 << BITS[a.element] - 1) - 1)), 1)
    words = ("divsi", "divui", "remsi", "remui", "floordivsi", "ceildivsi", "ceildivui")
    p.emit(f"arith.{p.chance.choice(words)} {a.name}, {b.name} : {a.type}", a.element, a.shape)


def _shift(p: Program) -> None:
    a = p.pick(INTEGERS[1:])
    b = _bounded(p, p.like(a), BITS[a.element] - 1)
    p.emit(f"arith.{p.chance.choice(('shli', 'shrsi', 'shrui'))} {a.name}, {b.name} : {a.type}", a.element, a.shape)


def _float(p: Program) -> None:
    a = p.pick(FLOATS)
    b = p.like(a)
    words = ("addf", "subf", "mulf", "divf", "maximumf", "minimumf", "maxnumf", "minnumf")
    p.emit(f"arith.{p.chance.choice(words)} {a.name}, {b.name} : {a.type}", a.element, a.shape)


def _unary(p: Program) -> None:
    a = p.pick(FLOATS)
    text = p.chance.choice(("arith.negf", "math.absf", "math.floor", "math.ceil", "math.sqrt", "tt.clampf", "math.fma"))
    if text == "tt.clampf":
        operands = f"{a.name}, {p.like(a).name}, {p.like(a).name}"
        nan = p.chance.choice(("none", "all"))
        p.emit(f"tt.clampf {operands}, propagateNan = {nan} : {a.type}", a.element, a.shape)
    elif text == "math.fma":
        p.emit(f"math.fma {a.name}, {p.like(a).name}, {p.like(a).name} : {a.type}", a.element, a.shape)
    else:
        p.emit(f"{text} {a.name} : {a.type}", a.element, a.shape)


def _integer_unary(p: Program) -> None:
    a = p.pick(("i8", "i16", "i32", "i64"))
    if a.element in ("i32", "i64") and p.chance.random() < 0.5:
        p.emit(f"tt.mulhiui {a.name}, {p.like(a).name} : {a.type}", a.element, a.shape)
    else:
        p.emit(f"math.absi {a.name} : {a.type}", a.element, a.shape)


def _compare(p: Program, shape: Shape | None = None) -> Value:
    a = p.pick((*INTEGERS, *FLOATS), None if shape is None else (shape,))
    b = p.like(a)
    if a.element in INTEGERS:
        words = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
        return p.emit(f"arith.cmpi {p.chance.choice(words)}, {a.name}, {b.name} : {a.type}", "i1", a.shape)
    words = ("oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno")
    return p.emit(f"arith.cmpf {p.chance.choice(words)}, {a.name}, {b.name} : {a.type}", "i1", a.shape)


def _index_mask(p: Program, shape: Shape) -> Value:
    """Indices along one or two dimensions, compared with numbers."""
    found: Value | None = None
    for dim in p.chance.sample(range(len(shape)), min(len(shape), p.chance.randint(1, 2))):
        strides = [int(axis == dim) * p.chance.choice((1, 1, 1, 2)) for axis in range(len(shape))]
        index = p.positions(shape, strides, p.chance.choice((0, 0, 1, -2, 7)), wide=False)
        bound, splat = p.bound(), Value(p.name(), "i32", shape)
        p.write(f"{splat.name} = tt.splat {bound.name} : i32 -> {splat.type}")
        if p.chance.random() < 0.3:
            moved = Value(p.name(), "i32", shape)
            p.write(f"{moved.name} = arith.addi {index.name}, {splat.name} : {index.type}")
            limit = p.number(p.chance.choice((0, 3, 8, 100, 2147483647)), "i32", shape)
            index, splat = moved, limit
        words = ("slt", "slt", "sge", "sle", "sgt", "ult", "eq", "ne")
        condition = p.emit(
            f"arith.cmpi {p.chance.choice(words)}, {index.name}, {splat.name} : {index.type}", "i1", shape
        )
        if found is None:
            found = condition
        else:
            word = p.chance.choice(("andi", "andi", "ori"))
            found = p.emit(f"arith.{word} {found.name}, {condition.name} : {found.type}", "i1", shape)
    assert found is not None
    return found


def _block_pointer(p: Program) -> None:
    """A load through a block pointer that is partly, or wholly, out of bounds, and may have been advanced."""
    element = p.chance.choice(STORED)
    shape = p.chance.choice([shape for shape in p.shapes if shape and len(shape) < 3])
    rank = len(shape)
    extents = [p.chance.choice((1, 3, extent, extent + 1, 2 * extent)) for extent in shape]
    sizes = [p.number(extent, "i64") for extent in extents]
    strides = [p.number(p.chance.choice((1, 2, 16, 40)), "i64") for _ in shape]
    offsets = [p.bound() for _ in shape]
    order = ", ".join(map(str, reversed(range(rank))))
    block = typed(element, shape)
    made = p.name()
    lists = (_list(values, "name") for values in (sizes, strides, offsets))
    arguments = ", ".join(f"[{names}]" for names in lists)
    p.write(f"{made} = tt.make_tensor_ptr %x_{element}, {arguments} {{order = array<i32: {order}>}} : <{block}>")
    if p.chance.random() < 0.5:
        moved, steps = p.name(), [p.number(p.chance.choice((0, 1, -2, 8))) for _ in shape]
        p.write(f"{moved} = tt.advance {made}, [{_list(steps, 'name')}] : <{block}>")
        made = moved
    padding = p.chance.choice((1, 2)) if element in FLOATS else 1
    checked = ", ".join(map(str, range(rank)))
    attributes = f"{{boundaryCheck = array<i32: {checked}>, padding = {padding} : i32}}"
    p.emit(f"tt.load {made} {attributes} : !tt.ptr<{block}>", element, shape)


def _comparison(p: Program) -> None:
    _compare(p)


def _select(p: Program) -> None:
    a = p.pick((*INTEGERS, *FLOATS, *SMALL_FLOATS))
    b = p.like(a)
    scalar = p.chance.random() < 0.3
    c = p.mask(() if scalar else a.shape)
    types = f"{c.type}, {a.type}" if a.shape else a.type
    if scalar and a.shape:
        c = p.emit(f"tt.splat {c.name} : i1 -> {typed('i1', a.shape)}", "i1", a.shape)
        types = f"{c.type}, {a.type}"
    p.emit(f"arith.select {c.name}, {a.name}, {b.name} : {types}", a.element, a.shape)


def _cast(p: Program) -> None:
    a = p.pick((*INTEGERS, *FLOATS, *SMALL_FLOATS))
    bits = BITS[a.element]

    def to(word: str, element: str, rest: str = "", arrow: str = "to") -> None:
        p.emit(f"{word} {a.name}{rest} : {a.type} {arrow} {typed(element, a.shape)}", element, a.shape)

    if a.element in SMALL_FLOATS:
        if p.chance.random() < 0.5 and a.shape:
            to("tt.fp_to_fp", p.chance.choice(("f16", "bf16", "f32")), arrow="->")
        else:
            to("tt.bitcast", "i8", arrow="->")
    elif a.element in INTEGERS:
        wider = [other for other in INTEGERS if BITS[other] > bits]
        narrower = [other for other in INTEGERS if BITS[other] < bits]
        choice = p.chance.randrange(4)
        if choice == 0 and wider:
            to(p.chance.choice(("arith.extsi", "arith.extui")), p.chance.choice(wider))
        elif choice == 1 and narrower:
            to("arith.trunci", p.chance.choice(narrower))
        elif choice == 2 and bits > 8:
            same = [other for other in FLOATS if BITS[other] == bits]
            to(
                *p.chance.choice(
                    (("arith.bitcast", p.chance.choice(same)), ("tt.bitcast", p.chance.choice(same), "", "->"))
                )
            )
        else:
            to(p.chance.choice(("arith.sitofp", "arith.uitofp")), p.chance.choice(FLOATS))
    else:
        choice = p.chance.randrange(5)
        wider = [other for other in FLOATS if BITS[other] > bits]
        narrower = [other for other in FLOATS if BITS[other] < bits]
        if choice == 0 and wider:
            to("arith.extf", p.chance.choice(wider))
        elif choice == 1 and narrower:
            to("arith.truncf", p.chance.choice(narrower))
        elif choice == 2 and a.element in ("f16", "bf16", "f32") and a.shape:
            to("tt.fp_to_fp", p.chance.choice(SMALL_FLOATS), ", rounding = rtne", "->")
        elif choice == 3:
            to("arith.bitcast", f"i{bits}")
        else:
            to(p.chance.choice(("arith.fptosi", "arith.fptoui")), p.chance.choice(INTEGERS[1:]))


def _shape(p: Program) -> None:
    a = p.pick((*INTEGERS, *FLOATS, *SMALL_FLOATS))
    element, shape = a.element, a.shape
    choices: list[tuple[str, Shape]] = []
    if not shape:
        choices += [(f"tt.splat {a.name}", other) for other in p.shapes if other]
    if shape and 1 in shape:
        for other in p.shapes:
            if (
                len(other) == len(shape)
                and other != shape
                and all(x == y or x == 1 for x, y in zip(shape, other, strict=True))
            ):
                choices.append((f"tt.broadcast {a.name}", other))
    if shape and len(shape) < 3:
        for axis in range(len(shape) + 1):
            choices.append((f"tt.expand_dims {a.name} {{axis = {axis} : i32}}", (*shape[:axis], 1, *shape[axis:])))
    if shape:
        for other in p.shapes:
            if other and prod(other) == prod(shape) and other != shape:
                choices.append((f"tt.reshape {a.name}", other))
    if len(shape) > 1:
        order = list(range(len(shape)))
        p.chance.shuffle(order)
        choices.append(
            (
                f"tt.trans {a.name} {{order = array<i32: {', '.join(map(str, order))}>}}",
                tuple(shape[axis] for axis in order),
            )
        )
    text, other = p.chance.choice(choices)
    p.emit(f"{text} : {a.type} -> {typed(element, other)}", element, other)


def _join(p: Program) -> None:
    a = p.pick((*INTEGERS, *FLOATS), [shape for shape in p.shapes if shape and len(shape) < 3])
    b = p.like(a)
    joined = p.emit(
        f"tt.join {a.name}, {b.name} : {a.type} -> {typed(a.element, (*a.shape, 2))}", a.element, (*a.shape, 2)
    )
    first, second = Value(p.name(), a.element, a.shape), Value(p.name(), a.element, a.shape)
    if p.chance.random() < 0.5:
        joined = p.pick((a.element,), (joined.shape,))
        p.write(f"{first.name}, {second.name} = tt.split {joined.name} : {joined.type} -> {a.type}")
        p.values += [first, second]


def _gather(p: Program) -> None:
    a = p.pick((*INTEGERS[1:], *FLOATS), [shape for shape in p.shapes if shape])
    axis = p.chance.randrange(len(a.shape))
    index = _bounded(p, p.pick(("i32", "i64"), (a.shape,)), a.shape[axis] - 1)
    p.emit(
        f"tt.gather {a.name}[{index.name}] {{axis = {axis} : i32}} : ({a.type}, {index.type}) -> {a.type}",
        a.element,
        a.shape,
    )


def _histogram(p: Program) -> None:
    a = _bounded(p, p.pick(("i32",), ((8,), (32,), (64,), (128,))), 7)
    p.emit(f"tt.histogram {a.name} : {a.type} -> tensor<8xi32>", "i32", (8,))


def _combination(p: Program, element: str, a: str, b: str) -> str:
    """An associative and commutative operation."""
    if element in INTEGERS:
        words = ("addi", "muli", "andi", "ori", "xori", "maxsi", "maxui", "minsi", "minui")
    else:
        words = ("maximumf", "minimumf", "maxnumf", "minnumf")
    return f"arith.{p.chance.choice(words)} {a}, {b} : {element}"


def _combined(p: Program, word: str) -> tuple[list[Value], int, list[str]]:
    """The operands, the axis, and the region of a reduction or scan."""
    first = p.pick((*INTEGERS, *FLOATS), [shape for shape in p.shapes if shape])
    operands = [first]
    while len(operands) < 3 and p.chance.random() < 0.3:
        operands.append(p.pick((*INTEGERS, *FLOATS), (first.shape,)))
    axis = p.chance.randrange(len(first.shape))
    names = [[p.name() for _ in operands] for _ in range(2)]
    arguments = ", ".join(
        f"{name}: {value.element}" for row in names for name, value in zip(row, operands, strict=True)
    )
    body = [f"^bb0({arguments}):"]
    results = [p.name() for _ in operands]
    for result, value, a, b in zip(results, operands, *names, strict=True):
        body.append(f"  {result} = {_combination(p, value.element, a, b)}")
    body.append(f"  tt.{word}.return {', '.join(results)} : {', '.join(value.element for value in operands)}")
    return operands, axis, body


def _with_region(p: Program, word: str, attributes: str, shape: Shape, operands: list[Value], body: list[str]) -> None:
    results = [Value(p.name(), value.element, shape) for value in operands]
    left = results[0].name if len(results) == 1 else f"{results[0].name}:{len(results)}"
    if len(results) > 1:
        results = [Value(f"{results[0].name}#{index}", value.element, shape) for index, value in enumerate(results)]
    p.write(f'{left} = "tt.{word}"({", ".join(value.name for value in operands)}) <{{{attributes}}}> ({{')
    for line in body:
        p.write(line)
    types = ", ".join(value.type for value in operands)
    p.write(f"}}) : ({types}) -> ({', '.join(value.type for value in results)})")
    p.values += results


def _reduce(p: Program) -> None:
    operands, axis, body = _combined(p, "reduce")
    shape = operands[0].shape
    _with_region(p, "reduce", f"axis = {axis} : i32", (*shape[:axis], *shape[axis + 1 :]), operands, body)


def _scan(p: Program) -> None:
    operands, axis, body = _combined(p, "scan")
    reverse = p.chance.choice(("true", "false"))
    _with_region(p, "scan", f"axis = {axis} : i32, reverse = {reverse}", operands[0].shape, operands, body)


def _yielded(p: Program, kinds: Sequence[Value]) -> list[Value]:
    """Values of these types that are visible here."""
    return [p.pick((kind.element,), (kind.shape,)) for kind in kinds]


def _declared(p: Program, kinds: Sequence[Value]) -> tuple[str, list[Value]]:
    name = p.name()
    if len(kinds) == 1:
        return name, [Value(name, kinds[0].element, kinds[0].shape)]
    return f"{name}:{len(kinds)}", [
        Value(f"{name}#{index}", kind.element, kind.shape) for index, kind in enumerate(kinds)
    ]


def _list(values: Sequence[Value], what: str) -> str:
    return ", ".join(getattr(value, what) for value in values)


def _if(p: Program) -> None:
    condition = p.pick(("i1",), ((),))
    kinds = [p.pick() for _ in range(p.chance.randint(1, 3))]
    left, results = _declared(p, kinds)
    p.write(f"{left} = scf.if {condition.name} -> ({_list(results, 'type')}) {{")
    for branch in range(2):
        with p.inside():
            for _ in range(p.chance.randint(0, 3)):
                p.step()
            if p.chance.random() < 0.3:
                p.store(p.pick())
            values = _yielded(p, kinds)
            p.write(f"scf.yield {_list(values, 'name')} : {_list(values, 'type')}")
        p.write("} else {" if branch == 0 else "}")
    p.values += results


_BOUNDS = (
    (0, 3, 1),
    (0, 0, 1),
    (-3, 4, 2),
    (5, 2, 1),
    (0, 7, 3),
    (2, 3, 5),
    (2147483640, 2147483647, 4),
    (-2147483648, -2147483640, 3),
)


def _for(p: Program) -> None:
    wide = p.chance.random() < 0.2
    element = "i64" if wide else "i32"
    start, stop, step = p.chance.choice(_BOUNDS)
    numbers = [p.number(number, element) for number in (start, stop, step)]
    if p.chance.random() < 0.4 and not wide:  # a bound that is not known
        numbers[1] = Value("%n", "i32", ())
        numbers[0] = p.number(p.chance.choice((0, -2, 1)), "i32")
    inits = [p.pick() for _ in range(p.chance.randint(1, 3))]
    left, results = _declared(p, inits)
    index = Value(p.name(), element, ())
    carried = [Value(p.name(), value.element, value.shape) for value in inits]
    arguments = ", ".join(f"{new.name} = {old.name}" for new, old in zip(carried, inits, strict=True))
    bounds = f"{numbers[0].name} to {numbers[1].name} step {numbers[2].name}"
    p.write(
        f"{left} = scf.for {index.name} = {bounds} iter_args({arguments}) -> ({_list(inits, 'type')}) : {element} {{"
    )
    with p.inside():
        p.values += [index, *carried]
        for _ in range(p.chance.randint(1, 4)):
            p.step()
        values = _yielded(p, inits)
        p.write(f"scf.yield {_list(values, 'name')} : {_list(values, 'type')}")
    p.write("}")
    p.values += results


def _loop_of_scalars(p: Program) -> None:
    """A loop that combines a scalar from memory with a carried one: LLVM vectorizes it, or not."""
    element = p.chance.choice((*INTEGERS[1:], *FLOATS))
    init = p.constant(element, ())
    numbers = (p.chance.choice((0, 0, 1, -5)), p.chance.choice(_LENGTHS), p.chance.choice((1, 1, 1, 2, 3)))
    bounds = [p.number(number) for number in numbers]
    left, results = _declared(p, [init])
    index, carried = Value(p.name(), "i32", ()), Value(p.name(), element, ())
    p.write(
        f"{left} = scf.for {index.name} = {bounds[0].name} to {bounds[1].name} step {bounds[2].name} "
        f"iter_args({carried.name} = {init.name}) -> ({element}) : i32 {{"
    )
    with p.inside():
        scaled, place = Value(p.name(), "i32", ()), Value(p.name(), "i32", ())
        stride, start = p.number(p.chance.choice((1, 1, 1, -1, 2, 0, 3))), p.number(READ // 2 + p.chance.randrange(8))
        p.write(f"{scaled.name} = arith.muli {index.name}, {stride.name} : i32")
        p.write(f"{place.name} = arith.addi {scaled.name}, {start.name} : i32")
        where = p.pointers("x", element, place)
        value = p.emit(f"tt.load {where.name} : {where.type}", element, ())
        for _ in range(p.chance.randint(0, 2)):
            p.chance.choice((_integer, _float, _cast, _select, _unary))(p)
        if p.chance.random() < 0.3:
            value = p.pick((element,), ((),))
        if p.chance.random() < 0.8:
            result = p.emit(_combination(p, element, carried.name, value.name), element, ())
        else:
            taken = _compare(p, ())
            result = p.emit(f"arith.select {taken.name}, {value.name}, {carried.name} : {element}", element, ())
        p.write(f"scf.yield {result.name} : {element}")
    p.write("}")
    p.values += results


_LENGTHS = (1, 7, 8, 16, 20, 31, 47, 64, 100, 127, 128)


def _while(p: Program) -> None:
    """A loop that counts down from a small number, with further values through both regions."""
    inits = [p.pick() for _ in range(p.chance.randint(1, 2))]
    counter = p.number(p.chance.choice((0, 1, 3)))
    every = [counter, *inits]
    left, results = _declared(p, every)
    before = [Value(p.name(), value.element, value.shape) for value in every]
    after = [Value(p.name(), value.element, value.shape) for value in every]
    arguments = ", ".join(f"{new.name} = {old.name}" for new, old in zip(before, every, strict=True))
    types = _list(every, "type")
    p.write(f"{left} = scf.while ({arguments}) : ({types}) -> ({types}) {{")
    with p.inside():
        p.values += before[1:]
        for _ in range(p.chance.randint(0, 2)):
            p.step()
        passed = _yielded(p, inits)
        zero = p.number(0)
        more = p.name()
        p.write(f"{more} = arith.cmpi sgt, {before[0].name}, {zero.name} : i32")
        p.write(f"scf.condition({more}) {before[0].name}, {_list(passed, 'name')} : {types}")
    p.write("} do {")
    p.write(f"^bb0({', '.join(f'{value.name}: {value.type}' for value in after)}):")
    with p.inside():
        p.values += after[1:]
        for _ in range(p.chance.randint(0, 3)):
            p.step()
        one, less = p.number(1), p.name()
        values = _yielded(p, inits)
        p.write(f"{less} = arith.subi {after[0].name}, {one.name} : i32")
        p.write(f"scf.yield {less}, {_list(values, 'name')} : {types}")
    p.write("}")
    p.values += results


def _atomic(p: Program) -> None:
    """An atomic operation on a region of its own; its result is the old contents."""
    element = p.chance.choice(("i32", "i64", "f32"))
    shape = p.chance.choice(p.shapes)
    value = p.pick((element,), (shape,))
    region = p.stored.get(element, 0)
    if region >= REGIONS:
        return
    p.stored[element] = region + 1
    words = (
        ("add", "max", "umax", "min", "umin", "and", "or", "xor", "exch") if element in INTEGERS else ("fadd", "exch")
    )
    strides, step = [0] * len(shape), 1
    for dim in reversed(range(len(shape))):
        strides[dim], step = step, step * shape[dim]
    where = p.pointers("y", element, p.positions(shape, strides, region * REGION))
    mask = p.mask(shape)
    types = f"({where.type}, {value.type}, {mask.type}) -> {value.type}"
    old = p.emit(
        f"tt.atomic_rmw {p.chance.choice(words)}, acq_rel, gpu, {where.name}, {value.name}, {mask.name} : {types}",
        element,
        shape,
    )
    p.values.remove(old)
    shown = p.emit(
        f"arith.select {mask.name}, {old.name}, {value.name} : {f'{mask.type}, ' if shape else ''}{value.type}",
        element,
        shape,
    )
    p.store(shown)


_STRAIGHT: tuple[Callable[[Program], None], ...] = (
    *(
        _integer,
        _integer,
        _division,
        _shift,
        _float,
        _float,
        _unary,
        _integer_unary,
        _comparison,
        _select,
        _cast,
        _cast,
        _cast,
    ),
    *(_shape, _shape, _join, _gather, _histogram, _reduce, _scan, _atomic, _block_pointer),
)
_STEPS = (*_STRAIGHT, _if, _for, _while, _loop_of_scalars)


PROGRAMS = 3
"""Programs of the grid of every third seed."""


def grid_of(seed: int) -> tuple[int, int, int]:
    """The grid for the program of a seed."""
    return (1 if seed % 3 else PROGRAMS, 1, 1)


def random_program(seed: int, steps: int | None = None) -> str:
    """The text of a kernel. If its grid has several programs, each writes its own part of the arrays."""
    chance = Random(seed)
    values = [Value(f"%{name}", element, ()) for name, element in SCALARS.items()]
    p = Program(chance, values=values, shapes=LARGE if seed % 4 == 3 else SHAPES)
    several = grid_of(seed)[0] > 1
    if several:
        p.write("%pid = tt.get_program_id x : i32")
        part = p.number(REGION * REGIONS)
        p.write(f"%first = arith.muli %pid, {part.name} : i32")
        for element in STORED:
            p.write(f"%y_{element} = tt.addptr %all_{element}, %first : !tt.ptr<{element}>, i32")
        p.values.append(Value("%pid", "i32", ()))
    for _ in range(chance.randint(2, 14) if steps is None else steps):
        p.step()
    for value in chance.sample(p.values, min(4, len(p.values))):
        p.store(value)
    p.store(p.values[-1])
    arrays = ("x", "all" if several else "y")
    pointers = [f"%{array}_{element}: !tt.ptr<{element}>" for element in STORED for array in arrays]
    scalars = [f"%{name}: {element}" for name, element in SCALARS.items()]
    head = f"tt.func @kernel({', '.join([*pointers, *scalars])}) {{"
    return "\n".join([head, *p.lines, "  tt.return", "}"]) + "\n"


def random_memory(seed: int, element: str, count: int) -> np.ndarray:
    """Elements as integers of their size, many of them at the limits of the type."""
    random = np.random.default_rng([seed, STORED.index(element)])
    bits = BITS[element]
    dtype = np.dtype(f"uint{bits}")
    found = (
        random.integers(0, 1 << bits, count, np.uint64, endpoint=False)
        if bits < 64
        else random.integers(0, 2**64, count, np.uint64, endpoint=False)
    )
    found = found.astype(dtype)
    if element in INTEGERS:
        limits = np.array([number % (1 << bits) for number in _INTEGER_LIMITS], dtype)
    else:
        limits = _float_limits(element).astype(dtype)
    chosen = random.random(count) < 0.6
    found[chosen] = random.choice(limits, int(chosen.sum()))
    if element in SMALL_FLOATS:  # one NaN: the interpreter does not keep others apart
        greatest = 0x7C if element == "f8E5M2" else 0x7E
        found[(found & 0x7F) > greatest] = 0x7F
    return found


_FIELDS = {"f16": (5, 10), "bf16": (8, 7), "f32": (8, 23), "f64": (11, 52), "f8E5M2": (5, 2), "f8E4M3FN": (4, 3)}


def _float_limits(element: str) -> np.ndarray:
    """Zeros, small whole numbers and halves, subnormals, the greatest, infinity and NaN or their neighbours."""
    exponent, mantissa = _FIELDS[element]
    bias, sign = (1 << exponent - 1) - 1, 1 << exponent + mantissa
    one, half = bias << mantissa, 1 << max(mantissa - 1, 0)
    top = ((1 << exponent) - 1) << mantissa
    found = [
        0,
        1,
        (1 << mantissa) - 1,
        1 << mantissa,
        one,
        one | half,
        one + (1 << mantissa),
        one + (2 << mantissa) | half,
    ]
    found += [one - (1 << mantissa), one + 1, one - 1, top - 1, top, top | half]
    return np.array([*found, *(number | sign for number in found)], np.uint64)
