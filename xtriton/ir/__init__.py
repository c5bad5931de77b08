"""Text to IR to text: the parser, the printer, the verifier, diagnostics and locations."""
