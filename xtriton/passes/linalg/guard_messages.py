"""The messages of guards and the attribute by which a launch knows what a version of the code assumes.

This module imports nothing: kernels from the cache are launched without the passes.
"""

WRAPS = "offsets or masks of the program wrap around"
"""The message of a guard."""
ROWS = "elements of a block lie in several rows with gaps between them, or its offsets or masks wrap around"
"""The message of a guard that also checks rows."""
LATE = ", which is known only after a store"
"""The end of the message of a guard after a possible store."""

APART = "arrays_apart"
"""The attribute of a kernel whose lowering to linalg assumes that written arrays do not overlap others."""


def is_guard(message: str) -> bool:
    """Whether an assertion message, after its location, is that of a guard."""
    return message.removesuffix(LATE).endswith((WRAPS, ROWS))


def is_late_guard(message: str) -> bool:
    """Whether a guard's message says that it comes after a possible store."""
    return is_guard(message) and message.endswith(LATE)


def is_row_guard(message: str) -> bool:
    """Whether a guard's message says that it also checks rows."""
    return message.removesuffix(LATE).endswith(ROWS)
