"""Passes that know nothing of Triton."""
