"""Masks of loads and stores: how many leading elements of each dimension are enabled."""

from xtriton.passes.linalg.masks.state import MaskState

__all__ = ["MaskState"]
