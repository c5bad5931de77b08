"""Dataflow analyses after MLIR's ``DataFlowSolver``: which code is reached, and what is known of values."""
