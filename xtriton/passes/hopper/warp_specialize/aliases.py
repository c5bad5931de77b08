"""Whether partitions, which do not wait for each other's stores, may access the same memory."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation, SSAValue

from xtriton.analysis.pointer_bases import bases_of
from xtriton.dialects import tt
from xtriton.dialects.upstream.gpu import BarrierOp
from xtriton.ir.walk import operations_in
from xtriton.passes.hopper.unsupported import Unsupported


def check_aliases(func: tt.FuncOp, roots: Sequence[Operation]) -> None:
    """Raise :class:`Unsupported` if a partition might load memory that another one stores to: none waits for stores."""
    written: set[SSAValue] = set()
    for op in roots:
        if isinstance(op, BarrierOp):
            continue
        bases = bases_of(op.operands[0])
        if bases is None:
            raise Unsupported(op, "may store what the kernel loads: it is not known which argument it stores to")
        written |= bases
    for op in operations_in(func):
        if not isinstance(op, tt.LoadOp | tt.DescriptorLoadOp):
            continue
        bases = bases_of(op.operands[0])
        if bases is None:
            raise Unsupported(op, "may load what the kernel stores: it is not known which argument it loads from")
        if bases & written:
            raise Unsupported(op, "loads from an argument that the kernel stores to")
