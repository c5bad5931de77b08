"""A random kernel in TTIR under construction: its values, memory accesses and masks."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

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

INTEGER_LIMITS = (
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


def listed(values: Sequence[Value], what: str) -> str:
    return ", ".join(getattr(value, what) for value in values)


Step = Callable[["Program"], None]
"""Adds operations to a program."""


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
    steps: Sequence[Step] = ()
    """What a step may do, and within two regions or more, where ``straight`` is chosen from."""
    straight: Sequence[Step] = ()

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
            number = self.chance.choice(INTEGER_LIMITS)
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
            return self._index_mask(shape)
        return self.pick(("i1",), (shape,)) if choice < 0.7 else self.compare(shape)

    def compare(self, shape: Shape | None = None) -> Value:
        a = self.pick((*INTEGERS, *FLOATS), None if shape is None else (shape,))
        b = self.like(a)
        if a.element in INTEGERS:
            words = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
            return self.emit(f"arith.cmpi {self.chance.choice(words)}, {a.name}, {b.name} : {a.type}", "i1", a.shape)
        words = ("oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno")
        return self.emit(f"arith.cmpf {self.chance.choice(words)}, {a.name}, {b.name} : {a.type}", "i1", a.shape)

    def _index_mask(self, shape: Shape) -> Value:
        """Indices along one or two dimensions, compared with numbers."""
        found: Value | None = None
        for dim in self.chance.sample(range(len(shape)), min(len(shape), self.chance.randint(1, 2))):
            strides = [int(axis == dim) * self.chance.choice((1, 1, 1, 2)) for axis in range(len(shape))]
            index = self.positions(shape, strides, self.chance.choice((0, 0, 1, -2, 7)), wide=False)
            bound, splat = self.bound(), Value(self.name(), "i32", shape)
            self.write(f"{splat.name} = tt.splat {bound.name} : i32 -> {splat.type}")
            if self.chance.random() < 0.3:
                moved = Value(self.name(), "i32", shape)
                self.write(f"{moved.name} = arith.addi {index.name}, {splat.name} : {index.type}")
                limit = self.number(self.chance.choice((0, 3, 8, 100, 2147483647)), "i32", shape)
                index, splat = moved, limit
            words = ("slt", "slt", "sge", "sle", "sgt", "ult", "eq", "ne")
            condition = self.emit(
                f"arith.cmpi {self.chance.choice(words)}, {index.name}, {splat.name} : {index.type}", "i1", shape
            )
            if found is None:
                found = condition
            else:
                word = self.chance.choice(("andi", "andi", "ori"))
                found = self.emit(f"arith.{word} {found.name}, {condition.name} : {found.type}", "i1", shape)
        assert found is not None
        return found

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
        self.chance.choice(self.steps if self.depth < 2 else self.straight)(self)
