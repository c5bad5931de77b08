"""Random functions of arithmetic and shapes, as text: each operation takes constants, arguments and earlier results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

INTEGERS = {
    "i1": (0, 1),
    "i8": (0, 1, -1, 2, 5, 127, -128),
    "i16": (0, 1, -1, 16, 100, 32767, -32768),
    "i32": (0, 1, -1, 2, 5, 31, 32, 2**31 - 1, -(2**31)),
    "i64": (0, 1, -1, 2, 63, 64, 12345678901, 2**63 - 1, -(2**63)),
    "index": (0, 1, -1, 7, 2**63 - 1),
}
WIDTHS = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64}
FLOATS = {
    "f16": ("0.0", "-0.0", "1.0", "0.1", "6.5e4", "0x7C00", "0x7E00"),
    "bf16": ("0.0", "-0.0", "1.0", "0.1", "3.0e38", "0x7FC0"),
    "f32": ("0.0", "-0.0", "1.0", "-1.0", "0.1", "2.5", "3.4e38", "1.0e-40", "0x7F800000", "0xFF800000", "0x7FC00000"),
    "f64": ("0.0", "-0.0", "1.0", "0.1", "1.7e308", "0x7FF0000000000000", "0x7FF8000000000000"),
}
FLOAT_WIDTHS = {"f16": 16, "bf16": 16, "f32": 32, "f64": 64}
SHAPES = ((), (4,), (2, 4), (1, 4))

INTEGER_OPS = (
    *("addi", "subi", "muli", "andi", "ori", "xori", "shli", "shrsi", "shrui"),
    *("divsi", "divui", "remsi", "remui", "ceildivsi", "ceildivui", "floordivsi", "maxsi", "maxui", "minsi", "minui"),
)
FLOAT_OPS = ("addf", "subf", "mulf", "divf", "remf", "maximumf", "minimumf", "maxnumf", "minnumf")
INTEGER_TESTS = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
# Without "true" and "false": the wheel dies of them where integers were converted to floating point.
FLOAT_TESTS = ("oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une", "uno")
FLAGS = ("", " overflow<nsw>", " overflow<nuw>", " overflow<nsw, nuw>")
WITH_FLAGS = ("addi", "subi", "muli", "shli")


@dataclass(frozen=True)
class Value:
    """A value of the function: its name, the type of its elements, and its shape, ``()`` for a scalar."""

    name: str
    element: str
    shape: tuple[int, ...]

    @property
    def type(self) -> str:
        """The type as text."""
        return typed(self.element, self.shape)


def typed(element: str, shape: Sequence[int]) -> str:
    """The type of scalars or tensors as text."""
    return f"tensor<{'x'.join(map(str, shape))}x{element}>" if shape else element


@dataclass
class Function:
    """A function that grows by one operation at a time."""

    random: Random
    arguments: list[Value] = field(default_factory=list[Value])
    values: list[Value] = field(default_factory=list[Value])
    lines: list[str] = field(default_factory=list[str])

    def some(self, element: str, shape: tuple[int, ...]) -> Value:
        """A value of a type: an earlier one, or a new constant or argument."""
        known = [value for value in self.values if (value.element, value.shape) == (element, shape)]
        if known and self.random.random() < 0.6:
            # Recent ones, so that there are long chains of operations.
            return self.random.choice(known[-4:])
        if self.random.random() < 0.7:
            return self.emit(element, shape, f"arith.constant {self._constant(element, shape)}")
        argument = Value(f"%a{len(self.arguments)}", element, shape)
        self.arguments.append(argument)
        self.values.append(argument)
        return argument

    def emit(self, element: str, shape: tuple[int, ...], text: str) -> Value:
        """Add an operation whose result has the given type."""
        value = Value(f"%v{len(self.lines)}", element, shape)
        self.lines.append(f'{value.name} = {text} loc("{value.name}")')
        self.values.append(value)
        return value

    def _constant(self, element: str, shape: tuple[int, ...]) -> str:
        words = [self._word(element) for _ in range(2)]
        if not shape:
            return words[0] if element == "i1" else f"{words[0]} : {element}"
        if self.random.random() < 0.5:
            return f"dense<{words[0]}> : {typed(element, shape)}"
        row = f"[{', '.join(self.random.choice(words) for _ in range(shape[-1]))}]"
        rows = row if len(shape) == 1 else f"[{', '.join([row] * shape[0])}]"
        return f"dense<{rows}> : {typed(element, shape)}"

    def _word(self, element: str) -> str:
        if element in FLOATS:
            return self.random.choice(FLOATS[element])
        number = self.random.choice(INTEGERS[element])
        return ("false", "true")[number] if element == "i1" else str(number)

    def text(self, name: str) -> str:
        """The whole function; it returns some of its values, the last one among them."""
        kept = [*self.random.sample(self.values, min(4, len(self.values))), self.values[-1]]
        types = ", ".join(value.type for value in kept)
        arguments = ", ".join(f'{value.name}: {value.type} loc("{value.name}")' for value in self.arguments)
        body = "\n".join(f"  {line}" for line in self.lines)
        names = ", ".join(value.name for value in kept)
        return f'tt.func @{name}({arguments}) -> ({types}) {{\n{body}\n  tt.return {names} : {types} loc("end")\n}}\n'


def _integer(function: Function) -> None:
    element, shape = function.random.choice(list(INTEGERS)), function.random.choice(SHAPES)
    op = function.random.choice(INTEGER_OPS)
    flags = function.random.choice(FLAGS) if op in WITH_FLAGS else ""
    left, right = function.some(element, shape), function.some(element, shape)
    function.emit(element, shape, f"arith.{op} {left.name}, {right.name}{flags} : {left.type}")


def _float(function: Function) -> None:
    element, shape = function.random.choice(list(FLOATS)), function.random.choice(SHAPES)
    left, right = function.some(element, shape), function.some(element, shape)
    if function.random.random() < 0.1:
        function.emit(element, shape, f"arith.negf {left.name} : {left.type}")
    else:
        op = function.random.choice(FLOAT_OPS)
        function.emit(element, shape, f"arith.{op} {left.name}, {right.name} : {left.type}")


def _comparison(function: Function) -> None:
    kinds = ((INTEGERS, "cmpi", INTEGER_TESTS), (FLOATS, "cmpf", FLOAT_TESTS))
    elements, op, tests = function.random.choice(kinds)
    element, shape = function.random.choice(list(elements)), function.random.choice(SHAPES)
    left, right = function.some(element, shape), function.some(element, shape)
    test = function.random.choice(tests)
    function.emit("i1", shape, f"arith.{op} {test}, {left.name}, {right.name} : {left.type}")


def _select(function: Function) -> None:
    element, shape = function.random.choice([*INTEGERS, *FLOATS]), function.random.choice(SHAPES)
    decided_at_once = not shape or function.random.random() < 0.3
    condition = function.some("i1", () if decided_at_once else shape)
    left, right = function.some(element, shape), function.some(element, shape)
    types = left.type if decided_at_once else f"{condition.type}, {left.type}"
    function.emit(element, shape, f"arith.select {condition.name}, {left.name}, {right.name} : {types}")


def _cast(function: Function) -> None:
    before, after = function.random.sample([*WIDTHS, *FLOATS, "index"], 2)
    shape = function.random.choice(SHAPES)
    ops = _casts(before, after)
    if ops:
        value = function.some(before, shape)
        op = function.random.choice(ops)
        function.emit(after, shape, f"arith.{op} {value.name} : {value.type} to {typed(after, shape)}")


def _casts(before: str, after: str) -> tuple[str, ...]:
    """The operations of arith that convert one type to another."""
    if "index" in (before, after):
        return ("index_cast", "index_castui") if before in WIDTHS or after in WIDTHS else ()
    widths = WIDTHS | FLOAT_WIDTHS
    same = ("bitcast",) if widths[before] == widths[after] else ()
    wider = widths[after] > widths[before]
    if before in WIDTHS:
        return (("extsi", "extui") if wider else ("trunci",)) if after in WIDTHS else ("sitofp", "uitofp", *same)
    if after in WIDTHS:
        return ("fptosi", "fptoui", *same)
    return same or (("extf",) if wider else ("truncf",))


def _shape(function: Function) -> None:
    element = function.random.choice([*WIDTHS, *FLOATS])
    op, before, after = function.random.choice(
        (
            ("splat", (), (4,)),
            ("splat", (), (2, 4)),
            ("expand_dims", (4,), (1, 4)),
            ("broadcast", (1, 4), (2, 4)),
            ("broadcast", (2, 4), (2, 4)),
            ("reshape", (4,), (1, 4)),
            ("reshape", (1, 4), (4,)),
        )
    )
    value = function.some(element, before)
    attributes = " {axis = 0 : i32}" if op == "expand_dims" else ""
    function.emit(element, after, f"tt.{op} {value.name}{attributes} : {value.type} -> {typed(element, after)}")


STEPS: tuple[Callable[[Function], None], ...] = (
    *(_integer, _integer, _integer, _float, _float),
    *(_comparison, _select, _select, _cast, _cast, _shape),
)


def random_module(seed: int, functions: int = 20, steps: int = 25) -> str:
    """Several random functions; the same seed gives the same ones."""
    random = Random(seed)
    texts: list[str] = []
    for number in range(functions):
        function = Function(random)
        for _ in range(steps):
            random.choice(STEPS)(function)
        texts.append(function.text(f"f{number}"))
    return "\n".join(texts)
