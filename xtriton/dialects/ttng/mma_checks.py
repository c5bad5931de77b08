"""What the verifiers of Blackwell's MMAs require of types and layouts, by version."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from xdsl.dialects.builtin import AnyFloat
from xdsl.ir import Attribute
from xdsl.utils.hints import isa

from xtriton.dialects.tt.enums import ScaleDotElemType
from xtriton.dialects.ttg.types import MemDescType, bit_width
from xtriton.dialects.ttng.cluster_checks import block_bases
from xtriton.ir.diagnostics import Violation, listed
from xtriton.layouts.encodings import (
    Encoding,
    NVMMAShared,
    SharedLinear,
    TensorMemory,
    shape_per_cta,
    to_linear_layout,
)
from xtriton.layouts.tensor_memory import ROW
from xtriton.versions import V3_6, V3_7, V3_8, ByVersion, active_version, by_version, since

_F16_OR_F32 = ("f16", "f32")
_SMALL = ("f8f6f4", _F16_OR_F32)
_KINDS_3_6 = {
    "f32": ("tf32", ("f32",)),
    "f16": ("f16", _F16_OR_F32),
    "bf16": ("f16", ("f32",)),
    "f8E4M3FN": _SMALL,
    "f8E5M2": _SMALL,
    "i8": _SMALL,
}
_KINDS_3_8 = {
    **_KINDS_3_6,
    **dict.fromkeys(("f8E4M3FNUZ", "f8E5M2FNUZ", "f6E2M3FN", "f6E3M2FN", "f4E2M1FN"), _SMALL),
    "i8": ("i8", ("i32",)),
}
_KINDS = by_version({V3_6: _KINDS_3_6, V3_8: _KINDS_3_8})
"""By the name of an element type: the PTX kind of the MMAs, and the names of the supported accumulator types.

From the table of ``tcgen05.mma`` kinds in the PTX ISA. Before Triton 3.8 ``i8`` holds two fp4 values, then integers.
"""

_NAMES_OF_FORMATS = {
    ScaleDotElemType.E4M3: "f8E4M3FN",
    ScaleDotElemType.E5M2: "f8E5M2",
    ScaleDotElemType.E2M3: "f6E2M3FN",
    ScaleDotElemType.E3M2: "f6E3M2FN",
    ScaleDotElemType.E2M1: "f4E2M1FN",
    ScaleDotElemType.BF16: "bf16",
    ScaleDotElemType.FP16: "f16",
}
_FP8 = (ScaleDotElemType.E4M3, ScaleDotElemType.E5M2)
_FP8_NAMES = ("f8E4M3FN", "f8E5M2")

_MOST_COLUMNS = 256
"""The most columns of one MMA."""
_SCALED_ROWS = 128
"""The rows of one block-scaled MMA."""

_ONE_INSTRUCTION = since(V3_7)
"""Versions that limit the columns of an MMA, and the rows of a block-scaled one."""
_PADDED = since(V3_8)
"""Versions that have fp4 padding in tensor memory."""


@dataclass(frozen=True)
class MMAOperands:
    """The types of an MMA: ``d += a * b``."""

    a: MemDescType
    b: MemDescType
    d: MemDescType


@dataclass(frozen=True)
class _Layouts:
    """The layouts of the operands, of the kinds that MMAs take."""

    a: NVMMAShared | SharedLinear | TensorMemory
    b: NVMMAShared | SharedLinear
    d: TensorMemory


def verify_mma(types: MMAOperands, *, two_ctas: bool) -> None:
    """Verify the types and layouts of an MMA."""
    _verify_interleaving(types)
    _verify_kinds(str(types.a.element_type), str(types.b.element_type), str(types.d.element_type))
    if active_version() in _PADDED:
        _verify_ranks(types)
    layouts = _layouts(types)
    if active_version() in _PADDED and layouts.d.fp4_padded:
        raise Violation("Accumulator must not be fp4_padded")
    _verify_columns(types, layouts)
    _VERIFY_CTAS.now()(types, layouts, two_ctas)


def verify_scaled_mma(types: MMAOperands, formats: tuple[ScaleDotElemType, ScaleDotElemType]) -> None:
    """Verify the types and layouts of a block-scaled MMA, but for those of the scales."""
    _verify_interleaving(types)
    name = _NAME_OF_OPERAND.now()
    a, b = (name(type_.element_type, form) for type_, form in zip((types.a, types.b), formats, strict=True))
    _verify_kinds(a, b, str(types.d.element_type))
    if active_version() not in _ONE_INSTRUCTION:
        return
    result, left = types.d.layout(), types.a.layout()
    if not isinstance(result, TensorMemory):
        raise Violation("expected accumulator layout to be a TensorMemoryLayout")
    if result.fp4_padded:
        raise Violation("accumulator layout must not be fp4_padded")
    if result.block_m != _SCALED_ROWS:
        raise Violation(f"only supports instruction shape blockM={_SCALED_ROWS}")
    if active_version() in _PADDED and isinstance(left, TensorMemory):
        _verify_stored_format(types.a.element_type, left, *formats)


def _own_name(type_: Attribute, form: ScaleDotElemType) -> str:
    return str(type_)


def _name_of_format(type_: Attribute, form: ScaleDotElemType) -> str:
    """The name of a float type; integers hold values of the format."""
    return str(type_) if isa(type_, AnyFloat) else _NAMES_OF_FORMATS[form]


_NAME_OF_OPERAND = by_version({V3_6: _own_name, V3_8: _name_of_format})


def _verify_kinds(a: str, b: str, d: str) -> None:
    """Verify the element types, by their names."""
    kinds = _KINDS.now()
    left, right = kinds.get(a), kinds.get(b)
    if left is None:
        raise Violation(f"unsupported LHS operand dtype: '{a}'")
    if right is None:
        raise Violation(f"unsupported RHS operand dtype: '{b}'")
    if left[0] != right[0]:
        raise Violation(
            f"LHS and RHS operand dtypes kinds don't match: LHS kind is {left[0]} but RHS kind is {right[0]}"
        )
    if d not in left[1] or d not in right[1]:
        allowed = ", ".join(f"'{name}'" for name in left[1])
        raise Violation(
            f"unsupported accumulator dtype for operand types '{a}' and '{b}', accumulator dtype is '{d}' but must be "
            f"one of [{allowed}]"
        )


def _verify_interleaving(types: MMAOperands) -> None:
    if _is_interleaved(types.a) and _is_interleaved(types.d):
        raise Violation("does not support blockM=64 with interleaved blocks in TMEM layout")


def _is_interleaved(memory: MemDescType) -> bool:
    """Whether tiles of 64 rows are stored in both halves of 128 rows of tensor memory."""
    layout = memory.layout()
    if not isinstance(layout, TensorMemory) or layout.block_m != 64:
        return False
    return any(to_linear_layout(layout, memory.get_shape()[-2:]).basis(ROW, 4))


def _verify_ranks(types: MMAOperands) -> None:
    for type_, what in ((types.a, "LHS operand"), (types.b, "RHS operand"), (types.d, "Return operand")):
        if len(type_.get_shape()) != 2:
            raise Violation(f"{what} must have a rank-2 tensor")


def _layouts(types: MMAOperands) -> _Layouts:
    left, right, result = types.a.layout(), types.b.layout(), types.d.layout()
    if not isinstance(left, NVMMAShared | SharedLinear | TensorMemory):
        raise Violation("LHS operand must have a NVMMAShared or TensorMemory encoding")
    if not isinstance(right, NVMMAShared | SharedLinear):
        raise Violation("RHS operand must have a NVMMAShared encoding")
    if not isinstance(result, TensorMemory):
        raise Violation("Return operand must have a TensorMemory encoding")
    return _Layouts(left, right, result)


def _verify_columns(types: MMAOperands, layouts: _Layouts) -> None:
    """Verify how the columns of tensor memory are filled, and their number in one MMA."""
    left, result = layouts.a, layouts.d
    if isinstance(left, TensorMemory) and left.col_stride != 1:
        raise Violation("The col stride of the LHS operand must be 1")
    if isinstance(left, TensorMemory) and left.fp4_padded:
        raise Violation("fp4_padded tensor memory LHS is only supported by scaled MMA")
    bits = bit_width(types.d.element_type)
    if result.col_stride != 32 // bits:
        raise Violation(f"The col stride of the return operand must be 32 / {bits} but got {result.col_stride}")
    if active_version() in _ONE_INSTRUCTION and _INSTRUCTION_COLUMNS.now()(types.d, result) > _MOST_COLUMNS:
        raise Violation(f"The block size of the return operand must be less than or equal to {_MOST_COLUMNS}")


def _block_columns(_: MemDescType, layout: TensorMemory) -> int:
    return layout.block_n


def _columns_of_cta(type_: MemDescType, layout: TensorMemory) -> int:
    return min(layout.block_n, shape_per_cta(layout, type_.get_shape())[-1])


_INSTRUCTION_COLUMNS = by_version({V3_7: _block_columns, V3_8: _columns_of_cta})


def _verify_stored_format(
    element: Attribute, layout: TensorMemory, form: ScaleDotElemType, other: ScaleDotElemType
) -> None:
    """Verify the storage in tensor memory of values of a format that are multiplied by those of another one."""
    if form == ScaleDotElemType.E2M1:
        if str(element) != "i8":
            raise Violation("expected e2m1 LHS operand to have i8 storage")
        if layout.fp4_padded and other not in _FP8:
            raise Violation("can only use fp4_padded LHS when RHS is float8")
        if other in _FP8 and not layout.fp4_padded:
            raise Violation("expected e2m1 LHS operand to be fp4_padded when RHS is float8")
        return
    if str(element) not in _FP8_NAMES:
        raise Violation("unsupported LHS operand type for scaled MMA")
    if form not in _FP8:
        raise Violation("expected float8 LHS operand to have e4m3 or e5m2 format")


def _verify_ctas_3_6(types: MMAOperands, layouts: _Layouts, two_ctas: bool) -> None:
    if not two_ctas:
        return
    parts: tuple[tuple[Encoding, str, tuple[int, int]], ...] = (
        (layouts.a, "LHS", (2, 1)),
        (layouts.b, "RHS", (1, 2)),
        (layouts.d, "returned value", (2, 1)),
    )
    for layout, what, expected in parts:
        split = layout.cta_layout.cta_split_num
        if split != expected:
            raise Violation(
                f"The op is two CTAs but the split num of the {what} is not {listed(expected)}. Got {listed(split)}"
            )
    _require_two_ctas(layouts)


def _require_two_ctas(layouts: _Layouts) -> None:
    if not layouts.d.two_ctas:
        raise Violation("The returned value's encoding must have twoCTA=true to be used in a twoCTA matmul")
    if isinstance(layouts.a, TensorMemory) and not layouts.a.two_ctas:
        raise Violation("The LHS operand's encoding must have twoCTA=true to be used in a twoCTA matmul")


def _require_whole_k(layouts: _Layouts) -> tuple[int, int]:
    """The number of parts of the rows of ``a`` and of the columns of ``b``; their other dimension is not split."""
    (rows, a_k), (b_k, columns) = layouts.a.cta_layout.cta_split_num, layouts.b.cta_layout.cta_split_num
    if a_k != 1:
        raise Violation(f"LHS CTASplit along K should be 1, but got {a_k}")
    if b_k != 1:
        raise Violation(f"RHS CTASplit along K should be 1, but got {b_k}")
    return rows, columns


def _require_one_instruction(types: MMAOperands, result: TensorMemory) -> None:
    """Two CTAs share the columns of one instruction, not of several."""
    if types.d.get_shape()[1] // result.cta_layout.cta_split_num[1] > _MOST_COLUMNS:
        raise Violation(
            "We don't allow to emit more than one mma instruction along N. Reduce the block or increase the number "
            "of warps or CTAs along N"
        )


def _verify_ctas_3_7(types: MMAOperands, layouts: _Layouts, two_ctas: bool) -> None:
    rows, columns = _require_whole_k(layouts)
    if not two_ctas:
        return
    _require_one_instruction(types, layouts.d)
    d_rows, d_columns = layouts.d.cta_layout.cta_split_num
    if rows != d_rows:
        raise Violation(
            "twoCTA mode expects the LHS split along M to match the result split along M. Expected "
            f"{d_rows} but got {rows}"
        )
    if columns != 2 * d_columns:
        raise Violation(
            "twoCTA mode expects the RHS split along N to be twice the result split along N. Expected "
            f"{2 * d_columns} but got {columns}"
        )
    _require_two_ctas(layouts)


def _verify_ctas_3_8(types: MMAOperands, layouts: _Layouts, two_ctas: bool) -> None:
    _require_whole_k(layouts)
    if two_ctas:
        if layouts.b.cta_layout.bases[:1] != ((0, 1),):
            raise Violation("twoCTA mode expects the first basis of the cga_layout of the RHS to be [0, 1]")
        _require_one_instruction(types, layouts.d)
    used = f"twoCTA={int(two_ctas)} to be used in a {'twoCTA' if two_ctas else 'non-twoCTA'} kernel"
    if layouts.d.two_ctas != two_ctas:
        raise Violation(f"The returned value's encoding must have {used}")
    if isinstance(layouts.a, TensorMemory) and layouts.a.two_ctas != two_ctas:
        raise Violation(f"The LHS operand's encoding must have {used}")
    _require_parts_of_product(types, two_ctas)


def _require_parts_of_product(types: MMAOperands, two_ctas: bool) -> None:
    """Each CTA computes the part of ``d`` in its rows of ``a`` and columns of ``b``, but for a pair on one MMA."""
    a, b, d = (block_bases(type_) for type_ in (types.a, types.b, types.d))
    for i, found in enumerate(d):
        expected = (a[i][0], 0 if two_ctas and i == 0 else b[i][1])
        if found != expected:
            raise Violation(f"expected block basis {listed(expected)} at result index {i}, but got {listed(found)}")


_VERIFY_CTAS: ByVersion[Callable[[MMAOperands, _Layouts, bool], None]] = by_version(
    {V3_6: _verify_ctas_3_6, V3_7: _verify_ctas_3_7, V3_8: _verify_ctas_3_8}
)
