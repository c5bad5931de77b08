"""Encoding attributes and encodings, both ways; memory descriptors made in Python."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import f16, f32, i8
from xdsl.ir import Attribute
from xdsl.utils.exceptions import VerifyException

from xtriton.dialects.ttg.attributes import (
    BlockedEncodingAttr,
    DotOperandEncodingAttr,
    EncodingAttr,
    SharedMemorySpaceAttr,
    SliceEncodingAttr,
    encoding_attr,
    layout_of,
)
from xtriton.dialects.ttg.memdesc import equivalent_types, reshaped_memdesc
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttng.attributes import TensorMemoryEncodingAttr, TensorMemorySpaceAttr
from xtriton.ir.context import Context
from xtriton.ir.parser import Parser
from xtriton.layouts.encodings import (
    Blocked,
    CTALayout,
    DotOperand,
    NvidiaMma,
    Slice,
    SwizzledShared,
    TensorMemory,
    TensorMemoryScales,
)

BLOCKED = "#ttg.blocked<{sizePerThread = [1, 4], threadsPerWarp = [4, 8], warpsPerCTA = [4, 1], order = [1, 0]}>"
MMA = "#ttg.nvidia_mma<{versionMajor = 2, versionMinor = 0, warpsPerCTA = [4, 1], instrShape = [16, 8]}>"
SPELLINGS = [
    BLOCKED,
    MMA,
    f"#ttg.slice<{{dim = 1, parent = {BLOCKED}}}>",
    f"#ttg.slice<{{dim = 0, parent = #ttg.dot_op<{{opIdx = 1, parent = {MMA}, kWidth = 2}}>}}>",
    f"#ttg.dot_op<{{opIdx = 0, parent = {BLOCKED}}}>",
    "#ttg.linear<{register = [[0, 1]], lane = [[1, 0]], warp = [[0, 2]], block = []}>",
    "#ttg.amd_mfma<{version = 3, warpsPerCTA = [1, 1], instrShape = [32, 32, 8], isTransposed = true}>",
    "#ttg.amd_wmma<{version = 2, isTranspose = false, warpsPerCTA = [1, 1]}>",
    "#ttg.swizzled_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>",
    "#ttg.amd_rotating_shared<{vec = 4, perPhase = 1, maxPhase = 8, order = [1, 0]}>",
    "#ttg.nvmma_shared<{swizzlingByteWidth = 64, transposed = false, elementBitWidth = 16}>",
    "#ttg.padded_shared<[32:+4] {order = [1, 0], shape = [16, 32]}>",
    "#ttg.shared_linear<{offset = [[0, 1], [1, 0]]}, alignment = 16>",
    "#ttng.tensor_memory_encoding<blockM = 128, blockN = 64, colStride = 1>",
    "#ttng.tensor_memory_scales_encoding<>",
]


def parsed(text: str) -> Attribute:
    return Parser(Context(), text).parse_attribute()


@pytest.mark.parametrize("text", SPELLINGS, ids=lambda text: text.split("<")[0])
def test_text_attribute_layout_and_back(text: str) -> None:
    attr = parsed(text)
    assert isinstance(attr, EncodingAttr)
    assert encoding_attr(attr.layout()) == attr
    assert str(attr) == text


@pytest.mark.triton("3.6")
def test_layouts_have_the_fields_of_the_text() -> None:
    blocked = Blocked((1, 4), (4, 8), (4, 1), (1, 0), CTALayout.default(2))
    mma = NvidiaMma(2, 0, (4, 1), CTALayout.default(2), (16, 8))
    assert layout_of(parsed(SPELLINGS[2])) == Slice(1, blocked)
    assert layout_of(parsed(SPELLINGS[3])) == Slice(0, DotOperand(1, mma, 2))
    assert layout_of(parsed("#ttng.tensor_memory_scales_encoding<CTASplitN = 2>")) == TensorMemoryScales(1, 2)


def test_other_attributes_have_no_layout() -> None:
    assert layout_of(None) is None
    assert layout_of(SharedMemorySpaceAttr()) is None
    assert layout_of(parsed("#gluon.auto_encoding")) is None


@pytest.mark.parametrize(
    ("text", "stem"),
    [(SPELLINGS[0], "blocked"), (MMA, "mma"), (SPELLINGS[2], None), (SPELLINGS[4], None), (SPELLINGS[5], "linear")]
    + [(SPELLINGS[6], "mma"), (SPELLINGS[11], "shared"), (SPELLINGS[13], "tmem"), (SPELLINGS[14], "tmem_scales")],
)
def test_alias_stems(text: str, stem: str | None) -> None:
    attr = parsed(text)
    assert isinstance(attr, EncodingAttr)
    assert attr.asm_alias() == stem


def test_encodings_made_in_python_are_checked() -> None:
    blocked = BlockedEncodingAttr(Blocked((1,), (32,), (4,), (0,), CTALayout.default(1)))
    with pytest.raises(VerifyException, match=r"parent layout must have at least rank >= 2"):
        SliceEncodingAttr(0, blocked)
    with pytest.raises(VerifyException, match="kWidth parameter is not supported when the parent is a blocked layout"):
        DotOperandEncodingAttr(0, blocked, 2)
    with pytest.raises(VerifyException, match=r"unexpected parent layout: #ttg\.shared_memory"):
        DotOperandEncodingAttr(0, SharedMemorySpaceAttr(), 2)


def shared(order: tuple[int, ...]) -> EncodingAttr:
    return encoding_attr(SwizzledShared(1, 1, 1, order, CTALayout.default(len(order))))


def test_memory_descriptors() -> None:
    memory = MemDescType((64, 32), f16, shared((1, 0)), SharedMemorySpaceAttr(), True, (3, 64, 32))
    assert memory.get_shape() == (64, 32)
    assert memory.get_alloc_shape() == (3, 64, 32)
    assert (memory.rank, memory.mutable, memory.in_shared_memory, memory.in_tensor_memory) == (2, True, True, False)
    assert str(memory).endswith(", #ttg.shared_memory, mutable, 3x64x32>")
    tensor_memory = TensorMemoryEncodingAttr(TensorMemory(128, 64, 1))
    assert MemDescType((128, 64), f32, tensor_memory, TensorMemorySpaceAttr()).in_tensor_memory
    with pytest.raises(VerifyException, match="memorySpace must be TensorMemorySpace"):
        MemDescType((128, 64), f32, tensor_memory, SharedMemorySpaceAttr())


def test_descriptors_that_mean_the_same_are_equivalent() -> None:
    plain = MemDescType((16, 16), i8, shared((1, 0)), SharedMemorySpaceAttr())
    linear = reshaped_memdesc(plain, (16, 16))
    assert linear != plain
    assert equivalent_types(plain, linear)
    assert not equivalent_types(plain, MemDescType((16, 16), i8, shared((0, 1)), SharedMemorySpaceAttr()))
    assert not equivalent_types(plain, MemDescType((16, 16), i8, shared((1, 0)), SharedMemorySpaceAttr(), True))
