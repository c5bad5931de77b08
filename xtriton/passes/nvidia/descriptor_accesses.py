"""Accesses through tensor descriptors: the layout of the block in shared memory, and its coordinates for TMA."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import TensorType, i32
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.dialects.tt.types import TensorDescType
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.upstream.arith import ExtSIOp, MulIOp
from xtriton.ir.diagnostics import error
from xtriton.ir.traits import encoding_of
from xtriton.layouts.descriptors import shared_of_rank
from xtriton.layouts.encodings import LayoutError, NVMMAShared, SharedEncoding
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_7, active_version, before


def shared_layout(op: Operation, type_: TensorType[Attribute], desc: SSAValue) -> SharedEncoding:
    """The shared memory layout of a tensor that ``op`` loads or stores through a descriptor.

    Raises ``DiagnosticError`` if the descriptor has no layout, or one that blocks of another rank cannot have.
    """
    block, layout = _block(op, desc)
    if tuple(block.get_shape()) == tuple(type_.get_shape()):
        return layout
    try:
        return shared_of_rank(layout, type_.get_num_dims())
    except LayoutError as exc:
        raise error(op.location, str(exc)) from exc


def coordinates(op: Operation, desc: SSAValue, indices: Sequence[SSAValue], rewriter: Rewriter) -> list[SSAValue]:
    """The coordinates of a block: padded fp4 is counted in elements, not in bytes.

    Since 3.7 they are indices, which the lowering to LLVM IR converts.
    """
    _, layout = _block(op, desc)
    values = list(indices)
    if isinstance(layout, NVMMAShared) and layout.fp4_padded and active_version() in _HAS_COORDINATES:
        two = insert_constant(rewriter, 2, i32)
        values[-1] = rewriter.insert(MulIOp(values[-1], two)).result
    return values


_HAS_COORDINATES = before(V3_7)


def row_offsets(offsets: SSAValue, rewriter: Rewriter) -> SSAValue:
    """The rows of a gather or scatter, which may be given as ``i16``, as ``i32``."""
    type_ = cast("TensorType[Attribute]", offsets.type)
    if type_.element_type == i32:
        return offsets
    return rewriter.insert(ExtSIOp(offsets, TensorType(i32, type_.get_shape(), type_.encoding))).out


def _block(op: Operation, desc: SSAValue) -> tuple[TensorType[Attribute], SharedEncoding]:
    """The block type of a descriptor, and its layout in shared memory."""
    block = cast("TensorDescType", desc.type).block_type
    layout = layout_of(encoding_of(block))
    if not isinstance(layout, SharedEncoding):
        raise error(op.location, "Internal Error: Tensor descriptor should have encoding set")
    return block, layout
