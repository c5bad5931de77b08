"""Bank conflicts: hand-made access patterns, and addresses that follow from layouts."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from xtriton.explain.api import explain
from xtriton.explain.bank_conflicts import ideal_wavefronts, shared_accesses, wavefronts
from xtriton.explain.origins import Origins, ptx_listing
from xtriton.explain.ptx_program import functions_of
from xtriton.layouts.distributed import Blocked
from xtriton.layouts.encoding import CTALayout
from xtriton.layouts.encodings import to_linear_layout
from xtriton.layouts.shared import SwizzledShared
from xtriton.layouts.vectors import largest_vectorisation, with_registers


def brute_force(addresses: list[int], size: int) -> int:
    """Wavefronts, counted bank by bank over the lanes of each group that moves 128 bytes together."""
    lanes = 128 // max(size, 4)
    total = 0
    for start in range(0, len(addresses), lanes):
        words = {(address + byte) // 4 for address in addresses[start : start + lanes] for byte in range(size)}
        total += max(Counter(word % 32 for word in words).values())
    return total


@pytest.mark.parametrize(
    ("stride", "size", "expected"),
    [
        (4, 4, 1),
        (8, 4, 2),
        (16, 4, 4),
        (128, 4, 32),
        (0, 4, 1),
        (132, 4, 1),
        (2, 2, 1),
        (8, 8, 2),
        (16, 16, 4),
        (128, 16, 32),
        (64, 16, 16),
    ],
)
def test_wavefronts_of_a_stride(stride: int, size: int, expected: int):
    addresses = [lane * stride for lane in range(32)]
    assert wavefronts(addresses, size) == expected == brute_force(addresses, size)


def test_wavefronts_of_random_addresses():
    import random

    source = random.Random(7)
    for _ in range(300):
        size = source.choice((1, 2, 4, 8, 16))
        addresses = [source.randrange(0, 4096) * size for _ in range(source.randint(1, 32))]
        assert wavefronts(addresses, size) == brute_force(addresses, size)


def test_wavefronts_without_conflicts():
    assert [ideal_wavefronts(list(range(32)), size) for size in (1, 4, 8, 16)] == [1, 1, 2, 4]
    assert ideal_wavefronts([0] * 4, 16) == 1


PTX = """
.visible .entry kernel(
\t.param .u64 .ptr .global .align 1 kernel_param_0,
\t.param .u32 kernel_param_1
)
{
\tmov.u32 %r1, %tid.x;
\tshl.b32 %r2, %r1, 7;
\tmov.b32 %r3, global_smem;
\tadd.s32 %r4, %r3, %r2;
\tst.shared.b32 [%r4], %r1;
\tand.b32 %r5, %r1, 31;
\tshl.b32 %r6, %r5, 2;
\tld.param.b32 %r20, [kernel_param_1];
\tadd.s32 %r6, %r6, %r20;
\tld.shared.b32 %r7, [%r6+64];
\tld.shared.b32 %r8, [%r7];
\tsetp.eq.s32 %p1, %r5, 0;
\t@%p1 st.shared.b32 [%r2], %r1;
\tmad.lo.s32 %r9, %r5, 8, 4;
\tld.shared.v2.b32 {%r10, %r11}, [%r9];
}
"""


def test_ptx_is_evaluated_for_all_lanes():
    listing = ptx_listing(PTX, Origins())
    found = shared_accesses(listing, functions_of(PTX, 2))
    ways = {(access.instruction, access.line): (access.wavefronts, access.ideal, access.is_exact) for access in found}
    stores, loads, vectors = (
        next(value for (name, _), value in ways.items() if name == kind)
        for kind in ("st.shared.b32", "ld.shared.b32", "ld.shared.v2.b32")
    )
    assert stores == (16.5, 1.0, True)  # 32 for the first store, 1 for the one of a single lane
    assert loads == (1.0, 1.0, False)  # the second address is loaded from memory
    assert vectors == (2.0, 2.0, True)


FUNCTIONS = """
.func called(
\t.param .b32 called_param_0
)
{
\tld.param.b32 %r1, [called_param_0];
\tld.shared.b32 %r2, [%r1];
}
.visible .entry kernel()
{
\tmov.u32 %r1, %tid.x;
\tshl.b32 %r1, %r1, 2;
\tld.shared.b32 %r2, [%r1];
}
"""


def test_registers_belong_to_a_function_whose_parameters_may_differ_between_threads():
    listing = ptx_listing(FUNCTIONS, Origins())
    called, kernel = functions_of(FUNCTIONS, 1)
    assert [access.is_exact for access in shared_accesses(listing, [called])] == [False]
    assert [(access.is_exact, access.wavefronts) for access in shared_accesses(listing, [kernel])] == [(True, 1.0)]


MODULE = """
#register = #ttg.blocked<{{sizePerThread = {size}, threadsPerWarp = {threads},
  warpsPerCTA = [{warps}, 1], order = {order}}}>
#memory = #ttg.swizzled_shared<{{vec = {vec}, perPhase = {per_phase}, maxPhase = {max_phase}, order = [1, 0]}}>
#smem = #ttg.shared_memory
module attributes {{"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = {warps} : i32, ttg.target = "cuda:90",
    "ttg.threads-per-warp" = 32 : i32}} {{
  tt.func public @stored(%out: !tt.ptr<f32> {{tt.divisibility = 16 : i32}}, %value: f32) {{
    %tile = tt.splat %value : f32 -> tensor<64x32xf32, #register>
    %buffer = ttg.local_alloc : () -> !ttg.memdesc<64x32xf32, #memory, #smem, mutable>
    ttg.local_store %tile, %buffer : tensor<64x32xf32, #register> -> !ttg.memdesc<64x32xf32, #memory, #smem, mutable>
    tt.return
  }}
}}
"""


@pytest.mark.parametrize(
    ("size", "threads", "order", "swizzle"),
    [
        ((1, 1), (32, 1), (0, 1), (1, 1, 1)),
        *(
            pytest.param(*case, marks=pytest.mark.slow)
            for case in [
                ((1, 4), (32, 1), (1, 0), (4, 1, 8)),
                ((1, 4), (32, 1), (1, 0), (4, 2, 4)),
                ((1, 1), (32, 1), (0, 1), (1, 1, 32)),
                ((1, 1), (32, 1), (0, 1), (4, 1, 8)),
                ((1, 4), (4, 8), (1, 0), (1, 1, 1)),
                ((1, 2), (8, 4), (1, 0), (2, 1, 4)),
                ((2, 1), (16, 2), (0, 1), (1, 1, 1)),
            ]
        ),
    ],
)
def test_stores_agree_with_the_layouts(
    tmp_path: Path,
    size: tuple[int, int],
    threads: tuple[int, int],
    order: tuple[int, int],
    swizzle: tuple[int, int, int],
):
    """The addresses of each lane follow from the linear layouts of registers and memory, without any PTX."""
    registers = Blocked(size, threads, (4, 1), order, CTALayout.default(2))
    memory = SwizzledShared(*swizzle, (1, 0), CTALayout.default(2))
    text = MODULE.format(
        size=list(size), threads=list(threads), order=list(order), warps=4,
        vec=swizzle[0], per_phase=swizzle[1], max_phase=swizzle[2],
    )  # fmt: skip
    path = tmp_path / "stored.ttgir"
    path.write_text(text, encoding="utf-8")
    stores = [access for access in explain(str(path)).shared_accesses if access.instruction.startswith("st.")]
    measured = sum(access.wavefronts * access.count for access in stores)

    offsets = to_linear_layout(registers, (64, 32)).invert_and_compose(to_linear_layout(memory, (64, 32)))
    vector, permutation = largest_vectorisation(offsets, 32)
    offsets = with_registers(offsets, permutation)
    expected = 0
    for register in range(0, offsets.in_dim_size("register"), vector):
        addresses = [
            4 * offsets.apply({"register": register, "lane": lane, "warp": 0, "block": 0})["offset"]
            for lane in range(32)
        ]
        expected += brute_force(addresses, 4 * vector)
    assert measured == expected
