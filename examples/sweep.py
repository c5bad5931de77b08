"""Compile a kernel in many configurations on a cluster of Dask, and print which uses the fewest registers.

    python examples/sweep.py

The cluster is made of two processes on this machine; ``Client("tcp://scheduler:8786")`` would be another one. Needs
``pip install distributed``.
"""

from __future__ import annotations

from itertools import product
from pathlib import Path

from distributed import Client, LocalCluster

from xtriton.backends.nvidia.options import Options
from xtriton.compiler import Job, Outcome, compile_many

KERNEL = f"{Path(__file__).with_name('add.py')}:add"


def jobs() -> list[Job]:
    """A job for each size of block and number of warps."""
    return [
        Job(KERNEL, f"*fp32:16,*fp32:16,*fp32:16,i32,{block}", "cuda:90", Options(num_warps=warps))
        for block, warps in product((256, 512, 1024), (2, 4, 8))
    ]


def registers(outcome: Outcome) -> int:
    """How many registers a thread of the kernel uses. Raises ``RuntimeError`` if there is no kernel."""
    if outcome.kernel is None:
        raise RuntimeError(outcome.error)
    return int(outcome.kernel.metadata["registers"])


def main() -> None:
    """Compile all, print all."""
    with (
        LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        outcomes = compile_many(jobs(), client)
    for outcome in sorted(outcomes, key=registers):
        block = (outcome.job.signature or "").rpartition(",")[2]
        print(f"BLOCK={block} num_warps={outcome.job.options.num_warps}: {registers(outcome)} registers")


if __name__ == "__main__":
    main()
