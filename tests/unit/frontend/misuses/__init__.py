"""Functions that misuse the builder. ``# BAD: message`` stands at the line where the error must be located."""
