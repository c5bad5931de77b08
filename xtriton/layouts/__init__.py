"""The mathematics of layouts, independent of any IR.

A layout maps hardware indices (register, lane, warp and CTA, or an offset in shared memory) to the tensor element held
there. Read :mod:`~xtriton.layouts.linear_layout` first, then :mod:`~xtriton.layouts.encodings`.
"""
