"""Contiguity, divisibility and constancy: transfer functions, joins, and how many elements a thread may move."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xtriton.analysis.axis_info import ModuleAxisInfo
from xtriton.analysis.axis_info_lattice import MAX_DIVISOR, UNREACHED, AxisInfo, join, power_of_two_in, wrapped
from xtriton.analysis.axis_info_transfer import product
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module
from xtriton.rewriting.rewriter import Rewriter

BLOCKED = "#ttg.blocked<{sizePerThread = [4], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>"


def module_of(body: str, arguments: str = "") -> ModuleOp:
    return parse_module(f"tt.func @f({arguments}) {{\n{body}\n  tt.return\n}}\n", "test", Context())


def op_named(module: ModuleOp, name: str) -> Operation:
    return next(op for op in module.walk() if op.name == name)


def info_of(body: str, name: str, arguments: str = "") -> AxisInfo:
    """The axis info of the first result of the first operation of a name."""
    module = module_of(body, arguments)
    info = ModuleAxisInfo(module).info(op_named(module, name).results[0])
    assert info is not None
    return info


@pytest.mark.parametrize(
    ("number", "power"),
    [(0, MAX_DIVISOR), (1, 1), (12, 4), (-8, 8), (-(1 << 63), MAX_DIVISOR), ((1 << 63) - 1, 1)],
)
def test_power_of_two(number: int, power: int) -> None:
    assert power_of_two_in(number) == power


def test_numbers_wrap() -> None:
    assert wrapped(1 << 63) == -(1 << 63)
    assert wrapped(-(1 << 63) - 1) == (1 << 63) - 1


def test_products_of_divisors_are_bounded() -> None:
    assert product(8, 4) == 32
    assert product(MAX_DIVISOR, 2) == MAX_DIVISOR
    assert product(1, -(1 << 63)) == MAX_DIVISOR


def test_join_of_equal_runs() -> None:
    first, second = AxisInfo((8,), (16,), (1,), 3), AxisInfo((8,), (24,), (4,), 3)
    assert join(first, second) == AxisInfo((8,), (8,), (1,), 3)


def test_join_of_runs_that_are_cut() -> None:
    # [[0, 1], [4, 5]] or [[16, 17, 18, 19]]: a run may start at 18.
    assert join(AxisInfo((2,), (4,), (1,)), AxisInfo((4,), (16,), (1,))) == AxisInfo((2,), (2,), (1,))


def test_join_with_the_unknown() -> None:
    known = AxisInfo((4,), (16,), (1,), 5)
    assert join(UNREACHED, known) == join(known, UNREACHED) == known
    best = AxisInfo((MAX_DIVISOR,), (MAX_DIVISOR,), (MAX_DIVISOR,))
    assert join(known, best) == AxisInfo((4,), (16,), (1,))


def test_negative_constants_are_unsigned() -> None:
    info = info_of("%0 = arith.constant -8 : i32", "arith.constant")
    assert info == AxisInfo((1,), (8,), (1,), (1 << 32) - 8)


def test_hints_of_another_rank_hold_for_the_first_dimensions() -> None:
    body = "%0 = tt.splat %i {tt.contiguity = 4 : i32} : i32 -> tensor<8x16xi32>"
    assert info_of(body, "tt.splat", "%i: i32 {tt.divisibility = 2 : i32}") == AxisInfo((4, 1), (2, 2), (8, 16))


@pytest.mark.triton("3.6")
def test_code_that_is_not_run() -> None:
    body = """
      %false = arith.constant false
      scf.if %false {
        %0 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
      }
    """
    assert info_of(body, "tt.make_range") == UNREACHED


def test_values_of_other_programs() -> None:
    module, other = module_of("%0 = arith.constant 1 : i32"), module_of("%0 = arith.constant 1 : i32")
    known = ModuleAxisInfo(module)
    value = op_named(other, "arith.constant").results[0]
    assert known.info(value) is None
    assert known.alignment(value) == known.contiguity(value) == known.mask_alignment(value) == 1


def test_branches_between_blocks() -> None:
    body = """
      %a = arith.constant 48 : i32
      %b = arith.constant 32 : i32
      cf.cond_br %c, ^bb1(%a : i32), ^bb1(%b : i32)
    ^bb1(%x: i32):
      %0 = arith.addi %x, %x : i32
    """
    assert info_of(body, "arith.addi", "%c: i1") == AxisInfo((1,), (16,), (1,))


def test_a_loop_of_blocks_reaches_a_fixed_point() -> None:
    body = """
      %a = arith.constant 64 : i32
      %d = arith.constant 24 : i32
      cf.br ^bb1(%a : i32)
    ^bb1(%x: i32):
      %0 = arith.addi %x, %d : i32
      cf.cond_br %c, ^bb1(%0 : i32), ^bb2
    ^bb2:
    """
    assert info_of(body, "arith.addi", "%c: i1").divisibility == (8,)


def pointers(divisibility: int, element: str = "f32") -> str:
    return f"""
      %0 = tt.make_range {{end = 1024 : i32, start = 0 : i32}} : tensor<1024xi32, {BLOCKED}>
      %1 = tt.splat %p : !tt.ptr<{element}> -> tensor<1024x!tt.ptr<{element}>, {BLOCKED}>
      %2 = tt.addptr %1, %0 : tensor<1024x!tt.ptr<{element}>, {BLOCKED}>, tensor<1024xi32, {BLOCKED}>
    """


@pytest.mark.parametrize(
    ("divisibility", "element", "alignment", "contiguity"),
    [(16, "f32", 4, 4), (8, "f32", 2, 2), (1, "f32", 1, 1), (16, "f16", 8, 4), (64, "i8", 64, 4)],
)
def test_alignment_of_pointers(divisibility: int, element: str, alignment: int, contiguity: int) -> None:
    module = module_of(
        pointers(divisibility, element), f"%p: !tt.ptr<{element}> {{tt.divisibility = {divisibility} : i32}}"
    )
    known = ModuleAxisInfo(module)
    value = op_named(module, "tt.addptr").results[0]
    assert known.alignment(value) == alignment
    assert known.contiguity(value) == contiguity


def test_alignment_of_masks() -> None:
    body = f"""
      %0 = tt.make_range {{end = 1024 : i32, start = 0 : i32}} : tensor<1024xi32, {BLOCKED}>
      %1 = arith.constant dense<40> : tensor<1024xi32, {BLOCKED}>
      %2 = arith.cmpi slt, %0, %1 : tensor<1024xi32, {BLOCKED}>
    """
    module = module_of(body)
    assert ModuleAxisInfo(module).mask_alignment(op_named(module, "arith.cmpi").results[0]) == 8


def test_new_values_have_no_axis_info() -> None:
    module = module_of(pointers(16), "%p: !tt.ptr<f32> {tt.divisibility = 16 : i32}")
    known = ModuleAxisInfo(module)
    op = op_named(module, "tt.addptr")
    rewriter = Rewriter()
    rewriter.after(op)
    new = rewriter.insert(ConvertLayoutOp.create(operands=[op.results[0]], result_types=[op.results[0].type]))
    assert known.info(new.result) is None
    assert known.contiguity(new.result) == 1


def test_callers_set_argument_attributes() -> None:
    module = parse_module(
        """
        tt.func private @g(%n: i32, %m: i32 {tt.divisibility = 4 : i32}) {
          tt.return
        }
        tt.func @f(%n: i32 {tt.divisibility = 16 : i32}) {
          %c = arith.constant 24 : i32
          tt.call @g(%n, %n) : (i32, i32) -> ()
          tt.call @g(%c, %n) : (i32, i32) -> ()
          tt.return
        }
        """,
        "test",
        Context(),
    )
    known = ModuleAxisInfo(module)
    first, second = op_named(module, "tt.func").regions[0].block.args
    assert known.info(first) == AxisInfo((1,), (8,), (1,))
    assert known.info(second) == AxisInfo((1,), (4,), (1,))


def test_functions_that_call_each_other_in_a_circle() -> None:
    text = """
    tt.func @f() {
      tt.call @g() : () -> ()
      tt.return
    }
    tt.func private @g() {
      tt.call @h() : () -> ()
      tt.return
    }
    tt.func private @h() {
      tt.call @g() : () -> ()
      tt.return
    }
    """
    with pytest.raises(DiagnosticError, match="Cycle detected in call graph"):
        ModuleAxisInfo(parse_module(text, "test", Context()))
