"""Kernels made at random: blocks of two numbers of dimensions and several types, through memory and control flow.

Floats are exact, quarters of small integers, until something rounds them. Only exact ones are compared or turned into
integers, so that results can be held against an interpreter whose sums have another order.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

HEADER = """import triton
import triton.language as tl


@triton.jit
def _larger(a, b):
    return tl.where(a > b, a, b)


@triton.jit
def _both(a, b, c, d):
    return a + c, tl.maximum(b, d)


@triton.jit
def kernel(x, y, h, out, n, m, k, A: tl.constexpr, B: tl.constexpr):
    p = tl.program_id(0)
    i = tl.arange(0, A)
    j = tl.arange(0, B)
    r = i[:, None]
    c = j[None, :]
"""
SIGNATURE = "*fp32,*i32,*fp16,*fp32,i32,i32,i32"

_PLACES = (
    *("r * B + c", "c * A + r", "r * 2 * B + c * 2", "(A - 1 - r) * B + c", "r * B + (B - 1 - c)", "(r * B + c) % n"),
    *("((r + p) % m) * B + c", "r * B + (c + k) % B", "(r ^ 1) * B + c", "r * B + (c ^ 1)", "tl.minimum(r, m) * B + c"),
    *("(r // 2) * B + c", "p * A * B + r * B + c", "r * B + c // 2", "m + r * B + c"),
)
_DISTINCT = (
    *("r * B + c", "c * A + r", "(A - 1 - r) * B + c", "(r ^ 1) * B + c", "r * B + (c ^ 1)", "r * B + (c + k) % B"),
    *("r * 2 * B + c", "p * A * B + r * B + c"),
)
"""Places of which no two are the same."""
_MASKS = (
    *("(r < m) & (c < k)", "c < k", "r < m", "(r < m) | (c < k)", "c >= k", "(r >= 1) & (r < m) & (c < k)"),
    *("(r * B + c) < n", "(r + c) % 2 == 0", "(r < m) & (c % 3 != 0)", "(c - k) < 0", "(p * A + r) < m", "m > c"),
    *("(r < 1) & (c < k)", "(r < m) & (c < 1)", "(r < 3) & (c < k)", "(r < m) & (c < 2)"),
)


class Value(NamedTuple):
    """A variable: ``kind`` is float or int, ``shape`` is "AB", "A", "B" or "" for a scalar."""

    name: str
    kind: str
    shape: str
    exact: bool = True


@dataclass
class _Kernel:
    chance: random.Random
    lines: list[str] = field(default_factory=list[str])
    values: list[Value] = field(default_factory=list[Value])
    indent: str = "    "

    def pick(self, kind: str | None = None, *, exact: bool = False) -> Value:
        """A variable that is a block of two dimensions."""
        fits = [
            value
            for value in self.values
            if value.shape == "AB" and kind in (None, value.kind) and (value.exact or not exact)
        ]
        return self.chance.choice(fits)

    def add(self, text: str, kind: str, shape: str = "AB", exact: bool = True) -> Value:
        """A new variable for an expression."""
        value = Value(f"v{len(self.values)}", kind, shape, exact)
        self.lines.append(f"{self.indent}{value.name} = {text}")
        self.values.append(value)
        return value

    def mask(self) -> str:
        """Sometimes a mask."""
        return f", mask={self.chance.choice(_MASKS)}" if self.chance.random() < 0.6 else ""

    def load(self) -> Value:
        """Elements of one of the arrays."""
        mask = self.mask()
        array, kind = self.chance.choice((("x", "float"), ("y", "int"), ("h", "float")))
        other = f", other={self.chance.choice(('0', '1'))}" if mask else ""
        text = f"tl.load({array} + ({self.chance.choice(_PLACES)}){mask}{other})"
        return self.add(text + (".to(tl.float32)" if array == "h" else ""), kind)

    def store(self) -> None:
        """Write to an array that is read again later."""
        value, array = self.pick(), self.chance.choice(("x", "y", "h"))
        if array == "y" and value.kind == "float":
            value = self.pick("int")
        place = self.chance.choice(_DISTINCT)
        self.lines.append(f"{self.indent}tl.store({array} + {place}, {value.name}{self.mask()})")

    def step(self) -> None:
        """One more operation."""
        self.chance.choice(_STEPS)(self)


def _arithmetic(k: _Kernel) -> None:
    left = k.pick()
    right = k.pick(left.kind)
    word = k.chance.choice(("+", "-", "+", "*"))
    exact = left.exact and right.exact and (word != "*" or left.kind == "int")
    k.add(f"{left.name} {word} {right.name}", left.kind, exact=exact)


def _integers(k: _Kernel) -> None:
    a, b = k.pick("int").name, k.pick("int").name
    forms = (
        *(f"{a} // (tl.abs({b} % 7) + 1)", f"{a} % (tl.abs({b} % 5) + 2)", f"{a} >> 1", f"{a} << (tl.abs({b}) % 3)"),
        *(
            f"{a} & {b}",
            f"{a} | {b}",
            f"{a} ^ {b}",
            f"({a}).to(tl.int8).to(tl.int32)",
            f"({a} & 255).to(tl.uint8).to(tl.int32)",
        ),
    )
    k.add(k.chance.choice(forms), "int")


def _extreme(k: _Kernel) -> None:
    left = k.pick()
    right = k.pick(left.kind)
    word = k.chance.choice(("maximum", "minimum"))
    k.add(f"tl.{word}({left.name}, {right.name})", left.kind, exact=left.exact and right.exact)


def _choice(k: _Kernel) -> None:
    left = k.pick()
    right = k.pick(left.kind)
    k.add(
        f"tl.where({k.chance.choice(_MASKS)}, {left.name}, {right.name})", left.kind, exact=left.exact and right.exact
    )


def _comparison(k: _Kernel) -> None:
    left = k.pick(exact=True)
    right = k.pick(left.kind, exact=True)
    word = k.chance.choice((">", "<=", "==", "!="))
    kind, type_ = k.chance.choice((("int", "int32"), ("float", "float32")))
    k.add(f"({left.name} {word} {right.name}).to(tl.{type_})", kind)


def _rounding(k: _Kernel) -> None:
    a = k.pick("float").name
    forms = (
        f"tl.exp(-tl.abs({a}))",
        f"tl.sqrt(tl.abs({a}))",
        f"1.0 / (tl.abs({a}) + 1.0)",
        f"tl.sin({a})",
        f"{a} * 0.3",
    )
    k.add(k.chance.choice(forms), "float", exact=False)


def _conversion(k: _Kernel) -> None:
    if k.chance.random() < 0.5:
        k.add(f"{k.pick('float', exact=True).name}.to(tl.int32)", "int")
    else:
        k.add(f"({k.pick('int').name} & 63).to(tl.float32)", "float")


def _reduction(k: _Kernel) -> None:
    value, axis = k.pick(), k.chance.randrange(2)
    back = "[:, None]" if axis == 1 else "[None, :]"
    word = k.chance.choice(("sum", "max", "min", "reduce", "pair"))
    match word:
        case "reduce":
            text = f"tl.reduce({value.name}, {axis}, _larger)"
        case "pair":
            other = k.pick(value.kind)
            text = f"tl.reduce(({value.name}, {other.name}), {axis}, _both)[{k.chance.randrange(2)}]"
            value = value._replace(exact=value.exact and other.exact)
        case _:
            text = f"tl.{word}({value.name}, axis={axis})"
    new = k.add(text, value.kind, "A" if axis == 1 else "B", value.exact)
    k.add(f"{k.pick(value.kind).name} + {new.name}{back}", value.kind, exact=False)


def _place_of_extreme(k: _Kernel) -> None:
    value, axis = k.pick(exact=True), k.chance.randrange(2)
    back = "[:, None]" if axis == 1 else "[None, :]"
    word = k.chance.choice(("argmax", "argmin"))
    k.add(f"{k.pick('int').name} + tl.{word}({value.name}, axis={axis}){back}", "int")


def _scan(k: _Kernel) -> None:
    value, axis = k.pick(), k.chance.randrange(2)
    reverse = k.chance.choice((", reverse=True", ""))
    if k.chance.random() < 0.7:
        k.add(f"tl.cumsum({value.name}, axis={axis}{reverse})", value.kind, exact=value.exact)
    else:
        k.add(f"tl.associative_scan({value.name}, {axis}, _larger{reverse})", value.kind, exact=value.exact)


def _shape(k: _Kernel) -> None:
    value = k.pick()
    a = value.name
    forms = (
        *(f"tl.trans(tl.trans({a}) + 1)", f"tl.reshape(tl.reshape({a}, (A * B,)) * 2, (A, B))"),
        *(f"tl.sum(tl.join({a}, {a} + 1), axis=2)", f"tl.split(tl.reshape(tl.join({a}, {a} * 2), (A, B, 2)))[1]"),
        *(f"tl.flip({a}, 1)", f"tl.permute(tl.reshape({a}, (A // 2, 2, B)), (0, 2, 1)).reshape(A, B)"),
        *(f"tl.sum({a}[:, None, :] + tl.zeros((A, 2, B), {a}.dtype), 1)", f"tl.sort({a})"),
    )
    k.add(k.chance.choice(forms), value.kind, exact=value.exact)


def _lookup(k: _Kernel) -> None:
    value, index = k.pick(), k.pick("int")
    axis, extent = k.chance.choice(((0, "A"), (1, "B")))
    k.add(f"tl.gather({value.name}, tl.abs({index.name} % {extent}), {axis})", value.kind, exact=value.exact)


def _product(k: _Kernel) -> None:
    a, b = k.pick("float").name, k.pick("float").name
    exact = "input_precision='ieee'"
    k.add(f"tl.dot(tl.dot({a}, tl.trans({b}), {exact}) * 0.01, {b}, {exact})", "float", exact=False)


def _scattered_sum(k: _Kernel) -> None:
    value = k.pick("int")
    place = k.chance.choice(_PLACES)
    k.lines.append(f"{k.indent}tl.atomic_add(y + {place}, {value.name}{k.mask()})")


def _loop(k: _Kernel) -> None:
    start, bound = k.pick("float"), k.chance.choice(("k", "3", "m", "0"))
    name = k.add(f"{start.name} * 1.0", "float", exact=False).name
    number = len(k.values)
    k.lines.append(f"{k.indent}for t{number} in range(0, {bound}):")
    place = k.chance.choice(("r * B + c + t{}", "r * B + c", "(r + t{}) % A * B + c", "c * A + r + t{} * 2"))
    k.lines.append(f"{k.indent}    {name} = {name} * 0.5 + tl.load(x + {place.format(number)}{k.mask()})")
    if k.chance.random() < 0.3:
        k.lines.append(f"{k.indent}    tl.store(x + r * B + c, {name} * 0.25)")


def _branch(k: _Kernel) -> None:
    left, right = k.pick("float"), k.pick("float")
    name = k.add(f"{left.name} + 0.0", "float", exact=left.exact and right.exact).name
    k.lines.append(f"{k.indent}if m > {k.chance.randint(1, 6)}:")
    k.lines.append(f"{k.indent}    {name} = {right.name}")
    if k.chance.random() < 0.5:
        k.lines.append(f"{k.indent}else:")
        k.lines.append(f"{k.indent}    tl.store(h + {k.chance.choice(_DISTINCT)}, {name}{k.mask()})")


def _while(k: _Kernel) -> None:
    value = k.pick("float")
    name = k.add(f"{value.name} * 1.0", "float", exact=False).name
    number = len(k.values)
    k.lines += [f"{k.indent}w{number} = {k.chance.choice(('k', 'm'))}", f"{k.indent}while w{number} > 0:"]
    k.lines += [f"{k.indent}    {name} = {name} * 0.5 + tl.load(x + w{number} + r * B + c)"]
    k.lines += [f"{k.indent}    w{number} = w{number} // 2"]


_STEPS: tuple[Callable[[_Kernel], None], ...] = (
    *(_arithmetic, _arithmetic, _integers, _extreme, _choice, _comparison, _rounding, _conversion, _reduction),
    *(_place_of_extreme, _scan, _shape, _lookup, _loop, _branch, _while, _scattered_sum, _product),
    *(_Kernel.load, _Kernel.load, _Kernel.store),
)


def random_kernel(seed: int) -> tuple[str, dict[str, int]]:
    """The source of a kernel, and its sizes: blocks of ``A`` by ``B``, and numbers ``n``, ``m``, ``k`` within them."""
    chance = random.Random(seed)
    k = _Kernel(chance)
    rows, columns = chance.choice((2, 4, 8, 16)), chance.choice((2, 4, 8, 32, 64))
    k.add("tl.load(x + r * B + c)", "float")
    k.add("tl.load(y + r * B + c)", "int")
    for _ in range(chance.randint(3, 12)):
        k.step()
    for position in range(2):
        value = k.pick()
        k.lines.append(f"    tl.store(out + {position} * A * B + r * B + c, {value.name}{k.mask()})")
    sizes = {"A": rows, "B": columns, "n": chance.randint(1, rows * columns)}
    sizes |= {"m": chance.randint(1, rows), "k": chance.randint(1, columns)}
    return HEADER + "\n".join(k.lines) + "\n", sizes
