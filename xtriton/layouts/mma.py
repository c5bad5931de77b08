"""Results of NVIDIA's matrix instructions: mma (version 2) and wgmma (version 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xtriton.layouts.encoding import CTALayout, LayoutError, MatrixEncoding, require_powers_of_two
from xtriton.layouts.linear_layout import LinearLayout
from xtriton.layouts.orders import Order, matrix_order
from xtriton.layouts.tile import LANE, REGISTER, WARP, Shape, Tile


@dataclass(frozen=True)
class NvidiaMma(MatrixEncoding):
    """The accumulator of ``mma.sync`` (version 2) or ``wgmma`` (version 3).

    ``instr_shape`` is ``[..., m, n]`` in version 2 and ``[m, n, k]`` in version 3.
    """

    version_major: int
    version_minor: int
    warps_per_cta: tuple[int, ...]
    cta: CTALayout
    instr_shape: tuple[int, ...]

    @property
    def is_ampere(self) -> bool:
        """Whether this is ``mma.sync`` of Turing, Ampere, Ada or consumer Blackwell."""
        return self.version_major == 2

    @property
    def is_hopper(self) -> bool:
        """Whether this is ``wgmma``."""
        return self.version_major == 3

    @property
    def warp_order(self) -> Order:
        """The order of the warps: rows first in version 2, columns first in version 3."""
        return matrix_order(self.rank, row_major=not self.is_hopper)

    def require_usable(self) -> None:
        if self.rank not in (2, 3):
            raise LayoutError(f"matrix instructions give tensors of rank 2 or 3, not {self.rank}")
        require_powers_of_two("warpsPerCTA", self.warps_per_cta, self.rank)

    def linear_layout(self, shape: Shape) -> LinearLayout:
        if not (self.is_ampere or self.is_hopper):
            raise ValueError(f"there is no layout for version {self.version_major} of the matrix instructions")
        tile_shape = self.instr_shape if self.is_ampere else self.instr_shape[:2]
        if len(tile_shape) != self.rank:
            raise ValueError(f"instruction shape {list(self.instr_shape)} does not suit tensors of rank {self.rank}")
        require_powers_of_two("instrShape", tile_shape, self.rank)
        tile = mma_tile(tile_shape, 2, self.rep_order)
        tile.identities(self.warps_per_cta, WARP, self.warp_order)
        return tile.fit(self.cta.bases, shape, self.rep_order)


def mma_tile(shape: Sequence[int], k_width: int, order: Sequence[int]) -> Tile:
    """The fragment of one warp: rows of 4 lanes of ``k_width`` registers, 8 of them, then repeated to fill ``shape``.

    ``order`` starts with the dimension along the rows of lanes and the dimension across them. From the fragment
    pictures of ``mma`` in the PTX ISA.
    """
    inner, outer = order[0], order[1]
    if shape[outer] % 8 or shape[inner] % (4 * k_width):
        raise ValueError(f"a fragment of shape {list(shape)} can't be made of 8 rows of 4 lanes of {k_width} elements")
    tile = Tile(len(shape), REGISTER, LANE, WARP)
    tile.identity(k_width, REGISTER, inner)
    tile.identity(4, LANE, inner).identity(8, LANE, outer)
    return tile.identity(shape[outer] // 8, REGISTER, outer).identity(shape[inner] // (4 * k_width), REGISTER, inner)
