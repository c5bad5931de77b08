"""Rewriting IR: the rewriter, folding, patterns, the greedy driver, and region simplification."""
