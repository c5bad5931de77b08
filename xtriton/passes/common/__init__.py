"""Passes that are independent of Triton."""
