"""Partitions of warp-specialised programs: their results in any order, and the races between them."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest
from unit.interp.test_on_chip import program

from xtriton.interp import interpret
from xtriton.interp.errors import RunError

pytestmark = pytest.mark.triton("3.9")

TILE = "tensor<64x32xf16, #row>"
DESC = "!tt.tensordesc<64x32xf16, #nvmma>"
BUFFER = "!ttg.memdesc<64x32xf16, #nvmma, #smem, mutable>"
RING = "!ttg.memdesc<2x64x32xf16, #nvmma, #smem, mutable>"
BARRIER = "!ttg.memdesc<1xi64, #flat, #smem, mutable>"
BARRIERS = "!ttg.memdesc<2x1xi64, #flat, #smem, mutable>"
SUM = "tensor<64x32xf32, #wgmma>"
CAPTURES = "%in, %ring, %full, %empty"
TYPES = f"{DESC}, {RING}, {BARRIERS}, {BARRIERS}"

LINES = f"""
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  %ring = ttg.local_alloc : () -> {RING}
  %full = ttg.local_alloc : () -> {BARRIERS}
  %empty = ttg.local_alloc : () -> {BARRIERS}
  %f0 = ttg.memdesc_index %full[%c0] : {BARRIERS} -> {BARRIER}
  %f1 = ttg.memdesc_index %full[%c1] : {BARRIERS} -> {BARRIER}
  %e0 = ttg.memdesc_index %empty[%c0] : {BARRIERS} -> {BARRIER}
  %e1 = ttg.memdesc_index %empty[%c1] : {BARRIERS} -> {BARRIER}
  ttng.init_barrier %f0, 1 : {BARRIER}
  ttng.init_barrier %f1, 1 : {BARRIER}
  ttng.init_barrier %e0, 1 : {BARRIER}
  ttng.init_barrier %e1, 1 : {BARRIER}
  %staging = ttg.local_alloc : () -> {BUFFER}
  ttng.fence_async_shared {{bCluster = false}} // after init
  ttg.warp_specialize({CAPTURES})
  default {{
    %zero = arith.constant dense<0.0> : {SUM}
    %unit = arith.constant dense<1.0> : tensor<32x32xf16, #row>
    %c8 = arith.constant 8 : i32
    %ones = ttg.local_alloc %unit : (tensor<32x32xf16, #row>) -> !ttg.memdesc<32x32xf16, #nvmma, #smem>
    ttng.fence_async_shared {{bCluster = false}} // before dots
    %r:2 = scf.for %i = %c0 to %c8 step %c1 iter_args(%sum = %zero, %phase = %c0) -> ({SUM}, i32) : i32 {{
      %stage = arith.andi %i, %c1 : i32
      %turn = arith.xori %phase, %stage : i32
      %f = ttg.memdesc_index %full[%stage] : {BARRIERS} -> {BARRIER}
      %e = ttg.memdesc_index %empty[%stage] : {BARRIERS} -> {BARRIER}
      %b = ttg.memdesc_index %ring[%stage] : {RING} -> {BUFFER}
      ttng.wait_barrier %f, %phase, %true : {BARRIER} // full
      %d = ttng.warp_group_dot %b, %ones, %sum {{inputPrecision = 0 : i32, isAsync = true}}
        : {BUFFER} * !ttg.memdesc<32x32xf16, #nvmma, #smem> -> {SUM}
      %w = ttng.warp_group_dot_wait %d {{pendings = 0 : i32}} : {SUM}
      ttng.arrive_barrier %e, 1, %true : {BARRIER} // empty
      %next = arith.addf %w, %w : {SUM}
      %half = arith.subf %next, %w : {SUM}
      scf.yield %half, %turn : {SUM}, i32
    }}
    %rounded = arith.truncf %r#0 : {SUM} to tensor<64x32xf16, #wgmma>
    ttg.local_store %rounded, %staging : tensor<64x32xf16, #wgmma> -> {BUFFER} // first
    ttng.fence_async_shared {{bCluster = false}} // before the first store
    ttng.async_tma_copy_local_to_global %out[%c0, %c0] %staging : {DESC}, {BUFFER}
    ttng.async_tma_store_wait {{pendings = 0 : i32}} // between stores
    ttg.local_store %rounded, %staging : tensor<64x32xf16, #wgmma> -> {BUFFER} // second
    ttng.fence_async_shared {{bCluster = false}} // before the second store
    ttng.async_tma_copy_local_to_global %out[%c0, %c0] %staging : {DESC}, {BUFFER}
    ttng.async_tma_store_wait {{pendings = 0 : i32}} // at the end
    ttg.warp_yield
  }}
  partition0(%source: {DESC}, %to: {RING}, %filled: {BARRIERS}, %free: {BARRIERS}) num_warps(1) {{
    %k0 = arith.constant 0 : i32
    %k1 = arith.constant 1 : i32
    %k8 = arith.constant 8 : i32
    %k64 = arith.constant 64 : i32
    %yes = arith.constant true
    %p = scf.for %i = %k0 to %k8 step %k1 iter_args(%phase = %k1) -> (i32) : i32 {{
      %stage = arith.andi %i, %k1 : i32
      %turn = arith.xori %phase, %stage : i32
      %row = arith.muli %i, %k64 : i32
      %f = ttg.memdesc_index %filled[%stage] : {BARRIERS} -> {BARRIER}
      %e = ttg.memdesc_index %free[%stage] : {BARRIERS} -> {BARRIER}
      %b = ttg.memdesc_index %to[%stage] : {RING} -> {BUFFER}
      ttng.wait_barrier %e, %phase, %yes : {BARRIER} // empty
      ttng.barrier_expect %f, 4096, %yes : {BARRIER} // full
      ttng.async_tma_copy_global_to_local %source[%row, %k0] %b, %f, %yes : {DESC}, {BARRIER} -> {BUFFER}
      scf.yield %turn : i32
    }}
    ttg.warp_return
  }} : ({TYPES}) -> ()
  tt.return"""


def run(body: str, interleaving: str | int = "first") -> Any:
    """The result of a program on 8 tiles, and the expected one: the sums of their rows."""
    tiles = np.random.default_rng(0).integers(-2, 3, (512, 32)).astype(np.float16)
    out = np.zeros((64, 32), np.float16)
    interpret(program(f"(%in: {DESC}, %out: {DESC})", body), 1, tiles, out, interleaving=interleaving)
    sums = tiles.reshape(8, 64, 32).sum(axis=(0, 2), dtype=np.float32)
    return out, np.broadcast_to(sums[:, None], out.shape)


def changed(old: str, new: str, body: str = LINES) -> str:
    """The program with one line, or part of it, replaced."""
    assert body.count(old) == 1, (body.count(old), old)
    return body.replace(old, new)


def without(mark: str) -> str:
    """The program without the only line that has a mark."""
    found = [line for line in LINES.splitlines() if mark in line]
    assert len(found) == 1, found
    return LINES.replace(found[0] + "\n", "")


ORDERS = ["first", "last", "turns", *range(5)]


@pytest.mark.parametrize("order", ORDERS)
def test_partitions_compute_the_same_in_any_order(order: str | int):
    found, expected = run(LINES, order)
    np.testing.assert_array_equal(found, expected)


def test_there_is_no_other_order():
    with pytest.raises(ValueError, match="an interleaving is one of first, last, turns or an integer, not 'best'"):
        run(LINES, "best")


ARRIVE = f"      ttng.arrive_barrier %e, 1, %true : {BARRIER} // empty\n"
WAIT_DOT = f"      %w = ttng.warp_group_dot_wait %d {{pendings = 0 : i32}} : {SUM}\n"
FIRST_DOT = "      %d = ttng.warp_group_dot"

PLANTED = {
    "a stage is read before it is waited for": (
        without("wait_barrier %f"),
        "'ttng.warp_group_dot': program 0: the default region reads memory that (nothing was written to|the "
        "'ttng.async_tma_copy_global_to_local' in partition 0 may still write)",
    ),
    "the consumer waits for the other phase": (
        changed("iter_args(%sum = %zero, %phase = %c0)", "iter_args(%sum = %zero, %phase = %c1)"),
        "default region reads memory that nothing was written to",
    ),
    "the producer waits for the other phase": (
        changed("iter_args(%phase = %k1)", "iter_args(%phase = %k0)"),
        "program 0, the default region, waits for ever: the phase of the barrier still needs 1 arrivals and 0 bytes",
    ),
    "a stage is overwritten while it may be read": (
        without("wait_barrier %e"),
        "partition 0 writes memory that the 'ttng.(warp_group_dot' in the default region may still read|"
        "async_tma_copy_global_to_local' before it may still write)",
    ),
    "a stage is handed back before its dot has ended": (
        changed(WAIT_DOT + ARRIVE, ARRIVE + WAIT_DOT),
        "partition 0 writes memory that the 'ttng.warp_group_dot' in the default region may still read",
    ),
    "a stage is handed back before its dot is issued": (
        changed(FIRST_DOT, ARRIVE + FIRST_DOT, LINES.replace(ARRIVE, "")),
        "writes memory that the 'ttng.warp_group_dot' in the default region may still read|default region reads memory",
    ),
    "a dot is waited for too little": (
        changed("%w = ttng.warp_group_dot_wait %d {pendings = 0", "%w = ttng.warp_group_dot_wait %d {pendings = 1"),
        "'arith.addf': program 0: the default region uses the result of a dot that still runs",
    ),
    "the result of a dot is used instead of that of its wait": (
        changed(WAIT_DOT, "", changed("arith.addf %w, %w", "arith.addf %d, %d")).replace("%next, %w", "%next, %d"),
        "'arith.addf': program 0: the default region uses the result of a dot that still runs",
    ),
    "one arrival too few": (
        changed(ARRIVE, ""),
        "waits for ever: the phase of the barrier still needs 1 arrivals and 0 bytes",
    ),
    "a barrier that needs one arrival more": (
        changed("init_barrier %e1, 1", "init_barrier %e1, 2"),
        "waits for ever: the phase of the barrier still needs 1 arrivals",
    ),
    "more bytes are expected than copied": (
        changed("%f, 4096", "%f, 8192"),
        "waits for ever: the phase of the barrier still needs 0 arrivals and 4096 bytes",
    ),
    "fewer bytes are expected than copied": (
        changed("%f, 4096", "%f, 2048"),
        "'ttng.async_tma_copy_global_to_local': .*2048 bytes more than it expects",
    ),
    "nothing is expected": (
        without("barrier_expect"),
        "waits for ever: the phase of the barrier still needs 1 arrivals",
    ),
    "no fence between a store to shared memory and TMA's": (
        without("// before the first store"),
        "reads memory that the 'ttg.local_store' before it may still write",
    ),
    "no fence between a store to shared memory and a dot": (
        without("// before dots"),
        "'ttng.warp_group_dot': .*reads memory that the 'ttg.local_alloc' before it may still write",
    ),
    "no fence behind the initialisation of barriers": (
        without("// after init"),
        "reads memory that the 'ttng.init_barrier' in the default region may still write",
    ),
    "a staging buffer is used again before it was read": (
        without("// between stores"),
        "'ttg.local_store': .*writes memory that the 'ttng.async_tma_copy_local_to_global' before it may still read",
    ),
    "the program ends before a store has read": (without("// at the end"), "ends without waiting for this store"),
    "one stage for two": (
        changed("%b = ttg.memdesc_index %to[%stage]", "%b = ttg.memdesc_index %to[%k0]", LINES).replace(
            "%ring[%stage]", "%ring[%c0]"
        ),
        "partition 0 writes memory that the 'ttng",
    ),
}


IN_LOOP = changed(
    "      %d = ttng.warp_group_dot %b, %ones",
    "      %mine = ttg.local_alloc %unit : (tensor<32x32xf16, #row>) -> !ttg.memdesc<32x32xf16, #nvmma, #smem>\n"
    "      ttng.fence_async_shared {bCluster = false} // in the loop\n"
    "      %d = ttng.warp_group_dot %b, %mine",
)
"""The program with an operand that is allocated in each iteration."""


def test_memory_that_is_allocated_again_may_be_the_same():
    found, expected = run(IN_LOOP)
    np.testing.assert_array_equal(found, expected)
    late = changed(
        "%w = ttng.warp_group_dot_wait %d {pendings = 0", "%w = ttng.warp_group_dot_wait %d {pendings = 1", IN_LOOP
    )
    late = late.replace("arith.addf %w, %w", "arith.addf %zero, %zero").replace("%next, %w", "%next, %zero")
    with pytest.raises(
        RunError, match=r"'ttg.local_alloc': .*writes memory that the 'ttng.warp_group_dot' before it may"
    ):
        run(late)


@pytest.mark.parametrize("order", ["first", "last", "turns", 1])
@pytest.mark.parametrize("bug", list(PLANTED))
def test_planted_bugs_are_found_in_any_order(bug: str, order: str | int):
    body, message = PLANTED[bug]
    with pytest.raises(RunError, match=message) as found:
        run(body, order)
    assert found.value.diagnostic.location is not None
    assert re.match(r"'tt(ng|g)\.|'arith", found.value.diagnostic.message)
