"""``triton-to-linalg``: loads and stores to memref copies, arithmetic on tensors to linalg."""

from xtriton.passes.linalg.triton_to_linalg.lowering import TritonToLinalg

__all__ = ["TritonToLinalg"]
