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
from xtriton.ir.constraints import I32, AnyAttr, I32Attr
from xtriton.ir.definitions import (
    Operand,
    Operands,
    OptionalProperty,
    Property,
    operand_def,
    opt_prop_def,
    prop_def,
    var_operand_def,
)
from xtriton.ir.op import Op
from xtriton.versions import V3_6, V3_9, VersionRange, before, by_version, since

_COPIES = Effects(read(GLOBAL_MEMORY, "desc"), write(SHARED_MEMORY, "result"))


@irdl_op_definition
class DescriptorLoadOp(Op):
    """Load a block of ``txCount`` bytes into shared memory."""

    name = "nvws.descriptor_load"
    desc: Operand = operand_def(TensorDesc)
    indices: Operands = var_operand_def(I32)
    txCount: Property[int] = prop_def(I32Attr)
    result: Operand = operand_def(MemDesc)
    cache: Property[CacheModifier] = prop_def(CacheAttr, default=CacheModifier.NONE.attr, versions=before(V3_9))
    evict: Property[EvictionPolicy] = prop_def(EvictAttr, default=EvictionPolicy.NORMAL.attr, versions=before(V3_9))
    cachePolicy: OptionalProperty = opt_prop_def(AnyAttr, default=None, versions=since(V3_9))
    traits = traits_def(_COPIES)
    SYNTAX: ClassVar = by_version(
        {
            V3_6: "$desc `[` $indices `]` $txCount $result "
            "oilist(`cacheModifier` `=` $cache | `evictionPolicy` `=` $evict) attr-dict `:` type(operands)",
            V3_9: "$desc `[` $indices `]` $txCount $result attr-dict `:` type(operands)",
        }
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


@irdl_op_definition
class CLCTryCancelOp(Op):
    """Request to take over a pending cluster; the response is written into shared memory."""

    name = "nvws.clc_try_cancel"
    VERSIONS: ClassVar[VersionRange] = since(V3_9)
    result: Operand = operand_def(MemDesc)
    traits = traits_def(Effects(write(SHARED_MEMORY, "result")))
    SYNTAX: ClassVar = "$result attr-dict `:` qualified(type($result))"
