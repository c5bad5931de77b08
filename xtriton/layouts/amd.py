"""Results and operands of AMD's matrix instructions: mfma (CDNA) and wmma (RDNA, gfx1250).

The registers and lanes of each instruction are printed by https://github.com/ROCm/amd_matrix_instruction_calculator.
"""

from __future__ import annotations

from dataclasses import dataclass

from xtriton.layouts.encoding import CTALayout, LayoutError, MatrixEncoding, require_powers_of_two
from xtriton.layouts.linear_layout import LinearLayout
from xtriton.layouts.orders import matrix_order
from xtriton.layouts.tile import LANE, REGISTER, WARP, Shape, Tile

_MFMA_LANES = 64
_WMMA_LANES = 32
_WMMA_SHAPES = {
    1: ((16, 16, 16),),
    2: ((16, 16, 16), (16, 16, 32)),
    3: ((16, 16, 4), (16, 16, 32), (16, 16, 64), (16, 16, 128)),
}


class AMDMatrix(MatrixEncoding):
    """The common part of mfma and wmma."""

    instr_shape: tuple[int, ...]
    tiles_per_warp: tuple[int, ...]

    @property
    def has_unit_tiles_per_warp(self) -> bool:
        """Whether a warp computes one tile at a time."""
        return all(count == 1 for count in self.tiles_per_warp)

    def require_usable(self) -> None:
        if self.rank not in (2, 3):
            raise LayoutError(f"matrix instructions give tensors of rank 2 or 3, not {self.rank}")
        if len(self.instr_shape) not in (2, 3):
            raise LayoutError(f"instrShape must be m, n and k, but was {list(self.instr_shape)}")
        require_powers_of_two("warpsPerCTA", self.warps_per_cta, self.rank)
        # By default there is one per instruction extent, of which there may be more than dimensions.
        require_powers_of_two("tilesPerWarp", self.tiles_per_warp[: self.rank], self.rank)

    def _spread_tiles(self, tile: Tile, shape: Shape) -> LinearLayout:
        """Repeat the tile of one instruction along whole rows of the tensor before going on to the next rows.

        The lowering of the dot operation relies on tiles that are contiguous along n over the whole tensor, not only
        within one CTA tile of ``warps_per_cta * tiles_per_warp`` tiles.
        """
        m, n = self.rank - 2, self.rank - 1
        tile.identity(self.tiles_per_warp[n], REGISTER, n)
        tile.identity(self.warps_per_cta[n], WARP, n)
        covered = self.instr_shape[1] * self.warps_per_cta[n] * self.tiles_per_warp[n]
        tile.identity(shape[n] // covered, REGISTER, n)
        tile.identity(self.tiles_per_warp[m], REGISTER, m)
        tile.identity(self.warps_per_cta[m], WARP, m)
        if self.rank == 3:
            tile.identity(self.warps_per_cta[0], WARP, 0)
        return tile.fit(self.cta.bases, shape, self.rep_order)


@dataclass(frozen=True)
class AMDMfma(AMDMatrix):
    """The accumulator of an mfma instruction, with waves of 64 lanes."""

    version: int
    warps_per_cta: tuple[int, ...]
    instr_shape: tuple[int, ...]
    is_transposed: bool
    cta: CTALayout
    tiles_per_warp: tuple[int, ...]
    element_bit_width: int = 32

    def __post_init__(self) -> None:
        if not 0 <= self.version <= 4:
            raise LayoutError("version must be in the [0, 4] range")
        if len(self.instr_shape) < 2:
            raise LayoutError(f"instrShape must be m, n and k, but was {list(self.instr_shape)}")
        m, n = self.instr_shape[:2]
        if (m, n) not in ((32, 32), (16, 16), (64, 4), (4, 64)):
            raise LayoutError(f"invalid (mDim, nDim) combination: ({m}, {n})")
        if self.element_bit_width not in (32, 64):
            raise LayoutError("elementBitWidth must be 32 or 64")

    def linear_layout(self, shape: Shape) -> LinearLayout:
        m_size, n_size = self.instr_shape[:2]
        height = 1 if self.element_bit_width == 64 else 4
        along, across = self.rank - 2, self.rank - 1
        lanes = n_size
        if self.is_transposed:
            along, across, lanes = across, along, m_size
        tile = Tile(self.rank, REGISTER, LANE, WARP)
        tile.identity(height, REGISTER, along)
        tile.identity(lanes, LANE, across).identity(_MFMA_LANES // lanes, LANE, along)
        tile.identity(m_size * n_size // (_MFMA_LANES * height), REGISTER, along)
        return self._spread_tiles(tile, shape)

    def operand_layout(self, operand: int, k_width: int, shape: Shape) -> LinearLayout:
        """The layout of dot operand 0 or 1."""
        m_size, n_size = self.instr_shape[:2]
        size = m_size if operand == 0 else n_size
        order = self.operand_rep_order(operand)
        k, other = order[0], order[1]
        tile = Tile(self.rank, REGISTER, LANE, WARP)
        tile.identity(k_width, REGISTER, k)
        tile.identity(size, LANE, other).identity(_MFMA_LANES // size, LANE, k)
        k_tile = _MFMA_LANES // size * k_width
        if (m_size, n_size, operand) in ((64, 4, 0), (4, 64, 1)):
            # The 64 x 64 operand of the flat instructions takes 16 of these.
            tile.identity(16, REGISTER, k)
            k_tile *= 16
        if shape[k] > k_tile:
            tile.identity(shape[k] // k_tile, REGISTER, k)
        tile.identity(self.tiles_per_warp[other], REGISTER, other)
        tile.identities(self.warps_per_cta, WARP, self.rep_order)
        return tile.fit(self.cta.bases, shape, order)


@dataclass(frozen=True)
class AMDWmma(AMDMatrix):
    """The accumulator of a wmma instruction, with waves of 32 lanes. Version 1 is RDNA3, 2 RDNA4, 3 gfx1250."""

    version: int
    is_transposed: bool
    warps_per_cta: tuple[int, ...]
    tiles_per_warp: tuple[int, ...]
    cta: CTALayout
    instr_shape: tuple[int, ...] = (16, 16, 16)

    def __post_init__(self) -> None:
        if self.version not in _WMMA_SHAPES:
            raise LayoutError("WMMA version must be in the [1, 3] range")
        if self.instr_shape not in _WMMA_SHAPES[self.version]:
            raise LayoutError(f"invalid WMMA v{self.version} instruction shape")

    def linear_layout(self, shape: Shape) -> LinearLayout:
        lanes_along, registers_along = matrix_order(self.rank, row_major=not self.is_transposed)[:2]
        tile = Tile(self.rank, REGISTER, LANE, WARP)
        tile.identity(16, LANE, lanes_along)
        if self.version == 1:
            tile.identity(2, LANE, registers_along).identity(8, REGISTER, registers_along)
        else:
            tile.identity(8, REGISTER, registers_along).identity(2, LANE, registers_along)
        return self._spread_tiles(tile, shape)

    def operand_layout(self, operand: int, k_width: int, shape: Shape) -> LinearLayout:
        """The layout of dot operand 0 or 1."""
        order = self.operand_rep_order(operand)
        k, other = order[0], order[1]
        size, k_size = self.instr_shape[0 if operand == 0 else 1], self.instr_shape[2]
        depth = _WMMA_LANES // size
        tile = Tile(self.rank, REGISTER, LANE, WARP)
        tile.identity(k_width, REGISTER, k).identity(size, LANE, other)
        if self.version == 1:
            tile.zeros(depth, LANE)
        else:
            tile.identity(depth, LANE, k)
        k_tile = depth * k_width
        if self.tiles_per_warp[other] > 1:
            # A warp's tiles along the other dimension come after all of k.
            tile.identity(max(shape[k], k_size) // k_tile, REGISTER, k)
            tile.identity(self.tiles_per_warp[other], REGISTER, other)
        else:
            tile.identity(k_size // k_tile, REGISTER, k)
        tile.broadcast_identities(self.warps_per_cta, WARP, self.rep_order, k)
        return tile.fit(self.cta.bases, shape, order)
