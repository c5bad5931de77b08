"""Encodings as linear layouts, against the wheel, over random encodings and shapes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
import triton.language as tl
from triton._C.libtriton import gluon_ir, ir, passes
from triton.experimental.gluon.language.nvidia.blackwell import TensorMemoryLayout
from unit.layouts import layout_cases as cases
from unit.layouts.layout_oracle import Oracle, distributed

from xtriton.layouts.division import divide_right
from xtriton.layouts.encodings import (
    AMDRotatingShared,
    CTALayout,
    Encoding,
    SharedLinear,
    Slice,
    TensorMemory,
    TensorMemoryScales,
    default_blocked,
    to_linear_layout,
)
from xtriton.layouts.linear_layout import LinearLayout
from xtriton.layouts.tile import reshape_layout, transpose_layout


@pytest.fixture(scope="module")
def oracle() -> Oracle:
    return Oracle()


def check(oracle: Oracle, encoding: Encoding, shape: tuple[int, ...]):
    expected = oracle.to_linear_layout(encoding, shape)
    assert to_linear_layout(encoding, shape) == expected, f"{encoding} of {shape}"


@pytest.mark.parametrize("rank", [1, 2, 3, 4])
def test_blocked(oracle: Oracle, rank: int):
    rng = Random(rank)
    for _ in range(cases.CASES):
        check(oracle, cases.blocked(rng, rank), cases.shape(rng, rank))


@pytest.mark.parametrize("version", [2, 3])
def test_nvidia_mma(oracle: Oracle, version: int):
    rng = Random(version)
    for _ in range(cases.CASES):
        rank = rng.choice((2, 3)) if version == 2 else 2
        check(oracle, cases.nvidia(rng, rank, version), cases.shape(rng, rank))


def test_dot_operand(oracle: Oracle):
    rng = Random(5)
    for _ in range(2 * cases.CASES):
        encoding = cases.dot_operand(rng, rng.choice((2, 2, 3)))
        check(oracle, encoding, cases.shape(rng, encoding.rank, 14))


@pytest.mark.parametrize("kind", ["mfma", "wmma"])
def test_amd(oracle: Oracle, kind: str):
    rng = Random(kind)
    for _ in range(cases.CASES):
        rank = rng.choice((2, 2, 3))
        encoding = getattr(cases, kind)(rng, rank)
        shape = cases.shape(rng, rank, 12)
        if kind == "wmma":  # An instruction is the least that wmma can do.
            shape = (*shape[:-2], *(16 * size for size in shape[-2:]))
        check(oracle, encoding, shape)


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_slice(oracle: Oracle, rank: int):
    rng = Random(rank)
    for _ in range(cases.CASES):
        parent = cases.distributed(rng, rank + 1)
        check(oracle, Slice(rng.randint(0, rank), parent), cases.shape(rng, rank))


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_linear(oracle: Oracle, rank: int):
    rng = Random(rank)
    for _ in range(cases.CASES):
        check(oracle, cases.linear(rng, rank), cases.shape(rng, rank))


def unlike(shape: tuple[int, ...]) -> tuple[int, ...]:
    """The shape with the first and the last dimension cut in two, so that no special case of reshapes applies."""
    first = (2, shape[0] // 2) if shape[0] > 1 else shape[:1]
    last = (shape[-1] // 2, 2) if shape[-1] > 1 else shape[-1:]
    return (*first, *shape[1:-1], *last) if len(shape) > 1 else (*first, 1)


def reshaped(oracle: Oracle, encoding: Encoding, shape: tuple[int, ...]) -> tuple[Any, tuple[int, ...]]:
    target = unlike(shape)
    value = oracle.builder.create_memdesc_reshape(oracle.memory(encoding, shape), list(target))
    return oracle.of_memory(value), target


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_swizzled_shared(oracle: Oracle, rank: int):
    rng = Random(rank)
    for _ in range(cases.CASES):
        encoding = cases.swizzled(rng, rank)
        # Gluon can't show a layout without offsets, that is one element per block.
        least = [2 * parts for parts in encoding.cta.cta_split_num]
        shape = tuple(map(max, cases.shape(rng, rank), least))
        expected, target = reshaped(oracle, encoding, shape)
        layout = reshape_layout(to_linear_layout(encoding, shape), target)
        assert expected == SharedLinear(layout, 16), f"{encoding} of {shape}"


@pytest.mark.parametrize("rank", [2, 3])
def test_nvmma_shared(oracle: Oracle, rank: int):
    rng = Random(rank)
    for _ in range(cases.CASES):
        encoding, shape = cases.nvmma(rng, rank)
        layout = to_linear_layout(encoding, shape)
        if rank == 3:
            value = oracle.builder.create_memdesc_trans(oracle.memory(encoding, shape), [0, 2, 1])
            expected = oracle.of_memory(value)
            layout = transpose_layout(layout, (0, 2, 1))
        else:
            expected, target = reshaped(oracle, encoding, shape)
            layout = reshape_layout(layout, target)
        assert expected == SharedLinear(layout, encoding.alignment), f"{encoding} of {shape}"


def test_amd_rotating_shared(oracle: Oracle, tmp_path: Path):
    """Gluon can't make this one, so it comes from text, as the types of arguments."""
    rng = Random(8)
    drawn: list[tuple[AMDRotatingShared, tuple[int, ...]]] = []
    for _ in range(cases.CASES // 4):
        like = cases.swizzled(rng, rng.choice((1, 2, 3)))
        like = replace(like, max_phase=min(like.max_phase, 8), cta=CTALayout.default(like.rank))
        encoding = AMDRotatingShared(like.vec, like.per_phase, like.max_phase, like.minor_to_major, like.cta)
        drawn.append((encoding, tuple(max(size, 2) for size in cases.shape(rng, like.rank, 14))))
    arguments = [f"%a{i}: {memory_type(*case)}" for i, case in enumerate(drawn)]
    path = tmp_path / "rotating.mlir"
    path.write_text(f"tt.func @g({', '.join(arguments)}) {{ tt.return }}")
    module = ir.parse_mlir_module(str(path), oracle.context)
    function = module.get_function("g")
    for i, (encoding, shape) in enumerate(drawn):
        value = oracle.builder.create_memdesc_reshape(function.args(i), list(unlike(shape)))
        layout = reshape_layout(to_linear_layout(encoding, shape), unlike(shape))
        assert oracle.of_memory(value) == SharedLinear(layout, 16), f"{encoding} of {shape}"


def memory_type(encoding: AMDRotatingShared, shape: tuple[int, ...]) -> str:
    fields = f"vec = {encoding.vec}, perPhase = {encoding.per_phase}, maxPhase = {encoding.max_phase}"
    attribute = f"#ttg.amd_rotating_shared<{{{fields}, order = {list(encoding.minor_to_major)}}}>"
    return f"!ttg.memdesc<{'x'.join(map(str, shape))}xi8, {attribute}, #ttg.shared_memory, mutable>"


@pytest.mark.parametrize("block_m", [64, 128])
@pytest.mark.parametrize("col_stride", [1, 2])
def test_tensor_memory(block_m: int, col_stride: int):
    """The registers that a load of 32 lanes x 32 bits fills are the places of tensor memory, one for one."""
    rng = Random(block_m + col_stride)
    for _ in range(cases.CASES // 8):
        block_n, split = 8 << rng.randint(0, 4), (cases.power(rng, 1), cases.power(rng, 1))
        two_ctas = split[0] == 2 and rng.random() < 0.5
        shape = (block_m * cases.power(rng, 1) * split[0], block_n * cases.power(rng, 1) * split[1])
        if two_ctas and block_m == 64:
            shape = (128, shape[1])
        cta = CTALayout.from_split(split, split, (0, 1))
        gluon = TensorMemoryLayout((block_m, block_n), col_stride, split, two_ctas)
        kind = tl.float32 if col_stride == 1 else tl.float16
        blocks = [list(basis) for basis in cta.bases]
        loaded = gluon_ir.compute_tmem_reg_layout(kind, list(shape), gluon, 4, "32x32b", blocks)
        encoding = TensorMemory(block_m, block_n, col_stride, *split, two_ctas)
        assert loaded_by_lanes(encoding, shape, cta) == distributed(loaded), f"{encoding} of {shape}"


def loaded_by_lanes(encoding: TensorMemory, shape: tuple[int, ...], cta: CTALayout) -> LinearLayout:
    layout = to_linear_layout(encoding, shape)
    if encoding.col_stride > 1:
        assert not any(map(any, layout.bases["col"][: encoding.col_stride // 2]))
    blocks = LinearLayout.empty()
    for dim, parts in enumerate(cta.cta_split_num):
        blocks *= LinearLayout.identity_1d(parts, "col", f"dim{dim}")
    block = divide_right(layout, blocks)
    assert block is not None
    rows, columns = block.bases["row"], block.bases["col"][encoding.col_stride // 2 :]
    lanes = rows[:5]
    if not any(lanes[4]):  # The upper half of the lanes would hold nothing: it takes half of the columns.
        lanes, columns = (*lanes[:4], columns[-1]), columns[:-1]
    bases = {"register": columns, "lane": lanes, "warp": rows[5:]}
    return LinearLayout(bases, dict(block.out_dims)) * cta.linear_layout


def test_tensor_memory_scales():
    """A chunk is 32 rows of 4 columns for 64 scaled rows; the other 96 rows of tensor memory are copies."""
    layout = to_linear_layout(TensorMemoryScales(), (128, 8))
    for row in range(128):
        for column in range(32):
            part, low = divmod(column, 8)
            expected = {"dim0": row % 32 + 32 * (low // 4) + 64 * (part % 2), "dim1": low % 4 + 4 * (part // 2)}
            assert layout.apply({"row": row, "col": column}) == expected
    small = to_linear_layout(TensorMemoryScales(), (16, 2))
    assert small.bases["row"] == ((1, 0), (2, 0), (4, 0), (8, 0), (0, 0), (0, 0), (0, 0))
    assert small.bases["col"] == ((0, 1), (0, 0), (0, 0))


@pytest.mark.parametrize("num_ctas", [1, 2, 4])
def test_default_blocked(num_ctas: int, tmp_path: Path):
    """What tensors get first, from the pass that gives it to them."""
    rng = Random(num_ctas)
    shapes = [cases.shape(rng, rng.randint(1, 4)) for _ in range(100)]
    path = tmp_path / "plain.mlir"
    splats = "\n".join(f"%{i} = tt.splat %x : i8 -> tensor<{'x'.join(map(str, s))}xi8>" for i, s in enumerate(shapes))
    path.write_text(f"tt.func @g(%x: i8) {{\n{splats}\ntt.return\n}}")
    oracle = Oracle()
    module = ir.parse_mlir_module(str(path), oracle.context)
    manager = ir.pass_manager(oracle.context)
    passes.ttir.add_convert_to_ttgpuir(manager, "cuda:90", 8, 32, num_ctas)
    manager.run(module, "default_blocked")
    found: list[Any] = []
    module.walk(lambda op: found.append(op.get_result(0)) if op.get_name() == "tt.splat" else None)
    for value, shape in zip(found, shapes, strict=True):
        assert oracle.of_tensor(value) == default_blocked(shape, 8, 32, num_ctas), shape


def test_cta_layout_from_split():
    rng = Random(7)
    for _ in range(cases.CASES // 4):
        rank = rng.randint(1, 4)
        split, order = cases.box(rng, rank, rng.randint(0, 3)), cases.permutation(rng, rank)
        ctas = tuple(parts * cases.power(rng, 1) for parts in split)
        expected = gluon_ir.make_cga_layout(list(ctas), list(split), list(order))
        assert CTALayout.from_split(ctas, split, order).bases == tuple(map(tuple, expected))
