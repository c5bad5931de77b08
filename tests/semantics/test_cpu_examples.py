"""The kernels of examples/cpu over ragged sizes, on arrays beside memory that may not be touched."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from semantics.guard_pages import EXAMPLES

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

_ROOT = Path(__file__).parents[2]
_ENVIRONMENT = {**os.environ, "PYTHONPATH": f"{_ROOT / 'tests'}{os.pathsep}{_ROOT}"}


def _python(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, check=False, cwd=_ROOT, env=_ENVIRONMENT
    )


@pytest.mark.skipif(sys.platform == "win32", reason="mprotect is of POSIX")
@pytest.mark.parametrize("name", [one.__name__ for one in EXAMPLES])
def test_beside_memory_that_may_not_be_touched(name: str) -> None:
    done = _python("-m", "semantics.guard_pages", name)
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="mprotect is of POSIX")
def test_the_fence_holds() -> None:
    program = (
        "import ctypes, numpy as np\n"
        "from semantics.guard_pages import fenced\n"
        "x = fenced(np.zeros(10, np.float32), at_end=True)\n"
        "ctypes.c_float.from_address(x.ctypes.data + {}).value\n"
    )
    assert _python("-c", program.format(36)).returncode == 0
    assert _python("-c", program.format(40)).returncode < 0


@pytest.mark.parametrize("name", [one.__name__ for one in EXAMPLES])
def test_script(name: str) -> None:
    done = _python(f"examples/cpu/{name}.py")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(": what NumPy says\n")
