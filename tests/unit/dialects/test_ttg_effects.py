"""Memory effects of ttg, ttng and nvws: which memory an operation touches, and through which value."""

from __future__ import annotations

import pytest
from xdsl.ir import Operation
from xdsl.traits import MemoryEffectKind, get_effects, is_side_effect_free, is_speculatable

from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module

pytestmark = pytest.mark.triton("3.9")

HEADER = """
#blocked = #ttg.blocked<{sizePerThread = [1, 128], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [0, 1]}>
#mma = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#shared = #ttg.nvmma_shared<{swizzlingByteWidth = 128, transposed = false, elementBitWidth = 16}>
#bar = #ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0]}>
#smem = #ttg.shared_memory
#tmem = #ttng.tensor_memory_encoding<blockM = 128, blockN = 128, colStride = 1>
!tile = !ttg.memdesc<128x64xf16, #shared, #smem, mutable>
!const = !ttg.memdesc<128x64xf16, #shared, #smem>
!other = !ttg.memdesc<64x128xf16, #shared, #smem>
!acc = !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory, mutable>
!acc_const = !ttg.memdesc<128x128xf32, #tmem, #ttng.tensor_memory>
!barrier = !ttg.memdesc<1xi64, #bar, #smem, mutable>
!desc = !tt.tensordesc<128x64xf16, #shared>
"""
ARGUMENTS = (
    "%tile: !tile, %const: !const, %other: !other, %acc: !acc, %bar: !barrier, %desc: !desc, %i: i32, %p: i1, "
    "%ptr: tensor<128x64x!tt.ptr<f16>, #blocked>, %x: tensor<128x64xf16, #blocked>, %f: tensor<128x128xf32, #blocked>, "
    "%a: tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>, %c: tensor<64x64xf32, #mma>, "
    "%b: !ttg.memdesc<64x64xf16, #shared, #smem>"
)


def operation(text: str) -> Operation:
    """The last operation of a function body."""
    module = parse_module(f"{HEADER}tt.func @f({ARGUMENTS}) {{\n{text}\ntt.return\n}}", "test", Context())
    function = module.body.block.first_op
    assert function is not None
    end = function.regions[0].block.last_op
    assert end is not None and end.prev_op is not None
    return end.prev_op


def touched(text: str) -> set[tuple[str, str]]:
    """(kind, memory) of each effect."""
    found = get_effects(operation(text))
    assert found is not None
    return {(effect.kind.name, effect.resource.name()) for effect in found}


GLOBAL, SHARED, TENSOR = "<GlobalMemory>", "<SharedMemory>", "<TensorMemory>"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "%0 = ttg.async_copy_global_to_local %ptr, %tile : tensor<128x64x!tt.ptr<f16>, #blocked> -> !tile",
            {("READ", GLOBAL), ("WRITE", SHARED)},
        ),
        ("%0 = ttg.local_load %tile : !tile -> tensor<128x64xf16, #blocked>", {("READ", SHARED)}),
        ("ttg.local_store %x, %tile : tensor<128x64xf16, #blocked> -> !tile", {("WRITE", SHARED)}),
        ("ttg.local_dealloc %tile : !tile", {("FREE", SHARED)}),
        ("%0 = ttg.local_alloc : () -> !tile", {("ALLOC", SHARED)}),
        (
            "%0 = ttg.local_alloc %x : (tensor<128x64xf16, #blocked>) -> !tile",
            {("ALLOC", SHARED), ("WRITE", SHARED)},
        ),
        ("%0 = ttg.global_scratch_alloc {alignment = 8 : i32, nbytes = 8 : i32} : !tt.ptr<i8>", {("ALLOC", GLOBAL)}),
        ("ttng.init_barrier %bar, 1 : !barrier", {("WRITE", SHARED)}),
        ("ttng.wait_barrier %bar, %i : !barrier", {("READ", SHARED), ("WRITE", SHARED)}),
        (
            "ttng.async_tma_copy_global_to_local %desc[%i, %i] %tile, %bar, %p : !desc, !barrier -> !tile",
            {("READ", GLOBAL), ("WRITE", SHARED)},
        ),
        (
            "ttng.async_tma_copy_local_to_global %desc[%i, %i] %tile : !desc, !tile",
            {("READ", GLOBAL), ("WRITE", GLOBAL), ("READ", SHARED)},
        ),
        (
            "ttng.async_tma_reduce add, %desc[%i, %i] %tile : !desc, !tile",
            {("READ", GLOBAL), ("WRITE", GLOBAL), ("READ", SHARED)},
        ),
        ("%0 = ttng.tmem_alloc : () -> !acc", {("ALLOC", TENSOR)}),
        ("%0 = ttng.tmem_load %acc : !acc -> tensor<128x128xf32, #blocked>", {("READ", TENSOR)}),
        ("ttng.tmem_store %f, %acc, %p : tensor<128x128xf32, #blocked> -> !acc", {("WRITE", TENSOR)}),
        (
            "ttng.tc_gen5_mma %const, %other, %acc, %p, %p : !const, !other, !acc",
            {("READ", TENSOR), ("WRITE", TENSOR), ("READ", SHARED)},
        ),
        (
            "%no = arith.constant false\nttng.tc_gen5_mma %const, %other, %acc, %no, %p : !const, !other, !acc",
            {("WRITE", TENSOR), ("READ", SHARED)},
        ),
        (
            "%yes = arith.constant true\nttng.tc_gen5_mma %const, %other, %acc, %yes, %p : !const, !other, !acc",
            {("READ", TENSOR), ("WRITE", TENSOR), ("READ", SHARED)},
        ),
        (
            "nvws.descriptor_load %desc[%i, %i] 16384 %tile : !desc, i32, i32, !tile",
            {("READ", GLOBAL), ("WRITE", SHARED)},
        ),
    ],
)
def test_effects(text: str, expected: set[tuple[str, str]]) -> None:
    assert touched(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "%0 = ttg.local_alloc %x : (tensor<128x64xf16, #blocked>) -> !const",
        "%0 = ttng.tmem_alloc %f : (tensor<128x128xf32, #blocked>) -> !acc_const",
        "%0 = ttg.memdesc_trans %const {order = array<i32: 0, 1>} : !const -> !const",
    ],
)
def test_memory_written_once_is_a_value(text: str) -> None:
    assert is_side_effect_free(operation(text))


def test_memory_that_has_a_place_is_no_value() -> None:
    text = "%0 = ttg.local_alloc %x {allocation.offset = 0 : i32} : (tensor<128x64xf16, #blocked>) -> !const"
    assert touched(text) == {("ALLOC", SHARED), ("WRITE", SHARED)}
    text = "%0 = ttng.tmem_alloc {tensor_memory_col_offset = 0 : i32} : () -> !acc_const"
    assert touched(text) == {("ALLOC", TENSOR)}


def test_effects_name_their_values() -> None:
    op = operation("%0 = ttng.tmem_load %acc : !acc -> tensor<128x128xf32, #blocked>")
    found = get_effects(op)
    assert found is not None
    assert [(effect.kind, effect.value) for effect in found] == [(MemoryEffectKind.READ, op.operands[0])]


def test_only_operands_in_memory_are_read() -> None:
    b = "!ttg.memdesc<64x64xf16, #shared, #smem>"
    a = "tensor<64x64xf16, #ttg.dot_op<{opIdx = 0, parent = #mma, kWidth = 2}>>"
    one = operation(f"%0 = ttng.warp_group_dot %a, %b, %c : {a} * {b} -> tensor<64x64xf32, #mma>")
    both = operation(f"%0 = ttng.warp_group_dot %b, %b, %c : {b} * {b} -> tensor<64x64xf32, #mma>")
    found = [get_effects(op) for op in (one, both)]
    assert found[0] is not None and {effect.value for effect in found[0]} == {one.operands[1]}
    assert found[1] is not None and {effect.kind for effect in found[1]} == {MemoryEffectKind.READ}


@pytest.mark.parametrize("text", ["%0 = ttg.async_wait {num = 0 : i32}", "ttg.barrier local", "ttng.cluster_barrier"])
def test_synchronization_has_unknown_effects(text: str) -> None:
    assert get_effects(operation(text)) is None


def test_pure_operations_can_be_hoisted() -> None:
    tensor = "tensor<128x64xf16, #blocked>"
    assert is_speculatable(operation(f"%0 = ttg.convert_layout %x : {tensor} -> {tensor}"))
    assert not is_speculatable(operation(f"%0 = ttg.local_load %tile : !tile -> {tensor}"))
