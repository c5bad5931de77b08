"""``triton-to-linalg``: loads and stores become copies of memory, arithmetic on tensors becomes linalg."""

from xtriton.passes.linalg.triton_to_linalg.lowering import TritonToLinalg

__all__ = ["TritonToLinalg"]
