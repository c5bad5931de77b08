"""Accesses to memory: accessed elements, masked ones, and errors with their locations."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest
from unit.interp.programs import module_of

from xtriton.interp import evaluate, interpret
from xtriton.interp.errors import OutOfBoundsError, PoisonError, RunError, UnsupportedError
from xtriton.ir.diagnostics import DiagnosticError

pytestmark = pytest.mark.triton("3.9")

COPY = """\
tt.func public @copy(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %n: i32) {
  %i = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32>
  %s = tt.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %i, %s : tensor<8xi32>
  %o = arith.constant dense<7.0> : tensor<8xf32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %yp = tt.addptr %ys, %i : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %v = tt.load %xp, %m, %o : tensor<8x!tt.ptr<f32>>
  tt.store %yp, %v : tensor<8x!tt.ptr<f32>>
  tt.return
}
"""


def run(text: str, *arguments: Any, grid: Any = 1, **rest: Any) -> Any:
    return interpret(module_of(text), grid, *arguments, **rest)


def test_masked_off_elements_are_not_accessed_and_give_other():
    x, y = np.arange(3, dtype=np.float32), np.zeros(8, np.float32)
    run(COPY, x, y, 3)
    assert y.tolist() == [0, 1, 2, 7, 7, 7, 7, 7]


def test_accesses_out_of_bounds_are_located():
    x, y = np.arange(3, dtype=np.float32), np.zeros(8, np.float32)
    with pytest.raises(OutOfBoundsError) as failure:
        run(COPY, x, y, 4)
    text = str(failure.value)
    assert text.startswith("test.mlir:10:8: error: 'tt.load': access out of bounds: program 0, element [3]")
    assert "bytes 12 to 16 of argument #0, which has 12 bytes" in text
    with pytest.raises(OutOfBoundsError, match=r"test.mlir:11:3: error: 'tt.store'.*element \[5\].*argument #1"):
        run(COPY, np.zeros(8, np.float32), np.zeros(5, np.float32), 8)


def test_accesses_below_an_array_are_found():
    text = """\
tt.func public @f(%x: !tt.ptr<i32>) {
  %c = arith.constant -2 : i32
  %p = tt.addptr %x, %c : !tt.ptr<i32>, i32
  %v = tt.load %p : !tt.ptr<i32>
  tt.return
}
"""
    with pytest.raises(OutOfBoundsError, match="bytes -8 to -4"):
        run(text, np.zeros(4, np.int32))


def test_null_and_wild_pointers():
    text = """\
tt.func public @f(%a: i64) {
  %p = tt.int_to_ptr %a : i64 -> !tt.ptr<i32>
  %v = tt.load %p : !tt.ptr<i32>
  tt.return
}
"""
    for address in (0, 12345, -8):
        with pytest.raises(OutOfBoundsError, match="belongs to no argument"):
            run(text, address)


def test_pointers_survive_being_integers():
    text = """\
tt.func public @f(%x: !tt.ptr<i32>) {
  %a = tt.ptr_to_int %x : !tt.ptr<i32> -> i64
  %four = arith.constant 4 : i64
  %b = arith.addi %a, %four : i64
  %p = tt.int_to_ptr %b : i64 -> !tt.ptr<i32>
  %v = arith.constant 9 : i32
  tt.store %p, %v : !tt.ptr<i32>
  tt.return
}
"""
    x = np.zeros(2, np.int32)
    run(text, x)
    assert x.tolist() == [0, 9]


def test_misaligned_accesses_are_errors():
    text = """\
tt.func public @f(%x: !tt.ptr<i8>) {
  %c = arith.constant 2 : i32
  %p = tt.addptr %x, %c : !tt.ptr<i8>, i32
  %q = tt.bitcast %p : !tt.ptr<i8> -> !tt.ptr<i32>
  %v = tt.load %q : !tt.ptr<i32>
  tt.return
}
"""
    with pytest.raises(RunError, match="misaligned"):
        run(text, np.zeros(16, np.int8))


def test_read_only_arrays_are_not_written():
    y = np.zeros(8, np.float32)
    y.flags.writeable = False
    with pytest.raises(RunError, match="read-only"):
        run(COPY, np.zeros(8, np.float32), y, 8)


UNMASKED_OTHER = COPY.replace(", %m, %o :", ", %m :")


def test_masked_off_loads_give_zero_or_when_strict_poison():
    x, y = np.ones(8, np.float32), np.full(8, 5, np.float32)
    run(UNMASKED_OTHER, x, y, 2)
    assert y.tolist() == [1, 1, 0, 0, 0, 0, 0, 0]
    with pytest.raises(PoisonError, match=r"test.mlir:11:3.*stored value is poison in program 0, element \[2\]"):
        run(UNMASKED_OTHER, x, y, 2, strict=True)
    run(UNMASKED_OTHER, x, y, 8, strict=True)


def test_branches_and_addresses_must_not_be_poison():
    text = """\
tt.func public @f(%x: !tt.ptr<i32>, %n: i32) {
  %one = arith.constant 2147483647 : i32
  %p = arith.addi %n, %one overflow<nsw> : i32
  %zero = arith.constant 0 : i32
  USE
  tt.return
}
"""
    branch = "%c = arith.cmpi eq, %p, %zero : i32\n  scf.if %c {\n  }"
    address = "%q = tt.addptr %x, %p : !tt.ptr<i32>, i32\n  %v = tt.load %q : !tt.ptr<i32>"
    loop = "scf.for %i = %zero to %p step %one : i32 {\n  }"
    for use, message in ((branch, "the condition is poison"), (address, "pointer is poison"), (loop, "upper bound")):
        with pytest.raises(PoisonError, match=message):
            run(text.replace("USE", use), np.zeros(4, np.int32), 1, strict=True)


def test_assertions_and_printing():
    text = """\
tt.func public @f(%n: i32) {
  %p = tt.get_program_id x : i32
  tt.print " p=" {hex = false, isSigned = array<i32: 1>} : %p : i32
  %c = arith.cmpi slt, %p, %n : i32
  tt.assert %c, "too far" : i1
  tt.return
}
"""
    result = run(text, 5, grid=3)
    assert result.printed == ["pid (0, 0, 0) p=0", "pid (1, 0, 0) p=1", "pid (2, 0, 0) p=2"]
    with pytest.raises(RunError, match=r"test.mlir:5:3: error: 'tt.assert': assertion failed in program 2: too far"):
        run(text, 2, grid=(4, 1, 1))


def test_divisions_by_zero_are_errors_with_their_place():
    text = "tt.func public @f(%n: i32) {\n  %r = arith.remsi %n, %n : i32\n  tt.return\n}\n"
    with pytest.raises(RunError, match=r"test.mlir:2:8: error: 'arith.remsi': division by zero in program 0"):
        run(text, 0)


def test_unknown_code_is_an_error():
    text = """\
tt.func public @f(%n: i32) {
  %r = tt.elementwise_inline_asm "mov $0, $1;" WITH %n : i32 -> i32
  tt.return
}
""".replace("WITH", '{constraints = "=r,r", packed_element = 1 : i32, pure = true}')
    with pytest.raises(DiagnosticError, match="inline assembly is not interpreted"):
        run(text, 1)
    with pytest.raises(DiagnosticError, match="there is no kernel 'g'"):
        run(text, 1, kernel="g")


def test_every_kind_of_atomic():
    text = """\
tt.func public @f(%x: !tt.ptr<i32>, %u: !tt.ptr<f32>, %old: !tt.ptr<i32>) {
  %p = tt.get_program_id x : i32
  %v = arith.constant -3 : i32
  %t = arith.constant true
  %w = arith.addi %p, %v : i32
ATOMICS
  %f = arith.constant 0.5 : f32
  %g = tt.atomic_rmw fadd, acq_rel, gpu, %u, %f, %t : (!tt.ptr<f32>, f32, i1) -> f32
  tt.return
}
"""
    kinds = ["and", "or", "xor", "add", "max", "min", "umax", "umin", "exch"]
    lines = ""
    for index, kind in enumerate(kinds):
        lines += f"""\
  %i{index} = arith.constant {index} : i32
  %q{index} = tt.addptr %x, %i{index} : !tt.ptr<i32>, i32
  %r{index} = tt.atomic_rmw {kind}, acq_rel, gpu, %q{index}, %w, %t : (!tt.ptr<i32>, i32, i1) -> i32
  %o{index} = tt.addptr %old, %i{index} : !tt.ptr<i32>, i32
  tt.store %o{index}, %r{index} : !tt.ptr<i32>
"""
    x, u, old = np.full(9, 5, np.int32), np.zeros(1, np.float32), np.zeros(9, np.int32)
    run(text.replace("ATOMICS\n", lines), x, u, old, grid=5)
    given = [-3, -2, -1, 0, 1]
    values = {kind: [5] for kind in kinds}
    as_unsigned = lambda one: one % 2**32  # noqa: E731
    for w in given:
        for kind, function in {
            "and": lambda a, b: a & b,
            "or": lambda a, b: a | b,
            "xor": lambda a, b: a ^ b,
            "add": lambda a, b: a + b,
            "max": max,
            "min": min,
            "umax": lambda a, b: max(a, b, key=as_unsigned),
            "umin": lambda a, b: min(a, b, key=as_unsigned),
            "exch": lambda a, b: b,
        }.items():
            values[kind].append(function(values[kind][-1], w))
    assert x.tolist() == [values[kind][-1] for kind in kinds]
    assert old.tolist() == [values[kind][-2] for kind in kinds]
    assert u[0] == 2.5


def test_programs_have_the_names_of_their_place():
    text = COPY.replace("%i =", "%p = tt.get_program_id z : i32\n  %i =").replace("tt.splat %n", "tt.splat %k")
    text = text.replace("%s =", "%k = arith.addi %n, %p : i32\n  %s =").replace(", %v :", ", %v, %m :")
    x, y = np.zeros(5, np.float32), np.zeros(8, np.float32)
    with pytest.raises(OutOfBoundsError, match=r"program \(0, 0, 2\), element \[5\] accesses bytes 20 to 24"):
        run(text, x, y, 4, grid=(3, 2, 4))
    with pytest.raises(OutOfBoundsError, match=r"out of bounds: program 0, element \[5\] accesses"):
        run(text, x, y, 6, grid=(3,))
    divide = "tt.func public @f(%n: i32) {\n  %p = tt.get_program_id y : i32\n  %d = arith.subi %n, %p : i32\n"
    divide += "  %r = arith.divsi %n, %d : i32\n  tt.return\n}\n"
    with pytest.raises(RunError, match=r"division by zero in program \(0, 5, 0\)"):
        run(divide, 5, grid=(4, 7))


def test_errors_say_where_poison_comes_from():
    def note_of(text: str, *arguments: Any) -> str:
        with pytest.raises(PoisonError) as failure:
            run(text, *arguments, strict=True)
        assert len(failure.value.diagnostic.notes) == 1
        return str(failure.value).splitlines()[-1]

    x, y = np.ones(8, np.float32), np.ones(8, np.float32)
    computed = UNMASKED_OTHER.replace("tt.store %yp, %v", "%w = arith.addf %v, %o : tensor<8xf32>\n  tt.store %yp, %w")
    assert note_of(computed, x, y, 2) == "test.mlir:10:8: note: the poison comes from this 'tt.load'"
    text = """\
tt.func public @f(%x: !tt.ptr<i32>, %n: i32) {
  %most = arith.constant 2147483647 : i32
  %zero = arith.constant 0 : i32
  %c = arith.cmpi sgt, %n, %zero : i32
  %a = scf.if %c -> i32 {
    %p = arith.addi %n, %most overflow<nsw> : i32
    scf.yield %p : i32
  } else {
    scf.yield %zero : i32
  }
  %q = tt.addptr %x, %a : !tt.ptr<i32>, i32
  %v = tt.load %q : !tt.ptr<i32>
  tt.return
}
"""
    assert note_of(text, np.zeros(4, np.int32), 1) == "test.mlir:6:10: note: the poison comes from this 'arith.addi'"


def test_indices_of_gather_are_told():
    text = """\
tt.func public @f(%n: i32) {
  %i = tt.make_range {end = 4 : i32, start = 0 : i32} : tensor<4xi32>
  %s = tt.splat %n : i32 -> tensor<4xi32>
  %j = arith.addi %i, %s : tensor<4xi32>
  %g = tt.gather %i[%j] {axis = 0 : i32} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi32>
  tt.return
}
"""
    run(text, 0)
    for n, index, element in ((2, 4, 2), (-1, -1, 0)):
        message = rf"index {index} is outside the 4 elements along axis 0 in program 0, element \[{element}\]"
        with pytest.raises(RunError, match=message):
            run(text, n)


ATOMIC = """\
tt.func public @f(%x: !tt.ptr<TYPE>, %v: !tt.ptr<TYPE>, %at: !tt.ptr<i32>) {
  %p = tt.get_program_id x : i32
  %c = arith.constant 64 : i32
  %o = arith.muli %p, %c : i32
  %os = tt.splat %o : i32 -> tensor<64xi32>
  %r = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
  %i = arith.addi %r, %os : tensor<64xi32>
  %vs = tt.splat %v : !tt.ptr<TYPE> -> tensor<64x!tt.ptr<TYPE>>
  %vp = tt.addptr %vs, %i : tensor<64x!tt.ptr<TYPE>>, tensor<64xi32>
  %n = tt.load %vp : tensor<64x!tt.ptr<TYPE>>
  %as = tt.splat %at : !tt.ptr<i32> -> tensor<64x!tt.ptr<i32>>
  %ap = tt.addptr %as, %i : tensor<64x!tt.ptr<i32>>, tensor<64xi32>
  %w = tt.load %ap : tensor<64x!tt.ptr<i32>>
  %xs = tt.splat %x : !tt.ptr<TYPE> -> tensor<64x!tt.ptr<TYPE>>
  %xp = tt.addptr %xs, %w : tensor<64x!tt.ptr<TYPE>>, tensor<64xi32>
  %z = arith.constant dense<0> : tensor<64xi32>
  %m = arith.cmpi sge, %w, %z : tensor<64xi32>
  %old = tt.atomic_rmw KIND, acq_rel, gpu, %xp, %n, %m : (TENSORS) -> tensor<64xTYPE>
  tt.return
}
""".replace("TENSORS", "tensor<64x!tt.ptr<TYPE>>, tensor<64xTYPE>, tensor<64xi1>")


@pytest.mark.parametrize(
    ("kind", "type_", "dtype"),
    [
        ("fadd", "f16", np.float16),
        ("fadd", "f32", np.float32),
        ("fadd", "f64", np.float64),
        ("add", "i8", np.int8),
        ("add", "i64", np.int64),
        ("umax", "i32", np.int32),
        ("umin", "i16", np.int16),
        ("xor", "i32", np.int32),
        ("max", "i8", np.int8),
    ],
)
def test_atomics_on_the_same_cell_are_made_in_order(kind: str, type_: str, dtype: Any):
    random = np.random.default_rng(3)
    count = 64 * 16
    at = random.integers(-1, 5, count).astype(np.int32)
    if kind == "fadd":
        # Numbers of all sizes: another order, or a sum that is rounded once, would give something else.
        values = (random.standard_normal(count) * np.exp2(random.integers(-9, 9, count))).astype(dtype)
    else:
        limits = np.iinfo(dtype)
        values = random.integers(limits.min, limits.max, count, dtype=dtype, endpoint=True)
    x = np.arange(5).astype(dtype)
    expected = x.copy()
    functions = {"umax": np.maximum, "umin": np.minimum, "max": np.maximum, "xor": np.bitwise_xor}
    function, read = functions.get(kind, np.add), f"u{x.itemsize}" if kind[0] == "u" else dtype
    cells = expected.view(read)
    with np.errstate(over="ignore"):
        for where, value in zip(at, values.view(read), strict=True):
            if where >= 0:
                cells[where] = function(cells[where], value)
    run(ATOMIC.replace("KIND", kind).replace("TYPE", type_), x, values, at, grid=16)
    assert x.tobytes() == expected.tobytes()


def test_many_atomics_on_one_cell_are_quick():
    x, values, at = np.zeros(1, np.float32), np.full(1 << 16, 0.1, np.float32), np.zeros(1 << 16, np.int32)
    module = module_of(ATOMIC.replace("KIND", "fadd").replace("TYPE", "f32"))
    start = time.process_time()  # of this process alone, however busy the machine is
    interpret(module, 1024, x, values, at)
    assert time.process_time() - start < 0.5
    assert x[0] == np.cumsum(values, dtype=np.float32)[-1]


MASKED_SUM = """\
tt.func public @f(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>, %z: !tt.ptr<f32>, %n: i32) {
  %r = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %s = tt.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %r, %s : tensor<8xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %ys = tt.splat %y : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %zs = tt.splat %z : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %r : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %yp = tt.addptr %ys, %r : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %zp = tt.addptr %zs, %r : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %v = tt.load %xp, %m : tensor<8x!tt.ptr<f32>>
  %old = tt.atomic_rmw fadd, acq_rel, gpu, %yp, %v, %m
    : (tensor<8x!tt.ptr<f32>>, tensor<8xf32>, tensor<8xi1>) -> tensor<8xf32>
  tt.store %zp, %old, %m : tensor<8x!tt.ptr<f32>>
  tt.return
}
"""


def test_atomics_ignore_masked_off_elements():
    x, y, z = np.arange(8, dtype=np.float32), np.ones(8, np.float32), np.zeros(8, np.float32)
    run(MASKED_SUM, x, y, z, 3, strict=True)
    assert y.tolist() == [1, 2, 3, 1, 1, 1, 1, 1]
    assert z.tolist() == [1, 1, 1, 0, 0, 0, 0, 0]
    unmasked = MASKED_SUM.replace("tt.load %xp, %m :", "tt.load %xp :").replace(
        "tt.store %zp, %old, %m", "tt.store %zp, %old"
    )
    run(unmasked, x, y, z, 8, strict=True)
    with pytest.raises(PoisonError, match=r"stored value is poison in program 0, element \[3\]"):
        run(unmasked, x, y, z, 3, strict=True)
    everywhere = MASKED_SUM.replace("%yp, %v, %m", "%yp, %v, %t").replace(
        "%v =", "%t = arith.constant dense<true> : tensor<8xi1>\n  %v ="
    )
    with pytest.raises(PoisonError, match=r"the operand is poison in program 0, element \[3\]"):
        run(everywhere, x, y, z, 3, strict=True)


def test_histograms_ignore_masked_off_elements():
    text = """\
tt.func public @f(%x: !tt.ptr<i32>, %y: !tt.ptr<i32>, %n: i32) {
  %r = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %s = tt.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %r, %s : tensor<8xi32>
  %xs = tt.splat %x : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
  %ys = tt.splat %y : !tt.ptr<i32> -> tensor<8x!tt.ptr<i32>>
  %xp = tt.addptr %xs, %r : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
  %yp = tt.addptr %ys, %r : tensor<8x!tt.ptr<i32>>, tensor<8xi32>
  %v = tt.load %xp, %m : tensor<8x!tt.ptr<i32>>
  %h = tt.histogram %v, %m : tensor<8xi32> -> tensor<8xi32>
  tt.store %yp, %h : tensor<8x!tt.ptr<i32>>
  tt.return
}
"""
    x, y = np.array([1, 1, 5, 0, 0, 0, 0, 0], np.int32), np.zeros(8, np.int32)
    run(text, x, y, 3, strict=True)
    assert y.tolist() == [0, 2, 0, 0, 0, 1, 0, 0]
    with pytest.raises(PoisonError, match="an element is poison"):
        run(text.replace("tt.histogram %v, %m", "tt.histogram %v"), x, y, 3, strict=True)


def test_reductions_into_descriptors_ignore_out_of_bounds_elements():
    text = """\
tt.func public @f(%d: !tt.tensordesc<8xf32>, %x: !tt.ptr<f32>, %n: i32) {
  %z = arith.constant 0 : i32
  %r = tt.make_range {start = 0 : i32, end = 8 : i32} : tensor<8xi32>
  %s = tt.splat %n : i32 -> tensor<8xi32>
  %m = arith.cmpi slt, %r, %s : tensor<8xi32>
  %xs = tt.splat %x : !tt.ptr<f32> -> tensor<8x!tt.ptr<f32>>
  %xp = tt.addptr %xs, %r : tensor<8x!tt.ptr<f32>>, tensor<8xi32>
  %v = tt.load %xp, %m : tensor<8x!tt.ptr<f32>>
  tt.descriptor_reduce add, %d[%z], %v : !tt.tensordesc<8xf32>, tensor<8xf32>
  tt.return
}
"""
    target = np.ones(5, np.float32)
    run(text, target, np.arange(8, dtype=np.float32), 5, strict=True)
    assert target.tolist() == [1, 2, 3, 4, 5]
    with pytest.raises(PoisonError, match=r"the operand is poison in program 0, element \[4\]"):
        run(text, target, np.arange(8, dtype=np.float32), 4, strict=True)


@pytest.mark.triton("3.6")
@pytest.mark.parametrize("axis", [-1, 1])
def test_scans_along_an_axis_that_is_not_there(axis: int):
    text = f"""\
tt.func public @f(%x: tensor<4xf32>) -> tensor<4xf32> {{
  %r = "tt.scan"(%x) <{{axis = {axis} : i32, reverse = false}}> ({{
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    tt.scan.return %s : f32
  }}) : (tensor<4xf32>) -> tensor<4xf32>
  tt.return %r : tensor<4xf32>
}}
"""
    with pytest.raises(UnsupportedError, match=f"the operand has no axis {axis}"):
        evaluate(module_of(text), np.zeros(4, np.float32))
