"""The ``rocdl`` dialect, as far as Triton's tests use it outside AMD's own: where a thread stands, and buffers."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import IntegerType
from xdsl.ir import Dialect
from xdsl.irdl import irdl_op_definition, operand_def, opt_prop_def, result_def, traits_def
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect, Pure

from xtriton.dialects.upstream.flags import stripped_attr
from xtriton.dialects.upstream.llvm.attributes import ConstantRangeAttr
from xtriton.dialects.upstream.llvm.types import AnyLLVM, Pointer, PointerType
from xtriton.ir.constraints import I32, I64, exactly
from xtriton.ir.op import Op

_Range = stripped_attr(ConstantRangeAttr, "A range of two integers, corresponding to LLVM's ConstantRange")


class _RegisterOp(Op):
    range = opt_prop_def(_Range)
    res = result_def(AnyLLVM)
    traits = traits_def(Pure())
    SYNTAX: ClassVar[str | None] = "(`range` $range^)? attr-dict `:` type($res)"


@irdl_op_definition
class WorkgroupIdXOp(_RegisterOp):
    """The block within the grid, axis x."""

    name = "rocdl.workgroup.id.x"


@irdl_op_definition
class WorkgroupIdYOp(_RegisterOp):
    """The block within the grid, axis y."""

    name = "rocdl.workgroup.id.y"


@irdl_op_definition
class WorkgroupIdZOp(_RegisterOp):
    """The block within the grid, axis z."""

    name = "rocdl.workgroup.id.z"


@irdl_op_definition
class WorkitemIdXOp(_RegisterOp):
    """The thread within its block, axis x."""

    name = "rocdl.workitem.id.x"


@irdl_op_definition
class WorkitemIdYOp(_RegisterOp):
    """The thread within its block, axis y."""

    name = "rocdl.workitem.id.y"


@irdl_op_definition
class WorkitemIdZOp(_RegisterOp):
    """The thread within its block, axis z."""

    name = "rocdl.workitem.id.z"


@irdl_op_definition
class WorkgroupDimXOp(_RegisterOp):
    """Threads in the block, axis x."""

    name = "rocdl.workgroup.dim.x"


@irdl_op_definition
class WorkgroupDimYOp(_RegisterOp):
    """Threads in the block, axis y."""

    name = "rocdl.workgroup.dim.y"


@irdl_op_definition
class WorkgroupDimZOp(_RegisterOp):
    """Threads in the block, axis z."""

    name = "rocdl.workgroup.dim.z"


@irdl_op_definition
class GridDimXOp(_RegisterOp):
    """Blocks in the grid, axis x."""

    name = "rocdl.grid.dim.x"


@irdl_op_definition
class GridDimYOp(_RegisterOp):
    """Blocks in the grid, axis y."""

    name = "rocdl.grid.dim.y"


@irdl_op_definition
class GridDimZOp(_RegisterOp):
    """Blocks in the grid, axis z."""

    name = "rocdl.grid.dim.z"


_BUFFER_RESOURCES = 8


@irdl_op_definition
class MakeBufferRsrcOp(Op):
    """A buffer descriptor: an address with a stride, a size and flags."""

    name = "rocdl.make.buffer.rsrc"
    base = operand_def(Pointer)
    stride = operand_def(exactly(IntegerType(16), "16-bit signless integer"))
    numRecords = operand_def(I64)
    flags = operand_def(I32)
    res = result_def(Pointer)
    traits = traits_def(Pure())
    SYNTAX: ClassVar[str | None] = (
        "$base `,` $stride `,` $numRecords `,` $flags attr-dict `:` type($base) `to` type($res)"
    )


class _BufferOp(Op):
    """An access through a buffer descriptor."""

    rsrc = operand_def(exactly(PointerType(_BUFFER_RESOURCES), "LLVM pointer in address space 8"))
    offset = operand_def(I32)
    soffset = operand_def(I32)
    aux = operand_def(I32)


@irdl_op_definition
class RawPtrBufferLoadOp(_BufferOp):
    """Reads through a buffer descriptor."""

    name = "rocdl.raw.ptr.buffer.load"
    res = result_def(AnyLLVM)
    traits = traits_def(MemoryReadEffect())
    SYNTAX: ClassVar[str | None] = "$rsrc `,` $offset `,` $soffset `,` $aux attr-dict `:` type($res)"


@irdl_op_definition
class RawPtrBufferStoreOp(_BufferOp):
    """Writes through a buffer descriptor."""

    name = "rocdl.raw.ptr.buffer.store"
    vdata = operand_def(AnyLLVM)
    traits = traits_def(MemoryWriteEffect())
    SYNTAX: ClassVar[str | None] = "$vdata `,` $rsrc `,` $offset `,` $soffset `,` $aux attr-dict `:` type($vdata)"


Rocdl = Dialect(
    "rocdl",
    [
        MakeBufferRsrcOp,
        RawPtrBufferLoadOp,
        RawPtrBufferStoreOp,
        GridDimXOp,
        GridDimYOp,
        GridDimZOp,
        WorkgroupDimXOp,
        WorkgroupDimYOp,
        WorkgroupDimZOp,
        WorkgroupIdXOp,
        WorkgroupIdYOp,
        WorkgroupIdZOp,
        WorkitemIdXOp,
        WorkitemIdYOp,
        WorkitemIdZOp,
    ],
)
