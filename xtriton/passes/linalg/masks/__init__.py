"""Masks of loads and stores: how many leading elements of each dimension they let through."""

from xtriton.passes.linalg.masks.state import MaskState

__all__ = ["MaskState"]
