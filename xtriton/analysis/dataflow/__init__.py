"""Dataflow analyses after MLIR's ``DataFlowSolver``: dead code, and forward and backward sparse analyses of values."""
