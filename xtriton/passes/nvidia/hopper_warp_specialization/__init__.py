"""Warp specialization for Hopper: one warp group loads, the others compute."""
