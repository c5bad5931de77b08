"""Inference of encodings, against what the wheel's operations infer, over random encodings and shapes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from selection import of_versions
from triton._C.libtriton import ir
from unit.layouts import layout_cases as cases
from unit.layouts.layout_oracle import Oracle

from xtriton.layouts.encodings import (
    AMDMfma,
    AMDWmma,
    Blocked,
    CTALayout,
    DotOperand,
    Encoding,
    Linear,
    NvidiaMma,
    NVMMAShared,
    PaddedShared,
    SharedLinear,
    Slice,
    SwizzledShared,
    TensorMemory,
    order,
    to_linear_layout,
)
from xtriton.layouts.inference import (
    LayoutError,
    check_dot_operand,
    check_dot_operands,
    infer_expand_dims,
    infer_fp4_to_fp,
    infer_join,
    infer_memdesc_reshape,
    infer_reduce,
    infer_reshape,
    infer_split,
    infer_trans,
)
from xtriton.layouts.linear_layout import LinearLayout
from xtriton.versions import V3_8, before, since

with_wmma = of_versions(cases.WITH_WMMA, "the layout of wmma is that of Triton 3.6")

BLOCKED = Blocked((1, 2), (4, 8), (2, 2), (1, 0), CTALayout.default(2))


@pytest.fixture(scope="module")
def oracle() -> Oracle:
    return Oracle()


def regroup(rng: Random, shape: tuple[int, ...]) -> tuple[int, ...]:
    """Another shape with as many elements, often made by merging or splitting dimensions."""
    bits = sum(size.bit_length() - 1 for size in shape)
    if rng.random() < 0.3:
        return cases.box(rng, rng.randint(1, 4), bits)
    new = list(shape)
    for _ in range(rng.randint(1, 3)):
        at = rng.randrange(len(new))
        if rng.random() < 0.5 and at + 1 < len(new):
            new[at : at + 2] = [new[at] * new[at + 1]]
        else:
            part = cases.power(rng, new[at].bit_length() - 1)
            new[at : at + 1] = [new[at] // part, part]
    return tuple(new)


@pytest.mark.parametrize("rank", [2, 3, 4])
def test_trans(oracle: Oracle, rank: int):
    rng = Random(rank)
    for _ in range(cases.CASES):
        encoding, shape = cases.distributed(rng, rank), cases.shape(rng, rank)
        perm = cases.permutation(rng, rank)
        value = oracle.builder.create_trans(oracle.tensor(encoding, shape), list(perm))
        assert infer_trans(encoding, shape, perm) == oracle.of_tensor(value), f"{encoding} of {shape} by {perm}"


@pytest.mark.parametrize("rank", [2, 3])
def test_trans_of_memory(oracle: Oracle, rank: int):
    rng = Random(rank)
    for i in range(cases.CASES):
        perm = cases.permutation(rng, rank)
        encoding: Encoding
        if i % 3 == 0:
            encoding, shape = cases.swizzled(rng, rank), cases.shape(rng, rank)
        elif i % 3 == 1:
            encoding, shape = cases.nvmma(rng, rank)
        else:
            encoding, shape = cases.padded(rng, rank)
            if not encoding.linear_component.bases["offset"]:
                continue  # Gluon can't show it.
        value = oracle.builder.create_memdesc_trans(oracle.memory(encoding, shape), list(perm))
        assert infer_trans(encoding, shape, perm) == oracle.of_memory(value), f"{encoding} of {shape} by {perm}"


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_reshape(oracle: Oracle, rank: int):
    rng = Random(rank)
    for _ in range(cases.CASES):
        encoding, shape = cases.distributed(rng, rank), cases.shape(rng, rank)
        target = regroup(rng, shape)
        value = oracle.builder.create_reshape(oracle.tensor(encoding, shape), list(target), False)
        assert infer_reshape(encoding, shape, target) == oracle.of_tensor(value), f"{encoding} of {shape} to {target}"


def test_reshape_of_blocked_to_blocked(oracle: Oracle):
    """Encodings that fit their shape, so that many have a blocked result."""
    rng, found = Random(11), 0
    for _ in range(2 * cases.CASES):
        rank = rng.randint(1, 3)
        order = tuple(range(rank))[::-1] if rng.random() < 0.7 else cases.permutation(rng, rank)
        parts, left = [], 12
        for bits in (rng.randint(0, 3), 5, rng.randint(0, 2)):
            parts.append([1] * rank)
            left -= bits
            parts[-1][order[0] if rng.random() < 0.6 else order[-1]] = 1 << bits
        encoding = Blocked(*map(tuple, parts), order, CTALayout.default(rank))
        shape = cases.shape(rng, rank)
        target = regroup(rng, shape)
        value = oracle.builder.create_reshape(oracle.tensor(encoding, shape), list(target), False)
        inferred = infer_reshape(encoding, shape, target)
        assert inferred == oracle.of_tensor(value), f"{encoding} of {shape} to {target}"
        found += isinstance(inferred, Blocked)
    assert found > cases.CASES // 4


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_reshape_of_memory(oracle: Oracle, rank: int):
    rng, kept = Random(rank), 0
    for i in range(cases.CASES):
        encoding: Encoding
        if i % 3 == 0 or rank == 1:
            encoding = cases.swizzled(rng, rank)
            least = [2 * parts for parts in encoding.cta.cta_split_num]
            shape = tuple(map(max, cases.shape(rng, rank), least))
        elif i % 3 == 1:
            encoding, shape = cases.nvmma(rng, rank)
        else:
            encoding, shape = cases.padded(rng, rank)
            if not encoding.linear_component.bases["offset"]:
                continue  # Gluon can't show it.
        target = regroup(rng, shape)
        inferred = infer_memdesc_reshape(encoding, shape, target)
        if not _known_to_wheel(encoding, inferred, target):
            continue
        value = oracle.builder.create_memdesc_reshape(oracle.memory(encoding, shape), list(target))
        assert inferred == oracle.of_memory(value), f"{encoding} of {shape} to {target}"
        kept += isinstance(inferred, NVMMAShared)
    assert kept > 0 or rank == 1


def _known_to_wheel(encoding: Encoding, inferred: Encoding, target: tuple[int, ...]) -> bool:
    """Whether the wheel survives: it tries NVMMA even on shapes that are too small, and needs equal parts per block."""
    try:
        if isinstance(encoding, NVMMAShared):
            to_linear_layout(replace(encoding, cta=CTALayout.default(len(target))), target)
        return inferred.cta_layout.rank == len(target)
    except ValueError:
        return False


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_expand_dims(oracle: Oracle, rank: int):
    rng = Random(rank)
    for _ in range(cases.CASES // 4):
        encoding = Slice(rng.randint(0, rank), cases.distributed(rng, rank + 1))
        value = oracle.builder.create_expand_dims(oracle.tensor(encoding, cases.shape(rng, rank)), encoding.dim)
        assert infer_expand_dims(encoding, encoding.dim) == oracle.of_tensor(value)


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_join(oracle: Oracle, rank: int):
    rng = Random(rank)
    for i in range(cases.CASES):
        encoding, shape = cases.distributed(rng, rank), cases.shape(rng, rank)
        if i % 2:
            parent = infer_join(cases.distributed(rng, rank), shape)
            if _split_ends_the_wheel(parent):
                continue
            encoding = Slice(rank, parent)
        value = oracle.tensor(encoding, shape)
        expected = oracle.of_tensor(oracle.builder.create_join(value, value))
        assert infer_join(encoding, shape) == expected, f"{encoding} of {shape}"


def _split_ends_the_wheel(encoding: Encoding) -> bool:
    """Splitting a blocked encoding of several blocks ends the wheel's process: it keeps the bases of the old rank."""
    return isinstance(encoding, Blocked) and encoding.cta != CTALayout.default(encoding.rank)


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_split(oracle: Oracle, rank: int):
    rng, split = Random(rank), 0
    for i in range(cases.CASES):
        shape = cases.shape(rng, rank)
        encoding = infer_join(cases.distributed(rng, rank), shape) if i % 2 else cases.distributed(rng, rank + 1)
        shape = (*shape, 2)
        if _split_ends_the_wheel(encoding):
            continue
        try:
            inferred = infer_split(encoding, shape)
        except LayoutError:
            continue  # The wheel ends the process.
        value = ir.builder.create_split(oracle.builder, oracle.tensor(encoding, shape))[0]
        assert inferred == oracle.of_tensor(value), f"{encoding} of {shape}"
        split += 1
    assert split > cases.CASES // 4


@pytest.mark.parametrize("rank", [1, 2, 3])
def test_fp4_to_fp(oracle: Oracle, rank: int):
    rng = Random(rank)
    half = oracle.builder.get_half_ty()
    for _ in range(cases.CASES):
        encoding, shape, axis = cases.distributed(rng, rank), cases.shape(rng, rank), rng.randrange(rank)
        # The wheel's builder hands the shape of the result to the inference, along with the encoding of the operand.
        whole = tuple(size * (2 if dim == axis else 1) for dim, size in enumerate(shape))
        if _doubles_to_an_unknown_operand(encoding, whole, axis):
            continue
        value = oracle.builder.create_fp4_to_fp(oracle.tensor(encoding, shape), half, axis)
        inferred = infer_fp4_to_fp(encoding, whole, axis)
        assert inferred == oracle.of_tensor(value), f"{encoding} of {shape} along {axis}"


def _doubles_to_an_unknown_operand(encoding: Encoding, shape: tuple[int, ...], axis: int) -> bool:
    """Whether unpacking makes an operand of wmma that its verifier refuses: the wheel's process ends."""
    doubled = isinstance(encoding, DotOperand) and order(encoding, shape)[axis] == 0
    return doubled and isinstance(encoding.parent, AMDWmma) and encoding.k_width == 16


def test_unpacking_fp4_is_undone():
    rng = Random(3)
    for _ in range(cases.CASES):
        rank = rng.randint(1, 3)
        encoding, shape, axis = cases.linear(rng, rank), cases.shape(rng, rank), rng.randrange(rank)
        result = infer_fp4_to_fp(encoding, shape, axis)
        whole = tuple(size * (2 if dim == axis else 1) for dim, size in enumerate(shape))
        back = infer_fp4_to_fp(result, whole, axis, forward=False)
        assert to_linear_layout(back, shape) == to_linear_layout(encoding, shape)


# ------------------------------------------------------------------------------------------------------- messages

MMA2 = NvidiaMma(2, 0, (2, 2), CTALayout.default(2), (16, 8))
MMA3 = NvidiaMma(3, 0, (4, 1), CTALayout.default(2), (16, 64, 16))

MESSAGES = [
    (
        "%0 = tt.expand_dims %a {axis = 0 : i32} : tensor<4x4xi8, #b> -> tensor<1x4x4xi8, #b3>",
        lambda: infer_expand_dims(BLOCKED, 0),
    ),
    (
        "%0 = tt.expand_dims %s {axis = 1 : i32} : tensor<4xi8, #s> -> tensor<4x1xi8, #b>",
        lambda: infer_expand_dims(infer_reduce(BLOCKED, 0), 1),
    ),
    (
        "%0, %1 = tt.split %d : tensor<4x2xi8, #b11> -> tensor<4xi8, #s>",
        lambda: infer_split(Blocked((1, 1), (4, 8), (2, 2), (1, 0), CTALayout.default(2)), (4, 2)),
    ),
]

HEADER = """
#b = #ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [2, 2], order = [1, 0]}>
#b11 = #ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [4, 8], warpsPerCTA = [2, 2], order = [1, 0]}>
#b3 = #ttg.blocked<{sizePerThread = [1, 1, 2], threadsPerWarp = [1, 4, 8], warpsPerCTA = [1, 2, 2], order = [2, 1, 0]}>
#s = #ttg.slice<{dim = 0, parent = #b}>
#m2 = #ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [2, 2], instrShape = [16, 8]}>
#m3 = #ttg.nvidia_mma<{versionMajor = 3, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 64, 16]}>
#mfma = #ttg.amd_mfma<{version = 3, warpsPerCTA = [4, 1], instrShape = [32, 32, 8], isTransposed = true}>
"""


def said_by_wheel(text: str, path: Path, capfd: pytest.CaptureFixture[str]) -> str:
    """The errors that the wheel prints when it parses this."""
    path.write_text(text)
    context = ir.context()
    ir.load_dialects(context)
    capfd.readouterr()
    with pytest.raises(RuntimeError):
        ir.parse_mlir_module(str(path), context)
    return capfd.readouterr().err


@pytest.mark.parametrize(("line", "infer"), MESSAGES)
def test_messages_of_operations(line: str, infer: object, tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    arguments = "%a: tensor<4x4xi8, #b>, %s: tensor<4xi8, #s>, %d: tensor<4x2xi8, #b11>"
    body = f"tt.func @f({arguments}) {{\n{line}\ntt.return\n}}"
    module = f'{HEADER}\nmodule attributes {{"ttg.num-warps" = 4 : i32}} {{\n{body}\n}}'
    said = said_by_wheel(module, tmp_path / "case.mlir", capfd)
    assert callable(infer)
    with pytest.raises(LayoutError) as caught:
        infer()
    assert f"error: {caught.value}" in said or f"op {caught.value}" in said, said


def linear(bases: dict[str, list[tuple[int, ...]]]) -> Linear:
    return Linear(LinearLayout({"register": [], "lane": [], "warp": [], "block": [], **bases}, ["dim0", "dim1"]))


ONE, TWO = CTALayout.default(1), CTALayout.default(2)
ATTRIBUTES = [
    (
        "#ttg.blocked<{sizePerThread = [3], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>",
        lambda: Blocked((3,), (32,), (4,), (0,), ONE),
    ),
    (
        "#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [31], warpsPerCTA = [4], order = [0]}>",
        lambda: Blocked((1,), (31,), (4,), (0,), ONE),
    ),
    (
        "#ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [5], order = [0]}>",
        lambda: Blocked((1,), (32,), (5,), (0,), ONE),
    ),
    (
        "#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>",
        lambda: Blocked((1, 1), (32,), (4,), (0,), TWO),
    ),
    (
        "#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [32, 1], warpsPerCTA = [4, 1], order = [1, 1]}>",
        lambda: Blocked((1, 1), (32, 1), (4, 1), (1, 1), TWO),
    ),
    (
        "#ttg.slice<{dim = 0, parent = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], "
        "warpsPerCTA = [4], order = [0]}>}>",
        lambda: Slice(0, Blocked((1,), (32,), (4,), (0,), ONE)),
    ),
    ("#ttg.slice<{dim = 2, parent = #b}>", lambda: Slice(2, BLOCKED)),
    ("#ttg.dot_op<{opIdx = 2, parent = #b}>", lambda: DotOperand(2, BLOCKED)),
    ("#ttg.dot_op<{opIdx = 0, parent = #b, kWidth = 2}>", lambda: DotOperand(0, BLOCKED, 2)),
    ("#ttg.dot_op<{opIdx = 0, parent = #m2}>", lambda: DotOperand(0, MMA2)),
    ("#ttg.dot_op<{opIdx = 1, parent = #m3, kWidth = 2}>", lambda: DotOperand(1, MMA3, 2)),
    (
        "#ttg.linear<{register = [[1, 1], [0, 1]], lane = [], warp = [], block = []}>",
        lambda: linear({"register": [(1, 1), (0, 1)]}),
    ),
    (
        "#ttg.swizzled_shared<{vec = 1, perPhase = 1, maxPhase = 1, order = [0, 2]}>",
        lambda: SwizzledShared(1, 1, 1, (0, 2), TWO),
    ),
    (
        "#ttg.shared_linear<{offset = [[1], [2]]}, alignment = 3>",
        lambda: SharedLinear(LinearLayout({"offset": [(1,), (2,)], "block": []}, ["dim0"]), 3),
    ),
    (
        "#ttg.shared_linear<{offset = [[1], [2], [3]]}, alignment = 4>",
        lambda: SharedLinear(LinearLayout({"offset": [(1,), (2,), (3,)], "block": []}, ["dim0"]), 4),
    ),
    ("#ttg.padded_shared<[3:+1] {order = [0], shape = [8]}>", lambda: PaddedShared.with_identity([(3, 1)], (0,), (8,))),
    ("#ttg.padded_shared<[4:+3] {order = [0], shape = [8]}>", lambda: PaddedShared.with_identity([(4, 3)], (0,), (8,))),
    (
        "#ttg.padded_shared<[4:+1, 4:+2] {order = [0], shape = [8]}>",
        lambda: PaddedShared.with_identity([(4, 1), (4, 2)], (0,), (8,)),
    ),
    (
        "#ttg.padded_shared<[4:+1] {offset = [[1], [2], [2]], block = []}>",
        lambda: PaddedShared((4,), (1,), LinearLayout({"offset": [(1,), (2,), (2,)], "block": []}, ["dim0"])),
    ),
    (
        "#ttg.padded_shared<[4:+1] {offset = [[1, 1], [0, 1]], block = []}>",
        lambda: PaddedShared((4,), (1,), LinearLayout({"offset": [(1, 1), (0, 1)], "block": []}, ["dim0", "dim1"])),
    ),
    (
        "#ttg.padded_shared<[4:+1] {offset = [[1], [3]], block = []}>",
        lambda: PaddedShared((4,), (1,), LinearLayout({"offset": [(1,), (3,)], "block": []}, ["dim0"])),
    ),
    (
        "#ttg.amd_mfma<{version = 5, warpsPerCTA = [4, 1], instrShape = [32, 32, 8], isTransposed = true}>",
        lambda: AMDMfma(5, (4, 1), (32, 32, 8), True, TWO, (1, 1)),
    ),
    (
        "#ttg.amd_mfma<{version = 3, warpsPerCTA = [4, 1], instrShape = [8, 32, 8], isTransposed = true}>",
        lambda: AMDMfma(3, (4, 1), (8, 32, 8), True, TWO, (1, 1)),
    ),
    (
        "#ttg.amd_mfma<{version = 3, warpsPerCTA = [4, 1], instrShape = [32, 32, 8], isTransposed = true, "
        "elementBitWidth = 16}>",
        lambda: AMDMfma(3, (4, 1), (32, 32, 8), True, TWO, (1, 1), 16),
    ),
    pytest.param(
        "#ttg.amd_wmma<{version = 4, isTranspose = false, warpsPerCTA = [2, 2]}>",
        lambda: AMDWmma(4, False, (2, 2), (1, 1), TWO),
        marks=with_wmma,
    ),
    pytest.param(
        "#ttg.amd_wmma<{version = 3, isTranspose = false, warpsPerCTA = [2, 2], instrShape = [16, 16, 16]}>",
        lambda: AMDWmma(3, False, (2, 2), (1, 1), TWO),
        marks=with_wmma,
    ),
    pytest.param(
        "#ttg.dot_op<{opIdx = 0, parent = #ttg.amd_wmma<{version = 1, isTranspose = false, warpsPerCTA = [2, 2]}>, "
        "kWidth = 4}>",
        lambda: DotOperand(0, AMDWmma(1, False, (2, 2), (1, 1), TWO), 4),
        marks=with_wmma,
    ),
    (
        "#ttg.dot_op<{opIdx = 0, parent = #mfma}>",
        lambda: DotOperand(0, AMDMfma(3, (4, 1), (32, 32, 8), True, TWO, (1, 1))),
    ),
    ("#ttng.tensor_memory_encoding<blockM = 32, blockN = 64, colStride = 1>", lambda: TensorMemory(32, 64, 1)),
    ("#ttng.tensor_memory_encoding<blockM = 64, blockN = 48, colStride = 1>", lambda: TensorMemory(64, 48, 1)),
    ("#ttng.tensor_memory_encoding<blockM = 64, blockN = 1024, colStride = 1>", lambda: TensorMemory(64, 1024, 1)),
    ("#ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 3>", lambda: TensorMemory(64, 64, 3)),
    pytest.param(
        "#ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1, CTASplitM = 3>",
        lambda: TensorMemory(64, 64, 1, 3),
        marks=of_versions(before(V3_8), "later encodings of tensor memory have a CTA layout"),
    ),
    pytest.param(
        "#ttng.tensor_memory_encoding<blockM = 64, blockN = 64, colStride = 1, CGALayout = [[0, 1]], twoCTAs = true>",
        lambda: TensorMemory(64, 64, 1, two_ctas=True, cta=CTALayout(((0, 1),), 2)),
        marks=of_versions(since(V3_8), "earlier encodings of tensor memory have no CTA layout"),
    ),
]


@pytest.mark.parametrize(("attribute", "make"), ATTRIBUTES)
def test_messages_of_attributes(attribute: str, make: object, tmp_path: Path, capfd: pytest.CaptureFixture[str]):
    said = said_by_wheel(f"{HEADER}#x = {attribute}\nmodule {{}}", tmp_path / "case.mlir", capfd)
    assert callable(make)
    with pytest.raises(LayoutError) as caught:
        make()
    assert f"error: {caught.value}" in said, said


def test_operands_of_matrix_products():
    check_dot_operand(DotOperand(0, MMA2, 2), 0, MMA2)
    check_dot_operand(DotOperand(0, MMA3, 2), 0, MMA3)
    check_dot_operand(NVMMAShared(128, False, 16, False, TWO), 1, MMA3)
    check_dot_operands(DotOperand(0, MMA2, 2), DotOperand(1, MMA2, 2), MMA2)
    check_dot_operands(NVMMAShared(128, False, 16, False, TWO), None, MMA3)
    for operand, index, result, message in (
        (DotOperand(1, MMA2, 2), 0, MMA2, "Wrong opIdx"),
        (DotOperand(0, MMA2, 2), 0, BLOCKED, "Incompatible parent encoding"),
        (BLOCKED, 0, MMA2, "Dot's a/b's encoding should be of DotOperandEncodingAttr"),
        (DotOperand(0, MMA3, 2), 1, MMA3, "unexpected operand layout for NvidiaMmaEncodingAttr v3"),
    ):
        with pytest.raises(LayoutError, match=message):
            check_dot_operand(operand, index, result)
    for second, message in (
        (BLOCKED, "mismatching encoding between A and B operands"),
        (DotOperand(1, MMA2, 4), "mismatching kWidth between A and B operands"),
        (DotOperand(1, NvidiaMma(2, 0, (2, 2), TWO, (16, 8)), 2), "mismatching MMA encoding"),
    ):
        with pytest.raises(LayoutError, match=message):
            check_dot_operands(DotOperand(0, MMA2, 2), second, BLOCKED)
