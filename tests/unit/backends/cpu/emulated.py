"""Kernels for AArch64, linked into a program that runs under QEMU's emulator."""

from __future__ import annotations

import shutil
import struct
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from xdsl.dialects.builtin import StringAttr

import xtriton
from xtriton.backends.cpu.arguments import converter_of
from xtriton.backends.cpu.code import CpuKernel
from xtriton.backends.cpu.emit import code_of
from xtriton.backends.cpu.host import Host, llvmlite_binding
from xtriton.backends.cpu.machine import assembly
from xtriton.backends.cpu.options import CpuOptions
from xtriton.backends.cpu.stages import lower_to_llvm, parameters_of
from xtriton.dialects.upstream.func import FuncOp
from xtriton.frontend.signature import Signature
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.passes.cpu.entry_point import ARENA_OFFSET, ARGUMENTS_OFFSET, LAST_OFFSET, LAUNCH_SUFFIX

_ARM = "aarch64-unknown-linux-gnu"
_LAUNCHER = Path(__file__).parent / "launcher.c"
_COMPILER = shutil.which("aarch64-linux-gnu-gcc")
_EMULATOR = shutil.which("qemu-aarch64") or shutil.which("qemu-aarch64-static")

needs_emulator = pytest.mark.skipif(
    _COMPILER is None or _EMULATOR is None,
    reason="needs qemu-aarch64 (qemu-user) and aarch64-linux-gnu-gcc with its C library (libc6-dev-arm64-cross)",
)


@dataclass(frozen=True)
class Arm:
    """A processor to compile for, and QEMU's name of one that has no more instructions."""

    host: Host
    emulated: str


ARMS = {
    "neon": Arm(Host("generic", "+neon", _ARM), "cortex-a57"),
    "dotprod": Arm(Host("neoverse-n1", "+neon,+dotprod", _ARM), "neoverse-n1"),
    "bf16": Arm(Host("generic", "+neon,+dotprod,+bf16", _ARM), "max"),
    "i8mm": Arm(Host("generic", "+neon,+dotprod,+bf16,+i8mm", _ARM), "max"),
    "sve": Arm(Host("neoverse-v1", "+neon,+dotprod,+bf16,+i8mm,+sve", _ARM), "max"),
}
"""Processors by the extension that those before them lack."""


@dataclass(frozen=True)
class Emulated:
    """A kernel that runs under the emulator."""

    arm: Arm
    kernel: CpuKernel
    program: Path

    @property
    def assembly(self) -> str:
        """The text of its instructions."""
        return assembly(self.kernel.code.llvm_ir, self.arm.host)

    def launch(self, grid: Sequence[int], *arguments: Any) -> None:
        """Run all programs of a grid; arrays are written. Raises ``AssertionError`` if a guard fails."""
        assert len(arguments) == len(self.kernel.parameters)
        given = [struct.pack("<5q", self.kernel.arena, *(*grid, 1, 1)[:3], len(arguments))]
        arrays: list[np.ndarray[Any, Any]] = []
        for index, (argument, parameter) in enumerate(zip(arguments, self.kernel.parameters, strict=True)):
            if isinstance(argument, np.ndarray):
                array = cast("np.ndarray[Any, Any]", argument)
                assert array.flags.c_contiguous
                given.append(struct.pack("<q", array.nbytes) + array.tobytes())
                arrays.append(array)
            else:
                given.append(struct.pack("<q", -1) + converter_of(parameter)(argument, index).bits.ljust(8, b"\0"))
        assert _EMULATOR is not None
        done = subprocess.run(
            [_EMULATOR, "-cpu", self.arm.emulated, self.program],
            input=b"".join(given),
            capture_output=True,
            check=False,
            timeout=300,
        )
        assert done.returncode == 0, f"ended with {done.returncode}: {done.stderr.decode(errors='replace')}"
        assert len(done.stdout) == 8 + sum(array.nbytes for array in arrays)
        assert done.stdout[:8] == bytes(8), "a guard or an assertion of the kernel has failed"
        place = 8
        for array in arrays:
            array[...] = np.frombuffer(done.stdout, array.dtype, array.size, place).reshape(array.shape)
            place += array.nbytes


def emulated(arm: Arm, folder: Path, kernel: Any, signature: str | Signature) -> Emulated:
    """A ``@triton.jit`` function for a processor."""
    made = xtriton.compile(kernel, signature, target="cpu", until="linalg")
    return emulated_linalg(arm, folder, str(made.asm["linalg"]), kernel.__name__)


def emulated_linalg(arm: Arm, folder: Path, text: str, name: str) -> Emulated:
    """The kernel of a linalg module for a processor. The program is written to ``folder``."""
    binding = llvmlite_binding()
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    ctx = Context()
    module = parse_module(text, "test.mlir", ctx)
    functions = {cast("StringAttr", op.sym_name).data: op for op in module.body.block.ops if isinstance(op, FuncOp)}
    parameters = parameters_of(functions[name])
    facts = lower_to_llvm(module, ctx, CpuOptions(), arm.host)
    ir, code = code_of(module, arm.host)
    compiled = CpuKernel(name, parameters, facts["arena"], facts["checks"], "", ir, code)
    return Emulated(arm, compiled, _linked(compiled, folder))


def _linked(kernel: CpuKernel, folder: Path) -> Path:
    code, program = folder / f"{kernel.name}.o", folder / kernel.name
    code.write_bytes(kernel.code.object)
    defined = {
        "LAUNCH": f"{kernel.name}{LAUNCH_SUFFIX}",
        "LAST_OFFSET": LAST_OFFSET,
        "ARENA_OFFSET": ARENA_OFFSET,
        "ARGUMENTS_OFFSET": ARGUMENTS_OFFSET,
    }
    assert _COMPILER is not None
    command = [_COMPILER, "-static", "-O1", *(f"-D{key}={value}" for key, value in defined.items())]
    subprocess.run([*command, "-o", program, _LAUNCHER, code, "-lm"], check=True, capture_output=True)
    return program
