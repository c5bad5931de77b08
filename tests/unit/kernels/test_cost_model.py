"""The cost model of the FP8 kernels: its counts, and the quality of its choices on measured times."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from math import exp, log
from pathlib import Path

import pytest

from xtriton.kernels.cost_model import (
    H200,
    MOST_TILES,
    SMS,
    Shape,
    Tile,
    best_tile,
    counts,
    nanoseconds,
    tile_sizes,
    tiles_by_rows,
)

BENCHMARKS = Path(__file__).parents[3] / "benchmarks"
RECORD, GROUPED_RECORD = BENCHMARKS / "hopper_tiles.json", BENCHMARKS / "hopper_tiles_grouped.json"


def record(file: Path = RECORD) -> dict[Shape, dict[Tile, float]]:
    """The microseconds of warp-specialised kernels with blocks of 128 x 128: on an H200, of experts on an H100."""
    times: dict[Shape, dict[Tile, float]] = {}
    for key, figures in json.loads(file.read_text(encoding="utf-8"))["microseconds"].items():
        sizes = [int(part) for part in key.split(",")]
        tiles = {
            Tile(*(int(part) for part in name.replace(" band ", "x").split("x"))): at
            for name, at in figures.items()
            if "band" in name
        }
        if len(sizes) < 5:  # the fifth is another block
            times[Shape(*sizes)] = tiles
    return times


def test_the_chosen_tile_is_nearly_the_best_of_the_record():
    losses: dict[Shape, float] = {}
    for shape, times in record().items():
        losses[shape] = times[best_tile(shape, times)] / min(times.values())
    assert len(losses) == 180
    assert exp(sum(map(log, losses.values())) / len(losses)) < 1.012
    assert max(losses.values()) < 1.15


def test_the_chosen_tile_for_experts_is_nearly_the_best_of_the_record():
    times = record(GROUPED_RECORD)
    losses = [some[best_tile(shape, some)] / min(some.values()) for shape, some in times.items()]
    assert len(losses) == 12
    assert exp(sum(map(log, losses)) / len(losses)) < 1.02
    assert max(losses) < 1.15


def test_the_few_tiles_that_are_compiled_are_nearly_the_best_of_the_record():
    times = record()
    losses: list[float] = []
    for group in {(shape.columns, shape.depth, shape.experts) for shape in times}:
        some = [shape for shape in times if (shape.columns, shape.depth, shape.experts) == group]
        ranges = tiles_by_rows(*group, sorted({tile for shape in some for tile in times[shape]}, key=str))
        assert len({tile for _, tile in ranges}) <= MOST_TILES
        for shape in some:
            chosen = next(tile for most, tile in ranges if most is None or shape.rows <= most)
            losses.append(times[shape][chosen] / min(times[shape].values()))
    assert exp(sum(map(log, losses)) / len(losses)) < 1.015
    assert max(losses) < 1.2


def test_estimates_are_near_the_record():
    """Of the tiles that are nearly the best; long launches are throttled, which the model leaves out."""
    for shape, times in record().items():
        tile = min(times, key=lambda one: times[one])
        if times[tile] < 400:
            assert 0.7 < nanoseconds(shape, tile) / 1e3 / times[tile] < 1.35, (shape, tile)


@pytest.mark.parametrize("size", H200.step)
@pytest.mark.parametrize("experts", [0, 8])
def test_more_work_takes_longer(size: tuple[int, int], experts: int):
    tile = Tile(*size)
    for depth in (512, 7168):
        waves = [nanoseconds(Shape(rows, 4096, depth, experts), tile) for rows in range(1024, 17000, 1024)]
        assert waves == sorted(waves)
        assert waves[-1] > 4 * waves[0]
    deeper = [nanoseconds(Shape(4096, 4096, depth, experts), tile) for depth in (128, 256, 4096, 16384)]
    assert deeper == sorted(deeper)


def test_more_tiles_than_sms_are_a_wave_more():
    """The second wave has more tiles than half of the SMs, so that they are not split."""
    tile = Tile(128, 128)
    full, more = (Shape(rows, 128 * SMS // 4, 7168) for rows in (512, 769))
    assert (counts(full, tile).tiles, counts(more, tile).tiles) == (1, 2)
    assert nanoseconds(more, tile) > 1.5 * nanoseconds(full, tile)


def test_operands_larger_than_the_cache_are_read_again():
    narrow, wide = (counts(Shape(8192, 4096, 7168), Tile(128, 128, band)) for band in (4, 32))
    assert narrow.weight_again == 15 * 4096 * 7168  # 64 rows of tiles are 16 bands of 4
    assert wide.weight_again == 4096 * 7168
    assert wide.x_again > narrow.x_again > 0
    once = counts(Shape(512, 4096, 7168), Tile(128, 128, 4))
    assert (once.x_again, once.weight_again) == (0, 0)
    assert once.once == 512 * 7168 + 4096 * 7168 + 2 * 512 * 4096
    shape, tile = Shape(8192, 4096, 7168), Tile(128, 128, 4)
    assert nanoseconds(shape, tile, replace(H200, cache=1e6)) > nanoseconds(shape, tile, replace(H200, cache=1e9))


def test_one_row_is_shared_by_all_ctas():
    tile = Tile(64, 64)
    assert counts(Shape(64, 64 * SMS, 128), tile).sharing == 0
    assert counts(Shape(32, 64 * SMS, 128), tile).sharing == SMS / 2
    assert nanoseconds(Shape(1, 8192, 16384), tile) > nanoseconds(Shape(64, 8192, 16384), tile)


def test_tiles_of_experts_are_claimed():
    """Wherever the tiles without rows are, and one more than the mean when they run out."""
    assert counts(Shape(8192, 4096, 7168, 64), Tile(128, 128)).tiles == 64 * 32 / SMS + 1
    assert counts(Shape(8200, 4096, 7168, 64), Tile(128, 128)).tiles == 64 * 2 * 32 / SMS + 1
    assert counts(Shape(8192, 4096, 7168), Tile(128, 128)).claimed == 0


def test_tiles_to_choose_among():
    assert {tile.columns for tile in tile_sizes(None, 64)} == {16, 32, 64}
    assert {tile.rows for tile in tile_sizes(None, 256)} == {64, 128, 256}
    assert {tile.rows for tile in tile_sizes(64, 256)} == {64}
    assert {tile.columns for tile in tile_sizes(64, 256)} == {64, 128, 256}
    assert tile_sizes(32, 256) == []
    assert tile_sizes(None, 8) == []


def test_ranges_of_rows():
    ranges = tiles_by_rows(7168, 2048, 0, tile_sizes(None, 256))
    bounds = [most for most, _ in ranges]
    assert bounds[-1] is None
    inner = [most for most in bounds if most is not None]
    assert inner == sorted(set(inner))
    assert all(first != second for (_, first), (_, second) in pairwise(ranges))
    assert ranges[0][1].rows == 64
    assert ranges[-1][1].rows == 128
    assert tiles_by_rows(7168, 2048, 0, [Tile(128, 64)]) == [(None, Tile(128, 64))]
