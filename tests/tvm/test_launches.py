"""Launches of PrimFuncs: they run on the CPU here, and recorders stand in for the kernels and for CUDA.

The arguments are those that the recipes of the kernels give, as Triton's launcher evaluates them.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

pytest.importorskip("tvm.relax", reason="needs TVM: pip install '.[tvm]'")

import triton
import triton.language as tl
import tvm
from tvm import relax, tirx
from tvm_models import CUDA, DENSE, GROUPED, TensorType, module_of, stream

import xtriton.tvm
from xtriton.kernels import BlockScaledConfig
from xtriton.kernels.by_rows import compile_kernel
from xtriton.recipes import checked, evaluate
from xtriton.tvm import call_triton, device_memory
from xtriton.tvm.cuda_runtime import load_runtime

MULTIPROCESSORS = 132
KDL_CPU = 1
FILL = "xtriton_fill_with_zeros"
SPLIT = DENSE.changed(N=2112, K=7168, BLOCK_SIZE_M=64)


@dataclass
class Launch:
    """A call of a kernel."""

    name: str
    arguments: tuple[Any, ...]


@dataclass
class Recorder:
    """Records launches and descriptors."""

    launches: list[Launch] = field(default_factory=list[Launch])
    descriptors: list[tuple[Any, ...]] = field(default_factory=list[tuple[Any, ...]])
    devices: list[int] = field(default_factory=list[int])
    """The numbers of the devices that were asked for their multiprocessors."""
    contents: list[list[bytes]] = field(default_factory=list[list[bytes]])
    """What each launch of the kernels under test finds in its workspaces, for those that are watched."""
    watched: dict[str, list[tuple[int, int]]] = field(default_factory=dict[str, list[tuple[int, int]]])
    """For a kernel: the indices of its arguments that point to zeros, and bytes to read there."""

    def multiprocessors(self, kind: int, index: int, attribute: int) -> int:
        self.devices.append(index)
        return MULTIPROCESSORS

    def watch(self, name: str) -> None:
        """Record the calls of a kernel."""

        def launched(*arguments: Any) -> None:
            self.launches.append(Launch(name, arguments))
            if name.startswith(FILL):
                ctypes.memset(arguments[0], 0, 4 * arguments[1])
            if name in self.watched:
                found = [ctypes.string_at(arguments[index].value, size) for index, size in self.watched[name]]
                self.contents.append(found)

        tvm.register_global_func(name, launched, override=True)


@pytest.fixture
def recorder(monkeypatch: pytest.MonkeyPatch) -> Iterator[Recorder]:
    """Functions of TVM's CUDA runtime are replaced, and memory is allocated on the CPU."""
    load_runtime()
    made = Recorder()
    monkeypatch.setattr(device_memory, "_CUDA", KDL_CPU)
    replaced = {
        "runtime.GetDeviceAttr": made.multiprocessors,
        "runtime.cuTensorMapEncodeTiled": lambda *arguments: made.descriptors.append(arguments),
    }
    before = {name: tvm.get_global_func(name, allow_missing=True) for name in replaced}
    for name, function in replaced.items():
        tvm.register_global_func(name, function, override=True)
    yield made
    for name, function in before.items():
        if function is not None:
            tvm.register_global_func(name, function, override=True)


def compiled(module: Any, recorder: Recorder, names: list[str]) -> Any:
    """The PrimFunc of a dispatched module, as a function that runs on the CPU."""
    (made,) = [function for _, function in module.functions_items() if isinstance(function, tirx.PrimFunc)]
    for name in names:
        recorder.watch(name)
    return tvm.compile(tvm.IRModule({"launch": made.with_attr("global_symbol", "launch")}), "llvm")["launch"]


def tensors_of(config: BlockScaledConfig, rows: int, device: int = 0) -> list[Any]:
    dtypes = {"*fp8e4nv": "float8_e4m3fn", "*fp32": "float32", "*i32": "int32", "*bf16": "bfloat16"}
    shapes = config.shapes(rows).items()
    return [tvm.runtime.empty(shape, dtypes[config.pointers[name]], tvm.cpu(device)) for name, shape in shapes]


def check_launch(kernel: Any, rows: int, tensors: list[Any], launches: list[Launch]) -> int:
    """Compare a launch on a stream other than the default one with its kernel's recipes.

    Returns the bytes that are set to zero.
    """
    metadata = kernel.compiled.metadata
    launch = metadata["launch"]
    tiles = kernel.config.grid(rows)[0]
    resident = max(1, MULTIPROCESSORS * launch["ctas_per_sm"] // metadata.get("num_ctas", 1))
    running = min(tiles * launch.get("programs_per_tile", 1), resident)
    table = [checked(entry) for entry in launch.get("values", [])]

    def number(expression: Any) -> int:
        return evaluate(checked(expression), lambda index: rows, (tiles, 1, 1, running), table)

    *fills, (final) = launches
    own = len(tensors) + 1
    assert final.name == kernel.symbol and final.arguments[own - 1] == rows
    zeros: list[tuple[int, int]] = []
    for found, entry in zip(final.arguments[own:], launch["arguments"], strict=False):
        if "value" in entry:
            assert found == number(entry["value"]), entry
        elif "workspace" in entry:
            assert found.value, "memory is also passed where it has no bytes"
            size = number(entry["workspace"])
            if size and entry.get("contents") != "any":
                zeros.append((found.value, size))
    assert [(fill.arguments[0].value, 4 * fill.arguments[1]) for fill in fills] == zeros
    assert all(fill.arguments[-3] == -(-fill.arguments[1] // 4096) for fill in fills)
    programs = number(launch["programs"]) if "programs" in launch else running
    assert final.arguments[-5:] == (metadata["num_warps"] * 32, programs, 1, 1, metadata["shared"])
    return sum(size for _, size in zeros)


@pytest.mark.parametrize("config", [SPLIT, DENSE, GROUPED.changed(K=7168, N=512)], ids=["split", "dense", "grouped"])
def test_arguments_are_those_of_the_recipes(recorder: Recorder, config: BlockScaledConfig) -> None:
    module = xtriton.tvm.DispatchTritonKernel(tvm.target.Target(CUDA))(module_of(config))
    known = compile_kernel(config.changed(optimize="hopper"))
    symbols = [kernel.symbol for _, kernel in known.ranges]
    function = compiled(module, recorder, [*symbols, f"{FILL}_sm90"])
    sizes: list[int] = []
    for rows in (1, 16, 63, 64, 65, 128, 200, 300, 448, 511, 512, 700, 896, 960, 1000, 1408, 1793, 3000, 4096, 5000):
        recorder.launches.clear()
        recorder.descriptors.clear()
        tensors = tensors_of(config, rows)
        with stream(KDL_CPU, 0x1234):
            function(*tensors)
        sizes.append(check_launch(known.for_rows(rows), rows, tensors, recorder.launches))
        assert recorder.descriptors, "the kernels have TMA descriptors"
    if config is SPLIT:
        assert any(sizes) and not all(sizes)
    recorder.launches.clear()
    function(*tensors_of(config, 0))
    kernels = [launch for launch in recorder.launches if not launch.name.startswith(FILL)]
    assert len(kernels) == (config.identifier != DENSE.identifier)
    if any(sizes):
        check_kept_zeros(known, function, config, recorder, 16 if config is SPLIT else 5000)


def check_kept_zeros(known: Any, function: Any, config: BlockScaledConfig, recorder: Recorder, rows: int) -> None:
    """Launches on the default stream share zeros, which the first one of a kernel provides."""
    kernel, tensors = known.for_rows(rows), tensors_of(config, rows)
    entries = kernel.compiled.metadata["launch"]["arguments"]
    (index,) = [at for at, entry in enumerate(entries) if "workspace" in entry and entry.get("contents") != "any"]
    zeros = len(tensors) + 1 + index
    recorder.watched[kernel.symbol] = [(zeros, device_memory.KEPT)]
    recorder.launches.clear()
    for _ in range(3):
        function(*tensors)
    fill, *launches = recorder.launches
    assert fill.name.startswith(FILL) and 4 * fill.arguments[1] == device_memory.KEPT
    assert [launch.name for launch in launches] == [kernel.symbol] * 3
    assert {launch.arguments[zeros].value for launch in launches} == {fill.arguments[0].value}
    assert recorder.contents == [[bytes(device_memory.KEPT)]] * 3


@pytest.mark.parametrize("device", [0, 1, 3])
def test_the_device_is_that_of_the_tensors(recorder: Recorder, device: int) -> None:
    """Its number is not read from the elements, to which the parameters of a PrimFunc point since TVM 0.27."""
    module = xtriton.tvm.DispatchTritonKernel(tvm.target.Target(CUDA))(module_of(DENSE))
    known = compile_kernel(DENSE.changed(optimize="hopper"))
    function = compiled(module, recorder, [kernel.symbol for _, kernel in known.ranges])
    function(*tensors_of(DENSE, 64, device))
    assert recorder.devices == [device]


@triton.jit
def copy_by_descriptor(x, out, rows, WIDTH: tl.constexpr, BLOCK: tl.constexpr):
    source = tl.make_tensor_descriptor(x, [rows, WIDTH], [WIDTH, 1], [BLOCK, WIDTH])
    target = tl.make_tensor_descriptor(out, [rows, WIDTH], [WIDTH, 1], [BLOCK, WIDTH])
    at = tl.program_id(0) * BLOCK
    target.store([at, 0], source.load([at, 0]))


def test_scratch_memory_of_each_program(recorder: Recorder) -> None:
    rows = tirx.Var("n", "int64")
    type_ = TensorType([rows, 64], "float16")
    x = relax.Var("x", type_)
    builder = relax.BlockBuilder()
    with builder.function("main", [x]):
        grid = (tirx.ceildiv(rows, 16),)
        call = call_triton(copy_by_descriptor, grid, x, rows, WIDTH=64, BLOCK=16, out=xtriton.tvm.OUT, out_sinfo=type_)
        builder.emit_func_output(builder.emit(call))
    module = xtriton.tvm.DispatchTritonKernel(tvm.target.Target(CUDA))(builder.get())
    (made,) = [function for _, function in module.functions_items() if isinstance(function, tirx.PrimFunc)]
    text = made.script()
    assert "TVMBackendAllocWorkspace" in text and "TVMBackendFreeWorkspace" in text
    assert "fill_with_zeros" not in text
    (name,) = [part for part in text.split('"') if part.startswith("copy_by_descriptor_")]
    function = compiled(module, recorder, [name])
    tensors = [tvm.runtime.empty((70, 64), "float16") for _ in range(2)]
    function(tensors[0], *([70, 5] if made.params[1].name.startswith("s") else []), tensors[1],
             *([] if made.params[1].name.startswith("s") else [70, 5]))  # fmt: skip
    (launch,) = recorder.launches
    assert launch.arguments[2] == 70 and launch.arguments[3].value, "scratch memory follows the kernel's arguments"
