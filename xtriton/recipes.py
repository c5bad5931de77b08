"""Recipes for launch-computed arguments: integer expressions over the caller's arguments and grid.

An expression is a number or a list with an operator in front, as JSON and MLIR's array attributes have it:

    ["arg", 3]                    the fourth argument: an integer, or the address that a pointer holds
    ["grid", 0]                   the extent of the caller's grid along x
    ["programs", 0]               how many programs the launch starts along x
    ["muli", 32, ["arg", 3], 2]   arith.muli on 32 bits; the other operators of arith likewise
    ["extsi", 32, 64, ["arg", 3]] a cast names the width before and after
    ["slt", 32, a, b]             arith.cmpi slt
    ["select", condition, a, b]

Values are signed integers of the named width; those of one bit are 0 and 1. ``index`` has 64 bits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypeVar, cast

Expression: TypeAlias = "int | str | tuple[Expression, ...]"
"""Nested tuples; the strings are operators."""


class RecipeError(ValueError):
    """A recipe that is malformed, or that has no value for the arguments of a launch."""


@dataclass(frozen=True)
class ScalarRecipe:
    """An integer argument."""

    value: Expression


@dataclass(frozen=True)
class DescriptorRecipe:
    """A TMA descriptor: the address, extents in elements (outermost first), strides in elements, and the padding."""

    base: Expression
    shape: tuple[Expression, ...]
    strides: tuple[Expression, ...]
    padding: Literal["zero", "nan"] = "zero"


@dataclass(frozen=True)
class WorkspaceRecipe:
    """A pointer to memory that launches of the kernel on one stream share; null if it has no bytes."""

    size: Expression
    """In bytes."""
    contents: Literal["zero", "any"] = "zero"
    """What a launch finds in the memory. ``zero``: the first one zeros, and each launch must restore them for the next.
    ``any``: unspecified bytes."""


Recipe = ScalarRecipe | DescriptorRecipe | WorkspaceRecipe


def to_json(recipe: Recipe) -> dict[str, Any]:
    """Serialise a recipe to JSON; :func:`from_json` is the inverse."""
    match recipe:
        case ScalarRecipe():
            return {"value": as_json(recipe.value)}
        case WorkspaceRecipe():
            contents = {} if recipe.contents == "zero" else {"contents": recipe.contents}
            return {"workspace": as_json(recipe.size), **contents}
        case DescriptorRecipe():
            return {
                "base": as_json(recipe.base),
                "shape": [as_json(extent) for extent in recipe.shape],
                "strides": [as_json(stride) for stride in recipe.strides],
                "padding": recipe.padding,
            }


def as_json(expression: Expression) -> Any:
    """Serialise an expression to JSON; :func:`checked` is the inverse."""
    return [as_json(part) for part in expression] if isinstance(expression, tuple) else expression


def from_json(given: Mapping[str, Any]) -> Recipe:
    """Parse the result of :func:`to_json`. Raises ``RecipeError`` if it is malformed."""
    match dict(given):
        case {"value": value}:
            return ScalarRecipe(checked(value))
        case {"workspace": size, **others} if not others or others == {"contents": "any"}:
            return WorkspaceRecipe(checked(size), "any" if others else "zero")
        case {"base": base, "shape": [*shape], "strides": [*strides], "padding": "zero" | "nan" as padding} if len(
            shape
        ) == len(strides):
            parts = tuple(map(checked, shape)), tuple(map(checked, strides))
            return DescriptorRecipe(checked(base), *parts, padding)
        case _:
            raise RecipeError(f"no recipe for an argument: {given}")


def checked(given: Any) -> Expression:
    """An expression of lists as one of tuples. Raises ``RecipeError`` where it is malformed."""
    match given:
        case int():
            return int(given)
        case ["arg" | "grid" as source, int(number)] if number >= 0 and (source == "arg" or number < _AXES):
            return (source, number)
        case ["programs", 0]:
            return ("programs", 0)
        case ["value", int(number)] if number >= 0:
            return ("value", number)
        case ["select", condition, first, second]:
            return ("select", checked(condition), checked(first), checked(second))
        case [str(name), int(before), int(after), value] if name in _CASTS:
            return (name, before, after, checked(value))
        case [str(name), int(bits), first, second] if name in _BINARY and bits > 0:
            return (name, bits, checked(first), checked(second))
        case _:
            raise RecipeError(f"no expression of a recipe: {given!r}")


_AXES = 3
PROGRAMS = 3
"""The index of the number of programs in the extents passed to evaluators, after those of the grid."""


def leaves(expression: Expression, values: Sequence[Expression] = ()) -> set[tuple[str, int]]:
    """The arguments and extents of the grid that an expression reads: ``("arg", 3)``, ``("grid", 0)``.

    ``values`` is the table of its kernel. Without one, values of the table are leaves themselves.
    """
    found: set[tuple[str, int]] = set()
    _collect_leaves(expression, values, found)
    return found


def _collect_leaves(expression: Expression, values: Sequence[Expression], found: set[tuple[str, int]]) -> None:
    match expression:
        case ("arg" | "grid" as source, int(number)):
            found.add((source, number))
        case ("value", int(number)):
            if ("value", number) not in found:
                found.add(("value", number))
                if values:
                    _collect_leaves(_entry(values, number), values, found)
        case tuple():
            for part in expression:
                _collect_leaves(part, values, found)
        case _:
            pass


def leaves_of(recipe: Recipe, values: Sequence[Expression] = ()) -> set[tuple[str, int]]:
    """The arguments and extents of the grid that a recipe reads, with ``values`` as in :func:`leaves`."""
    match recipe:
        case ScalarRecipe():
            return leaves(recipe.value, values)
        case WorkspaceRecipe():
            return leaves(recipe.size, values)
        case DescriptorRecipe():
            return leaves((recipe.base, *recipe.shape, *recipe.strides), values)


def map_expressions(recipe: Recipe, change: Callable[[Expression], Expression]) -> Recipe:
    """The recipe with each of its expressions replaced."""
    match recipe:
        case ScalarRecipe():
            return ScalarRecipe(change(recipe.value))
        case WorkspaceRecipe():
            return WorkspaceRecipe(change(recipe.size), recipe.contents)
        case DescriptorRecipe():
            parts = tuple(map(change, recipe.shape)), tuple(map(change, recipe.strides))
            return DescriptorRecipe(change(recipe.base), *parts, recipe.padding)


T = TypeVar("T")


def _entry(values: Sequence[T], number: int) -> T:
    if number >= len(values):
        raise RecipeError(f"no value {number} in a table of {len(values)}")
    return values[number]


class ValueTable:
    """The table of a kernel: expressions that several recipes, or several parts of one, share.

    Entries refer to earlier entries. Without it, shared parts would be repeated, exponentially often at worst.
    """

    def __init__(self, entries: Iterable[Expression] = ()) -> None:
        self.entries: list[Expression] = list(entries)
        self._numbers = {entry: number for number, entry in enumerate(self.entries)}

    def share(self, expression: Expression) -> Expression:
        """The expression with its repeated parts in the table; small parts are repeated."""
        nodes = _Nodes()
        root = nodes.add(expression)
        written: dict[int, Expression] = {}
        for number, node in enumerate(nodes.nodes):
            made = cast("Expression", tuple(written[part] if part is not None else head for head, part in node))
            if nodes.uses[number] > 1 and nodes.sizes[number] > _LARGEST_REPEATED:
                made = ("value", self._number(made))
            written[number] = made
        return written[root] if root is not None else expression

    def _number(self, entry: Expression) -> int:
        known = self._numbers.get(entry)
        if known is None:
            known = self._numbers[entry] = len(self.entries)
            self.entries.append(entry)
        return known


_LARGEST_REPEATED = 3
"""Operators of an expression that is repeated rather than shared."""

_Part = tuple["Expression | None", "int | None"]
"""A part of an expression: a leaf or an operator's name, or else the number of a node."""


class _Nodes:
    """The different operators of an expression, operands first. Objects that occur repeatedly are visited once."""

    def __init__(self) -> None:
        self.nodes: list[tuple[_Part, ...]] = []
        self.uses: list[int] = []
        self.sizes: list[int] = []
        self._of_object: dict[int, int] = {}
        self._of_parts: dict[tuple[_Part, ...], int] = {}

    def add(self, expression: Expression) -> int | None:
        """The number of an operator; None for leaves."""
        if not isinstance(expression, tuple) or expression[0] in _LEAVES:
            return None
        number = self._of_object.get(id(expression))
        if number is None:
            number = self._of_object[id(expression)] = self._new(expression)
        return number

    def _new(self, expression: tuple[Expression, ...]) -> int:
        parts: tuple[_Part, ...] = tuple(
            (part, None) if (inner := self.add(part)) is None else (None, inner) for part in expression
        )
        number = self._of_parts.get(parts)
        if number is None:
            number = self._of_parts[parts] = len(self.nodes)
            self.nodes.append(parts)
            self.uses.append(0)
            self.sizes.append(1 + sum(self.sizes[inner] for _, inner in parts if inner is not None))
            for _, inner in parts:
                if inner is not None:
                    self.uses[inner] += 1
        return number


_LEAVES = frozenset({"arg", "grid", "programs", "value"})


class Launch:
    """The integers that the expressions of a kernel read in one launch."""

    def __init__(self, argument: Callable[[int], int], grid: Sequence[int], values: Sequence[Evaluator] = ()) -> None:
        """``argument`` gives the integer of an argument by its number; ``grid`` has the extents of the caller's grid,
        which may be followed by the number of programs along x; ``values`` evaluate the entries of the table."""
        self.argument = argument
        self.grid = grid
        self._values = values
        self._known: dict[int, int] = {}

    def value(self, number: int) -> int:
        """An entry of the table, evaluated when needed: a branch that is not selected may divide by zero."""
        known = self._known.get(number)
        if known is None:
            known = self._known[number] = _entry(self._values, number)(self)
        return known


Evaluator: TypeAlias = Callable[[Launch], int]
"""Evaluates an expression in a launch."""


def evaluate(
    expression: Expression,
    arguments: Callable[[int], int],
    grid: Sequence[int],
    values: Sequence[Expression] = (),
) -> int:
    """The value of an expression. Raises ``RecipeError`` where it divides by zero or shifts too far."""
    return evaluator(expression)(Launch(arguments, grid, [evaluator(entry) for entry in values]))


def evaluator(expression: Expression) -> Evaluator:
    """Compile an expression to a function of a launch, which raises as :func:`evaluate` does."""
    match expression:
        case int():
            return lambda launch: expression
        case ("arg", int(number)):
            return lambda launch: launch.argument(number)
        case ("grid", int(axis)):
            return lambda launch: launch.grid[axis]
        case ("programs", 0):
            return lambda launch: launch.grid[PROGRAMS]
        case ("value", int(number)):
            return lambda launch: launch.value(number)
        case ("select", condition, first, second):
            is_first, on_true, on_false = evaluator(condition), evaluator(first), evaluator(second)
            return lambda launch: (on_true if is_first(launch) else on_false)(launch)
        case (str(name), int(before), int(after), value) if name in _CASTS:
            convert, inner = _CASTS[name], evaluator(value)
            return lambda launch: convert(inner(launch), before, after)
        case (str(name), int(bits), first, second):
            compute, left, right = _BINARY[name], evaluator(first), evaluator(second)
            width = 1 if name in COMPARISONS else bits
            return lambda launch: as_signed(compute(left(launch), right(launch), bits), width)
        case _:
            raise RecipeError(f"no expression of a recipe: {expression!r}")


def as_signed(value: int, bits: int) -> int:
    """Wrap a number to a signed integer of ``bits`` bits; a single bit is 0 or 1."""
    value &= (1 << bits) - 1
    return value - (1 << bits) if bits > 1 and value >> (bits - 1) else value


def _unsigned(value: int, bits: int) -> int:
    return value & ((1 << bits) - 1)


_CASTS: dict[str, Callable[[int, int, int], int]] = {
    "extsi": lambda value, before, after: as_signed(-value if before == 1 else value, after),
    "extui": lambda value, before, after: as_signed(_unsigned(value, before), after),
    "trunci": lambda value, before, after: as_signed(value, after),
}

_Binary = Callable[[int, int, int], int]


def _on_unsigned(compute: Callable[[int, int], int]) -> _Binary:
    return lambda a, b, bits: compute(_unsigned(a, bits), _unsigned(b, bits))


def _on_signed(compute: Callable[[int, int], int]) -> _Binary:
    # A single bit that is set is -1 where it is signed.
    return lambda a, b, bits: compute(-a, -b) if bits == 1 else compute(a, b)


def _checked_divisor(compute: Callable[[int, int], int]) -> Callable[[int, int], int]:
    def divide(a: int, b: int) -> int:
        if b == 0:
            raise RecipeError("an argument of the launch makes the kernel divide by zero")
        return compute(a, b)

    return divide


def _truncated(a: int, b: int) -> int:
    """Division that rounds towards zero, as arith's."""
    quotient = abs(a) // abs(b)
    return quotient if (a < 0) == (b < 0) else -quotient


def _shift(compute: Callable[[int, int], int], *, signed: bool = False) -> _Binary:
    def shift(a: int, b: int, bits: int) -> int:
        amount = _unsigned(b, bits)
        if amount >= bits:
            raise RecipeError(f"an argument of the launch makes the kernel shift {bits} bits by {amount}")
        value = (-a if bits == 1 else a) if signed else _unsigned(a, bits)
        return compute(value, amount)

    return shift


COMPARISONS: dict[str, _Binary] = {
    "eq": _on_unsigned(lambda a, b: a == b),
    "ne": _on_unsigned(lambda a, b: a != b),
    "slt": _on_signed(lambda a, b: a < b),
    "sle": _on_signed(lambda a, b: a <= b),
    "sgt": _on_signed(lambda a, b: a > b),
    "sge": _on_signed(lambda a, b: a >= b),
    "ult": _on_unsigned(lambda a, b: a < b),
    "ule": _on_unsigned(lambda a, b: a <= b),
    "ugt": _on_unsigned(lambda a, b: a > b),
    "uge": _on_unsigned(lambda a, b: a >= b),
}
"""The predicates of ``arith.cmpi``."""

ARITHMETIC: dict[str, _Binary] = {
    "addi": _on_unsigned(lambda a, b: a + b),
    "subi": _on_unsigned(lambda a, b: a - b),
    "muli": _on_unsigned(lambda a, b: a * b),
    "andi": _on_unsigned(lambda a, b: a & b),
    "ori": _on_unsigned(lambda a, b: a | b),
    "xori": _on_unsigned(lambda a, b: a ^ b),
    "divsi": _on_signed(_checked_divisor(_truncated)),
    "divui": _on_unsigned(_checked_divisor(lambda a, b: a // b)),
    "remsi": _on_signed(_checked_divisor(lambda a, b: a - b * _truncated(a, b))),
    "remui": _on_unsigned(_checked_divisor(lambda a, b: a % b)),
    "floordivsi": _on_signed(_checked_divisor(lambda a, b: a // b)),
    "ceildivsi": _on_signed(_checked_divisor(lambda a, b: -(-a // b))),
    "ceildivui": _on_unsigned(_checked_divisor(lambda a, b: -(-a // b))),
    "minsi": _on_signed(min),
    "maxsi": _on_signed(max),
    "minui": _on_unsigned(min),
    "maxui": _on_unsigned(max),
    "shli": _shift(lambda a, b: a << b),
    "shrui": _shift(lambda a, b: a >> b),
    "shrsi": _shift(lambda a, b: a >> b, signed=True),
}
"""The operations of arith on two integers, by their names without the dialect."""

_BINARY: dict[str, _Binary] = {**ARITHMETIC, **COMPARISONS}
