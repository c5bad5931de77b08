"""Loads through tensor descriptors into shared memory, not yet asynchronous."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import irdl_op_definition, traits_def

from xtriton.dialects.tt.descriptor import I32Tensor
from xtriton.dialects.tt.effects import GLOBAL_MEMORY, SHARED_MEMORY, Effects, read, write
from xtriton.dialects.tt.enums import CacheModifier, EvictionPolicy
from xtriton.dialects.tt.types import TensorDesc
from xtriton.dialects.ttg.memory import CacheAttr, EvictAttr
from xtriton.dialects.ttg.types import MemDesc
from xtriton.ir.constraints import I32, I32Attr
from xtriton.ir.definitions import Operand, Operands, Property, operand_def, prop_def, var_operand_def
from xtriton.ir.op import Op

_COPIES = Effects(read(GLOBAL_MEMORY, "desc"), write(SHARED_MEMORY, "result"))


@irdl_op_definition
class DescriptorLoadOp(Op):
    """Load a block of ``txCount`` bytes into shared memory."""

    name = "nvws.descriptor_load"
    desc: Operand = operand_def(TensorDesc)
    indices: Operands = var_operand_def(I32)
    txCount: Property[int] = prop_def(I32Attr)
    result: Operand = operand_def(MemDesc)
    cache: Property[CacheModifier] = prop_def(CacheAttr, default=CacheModifier.NONE.attr)
    evict: Property[EvictionPolicy] = prop_def(EvictAttr, default=EvictionPolicy.NORMAL.attr)
    traits = traits_def(_COPIES)
    SYNTAX: ClassVar = (
        "$desc `[` $indices `]` $txCount $result oilist(`cacheModifier` `=` $cache | `evictionPolicy` `=` $evict) "
        "attr-dict `:` type(operands)"
    )


@irdl_op_definition
class DescriptorGatherOp(Op):
    """Load rows, ``txCount`` bytes in total, into shared memory."""

    name = "nvws.descriptor_gather"
    desc: Operand = operand_def(TensorDesc)
    x_offsets: Operand = operand_def(I32Tensor)
    y_offset: Operand = operand_def(I32)
    txCount: Property[int] = prop_def(I32Attr)
    result: Operand = operand_def(MemDesc)
    traits = traits_def(_COPIES)
    SYNTAX: ClassVar = "$desc `[` $x_offsets `,` $y_offset `]` $txCount $result attr-dict `:` type(operands)"
