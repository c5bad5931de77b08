"""Runs kernels of tests/parity on the CPU over ragged sizes, on arrays beside memory that may not be touched.

A process of its own for the kernels of a subject: what reads or writes one byte too far ends it, and the last line
that it has printed says which kernel that was. Every launch is compared with the interpreter, and with NumPy where a
kernel has a reference.
"""

from __future__ import annotations

import faulthandler
import sys
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np
from parity.kernels import SUBJECTS
from parity.kernels.kernel import Example, Kernel, Values
from semantics.fences import Fences

import xtriton
from xtriton.backends.cpu import launch
from xtriton.compiler.result import CompiledKernel
from xtriton.frontend.signature import Signature
from xtriton.interp import interpret
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module

_SPECIAL = 1 / 6
"""The share of elements that become special numbers."""


def with_example(subject: str) -> list[Kernel]:
    """The kernels of a subject that can be launched."""
    return [kernel for kernel in SUBJECTS[subject] if kernel.example is not None]


def launches(kernel: Kernel) -> Iterator[tuple[str, Example]]:
    """The launches of a kernel, each with a name: its example, ragged sizes, and special numbers in the arrays."""
    assert kernel.example is not None
    random = np.random.default_rng(zlib.crc32(kernel.name.encode()))
    ways = [{}, *kernel.ragged]
    for how in ways:
        yield _named(how), kernel.example(random, **how)
    for how in (ways[0], ways[-1]) if kernel.special else ():
        example = kernel.example(random, **how)
        strewn = {name: _strewn(example.arguments[name], numbers, random) for name, numbers in kernel.special.items()}
        yield f"{_named(how)} with special numbers", replace(example, arguments=example.arguments | strewn)


def _named(how: Mapping[str, object]) -> str:
    return ", ".join(f"{name}={value}" for name, value in how.items()) or "the example"


def _strewn(array: np.ndarray, numbers: object, random: np.random.Generator) -> np.ndarray:
    chosen = random.choice(np.array(numbers, array.dtype), array.shape)
    return np.where(random.random(array.shape) < _SPECIAL, chosen, array)


@dataclass(frozen=True)
class Launch:
    """A launch with its expected results: the arrays of NumPy and of the interpreter."""

    kernel: Kernel
    compiled: CompiledKernel
    example: Example
    expected: Values
    interpreted: Values

    def check(self, threads: int, *, at_end: bool) -> None:
        """Launch between fences. Raises ``AssertionError`` for a wrong result or access."""
        fences = Fences(at_end)
        arguments = {
            name: fences.array(value) if isinstance(value, np.ndarray) else value
            for name, value in self.example.arguments.items()
        }
        self.compiled[self.example.grid](*in_order(self.kernel, arguments), threads=threads)
        fences.check()
        for name, before in self.example.arguments.items():
            if not isinstance(before, np.ndarray):
                continue
            self._compare(arguments[name], self.interpreted[name], f"{name}, the interpreter's second")
            if name in self.expected:
                self._compare(arguments[name], self.expected[name], f"{name}, NumPy's second")
            elif self.kernel.reference is not None:
                assert arguments[name].tobytes() == before.tobytes(), f"{name} has changed"

    def _compare(self, found: np.ndarray, wanted: np.ndarray, message: str) -> None:
        tolerance = self.kernel.tolerance
        np.testing.assert_allclose(found, wanted.astype(found.dtype), tolerance, tolerance, err_msg=message)


def in_order(kernel: Kernel, arguments: Values) -> list[object]:
    """Arguments in the order of the kernel's parameters."""
    return [arguments[name] for name in kernel.fn.arg_names if name in kernel.signature]


def expected(kernel: Kernel, given: Values) -> Values:
    """NumPy's results, from numbers of 64 bits where they need not be the same to the last bit; none if nobody says."""
    if kernel.reference is None:
        return {}
    wide = {
        name: value.astype(np.float64)
        if kernel.tolerance and isinstance(value, np.ndarray) and value.dtype.kind == "f"
        else value
        for name, value in given.items()
    }
    return kernel.reference(wide)


def run(kernel: Kernel) -> Iterator[str]:
    """Launch a kernel in all ways. Yields the failures."""
    # Sizes are ragged: nothing is promised about arguments.
    compiled = xtriton.compile(kernel.fn, Signature(kernel.types(), kernel.constants, {}), target="cpu")
    module = parse_module(str(compiled.asm["source"]), kernel.name, Context())
    for what, example in launches(kernel):
        interpreted = {
            name: value.copy() if isinstance(value, np.ndarray) else value for name, value in example.arguments.items()
        }
        try:
            interpret(module, example.grid, *in_order(kernel, interpreted))
            one = Launch(kernel, compiled, example, expected(kernel, example.arguments), interpreted)
            for at_end in (True, False):
                for threads in (1, 2):
                    ends = f"{'end' if at_end else 'start'}, {threads} threads"
                    print(f"{kernel.name} of {what}, fenced at the {ends}", flush=True)
                    one.check(threads, at_end=at_end)
        except (AssertionError, DiagnosticError) as problem:
            yield f"{kernel.name} of {what}: {problem}"


def main(subject: str) -> int:
    """Run the kernels of a subject. Returns 0 if nothing was wrong."""
    faulthandler.enable()
    launch.WORTH_THREADS = 0.0  # Let other threads have a part of the work, however little it is.
    with np.errstate(all="ignore"):
        problems = [problem for kernel in with_example(subject) for problem in run(kernel)]
    print(*problems, sep="\n", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
