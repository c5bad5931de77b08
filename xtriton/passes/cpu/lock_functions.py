"""The functions of the lock of atomic operations, which ``backends/cpu/lock.ll`` defines.

This module imports nothing: kernels from the cache are loaded without the passes.
"""

BEGIN = "xtriton_begin_atomics"
"""Takes the most times to check whether other holders have released the lock; returns whether it is held alone."""
JOIN = "xtriton_join_atomics"
"""Holds the lock together with others; waits while a thread holds it alone."""
END = "xtriton_end_atomics"
"""Releases the lock; takes whether the thread holds it alone."""
JOIN_STRIPES = "xtriton_join_stripes"
"""Takes the lock by stripes or, where others hold it together or have reserved it, together with others."""
HOLDS_STRIPES = "xtriton_holds_stripes"
"""Returns whether the thread still holds the lock by stripes; where others want to hold it together, it joins them."""
HOLD = "xtriton_hold_stripes"
"""Takes the stripes of a range of memory for this thread alone; its arguments are the address and the size in bytes."""
RELEASE = "xtriton_release_stripes"
"""Releases the stripes of a range of memory; its arguments are the address and the size in bytes."""
LEAVE = "xtriton_leave_atomics"
"""Releases the lock, which the thread holds by stripes or together with others."""
FUNCTIONS = frozenset({BEGIN, JOIN, END, JOIN_STRIPES, HOLDS_STRIPES, HOLD, RELEASE, LEAVE})
JOINED = "cpu.joined"
"""The attribute of a module whose kernels hold the lock while programs run: the function that takes it."""
