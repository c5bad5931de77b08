"""The patterns that ``canonicalize`` applies, by dialect."""
