"""Reference implementation of the FP8 kernels in NumPy and f64, and the table of row tiles of the grouped kernel."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from xtriton.interp.numbers.formats import FLOATS

Array = npt.NDArray[Any]

FP8_FORMATS = {"float8_e4m3fn": FLOATS["f8E4M3FN"], "float8_e5m2": FLOATS["f8E5M2"]}
"""The numbers of each ``in_dtype``."""


def expert_ids(indptr: Array, block_size_m: int) -> Array:
    """The expert of each row tile of a grouped matmul: i32, ceil(M / block_size_m) + E of them, -1 for unused tiles.

    The rows of expert e are ``indptr[e]`` to ``indptr[e + 1]``; its tiles begin at ceil(indptr[e] / block_size_m) + e,
    so that no table of their numbers is needed. Since ceil(a + b) <= ceil(a) + ceil(b) they end before those of the
    next one.
    """
    bounds = [int(bound) for bound in indptr]
    if len(bounds) < 2 or bounds[0] != 0 or any(end < begin for begin, end in pairwise(bounds)):
        raise ValueError(
            f"indptr must begin with 0 and never fall, and have one number more than experts, not {bounds}"
        )
    ids = np.full(-(-bounds[-1] // block_size_m) + len(bounds) - 1, -1, np.int32)
    for expert, (begin, end) in enumerate(pairwise(bounds)):
        first = -(-begin // block_size_m) + expert
        ids[first : first - (begin - end) // block_size_m] = expert
    return ids


def block_fp8_matmul(
    x: Array, weight: Array, x_scale: Array, weight_scale: Array, block_n: int, block_k: int, in_dtype: str
) -> Array:
    """The matmul in f64: (M, N) of x (M, K) and weight (N, K), bits of fp8 numbers in ``uint8``.

    ``x_scale`` is (M, ceil(K / block_k)), ``weight_scale`` (ceil(N / block_n), ceil(K / block_k)).
    """
    columns = np.arange(weight.shape[0], dtype=np.int64) // block_n
    inner = np.arange(x.shape[1], dtype=np.int64) // block_k
    table = FP8_FORMATS[in_dtype].table.astype(np.float64)
    left = table[x] * x_scale.astype(np.float64)[:, inner]
    right = table[weight] * weight_scale.astype(np.float64)[columns][:, inner]
    return left @ right.T


def block_fp8_group_matmul(
    x: Array,
    weight: Array,
    x_scale: Array,
    weight_scale: Array,
    indptr: Array,
    block_n: int,
    block_k: int,
    in_dtype: str,
) -> Array:
    """The grouped product in f64: rows ``indptr[e]`` to ``indptr[e + 1]`` of x with ``weight[e]``, (E, N, K) in all."""
    product = np.zeros((x.shape[0], weight.shape[1]))
    for expert, (begin, end) in enumerate(pairwise(indptr)):
        rows = slice(int(begin), int(end))
        product[rows] = block_fp8_matmul(
            x[rows], weight[expert], x_scale[rows], weight_scale[expert], block_n, block_k, in_dtype
        )
    return product


def relative_error(actual: Array, expected: Array) -> float:
    """The Frobenius norm of the difference divided by that of ``expected``, or undivided if that is zero."""
    wide = expected.astype(np.float64)
    difference, norm = np.linalg.norm(actual.astype(np.float64) - wide), np.linalg.norm(wide)
    return float(difference / norm) if norm else float(difference)
