"""The stages of the compiler as data: which passes, in which order, for which target."""

from __future__ import annotations


def make_ttir_passes(capability: int) -> tuple[str, ...]:
    """The passes of Triton 3.6's TTIR stage for an NVIDIA GPU of a compute capability (80, 90, ...)."""
    lower_descriptors = ("triton-rewrite-tensor-descriptor-to-pointer",) if capability < 90 else ()
    return (
        "inline",
        "triton-rewrite-tensor-pointer",
        *lower_descriptors,
        "canonicalize",
        "triton-combine",
        "triton-reorder-broadcast",
        "cse",
        "symbol-dce",
        "triton-loop-unroll",
    )
