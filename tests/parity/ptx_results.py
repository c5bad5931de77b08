"""What the PTX of kernels compiled with xtriton's TTIR stage equals, per target, and the record of it.

Each target is a process (see ``ptx_of_make_ttir.py``). ``python tests/parity/table.py --write`` writes the record anew.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

SCRIPT = Path(__file__).with_name("ptx_of_make_ttir.py")
RECORD = Path(__file__).with_name("ptx_record.json")
EQUAL = ("nothing", "text", "triton")
"""From bad to good, as the script explains them."""


def measure_ptx(capability: int, kernels: Iterable[str] = ()) -> dict[str, str]:
    """The result of each kernel by its name, none while passes lack. Raises ``RuntimeError`` if the script fails."""
    command = [sys.executable, str(SCRIPT), str(capability), *kernels]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stdout + done.stderr)
    results: dict[str, str] = {}
    for line in done.stdout.splitlines():
        results |= json.loads(line)
    return results


def read_ptx_record() -> dict[str, dict[str, str]]:
    """The record: capability, then kernel, then what is equal."""
    return json.loads(RECORD.read_text()) if RECORD.exists() else {}


def write_ptx_record(record: dict[str, dict[str, str]]) -> None:
    """Write the record, sorted."""
    RECORD.write_text(json.dumps(record, indent=1, sort_keys=True) + "\n")
