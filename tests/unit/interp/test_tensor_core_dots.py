"""Asynchronous dots of Blackwell, stores of TMA and copies that are not waited for, in programs without partitions."""

from __future__ import annotations

import numpy as np
import pytest
from unit.interp.test_on_chip import program

from xtriton.interp import evaluate, interpret
from xtriton.interp.errors import RunError

pytestmark = pytest.mark.triton("3.9")

A = "!ttg.memdesc<128x64xf16, #nvmma128, #smem, mutable>"
B = "!ttg.memdesc<64x64xf16, #nvmma128, #smem, mutable>"
D = "!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>"
BARRIER = "!ttg.memdesc<1xi64, #flat, #smem, mutable>"
RESULT = "tensor<128x64xf32, #tmem_row>"
MMA = "ttng.tc_gen5_mma %a, %b, %d, %false, %true"
SIGNALLED = f"{MMA}, %bar[%true] {{is_async}} : {A}, {B}, {D}, {BARRIER}"
UNSIGNALLED = f"{MMA} {{is_async}} : {A}, {B}, {D}"
COMMIT = f"ttng.tc_gen5_commit %bar : {BARRIER}"
WAIT = f"ttng.wait_barrier %bar, %c0 : {BARRIER}"
LOAD = f"%y = ttng.tmem_load %d : {D} -> {RESULT}"
OVERWRITE = f"ttg.local_store %x, %a : tensor<128x64xf16, #row> -> {A}"
CLEAR = f"ttng.tmem_store %zero, %d, %true : {RESULT} -> {D}"


def run(*steps: str) -> None:
    """Run steps after a dot's operands are stored."""
    body = f"""
      %true = arith.constant true
      %false = arith.constant false
      %c0 = arith.constant 0 : i32
      %zero = arith.constant dense<0.0> : {RESULT}
      %a = ttg.local_alloc %x : (tensor<128x64xf16, #row>) -> {A}
      %b = ttg.local_alloc %w : (tensor<64x64xf16, #row>) -> {B}
      %d = ttng.tmem_alloc : () -> {D}
      %bar = ttg.local_alloc : () -> {BARRIER}
      ttng.init_barrier %bar, 1 : {BARRIER}
      {chr(10).join(steps)}
      tt.return"""
    text = "(%x: tensor<128x64xf16, #row>, %w: tensor<64x64xf16, #row>)"
    evaluate(program(text, body), np.ones((128, 64), np.float16), np.ones((64, 64), np.float16))


@pytest.mark.parametrize(
    "steps",
    [
        (SIGNALLED, WAIT, LOAD, OVERWRITE, CLEAR),
        (UNSIGNALLED, COMMIT, WAIT, LOAD, OVERWRITE),
        # The tensor core executes dots in order: the barrier of the second one tells of both.
        (UNSIGNALLED, SIGNALLED, WAIT, LOAD),
        (f"{MMA} : {A}, {B}, {D}", LOAD, OVERWRITE),
    ],
)
def test_dots_that_are_waited_for_are_complete(steps: tuple[str, ...]) -> None:
    run(*steps)


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ((SIGNALLED, LOAD), "reads memory that a 'ttng.tc_gen5_mma' that has not been waited for may still write"),
        (
            (SIGNALLED, CLEAR),
            "overwrites memory that a 'ttng.tc_gen5_mma' that has not been waited for may still write",
        ),
        (
            (SIGNALLED, OVERWRITE),
            "overwrites memory that a 'ttng.tc_gen5_mma' that has not been waited for may still read",
        ),
        # The commit tells of the dots before it only.
        ((COMMIT, UNSIGNALLED, WAIT, LOAD), "may still write"),
    ],
)
def test_accesses_before_a_dot_is_waited_for_are_found(steps: tuple[str, ...], message: str) -> None:
    with pytest.raises(RunError, match=message):
        run(*steps)


def _store(*steps: str) -> None:
    body = f"""
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i64
      %c16 = arith.constant 16 : i64
      %n = arith.constant 16 : i32
      %x = arith.constant dense<1.0> : tensor<16x16xf32, #row>
      %m = ttg.local_alloc %x : (tensor<16x16xf32, #row>) -> !ttg.memdesc<16x16xf32, #nvmma32, #smem, mutable>
      %d = tt.make_tensor_descriptor %p, [%n, %n], [%c16, %c1] : <f32>, <16x16xf32, #nvmma32>
      ttng.async_tma_copy_local_to_global %d[%c0, %c0] %m
        : !tt.tensordesc<16x16xf32, #nvmma32>, !ttg.memdesc<16x16xf32, #nvmma32, #smem, mutable>
      {chr(10).join(steps)}
      tt.return"""
    interpret(program("(%p: !tt.ptr<f32>)", body), (2,), np.zeros((16, 16), np.float32))


def test_a_program_waits_for_its_stores() -> None:
    _store("ttng.async_tma_store_wait {pendings = 0 : i32}")
    with pytest.raises(RunError, match="program 0 ends without waiting for this store"):
        _store()
    with pytest.raises(RunError, match="program 0 ends without waiting for this store"):
        _store("ttng.async_tma_store_wait {pendings = 1 : i32}")


def _copy(*steps: str) -> None:
    memory = "!ttg.memdesc<128xf32, #flat, #smem, mutable>"
    body = f"""
      %range = tt.make_range {{end = 128 : i32, start = 0 : i32}} : tensor<128xi32, #line>
      %base = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #line>
      %p = tt.addptr %base, %range : tensor<128x!tt.ptr<f32>, #line>, tensor<128xi32, #line>
      %m = ttg.local_alloc : () -> {memory}
      %t = ttg.async_copy_global_to_local %p, %m : tensor<128x!tt.ptr<f32>, #line> -> <128xf32, #flat, #smem, mutable>
      %g = ttg.async_commit_group tokens %t
      {chr(10).join(steps)}
      ttg.local_dealloc %m : {memory}
      tt.return"""
    interpret(program("(%x: !tt.ptr<f32>)", body), (2,), np.zeros(128, np.float32))


def test_memory_is_given_back_after_its_copies() -> None:
    _copy("%w = ttg.async_wait %g {num = 0 : i32}")
    with pytest.raises(RunError, match="program 0 gives memory back that a copy that has not been waited for may"):
        _copy()
