"""Tensors in the tensor memory of Blackwell: 128 rows (lanes of the tensor cores) of 512 columns of 32 bits.

The inputs of these layouts are ``row`` and ``col``. A zero basis of the rows 32 and 64 means copies; any other zero
basis means unused positions. Columns are counted in elements, as if two elements of 16 bits filled a column. From the
data path layouts of tcgen05 in the PTX ISA.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from xtriton.layouts.bits import is_power_of_two
from xtriton.layouts.encoding import CTALayout, Encoding, LayoutError
from xtriton.layouts.linear_layout import LinearLayout
from xtriton.layouts.tile import Shape, Tile

ROW, COL = "row", "col"


@dataclass(frozen=True)
class TensorMemory(Encoding):
    """Blocks of ``block_m x block_n``, one after the other along m, then along n.

    ``col_stride`` is the distance between the elements of a row. ``cta_split_m`` and ``cta_split_n`` say how the CTAs
    of the cluster share the tensor; with ``two_ctas`` two of them compute one MMA.
    """

    block_m: int
    block_n: int
    col_stride: int
    cta_split_m: int = 1
    cta_split_n: int = 1
    two_ctas: bool = False

    def __post_init__(self) -> None:
        if not (is_power_of_two(self.cta_split_m) and is_power_of_two(self.cta_split_n)):
            raise LayoutError("CTASplitM and CTASplitN must be greater than 0 and a power of 2")
        if self.block_m not in (64, 128):
            raise LayoutError(f"blockM must be 64 or 128 but got {self.block_m}")
        if not is_power_of_two(self.block_n):
            raise LayoutError(f"blockN must be a power of 2 but got {self.block_n}")
        if self.block_n > 512:
            raise LayoutError(f"blockN must be less than or equal to 512 but got {self.block_n}")
        if self.col_stride not in (1, 2, 4):
            # Triton says "but got" twice here.
            raise LayoutError(f"colStride must be 1, 2, or 4 but got but got {self.col_stride}")

    @property
    def rank(self) -> int:
        return 2

    @property
    def cta_layout(self) -> CTALayout:
        return _cta_layout(self.cta_split_m, self.cta_split_n)

    def linear_layout(self, shape: Shape) -> LinearLayout:
        return self._tile(shape).layout()

    def _tile(self, shape: Shape) -> Tile:
        m, n = shape
        if self.cta_split_n > 1:
            inner = replace(self, cta_split_n=1)
            return inner._tile((m, n // self.cta_split_n)).identity(self.cta_split_n, COL, 1)
        if self.cta_split_m > 1:
            return self._split_rows(shape)
        if m < self.block_m:
            raise ValueError(f"shape {list(shape)} is smaller than blockM = {self.block_m}")
        block_n = min(self.block_n, n)
        tile = Tile(2, ROW, COL).zeros(self.col_stride, COL)
        if self.block_m == 128:
            tile.identity(128, ROW, 0).identity(block_n, COL, 1)
        else:
            self._half_rows(tile, shape, block_n)
        return tile.identity(m // tile.sizes[0], COL, 0).identity(n // tile.sizes[1], COL, 1)

    def _half_rows(self, tile: Tile, shape: Shape, block_n: int) -> None:
        """64 rows take 16 of every 32: the other 16 hold the next block, along m first, or are unused."""
        m, n = shape
        tile.identity(16, ROW, 0).identity(block_n, COL, 1)
        rows = tile.bases[ROW]
        if m > self.block_m:
            rows.append([64, 0])
        elif n > block_n:
            rows.append([0, block_n])
        else:
            rows.append([0, 0])
        rows += [[16, 0], [32, 0]]
        tile.sizes = [1 << max(b[dim].bit_length() for r in tile.bases.values() for b in r) for dim in (0, 1)]

    def _split_rows(self, shape: Shape) -> Tile:
        m, n = shape
        # Two CTAs of 64 rows each hold their result as the transpose of one of 128 rows.
        paired = self.block_m == 64 and self.two_ctas
        block_m, split_m = (128, self.cta_split_m // 2) if paired else (64, self.cta_split_m)
        block_m = block_m if paired else self.block_m
        tile = replace(self, block_m=block_m, cta_split_m=1)._tile((m // split_m, n)).identity(split_m, COL, 0)
        if paired:
            rows, columns = tile.bases[ROW], tile.bases[COL]
            rows[-1], columns[-1] = columns[-1], rows[-1]
        return tile


@dataclass(frozen=True)
class TensorMemoryScales(Encoding):
    """Scales of block-scaled MMAs: chunks of 32 rows x 4 x 4 bytes, copied to all four groups of 32 rows."""

    cta_split_m: int = 1
    cta_split_n: int = 1

    @property
    def rank(self) -> int:
        return 2

    @property
    def cta_layout(self) -> CTALayout:
        return _cta_layout(self.cta_split_m, self.cta_split_n)

    def linear_layout(self, shape: Shape) -> LinearLayout:
        per_cta = (shape[0] // self.cta_split_m, shape[1] // self.cta_split_n)
        tile = Tile(2, ROW, COL).identity(32, ROW, 0).zeros(4, ROW)
        tile.identity(4, COL, 1).identity(2, COL, 0)
        tile.identity(-(-per_cta[0] // 64), COL, 0).identity(-(-per_cta[1] // 4), COL, 1).shrink(per_cta)
        return tile.identity(self.cta_split_m, COL, 0).identity(self.cta_split_n, COL, 1).layout()


def _cta_layout(split_m: int, split_n: int) -> CTALayout:
    return CTALayout.from_split((split_m, split_n), (split_m, split_n), (0, 1))
