"""Functions of vectors of f32 as LLVM IR text."""

from __future__ import annotations

import struct
from collections.abc import Sequence

ATTRIBUTES = "nounwind willreturn nofree nosync memory(none)"
"""The attributes of functions whose results depend on nothing but their arguments."""
_ROUND = {"float": 1.5 * 2.0**23, "double": 1.5 * 2.0**52}
"""By type, a number that, added to another, rounds it to an integer, which is in the low bits of the sum."""


class VectorFunction:
    """Writes a function of an f32, or of a vector of f32.

    Values are text: a type and an operand. ``lanes`` is 0 for a function of scalars; ``words`` are more attributes.
    """

    def __init__(self, name: str, lanes: int, words: str) -> None:
        self.name = name
        self._words = words
        self._lanes = lanes
        self._lines: list[str] = []
        self.declarations = set[str]()
        self._next = 0
        self.argument = f"{self._type('float')} %x"

    def text(self) -> str:
        """The definition."""
        head = f"define internal {self._type('float')} @{self.name}({self.argument}) {self._words} {ATTRIBUTES} {{"
        return "\n".join([head, *self._lines, "}"])

    def _type(self, element: str) -> str:
        return f"<{self._lanes} x {element}>" if self._lanes else element

    def _value(self, instruction: str, element: str) -> str:
        self._next += 1
        self._lines.append(f"  %{self._next} = {instruction}")
        return f"{self._type(element)} %{self._next}"

    def _call(self, name: str, *operands: str) -> str:
        element = _element(operands[0])
        type_ = self._type(element)
        vector = f"v{self._lanes}" if self._lanes else ""
        full = f"@llvm.{name}.{vector}{'f32' if element == 'float' else 'f64'}"
        self.declarations.add(f"declare {type_} {full}({', '.join([type_] * len(operands))})")
        return self._value(f"call {type_} {full}({', '.join(operands)})", element)

    def _like(self, value: float | str, other: str) -> str:
        return value if isinstance(value, str) else self.number(value, wide=_element(other) == "double")

    def _binary(self, word: str, left: str, right: str) -> str:
        return self._value(f"{word} {left}, {_operand(right)}", _element(left))

    def _constant(self, element: str, text: str) -> str:
        type_ = self._type(element)
        return f"{type_} splat ({element} {text})" if self._lanes else f"{type_} {text}"

    def number(self, value: float, *, wide: bool = False) -> str:
        """A constant, an f64 if ``wide``."""
        exact = value if wide else struct.unpack("<f", struct.pack("<f", value))[0]
        bits = int.from_bytes(struct.pack("<d", exact), "little")
        return self._constant("double" if wide else "float", f"0x{bits:016X}")

    def plus(self, left: str, right: str) -> str:
        """The sum."""
        return self._binary("fadd", left, right)

    def minus(self, left: str, right: str) -> str:
        """The difference."""
        return self._binary("fsub", left, right)

    def times(self, left: str, right: str) -> str:
        """The product."""
        return self._binary("fmul", left, right)

    def over(self, left: str, right: str) -> str:
        """The quotient."""
        return self._binary("fdiv", left, right)

    def fma(self, left: str, right: str | float, more: str | float) -> str:
        """``left * right + more``, rounded once."""
        return self._call("fma", left, self._like(right, left), self._like(more, left))

    def polynomial(self, x: str, coefficients: Sequence[float]) -> str:
        """A polynomial by Horner's rule; the constant comes first."""
        *rest, last = coefficients
        value = self._like(last, x)
        for coefficient in reversed(rest):
            value = self.fma(value, x, coefficient)
        return value

    def nearest(self, x: str, factor: float) -> tuple[str, str]:
        """The integer nearest to a product, and its low bits as an i32."""
        shift = self._like(_ROUND[_element(x)], x)
        shifted = self.fma(x, factor, shift)
        if _element(x) == "float":
            bits = self._value(f"bitcast {shifted} to {self._type('i32')}", "i32")
        else:
            bits = self._value(f"bitcast {shifted} to {self._type('i64')}", "i64")
            bits = self._value(f"trunc {bits} to {self._type('i32')}", "i32")
        return self.minus(shifted, shift), bits

    def absolute(self, x: str) -> str:
        """The absolute value."""
        return self._call("fabs", x)

    def negated(self, x: str) -> str:
        """The number with the other sign."""
        return self._value(f"fneg {x}", _element(x))

    def extended(self, x: str) -> str:
        """An f32 as an f64."""
        return self._value(f"fpext {x} to {self._type('double')}", "double")

    def truncated(self, x: str) -> str:
        """An f64 rounded to an f32."""
        return self._value(f"fptrunc {x} to {self._type('float')}", "float")

    def greater(self, left: str, right: float) -> str:
        """Whether ``left > right``; false for a NaN."""
        return self._value(f"fcmp ogt {left}, {_operand(self._like(right, left))}", "i1")

    def equal(self, left: str, right: float) -> str:
        """Whether ``left == right``; false for a NaN."""
        return self._value(f"fcmp oeq {left}, {_operand(self._like(right, left))}", "i1")

    def select(self, condition: str, left: str, right: str) -> str:
        """One of two values in each lane."""
        return self._value(f"select {condition}, {left}, {right}", _element(left))

    def integers(self, word: str, left: str, right: int) -> str:
        """An operation on i32."""
        return self._binary(word, left, self._constant("i32", str(right)))

    def is_odd(self, x: str) -> str:
        """Whether an i32 is odd."""
        return self._value(f"trunc {x} to {self._type('i1')}", "i1")

    def with_flipped_sign(self, x: str, bits: str) -> str:
        """An f32, with the other sign where the highest bit of an i32 is set."""
        sign = self.integers("and", bits, -(1 << 31))
        flipped = self._binary("xor", self._value(f"bitcast {x} to {self._type('i32')}", "i32"), sign)
        return self._value(f"bitcast {flipped} to {self._type('float')}", "float")

    def unless(self, condition: str, other: str, lanes: int) -> None:
        """Let another function compute the result if a condition, which is rare, holds in any lane.

        That function has ``lanes``, at least as many as this one. What is inserted next computes the result otherwise.
        """
        if self._lanes:
            self._lines.append(f"  %lanes = bitcast {condition} to i{self._lanes}")
            self._lines.append(f"  %any = icmp ne i{self._lanes} %lanes, 0")
            condition = "i1 %any"
        likely = '!prof !{!"branch_weights", i32 1, i32 2000}'
        self._lines += [f"  br {condition}, label %rare, label %usual, {likely}", "rare:"]
        type_ = f"<{lanes} x float>" if lanes else "float"
        given = f"{type_} {_operand(self.argument)}"
        if lanes > self._lanes:
            given = self._widened(lanes)
        found = self._value(f"call {type_} @{other}({given})", "float")
        if lanes > self._lanes:
            found = self._narrowed(f"{type_} {_operand(found)}")
        self.returns(found)
        self._lines.append("usual:")

    def _widened(self, lanes: int) -> str:
        """The argument in the first lanes of a wider vector, with zeros in the others."""
        if not self._lanes:
            zeros = f"<{lanes} x float> zeroinitializer"
            inserted = self._value(f"insertelement {zeros}, {self.argument}, i32 0", "float")
            return f"<{lanes} x float> {_operand(inserted)}"
        zeros = self._constant("float", "0.0")
        shuffled = self._value(f"shufflevector {self.argument}, {zeros}, {self._mask(lanes)}", "float")
        return f"<{lanes} x float> {_operand(shuffled)}"

    def _narrowed(self, wide: str) -> str:
        """As many of the first lanes of a vector as this function has."""
        if not self._lanes:
            return self._value(f"extractelement {wide}, i32 0", "float")
        return self._value(f"shufflevector {wide}, {_type_of(wide)} poison, {self._mask(self._lanes)}", "float")

    def _mask(self, lanes: int) -> str:
        """All lanes of a first vector, then repeatedly the first lane of a second one."""
        chosen = ", ".join(f"i32 {min(lane, self._lanes)}" for lane in range(lanes))
        return f"<{lanes} x i32> <{chosen}>"

    def returns(self, value: str) -> None:
        """Return a value."""
        self._lines.append(f"  ret {value}")


def _type_of(value: str) -> str:
    """The type of a value."""
    return value[: value.index(">") + 1] if value.startswith("<") else value.partition(" ")[0]


def _operand(value: str) -> str:
    """A value without its type."""
    return value[len(_type_of(value)) + 1 :]


def _element(value: str) -> str:
    """The type of the elements of a value."""
    return _type_of(value).rpartition(" ")[2].removesuffix(">")
