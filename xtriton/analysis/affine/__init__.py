"""Addresses, offsets and masks of tiles as sums: a scalar part, and a stride for each dimension of the tile."""

from xtriton.analysis.affine.masks import TileMask
from xtriton.analysis.affine.polynomial import Atom, Polynomial
from xtriton.analysis.affine.ranges import Ranges
from xtriton.analysis.affine.scalars import Scalars
from xtriton.analysis.affine.tiles import Along, NotAffineError, TileForm, Tiles

__all__ = ["Along", "Atom", "NotAffineError", "Polynomial", "Ranges", "Scalars", "TileForm", "TileMask", "Tiles"]
