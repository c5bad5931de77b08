"""Folds of operations on shared and tensor memory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from xdsl.dialects.builtin import DenseArrayBase, i32
from xdsl.ir import Operation

from xtriton.dialects.ttg.memdesc import MemDescReinterpretOp, MemDescSubsliceOp, MemDescTransOp
from xtriton.dialects.ttg.memory import LocalAllocOp, LocalLoadOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.folds.folding import IN_PLACE, Constants, Fold, FoldResult
from xtriton.ir.narrowing import int_list
from xtriton.versions import V3_6, V3_7, ByVersion, by_version


def fold_memdesc_trans(op: MemDescTransOp, constants: Constants) -> FoldResult:
    """Identity transpositions, and two in a row."""
    order = int_list(op.order)
    if order == tuple(range(len(order))):
        return op.src
    inner = op.src.owner
    if not isinstance(inner, MemDescTransOp):
        return None
    first = int_list(inner.order)
    op.properties["order"] = DenseArrayBase.from_list(i32, [first[dim] for dim in order])
    op.operands[0] = inner.src
    return IN_PLACE


def fold_memdesc_reinterpret(op: MemDescReinterpretOp, constants: Constants) -> FoldResult:
    """A reinterpretation as the same type."""
    return op.src if op.src.type == op.result.type else None


def fold_local_alloc(op: LocalAllocOp, constants: Constants) -> FoldResult:
    """An immutable copy of memory of the same type is that memory."""
    load = op.src.owner if op.src is not None else None
    if cast("MemDescType", op.result.type).mutable or not isinstance(load, LocalLoadOp):
        return None
    return load.src if load.src.type == op.result.type else None


def fold_memdesc_subslice(op: MemDescSubsliceOp, constants: Constants) -> FoldResult:
    """A subslice of a subslice."""
    inner = op.src.owner
    if not isinstance(inner, MemDescSubsliceOp):
        return None
    offsets = [first + second for first, second in zip(int_list(inner.offsets), int_list(op.offsets), strict=True)]
    op.properties["offsets"] = DenseArrayBase.from_list(i32, offsets)
    op.operands[0] = inner.src
    return IN_PLACE


FOLDS: Mapping[type[Operation], Fold | ByVersion[Fold | None]] = {
    MemDescSubsliceOp: by_version({V3_6: None, V3_7: fold_memdesc_subslice}),
    MemDescTransOp: fold_memdesc_trans,
    MemDescReinterpretOp: fold_memdesc_reinterpret,
    LocalAllocOp: fold_local_alloc,
}
