"""``xtriton.compile`` gives Triton's own PTX, line information included.

``python tests/parity/ptx_of_compile.py CAPABILITY`` compares all kernels; here are some of them.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from parity.kernels import KERNELS

SCRIPT = Path(__file__).with_name("ptx_of_compile.py")
EVERY = 4
"""How many kernels lie between two that are compared."""


@pytest.mark.parametrize("capability", [80, 89, 90])
def test_ptx_is_triton_s_own(capability: int) -> None:
    chosen = [*list(KERNELS)[capability % EVERY :: EVERY], "descriptor_cube"]
    command = [sys.executable, str(SCRIPT), str(capability), *chosen]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    results = {name: same for line in done.stdout.splitlines() for name, same in json.loads(line).items()}
    assert len(results) >= len(chosen) - 2
    assert [name for name, same in results.items() if not same] == []
