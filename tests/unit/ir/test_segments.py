"""How operands are divided among definitions."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import DenseArrayBase, StringAttr, i32, i64
from xdsl.ir import Block

from xtriton.ir.segments import conversion_problem, grouped, segment_sizes
from xtriton.ir.signature import Arity, ValueDef

SINGLE, OPTIONAL, VARIADIC = (ValueDef(arity.value, arity, None, False) for arity in Arity)


@pytest.mark.parametrize(
    ("definitions", "count", "sizes", "expected"),
    [
        ([SINGLE, SINGLE], 2, None, [1, 1]),
        ([SINGLE, OPTIONAL], 1, None, [1, 0]),
        ([SINGLE, OPTIONAL], 3, None, [1, 2]),
        ([SINGLE, VARIADIC, SINGLE], 5, None, [1, 3, 1]),
        ([SINGLE, VARIADIC, VARIADIC], 5, None, [1, 2, 2]),
        ([SINGLE, OPTIONAL, OPTIONAL], 2, (1, 0, 1), [1, 0, 1]),
    ],
)
def test_groups(definitions: list[ValueDef], count: int, sizes: tuple[int, ...] | None, expected: list[int]) -> None:
    values = Block(arg_types=[i32] * count).args
    groups = list(grouped(values, definitions, sizes))
    assert [len(group) for _, group in groups] == expected
    assert [value for _, group in groups for value in group] == list(values)


def test_sizes_are_a_dense_array_of_i32() -> None:
    good = DenseArrayBase.from_list(i32, [1, 0, 2])
    assert segment_sizes(good, 3) == (1, 0, 2)
    assert conversion_problem(good, 3) is None
    assert segment_sizes(good, 2) is None
    assert conversion_problem(good, 2) == "size mismatch in attribute conversion: 3 vs 2"
    for bad in (DenseArrayBase.from_list(i64, [1, 0, 2]), StringAttr("x")):
        assert segment_sizes(bad, 3) is None
        assert conversion_problem(bad, 3) == "expected DenseI32ArrayAttr for key `value`"
