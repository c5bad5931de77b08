"""Backends: from IR to executable code."""
