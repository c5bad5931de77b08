"""The folds of each dialect's operations."""
