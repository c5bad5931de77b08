"""Passes that lower Triton to MLIR's core dialects: linalg on tensors, memory as memrefs."""
