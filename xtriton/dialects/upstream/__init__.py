"""The dialects of MLIR, as far as Triton uses them, where xDSL does not define them the same way."""
