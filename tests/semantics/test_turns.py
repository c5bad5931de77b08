"""Kernels whose tiles two warp groups compute in turn: right with any number of tiles, steps and programs."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from selection import slow_unless
from semantics.specialized import compiled
from semantics.synchronisation import mutants, table
from semantics.test_split_k import specialized
from xdsl.dialects.builtin import ModuleOp

import xtriton
from xtriton.interp import launches
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.walk import operations_in
from xtriton.passes.hopper.warp_specialize.plan import TURNS

SIGNATURE = "*fp16:16,*fp16:16,*fp16:16,i32,i32:16,i32:16,i32:16,1,i32:16,1,i32:16,1,128,128,32,8"
ORDERS = ("first", "last", "turns", 1, 2)

_Programs = Callable[[int], None]


@pytest.fixture
def programs(monkeypatch: pytest.MonkeyPatch) -> _Programs:
    """Sets how many programs the interpreter starts."""

    def choose(count: int) -> None:
        chosen = lambda function, grid, values: launches.grid_of_launch(function, grid, values, count)  # noqa: E731
        monkeypatch.setattr("xtriton.interp.api.grid_of_launch", chosen)

    return choose


@pytest.fixture(scope="module")
def product() -> ModuleOp:
    """A product of f16 matrices in tiles of 128 x 128, unrolled by 4, with a loop for the remaining steps."""
    from semantics.half_kernels import matmul_kernel

    module = compiled(matmul_kernel, SIGNATURE)
    assert sum(TURNS in op.attributes for op in operations_in(module)) == 2, "one loop for each consumer"
    return module


def is_right(module: ModuleOp, rows: int, columns: int, depth: int, order: str | int = "first") -> bool:
    """Whether a product is NumPy's. Small integers, so that sums are exact in any order."""
    random = np.random.default_rng(rows)
    a, b = (random.integers(-4, 5, shape).astype(np.float16) for shape in ((rows, depth), (depth, columns)))
    out = np.full((rows, columns), np.nan, np.float16)
    grid = (-(-rows // 128) * -(-columns // 128),)
    strides = (depth, columns, columns)
    xtriton.interpret(module, grid, a, b, out, rows, columns, depth, *strides, strict=True, interleaving=order)
    return np.array_equal(out, (a.astype(np.float32) @ b.astype(np.float32)).astype(np.float16))


SIZES = {
    "one tile": (100, 128, 160, 1),
    "two tiles": (256, 128, 160, 1),
    "three tiles, and steps that are no multiple of the stages": (384, 128, 72, 1),
    "seven tiles of one step": (7 * 128, 128, 24, 1),
    "five tiles on two programs": (640, 128, 328, 2),
    "six tiles on four programs": (384, 256, 136, 4),
    "whole iterations of the unrolled loop": (384, 128, 256, 1),
    "more programs than tiles": (256, 128, 64, 4),
}


@pytest.mark.parametrize("order", slow_unless(ORDERS, ["last", 1].__contains__))
@pytest.mark.parametrize(
    "name", slow_unless(SIZES, ["three tiles, and steps that are no multiple of the stages"].__contains__)
)
def test_products(product: ModuleOp, programs: _Programs, name: str, order: str | int):
    *sizes, count = SIZES[name]
    programs(count)
    assert is_right(product, *sizes, order=order)


@pytest.fixture(scope="module")
def with_parts() -> ModuleOp:
    """The same product, the tiles of an incomplete wave split along K wherever there are programs for it."""
    from semantics.half_kernels import matmul_kernel

    text = xtriton.compile(matmul_kernel, SIGNATURE, target="cuda:90", until="ttir").asm["ttir"]
    module = parse_module(str(text), "kernel.ttir", Context())
    specialized(module)
    return module


PARTS = {
    "a tile after two turns": (640, 128, 328, 2),
    "a tile after a turn": (384, 128, 512, 2),
    "parts alone": (128, 128, 1024, 4),
    "two tiles after three turns": (896, 128, 256, 3),
}


@pytest.mark.parametrize("order", slow_unless(["first", "last", "turns", 7], ["turns"].__contains__))
@pytest.mark.parametrize("name", slow_unless(PARTS, ["a tile after two turns"].__contains__))
def test_parts_after_the_last_turn(with_parts: ModuleOp, programs: _Programs, name: str, order: str | int):
    """The first consumer computes them, once the second one has taken the tiles of its last turn."""
    *sizes, count = PARTS[name]
    programs(count)
    assert is_right(with_parts, *sizes, order=order)


@pytest.mark.slow
def test_broken_synchronisation_is_found(programs: _Programs, capsys: pytest.CaptureFixture[str]):
    """Each operation that synchronises a product of i8 matrices, which is not split along K, is dropped and altered."""
    from semantics.workloads.matmuls import int8_matmul

    module = compiled(int8_matmul, "*i8:16,*i8:16,*fp32:16,*fp16:16,i32:16,i32:16,i32:16,128,128,128")
    random = np.random.default_rng(0)
    a, b = (random.integers(-5, 6, (rows, 1152)).astype(np.int8) for rows in (512, 128))
    expected = (a.astype(np.int64) @ b.T.astype(np.int64)).astype(np.float16)
    programs(1)

    def is_product(module: ModuleOp, order: str | int) -> bool:
        out = np.full((512, 128), np.nan, np.float16)
        ones = np.ones(128, np.float32)
        xtriton.interpret(module, (4, 1), a, b, ones, out, 512, 128, 1152, strict=True, interleaving=order)
        return np.array_equal(out, expected)

    assert is_product(module, "first")
    found = list(mutants(module, is_product))
    with capsys.disabled():
        print("\n" + table(found))
    assert len(found) > 150
    assert not [(mutant.name, mutant.number, mutant.change) for mutant in found if mutant.right]
