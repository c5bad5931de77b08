"""The kernels of tests/parity that NumPy knows, over ragged sizes on the CPU, beside memory that may not be touched."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from parity.kernels import KERNELS, SUBJECTS
from semantics.ragged import launches, with_reference

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

_ROOT = Path(__file__).parents[2]
_ENVIRONMENT = {**os.environ, "PYTHONPATH": f"{_ROOT / 'tests'}{os.pathsep}{_ROOT}"}
WITH_REFERENCE = {subject: kernels for subject in SUBJECTS if (kernels := with_reference(subject))}


@pytest.mark.skipif(sys.platform == "win32", reason="mprotect is of POSIX")
@pytest.mark.parametrize("subject", WITH_REFERENCE)
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
    wanted = {kernel.name: 4 * len(list(launches(kernel))) for kernel in WITH_REFERENCE[subject]}
    assert {name: sum(line.startswith(f"{name} of ") for line in lines) for name in wanted} == wanted


def test_every_kernel_that_has_a_reference_has_ragged_launches() -> None:
    named = [kernel.name for kernels in WITH_REFERENCE.values() for kernel in kernels]
    assert named == [kernel.name for kernel in KERNELS.values() if kernel.reference is not None]
    assert [kernel.name for kernels in WITH_REFERENCE.values() for kernel in kernels if len(kernel.ragged) < 2] == []
