"""Kernels compiled for the CPU: stages, options, files, launches, and errors for invalid calls."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import triton
import triton.language as tl
from unit.compiler import kernels

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

import xtriton
from xtriton.backends.cpu.cache import Cache
from xtriton.backends.cpu.options import CpuOptions
from xtriton.backends.nvidia.options import Options
from xtriton.compiler import cpu, from_source
from xtriton.compiler.result import CPU_STAGES
from xtriton.ir.diagnostics import DiagnosticError

FILE = str(Path(kernels.__file__))
ADD = "*fp32,*fp32,*fp32,i32,256"


@pytest.fixture(autouse=True)
def empty_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    fresh = Cache()
    for module in (cpu, from_source):
        monkeypatch.setattr(module, "CACHE", fresh)
    monkeypatch.setenv("XTRITON_CACHE_DIR", "")


def vectors(count: int = 1000) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    random = np.random.default_rng(0)
    x, y = (random.standard_normal(count).astype(np.float32) for _ in range(2))
    return x, y, np.zeros(count, np.float32)


def test_stages_and_a_launch() -> None:
    kernel = xtriton.compile(kernels.add, ADD, target="cpu")
    assert tuple(kernel.asm) == CPU_STAGES
    for stage, said in (
        ("ttir", "tt.load"),
        ("linalg", "linalg.generic"),
        ("llvm", "llvm.func @add__grid"),
        ("ll", "define void @add__grid("),
        ("s", "add__grid:"),
    ):
        assert said in str(kernel.asm[stage]), stage
    assert isinstance(kernel.asm["o"], bytes) and kernel.asm["o"]
    x, y, out = vectors()
    kernel[(4,)](x, y, out, 1000)
    np.testing.assert_array_equal(out, x + y)
    kernel[2](x, x, out, 300, threads=2)
    np.testing.assert_array_equal(out[:300], (x + x)[:300])
    np.testing.assert_array_equal(out[300:], (x + y)[300:])


def test_metadata() -> None:
    known = xtriton.compile(f"{FILE}:add", ADD, target="cpu", strict_fp=True, threads=1).metadata
    assert (known["name"], known["target"], known["origin"]) == ("add", "cpu", f"{FILE}:add")
    assert known["signature"] == ["*fp32", "*fp32", "*fp32", "i32"]
    assert known["constants"] == {"BLOCK": 256}
    assert known["options"] == {
        "strict_fp": True,
        "threads": 1,
        "debug": False,
        "check": False,
        "sanitize_overflow": True,
    }
    assert [parameter["written"] for parameter in known["parameters"]][:3] == [False, False, True]
    assert {entry["stage"] for entry in known["passes"]} == {"ttir", "linalg"}
    assert set(known["milliseconds"]) == {"source", "ttir", "linalg", "llvm", "o"}
    assert "llvmlite" in known["versions"]
    json.dumps(known)


def test_files_and_back(tmp_path: Path) -> None:
    kernel = xtriton.compile(kernels.add, ADD, target="cpu")
    written = kernel.save(tmp_path)
    suffixes = ("source", "ttir", "linalg.mlir", "llvm.mlir", "ll", "s", "o", "json")
    assert [path.name for path in written] == [f"add.{suffix}" for suffix in suffixes]
    again = xtriton.load(tmp_path / "add.json")
    assert dict(again.asm) == dict(kernel.asm)
    x, y, out = vectors()
    again[4](x, y, out, 1000)
    np.testing.assert_array_equal(out, x + y)


@pytest.mark.parametrize("stage", ["source", "ttir", "linalg", "llvm", "ll"])
def test_until(stage: str) -> None:
    kernel = xtriton.compile(kernels.add, ADD, target="cpu", until=stage)
    assert list(kernel.asm)[-1] == stage
    with pytest.raises(ValueError, match=f"'add' cannot be launched: it was compiled to {stage}, not to o"):
        kernel[1](*vectors(), 1000)


def test_from_text(tmp_path: Path) -> None:
    texts = xtriton.compile(kernels.add, ADD, target="cpu", until="ttir").asm
    x, y, out = vectors()
    for suffix, stage in (("mlir", "source"), ("ttir", "ttir")):
        file = tmp_path / f"add.{suffix}"
        file.write_text(str(texts[stage]))
        out[:] = 0
        xtriton.compile(file, target="cpu")[4](x, y, out, 1000)
        np.testing.assert_array_equal(out, x + y)


def test_ttgir_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "add.ttgir"
    file.write_text(str(xtriton.compile(kernels.add, ADD, until="ttgir").asm["ttgir"]))
    with pytest.raises(ValueError, match="is ttgir, which is for GPUs: for the target cpu give TTIR"):
        xtriton.compile(file, target="cpu")


def test_a_name_of_its_own() -> None:
    kernel = xtriton.compile(kernels.add, ADD, target="cpu", name="sum")
    assert kernel.name == "sum" and "@sum__grid" in str(kernel.asm["ll"])
    x, y, out = vectors()
    kernel[4](x, y, out, 1000)
    np.testing.assert_array_equal(out, x + y)


def test_the_same_content_is_compiled_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XTRITON_CACHE_DIR", str(tmp_path))
    made: list[Any] = []
    original = cpu.code_of

    def code_of(module: Any, host: Any) -> Any:
        made.append(module)
        return original(module, host)

    monkeypatch.setattr(cpu, "code_of", code_of)
    first = xtriton.compile(kernels.add, ADD, target="cpu")
    again = xtriton.compile(kernels.add, ADD, target="cpu", threads=3)
    assert (len(made), again.metadata["options"]["threads"], first.metadata["options"]["threads"]) == (1, 3, None)
    xtriton.compile(kernels.add, ADD, target="cpu", strict_fp=True)
    xtriton.compile(kernels.add, ADD.replace("256", "128"), target="cpu")
    assert len(made) == 3
    monkeypatch.setattr(cpu, "CACHE", Cache())  # as in another process
    from_disk = xtriton.compile(kernels.add, ADD, target="cpu")
    assert len(made) == 3
    assert dict(from_disk.asm) == dict(first.asm)
    x, y, out = vectors()
    from_disk[4](x, y, out, 1000)
    np.testing.assert_array_equal(out, x + y)


def test_arrays_that_overlap() -> None:
    kernel = xtriton.compile(kernels.add, ADD, target="cpu")
    x, y, _ = vectors()
    expected = x + y
    kernel[4](x, y, x, 1000)
    np.testing.assert_array_equal(x, expected)


@pytest.mark.parametrize(
    ("arguments", "problem", "said"),
    [
        (
            lambda x, y, out: (x, y, out),
            ValueError,
            "argument 'n' is missing: 'add' takes x, y, out, n: 4 arg",
        ),
        (lambda x, y, out: (x, y, out, 1.5), TypeError, "argument 'n' is to be an i32, not 1.5"),
        (lambda x, y, out: (x, y, out, 2**32), TypeError, "argument 'n' is to be at most 2147483647, not 4294967296"),
        (lambda x, y, out: (x, y.astype(np.float64), out, 9), TypeError, "argument 'y' .* f32, not of float64"),
        (lambda x, y, out: (x, y.view(np.int32), out, 9), TypeError, "argument 'y' .* f32, not of int32"),
        (lambda x, y, out: (x, y.astype(">f4"), out, 9), TypeError, "argument 'y' .* f32, not of >f4"),
        (lambda x, y, out: (x, y, bytes(4), 9), TypeError, "argument 'out' is to be an array of f32, not bytes"),
        (lambda x, y, out: (x, None, out, 9), TypeError, "argument 'y' is None, but the kernel uses it"),
        (lambda x, y, out: (x, y, out, 2**31), TypeError, "argument 'n' is to be at most 2147483647, not 2147483648"),
    ],
)
def test_arguments_that_make_no_sense(arguments: Any, problem: type[Exception], said: str) -> None:
    kernel = xtriton.compile(kernels.add, ADD, target="cpu")
    with pytest.raises(problem, match=said):
        kernel[1](*arguments(*vectors()))


@triton.jit
def copied(x, bias, out, BIASED: tl.constexpr):
    value = tl.load(x)
    if BIASED:
        value += tl.load(bias)
    tl.store(out, value)


def test_no_array_for_unused_arguments() -> None:
    x, y, out = vectors()
    xtriton.compile(copied, "*fp32,*fp32,*fp32,False", target="cpu")[1](x, None, out)
    assert out[0] == x[0]
    with pytest.raises(TypeError, match="argument 'bias' is None, but the kernel uses it"):
        xtriton.compile(copied, "*fp32,*fp32,*fp32,True", target="cpu")[1](x, None, out)
    xtriton.compile(copied, "*fp32,*fp32,*fp32,True", target="cpu")[1](x, y, out)
    assert out[0] == x[0] + y[0]


_PRINTS = """
import numpy as np, triton, triton.language as tl, xtriton

@triton.jit
def told(x):
    tl.device_print("inside", tl.load(x))

kernel = xtriton.compile(told, "*fp32", target="cpu")
print("before", flush=True)
kernel[1](np.ones(1, np.float32))
print("after", flush=True)
"""


def test_printed_output_is_in_program_order(tmp_path: Path) -> None:
    script = tmp_path / "prints.py"
    script.write_text(_PRINTS)
    # Where Python does not buffer, C does not either.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    environment["PYTHONPATH"] = str(Path(xtriton.__file__).parents[1])
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True, env=environment)
    first, second, third = done.stdout.splitlines()
    assert (first, third) == ("before", "after")
    assert second.endswith("inside: 1.000000")


@triton.jit
def told(a, b, c, d, e, f):
    tl.device_print("a", tl.load(a))
    tl.device_print("b", tl.load(b))
    tl.device_print("c", tl.load(c))
    tl.device_print("d", tl.load(d))
    tl.device_print("e", tl.load(e))
    tl.device_print("f", tl.load(f) > 0)
    tl.device_print("hex", tl.load(a), hex=True)
    tl.device_print("hex", tl.load(c), hex=True)


def test_how_numbers_are_printed(capfd: pytest.CaptureFixture[str]) -> None:
    """Each with its sign and all its bits, whatever registers hold above them."""
    kernel = xtriton.compile(told, "*i8,*i16,*i32,*i64,*u32,*i32", target="cpu")
    values = {"int8": -3, "int16": -300, "int32": -70000, "int64": -(2**40), "uint32": 2**32 - 5}
    kernel[1](*(np.array([value], type_) for type_, value in values.items()), np.ones(1, np.int32))
    found = [line.rpartition(": ")[2] for line in capfd.readouterr().out.splitlines()]
    assert found == [*map(str, values.values()), "1", "0xfd", "0xfffeee90"]


def test_numbers_without_a_sign() -> None:
    kernel = xtriton.compile(kernels.add, ADD.replace("i32", "u32"), target="cpu")
    x, y, out = vectors()
    kernel[1](x, y, out, 2**32 - 1)
    np.testing.assert_array_equal(out[:256], (x + y)[:256])


@pytest.mark.parametrize("damage", [lambda code: b"", lambda code: code[:-9], lambda code: bytes(len(code)), None])
def test_a_damaged_object_file_is_not_run(damage: Any, tmp_path: Path) -> None:
    xtriton.compile(kernels.add, ADD, target="cpu").save(tmp_path)
    file = tmp_path / "add.o"
    if damage is None:
        file.unlink()
    else:
        file.write_bytes(damage(file.read_bytes()))
    kernel = xtriton.load(tmp_path / "add.json")
    with pytest.raises(ValueError, match="its object file is missing or damaged; compile it again"):
        kernel[4](*vectors(), 1000)


VALID = (("arena", 3), ("checks", [3]))
"""Values that are as the launch expects them."""
DAMAGED = [
    (key, value)
    for key in ("parameters", "host", "arena", "checks", "options")
    for value in (None, 3, [3], "missing")
    if (key, value) not in VALID
]


@pytest.mark.parametrize(("key", "value"), DAMAGED)
def test_damaged_metadata_is_one_line(tmp_path: Path, key: str, value: Any) -> None:
    xtriton.compile(kernels.add, ADD, target="cpu").save(tmp_path)
    file = tmp_path / "add.json"
    metadata = json.loads(file.read_text())
    if value == "missing":
        del metadata[key]
    else:
        metadata[key] = value
    file.write_text(json.dumps(metadata))
    with pytest.raises(ValueError, match="cannot be launched: its metadata is damaged; compile it again"):
        xtriton.load(file)[4](*vectors(), 1000)


def test_the_engine_for_gpus_is_refused() -> None:
    with pytest.raises(ValueError, match="engine 'native' is about the TTGIR of GPUs"):
        xtriton.compile(kernels.add, ADD, target="cpu", engine="native")


def test_an_array_that_may_only_be_read() -> None:
    kernel = xtriton.compile(kernels.add, ADD, target="cpu")
    x, y, out = vectors()
    x.flags.writeable = out.flags.writeable = False
    with pytest.raises(ValueError, match="argument 'out' is read-only, and the kernel writes it"):
        kernel[4](x, y, out, 1000)
    out.flags.writeable = True
    kernel[4](x, y, out, 1000)
    np.testing.assert_array_equal(out, x + y)


@pytest.mark.parametrize("grid", [(), (1, 1, 1, 1), (-1,)])
def test_grids_that_are_none(grid: tuple[int, ...]) -> None:
    kernel = xtriton.compile(kernels.add, ADD, target="cpu")
    with pytest.raises(ValueError, match="a grid has one to three extents"):
        kernel[grid](*vectors(), 1000)


def test_a_grid_of_nothing() -> None:
    x, y, out = vectors()
    xtriton.compile(kernels.add, ADD, target="cpu")[(0,)](x, y, out, 1000)
    assert not out.any()


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"num_warps": 8}, "'num_warps' is an option for NVIDIA GPUs: leave it out for the target cpu"),
        ({"fast": True}, "there is no option 'fast'; for the cpu there are strict_fp, threads, debug"),
        ({"options": Options()}, "options for the target cpu are a CpuOptions object"),
        ({"strict_fp": 1}, "strict_fp is 1: it must be True or False"),
        ({"threads": 0}, "threads is 0: it must be 1 or more"),
        ({"until": "ptx"}, "there is no stage 'ptx': stages are source, ttir, linalg, llvm, ll, s, o"),
        ({"target": "cuda:90", "strict_fp": True}, "'strict_fp' is an option of the target cpu, not of cuda:90"),
        ({"target": "cuda:90", "options": CpuOptions()}, "options are an Options object"),
        ({"target": "gpu"}, "give cuda:CAPABILITY, such as cuda:90 or sm_90, or cpu"),
    ],
)
def test_calls_that_make_no_sense(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        xtriton.compile(kernels.add, ADD, **{"target": "cpu", **settings})


def test_errors_have_their_place() -> None:
    with pytest.raises(DiagnosticError) as caught:
        xtriton.compile(kernels.unknown_name, "*i32", target="cpu")
    assert str(caught.value).startswith(f"{FILE}:")
    assert "missing is not defined" in str(caught.value)


def test_without_llvmlite(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise ImportError("the CPU backend needs llvmlite: pip install xtriton[cpu]")

    monkeypatch.setattr(cpu, "llvmlite_binding", missing)
    with pytest.raises(ValueError, match=r"pip install xtriton\[cpu\]; without it kernels are compiled to linalg"):
        xtriton.compile(kernels.add, ADD, target="cpu")
    assert "linalg" in xtriton.compile(kernels.add, ADD, target="cpu", until="linalg").asm


@pytest.mark.parametrize("check", [False, True])
def test_the_text_of_the_llvm_dialect_is_made_again(check: bool) -> None:
    """It is not kept, but the same as that of a compilation that ends with it."""
    eager = xtriton.compile(kernels.add, ADD, target="cpu", until="llvm", check=check)
    for _ in range(2):
        later = xtriton.compile(kernels.add, ADD, target="cpu", check=check)
        assert list(later.asm) == list(CPU_STAGES)
        assert later.asm["llvm"] == eager.asm["llvm"]


def test_a_saved_kernel_for_a_processor_with_other_features(tmp_path: Path) -> None:
    kernel = xtriton.compile(kernels.add, ADD, target="cpu")
    kernel.save(tmp_path)
    file = tmp_path / f"{kernel.name}.json"
    known = json.loads(file.read_text())
    x, y, out = vectors()

    def launched(**changes: Any) -> None:
        file.write_text(json.dumps({**known, **changes}))
        xtriton.load(file)[4](x, y, out, 1000)

    launched()
    np.testing.assert_array_equal(out, x + y)
    launched(processor=None)  # LLVM says which features this processor has
    launched(processor="another one with the same features")
    more = {**known["host"], "features": known["host"]["features"] + ",+telepathy"}
    for processor in (None, "another one"):
        with pytest.raises(ValueError, match="this processor lacks telepathy"):
            launched(host=more, processor=processor)
