"""Blocks of IR as bit-vectors of z3, and the question whether one refines another.

Each value is a bit-vector and a truth value that says whether it is poison; a block has a truth value that says whether
its behaviour is undefined. ``test_translation.py`` compares this with the interpreter on all inputs at small widths.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import z3
from xdsl.dialects.builtin import IndexType, IntegerAttr, IntegerType
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xtriton.dialects.tt.types import PointerType
from xtriton.dialects.upstream.arith.attributes import CmpIPredicate, IntegerOverflowFlagsAttr
from xtriton.ir.narrowing import int_value

Term = Any
"""A z3 expression; z3's own classes have no useful types."""


class NoTranslation(Exception):
    """An operation or a type that is not translated."""


@dataclass(frozen=True)
class Value:
    """A number, and whether it is poison."""

    bits: Term
    poison: Term


@dataclass
class State:
    """The values computed so far, and the conditions of undefined behaviour. Without ``flags``, flags are ignored."""

    values: dict[SSAValue, Value] = field(default_factory=dict[SSAValue, Value])
    undefined: list[Term] = field(default_factory=list[Term])
    flags: bool = True


@dataclass(frozen=True)
class Translated:
    """The results of a block, and where its behaviour is undefined."""

    results: tuple[Value, ...]
    undefined: Term


def width_of(type_: Attribute) -> int:
    """Bits of a scalar; ``index`` and pointers have 64."""
    if isinstance(type_, IntegerType):
        return type_.width.data
    if isinstance(type_, IndexType | PointerType):
        return 64
    raise NoTranslation(f"values of type {type_}")


def symbols(types: Sequence[Attribute]) -> list[Value]:
    """An argument of each type, which may be poison."""
    return [
        Value(z3.BitVec(f"a{number}", width_of(type_)), z3.Bool(f"p{number}")) for number, type_ in enumerate(types)
    ]


def translate(block: Block, arguments: Sequence[Value], flags: bool = True) -> Translated:
    """The terms that a block returns. Raises :class:`NoTranslation`."""
    state = State(flags=flags)
    state.values.update(zip(block.args, arguments, strict=True))
    last = block.last_op
    assert last is not None
    for op in block.ops:
        if op is last:
            break
        meaning = _MEANINGS.get(op.name)
        if meaning is None:
            raise NoTranslation(op.name)
        results = meaning(op, state, [state.values[operand] for operand in op.operands])
        state.values.update(zip(op.results, results, strict=True))
    return Translated(tuple(state.values[operand] for operand in last.operands), z3.Or(*state.undefined, False))


def violation(before: Translated, after: Translated) -> Term:
    """True for inputs on which ``after`` does something that ``before`` does not allow."""
    wrong = [
        z3.And(z3.Not(old.poison), z3.Or(new.poison, new.bits != old.bits))
        for old, new in zip(before.results, after.results, strict=True)
    ]
    return z3.And(z3.Not(before.undefined), z3.Or(after.undefined, *wrong))


@dataclass(frozen=True)
class Answer:
    """``proved``, ``refuted`` with a counterexample, or ``unknown`` within :data:`STEPS`."""

    verdict: str
    counterexample: str = ""


STEPS = 4_000_000
"""How much work the solver may spend on a question, by its own count, which does not depend on the machine's load."""


def decide(solver: Any) -> tuple[Any, Any]:
    """The solver's answer within :data:`STEPS`, and its model if there is one.

    The question is asked in a context of its own, so that the answer does not depend on earlier questions.
    """
    alone = solver.translate(z3.Context())
    alone.set("rlimit", STEPS)
    answer = alone.check()
    return answer, alone.model().translate(z3.main_ctx()) if answer == z3.sat else None


def refines(before: Block, after: Block, *, flags: bool = True) -> Answer:
    """Whether ``after`` may stand for ``before`` on all inputs.

    Without ``flags`` those of ``after`` promise nothing.
    """
    arguments = symbols([argument.type for argument in before.args])
    question = violation(translate(before, arguments), translate(after, arguments, flags))
    question = z3.simplify(question)
    if z3.is_false(question):
        return Answer("proved")
    solver = z3.SolverFor("QF_BV")
    solver.add(question)
    result, model = decide(solver)
    if result == z3.unsat:
        return Answer("proved")
    if model is None:
        return Answer("unknown")
    shown: list[str] = []
    for number, argument in enumerate(arguments):
        poison = z3.is_true(model.eval(argument.poison, model_completion=True))
        shown.append(f"%{number} = {'poison' if poison else model.eval(argument.bits, model_completion=True)}")
    return Answer("refuted", ", ".join(shown))


# Semantics of operations

Meaning = Callable[[Operation, State, list[Value]], list[Value]]
_MEANINGS: dict[str, Meaning] = {}


def _any(*terms: Term) -> Term:
    return z3.Or(*terms)


def _flags(op: Operation, state: State) -> tuple[bool, bool]:
    flags = op.properties.get("overflowFlags")
    if not state.flags or not isinstance(flags, IntegerOverflowFlagsAttr):
        return False, False
    return "nsw" in flags, "nuw" in flags


def _one(bits: Term) -> Term:
    return z3.BitVecVal(1, bits.size())


def _zero(bits: Term) -> Term:
    return z3.BitVecVal(0, bits.size())


def _least(bits: Term) -> Term:
    return z3.BitVecVal(1 << (bits.size() - 1), bits.size())


def _bit(truth: Term) -> Term:
    return z3.If(truth, z3.BitVecVal(1, 1), z3.BitVecVal(0, 1))


def _pure(*names: str) -> Callable[[Callable[..., Term]], Callable[..., Term]]:
    """Operations whose result is a function of the operands' bits, and poison if an operand is."""

    def register(compute: Callable[..., Term]) -> Callable[..., Term]:
        def meaning(op: Operation, state: State, values: list[Value]) -> list[Value]:
            bits = compute(op, *(value.bits for value in values))
            return [Value(bits, _any(*(value.poison for value in values), False))]

        for name in names:
            _MEANINGS[name] = meaning
        return compute

    return register


_SUM_LIKE: dict[
    str, tuple[Callable[[Term, Term], Term], Callable[[Term, Term], Term], Callable[[Term, Term], Term]]
] = {
    "arith.addi": (
        lambda a, b: a + b,
        lambda a, b: _leaves(a, b, lambda x, y: x + y, signed=True, bits=1),
        lambda a, b: _leaves(a, b, lambda x, y: x + y, signed=False, bits=1),
    ),
    "arith.subi": (
        lambda a, b: a - b,
        lambda a, b: _leaves(a, b, lambda x, y: x - y, signed=True, bits=1),
        lambda a, b: z3.ULT(a, b),
    ),
    "arith.muli": (
        lambda a, b: a * b,
        lambda a, b: _leaves(a, b, lambda x, y: x * y, signed=True, bits=a.size()),
        lambda a, b: _leaves(a, b, lambda x, y: x * y, signed=False, bits=a.size()),
    ),
}
"""The computed value, and where the mathematical result does not fit as a signed and as an unsigned number."""


def _leaves(a: Term, b: Term, compute: Callable[[Term, Term], Term], *, signed: bool, bits: int) -> Term:
    """Whether a result, computed with more bits, differs from its own low bits extended."""
    extend = z3.SignExt if signed else z3.ZeroExt
    exact = compute(extend(bits, a), extend(bits, b))
    return exact != extend(bits, z3.Extract(a.size() - 1, 0, exact))


def _wrapping(op: Operation, state: State, values: list[Value]) -> list[Value]:
    compute, signed_overflow, unsigned_overflow = _SUM_LIKE[op.name]
    a, b = values
    signed, unsigned = _flags(op, state)
    poison = [a.poison, b.poison]
    if signed:
        poison.append(signed_overflow(a.bits, b.bits))
    if unsigned:
        poison.append(unsigned_overflow(a.bits, b.bits))
    return [Value(compute(a.bits, b.bits), _any(*poison))]


_MEANINGS |= dict.fromkeys(_SUM_LIKE, _wrapping)


@_pure("arith.andi")
def _and(op: Operation, a: Term, b: Term) -> Term:
    return a & b


@_pure("arith.ori")
def _or(op: Operation, a: Term, b: Term) -> Term:
    return a | b


@_pure("arith.xori")
def _xor(op: Operation, a: Term, b: Term) -> Term:
    return a ^ b


@_pure("arith.maxsi", "arith.minsi", "arith.maxui", "arith.minui")
def _extremum(op: Operation, a: Term, b: Term) -> Term:
    less = a < b if op.name.endswith("si") else z3.ULT(a, b)
    return z3.If(less, b, a) if "max" in op.name else z3.If(less, a, b)


def _shift(op: Operation, state: State, values: list[Value]) -> list[Value]:
    a, b = (value.bits for value in values)
    width = a.size()
    poison = [values[0].poison, values[1].poison, _not_less(b, width)]
    if op.name == "arith.shrui":
        return [Value(z3.LShR(a, b), _any(*poison))]
    if op.name == "arith.shrsi":
        return [Value(a >> b, _any(*poison))]
    shifted = a << b
    signed, unsigned = _flags(op, state)
    if signed:
        poison.append((shifted >> b) != a)
    if unsigned:
        poison.append(z3.LShR(shifted, b) != a)
    return [Value(shifted, _any(*poison))]


def _not_less(amount: Term, width: int) -> Term:
    """Whether an amount is not less than a width; the width itself may not fit its own bits."""
    return z3.UGE(z3.ZeroExt(8, amount), z3.BitVecVal(width, width + 8))


_MEANINGS |= dict.fromkeys(("arith.shli", "arith.shrui", "arith.shrsi"), _shift)


def _quotient(op: Operation, a: Term, b: Term) -> Term:
    name = op.name.removeprefix("arith.")
    if name == "divui":
        return z3.UDiv(a, b)
    if name == "remui":
        return z3.URem(a, b)
    if name == "ceildivui":
        return z3.UDiv(a, b) + z3.If(z3.URem(a, b) != 0, _one(a), _zero(a))
    if name == "divsi":
        return a / b
    remainder = z3.SRem(a, b)
    if name == "remsi":
        return remainder
    inexact, same_sign = remainder != 0, (a < 0) == (b < 0)
    if name == "ceildivsi":
        return a / b + z3.If(z3.And(inexact, same_sign), _one(a), _zero(a))
    return a / b - z3.If(z3.And(inexact, z3.Not(same_sign)), _one(a), _zero(a))


def _division(op: Operation, state: State, values: list[Value]) -> list[Value]:
    a, b = values
    state.undefined.append(_any(b.poison, b.bits == 0))
    poison = [a.poison, b.poison]
    if op.name in ("arith.divsi", "arith.ceildivsi", "arith.floordivsi"):
        poison.append(z3.And(a.bits == _least(a.bits), b.bits == -_one(b.bits)))
    return [Value(_quotient(op, a.bits, b.bits), _any(*poison))]


_MEANINGS |= dict.fromkeys(
    [f"arith.{name}" for name in ("divui", "remui", "ceildivui", "divsi", "remsi", "ceildivsi", "floordivsi")],
    _division,
)

_RELATIONS: dict[CmpIPredicate, Callable[[Term, Term], Term]] = {
    CmpIPredicate.EQ: lambda a, b: a == b,
    CmpIPredicate.NE: lambda a, b: a != b,
    CmpIPredicate.SLT: lambda a, b: a < b,
    CmpIPredicate.SLE: lambda a, b: a <= b,
    CmpIPredicate.SGT: lambda a, b: a > b,
    CmpIPredicate.SGE: lambda a, b: a >= b,
    CmpIPredicate.ULT: z3.ULT,
    CmpIPredicate.ULE: z3.ULE,
    CmpIPredicate.UGT: z3.UGT,
    CmpIPredicate.UGE: z3.UGE,
}


@_pure("arith.cmpi")
def _compare(op: Operation, a: Term, b: Term) -> Term:
    number = int_value(op.properties["predicate"])
    predicate = next(each for each in CmpIPredicate if each.value == number)
    return _bit(_RELATIONS[predicate](a, b))


def _select(op: Operation, state: State, values: list[Value]) -> list[Value]:
    condition, yes, no = values
    chosen = condition.bits == 1
    poison = _any(condition.poison, z3.If(chosen, yes.poison, no.poison))
    return [Value(z3.If(chosen, yes.bits, no.bits), poison)]


_MEANINGS["arith.select"] = _select


def _sum_and_carry(op: Operation, state: State, values: list[Value]) -> list[Value]:
    a, b = (value.bits for value in values)
    poison = _any(values[0].poison, values[1].poison)
    exact = z3.ZeroExt(1, a) + z3.ZeroExt(1, b)
    size = a.size()
    return [Value(z3.Extract(size - 1, 0, exact), poison), Value(z3.Extract(size, size, exact), poison)]


_MEANINGS["arith.addui_extended"] = _sum_and_carry


def _both_halves(op: Operation, state: State, values: list[Value]) -> list[Value]:
    a, b = (value.bits for value in values)
    poison = _any(values[0].poison, values[1].poison)
    size = a.size()
    extend = z3.SignExt if op.name == "arith.mulsi_extended" else z3.ZeroExt
    exact = extend(size, a) * extend(size, b)
    high = z3.Extract(2 * size - 1, size, exact)
    if op.name == "tt.mulhiui":
        return [Value(high, poison)]
    return [Value(a * b, poison), Value(high, poison)]


_MEANINGS |= dict.fromkeys(("arith.mulsi_extended", "arith.mului_extended", "tt.mulhiui"), _both_halves)


def _resized(bits: Term, width: int, *, signed: bool) -> Term:
    if width <= bits.size():
        return z3.Extract(width - 1, 0, bits)
    return (z3.SignExt if signed else z3.ZeroExt)(width - bits.size(), bits)


@_pure("arith.extui", "arith.extsi", "arith.index_cast", "arith.index_castui", "arith.bitcast")
def _resize(op: Operation, a: Term) -> Term:
    return _resized(a, width_of(op.results[0].type), signed=op.name in ("arith.extsi", "arith.index_cast"))


def _truncate(op: Operation, state: State, values: list[Value]) -> list[Value]:
    (value,) = values
    width = width_of(op.results[0].type)
    low = z3.Extract(width - 1, 0, value.bits)
    signed, unsigned = _flags(op, state)
    poison = [value.poison]
    if signed:
        poison.append(_resized(low, value.bits.size(), signed=True) != value.bits)
    if unsigned:
        poison.append(_resized(low, value.bits.size(), signed=False) != value.bits)
    return [Value(low, _any(*poison))]


_MEANINGS["arith.trunci"] = _truncate


@_pure("math.absi")
def _magnitude(op: Operation, a: Term) -> Term:
    return z3.If(a < 0, -a, a)


@_pure("math.ctpop")
def _population(op: Operation, a: Term) -> Term:
    size = a.size()
    bits = [z3.ZeroExt(size - 1, z3.Extract(i, i, a)) if size > 1 else a for i in range(size)]
    return cast("Term", sum(bits[1:], bits[0]))


def _first_set(a: Term, order: Sequence[int]) -> Term:
    """How many bits are passed in an order until one is set."""
    found: Term = z3.BitVecVal(len(order), a.size())
    for count, position in reversed(list(enumerate(order))):
        found = z3.If(z3.Extract(position, position, a) == 1, z3.BitVecVal(count, a.size()), found)
    return found


@_pure("math.ctlz")
def _leading_zeros(op: Operation, a: Term) -> Term:
    return _first_set(a, range(a.size() - 1, -1, -1))


@_pure("math.cttz")
def _trailing_zeros(op: Operation, a: Term) -> Term:
    return _first_set(a, range(a.size()))


@_pure("arith.constant")
def _constant(op: Operation) -> Term:
    value = op.properties["value"]
    if not isinstance(value, IntegerAttr):
        raise NoTranslation(f"constant {value}")
    return z3.BitVecVal(cast("IntegerAttr[Any]", value).value.data, width_of(op.results[0].type))


def _poison(op: Operation, state: State, values: list[Value]) -> list[Value]:
    return [Value(z3.BitVecVal(0, width_of(op.results[0].type)), z3.BoolVal(True))]


_MEANINGS["ub.poison"] = _poison


@_pure("tt.addptr")
def _add_pointer(op: Operation, a: Term, b: Term) -> Term:
    pointer = op.results[0].type
    assert isinstance(pointer, PointerType)
    size = max(width_of(pointer.pointee_type), 8) // 8
    return a + _resized(b, 64, signed=True) * size
