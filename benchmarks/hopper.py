"""Speed of kernels compiled with ``optimize="hopper"`` on a GPU of compute capability 9.0, in one run.

    python benchmarks/hopper.py [--rows 64,128,512,2048,4096,8192] [--ablation] [--grouped] [--json FILE]
    python benchmarks/hopper.py --plot FILE benchmarks/hopper.svg

TFLOP/s, 2 M N K over the median of CUDA-event times of single launches, each after 512 MB have been written, so that
the L2 cache is cold. Results are compared with the product in f32 first: a kernel that is wrong has no speed.

``ours`` is the block-scaled FP8 matmul of ``xtriton.kernels`` with ``optimize="hopper"``, the fastest of the tiles in
``TILES``, ``triton`` the same kernel with its default tiles as Triton compiles it, ``cuBLAS`` is ``torch._scaled_mm``
with scales of 1 x 128 and 128 x 128 blocks. DeepGEMM's figures were measured on 20 November 2026 on the same kind of
GPU by the same method. ``--ablation`` leaves out one pass at a time.
"""

# pyright: basic
from __future__ import annotations

import argparse
import json
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

sys.path[:0] = [str(Path(__file__).parents[1])]

import xtriton  # noqa: E402
from xtriton.frontend.signature import Signature  # noqa: E402
from xtriton.ir.context import Context  # noqa: E402
from xtriton.ir.parser import parse_module  # noqa: E402
from xtriton.ir.printer import print_op  # noqa: E402
from xtriton.kernels import BlockScaledConfig, Fp8GroupMatmulConfig, Fp8MatmulConfig, expert_ids  # noqa: E402
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

ABLATIONS: dict[str, tuple[str, str]] = {
    "everything": ("", ""),
    "descriptors made on the device": ("hopper-launch-arguments", ""),
    "one tile per program": ("hopper-persistent-grid", ""),
    "no unrolling": ("hopper-unroll-dots", ""),
    "one warp group computes": ("hopper-split-rows", ""),
}
"""What is left out -> the pass, and what takes its place."""


@dataclass(frozen=True)
class Job:
    """A kernel to compile: its configuration, and how."""

    config: BlockScaledConfig
    how: str = "hopper"
    """``hopper``, ``triton``, or a name in ``ABLATIONS``."""


def compiled(job: Job, folder: str) -> str:
    """Compile a kernel in this process and save it. Returns the path of its metadata."""
    config = job.config
    signature = Signature(config.signature, config.constexprs, config.attrs)
    if job.how in ABLATIONS:
        kernel = without(signature, job)
    else:
        optimize = {"optimize": "hopper"} if job.how == "hopper" else {}
        kernel = xtriton.compile(config.kernel, signature, target="cuda:90", **config.options, **optimize)
    name = f"{config.symbol('cuda:90')}_{job.how.replace(' ', '_')}"
    kernel.save(folder, name)
    return str(Path(folder) / f"{name}.json")


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

    def __init__(self, rows: int, n: int, k: int) -> None:
        self.rows, self.n, self.k = rows, n, k
        blocks = -(-k // 128)
        self.x = torch.randn((rows, k), device="cuda").to(torch.float8_e4m3fn)
        self.weight = torch.randn((n, k), device="cuda").to(torch.float8_e4m3fn)
        self.x_scale = torch.rand((rows, blocks), device="cuda") + 0.01
        self.weight_scale = torch.rand((-(-n // 128), blocks), device="cuda") + 0.01
        self.out = torch.empty((rows, n), device="cuda", dtype=torch.bfloat16)
        left = self.x.float() * self.x_scale.repeat_interleave(128, 1)[:, :k]
        scales = self.weight_scale.repeat_interleave(128, 0)[:n].repeat_interleave(128, 1)[:, :k]
        self.expected = left @ (self.weight.float() * scales).T

    def launch(self, path: str, config: Fp8MatmulConfig) -> Callable[[], Any]:
        """What launches a compiled kernel."""
        run = xtriton.load(path)[config.grid(self.rows)]
        arguments = (self.x, self.weight, self.x_scale, self.weight_scale, self.out, self.rows)
        return lambda: run(*arguments)

    def cublas(self) -> Callable[[], Any]:
        """What runs cuBLAS, which wants the scales of x column by column."""
        x_scale, weight_scale = self.x_scale.T.contiguous().T, self.weight_scale.T
        return lambda: torch._scaled_mm(
            self.x, self.weight.T, scale_a=x_scale, scale_b=weight_scale, out_dtype=torch.bfloat16
        )

    def checked(self, run: Callable[[], Any]) -> Callable[[], Any]:
        """``run``, if what it writes is right."""
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


def speed(work: float, make: Callable[[], Callable[[], Any]], flush: Any) -> float | str:
    """TFLOP/s, or why there are none."""
    try:
        run = make()
        for _ in range(3):
            run()
        events = [(torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)) for _ in range(30)]
        for begin, end in events:
            flush.zero_()
            begin.record()
            run()
            end.record()
        torch.cuda.synchronize()
        return work / statistics.median(begin.elapsed_time(end) for begin, end in events) / 1e9
    except Exception as failure:  # what is missing or does not fit differs by version; the line says what it was
        return f"{type(failure).__name__}: {str(failure).strip().splitlines()[0][:150]}"


def best(figures: Sequence[float | str]) -> float:
    """The greatest of some figures."""
    return max((figure for figure in figures if isinstance(figure, float)), default=float("nan"))


def configs(n: int, k: int) -> list[Fp8MatmulConfig]:
    """The configurations of which the fastest counts."""
    return [Fp8MatmulConfig(n, k, BLOCK_SIZE_M=m, BLOCK_SIZE_N=c, GROUP_SIZE_M=g) for m, c, g in TILES]


def grouped(rows: int, config: Fp8GroupMatmulConfig, path: str, flush: Any) -> float | str:
    """TFLOP/s of the grouped kernel, rows dealt evenly to the experts."""
    experts, per = config.num_experts, rows // config.num_experts
    parts = [Operands(per, config.N, config.K) for _ in range(experts)]
    x, weight = (torch.cat([getattr(part, name).view(torch.uint8) for part in parts]) for name in ("x", "weight"))
    x, weight = x.view(torch.float8_e4m3fn), weight.view(torch.float8_e4m3fn)
    x_scale, weight_scale, expected = (
        torch.cat([getattr(part, name) for part in parts]) for name in ("x_scale", "weight_scale", "expected")
    )
    bounds = torch.arange(0, rows + 1, per, dtype=torch.int32)
    tiles = torch.from_numpy(expert_ids(bounds.numpy(), config.BLOCK_SIZE_M)).cuda()
    out = torch.full((rows, config.N), float("nan"), device="cuda", dtype=torch.bfloat16)
    del parts

    def make() -> Callable[[], Any]:
        run = xtriton.load(path)[config.grid(rows)]
        arguments = (x, weight, x_scale, weight_scale, tiles, bounds.cuda(), out, rows)
        run(*arguments)
        check(out, expected)
        return lambda: run(*arguments)

    return speed(2.0 * rows * config.N * config.K, make, flush)


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
    options = parser.parse_args()
    if options.plot:
        plot(*options.plot)
        return
    if torch is None or not torch.cuda.is_available() or torch.cuda.get_device_capability() != (9, 0):
        raise SystemExit("benchmarks/hopper.py needs an NVIDIA GPU of compute capability 9.0")
    jobs = [Job(config) for shape in SHAPES for config in configs(*shape)]
    jobs += [Job(Fp8MatmulConfig(*shape), "triton") for shape in SHAPES]
    if options.ablation:
        jobs += [Job(Fp8MatmulConfig(*shape), name) for shape in SHAPES for name in ABLATIONS]
    if options.grouped:
        jobs += [Job(Fp8GroupMatmulConfig(*shape), how) for shape in GROUPED for how in ("hopper", "triton")]
    with tempfile.TemporaryDirectory() as folder:
        with ProcessPoolExecutor(14, mp_context=get_context("spawn")) as pool:
            paths = dict(zip(jobs, pool.map(compiled, jobs, [folder] * len(jobs)), strict=True))
        found = measure(options, paths)
    if options.json:
        options.json.write_text(json.dumps(found, indent=2), encoding="utf-8")


def measure(options: Any, paths: dict[Job, str]) -> dict[str, Any]:
    """Print and return all figures."""
    # Descriptors that are made on the device need memory, for which Triton's launcher asks.
    triton.set_allocator(lambda size, alignment, stream: torch.empty(size, dtype=torch.int8, device="cuda"))
    torch.manual_seed(0)
    torch.backends.cuda.matmul.allow_tf32 = False
    flush = torch.empty(COLD, dtype=torch.int8, device="cuda")
    found: dict[str, Any] = {}
    print(f"{torch.cuda.get_device_name()}, torch {torch.__version__}; TFLOP/s")
    print(
        f"{'N':>6} {'K':>6} {'M':>6} {'ours':>7} {'tiles':>8} {'triton':>7} {'cuBLAS':>7} {'DeepGEMM':>9}  ours / best"
    )
    for n, k in SHAPES:
        for rows in map(int, options.rows.split(",")):
            given = Operands(rows, n, k)

            def timed(path: str, config: Fp8MatmulConfig, given: Operands = given) -> float | str:
                return speed(given.work, lambda: given.checked(given.launch(path, config)), flush)

            ours = {config: timed(paths[Job(config)], config) for config in configs(n, k)}
            top = max(ours, key=lambda config: ours[config] if isinstance(ours[config], float) else 0.0)
            plain = Fp8MatmulConfig(n, k)
            unchanged = timed(paths[Job(plain, "triton")], plain)
            cublas = speed(given.work, lambda given=given: given.checked(given.cublas()), flush)
            deepgemm = DEEPGEMM[n, k].get(rows, float("nan"))
            figures = [best([*ours.values()]), best([unchanged]), best([cublas]), float(deepgemm)]
            tile = f"{top.BLOCK_SIZE_M}x{top.BLOCK_SIZE_N}"
            ratio = figures[0] / max(figures[2], deepgemm)
            found[f"{rows},{n},{k}"] = dict(zip(("ours", "triton", "cublas", "deepgemm"), figures, strict=True))
            print(
                f"{n:6} {k:6} {rows:6} {figures[0]:7.0f} {tile:>8} {figures[1]:7.0f} {figures[2]:7.0f} {deepgemm:9.0f}"
                f"  {ratio:.3f}",
                flush=True,
            )
            for config, figure in ours.items():
                if isinstance(figure, str):
                    print(f"       {config.BLOCK_SIZE_M}x{config.BLOCK_SIZE_N}: {figure}")
            if options.ablation and rows == 4096:
                for name in ABLATIONS:
                    figure = timed(paths[Job(plain, name)], plain)
                    found[f"{rows},{n},{k}"][name] = figure
                    print(f"       {name:<32} {figure if isinstance(figure, str) else format(figure, '7.0f')}")
            del given
    for shape, recorded in GROUPED.items() if options.grouped else ():
        config = Fp8GroupMatmulConfig(*shape)
        for rows, deepgemm in recorded.items():
            figures = [grouped(rows, config, paths[Job(config, how)], flush) for how in ("hopper", "triton")]
            found[f"{rows},{shape}"] = figures
            shown = " ".join(it if isinstance(it, str) else f"{it:7.0f}" for it in figures)
            print(
                f"grouped {shape} M {rows:6} {shown} DeepGEMM {deepgemm:6} {best(figures[:1]) / deepgemm:.3f}",
                flush=True,
            )
    return found


if __name__ == "__main__":
    main()
