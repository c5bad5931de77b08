"""Which warps execute an operation, and the rules on layouts in the places they hold."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Operation

from xtriton.dialects.ttg.verify import maybe_num_warps, module_of, num_ctas, partition_ids, threads_per_warp
from xtriton.dialects.ttng.register_limit import max_registers
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module
from xtriton.ir.verifier import verify

PROGRAM = """
module attributes {
  "ttg.num-warps" = 8 : i32, "ttg.num-ctas" = 2 : i32, "ttg.threads-per-warp" = 64 : i32, ttg.maxnreg = 168 : i32
} {
  tt.func @of_module(%x: i32) {
    ttg.warp_specialize(%x) attributes {actualRegisters = array<i32: 152, 24, 200>}
    default {
      %0 = arith.addi %x, %x {test.name = "default", ttg.partition = array<i32: 0, 2>} : i32
      ttg.warp_yield
    }
    partition0(%a: i32) num_warps(2) {
      %0 = arith.addi %a, %a {test.name = "first"} : i32
      ttg.warp_return
    }
    partition1(%b: i32) num_warps(1) {
      %n = arith.constant 0 : i1
      scf.if %n {
        %0 = arith.addi %b, %b {test.name = "second"} : i32
      }
      ttg.warp_return
    } : (i32) -> ()
    tt.return
  }
  tt.func @of_function(%y: i32) attributes {"ttg.num-warps" = 4 : i32} {
    %0 = arith.addi %y, %y {test.name = "own"} : i32
    tt.return
  }
}
"""


def additions() -> dict[str, Operation]:
    """The additions of the program by their names."""
    module = parse_module(PROGRAM, "test", Context())
    names = {op: op.attributes.get("test.name") for op in module.walk()}
    return {name.data: op for op, name in names.items() if isinstance(name, StringAttr)}


def test_warps_of_the_innermost_place_that_says() -> None:
    found = {name: maybe_num_warps(op) for name, op in additions().items()}
    assert found == {"default": 8, "first": 2, "second": 1, "own": 4}


def test_registers_of_the_partition_and_of_the_module() -> None:
    found = {name: max_registers(op) for name, op in additions().items()}
    assert found == {"default": 152, "first": 24, "second": 168, "own": 168}


def test_module_attributes() -> None:
    op = additions()["own"]
    module = module_of(op)
    assert (num_ctas(module), threads_per_warp(module)) == (2, 64)
    assert (num_ctas(None), threads_per_warp(None)) == (1, 32)
    assert partition_ids(additions()["default"]) == (0, 2)
    assert partition_ids(op) == ()


def splat_in(attributes: str, tensor: str) -> None:
    """Verify a splat of this type in a module with these attributes."""
    body = f"tt.func @f(%x: f32) {{ %0 = tt.splat %x : f32 -> {tensor}\n tt.return }}"
    context = Context()
    verify(parse_module(f"module attributes {{{attributes}}} {{ {body} }}", "test", context), context)


def layout_error(attributes: str, tensor: str) -> str:
    with pytest.raises(DiagnosticError) as caught:
        splat_in(attributes, tensor)
    return caught.value.diagnostic.message


def test_a_layout_is_accepted_in_one_module_and_rejected_in_another() -> None:
    tensor = (
        "tensor<128xf32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>>"
    )
    splat_in('"ttg.num-warps" = 4 : i32', tensor)
    assert "4 warps per CTA, but the context requires 8" in layout_error('"ttg.num-warps" = 8 : i32', tensor)
    warps = '"ttg.num-warps" = 4 : i32'
    assert "but the module specifies 64 threads" in layout_error(f'{warps}, "ttg.threads-per-warp" = 64 : i32', tensor)
    assert "but the context requires 2 CTAs per CGA" in layout_error(f'{warps}, "ttg.num-ctas" = 2 : i32', tensor)
    assert "Could not determine the number of warps per CTA" in layout_error("", tensor)


def test_same_operation_in_different_partitions_is_checked_in_each() -> None:
    tensor = (
        "tensor<64xi32, #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [2], order = [0]}>>"
    )
    make = f"%0 = tt.make_range {{end = 64 : i32, start = 0 : i32}} : {tensor}"
    text = f"""
    module attributes {{"ttg.num-warps" = 4 : i32}} {{ tt.func @f() {{
      ttg.warp_specialize()
      default {{ ttg.warp_yield }}
      partition0() num_warps(2) {{ {make}
        ttg.warp_return }}
      partition1() num_warps(1) {{ {make}
        ttg.warp_return }} : () -> ()
      tt.return }} }}"""
    context = Context()
    with pytest.raises(DiagnosticError, match="Layout has 2 warps per CTA, but the context requires 1"):
        verify(parse_module(text, "test", context), context)
