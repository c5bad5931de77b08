"""Whether values come straight from global memory."""

from __future__ import annotations

from xdsl.ir import BlockArgument, SSAValue

from xtriton.dialects.tt.descriptor import DescriptorGatherOp, DescriptorLoadOp
from xtriton.dialects.tt.memory import LoadOp
from xtriton.dialects.tt.shape import TransOp
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.ttg.memdesc import MemDescView
from xtriton.ir.traits import has_trait


def comes_from_load_or_argument(value: SSAValue) -> bool:
    """Whether ``value`` is loaded, or an argument of a block, but for conversions, transpositions and views.

    An argument may be anything; Triton's passes take it for loaded (``comesFromLoadOrBlockArg``).
    """
    while not isinstance(value, BlockArgument):
        op = value.owner
        if isinstance(op, LoadOp | DescriptorLoadOp | DescriptorGatherOp):
            return True
        if not isinstance(op, ConvertLayoutOp | TransOp) and not has_trait(op, MemDescView):
            return False
        value = op.operands[0]
    return True
