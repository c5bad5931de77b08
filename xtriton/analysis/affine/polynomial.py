"""Integer polynomials whose variables are scalar SSA values: ``128 * %pid * %stride + %k``.

They stand for mathematical integers; :mod:`xtriton.analysis.affine.scalars` states what this assumes about overflow of
arithmetic in 32 and 64 bits.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from xdsl.ir import Operation, SSAValue

from xtriton.dialects.upstream.scf import ForOp

MAX_TERMS = 32
"""Products with more terms are not expanded."""
MAX_DEGREE = 8
"""Products of more variables are not expanded: repeated squares would double their number each time."""


@dataclass(frozen=True)
class Iterations:
    """How many iterations of a loop there were before the present one, or with ``all`` how many there are."""

    loop: ForOp
    all: bool = False


@dataclass(frozen=True)
class Quotient:
    """``dividend / divisor`` of numbers that are not negative, rounded down."""

    dividend: Polynomial
    divisor: Polynomial
    op: Operation | None = field(default=None, compare=False)
    """An operation that divides so, if one is known."""


@dataclass(frozen=True)
class Atom:
    """A variable: a scalar SSA value, or a trip count or quotient that no SSA value need hold.

    ``number`` orders the atoms of one analysis, so that results do not depend on where objects are in memory.
    """

    number: int
    holder: SSAValue | Iterations | Quotient

    @property
    def value(self) -> SSAValue | None:
        """The SSA value that this variable is, if it is one."""
        return self.holder if isinstance(self.holder, SSAValue) else None

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return hash(self.number)

    def __lt__(self, other: Atom) -> bool:
        return self.number < other.number


Monomial = tuple[Atom, ...]
"""A product of atoms in their order; the empty one is 1."""


class Polynomial:
    """An immutable sum of monomials with integer coefficients, none of which is 0."""

    __slots__ = ("_hash", "terms")

    def __init__(self, terms: Mapping[Monomial, int]) -> None:
        self.terms: dict[Monomial, int] = {monomial: number for monomial, number in terms.items() if number}
        self._hash = hash(frozenset(self.terms.items()))

    @staticmethod
    def constant(number: int) -> Polynomial:
        """A number."""
        return Polynomial({(): number})

    @staticmethod
    def atom(atom: Atom) -> Polynomial:
        """A variable."""
        return Polynomial({(atom,): 1})

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Polynomial) and self.terms == other.terms

    def __hash__(self) -> int:
        return self._hash

    def __bool__(self) -> bool:
        return bool(self.terms)

    def __iter__(self) -> Iterator[tuple[Monomial, int]]:
        return iter(self.terms.items())

    def __add__(self, other: Polynomial | int) -> Polynomial:
        terms = dict(self.terms)
        for monomial, number in _polynomial(other):
            terms[monomial] = terms.get(monomial, 0) + number
        return Polynomial(terms)

    def __neg__(self) -> Polynomial:
        return Polynomial({monomial: -number for monomial, number in self})

    def __sub__(self, other: Polynomial | int) -> Polynomial:
        return self + -_polynomial(other)

    def __mul__(self, other: Polynomial | int) -> Polynomial:
        terms: dict[Monomial, int] = {}
        for left, first in self:
            for right, second in _polynomial(other):
                monomial = tuple(sorted(left + right))
                terms[monomial] = terms.get(monomial, 0) + first * second
        return Polynomial(terms)

    @property
    def as_constant(self) -> int | None:
        """The number that this is, if it is one."""
        if not self.terms:
            return 0
        return self.terms[()] if set(self.terms) == {()} else None

    @property
    def degree(self) -> int:
        """The number of variables of the longest monomial."""
        return max(map(len, self.terms), default=0)

    @property
    def is_small(self) -> bool:
        """Whether the polynomial has few terms, of few variables each. Others are not to be computed with."""
        return len(self.terms) <= MAX_TERMS and self.degree <= MAX_DEGREE

    @property
    def atoms(self) -> list[Atom]:
        """The variables, each once."""
        return list(dict.fromkeys(atom for monomial in self.terms for atom in monomial))

    def is_multiple_of(self, number: int) -> bool:
        """Whether a number divides all coefficients."""
        return all(coefficient % number == 0 for coefficient in self.terms.values())

    def scaled_down(self, number: int) -> Polynomial:
        """The polynomial divided by a number that divides all coefficients."""
        return Polynomial({monomial: coefficient // number for monomial, coefficient in self})

    def divided(self, divisor: Polynomial) -> tuple[Polynomial, Polynomial]:
        """Quotient and remainder: no term of the remainder is a multiple of the divisor's leading term.

        The leading term is one with the most atoms. Coefficients are only divided without remainder.
        """
        lead, leading = max(divisor, key=lambda term: (len(term[0]), [-atom.number for atom in term[0]]))
        quotient, rest, remainder = Polynomial({}), self, Polynomial({})
        while rest:
            monomial, number = max(rest, key=lambda term: (len(term[0]), [-atom.number for atom in term[0]]))
            factor = without(monomial, lead)
            if factor is None or number % leading:
                term = Polynomial({monomial: number})
                remainder, rest = remainder + term, rest - term
                continue
            part = Polynomial({factor: number // leading})
            quotient, rest = quotient + part, rest - part * divisor
        return quotient, remainder


def _polynomial(value: Polynomial | int) -> Polynomial:
    return Polynomial.constant(value) if isinstance(value, int) else value


def without(monomial: Monomial, factor: Monomial) -> Monomial | None:
    """``monomial / factor``; ``None`` if ``factor`` does not divide it."""
    left = list(monomial)
    for atom in factor:
        if atom not in left:
            return None
        left.remove(atom)
    return tuple(left)


ZERO, ONE = Polynomial({}), Polynomial.constant(1)
