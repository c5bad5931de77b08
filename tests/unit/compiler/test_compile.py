"""Kernels compiled to PTX and cubin, on a machine without a GPU."""

from __future__ import annotations

import json
import os
import pickle
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
import triton
from triton.backends.compiler import GPUTarget
from triton.compiler.compiler import ASTSource
from unit.compiler import kernels

import xtriton
from xtriton.backends.nvidia.elsewhere import is_ours
from xtriton.backends.nvidia.options import Options
from xtriton.backends.nvidia.stages import Resources, read_resources
from xtriton.frontend import builder as tb
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.pipelines import gluon_passes, make_ttir_passes
from xtriton.targets import Target

FILE = str(Path(kernels.__file__))
ADD = "*fp32:16,*fp32:16,*fp32:16,i32,256"
PRODUCT = "*fp16:16,*fp16:16,*fp32:16,i32:16,64"
TARGET = 90
"""The target of this file: a process lowers for one."""


@pytest.fixture(autouse=True)
def empty_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("TRITON_CACHE_DIR", str(tmp_path / "cache"))


def by_triton(function: Any, signature: dict[str, str], constants: dict[str, Any], aligned: int, **options: Any) -> Any:
    attributes = {(index,): [["tt.divisibility", 16]] for index in range(aligned)}
    source = ASTSource(function, signature, constants, attributes)
    return triton.compile(source, target=GPUTarget("cuda", TARGET, 32), options=options)


def test_the_same_bytes_as_triton():
    ours = xtriton.compile(kernels.add, ADD)
    signature = {"x": "*fp32", "y": "*fp32", "out": "*fp32", "n": "i32", "BLOCK": "constexpr"}
    theirs = by_triton(kernels.add, signature, {"BLOCK": 256}, 3)
    for stage in ("ttir", "ttgir", "ptx", "cubin"):
        assert ours.asm[stage] == theirs.asm[stage], stage
    assert ours.metadata["shared"] == theirs.metadata.shared


def test_a_name_of_its_own():
    plain, named = (xtriton.compile(kernels.add, ADD, name=name) for name in (None, "add_$1"))
    assert (plain.name, named.name, named.metadata["name"]) == ("add", "add_$1", "add_$1")
    for stage in ("source", "ttir", "ttgir"):
        assert str(named.asm[stage]).replace("@add_$1(", "@add(") == str(plain.asm[stage]) != named.asm[stage], stage
    assert ".visible .entry add_$1(" in str(named.asm["ptx"])
    instruction = re.compile(r"^\t(?:@%p\d+ )?[a-z][^;]*;", re.MULTILINE)
    code = [instruction.findall(str(kernel.asm["ptx"]).replace("add_$1", "add")) for kernel in (plain, named)]
    assert len(code[0]) > 20
    assert code[0] == code[1]
    assert b"add_$1" in named.asm["cubin"]
    assert {name: plain.metadata[name] for name in ("registers", "shared")} == {
        name: named.metadata[name] for name in ("registers", "shared")
    }


RECURSIVE = "tt.func public @f(%x: i32) {\n  tt.call @g(%x) : (i32) -> ()\n  tt.return\n}\n" + (
    "tt.func private @g(%x: i32) {\n  tt.call @f(%x) : (i32) -> ()\n  tt.return\n}\n"
)


def test_calls_follow_a_new_name(tmp_path: Path):
    file = tmp_path / "recursive.mlir"
    file.write_text(RECURSIVE)
    source = str(xtriton.compile(file, until="source", name="h").asm["source"])
    assert "tt.func public @h(" in source
    assert "tt.call @h(" in source
    assert "@f" not in source


@pytest.mark.parametrize("name", ["", "1st", "a b", "a.b", "grün", "g"])
def test_names_that_cannot_be(name: str, tmp_path: Path):
    file = tmp_path / "recursive.mlir"
    file.write_text(RECURSIVE)
    why = "its module has another function of this name" if name == "g" else "PTX takes letters, digits, _ and "
    with pytest.raises(ValueError, match=f"^'{name}' is not a valid kernel name: {why}"):
        xtriton.compile(file, until="source", name=name)


def test_numbers_of_warps_and_stages_reach_the_binary():
    made = {
        (warps, stages): xtriton.compile(kernels.product, PRODUCT, num_warps=warps, num_stages=stages)
        for warps in (4, 8)
        for stages in (2, 4)
    }
    for (warps, stages), kernel in made.items():
        assert f".reqntid {32 * warps}" in str(kernel.asm["ptx"])
        signature = {"a": "*fp16", "b": "*fp16", "c": "*fp32", "K": "i32", "BLOCK": "constexpr"}
        theirs = by_triton(kernels.product, signature, {"BLOCK": 64}, 4, num_warps=warps, num_stages=stages)
        assert kernel.asm["ptx"] == theirs.asm["ptx"]
        assert kernel.metadata["num_warps"] == warps
    assert made[4, 4].metadata["shared"] == 2 * made[4, 2].metadata["shared"]
    assert len({kernel.asm["cubin"] for kernel in made.values()}) == 4


def test_metadata_describes_the_compilation():
    kernel = xtriton.compile(f"{FILE}:product", PRODUCT)
    known = kernel.metadata
    assert known["name"] == kernel.name == "product"
    assert known["target"] == "cuda:90"
    assert known["signature"] == ["*fp16", "*fp16", "*fp32", "i32"]
    assert known["constants"] == {"BLOCK": 64}
    assert known["registers"] > 0
    assert known["spill_stores"] == 0
    passes = [(entry["stage"], entry["name"], entry["engine"]) for entry in known["passes"]]
    assert passes[:-1] == [("ttir", name, "xtriton") for name in make_ttir_passes(90)]
    stage, name, engine = passes[-1]
    assert (stage, engine) == ("ttgir", "libtriton")
    assert name.startswith("convert-triton-to-tritongpu{target=cuda:90 num-warps=4")
    assert list(known["milliseconds"]) == ["source", "ttir", "ttgir", "llir", "ptx", "cubin"]
    assert known["versions"]["triton"] == triton.__version__
    assert list(known["versions"]) == ["xtriton", "xdsl", "triton", "ptxas"]


def test_each_stage_can_be_where_it_begins(tmp_path: Path):
    whole = xtriton.compile(kernels.add, ADD)
    whole.save(tmp_path)
    for suffix in ("source", "ttir", "ttgir"):
        again = xtriton.compile(tmp_path / f"add.{suffix}")
        assert again.asm["cubin"] == whole.asm["cubin"], suffix
        assert again.metadata["signature"] == whole.metadata["signature"]
    plain = tmp_path / "add.mlir"
    plain.write_text(str(whole.asm["source"]))
    assert xtriton.compile(str(plain)).asm["ttgir"] == whole.asm["ttgir"]


def test_warps_of_ttgir_are_those_it_was_made_for(tmp_path: Path):
    whole = xtriton.compile(kernels.product, PRODUCT, num_warps=8)
    (tmp_path / "product.ttgir").write_text(str(whole.asm["ttgir"]))
    again = xtriton.compile(tmp_path / "product.ttgir")
    assert again.asm["ptx"] == whole.asm["ptx"]
    assert again.metadata["num_warps"] == 8


def test_modules_of_the_builder():
    module = tb.Module()
    floats = tb.pointer(tb.float32, divisibility=16)

    @module.kernel(x=floats, out=floats, n=tb.int32, BLOCK=256)
    def triple(x: Any, out: Any, n: Any, BLOCK: Any) -> None:
        offsets = tb.program_id(0) * BLOCK + tb.arange(0, BLOCK)
        mask = offsets < n
        tb.store(out + offsets, tb.load(x + offsets, mask=mask) * 3.0, mask=mask)

    before = module.text(locations=True)
    kernel = xtriton.compile(module)
    assert module.text(locations=True) == before
    assert kernel.asm["source"] == before
    assert kernel.name == "triple"
    assert kernel.metadata["signature"] == ["*fp32", "*fp32", "i32"]
    assert "mul.f32" in str(kernel.asm["ptx"])


def test_saved_kernels_are_loaded_again(tmp_path: Path):
    kernel = xtriton.compile(kernels.add, ADD)
    files = kernel.save(tmp_path, "other")
    assert sorted(path.name for path in files) == sorted(
        f"other.{suffix}" for suffix in ("source", "ttir", "ttgir", "llir", "ptx", "cubin", "json")
    )
    loaded = xtriton.load(tmp_path / "other.json")
    assert loaded.asm == kernel.asm
    assert loaded.metadata == json.loads(json.dumps(kernel.metadata))
    assert pickle.loads(pickle.dumps(kernel)).asm == kernel.asm
    with pytest.raises(ValueError, match=r"none\.json cannot be read: No such file"):
        xtriton.load(tmp_path / "none.json")


def test_only_the_stages_that_are_wanted():
    kernel = xtriton.compile(kernels.add, ADD, until="ttgir")
    assert list(kernel.asm) == ["source", "ttir", "ttgir"]
    seen: list[str] = []
    xtriton.compile(kernels.add, ADD, until="ttir", progress=seen.append)
    assert seen == ["source", "ttir"]


def test_decorators_and_defaults():
    assert xtriton.compile(f"{FILE}:tuned", "*i32,i32,128", until="ttir").name == "tuned"
    assert xtriton.compile(kernels.tuned, "*i32,i32,128", until="ttir").name == "tuned"
    assert xtriton.compile(kernels.with_default, "*fp32", until="ttir").metadata["constants"]["BLOCK"] == 64


@pytest.mark.slow
@pytest.mark.parametrize(("first", "second"), [(90, 80), (80, 90), (89, 90)])
def test_fp8_conversions_are_those_of_the_target_whatever_triton_compiled_before(first: int, second: int) -> None:
    signature = "{'x': '*fp8e5', 'out': '*fp16', 'BLOCK': 'constexpr'}"
    triton_first = (
        "import sys, triton, xtriton\n"
        "from triton.backends.compiler import GPUTarget\n"
        "from triton.compiler.compiler import ASTSource\n"
        f"sys.path.insert(0, {str(Path(FILE).parent)!r})\n"
        "from kernels import reads_fp8\n"
        f"source = ASTSource(reads_fp8, {signature}, {{'BLOCK': 128}})\n"
        f"triton.compile(source, target=GPUTarget('cuda', {first}, 32))\n"
    )
    ours = f"print(xtriton.compile({FILE + ':reads_fp8'!r}, '*fp8e5,*fp16,128', target='cuda:{second}').asm['ptx'])\n"
    texts = [
        subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True).stdout
        for script in (triton_first + ours, "import xtriton\n" + ours)
    ]
    assert texts[0] == texts[1]
    assert ("cvt.rn.f16x2.e5m2x2" in texts[0]) == (second >= 89)


def test_other_targets_are_lowered_in_a_process_of_their_own():
    # The first target of this process may be another test's.
    other = next(capability for capability in (80, 89) if is_ours(Target(TARGET)) or not is_ours(Target(capability)))
    assert not is_ours(Target(other))
    kernel = xtriton.compile(kernels.product, PRODUCT, target=f"cuda:{other}")
    script = (
        "import sys, xtriton\n"
        f"kernel = xtriton.compile({FILE + ':product'!r}, {PRODUCT!r}, target='cuda:{other}')\n"
        "sys.stdout.buffer.write(kernel.asm['cubin'])\n"
    )
    alone = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert kernel.asm["cubin"] == alone.stdout
    assert kernel.metadata["shared"] > 0


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"target": "cuda:9"}, "target 'cuda:9' is not a GPU that Triton compiles for .*; did you mean cuda:90"),
        ({"target": "gfx942"}, "give cuda:CAPABILITY, such as cuda:90 or sm_90, or cpu"),
        ({"num_warps": 3}, "num_warps is 3: it must be one of 1, 2, 4, 8, 16, 32"),
        ({"num_warps": 64}, "num_warps is 64"),
        ({"num_stages": 0}, "num_stages is 0: it must be 1 or more"),
        ({"num_ctas": 2, "target": "cuda:80"}, "cuda:80 has no clusters: they come with cuda:90"),
        ({"maxnreg": 1000}, "threads have 16 to 255 registers"),
        ({"default_dot_input_precision": "f32"}, "must be one of tf32"),
        ({"warps": 4}, "there is no option 'warps'; did you mean 'num_warps'?"),
        ({"until": "sass"}, "there is no stage 'sass'"),
    ],
)
def test_settings_that_make_no_sense(settings: dict[str, Any], message: str):
    with pytest.raises(ValueError, match=message):
        xtriton.compile(kernels.add, ADD, **settings)


@pytest.mark.parametrize(
    ("kernel", "signature", "message"),
    [
        (kernels.add, None, "needs a signature, .* for its parameters: x, y, out, n, BLOCK"),
        (kernels.add, "*fp32", "the signature has 1 entry"),
        (f"{FILE}:absent", ADD, "has no 'absent'; @triton.jit functions there: add, block_scaled, calls_helper, "),
        (f"{FILE}:not_a_kernel", ADD, "has no @triton.jit function, but something else, under the name 'not_a_kernel'"),
        ("module {\n}\n" * 1000, ADD, "a text is not a kernel: give FILE.py:KERNEL"),
        ("a" * 300 + ".py:add", ADD, "there is no file aaa"),
        ("none.py:add", ADD, "there is no file none.py"),
        ("add", ADD, "'add' names no kernel: expected FILE.py:KERNEL"),
        ("none.ttir", None, "none.ttir cannot be read: No such file"),
        (3, None, "int is not a kernel"),
    ],
)
def test_invalid_kernels(kernel: Any, signature: str | None, message: str):
    with pytest.raises(ValueError, match=message):
        xtriton.compile(kernel, signature)


def test_files_that_cannot_be_executed(tmp_path: Path):
    (tmp_path / "broken.py").write_text("import nowhere_to_be_found\n")
    with pytest.raises(ValueError, match="cannot be executed: ModuleNotFoundError: No module named 'nowhere"):
        xtriton.compile(f"{tmp_path / 'broken.py'}:add", ADD)


@pytest.mark.parametrize(
    ("kernel", "signature", "line", "message"),
    [
        ("unknown_name", "*i32", "tl.store(x, missing + 1)", "missing is not defined"),
        ("calls_helper", "*i32,100", "return x + tl.arange(0, SIZE)", "arange's range must be a power of 2"),
    ],
)
def test_mistakes_in_kernels_are_located(kernel: str, signature: str, line: str, message: str):
    lines = Path(FILE).read_text().splitlines()
    number = next(index for index, text in enumerate(lines, 1) if line in text)
    with pytest.raises(DiagnosticError, match=f"{FILE}:{number}:.*{message}"):
        xtriton.compile(f"{FILE}:{kernel}", signature)


def test_formats_that_a_target_lacks():
    with pytest.raises(DiagnosticError, match="type fp8e4nv not supported in cuda:80"):
        xtriton.compile(kernels.reads_fp8, "*fp8e4nv,*fp16,64", target="cuda:80", until="ttir")


def test_corrupt_text(tmp_path: Path):
    file = tmp_path / "kernel.ttgir"
    file.write_text("module {\n  tt.func @f(%x: i32 {\n}\n")
    with pytest.raises(DiagnosticError, match=r"kernel.ttgir:3:\d+: error: "):
        xtriton.compile(file)
    file.write_text("module {\n  tt.func public @f() {\n    tt.return\n  }\n}\n")
    with pytest.raises(DiagnosticError, match="TTGIR needs the attribute"):
        xtriton.compile(file)
    file.write_text("module {\n}\n")
    with pytest.raises(DiagnosticError, match=r"the only public tt\.func of its module; there: none"):
        xtriton.compile(file)


def test_failures_of_ptxas_say_how_to_see_them_again():
    with pytest.raises(DiagnosticError) as failure:
        xtriton.compile(kernels.add, ADD, ptx_options="--nonsense")
    assert failure.value.diagnostic.message == "ptxas failed: Unknown option '-nonsense'"
    (note,) = failure.value.diagnostic.notes
    assert note.message.startswith("to see it again: /")
    ptx = next(Path(word) for word in note.message.split() if word.endswith(".ptx"))
    assert ".visible .entry add(" in ptx.read_text()
    ptx.unlink()


def test_reports_of_ptxas():
    log = """\
ptxas info    : Compiling entry function 'kernel' for 'sm_90a'
ptxas info    : Function properties for kernel
    16 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads
ptxas info    : Used 40 registers, used 1 barriers, 400 bytes cmem[0]
ptxas info    : Function properties for helper
    4 bytes stack frame, 1 bytes spill stores, 2 bytes spill loads
"""
    assert read_resources(log) == Resources(registers=40, stack=20, spill_stores=9, spill_loads=14)
    assert read_resources("") == Resources(0, 0, 0, 0)


@pytest.mark.parametrize(
    "place", ["the function 'kernel'", "function 'kernel' in line 12", "the function 'kernel' in line 12"]
)
def test_reason_why_ptxas_serialises_dots(place: str):
    loss = "ptxas info    : (C7515) Potential Performance Loss: wgmma.mma_async instructions are serialized due to"
    log = f"{loss} ill formed pipeline stage in {place}\nptxas info    : Used 40 registers, used 1 barriers\n"
    assert read_resources(log) == Resources(40, 0, 0, 0, "ill formed pipeline stage")


def test_launches_need_all_arguments_and_a_whole_kernel():
    kernel = xtriton.compile(kernels.add, ADD, until="ptx")
    with pytest.raises(ValueError, match="arguments 'y', 'out', 'n' are missing: 'add' takes x, y, out, n: 4"):
        kernel[(4,)](1)
    with pytest.raises(ValueError, match="was compiled to ptx, not to cubin"):
        kernel[4](1, 2, 3, 4)
    with pytest.raises(ValueError, match="a grid has one to three extents"):
        kernel[(1, 1, 1, 1)]


def test_options_are_those_of_triton():
    backend = triton.compiler.make_backend(GPUTarget("cuda", TARGET, 32))
    assert backend.parse_options(Options().for_triton()) == backend.parse_options({})


KERNEL_WITH_HELPER = """\
import triton
import triton.language as tl
from helper import NUMBER


@triton.jit
def store(x, VALUE: tl.constexpr = NUMBER):
    tl.store(x, VALUE)
"""


def stored(folder: Path, number: int, name: str = "kernel.py") -> str:
    """The TTIR of a kernel that stores a number, which a module beside it says."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(KERNEL_WITH_HELPER)
    (folder / "helper.py").write_text(f"NUMBER = {number}\n")
    return str(xtriton.compile(f"{folder / name}:store", "*i32", until="ttir").asm["ttir"])


def test_kernels_use_the_modules_beside_them(tmp_path: Path):
    assert "arith.constant 11 : i32" in stored(tmp_path / "a", 11)
    assert "arith.constant 12 : i32" in stored(tmp_path / "b", 12)
    assert "arith.constant 13 : i32" in stored(tmp_path / "b", 13)
    assert "helper" not in sys.modules


def test_kernel_files_may_be_called_as_other_modules(tmp_path: Path):
    assert "arith.constant 5 : i32" in stored(tmp_path, 5, "json.py")
    assert sys.modules["json"] is json


def test_files_that_leave(tmp_path: Path):
    (tmp_path / "leaves.py").write_text("raise SystemExit(3)\n")
    with pytest.raises(ValueError, match="cannot be executed: SystemExit: 3"):
        xtriton.compile(f"{tmp_path / 'leaves.py'}:add", ADD)


def test_threads_do_not_mix_metadata():
    alone = {warps: xtriton.compile(kernels.product, PRODUCT, num_warps=warps) for warps in (4, 8)}
    stream, descriptor = sys.stdout, os.fstat(2)
    with ThreadPoolExecutor(4) as threads:
        futures = [
            threads.submit(xtriton.compile, kernels.product, PRODUCT, num_warps=warps) for warps in (4, 8, 4, 8, 4, 8)
        ]
        for future in futures:
            kernel = future.result()
            expected = alone[kernel.metadata["num_warps"]]
            assert kernel.metadata["registers"] == expected.metadata["registers"] > 0
            assert kernel.asm["cubin"] == expected.asm["cubin"]
    assert sys.stdout is stream
    assert os.path.samestat(os.fstat(2), descriptor)
    assert not triton.knobs.nvidia.dump_ptxas_log


def test_saving_removes_files_of_another_kernel(tmp_path: Path):
    xtriton.compile(kernels.add, ADD).save(tmp_path)
    xtriton.compile(kernels.add, ADD, num_warps=8, until="ptx").save(tmp_path)
    assert "cubin" not in xtriton.load(tmp_path / "add.json").asm
    assert not (tmp_path / "add.cubin").exists()


def test_ttgir_is_not_compiled_for_anything_else(tmp_path: Path):
    file = tmp_path / "add.ttgir"
    file.write_text(str(xtriton.compile(kernels.add, ADD, num_warps=4, until="ttgir").asm["ttgir"]))
    with pytest.raises(ValueError, match="is made for num_warps=4, not 8"):
        xtriton.compile(file, num_warps=8)
    with pytest.raises(DiagnosticError, match="this TTGIR is made for cuda:90, not for cuda:80"):
        xtriton.compile(file, target="cuda:80")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"num_warps": "4"}, "num_warps is '4': it must be a whole number"),
        ({"num_warps": True}, "num_warps is True: it must be a whole number"),
        ({"num_stages": 2.5}, "num_stages is 2.5: it must be a whole number"),
        ({"maxnreg": 16.5}, "maxnreg is 16.5"),
        ({"ptx_options": ["-O1"]}, "ptx_options is .* it must be a text"),
        ({"debug": "yes"}, "debug is 'yes': it must be True or False"),
        ({"options": {}}, "options are an Options object"),
        ({"target": "h100"}, "target 'h100' is not known"),
        ({"target": "cuda:\u0669\u0660"}, "is not known"),
    ],
)
def test_settings_of_the_wrong_type(settings: dict[str, Any], message: str):
    with pytest.raises(ValueError, match=message):
        xtriton.compile(kernels.add, ADD, **settings)


def test_signatures_of_the_wrong_type():
    with pytest.raises(ValueError, match="a signature is a text"):
        xtriton.compile(kernels.add, 3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "signature",
    [
        "x=*fp32:16,y=*fp32:16,out=*fp32:16,n=i32,BLOCK=256",
        "*fp32:16, *fp32:16, *fp32:16, BLOCK = 256, n = i32",
        ["*fp32:16", "*fp32:16", "*fp32:16", "i32", 256],
        ("*fp32:16", "*fp32:16", "*fp32:16", "n=i32", "BLOCK=256"),
        {"BLOCK": 256, "x": "*fp32:16", "y": "*fp32:16", "out": "*fp32:16", "n": "i32"},
    ],
)
def test_spellings_of_a_signature(signature: Any):
    expected = xtriton.compile(kernels.add, "*fp32:16,*fp32:16,*fp32:16,i32,256", until="source")
    found = xtriton.compile(kernels.add, signature, until="source")
    assert found.asm["source"] == expected.asm["source"]
    assert found.parameters == ("x", "y", "out", "n")


@pytest.mark.parametrize("target", ["cuda:90", "sm_90", "sm90", "90", "90a", "sm_90a", "cuda:90a", "9.0", 90])
def test_spellings_of_a_target(target: Any):
    assert xtriton.compile(kernels.add, ADD, target=target, until="source").metadata["target"] == "cuda:90"


def test_kernel_without_parameters(tmp_path: Path) -> None:
    path = tmp_path / "nothing.py"
    path.write_text("import triton\n\n\n@triton.jit\ndef nothing():\n    pass\n")
    assert xtriton.compile(f"{path}:nothing", target="cuda:90").name == "nothing"


GLUON = """
from triton.experimental import gluon
from triton.experimental.gluon import language as gl


@gluon.jit
def double(x_ptr, BLOCK: gl.constexpr, layout: gl.constexpr):
    offsets = gl.arange(0, BLOCK, layout=layout)
    gl.store(x_ptr + offsets, 2 * gl.load(x_ptr + offsets))
"""


@pytest.fixture
def gluon_kernel(tmp_path: Path) -> str:
    path = tmp_path / "gluon_kernel.py"
    path.write_text(GLUON.lstrip())
    return f"{path}:double"


LAYOUTS = (
    "BlockedLayout([1], [32], [4], [0])",
    "gl.BlockedLayout(size_per_thread=[1], threads_per_warp=[32], warps_per_cta=[4], order=[0])",
    "SliceLayout(0, BlockedLayout([1, 1], [1, 32], [1, 4], [1, 0]))",
)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_gluon_kernel(gluon_kernel: str, layout: str) -> None:
    made = xtriton.compile(gluon_kernel, f"*fp32:16,128,{layout}", target="cuda:90", until="ptx", engine="native")
    assert list(made.asm) == ["source", "ttgir", "llir", "ptx"]
    assert [record["name"] for record in made.metadata["passes"]] == list(gluon_passes())


@pytest.mark.parametrize(
    ("layout", "problem"),
    [
        ("BlockedLayout([1])", "is no layout: "),
        ("BlockedLayout(x)", "is no layout: "),
        ("FlatLayout()", "parameter 'layout' is a constexpr"),
        ("print()", "parameter 'layout' is a constexpr"),
    ],
)
def test_texts_that_are_no_layouts(gluon_kernel: str, layout: str, problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        xtriton.compile(gluon_kernel, f"*fp32:16,128,{layout}", target="cuda:90")


def test_gluon_kernel_from_text(gluon_kernel: str, tmp_path: Path) -> None:
    made = xtriton.compile(gluon_kernel, f"*fp32:16,128,{LAYOUTS[0]}", target="cuda:90", until="ttgir")
    path = tmp_path / "double.source"
    path.write_text(str(made.asm["source"]))
    assert xtriton.compile(str(path), target="cuda:90", until="ttgir").asm["ttgir"] == made.asm["ttgir"]
    with pytest.raises(DiagnosticError, match="this TTGIR is made for cuda:90, not for cuda:80"):
        xtriton.compile(str(path), target="cuda:80")


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"until": "ttir"}, "is a Gluon kernel, which has no ttir: its first stage is ttgir"),
        ({"optimize": "hopper"}, "is a Gluon kernel, which has no ttir: optimize='hopper' is for ttir"),
    ],
)
def test_settings_about_ttir_of_gluon(gluon_kernel: str, settings: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        xtriton.compile(gluon_kernel, f"*fp32:16,128,{LAYOUTS[0]}", target="cuda:90", **settings)


def test_gluon_kernel_on_the_cpu(gluon_kernel: str) -> None:
    with pytest.raises(DiagnosticError, match=r"'double' is a Gluon kernel: its layouts distribute") as failure:
        xtriton.compile(gluon_kernel, f"*fp32:16,128,{LAYOUTS[0]}", target="cpu")
    assert ":5:1" in str(failure.value)
