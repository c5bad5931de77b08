"""Special registers of NVIDIA GPUs, one operation each."""

from __future__ import annotations

from typing import ClassVar

from xdsl.irdl import traits_def
from xdsl.traits import Pure

from xtriton.dialects.upstream.flags import stripped_attr
from xtriton.dialects.upstream.llvm.attributes import ConstantRangeAttr
from xtriton.dialects.upstream.llvm.types import AnyLLVM
from xtriton.ir.definitions import OptionalProperty, Result, opt_prop_def, result_def
from xtriton.ir.op import Op
from xtriton.ir.op_tables import named_like, operations_in

_Range = stripped_attr(ConstantRangeAttr, "A range of two integers, corresponding to LLVM's ConstantRange")


class _SpecialRegisterOp(Op):
    range: OptionalProperty = opt_prop_def(_Range, default=None)
    res: Result = result_def(AnyLLVM)
    traits = traits_def(Pure())
    SYNTAX: ClassVar[str | None] = "(`range` $range^)? attr-dict `:` type($res)"


class _ClockOp(Op):
    """A volatile register: two reads may differ."""

    res: Result = result_def(AnyLLVM)
    SYNTAX: ClassVar[str | None] = "attr-dict `:` type($res)"


OPS = [
    *operations_in(vars()),
    *named_like(
        _SpecialRegisterOp,
        {
            "nvvm.read.ptx.sreg.laneid": "Lane index within the warp.",
            "nvvm.read.ptx.sreg.warpid": "Warp index within the CTA.",
            "nvvm.read.ptx.sreg.nwarpid": "Number of warps in the CTA.",
            "nvvm.read.ptx.sreg.smid": "Index of the SM.",
            "nvvm.read.ptx.sreg.nsmid": "Number of SMs.",
            "nvvm.read.ptx.sreg.gridid": "Index of the grid.",
            "nvvm.read.ptx.sreg.lanemask.eq": "Bit mask of the lanes == this lane.",
            "nvvm.read.ptx.sreg.lanemask.le": "Bit mask of the lanes <= this lane.",
            "nvvm.read.ptx.sreg.lanemask.lt": "Bit mask of the lanes < this lane.",
            "nvvm.read.ptx.sreg.lanemask.ge": "Bit mask of the lanes >= this lane.",
            "nvvm.read.ptx.sreg.lanemask.gt": "Bit mask of the lanes > this lane.",
            "nvvm.read.ptx.sreg.warpsize": "Number of threads in a warp.",
            "nvvm.read.ptx.sreg.tid.x": "Thread index within the CTA, axis x.",
            "nvvm.read.ptx.sreg.tid.y": "Thread index within the CTA, axis y.",
            "nvvm.read.ptx.sreg.tid.z": "Thread index within the CTA, axis z.",
            "nvvm.read.ptx.sreg.ntid.x": "Number of threads in the CTA, axis x.",
            "nvvm.read.ptx.sreg.ntid.y": "Number of threads in the CTA, axis y.",
            "nvvm.read.ptx.sreg.ntid.z": "Number of threads in the CTA, axis z.",
            "nvvm.read.ptx.sreg.ctaid.x": "CTA index within the grid, axis x.",
            "nvvm.read.ptx.sreg.ctaid.y": "CTA index within the grid, axis y.",
            "nvvm.read.ptx.sreg.ctaid.z": "CTA index within the grid, axis z.",
            "nvvm.read.ptx.sreg.nctaid.x": "Number of CTAs in the grid, axis x.",
            "nvvm.read.ptx.sreg.nctaid.y": "Number of CTAs in the grid, axis y.",
            "nvvm.read.ptx.sreg.nctaid.z": "Number of CTAs in the grid, axis z.",
            "nvvm.read.ptx.sreg.clusterid.x": "Cluster index within the grid, axis x.",
            "nvvm.read.ptx.sreg.clusterid.y": "Cluster index within the grid, axis y.",
            "nvvm.read.ptx.sreg.clusterid.z": "Cluster index within the grid, axis z.",
            "nvvm.read.ptx.sreg.nclusterid.x": "Number of clusters in the grid, axis x.",
            "nvvm.read.ptx.sreg.nclusterid.y": "Number of clusters in the grid, axis y.",
            "nvvm.read.ptx.sreg.nclusterid.z": "Number of clusters in the grid, axis z.",
            "nvvm.read.ptx.sreg.cluster.ctaid.x": "CTA index within the cluster, axis x.",
            "nvvm.read.ptx.sreg.cluster.ctaid.y": "CTA index within the cluster, axis y.",
            "nvvm.read.ptx.sreg.cluster.ctaid.z": "CTA index within the cluster, axis z.",
            "nvvm.read.ptx.sreg.cluster.nctaid.x": "Number of CTAs in the cluster, axis x.",
            "nvvm.read.ptx.sreg.cluster.nctaid.y": "Number of CTAs in the cluster, axis y.",
            "nvvm.read.ptx.sreg.cluster.nctaid.z": "Number of CTAs in the cluster, axis z.",
            "nvvm.read.ptx.sreg.cluster.ctarank": "Linear CTA index within the cluster.",
            "nvvm.read.ptx.sreg.cluster.nctarank": "Number of CTAs in the cluster.",
        },
    ),
    *named_like(
        _ClockOp,
        {
            "nvvm.read.ptx.sreg.clock": "Cycle counter, 32 bits.",
            "nvvm.read.ptx.sreg.clock64": "Cycle counter, 64 bits.",
            "nvvm.read.ptx.sreg.globaltimer": "Global timer in nanoseconds.",
            "nvvm.read.ptx.sreg.globaltimer.lo": "Low 32 bits of the global timer in nanoseconds.",
        },
    ),
]
