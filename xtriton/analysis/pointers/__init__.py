"""Pointers as a base, and an offset and a stride for each dimension."""

from xtriton.analysis.pointers.guards import Guards
from xtriton.analysis.pointers.state import PointerState, UnstructuredError
from xtriton.analysis.pointers.visitor import PointerAnalysis

__all__ = ["Guards", "PointerAnalysis", "PointerState", "UnstructuredError"]
