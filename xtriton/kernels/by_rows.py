"""Several compiled kernels for one matmul: the tile depends on M, which is known at the launch.

    kernel = compile_kernel(Fp8MatmulConfig(7168, 2048, optimize="hopper"))
    kernel(x, weight, x_scale, weight_scale, out, M)

The cost model (:mod:`xtriton.kernels.cost_model`) chooses tiles when the kernel is compiled. The arguments and the
result are those of the configuration that is given.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar, cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntegerAttr, LocationAttr, StringAttr, i64
from xdsl.ir import Attribute

from xtriton.compiler.best_version import DROPPED
from xtriton.ir.diagnostics import error
from xtriton.ir.narrowing import is_integer_attr
from xtriton.kernels.configuration import CONFIGURATIONS, BlockScaledConfig, Fp8GroupMatmulConfig
from xtriton.kernels.cost_model import STEP, Tile, tile_sizes, tiles_by_rows
from xtriton.kernels.external import (
    BY_ROWS,
    ExternalKernel,
    compile_external,
    config_of,
    identity,
    read_entry,
    text_of,
)

Ranges = Sequence[tuple[int | None, BlockScaledConfig]]
"""The greatest M of each range and its configuration, by M; the last one is for all greater M, and has None."""


def tiles_of(config: BlockScaledConfig) -> Sequence[Tile]:
    """The candidate tiles; none if ``config.optimize`` is not set.

    They have one weight scale for each part of 128 columns, since more would not fit into registers. The rows of tiles
    of a grouped matmul are the caller's, whose table of experts depends on them.
    """
    if config.optimize is None:
        return ()
    rows = config.BLOCK_SIZE_M if isinstance(config, Fp8GroupMatmulConfig) else None
    return tile_sizes(rows, _most_columns(config.block_n))


def configurations_by_rows(config: BlockScaledConfig, candidates: Sequence[Tile] | None = None) -> Ranges:
    """The configurations with the tiles that are chosen for each range of M; only itself if there are no candidates."""
    candidates = tiles_of(config) if candidates is None else candidates
    if not candidates:
        return ((None, config),)
    experts = config.num_experts if isinstance(config, Fp8GroupMatmulConfig) else 0
    depth = config.K * STEP // min(config.block_k, config.BLOCK_SIZE_K, STEP)
    return [
        (most, config.changed(BLOCK_SIZE_M=tile.rows, BLOCK_SIZE_N=tile.columns, GROUP_SIZE_M=tile.band))
        for most, tile in tiles_by_rows(config.N, depth, experts, candidates)
    ]


def configuration_for(config: BlockScaledConfig, rows: int) -> BlockScaledConfig:
    """The configuration for M = ``rows``."""
    return _in_range(configurations_by_rows(config), rows)


_Value = TypeVar("_Value")


def _in_range(ranges: Sequence[tuple[int | None, _Value]], rows: int) -> _Value:
    bounds = [most for most, _ in ranges if most is not None]
    return ranges[bisect_left(bounds, rows)][1]


def _most_columns(block_n: int) -> int:
    """The greatest number of columns of a tile, or of a part of 128 of it, that are in one block of the weight."""
    return 256 if block_n % 128 == 0 else block_n & -block_n


@dataclass(frozen=True)
class KernelsByRows:
    """A configuration, and the kernels that are launched for it."""

    config: BlockScaledConfig
    target: str
    symbol: str
    ranges: Sequence[tuple[int | None, ExternalKernel]]
    """The greatest M of each range and its kernel, by M; the last one is for all greater M, and has None."""

    def for_rows(self, rows: int) -> ExternalKernel:
        """The kernel for M = ``rows``."""
        return _in_range(self.ranges, rows)

    def __call__(self, *arguments: Any) -> None:
        """Launch on tensors on the current GPU: the kernel's arguments, the last of which is M."""
        rows = int(arguments[-1])
        if rows == 0:
            return
        kernel = self.for_rows(rows)
        grid = kernel.config.grid(rows)
        kernel.on_device(arguments[0].device.index)[grid](*arguments)


def compile_kernel(config: BlockScaledConfig, target: str = "cuda:90") -> KernelsByRows:
    """Compile all kernels of a configuration. Raises ``ValueError`` and ``DiagnosticError`` where that fails."""
    config.check_target(target)

    def compiled(given: BlockScaledConfig) -> ExternalKernel:
        return compile_external(given, target, given.symbol(target))

    return KernelsByRows(config, target, config.symbol(target), compiled_by_rows(config, compiled))


def compiled_by_rows(
    config: BlockScaledConfig, compile: Callable[[BlockScaledConfig], ExternalKernel]
) -> list[tuple[int | None, ExternalKernel]]:
    """The kernels for each range of M.

    A tile that would spill registers is no longer a candidate. If the kernel cannot be warp-specialised, it is the one
    without ``optimize``, with the given tile.
    """
    candidates = tiles_of(config)
    made: dict[BlockScaledConfig, ExternalKernel] = {}
    while candidates:
        ranges = configurations_by_rows(config, candidates)
        missing = next((tiled for _, tiled in ranges if tiled not in made), None)
        if missing is None:
            return [(most, made[tiled]) for most, tiled in ranges]
        kernel = compile(missing)
        if is_specialised(kernel):
            made[missing] = kernel
        elif not is_dropped(kernel):
            break
        else:
            size = (missing.BLOCK_SIZE_M, missing.BLOCK_SIZE_N)
            candidates = [tile for tile in candidates if (tile.rows, tile.columns) != size]
    return [(None, compile(config.changed(optimize=None)))]


def is_specialised(kernel: ExternalKernel) -> bool:
    """Whether a kernel is warp-specialised: others are compiled as without ``optimize``, and compute no arguments."""
    return "launch" in kernel.compiled.metadata


def is_dropped(kernel: ExternalKernel) -> bool:
    """Whether a kernel is not warp-specialised since it would spill registers then, or its dots would be serialised."""
    return DROPPED in kernel.compiled.metadata


# -------------------------------------------------------------------------------------------- entries of relax modules


def entry_by_rows(kernels: KernelsByRows) -> DictionaryAttr:
    """The entry for kernels that have entries themselves:

    {symbol = "w8a8_..._by_rows", kernel, target, constants, optimize as in those,
     by_rows = [{most_rows = 64, symbol = "w8a8_..."}, ..., {symbol = "w8a8_..."}]}
    """
    ranges = [
        DictionaryAttr(
            {
                **({"most_rows": IntegerAttr(most, i64)} if most is not None else {}),
                "symbol": StringAttr(kernel.symbol),
            }
        )
        for most, kernel in kernels.ranges
    ]
    symbol = {"symbol": StringAttr(kernels.symbol)}
    return DictionaryAttr({**symbol, **identity(kernels.config, kernels.target), BY_ROWS: ArrayAttr(ranges)})


def read_entries(entries: Sequence[Attribute], location: LocationAttr) -> dict[str, ExternalKernel | KernelsByRows]:
    """The kernels of this project among a module's entries, by their symbols.

    Raises ``DiagnosticError`` for an entry that is damaged.
    """
    read = [read_entry(entry, location) for entry in entries]
    kernels = {kernel.symbol: kernel for kernel in read if kernel is not None}
    found: dict[str, ExternalKernel | KernelsByRows] = {**kernels}
    for entry in entries:
        if isinstance(entry, DictionaryAttr) and BY_ROWS in entry.data and text_of(entry, "kernel") in CONFIGURATIONS:
            try:
                kernels_by_rows = _read_by_rows(entry, kernels)
            except (ValueError, TypeError) as failure:
                name = text_of(entry, "symbol") or "without a symbol"
                raise error(location, f"the external kernel {name} is damaged: {failure}") from None
            found[kernels_by_rows.symbol] = kernels_by_rows
    return found


def _read_by_rows(entry: DictionaryAttr, kernels: Mapping[str, ExternalKernel]) -> KernelsByRows:
    given = entry.data[BY_ROWS]
    listed = cast("ArrayAttr[Attribute]", given).data if isinstance(given, ArrayAttr) else ()
    ranges = [_read_range(range_, kernels) for range_ in listed]
    bounds = [most for most, _ in ranges]
    inner = [most for most in bounds[:-1] if most is not None]
    if not bounds or bounds[-1] is not None or len(inner) < len(bounds) - 1 or inner != sorted(set(inner)):
        raise ValueError("its ranges of rows are not in order")
    return KernelsByRows(config_of(entry), str(text_of(entry, "target")), str(text_of(entry, "symbol")), ranges)


def _read_range(given: Attribute, kernels: Mapping[str, ExternalKernel]) -> tuple[int | None, ExternalKernel]:
    if not isinstance(given, DictionaryAttr):
        raise ValueError(f"{given} is not a range of rows")
    symbol, most = text_of(given, "symbol") or "", given.data.get("most_rows")
    if symbol not in kernels:
        raise ValueError(f"there is no kernel '{symbol}'")
    return most.value.data if most is not None and is_integer_attr(most) else None, kernels[symbol]
