"""Loads whose offsets are remainders and quotients: they are gathered along one dimension."""

# pyright: basic, reportArgumentType=false
from __future__ import annotations

import numpy as np
import pytest
import triton
import triton.language as tl

import xtriton


@triton.jit
def rows_of_images(in_ptr, out_ptr, rows, ROWS: tl.constexpr, BLOCK: tl.constexpr):
    """The sum of each channel of 8 images of 36 pixels, in the order of memory: image, channel, pixel."""
    channel = tl.program_id(0) * ROWS + tl.arange(0, ROWS)[:, None]
    place = tl.arange(0, BLOCK)[None, :]
    mask = (place < 8 * 36) & (channel < rows)
    x = tl.load(in_ptr + (place % 36 + 36 * channel + 36 * rows * (place // 36)), mask, other=0.0)
    tl.store(out_ptr + channel, tl.sum(x, 1)[:, None], channel < rows)


@pytest.mark.parametrize("rows_per_program", [1, 2, 8])
def test_remainders_and_quotients_beside_the_offset_of_a_program(rows_per_program: int) -> None:
    x = np.random.default_rng(0).standard_normal((8, 5, 36)).astype(np.float32)
    out = np.empty(5, np.float32)
    with xtriton.on_cpu():
        rows_of_images[(-(-5 // rows_per_program),)](x, out, 5, ROWS=rows_per_program, BLOCK=512)
    np.testing.assert_allclose(out, x.sum((0, 2)), rtol=1e-4, atol=1e-5)
