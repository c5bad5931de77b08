"""Dot operands in registers, for FMA and for NVIDIA's and AMD's matrix instructions."""

from __future__ import annotations

from dataclasses import dataclass

from xtriton.layouts.amd import AMDMatrix, AMDMfma, AMDWmma
from xtriton.layouts.distributed import Blocked
from xtriton.layouts.encoding import CTALayout, DistributedEncoding, LayoutError, require_powers_of_two
from xtriton.layouts.linear_layout import LinearLayout
from xtriton.layouts.mma import NvidiaMma, mma_tile
from xtriton.layouts.orders import Order
from xtriton.layouts.tile import LANE, REGISTER, WARP, Shape, Tile

_WMMA_K_WIDTHS = {
    1: ((8, 16), "8/16 for WMMA v1 (including packed cases for `scaled_dot`)"),
    2: ((4, 8, 16), "4/8/16 for WMMA v2 (including packed cases for `scaled_dot`)"),
    3: ((2, 8, 16), "2/8/16 for WMMA v3"),
}


@dataclass(frozen=True)
class DotOperand(DistributedEncoding):
    """Operand ``op_idx`` of a dot whose result has the parent encoding.

    ``k_width`` is the number of contiguous elements along k that a thread holds; 0 if the parent is blocked.
    """

    op_idx: int
    parent: DistributedEncoding
    k_width: int = 0

    def __post_init__(self) -> None:
        if self.op_idx not in (0, 1):
            raise LayoutError(f"ttg.dot_op opIdx parameter can be 0 or 1, got: {self.op_idx}")
        match self.parent:
            case NvidiaMma():
                self._check_nvidia(self.parent)
            case AMDWmma(version=version):
                allowed, text = _WMMA_K_WIDTHS[version]
                if self.k_width not in allowed:
                    raise LayoutError(f"ttg.dot_op kWidth parameter must be {text}")
            case AMDMfma():
                if self.k_width == 0:
                    raise LayoutError("ttg.dot_op kWidth parameter is mandatory for MFMA parent")
            case Blocked():
                if self.k_width != 0:
                    raise LayoutError(
                        "ttg.dot_op kWidth parameter is not supported when the parent is a blocked layout"
                    )
            case _:
                raise LayoutError(f"ttg.dot_op unexpected parent layout: {self.parent}")

    def _check_nvidia(self, parent: NvidiaMma) -> None:
        known = parent.is_ampere or parent.is_hopper
        if self.k_width != 0 and not known:
            raise LayoutError("ttg.dot_op kWidth parameter can only be non-zero for Ampere or Hopper MMA parent")
        if self.k_width == 0 and known:
            raise LayoutError("ttg.dot_op kWidth parameter is mandatory for Ampere or Hopper MMA parent")
        if self.op_idx != 0 and parent.is_hopper:
            raise LayoutError(
                "ttg.dot_op opIdx parameter must be 0 for Hopper MMA parent, since Hopper WGMMA only allows first "
                "operand to be in registers"
            )

    def require_usable(self) -> None:
        self.parent.require_usable()
        if self.rank < 2:
            raise LayoutError(f"an operand of a dot has rank 2 or 3, not {self.rank}")
        if not isinstance(self.parent, Blocked):
            require_powers_of_two("kWidth", (self.k_width,), 1)

    @property
    def rank(self) -> int:
        return self.parent.rank

    @property
    def k_dim(self) -> int:
        """The reduction dimension: the last of operand 0, the second to last of operand 1."""
        return self.rank - 1 if self.op_idx == 0 else self.rank - 2

    @property
    def cta_layout(self) -> CTALayout:
        return self.parent.cta_layout.broadcast_along(self.k_dim)

    @property
    def rep_order(self) -> Order:
        if isinstance(self.parent, NvidiaMma | AMDMatrix):
            return self.parent.operand_rep_order(self.op_idx)
        return self.parent.rep_order

    def linear_layout(self, shape: Shape) -> LinearLayout:
        match self.parent:
            case Blocked():
                return self._fma_layout(self.parent, shape)
            case NvidiaMma():
                return self._nvidia_layout(self.parent, shape)
            case AMDMfma() | AMDWmma():
                return self.parent.operand_layout(self.op_idx, self.k_width, shape)
            case _:
                raise AssertionError("checked when the encoding was made")

    def _fma_layout(self, parent: Blocked, shape: Shape) -> LinearLayout:
        """Each thread holds all of k; threads and warps that share a row (or column) of the result hold copies."""
        per_thread = list(parent.size_per_thread)
        per_thread[self.k_dim] = shape[self.k_dim]
        tile = Tile(self.rank, REGISTER, LANE, WARP).identities(per_thread, REGISTER, parent.order)
        tile.broadcast_identities(parent.threads_per_warp, LANE, parent.order, self.k_dim)
        tile.broadcast_identities(parent.warps_per_cta, WARP, parent.order, self.k_dim)
        return tile.fit(self.cta_layout.bases, shape, parent.order)

    def _nvidia_layout(self, parent: NvidiaMma, shape: Shape) -> LinearLayout:
        """An ``m x 8 * k_width`` tile of 16 rows for operand 0, of 8 columns for operand 1."""
        tile_shape = [1] * self.rank
        tile_shape[self.k_dim] = 8 * self.k_width
        tile_shape[self.rank - 2 + self.op_idx] = 16 if self.op_idx == 0 else 8
        tile = mma_tile(tile_shape, self.k_width, self.rep_order)
        tile.broadcast_identities(parent.warps_per_cta, WARP, parent.warp_order, self.k_dim)
        return tile.fit(self.cta_layout.bases, shape, self.rep_order)
