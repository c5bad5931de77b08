"""Tuples and tensor descriptors as arguments of launches on the CPU."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
import triton
import triton.language as tl

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

import xtriton
from xtriton.compiler.result import CompiledKernel
from xtriton.frontend.signature import Signature


@triton.jit
def moved(block, rest, out, M: tl.constexpr, N: tl.constexpr):
    values = block.load([1, 3])
    shift, scales = rest
    values += tl.load(shift) * scales[0] + scales[1]
    tl.store(out + tl.arange(0, M)[:, None] * N + tl.arange(0, N)[None, :], values)
    block.store([0, 0], values)


@pytest.fixture(scope="module")
def kernel() -> CompiledKernel:
    types = {
        "block": "tensordesc<fp32[4, 8]>",
        "rest": ("*fp32", ("i32", "constexpr")),
        "out": "*fp32",
        "M": "constexpr",
        "N": "constexpr",
    }
    return xtriton.compile(moved, Signature(types, {(1, 1, 1): 100, (3,): 4, (4,): 8}, {}), target="cpu")


def _memory() -> np.ndarray:
    return np.arange(64, dtype=np.float32).reshape(4, 16)


def _expected(x: np.ndarray, outside: float) -> np.ndarray:
    values = np.full((4, 8), outside, np.float32)
    values[:3] = x[1:, 3:11]
    return values + 2 * 5 + 100


REST = (np.full(1, 2, np.float32), (5, 100))


def test_an_array_stands_for_a_descriptor_of_all_of_it(kernel: CompiledKernel) -> None:
    x, out = _memory(), np.zeros((4, 8), np.float32)
    expected = _expected(x, 0)
    kernel[1](x, REST, out)
    np.testing.assert_array_equal(out, expected)
    np.testing.assert_array_equal(x[:, :8], expected)


def test_a_descriptor_has_shape_strides_and_padding(kernel: CompiledKernel) -> None:
    x, out = _memory(), np.zeros((4, 8), np.float32)
    given = SimpleNamespace(base=x, shape=[3, 16], strides=[16, 1], block_shape=[4, 8], padding="nan")
    expected = np.full((4, 8), np.nan, np.float32)
    expected[:2] = x[1:3, 3:11] + 110
    kernel[1](given, REST, out)
    np.testing.assert_array_equal(out, expected)
    np.testing.assert_array_equal(x[3], _memory()[3], "not part of the descriptor")


def test_torch_tensors_and_descriptors(kernel: CompiledKernel) -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    from triton.tools.tensor_descriptor import TensorDescriptor

    for wrap in (lambda x: x, lambda x: TensorDescriptor.from_tensor(x, [4, 8])):
        x, out = torch.from_numpy(_memory()), torch.zeros(4, 8)
        kernel[1](wrap(x), (torch.full((1,), 2.0), (5, 100)), out)
        np.testing.assert_array_equal(out.numpy(), _expected(_memory(), 0))
        assert torch.equal(x[:, :8], out)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((_memory()[0], REST), "argument 'block' is to have 2 dimensions, not 1"),
        ((_memory().T, REST), "argument 'block' is to have a last dimension without gaps, not the stride 16"),
        ((_memory().astype(np.int32), REST), "argument 'block' is to be an array of f32, not of int32"),
        ((3, REST), "argument 'block' is to be a tensor descriptor or an array, not int"),
        (
            (SimpleNamespace(base=_memory(), shape=[4, 16], strides=[16, 1], block_shape=[8, 8]), REST),
            r"argument 'block' is to describe blocks of \[4, 8\], not \[8, 8\]",
        ),
        ((_memory(), 3), "argument 'rest' is to be a tuple of 2 elements, not int"),
        ((_memory(), (REST[0],)), "argument 'rest' is to be a tuple of 2 elements, not 1"),
        ((_memory(), (REST[0], (0.5, 100))), r"argument 'rest'\[1\]\[0\] is to be an i32, not 0.5"),
    ],
)
def test_arguments_that_do_not_fit_are_named(kernel: CompiledKernel, arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(TypeError, match=message):
        kernel[1](*arguments, np.zeros((4, 8), np.float32))


def test_a_kernel_that_is_saved_takes_the_same(kernel: CompiledKernel, tmp_path: Any) -> None:
    kernel.save(tmp_path)
    x, out = _memory(), np.zeros((4, 8), np.float32)
    expected = _expected(x, 0)
    xtriton.load(tmp_path / "moved.json")[1](x, REST, out)
    np.testing.assert_array_equal(out, expected)


def test_descriptors_of_a_kernel_that_is_given_as_text(kernel: CompiledKernel, tmp_path: Any) -> None:
    path = tmp_path / "moved.mlir"
    path.write_text(str(kernel.asm["source"]))
    made = xtriton.compile(path, target="cpu")
    x, out = _memory(), np.zeros((4, 8), np.float32)
    expected = _expected(x, 0)
    # What the front end adds to a descriptor, and the elements of tuples, are arguments like others there.
    made[1](x, 4, 16, 16, 1, REST[0], 5, out)
    np.testing.assert_array_equal(out, expected)
