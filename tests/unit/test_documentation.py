"""The programs and commands in the documentation run, with the output shown there."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from selection import some

from xtriton.cli.main import main as xtriton_main
from xtriton.cli.opt import main as opt_main
from xtriton.passes import PASSES, pass_class
from xtriton.passes.libtriton import WHEEL_PASSES
from xtriton.versions import NEWEST, at_version

_ROOT = Path(__file__).parents[2]
_EXAMPLE = "examples/vector_add.mlir"
_TWICE = """\
tt.func @f(%x: tensor<32xf32>) -> tensor<32xf32> {
  %0 = toy.twice %x : tensor<32xf32>
  %1 = toy.twice %0 : tensor<32xf32>
  tt.return %1 : tensor<32xf32>
}
"""


def _blocks(page: str, language: str) -> list[str]:
    text = (_ROOT / page).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def _python(*arguments: str | Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run Python in the checkout, on the modules of the checkout."""
    return subprocess.run(
        [sys.executable, *arguments],
        input=stdin,
        capture_output=True,
        text=True,
        check=False,
        cwd=_ROOT,
        env={**os.environ, "PYTHONPATH": str(_ROOT)},
    )


Tool = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def tool(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Tool:
    """Runs a command as in the checkout, without a process of its own."""

    def run(command: str, *arguments: str) -> subprocess.CompletedProcess[str]:
        monkeypatch.chdir(_ROOT)
        capfd.readouterr()
        status = {"xtriton-opt": opt_main, "xtriton": xtriton_main}[command](arguments)
        said = capfd.readouterr()
        return subprocess.CompletedProcess((command, *arguments), status, said.out, said.err)

    return run


def _commands() -> list[str]:
    lines = "".join("".join(_blocks(page, "sh")) for page in ("README.md", "docs/passes.md")).splitlines()
    return [line for line in lines if line.startswith("xtriton-opt ") and "--load-pass-plugin" not in line]


@pytest.mark.parametrize("command", some(_commands(), 3))
def test_commands(command: str, tool: Tool):
    arguments = shlex.split(command.replace(" FILE ", f" {_EXAMPLE} "), comments=True)[1:]
    done = tool("xtriton-opt", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert ("func.func @vector_add(" if "linalg" in command else "tt.func public @vector_add(") in done.stdout


def test_dialect_conversion():
    (program,) = (block for block in _blocks("docs/rewriting.md", "python") if "def split_integers" in block)
    scope: dict[str, Callable[[str], str]] = {}
    exec(program, scope)
    text = """
        func.func @f(%c: i1, %x: i64, %y: i64) -> i64 {
          %0 = scf.if %c -> i64 {
            %1 = arith.andi %x, %y : i64
            scf.yield %1 : i64
          } else {
            scf.yield %x : i64
          }
          return %0 : i64
        }
    """
    lines = scope["split_integers"](text).splitlines()
    assert lines[1].strip() == (
        "func.func @f(%arg0: i1, %arg1: i32, %arg2: i32, %arg3: i32, %arg4: i32) -> (i32, i32) {"
    )
    assert sum("arith.andi" in line for line in lines) == 2


def test_readme():
    done = _python("-c", _blocks("README.md", "python")[0])
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("['builtin.module', 'tt.func', 'arith.constant', ")
    assert done.stdout.endswith("    tt.return\n  }\n}\n")


def test_transcript(tool: Tool):
    (transcript,) = _blocks("README.md", "console")
    steps = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", transcript, re.MULTILINE)
    for command, output in steps:
        program, *arguments = shlex.split(command)
        if program == "cat":
            assert (_ROOT / arguments[0]).read_text(encoding="utf-8") == output
        else:
            assert program == "xtriton-opt"
            done = tool(program, *arguments)
            assert (done.returncode, done.stdout, done.stderr) == (0, output, "")
    assert len(steps) == 2


@pytest.mark.parametrize("page", sorted(path.name for path in (_ROOT / "docs").glob("*.md")))
def test_every_page_is_listed(page: str):
    assert f"[docs/{page}](docs/{page})" in (_ROOT / "README.md").read_text(encoding="utf-8")


def test_library():
    done = _python("-c", "\n".join(_blocks("docs/library.md", "python")))
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(f"{_EXAMPLE}:7:14: error: 'tt.make_range' op number of elements in returned tensor")
    assert done.stdout.count("tt.make_range {end = 128 : i32, start = 0 : i32}") == 2
    assert f'loc("{_EXAMPLE}":7:14)' in done.stdout


def _with_plugin(script: Path, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    """Run xtriton-opt with the passes of a file."""
    return _python("-m", "xtriton.cli.opt", f"--load-pass-plugin={script}", *arguments, stdin=stdin)


@pytest.mark.slow
def test_a_pass_of_your_own(tmp_path: Path):
    script = tmp_path / "limit_loads.py"
    script.write_text(_blocks("docs/passes.md", "python")[0])
    assert _with_plugin(script, _EXAMPLE, "--limit-loads").returncode == 0
    done = _with_plugin(script, _EXAMPLE, "--limit-loads=at-most=1")
    assert done.returncode == 1
    assert re.match(rf"{_EXAMPLE}:\d+:\d+: error: load 2 is one too many\n.* tt\.load ", done.stderr)


@pytest.mark.slow
def test_a_pass_on_layouts(tmp_path: Path):
    script = tmp_path / "widen_loads.py"
    script.write_text(_blocks("docs/passes.md", "python")[1])
    (command,) = (line for line in "".join(_blocks("docs/passes.md", "sh")).splitlines() if "widen_loads.py" in line)
    done = _with_plugin(script, _EXAMPLE, *shlex.split(command)[3:])
    assert (done.returncode, done.stderr) == (0, "")
    (alias,) = re.findall(r"^(#\w+) = #ttg.blocked<{sizePerThread = \[4\],", done.stdout, re.MULTILINE)
    assert len(re.findall(rf"tt.load .*, {alias}>$", done.stdout, re.MULTILINE)) == 2


@pytest.mark.slow
def test_a_rewrite_of_your_own(tmp_path: Path):
    program, *imports = _blocks("docs/rewriting.md", "python")
    assert _python("-c", "\n".join(imports)).returncode == 0
    text = "tt.func @f(%x: i32) -> i32 {\n  %0 = arith.addi %x, %x : i32\n  tt.return %0 : i32\n}\n"
    script = tmp_path / "shift_sums.py"
    script.write_text(program)
    done = _with_plugin(script, "--shift-sums", "--verify-each=interp", stdin=text)
    assert (done.returncode, done.stderr) == (0, "")
    assert "arith.shli %arg0, %c1_i32 : i32" in done.stdout
    script.write_text(program.replace("IntegerAttr(1, i32)", "IntegerAttr(2, i32)"))
    done = _with_plugin(script, "--shift-sums", "--verify-each=interp", stdin=text)
    assert done.returncode == 1
    assert "error: pass 'shift-sums' changes what 'f' computes: result #0 was " in done.stderr
    script.write_text(program.replace(" or op.result.type != i32", ""))
    wrong = _with_plugin(script, "--shift-sums", stdin=text.replace("i32", "i64"))
    assert "error: 'arith.shli' op requires the same type for all operands and results" in wrong.stderr


@pytest.mark.slow
def test_a_set_of_patterns_of_your_own(tmp_path: Path):
    (program,) = (block for block in _blocks("docs/adding.md", "python") if "class ReduceStrength" in block)
    script = tmp_path / "reduce_strength.py"
    script.write_text(program)
    text = (
        "tt.func @f(%x: i32) -> (i32, i32) {\n  %c8 = arith.constant 8 : i32\n  %c512 = arith.constant 512 : i32\n"
        "  %0 = arith.muli %x, %c8 : i32\n  %1 = arith.muli %x, %c512 : i32\n  tt.return %0, %1 : i32, i32\n}\n"
    )
    done = _with_plugin(script, "--reduce-strength=max-shift=8", "--verify-each=interp", stdin=text)
    assert (done.returncode, done.stderr) == (0, "")
    assert "arith.shli %arg0, %c3_i32 : i32" in done.stdout
    assert "arith.muli %arg0, %c512_i32 : i32" in done.stdout


def test_lowering_quoted_from_the_source():
    (rule,) = (block for block in _blocks("docs/adding.md", "python") if block.startswith("def _absolute"))
    assert rule in (_ROOT / "xtriton/passes/cpu/to_llvm/arithmetic.py").read_text(encoding="utf-8")


_PAGES = ("README.md", *(f"docs/{path.name}" for path in sorted((_ROOT / "docs").glob("*.md"))))


@pytest.mark.parametrize("page", _PAGES)
def test_files_that_are_named_exist(page: str):
    text = (_ROOT / page).read_text(encoding="utf-8")
    named = re.findall(r"`((?:xtriton|tests|examples|benchmarks|docs)/[\w./-]*)`", text)
    assert [path for path in named if "NAME" not in path and not (_ROOT / path).exists()] == []


@pytest.mark.slow
def test_interpreter(tmp_path: Path):
    of_a_file, of_a_kernel = _blocks("docs/interpreter.md", "python")[:2]
    script, file = tmp_path / "add.py", tmp_path / "add.ttir"
    compiled = "xtriton.compile(add, '*fp32,*fp32,*fp32,i32,256', until='ttir')"
    script.write_text(f"{of_a_kernel}open({str(file)!r}, 'w').write({compiled}.asm['ttir'])\n")
    done = _python(script)
    assert (done.returncode, done.stdout, done.stderr) == (0, "2000.0\n", "")
    done = _python("-c", of_a_file.replace('"add.ttir"', repr(str(file))) + "\nprint(out.sum())")
    assert (done.returncode, done.stdout, done.stderr) == (0, "2000.0\n", "")


@pytest.mark.slow
def test_cpu(tmp_path: Path):
    pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")
    (program, launches, _), (command,) = _blocks("docs/cpu.md", "python"), _blocks("docs/cpu.md", "sh")
    script = tmp_path / "launches.py"
    script.write_text(f"{program}out[:] = 0\n{launches}assert (out == x + y).all()\n")
    done = _python(script)
    script.unlink()
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "[1. 2. 3.] ['source', 'ttir', 'linalg', 'llvm', 'll', 's', 'o']\n"
    done = _python("-m", "xtriton.cli.main", *shlex.split(command.replace("-o build", f"-o {tmp_path}"))[1:])
    assert (done.returncode, done.stderr) == (0, "")
    suffixes = {"source", "ttir", "linalg.mlir", "llvm.mlir", "ll", "s", "o", "json"}
    assert {path.name for path in tmp_path.iterdir()} == {f"add.{suffix}" for suffix in suffixes}


@pytest.mark.slow
def test_torch_compile_on_the_cpu():
    pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")
    pytest.importorskip("torch", reason="torch.compile is torch's")
    *_, program = _blocks("docs/cpu.md", "python")
    done = _python("-c", program)
    assert (done.returncode, done.stdout) == (0, "torch.Size([8, 256])\n"), done.stderr


@pytest.mark.slow
def test_linalg(tool: Tool):
    (commands,) = _blocks("docs/linalg.md", "sh")
    for command in commands.splitlines():
        done = tool(*shlex.split(command, comments=True))
        assert (done.returncode, done.stderr) == (0, "")
        assert "func.func @vector_add(%arg0: memref<*xf32>" in done.stdout


def _compile_commands() -> list[str]:
    lines = "".join("".join(_blocks(page, "sh")) for page in ("README.md", "docs/compile.md")).splitlines()
    return [line for line in lines if line.startswith("xtriton compile ") and _GLUON not in line]


_GLUON = "gluon_add.py"
"""The example of a Gluon kernel, whose commands share a folder and a variable."""


@pytest.mark.parametrize("command", some(_compile_commands(), 3))
def test_compile_commands(command: str, tmp_path: Path, tool: Tool):
    arguments = shlex.split(command.replace(" -o build", f" -o {tmp_path}"))[1:]
    done = tool("xtriton", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(list(tmp_path.glob("add*.cubin"))) == len(done.stdout.splitlines()) // 2 >= 1


def test_layouts_and_schedules_of_the_readme(tool: Tool):
    lines = "".join(_blocks("README.md", "sh")).replace("\\\n", "").splitlines()
    (layout,) = [line for line in lines if line.startswith("xtriton layout ")]
    done = tool(*shlex.split(layout))
    assert (done.returncode, done.stderr) == (0, "")
    (schedule,) = [line for line in lines if line.startswith("xtriton schedule ")]
    done = tool(*shlex.split(schedule))
    assert (done.returncode, done.stderr) == (0, "")
    assert "3 stages" in done.stdout
    assert "ttng.warp_group_dot" in done.stdout


@pytest.mark.parametrize("page", some(["README.md", "docs/explain.md"], 2))
def test_explaining(page: str, tmp_path: Path, tool: Tool):
    lines = "".join(_blocks(page, "sh")).splitlines()
    (command,) = [line for line in lines if line.startswith("xtriton explain ")]
    arguments = shlex.split(command.replace(" -o ", f" -o {tmp_path}/"))[1:]
    done = tool("xtriton", *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "add.html").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.slow
def test_transcript_of_explain():
    (transcript,) = _blocks("docs/explain.md", "console")
    command, _, output = transcript.removeprefix("$ ").partition("\n")
    done = _python("-m", "xtriton.cli.main", *shlex.split(command)[1:])
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith(output.removesuffix("...\n"))
    done = _python("-c", "\n".join(_blocks("docs/explain.md", "python")))
    assert (done.returncode, done.stderr) == (0, "")
    assert "add.py:11 narrow access pass divisibility 16 of argument `n`" in done.stdout


@pytest.mark.slow
def test_compiling_in_python(tmp_path: Path):
    one, many = [block for block in _blocks("docs/compile.md", "python") if "gl." not in block]
    done = _python("-c", one.replace('"build', f'"{tmp_path}'))
    assert (done.returncode, done.stderr) == (0, "")
    assert re.match(r"\d+ 0 //\n// Generated by LLVM", done.stdout)
    script = tmp_path / "many.py"
    script.write_text(many)
    done = _python(script)
    assert (done.returncode, done.stderr) == (0, "")
    assert len(done.stdout.split()) == 4


@pytest.mark.slow
def test_gluon(tmp_path: Path):
    kernel, launch = [block for block in _blocks("docs/compile.md", "python") if "gl." in block]
    (commands,) = [block for block in _blocks("docs/compile.md", "sh") if _GLUON in block]
    script = tmp_path / _GLUON
    script.write_text(kernel, encoding="utf-8")
    signature, *lines = commands.replace("build", f"{tmp_path}/build").replace(_GLUON, str(script)).splitlines()
    for line in lines:
        text = line.replace('"$SIGNATURE"', signature.partition("=")[2]).replace("add.html", f"{tmp_path}/add.html")
        command, *arguments = shlex.split(text)
        done = _python("-m", "xtriton.cli.opt" if command == "xtriton-opt" else "xtriton.cli.main", *arguments)
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "build" / "add.cubin").exists()
    assert (tmp_path / "add.html").exists()
    arrays = (
        "import numpy as np\nimport xtriton\nx = np.arange(1000, dtype=np.float32)\ny, out = x + 1, np.zeros_like(x)\n"
    )
    script.write_text(f"{kernel}\n{arrays}{launch}assert np.array_equal(out, x + y)\n", encoding="utf-8")
    done = _python(script)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_dispatching(tmp_path: Path):
    (command,), (program,) = _blocks("docs/dispatch.md", "sh"), _blocks("docs/dispatch.md", "python")
    file = str(tmp_path / "dispatched.mlir")
    done = _python("-m", "xtriton.cli.opt", *shlex.split(command.replace("dispatched.mlir", file))[1:])
    assert (done.returncode, done.stderr) == (0, "")
    done = _python("-c", program.replace("dispatched.mlir", file))
    assert (done.returncode, done.stdout, done.stderr) == (0, "(5, 384) 256.0\n", "")


@pytest.mark.parametrize(("target", "instruction"), [("cuda:89", "mma.sync"), ("cuda:90", "wgmma.mma_async")])
def test_demo(target: str, instruction: str):
    done = _python("examples/fp8_demo.py", target)
    assert done.returncode == 0, done.stderr
    assert re.search(rf"tensor cores: \d+ x {re.escape(instruction)}", done.stdout)
    assert re.search(r"ttir +[\d.]+ ms +\d+ bytes  \d x xtriton\n", done.stdout)
    assert ", 0 bytes spilled, " in done.stdout


@pytest.mark.slow
def test_sweep_on_dask():
    done = _python("examples/sweep.py")
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) == 9


def test_every_native_pass_is_listed():
    text = (_ROOT / "docs/passes.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `([\w-]+)` \|", text.split("## Passes in Python")[1].split("## ")[0], re.MULTILINE)
    known = set(PASSES) - {"libtriton"}
    assert not known - set(listed), "passes without a row of docs/passes.md"
    assert not set(listed) - known, "rows of docs/passes.md without a pass"
    assert len(listed) == len(set(listed)), "passes with two rows of docs/passes.md"


@pytest.mark.parametrize("name", sorted(set(PASSES) - {"libtriton"}))
def test_row_of_a_pass_is_its_help(name: str):
    row = f"| `{name}` | {pass_class(name).summary().replace('``', '`')}"
    rows = (_ROOT / "docs/passes.md").read_text(encoding="utf-8").splitlines()
    assert any(other.startswith(row) for other in rows), f"docs/passes.md lacks the row: {row} |"


def test_every_pass_of_the_wheel_is_listed():
    text = (_ROOT / "docs/passes.md").read_text(encoding="utf-8")
    listed = re.findall(r"`([\w-]+)(?:\{([^}]*)\})?`", text.split("## Passes of the Triton wheel")[1].split("## ")[0])
    options = {name: tuple(names.split()) for name, names in listed}
    expected = {
        name: tuple(key for key, _ in at_version(entry.options, NEWEST)) for name, (_, entry) in WHEEL_PASSES.items()
    }
    assert {name: options.get(name) for name in expected} == expected


def test_toy_dialect():
    toy = "examples/toy_dialect.py"
    assert _python(toy, stdin=_TWICE).stdout.count(" = toy.twice %") == 2
    lowered = _python(toy, "--lower-toy=limit=1", stdin=_TWICE).stdout
    assert "%0 = arith.addf %arg0, %arg0 : tensor<32xf32>" in lowered
    assert "%1 = toy.twice %0 : tensor<32xf32>" in lowered
    wrong = _python(toy, stdin=_TWICE.replace("tensor<32xf32>", "f32"))
    assert wrong.stderr.startswith(
        "<stdin>:2:8: error: 'toy.twice' op operand #0 must be ranked tensor of any type values, but got 'f32'\n"
    )
