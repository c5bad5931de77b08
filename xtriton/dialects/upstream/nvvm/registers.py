"""Special registers of NVIDIA GPUs, one operation each."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import irdl_op_definition, opt_prop_def, result_def, traits_def
from xdsl.traits import Pure

from xtriton.dialects.upstream.flags import stripped_attr
from xtriton.dialects.upstream.llvm.attributes import ConstantRangeAttr
from xtriton.dialects.upstream.llvm.types import AnyLLVM
from xtriton.ir.op import Op

_Range = stripped_attr(ConstantRangeAttr, "A range of two integers, corresponding to LLVM's ConstantRange")


class _SpecialRegisterOp(Op):
    range = opt_prop_def(_Range)
    res = result_def(AnyLLVM)
    traits = traits_def(Pure())
    SYNTAX: ClassVar[str | None] = "(`range` $range^)? attr-dict `:` type($res)"


class _ClockOp(Op):
    """A register that changes all the time, so that reading it twice is not the same as once."""

    res = result_def(AnyLLVM)
    SYNTAX: ClassVar[str | None] = "attr-dict `:` type($res)"


@irdl_op_definition
class LaneidOp(_SpecialRegisterOp):
    """The lane within the warp."""

    name = "nvvm.read.ptx.sreg.laneid"


@irdl_op_definition
class WarpidOp(_SpecialRegisterOp):
    """The warp within the block."""

    name = "nvvm.read.ptx.sreg.warpid"


@irdl_op_definition
class NwarpidOp(_SpecialRegisterOp):
    """Warps in the block."""

    name = "nvvm.read.ptx.sreg.nwarpid"


@irdl_op_definition
class SmidOp(_SpecialRegisterOp):
    """The multiprocessor."""

    name = "nvvm.read.ptx.sreg.smid"


@irdl_op_definition
class NsmidOp(_SpecialRegisterOp):
    """Multiprocessors."""

    name = "nvvm.read.ptx.sreg.nsmid"


@irdl_op_definition
class GrididOp(_SpecialRegisterOp):
    """The grid."""

    name = "nvvm.read.ptx.sreg.gridid"


@irdl_op_definition
class LanemaskEqOp(_SpecialRegisterOp):
    """The lanes compared with this one, as bits."""

    name = "nvvm.read.ptx.sreg.lanemask.eq"


@irdl_op_definition
class LanemaskLeOp(_SpecialRegisterOp):
    """The lanes compared with this one, as bits."""

    name = "nvvm.read.ptx.sreg.lanemask.le"


@irdl_op_definition
class LanemaskLtOp(_SpecialRegisterOp):
    """The lanes compared with this one, as bits."""

    name = "nvvm.read.ptx.sreg.lanemask.lt"


@irdl_op_definition
class LanemaskGeOp(_SpecialRegisterOp):
    """The lanes compared with this one, as bits."""

    name = "nvvm.read.ptx.sreg.lanemask.ge"


@irdl_op_definition
class LanemaskGtOp(_SpecialRegisterOp):
    """The lanes compared with this one, as bits."""

    name = "nvvm.read.ptx.sreg.lanemask.gt"


@irdl_op_definition
class WarpsizeOp(_SpecialRegisterOp):
    """Threads in a warp."""

    name = "nvvm.read.ptx.sreg.warpsize"


@irdl_op_definition
class ClockOp(_ClockOp):
    """Cycles, 32 bits."""

    name = "nvvm.read.ptx.sreg.clock"


@irdl_op_definition
class Clock64Op(_ClockOp):
    """Cycles."""

    name = "nvvm.read.ptx.sreg.clock64"


@irdl_op_definition
class GlobaltimerOp(_ClockOp):
    """Nanoseconds."""

    name = "nvvm.read.ptx.sreg.globaltimer"


@irdl_op_definition
class GlobaltimerLoOp(_ClockOp):
    """Nanoseconds, the low 32 bits."""

    name = "nvvm.read.ptx.sreg.globaltimer.lo"


@irdl_op_definition
class TidXOp(_SpecialRegisterOp):
    """The thread within its block, axis x."""

    name = "nvvm.read.ptx.sreg.tid.x"


@irdl_op_definition
class TidYOp(_SpecialRegisterOp):
    """The thread within its block, axis y."""

    name = "nvvm.read.ptx.sreg.tid.y"


@irdl_op_definition
class TidZOp(_SpecialRegisterOp):
    """The thread within its block, axis z."""

    name = "nvvm.read.ptx.sreg.tid.z"


@irdl_op_definition
class NtidXOp(_SpecialRegisterOp):
    """Threads in the block, axis x."""

    name = "nvvm.read.ptx.sreg.ntid.x"


@irdl_op_definition
class NtidYOp(_SpecialRegisterOp):
    """Threads in the block, axis y."""

    name = "nvvm.read.ptx.sreg.ntid.y"


@irdl_op_definition
class NtidZOp(_SpecialRegisterOp):
    """Threads in the block, axis z."""

    name = "nvvm.read.ptx.sreg.ntid.z"


@irdl_op_definition
class CtaidXOp(_SpecialRegisterOp):
    """The block within the grid, axis x."""

    name = "nvvm.read.ptx.sreg.ctaid.x"


@irdl_op_definition
class CtaidYOp(_SpecialRegisterOp):
    """The block within the grid, axis y."""

    name = "nvvm.read.ptx.sreg.ctaid.y"


@irdl_op_definition
class CtaidZOp(_SpecialRegisterOp):
    """The block within the grid, axis z."""

    name = "nvvm.read.ptx.sreg.ctaid.z"


@irdl_op_definition
class NctaidXOp(_SpecialRegisterOp):
    """Blocks in the grid, axis x."""

    name = "nvvm.read.ptx.sreg.nctaid.x"


@irdl_op_definition
class NctaidYOp(_SpecialRegisterOp):
    """Blocks in the grid, axis y."""

    name = "nvvm.read.ptx.sreg.nctaid.y"


@irdl_op_definition
class NctaidZOp(_SpecialRegisterOp):
    """Blocks in the grid, axis z."""

    name = "nvvm.read.ptx.sreg.nctaid.z"


@irdl_op_definition
class ClusteridXOp(_SpecialRegisterOp):
    """The cluster within the grid, axis x."""

    name = "nvvm.read.ptx.sreg.clusterid.x"


@irdl_op_definition
class ClusteridYOp(_SpecialRegisterOp):
    """The cluster within the grid, axis y."""

    name = "nvvm.read.ptx.sreg.clusterid.y"


@irdl_op_definition
class ClusteridZOp(_SpecialRegisterOp):
    """The cluster within the grid, axis z."""

    name = "nvvm.read.ptx.sreg.clusterid.z"


@irdl_op_definition
class NclusteridXOp(_SpecialRegisterOp):
    """Clusters in the grid, axis x."""

    name = "nvvm.read.ptx.sreg.nclusterid.x"


@irdl_op_definition
class NclusteridYOp(_SpecialRegisterOp):
    """Clusters in the grid, axis y."""

    name = "nvvm.read.ptx.sreg.nclusterid.y"


@irdl_op_definition
class NclusteridZOp(_SpecialRegisterOp):
    """Clusters in the grid, axis z."""

    name = "nvvm.read.ptx.sreg.nclusterid.z"


@irdl_op_definition
class ClusterCtaidXOp(_SpecialRegisterOp):
    """The block within its cluster, axis x."""

    name = "nvvm.read.ptx.sreg.cluster.ctaid.x"


@irdl_op_definition
class ClusterCtaidYOp(_SpecialRegisterOp):
    """The block within its cluster, axis y."""

    name = "nvvm.read.ptx.sreg.cluster.ctaid.y"


@irdl_op_definition
class ClusterCtaidZOp(_SpecialRegisterOp):
    """The block within its cluster, axis z."""

    name = "nvvm.read.ptx.sreg.cluster.ctaid.z"


@irdl_op_definition
class ClusterNctaidXOp(_SpecialRegisterOp):
    """Blocks in the cluster, axis x."""

    name = "nvvm.read.ptx.sreg.cluster.nctaid.x"


@irdl_op_definition
class ClusterNctaidYOp(_SpecialRegisterOp):
    """Blocks in the cluster, axis y."""

    name = "nvvm.read.ptx.sreg.cluster.nctaid.y"


@irdl_op_definition
class ClusterNctaidZOp(_SpecialRegisterOp):
    """Blocks in the cluster, axis z."""

    name = "nvvm.read.ptx.sreg.cluster.nctaid.z"


@irdl_op_definition
class ClusterCtarankOp(_SpecialRegisterOp):
    """The block within its cluster, as one number."""

    name = "nvvm.read.ptx.sreg.cluster.ctarank"


@irdl_op_definition
class ClusterNctarankOp(_SpecialRegisterOp):
    """Blocks in the cluster."""

    name = "nvvm.read.ptx.sreg.cluster.nctarank"


OPS = [
    Clock64Op,
    ClockOp,
    ClusterCtaidXOp,
    ClusterCtaidYOp,
    ClusterCtaidZOp,
    ClusterCtarankOp,
    ClusterNctaidXOp,
    ClusterNctaidYOp,
    ClusterNctaidZOp,
    ClusterNctarankOp,
    ClusteridXOp,
    ClusteridYOp,
    ClusteridZOp,
    CtaidXOp,
    CtaidYOp,
    CtaidZOp,
    GlobaltimerLoOp,
    GlobaltimerOp,
    GrididOp,
    LaneidOp,
    LanemaskEqOp,
    LanemaskGeOp,
    LanemaskGtOp,
    LanemaskLeOp,
    LanemaskLtOp,
    NclusteridXOp,
    NclusteridYOp,
    NclusteridZOp,
    NctaidXOp,
    NctaidYOp,
    NctaidZOp,
    NsmidOp,
    NtidXOp,
    NtidYOp,
    NtidZOp,
    NwarpidOp,
    SmidOp,
    TidXOp,
    TidYOp,
    TidZOp,
    WarpidOp,
    WarpsizeOp,
]
