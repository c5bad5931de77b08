"""The patterns of ``canonicalize``, by dialect."""
