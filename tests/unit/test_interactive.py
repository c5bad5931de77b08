"""At the Python prompt and in notebooks: completion, help, short representations, launches by name, pages of help."""

from __future__ import annotations

import inspect
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import xtriton
from xtriton.cli.main import main
from xtriton.cli.topics import pages
from xtriton.compiler.result import CompiledKernel, Texts
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.frontend.builder import Module
from xtriton.inspect.layouts import WrittenLayout
from xtriton.inspect.notebook import operation_html
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_attribute, parse_module
from xtriton.passes.manager import PassManager

triton = pytest.importorskip("triton", reason="there is no wheel of Triton")
from unit.compiler import kernels  # noqa: E402

ADD = "*fp32:16,*fp32:16,*fp32:16,i32,256"
_LAYOUT = "#ttg.blocked<{sizePerThread = [1, 2], threadsPerWarp = [4, 8], warpsPerCTA = [1, 1], order = [1, 0]}>"


def test_completion_and_help():
    assert set(xtriton.__all__) <= set(dir(xtriton))
    assert not [name for name in dir(xtriton) if name.startswith("_") and not name.endswith("__")]
    assert xtriton.__doc__ is not None
    for name in set(xtriton.__all__) - {"__version__", "CompiledKernel"}:
        assert name in xtriton.__doc__


def test_the_module_is_the_command():
    done = subprocess.run(
        [sys.executable, "-m", "xtriton", "--version"], capture_output=True, text=True, check=False,
        cwd=Path(__file__).parents[2],
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, f"xtriton {xtriton.__version__}\n")


@pytest.fixture(scope="module")
def kernel() -> CompiledKernel:
    return xtriton.compile(kernels.add, ADD)


def test_representations_of_a_kernel(kernel: CompiledKernel):
    text = repr(kernel)
    assert text.startswith("<kernel add(x: *fp32, y: *fp32, out: *fp32, n: i32) for cuda:90, ")
    assert "bytes of shared memory" in text
    assert len(text) < 300
    assert len(repr(kernel.asm)) < 300
    page = kernel._repr_html_()
    assert page.startswith("<b>kernel add(x: *fp32, y: *fp32, out: *fp32, n: i32)</b><table>")
    assert "<summary>ttgir: " in page
    assert "<script" not in page


def test_representations_of_contexts_and_of_code_for_the_cpu():
    pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")
    assert repr(Context(triton="3.8")) == "<context for Triton 3.8, dialects loaded: none>"
    assert len(repr(PassManager(Context()))) < 200
    for check, text in ((False, "<code of add for the CPU>"), (True, "<checked code of add for the CPU>")):
        assert repr(xtriton.compile(kernels.add, ADD, target="cpu", check=check)._load()) == text


def test_names_of_the_package_have_their_nearest():
    with pytest.raises(AttributeError, match="no attribute 'complie'") as failure:
        _ = xtriton.complie
    assert (failure.value.name, failure.value.obj) == ("complie", xtriton)


def test_signature_of_a_launch(kernel: CompiledKernel):
    assert str(inspect.signature(kernel[4])) == "(x: '*fp32', y: '*fp32', out: '*fp32', n: 'i32')"
    assert kernel[4].__name__ == "add"


def test_launch_by_name():
    pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")
    made = xtriton.compile(kernels.add, ADD, target="cpu")
    x = np.arange(256, dtype=np.float32)
    out = np.zeros_like(x)
    made[1](x, n=256, out=out, y=x, threads=1)
    np.testing.assert_array_equal(out, 2 * x)


def test_sass(kernel: CompiledKernel, tmp_path: Path):
    """It is made when it is asked for, and is no file of the kernel."""
    assert "sass" in kernel.asm
    assert "sass" not in list(kernel.asm)
    assert "EXIT" in str(kernel.asm["sass"])
    assert not any(path.suffix == ".sass" for path in kernel.save(tmp_path))
    again = xtriton.load(tmp_path / "add.json")
    assert again.asm["sass"] == kernel.asm["sass"]
    assert "sass" not in xtriton.compile(kernels.add, ADD, until="ptx").asm


def test_damaged_cubins():
    from xtriton.backends.nvidia.disassembly import sass_of

    with pytest.raises(ValueError, match=r"^no SASS: nvdisasm failed: "):
        sass_of(b"nothing")


def test_texts():
    texts = Texts({"ttir": "module", "o": b"123"})
    texts.later("s", lambda: "code")
    assert repr(texts) == "<texts of a kernel: ttir: 6 bytes, o: 3 bytes, s: on demand>"
    with pytest.raises(KeyError, match=r"the kernel has no text 'ttr'; did you mean 'ttir'\?"):
        texts["ttr"]


def test_modules_of_the_builder():
    module = Module()
    assert repr(module) == "<module of no kernels: 1 operations>"
    assert module._repr_html_().startswith("<pre>module {")


_MODULE = "module {\n  tt.func @f(%x: i32) -> i32 {\n    tt.return %x : i32\n  }\n}"


def test_modules_in_notebooks():
    """As IPython shows the value of a cell: also a function and an operation of the module."""
    code = f"""
from IPython.core.interactiveshell import InteractiveShell
shell = InteractiveShell.instance()
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
module = parse_module({_MODULE!r}, "f.mlir", Context())
for op in module.walk():
    shown, _ = shell.display_formatter.format(op)
    print(shown["text/html"].replace(chr(10), " "))
"""
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=Path(__file__).parents[2]
    )
    module, function, operation = done.stdout.splitlines()
    assert module.startswith("<details open><summary>builtin.module: 3 operations</summary><pre>module {   tt.func")
    assert "<summary>tt.func @f: 2 operations</summary>" in function
    assert operation.startswith("<details open><summary>tt.return: 1 operation</summary><pre>tt.return ")


def test_long_modules_are_folded_and_their_text_is_escaped():
    lines = "".join(f"    %{index} = arith.constant {index} : i32\n" for index in range(100))
    module = parse_module(f"module {{\n  tt.func @f() {{\n{lines}    tt.return\n  }}\n}}", "f.mlir", Context())
    assert operation_html(module).startswith("<details><summary>builtin.module: 103 operations</summary>")
    odd = parse_module('module attributes {a = "<script>"} {}', "f.mlir", Context())
    assert "<script>" not in operation_html(odd)
    assert "&lt;script&gt;" in operation_html(odd)


def test_layouts_in_notebooks():
    layout = layout_of(parse_attribute(_LAYOUT, "layout", Context()))
    assert layout is not None
    picture = WrittenLayout.of(layout, (8, 16))._repr_svg_()
    assert picture.startswith("<svg ")
    assert "T31" in picture


def test_pages(capsys: pytest.CaptureFixture[str]):
    assert main(["help"]) == 0
    listed = capsys.readouterr().out
    assert "  plugins " in listed
    assert "Plug-ins" in listed
    for topic, path in pages().items():
        assert main(["help", topic]) == 0
        assert capsys.readouterr().out == path.read_text(encoding="utf-8")
    assert main(["help", "docs/cpu.md"]) == 0


_TUNED = """
import triton, triton.language as tl

CONFIGS = [triton.Config({"BLOCK": 64}, num_warps=2), triton.Config({"BLOCK": 128}, num_stages=2)]

@triton.autotune(configs=CONFIGS, key=[])
@triton.heuristics({"EVEN": lambda arguments: arguments["BLOCK"] % 128 == 0})
@triton.jit
def tuned(x, n, BLOCK: tl.constexpr, EVEN: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(x + offsets, 1.0 if EVEN else 2.0, offsets < n)
"""


def test_configurations(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    file = tmp_path / "k.py"
    file.write_text(_TUNED)
    place = f"{file}:tuned"
    found = [xtriton.compile(place, "*fp32,i32", config=index, until="ttgir") for index in (0, 1)]
    assert [kernel.metadata["constants"] for kernel in found] == [
        {"BLOCK": 64, "EVEN": False},
        {"BLOCK": 128, "EVEN": True},
    ]
    options = [kernel.metadata["options"] for kernel in found]
    assert [(option["num_warps"], option["num_stages"]) for option in options] == [(2, 3), (4, 2)]
    # What is given wins.
    given = xtriton.compile(place, "*fp32,i32,BLOCK=32,EVEN=True", config=0, num_warps=8, until="ttgir")
    assert given.metadata["constants"] == {"BLOCK": 32, "EVEN": True}
    assert given.metadata["options"]["num_warps"] == 8
    with pytest.raises(ValueError, match="config has options of its own"):
        from xtriton.backends.nvidia.options import Options

        xtriton.compile(place, "*fp32,i32", config=0, options=Options())
    arguments = ["compile", place, "-s", "*fp32,i32", "--config", "0", "--until", "ttgir", "-o", str(tmp_path)]
    assert main(arguments) == 0
    assert "tuned cuda:90 num_warps=2 num_stages=3 num_ctas=1 config=0" in capsys.readouterr().out
    assert (tmp_path / "tuned.ttgir").read_text() == found[0].asm["ttgir"]
