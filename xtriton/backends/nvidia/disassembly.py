"""SASS of a cubin, by the disassembler that the Triton wheel brings."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from xtriton.wheel import triton_module


def sass_of(cubin: bytes) -> str:
    """The machine code of a cubin as text. Raises ``ValueError`` if it cannot be disassembled."""
    program = str(triton_module("knobs").nvidia.nvdisasm.path)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kernel.cubin"
        path.write_bytes(cubin)
        try:
            done = subprocess.run([program, "-c", str(path)], capture_output=True, text=True, check=False, timeout=300)
        except OSError as failure:
            raise ValueError(f"no SASS: {program} cannot be run: {failure.strerror}") from None
    if done.returncode:
        reason = " ".join(done.stderr.split())
        raise ValueError(f"no SASS: {Path(program).name} failed: {reason}")
    return done.stdout
