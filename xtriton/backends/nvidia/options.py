"""Compilation options: those of Triton's CUDA backend, under its names."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

from xtriton.targets import Target

_MOST_WARPS = 32
_MOST_CTAS = 16
_PRECISIONS = ("tf32", "tf32x3", "ieee", "bf16x3", "bf16x6")


@dataclass(frozen=True)
class Options:
    """Options of a compilation. Raises ``ValueError`` for values that no target supports."""

    num_warps: int = 4
    """The number of warps per program: a power of two."""
    num_stages: int = 3
    """The number of pipeline stages of a loop."""
    num_ctas: int = 1
    """The number of CTAs per cluster; more than one from 9.0 on."""
    maxnreg: int | None = None
    """The maximum number of registers per thread."""
    enable_fp_fusion: bool = True
    """Whether a multiply and an add may be contracted to an FMA."""
    enable_reflect_ftz: bool = True
    """Whether libdevice may flush subnormal numbers to zero."""
    default_dot_input_precision: str = "tf32"
    """The default input precision of f32 operands of ``tl.dot``."""
    ptx_options: str | None = None
    """More options for ptxas."""
    launch_cooperative_grid: bool = False
    launch_pdl: bool = False
    debug: bool = False
    """Whether ``tl.device_assert`` is compiled."""

    def __post_init__(self) -> None:
        for option in fields(self):
            _check_type(option.name, getattr(self, option.name), str(option.type))
        _check_power("num_warps", self.num_warps, _MOST_WARPS)
        _check_power("num_ctas", self.num_ctas, _MOST_CTAS)
        if self.num_stages < 1:
            raise ValueError(f"num_stages is {self.num_stages}: it must be 1 or more")
        if self.maxnreg is not None and not 16 <= self.maxnreg <= 255:
            raise ValueError(f"maxnreg is {self.maxnreg}: threads have 16 to 255 registers")
        if self.default_dot_input_precision not in _PRECISIONS:
            raise ValueError(
                f"default_dot_input_precision is '{self.default_dot_input_precision}': "
                f"it must be one of {', '.join(_PRECISIONS)}"
            )

    def check(self, target: Target) -> None:
        """Raise ``ValueError`` for options that the target does not support."""
        if self.num_ctas > 1 and target.capability < 90:
            raise ValueError(f"num_ctas is {self.num_ctas}, but {target} has no clusters: they come with cuda:90")

    def for_triton(self) -> dict[str, Any]:
        """The options for Triton's backend; its own defaults are used for unset ones."""
        return {name: value for name, value in asdict(self).items() if value is not None}


OPTION_NAMES = tuple(field.name for field in fields(Options))


def _check_type(name: str, value: object, annotation: str) -> None:
    """Options may come from untyped calls. A bool is not accepted as a number."""
    kinds: dict[str, type] = {"int": int, "bool": bool, "str": str}
    wanted, optional = annotation.removesuffix(" | None"), annotation.endswith(" | None")
    if (optional and value is None) or type(value) is kinds[wanted]:
        return
    raise ValueError(f"{name} is {value!r}: it must be {_KINDS[wanted]}")


_KINDS = {"int": "a whole number", "bool": "True or False", "str": "a text"}


def _check_power(name: str, value: int, most: int) -> None:
    if not (1 <= value <= most and value & (value - 1) == 0):
        powers = ", ".join(str(1 << bit) for bit in range(most.bit_length()))
        raise ValueError(f"{name} is {value}: it must be one of {powers}")
