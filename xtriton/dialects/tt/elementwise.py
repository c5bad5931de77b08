"""Elementwise operations of ``tt``."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import IntegerAttr, TensorType
from xdsl.ir import Attribute
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.traits import IsTerminator, Pure, RecursiveMemoryEffect, ReturnLike

from xtriton.dialects.tt.effects import Effect, OwnEffects, read, write
from xtriton.dialects.tt.enums import PropagateNan, RoundingMode
from xtriton.dialects.tt.op import TritonOp
from xtriton.dialects.tt.traits import SameOperandsAndResultEncoding, SpeculatableIfPure
from xtriton.dialects.tt.types import AnyTritonType, FloatLike, I64Like, IntLike, PointerType, PtrLike, Tensor
from xtriton.ir.constraints import (
    F32,
    AnyType,
    BoolAttribute,
    I32Attr,
    StrAttr,
    any_type_of,
    enum_attr,
    ranked_tensor_of,
    type_by_version,
)
from xtriton.ir.definitions import (
    INFERRED,
    Operand,
    Operands,
    OpRegion,
    OptionalProperty,
    Property,
    Result,
    Results,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    var_operand_def,
    var_result_def,
)
from xtriton.ir.diagnostics import Violation
from xtriton.ir.narrowing import is_float_type, is_integer_type, is_tensor_type
from xtriton.ir.traits import (
    Elementwise,
    HasParentOp,
    SameOperandsAndResultShape,
    SameOperandsAndResultType,
    element_type,
    encoding_of,
)
from xtriton.ir.walk import operations_in
from xtriton.versions import V3_6, V3_9, VersionRange, active_version, since

CAST_SYNTAX = "$src attr-dict `:` type($src) `->` type($result)"
F32Like = any_type_of(F32, ranked_tensor_of(F32))
_CAST_TRAITS = (Elementwise(), SameOperandsAndResultShape(), SameOperandsAndResultEncoding(), Pure())
_MATH_TRAITS = (Elementwise(), SameOperandsAndResultType(), Pure())


def bit_width(type_: Attribute) -> int:
    """The bit width of an integer or float, or of a tensor's elements."""
    element = element_type(type_)
    if is_integer_type(element):
        return element.width.data
    assert is_float_type(element)
    return element.bitwidth


@irdl_op_definition
class IntToPtrOp(TritonOp):
    """Integer addresses to pointers."""

    name = "tt.int_to_ptr"
    src: Operand = operand_def(I64Like)
    result: Result = result_def(PtrLike)
    traits = traits_def(*_CAST_TRAITS)
    SYNTAX: ClassVar = CAST_SYNTAX


@irdl_op_definition
class PtrToIntOp(TritonOp):
    """Pointers to integer addresses."""

    name = "tt.ptr_to_int"
    src: Operand = operand_def(PtrLike)
    result: Result = result_def(I64Like)
    traits = traits_def(*_CAST_TRAITS)
    SYNTAX: ClassVar = CAST_SYNTAX


@irdl_op_definition
class BitcastOp(TritonOp):
    """A bitcast to another type of the same width, or of pointers to another pointee type."""

    name = "tt.bitcast"
    src: Operand = operand_def(AnyTritonType)
    result: Result = result_def(AnyTritonType)
    traits = traits_def(*_CAST_TRAITS)
    SYNTAX: ClassVar = CAST_SYNTAX

    def verify_op(self) -> None:
        source, target = element_type(self.src.type), element_type(self.result.type)
        if isinstance(source, PointerType) and isinstance(target, PointerType):
            if source.address_space != target.address_space:
                raise Violation("Cannot bitcast pointer between different address spaces", prefixed=False)
            return
        if isinstance(source, PointerType) or isinstance(target, PointerType):
            raise Violation("Cannot bitcast pointer to non-pointer type", prefixed=False)
        widths = bit_width(source), bit_width(target)
        if widths[0] != widths[1]:
            raise Violation(
                f"Cannot bitcast data-type of size {widths[0]} to data-type of size {widths[1]}", prefixed=False
            )


@irdl_op_definition
class FpToFpOp(TritonOp):
    """A conversion between floating-point formats, including those that arith lacks, such as fp8."""

    name = "tt.fp_to_fp"
    src: Operand = operand_def(FloatLike)
    rounding: OptionalProperty[RoundingMode] = opt_prop_def(enum_attr(RoundingMode), default=None)
    result: Result = result_def(FloatLike)
    traits = traits_def(*_CAST_TRAITS)
    SYNTAX: ClassVar = "$src attr-dict (`,` `rounding` `=` $rounding^)? `:` type($src) `->` type($result)"

    def verify_op(self) -> None:
        if bit_width(self.result.type) < bit_width(self.src.type) and self.rounding is None:
            raise Violation("Rounding mode is required for FP downcast", prefixed=False)


@irdl_op_definition
class ClampFOp(TritonOp):
    """``x`` clamped to ``[min, max]``."""

    name = "tt.clampf"
    x: Operand = operand_def(FloatLike)
    min: Operand = operand_def(FloatLike)
    max: Operand = operand_def(FloatLike)
    propagateNan: Property[PropagateNan] = prop_def(enum_attr(PropagateNan))
    result: Result = result_def(FloatLike, default=INFERRED)
    traits = traits_def(*_MATH_TRAITS)
    SYNTAX: ClassVar = "$x `,` $min `,` $max `,` `propagateNan` `=` $propagateNan attr-dict `:` type($result)"


@irdl_op_definition
class PreciseSqrtOp(TritonOp):
    """The square root, correctly rounded."""

    name = "tt.precise_sqrt"
    x: Operand = operand_def(FloatLike)
    result: Result = result_def(FloatLike, default=INFERRED)
    traits = traits_def(*_MATH_TRAITS)
    SYNTAX: ClassVar = "$x attr-dict `:` type($x)"


@irdl_op_definition
class PreciseDivFOp(TritonOp):
    """The quotient, correctly rounded."""

    name = "tt.precise_divf"
    x: Operand = operand_def(FloatLike)
    y: Operand = operand_def(FloatLike)
    result: Result = result_def(FloatLike, default=INFERRED)
    traits = traits_def(*_MATH_TRAITS)
    SYNTAX: ClassVar = "$x `,` $y attr-dict `:` type($x)"


@irdl_op_definition
class ApproxDivFOp(TritonOp):
    """The quotient of f32 values, approximated: within 2 ulp for divisors of a magnitude from 2^-126 to 2^126."""

    name = "tt.approx_divf"
    VERSIONS: ClassVar[VersionRange] = since(V3_9)
    x: Operand = operand_def(F32Like)
    y: Operand = operand_def(F32Like)
    result: Result = result_def(F32Like, default=INFERRED)
    traits = traits_def(*_MATH_TRAITS)
    SYNTAX: ClassVar = "$x `,` $y attr-dict `:` type($x)"


@irdl_op_definition
class MulhiUIOp(TritonOp):
    """The upper half of an unsigned integer multiplication."""

    name = "tt.mulhiui"
    x: Operand = operand_def(IntLike)
    y: Operand = operand_def(IntLike)
    result: Result = result_def(IntLike, default=INFERRED)
    traits = traits_def(*_MATH_TRAITS)
    SYNTAX: ClassVar = "$x `,` $y attr-dict `:` type($x)"


def effects_unless_pure(pure: Attribute) -> tuple[Effect, ...]:
    """Calls that are not marked as pure may read and write any memory."""
    from xdsl.traits import DefaultResource

    if isinstance(pure, IntegerAttr) and pure.value.data:
        return ()
    return write(DefaultResource()), read(DefaultResource())


@irdl_op_definition
class ExternElementwiseOp(TritonOp):
    """An elementwise call of a device library function."""

    name = "tt.extern_elementwise"
    srcs: Operands = var_operand_def(AnyTritonType, default=())
    libname: Property[str] = prop_def(StrAttr)
    libpath: Property[str] = prop_def(StrAttr)
    symbol: Property[str] = prop_def(StrAttr)
    pure: Property[bool] = prop_def(BoolAttribute)
    result: Result = result_def(AnyTritonType)
    traits = traits_def(Elementwise(), SameOperandsAndResultEncoding(), OwnEffects(), SpeculatableIfPure())
    SYNTAX: ClassVar = "operands attr-dict `:` functional-type(operands, $result)"

    def effects(self) -> tuple[Effect, ...]:
        """None if pure, otherwise unknown effects."""
        return effects_unless_pure(self.properties["pure"])


_MATCHING_ENCODINGS = since(V3_9)
"""Versions that reject inline assembly of tensors with and without an encoding."""


@irdl_op_definition
class ElementwiseInlineAsmOp(TritonOp):
    """Inline assembly on ``packed_element`` elements at a time."""

    name = "tt.elementwise_inline_asm"
    asm_string: Property[str] = prop_def(StrAttr)
    constraints: Property[str] = prop_def(StrAttr)
    pure: Property[bool] = prop_def(BoolAttribute)
    packed_element: Property[int] = prop_def(I32Attr)
    args: Operands = var_operand_def(type_by_version({V3_6: AnyTritonType, V3_9: AnyType}), default=())
    result: Results = var_result_def(AnyTritonType, default=())
    traits = traits_def(Elementwise(), SameOperandsAndResultEncoding(), OwnEffects(), SpeculatableIfPure())
    SYNTAX: ClassVar = "$asm_string attr-dict ($args^ `:` type($args))? `->` type($result)"

    def effects(self) -> tuple[Effect, ...]:
        """None if pure, otherwise unknown effects."""
        return effects_unless_pure(self.properties["pure"])

    def verify_op(self) -> None:
        if active_version() in _MATCHING_ENCODINGS:
            types: list[Attribute] = [value.type for value in (*self.args, *self.results)]
            if len({encoding_of(type_) for type_ in types if is_tensor_type(type_)}) > 1:
                raise Violation("requires matching tensor encodings")
        packed = self.properties["packed_element"]
        assert isinstance(packed, IntegerAttr)
        if not self.args:
            return
        first: Attribute = self.args[0].type
        count = first.element_count() if isinstance(first, TensorType) else 0
        group = packed.value.data & 0xFFFFFFFF  # Triton reads it as unsigned, and divides by zero
        if count % group if group else count:
            raise Violation(
                f"number of input elements {count} must be a multiple of the op's packed_element attribute, {group}",
                prefixed=False,
            )


@irdl_op_definition
class MapElementwiseOp(TritonOp):
    """A scalar region applied to ``pack`` elements at a time."""

    name = "tt.map_elementwise"
    srcs: Operands = var_operand_def(Tensor, default=())
    pack: Property[int] = prop_def(I32Attr)
    result: Results = var_result_def(Tensor, default=())
    scalarOp: OpRegion = region_def()
    traits = traits_def(SameOperandsAndResultEncoding(), SameOperandsAndResultShape(), RecursiveMemoryEffect())

    @property
    def pack_size(self) -> int:
        """How many elements the region takes at a time."""
        pack = self.properties["pack"]
        assert isinstance(pack, IntegerAttr)
        return pack.value.data

    def verify_op(self) -> None:
        if self.pack_size <= 0 or self.pack_size & (self.pack_size - 1):
            raise Violation("Pack must be a power of 2")

    def verify_regions(self) -> None:
        block = self.scalarOp.first_block
        arguments = [] if block is None else [argument.type for argument in block.args]
        if len(arguments) != len(self.srcs) * self.pack_size:
            raise Violation("region has wrong number of arguments")
        if arguments != self._interleaved([value.type for value in self.srcs]):
            raise Violation("argument types did not match", prefixed=False)
        returned = self._interleaved([value.type for value in self.result])
        for op in operations_in(self.scalarOp):
            _verify_inside_map(op, returned)

    def _interleaved(self, types: list[Attribute]) -> list[Attribute]:
        return [element_type(type_) for type_ in types for _ in range(self.pack_size)]


def _verify_inside_map(op: object, returned: list[Attribute]) -> None:
    from xdsl.ir import Operation
    from xdsl.traits import MemoryEffectKind, get_effects

    assert isinstance(op, Operation)
    effects = get_effects(op)
    if effects is not None and any(effect.kind is MemoryEffectKind.WRITE for effect in effects):
        message = f"'{op.name}' op Stores are not supported inside map_elementwise"
        raise Violation(message, prefixed=False, location=op.location)
    if isinstance(op, MapElementwiseReturnOp) and [operand.type for operand in op.operands] != returned:
        raise Violation("region return does not match map_elementwise result", prefixed=False, location=op.location)


@irdl_op_definition
class MapElementwiseReturnOp(TritonOp):
    """Terminator of the region of ``tt.map_elementwise``."""

    name = "tt.map_elementwise.return"
    result: Operands = var_operand_def(AnyType, default=())
    traits = traits_def(HasParentOp("tt.map_elementwise"), Pure(), IsTerminator(), ReturnLike())
    SYNTAX: ClassVar = "attr-dict ($result^ `:` type($result))?"
