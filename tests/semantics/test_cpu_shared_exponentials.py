"""Exponentials of the distances of two numbers to the larger one have the bits that they have alone."""

# pyright: basic, reportArgumentType=false, reportAttributeAccessIssue=false
from __future__ import annotations

import numpy as np
import pytest
import triton
import triton.language as tl

import xtriton


@triton.jit
def both(a, b, left, right, most, NAN: tl.constexpr, BLOCK: tl.constexpr):
    place = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x, y = tl.load(a + place), tl.load(b + place)
    m = tl.maximum(x, y, propagate_nan=tl.PropagateNan.ALL if NAN else tl.PropagateNan.NONE)
    tl.store(most + place, m)
    tl.store(left + place, tl.exp(x - m))
    tl.store(right + place, tl.exp(y - m))


@triton.jit
def alone(x, most, result, BLOCK: tl.constexpr):
    place = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(result + place, tl.exp(tl.load(x + place) - tl.load(most + place)))


SPECIAL = [0.0, -0.0, 1.0, -1.0, np.inf, -np.inf, np.nan, 3e38, -3e38, 1e-45, 88.0, -104.0]


@pytest.mark.parametrize("type_", [np.float32, np.float64])
@pytest.mark.parametrize("nan", [False, True])
@pytest.mark.parametrize("strict", [False, True])
def test_the_bits_are_those_of_each_alone(type_: type, *, nan: bool, strict: bool) -> None:
    pairs = [(x, y) for x in SPECIAL for y in SPECIAL]
    numbers = np.random.default_rng(0).standard_normal((2048 - len(pairs), 2)) * 40
    a, b = np.concatenate([np.array(pairs), numbers]).T.astype(type_).copy()
    left, right, most, alone_left, alone_right = np.zeros((5, 2048), type_)
    name = "fp32" if type_ is np.float32 else "fp64"
    kernel = xtriton.compile(both, f"{','.join([f'*{name}'] * 5)},{nan},256", target="cpu", strict_fp=strict)
    kernel[(8,)](a, b, left, right, most)
    single = xtriton.compile(alone, f"{','.join([f'*{name}'] * 3)},256", target="cpu", strict_fp=strict)
    single[(8,)](a, most, alone_left)
    single[(8,)](b, most, alone_right)
    np.testing.assert_array_equal(left, alone_left)
    np.testing.assert_array_equal(right, alone_right)
    assert str(kernel.asm["linalg"]).count("math.exp") == 1
    assert (np.fmax(left, right) == 1)[np.isfinite(most)].all()
