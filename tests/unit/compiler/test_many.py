"""Many configurations at once: worker processes, and executors of the caller."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from unit.compiler import kernels

import xtriton
from xtriton.backends.nvidia.options import Options
from xtriton.compiler import Job, Outcome, compile_many
from xtriton.compiler.many import configurations
from xtriton.targets import Target

KERNEL = f"{Path(kernels.__file__)}:product"
SIGNATURE = "*fp16:16,*fp16:16,*fp32:16,i32:16,64"


def jobs(until: str = "cubin") -> list[Job]:
    options = [Options(num_warps=warps) for warps in (4, 8)]
    return list(configurations(KERNEL, SIGNATURE, [Target(80), Target(90)], options, until))


def test_a_job_for_each_combination():
    assert [(job.target, job.options.num_warps) for job in jobs()] == [
        ("cuda:80", 4),
        ("cuda:80", 8),
        ("cuda:90", 4),
        ("cuda:90", 8),
    ]


def test_worker_processes_give_the_results_of_one_process():
    taken: list[Outcome] = []
    bad = Job(KERNEL, "*fp16", "cuda:90")
    outcomes = compile_many([*jobs(), bad], workers=2, done=taken.append)
    assert taken == outcomes
    for outcome in outcomes[:-1]:
        assert outcome.kernel is not None
        job = outcome.job
        alone = xtriton.compile(job.kernel, job.signature, target=job.target, options=job.options)
        assert outcome.kernel.asm == alone.asm
    assert outcomes[-1].kernel is None
    assert outcomes[-1].error is not None
    assert outcomes[-1].error.startswith("the signature has 1 entry, but the kernel has 5 parameters")


def test_any_executor_will_do():
    with ThreadPoolExecutor(1) as executor:
        outcomes = compile_many(jobs("ttgir"), executor)
    assert [outcome.kernel is not None for outcome in outcomes] == [True] * 4


@pytest.mark.slow
def test_a_cluster_of_dask():
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
        ) as cluster,
        distributed.Client(cluster) as client,
    ):
        outcomes = compile_many(jobs(), client)
    targets = [outcome.kernel.metadata["target"] for outcome in outcomes if outcome.kernel is not None]
    assert targets == ["cuda:80", "cuda:80", "cuda:90", "cuda:90"]
    here = xtriton.compile(KERNEL, SIGNATURE, target="cuda:90", num_warps=8)
    assert outcomes[3].kernel is not None
    assert outcomes[3].kernel.asm["ptx"] == here.asm["ptx"]


def test_a_process_that_dies_takes_no_other_job_with_it(tmp_path: Path):
    (tmp_path / "dies.py").write_text("import os\nos._exit(7)\n")
    dying = Job(f"{tmp_path / 'dies.py'}:add", "*fp32")
    outcomes = compile_many([dying, *jobs("ttgir")[2:]], workers=1)
    assert [outcome.kernel is not None for outcome in outcomes] == [False, True, True]
    assert outcomes[0].error is not None
    assert "has died" in outcomes[0].error
