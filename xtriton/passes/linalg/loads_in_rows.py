"""``structured-loads-in-rows``: column-major operands of dots are loaded transposed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, TypeVar

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue

from xtriton.analysis.requirements import Rule, without_layouts
from xtriton.dialects import tt, tts
from xtriton.dialects.upstream.arith import ExtFOp, ExtSIOp, ExtUIOp, SIToFPOp, TruncFOp, UIToFPOp
from xtriton.ir.context import Context
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.walk import operations_in
from xtriton.passes.base import Pass
from xtriton.rewriting.rewriter import Rewriter

_T = TypeVar("_T")
_CASTS = (ExtFOp, ExtSIOp, ExtUIOp, SIToFPOp, TruncFOp, UIToFPOp, tt.BitcastOp, tt.FpToFpOp)
_Pointer = tts.MakeTensorPtrOp | tts.MakeGatherScatterTensorPtrOp


@dataclass(frozen=True)
class StructuredLoadsInRows(Pass):
    """Load column-major operands of dots row by row and transpose them, if only dots use them.

    before: ``tts.make_tptr %p to sizes: [64, 32], strides: [1, %n]``, ``tts.load``, ``tt.dot``
    after:  ``tts.make_tptr %p to sizes: [32, 64], strides: [%n, 1]``, ``tts.load``, ``tt.trans``, ``tt.dot``

    Weights of linear layers are stored like that, and the keys of attention: a copy of rows is contiguous on both
    sides, and dots read transposed operands as fast as others. Columns may also be gathered.
    """

    name: ClassVar[str] = "structured-loads-in-rows"
    requires: ClassVar[tuple[Rule, ...]] = (without_layouts,)

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for op in operations_in(module):
            if isinstance(op, tts.LoadOp) and _has_contiguous_columns(op.ptr) and _is_for_dots(op.result):
                _load_in_rows(op)


def _has_contiguous_columns(pointer: SSAValue) -> bool:
    """Whether a structured pointer is to a column-major block, strided or gathered along dimension 1."""
    op = pointer.owner
    if not isinstance(op, _Pointer) or len(op.block_sizes) != 2 or op.mixed_strides[0] != 1:
        return False
    if isinstance(op, tts.MakeTensorPtrOp):
        return not op.is_block_pointer and op.mixed_strides[1] != 1
    return op.dim == 1


def _is_for_dots(value: SSAValue) -> bool:
    """Whether all uses of a block are as an operand of a dot, as it is or converted."""
    users = [use.operation for use in value.uses]
    return bool(users) and all(_is_dot_of(user, value) for user in users)


def _is_dot_of(op: Operation, value: SSAValue) -> bool:
    if isinstance(op, _CASTS):
        return is_tensor_type(op.results[0].type) and _is_for_dots(op.results[0])
    return isinstance(op, tt.DotOp) and op.c is not value


def _load_in_rows(op: tts.LoadOp) -> None:
    rewriter = Rewriter()
    rewriter.start_at(op)
    pointer = rewriter.insert(_swapped_pointer(op.ptr)).result
    load = rewriter.insert(tts.LoadOp.of(pointer, _swapped(op.mixed_mask_dims), op.other)).result
    rewriter.replace_by(op, tt.TransOp(load, order=[1, 0]))


def _swapped_pointer(pointer: SSAValue) -> _Pointer:
    """The pointer to the transposed block."""
    op = pointer.owner
    assert isinstance(op, _Pointer)
    sizes, strides, offsets = _swapped(op.block_sizes), _swapped(op.mixed_strides), _swapped(op.mixed_offsets)
    if isinstance(op, tts.MakeTensorPtrOp):
        return tts.MakeTensorPtrOp.of(op.base, sizes, strides, offsets, _swapped(op.mixed_shape))
    gathered, mask = op.gather_scatter_offset, op.gather_scatter_mask
    return tts.MakeGatherScatterTensorPtrOp.of(op.base, gathered, 1 - op.dim, sizes, strides, offsets, mask)


def _swapped(numbers: Sequence[_T]) -> list[_T]:
    return list(reversed(numbers))
