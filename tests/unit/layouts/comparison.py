"""Encodings of every kind as linear layouts, ours and the wheel's.

As a program it compares many: ``python -m unit.layouts.comparison --cases 2000 --seed 1``.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import triton.language as tl
from triton._C.libtriton import ir
from unit.layouts import layout_cases as cases
from unit.layouts.layout_oracle import Oracle, memory_registers

from xtriton.layouts.division import divide_right
from xtriton.layouts.encodings import (
    AMDRotatingShared,
    CTALayout,
    DistributedEncoding,
    DotOperand,
    Encoding,
    NvidiaMma,
    NVMMAShared,
    PaddedShared,
    SharedEncoding,
    SharedLinear,
    Slice,
    TensorMemory,
    to_linear_layout,
)
from xtriton.layouts.linear_layout import LinearLayout
from xtriton.layouts.tile import reshape_layout, transpose_layout

Case = tuple[Encoding, cases.Shape]


def with_shape(encoding: Encoding, rng: Random, bits: int = 12) -> Case:
    return encoding, cases.shape(rng, encoding.rank, bits)


def _hopper(rng: Random) -> NvidiaMma:
    """With the instructions of all types: k is 8 for tf32, 16 for f16 and bf16, 32 for fp8 and int8."""
    instr = (16, cases.power(rng, 5) * 8, rng.choice((8, 16, 32)))
    return NvidiaMma(3, 0, cases.box(rng, 2, rng.randint(0, 3)), cases.cta(rng, 2), instr)


def _ampere(rng: Random) -> NvidiaMma:
    return cases.nvidia(rng, rng.choice((2, 2, 3)), 2)


def _amd(rng: Random, kind: str) -> Case:
    rank = rng.choice((2, 2, 3))
    encoding: Encoding = getattr(cases, kind)(rng, rank)
    shape = cases.shape(rng, rank, 12)
    # An instruction is the least that wmma can do.
    return encoding, (*shape[:-2], *(16 * size for size in shape[-2:])) if kind == "wmma" else shape


def _amd_operand(rng: Random, kind: str) -> Case:
    parent, shape = _amd(rng, kind)
    assert isinstance(parent, DistributedEncoding)
    width = rng.choice((8, 16)) if kind == "wmma" else 1 << rng.randint(1, 4)
    encoding = DotOperand(rng.randint(0, 1), parent, width)
    return (encoding, shape) if kind == "wmma" else with_shape(encoding, rng, 14)


def _slice(rng: Random) -> Case:
    rank = rng.randint(1, 3)
    parent = cases.distributed(rng, rank + 1)
    if rank < 3 and rng.random() < 0.3:
        # A slice of a slice.
        parent = Slice(rng.randint(0, rank + 1), cases.distributed(rng, rank + 2))
    return with_shape(Slice(rng.randint(0, rank), parent), rng)


def _swizzled(rng: Random) -> Case:
    encoding = cases.swizzled(rng, rng.randint(1, 4))
    # Gluon can't show a layout without offsets, that is one element per block.
    least = [2 * parts for parts in encoding.cta.cta_split_num]
    return encoding, tuple(map(max, cases.shape(rng, encoding.rank), least))


def _rotating(rng: Random) -> Case:
    like = cases.swizzled(rng, rng.choice((1, 2, 3)))
    like = replace(like, max_phase=min(like.max_phase, 8), cta=CTALayout.default(like.rank))
    encoding = AMDRotatingShared(like.vec, like.per_phase, like.max_phase, like.minor_to_major, like.cta)
    return encoding, tuple(max(size, 2) for size in cases.shape(rng, like.rank, 14))


def _shared_linear(rng: Random) -> Case:
    """A swizzled layout reshaped to another shape."""
    encoding, shape = _swizzled(rng)
    layout = reshape_layout(to_linear_layout(encoding, shape), unlike(shape))
    return SharedLinear(layout, 16 << rng.randint(0, 3)), unlike(shape)


def _padded(rng: Random) -> Case:
    sizes = tuple(max(size, 2) for size in cases.shape(rng, rng.randint(1, 3), 10))
    order = cases.permutation(rng, len(sizes))
    pairs = [(4 << 2 * i, cases.power(rng, 3)) for i in range(rng.randint(1, 3))]
    return PaddedShared.with_identity(pairs, order, sizes), sizes


def tensor_memory(rng: Random) -> Case:
    block_m, col_stride = rng.choice((64, 128)), rng.choice((1, 2))
    block_n, split = 8 << rng.randint(0, 4), (cases.power(rng, 1), cases.power(rng, 1))
    two_ctas = split[0] == 2 and rng.random() < 0.5
    shape = (block_m * cases.power(rng, 1) * split[0], block_n * cases.power(rng, 1) * split[1])
    if two_ctas and block_m == 64:
        shape = (128, shape[1])
    return TensorMemory(block_m, block_n, col_stride, two_ctas=two_ctas, **cases.ctas_of_memory(split)), shape


KINDS: dict[str, Callable[[Random], Case]] = {
    "blocked": lambda rng: with_shape(cases.blocked(rng, rng.randint(1, 5)), rng),
    "linear": lambda rng: with_shape(cases.linear(rng, rng.randint(1, 4)), rng),
    "nvidia_mma v2": lambda rng: with_shape(_ampere(rng), rng),
    "nvidia_mma v3": lambda rng: with_shape(_hopper(rng), rng),
    "dot_op of blocked": lambda rng: with_shape(
        DotOperand(rng.randint(0, 1), cases.blocked(rng, rng.choice((2, 3)))), rng, 14
    ),
    "dot_op of v2": lambda rng: with_shape(DotOperand(rng.randint(0, 1), _ampere(rng), cases.power(rng, 3)), rng, 14),
    "dot_op of v3": lambda rng: with_shape(DotOperand(0, _hopper(rng), cases.power(rng, 3)), rng, 14),
    "amd_mfma": lambda rng: _amd(rng, "mfma"),
    "amd_wmma": lambda rng: _amd(rng, "wmma"),
    "dot_op of mfma": lambda rng: _amd_operand(rng, "mfma"),
    "dot_op of wmma": lambda rng: _amd_operand(rng, "wmma"),
    "slice": _slice,
    "swizzled_shared": _swizzled,
    "nvmma_shared": lambda rng: cases.nvmma(rng, rng.choice((2, 2, 3))),
    "amd_rotating_shared": _rotating,
    "shared_linear": _shared_linear,
    "padded_shared": _padded,
    "tensor_memory": tensor_memory,
}
"""A random encoding of each kind with a shape."""


def unlike(shape: tuple[int, ...]) -> tuple[int, ...]:
    """The shape with the first and the last dimension cut in two, so that no special case of reshapes applies."""
    first = (2, shape[0] // 2) if shape[0] > 1 else shape[:1]
    last = (shape[-1] // 2, 2) if shape[-1] > 1 else shape[-1:]
    return (*first, *shape[1:-1], *last) if len(shape) > 1 else (*first, 1)


def both(oracle: Oracle, encoding: Encoding, shape: tuple[int, ...]) -> tuple[object, object]:
    """Two layouts that must be equal: ours, or the one that an operation infers from it, and the wheel's."""
    match encoding:
        case DistributedEncoding():
            return to_linear_layout(encoding, shape), oracle.to_linear_layout(encoding, shape)
        case TensorMemory():
            return loaded_by_lanes(encoding, shape), loaded(encoding, shape)
        case PaddedShared():
            return encoding, oracle.of_memory(_argument(oracle, _padded_type(encoding, shape)))
        case SharedEncoding():
            return _in_memory(oracle, encoding, shape)
        case _:
            raise NotImplementedError(encoding)


def _in_memory(oracle: Oracle, encoding: SharedEncoding, shape: tuple[int, ...]) -> tuple[object, object]:
    """The wheel tells the linear layout of memory only once it has been reshaped or transposed."""
    layout = to_linear_layout(encoding, shape)
    if isinstance(encoding, AMDRotatingShared):
        memory = _argument(oracle, _rotating_type(encoding, shape))
    else:
        memory = oracle.memory(encoding, shape)
    if isinstance(encoding, NVMMAShared) and encoding.rank == 3:
        value = oracle.builder.create_memdesc_trans(memory, [0, 2, 1])
        ours = transpose_layout(layout, (0, 2, 1))
    else:
        value = oracle.builder.create_memdesc_reshape(memory, list(unlike(shape)))
        ours = reshape_layout(layout, unlike(shape))
    return SharedLinear(ours, encoding.alignment), oracle.of_memory(value)


def _argument(oracle: Oracle, type_: str) -> Any:
    """A value of a type that gluon can't make."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "argument.mlir"
        path.write_text(f"tt.func @g(%a: {type_}) {{ tt.return }}", encoding="utf-8")
        module = ir.parse_mlir_module(str(path), oracle.context)
    function = module.get_function("g")
    # The module must outlive the value.
    oracle.kept.append(module)
    return function.args(0)


def _memory_type(shape: tuple[int, ...], attribute: str) -> str:
    return f"!ttg.memdesc<{'x'.join(map(str, shape))}xi8, {attribute}, #ttg.shared_memory, mutable>"


def _rotating_type(encoding: AMDRotatingShared, shape: tuple[int, ...]) -> str:
    fields = f"vec = {encoding.vec}, perPhase = {encoding.per_phase}, maxPhase = {encoding.max_phase}"
    order = list(encoding.minor_to_major)
    return _memory_type(shape, f"#ttg.amd_rotating_shared<{{{fields}, order = {order}}}>")


def _padded_type(encoding: PaddedShared, shape: tuple[int, ...]) -> str:
    pairs = ", ".join(f"{a}:+{b}" for a, b in zip(encoding.intervals, encoding.paddings, strict=True))
    order = list(encoding.order(len(shape)))
    return _memory_type(shape, f"#ttg.padded_shared<[{pairs}] {{order = {order}, shape = {list(shape)}}}>")


def loaded(encoding: TensorMemory, shape: tuple[int, ...]) -> LinearLayout:
    """The registers that a load of 32 lanes x 32 bits fills, as the wheel has it."""
    return memory_registers(encoding, shape, tl.float32 if encoding.col_stride == 1 else tl.float16, 4, "32x32b")


def loaded_by_lanes(encoding: TensorMemory, shape: tuple[int, ...]) -> LinearLayout:
    """The places of tensor memory as registers of lanes, one for one."""
    layout = to_linear_layout(encoding, shape)
    if encoding.col_stride > 1:
        assert not any(map(any, layout.bases["col"][: encoding.col_stride // 2]))
    block = _of_one_cta(encoding, layout, shape)
    rows, columns = block.bases["row"], block.bases["col"][encoding.col_stride // 2 :]
    lanes = rows[:5]
    if not any(lanes[4]):  # The upper half of the lanes would hold nothing: it takes half of the columns.
        lanes, columns = (*lanes[:4], columns[-1]), columns[:-1]
    bases = {"register": columns, "lane": lanes, "warp": rows[5:]}
    return LinearLayout(bases, dict(block.out_dims)) * encoding.cta_layout.linear_layout


def _of_one_cta(encoding: TensorMemory, layout: LinearLayout, shape: tuple[int, ...]) -> LinearLayout:
    """The part of one CTA. The CTAs are an input of the layout since Triton 3.8, and columns before."""
    if "block" in layout.bases:
        sizes = dict(zip(layout.out_dims, encoding.cta_layout.shape_per_cta(shape), strict=True))
        return LinearLayout({name: layout.bases[name] for name in ("row", "col")}, sizes)
    blocks = LinearLayout.empty()
    for dim, parts in enumerate(encoding.cta_layout.cta_split_num):
        blocks *= LinearLayout.identity_1d(parts, "col", f"dim{dim}")
    block = divide_right(layout, blocks)
    assert block is not None
    return block


def _main() -> int:
    parser = argparse.ArgumentParser(description="Compare random encodings with those of the installed Triton wheel.")
    parser.add_argument("--cases", type=int, default=1000, help="how many of each kind are compared")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    total, wrong = Counter[str](), 0
    for kind, draw in KINDS.items():
        rng, oracle, seen = Random(f"{kind} {arguments.seed}"), Oracle(), set[Case]()
        for _ in range(arguments.cases):
            case = draw(rng)
            if case in seen:
                continue
            seen.add(case)
            ours, theirs = both(oracle, *case)
            if ours != theirs:
                wrong += 1
                print(f"{kind}: {case[0]} of {case[1]}:\n{ours}\nand the wheel has\n{theirs}")
        total[kind] = len(seen)
        print(f"{kind:20} {len(seen)}")
    print(f"{total.total()} different encodings and shapes, {wrong} differences")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(_main())
