"""Speed of kernels compiled with ``optimize="hopper"`` on a GPU of compute capability 9.0, in one run.

    python benchmarks/hopper.py [--rows 64,128,512,2048,4096,8192] [--ablation] [--grouped] [--json FILE]
    python benchmarks/hopper.py --compile FOLDER   without a GPU: the kernels, which --kernels FOLDER then measures
    python benchmarks/hopper.py --plot FILE benchmarks/hopper.svg
    python benchmarks/hopper.py --document FILE docs/hopper.md

TFLOP/s, 2 M N K over the median of CUDA-event times of single launches, each after 512 MB have been written, so that
the L2 cache is cold. Results are compared with the product in f32 first: a kernel that is wrong has no speed.

``ours`` is the block-scaled FP8 matmul of ``xtriton.kernels`` with ``optimize="hopper"`` and the tile that the cost
model chooses for M, ``best`` with the fastest of that and, with ``--others``, ``TILES``, ``triton`` the same kernel
with its default tiles as Triton compiles it, ``cuBLAS`` is ``torch._scaled_mm`` with scales of 1 x 128 and 128 x 128
blocks. DeepGEMM is measured in the same run where its package can be imported; its figures in parentheses, which stand
for it elsewhere, were measured on 20 November 2026 on the same kind of GPU by the same method. ``--ablation`` leaves
out one pass at a time.
"""

# pyright: basic
from __future__ import annotations

import argparse
import json
import math
import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

try:
    import torch
    import triton
except ImportError:  # only for drawing figures that were measured elsewhere
    torch = triton = None
try:
    import deep_gemm
except ImportError:  # optional: the wheel of the package sgl-deep-gemm, and a CUDA compiler
    deep_gemm = None

sys.path[:0] = [str(Path(__file__).parents[1])]

import xtriton  # noqa: E402
from xtriton.frontend.signature import Signature  # noqa: E402
from xtriton.ir.context import Context  # noqa: E402
from xtriton.ir.parser import parse_module  # noqa: E402
from xtriton.ir.printer import print_op  # noqa: E402
from xtriton.kernels import BlockScaledConfig, Fp8GroupMatmulConfig, Fp8MatmulConfig, expert_ids  # noqa: E402
from xtriton.kernels.by_rows import configuration_for  # noqa: E402
from xtriton.passes.libtriton import FOR_TRITON  # noqa: E402
from xtriton.passes.manager import PassManager  # noqa: E402
from xtriton.passes.pipeline_text import parse_pipeline  # noqa: E402
from xtriton.pipelines import hopper_ttir_passes, make_ttgir_passes  # noqa: E402

SHAPES = [(7168, 2048), (2112, 7168), (4096, 7168), (24576, 1536), (7168, 16384)]
"""(N, K) of layers of a large language model."""
DEEPGEMM = {
    (7168, 2048): {64: 178, 128: 308, 512: 725, 2048: 1015, 4096: 1255, 8192: 1309},
    (2112, 7168): {64: 149, 128: 282, 512: 840, 2048: 1077, 4096: 1251, 8192: 1142},
    (4096, 7168): {64: 222, 128: 437, 512: 1094, 2048: 1363, 4096: 1407, 8192: 1443},
    (24576, 1536): {64: 245, 128: 481, 512: 1036, 2048: 1254, 4096: 1303, 8192: 1330},
    (7168, 16384): {64: 353, 128: 628, 512: 1142, 2048: 1256, 4096: 1442, 8192: 1434},
}
GROUPED = {
    (4096, 7168, 8): {1024: 742, 4096: 1154, 8192: 1347},
    (7168, 2048, 8): {1024: 640, 4096: 1095, 8192: 1241},
    (4096, 7168, 64): {8192: 839, 32768: 1287, 65536: 1290},
    (7168, 2048, 64): {8192: 804, 32768: 1235, 65536: 1278},
}
"""DeepGEMM's figures for (N, K, experts), by rows."""
TILES = [(128, 128, 8), (128, 128, 16), (128, 256, 8), (128, 64, 8), (64, 128, 8), (64, 64, 8)]
"""Rows and columns of a tile, and rows of tiles in a band that shares operands in the L2 cache."""
LIMIT = 5e-3
"""The greatest relative error that a result may have, in the Frobenius norm."""
COLD = 512 << 20
"""Bytes that are written before each launch."""
SERIES = 10
"""Launches of a kernel in a row."""

ABLATIONS: dict[str, tuple[str, str]] = {
    "everything": ("", ""),
    "descriptors made on the device": ("hopper-launch-arguments", ""),
    "one tile per program": ("hopper-persistent-grid", ""),
    "no unrolling": ("hopper-unroll-dots", ""),
    "one warp group computes": ("hopper-split-rows", ""),
    "whole tiles": ("hopper-split-k", ""),
}
"""The omitted part -> the pass, and its replacement."""


@dataclass(frozen=True)
class Job:
    """A kernel to compile: its configuration, and how."""

    config: BlockScaledConfig
    how: str = "hopper"
    """``hopper``, ``triton``, or a name in ``ABLATIONS``."""

    @property
    def stem(self) -> str:
        """The name of its files."""
        return f"{self.config.symbol('cuda:90')}_{self.how.replace(' ', '_')}"


def compiled(job: Job, folder: str) -> str:
    """Compile a kernel in this process and save it, unless it is there. Returns the path of its metadata."""
    config = job.config
    if (Path(folder) / f"{job.stem}.json").exists():
        return str(Path(folder) / f"{job.stem}.json")
    signature = Signature(config.signature, config.constexprs, config.attrs)
    if job.how in ABLATIONS:
        kernel = without(signature, job)
    else:
        optimize = {"optimize": "hopper"} if job.how == "hopper" else {}
        kernel = xtriton.compile(config.kernel, signature, target="cuda:90", **config.options, **optimize)
    kept = {name: value for name, value in kernel.metadata.items() if name not in ("passes", "remarks")}
    replace(kernel, asm={"cubin": kernel.asm["cubin"]}, metadata=kept).save(folder, job.stem)
    return str(Path(folder) / f"{job.stem}.json")


def without(signature: Signature, job: Job) -> Any:
    """The kernel through the passes of ``optimize="hopper"`` but for one."""
    left_out, instead = ABLATIONS[job.how]
    text = xtriton.compile(job.config.kernel, signature, target="cuda:90", until="ttir").asm["ttir"]
    ctx = Context()
    module = parse_module(str(text), "kernel.ttir", ctx)
    listed = [*hopper_ttir_passes(), *make_ttgir_passes(90, optimize="hopper")]
    passes = [instead if name == left_out else name for name in listed]
    PassManager(ctx, verify_each=False).run(parse_pipeline(",".join(name for name in passes if name)), module)
    with tempfile.NamedTemporaryFile("w", suffix=".ttgir") as file:
        file.write(print_op(module, FOR_TRITON))
        file.flush()
        kernel = xtriton.compile(file.name, target="cuda:90")
    return replace(kernel, metadata={**kernel.metadata, "signature": [*job.config.pointers.values(), "i32"]})


class Operands:
    """Random matrices and scales on the GPU, and the product in f32."""

    def __init__(self, rows: int, n: int, k: int, block: int = 128) -> None:
        """``block`` rows and columns of the weight have one scale."""
        self.rows, self.n, self.k = rows, n, k
        blocks = -(-k // block)
        self.x = torch.randn((rows, k), device="cuda").to(torch.float8_e4m3fn)
        self.weight = torch.randn((n, k), device="cuda").to(torch.float8_e4m3fn)
        self.x_scale = torch.rand((rows, blocks), device="cuda") + 0.01
        self.weight_scale = torch.rand((-(-n // block), blocks), device="cuda") + 0.01
        self.out = torch.empty((rows, n), device="cuda", dtype=torch.bfloat16)
        left = self.x.float() * self.x_scale.repeat_interleave(block, 1)[:, :k]
        scales = self.weight_scale.repeat_interleave(block, 0)[:n].repeat_interleave(block, 1)[:, :k]
        self.expected = left @ (self.weight.float() * scales).T

    def launch(self, kernel: xtriton.CompiledKernel, config: BlockScaledConfig) -> Callable[[], Any]:
        """A function that launches a compiled kernel."""
        run = kernel[config.grid(self.rows)]
        arguments = (self.x, self.weight, self.x_scale, self.weight_scale, self.out, self.rows)
        return lambda: run(*arguments)

    def cublas(self) -> Callable[[], Any]:
        """A function that launches cuBLAS, which takes the scales of x column-major."""
        x_scale, weight_scale = self.x_scale.T.contiguous().T, self.weight_scale.T
        return lambda: torch._scaled_mm(
            self.x, self.weight.T, scale_a=x_scale, scale_b=weight_scale, out_dtype=torch.bfloat16
        )

    def deepgemm(self) -> Callable[[], Any]:
        """A function that launches DeepGEMM, which takes the scales of x column-major."""
        x_scale = deep_gemm.get_mn_major_tma_aligned_tensor(self.x_scale)
        return lambda: deep_gemm.fp8_gemm_nt((self.x, x_scale), (self.weight, self.weight_scale), self.out)

    def checked(self, run: Callable[[], Any]) -> Callable[[], Any]:
        """``run``, after a check of its result."""
        self.out.fill_(float("nan"))
        result = run()
        check(self.out if result is None else result, self.expected)
        return run

    @property
    def work(self) -> float:
        return 2.0 * self.rows * self.n * self.k


def check(actual: Any, expected: Any) -> None:
    """Raise ``ValueError`` if a result is wrong."""
    error = float((actual.float() - expected).norm() / expected.norm())
    if not error < LIMIT:
        raise ValueError(f"wrong: relative error {error:.2g}")


def speeds(
    work: float, makes: dict[str, Callable[[], Callable[[], Any]]], flush: Any, repeats: int = 30
) -> dict[str, float | str]:
    """TFLOP/s of several kernels, or why there are none.

    They are launched in series of ten in turns: under the power limit the clock depends on what ran before.
    """
    runs: dict[str, Callable[[], Any]] = {}
    found: dict[str, float | str] = {}
    for name, make in makes.items():
        try:
            run = make()
            for _ in range(3):
                run()
            torch.cuda.synchronize()
            runs[name] = run
        except Exception as failure:  # what is missing or does not fit differs by version; the line says what it was
            found[name] = f"{type(failure).__name__}: {str(failure).strip().splitlines()[0][:150]}"
    times: dict[str, list[tuple[Any, Any]]] = {name: [] for name in runs}
    for _ in range(0, repeats, SERIES):
        for name, run in runs.items():
            for _ in range(SERIES):
                begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
                flush.zero_()
                begin.record()
                run()
                end.record()
                times[name].append((begin, end))
    torch.cuda.synchronize()
    for name, events in times.items():
        found[name] = work / statistics.median(begin.elapsed_time(end) for begin, end in events) / 1e9
    return found


def best(figures: Sequence[float | str]) -> float:
    """The greatest of some figures."""
    return max((figure for figure in figures if isinstance(figure, float)), default=float("nan"))


def configs(n: int, k: int) -> list[Fp8MatmulConfig]:
    """The configurations that the chosen one is compared with."""
    return [Fp8MatmulConfig(n, k, BLOCK_SIZE_M=m, BLOCK_SIZE_N=c, GROUP_SIZE_M=g) for m, c, g in TILES]


def chosen(config: Any, rows: int) -> Any:
    """The configuration that is launched for ``rows`` rows, as jobs spell it: ``Job.how`` says how it is compiled."""
    return replace(configuration_for(replace(config, optimize="hopper"), rows), optimize=None)


class GroupedOperands:
    """As :class:`Operands` for the grouped kernel, with rows dealt evenly to the experts."""

    def __init__(self, rows: int, n: int, k: int, experts: int) -> None:
        self.rows, self.work, self._per = rows, 2.0 * rows * n * k, rows // experts
        parts = [Operands(self._per, n, k) for _ in range(experts)]
        x, weight = (torch.cat([getattr(part, name).view(torch.uint8) for part in parts]) for name in ("x", "weight"))
        self._given = [
            x.view(torch.float8_e4m3fn),
            weight.view(torch.float8_e4m3fn),
            *(torch.cat([getattr(part, name) for part in parts]) for name in ("x_scale", "weight_scale")),
        ]
        self._expected = torch.cat([part.expected for part in parts])
        self._out = torch.empty((rows, n), device="cuda", dtype=torch.bfloat16)

    def launch(self, kernel: xtriton.CompiledKernel, config: BlockScaledConfig) -> Callable[[], Any]:
        """A function that launches a compiled kernel, after a check of its result."""
        bounds = torch.arange(0, self.rows + 1, self._per, dtype=torch.int32)
        tiles = torch.from_numpy(expert_ids(bounds.numpy(), config.BLOCK_SIZE_M)).cuda()
        run, arguments = kernel[config.grid(self.rows)], (*self._given, tiles, bounds.cuda(), self._out, self.rows)
        return self.checked(lambda: run(*arguments))

    def deepgemm(self) -> Callable[[], Any]:
        """A function that launches DeepGEMM, after a check of its result."""
        x, weight, x_scale, weight_scale = self._given
        left = x, deep_gemm.get_mn_major_tma_aligned_tensor(x_scale)
        right = tuple(it.view(self.rows // self._per, -1, it.shape[-1]) for it in (weight, weight_scale))
        experts = torch.arange(self.rows, device="cuda", dtype=torch.int32) // self._per
        run = deep_gemm.m_grouped_fp8_gemm_nt_contiguous
        return self.checked(lambda: run(left, right, self._out, experts))

    def checked(self, run: Callable[[], Any]) -> Callable[[], Any]:
        """``run``, after a check of its result."""
        self._out.fill_(float("nan"))
        run()
        check(self._out, self._expected)
        return run


def plot(figures: Path, picture: Path, rows: int = 4096) -> None:
    """Draw bars for each shape at M = ``rows``."""
    import matplotlib.pyplot as plt

    found = json.loads(figures.read_text(encoding="utf-8"))
    names = {"triton": "Triton", "cublas": "cuBLAS", "deepgemm": "DeepGEMM", "ours": 'optimize="hopper"'}
    figure, axes = plt.subplots(figsize=(9, 3.2))
    for place, (name, label) in enumerate(names.items()):
        heights = [found[f"{rows},{n},{k}"][name] for n, k in SHAPES]
        axes.bar([index + (place - 1.5) * 0.2 for index in range(len(SHAPES))], heights, 0.19, label=label)
    axes.set_xticks(range(len(SHAPES)), [f"({n}, {k})" for n, k in SHAPES])
    axes.set_ylabel("TFLOP/s")
    axes.set_title(f"Block-scaled FP8 matmul, M = {rows}, one H200")
    axes.legend(ncol=4, fontsize=8)
    figure.savefig(picture, bbox_inches="tight")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("--rows", default="64,128,512,2048,4096,8192", help="M, several separated by commas")
    parser.add_argument("--ablation", action="store_true", help="leave out one pass at a time, at M = 4096")
    parser.add_argument("--grouped", action="store_true", help="also the kernel for experts")
    parser.add_argument("--json", type=Path, help="write the figures to a file")
    parser.add_argument("--plot", type=Path, nargs=2, metavar=("JSON", "SVG"), help="draw figures written before")
    parser.add_argument("--others", action="store_true", help="also other tiles than the chosen ones")
    parser.add_argument("--compile", type=Path, metavar="FOLDER", help="only compile the kernels, which needs no GPU")
    parser.add_argument("--jobs", type=int, default=2, help="processes for --compile")
    parser.add_argument("--kernels", type=Path, metavar="FOLDER", help="measure kernels that were compiled before")
    parser.add_argument("--document", type=Path, nargs=2, metavar=("JSON", "MD"), help="write the tables of a document")
    options = parser.parse_args()
    if options.plot:
        plot(*options.plot)
        return
    if options.document:
        document(*options.document)
        return
    if options.compile:
        compile_all(options, options.compile, options.jobs)
        return
    if torch is None or not torch.cuda.is_available() or torch.cuda.get_device_capability() != (9, 0):
        raise SystemExit("benchmarks/hopper.py needs an NVIDIA GPU of compute capability 9.0")
    if options.kernels:
        measure(options, {job: str(options.kernels / f"{job.stem}.json") for job in jobs_of(options)})
    else:
        with tempfile.TemporaryDirectory() as folder:
            measure(options, compile_all(options, Path(folder), 14))


def jobs_of(options: Any) -> list[Job]:
    """The kernels that are measured."""
    many = list(map(int, options.rows.split(",")))
    jobs = [Job(chosen(Fp8MatmulConfig(*shape), rows)) for shape in SHAPES for rows in many]
    jobs += [Job(Fp8MatmulConfig(*shape), "triton") for shape in SHAPES]
    if options.others:
        jobs += [Job(config) for shape in SHAPES for config in configs(*shape)]
    if options.ablation:
        jobs += [Job(Fp8MatmulConfig(*shape), name) for shape in SHAPES for name in ABLATIONS]
    if options.grouped:
        for shape, recorded in GROUPED.items():
            config = Fp8GroupMatmulConfig(*shape)
            jobs += [Job(config), Job(config, "triton"), *(Job(chosen(config, rows)) for rows in recorded)]
    return list(dict.fromkeys(jobs))


def compile_all(options: Any, folder: Path, processes: int) -> dict[Job, str]:
    """Compile all kernels. Returns where they are."""
    jobs = jobs_of(options)
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        return dict(zip(jobs, pool.map(compiled, jobs, [str(folder)] * len(jobs)), strict=True))


def document(figures: Path, page: Path) -> None:
    """Write the tables of a page, each between a line ``<!-- NAME -->`` and the next empty line."""
    found = json.loads(figures.read_text(encoding="utf-8"))
    text = page.read_text(encoding="utf-8")
    for name, table in (("dense", dense_table(found)), ("grouped", grouped_table(found))):
        before, marker, after = text.partition(f"<!-- {name} -->\n")
        if not marker:
            raise SystemExit(f"{page} has no line <!-- {name} -->")
        text = before + marker + table + "\n" + after.partition("\n\n")[2]
    page.write_text(text, encoding="utf-8")


def dense_table(found: Any) -> str:
    """Ours, Triton's, cuBLAS' and DeepGEMM's figures for all products, by rows."""
    many = sorted({int(key.split(",")[0]) for key in found if "(" not in key})
    lines = ["| M | " + " | ".join(map(str, SHAPES)) + " |", "|---" * (len(SHAPES) + 1) + "|"]
    for rows in many:
        figures = [found[",".join(map(str, (rows, *shape)))] for shape in SHAPES]
        cells = [
            " ".join((f"**{it['ours']:.0f}**", *(figure(it[name]) for name in ("triton", "cublas", "deepgemm"))))
            for it in figures
        ]
        lines.append(f"| {rows} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def figure(speed: float) -> str:
    """TFLOP/s; a dash where there is no figure."""
    return "-" if math.isnan(speed) else f"{speed:.0f}"


def grouped_table(found: Any) -> str:
    """The same of the grouped kernel, with the chosen tile."""
    lines = ['| (N, K), experts | M | `optimize="hopper"` | tile | Triton | DeepGEMM |', "|---" * 6 + "|"]
    for (n, k, experts), recorded in GROUPED.items():
        for rows in recorded:
            it = found[f"{rows},{(n, k, experts)}"]
            name = f"| ({n}, {k}), {experts} | {rows} "
            lines.append(
                f"{name}| **{it['ours']:.0f}** | {it['tile']} | {it['triton']:.0f} | {figure(it['deepgemm'])} |"
            )
    return "\n".join(lines) + "\n"


def measure(options: Any, paths: dict[Job, str]) -> None:
    """Print and save all figures."""
    # Descriptors that are made on the device need memory, for which Triton's launcher asks.
    triton.set_allocator(lambda size, alignment, stream: torch.empty(size, dtype=torch.int8, device="cuda"))
    torch.manual_seed(0)
    torch.backends.cuda.matmul.allow_tf32 = False
    flush = torch.empty(COLD, dtype=torch.int8, device="cuda")
    kernels = {job: xtriton.load(path) for job, path in paths.items()}
    print(f"{torch.cuda.get_device_name()}, torch {torch.__version__}; TFLOP/s")
    print(
        f"{'N':>6} {'K':>6} {'M':>6} {'ours':>7} {'tile':>10} {'best':>7} {'tile':>10} {'triton':>7} {'cuBLAS':>7} "
        f"{'DeepGEMM':>9}  ours / better of both"
    )
    found: dict[str, Any] = {}

    def keep(key: str, figures: Any) -> None:
        """Save the figures after each shape: a kernel may abort the process."""
        found[key] = figures
        if options.json:
            options.json.write_text(json.dumps(found, indent=1), encoding="utf-8")

    for shape in GROUPED if options.grouped else ():
        for rows in GROUPED[shape]:
            keep(f"{rows},{shape}", measure_grouped(rows, shape, kernels, flush))
    for shape in SHAPES:
        for rows in map(int, options.rows.split(",")):
            keep(",".join(map(str, (rows, *shape))), measure_shape(rows, shape, kernels, flush, options.ablation))


def measure_shape(rows: int, shape: tuple[int, int], kernels: dict[Job, Any], flush: Any, ablation: bool) -> Any:
    """Print and return the figures of one product."""
    given, plain = Operands(rows, *shape), Fp8MatmulConfig(*shape)
    choice = chosen(plain, rows)
    jobs = {tile_name(config): Job(config) for config in [choice, *configs(*shape)] if Job(config) in kernels}
    tiles = list(jobs)
    jobs["triton"] = Job(plain, "triton")
    jobs |= {name: Job(plain, name) for name in ABLATIONS if ablation and rows == 4096}
    makes = {name: lambda job=job: given.checked(given.launch(kernels[job], job.config)) for name, job in jobs.items()}
    makes["cublas"] = lambda: given.checked(given.cublas())
    if deep_gemm:
        makes["deepgemm"] = lambda: given.checked(given.deepgemm())
    recorded = float(DEEPGEMM[shape].get(rows, float("nan")))
    found = {"deepgemm": recorded, **speeds(given.work, makes, flush)}
    ours = {name: found[name] for name in tiles}
    top = max(ours, key=lambda name: best([ours[name], 0.0]))
    shown = {name: best([found[name]]) for name in ("triton", "cublas", "deepgemm", *ABLATIONS) if name in found}
    figures = {"ours": best([ours[tile_name(choice)]]), "best": best([ours[top]]), **shown, "tiles": ours}
    print(
        f"{shape[0]:6} {shape[1]:6} {rows:6} {figures['ours']:7.0f} {tile_name(choice):>10} {figures['best']:7.0f} "
        f"{top:>10} {shown['triton']:7.0f} {shown['cublas']:7.0f} {shown['deepgemm']:9.0f} ({recorded:.0f})"
        f"  {figures['ours'] / best([shown['cublas'], shown['deepgemm']]):.3f}",
        flush=True,
    )
    for name, it in found.items():
        if isinstance(it, str) or name in ABLATIONS:
            print(f"       {name:<32} {it if isinstance(it, str) else format(it, '7.0f')}")
    return figures


def tile_name(config: BlockScaledConfig) -> str:
    """Rows and columns of a tile, and rows of tiles in a band."""
    return f"{config.BLOCK_SIZE_M}x{config.BLOCK_SIZE_N}x{config.GROUP_SIZE_M}"


def measure_grouped(rows: int, shape: tuple[int, int, int], kernels: dict[Job, Any], flush: Any) -> Any:
    """Print and return the figures of the grouped kernel: chosen, with the default tile, and as Triton compiles it."""
    given, plain, recorded = GroupedOperands(rows, *shape), Fp8GroupMatmulConfig(*shape), float(GROUPED[shape][rows])
    choice = chosen(plain, rows)
    jobs = {"ours": Job(choice), "default": Job(plain), "triton": Job(plain, "triton")}
    makes = {name: lambda job=job: given.launch(kernels[job], job.config) for name, job in jobs.items()}
    if deep_gemm:
        makes["deepgemm"] = given.deepgemm
    timed = {"deepgemm": recorded, **speeds(given.work, makes, flush)}
    shown = " ".join(f"{name} {it if isinstance(it, str) else format(it, '.0f')}" for name, it in timed.items())
    figures = {name: best([it]) for name, it in timed.items()}
    print(
        f"grouped {shape} M {rows:6} {tile_name(choice):>10} {shown} ({recorded:.0f}) "
        f"{figures['ours'] / figures['deepgemm']:.3f}",
        flush=True,
    )
    return {**figures, "tile": tile_name(choice)}


if __name__ == "__main__":
    main()
