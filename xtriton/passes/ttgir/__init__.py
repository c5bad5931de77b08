"""Passes that give tensors their place in the machine: layouts, and the operations that follow from them."""
