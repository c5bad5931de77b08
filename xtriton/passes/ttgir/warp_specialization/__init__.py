"""Automatic warp specialization: the operations of a loop are distributed over partitions, groups of warps."""
