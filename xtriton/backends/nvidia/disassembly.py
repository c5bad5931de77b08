"""SASS of a cubin, by the disassembler that the Triton wheel brings."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

from xtriton.wheel import triton_module

_SECONDS = 300


def sass_of(cubin: bytes) -> str:
    """The machine code of a cubin as text. Raises ``ValueError`` if it cannot be disassembled."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kernel.cubin"
        path.write_bytes(cubin)
        with started("-c", str(path)) as process:
            return output_of(process)


def started(*arguments: str) -> subprocess.Popen[str]:
    """nvdisasm as a process; several may run at a time. Raises ``ValueError`` if it cannot be run."""
    program = str(triton_module("knobs").nvidia.nvdisasm.path)
    try:
        return subprocess.Popen([program, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    except OSError as failure:
        raise ValueError(f"no SASS: {program} cannot be run: {failure.strerror}") from None


def output_of(process: subprocess.Popen[str]) -> str:
    """What a process of :func:`started` prints. Raises ``ValueError`` if it fails."""
    try:
        text, said = process.communicate(timeout=_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        raise ValueError(f"no SASS: nvdisasm took more than {_SECONDS} s") from None
    if process.returncode:
        reason = " ".join((said or text).split()) or f"exit status {process.returncode}"
        raise ValueError(f"no SASS: nvdisasm failed: {reason}")
    return text
