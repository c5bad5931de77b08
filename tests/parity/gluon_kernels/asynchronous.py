"""Gluon kernels with shared and tensor memory, asynchronous copies, barriers, tensor cores and warp specialization."""

from __future__ import annotations

import numpy as np
from parity.kernels.kernel import Example, Kernel
from triton.experimental import gluon
from triton.experimental.gluon import language as gl
from triton.experimental.gluon.language.nvidia import blackwell
from triton.experimental.gluon.language.nvidia.ampere import async_copy, mma_v2
from triton.experimental.gluon.language.nvidia.blackwell import TensorMemoryLayout, allocate_tensor_memory, tcgen05_mma
from triton.experimental.gluon.language.nvidia.hopper import (
    fence_async_shared,
    mbarrier,
    tma,
    warpgroup_mma,
    warpgroup_mma_wait,
)

barrier = gl.barrier if hasattr(gl, "barrier") else gl.thread_barrier
"""Renamed in Triton 3.7."""

copy_to_shared = getattr(async_copy, "async_load", None) or async_copy.async_copy_global_to_shared
tma_load = getattr(tma, "async_load", None) or tma.async_copy_global_to_shared
tma_store_of = getattr(tma, "async_store", None) or tma.async_copy_shared_to_global
"""Renamed in Triton 3.8."""

get_tmem_reg_layout = getattr(blackwell, "get_tmem_reg_layout", None)
CHOOSES_REGISTERS = gl.constexpr(get_tmem_reg_layout is None)
"""Whether a load of tensor memory chooses its layout itself."""


@gluon.jit
def transposed(x_ptr, out_ptr, SIZE: gl.constexpr, layout: gl.constexpr, shared: gl.constexpr):
    row = gl.arange(0, SIZE, layout=gl.SliceLayout(1, layout))[:, None]
    column = gl.arange(0, SIZE, layout=gl.SliceLayout(0, layout))[None, :]
    buffer = gl.allocate_shared_memory(gl.float32, [SIZE, SIZE], shared)
    buffer.store(gl.load(x_ptr + row * SIZE + column))
    value = buffer.permute((1, 0)).load(layout)
    gl.store(out_ptr + row * SIZE + column, value)


@gluon.jit
def rotating_copies(
    x_ptr, out_ptr, n, BLOCK: gl.constexpr, BUFFERS: gl.constexpr, layout: gl.constexpr, shared: gl.constexpr
):
    lanes = gl.arange(0, BLOCK, layout=layout)
    buffers = gl.allocate_shared_memory(gl.float32, [BUFFERS, BLOCK], shared)
    steps = gl.cdiv(n, BLOCK)
    for index in gl.static_range(BUFFERS - 1):
        offsets = index * BLOCK + lanes
        copy_to_shared(buffers.index(index), x_ptr + offsets, mask=offsets < n)
        async_copy.commit_group()
    for step in range(steps):
        offsets = (step + BUFFERS - 1) * BLOCK + lanes
        slot = (step + BUFFERS - 1) % BUFFERS
        barrier()
        copy_to_shared(buffers.index(slot), x_ptr + offsets, mask=offsets < n)
        async_copy.commit_group()
        async_copy.wait_group(BUFFERS - 1)
        value = buffers.index(step % BUFFERS).load(layout)
        position = step * BLOCK + lanes
        gl.store(out_ptr + position, value * 2.0, mask=position < n)


@gluon.jit
def mma_of_registers(a_ptr, b_ptr, c_ptr, K, SIZE: gl.constexpr, DEPTH: gl.constexpr, num_warps: gl.constexpr):
    loaded: gl.constexpr = gl.BlockedLayout([1, 4], [4, 8], [num_warps, 1], [1, 0])
    mma: gl.constexpr = gl.NVMMADistributedLayout(version=[2, 0], warps_per_cta=[num_warps, 1], instr_shape=[16, 8])
    row = gl.arange(0, SIZE, layout=gl.SliceLayout(1, loaded))[:, None]
    column = gl.arange(0, SIZE, layout=gl.SliceLayout(0, loaded))[None, :]
    deep_row = gl.arange(0, DEPTH, layout=gl.SliceLayout(1, loaded))[:, None]
    deep_column = gl.arange(0, DEPTH, layout=gl.SliceLayout(0, loaded))[None, :]
    acc = gl.zeros([SIZE, SIZE], gl.float32, layout=mma)
    for start in range(0, K, DEPTH):
        a = gl.load(a_ptr + row * K + deep_column + start)
        b = gl.load(b_ptr + (deep_row + start) * SIZE + column)
        a = gl.convert_layout(a, gl.DotOperandLayout(0, mma, 2))
        b = gl.convert_layout(b, gl.DotOperandLayout(1, mma, 2))
        acc = mma_v2(a, b, acc)
    gl.store(c_ptr + row * SIZE + column, gl.convert_layout(acc, loaded).to(gl.float16))


@gluon.jit
def tma_copy(in_desc, out_desc, BLOCK: gl.constexpr):
    program = gl.program_id(0)
    bar = gl.allocate_shared_memory(gl.int64, [1], mbarrier.MBarrierLayout())
    mbarrier.init(bar, count=1)
    buffer = gl.allocate_shared_memory(in_desc.dtype, in_desc.block_type.shape, in_desc.layout)
    mbarrier.expect(bar, in_desc.block_type.nbytes)
    tma_load(in_desc, [program * BLOCK, 0], bar, buffer)
    mbarrier.wait(bar, phase=0)
    mbarrier.invalidate(bar)
    tma_store_of(out_desc, [program * BLOCK, 0], buffer)
    tma.store_wait(pendings=0)


@gluon.jit
def issue_load(desc, start, slot, bars, buffers, pred):
    bar = bars.index(slot)
    mbarrier.expect(bar, desc.block_type.nbytes, pred)
    tma_load(desc, [start, 0], bar, buffers.index(slot), pred)


@gluon.jit
def tma_row_sums(desc, out_ptr, steps, BUFFERS: gl.constexpr, layout: gl.constexpr):
    ROWS: gl.constexpr = desc.block_type.shape[0]
    buffers = gl.allocate_shared_memory(desc.dtype, [BUFFERS] + desc.block_type.shape, desc.layout)
    bars = gl.allocate_shared_memory(gl.int64, [BUFFERS, 1], mbarrier.MBarrierLayout())
    for index in gl.static_range(BUFFERS):
        mbarrier.init(bars.index(index), count=1)
    for index in gl.static_range(BUFFERS - 1):
        issue_load(desc, index * ROWS, index, bars, buffers, index < steps)
    phase = 0
    total = gl.zeros([ROWS], gl.float32, layout=gl.SliceLayout(1, layout))
    for step in range(steps):
        ahead = step + BUFFERS - 1
        issue_load(desc, ahead * ROWS, ahead % BUFFERS, bars, buffers, ahead < steps)
        slot = step % BUFFERS
        mbarrier.wait(bars.index(slot), phase)
        total += gl.sum(buffers.index(slot).load(layout).to(gl.float32), 1)
        phase ^= slot == BUFFERS - 1
    for index in gl.static_range(BUFFERS):
        mbarrier.invalidate(bars.index(index))
    gl.store(out_ptr + gl.arange(0, ROWS, layout=gl.SliceLayout(1, layout)), total)


@gluon.jit
def tma_store(x_ptr, desc, stride, layout: gl.constexpr):
    shape: gl.constexpr = desc.block_type.shape
    row = gl.arange(0, shape[0], layout=gl.SliceLayout(1, layout))[:, None]
    column = gl.arange(0, shape[1], layout=gl.SliceLayout(0, layout))[None, :]
    buffer = gl.allocate_shared_memory(desc.dtype, shape, desc.layout)
    buffer.store(gl.load(x_ptr + row * stride + column).to(desc.dtype))
    fence_async_shared()
    tma_store_of(desc, [gl.program_id(0) * shape[0], 0], buffer)
    tma.store_wait(pendings=0)


@gluon.jit
def wgmma(a_desc, b_desc, c_desc, K, num_warps: gl.constexpr, A_IN_REGISTERS: gl.constexpr):
    M: gl.constexpr = c_desc.block_type.shape[0]
    N: gl.constexpr = c_desc.block_type.shape[1]
    DEPTH: gl.constexpr = a_desc.block_type.shape[1]
    layout: gl.constexpr = gl.NVMMADistributedLayout([3, 0], [num_warps, 1], [16, N, 16])
    a_buffer = gl.allocate_shared_memory(a_desc.dtype, a_desc.block_type.shape, a_desc.layout)
    b_buffer = gl.allocate_shared_memory(b_desc.dtype, b_desc.block_type.shape, b_desc.layout)
    bar = gl.allocate_shared_memory(gl.int64, [1], mbarrier.MBarrierLayout())
    mbarrier.init(bar, count=1)
    acc = gl.zeros([M, N], gl.float32, layout=layout)
    phase = 0
    for k in range(0, K, DEPTH):
        mbarrier.expect(bar, a_desc.block_type.nbytes + b_desc.block_type.nbytes)
        tma_load(a_desc, [gl.program_id(0) * M, k], bar, a_buffer)
        tma_load(b_desc, [k, gl.program_id(1) * N], bar, b_buffer)
        mbarrier.wait(bar, phase)
        phase ^= 1
        left = a_buffer.load(gl.DotOperandLayout(0, layout, 2)) if A_IN_REGISTERS else a_buffer
        acc = warpgroup_mma(left, b_buffer, acc, is_async=True)
        acc = warpgroup_mma_wait(num_outstanding=0, deps=(acc,))
    mbarrier.invalidate(bar)
    c_buffer = gl.allocate_shared_memory(c_desc.dtype, c_desc.block_type.shape, c_desc.layout)
    c_buffer.store(acc.to(c_desc.dtype))
    fence_async_shared()
    tma_store_of(c_desc, [gl.program_id(0) * M, gl.program_id(1) * N], c_buffer)
    tma.store_wait(pendings=0)


@gluon.jit
def tcgen05(a_desc, b_desc, c_desc, K, num_warps: gl.constexpr):
    M: gl.constexpr = c_desc.block_type.shape[0]
    N: gl.constexpr = c_desc.block_type.shape[1]
    DEPTH: gl.constexpr = a_desc.block_type.shape[1]
    a_buffer = gl.allocate_shared_memory(a_desc.dtype, a_desc.block_type.shape, a_desc.layout)
    b_buffer = gl.allocate_shared_memory(b_desc.dtype, b_desc.block_type.shape, b_desc.layout)
    bars = gl.allocate_shared_memory(gl.int64, [2, 1], mbarrier.MBarrierLayout())
    mbarrier.init(bars.index(0), count=1)
    mbarrier.init(bars.index(1), count=1)
    tensor_layout: gl.constexpr = TensorMemoryLayout([M, N], col_stride=1)
    acc = allocate_tensor_memory(gl.float32, [M, N], tensor_layout)
    use_acc = False
    phase = 0
    for k in range(0, K, DEPTH):
        mbarrier.expect(bars.index(0), a_desc.block_type.nbytes + b_desc.block_type.nbytes)
        tma_load(a_desc, [0, k], bars.index(0), a_buffer)
        tma_load(b_desc, [k, 0], bars.index(0), b_buffer)
        mbarrier.wait(bars.index(0), phase)
        tcgen05_mma(a_buffer, b_buffer, acc, use_acc=use_acc, mbarriers=[bars.index(1)], mbarrier_preds=[True])
        mbarrier.wait(bars.index(1), phase)
        use_acc = True
        phase ^= 1
    c_buffer = gl.allocate_shared_memory(c_desc.dtype, c_desc.block_type.shape, c_desc.layout)
    if CHOOSES_REGISTERS:
        value = acc.load()
    else:
        registers: gl.constexpr = get_tmem_reg_layout(gl.float32, (M, N), tensor_layout, num_warps)
        value = acc.load(registers)
    c_buffer.store(value.to(c_desc.dtype))
    fence_async_shared()
    tma_store_of(c_desc, [0, 0], c_buffer)
    tma.store_wait(pendings=0)


@gluon.jit
def produce(x_ptr, buffers, full, empty, steps, layout: gl.constexpr):
    BUFFERS: gl.constexpr = buffers.type.shape[0]
    BLOCK: gl.constexpr = buffers.type.shape[1]
    lanes = gl.arange(0, BLOCK, layout=layout)
    for step in range(steps):
        slot = step % BUFFERS
        mbarrier.wait(empty.index(slot), (step // BUFFERS + 1) & 1)
        buffers.index(slot).store(gl.load(x_ptr + step * BLOCK + lanes))
        mbarrier.arrive(full.index(slot), count=1)


@gluon.jit
def consume(out_ptr, buffers, full, empty, steps, layout: gl.constexpr):
    BUFFERS: gl.constexpr = buffers.type.shape[0]
    BLOCK: gl.constexpr = buffers.type.shape[1]
    lanes = gl.arange(0, BLOCK, layout=layout)
    for step in range(steps):
        slot = step % BUFFERS
        mbarrier.wait(full.index(slot), step // BUFFERS & 1)
        value = buffers.index(slot).load(layout)
        mbarrier.arrive(empty.index(slot), count=1)
        gl.store(out_ptr + step * BLOCK + lanes, value + 1.0)


@gluon.jit
def specialized(x_ptr, out_ptr, steps, BLOCK: gl.constexpr, BUFFERS: gl.constexpr, shared: gl.constexpr):
    consumer: gl.constexpr = gl.BlockedLayout([1], [32], [4], [0])
    producer: gl.constexpr = gl.BlockedLayout([1], [32], [1], [0])
    buffers = gl.allocate_shared_memory(gl.float32, [BUFFERS, BLOCK], shared)
    full = gl.allocate_shared_memory(gl.int64, [BUFFERS, 1], mbarrier.MBarrierLayout())
    empty = gl.allocate_shared_memory(gl.int64, [BUFFERS, 1], mbarrier.MBarrierLayout())
    for index in gl.static_range(BUFFERS):
        mbarrier.init(full.index(index), count=1)
        mbarrier.init(empty.index(index), count=1)
    gl.warp_specialize(
        [
            (consume, (out_ptr, buffers, full, empty, steps, consumer)),
            (produce, (x_ptr, buffers, full, empty, steps, producer)),
        ],
        [1],
        [24],
    )


LINE = gl.BlockedLayout([1], [32], [4], [0])
SQUARE = gl.BlockedLayout([1, 4], [4, 8], [4, 1], [1, 0])
PLAIN = gl.SwizzledSharedLayout(1, 1, 1, [0])
SWIZZLED = gl.SwizzledSharedLayout(4, 2, 4, [1, 0])


def _descriptor(dtype: str, *shape: int) -> str:
    """The type of a descriptor of blocks in the layout that Gluon chooses for them."""
    layout = gl.NVMMASharedLayout.get_default_for(
        list(shape), getattr(gl, {"fp16": "float16", "fp32": "float32"}[dtype])
    )
    return f"tensordesc<{dtype}{list(shape)},{layout!r}>"


_HALF = _descriptor("fp16", 64, 64)
_PRODUCT = {"a_desc": _descriptor("fp16", 128, 64), "b_desc": _descriptor("fp16", 64, 128)}
_PRODUCT |= {"c_desc": _descriptor("fp16", 128, 128), "K": "i32"}


def _line_example(random: np.random.Generator) -> Example:
    values = random.standard_normal(512).astype(np.float32)
    return Example({"x_ptr": values, "out_ptr": np.zeros_like(values), "n": 512}, (1,))


def _square_example(random: np.random.Generator) -> Example:
    values = random.standard_normal((64, 64)).astype(np.float32)
    return Example({"x_ptr": values, "out_ptr": np.zeros_like(values)}, (1,))


def _mma_example(random: np.random.Generator) -> Example:
    left, right = (random.standard_normal((64, 64)).astype(np.float16) for _ in range(2))
    return Example({"a_ptr": left, "b_ptr": right, "c_ptr": np.zeros((64, 64), np.float16), "K": 64}, (1,))


def _steps_example(random: np.random.Generator) -> Example:
    values = random.standard_normal(5 * 128).astype(np.float32)
    return Example({"x_ptr": values, "out_ptr": np.zeros_like(values), "steps": 5}, (1,))


KERNELS = [
    Kernel(
        transposed,
        {"x_ptr": "*fp32:16", "out_ptr": "*fp32:16"},
        {"SIZE": 64, "layout": SQUARE, "shared": SWIZZLED},
        example=_square_example,
        reference=lambda v: {"out_ptr": v["x_ptr"].T},
    ),
    Kernel(
        rotating_copies,
        {"x_ptr": "*fp32:16", "out_ptr": "*fp32:16", "n": "i32:16"},
        {"BLOCK": 128, "BUFFERS": 3, "layout": LINE, "shared": PLAIN},
        example=_line_example,
        reference=lambda v: {"out_ptr": v["x_ptr"] * 2},
    ),
    Kernel(
        mma_of_registers,
        {"a_ptr": "*fp16:16", "b_ptr": "*fp16:16", "c_ptr": "*fp16:16", "K": "i32:16"},
        {"SIZE": 64, "DEPTH": 32, "num_warps": 4},
        example=_mma_example,
        reference=lambda v: {"c_ptr": v["a_ptr"].astype(np.float32) @ v["b_ptr"].astype(np.float32)},
        tolerance=2e-2,
    ),
    Kernel(tma_copy, {"in_desc": _HALF, "out_desc": _HALF}, {"BLOCK": 64}, minimum=90),
    Kernel(
        tma_row_sums,
        {"desc": _HALF, "out_ptr": "*fp32:16", "steps": "i32"},
        {"BUFFERS": 3, "layout": SQUARE},
        minimum=90,
    ),
    Kernel(
        tma_store,
        {"x_ptr": "*fp32:16", "desc": _HALF, "stride": "i32:16"},
        {"layout": SQUARE},
        minimum=90,
    ),
    Kernel(wgmma, _PRODUCT, {"num_warps": 4, "A_IN_REGISTERS": False}, minimum=90, end=100),
    Kernel(
        wgmma,
        _PRODUCT,
        {"num_warps": 8, "A_IN_REGISTERS": True},
        minimum=90,
        end=100,
        options={"num_warps": 8},
        label="wgmma_of_registers",
    ),
    Kernel(tcgen05, _PRODUCT, {"num_warps": 4}, minimum=100),
    Kernel(
        specialized,
        {"x_ptr": "*fp32:16", "out_ptr": "*fp32:16", "steps": "i32"},
        {"BLOCK": 128, "BUFFERS": 2, "shared": PLAIN},
        minimum=90,
        example=_steps_example,
        reference=lambda v: {"out_ptr": v["x_ptr"] + 1},
    ),
]
