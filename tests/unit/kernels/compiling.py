"""Compile FP8 kernels with Triton's own compiler for one target, in a process of its own, and say what came out.

Compiling fp8 conversions for two targets in one process can give those of the first for both.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

_TESTS = Path(__file__).parents[2]


@dataclass(frozen=True)
class Compiled:
    """A compiled kernel: its PTX, the report of ptxas, and shared memory in bytes."""

    ptx: str
    registers: int
    spilled: int
    shared: int

    def instructions(self, pattern: str) -> list[str]:
        """The instructions of the PTX that match."""
        return re.findall(rf"^[^/\n]*?\b({pattern})", self.ptx, re.MULTILINE)


def compile_for(capability: int, configurations: list[tuple[str, dict[str, Any]]], cache: Path) -> list[Compiled]:
    """Compile configurations, given by class and arguments; ``{"attrs": False}`` drops the argument attributes."""
    done = subprocess.run(
        [sys.executable, "-m", "unit.kernels.compiling", str(capability), json.dumps(configurations)],
        env={
            **os.environ,
            "PYTHONPATH": f"{_TESTS}{os.pathsep}{_TESTS.parent}",
            "TRITON_CACHE_DIR": str(cache),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [Compiled(**fields) for fields in json.loads(done.stdout)]


def _main(capability: int, configurations: list[tuple[str, dict[str, Any]]]) -> None:
    import triton
    from triton.backends.compiler import GPUTarget
    from triton.compiler import ASTSource

    from xtriton import kernels

    results: list[dict[str, Any]] = []
    for name, given in configurations:
        arguments = dict(given)
        known = arguments.pop("attrs", True)
        config = getattr(kernels, name)(**arguments)
        source = ASTSource(config.kernel, config.signature, config.constexprs, config.attrs if known else {})
        compiled = triton.compile(source, target=GPUTarget("cuda", capability, 32), options=config.options)
        registers, spilled = _resources(compiled.asm["ptx"], capability)
        results.append(
            {"ptx": compiled.asm["ptx"], "registers": registers, "spilled": spilled, "shared": compiled.metadata.shared}
        )
    print(json.dumps(results))


def _resources(ptx: str, capability: int) -> tuple[int, int]:
    """Registers of a thread, and bytes that it spills, as ptxas says."""
    from triton.backends.nvidia.compiler import get_ptxas, sm_arch_from_capability

    with tempfile.TemporaryDirectory() as directory:
        file = Path(directory, "kernel.ptx")
        file.write_text(ptx, encoding="utf-8")
        tool, name = get_ptxas(capability).path, f"--gpu-name={sm_arch_from_capability(capability)}"
        command = [tool, "-v", name, str(file), "-o", f"{directory}/kernel.cubin"]
        report = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    registers = re.search(r"Used (\d+) registers", report)
    spilled = re.search(r"(\d+) bytes spill stores, (\d+) bytes spill loads", report)
    assert registers is not None and spilled is not None, report
    return int(registers[1]), int(spilled[1]) + int(spilled[2])


if __name__ == "__main__":
    _main(int(sys.argv[1]), json.loads(sys.argv[2]))
