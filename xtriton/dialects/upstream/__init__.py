"""MLIR's dialects, as far as Triton uses them, where xDSL's definitions differ."""
