"""Expressions of recipes (:mod:`xtriton.recipes`) as TIR of 64 bits."""

# pyright: reportUnknownMemberType=false

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from xtriton.recipes import ARITHMETIC, COMPARISONS, Expression, as_signed
from xtriton.tvm.library import builder, scalar_dtype, tirx


class UnsupportedLaunchError(Exception):
    """A launch that needs what a PrimFunc cannot compute."""


_WIDE = 64


class Values:
    """Evaluates expressions to TIR. A value holds what a register of the expression's width does, read as signed.

    Each operator is computed once, where it is first used; the PrimFunc must not leave that scope. Operators are
    computed even where they are not selected.
    """

    def __init__(self, own: Sequence[Any], grid: Sequence[Any], table: Sequence[Expression]) -> None:
        """``own`` are the caller's arguments; ``grid`` has the caller's extents and then the programs along x."""
        self._own = own
        self._grid = grid
        self._table = table
        self._known: dict[Expression, Any] = {}

    def of(self, expression: Expression) -> Any:
        """The value, an integer or a TIR expression of 64 bits. Raises ``UnsupportedLaunchError``."""
        if isinstance(expression, int):
            return expression
        if expression not in self._known:
            value = self._computed(expression)
            is_simple = isinstance(value, int) or expression[0] in ("arg", "grid", "value")
            self._known[expression] = value if is_simple else _kept(value)
        return self._known[expression]

    def _computed(self, expression: Expression) -> Any:
        match expression:
            case ("arg", int(number)):
                return wide(self._own[number])
            case ("grid", int(axis)):
                return wide(self._grid[axis])
            case ("programs", 0):
                return wide(self._grid[-1])
            case ("value", int(number)):
                return self.of(self._table[number])
            case ("select", condition, first, second):
                chosen = (self.of(condition), self.of(first), self.of(second))
                if isinstance(chosen[0], int):
                    return chosen[1] if chosen[0] else chosen[2]
                return tirx.if_then_else(chosen[0] != 0, *map(expression_of, chosen[1:]))
            case ("extsi" | "extui" | "trunci" as name, int(before), int(after), value):
                return _cast(name, before, after, self.of(value))
            case (str(name), int(bits), first, second) if name in _OPERATORS:
                return _computed(name, bits, self.of(first), self.of(second))
            case _:
                raise UnsupportedLaunchError(f"it computes an argument by '{cast('tuple[Any, ...]', expression)[0]}'")

    def address(self, expression: Expression) -> Any:
        """The handle that an address is: an argument that is a tensor, and bytes that are added to it."""
        bases, offset = self._split(expression)
        if len(bases) != 1:
            raise UnsupportedLaunchError("it computes an address that is no offset from a tensor")
        if isinstance(offset, int) and offset == 0:
            return bases[0]
        return tirx.handle_add_byte_offset(bases[0], expression_of(offset))

    def _split(self, expression: Expression) -> tuple[list[Any], Any]:
        """The tensors of a sum, and the sum of the rest."""
        match expression:
            case ("value", int(number)):
                return self._split(self._table[number])
            case ("arg", int(number)) if scalar_dtype(self._own[number]) == "handle":
                return [self._own[number]], 0
            case ("addi", 64, first, second):
                (left, before), (right, after) = self._split(first), self._split(second)
                return [*left, *right], before + after
            case _:
                return [], self.of(expression)


_BYTE_OFFSET = 8
"""TVM's number of a field of 64 bits of a DLPack tensor."""


def _kept(value: Any) -> Any:
    """A value that is written to the stack and read from there.

    TVM's simplifier replaces variables by their values, and takes exponentially long where values are shared.
    """
    memory = builder.Bind(builder.tvm_stack_alloca("array", 1))
    builder.evaluate(builder.tvm_struct_set(memory, 0, _BYTE_OFFSET, value.astype("uint64")))
    return builder.Bind(builder.tvm_struct_get(memory, 0, _BYTE_OFFSET, "uint64").astype("int64"))


def wide(value: Any) -> Any:
    """A number or an expression in 64 bits."""
    if isinstance(value, int):
        return tirx.const(value, "int64")
    if scalar_dtype(value) == "handle":
        raise UnsupportedLaunchError("it computes an integer from the address of a tensor")
    return value.astype("int64")


def expression_of(value: Any) -> Any:
    """A number as an expression of 64 bits; an expression as it is."""
    return tirx.const(value, "int64") if isinstance(value, int) else value


def _cast(name: str, before: int, after: int, value: Any) -> Any:
    if name == "extsi":
        return _wrapped(-value if before == 1 else value, after)
    return _wrapped(_unsigned(value, before), after) if name == "extui" else _wrapped(value, after)


def _wrapped(value: Any, bits: int) -> Any:
    """A value of 64 bits, wrapped to a signed integer of fewer bits; a single bit is 0 or 1."""
    if isinstance(value, int):
        return as_signed(value, bits)
    if bits >= _WIDE:
        return value
    return value & 1 if bits == 1 else (value << (_WIDE - bits)) >> (_WIDE - bits)


def _unsigned(value: Any, bits: int) -> Any:
    """A register read as unsigned; of 64 bits in TIR it stays signed."""
    if isinstance(value, int):
        return value & ((1 << bits) - 1)
    if bits == 32:  # TVM 0.25 cannot analyse values under a mask of 32 bits
        return value.astype("uint32").astype("int64")
    return value & tirx.const((1 << bits) - 1, "int64") if bits < _WIDE else value


def _computed(name: str, bits: int, first: Any, second: Any) -> Any:
    """The result of an operator of arith, wrapped to its width."""
    if isinstance(first, int) and isinstance(second, int):
        known = COMPARISONS[name] if name in COMPARISONS else ARITHMETIC[name]
        return as_signed(known(first, second, bits), 1 if name in COMPARISONS else bits)
    if name in _UNSIGNED:
        operands = [_unsigned(operand, bits) for operand in (first, second)]
        if bits >= _WIDE:
            operands = [expression_of(as_signed(operand, bits) if isinstance(operand, int) else operand)
                        .astype("uint64") for operand in operands]  # fmt: skip
    else:
        is_bit = bits == 1 and name in _SIGNED
        operands = [-operand if is_bit else operand for operand in (first, second)]
    if name in _DIVIDING and not isinstance(second, int):
        # Values that are not selected are computed, too, and must not divide by zero.
        one = tirx.const(1, scalar_dtype(operands[1]))
        operands[1] = tirx.if_then_else(operands[1] == 0, one, operands[1])
    made = _OPERATORS[name](*map(expression_of, operands))
    if name in COMPARISONS or scalar_dtype(made) != "int64":
        made = tirx.Cast("int64", made)
    return made if name in COMPARISONS else _wrapped(made, bits)


def _rounded_up(first: Any, second: Any) -> Any:
    """The quotient of operands that are not negative, rounded up without overflow."""
    rest = tirx.truncmod(first, second) != 0
    return tirx.truncdiv(first, second) + tirx.Cast(scalar_dtype(first), rest)


_SIGNED = ("divsi", "remsi", "floordivsi", "ceildivsi", "minsi", "maxsi", "shrsi", "slt", "sle", "sgt", "sge")
_UNSIGNED = ("divui", "remui", "ceildivui", "minui", "maxui", "shrui", "ult", "ule", "ugt", "uge")
_DIVIDING = ("divsi", "remsi", "floordivsi", "ceildivsi", "divui", "remui", "ceildivui")

_OPERATORS: Mapping[str, Callable[[Any, Any], Any]] = {
    "addi": lambda a, b: a + b,
    "subi": lambda a, b: a - b,
    "muli": lambda a, b: a * b,
    "divsi": tirx.truncdiv,
    "divui": tirx.truncdiv,
    "remsi": tirx.truncmod,
    "remui": tirx.truncmod,
    "floordivsi": tirx.floordiv,
    "ceildivsi": lambda a, b: -tirx.floordiv(-a, b),
    "ceildivui": _rounded_up,
    "minsi": tirx.min,
    "maxsi": tirx.max,
    "minui": tirx.min,
    "maxui": tirx.max,
    "andi": lambda a, b: a & b,
    "ori": lambda a, b: a | b,
    "xori": lambda a, b: a ^ b,
    "shli": lambda a, b: a << b,
    "shrui": lambda a, b: a >> b,
    "shrsi": lambda a, b: a >> b,
    "eq": lambda a, b: a == b,
    "ne": lambda a, b: a != b,
    "slt": lambda a, b: a < b,
    "sle": lambda a, b: a <= b,
    "sgt": lambda a, b: a > b,
    "sge": lambda a, b: a >= b,
    "ult": lambda a, b: a < b,
    "ule": lambda a, b: a <= b,
    "ugt": lambda a, b: a > b,
    "uge": lambda a, b: a >= b,
}
"""The operators of recipes on operands of 64 bits, which are extended as the operator reads them."""
