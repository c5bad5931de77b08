"""Intrinsics."""

OPS = []
