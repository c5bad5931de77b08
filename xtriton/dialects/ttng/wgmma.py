"""``ttng.warp_group_dot``: Hopper's asynchronous MMA."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, cast

from xdsl.dialects.builtin import (
    BoolAttr,
    Float8E4M3FNType,
    Float8E5M2Type,
    Float32Type,
    IntegerAttr,
    i32,
)
from xdsl.ir import Attribute
from xdsl.irdl import irdl_op_definition, traits_def

from xtriton.dialects.tt.dot import InputPrecisionAttr
from xtriton.dialects.tt.effects import SHARED_MEMORY, Effect, OwnEffects, read
from xtriton.dialects.tt.enums import InputPrecision
from xtriton.dialects.tt.traits import DotLike
from xtriton.dialects.tt.types import FpIntTensor
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.ttg.mma_support import FP8_TYPES, supports_mma
from xtriton.dialects.ttg.op import LayoutOp, element_type_of
from xtriton.dialects.ttg.types import MemDesc, MemDescType, TensorOrMemDesc, bit_width, shape_and_encoding
from xtriton.dialects.ttg.verify import maybe_num_warps
from xtriton.ir.constraints import I1, BoolAttribute, I32Attr, UnitAttribute
from xtriton.ir.definitions import (
    INFERRED,
    Operand,
    Operands,
    OptionalOperand,
    OptionalProperty,
    Property,
    Result,
    Results,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    var_operand_def,
    var_result_def,
)
from xtriton.ir.diagnostics import Violation
from xtriton.ir.narrowing import unsigned_value
from xtriton.ir.traits import AllTypesMatch, InferTypeOp, TypesMatchWith
from xtriton.layouts.encoding import LayoutError
from xtriton.layouts.encodings import DotOperand, Encoding, NvidiaMma, NVMMAShared, SharedLinear
from xtriton.layouts.inference import check_dot_operand
from xtriton.versions import V3_9, since


@irdl_op_definition
class WarpGroupDotOp(LayoutOp):
    """``d = a * b + c`` by a warp group; ``b`` is in shared memory, ``a`` in shared memory or registers."""

    name = "ttng.warp_group_dot"
    a: Operand = operand_def(TensorOrMemDesc)
    b: Operand = operand_def(MemDesc)
    c: Operand = operand_def(FpIntTensor)
    useC: OptionalOperand = opt_operand_def(I1, default=None)
    inputPrecision: Property[InputPrecision] = prop_def(InputPrecisionAttr, default=InputPrecision.IEEE.attr)
    maxNumImpreciseAcc: Property[int] = prop_def(I32Attr, default=IntegerAttr(0, i32))
    isAsync: Property[bool] = prop_def(BoolAttribute, default=BoolAttr.from_bool(False))
    d: Result = result_def(FpIntTensor, default=INFERRED)
    traits = traits_def(
        InferTypeOp(),
        OwnEffects(),
        DotLike(),
        TypesMatchWith("result's type matches accumulator's type", "d", "c"),
    )
    SYNTAX: ClassVar = "$a`,` $b`,` $c (`,` $useC^)? attr-dict `:` type($a) `*` qualified(type($b)) `->` type($d)"

    def effects(self) -> tuple[Effect, ...]:
        """Operands in shared memory are read."""
        return tuple(
            read(SHARED_MEMORY, name)
            for name, value in (("a", self.a), ("b", self.b))
            if isinstance(value.type, MemDescType)
        )

    @classmethod
    def infer_result_types(
        cls, operand_types: Sequence[Attribute], properties: object, regions: object
    ) -> Sequence[Attribute]:
        """The type of the accumulator, if it matches the layouts of the operands."""
        a, b, c = (layout_of(shape_and_encoding(type_)[1]) for type_ in operand_types[:3])
        if a is not None and b is not None and c is not None:
            try:
                check_dot_operand(a, 0, c)
                check_dot_operand(b, 1, c)
            except LayoutError as exc:
                raise Violation(str(exc), prefixed=False) from exc
        return [operand_types[2]]

    @property
    def needs_partial_accumulator(self) -> bool:
        """Whether fp8 partial sums must be added up in registers now and then, as the hardware adds with few bits."""
        is_fp8 = isinstance(element_type_of(self.a.type), FP8_TYPES)
        k = shape_and_encoding(self.a.type)[0][1]
        in_fp32 = isinstance(element_type_of(self.d.type), Float32Type)
        return is_fp8 and in_fp32 and unsigned_value(self.maxNumImpreciseAcc) <= k

    def verify_op(self) -> None:
        result = layout_of(shape_and_encoding(self.d.type)[1])
        if not isinstance(result, NvidiaMma) or not result.is_hopper:
            raise Violation("WGMMA result layout must be Hopper NVMMA")
        if not isinstance(layout_of(shape_and_encoding(self.a.type)[1]), NVMMAShared | DotOperand | SharedLinear):
            raise Violation("WGMMA A operand must have NVMMA shared or dot layout")
        if not isinstance(layout_of(shape_and_encoding(self.b.type)[1]), NVMMAShared | SharedLinear):
            raise Violation("WGMMA B operand must have NVMMA shared layout")

    def verify_in_context(self) -> None:
        # The layout of the result has been checked by now: the number of warps is known, and the rank is that of the
        # warps and of a Hopper instruction, which is 2.
        if cast("int", maybe_num_warps(self)) % 4:
            raise Violation("WGMMA requires num_warps to be divisible by 4")
        shape, encoding = shape_and_encoding(self.d.type)
        per_cta = cast("Encoding", layout_of(encoding)).cta_layout.shape_per_cta(shape)
        if per_cta[0] % 64:
            raise Violation("WGMMA result M dimension must be divisible by 64")
        if per_cta[1] % 8:
            raise Violation("WGMMA result N dimension must be divisible by 8")
        self._verify_elements()

    def _verify_elements(self) -> None:
        element = element_type_of(self.a.type)
        if not supports_mma(element) or not supports_mma(element_type_of(self.b.type)):
            raise Violation("unsupported MMA version for the given operands")
        if (
            unsigned_value(self.maxNumImpreciseAcc) < 32
            and isinstance(element, Float8E5M2Type | Float8E4M3FNType)
            and isinstance(element_type_of(self.d.type), Float32Type)
        ):
            raise Violation(
                "Cannot use F32 as the accumulator element type when the max_num_imprecise_acc is less than 32"
            )
        if not isinstance(self.a.type, MemDescType):
            layout = cast("DotOperand", layout_of(shape_and_encoding(self.a.type)[1]))
            wanted = 32 // bit_width(element)
            if layout.k_width != wanted:
                raise Violation(f"in-register LHS operand must have a kWidth of {wanted} but got {layout.k_width}")


@irdl_op_definition
class WarpGroupDotWaitOp(LayoutOp):
    """Wait until at most ``pendings`` dots are outstanding; returns the operands and results of the others."""

    name = "ttng.warp_group_dot_wait"
    inputs: Operands = var_operand_def(TensorOrMemDesc, default=())
    pendings: Property[int] = prop_def(I32Attr)
    warpGroupLocal: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None, versions=since(V3_9))
    outputs: Results = var_result_def(TensorOrMemDesc, default=INFERRED)
    traits = traits_def(InferTypeOp(), AllTypesMatch(("inputs", "outputs")))
    SYNTAX: ClassVar = "$inputs attr-dict `:` type($inputs)"

    @staticmethod
    def infer_result_types(
        operand_types: Sequence[Attribute], properties: object, regions: object
    ) -> Sequence[Attribute]:
        """The types of the inputs."""
        return operand_types

    def verify_op(self) -> None:
        if not self.inputs:
            raise Violation("expected to be waiting on at least one dependency")
