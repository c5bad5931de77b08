"""Arguments of a launch: accepted ones, views, and refusals with one sentence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from unit.interp.programs import module_of

from xtriton.frontend import builder
from xtriton.interp import evaluate, interpret
from xtriton.interp.errors import OutOfBoundsError, RunError
from xtriton.ir.diagnostics import DiagnosticError

pytestmark = pytest.mark.triton("3.9")

COPY = """\
tt.func public @copy(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %i = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %s = tt.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %s : tensor<8xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %yp = tt.addptr %ys, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %v = tt.load %xp, %m : tensor<8x!tt.ptr<f32>>
  tt.store %yp, %v, %m : tensor<8x!tt.ptr<f32>>
  tt.return
}
"""

ROW_SUMS = """\
tt.func public @sums(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %row: i32, %column: i32) {
  %p = tt.get_program_id x : i32
  %o = arith.muli %p, %row : i32
  %i = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
  %c = tt.splat %column : i32 -> tensor<4xi32>
  %k = arith.muli %i, %c : tensor<4xi32>
  %b = tt.addptr %x, %o : !tt.ptr<f32>, i32
  %bs = tt.splat %b : !tt.ptr<f32> -> tensor<4x!tt.ptr<f32>>
  %xp = tt.addptr %bs, %k : tensor<4x!tt.ptr<f32>>, tensor<4xi32>
  %v = tt.load %xp : tensor<4x!tt.ptr<f32>>
  %s = "tt.reduce"(%v) <{axis = 0 : i32}> ({
  ^bb0(%l: f32, %r: f32):
    %t = arith.addf %l, %r : f32
    tt.reduce.return %t : f32
  }) : (tensor<4xf32>) -> f32
  %q = tt.addptr %y, %p : !tt.ptr<f32>, i32
  tt.store %q, %s : !tt.ptr<f32>
  tt.return
}
"""


def run(text: str, *arguments: Any, grid: Any = 1, **rest: Any) -> Any:
    return interpret(module_of(text), grid, *arguments, **rest)


class Row(np.ndarray):
    """An array that does not become flat, as those of ``np.matrix``."""

    def reshape(self, *shape: Any, **rest: Any) -> Any:
        return self


def floats(count: int) -> np.ndarray:
    return np.arange(count, dtype=np.float32)


def pointer_to(element: str) -> str:
    return f"tt.func public @f(%x: !tt.ptr<{element}>) {{\n  tt.return\n}}"


FITTING = {
    "f64": ["float64"],
    "f32": ["float32"],
    "f16": ["float16"],
    "bf16": ["uint16", "int16"],
    "f8E4M3FN": ["uint8", "int8"],
    "f8E5M2": ["uint8", "int8"],
    "i64": ["int64", "uint64"],
    "i32": ["int32", "uint32"],
    "i16": ["int16", "uint16"],
    "i8": ["int8", "uint8"],
    "i1": ["bool", "int8", "uint8"],
    "!tt.ptr<f32>": ["int64", "uint64"],
}
DTYPES = [*(f"{kind}{bits}" for kind in ("int", "uint") for bits in (8, 16, 32, 64)), "bool", "complex64"]
DTYPES += ["float16", "float32", "float64"]


@pytest.mark.triton("3.6")
@pytest.mark.parametrize("element", FITTING)
def test_arrays_have_the_elements_that_arguments_point_to(element: str):
    module = module_of(pointer_to(element))
    for dtype in DTYPES:
        if dtype in FITTING[element]:
            interpret(module, 1, np.zeros(4, dtype))
            continue
        with pytest.raises(DiagnosticError) as failure:
            interpret(module, 1, np.zeros(4, dtype))
        sentence = f"argument #0 ('x') points to {element}, but the array is {dtype}"
        message = failure.value.diagnostic.message.replace("argument #0 points", "argument #0 ('x') points")
        assert message.split(": give its bits")[0] == sentence
    with pytest.raises(DiagnosticError, match="give its bits, as uint16"):
        interpret(module_of(pointer_to("bf16")), 1, np.zeros(4, np.float32))


@pytest.mark.parametrize(
    ("array", "what"),
    [
        (np.zeros(4, ">f4"), "float32 in a foreign byte order"),
        (np.array([1.0, None]), "object"),
        (np.array(["a", "b"]), "str32"),
        (np.zeros(4, [("a", "f4")]), "of a structured type"),
    ],
)
def test_other_arrays_are_refused(array: np.ndarray, what: str):
    with pytest.raises(DiagnosticError, match=f"argument #0 points to f32, but the array is {what}"):
        run(pointer_to("f32"), array)


def test_descriptors_have_elements_too():
    text = "tt.func public @f(%d: !tt.tensordesc<4x4xbf16>) {\n  tt.return\n}"
    run(text, np.zeros((8, 8), np.uint16))
    with pytest.raises(DiagnosticError, match="describes a tensor of bf16, but the array is float64"):
        run(text, np.zeros((8, 8)))
    with pytest.raises(DiagnosticError, match="is a descriptor: give an array"):
        run(text, None)
    with pytest.raises(DiagnosticError, match="argument #0 describes a tensor of 2 axes, but the array has 1"):
        run(text, np.zeros(64, np.uint16))
    with pytest.raises(DiagnosticError, match="of 2 axes, but the array has 3"):
        run(text, np.zeros((4, 4, 4), np.uint16))


def test_tensors_are_arrays_of_their_shape():
    text = "tt.func @f(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {\n  tt.return %x : tensor<2x2xf32>\n}"
    assert evaluate(module_of(text), [[1, 2], [3, 4]])[0].values.tolist() == [[1, 2], [3, 4]]
    with pytest.raises(DiagnosticError, match=r"has shape \(2, 2\), but \(4,\) was given"):
        evaluate(module_of(text), np.zeros(4))
    with pytest.raises(DiagnosticError, match=r"has shape \(2, 2\): give an array, not \[\[1\], \[2, 3\]\]"):
        evaluate(module_of(text), [[1], [2, 3]])


def test_kernels_may_cast_pointers_themselves():
    text = """\
tt.func public @f(%x: !tt.ptr<f32>) {
  %p = tt.bitcast %x : !tt.ptr<f32> -> !tt.ptr<i32>
  %v = arith.constant 1065353216 : i32
  tt.store %p, %v : !tt.ptr<i32>
  tt.return
}
"""
    x = np.zeros(1, np.float32)
    run(text, x)
    assert x[0] == 1.0


def test_pointers_step_through_the_memory_of_views():
    matrix = floats(32).reshape(8, 4)
    for view in (matrix, matrix.T, np.asfortranarray(matrix)):
        y, steps = np.zeros(view.shape[0], np.float32), [stride // 4 for stride in view.strides]
        if view.shape[1] == 4:
            run(ROW_SUMS, view, y, *steps, grid=8)
            assert y.tolist() == view.sum(axis=1).tolist()
    wide = floats(80).reshape(8, 10)[:, 2::2]
    y = np.zeros(8, np.float32)
    run(ROW_SUMS, wide, y, 10, 2, grid=8)
    assert y.tolist() == wide.sum(axis=1).tolist()


def test_memory_between_the_elements_of_views_is_out_of_bounds():
    base = floats(16)
    with pytest.raises(
        OutOfBoundsError, match=r"element \[1\] reads bytes 4 to 8 of argument #0, between the elements"
    ):
        run(COPY, base[::2], np.zeros(8, np.float32), 8)
    before = base.copy()
    with pytest.raises(OutOfBoundsError, match=r"element \[4\] writes bytes 16 to 20 of argument #1, between"):
        run(COPY, np.full(8, 9, np.float32), base.reshape(2, 8)[:, :4], 8)
    assert base.tolist() == before.tolist()
    run(COPY, np.full(8, 9, np.float32), base.reshape(2, 8)[:, :4], 4)
    assert base.tolist() == [9, 9, 9, 9, *range(4, 16)]


@pytest.mark.parametrize(
    ("view", "what"),
    [
        (floats(8)[::-1], "a stride is negative"),
        (np.broadcast_to(np.float32(3), (8,)), "a stride is zero"),
        (np.zeros(8, [("a", "f4"), ("b", "i2")])["a"], "a stride is no multiple of its elements' size"),
        (np.ma.array(floats(8)), "is a masked array"),
    ],
)
def test_views_that_pointers_cannot_step_through_are_refused(view: np.ndarray, what: str):
    with pytest.raises(DiagnosticError, match=what):
        run(COPY, view, np.zeros(8, np.float32), 8)


def test_other_kinds_of_arrays_are_arrays(tmp_path: Path):
    y = np.zeros(8, np.float32)
    run(COPY, floats(8).view(Row), y, 8)
    assert y.tolist() == floats(8).tolist()
    stored = np.memmap(tmp_path / "y", np.float32, "w+", shape=8)
    run(COPY, y, stored, 8)
    assert np.fromfile(tmp_path / "y", np.float32).tolist() == y.tolist()
    # Extents of one have strides that mean nothing.
    run(COPY, np.broadcast_to(y, (1, 8)), np.zeros(8, np.float32), 8)
    run(COPY, np.frombuffer(bytes(33), np.uint8)[1:].view(np.float32), y, 8)
    assert y.tolist() == [0] * 8


def test_arrays_that_share_memory_do_so_in_the_kernel():
    whole = floats(16)
    run(COPY, whole[:8], whole[4:12], 8)
    assert whole.tolist() == [0, 1, 2, 3, 0, 1, 2, 3, 4, 5, 6, 7, 12, 13, 14, 15]


def test_each_argument_has_the_bounds_of_its_own_array():
    whole = floats(16)
    with pytest.raises(
        OutOfBoundsError, match=r"'tt.store'.*element \[7\] accesses bytes 28 to 32 of argument #1, which"
    ):
        run(COPY, whole, whole[:7], 8)
    with pytest.raises(
        OutOfBoundsError, match=r"'tt.load'.*element \[7\] accesses bytes 28 to 32 of argument #0, which"
    ):
        run(COPY, whole[1:8], whole[8:], 8)
    whole.flags.writeable = False
    with pytest.raises(RunError, match="argument #1, which is read-only"):
        run(COPY, whole[:8], whole, 8)


CHAIN = """\
tt.func public @chain(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
  %p = tt.get_program_id x : i32
  %xp = tt.addptr %x, %p : !tt.ptr<f32>, i32
  %v = tt.load %xp : !tt.ptr<f32>
  %one = arith.constant 1.0 : f32
  %w = arith.addf %v, %one : f32
  %yp = tt.addptr %y, %p : !tt.ptr<f32>, i32
  tt.store %yp, %w : !tt.ptr<f32>
  tt.return
}
"""


def test_programs_see_each_other_through_different_arguments():
    whole = np.zeros(101, np.float32)
    run(CHAIN, whole[:100], whole[1:], grid=100)
    assert whole.tolist() == list(range(101))
    # In memory that is not aligned to elements, too.
    raw = np.zeros(4 * 101 + 2, np.uint8)
    odd = raw[2:].view(np.float32)
    run(CHAIN, odd[:100], odd[1:], grid=100)
    assert odd.tolist() == list(range(101))


def test_scalars_and_counts_of_arguments_are_checked():
    x = np.zeros(8, np.float32)
    for arguments, message in (
        ((x, x), "takes 3 arguments, but 2 were given"),
        ((1.5, x, 8), "argument #0 is a pointer: give a NumPy array, or None for null"),
        (([1.0] * 8, x, 8), "is a pointer"),
        ((True, x, 8), "is a pointer"),
        ((x, x, x), "argument #2 is a scalar: give a number"),
        ((x, x, [8]), "is a scalar"),
        ((x, x, 8.0), "argument #2 is of type i32: give an integer, not 8.0"),
        ((x, x, 8.5), "give an integer, not 8.5"),
        ((x, x, "8"), "give an integer, not '8'"),
        ((x, x, None), "give an integer, not None"),
        ((x, x, float("nan")), "give an integer, not nan"),
        ((x, x, 1 << 32), "argument #2 is of type i32, which cannot hold 4294967296"),
        ((x, x, -(1 << 31) - 1), "which cannot hold -2147483649"),
    ):
        with pytest.raises(DiagnosticError, match=message):
            run(COPY, *arguments)
    for number in (8, np.int64(8), np.array(8), np.uint8(8)):
        y = np.zeros(8, np.float32)
        run(COPY, floats(8), y, number)
        assert y.tolist() == floats(8).tolist()


def test_numbers_of_each_scalar_type():
    def given(type_: str, value: Any) -> Any:
        text = f"tt.func @f(%a: {type_}) -> {type_} {{\n  tt.return %a : {type_}\n}}"
        return evaluate(module_of(text), value)[0].values.item()

    assert given("i32", (1 << 32) - 1) == -1
    assert given("i8", -128) == -128
    assert given("i1", np.True_) is True
    assert given("i64", (1 << 64) - 1) == -1
    assert given("f32", np.float64(0.1)) == np.float32(0.1)
    assert given("bf16", 3) == 3.0
    assert given("f16", 1e6) == np.inf
    for value in ("1.0", None, 1j, object()):
        with pytest.raises(DiagnosticError, match="argument #0 is of type f32: give a number, not"):
            given("f32", value)
    with pytest.raises(DiagnosticError, match="but the array is object"):
        given("tensor<2xi32>", np.array([1, None]))


def test_null_is_a_pointer():
    with pytest.raises(OutOfBoundsError, match="address 0x0, which belongs to no argument"):
        run(COPY, None, np.zeros(8, np.float32), 8)
    run(COPY, None, None, 0)


@pytest.mark.parametrize(
    "grid", [3, (3,), [3], (3, 1, 1), np.int64(3), (np.int32(3), 1), np.array([3, 1]), np.array(3)]
)
def test_grids(grid: Any):
    y = np.zeros(4, np.float32)
    run(CHAIN, np.zeros(4, np.float32), y, grid=grid)
    assert y.tolist() == [1, 1, 1, 0]


@pytest.mark.parametrize(
    ("grid", "message"),
    [
        (4.0, "a grid is one to three integers, not 4.0"),
        ((4.5,), r"a grid is one to three integers, not \(4.5,\)"),
        (None, "a grid is one to three integers, not None"),
        ("4", "a grid is one to three integers, not '4'"),
        (lambda meta: (4,), "a grid is one to three integers, not"),
        (np.zeros(1024), r"not an array of shape \(1024,\): the grid stands before the arguments"),
        (np.zeros((2, 2), int), r"not an array of shape \(2, 2\)"),
        (-1, "a grid has one to three extents from 0 to 2147483647, not -1"),
        ((), "one to three extents"),
        ((1, 1, 1, 1), "one to three extents"),
        (1 << 31, "one to three extents"),
    ],
)
def test_invalid_grids(grid: Any, message: str):
    with pytest.raises(DiagnosticError, match=message):
        run(CHAIN, np.zeros(4, np.float32), np.zeros(4, np.float32), grid=grid)


def test_invalid_modules():
    for given in ("tt.func @f() { tt.return }", Path("f.ttir")):
        with pytest.raises(TypeError, match="not its text or the name of a file"):
            interpret(given, 1)
    with pytest.raises(TypeError, match="give a module, as parse_module and the builder make it, not function"):
        interpret(run, 1)
    with pytest.raises(TypeError, match="give a module"):
        evaluate(None)


def test_modules_of_the_builder_are_modules():
    module = builder.Module()

    @module.kernel(x=builder.pointer(builder.int32))
    def count(x: Any) -> None:
        builder.store(x + builder.program_id(0), builder.program_id(0))

    x = np.zeros(4, np.int32)
    interpret(module, 4, x)
    assert x.tolist() == [0, 1, 2, 3]


def test_the_kernel_of_several_is_named():
    two = "\n".join(f"tt.func public @{name}() {{\n  tt.return\n}}" for name in "ab")
    with pytest.raises(DiagnosticError, match="has several kernels: choose with kernel= one of 'a', 'b'"):
        run(two)
    with pytest.raises(DiagnosticError, match="there is no kernel 'c'; the module has 'a', 'b'"):
        run(two, kernel="c")
    with pytest.raises(DiagnosticError, match="the module has no public function to launch"):
        run("module {}")
    run(two, kernel="b")


@pytest.mark.parametrize("limit", [0, -1, "a", 1.5])
def test_limits_of_loops_are_checked(limit: Any):
    with pytest.raises(DiagnosticError, match="the limit of loops is a positive integer or None, not"):
        run(CHAIN, np.zeros(4, np.float32), np.zeros(4, np.float32), loop_limit=limit)


DESCRIBED = """\
tt.func public @f(%d: !tt.tensordesc<4x8xf32>, %rows: i32, %columns: i32, %row: i64, %column: i64,
                  %out: !tt.ptr<i64>, %n: i32) {
  %zero = arith.constant 0 : i32
  %v = tt.descriptor_load %d[%n, %zero] : !tt.tensordesc<4x8xf32> -> tensor<4x8xf32>
  tt.descriptor_store %d[%zero, %zero], %v : !tt.tensordesc<4x8xf32>, tensor<4x8xf32>
  %r = arith.extsi %rows : i32 to i64
  %c = arith.extsi %columns : i32 to i64
  %one = arith.constant 1 : i32
  %two = arith.constant 2 : i32
  %three = arith.constant 3 : i32
  %p1 = tt.addptr %out, %one : !tt.ptr<i64>, i32
  %p2 = tt.addptr %out, %two : !tt.ptr<i64>, i32
  %p3 = tt.addptr %out, %three : !tt.ptr<i64>, i32
  tt.store %out, %r : !tt.ptr<i64>
  tt.store %p1, %c : !tt.ptr<i64>
  tt.store %p2, %row : !tt.ptr<i64>
  tt.store %p3, %column : !tt.ptr<i64>
  tt.return
}
"""
"""As Triton's front end passes a descriptor of the host."""


def _described() -> tuple[Any, Any, Any]:
    whole = np.arange(9 * 16, dtype=np.float32).reshape(9, 16)
    return whole, whole[:, :10], np.zeros(4, np.int64)


def test_extents_and_strides_of_a_descriptor_come_from_its_array() -> None:
    whole, view, out = _described()
    moved = whole[4:8, :8].copy()
    run(DESCRIBED, view, out, 4)
    assert out.tolist() == [9, 10, 16, 1]
    assert np.array_equal(whole[:4, :8], moved)


def test_extents_and_strides_of_a_descriptor_may_be_given() -> None:
    _, view, out = _described()
    run(DESCRIBED, view, 7, 8, 9, 10, out, 4)
    assert out.tolist() == [7, 8, 9, 10]


def test_some_extents_of_a_descriptor_are_an_error() -> None:
    _, view, out = _described()
    message = r"takes 7 arguments \(3 without extents and strides of descriptors\), but 5 were given"
    with pytest.raises(DiagnosticError, match=message):
        run(DESCRIBED, view, 9, 10, out, 4)


def test_an_array_of_another_rank_for_a_descriptor_is_an_error() -> None:
    _, _, out = _described()
    with pytest.raises(DiagnosticError, match="describes a tensor of 2 axes, but the array has 1"):
        run(DESCRIBED, np.zeros(32, np.float32), out, 4)


def test_numbers_of_other_types_behind_a_descriptor_are_the_kernels_own() -> None:
    text = "tt.func public @f(%d: !tt.tensordesc<4x4xf32>, %a: i32, %b: i32, %c: i32, %e: i32) {\n  tt.return\n}"
    with pytest.raises(DiagnosticError, match="takes 5 arguments, but 1 were given"):
        run(text, np.zeros((4, 4), np.float32))
