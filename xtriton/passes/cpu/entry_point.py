"""What a launch and the code of a kernel agree on: the names of its entry points, their arguments, the arena's header.

This module imports nothing: kernels from the cache are launched without the passes.
"""

SUFFIX = "__grid"
"""The end of the name of the function that runs the programs of a grid."""
LAUNCH_SUFFIX = "__launch"
"""The end of the name of the function that takes the arguments of that in a block, and returns the outcome."""
FIRST_OFFSET, LAST_OFFSET, ARENA_OFFSET, ARGUMENTS_OFFSET = 16, 24, 32, 40
"""The bytes of the block at which there are the first program, the one past the last, the arena's address, and the
kernel's arguments, 8 bytes each; at its start are the extents of the grid, 4 bytes each."""
GRID_ARGUMENTS = 6
"""The last arguments of a kernel: the extents of the grid and the program ids, x, y, z each."""
HEADER = 64
"""Bytes at the start of the arena; the first eight hold the number of a failed assertion, or zero."""
GUARD_SLOT = 8
"""The arena offset of the number of a failed guard, or zero; the grid stops at that program."""
PROGRAM_SLOT = 16
"""The arena offset of the id of that program."""
ASSERTED_SLOT = 24
"""The arena offset of the program ids along x, y and z, 32 bits each, at which an assertion failed last."""
COMPARED_SLOT = 40
"""The arena offset of the two values of the comparison that failed, eight bytes each."""
PART_END_SLOT = 56
"""The arena offset of the end of the range of programs in which one failed, for launches on several threads."""
VALUES_MARK = "\0"
"""In the list of assertions, the mark before the types of these values."""
