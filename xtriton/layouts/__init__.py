"""The mathematics of layouts, free of any IR.

A layout says which element of a tensor a place of the machine holds: a register of a lane of a warp of a block, or an
offset in shared memory. Read :mod:`~xtriton.layouts.linear_layout` first, then :mod:`~xtriton.layouts.encodings`.
"""
