"""Existing data: Triton's cache, dumps of passes, saved kernels, kernels in memory, and the hook of Triton's JIT."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import triton
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource
from unit.explain import kernels

import xtriton
from xtriton.explain.api import explain, explain_path
from xtriton.explain.dump import read_dump, steps
from xtriton.explain.jit import install

FILE = str(Path(kernels.__file__))
TARGET = GPUTarget("cuda", 90, 32)


@cache
def source() -> Any:
    names = kernels.consecutive.arg_names
    types = dict(zip(names, ["*fp32", "*fp32", "i32", "constexpr"], strict=True))
    aligned = {(index,): [["tt.divisibility", 16]] for index in range(3)}
    return ASTSource(kernels.consecutive, types, {"BLOCK": 1024}, aligned)


@pytest.fixture(autouse=True)
def empty_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("TRITON_CACHE_DIR", str(tmp_path / "cache"))
    return tmp_path / "cache"


def test_a_folder_of_tritons_cache(empty_cache: Path):
    triton.compile(source(), target=TARGET, options={"num_warps": 8})
    (folder,) = {path.parent for path in empty_cache.glob("*/consecutive.json")}
    (found,) = explain_path(folder)
    assert (found.name, found.target) == ("consecutive", "cuda:90")
    assert [stage.name for stage in found.stages] == ["source", "ttir", "ttgir", "llir", "ptx", "sass"]
    assert found.resources is not None
    assert found.resources.warps == 8
    assert found.resources.registers  # ptxas is asked, since Triton does not keep it
    assert len(found.passes) > 40
    assert found.passes[-1].stage == "llir"
    assert found.hints == []
    with pytest.raises(ValueError, match=r"is a whole cache of 1 kernels: name a folder in it, such as .*"):
        explain_path(empty_cache)


def test_a_kernel_that_triton_has_compiled():
    found = explain(triton.compile(source(), target=TARGET))
    assert found.name == "consecutive"
    assert [access.vector_bytes for access in found.accesses] == [16, 16]
    with pytest.raises(ValueError, match="give the kernel alone"):
        explain(triton.compile(source(), target=TARGET), num_warps=8)


def test_a_saved_kernel(tmp_path: Path):
    kernel = xtriton.compile(f"{FILE}:consecutive", "*fp32:16,*fp32:16,i32:16,1024", target="cuda:90")
    kernel.save(tmp_path)
    (found,) = explain_path(tmp_path / "consecutive.json")
    assert found.origin == f"{FILE}:consecutive"
    assert found.resources is not None
    assert found.resources.registers == kernel.metadata["registers"]


DUMPING = """
import sys
sys.path[:0] = [{tests!r}]
from unit.explain.test_artifacts import TARGET, source
import triton
triton.compile(source(), target=TARGET)
"""


def test_a_dump_of_passes(tmp_path: Path):
    environment = {**os.environ, "MLIR_ENABLE_DUMP": "1", "TRITON_CACHE_DIR": str(tmp_path / "cache")}
    program = DUMPING.format(tests=str(Path(__file__).parents[2]))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment)
    path = tmp_path / "dump.txt"
    path.write_text("output of the program\n" + done.stderr, encoding="utf-8")
    (found,) = explain_path(path)
    assert (found.name, found.target) == ("consecutive", "cuda:90")
    names = [step.name for step in found.passes]
    assert names.count("tritongpu-coalesce") == 1
    assert names[-1] != "tritongpu-coalesce"
    assert found.resources is not None
    assert found.resources.registers
    assert [stage.name for stage in found.stages] == ["source", "ttir", "ttgir", "llir", "ptx", "sass"]
    assert [access.vector_bytes for access in found.accesses] == [16, 16]
    assert found.notes == ["LLVM IR, PTX and machine code are made of the TTGIR in the dump by the installed Triton"]


def test_snapshots_of_a_dump():
    text = (
        "noise\n// -----// IR Dump Before A (a) ('builtin.module' operation) //----- //\nmodule {\n}\n\nmore noise\n"
        "// -----// SoftwarePipeliner internal IR Dump After: LowerLoops\nmodule {\n}\n"
        "// -----// IR Dump Before B (b) ('builtin.module' operation) //----- //\n"
        "#l = loc(unknown)\nmodule {\n  x\n}\n#m = 1\n"
    )
    found = read_dump(text)
    assert [(snapshot.name, snapshot.text) for snapshot in found] == [
        ("a", "module {\n}\n"),
        ("b", "#l = loc(unknown)\nmodule {\n  x\n}\n#m = 1\n"),
    ]
    assert [name for name, _, _ in steps(found)] == ["a"]
    assert [name for name, _, _ in steps(found, "module {\n}\n")] == ["a", "b"]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("notes.txt", "hello", "is not a dump of passes"),
        ("kernel.json", "{}", "needs the entries 'name' and 'target'"),
        ("kernel.json", "[1", "is not the metadata of a kernel"),
        ("kernel.cubin", b"\x7fELF\xff\xfe", "is not a text file"),
    ],
)
def test_other_files(tmp_path: Path, name: str, content: str | bytes, message: str):
    path = tmp_path / name
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(ValueError, match=message):
        explain_path(path)


def test_an_empty_folder(tmp_path: Path):
    (tmp_path / "empty").mkdir()
    with pytest.raises(ValueError, match="has no kernel"):
        explain_path(tmp_path / "empty")
    with pytest.raises(ValueError, match="cannot be read"):
        explain_path(tmp_path / "nothing")


def test_the_hook_writes_a_report_of_every_kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    heard: list[str] = []
    monkeypatch.setattr(triton.knobs.compilation, "listener", lambda **known: heard.append(known["metadata"]["name"]))
    folder = tmp_path / "reports"
    install(folder)
    install(folder)
    triton.compile(source(), target=TARGET)
    (path,) = folder.iterdir()
    assert path.name.startswith("consecutive-")
    written = path.stat().st_mtime_ns
    triton.compile(source(), target=TARGET)  # from the cache
    assert path.stat().st_mtime_ns == written
    assert heard == ["consecutive", "consecutive"]
    assert "Why is it slow" in path.read_text(encoding="utf-8")


def test_a_report_that_fails_does_not_end_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.setattr(triton.knobs.compilation, "listener", None)
    monkeypatch.setattr("xtriton.explain.jit.report_of", lambda artifacts: 1 / 0)
    install(tmp_path)
    assert triton.compile(source(), target=TARGET).asm["ptx"]
    assert "xtriton explain: no report of consecutive: division by zero" in capsys.readouterr().err


def test_the_cpu_has_no_reports():
    with pytest.raises(ValueError, match="reports are for NVIDIA GPUs"):
        explain(f"{FILE}:consecutive", "*fp32:16,*fp32:16,i32:16,1024", target="cpu")


def test_json_is_the_documented_schema():
    found = explain(f"{FILE}:with_stride", "*fp32:16,*fp32:16,i32,1024", target="cuda:90")
    data = json.loads(found.json())
    documented = (Path(__file__).parents[3] / "docs" / "explain.md").read_text(encoding="utf-8")
    for name, value in data.items():
        assert f"`{name}`" in documented, name
        for entry in value if isinstance(value, list) else [value]:
            if isinstance(entry, dict) and name not in ("options", "constants", "versions", "milliseconds"):
                missing = [key for key in entry if f"`{key}`" not in documented]
                assert not missing, (name, missing)
    (hint,) = data["hints"]
    assert hint["kind"] == "narrow access"
    assert Path(hint["file"]).name == "kernels.py"
    assert "text" not in json.loads(found.json(texts=False))["stages"][0]


def test_the_package_is_called_as_a_function():
    assert callable(xtriton.explain)
    with pytest.raises(ValueError, match="needs a signature"):
        xtriton.explain(f"{FILE}:consecutive")
