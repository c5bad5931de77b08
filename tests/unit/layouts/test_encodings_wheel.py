"""Encodings as linear layouts, against the wheel, over random encodings and shapes."""

from __future__ import annotations

from random import Random
from typing import Any

import layout_cases as cases
import pytest
from layout_oracle import Oracle
from triton._C.libtriton import gluon_ir

from xtriton.layouts.encodings import CTALayout, Encoding, SharedLinear, Slice, to_linear_layout
from xtriton.layouts.tile import reshape_layout, transpose_layout


@pytest.fixture(scope="module")
def oracle() -> Oracle:
    return Oracle()


def check(oracle: Oracle, encoding: Encoding, shape: tuple[int, ...]):
    expected = oracle.to_linear_layout(encoding, shape)
    assert to_linear_layout(encoding, shape) == expected, f"{encoding} of {shape}"


@pytest.mark.parametrize("rank", [1, 2, 3, 4])
def test_blocked(oracle: Oracle, rank: int):
    rng = Random(rank)
    for _ in range(cases.CASES):
        check(oracle, cases.blocked(rng, rank), cases.shape(rng, rank))


@pytest.mark.parametrize("version", [2, 3])
def test_nvidia_mma(oracle: Oracle, version: int):
    rng = Random(version)
    for _ in range(cases.CASES):
        rank = rng.choice((2, 3)) if version == 2 else 2
        check(oracle, cases.nvidia(rng, rank, version), cases.shape(rng, rank))


def test_dot_operand(oracle: Oracle):
    rng = Random(5)
    for _ in range(2 * cases.CASES):
        encoding = cases.dot_operand(rng, rng.choice((2, 2, 3)))
        check(oracle, encoding, cases.shape(rng, encoding.rank, 14))


@pytest.mark.parametrize("kind", ["mfma", "wmma"])
def test_amd(oracle: Oracle, kind: str):
    rng = Random(kind)
    for _ in range(cases.CASES):
        rank = rng.choice((2, 2, 3))
        encoding = getattr(cases, kind)(rng, rank)
        shape = cases.shape(rng, rank, 12)
        if kind == "wmma":  # An instruction is the least that wmma can do.
            shape = (*shape[:-2], *(16 * size for size in shape[-2:]))
        check(oracle, encoding, shape)


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_slice(oracle: Oracle, rank: int):
    rng = Random(rank)
    for _ in range(cases.CASES):
        parent = cases.distributed(rng, rank + 1)
        check(oracle, Slice(rng.randint(0, rank), parent), cases.shape(rng, rank))


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_linear(oracle: Oracle, rank: int):
    rng = Random(rank)
    for _ in range(cases.CASES):
        check(oracle, cases.linear(rng, rank), cases.shape(rng, rank))


def unlike(shape: tuple[int, ...]) -> tuple[int, ...]:
    """The shape with the first and the last dimension cut in two, so that no special case of reshapes applies."""
    first = (2, shape[0] // 2) if shape[0] > 1 else shape[:1]
    last = (shape[-1] // 2, 2) if shape[-1] > 1 else shape[-1:]
    return (*first, *shape[1:-1], *last) if len(shape) > 1 else (*first, 1)


def reshaped(oracle: Oracle, encoding: Encoding, shape: tuple[int, ...]) -> tuple[Any, tuple[int, ...]]:
    target = unlike(shape)
    value = oracle.builder.create_memdesc_reshape(oracle.memory(encoding, shape), list(target))
    return oracle.of_memory(value), target


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_swizzled_shared(oracle: Oracle, rank: int):
    rng = Random(rank)
    for _ in range(cases.CASES):
        encoding = cases.swizzled(rng, rank)
        # Gluon can't show a layout without offsets, that is one element per block.
        least = [2 * parts for parts in encoding.cta.cta_split_num]
        shape = tuple(map(max, cases.shape(rng, rank), least))
        expected, target = reshaped(oracle, encoding, shape)
        layout = reshape_layout(to_linear_layout(encoding, shape), target)
        assert expected == SharedLinear(layout, 16), f"{encoding} of {shape}"


@pytest.mark.parametrize("rank", [2, 3])
def test_nvmma_shared(oracle: Oracle, rank: int):
    rng = Random(rank)
    for _ in range(cases.CASES):
        encoding, shape = cases.nvmma(rng, rank)
        layout = to_linear_layout(encoding, shape)
        if rank == 3:
            value = oracle.builder.create_memdesc_trans(oracle.memory(encoding, shape), [0, 2, 1])
            expected = oracle.of_memory(value)
            layout = transpose_layout(layout, (0, 2, 1))
        else:
            expected, target = reshaped(oracle, encoding, shape)
            layout = reshape_layout(layout, target)
        assert expected == SharedLinear(layout, encoding.alignment), f"{encoding} of {shape}"


def test_cta_layout_from_split():
    rng = Random(7)
    for _ in range(cases.CASES // 4):
        rank = rng.randint(1, 4)
        split, order = cases.box(rng, rank, rng.randint(0, 3)), cases.permutation(rng, rank)
        ctas = tuple(parts * cases.power(rng, 1) for parts in split)
        expected = gluon_ir.make_cga_layout(list(ctas), list(split), list(order))
        assert CTALayout.from_split(ctas, split, order).bases == tuple(map(tuple, expected))
