"""Passes that assign layouts to tensors, and the rewrites that follow from layouts."""
