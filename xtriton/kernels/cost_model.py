"""A cost model of warp-specialised FP8 matmuls: the estimated time with each tile, and the fastest tile.

The kernels are those of ``optimize="hopper"``: one CTA per SM loops over tiles, and computes each in steps of 128
columns of x and of the weight. The time of a launch is estimated as

    launch + (compute^p + memory^p)^(1/p) + exposed

``compute`` is that of the SM with the most tiles: steps, whose time depends on the tile, and for each tile a fill of
the ring of stages and a store of the result. ``memory`` is the time in which HBM delivers the operands once and takes
the result. ``exposed`` is the time of traffic that computing does not hide: a share of that, and repeated reads from
HBM of operands that were evicted from the L2 cache. The constants are fitted to measured times by
``benchmarks/hopper_tiles.py fit benchmarks/hopper_tiles.json``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log

from xtriton.passes.hopper.split_k.plan import SHARED_BYTES_PER_CYCLE
from xtriton.passes.hopper.split_k.schedule import costs_of, parts_of

STEP = 128
"""Columns of x and of the weight that a step multiplies."""
SMS = 132
"""The SMs of an H200."""
FEW_ROWS = 128
LARGE_WEIGHT = 64 << 20
"""Bytes."""
CYCLES_PER_NANOSECOND = 1.98
"""Of an H200 that does not reduce its clock."""


@dataclass(frozen=True)
class Tile:
    """Rows and columns of the result that a program computes, and the rows of tiles in a band of programs."""

    rows: int
    columns: int
    band: int = 8


@dataclass(frozen=True)
class Shape:
    """A matmul: rows of x, columns of the result, the reduced extent, and experts of a grouped one."""

    rows: int
    columns: int
    depth: int
    experts: int = 0
    """Rows are taken to be distributed evenly over them. Zero for a product that is not grouped."""


@dataclass(frozen=True)
class Constants:
    """The fitted constants: nanoseconds, bytes, and bytes of HBM per nanosecond."""

    step: Mapping[tuple[int, int], float]
    """One step of a tile, by its rows and columns."""
    grouped_step: Mapping[tuple[int, int], float]
    """The same in kernels for experts, if it differs."""
    claim: float
    """Receiving the number of a claimed tile, in kernels for experts, and beginning it."""
    launch: float
    """A launch that computes nothing."""
    fill: float
    """Filling the ring of stages for a tile."""
    store: float
    """Storing 1024 elements of a tile."""
    shared_rows: float
    """The additional time of a step for each CTA that reads the same row of x; zero with 64 rows."""
    bandwidth: float
    cache: float
    """Bytes of the L2 cache of which half are still there when they are read again."""
    power: float
    """``p``: how well ``compute`` and ``memory`` overlap."""
    exposed: float
    """The share of the traffic that is not hidden."""
    x_again: float
    """The same for x that is read again. It is greater than one: all CTAs wait for it at the same time."""
    weight_again: float
    """The same for weights that are read again."""


H200 = Constants(
    step={
        (128, 256): 697,
        (256, 64): 410,
        (128, 128): 299,
        (64, 256): 352,
        (128, 64): 220,
        (64, 128): 190,
        (128, 32): 176,
        (64, 64): 148,
        (128, 16): 154,
        (64, 32): 114,
        (64, 16): 90,
    },
    grouped_step={(128, 256): 620},
    claim=1000,
    launch=6470,
    fill=22.6,
    store=28.6,
    shared_rows=1.57,
    bandwidth=6030,
    cache=15.5e6,
    power=1.71,
    exposed=0.18,
    x_again=4.88,
    weight_again=0.386,
)
"""The tiles are those that are warp-specialised without spills.

Tiles of 128 x 256 take 8 % longer than the fit says (646) in kernels that may split them along K, measured on 24
November 2026: 1241 TFLOP/s on (M, N, K) = (8192, 4096, 7168), where tiles of 128 x 128 reach 1340. Kernels for experts
do not split tiles; their two constants are fitted to times of an H100 (27 November 2026)."""

BANDS = (4, 8, 16, 32)
"""The rows of tiles that a band may have."""
LEAST_GROUPED_COLUMNS = 64
"""Narrower tiles are not chosen for a grouped product."""


@dataclass(frozen=True)
class Counts:
    """The work of a launch."""

    tiles: float
    """Of the SM with the most."""
    claimed: float
    """How many of these a CTA claims."""
    steps: float
    """Of each tile."""
    elements: float
    """Of each tile."""
    saved: float
    """Steps of the last wave that an SM does not compute, as its tiles are split along K."""
    combining: float
    """Nanoseconds that it takes to combine the parts of these tiles."""
    sharing: float
    """CTAs that read the same rows, times the share of 64 rows that is missing."""
    once: float
    """Bytes of operands and result."""
    x_again: float
    """Bytes of x that are read again, from HBM or from the cache."""
    x_between: float
    """Bytes that are accessed between two reads of the same bytes of x."""
    weight_again: float
    weight_between: float


def nanoseconds(shape: Shape, tile: Tile, constants: Constants = H200) -> float:
    """The time of a launch."""
    size = tile.rows, tile.columns
    step = constants.step[size]
    return estimate(counts(shape, tile), constants.grouped_step.get(size, step) if shape.experts else step, constants)


def estimate(given: Counts, step: float, constants: Constants) -> float:
    """The time of a launch whose tile takes ``step`` for a step."""
    step = step + constants.shared_rows * given.sharing
    rest = constants.fill + constants.store * given.elements / 1024
    compute = given.tiles * (given.steps * step + rest) + given.claimed * constants.claim
    compute += given.combining - given.saved * step
    memory = given.once / constants.bandwidth
    exposed = (
        constants.exposed * given.once
        + constants.x_again * given.x_again * _missed(given.x_between, constants)
        + constants.weight_again * given.weight_again * _missed(given.weight_between, constants)
    )
    overlapped = (compute**constants.power + memory**constants.power) ** (1 / constants.power)
    return constants.launch + overlapped + exposed / constants.bandwidth


def _missed(between: float, constants: Constants) -> float:
    """The share of repeated reads that miss the cache."""
    return 1 / (1 + (constants.cache / between) ** 4)


def counts(shape: Shape, tile: Tile) -> Counts:
    """The work of a launch.

    Programs go down a band of rows of tiles, column after column. So x is read again where a band is computed in more
    than one wave, and the weight once for each band.
    """
    experts = max(1, min(shape.experts, shape.rows))
    rows = _ceil(shape.rows, max(1, shape.experts))
    row_tiles, column_tiles = _ceil(rows, tile.rows), _ceil(shape.columns, tile.columns)
    all_tiles = experts * row_tiles * column_tiles
    band = min(tile.band, row_tiles)
    rows_at_once = min(row_tiles, max(band, SMS / column_tiles))
    columns_at_once = min(column_tiles, SMS / rows_at_once)
    x, weight, out = rows * shape.depth, shape.columns * shape.depth, 2 * rows * shape.columns
    x_reads = min(max(1.0, all_tiles / SMS), column_tiles, 1 + (band * column_tiles - 1) / SMS)
    # The tiles of an expert may begin anywhere in a band.
    weight_reads = 1 + (row_tiles - 1) / band if shape.experts else _ceil(row_tiles, band)
    wave = SMS * tile.rows * tile.columns * 2 + columns_at_once * tile.columns * shape.depth
    parts, combining = _split(shape, tile, all_tiles)
    # A CTA claims its next tile when it begins one, so that some compute one more than others when the tiles run out.
    tiles = all_tiles / SMS + 1 if shape.experts else _ceil(all_tiles, SMS)
    steps = _ceil(shape.depth, STEP)
    return Counts(
        tiles=tiles,
        claimed=tiles if shape.experts else 0.0,
        steps=steps,
        elements=tile.rows * tile.columns,
        saved=steps - _ceil(steps // _unrolled(tile), parts) * _unrolled(tile) if parts > 1 else 0.0,
        combining=combining,
        sharing=min(all_tiles, SMS) * max(0.0, 1 - rows / 64),
        once=experts * (x + weight + out),
        x_again=experts * x * (x_reads - 1),
        x_between=rows_at_once * tile.rows * shape.depth + wave,
        weight_again=experts * weight * (weight_reads - 1),
        weight_between=weight + band * tile.rows * (shape.depth + 2 * shape.columns),
    )


def _split(shape: Shape, tile: Tile, all_tiles: int) -> tuple[int, float]:
    """Into how many parts ``hopper-split-k`` splits the tiles of the last wave, and how long it takes to combine them.

    It decides by cycles: the shared-memory traffic and the loads of a step. Large weights that few rows are multiplied
    with are assumed to be read no faster by more SMs.
    """
    steps = _ceil(shape.depth, STEP) // _unrolled(tile)
    if shape.experts or steps < 2 or (tile.rows, tile.columns) == (64, 256):
        return 1, 0.0
    if shape.rows <= FEW_ROWS and shape.columns * shape.depth > LARGE_WEIGHT:
        return 1, 0.0
    part_columns = min(tile.columns, 128)
    dots = _ceil(tile.rows, 64) * _ceil(tile.columns, part_columns)
    loaded = (tile.rows + tile.columns) * STEP
    cycles = (dots * (64 + part_columns) * STEP + loaded) / SHARED_BYTES_PER_CYCLE
    larger = max(tile.rows, tile.columns) * STEP
    unrolled = _unrolled(tile)
    costs = costs_of(cycles * unrolled, larger * unrolled, tile.rows * tile.columns)
    parts = parts_of(all_tiles, steps, min(all_tiles * costs.most_parts, SMS), costs)
    return parts, (costs.combine + (parts - 2) * costs.part) / CYCLES_PER_NANOSECOND if parts > 1 else 0.0


def _unrolled(tile: Tile) -> int:
    """The unroll factor of ``hopper-unroll-dots``."""
    return 2 if tile.rows * tile.columns > 128 * 128 and tile.columns > 128 else 4


def best_tile(shape: Shape, candidates: Iterable[Tile], constants: Constants = H200) -> Tile:
    """The fastest candidate; of equals the first."""
    return min(candidates, key=lambda tile: nanoseconds(shape, tile, constants))


def tile_sizes(rows: int | None, most_columns: int) -> list[Tile]:
    """The candidate tiles with at most ``most_columns`` columns; ``rows`` is given for a grouped matmul."""
    sizes = [size for size in H200.step if rows in (None, size[0]) and size[1] <= most_columns]
    least = 0 if rows is None else LEAST_GROUPED_COLUMNS
    return [Tile(*size, band) for size in sizes if size[1] >= least for band in BANDS]


def tiles_by_rows(columns: int, depth: int, experts: int, candidates: Sequence[Tile]) -> list[tuple[int | None, Tile]]:
    """The tile for each range of M: the greatest M of the range, None for the last one, and the tile.

    At most ``MOST_TILES`` different tiles are chosen. Each one makes launches faster by ``WORTH`` on average, where
    each doubling of M has the same weight.
    """
    shapes = [Shape(max(1, experts) * rows, columns, depth, experts) for rows in _ROWS]
    times = {tile: [nanoseconds(shape, tile) for shape in shapes] for tile in candidates}
    kept = _few(times)
    found: list[tuple[int | None, Tile]] = []
    for index, shape in enumerate(shapes):
        tile = min(kept, key=lambda candidate: times[candidate][index])
        if found and found[-1][1] == tile:
            found.pop()
        found.append((shape.rows, tile))
    return [*found[:-1], (None, found[-1][1])]


_ROWS = (16, 32, *range(64, 4096, 64), *range(4096, 16385, 256))
"""The numbers of rows of an expert for which a tile is chosen."""
_WEIGHTS = tuple(log(after / before) for before, after in zip((8, *_ROWS), _ROWS, strict=False))
"""The weight of each number of rows."""
MOST_TILES = 8
WORTH = 0.001


def _few(times: Mapping[Tile, Sequence[float]]) -> list[Tile]:
    """A greedy selection of tiles, the most useful first, until another one gains less than ``WORTH``."""
    kept: list[Tile] = []
    reached: list[float] = []
    while len(kept) < MOST_TILES:
        gains = {tile: _gain(reached, some) for tile, some in times.items()}
        tile = max(gains, key=lambda candidate: gains[candidate])
        if kept and gains[tile] < WORTH:
            break
        kept.append(tile)
        reached = list(map(min, reached, times[tile])) if reached else list(times[tile])
    return kept


def _gain(reached: Sequence[float], times: Sequence[float]) -> float:
    """The weighted mean of the logarithms of the speedups over ``reached``."""
    before = reached or [1.0] * len(times)
    least = map(min, before, times) if reached else times
    gains = (weight * log(earlier / now) for weight, earlier, now in zip(_WEIGHTS, before, least, strict=True))
    return sum(gains) / sum(_WEIGHTS)


def _ceil(count: int, size: int) -> int:
    return -(-count // size)
