"""Checked launches on the CPU: wrong accesses and conflicts are found where they are, and nowhere else."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
import triton
import triton.language as tl
from parity.kernels import KERNELS
from selection import with_block_pointers
from semantics import cases, memory_cases
from semantics.launching import signature_of
from triton.tools.tensor_descriptor import TensorDescriptor

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

import xtriton
from xtriton.backends.cpu.access_errors import AccessError
from xtriton.compiler.host_array import HostArray
from xtriton.frontend.signature import Signature


def failure(launch: Callable[[], object], **how: Any) -> AccessError:
    """The error of a checked launch."""
    with xtriton.on_cpu(check=True, **how), pytest.raises(AccessError) as found:
        launch()
    return found.value


def line_of(kernel: Any, marker: str) -> int:
    """The line of a kernel's source that contains a text."""
    lines, first = inspect.getsourcelines(kernel.fn)
    (number,) = (index for index, line in enumerate(lines) if marker in line)
    return first + number


def assert_at(error: AccessError, kernel: Any, marker: str, message: str) -> None:
    """The error is at a line of a kernel, and its message contains a text."""
    text = str(error)
    file = re.escape(inspect.getfile(kernel.fn))
    assert re.match(rf".*{file}:{line_of(kernel, marker)}:\d+: error: ", text), text
    assert message in text
    assert text.splitlines()[2].strip() == "^"


def array(*shape: int, dtype: Any = np.float32) -> np.ndarray:
    return np.arange(int(np.prod(shape)), dtype=dtype).reshape(shape)


# Planted bugs


@triton.jit
def scaled(x, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    values = tl.load(x + i, mask=i < n)
    tl.store(out + i, values * 2, mask=i <= n)


@pytest.mark.parametrize("threads", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_wrong_mask(threads: int) -> None:
    x, out = array(1000), np.zeros(1000, np.float32)
    error = failure(lambda: scaled[(4,)](x, out, 1000, BLOCK=256), threads=threads)
    where = "program 3, element [232] accesses bytes 4000 to 4004 of argument #1 ('out'), which has 4000 bytes"
    assert_at(error, scaled, "i <= n", f"'tt.store': access out of bounds: {where}: 4 bytes past its end")


@triton.jit
def copy_rows(x, out, columns, x_stride, BM: tl.constexpr, BN: tl.constexpr):
    rows = tl.program_id(0) * BM + tl.arange(0, BM)[:, None]
    place = tl.arange(0, BN)[None, :]
    values = tl.load(x + rows * x_stride + place, mask=place < columns)
    tl.store(out + rows * columns + place, values, mask=place < columns)


def test_wrong_stride() -> None:
    x, out = array(8, 10), np.zeros((8, 10), np.float32)
    error = failure(lambda: copy_rows[(2,)](x, out, 10, 16, BM=4, BN=16))
    # Row 4 begins at 64, row 5 at 80, where the array of 80 elements ends.
    place = "program 1, element [1, 0] accesses bytes 320 to 324 of argument #0 ('x'), which has 320 bytes"
    assert_at(error, copy_rows, "x_stride + place", place)


@triton.jit
def blocks(x, out, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i) + 1)


def test_grid_with_one_program_too_many() -> None:
    x, out = array(1024), np.zeros(1024, np.float32)
    error = failure(lambda: blocks[(5,)](x, out, BLOCK=256))
    assert_at(
        error, blocks, "tl.load(x + i)", "program 4, element [0] accesses bytes 4096 to 4100 of argument #0 ('x')"
    )


@triton.jit
def overlapping_tiles(x, out, BLOCK: tl.constexpr):
    p = tl.program_id(0)
    i = p * (BLOCK - 1) + tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i) + p)


@pytest.mark.parametrize("threads", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_race_between_programs(threads: int) -> None:
    x, out = array(1024), np.zeros(1024, np.float32)
    error = failure(lambda: overlapping_tiles[(4,)](x, out, BLOCK=64), threads=threads)
    what = "program 1, element [0] writes bytes 252 to 256 of argument #1 ('out')"
    assert_at(error, overlapping_tiles, "tl.store", f"{what}, where program 0 has written another value")
    line = line_of(overlapping_tiles, "tl.store")
    assert re.search(rf":{line}:\d+: note: it is written by this 'tt.store'\n", str(error))


# Accesses of all kinds


@triton.jit
def unused_load(x, out):
    tl.load(x + tl.arange(0, 16))
    tl.store(out, 1.0)


def test_loads_with_unused_values() -> None:
    error = failure(lambda: unused_load[(1,)](array(15), np.zeros(1, np.float32)))
    assert_at(error, unused_load, "tl.load(x", "element [15] accesses bytes 60 to 64")


@triton.jit
def scalar_store(out, at, value):
    tl.store(out + at, value)


@pytest.mark.parametrize(
    ("at", "how"),
    [
        (8, "4 bytes past its end"),
        (-1, "4 bytes before its beginning"),
        (1 << 40, f"{4 * 2**40 - 28} bytes past its end"),
    ],
)
def test_scalars(at: int, how: str) -> None:
    out = np.zeros(8, np.float32)
    error = failure(lambda: scalar_store[(1,)](out, at, 1.5))
    assert_at(
        error, scalar_store, "tl.store", f"program 0 accesses bytes {4 * at} to {4 * at + 4} of argument #0 ('out')"
    )
    assert str(error).splitlines()[0].endswith(how)


@triton.jit
def gathered(x, places, out, BLOCK: tl.constexpr):
    i = tl.arange(0, BLOCK)
    tl.store(out + tl.load(places + i), tl.load(x + i))


@pytest.mark.slow
def test_scatter() -> None:
    places = np.array([3, 1, 0, 99, 2, 4, 5, -8], np.int32)
    error = failure(lambda: gathered[(1,)](array(8), places, np.zeros(8, np.float32), BLOCK=8))
    assert_at(error, gathered, "tl.store", "element [3] accesses bytes 396 to 400 of argument #2 ('out')")


@triton.jit
def narrow_offsets(x, out, places):
    i = tl.arange(0, 8)
    tl.store(out + i, tl.load(x + tl.load(places + i)))


@pytest.mark.slow
@pytest.mark.parametrize("dtype", [np.int8, np.int16, np.int64])
def test_offsets_of_other_widths(dtype: type) -> None:
    places, out = np.array([7, 6, 5, 4, 3, 2, 1, 0], dtype), np.zeros(8, np.float32)
    with xtriton.on_cpu(check=True):
        narrow_offsets[(1,)](array(8), out, places)
    assert out.tolist() == [7, 6, 5, 4, 3, 2, 1, 0]
    places[2] = -1
    error = failure(lambda: narrow_offsets[(1,)](array(8), out, places))
    assert_at(error, narrow_offsets, "tl.load(x", "element [2] accesses bytes -4 to 0 of argument #0 ('x')")


@triton.jit
def count(totals, n):
    tl.atomic_add(totals + tl.program_id(0) % n, 1)


def test_atomics() -> None:
    totals = np.zeros(4, np.int32)
    with xtriton.on_cpu(check=True):
        count[(64,)](totals, 4)
    assert totals.tolist() == [16] * 4
    error = failure(lambda: count[(64,)](totals, 5))
    assert_at(error, count, "tl.atomic_add", "program 4 accesses bytes 16 to 20 of argument #0 ('totals')")


@triton.jit
def swap(lock):
    tl.atomic_cas(lock + 2, 0, 1)


@pytest.mark.slow
def test_compare_and_swap() -> None:
    assert_at(failure(lambda: swap[(1,)](np.zeros(2, np.int32))), swap, "tl.atomic_cas", "accesses bytes 8 to 12")


@triton.jit
def through_blocks(x, out, rows, columns, B: tl.constexpr):
    source = tl.make_block_ptr(x, (rows, columns), (columns, 1), (0, 0), (B, B), (1, 0))
    for start in range(0, columns, B):
        tile = tl.load(source, boundary_check=(0, 1))
        target = tl.make_block_ptr(out, (rows, columns), (columns, 1), (0, start), (B, B), (1, 0))
        tl.store(target, tile, boundary_check=(0, 1))
        source = tl.advance(source, (0, B))


@with_block_pointers
def test_block_pointers() -> None:
    x = array(6, 20)
    out = np.zeros_like(x)
    with xtriton.on_cpu(check=True):
        through_blocks[(1,)](x, out, 6, 20, B=8)
    assert (out == x).all()
    error = failure(lambda: through_blocks[(1,)](x, out, 7, 20, B=8))
    assert_at(error, through_blocks, "tl.load(source", "element [6, 0] accesses bytes 480 to 484 of argument #0 ('x')")


@triton.jit
def through_descriptor(x, out, rows, columns, B: tl.constexpr):
    source = tl.make_tensor_descriptor(x, [rows, columns], [columns, 1], [B, B])
    place = tl.arange(0, B)[:, None] * B + tl.arange(0, B)[None, :]
    tl.store(out + place, source.load([0, B]))


@pytest.mark.slow
def test_descriptors_made_by_the_kernel() -> None:
    x, out = array(8, 16), np.zeros((8, 8), np.float32)
    with xtriton.on_cpu(check=True):
        through_descriptor[(1,)](x, out, 8, 16, B=8)
    assert (out == x[:, 8:]).all()
    error = failure(lambda: through_descriptor[(1,)](x, out, 8, 32, B=8))
    assert_at(error, through_descriptor, "source.load", "element [4, 0] accesses bytes 544 to 548 of argument #0 ('x')")


@triton.jit
def given_descriptor(source, out, B: tl.constexpr):
    place = tl.arange(0, B)[:, None] * B + tl.arange(0, B)[None, :]
    tl.store(out + place, source.load([B, 0]))


def test_descriptors_that_are_arguments() -> None:
    x, out = array(8, 16).view(HostArray), np.zeros((8, 8), np.float32)
    wrong = TensorDescriptor(x, [16, 16], [16, 1], [8, 8])
    assert_at(
        failure(lambda: given_descriptor[(1,)](wrong, out, B=8)),
        given_descriptor,
        "source.load",
        "element [0, 0] accesses bytes 512 to 516",
    )


@triton.jit
def taken(x, index, out, B: tl.constexpr):
    i = tl.arange(0, B)
    tl.store(out + i, tl.gather(tl.load(x + i), tl.load(index + i), 0))


def test_gather_of_a_tensor() -> None:
    x, out = array(8), np.zeros(8, np.float32)
    index = np.array([0, 7, 3, 8, 1, -1, 0, 0], np.int32)
    error = failure(lambda: taken[(1,)](x, index, out, B=8))
    assert_at(error, taken, "tl.gather", "index out of range: program 0, element [3] is 8, but the axis has 8 elements")


@triton.jit(noinline=True)
def stored_far(out, at):
    tl.store(out + at, 1.0)


@triton.jit
def calls(out, at):
    stored_far(out, at)


def test_callees() -> None:
    error = failure(lambda: calls[(1,)](np.zeros(4, np.float32), 4))
    assert_at(error, stored_far, "tl.store", "accesses bytes 16 to 20 of argument #0 ('out')")
    assert re.search(rf":{line_of(calls, 'stored_far')}:\d+: note: called from here\n", str(error))


@triton.jit
def walks(x, out, steps, B: tl.constexpr):
    pointers = x + tl.arange(0, B)
    total = tl.zeros((B,), tl.float32)
    while steps > 0:
        total += tl.load(pointers)
        pointers += B
        steps -= 1
    tl.store(out + tl.arange(0, B), total)


@pytest.mark.slow
def test_pointers_carried_by_loops() -> None:
    x, out = array(64), np.zeros(16, np.float32)
    with xtriton.on_cpu(check=True):
        walks[(1,)](x, out, 4, B=16)
    assert (out == x.reshape(4, 16).sum(0)).all()
    assert_at(failure(lambda: walks[(1,)](x, out, 5, B=16)), walks, "tl.load", "element [0] accesses bytes 256 to 260")


@triton.jit
def chosen(x, y, out, which):
    source = x + 4 if which > 2 else x
    if which == 7:
        return
    tl.store(out + tl.arange(0, 8), tl.load(source + tl.arange(0, 8)) + tl.load(y))


def test_pointers_chosen_by_branches() -> None:
    x, y, out = array(8), array(1), np.zeros(8, np.float32)
    with xtriton.on_cpu(check=True):
        chosen[(1,)](x, y, out, 2)
    assert (out == x).all()
    error = failure(lambda: chosen[(1,)](x, y, out, 3))
    assert_at(error, chosen, "tl.load(source", "element [4] accesses bytes 32 to 36 of argument #0 ('x')")


@triton.jit
def of_two_arrays(x, y, out, which, n):
    source = x if which > 2 else y
    tl.store(out + tl.arange(0, 8), tl.load(source + tl.arange(0, 8), mask=tl.arange(0, 8) < n))


def test_pointers_of_several_arguments() -> None:
    x, y, out = array(8), array(6), np.zeros(8, np.float32)
    with xtriton.on_cpu(check=True):
        of_two_arrays[(1,)](x, y, out, 3, 8)
        assert (out == x).all()
        of_two_arrays[(1,)](x, y, out, 2, 6)
    error = failure(lambda: of_two_arrays[(1,)](x, y, out, 2, 7))
    assert_at(
        error,
        of_two_arrays,
        "tl.load(source",
        "access out of bounds: program 0, element [6] accesses bytes 24 to 28 of",
    )
    assert "of argument #1 ('y'), which has 24 bytes, and not of argument #0 ('x') either" in str(error)


@triton.jit
def mixed(x, y, out, n):
    i = tl.arange(0, 8)
    source = tl.where(i % 2 == 0, x + i, y + i)
    tl.store(out + i, tl.load(source, mask=i < n))


def test_pointers_selected_by_element() -> None:
    x, y, out = array(8), -array(6), np.zeros(8, np.float32)
    with xtriton.on_cpu(check=True):
        mixed[(1,)](x, y, out, 6)
    assert out.tolist()[:6] == [0, -1, 2, -3, 4, -5]
    error = failure(lambda: mixed[(1,)](x, y, out, 8))
    assert_at(error, mixed, "tl.load(source", "element [7] accesses bytes ")


@triton.jit
def through_table(table, out):
    source = tl.load(table).to(tl.pointer_type(tl.float32))
    tl.store(out, tl.load(source + 3))


def test_loaded_pointers_are_not_checked_with_a_remark() -> None:
    x, out = array(8), np.zeros(1, np.float32)
    with xtriton.on_cpu(check=True):
        kernel = through_table[(1,)](np.array([x.ctypes.data]), out)
    assert out[0] == 3
    (remark,) = (remark for remark in kernel.metadata["remarks"] if "is not checked" in remark)
    assert f":{line_of(through_table, 'tl.load(source')}:" in remark


# Conflicts


@triton.jit
def shifted(x, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(x + i, tl.load(x + i + BLOCK, mask=i + BLOCK < n, other=0.0), mask=i < n)


@pytest.mark.slow
def test_read_before_write() -> None:
    error = failure(lambda: shifted[(4,)](array(256), 256, BLOCK=64))
    assert_at(error, shifted, "tl.store", "program 1, element [0] writes bytes 256 to 260 of argument #0 ('x')")
    assert "which program 0 has read" in str(error)


@triton.jit
def prefix(x, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(x + i + BLOCK, tl.load(x + i) * 2)


def test_write_before_read() -> None:
    error = failure(lambda: prefix[(3,)](array(64), BLOCK=16))
    assert_at(error, prefix, "tl.store", "program 1, element [0] reads bytes 64 to 68 of argument #0 ('x')")
    assert "which program 0 has written" in str(error)


@triton.jit
def same_value(out):
    tl.store(out + tl.arange(0, 16), 7.0)


@triton.jit
def in_place(x, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(x + i, tl.load(x + i) + 1)
    tl.store(x + i, tl.load(x + i) * 2)


@triton.jit
def locked(lock, total, x):
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    tl.store(total, tl.load(total) + tl.load(x + tl.program_id(0)))
    tl.atomic_xchg(lock, 0)


@triton.jit
def last_sums(parts, ticket, out, x, n, BLOCK: tl.constexpr):
    p = tl.program_id(0)
    tl.store(parts + p, tl.sum(tl.load(x + p * BLOCK + tl.arange(0, BLOCK))))
    if tl.atomic_add(ticket, 1) == n - 1:
        tl.store(out, tl.sum(tl.load(parts + tl.arange(0, BLOCK), mask=tl.arange(0, BLOCK) < n, other=0.0)))


@pytest.mark.parametrize("threads", [1, pytest.param(2, marks=pytest.mark.slow)])
def test_programs_without_conflicts(threads: int) -> None:
    with xtriton.on_cpu(check=True, threads=threads):
        out = np.zeros(16, np.float32)
        same_value[(8,)](out)
        assert (out == 7).all()
        x = array(256)
        in_place[(16,)](x, BLOCK=16)
        in_place[(16,)](x, BLOCK=16)
        assert (x == ((array(256) + 1) * 2 + 1) * 2).all()
        lock, total = np.zeros(1, np.int32), np.zeros(1, np.float32)
        locked[(100,)](lock, total, array(100))
        assert total[0] == 4950
        ticket, out = np.zeros(1, np.int32), np.zeros(1, np.float32)
        last_sums[(8,)](np.zeros(8, np.float32), ticket, out, array(128), 8, BLOCK=16)
        assert out[0] == 8128


@triton.jit
def unlocked_too_early(lock, total, x):
    while tl.atomic_cas(lock, 0, 1) == 1:
        pass
    tl.atomic_xchg(lock, 0)
    tl.store(total, tl.load(total) + tl.load(x + tl.program_id(0)) + 1)


@pytest.mark.slow
def test_access_after_the_release() -> None:
    lock, total = np.zeros(1, np.int32), np.zeros(1, np.float32)
    error = failure(lambda: unlocked_too_early[(4,)](lock, total, array(4)))
    assert_at(error, unlocked_too_early, "tl.store", "reads bytes 0 to 4 of argument #1 ('total'), which program 0")


@triton.jit
def counts_and_reads(totals, out):
    tl.atomic_add(totals, 1, sem="relaxed")
    tl.store(out + tl.program_id(0), tl.load(totals))


def test_plain_reads_of_relaxed_atomics() -> None:
    error = failure(lambda: counts_and_reads[(4,)](np.zeros(1, np.int32), np.zeros(4, np.int32)))
    what = "program 1 writes bytes 0 to 4 of argument #0 ('totals'), which program 0 has read"
    assert_at(error, counts_and_reads, "tl.atomic_add", what)


@triton.jit
def sets_and_counts(totals, first):
    if tl.program_id(0) == first:
        tl.store(totals, 7)
    else:
        tl.atomic_add(totals, 1, sem="relaxed")


@pytest.mark.parametrize(
    ("first", "line", "message"),
    [
        (
            0,
            "tl.atomic_add",
            "program 1 writes bytes 0 to 4 of argument #0 ('totals'), where program 0 has written another value",
        ),
        (
            2,
            "tl.store",
            "program 2 writes bytes 0 to 4 of argument #0 ('totals'), where program 1 has written another value",
        ),
    ],
)
def test_plain_stores_and_relaxed_atomics(first: int, line: str, message: str) -> None:
    """Atomics of two programs do not conflict; one and a plain store do, in either order."""
    error = failure(lambda: sets_and_counts[(4,)](np.zeros(1, np.int32), first))
    assert_at(error, sets_and_counts, line, message)
    total = np.zeros(1, np.int32)
    with xtriton.on_cpu(check=True):
        sets_and_counts[(4,)](total, 4)
    assert total[0] == 4


def test_records_of_one_launch_do_not_reach_the_next() -> None:
    out = np.zeros(4, np.float32)
    with xtriton.on_cpu(check=True):
        for value in range(4):
            scalar_store[(1,)](out, 1, value + 0.5)
    assert out[1] == 3.5


# Arrays


@pytest.mark.slow
def test_arrays_that_overlap() -> None:
    x = array(64)
    with xtriton.on_cpu(check=True):
        blocks[(4,)](x, x, BLOCK=16)
    assert (x == array(64) + 1).all()
    error = failure(lambda: blocks[(3,)](x[:48], x[16:], BLOCK=16))
    assert_at(error, blocks, "tl.load(x + i)", "program 1, element [0] reads bytes 64 to 68 of argument #0 ('x')")


def test_views_have_bounds_of_their_own() -> None:
    whole, out = array(64), np.zeros(64, np.float32)
    error = failure(lambda: blocks[(4,)](whole[:60], out, BLOCK=16))
    assert_at(error, blocks, "tl.load(x + i)", "element [12] accesses bytes 240 to 244 of argument #0 ('x')")
    backwards = whole[::-1]
    error = failure(lambda: scalar_store[(1,)](backwards, 1, 1.5))
    assert "which has bytes -252 to 4: 4 bytes past its end" in str(error)


@pytest.mark.slow
def test_arrays_are_restored_before_the_error_is_found() -> None:
    """The first error in the order of programs is reported, whatever programs of other threads have written."""
    x = array(4096)
    for _ in range(4):
        error = failure(lambda: shifted[(64,)](x, 4096, BLOCK=64), threads=2)
        assert "program 1, element [0] writes bytes 256 to 260" in str(error)


@pytest.mark.slow
def test_bfloat16_and_bytes() -> None:
    torch = pytest.importorskip("torch", reason="torch is not installed")
    x, out = torch.ones(100, dtype=torch.bfloat16), torch.zeros(128, dtype=torch.bfloat16)
    error = failure(lambda: blocks[(4,)](x, out, BLOCK=32))
    assert_at(error, blocks, "tl.load(x + i)", "element [4] accesses bytes 200 to 202 of argument #0 ('x')")


def test_addresses_have_no_bounds() -> None:
    kernel = xtriton.compile(blocks, "*fp32,*fp32,16", target="cpu", check=True)
    out = np.zeros(16, np.float32)
    with pytest.raises(TypeError, match="argument 0 is an address: with check=True give an array"):
        kernel[(1,)](array(16).ctypes.data, out)


def test_sources_after_the_first_pass_are_refused(tmp_path: Any) -> None:
    file = tmp_path / "blocks.ttir"
    file.write_text(str(xtriton.compile(blocks, "*fp32,*fp32,16", target="cpu", until="ttir").asm["ttir"]))
    with pytest.raises(ValueError, match="check=True instruments kernels before their first pass"):
        xtriton.compile(file, target="cpu", check=True)


@pytest.mark.slow
def test_saved_kernels(tmp_path: Any) -> None:
    kernel = xtriton.compile(blocks, "*fp32,*fp32,16", target="cpu", check=True)
    kernel.save(tmp_path)
    loaded = xtriton.load(tmp_path / "blocks.json")
    with pytest.raises(AccessError, match=r"program 1, element \[0\] accesses bytes 64 to 68"):
        loaded[(2,)](array(16), np.zeros(16, np.float32))


# No false alarms


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted({**cases.CASES, **memory_cases.CASES}.keys() - {"in_place"}))
def test_cases_run_clean(name: str) -> None:
    """All but ``in_place``, in which each program reads what the one before it wrote."""
    case = {**cases.CASES, **memory_cases.CASES}[name]
    before, after = case.make_arguments(), case.make_arguments()
    signature = Signature(signature_of(case, before), case.constants, {})
    xtriton.compile(case.kernel, signature, target="cpu", check=True)[case.grid](*after.values(), threads=1)
    for parameter, expected in case.expected(before).items() if case.expected is not None else ():
        scale = case.tolerance * float(np.abs(np.nan_to_num(expected.astype(np.float64))).max())
        found = after[parameter].reshape(expected.shape)
        np.testing.assert_allclose(found, expected, max(case.tolerance, 1e-7), scale, err_msg=parameter)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, kernel in KERNELS.items() if kernel.example is not None])
def test_harness_kernels_run_clean(name: str) -> None:
    kernel = KERNELS[name]
    assert kernel.example is not None
    example = kernel.example(np.random.default_rng(0))
    made = xtriton.compile(kernel.fn, Signature(kernel.types(), kernel.constants, {}), target="cpu", check=True)
    names = [parameter for parameter in kernel.fn.arg_names if parameter in kernel.signature]
    made[example.grid](*(example.arguments[parameter] for parameter in names), threads=2)
