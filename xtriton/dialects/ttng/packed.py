"""``ttng.packed_arith``: elementwise arithmetic by PTX instructions on packed elements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, NamedTuple, cast

from xdsl.dialects.builtin import (
    BFloat16Type,
    Float8E4M3FNType,
    Float8E5M2Type,
    Float8E8M0FNUType,
    Float16Type,
    Float32Type,
    IntegerType,
    TensorType,
)
from xdsl.ir import Attribute
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.traits import Pure

from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.ttg.op import LayoutOp
from xtriton.dialects.ttg.types import shape_and_encoding
from xtriton.ir.constraints import I8, I32Enum, any_type_of, enum_attr, instance_of, ranked_tensor_of
from xtriton.ir.definitions import Operands, Property, Result, prop_def, result_def, var_operand_def
from xtriton.ir.diagnostics import Violation, listed
from xtriton.layouts.encodings import DistributedEncoding, Encoding, LayoutError, layouts_equal, to_linear_layout
from xtriton.layouts.inference import infer_fp4_to_fp
from xtriton.layouts.tile import REGISTER
from xtriton.versions import V3_8, VersionRange, since


class PackedArithKind(I32Enum):
    """The operation of a :class:`PackedArithOp`."""

    ADD = 0, "add"
    SUB = 1, "sub"
    MUL = 2, "mul"
    FMA = 3, "fma"
    MIN = 4, "min"
    MAX = 5, "max"


_FLOATS = (Float8E4M3FNType, Float8E5M2Type, Float16Type, BFloat16Type, Float32Type)
_OPERAND = any_type_of(I8, instance_of("", Float8E8M0FNUType, *_FLOATS), summary="packed arithmetic operand element")
_RESULT = instance_of("packed arithmetic result element", *_FLOATS)


class _Packed(NamedTuple):
    """How PTX calls a register of packed elements, and a letter for the table of instructions."""

    suffix: str
    letter: str


_PACKED: Mapping[type[Attribute], _Packed] = {
    Float32Type: _Packed("f32x2", "f"),
    Float16Type: _Packed("f16x2", "h"),
    BFloat16Type: _Packed("bf16x2", "b"),
    Float8E5M2Type: _Packed("e5m2x4", "5"),
    Float8E4M3FNType: _Packed("e4m3x4", "4"),
    IntegerType: _Packed("e2m1x4", "2"),
    Float8E8M0FNUType: _Packed("ue8m0x4", "u"),
}


class _Signature(NamedTuple):
    """Instructions: their operations, and the letters of the results and of each operand.

    An operand ``=`` has the type of the result, ``!`` the other one of ``f16`` and ``bf16``.
    """

    operations: str
    results: str
    operands: tuple[str, ...]


_SIGNATURES = (
    _Signature("add sub mul", "fhb", ("=", "=")),
    _Signature("fma", "fhb", ("=", "=", "=")),
    _Signature("min max", "hb", ("=", "=")),
    _Signature("add sub", "f", ("hb", "f")),
    _Signature("add sub mul", "hb", ("f", "f")),
    _Signature("mul", "hb", ("=", "!")),
    _Signature("fma", "f", ("hb", "f", "f")),
    _Signature("add sub", "54", ("542u", "=")),
    _Signature("mul", "54", ("542u", "542u")),
    _Signature("fma", "54", ("542u", "542u", "=")),
)


def _packed(type_: Attribute) -> _Packed:
    return _PACKED[type(cast("TensorType[Attribute]", type_).element_type)]


def _takes(letters: str, operand: str, result: str) -> bool:
    if letters == "=":
        return operand == result
    return operand != result and operand in "hb" if letters == "!" else operand in letters


def _verify_signature(kind: str, result: Attribute, operands: Sequence[Attribute]) -> None:
    """There is an instruction for these elements."""
    given, made = [_packed(operand) for operand in operands], _packed(result)
    for signature in _SIGNATURES:
        if kind not in signature.operations.split() or made.letter not in signature.results:
            continue
        if all(
            _takes(*pair, made.letter) for pair in zip(signature.operands, (it.letter for it in given), strict=True)
        ):
            return
    names = ", ".join(it.suffix for it in given)
    raise Violation(f"unsupported {kind} signature {made.suffix} <- ({names})")


def _halved_dim(shape: Sequence[int], result: Sequence[int]) -> int | None:
    """The only dimension in which a shape has half of the result's extent."""
    if len(shape) != len(result):
        return None
    differing = [dim for dim, (a, b) in enumerate(zip(shape, result, strict=True)) if a != b]
    return differing[0] if len(differing) == 1 and 2 * shape[differing[0]] == result[differing[0]] else None


def _fp4_axis(result: Attribute, operands: Sequence[Attribute]) -> int | None:
    """The dimension in which fp4 operands have half of the result's extent; ``None`` if no operand is of fp4."""
    made = shape_and_encoding(result)[0]
    halved = {_halved_dim(shape_and_encoding(it)[0], made) for it in operands if _packed(it).letter == "2"}
    if None in halved or len(halved) > 1:
        raise Violation("requires every fp4 operand to have the result shape with the same single dimension halved")
    return next(iter(halved), None)


def _verify_registers(result: Attribute) -> None:
    """The elements that a thread holds fill whole registers."""
    shape, encoding = shape_and_encoding(result)
    lanes = int(_packed(result).suffix[-1])
    layout = to_linear_layout(cast("Encoding", layout_of(encoding)), tuple(shape))
    registers = 1 << sum(any(basis) for basis in layout.bases[REGISTER])
    if registers % lanes:
        raise Violation(f"result layout must provide a multiple of {lanes} unique elements per thread")


def _verify_operands(result: Attribute, operands: Sequence[Attribute], axis: int | None) -> None:
    """Operands have the shape and the layout of the result; those of fp4 half of it, along ``axis``."""
    made, encoding = shape_and_encoding(result)
    packed = None if axis is None else _fp4_layout(made, encoding, axis)
    for index, operand in enumerate(operands):
        shape, given = shape_and_encoding(operand)
        if _packed(operand).letter == "2":
            if packed is None or not _is_equivalent(shape, packed, given, DistributedEncoding):
                raise Violation(f"fp4 operand {index} must have a layout compatible with the result")
            continue
        if shape != made:
            raise Violation(f"operand {index} must have the result shape {listed(made)}, but got {listed(shape)}")
        if not _is_equivalent(shape, cast("Encoding", layout_of(encoding)), given, Encoding):
            raise Violation(f"operand {index} must have a layout equivalent to the result")


def _fp4_layout(shape: Sequence[int], encoding: Attribute | None, axis: int) -> DistributedEncoding | None:
    try:
        return infer_fp4_to_fp(cast("DistributedEncoding", layout_of(encoding)), tuple(shape), axis, forward=False)
    except LayoutError:
        return None


def _is_equivalent(shape: Sequence[int], layout: Encoding, given: Attribute | None, kind: type[Encoding]) -> bool:
    other = layout_of(given)
    return isinstance(other, kind) and layouts_equal(tuple(shape), layout, other)


@irdl_op_definition
class PackedArithOp(LayoutOp):
    """Elementwise arithmetic on packed elements; ``i8`` holds two fp4 values, the lower four bits first."""

    name = "ttng.packed_arith"
    VERSIONS: ClassVar[VersionRange] = since(V3_8)
    op_kind: Property[PackedArithKind] = prop_def(enum_attr(PackedArithKind, "packed arithmetic operation"))
    operands_: Operands = var_operand_def(ranked_tensor_of(_OPERAND), alias="values")
    result: Result = result_def(ranked_tensor_of(_RESULT))
    traits = traits_def(Pure())
    SYNTAX: ClassVar = "$op_kind $operands_ attr-dict `:` functional-type($operands_, $result)"

    def verify_op(self) -> None:
        kind = PackedArithKind.of(self.op_kind)
        expected = 3 if kind is PackedArithKind.FMA else 2
        if len(self.operands_) != expected:
            raise Violation(f"{kind.keyword} expects {expected} operands but got {len(self.operands_)}")
        if not isinstance(layout_of(shape_and_encoding(self.result.type)[1]), DistributedEncoding):
            raise Violation("requires a distributed tensor layout")
        types = [operand.type for operand in self.operands_]
        _verify_signature(kind.keyword, self.result.type, types)
        axis = _fp4_axis(self.result.type, types)
        _verify_registers(self.result.type)
        _verify_operands(self.result.type, types, axis)
