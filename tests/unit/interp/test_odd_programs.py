"""Valid programs that no front end makes: errors with a location, or results."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from unit.interp.programs import call, module_of

from xtriton.interp import evaluate, interpret
from xtriton.interp.errors import LoopLimitError, RunError, UnsupportedError
from xtriton.ir.diagnostics import DiagnosticError

ENDLESS_LOOPS = {
    "while": """
  %z = arith.constant true
  scf.while : () -> () {
    scf.condition(%z)
  } do {
    scf.yield
  }
  tt.return""",
    "blocks": """
  cf.br ^bb1
^bb1:
  cf.br ^bb1""",
    "blocks of a map": """
  %x = arith.constant dense<1> : tensor<4xi32>
  %0 = "tt.map_elementwise"(%x) <{pack = 1 : i32}> ({
  ^bb0(%a: i32):
    cf.br ^bb1(%a : i32)
  ^bb1(%b: i32):
    cf.br ^bb1(%b : i32)
  }) : (tensor<4xi32>) -> tensor<4xi32>
  tt.return""",
}


@pytest.mark.parametrize("loop", ENDLESS_LOOPS)
def test_the_loops_of_a_call_have_a_limit(loop: str):
    module = module_of(f"tt.func @f() {{{ENDLESS_LOOPS[loop]}\n}}")
    with pytest.raises(LoopLimitError, match="more than 20 iterations"):
        evaluate(module, loop_limit=20)


def test_the_limit_of_a_call_is_checked():
    with pytest.raises(DiagnosticError, match="the limit of loops is a positive integer or None, not 0"):
        evaluate(module_of("tt.func @f() {\n  tt.return\n}"), loop_limit=0)


@pytest.mark.parametrize("shape", [(0, 8), (8, 0), (0,)])
def test_empty_tensors(shape: tuple[int, ...]):
    type_ = f"tensor<{'x'.join(map(str, shape))}xf32>"
    body = f"  %0 = arith.addf %a, %a : {type_}\n  tt.return %0 : {type_}"
    (result,) = call(body, f"%a: {type_} -> {type_}", np.ones(shape, np.float32))
    assert result.values.shape == shape


def test_empty_tensors_in_a_grid():
    module = module_of("""
tt.func public @f(%p: !tt.ptr<i32>) {
  %e = arith.constant dense<> : tensor<0xi32>
  %d = arith.addi %e, %e : tensor<0xi32>
  %i = tt.get_program_id x : i32
  %q = tt.addptr %p, %i : !tt.ptr<i32>, i32
  tt.store %q, %i : !tt.ptr<i32>
  tt.return
}""")
    out = np.zeros(5, np.int32)
    interpret(module, 5, out)
    np.testing.assert_array_equal(out, range(5))


BLOCK_POINTER = """
tt.func public @f(%p: !tt.ptr<i32>) {
  %n = arith.constant 16 : i64
  %one = arith.constant 1 : i64
  %z = arith.constant 0 : i32
  %b = tt.make_tensor_ptr %p, [SIZES], [STRIDES], [OFFSETS] {order = array<i32: 0>} : <tensor<16xi32>>
  ACCESS
  tt.return
}"""
LOAD = "%v = tt.load %b : !tt.ptr<tensor<16xi32>>"
STORE = "%v = arith.constant dense<1> : tensor<16xi32>\n  tt.store %b, %v : !tt.ptr<tensor<16xi32>>"
ADVANCE = "%c = tt.advance %b, [MOVES] : <tensor<16xi32>>\n  %v = tt.load %c : !tt.ptr<tensor<16xi32>>"


@pytest.mark.triton("3.6")
@pytest.mark.parametrize("access", [LOAD, STORE])
@pytest.mark.parametrize("count", [0, 2])
def test_block_pointers_of_another_rank(count: int, access: str):
    text = BLOCK_POINTER.replace("ACCESS", access)
    for name, value in (("SIZES", "%n"), ("STRIDES", "%one"), ("OFFSETS", "%z")):
        text = text.replace(name, ", ".join([value] * count))
    with pytest.raises(RunError, match=f"the block's rank is 1, but the number of sizes is {count}"):
        interpret(module_of(text), 1, np.zeros(16, np.int32))


@pytest.mark.triton("3.6")
@pytest.mark.parametrize("moves", ["", "%z, %z"])
def test_block_pointers_are_advanced_along_their_dimensions(moves: str):
    text = BLOCK_POINTER.replace("SIZES", "%n").replace("STRIDES", "%one").replace("OFFSETS", "%z")
    module = module_of(text.replace("ACCESS", ADVANCE.replace("MOVES", moves)))
    with pytest.raises(RunError, match="the number of offsets of the pointer is 1, but that of offsets to add is"):
        interpret(module, 1, np.zeros(16, np.int32))


@pytest.mark.triton("3.6")
@pytest.mark.parametrize("given", [None, 1024, np.zeros(16, np.int32)], ids=["null", "address", "array"])
def test_block_pointers_are_no_arguments(given: Any):
    module = module_of("""
tt.func public @f(%b: !tt.ptr<tensor<16xi32>>) {
  %v = tt.load %b : !tt.ptr<tensor<16xi32>>
  tt.return
}""")
    with pytest.raises(DiagnosticError, match="is a block pointer, which kernels make themselves"):
        interpret(module, 1, given)


@pytest.mark.triton("3.6")
@pytest.mark.parametrize("offsets", ["", "%i", "%i, %i, %i"])
def test_descriptors_are_accessed_with_an_offset_per_dimension(offsets: str):
    module = module_of(f"""
tt.func public @f(%d: !tt.tensordesc<tensor<8x8xf32>>, %i: i32) {{
  %v = tt.descriptor_load %d[{offsets}] : !tt.tensordesc<tensor<8x8xf32>> -> tensor<8x8xf32>
  tt.return
}}""")
    with pytest.raises(RunError, match="the block's rank is 2, but the number of offsets is"):
        interpret(module, 1, np.zeros((8, 8), np.float32), 0)


POINTERS = "tensor<8x!tt.ptr<f32>>"
CELLS = "tensor<8x!tt.ptr<!tt.ptr<f32>>>"
ATOMIC = f"""
tt.func public @f(%p: !tt.ptr<!tt.ptr<f32>>, %x: !tt.ptr<f32>) {{
  %s = tt.splat %p : !tt.ptr<!tt.ptr<f32>> -> {CELLS}
  %o = tt.make_range {{start = 0 : i32, end = 8 : i32}} : tensor<8xi32>
  %q = tt.addptr %s, %o : {CELLS}, tensor<8xi32>
  %v = tt.splat %x : !tt.ptr<f32> -> {POINTERS}
  %r = tt.atomic_rmw KIND, acq_rel, gpu, %q, %v : ({CELLS}, {POINTERS}) -> {POINTERS}
  tt.return
}}"""


@pytest.mark.triton("3.6")
@pytest.mark.parametrize("kind", ["min", "umax", "and", "add"])
def test_arithmetic_on_memory_of_pointers(kind: str):
    cells = np.zeros(8, np.int64)
    with pytest.raises(UnsupportedError, match=f"'{kind}' on memory of pointers is not supported"):
        interpret(module_of(ATOMIC.replace("KIND", kind)), 1, cells, 4096)
    assert not cells.any()


@pytest.mark.triton("3.6")
def test_pointers_in_memory_are_exchanged():
    cells = np.zeros(8, np.int64)
    interpret(module_of(ATOMIC.replace("KIND", "exch")), 1, cells, 4096)
    np.testing.assert_array_equal(cells, 4096)


@pytest.mark.triton("3.6")
@pytest.mark.parametrize(("numbers", "counters"), [("256x1", "256x128"), ("256x1", "128"), ("256", "16x8")])
def test_histograms_have_one_dimension(numbers: str, counters: str):
    source, target = f"tensor<{numbers}xi32>", f"tensor<{counters}xi32>"
    body = f"  %h = tt.histogram %x : {source} -> {target}\n  tt.return %h : {target}"
    shape = tuple(map(int, numbers.split("x")))
    with pytest.raises(UnsupportedError, match="histograms of or with several dimensions"):
        call(body, f"%x: {source} -> {target}", np.zeros(shape, np.int32))


@pytest.mark.triton("3.6")
def test_descriptors_are_not_returned():
    type_ = "!tt.tensordesc<tensor<8x8xf32>>"
    with pytest.raises(DiagnosticError, match="only numbers, pointers and tensors can be returned"):
        call("  tt.return %d : " + type_, f"%d: {type_} -> {type_}", np.zeros((8, 8), np.float32))


def test_tensors_of_unknown_extents_are_no_arguments():
    body = "  %0 = arith.subi %a, %a : tensor<?xi32>\n  tt.return %0 : tensor<?xi32>"
    with pytest.raises(DiagnosticError, match="tensors of unknown extents are not supported"):
        call(body, "%a: tensor<?xi32> -> tensor<?xi32>", np.ones(4, np.int32))


def test_huge_tensors():
    body = """
  %c = arith.constant dense<1.0> : tensor<4294967296x4294967296xf32>
  %e = tensor.extract %c[%i, %i] : tensor<4294967296x4294967296xf32>
  tt.return %e : f32"""
    with pytest.raises(UnsupportedError, match="tensors of more than 268435456 elements") as caught:
        call(body, "%i: index -> f32", 0)
    assert caught.value.op.name == "arith.constant"


PARALLEL = """
tt.func @f(%low: index, %high: index, %step: index, %x: i32) -> i32 {
  %r = scf.parallel (%i, %j) = (%low, %low) to (%high, %step) step (%step, %step) init (%x) -> i32 {
    scf.reduce(%x : i32) {
    ^bb0(%a: i32, %b: i32):
      %s = arith.addi %a, %b : i32
      scf.reduce.return %s : i32
    }
  }
  tt.return %r : i32
}"""


def test_parallel_loops_have_a_limit():
    module = module_of(PARALLEL)
    assert evaluate(module, 0, 20, 1, 1, loop_limit=20)[0].values == 21
    for high in (21, (1 << 63) - 1):
        with pytest.raises(LoopLimitError, match="more than 20 iterations"):
            evaluate(module, 0, high, 1, 1, loop_limit=20)


def test_parallel_loops_with_an_empty_dimension_do_not_run():
    text = PARALLEL.replace("(%low, %low) to (%high, %step)", "(%low, %low) to (%high, %low)")
    assert evaluate(module_of(text), 0, (1 << 63) - 1, 1, 7)[0].values == 7


@pytest.mark.parametrize("trips", [20, 21])
def test_the_limit_is_a_number_of_iterations(trips: int):
    module = module_of(f"""
tt.func @f(%x: i32) -> i32 {{
  %low = arith.constant 0 : i32
  %high = arith.constant {trips} : i32
  %step = arith.constant 1 : i32
  %r = scf.for %i = %low to %high step %step iter_args(%s = %x) -> (i32) : i32 {{
    %t = arith.addi %s, %step : i32
    scf.yield %t : i32
  }}
  tt.return %r : i32
}}""")
    if trips == 20:
        assert evaluate(module, 0, loop_limit=20)[0].values == 20
    else:
        with pytest.raises(LoopLimitError, match="program 0 runs more than 20 iterations"):
            evaluate(module, 0, loop_limit=20)


@pytest.mark.triton("3.6")
@pytest.mark.parametrize("extent", [2, 16])
def test_concatenations_fill_their_result(extent: int):
    body = f"  %c = tt.cat %a, %a : tensor<2xi32> -> tensor<{extent}xi32>\n  tt.return %c : tensor<{extent}xi32>"
    with pytest.raises(RunError, match=r"operands of shapes \(2,\) and \(2,\) do not fill a result of shape"):
        call(body, f"%a: tensor<2xi32> -> tensor<{extent}xi32>", np.zeros(2, np.int32))


@pytest.mark.parametrize(("symbol", "result"), [("float2ll_rz", "i64"), ("sinf", "f32"), ("fmaf", "f32")])
@pytest.mark.parametrize("count", [0, 2])
def test_functions_take_their_number_of_operands(symbol: str, result: str, count: int):
    attributes = f'{{libname = "", libpath = "", pure = true, symbol = "__nv_{symbol}"}}'
    operands, types = ", ".join(["%x"] * count), ", ".join(["f32"] * count)
    body = f"  %0 = tt.extern_elementwise {operands} {attributes} : ({types}) -> {result}\n  tt.return %0 : {result}"
    with pytest.raises(UnsupportedError, match=f"but the number of operands is {count}"):
        call(body, f"%x: f32 -> {result}", 1.0)


@pytest.mark.parametrize(
    ("symbol", "type_", "result"),
    [
        ("clz", "i64", "i32"),
        ("clz", "i32", "f32"),
        ("float2int_rz", "f64", "i32"),
        ("sinf", "i32", "f32"),
        ("abs", "i1", "i1"),
        ("sinf", "!tt.ptr<f32>", "f32"),
    ],
)
def test_functions_take_operands_of_their_types(symbol: str, type_: str, result: str):
    attributes = f'{{libname = "", libpath = "", pure = true, symbol = "__nv_{symbol}"}}'
    body = f"  %0 = tt.extern_elementwise %x {attributes} : ({type_}) -> {result}\n  tt.return %0 : {result}"
    with pytest.raises(UnsupportedError, match=re.escape(f"not ({type_}) -> {result}")):
        call(body, f"%x: {type_} -> {result}", 1)


def test_functions_do_not_return_pointers():
    attributes = '{libname = "", libpath = "", pure = true, symbol = "__nv_sinf"}'
    body = f"  %0 = tt.extern_elementwise %x {attributes} : (f32) -> !tt.ptr<f32>\n  tt.return"
    with pytest.raises(UnsupportedError, match="'__nv_sinf' does not return pointers"):
        call(body, "%x: f32 -> ", 1.0)
