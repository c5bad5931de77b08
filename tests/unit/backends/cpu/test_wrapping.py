"""Launches of kernels whose integers wrap around: which code runs, and its results."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import xtriton
from xtriton.backends.cpu.guarded import Guarded
from xtriton.backends.cpu.kernel import compile_for_cpu
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import expand
from xtriton.pipelines import MakeCpuLinalg

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

HEADER = "import triton\nimport triton.language as tl\n\n\n@triton.jit\n"


def _kernel(folder: Path, text: str, signature: str) -> Any:
    path = folder / "kernel.py"
    path.write_text(HEADER + text)
    return xtriton.compile(f"{path}:kernel", signature, target="cpu")


def _ran_general(kernel: Any) -> bool:
    """Whether code without guards has been made."""
    return any(version.guarded is Guarded.NOTHING for version in kernel._loaded._runners)


MASK = """def kernel(x, out, s, n, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(out + i, tl.load(x + i, mask=(i + s) < n, other=-9))
"""


@pytest.mark.parametrize(
    ("s", "n", "general"),
    [
        (0, 5, False),
        (-3, 2, False),
        ((1 << 31) - 8, (1 << 31) - 1, False),
        ((1 << 31) - 7, 100, True),
        ((1 << 31) - 4, (1 << 31) - 1, True),
        (-(1 << 31), 0, False),
    ],
)
def test_mask_of_a_sum(tmp_path: Path, s: int, n: int, general: bool) -> None:
    kernel = _kernel(tmp_path, MASK, "*i32,*i32,i32,i32,8")
    x, out = np.arange(8, dtype=np.int32), np.zeros(8, np.int32)
    kernel[1](x, out, s, n)
    numbers = (np.arange(8, dtype=np.int64) + s + (1 << 31)) % (1 << 32) - (1 << 31)
    np.testing.assert_array_equal(out, np.where(numbers < n, x, -9))
    assert _ran_general(kernel) == general


def test_strides_that_wrap_around(tmp_path: Path) -> None:
    text = """def kernel(x, out, s):
    r = tl.arange(0, 4)[:, None]
    c = tl.arange(0, 16)[None, :]
    tl.store(out + r * 16 + c, tl.load(x + (r * s * 4 + c)))
"""
    kernel = _kernel(tmp_path, text, "*i32,*i32,i32")
    x, out = np.arange(64, dtype=np.int32), np.zeros((4, 16), np.int32)
    kernel[1](x, out, 4)
    np.testing.assert_array_equal(out, x.reshape(4, 16))
    assert not _ran_general(kernel)
    kernel[1](x, out, 1 << 30)
    np.testing.assert_array_equal(out, np.broadcast_to(x[:16], (4, 16)))
    assert _ran_general(kernel)


ROWS = """def kernel(x, rows, out, n, B: tl.constexpr):
    p = tl.program_id(0)
    row = tl.load(rows + p)
    i = row + tl.arange(0, B)
    tl.store(out + p * B + tl.arange(0, B), tl.load(x + i, mask=i < n, other=-1))
"""


@pytest.mark.parametrize("threads", [1, 2])
def test_only_the_programs_from_the_first_that_wraps_around_run_other_code(tmp_path: Path, threads: int) -> None:
    kernel = _kernel(tmp_path, ROWS, "*i32,*i32,*i32,i32,8")
    x, rows = np.arange(100, dtype=np.int32), np.arange(40, dtype=np.int32)
    out = np.zeros((40, 8), np.int32)
    kernel[40](x, rows, out, 100, threads=threads)
    expected = rows[:, None] + np.arange(8, dtype=np.int32)
    np.testing.assert_array_equal(out, expected)
    assert not _ran_general(kernel)
    rows[20] = (1 << 31) - 8  # its last number is the largest there is
    kernel[40](x, rows, out, 100, threads=threads)
    expected[20] = -1
    np.testing.assert_array_equal(out, expected)
    assert not _ran_general(kernel)
    rows[20], rows[30] = 0, (1 << 31) - 4
    expected[20] = x[:8]
    # Elements 4 to 7 lie below the array by 2^31: no bound hides them, so that none may be less than it.
    kernel = _kernel(tmp_path, ROWS.replace("mask=i < n", "mask=(i < n) & (i >= 0)"), "*i32,*i32,*i32,i32,8")
    kernel[40](x, rows, out, 100, threads=threads)
    expected[30] = -1
    np.testing.assert_array_equal(out, expected)


def test_a_program_that_has_counted_does_not_start_again(tmp_path: Path) -> None:
    text = """def kernel(x, count, rows, out, B: tl.constexpr):
    tl.atomic_add(count, 1)
    row = tl.load(rows)
    i = row * 2 + tl.arange(0, B)
    j = i + row
    tl.store(out + tl.arange(0, B), tl.load(x + (j - row * 3), mask=j < 0, other=7))
"""
    kernel = _kernel(tmp_path, text, "*i32,*i32,*i32,*i32,8")
    x, count, out = np.arange(8, dtype=np.int32), np.zeros(1, np.int32), np.zeros(8, np.int32)
    kernel[1](x, count, np.array([715827880], np.int32), out)  # three times that is 2^31 - 8
    assert count[0] == 1
    np.testing.assert_array_equal(out, np.full(8, 7, np.int32))
    kernel[1](x, count, np.array([715827882], np.int32), out)
    assert count[0] == 2
    np.testing.assert_array_equal(out, [7, 7, 2, 3, 4, 5, 6, 7])


def test_an_array_that_is_read_and_written_is_changed_once(tmp_path: Path) -> None:
    """The same array twice: programs that have stored something do not start again."""
    text = """def kernel(x, rows, out, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(out + i, tl.load(x + i) + 1)
    row = tl.load(rows)
    j = row + i
    tl.store(out + i + B, tl.load(x + i + B, mask=j < 0, other=5))
"""
    kernel = _kernel(tmp_path, text, "*i32,*i32,*i32,8")
    x = np.arange(16, dtype=np.int32)
    kernel[1](x, np.array([(1 << 31) - 4], np.int32), x)
    np.testing.assert_array_equal(x, [*range(1, 9), 5, 5, 5, 5, *range(12, 16)])


def test_a_kernel_of_linalg_says_that_it_wraps_around(tmp_path: Path) -> None:
    from xtriton.backends.cpu.kernel import compile_for_cpu
    from xtriton.backends.cpu.launch import KernelAssertion
    from xtriton.ir.context import Context
    from xtriton.ir.parser import parse_module

    made = _kernel(tmp_path, MASK, "*i32,*i32,i32,i32,8")
    ctx = Context()
    kernel = compile_for_cpu(parse_module(str(made.asm["linalg"]), "kernel", ctx), ctx)
    x, out = np.arange(8, dtype=np.int32), np.zeros(8, np.int32)
    with pytest.raises(KernelAssertion, match="wrap around; compile it from TTIR"):
        kernel[1](x, out, (1 << 31) - 4, 100)


def test_a_saved_kernel_wraps_around(tmp_path: Path) -> None:
    made = _kernel(tmp_path, MASK, "*i32,*i32,i32,i32,8")
    made.save(tmp_path / "build")
    from xtriton.compiler.result import load

    kernel = load(tmp_path / "build" / f"{made.name}.json")
    x, out = np.arange(8, dtype=np.int32), np.zeros(8, np.int32)
    kernel[1](x, out, (1 << 31) - 4, 100)
    np.testing.assert_array_equal(out, [-9, -9, -9, -9, 4, 5, 6, 7])


GAPS = """def kernel(x, out, columns, row, B: tl.constexpr):
    i = tl.program_id(0).to(tl.int64) * B + tl.arange(0, B)
    tl.store(out + i, tl.load(x + (i // columns * row + i % columns)))
"""


def test_blocks_that_cross_rows_with_gaps_run_code_that_does_not_guess(tmp_path: Path) -> None:
    kernel = _kernel(tmp_path, GAPS, "*i32,*i32,i32,i32,16")
    x = np.arange(400, dtype=np.int32)
    place = np.arange(64)
    for columns, row, guesses in ((16, 20, 1), (10, 10, 1), (10, 13, 2)):
        out = np.zeros(64, np.int32)
        kernel[4](x, out, columns, row)
        np.testing.assert_array_equal(out, place // columns * row + place % columns)
        guarded = [version.guarded for version in kernel._loaded._runners]
        assert guarded == [Guarded.AS_COMPILED, Guarded.WRAPS][:guesses]
    out = np.zeros(64, np.int32)
    kernel[4](x[200:], out, -10, 13)
    np.testing.assert_array_equal(out, 200 - place // 10 * 13 + place % 10)
    assert _ran_general(kernel)


def test_linalg_of_a_pass_pipeline_makes_no_guess(tmp_path: Path) -> None:
    path = tmp_path / "kernel.py"
    path.write_text(HEADER + GAPS)
    text = xtriton.compile(f"{path}:kernel", "*i32,*i32,i32,i32,16", target="cpu", until="ttir").asm["ttir"]
    ctx = Context()
    module = parse_module(text, "ttir", ctx)
    PassManager(ctx).run(expand(MakeCpuLinalg()), module)
    out = np.zeros(64, np.int32)
    compile_for_cpu(module, ctx)[4](np.arange(400, dtype=np.int32), out, 10, 13)
    place = np.arange(64)
    np.testing.assert_array_equal(out, place // 10 * 13 + place % 10)


def test_calls_with_tensors_in_code_that_does_not_guess(tmp_path: Path) -> None:
    path = tmp_path / "kernel.py"
    offset = "@triton.jit(noinline=True)\ndef places(s):\n    return tl.arange(0, 8) + s\n\n\n@triton.jit\n"
    header = HEADER.removesuffix("@triton.jit\n")
    path.write_text(header + offset + MASK.replace("(i + s)", "places(s)"))
    kernel = xtriton.compile(f"{path}:kernel", "*i32,*i32,i32,i32,8", target="cpu")
    x, out = np.arange(8, dtype=np.int32), np.zeros(8, np.int32)
    kernel[1](x, out, (1 << 31) - 4, (1 << 31) - 1)
    np.testing.assert_array_equal(out, np.where(np.arange(8) != 3, x, -9))
    assert _ran_general(kernel)
