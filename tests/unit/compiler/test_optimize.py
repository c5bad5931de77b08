"""``xtriton.compile(optimize="hopper")``: kernels that are warp-specialised, and those compiled as without it."""

from __future__ import annotations

import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from selection import slow_unless
from unit.compiler import kernels
from unit.compiler.persistent import persistent_ttir

import xtriton
from xtriton.cli.main import main
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module
from xtriton.pipelines import MakeTtgir, MakeTtir, with_wheel

_COMPILE = import_module("xtriton.compiler.gpu")
"""The module, whose name in the package is that of its function."""

ADD = "*fp32:16,*fp32:16,*fp32:16,i32,256"
MATMUL = "*fp16:16,*fp16:16,*fp16:16,i32,i32:16,i32:16,64,64,64"
"""For ``kernels.matmul``: tiles of 64 x 64, which one warp group computes."""
SPILLING = MATMUL.replace("64,64,64", "64,512,64")

ONE_PROGRAM = """
tt.func public @one(%x: !tt.ptr<f32> {tt.divisibility = 16 : i32}, %n: i32) {
  %range = tt.make_range {end = 256 : i32, start = 0 : i32} : tensor<256xi32>
  %bases = tt.splat %x : !tt.ptr<f32> -> tensor<256x!tt.ptr<f32>>
  %pointers = tt.addptr %bases, %range : tensor<256x!tt.ptr<f32>>, tensor<256xi32>
  %value = tt.load %pointers : tensor<256x!tt.ptr<f32>>
  %sum = arith.addf %value, %value : tensor<256xf32>
  tt.store %pointers, %sum : tensor<256x!tt.ptr<f32>>
  tt.return
}
"""


@pytest.fixture
def one_program(tmp_path: Path) -> Path:
    path = tmp_path / "one.mlir"
    path.write_text(ONE_PROGRAM)
    return path


@pytest.mark.parametrize("tile", ["64,64,64", "64,128,64", "128,128,64"])
def test_wgmma_of_parts_of_k_are_not_serialized(tile: str):
    """LLVM must not set the sums to zero behind a loop over a part."""
    compiled = xtriton.compile(kernels.matmul, MATMUL.replace("64,64,64", tile), target="cuda:90", optimize="hopper")
    assert "tt.atomic_rmw add" in compiled.asm["ttgir"]
    assert compiled.metadata["serialized_dots"] == ""


@pytest.mark.parametrize("engine", ["wheel", "native"])
@pytest.mark.parametrize("warps", [4, 8])
def test_a_kernel_that_no_pass_changes_is_compiled_as_without_optimize(one_program: Path, engine: Any, warps: int):
    plain, asked = (
        xtriton.compile(one_program, engine=engine, num_warps=warps, optimize=optimize) for optimize in (None, "hopper")
    )
    assert dict(asked.asm) == dict(plain.asm)
    assert "launch" not in asked.metadata
    assert asked.metadata["num_warps"] == plain.metadata["num_warps"] == warps
    assert asked.metadata["remarks"] != []
    assert "remarks" not in plain.metadata


@pytest.mark.parametrize("engine", ["wheel", "native"])
@pytest.mark.parametrize("warps", [4, 8])
def test_a_kernel_without_dots_is_compiled_as_without_optimize(engine: Any, warps: int):
    """Also where a pass before ``hopper-warp-specialize`` has made it persistent."""
    plain, asked = (
        xtriton.compile(kernels.add, ADD, engine=engine, num_warps=warps, optimize=optimize)
        for optimize in (None, "hopper")
    )
    assert dict(asked.asm) == dict(plain.asm)
    assert "launch" not in asked.metadata
    assert asked.metadata["num_warps"] == plain.metadata["num_warps"] == warps
    assert [entry["name"] for entry in asked.metadata["passes"]] == [
        entry["name"] for entry in plain.metadata["passes"]
    ]
    first, *_, last = asked.metadata["remarks"]
    assert "remark: the kernel is persistent" in first
    assert "remark: not warp-specialised: 'tt.func' op has no wgmma" in last


def test_a_kernel_for_clusters_is_compiled_as_without_optimize():
    options: Any = {"target": "cuda:90", "until": "ttgir", "num_ctas": 2}
    compiled = xtriton.compile(kernels.matmul, MATMUL, optimize="hopper", **options)
    assert compiled.asm["ttgir"] == xtriton.compile(kernels.matmul, MATMUL, **options).asm["ttgir"]
    assert compiled.metadata["remarks"][-1].endswith("not warp-specialised: 'tt.func' op is for clusters of 2 CTAs")


@pytest.mark.parametrize("until", ["ttir", "ttgir", "llir"])
def test_the_fallback_at_earlier_stages(until: str):
    plain, asked = (xtriton.compile(kernels.add, ADD, until=until, optimize=optimize) for optimize in (None, "hopper"))
    assert dict(asked.asm) == dict(plain.asm)
    assert "not warp-specialised" in asked.metadata["remarks"][-1]


@pytest.mark.slow
def test_a_kernel_that_would_spill_is_compiled_as_without_optimize():
    plain, asked = (
        xtriton.compile(kernels.matmul, SPILLING, num_warps=8, optimize=optimize) for optimize in (None, "hopper")
    )
    unlaunched = xtriton.compile(kernels.matmul, SPILLING, num_warps=8, optimize="hopper", until="ptx")
    assert "ttg.warp_specialize" in str(unlaunched.asm["ttgir"])  # only ptxas tells of spills
    assert dict(asked.asm) == dict(plain.asm)
    assert asked.metadata["num_warps"] == plain.metadata["num_warps"] == 8
    assert "launch" not in asked.metadata
    assert asked.metadata["optimize"] == "hopper"
    assert asked.metadata["remarks"][-1].endswith("due to insufficient register resources for the wgmma pipeline")
    assert asked.metadata["dropped"] in asked.metadata["remarks"][-1]


def _rings(kernel: xtriton.CompiledKernel) -> list[int]:
    """The stages per ring, as the remark tells them."""
    (text,) = (text for text in kernel.metadata["remarks"] if "stages per ring" in text)
    return [int(number) for number in re.findall(r"\d+", text.partition("stages per ring")[2])]


def test_rings_shrink_where_the_kernel_needs_more_shared_memory(monkeypatch: pytest.MonkeyPatch):
    before = _rings(xtriton.compile(kernels.matmul, MATMUL, optimize="hopper", until="ttgir"))
    excesses = iter([100_000, 0])
    monkeypatch.setattr(_COMPILE, "excess_of_shared_memory", lambda *_: next(excesses))
    after = _rings(xtriton.compile(kernels.matmul, MATMUL, optimize="hopper", until="ttgir"))
    assert len(after) == len(before)
    assert sum(after) < sum(before)


def test_a_kernel_that_never_fits_is_compiled_as_without_optimize(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(_COMPILE, "excess_of_shared_memory", lambda *_: 1000)
    plain, asked = (
        xtriton.compile(kernels.matmul, MATMUL, optimize=optimize, until="ttgir") for optimize in (None, "hopper")
    )
    assert asked.asm["ttgir"] == plain.asm["ttgir"]
    assert "need 1000 bytes of shared memory more than there are" in asked.metadata["remarks"][-1]


def test_a_kernel_that_is_not_specialised_with_smaller_rings_is_compiled_as_without_optimize(
    monkeypatch: pytest.MonkeyPatch,
):
    """The TTGIR of the first attempt is not what LLVM gets."""
    monkeypatch.setattr(_COMPILE, "excess_of_shared_memory", lambda *_: 200_000)
    plain, asked = (
        xtriton.compile(kernels.matmul, MATMUL, optimize=optimize, until="llir") for optimize in (None, "hopper")
    )
    assert "needs more shared memory for two stages per ring" in asked.metadata["remarks"][-1]
    assert dict(asked.asm) == dict(plain.asm)
    assert "launch" not in asked.metadata


def test_each_consumer_has_scratch_memory_of_its_own():
    """A bias, and a tile that is stored as it is and transposed: all of them at once fit into 227 KiB."""
    signature = "*bf16:16,*bf16:16,*bf16:16,*bf16:16,*bf16:16,i32:16,i32:16,i32:16,128,128,64"
    kernel = xtriton.compile(kernels.matmul_two_results, signature, num_warps=8, optimize="hopper", until="llir")
    assert "ttg.warp_specialize" in str(kernel.asm["ttgir"])
    assert kernel.metadata["shared"] <= 227 * 1024


BLOCK_SCALED = "*fp8e4nv:16,*fp8e4nv:16,*bf16:16,*fp32:16,*fp32:16,i32,i32:16,i32:16,i32:16"


@pytest.mark.parametrize(
    ("group", "tile", "is_specialized"),
    [
        (128, "64,128", True),
        (64, "64,128", False),  # two scales of columns for each step
        (64, "128,128", True),
        (0, "64,128", True),  # a version for groups of 128
        (0, "128,64", True),
    ],
)
def test_scales_of_columns(group: int, tile: str, is_specialized: bool):
    """They pass through shared memory in each iteration, unless a tile has one scale."""
    kernel = xtriton.compile(kernels.block_scaled, f"{BLOCK_SCALED},{group},{tile}", optimize="hopper", until="ttgir")
    remarks = "\n".join(kernel.metadata["remarks"])
    assert ("ttg.warp_specialize" in str(kernel.asm["ttgir"])) == is_specialized
    assert ("versioned for groups of scales: sizes are a multiple of" in remarks) == (group == 0)
    assert ("synchronises a warp group in each iteration, for scales of columns" in remarks) != is_specialized
    assert ("scales of a dot's result are multiplied with each other" in remarks) == (group != 64)


def test_tiles_that_a_warp_group_copies():
    """wgmma reads FP8 along K only, and B is row-major."""
    signature = MATMUL.replace("fp16", "fp8e4nv", 2)
    plain, asked = (
        xtriton.compile(kernels.matmul, signature, optimize=optimize, until="ttgir") for optimize in (None, "hopper")
    )
    assert "copies a loaded tile through registers in each iteration" in asked.metadata["remarks"][-1]
    assert asked.asm["ttgir"] == plain.asm["ttgir"]


@pytest.mark.parametrize(("result", "in_turn"), [("fp16", True), ("fp32", False)])
def test_tiles_are_not_computed_in_turn_with_two_stages(result: str, in_turn: bool):
    """The buffers of two tiles of 64 x 256 in f32 are 128 KiB."""
    signature = MATMUL.replace("*fp16", "*bf16").replace("64,64,64", "64,256,64")
    signature = ",".join(f"*{result}:16" if number == 2 else part for number, part in enumerate(signature.split(",")))
    kernel = xtriton.compile(kernels.matmul, signature, optimize="hopper", until="ttgir")
    remarks = "\n".join(kernel.metadata["remarks"])
    assert ("the buffers of stores leave 2 stages for loads" in remarks) != in_turn
    assert ("2 consumer warp groups" in remarks) == in_turn
    assert ("1 consumer warp group," in remarks) != in_turn


@pytest.fixture(scope="module")
def optimized_matmul() -> xtriton.CompiledKernel:
    return xtriton.compile(kernels.matmul, MATMUL, optimize="hopper")


@pytest.mark.parametrize("engine", slow_unless(["wheel", "native"], {"native"}.__contains__))
def test_engines_agree(engine: Any):
    kernel = xtriton.compile(kernels.matmul, MATMUL, engine=engine, optimize="hopper", num_warps=8)
    other = xtriton.compile(kernels.matmul, MATMUL, engine="native", optimize="hopper")
    assert kernel.asm["ptx"] == other.asm["ptx"]
    assert kernel.metadata["launch"] == other.metadata["launch"]
    assert kernel.metadata["launch"]["persistent"] == [0, 1]
    assert (kernel.metadata["num_warps"], kernel.metadata["options"]["num_warps"]) == (12, 8)
    assert (other.metadata["num_warps"], other.metadata["options"]["num_warps"]) == (12, 4)
    assert kernel.metadata["signature"] == ["*fp16", "*fp16", "*fp16", "i32", "i32", "i32"]


def test_ttir_with_added_arguments_is_compiled_like_its_source(tmp_path: Path):
    """The text of the optimized stage is complete: the arguments of a launch, and which of them the caller passes."""
    kernel = xtriton.compile(persistent_ttir(kernels.add, ADD, tmp_path))
    assert kernel.metadata["launch"]["persistent"] == [0]
    assert kernel.metadata["signature"] == ["*fp32", "*fp32", "*fp32", "i32"]
    kernel.save(tmp_path)
    for stage in ("ttir", "ttgir"):
        again = xtriton.compile(tmp_path / f"add.{stage}")
        assert again.metadata["launch"] == kernel.metadata["launch"]
        assert again.metadata["signature"] == kernel.metadata["signature"]
        assert again.asm["ptx"] == kernel.asm["ptx"]


def test_stages_of_a_warp_specialised_kernel_are_compiled_like_its_source(
    tmp_path: Path, optimized_matmul: xtriton.CompiledKernel
):
    kernel = optimized_matmul
    kernel.save(tmp_path)
    for stage, optimize in (("ttir", "hopper"), ("ttgir", None)):
        again = xtriton.compile(tmp_path / f"matmul.{stage}", optimize=optimize)
        assert again.metadata["launch"] == kernel.metadata["launch"]
        assert again.metadata["signature"] == kernel.metadata["signature"]
        assert again.asm["ptx"] == kernel.asm["ptx"]


def test_ttir_files_are_optimized_too(tmp_path: Path, optimized_matmul: xtriton.CompiledKernel):
    xtriton.compile(kernels.matmul, MATMUL, until="ttir").save(tmp_path)
    again = xtriton.compile(tmp_path / "matmul.ttir", optimize="hopper")
    assert again.metadata["launch"]["persistent"] == [0, 1]
    assert again.asm["ptx"] == optimized_matmul.asm["ptx"]


def test_refusals(one_program: Path, tmp_path: Path):
    with pytest.raises(ValueError, match="optimize='hopper' is for cuda:90, not for cuda:80"):
        xtriton.compile(one_program, target="cuda:80", optimize="hopper")
    with pytest.raises(ValueError, match="optimize='hopper' is for cuda:90: leave it out for the target cpu"):
        xtriton.compile(one_program, target="cpu", optimize="hopper")
    with pytest.raises(ValueError, match="optimize is 'fast': it must be one of hopper"):
        xtriton.compile(one_program, optimize="fast")  # pyright: ignore[reportArgumentType]
    xtriton.compile(one_program).save(tmp_path)
    with pytest.raises(ValueError, match="is already ttgir: optimize='hopper' is for what comes before"):
        xtriton.compile(tmp_path / "one.ttgir", optimize="hopper")


def test_added_arguments_are_not_for_the_cpu(tmp_path: Path):
    persistent_ttir(kernels.add, ADD, tmp_path)
    with pytest.raises(DiagnosticError, match="arguments that a launch on a GPU computes: give the original one"):
        xtriton.compile(tmp_path / "add.ttir", target="cpu")


def test_the_command(one_program: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    command = ["compile", str(one_program), "--optimize", "hopper", "-o", str(tmp_path)]
    assert main(command) == 0
    assert "remark: the kernel is not made persistent" in capsys.readouterr().err
    assert main([*command, "--target", "cuda:80"]) == 2
    assert "optimize='hopper' is for cuda:90, not for cuda:80" in capsys.readouterr().err
    assert main([*command, "--target", "cpu"]) == 2
    assert "--optimize is for cuda:90" in capsys.readouterr().err


def test_pipelines():
    plain, asked = MakeTtir("cuda:90").passes(), MakeTtir("cuda:90", "hopper").passes()
    assert asked[: len(plain)] == plain
    assert "hopper-launch-arguments" in asked
    assert "num-warps=4" in MakeTtgir("cuda:90", 8, optimize="hopper").passes()[0]
    with pytest.raises(ValueError, match="is for cuda:90, not for cuda:100"):
        MakeTtgir("cuda:100", optimize="hopper")


def test_passes_that_the_wheel_lacks_are_never_asked_of_it():
    listed = ("cse", "hopper-persistent-grid", "canonicalize", "sccp")
    expected = ['libtriton{passes="cse"}', "hopper-persistent-grid", 'libtriton{passes="canonicalize,sccp"}']
    assert list(with_wheel(listed, "wheel")) == expected


def test_the_source_is_not_changed(one_program: Path):
    module = parse_module(ONE_PROGRAM.replace("%n: i32", "%n: i32, %m: i32"), "test", Context())
    before = str(module)
    xtriton.compile(module, optimize="hopper", until="ttir")
    assert str(module) == before
