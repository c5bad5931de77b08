"""Switches of Triton that are set in the environment and change what passes do, as they do in Triton itself.

A pass reads them when it is applied; verifiers depend on no switch, unlike Triton's, so that the same IR is always
valid.
"""

from __future__ import annotations

import os
from dataclasses import dataclass


@dataclass(frozen=True)
class Knobs:
    """The switches. Each is off unless its environment variable says otherwise."""

    allow_lhs_tmem_layout_conversion: bool = False
    """Place left operands that are loaded into tensor memory, too, though their layout must be converted for that."""
    prefer_tmem_16x256_layout: bool = False
    """Load and store tensor memory with instructions of 16 rows x 256 bits where possible."""
    disable_mma_v3: bool = False
    """Do not use ``wgmma``."""
    disable_mma_v5: bool = False
    """Do not use ``tcgen05.mma``."""

    @staticmethod
    def from_environment() -> Knobs:
        """The switches as the environment has them now."""
        return Knobs(**{field: _is_on(variable) for field, variable in _VARIABLES.items()})


_VARIABLES = {
    "allow_lhs_tmem_layout_conversion": "ALLOW_LHS_TMEM_LAYOUT_CONVERSION",
    "prefer_tmem_16x256_layout": "TRITON_PREFER_TMEM_16x256_LAYOUT",
    "disable_mma_v3": "DISABLE_MMA_V3",
    "disable_mma_v5": "DISABLE_MMA_V5",
}


def _is_on(variable: str) -> bool:
    """Whether an environment variable is ``1``, ``true`` or ``on``, in upper or lower case."""
    return os.environ.get(variable, "").lower() in ("1", "true", "on")
