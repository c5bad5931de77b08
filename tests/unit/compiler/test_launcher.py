"""``kernel[grid]``: one launcher for each grid, whose arguments are checked and whose kernel is loaded once."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

import pytest

from xtriton.compiler.result import CompiledKernel

METADATA = {"target": "cuda:90", "signature": ["*fp32", "i32"], "arguments": ["x", "n"]}


class _Loaded:
    """A kernel on a device: it records launches."""

    def __init__(self) -> None:
        self.launches: list[tuple[Any, ...]] = []
        self.grids = 0

    def __getitem__(self, grid: tuple[int, int, int]) -> Callable[..., None]:
        self.grids += 1
        return lambda *arguments, **how: self.launches.append((grid, arguments, how))


@pytest.fixture
def loaded() -> _Loaded:
    return _Loaded()


@pytest.fixture
def kernel(loaded: _Loaded) -> CompiledKernel:
    return CompiledKernel("k", {"ttir": ""}, METADATA, loaded)


def test_a_launcher_is_made_once_for_equal_grids(kernel: CompiledKernel):
    assert kernel[4] is kernel[(4,)] is kernel[4, 1, 1]
    assert kernel[4] is not kernel[5]


def test_arguments_in_order_and_by_name(kernel: CompiledKernel, loaded: _Loaded):
    launcher = kernel[4]
    launcher("x", 3)
    launcher("x", n=3)
    launcher(n=3, x="x", stream=7)
    assert loaded.launches == [
        ((4, 1, 1), ("x", 3), {}),
        ((4, 1, 1), ("x", 3), {}),
        ((4, 1, 1), ("x", 3), {"stream": 7}),
    ]
    assert loaded.grids == 1


def test_wrong_arguments(kernel: CompiledKernel, loaded: _Loaded):
    with pytest.raises(ValueError, match="argument 'n' is missing"):
        kernel[4]("x")
    with pytest.raises(ValueError, match="2 arguments, but 3 were given"):
        kernel[4]("x", 1, 2)
    with pytest.raises(TypeError, match="there is no argument 'm'"):
        kernel[4]("x", 1, m=2)
    assert loaded.launches == []


def test_grids_are_checked(kernel: CompiledKernel):
    with pytest.raises(TypeError, match="a grid is one to three integers"):
        kernel[4.0,]  # pyright: ignore[reportArgumentType]
    with pytest.raises(TypeError, match="a grid is one to three integers"):
        kernel[[1],]  # pyright: ignore[reportArgumentType]


def test_signature_and_name(kernel: CompiledKernel):
    assert str(inspect.signature(kernel[4])) == "(x: '*fp32', n: 'i32')"
    assert kernel[4].__name__ == "k"
    assert "over (4, 1, 1)" in repr(kernel[4])
