"""``hopper-launch-arguments``: launch-uniform descriptors become arguments of the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal, cast

from xdsl.dialects.builtin import IntegerAttr, ModuleOp, i32
from xdsl.ir import Attribute, SSAValue

from xtriton.analysis.launch_arguments import add_launch_argument, expression_of
from xtriton.dialects.tt.descriptor import MakeTensorDescOp
from xtriton.dialects.tt.enums import PaddingOption
from xtriton.dialects.tt.function import FuncOp
from xtriton.ir.context import Context
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass
from xtriton.passes.remarks import remark
from xtriton.recipes import DescriptorRecipe, Expression
from xtriton.rewriting.rewriter import Rewriter

TMA_DESCRIPTOR = "tt.nv_tma_desc"
"""Triton's attribute for an argument that is a TMA descriptor, passed by value as a kernel parameter."""


@dataclass(frozen=True)
class LaunchArguments(Pass):
    """Replace launch-uniform tensor descriptors with kernel arguments that the launch computes.

    A descriptor is launch-uniform if its base, extents and strides are integer expressions over the kernel's
    arguments. The new arguments come last, with a recipe for each (``xtriton.launch``).

    before: ``%d = tt.make_tensor_descriptor %x, [%m, %c64_i32], [%c64_i64, %c1_i64] : <f16>, <tensor<32x64xf16>>``
    after:  an argument ``%desc: !tt.tensordesc<32x64xf16> {tt.nv_tma_desc = 1 : i32, xtriton.launch =
            {base = ["arg", 0], shape = [["arg", 1], 64], strides = [64, 1], padding = "zero"}}``
    """

    name: ClassVar[str] = "hopper-launch-arguments"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        rewriter = Rewriter()
        for function in module.body.ops:
            if isinstance(function, FuncOp) and function.is_public and not function.is_declaration:
                for op in [op for op in operations_in(function) if isinstance(op, MakeTensorDescOp)]:
                    self._descriptor(ctx, function, op, rewriter)

    def _descriptor(self, ctx: Context, function: FuncOp, op: MakeTensorDescOp, rewriter: Rewriter) -> None:
        if op.parent is not function.body.first_block:
            remark(ctx, op, "the descriptor is created on the device: it is not in the entry block")
            return
        recipe = _recipe(op)
        if isinstance(recipe, SSAValue):
            which = _operand_name(op, recipe)
            reason = f"its {which} is not an integer expression over the kernel's arguments"
            remark(ctx, op, f"the descriptor is created on the device: {reason}")
            return
        by_value: dict[str, Attribute] = {TMA_DESCRIPTOR: IntegerAttr(1, i32)}
        argument = add_launch_argument(function, op.result.type, recipe, op.result.name_hint or "desc", by_value)
        rewriter.replace(op, [argument])
        remark(ctx, op, f"the descriptor is created by the launch, as argument #{argument.index}")


def _recipe(op: MakeTensorDescOp) -> DescriptorRecipe | SSAValue:
    """The recipe with which a launch creates a descriptor, or the operand that it cannot compute."""
    base, shape, strides = expression_of(op.base), _expressions(op.shape), _expressions(op.strides)
    if base is None:
        return op.base
    for expressions in (shape, strides):
        if isinstance(expressions, SSAValue):
            return expressions
    padding: Literal["zero", "nan"] = "nan" if op.padding == PaddingOption.PAD_NAN.attr else "zero"
    known = cast("tuple[tuple[Expression, ...], tuple[Expression, ...]]", (shape, strides))
    return DescriptorRecipe(base, *known, padding)


def _expressions(values: Sequence[SSAValue]) -> tuple[Expression, ...] | SSAValue:
    """The values as expressions, or the first value that is not one."""
    found: list[Expression] = []
    for value in values:
        expression = expression_of(value)
        if expression is None:
            return value
        found.append(expression)
    return tuple(found)


def _operand_name(op: MakeTensorDescOp, operand: SSAValue) -> str:
    """The role of an operand of a descriptor, for a remark."""
    for what, operands in (("extent", op.shape), ("stride", op.strides)):
        for dim, value in enumerate(operands):
            if value is operand:
                return f"{what} along dimension {dim}"
    return "base"
