"""Shared and tensor memory: where elements are stored, overlaps, and undefined contents."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from unit.interp.programs import module_of

from xtriton.interp import evaluate, interpret
from xtriton.interp.errors import RunError
from xtriton.interp.numbers.formats import FLOATS

pytestmark = pytest.mark.triton("3.9")

HEADER = """\
#row = #ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>
#column = #ttg.blocked<{sizePerThread = [4, 1], threadsPerWarp = [4, 8], warpsPerCTA = [1, 4], order = [0, 1]}>
#line = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>
#swizzled = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [1, 0]}>
#transposed = #ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 4, order = [0, 1]}>
#plain = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [1, 0]}>
#padded = #ttg.padded_shared<[16:+4] {order = [1, 0], shape = [16, 16]}>
#flat = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#nvmma = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>
#nvmma128 = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#nvmma32 = #ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 32}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>
#tmem_row = #ttg.blocked<{sizePerThread = [1, 64], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#tmem_row_half = #ttg.blocked<{sizePerThread = [1, 32], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#wgmma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 32, 16]}>
module attributes {"ttg.num-ctas" = 1 : i32, "ttg.num-warps" = 4 : i32, ttg.target = "cuda:100",
                   "ttg.threads-per-warp" = 32 : i32} {
"""


def program(signature: str, body: str) -> Any:
    return module_of(f"{HEADER}tt.func @f{signature} {{\n{body}\n}}\n}}")


X = np.arange(256, dtype=np.float32).reshape(16, 16)
TILE = "tensor<16x16xf32, #row>"


@pytest.mark.parametrize("layout", ["swizzled", "transposed", "plain", "padded"])
def test_stored_values_are_loaded_in_any_layout(layout: str):
    memory = f"!ttg.memdesc<16x16xf32, #{layout}, #smem>"
    body = f"""
      %m = ttg.local_alloc %x : ({TILE}) -> {memory}
      %y = ttg.local_load %m : {memory} -> tensor<16x16xf32, #column>
      tt.return %y : tensor<16x16xf32, #column>"""
    found = evaluate(program(f"(%x: {TILE}) -> tensor<16x16xf32, #column>", body), X, strict=True)[0]
    np.testing.assert_array_equal(found.values, X)
    assert not found.poison.any()


def test_new_memory_is_undefined_until_it_is_stored_to():
    body = """
      %m = ttg.local_alloc : () -> !ttg.memdesc<2x16x16xf32, #swizzled, #smem, mutable>
      %one = arith.constant 1 : i32
      %a = ttg.memdesc_index %m[%i] : !ttg.memdesc<2x16x16xf32, #swizzled, #smem, mutable>
        -> !ttg.memdesc<16x16xf32, #swizzled, #smem, mutable>
      %b = ttg.memdesc_index %m[%one] : !ttg.memdesc<2x16x16xf32, #swizzled, #smem, mutable>
        -> !ttg.memdesc<16x16xf32, #swizzled, #smem, mutable>
      ttg.local_store %x, %a : TILE -> !ttg.memdesc<16x16xf32, #swizzled, #smem, mutable>
      %y = ttg.local_load %b : !ttg.memdesc<16x16xf32, #swizzled, #smem, mutable> -> TILE
      tt.return %y : TILE""".replace("TILE", TILE)
    module = program(f"(%x: {TILE}, %i: i32) -> {TILE}", body)
    assert evaluate(module, X, 0, strict=True)[0].poison.all()
    assert np.isnan(evaluate(module, X, 0)[0].values).all()
    stored = evaluate(module, X, 1, strict=True)[0]
    np.testing.assert_array_equal(stored.values, X)
    assert not stored.poison.any()
    with pytest.raises(RunError, match="index 2 is outside the 2 buffers in program 0"):
        evaluate(module, X, 2)


def test_a_transposed_view_sees_the_same_bytes():
    body = f"""
      %m = ttg.local_alloc %x : ({TILE}) -> !ttg.memdesc<16x16xf32, #swizzled, #smem, mutable>
      %t = ttg.memdesc_trans %m {{order = array<i32: 1, 0>}} : !ttg.memdesc<16x16xf32, #swizzled, #smem, mutable>
        -> !ttg.memdesc<16x16xf32, #transposed, #smem, mutable>
      ttg.local_store %x, %t : {TILE} -> !ttg.memdesc<16x16xf32, #transposed, #smem, mutable>
      %y = ttg.local_load %m : !ttg.memdesc<16x16xf32, #swizzled, #smem, mutable> -> {TILE}
      tt.return %y : {TILE}"""
    found = evaluate(program(f"(%x: {TILE}) -> {TILE}", body), X, strict=True)[0]
    np.testing.assert_array_equal(found.values, X.T)


def test_a_slice_is_part_of_the_whole():
    part = "!ttg.memdesc<8x16xf32, #plain, #smem, mutable, 16x16>"
    body = f"""
      %m = ttg.local_alloc %x : ({TILE}) -> !ttg.memdesc<16x16xf32, #plain, #smem, mutable>
      %p = ttg.memdesc_subslice %m[8, 0] : !ttg.memdesc<16x16xf32, #plain, #smem, mutable> -> {part}
      %y = ttg.local_load %p : {part} -> tensor<8x16xf32, #row>
      %zero = arith.constant dense<-1.0> : tensor<8x16xf32, #row>
      ttg.local_store %zero, %p : tensor<8x16xf32, #row> -> {part}
      %z = ttg.local_load %m : !ttg.memdesc<16x16xf32, #plain, #smem, mutable> -> {TILE}
      tt.return %y, %z : tensor<8x16xf32, #row>, {TILE}"""
    part_of, whole = evaluate(program(f"(%x: {TILE}) -> (tensor<8x16xf32, #row>, {TILE})", body), X, strict=True)
    np.testing.assert_array_equal(part_of.values, X[8:])
    np.testing.assert_array_equal(whole.values, np.concatenate([X[:8], np.full((8, 16), -1)]))


def test_a_reshaped_view_has_the_elements_in_row_major_order():
    body = f"""
      %m = ttg.local_alloc %x : ({TILE}) -> !ttg.memdesc<16x16xf32, #plain, #smem>
      %r = ttg.memdesc_reshape %m : !ttg.memdesc<16x16xf32, #plain, #smem> -> !ttg.memdesc<8x32xf32, #plain, #smem>
      %y = ttg.local_load %r : !ttg.memdesc<8x32xf32, #plain, #smem> -> tensor<8x32xf32, #row>
      tt.return %y : tensor<8x32xf32, #row>"""
    found = evaluate(program(f"(%x: {TILE}) -> tensor<8x32xf32, #row>", body), X, strict=True)[0]
    np.testing.assert_array_equal(found.values, X.reshape(8, 32))


def test_bytes_can_be_seen_as_another_type():
    body = f"""
      %m = ttg.local_alloc %x : ({TILE}) -> !ttg.memdesc<16x16xf32, #plain, #smem>
      %r = ttg.memdesc_reinterpret %m : !ttg.memdesc<16x16xf32, #plain, #smem>
        -> !ttg.memdesc<16x32xi16, #plain, #smem>
      %y = ttg.local_load %r : !ttg.memdesc<16x32xi16, #plain, #smem> -> tensor<16x32xi16, #row>
      tt.return %y : tensor<16x32xi16, #row>"""
    found = evaluate(program(f"(%x: {TILE}) -> tensor<16x32xi16, #row>", body), X, strict=True)[0]
    np.testing.assert_array_equal(found.values, X.view(np.int16).reshape(16, 32))


def test_memory_that_was_given_back_cannot_be_used():
    memory = "!ttg.memdesc<16x16xf32, #plain, #smem, mutable>"
    body = f"""
      %m = ttg.local_alloc %x : ({TILE}) -> {memory}
      ttg.local_dealloc %m : {memory}
      %y = ttg.local_load %m : {memory} -> {TILE}
      tt.return %y : {TILE}"""
    with pytest.raises(RunError, match=r"'ttg.local_load': program 0 uses memory that was given back"):
        evaluate(program(f"(%x: {TILE}) -> {TILE}", body), X)


def test_each_program_has_memory_of_its_own():
    """Programs that choose different buffers run together, and go different ways."""
    memory = "!ttg.memdesc<128xi32, #flat, #smem, mutable>"
    body = f"""
      %pid = tt.get_program_id x : i32
      %two = arith.constant 2 : i32
      %zero = arith.constant 0 : i32
      %c128 = arith.constant 128 : i32
      %i = arith.remsi %pid, %two : i32
      %m = ttg.local_alloc : () -> !ttg.memdesc<2x128xi32, #flat, #smem, mutable>
      %b = ttg.memdesc_index %m[%i] : !ttg.memdesc<2x128xi32, #flat, #smem, mutable> -> {memory}
      %v = tt.splat %pid : i32 -> tensor<128xi32, #line>
      ttg.local_store %v, %b : tensor<128xi32, #line> -> {memory}
      %odd = arith.cmpi ne, %i, %zero : i32
      %r = scf.if %odd -> ({memory}) {{
        scf.yield %b : {memory}
      }} else {{
        %other = ttg.local_alloc %v : (tensor<128xi32, #line>) -> {memory}
        scf.yield %other : {memory}
      }}
      %y = ttg.local_load %r : {memory} -> tensor<128xi32, #line>
      %o = arith.muli %pid, %c128 : i32
      %at = tt.addptr %out, %o : !tt.ptr<i32>, i32
      %range = tt.make_range {{end = 128 : i32, start = 0 : i32}} : tensor<128xi32, #line>
      %base = tt.splat %at : !tt.ptr<i32> -> tensor<128x!tt.ptr<i32>, #line>
      %p = tt.addptr %base, %range : tensor<128x!tt.ptr<i32>, #line>, tensor<128xi32, #line>
      tt.store %p, %y : tensor<128x!tt.ptr<i32>, #line>
      tt.return"""
    out = np.zeros((5, 128), np.int32)
    interpret(program("(%out: !tt.ptr<i32>)", body), 5, out, strict=True)
    np.testing.assert_array_equal(out, np.repeat(np.arange(5), 128).reshape(5, 128))


def test_columns_of_tensor_memory():
    whole, part = (
        "!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>",
        ("!ttg.memdesc<128x32xf32, #tmem, #ttng.tensor_memory, mutable, 128x64>"),
    )
    body = f"""
      %m = ttng.tmem_alloc %x : (tensor<128x64xf32, #tmem_row>) -> {whole}
      %p = ttng.tmem_subslice %m {{offset = 32 : i32}} : {whole} -> {part}
      %y = ttng.tmem_load %p : {part} -> tensor<128x32xf32, #tmem_row_half>
      %true = arith.constant true
      ttng.tmem_store %y, %p, %pred : tensor<128x32xf32, #tmem_row_half> -> {part}
      %z = arith.addf %y, %y : tensor<128x32xf32, #tmem_row_half>
      ttng.tmem_store %z, %p, %pred : tensor<128x32xf32, #tmem_row_half> -> {part}
      %w = ttng.tmem_load %m : {whole} -> tensor<128x64xf32, #tmem_row>
      tt.return %w : tensor<128x64xf32, #tmem_row>"""
    module = program("(%x: tensor<128x64xf32, #tmem_row>, %pred: i1) -> tensor<128x64xf32, #tmem_row>", body)
    x = np.random.default_rng(0).standard_normal((128, 64)).astype(np.float32)
    np.testing.assert_array_equal(evaluate(module, x, 0, strict=True)[0].values, x)
    doubled = np.concatenate([x[:, :32], 2 * x[:, 32:]], axis=1)
    np.testing.assert_array_equal(evaluate(module, x, 1, strict=True)[0].values, doubled)


def test_products_from_tensor_memory():
    a, b = "!ttg.memdesc<128x64xf16, #nvmma128, #smem>", "!ttg.memdesc<64x64xf16, #nvmma128, #smem>"
    d = "!ttg.memdesc<128x64xf32, #tmem, #ttng.tensor_memory, mutable>"
    body = f"""
      %a = ttg.local_alloc %x : (tensor<128x64xf16, #row>) -> {a}
      %b = ttg.local_alloc %y : (tensor<64x64xf16, #row>) -> {b}
      %d = ttng.tmem_alloc : () -> {d}
      ttng.tc_gen5_mma %a, %b, %d, %false, %true : {a}, {b}, {d}
      ttng.tc_gen5_mma %a, %b, %d, %true, %pred : {a}, {b}, {d}
      %r = ttng.tmem_load %d : {d} -> tensor<128x64xf32, #tmem_row>
      tt.return %r : tensor<128x64xf32, #tmem_row>"""
    body = "%true = arith.constant true\n%false = arith.constant false\n" + body
    body = body.replace(
        "#nvmma128", "#ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>"
    )
    signature = (
        "(%x: tensor<128x64xf16, #row>, %y: tensor<64x64xf16, #row>, %pred: i1) -> tensor<128x64xf32, #tmem_row>"
    )
    random = np.random.default_rng(1)
    x, y = (random.integers(-3, 4, shape).astype(np.float16) for shape in ((128, 64), (64, 64)))
    product = x.astype(np.float32) @ y.astype(np.float32)
    for pred in (0, 1):
        found = evaluate(program(signature, body), x, y, pred, strict=True)[0]
        np.testing.assert_array_equal(found.values, product * (1 + pred))
        assert not found.poison.any()


@pytest.mark.parametrize("use", ["", ", %use"])
def test_products_of_a_warp_group(use: str):
    b = "!ttg.memdesc<32x32xf16, #nvmma, #smem>"
    a = "!ttg.memdesc<64x32xf16, #nvmma, #smem>"
    body = f"""
      %a = ttg.local_alloc %x : (tensor<64x32xf16, #row>) -> {a}
      %b = ttg.local_alloc %y : (tensor<32x32xf16, #row>) -> {b}
      %d = ttng.warp_group_dot %a, %b, %c{use} {{inputPrecision = 0 : i32, isAsync = true}}
        : {a} * {b} -> tensor<64x32xf32, #wgmma>
      %r = ttng.warp_group_dot_wait %d {{pendings = 0 : i32}} : tensor<64x32xf32, #wgmma>
      tt.return %r : tensor<64x32xf32, #wgmma>"""
    signature = "(%x: tensor<64x32xf16, #row>, %y: tensor<32x32xf16, #row>, %c: tensor<64x32xf32, #wgmma>, %use: i1)"
    random = np.random.default_rng(1)
    x, y = (random.integers(-3, 4, shape).astype(np.float16) for shape in ((64, 32), (32, 32)))
    c = np.full((64, 32), 5, np.float32)
    found = evaluate(program(f"{signature} -> tensor<64x32xf32, #wgmma>", body), x, y, c, 0, strict=True)[0]
    np.testing.assert_array_equal(found.values, x.astype(np.float32) @ y.astype(np.float32) + (0 if use else 5))


def test_pairs_of_fp4():
    layout = "#ttg.blocked<{sizePerThread = [1, 8], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>"
    body = f"""
      %y = ttg.fp4_to_fp %x {{axis = 1 : i32}} : tensor<16x16xi8, #row> -> tensor<16x32xbf16, {layout}>
      tt.return %y : tensor<16x32xbf16, {layout}>"""
    packed = np.arange(256, dtype=np.uint8).reshape(16, 16)
    found = evaluate(program(f"(%x: tensor<16x16xi8, #row>) -> tensor<16x32xbf16, {layout}>", body), packed)[0]
    table = FLOATS["f4E2M1FN"].table
    expected = np.stack([table[packed & 15], table[packed >> 4]], axis=-1).reshape(16, 32)
    np.testing.assert_array_equal(found.values, expected)


@pytest.mark.parametrize(("iv", "ub", "expected"), [(0, 8, True), (3, 8, True), (4, 8, False), (-5, 0, True)])
def test_stages_with_pending_work(iv: int, ub: int, expected: bool):
    """Two stages before the last one, four from one iteration to the next."""
    body = """
      %step = arith.constant 2 : i32
      %r = ttg.predicate_stage %iv, %ub, %step maxStage 3 stage 1 : i32 -> i1
      tt.return %r : i1"""
    found = evaluate(program("(%iv: i32, %ub: i32) -> i1", body), iv, ub)[0]
    assert bool(found.values) is expected


def test_masked_code_runs_only_where_it_may():
    body = """
      %r = "ttg.mask"(%p) ({
        %one = arith.constant 1 : i32
        tt.store %out, %one : !tt.ptr<i32>
        ttg.mask.return %one : i32
      }) : (i1) -> i32
      tt.return %r : i32"""
    out = np.zeros(1, np.int32)
    module = program("(%out: !tt.ptr<i32>, %p: i1) -> i32", body)
    assert evaluate(module, out, 0, strict=True)[0].poison.all()
    assert out[0] == 0
    assert evaluate(module, out, 1, strict=True)[0].values == 1
    assert out[0] == 1
