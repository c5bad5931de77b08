"""TVM modules with FP8 kernels on a GPU: results, time per call beside direct launches, and the transformer block.

    python benchmarks/relax.py build FOLDER   # needs apache-tvm, no GPU; the compiler NVRTC for the transformer block
    python benchmarks/relax.py run FOLDER     # needs a GPU, PyTorch and TVM's runtime alone (TVM_USE_RUNTIME_LIB=1)

``build`` exports two libraries, which ``run`` loads in its own process: ``matmuls.so`` with a function for each of
``CASES``, and ``block.so`` with examples/tvm/transformer.py, whose arguments and expected results are in ``block.npz``.
``direct`` launches the same kernels with Triton's launcher. Times are medians of ``ROUNDS`` rounds of ``CALLS`` calls,
with the GPU synchronised at the end of each; calls of TVM's functions allocate their results.
"""

# pyright: basic
from __future__ import annotations

import argparse
import ctypes
import json
import os
import statistics
import sys
import time
from collections.abc import Callable
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "examples" / "tvm")]

CASES = [(7168, 2048, 0), (2112, 7168, 0), (512, 512, 0), (7168, 2048, 8)]
"""(N, K, experts); no experts is a dense matmul."""
ROWS = (1, 16, 128, 1000, 4096)
BLOCK, TILE_ROWS = 128, 64
LIMIT = 5e-3
"""The greatest relative error in the Frobenius norm."""
ROUNDS, CALLS = 9, 100
BLOCK_ROWS = (1, 77, 1024)


def function_name(case: tuple[int, int, int]) -> str:
    columns, width, experts = case
    return f"matmul_{columns}_{width}" + (f"_{experts}" if experts else "")


def config_of(case: tuple[int, int, int]) -> Any:
    """The configuration that ``DispatchTritonKernel`` compiles on Hopper."""
    from xtriton.kernels import Fp8GroupMatmulConfig, Fp8MatmulConfig

    columns, width, experts = case
    how = (BLOCK, BLOCK, TILE_ROWS, BLOCK, BLOCK, 32, 4, 3)
    if experts:
        return Fp8GroupMatmulConfig(columns, width, experts, *how, optimize="hopper")
    return Fp8MatmulConfig(columns, width, *how, optimize="hopper")


# --------------------------------------------------------------------------------------------------------------- build


def matmuls() -> Any:
    """A module with a function for each case."""
    import tvm.script.relax
    from tvm import relax, tirx

    dtype = getattr(relax, "DataTypeImm", None) or tvm.script.relax.dtype
    tensor_type = getattr(relax, "TensorStructInfo", None) or relax.TensorType
    value = getattr(relax, "PrimValue", None) or relax.prim_value
    builder = relax.BlockBuilder()
    for case in CASES:
        config, rows = config_of(case), tirx.Var("m", "int64")
        dtypes = {"*fp8e4nv": "float8_e4m3fn", "*fp32": "float32", "*i32": "int32", "*bf16": "bfloat16"}
        tiles = tirx.floordiv(rows + TILE_ROWS - 1, TILE_ROWS) + case[2]
        types = {
            name: tensor_type(
                [(tiles if name == "expert_ids" else rows) if extent is None else extent for extent in shape],
                dtypes[config.pointers[name]],
            )
            for name, shape in config.shapes().items()
        }
        out = types.pop("out")
        inputs = [relax.Var(name, type_) for name, type_ in types.items()]
        numbers = [value(number) for number in config.settings.values() if isinstance(number, int)]
        texts = [dtype(config.in_dtype), dtype(config.out_dtype)]
        with builder.function(function_name(case), inputs):
            callee = relax.ExternFunc(f"mlc.triton.{config.identifier}")
            made = builder.emit(relax.call_dps_packed(callee, relax.Tuple([*inputs, *numbers, *texts]), out))
            builder.emit_func_output(made)
    return builder.get()


def build(folder: Path) -> None:
    import transformer
    import tvm

    import xtriton.tvm

    folder.mkdir(parents=True, exist_ok=True)
    target = tvm.target.Target({"kind": "cuda", "arch": "sm_90"}, host="llvm")
    with target:
        module = xtriton.tvm.DispatchTritonKernel(target)(matmuls())
        tvm.compile(module, target).export_library(str(folder / "matmuls.so"))
    transformer.compiled(target).export_library(str(folder / "block.so"))
    saved: dict[str, Any] = {}
    for rows in BLOCK_ROWS:
        given = transformer.arguments(rows, seed=rows)
        saved |= {f"{rows}.{name}": array.view(np.uint8) if array.dtype == transformer.FP8 else array
                  for name, array in given.items()}  # fmt: skip
        saved[f"{rows}.expected"] = transformer.reference(given)
    np.savez_compressed(folder / "block.npz", **saved)
    print(*(f"{path.name}: {path.stat().st_size} bytes" for path in sorted(folder.iterdir())), sep="\n")


# ----------------------------------------------------------------------------------------------------------------- run


def tensors(case: tuple[int, int, int], rows: int) -> dict[str, Any]:
    """Random torch tensors for a case, by name."""
    import torch

    columns, width, experts = case
    generator = torch.Generator("cuda").manual_seed(rows)

    def random(*shape: int) -> torch.Tensor:
        return torch.randn(shape, generator=generator, device="cuda")

    before = (experts,) if experts else ()
    blocks = (-(-columns // BLOCK), width // BLOCK)
    given = {
        "x": random(rows, width).to(torch.float8_e4m3fn),
        "weight": random(*before, columns, width).to(torch.float8_e4m3fn),
        "x_scale": random(rows, blocks[1]).abs() + 0.1,
        "weight_scale": random(*before, *blocks).abs() + 0.1,
    }
    if experts:
        from xtriton.kernels import expert_ids

        chosen = np.random.default_rng(rows).integers(0, experts, rows)
        indptr = np.concatenate([[0], np.cumsum(np.bincount(chosen, minlength=experts))]).astype(np.int32)
        given["expert_ids"] = torch.from_numpy(expert_ids(indptr, TILE_ROWS)).cuda()
        given["indptr"] = torch.from_numpy(indptr).cuda()
    return given


def in_f32(case: tuple[int, int, int], given: dict[str, Any]) -> Any:
    """The matmul of the dequantised matrices in f32."""
    import torch

    torch.backends.cuda.matmul.allow_tf32 = False

    def dequantized(values: Any, scale: Any, row_block: int) -> Any:
        wide = scale.repeat_interleave(row_block, 0)[: values.shape[0]].repeat_interleave(BLOCK, 1)
        return values.float() * wide[:, : values.shape[1]]

    x = dequantized(given["x"], given["x_scale"], 1)
    if not case[2]:
        return x @ dequantized(given["weight"], given["weight_scale"], BLOCK).T
    out = torch.zeros(x.shape[0], case[0], device="cuda")
    for expert, (begin, end) in enumerate(pairwise(given["indptr"].tolist())):
        out[begin:end] = x[begin:end] @ dequantized(given["weight"][expert], given["weight_scale"][expert], BLOCK).T
    return out


def to_tvm(tensor: Any) -> Any:
    """The tensor of TVM that shares a torch tensor's memory."""
    import tvm

    if "float8" not in str(tensor.dtype):
        return tvm.runtime.from_dlpack(tensor)
    import ml_dtypes
    import torch

    return tvm.runtime.tensor(tensor.view(torch.uint8).cpu().numpy().view(ml_dtypes.float8_e4m3fn), tvm.cuda(0))


def microseconds(calls: dict[str, Callable[[], Any]]) -> dict[str, float]:
    """The median times of calls. Their rounds alternate, since the GPU's clock falls under load."""
    import torch

    times: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(1 + ROUNDS):
        for name, call in calls.items():
            torch.cuda.synchronize()
            start = time.perf_counter()
            for _ in range(CALLS):
                call()
            torch.cuda.synchronize()
            times[name].append((time.perf_counter() - start) / CALLS * 1e6)
    return {name: statistics.median(measured[1:]) for name, measured in times.items()}


def measure(machine: Any, case: tuple[int, int, int], direct: Any, rows: int) -> dict[str, Any]:
    """Errors and times of one function for so many rows."""
    import torch

    given = tensors(case, rows)
    passed = [to_tvm(tensor) for tensor in given.values()]
    function = machine[function_name(case)]
    expected = in_f32(case, given)
    found = torch.from_numpy(function(*passed).numpy().astype(np.float32)).cuda()
    error = float((found - expected).norm() / expected.norm())
    out = torch.empty(rows, case[0], dtype=torch.bfloat16, device="cuda")
    arguments = (*given.values(), out, rows)
    direct(*arguments)
    torch.cuda.synchronize()
    direct_error = float((out.float() - expected).norm() / expected.norm())
    times = microseconds({"direct": partial(direct, *arguments), "tvm": lambda: function(*passed)})
    return {"case": case, "rows": rows, "error": error, "direct_error": direct_error, **times}


def run_block(folder: Path) -> list[tuple[int, float]]:
    """The relative errors of the transformer block, by rows."""
    import ml_dtypes
    import tvm
    from tvm.runtime.vm import VirtualMachine

    machine = VirtualMachine(tvm.runtime.load_module(str(folder / "block.so")), tvm.cuda(0))
    saved = np.load(folder / "block.npz")
    errors: list[tuple[int, float]] = []
    for rows in BLOCK_ROWS:
        arrays = {name.split(".")[1]: saved[name] for name in saved.files if name.startswith(f"{rows}.")}
        expected = arrays.pop("expected")
        views = [array.view(ml_dtypes.float8_e4m3fn) if array.dtype == np.uint8 else array for array in arrays.values()]
        out = machine["block"](*(tvm.runtime.tensor(np.ascontiguousarray(view), tvm.cuda(0)) for view in views)).numpy()
        errors.append((rows, float(np.linalg.norm(out - expected) / np.linalg.norm(expected))))
    return errors


def run(folder: Path, report: Path | None) -> None:
    os.environ.setdefault("TVM_USE_RUNTIME_LIB", "1")
    import torch
    import tvm
    from tvm.runtime.vm import VirtualMachine

    from xtriton.kernels import compile_kernel

    # TVM alone does not load its CUDA runtime without its compiler.
    ctypes.CDLL(str(Path(tvm.__file__).parent / "lib" / "libtvm_runtime_cuda.so"), mode=ctypes.RTLD_GLOBAL)

    print(torch.cuda.get_device_name(), "TVM", tvm.__version__, "torch", torch.__version__)
    machine = VirtualMachine(tvm.runtime.load_module(str(folder / "matmuls.so")), tvm.cuda(0))
    records: list[dict[str, Any]] = []
    for case in CASES:
        direct = compile_kernel(config_of(case))
        for rows in ROWS:
            record = measure(machine, case, direct, rows)
            records.append(record)
            print(
                f"{function_name(case):24} M={rows:5} error {record['error']:.1e} (direct {record['direct_error']:.1e})"
                f"  TVM {record['tvm']:8.1f} us  direct {record['direct']:8.1f} us"
                f"  ratio {record['tvm'] / record['direct']:.3f}",
                flush=True,
            )
    blocks = run_block(folder)
    print("transformer block:", *(f"M={rows} error {error:.1e}" for rows, error in blocks))
    if report is not None:
        report.write_text(json.dumps({"matmuls": records, "block": blocks}, indent=1))
    wrong = [record for record in records if not record["error"] < LIMIT]
    if wrong or any(not error < 0.05 for _, error in blocks):
        sys.exit(f"wrong results: {wrong or blocks}")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("step", choices=("build", "run"))
    parser.add_argument("folder", type=Path)
    parser.add_argument("--json", type=Path, help="where run writes its figures")
    options = parser.parse_args()
    if options.step == "build":
        build(options.folder)
    else:
        run(options.folder, options.json)


if __name__ == "__main__":
    main()
