"""Copies that are under way: when they arrive, and what barriers and groups know of them."""

from __future__ import annotations

import numpy as np
import pytest
from unit.interp.test_on_chip import program

from xtriton.interp import evaluate, interpret
from xtriton.interp.errors import RunError
from xtriton.interp.proof import Proof

pytestmark = pytest.mark.triton("3.9")

MEMORY = "!ttg.memdesc<128xf32, #flat, #smem, mutable>"
BARRIER = "!ttg.memdesc<1xi64, #flat, #smem, mutable>"
START = f"""
  %range = tt.make_range {{end = 128 : i32, start = 0 : i32}} : tensor<128xi32, #line>
  %base = tt.splat %x : !tt.ptr<f32> -> tensor<128x!tt.ptr<f32>, #line>
  %p = tt.addptr %base, %range : tensor<128x!tt.ptr<f32>, #line>, tensor<128xi32, #line>
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %true = arith.constant true
  %m = ttg.local_alloc : () -> !ttg.memdesc<2x128xf32, #flat, #smem, mutable>
  %a = ttg.memdesc_index %m[%c0] : !ttg.memdesc<2x128xf32, #flat, #smem, mutable> -> {MEMORY}
  %b = ttg.memdesc_index %m[%c1] : !ttg.memdesc<2x128xf32, #flat, #smem, mutable> -> {MEMORY}
"""
COPY = "ttg.async_copy_global_to_local %p, {} : tensor<128x!tt.ptr<f32>, #line> -> <128xf32, #flat, #smem, mutable>"
END = f"""
  %y = ttg.local_load %a : {MEMORY} -> tensor<128xf32, #line>
  %z = ttg.local_load %b : {MEMORY} -> tensor<128xf32, #line>
  tt.return %y, %z : tensor<128xf32, #line>, tensor<128xf32, #line>
"""
RESULTS = "(%x: !tt.ptr<f32>) -> (tensor<128xf32, #line>, tensor<128xf32, #line>)"
X = np.arange(128, dtype=np.float32)


def arrived(*steps: str) -> list[bool]:
    """Whether the copies to the first and the second buffer have arrived behind these steps."""
    found = evaluate(program(RESULTS, START + "\n".join(steps) + END), X.copy(), strict=True)
    for result in found:
        assert result.poison.all() or (not result.poison.any() and (result.values == X).all())
    return [not result.poison.any() for result in found]


FIRST, SECOND = f"%t0 = {COPY.format('%a')}", f"%t1 = {COPY.format('%b')}"


@pytest.mark.parametrize(("pending", "expected"), [(0, [True, True]), (1, [True, False]), (2, [False, False])])
def test_groups_arrive_when_they_are_waited_for(pending: int, expected: list[bool]):
    commits = ["%g0 = ttg.async_commit_group tokens %t0", "%g1 = ttg.async_commit_group tokens %t1"]
    wait = f"%w = ttg.async_wait %g0 {{num = {pending} : i32}}"
    assert arrived(FIRST, commits[0], SECOND, commits[1], wait) == expected


def test_a_copy_in_no_group_does_not_arrive():
    commit = "%g0 = ttg.async_commit_group tokens %t0"
    assert arrived(FIRST, commit, SECOND, "%w = ttg.async_wait {num = 0 : i32}") == [True, False]


def test_one_group_can_have_several_copies_and_none():
    commit = "%g0 = ttg.async_commit_group tokens %t0, %t1\n%g1 = ttg.async_commit_group"
    assert arrived(FIRST, SECOND, commit, "%w = ttg.async_wait {num = 1 : i32}") == [True, True]
    assert arrived(FIRST, SECOND, commit, "%w = ttg.async_wait {num = 2 : i32}") == [False, False]


def test_masked_off_elements_are_zero_or_other():
    body = f"""{START}
      %limit = arith.constant dense<100> : tensor<128xi32, #line>
      %mask = arith.cmpi slt, %range, %limit : tensor<128xi32, #line>
      %other = arith.constant dense<7.0> : tensor<128xf32, #line>
      %t0 = {COPY.format("%a mask %mask")}
      %t1 = {COPY.format("%b mask %mask other %other")}
      %g = ttg.async_commit_group tokens %t0, %t1
      %w = ttg.async_wait %g {{num = 0 : i32}}{END}"""
    first, second = evaluate(program(RESULTS, body), X[:100].copy(), strict=True)
    np.testing.assert_array_equal(first.values, np.concatenate([X[:100], np.zeros(28)]))
    np.testing.assert_array_equal(second.values, np.concatenate([X[:100], np.full(28, 7)]))


def test_the_target_is_undefined_from_the_start_of_a_copy():
    """Also where memory was initialised: a read before the wait may give the old or the new value."""
    store = f"""
      %one = arith.constant dense<1.0> : tensor<128xf32, #line>
      ttg.local_store %one, %a : tensor<128xf32, #line> -> {MEMORY}"""
    assert arrived(store, FIRST, "%g = ttg.async_commit_group") == [False, False]


A, B = "!ttg.memdesc<64x32xf16, #nvmma, #smem, mutable>", "!ttg.memdesc<32x32xf16, #nvmma, #smem>"


def product(*steps: str, asynchronous: bool = True) -> str:
    """A program around a product of a warp group."""
    start = f"""
      %ones = arith.constant dense<1.0> : tensor<64x32xf16, #row>
      %more = arith.constant dense<1.0> : tensor<32x32xf16, #row>
      %c = arith.constant dense<0.0> : tensor<64x32xf32, #wgmma>
      %a = ttg.local_alloc %ones : (tensor<64x32xf16, #row>) -> {A}
      %b = ttg.local_alloc %more : (tensor<32x32xf16, #row>) -> {B}
      %d = ttng.warp_group_dot %a, %b, %c {{inputPrecision = 0 : i32{", isAsync = true" * asynchronous}}}
        : {A} * {B} -> tensor<64x32xf32, #wgmma>
    """
    return start + "\n".join(steps) + "\ntt.return"


OVERWRITE = f"ttg.local_store %ones, %a : tensor<64x32xf16, #row> -> {A}"


def until(pending: int) -> str:
    return f"%w{pending} = ttng.warp_group_dot_wait %d {{pendings = {pending} : i32}} : tensor<64x32xf32, #wgmma>"


def test_operands_of_a_dot_must_not_change_before_its_wait():
    interpret(program("()", product(until(0), OVERWRITE)), 2)
    interpret(program("()", product(OVERWRITE, asynchronous=False)), 2)
    for steps in ((OVERWRITE,), (until(1), OVERWRITE)):
        with pytest.raises(RunError, match="program 0 overwrites memory that a dot that has not been waited for may"):
            interpret(program("()", product(*steps)), 2)


def test_the_source_of_a_store_must_not_change_before_its_wait():
    tile, descriptor = "tensor<16x32xf16, #row>", "!tt.tensordesc<16x32xf16, #nvmma>"
    memory = "!ttg.memdesc<16x32xf16, #nvmma, #smem, mutable>"
    body = f"""
      %c0 = arith.constant 0 : i32
      %ones = arith.constant dense<1.0> : {tile}
      %twos = arith.constant dense<2.0> : {tile}
      %m = ttg.local_alloc %ones : ({tile}) -> {memory}
      ttng.async_tma_copy_local_to_global %desc[%c0, %c0] %m : {descriptor}, {memory}
      WAIT
      ttg.local_store %twos, %m : {tile} -> {memory}
      tt.return"""
    out = np.zeros((16, 32), np.float16)
    wait = "ttng.async_tma_store_wait {pendings = 0 : i32}"
    interpret(program(f"(%desc: {descriptor})", body.replace("WAIT", wait)), 1, out)
    assert (out == 1).all()
    for other in ("", wait.replace("0", "1", 1)):
        with pytest.raises(RunError, match="memory that a store that has not been waited for may still read"):
            interpret(program(f"(%desc: {descriptor})", body.replace("WAIT", other)), 1, out)


def barrier(*steps: str) -> str:
    """A program around a barrier that needs two arrivals."""
    start = f"""
      %bar = ttg.local_alloc : () -> {BARRIER}
      %c0 = arith.constant 0 : i32
      %c1 = arith.constant 1 : i32
      %true = arith.constant true
      %false = arith.constant false
      ttng.init_barrier %bar, 2 : {BARRIER}
    """
    return start + "\n".join(steps) + "\ntt.return"


def arrive(count: int, pred: str = "%true") -> str:
    return f"ttng.arrive_barrier %bar, {count}, {pred} : {BARRIER}"


def wait(parity: str, pred: str = "%true") -> str:
    return f"ttng.wait_barrier %bar, {parity}, {pred} : {BARRIER}"


@pytest.mark.parametrize(
    "steps",
    [
        (arrive(2), wait("%c0")),
        (arrive(1), arrive(1), wait("%c0"), arrive(2), wait("%c1"), arrive(2), wait("%c0")),
        (wait("%c1"),),
        (wait("%c0", "%false"),),
        (arrive(1, "%false"), arrive(2), wait("%c0")),
    ],
)
def test_barriers_that_let_through(steps: tuple[str, ...]):
    interpret(program("()", barrier(*steps)), 3)


@pytest.mark.parametrize(
    ("steps", "message"),
    [
        ((arrive(1), wait("%c0")), "program 0 waits for ever: .* still needs 1 arrivals and 0 bytes"),
        ((arrive(2), wait("%c1")), "program 0 waits for ever: .* still needs 2 arrivals and 0 bytes"),
        ((arrive(1), arrive(2)), "program 0 arrives at a barrier more often than its phase expects"),
        ((f"ttng.barrier_expect %bar, 64, %true : {BARRIER}", arrive(1), wait("%c0")), "0 arrivals and 64 bytes"),
        ((f"ttng.inval_barrier %bar : {BARRIER}", wait("%c1")), "uses a barrier that was not initialised"),
    ],
)
def test_barriers_that_do_not(steps: tuple[str, ...], message: str):
    with pytest.raises(RunError, match=message):
        interpret(program("()", barrier(*steps)), 3)


def test_a_descriptor_that_was_not_written_is_an_error():
    body = """
      %d = ttg.global_scratch_alloc {alignment = 128 : i32, nbytes = 128 : i32} : !tt.ptr<i8>
      %r = ttng.reinterpret_tensor_descriptor %d : !tt.ptr<i8> to !tt.tensordesc<16x32xf16, #nvmma>
      tt.return"""
    with pytest.raises(RunError, match="program 0 reads a descriptor where none was written"):
        interpret(program("()", body), 2)


def test_a_proof_finds_a_wait_that_is_gone():
    body = f"""{START}
      {FIRST}
      %g = ttg.async_commit_group tokens %t0
      %w = ttg.async_wait %g {{num = 0 : i32}}
      %y = ttg.local_load %a : {MEMORY} -> tensor<128xf32, #line>
      tt.store %p, %y : tensor<128x!tt.ptr<f32>, #line>
      tt.return"""
    proof = Proof(program("(%x: !tt.ptr<f32>)", body))
    assert proof.records["f"].shown > 5
    assert proof.compare(program("(%x: !tt.ptr<f32>)", body)) is None
    found = proof.compare(program("(%x: !tt.ptr<f32>)", body.replace("num = 0", "num = 1")))
    assert found is not None
    assert found.after == "poison"
