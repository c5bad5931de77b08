"""Passes that Triton does not have, for NVIDIA Hopper."""
