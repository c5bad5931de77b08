"""Kernels and their arguments, for this project's interpreter, Triton's own, and NumPy.

A case is a kernel with everything that a launch needs. The same module is loaded with and without
``TRITON_INTERPRET=1``: Triton decides at the decorator which of the two a kernel is for.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from selection import WITH_BLOCK_POINTERS
from semantics.case_kernels import (
    arg_reductions,
    attention,
    block_pointers,
    casts,
    collatz,
    concatenation,
    counters,
    descriptors,
    early_return,
    gathers,
    grids,
    high_products,
    histograms,
    in_place,
    integers,
    layer_norm,
    mathematics,
    matmul,
    ragged_loops,
    random_numbers,
    reshaping,
    scans,
    softmax_rows,
    sorting,
    split_k,
    vector_add,
)
from semantics.case_references import (
    Arrays,
    attention_reference,
    casts_input,
    casts_reference,
    counters_reference,
    in_place_reference,
    int32s,
    integers_reference,
    layer_norm_reference,
    mathematics_reference,
    normal,
    softmax_reference,
)

from xtriton.versions import ALL_VERSIONS, VersionRange, default_version


@dataclass(frozen=True)
class Case:
    """A kernel, its constants, its grid, and a function that makes its run-time arguments.

    ``types`` gives the element type of arrays that NumPy has no type for. ``tolerance`` is relative to the greatest
    value: how far sums in another order, and functions of another library, may be off.
    """

    kernel: Any
    grid: tuple[int, ...]
    arguments: Callable[[np.random.Generator], Arrays]
    constants: dict[str, Any]
    types: dict[str, str]
    tolerance: float = 0.0
    expected: Callable[[Arrays], Arrays] | None = None
    """NumPy's result: the changed arrays by name."""
    versions: VersionRange = ALL_VERSIONS
    """The versions of Triton whose language has what the kernel uses."""
    triton_differs: tuple[str, ...] = ()
    """Arrays in which Triton's interpreter is wrong; the case says why, and what NumPy expects decides."""

    @property
    def name(self) -> str:
        return self.kernel.__name__

    def make_arguments(self) -> Arrays:
        return self.arguments(np.random.default_rng(7))


def case(
    kernel: Any,
    grid: tuple[int, ...],
    arguments: Callable[[np.random.Generator], Arrays],
    constants: dict[str, Any] | None = None,
    types: dict[str, str] | None = None,
    **rest: Any,
) -> Case:
    return Case(kernel, grid, arguments, constants or {}, types or {}, **rest)


CASES: dict[str, Case] = {
    each.name: each
    for each in (
        case(
            vector_add,
            (4,),
            lambda r: {"x": normal(r, 1000), "y": normal(r, 1000), "out": np.zeros(1000, np.float32), "n": 1000},
            {"BLOCK": 256},
            expected=lambda a: {"out": a["x"] + a["y"]},
        ),
        case(
            softmax_rows,
            (5,),
            lambda r: {"x": normal(r, 5, 100), "out": np.zeros((5, 100), np.float32), "columns": 100, "stride": 100},
            {"BLOCK": 128},
            tolerance=1e-6,
            expected=softmax_reference,
        ),
        case(
            matmul,
            (3, 2),
            lambda r: {
                "a": normal(r, 80, 70, dtype=np.float16),
                "b": normal(r, 70, 50, dtype=np.float16),
                "c": np.zeros((80, 50), np.float16),
                "m": 80,
                "n": 50,
                "k": 70,
            },
            {"BM": 32, "BN": 32, "BK": 16},
            tolerance=1e-3,
            expected=lambda a: {"c": a["a"].astype(np.float64) @ a["b"].astype(np.float64)},
        ),
        case(
            split_k,
            (4,),
            lambda r: {
                "a": normal(r, 16, 64, dtype=np.float16),
                "b": normal(r, 64, 16, dtype=np.float16),
                "c": np.zeros((16, 16), np.float32),
                "k": 64,
            },
            {"BM": 16, "BN": 16, "BK": 16},
            tolerance=1e-6,
            expected=lambda a: {"c": a["a"].astype(np.float64) @ a["b"].astype(np.float64)},
        ),
        case(
            layer_norm,
            (4,),
            lambda r: {
                "x": normal(r, 4, 200),
                "gain": normal(r, 200),
                "bias": normal(r, 200),
                "out": np.zeros((4, 200), np.float32),
                "n": 200,
                "eps": 1e-5,
            },
            {"BLOCK": 256},
            tolerance=1e-5,
            expected=layer_norm_reference,
        ),
        case(
            integers,
            (1,),
            lambda r: {"x": int32s(r, 256), "y": int32s(r, 256), "out": np.zeros((6, 256), np.int32)},
            {"BLOCK": 256},
            expected=integers_reference,
        ),
        case(
            high_products,
            (1,),
            lambda r: {
                "x": int32s(r, 128).view(np.uint32),
                "y": int32s(r, 128).view(np.uint32),
                "out": np.zeros(128, np.uint32),
            },
            {"BLOCK": 128},
            expected=lambda a: {
                "out": (a["x"].astype(np.uint64) * a["y"].astype(np.uint64) >> np.uint64(32)).astype(np.uint32)
            },
        ),
        case(
            casts,
            (1,),
            lambda r: {
                "x": casts_input(r),
                "halves": np.zeros(256, np.float16),
                "brains": np.zeros(256, np.uint16),
                "whole": np.zeros(256, np.int32),
            },
            {"BLOCK": 256},
            {"brains": "bf16"},
            expected=casts_reference,
            triton_differs=("brains",),
        ),
        case(
            scans,
            (1,),
            lambda r: {
                "x": normal(r, 8, 32),
                "sums": np.zeros((8, 32), np.float32),
                "maxima": np.zeros((8, 32), np.float32),
                "back": np.zeros((8, 32), np.float32),
            },
            {"BLOCK": 32, "ROWS": 8},
            tolerance=1e-6,
            expected=lambda a: {
                "sums": np.cumsum(a["x"].astype(np.float64), 1),
                "maxima": np.maximum.accumulate(a["x"], 0),
                "back": np.cumsum(a["x"][::-1].astype(np.float64), 0)[::-1],
            },
        ),
        case(
            arg_reductions,
            (1,),
            lambda r: {
                "x": r.integers(0, 9, (8, 64)).astype(np.float32),
                "places": np.zeros(24, np.int32),
                "values": np.zeros(8, np.float32),
            },
            {"BLOCK": 64, "ROWS": 8},
            expected=lambda a: {
                "places": np.concatenate([a["x"].argmax(1), a["x"].argmin(1), a["x"].argmax(1)]),
                "values": a["x"].max(1),
            },
        ),
        case(
            sorting,
            (1,),
            lambda r: {"x": normal(r, 4, 32), "out": np.zeros((8, 32), np.float32)},
            {"BLOCK": 32, "ROWS": 4},
            expected=lambda a: {"out": np.concatenate([np.sort(a["x"], 1)[:, ::-1], a["x"][:, ::-1]])},
        ),
        case(
            histograms,
            (3,),
            lambda r: {"x": r.integers(0, 16, 384).astype(np.int32), "out": np.zeros((3, 16), np.int32)},
            {"BLOCK": 128, "BINS": 16},
            expected=lambda a: {"out": np.stack([np.bincount(part, minlength=16) for part in a["x"].reshape(3, 128)])},
        ),
        case(
            gathers,
            (1,),
            lambda r: {
                "x": normal(r, 8, 16),
                "places": r.integers(0, 16, (8, 16)).astype(np.int32),
                "out": np.zeros((8, 16), np.float32),
            },
            {"ROWS": 8, "BLOCK": 16},
            expected=lambda a: {"out": np.take_along_axis(a["x"], a["places"], 1)},
        ),
        case(
            reshaping,
            (1,),
            lambda r: {"x": normal(r, 8, 16), "out": np.zeros(384, np.float32)},
            {"ROWS": 8, "BLOCK": 16},
            expected=lambda a: {
                "out": np.concatenate(
                    [
                        a["x"].reshape(-1, 2)[:, ::-1].ravel(),
                        a["x"].T.ravel(),
                        a["x"].reshape(8, 2, 8).transpose(1, 0, 2).ravel(),
                    ]
                )
            },
        ),
        case(
            collatz,
            (20,),
            lambda r: {"x": np.arange(1, 21, dtype=np.int32), "out": np.zeros(20, np.int32), "n": 20},
            {"BLOCK": 1},
            expected=lambda a: {"out": np.array([0, 1, 7, 2, 5, 8, 16, 3, 19, 6, 14, 9, 9, 17, 17, 4, 12, 20, 20, 7])},
        ),
        case(
            early_return,
            (10,),
            lambda r: {"x": np.array([3, -4, 0, 5, -1, 7, 8, -9], np.int32), "out": np.full(8, 99, np.int32), "n": 7},
            expected=lambda a: {"out": np.array([6, 4, 0, 10, 1, 14, 16, 99])},
        ),
        case(
            ragged_loops,
            (6,),
            lambda r: {
                "lengths": np.array([0, 3, 1, 3, 7, 2], np.int32),
                "x": normal(r, 7, 8),
                "out": np.zeros((6, 8), np.float32),
            },
            {"BLOCK": 8},
            tolerance=1e-6,
            expected=lambda a: {"out": np.stack([a["x"][:n].sum(0) * (p + 1) for p, n in enumerate(a["lengths"])])},
        ),
        case(
            counters,
            (5,),
            lambda r: {"out": np.zeros(8, np.int32), "tickets": np.zeros(32, np.int32), "n": 10},
            {"BLOCK": 16},
            expected=counters_reference,
        ),
        case(
            in_place,
            (6,),
            lambda r: {"x": np.arange(56, dtype=np.int32), "n": 8},
            {"BLOCK": 8},
            expected=in_place_reference,
        ),
        case(
            block_pointers,
            (3,),
            lambda r: {"x": normal(r, 20, 30), "out": np.zeros((20, 30), np.float32), "rows": 20, "columns": 30},
            {"BM": 8, "BN": 16},
            versions=WITH_BLOCK_POINTERS,
            tolerance=1e-6,
            expected=lambda a: {
                "out": np.concatenate(
                    [part + part.sum(1, keepdims=True) for part in (a["x"][:, :16], a["x"][:, 16:])], 1
                )
            },
        ),
        case(
            descriptors,
            (3, 2),
            lambda r: {"x": normal(r, 20, 28), "out": np.zeros((20, 28), np.float32), "rows": 20, "columns": 28},
            {"BM": 8, "BN": 16},
            expected=lambda a: {"out": a["x"] * 2},
        ),
        case(
            mathematics,
            (1,),
            lambda r: {"x": normal(r, 256), "out": np.zeros((8, 256), np.float32)},
            {"BLOCK": 256},
            tolerance=3e-7,
            expected=mathematics_reference,
        ),
        case(random_numbers, (2,), lambda r: {"seed": 1234, "out": np.zeros(256, np.float32)}, {"BLOCK": 128}),
        case(
            attention,
            (3, 2),
            lambda r: {
                "q": normal(r, 2, 40, 16, dtype=np.float16),
                "k": normal(r, 2, 40, 16, dtype=np.float16),
                "v": normal(r, 2, 40, 16, dtype=np.float16),
                "out": np.zeros((2, 40, 16), np.float32),
                "scale": 0.25,
                "length": 40,
            },
            {"BM": 16, "BN": 16, "HEAD": 16},
            tolerance=2e-3,
            expected=attention_reference,
        ),
        case(
            concatenation,
            (4,),
            lambda r: {
                "x": normal(r, 4, 512),
                "y": normal(r, 4, 378),
                "out": np.zeros((4, 890), np.float32),
                "n": 3560,
            },
            {"BLOCK": 1024},
            expected=lambda a: {"out": np.concatenate([a["x"], a["y"]], 1)},
        ),
        case(
            grids,
            (2, 3, 4),
            lambda r: {"out": np.zeros(24, np.int32)},
            {"X": 2, "Y": 3},
            expected=lambda a: {
                "out": np.array([x + 10 * y + 100 * z + 42000 for z in range(4) for y in range(3) for x in range(2)])
            },
        ),
    )
    if default_version() in each.versions
}
"""All cases by the kernel's name."""
