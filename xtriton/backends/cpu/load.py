"""Compiled kernels in the memory of this process, and what they are launched with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from xtriton.backends.cpu.launch import Argument, Runner, as_argument, overlap
from xtriton.backends.cpu.machine import Code, Host
from xtriton.backends.cpu.stages import CpuKernel, Parameter

if TYPE_CHECKING:
    from xtriton.compiler.result import CompiledKernel


def load_on_host(kernel: CompiledKernel) -> OnHost:
    """The kernel, ready to be launched.

    Raises ``ValueError`` if it has not been compiled to the end, or for a processor that has more than this one.
    """
    if "o" not in kernel.asm:
        raise ValueError(f"'{kernel.name}' cannot be launched: it was compiled to {list(kernel.asm)[-1]}, not to o")
    made, here = Host(**kernel.metadata["host"]), Host.here()
    lacking = sorted(_enabled(made) - _enabled(here))
    if lacking:
        raise ValueError(f"'{kernel.name}' is made for {made.cpu}: this processor lacks {', '.join(lacking)}")
    return OnHost(kernel, _runner(kernel))


def _enabled(host: Host) -> set[str]:
    return {feature[1:] for feature in host.features.split(",") if feature.startswith("+")}


def _runner(kernel: CompiledKernel) -> Runner:
    known = kernel.metadata
    parameters = tuple(Parameter(**one) for one in known["parameters"])
    code = kernel.asm["o"]
    assert isinstance(code, bytes)
    return Runner(CpuKernel(kernel.name, parameters, known["arena"], tuple(known["checks"]), "", "", Code(code, "")))


@dataclass
class OnHost:
    """A kernel in memory. ``loaded[grid](*arguments)`` runs all programs of a grid and waits for them."""

    kernel: CompiledKernel
    runner: Runner
    _aliased: Runner | None = field(default=None, repr=False)

    def __getitem__(self, grid: Sequence[int]) -> Callable[..., None]:
        def launch(*given: Any, threads: int | None = None) -> None:
            if not all(isinstance(extent, int) and extent >= 0 for extent in grid):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise ValueError(f"a grid has whole numbers as extents, not {tuple(grid)}")
            parameters = self.runner.kernel.parameters
            if len(given) != len(parameters):
                raise ValueError(f"'{self.kernel.name}' takes {len(parameters)} arguments, but {len(given)} were given")
            arguments = [as_argument(one, to, at) for at, (one, to) in enumerate(zip(given, parameters, strict=True))]
            count = threads or self.kernel.metadata["options"]["threads"]
            self._runner_for(given, parameters, arguments).launch(grid, arguments, count)

        return launch

    def _runner_for(self, given: Sequence[Any], parameters: Sequence[Parameter], bound: list[Argument]) -> Runner:
        """The code for arrays that are apart from each other, or else that for any. Of addresses nothing is known."""
        addresses = any(isinstance(one, int) and to.pointer for one, to in zip(given, parameters, strict=True))
        if not addresses and not overlap(bound):
            return self.runner
        if self._aliased is None:
            from xtriton.compiler.cpu import aliased

            self._aliased = _runner(aliased(self.kernel))
        return self._aliased
