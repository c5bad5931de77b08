"""Passes from Triton's operations to MLIR's core dialects: linalg on tensors, memory as memrefs."""
