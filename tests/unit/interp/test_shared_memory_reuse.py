"""Memory that Triton may reuse while asynchronous operations still read it is reported like a race."""

from __future__ import annotations

import numpy as np
import pytest
from unit.interp.test_on_chip import program

from xtriton.interp import interpret
from xtriton.interp.errors import RunError

pytestmark = pytest.mark.triton("3.9")

TILE = "tensor<64x32xf16, #row>"
DESC = "!tt.tensordesc<64x32xf16, #nvmma>"
BUFFER = "!ttg.memdesc<64x32xf16, #nvmma, #smem>"
STAGING = "!ttg.memdesc<64x32xf16, #nvmma, #smem, mutable>"
SQUARE = "tensor<32x32xf16, #row>"
RIGHT = "!ttg.memdesc<32x32xf16, #nvmma, #smem>"
SUM = "tensor<64x32xf32, #wgmma>"

SECOND = f"%second = ttg.local_alloc %twos : ({TILE}) -> {BUFFER} // may be given the memory"
SCRATCH = f"%moved = ttg.convert_layout %twos : {TILE} -> tensor<64x32xf16, #column> // may be given the memory"
LOCAL = f"%moved = ttg.convert_layout %twos : {TILE} -> {TILE}"
FREE = f"ttg.local_dealloc %first : {BUFFER}"
WAIT = f"%w = ttng.warp_group_dot_wait %d {{pendings = 0 : i32}} : {SUM}"


def dot(*between: str, after: str = "") -> str:
    lines = "\n  ".join(between)
    return f"""
  %c0 = arith.constant 0 : i32
  %zero = arith.constant dense<0.0> : {SUM}
  %twos = arith.constant dense<2.0> : {TILE}
  %unit = arith.constant dense<1.0> : {SQUARE}
  %right = ttg.local_alloc %unit : ({SQUARE}) -> {RIGHT}
  %first = ttg.local_alloc %twos : ({TILE}) -> {BUFFER}
  ttng.fence_async_shared {{bCluster = false}}
  %d = ttng.warp_group_dot %first, %right, %zero {{inputPrecision = 0 : i32, isAsync = true}}
    : {BUFFER} * {RIGHT} -> {SUM}
  {lines}
  {after}
  ttg.local_dealloc %right : {RIGHT}
  %rounded = arith.truncf %w : {SUM} to tensor<64x32xf16, #wgmma>
  %staging = ttg.local_alloc %rounded : (tensor<64x32xf16, #wgmma>) -> {STAGING}
  ttng.fence_async_shared {{bCluster = false}}
  ttng.async_tma_copy_local_to_global %out[%c0, %c0] %staging : {DESC}, {STAGING}
  ttng.async_tma_store_wait {{pendings = 0 : i32}}
  tt.return"""


def run(body: str) -> np.ndarray:
    out = np.zeros((64, 32), np.float16)
    interpret(program(f"(%out: {DESC})", body), 1, out)
    return out


@pytest.mark.parametrize("user", [SECOND, SCRATCH])
def test_the_operand_of_a_dot_in_flight_may_not_be_reused(user: str):
    with pytest.raises(RunError) as failure:
        run(dot(user, WAIT))
    text = str(failure.value)
    assert "may be given memory that a dot that has not been waited for still reads" in text
    assert "this is the 'ttng.warp_group_dot'" in text
    assert "a use after its 'ttng.warp_group_dot_wait' keeps it" in text


@pytest.mark.parametrize(
    "body",
    [
        dot(SECOND, WAIT, after=FREE),
        dot(SCRATCH, WAIT, after=FREE),
        dot(WAIT, SECOND),
        dot(WAIT, SCRATCH),
        dot(LOCAL, WAIT),
    ],
    ids=["second, kept", "scratch, kept", "second after the wait", "scratch after the wait", "no scratch"],
)
def test_operands_that_are_kept_or_completed(body: str):
    assert (run(body) == 64).all()


def store(between: str, after: str = "") -> str:
    return f"""
  %c0 = arith.constant 0 : i32
  %twos = arith.constant dense<2.0> : {TILE}
  %first = ttg.local_alloc %twos : ({TILE}) -> {BUFFER}
  ttng.fence_async_shared {{bCluster = false}}
  ttng.async_tma_copy_local_to_global %out[%c0, %c0] %first : {DESC}, {BUFFER}
  {between}
  ttng.async_tma_store_wait {{pendings = 0 : i32}}
  {after}
  tt.return"""


def test_the_source_of_a_copy_in_flight_may_not_be_reused():
    with pytest.raises(RunError, match="memory that a store that has not been waited for still reads"):
        run(store(SECOND))
    assert (run(store(SECOND, FREE)) == 2).all()


def partitions(after: str = "") -> str:
    """The default region stores from memory that no partition captures, while a partition allocates memory."""
    barrier = "!ttg.memdesc<1xi64, #flat, #smem, mutable>"
    return f"""
  %c0 = arith.constant 0 : i32
  %twos = arith.constant dense<2.0> : {TILE}
  %staging = ttg.local_alloc %twos : ({TILE}) -> {STAGING}
  %full = ttg.local_alloc : () -> {barrier}
  ttng.init_barrier %full, 1 : {barrier}
  ttng.fence_async_shared {{bCluster = false}}
  ttg.warp_specialize(%full)
  default {{
    %true = arith.constant true
    ttng.async_tma_copy_local_to_global %out[%c0, %c0] %staging : {DESC}, {STAGING}
    ttng.wait_barrier %full, %c0, %true : {barrier}
    ttng.async_tma_store_wait {{pendings = 0 : i32}}
    ttg.warp_yield
  }}
  partition0(%ended: {barrier}) num_warps(4) {{
    %ones = arith.constant dense<1.0> : {TILE}
    %own = ttg.local_alloc %ones : ({TILE}) -> {BUFFER}
    ttng.arrive_barrier %ended, 1 : {barrier}
    ttg.warp_return
  }} : ({barrier}) -> ()
  {after}
  tt.return"""


def test_memory_of_the_default_region_has_to_outlive_the_partitions():
    with pytest.raises(RunError, match="may be given memory that a store"):
        run(partitions())
    assert (run(partitions(f"ttg.local_dealloc %staging : {STAGING}")) == 2).all()


def test_memory_of_the_previous_iteration():
    """An allocation in a loop has the same address in each iteration."""
    body = f"""
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %c2 = arith.constant 2 : i32
  %twos = arith.constant dense<2.0> : {TILE}
  scf.for %i = %c0 to %c2 step %c1 : i32 {{
    %first = ttg.local_alloc %twos : ({TILE}) -> {BUFFER}
    ttng.fence_async_shared {{bCluster = false}}
    ttng.async_tma_copy_local_to_global %out[%c0, %c0] %first : {DESC}, {BUFFER}
    WAIT
  }}
  ttng.async_tma_store_wait {{pendings = 0 : i32}}
  tt.return"""
    with pytest.raises(RunError, match="may be given memory that a store"):
        run(body.replace("WAIT", ""))
    assert (run(body.replace("WAIT", "ttng.async_tma_store_wait {pendings = 0 : i32}")) == 2).all()
