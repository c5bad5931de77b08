"""The use kinds of values."""

from __future__ import annotations

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import SSAValue

from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.passes.linalg.uses import Use, UseAnalysis

_KERNEL = """
tt.func @kernel(%p: !tt.ptr<i32>, %n: i32, %end: i32) {
  %zero = arith.constant {tag = "zero"} 0 : i32
  %one = arith.constant {tag = "one"} 1 : i32
  %start = arith.constant {tag = "start"} dense<0> : tensor<8xi32>
  %address = tt.make_range {tag = "address", start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %both = tt.make_range {tag = "both", start = 1 : i32, end = 9 : i32} : tensor<8xi32>
  %bound = tt.splat %n {tag = "bound"} : i32 -> tensor<8xi32>
  %mask = arith.cmpi slt, %address, %bound {tag = "mask"} : tensor<8xi32>
  %base = tt.splat %p {tag = "base"} : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
  %at = tt.addptr %base, %both {tag = "at"} : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
  %sum:2 = scf.for %i = %zero to %end step %one iter_args(%s = %start, %q = %at)
      -> (tensor<8xi32>, tensor<8x!tt.ptr<i32>>) : i32 {
    %value = tt.load %q, %mask {tag = "value"} : tensor<8x!tt.ptr<i32>>
    %new = arith.addi %s, %value {tag = "new"} : tensor<8xi32>
    %next = tt.addptr %q, %both {tag = "next"} : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
    scf.yield %new, %next : tensor<8xi32>, tensor<8x!tt.ptr<i32>>
  }
  %data = arith.addi %sum#0, %both {tag = "data"} : tensor<8xi32>
  %unused = arith.addi %address, %address {tag = "unused"} : tensor<8xi32>
  tt.store %at, %data, %mask : tensor<8x!tt.ptr<i32>>
  tt.return
}
"""


def _kernel() -> tuple[UseAnalysis, dict[str, SSAValue]]:
    """The kernel, and its values by the tags of their operations."""
    module = parse_module(_KERNEL, "kernel", Context())
    (function,) = module.body.block.ops
    values: dict[str, SSAValue] = {}
    for op in function.walk():
        if isinstance(tag := op.attributes.get("tag"), StringAttr):
            values[tag.data] = op.results[0]
        elif isinstance(op, ForOp):
            values |= dict(zip(("s", "q"), op.iter_args, strict=True))
    values |= dict(zip(("p", "n", "end"), function.regions[0].block.args, strict=True))
    return UseAnalysis(function), values


def test_uses_of_a_kernel():
    analysis, values = _kernel()
    meta = ("address", "mask", "bound", "n", "base", "at", "q", "next")
    data = ("start", "s", "value", "new", "data")
    expected = dict.fromkeys(meta, Use.META) | dict.fromkeys(data, Use.DATA)
    expected |= {"both": Use.MIXED, "unused": Use.NOTHING, "end": Use.NOTHING}
    assert {name: analysis.of(values[name]) for name in expected} == expected


def test_operations_that_compute_addresses():
    analysis, values = _kernel()
    both = values["both"]
    users = [use.operation for use in both.uses]
    assert sorted(op.name for op in users) == ["arith.addi", "tt.addptr", "tt.addptr"]
    assert {op.name for op in users if analysis.is_meta_user(op, both)} == {"tt.addptr"}
