"""Helpers of the conversions to linalg: reshape groups and neutral elements."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable

import pytest
from xdsl.dialects.builtin import Float32Type, IntegerType
from xdsl.ir import Operation

from xtriton.dialects.upstream.arith import (
    AddFOp,
    AndIOp,
    DivFOp,
    MaximumFOp,
    MaxNumFOp,
    MaxSIOp,
    MaxUIOp,
    MinNumFOp,
    MinSIOp,
    MinUIOp,
    MulIOp,
    SubIOp,
)
from xtriton.passes.linalg.patterns.reduce import neutral_number
from xtriton.passes.linalg.patterns.shape import reshape_groups

_I8, _F32 = IntegerType(8), Float32Type()


@pytest.mark.parametrize(
    ("source", "result", "groups"),
    [
        ((4, 2, 2), (16,), [[0, 1, 2]]),
        ((16,), (4, 2, 2), [[0, 1, 2]]),
        ((4, 2, 3), (4, 6), [[0], [1, 2]]),
        ((1, 8), (8,), [[0, 1]]),
        ((8, 1, 1), (8,), [[0, 1, 2]]),
        ((4, 1, 8), (4, 8), [[0], [1, 2]]),
        ((1,), (1, 1), [[0, 1]]),
        ((4, 2), (2, 4), None),
        ((4, 6), (8, 3), None),
        ((6, 4), (3, 2, 4), [[0, 1], [2]]),
        ((6, 4), (4, 3, 2), None),
        ((4, 6), (24, 1, 1), None),
    ],
)
def test_reshape_groups(source: tuple[int, ...], result: tuple[int, ...], groups: list[list[int]] | None):
    assert reshape_groups(source, result) == groups


_FUNCTIONS: dict[type[Operation], Callable[[int, int], int]] = {
    MaxSIOp: max,
    MinSIOp: min,
    MulIOp: operator.mul,
    AndIOp: lambda a, b: a & b,
    MinUIOp: lambda a, b: min(a & 255, b & 255),
    MaxUIOp: lambda a, b: max(a & 255, b & 255),
}


@pytest.mark.parametrize("op_class", _FUNCTIONS)
def test_neutral_integers(op_class: type[Operation]):
    number = neutral_number(op_class, _I8)
    assert isinstance(number, int)
    assert all(_FUNCTIONS[op_class](number, operand) & 255 == operand & 255 for operand in range(-128, 128))


def test_neutral_floats():
    assert neutral_number(AddFOp, _F32) == 0
    assert neutral_number(MaximumFOp, _F32, exact=True) == -math.inf
    assert neutral_number(MaxNumFOp, _F32) == -math.inf
    assert neutral_number(MinNumFOp, _F32) == math.inf
    exact = neutral_number(MaxNumFOp, _F32, exact=True)
    assert exact is not None
    assert math.isnan(exact)


@pytest.mark.parametrize("op_class", [SubIOp, DivFOp])
def test_nothing_is_neutral(op_class: type[Operation]):
    assert neutral_number(op_class, _I8) is None
