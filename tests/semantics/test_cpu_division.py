"""Integer division in vectors."""

# pyright: basic, reportArgumentType=false
from __future__ import annotations

import numpy as np
import pytest
import triton
import triton.language as tl

import xtriton


@triton.jit
def divide(x_ptr, divisor, quotient_ptr, remainder_ptr, BLOCK: tl.constexpr):
    place = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    x = tl.load(x_ptr + place)
    tl.store(quotient_ptr + place, x // divisor)
    tl.store(remainder_ptr + place, x % divisor)


LEAST, MOST = -(2**31), 2**31 - 1


@pytest.mark.parametrize(
    "divisor", [2, 3, -2, -1, 7, 1000, 46341, 65535, 65537, -65536, MOST, MOST - 1, LEAST, LEAST + 1]
)
def test_quotients_and_remainders_are_exact(divisor: int) -> None:
    generator = np.random.default_rng(0)
    x = generator.integers(LEAST, MOST, 4096, np.int64, endpoint=True)
    multiples = generator.integers(LEAST // abs(divisor), MOST // abs(divisor), 2048, np.int64, endpoint=True) * divisor
    near = np.clip(multiples + generator.integers(-1, 2, 2048), LEAST, MOST)
    x[:2048] = near
    x[:4] = LEAST, MOST, 0, -1
    quotients, remainders = np.empty(4096, np.int32), np.empty(4096, np.int32)
    with xtriton.on_cpu():
        kernel = divide[(4,)](x.astype(np.int32), divisor, quotients, remainders, BLOCK=1024)
    expected = np.trunc(x.astype(np.float128) / divisor).astype(np.int64) if divisor else x
    np.testing.assert_array_equal(quotients, expected.astype(np.int32))  # the minimum by -1 wraps around
    np.testing.assert_array_equal(remainders, (x - expected * divisor).astype(np.int32))
    assert "fdiv" in kernel.asm["llvm"]


def test_division_by_zero_does_not_trap() -> None:
    x, results = np.arange(4096, dtype=np.int32), np.empty(4096, np.int32)
    with xtriton.on_cpu():
        divide[(4,)](x, 0, results, results.copy(), BLOCK=1024)
