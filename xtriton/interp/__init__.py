"""The interpreter: the semantics of each operation in NumPy, and the execution of a kernel over its grid."""

from xtriton.interp.api import Result, Returned, evaluate, interpret

__all__ = ["Result", "Returned", "evaluate", "interpret"]
