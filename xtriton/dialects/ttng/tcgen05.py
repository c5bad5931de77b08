"""Blackwell's MMAs, which accumulate in tensor memory."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, cast

from xdsl.dialects.builtin import (
    Float8E4M3FNType,
    IntegerAttr,
    StringAttr,
)
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import AttrSizedOperandSegments, irdl_op_definition, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import ConstantLike

from xtriton.dialects.tt.dot import ScaleElemTypeAttr
from xtriton.dialects.tt.effects import SHARED_MEMORY, TENSOR_MEMORY, Effect, Effects, OwnEffects, read, write
from xtriton.dialects.tt.enums import ScaleDotElemType
from xtriton.dialects.tt.traits import DotLike
from xtriton.dialects.ttg.op import LayoutOp
from xtriton.dialects.ttg.types import AsyncToken, MemDesc, MemDescType
from xtriton.dialects.ttg.verify import TARGET, module_of
from xtriton.dialects.ttng.barrier import verify_barrier
from xtriton.dialects.ttng.cluster_checks import verify_barrier_layout
from xtriton.dialects.ttng.mma_checks import MMAOperands, verify_mma, verify_scaled_mma
from xtriton.dialects.ttng.target import RequiresTcgen05
from xtriton.dialects.ttng.tensor_memory import token_directive
from xtriton.ir.constraints import I1, UnitAttribute
from xtriton.ir.creation import is_result
from xtriton.ir.definitions import (
    Operand,
    Operands,
    OptionalOperand,
    OptionalProperty,
    OptionalResult,
    Property,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    opt_result_def,
    prop_def,
    var_operand_def,
)
from xtriton.ir.diagnostics import Violation
from xtriton.ir.syntax import ParsedParts
from xtriton.layouts.encodings import (
    NVMMAShared,
    TensorMemoryScales,
    shape_per_cta,
)
from xtriton.versions import V3_6, V3_7, V3_8, V3_9, active_version, before, by_version, since


def _parse_barriers(parser: Parser, parts: ParsedParts) -> None:
    barriers = parts.operands.setdefault("barriers", [])
    predicates = parts.operands.setdefault("barrier_preds", [])
    while parser.parse_optional_punctuation(",") is not None:
        barriers.append(parser.parse_unresolved_operand())
        parser.parse_punctuation("[")
        predicates.append(parser.parse_unresolved_operand())
        parser.parse_punctuation("]")


def _print_barriers(printer: Printer, op: TCGen5MMAOp | TCGen5MMAScaledOp) -> None:
    for barrier, predicate in zip(op.barriers, op.barrier_preds, strict=True):
        printer.print_string(", ")
        printer.print_ssa_value(barrier)
        printer.print_string("[")
        printer.print_ssa_value(predicate)
        printer.print_string("]")


_CUSTOM = {"Token": token_directive("acc_dep"), "BarriersAndPreds": (_parse_barriers, _print_barriers)}


def _memory(value: SSAValue) -> MemDescType:
    return cast("MemDescType", value.type)


def _types(op: TCGen5MMAOp | TCGen5MMAScaledOp) -> MMAOperands:
    return MMAOperands(_memory(op.a), _memory(op.b), _memory(op.d))


def _is_false(value: SSAValue) -> bool:
    """Whether the value is a constant false."""
    if not is_result(value) or not value.op.has_trait(ConstantLike, value_if_unregistered=False):
        return False
    attr = value.op.properties.get("value")
    return isinstance(attr, IntegerAttr) and attr.value.data == 0


def _product_effects(op: TCGen5MMAOp | TCGen5MMAScaledOp) -> tuple[Effect, ...]:
    accumulated = () if _is_false(op.useD) else (read(TENSOR_MEMORY, "d"),)
    a = read(SHARED_MEMORY if _memory(op.a).in_shared_memory else TENSOR_MEMORY, "a")
    return (*accumulated, write(TENSOR_MEMORY, "d"), a, read(SHARED_MEMORY, "b"))


_CLUSTERS = since(V3_8)
"""The versions that verify how CTAs share completion barriers, and the order of scales."""


def _verify_completion(op: Operation, barriers: Iterable[SSAValue]) -> None:
    """Each CTA has a word of the barriers of its own."""
    if active_version() not in _CLUSTERS:
        return
    for barrier in barriers:
        verify_barrier(op, barrier.type)
        verify_barrier_layout(op, barrier.type, "completion barrier")


@irdl_op_definition
class TCGen5MMAOp(LayoutOp):
    """``d = a * b``, accumulated into ``d`` if ``useD``; arrives at the barriers on completion."""

    name = "ttng.tc_gen5_mma"
    a: Operand = operand_def(MemDesc)
    b: Operand = operand_def(MemDesc)
    d: Operand = operand_def(MemDesc)
    acc_dep: OptionalOperand = opt_operand_def(AsyncToken)
    useD: Operand = operand_def(I1)
    pred: Operand = operand_def(I1)
    barriers: Operands = var_operand_def(MemDesc, default=())
    barrier_preds: Operands = var_operand_def(I1, default=())
    is_async: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    two_ctas: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    multicast: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None, versions=since(V3_7))
    is_unsigned: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None, versions=since(V3_8))
    token: OptionalResult = opt_result_def(AsyncToken, default=None)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(RequiresTcgen05(), OwnEffects(), DotLike())
    CUSTOM: ClassVar = _CUSTOM
    SYNTAX: ClassVar = (
        "$a `,` $b `,` $d `` custom<Token>($acc_dep, type($token)) `,` $useD`,` $pred "
        "`` custom<BarriersAndPreds>($barriers, $barrier_preds) attr-dict `:` qualified(type($a)) `,` "
        "qualified(type($b)) `,` qualified(type($d)) (`,` qualified(type($barriers))^)?"
    )

    @property
    def c(self) -> SSAValue:
        """The accumulator, by the name that dots use."""
        return self.d

    def effects(self) -> tuple[Effect, ...]:
        """The accumulator is read unless it is known to be overwritten."""
        return _product_effects(self)

    def verify_op(self) -> None:
        if self.is_async is None and self.barriers:
            raise Violation("The op is synchronous but a barrier is present.")
        verify_mma(_types(self), two_ctas=self.two_ctas is not None)

    def verify_in_context(self) -> None:
        _verify_completion(self, self.barriers)


_RUBIN = "cuda:107"


def wants_k_first(op: TCGen5MMAScaledOp, name: str) -> bool:
    """Whether blocks of the scales ``A`` or ``B`` advance along k first: those of ``A`` for NVFP4 on Rubin."""
    module = module_of(op)
    target = module.attributes.get(TARGET) if module is not None else None
    if name != "A" or not isinstance(target, StringAttr) or target.data != _RUBIN:
        return False
    formats = {ScaleDotElemType.of(op.a_type), ScaleDotElemType.of(op.b_type)}
    scales = (_memory(op.a_scale).element_type, _memory(op.b_scale).element_type)
    return formats == {ScaleDotElemType.E2M1} and all(isinstance(type_, Float8E4M3FNType) for type_ in scales)


@irdl_op_definition
class TCGen5MMAScaledOp(LayoutOp):
    """Like :class:`TCGen5MMAOp`, with operands in small formats that are block-scaled along k."""

    name = "ttng.tc_gen5_mma_scaled"
    a: Operand = operand_def(MemDesc)
    b: Operand = operand_def(MemDesc)
    d: Operand = operand_def(MemDesc)
    acc_dep: OptionalOperand = opt_operand_def(AsyncToken)
    a_scale: Operand = operand_def(MemDesc)
    b_scale: Operand = operand_def(MemDesc)
    a_type: Property[ScaleDotElemType] = prop_def(ScaleElemTypeAttr)
    b_type: Property[ScaleDotElemType] = prop_def(ScaleElemTypeAttr)
    useD: Operand = operand_def(I1)
    pred: Operand = operand_def(I1)
    barriers: Operands = var_operand_def(MemDesc, default=())
    barrier_preds: Operands = var_operand_def(I1, default=())
    two_ctas: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None, versions=since(V3_8))
    multicast: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None, versions=since(V3_8))
    is_async: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None)
    token: OptionalResult = opt_result_def(AsyncToken, default=None)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(RequiresTcgen05(), OwnEffects(), DotLike(packed=True))
    CUSTOM: ClassVar = _CUSTOM
    SYNTAX: ClassVar = (
        "$a `,` $b `,` $d `` custom<Token>($acc_dep, type($token)) `,` $a_scale `,` $b_scale `,` $useD `,` $pred "
        "`lhs` `=` $a_type `rhs` `=` $b_type `` custom<BarriersAndPreds>($barriers, $barrier_preds) attr-dict `:` "
        "qualified(type($a)) `,` qualified(type($b)) `,` qualified(type($d)) `,` qualified(type($a_scale)) `,` "
        "qualified(type($b_scale)) (`,` qualified(type($barriers))^)?"
    )

    @property
    def c(self) -> SSAValue:
        """The accumulator, by the name that dots use."""
        return self.d

    def effects(self) -> tuple[Effect, ...]:
        """The accumulator is read unless it is known to be overwritten; the scales are read."""
        return (*_product_effects(self), read(TENSOR_MEMORY, "a_scale"), read(TENSOR_MEMORY, "b_scale"))

    def packing(self, side: str, *, along_k: bool) -> int:
        """How many elements a stored element of a side packs along k (along the other dimension if not ``along_k``).

        fp4 values are packed along the contiguous dimension.
        """
        is_fp4 = ScaleDotElemType.of(self.properties[f"{side}_type"]) == ScaleDotElemType.E2M1
        layout = _memory(self.a if side == "a" else self.b).layout()
        k_contiguous = not isinstance(layout, NVMMAShared) or layout.transposed == (side == "b")
        return 2 if is_fp4 and k_contiguous is along_k else 1

    def verify_op(self) -> None:
        if active_version() in _CLUSTERS and self.is_async is None and self.barriers:
            raise Violation("The op is synchronous but a barrier is present.")
        verify_scaled_mma(_types(self), (ScaleDotElemType.of(self.a_type), ScaleDotElemType.of(self.b_type)))
        if active_version() in _CLUSTERS:
            _verify_scales(self)

    def verify_in_context(self) -> None:
        _verify_completion(self, self.barriers)


_MOST_ROWS, _MOST_SCALES = 128, 4
"""The extent of a block of scales, which MMAs read as a whole."""


def _verify_scales(op: TCGen5MMAScaledOp) -> None:
    """Several blocks of scales along both dimensions are in the order in which the MMAs need them."""
    for scale, name in ((op.a_scale, "A"), (op.b_scale, "B")):
        type_ = _memory(scale)
        layout = type_.layout()
        if not type_.in_tensor_memory:
            continue
        rows, columns = shape_per_cta(layout, type_.get_shape())[-2:] if layout is not None else (0, 0)
        matters = rows > _MOST_ROWS and columns > _MOST_SCALES
        if not isinstance(layout, TensorMemoryScales):
            if matters:
                raise Violation(f"{name} scales in tensor memory must use #ttng.tensor_memory_scales_encoding")
            continue
        if not matters and (not layout.k_first or active_version() not in since(V3_9)):
            continue
        k_first = wants_k_first(op, name)
        if layout.k_first is not k_first:
            wanted = "kThenMn" if k_first else "mnThenK"
            raise Violation(
                f"{name} scales in tensor memory must use #ttng.tensor_memory_scales_encoding<blockRepOrder = {wanted}>"
            )


MMAv5Op = TCGen5MMAOp | TCGen5MMAScaledOp


@irdl_op_definition
class TCGen5CommitOp(LayoutOp):
    """Arrive at the barrier when all previous MMAs and copies have completed."""

    name = "ttng.tc_gen5_commit"
    barrier: Operand = operand_def(MemDesc)
    pred: OptionalOperand = opt_operand_def(I1, default=None)
    two_ctas: OptionalProperty[bool] = opt_prop_def(UnitAttribute, default=None, versions=before(V3_7))
    descs: Operands = var_operand_def(MemDesc, default=(), versions=since(V3_7))
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(RequiresTcgen05(), Effects(write(SHARED_MEMORY, "barrier")))
    SYNTAX: ClassVar = by_version(
        {
            V3_6: "$barrier (`,` $pred^)? attr-dict `:` qualified(type($barrier))",
            V3_7: (
                "$barrier (`,` $pred^)? (`descs` $descs^)? attr-dict `:` qualified(type($barrier)) "
                "(`,` qualified(type($descs))^)?"
            ),
        }
    )

    def verify_in_context(self) -> None:
        _verify_completion(self, (self.barrier,))
