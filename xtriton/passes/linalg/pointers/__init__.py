"""Pointers as a base, with an offset and a stride for each dimension."""

from xtriton.passes.linalg.pointers.guards import Guards
from xtriton.passes.linalg.pointers.state import PointerState, UnstructuredError
from xtriton.passes.linalg.pointers.visitor import PointerAnalysis

__all__ = ["Guards", "PointerAnalysis", "PointerState", "UnstructuredError"]
