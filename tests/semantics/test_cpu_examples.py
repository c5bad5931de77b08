"""The kernels of examples/cpu over ragged sizes, on arrays beside memory that may not be touched."""

from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from selection import some
from semantics.fences import Fences
from semantics.guard_pages import EXAMPLES

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

_ROOT = Path(__file__).parents[2]
_ENVIRONMENT = {**os.environ, "PYTHONPATH": f"{_ROOT / 'tests'}{os.pathsep}{_ROOT}"}


def _python(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, check=False, cwd=_ROOT, env=_ENVIRONMENT
    )


@pytest.mark.skipif(sys.platform == "win32", reason="mprotect is of POSIX")
@pytest.mark.parametrize("name", some([example.__name__ for example in EXAMPLES], 6))
def test_beside_memory_that_may_not_be_touched(name: str) -> None:
    done = _python("-m", "semantics.guard_pages", name)
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="mprotect is of POSIX")
@pytest.mark.parametrize(("at_end", "beyond"), [(True, 40), (False, -1)])
def test_the_fence_holds(at_end: bool, beyond: int) -> None:
    program = (
        "import ctypes, numpy as np\n"
        "from semantics.fences import Fences\n"
        f"x = Fences({at_end}).array(np.zeros(10, np.float32))\n"
        "ctypes.c_byte.from_address(x.ctypes.data + {}).value\n"
    )
    assert [_python("-c", program.format(place)).returncode for place in (0, 39)] == [0, 0]
    assert _python("-c", program.format(beyond)).returncode < 0


@pytest.mark.skipif(sys.platform == "win32", reason="mprotect is of POSIX")
@pytest.mark.parametrize(("at_end", "beyond"), [(True, -1), (False, 40)])
def test_writes_outside_of_the_fences_are_detected(at_end: bool, beyond: int) -> None:
    fences = Fences(at_end)
    x = fences.array(np.zeros(10, np.float32))
    x[:] = 1
    fences.check()
    ctypes.c_byte.from_address(x.ctypes.data + beyond).value = 0
    with pytest.raises(AssertionError, match="bytes beyond an array have changed"):
        fences.check()


@pytest.mark.parametrize("name", some([example.__name__ for example in EXAMPLES], 8))
def test_script(name: str) -> None:
    done = _python(f"examples/cpu/{name}.py")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(": what NumPy says\n")
