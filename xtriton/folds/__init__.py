"""Folds of each dialect's operations."""
