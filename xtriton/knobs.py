"""Switches of Triton that are set in the environment and change what passes do, as they do in Triton itself."""

from __future__ import annotations

import os

ALLOW_LHS_TMEM_LAYOUT_CONVERSION = "ALLOW_LHS_TMEM_LAYOUT_CONVERSION"
"""Put left operands that are loaded into tensor memory, too, though their layout must be converted for that."""

PREFER_TMEM_16X256_LAYOUT = "TRITON_PREFER_TMEM_16x256_LAYOUT"
"""Load and store tensor memory by instructions of 16 rows x 256 bits where that is possible."""
DISABLE_MMA_V3 = "DISABLE_MMA_V3"
"""Do not use ``wgmma``."""
DISABLE_MMA_V5 = "DISABLE_MMA_V5"
"""Do not use ``tcgen05.mma``."""


def is_on(name: str) -> bool:
    """Whether a switch is set to ``1``, ``true`` or ``on``, in whatever case."""
    return os.environ.get(name, "").lower() in ("1", "true", "on")
