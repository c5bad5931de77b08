"""What the affine analysis claims of offsets and masks holds for the values that the interpreter computes."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass, field

import numpy as np
import pytest
from unit.analysis.index_programs import index_program
from unit.analysis.observed_values import ValueObserver
from xdsl.ir import Operation, SSAValue

from xtriton.analysis.affine import NotAffineError, Polynomial, Scalars, TileForm, Tiles
from xtriton.analysis.affine.polynomial import Atom, Iterations, Quotient
from xtriton.interp.api import interpret
from xtriton.interp.numbers.formats import Array
from xtriton.interp.observer import View
from xtriton.ir.context import Context
from xtriton.ir.narrowing import is_integer_type
from xtriton.ir.parser import parse_module
from xtriton.ir.traits import element_type

PER_TEST = 20
ARGUMENTS = ((0, 0), (1, 5), (7, 16), (20, 40))


def evaluated(number: Polynomial, view: View) -> int:
    """A polynomial with the numbers that its variables have now."""
    total = 0
    for monomial, coefficient in number:
        for atom in monomial:
            coefficient *= _variable(atom, view)
        total += coefficient
    return total


def _variable(atom: Atom, view: View) -> int:
    holder = atom.holder
    match holder:
        case Quotient():
            return evaluated(holder.dividend, view) // evaluated(holder.divisor, view)
        case Iterations(loop=loop):
            first, last, step = (_scalar(bound, view) for bound in (loop.lowerBound, loop.upperBound, loop.step))
            if holder.all:
                return max(0, -(-(last - first) // step))
            return (_scalar(loop.induction_variable, view) - first) // step
        case _:
            return _scalar(holder, view)


class NotVisible(Exception):
    """A variable is named after a value in a region that has ended, to which the one in question is equal."""


def _scalar(value: SSAValue, view: View) -> int:
    found = view.value(value)
    if found is None:
        raise NotVisible
    return int(np.asarray(found).reshape(-1)[0])


@dataclass
class Claims(ValueObserver):
    """Compares each number and mask of a function with its form, as soon as it is computed."""

    tiles: Tiles
    compared: set[str] = field(default_factory=set[str])
    """Names of operations with results that were compared, and kinds of claims."""

    def check(self, value: SSAValue, view: View) -> None:
        if not is_integer_type(element_type(value.type)):
            return
        found = view.value(value)
        if found is None or isinstance(found, np.ma.MaskedArray):
            return
        with suppress(NotAffineError, NotVisible):
            if str(element_type(value.type)) == "i1":
                self._check_mask(value, np.asarray(found), view)
            else:
                self._check_form(self.tiles.of(value), value, np.asarray(found), view)

    def _check_form(self, form: TileForm, value: SSAValue, found: Array, view: View) -> None:
        assert form.base is None
        known = np.full(found.shape, True)
        wanted = np.full(found.shape, evaluated(form.scalar, view))
        for dim, along in enumerate(form.along):
            place = _positions(found.shape, dim)
            wanted += place * evaluated(along.stride, view)
            for limit in along.limits:
                known &= place < evaluated(limit, view)
                self.compared.add("limit")
        assert (found[known] == wanted[known]).all(), (str(value.owner), form, found, wanted)
        self.compared.add(value.owner.name if isinstance(value.owner, Operation) else "argument")

    def _check_mask(self, value: SSAValue, found: Array, view: View) -> None:
        for bound in self.tiles.masks.bounds_of(value):
            assert not (found & ~_within(found.shape, bound.dim, evaluated(bound.limit, view), bound.is_lower)).any()
        mask = self.tiles.masks.of(value)
        wanted = np.full(found.shape, True)
        for bound in mask.bounds:
            wanted &= _within(found.shape, bound.dim, evaluated(bound.limit, view), bound.is_lower)
        for condition in mask.conditions:
            wanted &= bool(_scalar(condition, view))
        for number in mask.comparisons:
            wanted &= evaluated(number, view) < 0
        assert (found.astype(bool) == wanted).all(), (str(value.owner), mask, found, wanted)
        self.compared.add("mask")


def _positions(shape: tuple[int, ...], dim: int) -> Array:
    return np.arange(shape[dim]).reshape([-1 if axis == dim else 1 for axis in range(len(shape))])


def _within(shape: tuple[int, ...], dim: int, limit: int, is_lower: bool) -> Array:
    place = _positions(shape, dim)
    return np.broadcast_to(place >= limit if is_lower else place < limit, shape)


def claims_of(text: str) -> Claims:
    """Run a kernel with several arguments and programs, and compare all claims."""
    module = parse_module(text, "index.mlir", Context())
    claims = Claims(Tiles(Scalars()))
    for m, n in ARGUMENTS:
        interpret(module, (3,), m, n, observer=claims)
    return claims


STARTS = [*range(0, 100, PER_TEST), *(pytest.param(at, marks=pytest.mark.slow) for at in range(100, 2000, PER_TEST))]


@pytest.mark.parametrize("start", STARTS)
def test_forms_hold_for_random_index_arithmetic(start: int) -> None:
    for seed in range(start, start + PER_TEST):
        claims_of(index_program(seed))


def test_every_kind_of_claim_is_compared() -> None:
    compared: set[str] = set()
    for seed in range(40):
        compared |= claims_of(index_program(seed)).compared
    words = {"addi", "subi", "muli", "shli", "divsi", "remsi", "minsi", "maxsi", "select", "constant"}
    assert {f"arith.{word}" for word in words} <= compared
    assert {"limit", "mask", "argument", "scf.for", "tt.splat", "tt.expand_dims", "tt.broadcast"} <= compared


def test_forms_hold_where_a_reshape_adds_dimensions() -> None:
    """As in descriptors that become pointers since Triton 3.9."""
    compared: set[str] = set()
    for seed in range(20):
        text = re.sub(r"tt.expand_dims (%\w+) \{axis = . : i32\}", r"tt.reshape \1", index_program(seed))
        compared |= claims_of(text).compared
    assert "tt.reshape" in compared
