"""The constants of ``xtriton.kernels.cost_model``, fitted to times that ``hopper_tiles.py measure`` has written.

First by least squares of logarithms, in which fast tiles count for more. Then by the expected loss: how much slower the
chosen tile is than the best one, where tiles of which the model says nearly the same are equally likely to be chosen;
least squares keep the constants plausible meanwhile.
"""

# pyright: basic
from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from math import exp, log
from pathlib import Path
from typing import Any

import numpy as np

from xtriton.kernels.cost_model import (
    H200,
    Constants,
    Counts,
    Shape,
    Tile,
    best_tile,
    counts,
    estimate,
    nanoseconds,
    tiles_by_rows,
)

Times = Mapping[Shape, Mapping[Tile, float]]
"""Microseconds."""
SCALARS = [field.name for field in fields(Constants) if field.name not in ("step", "grouped_step", "claim")]
TILES = list(H200.step)
WEIGHT_OF_SQUARES = 0.5
LIKELY = (0.03, 0.01, 0.006)
"""By how much estimates differ (as logarithms) where the choice is uncertain; one after the other."""


def read(file: Path) -> dict[Shape, dict[Tile, float]]:
    """The times of warp-specialised kernels with blocks of 128 x 128."""
    found = json.loads(file.read_text(encoding="utf-8"))["microseconds"]
    times: dict[Shape, dict[Tile, float]] = {}
    for key, figures in found.items():
        sizes = list(map(int, key.split(",")))
        if len(sizes) < 5:
            named = {name: at for name, at in figures.items() if "band" in name and isinstance(at, float)}
            times[Shape(*sizes)] = {_tile(name): at for name, at in named.items()}
    return times


def _tile(name: str) -> Tile:
    return Tile(*map(int, name.replace(" band ", "x").split("x")))


@dataclass
class Points:
    """All times as arrays."""

    given: Counts
    step: np.ndarray
    """The index in ``TILES``."""
    logarithms: np.ndarray
    """Of nanoseconds."""
    loss: np.ndarray
    """The logarithm of the ratio to the best tile of the shape."""
    shape: np.ndarray
    """The index of the shape."""

    @classmethod
    def of(cls, times: Times) -> Points:
        rows = [
            (
                counts(shape, tile),
                TILES.index((tile.rows, tile.columns)),
                log(at * 1e3),
                log(at / min(some.values())),
                n,
            )
            for n, (shape, some) in enumerate(times.items())
            for tile, at in some.items()
        ]
        columns = list(zip(*rows, strict=True))
        given: dict[str, Any] = {
            name: np.array([getattr(counted, name) for counted in columns[0]], float) for name in asdict(columns[0][0])
        }
        return cls(Counts(**given), *(np.array(column) for column in columns[1:]))

    def estimates(self, parameters: np.ndarray) -> np.ndarray:
        """The logarithms of the estimates."""
        constants = constants_of(parameters)
        step: Any = np.array(list(constants.step.values()))[self.step]
        return np.log(estimate(self.given, step, constants))

    def residuals(self, parameters: np.ndarray) -> np.ndarray:
        return (self.estimates(parameters) - self.logarithms) * np.exp(-2 * self.loss)

    def objective(self, parameters: np.ndarray, likely: float) -> float:
        """The expected loss and its square, and the squares of the residuals."""
        estimates, shapes = self.estimates(parameters), self.shape.max() + 1
        least = np.full(shapes, np.inf)
        np.minimum.at(least, self.shape, estimates)
        chances = np.exp((least[self.shape] - estimates) / likely)
        sums = np.bincount(self.shape, chances)
        expected = np.bincount(self.shape, chances * self.loss) / sums
        squares = np.mean(self.residuals(parameters) ** 2)
        return float(expected.mean() + 3 * np.mean(expected**2) + WEIGHT_OF_SQUARES * squares)


def constants_of(parameters: np.ndarray) -> Constants:
    """The constants; the parameters are their logarithms, for the power that of its excess over one."""
    values = dict(zip(SCALARS, map(float, np.exp(parameters[len(TILES) :])), strict=True))
    values["power"] += 1
    step = dict(zip(TILES, map(float, np.exp(parameters[: len(TILES)])), strict=True))
    return Constants(step, H200.grouped_step, H200.claim, **values)


def parameters_of(constants: Constants) -> np.ndarray:
    scalars = [getattr(constants, name) - (name == "power") for name in SCALARS]
    return np.log([*constants.step.values(), *scalars])


BEGIN = Constants(
    step=dict(zip(TILES, (800, 450, 415, 430, 250, 250, 170, 150, 140, 110, 100), strict=True)),
    grouped_step=H200.grouped_step,
    claim=H200.claim,
    launch=5000,
    fill=200,
    store=30,
    shared_rows=0.5,
    bandwidth=4000,
    cache=12e6,
    power=4,
    exposed=0.3,
    x_again=1,
    weight_again=0.3,
)
"""Where the fit begins: what the numbers are expected to be."""


def fit(times: Times) -> Constants:
    """The constants for some times. The same times give the same constants."""
    points = Points.of(times)
    parameters = _least_squares(parameters_of(BEGIN), points.residuals)
    for likely in LIKELY:
        parameters = _minimum(parameters, lambda trial, likely=likely: points.objective(trial, likely))
    return constants_of(parameters)


def _least_squares(start: np.ndarray, residuals: Callable[[np.ndarray], np.ndarray], most: int = 60) -> np.ndarray:
    """Levenberg and Marquardt's method with numeric derivatives."""
    at, found, damping = start, residuals(start), 1e-2
    for _ in range(most):
        jacobian = np.stack([(residuals(at + step) - found) / 1e-4 for step in 1e-4 * np.eye(len(at))], axis=1)
        normal, gradient = jacobian.T @ jacobian, jacobian.T @ found
        before = found @ found
        for _ in range(8):
            move = np.linalg.solve(normal + damping * np.diag(np.diag(normal) + 1e-9), -gradient)
            there = at + np.clip(move, -0.5, 0.5)
            reached = residuals(there)
            if reached @ reached < before:
                at, found, damping = there, reached, max(damping / 5, 1e-9)
                break
            damping *= 4
        if before - found @ found < 1e-7 * before:
            break
    return at


def _minimum(start: np.ndarray, value: Callable[[np.ndarray], float], most: int = 300) -> np.ndarray:
    """Broyden, Fletcher, Goldfarb and Shanno's method with numeric derivatives."""
    units = np.eye(len(start))

    def gradient(at: np.ndarray) -> np.ndarray:
        return np.array([(value(at + step) - value(at - step)) / 2e-4 for step in 1e-4 * units])

    at, inverse = start, units
    found, slope = value(at), gradient(at)
    for _ in range(most):
        move = -inverse @ slope
        move *= min(1.0, 0.3 / np.abs(move).max())
        length = 1.0
        while length > 1e-6 and value(at + length * move) > found + 1e-4 * length * (slope @ move):
            length /= 2
        if length <= 1e-6:
            if inverse is units:
                break
            inverse = units
            continue
        at, before, old = at + length * move, found, slope
        found, slope = value(at), gradient(at)
        if before - found < 1e-7:
            break
        change, turned = length * move, slope - old
        if change @ turned > 1e-12:
            part = units - np.outer(change, turned) / (change @ turned)
            inverse = part @ inverse @ part.T + np.outer(change, change) / (change @ turned)
    return at


def losses(times: Times, constants: Constants) -> Iterator[tuple[Shape, Tile, Tile]]:
    """For each shape the tile that is fastest by the model, and the fastest one."""
    for shape, some in times.items():
        yield shape, best_tile(shape, some, constants), min(some, key=lambda tile: some[tile])


def losses_by_rows(times: Times, constants: Constants) -> Iterator[tuple[Shape, Tile, Tile]]:
    """The same for the few tiles that are compiled for all numbers of rows."""
    groups: dict[tuple[int, int, int], list[Shape]] = {}
    for shape in times:
        groups.setdefault((shape.columns, shape.depth, shape.experts), []).append(shape)
    for which, shapes in groups.items():
        # Narrow tiles were not measured with many rows: there they are not candidates.
        usable = {tile for shape in shapes for tile in times[shape]}
        ranges = tiles_by_rows(*which, sorted(usable, key=str), constants)
        for shape in shapes:
            tile = next(tile for most, tile in ranges if most is None or shape.rows <= most)
            yield shape, tile, min(times[shape], key=lambda other: times[shape][other])


def summary(times: Times, chosen: Iterable[tuple[Shape, Tile, Tile]]) -> str:
    """The mean (of logarithms) and the greatest loss by a choice. Tiles that were not measured are told."""
    found = [(shape, tile, best) for shape, tile, best in chosen]
    missing = [f"{tile} for {shape}" for shape, tile, _ in found if tile not in times[shape]]
    ratios = [times[shape][tile] / times[shape][best] for shape, tile, best in found if tile in times[shape]]
    text = f"mean loss {exp(sum(map(log, ratios)) / len(ratios)) - 1:.2%}, greatest {max(ratios) - 1:.1%}"
    return text + (f"; not measured: {', '.join(missing)}" if missing else "")


def report(times: Times, constants: Constants) -> None:
    """Print the loss by the choice of the model for each shape."""
    for shape, tile, best in losses(times, constants):
        some = times[shape]
        sizes = ",".join(map(str, filter(None, asdict(shape).values())))
        estimated = nanoseconds(shape, tile, constants) / 1e3
        print(
            f"{sizes:>20}  {named(tile):>10} {some[tile]:8.1f} us (model {estimated:8.1f})"
            f"  best {named(best):>10} {some[best]:8.1f} us  {some[tile] / some[best]:.3f}"
        )
    print(f"the best tile by the model: {summary(times, losses(times, constants))}")
    print(f"a few tiles for all rows:   {summary(times, losses_by_rows(times, constants))}")


def named(tile: Tile) -> str:
    return f"{tile.rows}x{tile.columns}x{tile.band}"


def print_constants(constants: Constants) -> None:
    for size, step in constants.step.items():
        print(f"        {size}: {step:.0f},")
    for name in SCALARS:
        print(f"    {name}={getattr(constants, name):.3g},")
