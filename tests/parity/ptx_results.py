"""Whether ``xtriton.compile`` gives Triton's own PTX for kernels, per target: each target is a process."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

CAPABILITIES = (80, 89, 90)
"""The compute capabilities whose PTX is compared."""

SCRIPT = Path(__file__).with_name("ptx_of_compile.py")


def measure_ptx(capability: int, kernels: Iterable[str] = ()) -> dict[str, bool]:
    """Whether the PTX is the same, by kernel; all that compile, if none is named. ``RuntimeError`` if that fails."""
    command = [sys.executable, str(SCRIPT), str(capability), *kernels]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stdout + done.stderr)
    return {name: same for line in done.stdout.splitlines() for name, same in json.loads(line).items()}
