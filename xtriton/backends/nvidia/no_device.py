"""A driver for an absent GPU with the methods that Triton's JIT calls before it compiles: ``kernel.warmup`` works."""

from __future__ import annotations

from typing import Any

from xtriton.targets import Target


class NoDevice:
    """Replaces Triton's driver, for a target. Kernels are compiled, but cannot be launched."""

    def __init__(self, target: Target) -> None:
        self._target = target

    def get_current_target(self) -> Any:
        """The target in Triton's form."""
        return self._target.for_triton()

    def get_current_device(self) -> str:
        """An id that no device has, so that kernels compiled for this one are cached separately."""
        return f"no device, as if {self._target}"

    def get_current_stream(self, device: object) -> int:
        """The default stream."""
        return 0

    @property
    def launcher_cls(self) -> Any:
        """Accessed by the first launch. Raises ``RuntimeError``."""
        raise RuntimeError(
            f"kernels that are compiled for target='{self._target}' of xtriton.jit_passes are not launched: call "
            "kernel.warmup(...), or leave the target away where there is a GPU"
        )
