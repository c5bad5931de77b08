"""Passes for Hopper GPUs that Triton does not have: one file or folder for each."""
