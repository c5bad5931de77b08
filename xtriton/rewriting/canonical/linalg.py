"""Patterns for ``linalg``: operations that forward their inputs, and reshapes of fills."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, SSAValue

from xtriton.dialects.upstream.destination import has_buffers_only, has_tensors_only, tensor_types
from xtriton.dialects.upstream.linalg import (
    BroadcastOp,
    CopyOp,
    FillOp,
    GenericOp,
    Linalg,
    StructuredOp,
    TransposeOp,
    YieldOp,
)
from xtriton.dialects.upstream.linalg.structured import verify_shapes
from xtriton.dialects.upstream.tensor import CastOp, CollapseShapeOp, ExpandShapeOp
from xtriton.dialects.upstream.tensor.compatibility import compatible_shapes
from xtriton.ir.creation import is_block_argument
from xtriton.ir.diagnostics import Violation
from xtriton.rewriting.canonical.tensor import forgets
from xtriton.rewriting.cloning import clone_with
from xtriton.rewriting.pattern import Pattern, pattern
from xtriton.rewriting.rewriter import Rewriter

STRUCTURED = tuple(op_class for op_class in Linalg.operations if issubclass(op_class, StructuredOp))
"""The structured operations."""


@pattern(GenericOp, CopyOp)
def identity_of_structured(op: GenericOp | CopyOp, rewriter: Rewriter) -> bool:
    """An operation whose region yields its arguments and whose indexing maps are all equal."""
    end = op.body.last_op
    maps = op.maps
    if op.body.first_op is not end or not isinstance(end, YieldOp) or any(map_ != maps[0] for map_ in maps):
        return False
    values: list[SSAValue] = []
    for value in end.values:
        if not is_block_argument(value) or value.block is not op.body:
            return False
        values.append(op.operands[value.index])
    if has_buffers_only(op):
        if list(op.ins) != list(op.outs) or len(op.ins) != 1:
            return False
        rewriter.erase(op)
        return True
    if not has_tensors_only(op):
        return False
    if not all(compatible_shapes(value.type, result.type) for value, result in zip(values, op.results, strict=True)):
        return False
    results = [
        value if value.type == result.type else rewriter.insert(CastOp(value, result.type)).dest
        for value, result in zip(values, op.results, strict=True)
    ]
    rewriter.replace(op, results)
    return True


@pattern(ExpandShapeOp, CollapseShapeOp)
def reshape_of_fill(op: ExpandShapeOp | CollapseShapeOp, rewriter: Rewriter) -> bool:
    """A reshape of a fill is a fill of the reshaped output."""
    inner = op.src.owner
    if not isinstance(inner, FillOp):
        return False
    output = inner.outputs[0]
    if isinstance(op, ExpandShapeOp):
        new: ExpandShapeOp | CollapseShapeOp = ExpandShapeOp.of(
            output, op.groups, op.mixed_output_shape, op.result.type
        )
    else:
        new = CollapseShapeOp(output, op.groups, op.result.type)
    rewriter.insert(new)
    rewriter.replace_by(op, FillOp([inner.inputs[0]], [new.result]))
    return True


@pattern(TransposeOp)
def transpose_of_fill(op: TransposeOp, rewriter: Rewriter) -> bool:
    """A transposition of a fill is a fill of the output."""
    inner = op.input.owner
    if not isinstance(inner, FillOp) or not op.results:
        return False
    rewriter.replace_by(op, FillOp([inner.inputs[0]], [op.init]))
    return True


@pattern(TransposeOp)
def transpose_of_transpose(op: TransposeOp, rewriter: Rewriter) -> bool:
    """Two transpositions compose."""
    inner = op.input.owner
    if not isinstance(inner, TransposeOp) or not op.results:
        return False
    first = inner.dims
    rewriter.replace_by(op, TransposeOp(inner.input, op.init, [first[dim] for dim in op.dims]))
    return True


@pattern(CopyOp)
def copy_of_fill(op: CopyOp, rewriter: Rewriter) -> bool:
    """A copy of a fill is a fill of the output."""
    inner = op.inputs[0].owner
    if isinstance(inner, FillOp) and inner.results and op.results:
        element = cast("TensorType[Attribute]", op.outputs[0].type).element_type
        if element == cast("TensorType[Attribute]", inner.outputs[0].type).element_type:
            rewriter.replace_by(op, FillOp([inner.inputs[0]], [op.outputs[0]]))
            return True
    return False


@pattern(BroadcastOp)
def broadcast_along_nothing(op: BroadcastOp, rewriter: Rewriter) -> bool:
    """A broadcast without new dimensions."""
    if op.dims or not op.results:
        return False
    rewriter.replace(op, [op.input])
    return True


@pattern(*STRUCTURED)
def casts_of_tensor_operands(op: StructuredOp, rewriter: Rewriter) -> bool:
    """Casts that only drop static extents are bypassed, unless the extents that they hide contradict each other."""
    operands = [_uncast(operand) for operand in op.operands]
    if operands == list(op.operands) or not _shapes_fit(op, operands):
        return False
    outputs = operands[len(operands) - len(op.outs) :]
    types = tensor_types(outputs)
    new = clone_with(op, operands, types, regions=[op.detach_region(region) for region in list(op.regions)])
    rewriter.insert(new)
    results = [
        result if result.type == old.type else rewriter.insert(CastOp(result, old.type)).dest
        for result, old in zip(new.results, op.results, strict=True)
    ]
    rewriter.replace(op, results)
    return True


def _shapes_fit(op: StructuredOp, operands: Sequence[SSAValue]) -> bool:
    """Whether ``op`` can have other operands."""
    try:
        verify_shapes(op, operands)
    except Violation:
        return False
    return True


def _uncast(value: SSAValue) -> SSAValue:
    owner = value.owner
    return owner.source if isinstance(owner, CastOp) and forgets(owner) else value


PATTERNS: Sequence[Pattern] = (
    casts_of_tensor_operands,
    copy_of_fill,  # as in MLIR before the copy is taken for an identity
    identity_of_structured,
    reshape_of_fill,
    transpose_of_fill,
    transpose_of_transpose,
    broadcast_along_nothing,
)
