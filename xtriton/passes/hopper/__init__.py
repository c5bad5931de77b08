"""Passes for NVIDIA Hopper that Triton does not have: TMA descriptors, persistent programs, warp specialisation."""
