"""The ``rocdl`` dialect, as far as Triton's tests use it outside AMD's own: thread ids and buffers."""

from __future__ import annotations

from typing import ClassVar

from xdsl.dialects.builtin import IntegerType
from xdsl.ir import Dialect
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect, Pure

from xtriton.dialects.upstream.flags import stripped_attr
from xtriton.dialects.upstream.llvm.attributes import ConstantRangeAttr
from xtriton.dialects.upstream.llvm.types import AnyLLVM, Pointer, PointerType
from xtriton.ir.constraints import I32, I64, exactly
from xtriton.ir.definitions import Operand, OptionalProperty, Result, operand_def, opt_prop_def, result_def
from xtriton.ir.op import Op
from xtriton.ir.op_tables import named_like, operations_in

_Range = stripped_attr(ConstantRangeAttr, "A range of two integers, corresponding to LLVM's ConstantRange")


class _RegisterOp(Op):
    range: OptionalProperty = opt_prop_def(_Range, default=None)
    res: Result = result_def(AnyLLVM)
    traits = traits_def(Pure())
    SYNTAX: ClassVar[str | None] = "(`range` $range^)? attr-dict `:` type($res)"


_BUFFER_RESOURCES = 8


@irdl_op_definition
class MakeBufferRsrcOp(Op):
    """A buffer descriptor: an address with a stride, a size and flags."""

    name = "rocdl.make.buffer.rsrc"
    base: Operand = operand_def(Pointer)
    stride: Operand = operand_def(exactly(IntegerType(16), "16-bit signless integer"))
    numRecords: Operand = operand_def(I64)
    flags: Operand = operand_def(I32)
    res: Result = result_def(Pointer)
    traits = traits_def(Pure())
    SYNTAX: ClassVar[str | None] = (
        "$base `,` $stride `,` $numRecords `,` $flags attr-dict `:` type($base) `to` type($res)"
    )


_BufferDescriptor = exactly(PointerType(_BUFFER_RESOURCES), "LLVM pointer in address space 8")


@irdl_op_definition
class RawPtrBufferLoadOp(Op):
    """Loads through a buffer descriptor."""

    name = "rocdl.raw.ptr.buffer.load"
    rsrc: Operand = operand_def(_BufferDescriptor)
    offset: Operand = operand_def(I32)
    soffset: Operand = operand_def(I32)
    aux: Operand = operand_def(I32)
    res: Result = result_def(AnyLLVM)
    traits = traits_def(MemoryReadEffect())
    SYNTAX: ClassVar[str | None] = "$rsrc `,` $offset `,` $soffset `,` $aux attr-dict `:` type($res)"


@irdl_op_definition
class RawPtrBufferStoreOp(Op):
    """Stores through a buffer descriptor."""

    name = "rocdl.raw.ptr.buffer.store"
    vdata: Operand = operand_def(AnyLLVM)
    rsrc: Operand = operand_def(_BufferDescriptor)
    offset: Operand = operand_def(I32)
    soffset: Operand = operand_def(I32)
    aux: Operand = operand_def(I32)
    traits = traits_def(MemoryWriteEffect())
    SYNTAX: ClassVar[str | None] = "$vdata `,` $rsrc `,` $offset `,` $soffset `,` $aux attr-dict `:` type($vdata)"


Rocdl = Dialect(
    "rocdl",
    [
        *operations_in(vars()),
        *named_like(
            _RegisterOp,
            {
                "rocdl.workgroup.id.x": "CTA index within the grid, axis x.",
                "rocdl.workgroup.id.y": "CTA index within the grid, axis y.",
                "rocdl.workgroup.id.z": "CTA index within the grid, axis z.",
                "rocdl.workitem.id.x": "Thread index within the CTA, axis x.",
                "rocdl.workitem.id.y": "Thread index within the CTA, axis y.",
                "rocdl.workitem.id.z": "Thread index within the CTA, axis z.",
                "rocdl.workgroup.dim.x": "Number of threads in the CTA, axis x.",
                "rocdl.workgroup.dim.y": "Number of threads in the CTA, axis y.",
                "rocdl.workgroup.dim.z": "Number of threads in the CTA, axis z.",
                "rocdl.grid.dim.x": "Number of CTAs in the grid, axis x.",
                "rocdl.grid.dim.y": "Number of CTAs in the grid, axis y.",
                "rocdl.grid.dim.z": "Number of CTAs in the grid, axis z.",
            },
        ),
    ],
)
