"""Times of the FP8 matmul with each tile, which the cost model of ``xtriton.kernels.cost_model`` is fitted to.

    python benchmarks/hopper_tiles.py compile FOLDER             without a GPU: kernels for all shapes and tiles
    python benchmarks/hopper_tiles.py measure FOLDER FILE.json   on a GPU of compute capability 9.0
    python benchmarks/hopper_tiles.py fit FILE.json              the model's constants, and the loss on shapes held out
    python benchmarks/hopper_tiles.py report FILE.json           how much slower the chosen tiles are than the best ones

Times are medians of single launches, each after 512 MB have been written, so that the L2 cache is cold. Each result is
compared with the product in f32 first.
"""

# pyright: basic
from __future__ import annotations

import argparse
import faulthandler
import json
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parent)]

import hopper_fit  # noqa: E402

import xtriton  # noqa: E402
from xtriton.frontend.signature import Signature  # noqa: E402
from xtriton.kernels import BlockScaledConfig, Fp8GroupMatmulConfig, Fp8MatmulConfig  # noqa: E402
from xtriton.kernels.cost_model import H200, Shape, Tile  # noqa: E402

FITTED = [(7168, 2048), (2112, 7168), (4096, 7168), (24576, 1536), (7168, 16384)]
"""(N, K) that the model is fitted to."""
HELD_OUT = [(576, 7168), (6144, 4096), (18432, 7168), (32768, 512), (1536, 1536)]
"""(N, K) by which it is judged besides."""
ROWS = [1, 16, 32, 64, 128, 192, 256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096, 6144, 8192, 16384]
BANDS = {(128, 256): (4, 8, 16), (128, 128): (4, 8, 16, 32), (64, 256): (8, 16), (128, 64): (8, 16), (64, 128): (8, 16)}
"""The bands that are measured with a tile, if not 8 alone."""
GROUPED_TILES = [
    *((128, 128, band) for band in (4, 8, 16, 32)),
    *((128, 256, band) for band in (4, 8, 16)),
    (128, 64, 8),
    (64, 128, 8),
    (64, 256, 8),
]
"""Rows and columns of a tile, and the band, that are measured for the grouped kernel."""
PLAIN = [(16, 32, 4, 5), (16, 64, 4, 5), (32, 64, 4, 4), (64, 128, 4, 3)]
"""Rows, columns, warps and stages of kernels without ``optimize``, for few rows."""
SMALL_BLOCK_TILES = [(256, 64), (128, 64), (64, 64)]
"""Rows and columns of tiles that are measured with blocks of 64 x 64, for the first shape."""
FEW_ROWS = 128
"""The greatest number of rows for which those are measured."""
NARROW_ROWS = 1024
"""The greatest number of rows for which tiles of fewer than 64 columns are measured."""
PATIENCE = 15
"""Seconds that the launches of a kernel may take."""


@dataclass(frozen=True)
class Candidate:
    """A kernel: its configuration, and whether it is warp-specialised."""

    config: BlockScaledConfig
    plain: bool = False

    @property
    def name(self) -> str:
        config = self.config
        tile = f"{config.BLOCK_SIZE_M}x{config.BLOCK_SIZE_N}"
        return f"{tile} plain" if self.plain else f"{tile} band {config.GROUP_SIZE_M}"

    @property
    def tile(self) -> str:
        """The name without the band."""
        return self.name.partition(" band")[0]

    @property
    def stem(self) -> str:
        config = self.config
        more = f"_{config.num_experts}" if isinstance(config, Fp8GroupMatmulConfig) else ""
        more += f"_b{config.block_n}" if config.block_n != 128 else ""
        return f"{config.N}_{config.K}{more}_{self.name.replace(' ', '_')}"

    def is_for(self, rows: int) -> bool:
        """Whether the kernel is measured for ``rows`` rows."""
        if self.plain:
            return rows <= FEW_ROWS or self.config.block_n != 128
        return self.config.BLOCK_SIZE_N >= 64 or rows <= NARROW_ROWS


def candidates(n: int, k: int) -> Iterator[Candidate]:
    """The kernels for a shape."""
    for rows, columns in H200.step:
        for band in BANDS.get((rows, columns), (8,)):
            yield Candidate(Fp8MatmulConfig(n, k, BLOCK_SIZE_M=rows, BLOCK_SIZE_N=columns, GROUP_SIZE_M=band))
    for rows, columns, warps, stages in PLAIN:
        tile = {"BLOCK_SIZE_M": rows, "BLOCK_SIZE_N": columns, "num_warps": warps, "num_stages": stages}
        yield Candidate(Fp8MatmulConfig(n, k, **tile), plain=True)


def grouped_candidates(n: int, k: int, experts: int) -> Iterator[Candidate]:
    """The kernels for a grouped shape."""
    for rows, columns, band in GROUPED_TILES:
        tile = {"BLOCK_SIZE_M": rows, "BLOCK_SIZE_N": columns, "GROUP_SIZE_M": band}
        yield Candidate(Fp8GroupMatmulConfig(n, k, experts, **tile))


def small_block_candidates(n: int, k: int) -> Iterator[Candidate]:
    """The kernels for a shape whose weight has scales for blocks of 64 x 64."""
    for rows, columns in SMALL_BLOCK_TILES:
        yield Candidate(Fp8MatmulConfig(n, k, 64, 64, BLOCK_SIZE_M=rows, BLOCK_SIZE_N=columns))
    yield Candidate(Fp8MatmulConfig(n, k, 64, 64), plain=True)


def compile_all(folder: Path, only_grouped: bool, processes: int) -> None:
    """Compile the kernels that are not in the folder yet, in several processes."""
    from hopper import GROUPED

    found = [grouped_candidates(*shape) for shape in GROUPED]
    if not only_grouped:
        found += [*(candidates(*shape) for shape in (*FITTED, *HELD_OUT)), small_block_candidates(*FITTED[0])]
    missing = [candidate for some in found for candidate in some if not (folder / f"{candidate.stem}.json").exists()]
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as executor:
        list(executor.map(compile_one, missing, [folder] * len(missing)))


def compile_one(candidate: Candidate, folder: Path) -> None:
    """Compile a kernel, and save its cubin and the metadata that a launch needs."""
    config = candidate.config
    signature = Signature(config.signature, config.constexprs, config.attrs)
    optimize = {} if candidate.plain else {"optimize": "hopper"}
    kernel = xtriton.compile(config.kernel, signature, target="cuda:90", **config.options, **optimize)
    if kernel.metadata["spill_stores"] or ("launch" in kernel.metadata) == candidate.plain:
        print(f"{candidate.stem}: {kernel.metadata.get('remarks', ['spills'])[-1]}", flush=True)
    kept = {name: value for name, value in kernel.metadata.items() if name not in ("passes", "remarks")}
    replace(kernel, asm={"cubin": kernel.asm["cubin"]}, metadata=kept).save(folder, candidate.stem)


def measure(folder: Path, file: Path, only_grouped: bool, seconds: float) -> None:
    """Time every kernel on every number of rows, but for what the file has.

    A process that a kernel has brought to an end, or that waits for one for too long, leaves a file with the kernel's
    tile. The next process goes on without that tile.
    """
    import torch
    from hopper import COLD, GROUPED, GroupedOperands, Operands

    torch.manual_seed(0)
    torch.backends.cuda.matmul.allow_tf32 = False
    flush = torch.empty(COLD, dtype=torch.int8, device="cuda")
    begin, marker = time.monotonic(), file.with_suffix(".running")
    found = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {"microseconds": {}, "broken": []}
    found["device"] = torch.cuda.get_device_name()
    if marker.exists():
        found["broken"].append(marker.read_text(encoding="utf-8"))
    times = found["microseconds"]

    def add(shape: tuple[int, ...], candidates: Iterator[Candidate], make: Callable[[int], Any], many: Any) -> None:
        """Time some kernels on each of many numbers of rows."""
        usable = [candidate for candidate in candidates if candidate.tile not in found["broken"]]
        kernels = {candidate: xtriton.load(folder / f"{candidate.stem}.json") for candidate in usable}
        for rows in many:
            key = ",".join(map(str, (rows, *shape)))
            if time.monotonic() - begin > seconds:
                print(f"no time is left for M = {rows} of {shape}")
                return
            if key not in times:
                times[key] = timed(make(rows), kernels, flush, marker)
                file.write_text(json.dumps(found, indent=1), encoding="utf-8")
        print(f"{shape}: {time.monotonic() - begin:.0f} s", flush=True)

    for shape, recorded in GROUPED.items():
        make = lambda rows, shape=shape: GroupedOperands(rows, *shape)  # noqa: E731
        add(shape, grouped_candidates(*shape), make, recorded)
    if only_grouped:
        return
    for n, k in (*FITTED, *HELD_OUT):
        add((n, k), candidates(n, k), lambda rows, n=n, k=k: Operands(rows, n, k), ROWS)
    n, k = FITTED[0]
    add((n, k, 1, 64), small_block_candidates(n, k), lambda rows: Operands(rows, n, k, 64), [64, 512, 4096])


def timed(
    given: Any, kernels: dict[Candidate, xtriton.CompiledKernel], flush: Any, marker: Path
) -> dict[str, float | str]:
    """Microseconds of each kernel, or why there are none, and of cuBLAS if it has such a product."""
    from hopper import Operands, speeds

    runs: dict[str, Callable[[], Any]] = {
        candidate.name: lambda kernel=kernel, candidate=candidate: given.launch(kernel, candidate.config)
        for candidate, kernel in kernels.items()
        if candidate.is_for(given.rows)
    }
    if isinstance(given, Operands) and given.x_scale.shape[1] == -(-given.k // 128):
        runs = {name: lambda run=run: given.checked(run()) for name, run in {**runs, "cuBLAS": given.cublas}.items()}
    found: dict[str, float | str] = {}
    for name, run in runs.items():
        marker.write_text(name.partition(" band")[0], encoding="utf-8")
        faulthandler.dump_traceback_later(PATIENCE, exit=True)
        figure = speeds(given.work, {name: run}, flush, repeats=11)[name]
        if isinstance(figure, str) and "CUDA" in figure and name != "cuBLAS":
            raise SystemExit(f"{name}: {figure}")
        found[name] = given.work / figure / 1e6 if isinstance(figure, float) else figure
    faulthandler.cancel_dump_traceback_later()
    marker.unlink()
    return found


def fit_and_print(file: Path) -> None:
    """Fit the constants to ``FITTED`` and grouped shapes, which tells the loss on other shapes; then to all shapes."""
    times = hopper_fit.read(file)
    parts: dict[bool, dict[Shape, dict[Tile, float]]] = {True: {}, False: {}}
    for shape, some in times.items():
        parts[(shape.columns, shape.depth) in HELD_OUT][shape] = some
    constants = hopper_fit.fit(parts[False])
    for name, part in (("fitted", parts[False]), ("held out", parts[True])):
        print(f"{name}, {len(part)} shapes: {hopper_fit.summary(part, hopper_fit.losses(part, constants))}")
        print(f"    of a few tiles: {hopper_fit.summary(part, hopper_fit.losses_by_rows(part, constants))}")
    constants = hopper_fit.fit(times)
    print(f"all, {len(times)} shapes: {hopper_fit.summary(times, hopper_fit.losses(times, constants))}")
    hopper_fit.print_constants(constants)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    commands = parser.add_subparsers(dest="command", required=True)
    for name in ("compile", "measure", "fit", "report"):
        command = commands.add_parser(name)
        if name in ("compile", "measure"):
            command.add_argument("folder", type=Path)
            command.add_argument("--only-grouped", action="store_true", help="only the grouped kernel")
        if name == "compile":
            command.add_argument("--jobs", type=int, default=2, help="processes")
        if name == "measure":
            command.add_argument("--seconds", type=float, default=110.0, help="when no further shape is begun")
        if name != "compile":
            command.add_argument("file", type=Path)
    options = parser.parse_args()
    if options.command == "compile":
        compile_all(options.folder, options.only_grouped, options.jobs)
    elif options.command == "measure":
        measure(options.folder, options.file, options.only_grouped, options.seconds)
    elif options.command == "fit":
        fit_and_print(options.file)
    else:
        hopper_fit.report(hopper_fit.read(options.file), H200)


if __name__ == "__main__":
    main()
