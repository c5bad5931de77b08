"""Tensors in the tensor memory of Blackwell: 128 rows (lanes of the tensor cores) of 512 columns of 32 bits.

The inputs of these layouts are ``row`` and ``col``. A zero basis of the rows 32 and 64 means copies; any other zero
basis means unused positions. Columns are counted in elements, as if two elements of 16 bits filled a column. From the
data path layouts of tcgen05 in the PTX ISA.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypedDict

from xtriton.layouts.bits import is_power_of_two
from xtriton.layouts.encoding import CTALayout, Encoding, LayoutError
from xtriton.layouts.linear_layout import LinearLayout
from xtriton.layouts.tile import Shape, Tile, standard_dims
from xtriton.versions import V3_6, V3_8, by_version

ROW, COL = "row", "col"


class _InTensorMemory(Encoding):
    """Matrices split among CTAs: by a CTA layout or, before Triton 3.8, by the numbers of parts."""

    cta_split_m: int
    cta_split_n: int
    cta: CTALayout | None

    @property
    def rank(self) -> int:
        return 2

    @property
    def cta_layout(self) -> CTALayout:
        return self.cta if self.cta is not None else _cta_layout(self.cta_split_m, self.cta_split_n)


@dataclass(frozen=True)
class TensorMemory(_InTensorMemory):
    """Blocks of ``block_m x block_n``, one after the other along m, then along n.

    ``col_stride`` is the distance between the elements of a row. ``cta_split_m`` and ``cta_split_n`` say how the CTAs
    of the cluster share the tensor; since Triton 3.8 that is the CTA layout ``cta``. With ``two_ctas`` two of them
    compute one MMA. ``fp4_padded`` leaves a column free after each column of two fp4 values.
    """

    block_m: int
    block_n: int
    col_stride: int
    cta_split_m: int = 1
    cta_split_n: int = 1
    two_ctas: bool = False
    cta: CTALayout | None = None
    fp4_padded: bool = False

    def __post_init__(self) -> None:
        if self.cta is not None and self.two_ctas and self.cta.bases[:1] != ((1, 0),):
            raise LayoutError("twoCTAs layout requires the first CGALayout block basis to be [1, 0]")
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
        if self.fp4_padded and self.col_stride != 1:
            raise LayoutError(f"fp4Padded tensor memory layout requires colStride 1 but got {self.col_stride}")

    def linear_layout(self, shape: Shape) -> LinearLayout:
        if self.cta is None and not self.fp4_padded:
            return self._tile(shape).layout()
        return self._part_of_cta(self.cta_layout.shape_per_cta(shape)) * self.cta_layout.linear_layout

    def _part_of_cta(self, shape: Shape) -> LinearLayout:
        """The part of one CTA, of this shape."""
        dims = standard_dims(2)
        columns = min(self.block_n, shape[1])
        layout = LinearLayout.zeros_1d(self.col_stride, COL, dims[1])
        layout = layout * LinearLayout.identity_1d(16 if self._spreads_rows else self.block_m, ROW, dims[0])
        if self.fp4_padded:
            layout = layout * LinearLayout.zeros_1d(2, COL, dims[1])
        layout = (layout * LinearLayout.identity_1d(columns, COL, dims[1])).transpose_outs(dims)
        rows, cols = list(layout.bases.get(ROW, ())), list(layout.bases.get(COL, ()))
        if self._spreads_rows:
            next_block = (64, 0) if shape[0] > self.block_m else (0, columns) if shape[1] > columns else (0, 0)
            rows += [next_block, (16, 0), (32, 0)]
        elif self.block_m == 64:
            rows.append(cols.pop())  # two CTAs hold 64 rows each: the other half of the rows has the upper columns
        layout = LinearLayout({ROW: tuple(rows), COL: tuple(cols)}, dims)
        reps = [extent // layout.out_dim_size(dim) for dim, extent in zip(dims, shape, strict=True)]
        if 0 in reps:
            raise ValueError(f"shape {list(shape)} is smaller than a block of {self.block_m}x{columns}")
        for dim, count in zip(dims, reps, strict=True):
            layout = layout * LinearLayout.identity_1d(count, COL, dim)
        return layout

    @property
    def _spreads_rows(self) -> bool:
        """Whether 64 rows take 16 of every 32."""
        return self.block_m == 64 and not self.two_ctas

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
class TensorMemoryScales(_InTensorMemory):
    """Scales of block-scaled MMAs: chunks of 32 rows x 4 x 4 bytes, copied to all four groups of 32 rows.

    Chunks advance along the rows first, with ``k_first`` along k. The CTAs are those of :class:`TensorMemory`.
    """

    cta_split_m: int = 1
    cta_split_n: int = 1
    cta: CTALayout | None = None
    k_first: bool = False

    def linear_layout(self, shape: Shape) -> LinearLayout:
        if self.cta is not None:
            return self._part_of_cta(self.cta.shape_per_cta(shape)) * self.cta.linear_layout
        if self.k_first:
            return self._part_of_cta(shape)
        per_cta = (shape[0] // self.cta_split_m, shape[1] // self.cta_split_n)
        tile = Tile(2, ROW, COL).identity(32, ROW, 0).zeros(4, ROW)
        tile.identity(4, COL, 1).identity(2, COL, 0)
        tile.identity(-(-per_cta[0] // 64), COL, 0).identity(-(-per_cta[1] // 4), COL, 1).shrink(per_cta)
        return tile.identity(self.cta_split_m, COL, 0).identity(self.cta_split_n, COL, 1).layout()

    def _part_of_cta(self, shape: Shape) -> LinearLayout:
        """The part of one CTA, of this shape."""
        tile = Tile(2, ROW, COL).identity(32, ROW, 0).zeros(4, ROW)
        tile.identity(4, COL, 1).identity(2, COL, 0)
        along_m, along_k = -(-shape[0] // 64), -(-shape[1] // 4)
        if along_m > 1:
            tile.identity(2, COL, 0)
            along_m //= 2
        repetitions = [(along_m, 0), (along_k, 1)]
        for count, dim in reversed(repetitions) if self.k_first else repetitions:
            tile.identity(count, COL, dim)
        return tile.shrink(shape).layout()


def _cta_layout(split_m: int, split_n: int) -> CTALayout:
    return CTALayout.from_split((split_m, split_n), (split_m, split_n), (0, 1))


class CTAsOfMemory(TypedDict, total=False):
    """How CTAs share tensor memory: the parts along each dimension before Triton 3.8, then a layout."""

    cta_split_m: int
    cta_split_n: int
    cta: CTALayout | None


def _splits(cta: CTALayout) -> CTAsOfMemory:
    rows, columns = cta.cta_split_num
    return {"cta_split_m": rows, "cta_split_n": columns}


def _layout(cta: CTALayout) -> CTAsOfMemory:
    return {"cta": cta if cta.bases else None}


_CTAS_OF_MEMORY = by_version({V3_6: _splits, V3_8: _layout})


def ctas_of_memory(cta: CTALayout) -> CTAsOfMemory:
    """The fields of a layout of tensor memory that CTAs share like a tensor with this CTA layout."""
    return _CTAS_OF_MEMORY.now()(cta)
