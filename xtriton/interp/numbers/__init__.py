"""Numbers as the interpreter holds them: formats, rounding, and what NumPy lacks."""
