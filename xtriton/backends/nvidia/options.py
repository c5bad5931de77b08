"""How a kernel is compiled: the options of Triton's CUDA backend, under its names."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields
from typing import Any

from xtriton.targets import Target

_MOST_WARPS = 32
_MOST_CTAS = 16
_PRECISIONS = ("tf32", "tf32x3", "ieee", "bf16x3", "bf16x6")


@dataclass(frozen=True)
class Options:
    """Options of a compilation. ``ValueError`` tells of values that no target takes."""

    num_warps: int = 4
    """How many warps run a program: a power of two."""
    num_stages: int = 3
    """How many iterations of a loop may be in flight."""
    num_ctas: int = 1
    """How many thread blocks make a cluster; more than one from 9.0 on."""
    maxnreg: int | None = None
    """The most registers that a thread may use."""
    enable_fp_fusion: bool = True
    """Whether a product and a sum may be rounded once."""
    enable_reflect_ftz: bool = True
    """Whether libdevice may flush subnormal numbers to zero."""
    default_dot_input_precision: str = "tf32"
    """How ``tl.dot`` reads f32 where the kernel does not say."""
    ptx_options: str | None = None
    """More options for ptxas."""
    launch_cooperative_grid: bool = False
    launch_pdl: bool = False
    debug: bool = False
    """Whether ``tl.device_assert`` is compiled."""

    def __post_init__(self) -> None:
        for one in fields(self):
            _check_type(one.name, getattr(self, one.name), str(one.type))
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
        """Raise ``ValueError`` for what the target lacks."""
        if self.num_ctas > 1 and target.capability < 90:
            raise ValueError(f"num_ctas is {self.num_ctas}, but {target} has no clusters: they come with cuda:90")

    def for_triton(self) -> dict[str, Any]:
        """What Triton's backend takes; its own defaults stand for what is not set."""
        return {name: value for name, value in asdict(self).items() if value is not None}


OPTION_NAMES = tuple(field.name for field in fields(Options))


def _check_type(name: str, value: object, annotation: str) -> None:
    """Options come from calls that no type checker has seen. A bool is no number here."""
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
