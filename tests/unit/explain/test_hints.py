"""Hints name the line of a planted cause, and twins without it have no such hint."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from unit.explain import kernels, reports

from xtriton.explain.api import explain
from xtriton.explain.model import Hint
from xtriton.explain.report import Report

FILE = str(Path(kernels.__file__))
TENSORS = "*fp32:16,*fp32:16,*fp32:16"
CASES: dict[str, tuple[str, str, str, str, str]] = {
    # kind: kernel, signature, the slow line, the twin, its signature
    "uncoalesced access": (
        "strided",
        "*fp32:16,*fp32:16,i32:16,1024",
        "value = tl.load(x + offsets * 32, mask)",
        "consecutive",
        "*fp32:16,*fp32:16,i32:16,1024",
    ),
    "bank conflict": (
        "columns_of_fma_dot",
        f"{TENSORS},i32:16,64,64,32",
        "left = tl.load(a + rows[:, None] * 4096 + (start + inner)[None, :])",
        "tensor_core_dot",
        "*fp16:16,*fp16:16,*fp32:16,i32:16,64,64,32",
    ),
    "register spill": (
        "wide_rows",
        "*fp32:16,*fp32:16,i32:16,64,256",
        "tl.store(y + i * BLOCK + j, first * scale + second * second * third)",
        "wide_rows",
        "*fp32:16,*fp32:16,i32:16,4,256",
    ),
    "serialised dots": (
        "tensor_core_dot",
        "*fp16:16,*fp16:16,*fp32:16,i32:16,128,256,64",
        'total = tl.dot(left, right, total, input_precision="tf32")',
        "tensor_core_dot",
        "*fp16:16,*fp16:16,*fp32:16,i32:16,64,64,32",
    ),
    "layout conversion": (
        "one_by_columns",
        f"{TENSORS},64",
        "second = tl.load(y + j * B + i)",
        "all_by_rows",
        f"{TENSORS},64",
    ),
    "narrow access": (
        "with_stride",
        "*fp32:16,*fp32:16,i32,1024",
        "value = scaled(tl.load(x + row * stride + columns), 2.0)",
        "with_stride",
        "*fp32:16,*fp32:16,i32:16,1024",
    ),
    "no tensor cores": (
        "columns_of_fma_dot",
        f"{TENSORS},i32:16,64,64,32",
        'total = tl.dot(left, right, total, input_precision="ieee")',
        "tensor_core_dot",
        "*fp16:16,*fp16:16,*fp32:16,i32:16,64,64,32",
    ),
}


@cache
def report(name: str, signature: str, *, with_code: bool = False, **settings: Any) -> Report:
    make = explain if with_code else reports.explain
    return make(f"{FILE}:{name}", signature, target="cuda:90", **settings)


def test_where_the_accesses_of_a_loop_balance_those_around_it_decide():
    """One load of two in the loop is by rows, one by columns; the store is by rows."""
    found = report("sum_by_columns", f"{TENSORS},i32,32,64")
    (first,) = [hint for hint in hints(found, "layout conversion") if hint.severity == "high"]
    line = found.frame(first.origin)
    assert line is not None
    assert Path(FILE).read_text().splitlines()[line.line - 1].strip() == (
        "total += weight * tl.load(y + k * R * C + i + j * R)"
    )
    assert hints(report("sum_by_rows", f"{TENSORS},i32,32,64"), "layout conversion") == []


def hints(found: Report, kind: str) -> list[Hint]:
    return [hint for hint in found.hints if hint.kind == kind]


SLOW = ("register spill", "bank conflict", "no tensor cores")


@pytest.mark.parametrize("kind", [pytest.param(kind, marks=[pytest.mark.slow] * (kind in SLOW)) for kind in CASES])
def test_the_hint_names_the_planted_line(kind: str):
    kernel, signature, line, twin, twin_signature = CASES[kind]
    slow = report(kernel, signature, with_code=kind == "register spill")
    assert [slow.line_text(hint.origin) for hint in hints(slow, kind)] == [line]
    assert hints(report(twin, twin_signature), kind) == []


def test_a_fix_names_the_argument_and_the_width_it_gives():
    (hint,) = hints(report("with_stride", "*fp32:16,*fp32:16,i32,1024"), "narrow access")
    assert "pass divisibility 16 of argument `stride`: loads become 16 bytes" in hint.fix
    assert "moves 4 bytes per instruction of a thread" in hint.text


def test_the_fix_of_a_narrow_access_comes_true():
    before = report("with_stride", "*fp32:16,*fp32:16,i32,1024")
    after = report("with_stride", "*fp32:16,*fp32:16,i32:16,1024")
    widths = [
        [access.vector_bytes for access in found.accesses if access.operation == "tt.load"] for found in (before, after)
    ]
    assert widths == [[4], [16]]


def test_a_stride_of_32_elements_is_a_sector_per_lane():
    (access,) = [
        access for access in report("strided", "*fp32:16,*fp32:16,i32:16,1024").accesses if "load" in access.operation
    ]
    assert (access.sectors, access.ideal_sectors, access.is_exact) == (32, 4, True)


def test_conflicts_at_loaded_addresses_are_unknown():
    found = report("permuted", "*fp32:16,*i32:16,*fp32:16,1024")
    conflicts = {access.instruction: access.is_exact for access in found.shared_accesses}
    assert set(conflicts.values()) == {True, False}
    for instruction, is_exact in conflicts.items():
        line = next(line for line in found.text().splitlines() if f" {instruction} " in line)
        assert ("conflicts unknown: addresses depend on data" in line) == (not is_exact)
        assert ("no conflicts" in line) == is_exact


def test_gathered_addresses_are_not_taken_to_be_known():
    found = report("gathered", "*fp32:16,*i32:16,*fp32:16,1024")
    gather = next(
        access
        for access in found.accesses
        if "tl.load(x + places)" in found.line_text(access.origin) and "load" in access.operation
    )
    assert not gather.is_exact
    (hint,) = hints(found, "uncoalesced access")
    assert "may touch up to 32 sectors" in hint.text
    assert "depend on loaded data" in hint.text


@pytest.mark.slow
def test_spills_name_the_registers_that_a_loop_keeps():
    """Each accumulator has 128 * 256 elements of 32 bits, over 128 threads."""
    found = report("two_accumulators", "*fp16:16,*fp16:16,*fp32:16,i32:16,128,256,64")
    (hint,) = hints(found, "register spill")
    place = {
        line: f"kernels.py:{number}"
        for number, line in enumerate(map(str.strip, Path(FILE).read_text().splitlines()), 1)
    }
    assert "keeps 512 registers per thread from one iteration to the next" in hint.text
    assert f"256 for the result of {place['sums += total * 0.5']}" in hint.text
    assert f"256 for the result of {place['total = tl.dot(left, right, total)']}" in hint.text


@pytest.mark.slow
def test_maxnreg_is_named_where_it_makes_a_kernel_spill():
    found = report("wide_rows", "*fp32:16,*fp32:16,i32:16,16,256", maxnreg=24)
    (hint,) = hints(found, "register spill")
    assert hint.fix == "raise maxnreg, which is 24"


@pytest.mark.slow
def test_ptxas_may_be_allowed_more_registers():
    """ptxas spills to 32 registers on its own; with the option that the hint names it spills less to 255."""
    signature = "*fp32:16,*fp32:16,i32:16,64,256"
    before = report("wide_rows", signature)
    (hint,) = hints(before, "register spill")
    assert "or pass maxnreg=255: ptxas then uses more than 32 registers, and spills less" in hint.fix
    after = report("wide_rows", signature, maxnreg=255)
    assert before.resources is not None
    assert after.resources is not None
    assert before.resources.registers == 32
    assert after.resources.registers == 255
    assert 0 < after.resources.spill_stores < before.resources.spill_stores
    (left,) = hints(after, "register spill")
    assert left.fix == "use more warps (num_warps), or a smaller tile: a thread then holds fewer elements at a time"


COLUMNS = """
#rows = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#shared = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = PHASES, order = [0, 1]}>
module attributes {"ttg.num-warps" = 4 : i32, ttg.target = "cuda:90", "ttg.threads-per-warp" = 32 : i32} {
  tt.func public @kernel(%x: !tt.ptr<f32>, %y: !tt.ptr<f32>) {
    %from = tt.splat %x : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #rows>
    %to = tt.splat %y : !tt.ptr<f32> -> tensor<64x64x!tt.ptr<f32>, #rows>
    %v = tt.load %from : tensor<64x64x!tt.ptr<f32>, #rows>
    %b = ttg.local_alloc %v : (tensor<64x64xf32, #rows>) -> !ttg.memdesc<64x64xf32, #shared, #ttg.shared_memory> \
loc("kernel.py":3:1)
    %w = ttg.local_load %b : !ttg.memdesc<64x64xf32, #shared, #ttg.shared_memory> -> tensor<64x64xf32, #rows> \
loc("kernel.py":4:1)
    tt.store %to, %w : tensor<64x64x!tt.ptr<f32>, #rows>
    tt.return
  } loc("kernel.py":1:1)
} loc("kernel.py":0:0)
"""


def test_the_fix_of_a_bank_conflict_is_for_its_access(tmp_path: Path):
    """32 lanes have addresses 256 bytes apart: one bank. Without dots no choice of element types helps."""
    path = tmp_path / "columns.ttgir"
    path.write_text(COLUMNS.replace("PHASES", "1"))
    found = hints(reports.explain(str(path), target="cuda:90"), "bank conflict")
    assert all("has 32-way bank conflicts: 32 wavefronts per instruction instead of 1" in hint.text for hint in found)
    way = "the buffer along the dimension in which it is contiguous, or swizzle or pad its layout"
    assert [hint.fix.partition(" (")[0] for hint in found] == [f"write {way}", f"read {way}"]
    path.write_text(COLUMNS.replace("PHASES", "32"))
    assert hints(reports.explain(str(path), target="cuda:90"), "bank conflict") == []


@pytest.mark.slow
def test_important_hints_come_first():
    ranks = {"high": 0, "medium": 1, "low": 2}
    listed = [ranks[hint.severity] for hint in report("columns_of_fma_dot", f"{TENSORS},i32:16,64,64,32").hints]
    assert listed == sorted(listed)
    assert len(listed) > 1
