"""Passes on TTGIR that differ between versions: the wheel's results, for every combination of a small family."""

from __future__ import annotations

from itertools import product

import pytest

pytest.importorskip("triton", reason="there is no wheel of Triton")

import triton
import triton.language as tl
from parity.cases import read_again
from parity.outcomes import native_outcome, wheel_outcome
from selection import some

import xtriton
from xtriton.pipelines import make_ttgir_passes
from xtriton.versions import V3_7, V3_8, default_version


def check(passed: str, text: str) -> str | None:
    """The wheel's result, or none where its result does not verify; the native pass has to give the same."""
    wheel = wheel_outcome(passed, text)
    assert native_outcome(passed, text) == wheel
    return wheel.text


HEAD = """#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#c = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [1, 32], warpsPerCTA = [4, 1], order = [1, 0]}>
#mma = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>
#lhs = #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>
#rhs = #ttg.dot_op<{opIdx = 1, parent = #mma, kWidth = 2}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:80"} {
  tt.func @f(%p: tensor<64x64x!tt.ptr<f16>, #b>, %pc: tensor<64x64x!tt.ptr<f16>, #c>, %rhs: tensor<64x64xf16, #rhs>,
             %pd: tensor<64x64x!tt.ptr<f32>, #mma>, %sum: tensor<64x64xf32, #mma>, %v: tensor<64x64xf16, #b>,
             %yes: i1) {
    %x = tt.load %p : tensor<64x64x!tt.ptr<f16>, #b>
"""
CONVERTED = {
    "load": "%y = arith.constant 0 : i32",
    "elementwise": "%y = arith.mulf %x, %x : tensor<64x64xf16, #b>",
    "argument": "%y = arith.constant 1 : i32",
    "transposed": "%t = tt.trans %x {order = array<i32: 1, 0>} : tensor<64x64xf16, #b> -> tensor<64x64xf16, #bt>\n"
    "    %y = ttg.convert_layout %t : tensor<64x64xf16, #bt> -> tensor<64x64xf16, #b>",
}
VALUES = {"load": "%x", "elementwise": "%y", "argument": "%v", "transposed": "%y"}
TRANSPOSED = (
    "#bt = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [8, 4], warpsPerCTA = [1, 4], order = [0, 1]}>\n"
)
USES = {
    "dot": """%a{n} = ttg.convert_layout {x} : tensor<64x64xf16, #b> -> tensor<64x64xf16, #lhs>
    %d{n} = tt.dot %a{n}, %rhs, %sum : tensor<64x64xf16, #lhs> * tensor<64x64xf16, #rhs> -> tensor<64x64xf32, #mma>
    tt.store %pd, %d{n} : tensor<64x64x!tt.ptr<f32>, #mma>""",
    "print": """%a{n} = ttg.convert_layout {x} : tensor<64x64xf16, #b> -> tensor<64x64xf16, #lhs>
    tt.print "a" {{hex = false, isSigned = array<i32: 0>}} : %a{n} : tensor<64x64xf16, #lhs>""",
    "store": """%a{n} = ttg.convert_layout {x} : tensor<64x64xf16, #b> -> tensor<64x64xf16, #c>
    tt.store %pc, %a{n} : tensor<64x64x!tt.ptr<f16>, #c>""",
}
PLACES = {
    "one after the other": "{0}\n{1}",
    "second in a branch": "{0}\nscf.if %yes {{\n{1}\n}}",
    "first in a branch": "scf.if %yes {{\n{0}\n}}\n{1}",
    "two branches": "scf.if %yes {{\n{0}\n}} else {{\n{1}\n}}",
}


@pytest.mark.parametrize(("converted", "first", "second", "place"), some(product(CONVERTED, USES, USES, PLACES), 5))
def test_repeated_conversions(converted: str, first: str, second: str, place: str) -> None:
    """A conversion to a dot operand whose result exists is replaced by it since 3.9, if a dot follows.

    3.6 and 3.7 take some that do not dominate their use.
    """
    uses = [USES[use].format(n=number, x=VALUES[converted]) for number, use in enumerate((first, second))]
    body = f"    {CONVERTED[converted]}\n    {PLACES[place].format(*uses)}\n    tt.return\n  }}\n}}\n"
    result = check("tritongpu-remove-layout-conversions", TRANSPOSED + HEAD + body)
    assert result is not None or default_version() < V3_8


@triton.jit
def hinted(a, b, c, k, CACHE: tl.constexpr, EVICT: tl.constexpr, BK: tl.constexpr):  # type: ignore[no-untyped-def]
    """A product of a tile with 64 rows, both operands loaded with hints."""
    row, column, step = tl.arange(0, 64)[:, None], tl.arange(0, 64)[None, :], tl.arange(0, BK)
    total = tl.zeros((64, 64), tl.float32)
    for at in range(0, k, BK):
        left = tl.load(a + row * k + (at + step)[None, :], cache_modifier=CACHE, eviction_policy=EVICT)
        right = tl.load(b + column * k + (at + step)[:, None], cache_modifier=CACHE, eviction_policy=EVICT)
        total = tl.dot(left, right, total)
    tl.store(c + row * 64 + column, total.to(tl.float16), eviction_policy=EVICT)


HINTS = [("", "evict_first"), ("", "evict_last"), (".cg", ""), (".ca", "")]


@pytest.mark.parametrize(("capability", "hints"), some(product((80, 90, 100), HINTS), 3))
def test_pipelined_loads_with_cache_hints(capability: int, hints: tuple[str, str]) -> None:
    """Asynchronous copies have the hints of the loads, as a cache policy since 3.9."""
    signature = "*fp16:16, *fp16:16, *fp16:16, i32:16, {!r}, {!r}, 32".format(*hints)
    text = xtriton.compile(hinted, signature, target=f"cuda:{capability}").asm["ttir"]
    for passed in make_ttgir_passes(capability, 4, 3, 1):
        result = check(passed, text)
        assert result is not None
        text = read_again(result)
    copies = [line for line in text.splitlines() if "async_copy_global_to_local" in line]
    expected = hints[1] or {".cg": "cg", ".ca": "ca"}[hints[0]]
    assert copies
    assert all(f"= {expected}" in line for line in copies)


@triton.jit
def two_products(a, b, c, out, k, STAGES: tl.constexpr, TRANSPOSED: tl.constexpr):
    """Two products with the same left operand, which the loop computes."""
    row, column = tl.arange(0, 64)[:, None], tl.arange(0, 64)[None, :]
    first, second = tl.zeros((64, 64), tl.float32), tl.zeros((64, 64), tl.float32)
    for at in tl.range(0, k, 64, num_stages=STAGES):
        left = (tl.load(a + row * k + at + column).to(tl.float32) * 2).to(tl.float16)
        if TRANSPOSED:
            left = left.T
        first = tl.dot(left, tl.load(b + (at + row) * 64 + column), first)
        second = tl.dot(left, tl.load(c + (at + row) * 64 + column), second)
    tl.store(out + row * 64 + column, first + second)


@pytest.mark.parametrize("capability", [90, 100])
@pytest.mark.parametrize(("stages", "transposed"), some([(2, True), (2, False), (3, False), (3, True)], 3))
def test_products_with_the_same_computed_operand(capability: int, stages: int, transposed: bool) -> None:
    """The operand's buffer, hoisted for the first product, is no operation of the loop for the second one.

    3.6 fails where the second product reads it transposed.
    """
    signature = f"*fp16:16, *fp16:16, *fp16:16, *fp32:16, i32:16, {stages}, {transposed}"
    text = xtriton.compile(two_products, signature, target="cuda:90").asm["ttir"]
    for passed in make_ttgir_passes(capability, 4, stages, 1):
        wheel = wheel_outcome(passed, text).text
        assert native_outcome(passed, text).text == wheel
        if wheel is None:
            assert default_version() < V3_7 and transposed and capability == 100
            break
        text = read_again(wheel)


SHARED = """#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#s = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:90"} {
  tt.func @f(%p: tensor<64x64x!tt.ptr<f16>, #b>, %q: !tt.ptr<f32>, %v: f32, %yes: i1, %n: i32,
             %other: !ttg.memdesc<64x64xf16, #s, #smem, mutable>) {
    %c0 = arith.constant 0 : i32
    %c1 = arith.constant 1 : i32
    %x = tt.load %p : tensor<64x64x!tt.ptr<f16>, #b>
"""
BETWEEN = {
    "nothing": "",
    "read": "%between = tt.load %q : !tt.ptr<f32>",
    "write": "tt.store %q, %v : !tt.ptr<f32>",
    "atomic": "%between = tt.atomic_rmw fadd, relaxed, gpu, %q, %v, %yes : (!tt.ptr<f32>, f32, i1) -> f32",
    "shared write": "ttg.local_store %x, %other : tensor<64x64xf16, #b> -> !ttg.memdesc<64x64xf16, #s, #smem, mutable>",
    "release": "ttg.local_dealloc %other : !ttg.memdesc<64x64xf16, #s, #smem, mutable>",
    "writing branch": "scf.if %yes {\n tt.store %q, %v : !tt.ptr<f32>\n}",
    "reading branch": "scf.if %yes {\n %between = tt.load %q : !tt.ptr<f32>\n}",
}
AROUND = {
    "block": "{0}\n{1}",
    "branch": "{0}\nscf.if %yes {{\n{1}\n}}",
    "loop": "{0}\nscf.for %i = %c0 to %n step %c1 : i32 {{\n{1}\n}}",
    "branch with both": "scf.if %yes {{\n{0}\n{1}\n}}",
    "loop in a branch": "{0}\nscf.if %yes {{\nscf.for %i = %c0 to %n step %c1 : i32 {{\n{1}\n}}\n}}",
}
USED = {
    "not": "",
    "read": "%l = ttg.local_load %m : !ttg.memdesc<64x64xf16, #s, #smem{0}> -> tensor<64x64xf16, #b>",
    "stored": "%l = ttg.local_load %m : !ttg.memdesc<64x64xf16, #s, #smem{0}> -> tensor<64x64xf16, #b>\n"
    "tt.store %p, %l : tensor<64x64x!tt.ptr<f16>, #b>",
}


@pytest.mark.parametrize("mutable", ["", ", mutable"])
@pytest.mark.parametrize(("between", "around", "used"), some(product(BETWEEN, AROUND, USED), 4))
def test_hoisted_allocations(between: str, around: str, used: str, mutable: str) -> None:
    """Since 3.9 an allocation is hoisted to its source only where nothing writes in between."""
    allocation = f"%m = ttg.local_alloc %x : (tensor<64x64xf16, #b>) -> !ttg.memdesc<64x64xf16, #s, #smem{mutable}>"
    body = AROUND[around].format(BETWEEN[between], f"{allocation}\n{USED[used].format(mutable)}")
    check("tritongpu-reorder-instructions", f"{SHARED}{body}\n    tt.return\n  }}\n}}\n")
