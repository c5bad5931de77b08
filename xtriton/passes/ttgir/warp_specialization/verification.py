"""Verification of the partitions of loops, which the passes of warp specialization do since Triton 3.8."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xtriton.dialects.ttg.verify import verify_partitions
from xtriton.ir.diagnostics import Violation, error
from xtriton.ir.walk import operations_inside_out
from xtriton.passes.ttgir.warp_specialization.attributes import PARTITION_STAGES
from xtriton.versions import V3_8, active_version, since

_VERIFIES_LOOPS = since(V3_8)


def verify_partitioned_loops(module: ModuleOp) -> None:
    """Verify all loops with partitions. Raises ``DiagnosticError`` with Triton's message."""
    for op in operations_inside_out(module):
        if PARTITION_STAGES in op.attributes:
            verify_partitioned_loop(op)


def verify_partitioned_loop(loop: Operation) -> None:
    """Verify a loop with partitions and all operations in it, as :func:`verify_partitioned_loops` does."""
    if active_version() not in _VERIFIES_LOOPS:
        return
    for op in (loop, *operations_inside_out(loop)):
        try:
            verify_partitions(op)
        except Violation as violation:
            message = f"'{op.name}' op {violation.message}" if violation.prefixed else violation.message
            raise error(violation.location or op.location, message) from violation
