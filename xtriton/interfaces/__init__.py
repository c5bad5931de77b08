"""Interfaces of operations: memory effects, calls, branches and loops."""
