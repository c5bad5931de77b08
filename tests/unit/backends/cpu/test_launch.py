"""Launches: arguments, overlapping arrays, threads, assertions, memory over many launches."""

from __future__ import annotations

import gc
import os
import resource
import signal
import threading
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

from unit.backends.cpu.modules import Guarded, kernel, load, pointwise, store, view
from unit.backends.cpu.stand_in import StandIn

from xtriton.backends.cpu.arguments import converter_of
from xtriton.backends.cpu.code import Parameter
from xtriton.backends.cpu.kernel import CompiledCpuKernel, compile_for_cpu
from xtriton.backends.cpu.launch import KernelAssertion
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module

_COUNT = 256


def _double() -> CompiledCpuKernel:
    """``out = 2 * in`` on a block that the program's number chooses."""
    body = f"""%count = arith.constant {_COUNT} : i32
%start32 = arith.muli %px, %count : i32
%start = arith.index_cast %start32 : i32 to index
%from = memref.reinterpret_cast %in to offset: [%start], sizes: [{_COUNT}], strides: [1]
  : memref<*xf32> to memref<{_COUNT}xf32, strided<[1], offset: ?>>
%memory = memref.alloc() : memref<{_COUNT}xf32>
memref.copy %from, %memory : memref<{_COUNT}xf32, strided<[1], offset: ?>> to memref<{_COUNT}xf32>
%x = bufferization.to_tensor %memory restrict writable : memref<{_COUNT}xf32> to tensor<{_COUNT}xf32>
"""
    body += pointwise("r", "x", _COUNT, ("f32", "f32"), "%w = arith.addf %p, %p : f32")
    body += f"""%to = memref.reinterpret_cast %out to offset: [%start], sizes: [{_COUNT}], strides: [1]
  : memref<*xf32> to memref<{_COUNT}xf32, strided<[1], offset: ?>>
bufferization.materialize_in_destination %r in writable %to
  : (tensor<{_COUNT}xf32>, memref<{_COUNT}xf32, strided<[1], offset: ?>>) -> ()
"""
    return kernel("%in: memref<*xf32>, %out: memref<*xf32>", body)


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_every_program_runs_once(threads: int) -> None:
    made, guarded = _double(), Guarded()
    x = guarded.array(np.random.default_rng(0).random(37 * _COUNT, dtype=np.float32))
    out = guarded.array(np.zeros_like(x))
    made.launch((37,), x, out, threads=threads)
    np.testing.assert_array_equal(out, 2 * x)
    guarded.check()


def test_the_grid_is_counted_along_x_first() -> None:
    body = (
        view("p", "out", [24], "i32")
        + """%two = arith.constant 2 : i32
%three = arith.constant 3 : i32
%a = arith.muli %pz, %three : i32
%b = arith.addi %a, %py : i32
%c = arith.muli %b, %two : i32
%d = arith.addi %c, %px : i32
%i = arith.index_cast %d : i32 to index
%n = arith.addi %gx, %gz : i32
%v = arith.addi %d, %n : i32
memref.store %v, %p[%i] : memref<24xi32, strided<[1]>>
"""
    )
    out = np.zeros(24, np.int32)
    kernel("%out: memref<*xi32>", body)[2, 3, 4](out)
    np.testing.assert_array_equal(out, np.arange(24) + 2 + 4)


def test_arrays_that_overlap() -> None:
    """All loads of a program come before its stores, whatever the arrays share."""
    made = _double()
    memory = np.arange(_COUNT + 1, dtype=np.float32)
    expected = 2 * memory[:-1]
    made[1](memory[:-1], memory[1:])
    np.testing.assert_array_equal(memory[1:], expected)
    same = np.arange(_COUNT, dtype=np.float32)
    made[1](same, same)
    np.testing.assert_array_equal(same, expected)


def test_scalars_of_all_types() -> None:
    types = ("i1", "i8", "i16", "i32", "i64", "f16", "f32", "f64")
    values = (True, -5, 300, -70000, 1 << 40, 1.5, -2.25, 1e300)
    arguments = ", ".join(f"%s{n}: {type_}" for n, type_ in enumerate(types))
    outs = ", ".join(f"%o{n}: memref<*x{type_}>" for n, type_ in enumerate(types))
    body = "%c0 = arith.constant 0 : index\n"
    for n, type_ in enumerate(types):
        body += view(f"v{n}", f"o{n}", [1], type_)
        body += f"memref.store %s{n}, %v{n}[%c0] : memref<1x{type_}, strided<[1]>>\n"
    dtypes = (np.bool_, np.int8, np.int16, np.int32, np.int64, np.float16, np.float32, np.float64)
    found = [np.zeros(1, dtype) for dtype in dtypes]
    kernel(f"{arguments}, {outs}", body)[1](*values, *found)
    assert [array[0] for array in found] == list(values)


def test_invalid_arguments() -> None:
    made = _double()
    x = np.zeros(_COUNT, np.float32)
    with pytest.raises(TypeError, match="takes 2 arguments, not 1"):
        made[1](x)
    with pytest.raises(TypeError, match="argument 1 is to be an array of f32, not of float64"):
        made[1](x, np.zeros(_COUNT))
    with pytest.raises(TypeError, match="argument 0 is to be an array of f32, not str"):
        made[1]("x", x)
    with pytest.raises(TypeError, match="argument 0 is to be an array of f32, not bool"):
        made[1](True, x)
    with pytest.raises(TypeError, match="argument 0 is to be an array of f32, not -8"):
        made[1](-8, x)


@pytest.mark.parametrize(
    ("grid", "problem", "message"),
    [
        ((1, 1, 1, 1), ValueError, "a grid has one to three extents from 0 to 2147483647, not"),
        ((), ValueError, "one to three extents"),
        (-1, ValueError, "one to three extents"),
        ((1, 1 << 31), ValueError, "one to three extents"),
        (1.0, TypeError, "a grid is one to three integers, not 1.0"),
        ("1", TypeError, "a grid is one to three integers, not '1'"),
        (None, TypeError, "a grid is one to three integers, not None"),
    ],
)
def test_invalid_grids(grid: object, problem: type[Exception], message: str) -> None:
    x = np.zeros(_COUNT, np.float32)
    with pytest.raises(problem, match=message):
        _double()[grid](x, x)


def test_invalid_numbers_of_threads() -> None:
    x = np.zeros(_COUNT, np.float32)
    for threads, expected in ((0, "1 or more"), (-1, "1 or more"), ("2", "a whole number")):
        with pytest.raises(ValueError, match=f"it must be {expected}"):
            _double()[1](x, x, threads=threads)


def test_grids_of_numpy() -> None:
    x, out = np.ones(2 * _COUNT, np.float32), np.zeros(2 * _COUNT, np.float32)
    _double()[np.int32(1)](x, out)
    assert out.sum() == 2 * _COUNT
    _double()[(np.int64(2), 1)](x, out)
    assert out.sum() == 4 * _COUNT


def test_arrays_that_may_not_be_written() -> None:
    x, out = np.ones(_COUNT, np.float32), np.zeros(_COUNT, np.float32)
    x.flags.writeable = False
    _double()[1](x, out)
    assert out.sum() == 2 * _COUNT
    out.flags.writeable = False
    with pytest.raises(ValueError, match="argument 1 is read-only, and the kernel writes it"):
        _double()[1](x, out)


@pytest.mark.parametrize(
    "dtype", [np.int32, np.uint32, np.dtype(">f4"), np.dtype([("a", "<f4")]), np.dtype("S4"), np.dtype("m8[s]")]
)
def test_elements_that_are_no_float32(dtype: np.dtype) -> None:
    x = np.zeros(_COUNT, np.float32)
    with pytest.raises(TypeError, match="argument 0 is to be an array of f32, not of"):
        _double()[1](np.zeros(_COUNT, dtype), x)


def test_elements_by_their_bits() -> None:
    """Integers of either sign, and the bits of floats that NumPy does not have."""
    for type_, good, bad in (
        ("i8", (np.int8, np.uint8, np.bool_), ("S1",)),
        ("i1", (np.bool_, np.int8), ("S1",)),
        ("i64", (np.int64, np.uint64), (np.float64, "m8[s]")),
        ("bf16", (np.uint16, np.int16), (np.float16,)),
        ("f8E5M2", (np.uint8,), ("S1",)),
        ("f16", (np.float16,), (np.uint16, np.int16)),
    ):
        parameter = Parameter(type_, pointer=True)
        for dtype in good:
            converter_of(parameter)(np.zeros(3, dtype), 0)
        for dtype in bad:
            with pytest.raises(TypeError, match=f"is to be an array of {type_}, not of"):
                converter_of(parameter)(np.zeros(3, dtype), 0)


@pytest.mark.parametrize(
    ("type_", "value"),
    [("i32", 1.0), ("i32", "1"), ("i32", None), ("i32", 1 << 32), ("i8", 256), ("i8", -129)]
    + [
        ("f32", "1.5"),
        ("f32", None),
        ("f32", 10**400),
        ("f16", 1e300),
        ("bf16", "1.5"),
        ("i32", np.zeros(2, np.int32)),
    ],
)
def test_invalid_scalars(type_: str, value: object) -> None:
    with pytest.raises(TypeError, match=f"argument 2 is to be an? {type_}, not"):
        converter_of(Parameter(type_, pointer=False))(value, 2)


@pytest.mark.parametrize("value", [1e300, -1e300, 3.4028235677973366e38, 3.402823567797336e38])
def test_numbers_beyond_the_greatest_one_are_infinite(value: float) -> None:
    with np.errstate(over="ignore"):
        expected = np.float32(value)
    assert converter_of(Parameter("f32", pointer=False))(value, 0).bits[:4] == expected.tobytes()
    found = np.zeros(1, np.float32)
    body = f"%c0 = arith.constant 0 : index\n{view('v', 'o', [1], 'f32')}"
    body += "memref.store %s, %v[%c0] : memref<1xf32, strided<[1]>>\n"
    kernel("%s: f32, %o: memref<*xf32>", body)[1](value, found)
    assert found[0] == expected


def test_unsigned_scalars() -> None:
    """A kernel's ``i8`` may be an ``u8`` of Triton: both ranges are taken."""
    for type_, value, bits in (("i8", 200, 1), ("i16", 40000, 2), ("i32", 1 << 31, 4), ("i64", 1 << 63, 8)):
        assert converter_of(Parameter(type_, pointer=False))(value, 0).bits[:bits] == value.to_bytes(bits, "little")
    assert converter_of(Parameter("i1", pointer=False))(np.bool_(True), 0).bits[:1] == b"\1"


def test_tensors_are_not_copied() -> None:
    x, out = np.arange(_COUNT, dtype=np.float32), np.zeros(_COUNT, np.float32)
    _double()[1](StandIn(x), StandIn(out))
    np.testing.assert_array_equal(out, 2 * x)


def test_an_assertion_that_fails() -> None:
    body = """%three = arith.constant 3 : i32
%fine = arith.cmpi slt, %px, %three : i32
cf.assert %fine, "too many programs"
"""
    made = kernel("%x: memref<*xf32>", body)
    x = np.zeros(1, np.float32)
    made[3](x)
    with pytest.raises(KernelAssertion, match=r"test\.mlir:\d+:\d+: too many programs"):
        made[4](x)
    made[3](x)


def test_an_operation_that_is_not_known_is_named() -> None:
    ctx = Context()
    text = """func.func @k(%x: memref<*xf32>, %gx: i32, %gy: i32, %gz: i32, %px: i32, %py: i32, %pz: i32) {
  gpu.barrier
  return
}"""
    module = parse_module(text, "where.mlir", ctx)
    with pytest.raises(DiagnosticError) as raised:
        compile_for_cpu(module, ctx)
    assert "where.mlir:2:" in str(raised.value)
    assert "'gpu.barrier' op cannot be compiled for the CPU" in str(raised.value)


def test_large_buffers_are_in_the_arena() -> None:
    count = 1 << 18  # one MiB of f32, beyond what the stack may take
    body = load("x", "in", [count], "f32") + pointwise("r", "x", count, ("f32", "f32"), "%w = math.absf %p : f32")
    # Used on both sides of an assertion, so that it is stored in between.
    body += pointwise("s", "r", count, ("f32", "f32"), "%w = arith.negf %p : f32")
    body += store("r", "out", [count], "f32")
    body += '%fine = arith.cmpi eq, %px, %py : i32\ncf.assert %fine, "one program"\n'
    body += store("s", "neg", [count], "f32")
    made = kernel("%in: memref<*xf32>, %out: memref<*xf32>, %neg: memref<*xf32>", body)
    assert made.kernel.arena > 1 << 20
    x = np.random.default_rng(1).standard_normal(count, dtype=np.float32)
    out, negative = np.zeros_like(x), np.zeros_like(x)
    made[1](x, out, negative)
    np.testing.assert_array_equal(out, np.abs(x))
    np.testing.assert_array_equal(negative, -np.abs(x))


def test_ten_thousand_launches_leave_nothing_behind() -> None:
    made = _double()
    x, out = np.ones(4 * _COUNT, np.float32), np.zeros(4 * _COUNT, np.float32)

    def run(count: int) -> int:
        for _ in range(count):
            made.launch((4,), x, out, threads=2)
        gc.collect()
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss

    before = run(500)
    assert run(10_000) - before < 1024  # KiB


def test_code_is_kept_by_content(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XTRITON_CACHE_DIR", str(tmp_path))
    body = load("x", "in", [8], "f32") + pointwise("r", "x", 8, ("f32", "f32"), "%w = math.ceil %p : f32")
    body += store("r", "out", [8], "f32")
    first = kernel("%in: memref<*xf32>, %out: memref<*xf32>", body)
    assert kernel("%in: memref<*xf32>, %out: memref<*xf32>", body).kernel is first.kernel
    (path,) = (tmp_path / "cpu").iterdir()
    path.write_bytes(b"cut short")
    from xtriton.backends.cpu.cache import Cache

    assert Cache().get(path.stem) is None


def _doubled_in_a_child(made: CompiledCpuKernel) -> bool:
    x = np.ones(8 * _COUNT, np.float32)
    out = np.zeros_like(x)
    made.launch((8,), x, out, threads=2)
    return bool((out == 2).all())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="processes are not forked here")
def test_a_process_that_is_forked_has_threads_of_its_own() -> None:
    made = _double()
    assert _doubled_in_a_child(made)  # there are threads now, which the child does not have
    child = os.fork()
    if child == 0:
        signal.alarm(20)
        os._exit(0 if _doubled_in_a_child(made) else 1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_a_launch_can_be_interrupted() -> None:
    made = _double()
    x, out = np.ones(_COUNT, np.float32), np.zeros(_COUNT, np.float32)
    body = load("x", "in", [8], "f32") + store("x", "out", [8], "f32")
    same = kernel("%in: memref<*xf32>, %out: memref<*xf32>", body)
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    # A process that a shell has started in the background ignores interrupts.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            same.launch((1 << 20, 1 << 20), x, out, threads=2)
    finally:
        signal.signal(signal.SIGINT, before)
    made.launch((1,), x, out, threads=2)
    np.testing.assert_array_equal(out, 2)


def test_texts_of_all_stages() -> None:
    asm = _double().asm
    assert "linalg.generic" in str(asm["linalg"])
    assert "llvm.func @k__grid" in str(asm["llvm"])
    assert "define void @k__grid" in str(asm["ll"])
    assert "k__grid:" in str(asm["s"])
    assert bytes(asm["o"]).startswith(b"\x7fELF")  # pyright: ignore[reportArgumentType]


def test_printing(capfd: pytest.CaptureFixture[str]) -> None:
    body = load("x", "in", [2], "f32")
    body += """%seven = arith.constant 7 : i64
tt.print " seven: " {hex = false, isSigned = array<i32: 1>} : %seven : i64
linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x : tensor<2xf32>) {
^bb0(%p: f32):
  %i = linalg.index 0 : index
  %j = arith.index_cast %i : index to i32
  tt.print " x: " {hex = false, isSigned = array<i32: 1, 0>, indices = 1 : i32} : %j, %p : i32, f32
  linalg.yield
}
"""
    kernel("%in: memref<*xf32>", body).launch((2,), np.array([1.5, -2], np.float32), threads=1)
    assert capfd.readouterr().out.splitlines() == [
        "pid (0, 0, 0) idx () seven: 7",
        "pid (0, 0, 0) idx (0) x: 1.500000",
        "pid (0, 0, 0) idx (1) x: -2.000000",
        "pid (1, 0, 0) idx () seven: 7",
        "pid (1, 0, 0) idx (0) x: 1.500000",
        "pid (1, 0, 0) idx (1) x: -2.000000",
    ]


@pytest.mark.parametrize("programs", [2, 7, 4000])
def test_each_program_runs_once_on_any_thread(programs: int) -> None:
    """However the grid is spread, each program runs once."""
    body = """%count = memref.cast %out : memref<*xi32> to memref<?xi32>
%one = arith.constant 1 : i32
%i = arith.index_cast %px : i32 to index
%old = memref.atomic_rmw addi %one, %count[%i] : (i32, memref<?xi32>) -> i32
"""
    out = np.zeros(programs, np.int32)
    kernel("%out: memref<*xi32>", body)[programs](out)
    assert (out == 1).all()
