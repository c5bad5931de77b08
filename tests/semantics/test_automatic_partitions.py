"""Kernels with automatic warp specialization in the interpreter, in several orders of their partitions."""

from __future__ import annotations

import pytest
from parity.warp_specialization import HOPPER_PASS, PASSES
from selection import slow_unless
from semantics.automatic_partitions import HOPPER_PROGRAMS, PROGRAMS, specialized
from semantics.synchronisation import mutants

from xtriton.dialects.ttng.barrier import ArriveBarrierOp, FenceAsyncSharedOp
from xtriton.interp.errors import RunError


@pytest.mark.parametrize("interleaving", slow_unless(["first", "last", "turns"], {"turns"}.__contains__))
@pytest.mark.parametrize("passed", PASSES)
@pytest.mark.parametrize("name", PROGRAMS)
def test_partitions_compute_the_expected_results(name: str, passed: str, interleaving: str) -> None:
    assert PROGRAMS[name](specialized(name, passed), interleaving)


@pytest.mark.parametrize("interleaving", slow_unless(["first", "last", "turns"], {"first"}.__contains__))
@pytest.mark.parametrize("name", HOPPER_PROGRAMS)
def test_producer_and_consumers_compute_the_expected_result(name: str, interleaving: str) -> None:
    assert HOPPER_PROGRAMS[name](specialized(name, HOPPER_PASS), interleaving)


def test_tiles_that_threads_read_need_a_fence_before_their_release() -> None:
    """Hopper's pass inserts none where a tile is multiplied before its dot; that for Blackwell does."""
    module = specialized("matmul_scale", HOPPER_PASS)
    with pytest.raises(RunError, match=r"writes memory that the 'ttg.local_load' in partition 0 may still read"):
        PROGRAMS["matmul_scale"](module)
    module = module.clone()
    for op in [op for op in module.walk() if isinstance(op, ArriveBarrierOp)]:
        assert op.parent is not None
        op.parent.insert_op_before(FenceAsyncSharedOp(bCluster=False), op)
    assert PROGRAMS["matmul_scale"](module)


def test_broken_synchronisation_is_found() -> None:
    """``python -m semantics.automatic_partitions`` alters every operation that synchronises, and of more kernels."""
    found = list(mutants(specialized("matmul_plain"), PROGRAMS["matmul_plain"], every=3))
    unseen = [(mutant.name, mutant.change) for mutant in found if mutant.right]
    # No wait follows the last arrival at the barrier that releases the accumulator.
    assert unseen == [("ttng.init_barrier", "one arrival more")]
