"""A GPU that is not there: what Triton's JIT asks of a driver before it compiles, so that ``kernel.warmup`` works."""

from __future__ import annotations

from typing import Any

from xtriton.targets import Target


class NoDevice:
    """Stands in for Triton's driver, for a target. Kernels are compiled, and cannot be launched."""

    def __init__(self, target: Target) -> None:
        self._target = target

    def get_current_target(self) -> Any:
        """The target as Triton has it."""
        return self._target.for_triton()

    def get_current_device(self) -> str:
        """A name that no device has, so that what is compiled for this one is kept apart from all others."""
        return f"no device, as if {self._target}"

    def get_current_stream(self, device: object) -> int:
        """The default stream."""
        return 0

    @property
    def launcher_cls(self) -> Any:
        """Is asked for by the first launch. Raises ``RuntimeError``."""
        raise RuntimeError(
            f"kernels that are compiled for target='{self._target}' of xtriton.jit_passes are not launched: call "
            "kernel.warmup(...), or leave the target away where there is a GPU"
        )
