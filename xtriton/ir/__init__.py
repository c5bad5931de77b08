"""Parser, printer, verifier, diagnostics and locations of the IR."""
