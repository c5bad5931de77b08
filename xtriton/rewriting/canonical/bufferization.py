"""Patterns for ``bufferization``: static shapes of new tensors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, SSAValue

from xtriton.dialects.upstream.bufferization import AllocTensorOp
from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.dialects.upstream.tensor import CastOp, DimOp
from xtriton.folds.folding import constant_of
from xtriton.folds.memref import number_of
from xtriton.rewriting.pattern import Pattern, pattern
from xtriton.rewriting.rewriter import Rewriter


@pattern(AllocTensorOp)
def constant_extents_of_alloc_tensor(op: AllocTensorOp, rewriter: Rewriter) -> bool:
    """Constant extents of a new tensor become static."""
    if op.copy is not None:
        return False
    type_ = cast("TensorType[Attribute]", op.result.type)
    sizes = iter(op.dynamic_sizes)
    shape: list[int] = []
    left: list[SSAValue] = []
    for extent in type_.get_shape():
        size = next(sizes) if extent == DYNAMIC else None
        number = extent if size is None else number_of(constant_of(size))
        shape.append(DYNAMIC if number is None or number < 0 else number)
        if size is not None and shape[-1] == DYNAMIC:
            left.append(size)
    if len(left) == len(op.dynamic_sizes):
        return False
    new = rewriter.insert(AllocTensorOp(left, result=TensorType(type_.element_type, shape, type_.encoding)))
    rewriter.replace_by(op, CastOp(new.result, type_))
    return True


@pattern(DimOp)
def dim_of_alloc_tensor(op: DimOp, rewriter: Rewriter) -> bool:
    """The extent of a new tensor is its size operand."""
    inner = op.source.owner
    index = number_of(constant_of(op.index))
    if not isinstance(inner, AllocTensorOp) or index is None or inner.copy is not None:
        return False
    shape = cast("TensorType[Attribute]", inner.result.type).get_shape()
    if not 0 <= index < len(shape) or shape[index] != DYNAMIC:
        return False
    rewriter.replace(op, [inner.dynamic_sizes[list(shape[:index]).count(DYNAMIC)]])
    return True


PATTERNS: Sequence[Pattern] = (constant_extents_of_alloc_tensor, dim_of_alloc_tensor)
