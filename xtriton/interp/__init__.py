"""The interpreter: what each operation means, in NumPy, and how a kernel runs over its grid."""

from xtriton.interp.api import Result, Returned, evaluate, interpret

__all__ = ["Result", "Returned", "evaluate", "interpret"]
