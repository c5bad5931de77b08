"""Kernels whose results bypass the caches (``cpu-stream-stores``), here from the first byte on."""

# pyright: basic, reportArgumentType=false, reportAttributeAccessIssue=false
from __future__ import annotations

import re
from dataclasses import replace

import numpy as np
import pytest
import triton
import triton.language as tl
from semantics.fences import Fences

import xtriton
from xtriton.backends.cpu import large_arrays, versions
from xtriton.backends.cpu.code import CpuKernel
from xtriton.backends.cpu.host import Host
from xtriton.backends.cpu.kernel import compile_for_cpu
from xtriton.backends.cpu.load import load_on_host
from xtriton.backends.cpu.machine import assembly
from xtriton.backends.cpu.options import CpuOptions
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module


@triton.jit
def doubled(x, y, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, tl.load(x + at, at < count) * 2, at < count)


@triton.jit
def tripled(x, y, count, BLOCK: tl.constexpr):
    """Of one test only: the cache keeps one size of the processor's cache for each kernel."""
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, tl.load(x + at, at < count) * 3, at < count)


@triton.jit
def shifted(y, count, x, BLOCK: tl.constexpr):
    """The stored array comes first."""
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, tl.load(x + at, at < count) + 5, at < count)


@triton.jit
def numbered(x, y, rows, columns, stride, X: tl.constexpr, C: tl.constexpr):
    """Blocks of which rows and columns are cut, and the numbers of both."""
    r = tl.program_id(0) * X + tl.arange(0, X)[:, None]
    c = tl.arange(0, C)[None, :]
    inside = (r < rows) & (c < columns)
    value = tl.load(x + r * columns + c, inside, other=0.0)
    tl.store(y + r * stride + c, value + r * 1000 + c, inside)


@triton.jit
def in_loop(x, y, count, BLOCK: tl.constexpr):
    for start in range(0, count, BLOCK):
        at = start + tl.arange(0, BLOCK)
        tl.store(y + at, tl.load(x + at, at < count) + 1, at < count)


@triton.jit
def normalised(x, y, columns, C: tl.constexpr):
    """The row is stored in parts: that which is read in memory, and the rest."""
    c = tl.arange(0, C)
    value = tl.load(x + tl.program_id(0) * columns + c, c < columns, other=float("-inf"))
    power = tl.exp(value - tl.max(value, 0))
    tl.store(y + tl.program_id(0) * columns + c, power / tl.sum(power, 0), c < columns)


@triton.jit
def rounded(x, y, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, tl.load(x + at, at < count).to(tl.bfloat16), at < count)


@triton.jit
def filled(y, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(y + at, tl.full([BLOCK], 7, tl.int16), at < count)


@triton.jit
def updated(x, count, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(x + at, tl.load(x + at, at < count) + 1, at < count)


@triton.jit
def after_a_return(x, y, count, BLOCK: tl.constexpr):
    """A function of several blocks."""
    if tl.program_id(0) >= count:
        return
    for start in range(0, BLOCK * 2, BLOCK):
        at = tl.program_id(0) * BLOCK * 2 + start + tl.arange(0, BLOCK)
        tl.store(y + at, tl.load(x + at) + 1)


@pytest.fixture(autouse=True)
def everything_is_large(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every store of a line is a streaming one."""
    here = Host.here()
    if not here.cache_bytes:
        pytest.skip("this processor has no streaming stores of whole vectors")
    monkeypatch.setattr(Host, "here", lambda: replace(here, cache_bytes=1))


COUNTS = [0, 1, 15, 16, 17, 100, 1024, 1025, 3000]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("first", [0, 1, 5])
@pytest.mark.parametrize("type_", [np.float32, np.float64, np.float16, np.int8, np.int64])
@pytest.mark.parametrize("count", COUNTS)
def test_elements(count: int, type_: type, first: int, threads: int) -> None:
    x = np.arange(count).astype(type_)
    y = np.zeros(count + first + 40, type_)
    with xtriton.on_cpu(threads=threads):
        doubled[(triton.cdiv(count, 1024),)](x, y[first : first + count], count, 1024)
    np.testing.assert_array_equal(y[first : first + count], x * type_(2))
    assert not y[:first].any() and not y[first + count :].any()


@pytest.mark.parametrize("at_end", [False, True])
@pytest.mark.parametrize(("rows", "columns", "gap"), [(1, 1, 0), (7, 1024, 0), (9, 1000, 6), (4, 100, 3), (8, 901, 1)])
def test_blocks(rows: int, columns: int, gap: int, *, at_end: bool) -> None:
    fences = Fences(at_end)
    x = fences.array(np.random.default_rng(0).standard_normal((rows, columns)).astype(np.float32))
    y = fences.array(np.zeros((rows, columns + gap), np.float32))
    with xtriton.on_cpu():
        numbered[(triton.cdiv(rows, 4),)](x, y, rows, columns, columns + gap, 4, 1024)
    expected = x + (np.arange(rows)[:, None] * 1000 + np.arange(columns)).astype(np.float32)
    np.testing.assert_allclose(y[:, :columns], expected, 1e-6)
    assert not y[:, columns:].any()
    fences.check()


@pytest.mark.parametrize("count", COUNTS)
def test_stores_in_a_loop(count: int) -> None:
    x = np.arange(count, dtype=np.float32)
    y = np.zeros(count, np.float32)
    with xtriton.on_cpu():
        in_loop[(1,)](x, y, count, 512)
    np.testing.assert_array_equal(y, x + 1)


def test_programs_that_return_early() -> None:
    x = np.arange(4096, dtype=np.float32)
    y = np.zeros(4096, np.float32)
    with xtriton.on_cpu():
        after_a_return[(4,)](x, y, 3, 512)
    np.testing.assert_array_equal(y[:3072], x[:3072] + 1)
    assert not y[3072:].any()


@pytest.mark.parametrize("columns", [1, 63, 64, 300, 900, 1000, 1023, 1024])
def test_rows_that_are_cut(columns: int) -> None:
    x = np.random.default_rng(0).standard_normal((5, columns)).astype(np.float32)
    y = np.zeros_like(x)
    with xtriton.on_cpu():
        normalised[(5,)](x, y, columns, 1024)
    power = np.exp(x.astype(np.float64))
    np.testing.assert_allclose(y, power / power.sum(1, keepdims=True), 1e-5)


@pytest.mark.parametrize("count", COUNTS)
def test_constants(count: int) -> None:
    y = np.zeros(count + 64, np.int16)
    with xtriton.on_cpu():
        filled[(triton.cdiv(count, 512),)](y, count, 512)
    assert (y[:count] == 7).all() and not y[count:].any()


def test_an_array_whose_elements_are_not_aligned() -> None:
    """No line begins with an element: all are stored as usual."""
    raw = np.zeros(4 * 2000 + 1, np.uint8)
    y = raw[1:].view(np.float32)
    x = np.arange(2000, dtype=np.float32)
    kernel = xtriton.compile(doubled, "*fp32,*fp32,i32,1024", target="cpu")
    kernel[(2,)](x, y, 2000)
    np.testing.assert_array_equal(y, x * 2)


def test_arrays_that_overlap() -> None:
    x = np.arange(3000, dtype=np.float32)
    expected = x.copy()
    for start in range(0, 2000, 1024):  # programs one after the other
        block = expected[start : min(start + 1024, 2000)].copy()
        expected[start + 500 : start + 500 + block.size] = block * 2
    with xtriton.on_cpu(threads=1):
        doubled[(2,)](x[:2000], x[500:2500], 2000, 1024)
    np.testing.assert_array_equal(x, expected)


@pytest.mark.parametrize(
    ("kernel", "signature", "streams"),
    [
        (doubled, "*fp32,*fp32,i32,1024", True),
        (normalised, "*fp32,*fp32,i32,1024", True),
        (rounded, "*fp32,*bf16,i32,1024", False),
        (updated, "*fp32,i32,1024", False),  # its lines are in the cache, since it reads them
    ],
)
def test_instructions(kernel: object, signature: str, *, streams: bool) -> None:
    made = xtriton.compile(kernel, signature, target="cpu")
    assert bool(made.metadata["large_arrays"]) == streams
    large = versions.compiled_for_large_arrays(str(made.asm["linalg"]), made.name, CpuOptions())
    for text, has_them in ((str(made.asm["s"]), False), (assembly(large.code.llvm_ir, Host.here()), streams)):
        assert bool(re.search(r"\tvmovntp?[sd]|\tvmovntdq", text)) == has_them
        assert ("\tsfence" in text) == has_them


def test_large_arrays_have_a_version(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is compiled once, at the first launch with one, also by the generated launch function."""
    here = replace(Host.here(), cache_bytes=1 << 16)
    monkeypatch.setattr(Host, "here", lambda: here)
    compiled: list[str] = []
    compile_version = versions.compiled_for_large_arrays

    def noted(linalg: str, name: str, options: CpuOptions) -> CpuKernel:
        compiled.append(name)
        return compile_version(linalg, name, options)

    monkeypatch.setattr(versions, "compiled_for_large_arrays", noted)
    made = load_on_host(xtriton.compile(tripled, "*fp32,*fp32,i32,1024", target="cpu"))
    for count, wanted in ((1000, 0), (1000, 0), (8191, 0), (8192, 1), (20_000, 1), (1000, 1)):
        x = np.random.default_rng(count).standard_normal(count, np.float32)
        y = np.zeros_like(x)
        made[(count + 1023) // 1024,](x, y, count)
        np.testing.assert_array_equal(y, x * 3)
        assert len(compiled) == wanted


def test_large_arrays_without_llvmlite(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first version serves them if nothing can be compiled."""
    monkeypatch.setattr(large_arrays, "key_of_process", lambda *_: None)

    def absent(*_: object) -> CpuKernel:
        raise ImportError("no llvmlite")

    monkeypatch.setattr(versions, "compiled_for_large_arrays", absent)
    made = load_on_host(xtriton.compile(doubled, "*fp32,*fp32,i32,1024", target="cpu"))
    x = np.arange(5000, dtype=np.float32)
    y = np.zeros_like(x)
    made[5,](x, y, 5000)
    np.testing.assert_array_equal(y, x * 2)


def test_a_version_that_fails_is_a_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(*_: object) -> CpuKernel:
        raise ValueError("broken")

    monkeypatch.setattr(versions, "compiled_for_large_arrays", failing)
    monkeypatch.setattr(large_arrays, "key_of_process", lambda *_: None)
    made = load_on_host(xtriton.compile(doubled, "*fp32,*fp32,i32,1024", target="cpu"))
    x = np.arange(5000, dtype=np.float32)
    y = np.zeros_like(x)
    with pytest.warns(UserWarning, match="'doubled' stores large arrays through the caches: broken"):
        made[5,](x, y, 5000)
    np.testing.assert_array_equal(y, x * 2)


def test_each_kernel_of_a_module_has_large_arrays_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    here = replace(Host.here(), cache_bytes=1 << 16)
    monkeypatch.setattr(Host, "here", lambda: here)
    ctx = Context()
    texts = [
        str(xtriton.compile(kernel, signature, target="cpu", until="linalg").asm["linalg"])
        for kernel, signature in ((tripled, "*fp32,*fp32,i32,1024"), (shifted, "*fp32,i32,*fp32,1024"))
    ]
    module, other = (parse_module(text, "linalg", ctx) for text in texts)
    for op in list(other.body.block.ops):
        op.detach()
        module.body.block.add_op(op)
    made = compile_for_cpu(module, ctx, name="shifted")
    assert made.kernel.large_arrays == (1 << 15, 0)
    for count in (1000, 1000, 1000, 20_000, 20_000):
        x = np.arange(count, dtype=np.float32)
        y = np.zeros_like(x)
        made[(count + 1023) // 1024,](y, count, x)
        np.testing.assert_array_equal(y, x + 5)


def test_checked_launches_have_one_version() -> None:
    made = xtriton.compile(doubled, "*fp32,*fp32,i32,1024", target="cpu", check=True)
    assert made.metadata["large_arrays"] == []
    x = np.arange(5000, dtype=np.float32)
    y = np.zeros_like(x)
    load_on_host(made)[5,](x, y, 5000)
    np.testing.assert_array_equal(y, x * 2)


def test_an_array_in_the_cache_is_stored_as_usual(monkeypatch: pytest.MonkeyPatch) -> None:
    here = replace(Host.here(), cache_bytes=1 << 30)
    monkeypatch.setattr(Host, "here", lambda: replace(here, cache_bytes=0))
    assert "vmovnt" not in xtriton.compile(in_loop, "*fp32,*fp32,i32,1024", target="cpu").asm["s"]
