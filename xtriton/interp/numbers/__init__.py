"""Numbers of the interpreter: formats, rounding, and functions that NumPy lacks."""
