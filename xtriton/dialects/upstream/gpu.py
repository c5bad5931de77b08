"""The ``gpu`` dialect, as far as Triton's IR uses it: thread ids, barriers, shuffles and printing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar

from xdsl.ir import Dialect, OpaqueSyntaxAttribute, ParametrizedAttribute, SSAValue, TypeAttribute
from xdsl.irdl import irdl_attr_definition, irdl_op_definition, traits_def
from xdsl.traits import MemoryWriteEffect, Pure

from xtriton.dialects.upstream.constraints import IndexAttribute
from xtriton.dialects.upstream.flags import stripped_attr
from xtriton.dialects.upstream.keywords import KeywordAttr, keyword_attr
from xtriton.interfaces.parallel import DeviceMapping
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


class _Keyword(KeywordAttr):
    """``#gpu.address_space<global>``."""


class _Mapping(_Keyword, DeviceMapping):
    """``#gpu.thread<x>``."""


class _BareKeyword(KeywordAttr, OpaqueSyntaxAttribute):
    """``#gpu<dim x>``."""

    BRACKETS: ClassVar[bool] = False


DimensionAttr = keyword_attr(_BareKeyword, "gpu.dim", "gpu::Dimension", _XYZ, "GPU_DimensionAttr")
"""An axis of the grid."""
_SHUFFLES = ("xor", "up", "down", "idx")
ShuffleModeAttr = keyword_attr(_BareKeyword, "gpu.shuffle_mode", "gpu::ShuffleMode", _SHUFFLES, "GPU_ShuffleModeAttr")
"""The addressing mode of a shuffle."""
_REDUCTIONS = (
    *("add", "mul", "minui", "minsi", "minnumf", "maxui", "maxsi", "maxnumf", "and", "or", "xor"),
    *("minimumf", "maximumf"),
)
AllReduceOperationAttr = keyword_attr(
    _BareKeyword, "gpu.all_reduce_op", "gpu::AllReduceOperation", _REDUCTIONS, "GPU_AllReduceOperationAttr"
)
"""The operation of a reduction over threads."""
_SPACES = ("global", "workgroup", "private")
_ADDED_SPACES: ByVersion[Sequence[str]] = by_version({V3_6: (), V3_8: ("constant",)})
AddressSpaceAttr = keyword_attr(
    _Keyword, "gpu.address_space", "gpu::AddressSpace", _SPACES, "GPU_AddressSpaceAttr", ADDED=_ADDED_SPACES
)
MemorySpaceMappingAttr = keyword_attr(
    _Mapping,
    "gpu.memory_space",
    "gpu::AddressSpace",
    _SPACES,
    "GPUMemorySpaceMappingAttr",
    CPP_PARAMETER="address_space",
)
"""The memory space that an allocation is mapped to."""
_MAPPINGS = [
    keyword_attr(
        _Mapping,
        f"gpu.{unit}",
        "gpu::MappingId",
        _XYZ + _LINEAR,
        f"GPU{unit.capitalize()}MappingAttr",
        CPP_PARAMETER=unit,
    )
    for unit in ("block", "warpgroup", "warp", "thread", "lane")
]
"""The processing unit that a parallel loop is mapped to."""


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
    [*attributes_in(vars()), *_MAPPINGS],
)
