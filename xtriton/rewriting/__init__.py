"""How IR is changed: the rewriter, folding, patterns, the greedy driver, and the simplification of regions."""
