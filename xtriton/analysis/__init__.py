"""Analyses of IR."""
