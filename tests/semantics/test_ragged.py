"""The kernels of tests/parity over ragged sizes on the CPU, beside memory that may not be touched."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from parity.kernels import KERNELS, SUBJECTS
from selection import slow_unless
from semantics.ragged import launches, with_example

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

_ROOT = Path(__file__).parents[2]
_ENVIRONMENT = {**os.environ, "PYTHONPATH": f"{_ROOT / 'tests'}{os.pathsep}{_ROOT}"}
WITH_EXAMPLE = {subject: kernels for subject in SUBJECTS if (kernels := with_example(subject))}


@pytest.mark.skipif(sys.platform == "win32", reason="mprotect is of POSIX")
@pytest.mark.parametrize("subject", slow_unless(WITH_EXAMPLE, {"pointwise"}.__contains__))
def test_beside_memory_that_may_not_be_touched(subject: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "semantics.ragged", subject],
        capture_output=True,
        text=True,
        check=False,
        cwd=_ROOT,
        env=_ENVIRONMENT,
    )
    lines = done.stdout.splitlines()
    assert done.returncode >= 0, f"{lines[-1]}: ended by signal {-done.returncode}\n{done.stderr}"
    assert done.returncode == 0, done.stderr
    wanted = {kernel.name: 4 * len(list(launches(kernel))) for kernel in WITH_EXAMPLE[subject]}
    assert {name: sum(line.startswith(f"{name} of ") for line in lines) for name in wanted} == wanted


def test_every_kernel_that_has_a_reference_has_ragged_launches() -> None:
    launched = [kernel for kernels in WITH_EXAMPLE.values() for kernel in kernels if len(kernel.ragged) > 1]
    assert {name for name, kernel in KERNELS.items() if kernel.reference} <= {kernel.name for kernel in launched}
