"""The function for the commonest arguments: as the conversion of single arguments, or it launches nothing."""

from __future__ import annotations

import itertools
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from unit.backends.cpu.stand_in import StandIn

import xtriton
from xtriton.backends.cpu import launch
from xtriton.backends.cpu.arguments import Argument, converter_of, may_alias, overlap
from xtriton.backends.cpu.code import Parameter
from xtriton.backends.cpu.kernel import CompiledCpuKernel
from xtriton.backends.cpu.launch import KernelAssertion
from xtriton.compiler.host_array import HostArray

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

HEADER = "import triton\nimport triton.language as tl\n\n\n@triton.jit\n"
SHIFT = """def shift(x, out, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(out + i, tl.load(x + i, mask=i < n) + 1, mask=i < n)
"""


def compiled(folder: Path, text: str, signature: str, **options: Any) -> Any:
    name = text.partition("(")[0].removeprefix("def ")
    path = folder / f"{name}.py"
    path.write_text(HEADER + text)
    return xtriton.compile(f"{path}:{name}", signature, target="cpu", **options)


@pytest.fixture(scope="module")
def shift(tmp_path_factory: pytest.TempPathFactory) -> CompiledCpuKernel:
    """A kernel whose function has been generated. Launches leave nothing behind in it."""
    made = compiled(tmp_path_factory.mktemp("shift"), SHIFT, "*fp32,*fp32,i32,8").loaded()
    for _ in range(2):
        made[(1,)](np.zeros(8, np.float32), np.zeros(8, np.float32), 8)
    assert made._quick is not None
    return made


def quick(made: CompiledCpuKernel, *arguments: Any, grid: Any = (1,), threads: Any = None) -> bool:
    assert made._quick is not None
    return made._quick(grid, threads, *arguments)


def zeros() -> np.ndarray[Any, Any]:
    return np.zeros(8, np.float32)


def test_usual_arguments_are_launched(shift: CompiledCpuKernel) -> None:
    out = zeros()
    assert quick(shift, np.arange(8, dtype=np.float32), out, 8)
    np.testing.assert_array_equal(out, np.arange(8) + 1)


@pytest.mark.parametrize(
    "arguments",
    [
        (np.zeros(8), zeros(), 8),
        (np.zeros(8, ">f4"), zeros(), 8),
        (np.zeros(16, np.float32)[::2], zeros(), 8),
        (np.zeros(0, np.float32), zeros(), 8),
        (None, zeros(), 8),
        (0, zeros(), 8),
        (zeros().tolist(), zeros(), 8),
        (zeros(), zeros(), 8.0),
        (zeros(), zeros(), True),
        (zeros(), zeros(), np.int32(8)),
        (zeros(), zeros(), 1 << 31),
        (zeros(), zeros(), -(1 << 31) - 1),
        (zeros(), zeros(), None),
    ],
    ids=lambda arguments: repr(arguments[::2]),
)
def test_other_arguments_are_left_to_conversion(shift: CompiledCpuKernel, arguments: tuple[Any, ...]) -> None:
    assert not quick(shift, *arguments)
    assert arguments[1].sum() == 0


def test_arrays_that_may_not_be_written_are_left_to_conversion(shift: CompiledCpuKernel) -> None:
    for at in range(2):
        given: list[Any] = [zeros(), zeros(), 8]
        given[at].flags.writeable = False
        assert not quick(shift, *given)
        assert given[1].sum() == 0


def test_arrays_that_overlap_are_left_to_conversion(shift: CompiledCpuKernel) -> None:
    memory = np.arange(9, dtype=np.float32)
    assert not quick(shift, memory[:8], memory[1:], 8)
    shift[(1,)](memory[:8], memory[1:], 8)
    np.testing.assert_array_equal(memory, [0, *range(1, 9)])


def test_arrays_that_the_kernel_does_not_use_overlap_nothing(tmp_path: Path) -> None:
    """Such as those that stand for results in the arguments, which JAX requires."""
    made = compiled(tmp_path, SHIFT.replace("(x, out,", "(x, like, out,"), "*fp32,*fp32,*fp32,i32,8").loaded()
    out = zeros()
    for _ in range(2):
        made[(1,)](np.arange(8, dtype=np.float32), out, out, 8)
    assert quick(made, np.arange(8, dtype=np.float32), out, out, 8)
    np.testing.assert_array_equal(out, np.arange(8) + 1)
    assert not quick(made, out, zeros(), out, 8)


@pytest.mark.parametrize("used", [True, False])
def test_only_used_arrays_overlap(used: bool) -> None:
    """By their addresses, by their allocation, and those of which only the address is known."""
    parameters = [Parameter("f32", pointer=True, written=True), Parameter("f32", pointer=True, used=used)]
    array = Argument(bytes(8), 64, 96, owner=1)
    assert overlap([array, array], parameters) is used
    assert overlap([array, Argument(bytes(8), 80, -1)], parameters) is used
    assert may_alias([array, Argument(bytes(8), 96, 128, owner=1)], parameters) is used
    assert not may_alias([array, Argument(bytes(8), 96, 128, owner=2)], parameters)


def test_parts_of_one_array_are_left_to_conversion(shift: CompiledCpuKernel) -> None:
    """A pointer to one may be moved to the other: also for views of views, and of another class."""
    memory = np.arange(16, dtype=np.float32)
    for x, out in ((memory[:8], memory[8:]), (memory[:4], memory[8:][1:]), (memory[:8].view(HostArray), memory[8:])):
        assert not quick(shift, x, out, 4)
    rows = np.arange(16, dtype=np.float32).reshape(2, 8)
    assert quick(shift, rows, np.zeros(16, np.float32).reshape(2, 8), 8)


def test_objects_that_stand_for_arrays(shift: CompiledCpuKernel) -> None:
    out = np.zeros(16, np.float32)
    assert quick(shift, StandIn(np.arange(8, dtype=np.float32)), StandIn(out[::2]), 8)
    np.testing.assert_array_equal(out[:8], np.arange(8) + 1)
    assert not quick(shift, StandIn(np.zeros(8)), StandIn(out), 8)


def test_objects_that_stand_for_overlapping_arrays_are_left_to_conversion(shift: CompiledCpuKernel) -> None:
    """Also where one is passed by its last element, with a negative stride."""
    memory = np.arange(16, dtype=np.float32)
    for x, out in ((memory[:8], memory[1:9]), (memory[7::-1], memory[1:9]), (memory[1:9], memory[7::-1])):
        assert not quick(shift, StandIn(x), StandIn(out), 8)
        as_arguments = [
            converter_of(Parameter("f32", pointer=True, written=True))(StandIn(each), 0) for each in (x, out)
        ]
        assert overlap(as_arguments, [Parameter("f32", pointer=True, written=True)] * 2)
    np.testing.assert_array_equal(memory, np.arange(16))


@pytest.mark.parametrize("grid", [1, [1], "1"])
def test_grids_that_are_no_tuples_are_left_to_conversion(shift: CompiledCpuKernel, grid: Any) -> None:
    assert not quick(shift, zeros(), zeros(), 8, grid=grid)


@pytest.mark.parametrize("threads", [0, -1, 1.0, True, "2"])
def test_threads_that_make_no_sense_are_left_to_conversion(shift: CompiledCpuKernel, threads: Any) -> None:
    out = zeros()
    assert not quick(shift, zeros(), out, 8, threads=threads)
    expected = "1 or more" if type(threads) is int else "a whole number"
    with pytest.raises(ValueError, match=f"it must be {expected}"):
        shift.launch((1,), zeros(), out, 8, threads=threads)
    assert out.sum() == 0


@pytest.mark.parametrize("threads", [None, 1, 2, 5])
@pytest.mark.parametrize("programs", [0, 1, 2, 37, 3000])
def test_every_program_runs_once(shift: CompiledCpuKernel, programs: int, threads: int | None) -> None:
    count = 8 * programs
    x = np.arange(count + 8, dtype=np.float32)
    for _ in range(3):
        out = np.zeros_like(x)
        assert quick(shift, x, out, count + 8, grid=(programs,), threads=threads)
        np.testing.assert_array_equal(out, np.where(np.arange(count + 8) < count, x + 1, 0))


def test_launches_that_turn_out_to_take_long_are_not_called_small(
    shift: CompiledCpuKernel, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No clock of the machine takes part: however busy it is, a launch takes as long as the test says."""
    assert shift._quick is not None
    small, x, key = next(iter(shift._runners.values())).small, np.zeros(80, np.float32), ((10,), 81)
    monkeypatch.setattr(launch, "WORTH_THREADS", 1e9)
    for seconds, called_small in ((0.0, True), (1.0, False), (1.0, True), (0.0, True), (1.0, False)):
        times = itertools.count(step=seconds)
        monkeypatch.setitem(shift._quick.__globals__, "clock", lambda times=times: next(times))
        # A launch that is not called small is measured by Runner, whose limit is raised: it calls each of these small.
        assert quick(shift, x, np.zeros_like(x), 81, grid=(10,))
        assert (key in small) is called_small


GUARDED = """def guarded(x, out, s, n, B: tl.constexpr):
    i = tl.program_id(0) * B + tl.arange(0, B)
    tl.store(out + i, tl.load(x + i, mask=(i + s) < n, other=-9))
"""


def test_guards_that_fail(tmp_path: Path) -> None:
    """A sum that wraps around: the programs from the failed one on run in the general version."""
    made = compiled(tmp_path, GUARDED, "*fp32,*fp32,i32,i32,8").loaded()
    x = np.arange(32, dtype=np.float32)
    for shift, expected in ((0, x), (0, x), (0, x), ((1 << 31) - 10, None), (0, x)):
        out = np.zeros_like(x)
        made[(4,)](x, out, shift, 100)
        if expected is None:
            wrapped = (np.arange(32, dtype=np.int32) + np.int32(shift)).astype(np.int32)
            expected = np.where(wrapped < 100, x, -9)
        np.testing.assert_array_equal(out, expected)
    assert made._quick is not None
    out = np.zeros_like(x)
    assert quick(made, x, out, (1 << 31) - 10, 100, grid=(4,))
    np.testing.assert_array_equal(out, expected if shift else np.where(wrapped < 100, x, -9))


ASSERTING = """def asserting(out, n):
    tl.device_assert(n < 5, "too many")
    tl.store(out + tl.program_id(0), n)
"""


def test_assertions_that_fail(tmp_path: Path) -> None:
    made = compiled(tmp_path, ASSERTING, "*i32,i32", debug=True).loaded()
    out = np.zeros(4, np.int32)
    for n in (1, 2, 3, 9, 4, 9):
        if n < 5:
            made[(4,)](out, n)
            assert (out == n).all()
        else:
            with pytest.raises(
                KernelAssertion, match=r"`too many` failed in program \(0, 0, 0\), where 9 is compared with 5"
            ):
                made[(4,)](out, n)


def test_threads_have_memory_of_their_own(tmp_path: Path) -> None:
    """Launches at the same time in several threads, with failures in some."""
    made = compiled(tmp_path, ASSERTING, "*i32,i32", debug=True).loaded()
    problems: list[object] = []

    def work(n: int) -> None:
        for _ in range(300):
            out = np.zeros(4, np.int32)
            try:
                made[(4,)](out, n)
                failed = False
            except KernelAssertion:
                failed = True
            if failed != (n >= 5) or (not failed and not (out == n).all()):
                problems.append((n, out.tolist()))

    workers = [threading.Thread(target=work, args=(n,)) for n in (1, 7, 3, 9)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not problems


@pytest.mark.parametrize(
    ("type_", "values"),
    [
        ("i8", [-128, 127, 5]), ("i16", [-32768, 32767, 2]), ("i64", [-(1 << 63), (1 << 63) - 1, 2]),
        ("u8", [0, 255]), ("u64", [0, (1 << 64) - 1]), ("i1", [True, False]), ("fp16", [1.5, 65504.0]),
        ("fp32", [1.5, float("inf")]), ("fp64", [1e300]), ("bf16", [1.5]),
    ],
)  # fmt: skip
def test_numbers_of_all_types(tmp_path: Path, type_: str, values: list[Any]) -> None:
    text = "def number(out, n):\n    tl.store(out, n.to(out.dtype.element_ty))\n"
    target, dtype = ("*u64", np.uint64) if type_.startswith("u") else ("*i64", np.int64)
    if type_.startswith(("fp", "bf")):
        target, dtype = "*fp64", np.float64
    made = compiled(tmp_path, text, f"{target},{type_}").loaded()
    for _ in range(3):
        for value in values:
            out = np.zeros(1, dtype)
            made[(1,)](out, value)
            assert out[0] == value


def test_tensors(shift: CompiledCpuKernel) -> None:
    torch = pytest.importorskip("torch", reason="torch is an optional dependency")
    for _ in range(2):  # which has the function know torch
        shift[(1,)](torch.zeros(8), torch.zeros(8), 8)
    x, out = torch.arange(8, dtype=torch.float32), torch.zeros(8)
    assert quick(shift, x, out, 8)
    assert (out == x + 1).all()
    parameter = torch.nn.Parameter(torch.zeros(8))
    assert quick(shift, parameter, out, 8)
    for other in (x.double(), torch.arange(16, dtype=torch.float32)[::2], x.to("meta"), x.int()):
        assert not quick(shift, other, out, 8)
    assert not quick(shift, x, x, 8)
    with torch.device("meta"):
        assert not quick(shift, x, out, 8)  # a mode may change what a tensor says of itself
