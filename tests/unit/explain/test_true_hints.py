"""Kernels that look slow and are not have no hint; remedies of others come true in their twins."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import pytest
from unit.explain import kernels
from unit.explain.reports import explain

from xtriton.explain.model import Hint
from xtriton.explain.report import Report

FILE = str(Path(kernels.__file__))


@cache
def report(name: str, signature: str, target: str = "cuda:90", **settings: Any) -> Report:
    return explain(f"{FILE}:{name}", signature, target=target, **settings)


def hints(found: Report, kind: str) -> list[Hint]:
    return [hint for hint in found.hints if hint.kind == kind]


@pytest.mark.parametrize(
    ("kernel", "signature"),
    [("two_counters", "*fp32:16,*fp32:16,i32:16,256"), ("rows_by_division", "*fp32:16,*fp32:16,i32:16,256")],
)
def test_addresses_that_are_no_sums_of_strides_are_looked_at(kernel: str, signature: str):
    """Two neighbouring words are one sector; quotients by constants are high halves of products in the PTX."""
    assert hints(report(kernel, signature), "uncoalesced access") == []


def test_the_sectors_of_an_atomic_operation():
    """Of floats it is two operations on integers."""
    found = report("two_counters", "*fp32:16,*fp32:16,i32:16,256")
    atomics = [access for access in found.accesses if access.operation == "tt.atomic_rmw"]
    assert [(atomic.sectors, atomic.is_exact) for atomic in atomics] == [(1, True)] * 2


def test_sizes_of_grids_are_unknown_strides():
    """The 512 bytes that a warp writes are in rows of unknown distance; rows of one address would be 4 sectors."""
    found = report("rows_of_the_grid", "*fp32:16,*fp32:16,32")
    (store,) = [access for access in found.accesses if access.operation == "tt.store"]
    assert (store.sectors, store.ideal_sectors) == (16, 16)


@pytest.mark.parametrize("block", [32, 128])
def test_threads_with_one_element_move_one_whatever_is_known(block: int):
    """128 threads: with 128 elements each has one, which divisibility does not change."""
    assert hints(report("consecutive", f"*fp32:16,*fp32:16,i32,{block}"), "narrow access") == []
    found = report("consecutive", f"*fp32:16,*fp32:16,i32:16,{block}")
    assert {access.vector_bytes for access in found.accesses} == {4}


@pytest.mark.parametrize(("block", "width"), [(256, 8), (512, 16), (4096, 16)])
def test_the_width_that_a_hint_promises_is_the_one_of_the_tile(block: int, width: int):
    before = hints(report("consecutive", f"*fp32:16,*fp32:16,i32,{block}"), "narrow access")
    assert [f"become {width} bytes" in hint.fix for hint in before] == [True, True]
    assert ["the mask may differ" in hint.text for hint in before] == [True, True]
    found = report("consecutive", f"*fp32:16,*fp32:16,i32:16,{block}")
    assert {access.vector_bytes for access in found.accesses} == {width}
    assert hints(found, "narrow access") == []


def test_accumulators_need_their_conversions():
    """The sum in the loop is looked through, though its first operand is the loop's."""
    found = report("scaled_dot", "*fp16:16,*fp16:16,*fp32:16,*fp32:16,i32:16,64,64,32")
    stored = [conversion for conversion in found.conversions if "store" in conversion.used_by]
    assert stored
    assert all(conversion.follows_dot for conversion in stored)
    assert hints(found, "layout conversion") == []


def test_a_transposition_is_meant():
    (hint,) = hints(report("transposed", "*fp32:16,*fp32:16,64"), "layout conversion")
    assert (hint.severity, "a transposition needs this conversion" in hint.fix) == ("low", True)


def test_gathers_along_two_axes():
    (hint,) = hints(report("gathered_twice", "*fp32:16,*i32:16,*fp32:16,32"), "layout conversion")
    assert "tl.gather needs the whole axis in a warp" in hint.fix
    assert "convert_layout" not in hint.text


def test_batches():
    batched = hints(report("batched_dot", "*fp16:16,*fp16:16,*fp32:16,i32:16,32,4,16,16"), "bank conflict")
    assert batched
    assert all("use a dot of two dimensions" in hint.fix for hint in batched)
    assert hints(report("dot_of_batch", "*fp16:16,*fp16:16,*fp32:16,i32:16,32,16,16"), "bank conflict") == []


def test_a_load_is_not_pipelined_where_its_tile_is_short():
    signature = "*fp8e4nv:16,*fp8e4nv:16,*u8:16,*fp32:16,i32:16,64,64"
    (hint,) = hints(report("with_scales", f"{signature},64"), "load not pipelined")
    assert "moves 1 byte per instruction" in hint.text
    assert "at least 8 elements (2 now), of which each of 128 threads then has 4" in hint.fix
    assert hints(report("with_scales", f"{signature},256"), "load not pipelined") == []


def test_strides_of_descriptor_arguments():
    signature = "tensordesc<fp32[32,32]>,tensordesc<fp32[32,32]>,32"
    found = hints(report("by_descriptor", signature, "cuda:80"), "uncoalesced access")
    assert found
    for hint in found:
        assert "the strides of a descriptor argument are unknown here" in hint.text
        assert "tl.make_tensor_descriptor(pointer, shape, [stride, 1], block)" in hint.fix
    twin = report("by_own_descriptor", "*fp32:16,*fp32:16,i32,i32:16,32", "cuda:80")
    assert hints(twin, "uncoalesced access") == []


@pytest.mark.slow
def test_more_warps_help_only_while_each_can_have_its_registers():
    signature = "*fp32:16,*fp32:16,i32:16,{},256"
    (few,) = hints(report("wide_rows", signature.format(64)), "register spill")
    assert few.fix.startswith("use more warps (num_warps), or a smaller tile")
    (many,) = hints(report("wide_rows", signature.format(256), num_warps=16), "register spill")
    assert many.fix.startswith("use a smaller tile")
