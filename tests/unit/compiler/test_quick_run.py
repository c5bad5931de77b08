"""Launches that repeat earlier ones have the same results, and the same errors, as those that do not."""

from __future__ import annotations

import itertools
import random
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest
import triton
import triton.language as tl

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

import xtriton
from xtriton.compiler import quick_run
from xtriton.compiler.host_array import HostArray

STEP = tl.constexpr(1)


@triton.jit
def kernel(x, out, n, f, flag, wide: tl.int64, SCALE: tl.constexpr, EXTRA: tl.constexpr = None):
    i = tl.arange(0, 8)
    value = tl.load(x + i).to(tl.float32) * SCALE + f + STEP
    if flag:
        value += 100
    if EXTRA is not None:
        value += 1000
    value += (n % 1000).to(tl.float32) if n is not None else 0.0
    tl.store(out + i, (value + (wide % 10).to(tl.float32)).to(out.dtype.element_ty))


@triton.jit
def numbered(out, n, B: tl.constexpr):
    at = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(out + at, at + n, mask=at < n)


@contextmanager
def launches(quick: bool) -> Iterator[Callable[[], int]]:
    """Launches on the CPU; the function returns how many of them have been repeats."""
    with pytest.MonkeyPatch.context() as patch:
        repeats = [0]
        original = quick_run.quick_run

        def counted(earlier: Any, result: Any) -> Any:
            made = original(earlier, result) if quick else None

            def run(*arguments: Any, **named: Any) -> Any:
                result = made(*arguments, **named)
                repeats[0] += result is not None
                return result

            return None if made is None else run

        patch.setattr(quick_run, "quick_run", counted)
        with xtriton.on_cpu():
            yield lambda: repeats[0]


def array(dtype: Any, **how: Any) -> np.ndarray[Any, Any]:
    return np.arange(8, dtype=dtype, **how)


def read_only() -> np.ndarray[Any, Any]:
    found = array(np.float32)
    found.flags.writeable = False
    return found


XS = [
    lambda: array(np.float32), lambda: array(np.float16), lambda: array(np.float32).view(HostArray), read_only,
    lambda: np.arange(16, dtype=np.float32)[::2], lambda: np.arange(9, dtype=np.float32)[1:],
    lambda: array(">f4"), lambda: [1.0] * 8, lambda: None,
]  # fmt: skip
NS = [5, 1, 0, -3, True, (1 << 31) - 1, 1 << 31, -(1 << 31), np.int32(5), 2.5, None]
FS = [1.5, 2, 1e300, float("inf"), np.float32(0.5), None, "1"]
FLAGS = [True, False, 1, None]
WIDES = [3, 1, 1 << 40, -1, 1 << 63, 2.0]
SCALES = [2, 2.0, True, 3, tl.constexpr(2)]
EXTRAS = [(), (None,), (7,)]


def outcome(arguments: tuple[Any, ...], options: dict[str, Any]) -> tuple[Any, ...]:
    x, *rest = arguments
    out = np.full(8, -1, np.float32)
    try:
        made = kernel[(1,)](x(), out, *rest, **options)
    except Exception as problem:
        return type(problem), str(problem).splitlines()[0], out.tolist()
    return made.name, made.metadata["constants"], out.tolist()


def test_results_and_errors_are_those_of_other_launches() -> None:
    rng = random.Random(7)
    usual = (XS[0], 5, 1.5, True, 3, 2)
    calls: list[tuple[tuple[Any, ...], dict[str, Any]]] = []
    for at, kinds in enumerate((XS, NS, FS, FLAGS, WIDES, SCALES)):
        for value in kinds:
            changed = (*usual[:at], value, *usual[at + 1 :])
            # Before and after it usual launches, which are repeated ones by then, and itself repeated.
            calls += [(usual, {}), (changed, {}), (changed, {}), (usual, {}), (changed, {}), (usual, {"num_warps": 8})]
    for extra in EXTRAS:
        calls += [((*usual, *extra), {})] * 3
    calls += [
        ((rng.choice(XS), rng.choice(NS[:8]), rng.choice(FS[:3]), rng.choice(FLAGS[:2]), rng.choice(WIDES[:3]), 2), {})
        for _ in range(60)
    ]
    calls += [(usual, {"unknown": 1}), (usual[:-1], {}), ((*usual, None, 1), {}), (usual, {"n": 1})]
    found: list[list[tuple[Any, ...]]] = []
    for quick in (False, True):
        with launches(quick) as repeats:
            found.append([outcome(*call) for call in calls])
            assert repeats() > len(calls) // 3 if quick else repeats() == 0
    for call, plain, quickly in zip(calls, *found, strict=True):
        assert repr(plain) == repr(quickly), call


class Part:
    """An object that stands for an array, as some libraries pass it to kernels."""

    def __init__(self, array: np.ndarray[Any, Any], dtype: Any) -> None:
        self.array, self.shape, self.dtype = array, array.shape, dtype

    def data_ptr(self) -> int:
        return self.array.ctypes.data

    def element_size(self) -> int:
        return self.array.itemsize

    def stride(self) -> tuple[int, ...]:
        return (1,)


def test_launches_with_objects_that_stand_for_arrays_are_repeated() -> None:
    out = np.zeros(8, np.int32)
    with launches(quick=True) as repeats:
        for _ in range(5):
            out[:] = 0
            numbered[(2,)](Part(out, tl.int32), 8, B=4)
            assert out.tolist() == list(range(8, 16))
        assert repeats() == 3
        wide = np.zeros(8, np.int64)
        numbered[(2,)](Part(wide, tl.int64), 8, B=4)
        assert wide.tolist() == out.tolist()
        assert repeats() == 3


def test_grids() -> None:
    grids: list[Any] = [
        (2,), 2, [2], (2, 1), (2, 1, 1), (0,), (-1,), (1, 2, 3, 4), (2.5,), "2", (1 << 31,), (),
        lambda given: (triton.cdiv(given["n"], given["B"]),), lambda given: 2,
        lambda given: (given["out"].data_ptr() * 0,), lambda given: (given["missing"],), (np.int64(2),), (True,),
    ]  # fmt: skip

    def outcomes() -> list[Any]:
        found: list[Any] = []
        for _, grid in itertools.product(range(3), grids):
            out = np.zeros(16, np.int32)
            try:
                numbered[grid](out, 16, B=8)
            except Exception as problem:
                found.append((type(problem), str(problem)))
            else:
                found.append(out.tolist())
        return found

    found: list[list[Any]] = []
    for quick in (False, True):
        with launches(quick) as repeats:
            found.append(outcomes())
            assert repeats() > 20 if quick else repeats() == 0
    assert found[0] == found[1]


def test_changes_between_repeats_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    out = np.zeros(8, np.float32)

    def launched() -> float:
        kernel[(1,)](np.zeros(8, np.float32), out, 0, 0.0, False, 0, 2)
        return float(out[0])

    with launches(quick=True) as repeats:
        assert [launched() for _ in range(4)] == [1.0] * 4
        assert repeats() == 2
        for step in (5, 6, 1, 5):
            monkeypatch.setitem(globals(), "STEP", tl.constexpr(step))
            assert [launched() for _ in range(3)] == [step] * 3
        source = kernel.src
        try:
            kernel._unsafe_update_src(source.replace("+ STEP", "- STEP"))
            assert [launched() for _ in range(3)] == [-5.0] * 3
        finally:
            kernel._unsafe_update_src(source)
        assert launched() == 5.0


def test_functions_are_generated_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not again for arguments of other classes, nor for more kinds of launches than are kept."""
    made: list[Any] = []
    original = quick_run.quick_run

    def counted(earlier: Any, result: Any) -> Any:
        made.append(earlier)
        return original(earlier, result)

    monkeypatch.setattr(quick_run, "quick_run", counted)
    out = np.zeros(64, np.int32)
    with xtriton.on_cpu():
        for _ in range(5):
            for n in (np.int32(16), np.int64(16), 16):
                numbered[(2,)](out, n, B=8)
        assert len(made) == 1
        monkeypatch.setattr(quick_run, "_MOST_REPEATED", 3)
        for _ in range(4):
            for block in (1, 2, 4, 8, 16, 32):
                out[:] = 0
                numbered[(1,)](out, 64, B=block)
                assert (out == np.where(np.arange(64) < block, np.arange(64) + 64, 0)).all()
        assert len(made) == 3


def test_arguments_are_not_kept() -> None:
    with xtriton.on_cpu():
        for _ in range(4):
            out = np.zeros(16, np.int32)
            gone = weakref.ref(out)
            numbered[(2,)](out, 16, B=8)
            del out
            assert gone() is None


def test_hooks_run_at_each_launch() -> None:
    seen: list[int] = []
    out = np.zeros(16, np.int32)

    def hook(*arguments: Any, **named: Any) -> None:
        seen.append(arguments[1])

    with launches(quick=True):
        for number in range(6):
            if number == 3:
                numbered.add_pre_run_hook(hook)
            try:
                numbered[(2,)](out, 16, B=8)
            finally:
                if number == 4:
                    numbered.pre_run_hooks.clear()
    assert seen == [16, 16]


@triton.jit
def asserting(out, n):
    tl.device_assert(n < 5)
    tl.store(out, n)


def test_debug_is_read_at_each_launch(monkeypatch: pytest.MonkeyPatch) -> None:
    out = np.zeros(1, np.int32)
    with launches(quick=True):
        for _ in range(3):
            asserting[(1,)](out, 7)
        with monkeypatch.context() as patch:
            patch.setattr(asserting, "debug", True)
            for _ in range(4):
                with pytest.raises(RuntimeError, match="where 7 is compared with 5"):
                    asserting[(1,)](out, 7)
                asserting[(1,)](out, 3)
        asserting[(1,)](out, 7)


@triton.jit
def odd_names(grid, int, callable, q_launch):
    tl.store(grid, int + callable + q_launch)


def test_parameters_may_have_any_name() -> None:
    out = np.zeros(1, np.int32)
    with xtriton.on_cpu():
        for number in range(4):
            odd_names[(1,)](out, number, 10, 100)
            assert out[0] == number + 110


def test_tensors() -> None:
    torch = pytest.importorskip("torch", reason="torch is an optional dependency")
    x = torch.arange(16, dtype=torch.float32)
    given: list[Any] = [
        x, x[::2], x[8:], torch.nn.Parameter(x), x.to(torch.float16), x.to(torch.float64), x.to("meta"), x.int(),
    ]  # fmt: skip

    def outcomes() -> list[Any]:
        found: list[Any] = []
        for value, _ in itertools.product(given, range(3)):
            out = torch.zeros(8)
            try:
                kernel[(1,)](value, out, 3, 0.5, False, 3, 2)
            except Exception as problem:
                found.append((type(problem), str(problem)))
            else:
                found.append(out.tolist())
        return found

    found: list[list[Any]] = []
    for quick in (False, True):
        with launches(quick) as repeats:
            found.append(outcomes())
            assert repeats() > 10 if quick else repeats() == 0
    assert found[0] == found[1]
