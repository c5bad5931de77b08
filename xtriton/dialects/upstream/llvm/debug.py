"""Debug information."""

DEBUG_ATTRIBUTES = []
