"""Encodings through operations, and backward from conversions."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, Operation

from xtriton.analysis.encoding_propagation import (
    ConversionSlice,
    backward_conversion_slice,
    can_fold_into_conversion,
    is_expensive_load_or_store,
    is_free_conversion,
    is_noop,
    result_encoding,
    source_encoding,
    with_encoding,
)
from xtriton.dialects.tt.memory import LoadOp
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module
from xtriton.ir.traits import encoding_of

TEXT = """
#a = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#b = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>
#a2 = #ttg.blocked<{sizePerThread = [1, 4, 2], threadsPerWarp = [4, 8, 1], warpsPerCTA = [4, 1, 1], order = [2, 1, 0]}>
#f = #ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#s = #ttg.slice<{dim = 1, parent = #a}>
#l = #ttg.linear<{
  register = [[0, 1], [0, 2], [0, 32], [16, 0], [32, 0]], lane = [[0, 4], [0, 8], [0, 16], [1, 0], [2, 0]],
  warp = [[4, 0], [8, 0]], block = []}>
module attributes {"ttg.num-warps" = 4 : i32} {
tt.func @f(%p: tensor<64x64x!tt.ptr<f32>, #a>, %q: tensor<64x!tt.ptr<f32>, #s>, %n: i32, %x: f32) {
  %load = tt.load %p {tag = "load"} : tensor<64x64x!tt.ptr<f32>, #a>
  %small = tt.load %q {tag = "small"} : tensor<64x!tt.ptr<f32>, #s>
  %expand = tt.expand_dims %small {axis = 1 : i32, tag = "expand"} : tensor<64xf32, #s> -> tensor<64x1xf32, #a>
  %broadcast = tt.broadcast %expand {tag = "broadcast"} : tensor<64x1xf32, #a> -> tensor<64x64xf32, #a>
  %splat = tt.splat %x {tag = "splat"} : f32 -> tensor<64x64xf32, #a>
  %neg = arith.negf %load {tag = "neg"} : tensor<64x64xf32, #a>
  %trans = tt.trans %neg {order = array<i32: 1, 0>, tag = "trans"} : tensor<64x64xf32, #a> -> tensor<64x64xf32, #b>
  %join = tt.join %neg, %splat {tag = "join"} : tensor<64x64xf32, #a> -> tensor<64x64x2xf32, #a2>
  %reshape = tt.reshape %neg {tag = "reshape"} : tensor<64x64xf32, #a> -> tensor<4096xf32, #f>
  %free = ttg.convert_layout %neg {tag = "free"} : tensor<64x64xf32, #a> -> tensor<64x64xf32, #l>
  %convert = ttg.convert_layout %neg {tag = "convert"} : tensor<64x64xf32, #a> -> tensor<64x64xf32, #b>
  %add = arith.addf %splat, %broadcast {tag = "add"} : tensor<64x64xf32, #a>
  %loop = scf.for %i = %n to %n step %n iter_args(%y = %add) -> (tensor<64x64xf32, #a>) : i32 {
    %in = arith.addf %y, %y {tag = "in"} : tensor<64x64xf32, #a>
    scf.yield %in : tensor<64x64xf32, #a>
  } {tag = "loop"}
  %after = arith.negf %loop {tag = "after"} : tensor<64x64xf32, #a>
  tt.return
}
}
"""

Ops = dict[str, Operation]


@pytest.fixture
def ops() -> Ops:
    module = parse_module(TEXT, "x", Context())
    tags = {op: op.attributes.get("tag") for op in module.walk()}
    return {tag.data: op for op, tag in tags.items() if isinstance(tag, StringAttr)}


def encoding(op: Operation) -> Attribute:
    found = encoding_of(op.results[0].type)
    assert found is not None
    return found


@pytest.mark.parametrize("name", ["neg", "broadcast", "expand", "trans", "join"])
def test_forward_and_backward_agree_with_the_program(ops: Ops, name: str) -> None:
    op = ops[name]
    operand = encoding_of(op.operands[0].type)
    assert operand is not None
    assert result_encoding(op, operand) == encoding(op)
    assert source_encoding(op, encoding(op)) == operand


def test_operations_without_a_rule(ops: Ops) -> None:
    assert result_encoding(ops["expand"], encoding(ops["load"])) is None  # that is no slice
    assert source_encoding(ops["convert"], encoding(ops["load"])) is None
    assert result_encoding(ops["splat"], encoding(ops["load"])) == encoding(ops["load"])
    assert source_encoding(ops["loop"], encoding(ops["load"])) is None


def test_a_load_is_expensive_if_there_is_one_for_each_thread(ops: Ops) -> None:
    assert is_expensive_load_or_store(ops["load"])
    assert not is_expensive_load_or_store(ops["small"])


def test_the_number_of_warps_must_be_known(ops: Ops) -> None:
    load = ops["load"]
    load.detach()
    with pytest.raises(DiagnosticError, match="not contained within a context"):
        is_expensive_load_or_store(load)


def test_conversions_of_registers_are_free(ops: Ops) -> None:
    assert is_free_conversion(ops["free"]) and is_noop(ops["free"])
    assert not is_free_conversion(ops["convert"]) and not is_noop(ops["convert"])
    assert is_noop(ops["trans"]) and not is_noop(ops["neg"])


def test_operations_that_exist_in_any_layout(ops: Ops) -> None:
    other = encoding(ops["convert"])
    assert can_fold_into_conversion(ops["splat"], other)
    assert can_fold_into_conversion(ops["convert"], encoding(ops["load"]))
    assert not can_fold_into_conversion(ops["reshape"], other)
    assert not can_fold_into_conversion(ops["neg"], other)


def test_a_type_with_another_encoding(ops: Ops) -> None:
    type_ = with_encoding(ops["neg"].results[0].type, encoding(ops["trans"]))
    assert type_ == ops["trans"].results[0].type


def tags(found: ConversionSlice) -> list[str]:
    named: list[str] = []
    for value in found.values:
        tag = value.owner.attributes["tag"] if isinstance(value.owner, Operation) else None
        named.append(tag.data if isinstance(tag, StringAttr) else "argument")
    return named


def test_a_slice_goes_back_last_operand_first(ops: Ops) -> None:
    other = encoding(ops["convert"])
    found = backward_conversion_slice((ops["in"], 0), other, lambda op: isinstance(op, LoadOp))
    assert found is not None
    assert tags(found) == ["argument", "in", "add", "broadcast", "expand", "small", "splat"]
    small = ops["small"].results[0]
    assert found.encodings[small] == source_encoding(ops["expand"], other)


def test_a_slice_stops_where_it_is_told_to(ops: Ops) -> None:
    other = encoding(ops["convert"])
    found = backward_conversion_slice((ops["in"], 0), other, lambda op: op is ops["broadcast"])
    assert found is not None
    assert tags(found) == ["argument", "in", "add", "broadcast", "splat"]


@pytest.mark.triton("3.6")
def test_a_slice_uses_existing_values(ops: Ops) -> None:
    other = encoding(ops["convert"])
    known = ops["convert"].results[0]
    found = backward_conversion_slice(
        (ops["trans"], 0), other, None, lambda use, _: known if use[0] is ops["trans"] else None
    )
    assert found is not None
    assert tags(found) == ["neg", "convert"]


def test_a_slice_enters_neither_results_of_loops_nor_arguments_of_functions(ops: Ops) -> None:
    other = encoding(ops["convert"])
    assert backward_conversion_slice((ops["after"], 0), other) is None
    assert backward_conversion_slice((ops["load"], 0), other) is None


def test_a_value_is_needed_in_one_encoding(ops: Ops) -> None:
    found = ConversionSlice()
    value = ops["neg"].results[0]
    assert found.add(value, encoding(ops["neg"]))
    assert found.add(value, encoding(ops["neg"]))
    assert not found.add(value, encoding(ops["convert"]))


def test_slices_are_joined_without_changing_demands(ops: Ops) -> None:
    value, other = ops["neg"].results[0], ops["load"].results[0]
    first, second = ConversionSlice(), ConversionSlice()
    assert first.add(value, encoding(ops["neg"]))
    assert second.add(value, encoding(ops["convert"])) and second.add(other, encoding(ops["convert"]))
    first.include(second)
    assert list(first.values) == [value, other]
    assert first.encodings == {value: encoding(ops["neg"]), other: encoding(ops["convert"])}
