"""Arguments that a launch adds, against a driver that only records: no GPU is needed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import triton
from triton.backends.nvidia.driver import make_launcher

import xtriton
from xtriton.backends.nvidia.computed_arguments import MOST_KEPT, ComputedLaunch, readers_of
from xtriton.backends.nvidia.occupancy import ctas_per_sm

MATMUL = """
tt.func public @matmul(
    %a: !tt.ptr<f16> {tt.divisibility = 16 : i32}, %c: !tt.ptr<f16> {tt.divisibility = 16 : i32},
    %M: i32, %K: i32 {tt.divisibility = 16 : i32}) {
        "arguments": [
            {"type": "i32", "value": ["divsi", 32, ["arg", 0], 1]},
            {"type": "i64", "value": ["extui", 32, 64, ["arg", 0]]},
        ]
    }
    seen: list[Any] = []
    recorder = {(1, 1, 1): lambda *arguments, stream: seen.append(arguments)}
    ComputedLaunch("kernel", recorder, ["u32"], launch, 1)[1, 1, 1]((1 << 32) - 1)
    assert seen == [((1 << 32) - 1, -1, (1 << 32) - 1)]


def test_arguments_of_front_ends_are_taken_apart():
    types = ["*fp16", ("i32", ("i64", "*i8")), "tensordesc<fp16[128, 64]>", "i1"]
    descriptor = SimpleNamespace(base=Tensor(64), shape=[7, 8], strides=[8, 1])
    arguments: Sequence[Any] = (Tensor(16), (2, (3, None)), descriptor, True)
    readers = readers_of(types)
    assert [reader.read(arguments) for reader in readers] == [16, 2, 3, 0, 64, 7, 8, 8, 1, 1]
    assert [reader.bits for reader in readers] == [64, 32, 64, 64, 64, 32, 32, 64, 64, 1]


@pytest.mark.parametrize(
    ("capability", "warps", "registers", "shared", "expected"),
    [
        (90, 4, 32, 0, 16),  # warps: 64 of an SM
        (90, 4, 255, 0, 2),  # registers: 65536 / (256 * 128)
        (90, 12, 168, 200 * 1024, 1),
        (90, 4, 40, 100 * 1024, 2),  # shared memory: 228 KiB, and 1 KiB for each CTA
        (90, 4, 40, 113 * 1024, 2),
        (90, 4, 40, 114 * 1024, 1),
        (86, 4, 32, 0, 12),
        (90, 1, 16, 0, 32),  # CTAs of an SM
        (90, 32, 255, 227 * 1024, 1),
    ],
)
def test_occupancy(capability: int, warps: int, registers: int, shared: int, expected: int):
    assert ctas_per_sm(capability, warps, registers, shared) == expected
