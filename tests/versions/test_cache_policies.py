"""Cache policies of memory accesses, since Triton 3.9: which the wheel accepts, and what passes make of them."""

from __future__ import annotations

import re
from itertools import product

import pytest

pytest.importorskip("triton", reason="there is no wheel of Triton")

import triton
import triton.language as tl
from parity.cases import read_again
from parity.outcomes import native_outcome, wheel_outcome
from selection import some

import xtriton
from xtriton.pipelines import make_ttgir_passes, make_ttir_passes
from xtriton.versions import V3_9, default_version

pytestmark = pytest.mark.skipif(default_version() < V3_9, reason="there are no cache policies before Triton 3.9")

HEAD = """#s = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#b = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>
#w = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [32, 1], warpsPerCTA = [1, 4], order = [1, 0]}>
#r = #ttg.slice<{dim = 0, parent = #w}>
#smem = #ttg.shared_memory
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100"} {
  tt.func @f(%d: !tt.tensordesc<64x64xf16, #s>, %g: !tt.tensordesc<1x64xf16, #s>, %i: i32, %p: i1,
             %m: !ttg.memdesc<64x64xf16, #s, #smem, mutable>, %read_only: !ttg.memdesc<64x64xf16, #s, #smem>,
             %bar: !ttg.memdesc<1xi64, #bar, #smem, mutable>, %rows: tensor<64xi32, #r>,
             %pointers: tensor<64x64x!tt.ptr<f16>, #b>, %v: tensor<64x64xf16, #b>) {
"""
TILE = "!ttg.memdesc<64x64xf16, #s, #smem, mutable>"
BARRIER = "!ttg.memdesc<1xi64, #bar, #smem, mutable>"
OPERATIONS = {
    "copy in": "ttng.async_tma_copy_global_to_local %d[%i, %i] %m, %bar, %p {} "
    f": !tt.tensordesc<64x64xf16, #s>, {BARRIER} -> {TILE}",
    "copy into immutable memory": "ttng.async_tma_copy_global_to_local %d[%i, %i] %read_only, %bar, %p {} "
    f": !tt.tensordesc<64x64xf16, #s>, {BARRIER} -> !ttg.memdesc<64x64xf16, #s, #smem>",
    "gather": "ttng.async_tma_gather %g[%rows, %i] %m, %bar, %p {} "
    f": !tt.tensordesc<1x64xf16, #s>, tensor<64xi32, #r>, i32, {BARRIER}, {TILE}, i1",
    "copy out": f"ttng.async_tma_copy_local_to_global %d[%i, %i] %m {{}} : !tt.tensordesc<64x64xf16, #s>, {TILE}",
    "scatter": "ttng.async_tma_scatter %g[%rows, %i] %m {} "
    f": !tt.tensordesc<1x64xf16, #s>, tensor<64xi32, #r>, i32, {TILE}",
    "reduce": f"ttng.async_tma_reduce add, %d[%i, %i] %m {{}} : !tt.tensordesc<64x64xf16, #s>, {TILE}",
    "descriptor load": "%x = tt.descriptor_load %d[%i, %i] {} : !tt.tensordesc<64x64xf16, #s> -> tensor<64x64xf16, #b>",
    "nvws": f"nvws.descriptor_load %d[%i, %i] 8192 %m {{}} : !tt.tensordesc<64x64xf16, #s>, i32, i32, {TILE}",
    "asynchronous copy": "%x = ttg.async_copy_global_to_local %pointers, %m {} "
    ": tensor<64x64x!tt.ptr<f16>, #b> -> <64x64xf16, #s, #smem, mutable>",
    "load": "%x = tt.load %pointers {} : tensor<64x64x!tt.ptr<f16>, #b>\n"
    "    tt.store %pointers, %x : tensor<64x64x!tt.ptr<f16>, #b>",
    "store": "tt.store %pointers, %v {} : tensor<64x64x!tt.ptr<f16>, #b>",
}
L2 = "l2_primary = {}, l2_secondary = evict_unchanged, l2_fraction = 1.000000e+00 : f32"
POLICIES = [
    *(
        f"#tt.cache_policy<cache_modifier = {modifier}, eviction_policy = {eviction}>"
        for modifier, eviction in product(
            ("none", "ca", "cg", "wb", "cs", "wt", "cv"), ("evict_normal", "evict_first", "evict_last")
        )
    ),
    '"text"',
    "1 : i32",
    "#ttng.cache_policy<>",
    "#ttng.cache_policy<cache_modifier = cg>",
    *(f"#ttng.cache_policy<l1 = {priority}>" for priority in ("evict_first", "evict_normal", "no_allocate")),
    *(f"#ttng.cache_policy<{L2.format(priority)}>" for priority in ("evict_first", "evict_last", "evict_normal")),
    "#ttng.cache_policy<l2_prefetch_size = 128 : i32>",
    f"#ttng.cache_policy<{L2.format('evict_last')}, l2_prefetch_size = 64 : i32>",
    "#ttng.cache_policy<cache_modifier = cg, l2_prefetch_size = 256 : i32>",
    "#ttng.cache_policy<l1 = evict_first, l2_prefetch_size = 256 : i32>",
]
ATTRIBUTES = ["", "isVolatile = true", *(f"cachePolicy = {policy}" for policy in POLICIES)]


@pytest.mark.parametrize("operation", OPERATIONS)
def test_policies_that_the_wheel_accepts(operation: str) -> None:
    refused = 0
    for attribute in ATTRIBUTES:
        text = f"{HEAD}    {OPERATIONS[operation].replace('{}', f'{{{attribute}}}')}\n    tt.return\n  }}\n}}\n"
        wheel = wheel_outcome("cse", text)
        assert native_outcome("cse", text) == wheel, attribute
        refused += wheel.text is None
    assert refused < len(ATTRIBUTES) or "immutable" in operation
    assert refused or operation in {"reduce", "nvws", "descriptor load", "asynchronous copy"}


@triton.jit
def through_descriptors(a, b, c, k, SPECIALIZED: tl.constexpr):
    """A product of tiles that are loaded through descriptors."""
    left = tl.make_tensor_descriptor(a, [128, k], [k, 1], [128, 64])
    right = tl.make_tensor_descriptor(b, [64, k], [k, 1], [64, 64])
    total = tl.zeros((128, 64), tl.float32)
    for at in tl.range(0, k, 64, warp_specialize=SPECIALIZED):
        total = tl.dot(left.load([0, at]), right.load([0, at]).T, total)
    tl.store(c + tl.arange(0, 128)[:, None] * 64 + tl.arange(0, 64)[None, :], total.to(tl.float16))


CARRIED = [
    "#tt.cache_policy<cache_modifier = none, eviction_policy = evict_first>",
    f"#ttng.cache_policy<{L2.format('evict_last')}>",
]


@pytest.mark.parametrize(
    ("capability", "is_specialized", "policy"),
    some([*product((80, 90), (False,), CARRIED), *product((100, 120), (False, True), CARRIED)], 3),
)
def test_descriptor_loads_keep_their_policy(capability: int, is_specialized: bool, policy: str) -> None:
    """Down to the copies: pipelined, in partitions, or through pointers where there is no TMA."""
    signature = f"*fp16:16, *fp16:16, *fp16:16, i32:16, {is_specialized}"
    text = xtriton.compile(through_descriptors, signature, target="cuda:90").asm["ttir"]
    text = re.sub(r"(tt\.descriptor_load .*?\]) :", rf"\1 {{cachePolicy = {policy}}} :", text)
    for passed in (*make_ttir_passes(capability), *make_ttgir_passes(capability, 4, 3, 1)):
        wheel = wheel_outcome(passed, text)
        assert wheel.text is not None
        assert native_outcome(passed, text) == wheel, passed
        text = read_again(wheel.text)
    copies = re.findall(r"async_(?:tma_)?copy_global_to_local.*", text)
    assert copies
    assert all(policy in copy for copy in copies)
