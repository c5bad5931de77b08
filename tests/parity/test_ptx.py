"""Nothing is lost in text: TTGIR read and printed by xtriton compiles to the very PTX of the original."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from parity.ptx_results import CAPABILITIES

SCRIPT = Path(__file__).with_name("ptx_of_printed_ttgir.py")


@pytest.mark.slow
@pytest.mark.parametrize("capability", CAPABILITIES)
def test_printed_ttgir_compiles_to_the_same_ptx(capability: int) -> None:
    done = subprocess.run([sys.executable, str(SCRIPT), str(capability)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "same PTX" in done.stdout
