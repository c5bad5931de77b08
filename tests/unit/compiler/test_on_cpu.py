"""``xtriton.on_cpu``: kernels are launched as on a GPU."""

from __future__ import annotations

import numpy as np
import pytest
import triton
import triton.language as tl
from selection import of_versions
from triton.runtime.jit import JITFunction

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

from triton.tools.tensor_descriptor import TensorDescriptor

import xtriton
from xtriton.backends.cpu.launch import KernelAssertion
from xtriton.compiler.host_array import HostArray
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.versions import V3_8, before

SCALE = tl.constexpr(2)


@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr = 64):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i, mask=i < n) + tl.load(y + i, mask=i < n) * SCALE, mask=i < n)


X, Y = np.random.default_rng(0).standard_normal((2, 1000)).astype(np.float32)


def _grid(block: int) -> tuple[int]:
    return (triton.cdiv(X.size, block),)


def test_a_launch_takes_arrays_and_constants() -> None:
    out = np.zeros_like(X)
    with xtriton.on_cpu():
        made = add[_grid(256)](X, Y, out, np.int32(X.size), BLOCK=256, num_warps=8)
    np.testing.assert_allclose(out, X + 2 * Y, 1e-6)
    assert made.metadata["target"] == "cpu"
    assert made.metadata["constants"] == {"BLOCK": 256}


def test_kernels_are_compiled_once_per_specialization() -> None:
    out = np.zeros_like(X)
    with xtriton.on_cpu():
        first, again, other = (add[_grid(block)](X, Y, out, X.size, BLOCK=block) for block in (64, 64, 128))
        doubles = add[_grid(64)](*(array.astype(np.float64) for array in (X, Y, out)), X.size)
    assert first is again
    assert len({id(first), id(other), id(doubles)}) == 3


def test_an_autotuned_kernel_with_heuristics() -> None:
    configs = [triton.Config({"BLOCK": block}) for block in (64, 512)]
    tuned = triton.autotune(configs, key=["n"])(triton.heuristics({"n": lambda given: X.size})(add))
    out = np.zeros_like(X)
    with xtriton.on_cpu():
        tuned[lambda given: _grid(given["BLOCK"])](X, Y, out)
    np.testing.assert_allclose(out, X + 2 * Y, 1e-6)
    assert tuned.best_config in configs


def test_triton_measures_launches() -> None:
    out = np.zeros_like(X)
    with xtriton.on_cpu():
        least, most = triton.testing.do_bench(
            lambda: add[_grid(64)](X, Y, out, X.size), warmup=1, rep=5, quantiles=[0.0, 1.0]
        )
    assert 0 < least <= most < 1000


@triton.jit
def scaled(pair, out, OPERATION: tl.constexpr):
    x, rest = pair
    i = tl.arange(0, 8)
    tl.store(out + i, OPERATION(tl.load(x + i), rest[0]) + rest[1])


@triton.jit
def times(a, b):
    return a * b


def test_tuples_and_functions_as_arguments() -> None:
    out = np.zeros(8, np.float32)
    with xtriton.on_cpu():
        scaled[1,]((X, (3, 1)), out, times)
    np.testing.assert_allclose(out, X[:8] * 3 + 1, 1e-6)


def test_warmup_compiles_only() -> None:
    with xtriton.on_cpu():
        made = add.warmup(*[triton.runtime.jit.MockTensor(tl.float32)] * 3, 1000, grid=(1,))
    assert "o" in made.asm


def test_globals_that_change_make_another_kernel() -> None:
    out, before = np.zeros_like(X), globals()["SCALE"]
    with xtriton.on_cpu():
        add[_grid(64)](X, Y, out, X.size)
        try:
            globals()["SCALE"] = tl.constexpr(5)
            add[_grid(64)](X, Y, out, X.size)
        finally:
            globals()["SCALE"] = before
    np.testing.assert_allclose(out, X + 5 * Y, 1e-5, 1e-6)


@triton.jit
def first_block(block, out):
    i = tl.arange(0, 8)
    tl.store(out + i, tl.reshape(block.load([0, 8]), (8,)))


def test_descriptors_of_arrays() -> None:
    out = np.zeros(8, np.float32)
    given = TensorDescriptor.from_tensor(X.reshape(10, 100)[:, :96].copy().view(HostArray), [1, 8])
    with xtriton.on_cpu():
        first_block[1,](given, out)
    np.testing.assert_array_equal(out, X[8:16])


@triton.jit
def counted(out, n, BLOCK: tl.constexpr):
    tl.atomic_add(out + tl.arange(0, BLOCK), 1)


def test_the_autotuner_resets_arrays() -> None:
    configs = [triton.Config({"BLOCK": 16}, num_warps=warps) for warps in (1, 2)]
    out = np.zeros(16, np.int32)
    with xtriton.on_cpu():
        triton.autotune(configs, key=["n"], reset_to_zero=["out"])(counted)[1,](out, 1)
        np.testing.assert_array_equal(out, 1)
        out[:] = 5
        triton.autotune(configs, key=["n"], restore_value=["out"])(counted)[1,](out, 1)
    np.testing.assert_array_equal(out, 6)


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ({"threads": 0}, "kernel 'add' has no parameter 'threads', nor is that an option of Triton"),
        ({"foo": 3}, "kernel 'add' has no parameter 'foo'"),
        ({"y": np.zeros(4, np.complex64)}, "no type for the elements of an array of complex64"),
        ({"y": np.zeros(4, ">f4")}, "no type for the elements of an array of >f4"),
    ],
)
def test_arguments_that_a_launch_rejects(how: dict[str, object], message: str) -> None:
    given = {"x": X, "y": Y, "out": np.zeros_like(X), "n": 4} | how
    with xtriton.on_cpu(), pytest.raises(TypeError, match=message):
        add[1,](**given)


@triton.jit
def wrong_sum(x, out):
    i = tl.arange(0, 16)
    a = tl.load(x + i[:, None] * 16 + i[None, :])
    tl.store(out + i[:, None] * 16 + i[None, :], tl.dot(a, a, tl.zeros((16, 16), tl.int32)))


@of_versions(before(V3_8), "assertions have messages since Triton 3.8")
def test_an_assertion_without_a_word_shows_its_line() -> None:
    with xtriton.on_cpu(), pytest.raises(DiagnosticError, match="Triton gives no reason, but fails at: assert "):
        wrong_sum[1,](np.zeros(256, np.int8), np.zeros(256, np.int32))


@triton.jit
def wrong(x, out):
    i = tl.arange(0, 8)
    value = tl.inline_asm_elementwise("ex2 $0, $1;", "=r,r", [tl.load(x + i)], tl.float32, True, 1)
    tl.store(out + i, value)


def test_compile_errors_are_located() -> None:
    with xtriton.on_cpu(), pytest.raises(DiagnosticError, match=r"test_on_cpu\.py:\d+:\d+: error: .*inline_asm"):
        wrong[1,](X, np.zeros(8, np.float32))


@triton.jit
def follow(table, out):
    place = tl.load(table).to(tl.pointer_type(tl.float32))
    tl.store(out, tl.load(place))


def test_operations_that_triton_finds_invalid_are_located() -> None:
    """Triton prints the error with the whole module, and raises one that says no reason."""
    line = follow.fn.__code__.co_firstlineno + 2
    reason = "'tt.int_to_ptr' op operand #0 must be 64-bit .*, but got 'i32'"
    out, source = np.zeros(1, np.float32), X[:1].copy()
    with xtriton.on_cpu():
        with pytest.raises(DiagnosticError, match=rf"test_on_cpu\.py:{line}:\d+: error: {reason}"):
            follow[1,](np.zeros(1, np.int32), out)
        follow[1,](np.array([source.ctypes.data]), out)
    assert out[0] == X[0]


def test_the_context_restores_all_hooks() -> None:
    run, active = JITFunction.run, triton.runtime.driver._active
    with pytest.raises(KeyError), xtriton.on_cpu():
        with xtriton.on_cpu(strict_fp=True, threads=1):
            assert JITFunction.run is not run
        assert JITFunction.run is not run
        raise KeyError
    assert JITFunction.run is run
    assert triton.runtime.driver._active is active


def test_options_reach_the_compiler() -> None:
    with xtriton.on_cpu(strict_fp=True, threads=1, debug=True):
        made = add[_grid(64)](X, Y, np.zeros_like(X), X.size)
    assert made.metadata["options"] == {
        "strict_fp": True, "threads": None, "debug": True, "check": False, "sanitize_overflow": True,
    }  # fmt: skip
    with pytest.raises(ValueError, match="threads is 0"), xtriton.on_cpu(threads=0):
        pass


@triton.jit
def square(x, out, most, SIZE: tl.constexpr):
    i = tl.arange(0, SIZE)
    number = tl.load(x + i)
    tl.device_assert(number < most, "number is too large")
    tl.store(out + i, number * number)


def test_overflow_is_checked_unless_a_launch_says_otherwise() -> None:
    x = np.full(8, 1 << 30, np.int32)
    out = np.ones_like(x)
    with xtriton.on_cpu(debug=True):
        square[(1,)](x, out, 1 << 31, 8, sanitize_overflow=False)
        assert not out.any()
        with pytest.raises(KernelAssertion, match="overflow detected for operation mul"):
            square[(1,)](x, out, 1 << 31, 8)
        with pytest.raises(KernelAssertion, match="number is too large"):
            square[(1,)](x, out, 5, 8, sanitize_overflow=False)


def test_torch_tensors() -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    x, y = torch.from_numpy(X), torch.from_numpy(Y)
    out = torch.zeros_like(x)
    with xtriton.on_cpu():
        add[_grid(64)](x, y, out, X.size)
    assert torch.allclose(out, x + 2 * y)
    half = out.to(torch.bfloat16)
    with xtriton.on_cpu():
        add[_grid(64)](half, half, half, X.size)
    assert torch.allclose(half.float(), 3 * out, 2e-2, 2e-2)
