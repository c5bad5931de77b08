"""The ``scf`` dialect: structured control flow."""

from xdsl.ir import Dialect

from xtriton.dialects.upstream.scf.branches import ExecuteRegionOp, IfOp, IndexSwitchOp
from xtriton.dialects.upstream.scf.loops import ForOp, WhileOp
from xtriton.dialects.upstream.scf.parallel import ForallOp, InParallelOp, ParallelOp, ReduceOp, ReduceReturnOp
from xtriton.dialects.upstream.scf.terminators import ConditionOp, YieldOp, yield_of

__all__ = [
    "ConditionOp",
    "ExecuteRegionOp",
    "ForOp",
    "ForallOp",
    "IfOp",
    "InParallelOp",
    "IndexSwitchOp",
    "ParallelOp",
    "ReduceOp",
    "ReduceReturnOp",
    "Scf",
    "WhileOp",
    "YieldOp",
    "yield_of",
]

Scf = Dialect(
    "scf",
    [
        ConditionOp,
        ExecuteRegionOp,
        ForOp,
        ForallOp,
        IfOp,
        InParallelOp,
        IndexSwitchOp,
        ParallelOp,
        ReduceOp,
        ReduceReturnOp,
        WhileOp,
        YieldOp,
    ],
)
