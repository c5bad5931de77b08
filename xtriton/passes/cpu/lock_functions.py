"""The functions of the lock of atomic operations, which ``backends/cpu/lock.ll`` defines.

This module imports nothing: kernels from the cache are loaded without the passes.
"""

BEGIN = "xtriton_begin_atomics"
"""Takes the most times to check whether other holders have released the lock; returns whether it is held alone."""
JOIN = "xtriton_join_atomics"
"""Holds the lock together with others; waits while a thread holds it alone."""
END = "xtriton_end_atomics"
"""Releases the lock; takes whether the thread holds it alone."""
JOINED = "cpu.joined"
"""The attribute of a module whose kernels hold the lock together with others while programs run."""
