"""The ``gpu`` dialect, as far as Triton's IR uses it: thread ids, barriers, shuffles and printing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Dialect, OpaqueSyntaxAttribute, ParametrizedAttribute, SSAValue, TypeAttribute
from xdsl.irdl import irdl_attr_definition, irdl_op_definition, param_def, traits_def
from xdsl.traits import MemoryWriteEffect, Pure

from xtriton.dialects.upstream.constraints import IndexAttribute
from xtriton.dialects.upstream.flags import stripped_attr
from xtriton.dialects.upstream.keywords import KeywordAttr
from xtriton.ir.constraints import I1, I32, AnyType, Index, StrAttr
from xtriton.ir.definitions import (
    INFERRED,
    Operand,
    Operands,
    OptionalProperty,
    Property,
    Result,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    var_operand_def,
)
from xtriton.ir.effects import KeepsMemory
from xtriton.ir.op import Op
from xtriton.ir.op_tables import attributes_in, named_like, operations_in
from xtriton.ir.traits import AllTypesMatch
from xtriton.versions import V3_6, V3_8, ByVersion, by_version

_XYZ = ("x", "y", "z")
_LINEAR = tuple(f"linear_dim_{index}" for index in range(10))


@irdl_attr_definition
class DimensionAttr(KeywordAttr, OpaqueSyntaxAttribute):
    """An axis of the grid."""

    name = "gpu.dim"
    KEYWORDS: ClassVar[Sequence[str]] = _XYZ
    CPP_NAME: ClassVar[str] = "gpu::Dimension"
    CPP_ATTRIBUTE: ClassVar[str] = "GPU_DimensionAttr"
    BRACKETS: ClassVar[bool] = False
    keyword: StringAttr = param_def()


@irdl_attr_definition
class ShuffleModeAttr(KeywordAttr, OpaqueSyntaxAttribute):
    """The addressing mode of a shuffle."""

    name = "gpu.shuffle_mode"
    KEYWORDS: ClassVar[Sequence[str]] = ("xor", "up", "down", "idx")
    CPP_NAME: ClassVar[str] = "gpu::ShuffleMode"
    CPP_ATTRIBUTE: ClassVar[str] = "GPU_ShuffleModeAttr"
    BRACKETS: ClassVar[bool] = False
    keyword: StringAttr = param_def()


@irdl_attr_definition
class AllReduceOperationAttr(KeywordAttr, OpaqueSyntaxAttribute):
    """The operation of a reduction over threads."""

    name = "gpu.all_reduce_op"
    KEYWORDS: ClassVar[Sequence[str]] = (
        *("add", "mul", "minui", "minsi", "minnumf", "maxui", "maxsi", "maxnumf", "and", "or", "xor"),
        *("minimumf", "maximumf"),
    )
    CPP_NAME: ClassVar[str] = "gpu::AllReduceOperation"
    CPP_ATTRIBUTE: ClassVar[str] = "GPU_AllReduceOperationAttr"
    BRACKETS: ClassVar[bool] = False
    keyword: StringAttr = param_def()


@irdl_attr_definition
class AddressSpaceAttr(KeywordAttr):
    """An address space."""

    name = "gpu.address_space"
    KEYWORDS: ClassVar[Sequence[str]] = ("global", "workgroup", "private")
    ADDED: ClassVar[ByVersion[Sequence[str]]] = by_version({V3_6: (), V3_8: ("constant",)})
    CPP_NAME: ClassVar[str] = "gpu::AddressSpace"
    CPP_ATTRIBUTE: ClassVar[str] = "GPU_AddressSpaceAttr"
    keyword: StringAttr = param_def()


class _MappingAttr(KeywordAttr):
    """The processing unit that a parallel loop is mapped to."""

    KEYWORDS: ClassVar[Sequence[str]] = (*_XYZ, *_LINEAR)
    CPP_NAME: ClassVar[str] = "gpu::MappingId"


@irdl_attr_definition
class BlockMappingAttr(_MappingAttr):
    """CTAs of the grid."""

    name = "gpu.block"
    CPP_ATTRIBUTE: ClassVar[str] = "GPUBlockMappingAttr"
    CPP_PARAMETER: ClassVar[str] = "block"
    keyword: StringAttr = param_def()


@irdl_attr_definition
class WarpgroupMappingAttr(_MappingAttr):
    """Warp groups (four warps)."""

    name = "gpu.warpgroup"
    CPP_ATTRIBUTE: ClassVar[str] = "GPUWarpgroupMappingAttr"
    CPP_PARAMETER: ClassVar[str] = "warpgroup"
    keyword: StringAttr = param_def()


@irdl_attr_definition
class WarpMappingAttr(_MappingAttr):
    """Warps of a CTA."""

    name = "gpu.warp"
    CPP_ATTRIBUTE: ClassVar[str] = "GPUWarpMappingAttr"
    CPP_PARAMETER: ClassVar[str] = "warp"
    keyword: StringAttr = param_def()


@irdl_attr_definition
class ThreadMappingAttr(_MappingAttr):
    """Threads of a CTA."""

    name = "gpu.thread"
    CPP_ATTRIBUTE: ClassVar[str] = "GPUThreadMappingAttr"
    CPP_PARAMETER: ClassVar[str] = "thread"
    keyword: StringAttr = param_def()


@irdl_attr_definition
class LaneMappingAttr(_MappingAttr):
    """Lanes of a warp."""

    name = "gpu.lane"
    CPP_ATTRIBUTE: ClassVar[str] = "GPULaneMappingAttr"
    CPP_PARAMETER: ClassVar[str] = "lane"
    keyword: StringAttr = param_def()


@irdl_attr_definition
class MemorySpaceMappingAttr(KeywordAttr):
    """The memory space that an allocation is mapped to."""

    name = "gpu.memory_space"
    KEYWORDS: ClassVar[Sequence[str]] = ("global", "workgroup", "private")
    CPP_NAME: ClassVar[str] = "gpu::AddressSpace"
    CPP_ATTRIBUTE: ClassVar[str] = "GPUMemorySpaceMappingAttr"
    CPP_PARAMETER: ClassVar[str] = "address_space"
    keyword: StringAttr = param_def()


@irdl_attr_definition
class AsyncTokenType(ParametrizedAttribute, TypeAttribute):
    """``!gpu.async.token``: a dependency on an asynchronous operation."""

    name = "gpu.async.token"


_Dimension = stripped_attr(DimensionAttr, "a dimension, either 'x', 'y', or 'z'")
_ShuffleMode = stripped_attr(ShuffleModeAttr, "Indexing modes supported by gpu.shuffle.")


@irdl_op_definition
class BarrierOp(Op):
    """Synchronises all threads of the CTA, and makes their memory writes visible."""

    name = "gpu.barrier"
    traits = traits_def(KeepsMemory())
    SYNTAX: ClassVar = "attr-dict"


class _IndexOp(Op):
    """An id or a count of threads."""

    upper_bound: OptionalProperty = opt_prop_def(IndexAttribute, default=None)
    result: Result = result_def(Index, default=INFERRED)
    traits = traits_def(Pure())


class _DimensionOp(Op):
    """An id or a count along one axis of the grid; its result is named like ``%thread_id_x``."""

    dimension: Property = prop_def(_Dimension, kw_only=False)
    upper_bound: OptionalProperty = opt_prop_def(IndexAttribute, default=None)
    result: Result = result_def(Index, default=INFERRED)
    traits = traits_def(Pure())
    SYNTAX: ClassVar = "$dimension (`upper_bound` $upper_bound^)? attr-dict"

    def asm_result_names(self) -> Iterable[tuple[SSAValue, str]]:
        dimension = self.dimension
        axis = dimension.keyword.data if isinstance(dimension, DimensionAttr) else ""
        return ((self.result, f"{self.name.removeprefix('gpu.')}_{axis}"),)


@irdl_op_definition
class ThreadIdOp(_DimensionOp):
    """The thread id within its CTA."""

    name = "gpu.thread_id"


@irdl_op_definition
class LaneIdOp(_IndexOp):
    """The lane id within its subgroup (warp)."""

    name = "gpu.lane_id"
    SYNTAX: ClassVar = "(`upper_bound` $upper_bound^)? attr-dict"


@irdl_op_definition
class SubgroupIdOp(_IndexOp):
    """The subgroup (warp) id within the CTA."""

    name = "gpu.subgroup_id"
    SYNTAX: ClassVar = "(`upper_bound` $upper_bound^)? attr-dict `:` type($result)"


@irdl_op_definition
class NumSubgroupsOp(_IndexOp):
    """The number of subgroups (warps) in the CTA."""

    name = "gpu.num_subgroups"
    SYNTAX: ClassVar = "(`upper_bound` $upper_bound^)? attr-dict `:` type($result)"


@irdl_op_definition
class SubgroupSizeOp(_IndexOp):
    """The number of threads in a subgroup (warp)."""

    name = "gpu.subgroup_size"
    SYNTAX: ClassVar = "(`upper_bound` $upper_bound^)? attr-dict `:` type($result)"


@irdl_op_definition
class ShuffleOp(Op):
    """The value of another lane, and whether that lane is valid."""

    name = "gpu.shuffle"
    value: Operand = operand_def(AnyType)
    offset: Operand = operand_def(I32)
    width: Operand = operand_def(I32)
    mode: Property = prop_def(_ShuffleMode)
    shuffleResult: Result = result_def(AnyType, default=INFERRED)
    valid: Result = result_def(I1, default=INFERRED)
    traits = traits_def(AllTypesMatch(("value", "shuffleResult")), Pure())
    SYNTAX: ClassVar = "$mode $value `,` $offset `,` $width attr-dict `:` type($value)"


@irdl_op_definition
class PrintfOp(Op):
    """Device-side ``printf``."""

    name = "gpu.printf"
    format: Property[str] = prop_def(StrAttr)
    args: Operands = var_operand_def(AnyType, default=())
    traits = traits_def(MemoryWriteEffect())
    SYNTAX: ClassVar = "$format attr-dict (`,` $args^ `:` type($args))?"


Gpu = Dialect(
    "gpu",
    [
        *operations_in(vars()),
        *named_like(
            _DimensionOp,
            {
                "gpu.block_id": "CTA index within the grid.",
                "gpu.block_dim": "Number of threads in the CTA.",
                "gpu.grid_dim": "Number of CTAs in the grid.",
                "gpu.global_id": "Thread index within the grid.",
                "gpu.cluster_id": "Cluster index within the grid.",
                "gpu.cluster_dim": "Number of clusters in the grid.",
                "gpu.cluster_block_id": "CTA index within the cluster.",
                "gpu.cluster_dim_blocks": "Number of CTAs in the cluster.",
            },
        ),
    ],
    attributes_in(vars()),
)
