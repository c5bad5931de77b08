"""How long a warp-specialised FP8 matmul takes with each tile, and with which tile it takes the least time.

The kernels are those of ``optimize="hopper"``: one CTA per SM loops over tiles, and computes each in steps of 128
columns of x and of the weight. The time of a launch is estimated as

    LAUNCH + max(waves * (steps * step + rest), traffic / bandwidth)

where ``waves = ceil(tiles / SMs)``, ``step`` and ``rest`` are those of the tile (``RATES``), and the traffic is what
HBM delivers, given that programs that run at the same time share operands in the L2 cache.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log

STEP = 128
"""Columns of x and of the weight that a step multiplies."""


@dataclass(frozen=True)
class Device:
    """A GPU."""

    sms: int
    cache: int
    """Bytes of the L2 cache in which operands stay until they are read again."""
    bandwidth: float
    """Bytes of HBM per nanosecond."""


H200 = Device(sms=132, cache=40_000_000, bandwidth=4000.0)
"""132 SMs; of 50 MB of L2 what is stored takes a part; 4.8 TB/s on paper, 4.3 measured for copies."""


@dataclass(frozen=True)
class Tile:
    """Rows and columns of the result that a program computes, and the rows of tiles in a band of programs."""

    rows: int
    columns: int
    band: int = 8


@dataclass(frozen=True)
class Shape:
    """A product: rows of x, columns of the result, the extent that is summed over, and experts."""

    rows: int
    columns: int
    depth: int
    experts: int = 1
    """Rows are taken to be distributed evenly over them."""


@dataclass(frozen=True)
class Rate:
    """Nanoseconds of a tile on one SM while all of them are busy."""

    step: float
    """One step of ``STEP`` columns."""
    rest: float
    """What does not overlap with the steps of the next tile: filling the ring of stages, and the last promotion."""


RATES: dict[tuple[int, int], Rate] = {
    (128, 256): Rate(800, 1200),
    (256, 64): Rate(450, 1000),
    (128, 128): Rate(415, 700),
    (64, 256): Rate(430, 900),
    (128, 64): Rate(250, 600),
    (64, 128): Rate(250, 600),
    (128, 32): Rate(170, 500),
    (64, 64): Rate(150, 500),
    (128, 16): Rate(140, 500),
    (64, 32): Rate(110, 500),
    (64, 16): Rate(100, 500),
}
"""The tiles that are warp-specialised without spills, by rows and columns."""

LAUNCH = 5000.0
"""Nanoseconds of a launch that computes nothing."""

BANDS = (4, 8, 16, 32)
"""The rows of tiles that a band may have."""


def nanoseconds(shape: Shape, tile: Tile, device: Device = H200) -> float:
    """The time of a launch."""
    rate = RATES[tile.rows, tile.columns]
    steps = _ceil(shape.depth, STEP)
    waves = _ceil(tiles(shape, tile), device.sms)
    return LAUNCH + max(waves * (steps * rate.step + rate.rest), traffic(shape, tile, device) / device.bandwidth)


def tiles(shape: Shape, tile: Tile) -> int:
    """How many tiles have rows."""
    return shape.experts * _ceil(_rows_of_expert(shape), tile.rows) * _ceil(shape.columns, tile.columns)


def _rows_of_expert(shape: Shape) -> int:
    return _ceil(shape.rows, shape.experts)


def traffic(shape: Shape, tile: Tile, device: Device = H200) -> float:
    """Bytes that HBM delivers and takes: the operands as often as they are no longer in the cache, and the result.

    Programs go down a band of ``tile.band`` rows of tiles, column after column. The rows of x of a band stay in the
    cache if they fit beside the columns that are read at the same time; the weight is read once per band, unless all of
    it stays in the cache.
    """
    rows = _rows_of_expert(shape)
    row_tiles, column_tiles = _ceil(rows, tile.rows), _ceil(shape.columns, tile.columns)
    band = min(tile.band, row_tiles)
    columns_at_once = min(column_tiles, max(1, device.sms // band))
    x, weight = rows * shape.depth, shape.columns * shape.depth
    band_of_x = band * tile.rows * shape.depth
    reads_of_x = 1 if band_of_x <= device.cache else _ceil(column_tiles, columns_at_once)
    reads_of_weight = 1 if weight + band_of_x <= device.cache else _ceil(row_tiles, band)
    return shape.experts * (x * reads_of_x + weight * reads_of_weight + 2.0 * rows * shape.columns)


def best_tile(shape: Shape, candidates: Iterable[Tile], device: Device = H200) -> Tile:
    """The candidate that takes the least time; of equals the first."""
    return min(candidates, key=lambda tile: nanoseconds(shape, tile, device))


def tile_sizes(rows: int | None, most_columns: int) -> list[Tile]:
    """The tiles to choose among: of a number of rows if it is given, and no more columns than that."""
    sizes = [one for one in RATES if rows in (None, one[0]) and one[1] <= most_columns]
    return [Tile(*size, band) for size in sizes for band in BANDS]


def tiles_by_rows(
    columns: int, depth: int, experts: int, candidates: Sequence[Tile], device: Device = H200
) -> list[tuple[int | None, Tile]]:
    """The tile for each range of M: the greatest M of the range, which of the last is None, and the tile.

    At most ``MOST_TILES`` different ones are chosen, each of which is worth another kernel: it makes the whole range of
    M faster by ``WORTH`` on average.
    """
    shapes = [Shape(experts * rows, columns, depth, experts) for rows in _ROWS]
    times = {tile: [nanoseconds(shape, tile, device) for shape in shapes] for tile in candidates}
    kept = _few(times)
    found: list[tuple[int | None, Tile]] = []
    for index, shape in enumerate(shapes):
        tile = min(kept, key=lambda one: times[one][index])
        if found and found[-1][1] == tile:
            found.pop()
        found.append((shape.rows, tile))
    return [*found[:-1], (None, found[-1][1])]


_ROWS = (16, 32, *range(64, 4096, 64), *range(4096, 16385, 256))
"""The numbers of rows of an expert for which a tile is chosen."""
MOST_TILES = 6
WORTH = 0.002


def _few(times: Mapping[Tile, Sequence[float]]) -> list[Tile]:
    """A few tiles of which the fastest is nearly as fast as the fastest of all, the most useful first."""
    kept: list[Tile] = []
    reached: list[float] = []
    while len(kept) < MOST_TILES:
        gains = {tile: _gain(reached, some) for tile, some in times.items()}
        tile = max(gains, key=lambda one: gains[one])
        if kept and gains[tile] < WORTH:
            break
        kept.append(tile)
        reached = list(map(min, reached, times[tile])) if reached else list(times[tile])
    return kept


def _gain(reached: Sequence[float], times: Sequence[float]) -> float:
    """The mean of the logarithms by which times become less."""
    if not reached:
        return -sum(map(log, times)) / len(times)
    return sum(log(before / min(before, now)) for before, now in zip(reached, times, strict=True)) / len(times)


def _ceil(count: int, size: int) -> int:
    return -(-count // size)
