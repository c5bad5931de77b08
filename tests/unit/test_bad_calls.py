"""Calls that are wrong, on the command lines and in Python: each is one error, located, with what to do.

An expectation is a part of the message; ``...`` in it stands for any text.
"""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import numpy as np
import pytest

triton = pytest.importorskip("triton", reason="there is no wheel of Triton")
import triton.language as tl  # noqa: E402
from unit.cli.statuses import status_for  # noqa: E402

import xtriton  # noqa: E402
from xtriton.cli.main import main  # noqa: E402
from xtriton.cli.opt import run as run_opt  # noqa: E402
from xtriton.ir.diagnostics import DiagnosticError  # noqa: E402

SOURCE = """\
import triton
import triton.language as tl


@triton.jit
def add(x, y, n, BLOCK: tl.constexpr):
    offsets = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    mask = offsets < n
    tl.store(y + offsets, tl.load(x + offsets, mask), mask)


@triton.jit
def helper(v):
    return tl.dot(v, v)


@triton.jit
def nested(x, BLOCK: tl.constexpr):
    tl.store(x, helper(tl.load(x + tl.arange(0, BLOCK))))


@triton.autotune(configs=[triton.Config({"BLOCK": 64}, num_warps=2), triton.Config({"BLOCK": 128})], key=["n"])
@triton.heuristics({"EVEN": lambda args: args["n"] % args["BLOCK"] == 0})
@triton.jit
def tuned(x, n, BLOCK: tl.constexpr, EVEN: tl.constexpr):
    tl.store(x + tl.arange(0, BLOCK), 1.0)


@triton.jit
def large(x, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)[:, None] * BLOCK + tl.arange(0, BLOCK)[None, :]
    tl.store(x + offsets, tl.dot(tl.load(x + offsets), tl.load(x + offsets)).to(tl.float16))


@triton.jit
def matrices(x, BLOCK: tl.constexpr):
    v = tl.load(x + tl.arange(0, BLOCK))
    tl.store(x, v @ v)


@triton.jit
def itself(x):
    itself(x)


@triton.jit
def leaves_loop(x):
    for _ in range(3):
        return


@triton.jit
def broken_off(x):
    while tl.load(x):
        break


@triton.jit
def many(x, n):
    tl.store(x, tl.load(x), n, 1, 2, 3, 4)


@triton.jit
def method(x):
    tl.store(x, tl.load(x).summ())


@triton.jit
def misspelt(x):
    tl.store(x, tl.lod(x))


@triton.jit
def misspelt_keyword(x):
    tl.store(x, tl.load(x, maks=True))


@triton.jit
def unknown_name(x):
    tl.store(x, nowhere)


@triton.jit
def unequal(x, N: tl.constexpr):
    tl.store(x + tl.arange(0, N), tl.arange(0, N) + tl.arange(0, 2 * N))


@triton.jit
def over_list(x):
    for i in [1, 2]:
        tl.store(x + i, i)


@triton.jit
def through_constant(x, p: tl.constexpr):
    tl.store(x, tl.load(p))


@triton.jit
def method_of_none(x, y):
    tl.store(x, y.to(tl.float32))


not_a_kernel = 3
"""
ADD = "*fp32,*fp32,i32,64"
IR = "tt.func @f(%x: !tt.ptr<f32>) {\n  tt.return\n}\n"


@triton.jit
def copy(x, y, n, BLOCK: tl.constexpr):
    offsets = tl.arange(0, BLOCK)
    tl.store(y + offsets, tl.load(x + offsets, offsets < n), offsets < n)


@triton.jit
def scaled(x, FACTOR: tl.constexpr):
    tl.store(x, tl.load(x) * FACTOR)


@triton.jit
def checked(x, n):
    tl.device_assert(tl.load(x + tl.program_id(0)) < n, "too large")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("calls")
    (made / "k.py").write_text(SOURCE)
    (made / "broken.py").write_text("import nowhere\n")
    (made / "syntax.py").write_text("def f(:\n")
    (made / "good.mlir").write_text(IR)
    (made / "bad.mlir").write_text("tt.func @f() {\n  tt.retrun\n}\n")
    (made / "two.mlir").write_text(IR + IR.replace("@f", "@g"))
    (made / "plain.ttgir").write_text(IR)
    (made / "k.ptx").write_text("//\n.version 8.0\n")
    (made / "k.cubin").write_bytes(b"\x7fELF123")
    (made / "k.txt").write_text("text")
    (made / "k.json").write_text("{}")
    return made


def _matches(expected: str, text: str) -> bool:
    return re.search(".*".join(map(re.escape, expected.split("..."))), text) is not None


_EMPTY = "EMPTY"
"""Stands for an empty word."""

COMMANDS: list[tuple[str, str]] = [
    # xtriton itself
    ("", "xtriton: error: the following arguments are required: COMMAND; see 'xtriton --help'"),
    ("compil", "xtriton: error: COMMAND is 'compil'; did you mean 'compile'?"),
    ("--versoin", "xtriton: error: the following arguments are required: COMMAND"),
    ("help compil", "xtriton help: error: there is no page 'compil'; did you mean 'compile'?"),
    ("help zzz", "there is no page 'zzz'; xtriton help lists them"),
    ("help bisect", "there is no page 'bisect'; the command's options: xtriton bisect --help"),
    ("help checked", "there is no page 'checked'; pages with such a heading: interpreter, run"),
    # options of xtriton compile
    ("compile", "xtriton compile: error: the following arguments are required: kernel"),
    ("compile k.py:add --num-wraps 4", "unknown option '--num-wraps'; did you mean '--num-warps'?"),
    ("compile k.py:add good.mlir -s i32", "unknown argument 'good.mlir'"),
    ("compile k.py:add -s SIG --engine nativ", "--engine is 'nativ'; did you mean 'native'?"),
    ("compile k.py:add -s SIG --optimize blackwell", "--optimize is 'blackwell': it is one of hopper"),
    ("compile k.py:add -s SIG --optimize hopper -t cuda:80", "optimize='hopper' is for cuda:90, not for cuda:80"),
    ("compile k.py:add -s SIG -w four", "--num-warps takes numbers, such as 4 or 4,8, not 'four'"),
    ("compile k.py:add -s SIG -w 3", "num_warps is 3: it must be one of 1, 2, 4"),
    ("compile k.py:add -s SIG -n 0", "num_stages is 0: it must be 1 or more"),
    ("compile k.py:add -s SIG --num-ctas 2 -t 80", "cuda:80 has no clusters: they come with cuda:90"),
    ("compile k.py:add -s SIG --maxnreg 9", "maxnreg is 9: threads have 16 to 255 registers"),
    ("compile k.py:add -s SIG --until ptxx", "there is no stage 'ptxx'; did you mean 'ptx'?"),
    ("compile k.py:add -s SIG --until sasss", "there is no stage 'sasss': stages are source, ttir"),
    ("compile k.py:add -s SIG -t cpu --until ptx", "there is no stage 'ptx': stages are source, ttir, linalg"),
    ("compile k.py:add -s SIG -j 0", "--jobs is 0: there must be a worker"),
    ("compile k.py:add -s SIG --name a/b", "--name is 'a/b': it is a name, the folder is said by --output"),
    ("compile k.py:add -s SIG -o k.txt/x", "the folder k.txt/x cannot be written to: Not a directory"),
    ("compile k.py:add -s SIG -t cpu -w 4", "--num-warps is an option for NVIDIA GPUs: leave it out"),
    ("compile k.py:add -s SIG -t cpu,cuda:90", "the target cpu goes alone"),
    ("compile k.py:add -s SIG --strict-fp", "--strict-fp goes with --target cpu"),
    # code that Triton's front end rejects
    ("compile k.py:misspelt -s *fp32", "error: module 'triton.language' has no attribute 'lod'; did you mean 'load'?"),
    ("compile k.py:misspelt_keyword -s *fp32", "got an unexpected keyword argument 'maks'; did you mean 'mask'?"),
    ("compile k.py:unknown_name -s *fp32", "error: nowhere is not defined"),
    (
        "compile k.py:unequal -s *i32,8",
        "error: Cannot make_shape_compatible: incompatible dimensions at index 0",
    ),
    ("compile k.py:matrices -s *fp32,8", "error: kernels have no operator @: multiply matrices by tl.dot(a, b)"),
    ("compile k.py:itself -s *fp32", "error: a function cannot call itself in a kernel, ...: use a loop"),
    ("compile k.py:leaves_loop -s *fp32", "error: a loop cannot be left by return: keep the result in a variable"),
    ("compile k.py:broken_off -s *i32", "error: kernels have no break: put the condition into the loop"),
    ("compile k.py:many -s *fp32,i1", "error: store() has too many arguments: it takes pointer, value, mask"),
    ("compile k.py:method -s *fp32", "error: 'tensor' object has no attribute 'summ'; did you mean 'sum'?"),
    (
        "compile k.py:through_constant -s *fp32,4",
        "error: this value is a constant of compilation, or None: give a pointer",
    ),
    ("compile k.py:method_of_none -s *fp32,None", "error: this value is None: give the argument at the launch"),
    ("compile k.py:over_list -s *i32", "loops run over range, tl.range or tl.static_range, not over a list"),
    # the debugger
    ("debug k.py:add -g 0 -a 1", "--grid takes one to three positive numbers, such as 4 or 4,2, not '0'"),
    ("debug k.py:add -g 2,2 -p 4 -a 1", "--program 4: the programs of the grid are 0 to 3"),
    ("debug k.py:add -g 1 -a n=1 -a n=2", "--argument 'n=2': 'n' has a value already"),
    ("debug k.py:add -g 1 -a n=exit(7)", "--argument 'exit(7)': SystemExit: 7"),
    ("debug -p -1 syntax.py", "--program -1: the programs of a grid are numbered from 0"),
    # xtriton run
    ("run -m", "xtriton run: error: name a module: xtriton run -m MODULE"),
    # xtriton explain
    (f"explain {_EMPTY}", "there is no file '': give FILE.py:KERNEL"),
    # targets
    ("compile k.py:add -s SIG -t cuda:9", "not a GPU that Triton compiles for ...; did you mean cuda:90?"),
    ("compile k.py:add -s SIG -t sm_91", "target 'cuda:91' is not a GPU that Triton compiles for"),
    ("compile k.py:add -s SIG -t gfx942", "give cuda:CAPABILITY, such as cuda:90 or sm_90, or cpu"),
    ("compile k.py:add -s SIG -t h100", "target 'h100' is not known: give cuda:CAPABILITY"),
    # kernels and files
    ("compile k.py:ad -s SIG", "k.py has no 'ad'; did you mean 'add'?"),
    (
        "compile k.py:not_a_kernel -s SIG",
        "has no @triton.jit function, but something else, under the name 'not_a_kernel'",
    ),
    ("compile k.py -s SIG", "'k.py' names no kernel: say which one of the file: k.py:add"),
    ("compile missing.py:add -s SIG", "there is no file missing.py"),
    ("compile missing.mlir", "missing.mlir cannot be read: No such file or directory"),
    ("compile broken.py:f -s SIG", "broken.py cannot be executed: ModuleNotFoundError: No module named 'nowhere'"),
    ("compile syntax.py:f -s SIG", "syntax.py cannot be executed: SyntaxError"),
    ("compile k.ptx", "'k.ptx' names no kernel: .ptx files come after TTGIR; compile from FILE.py:KERNEL"),
    ("compile k.cubin", ".cubin files come after TTGIR"),
    ("compile k.txt", "files are .py (with :KERNEL), .mlir, .ttir or .ttgir, not '.txt'"),
    ("compile nothing", "expected FILE.py:KERNEL, or a .mlir, .ttir or .ttgir file"),
    ("compile good.mlir -s SIG", "good.mlir says itself what its kernel takes"),
    ("compile bad.mlir", "bad.mlir:2:3: error: custom op 'tt.retrun' is unknown; did you mean 'tt.return'?"),
    ("compile two.mlir", "a kernel is the only public tt.func of its module; there: 'f', 'g'"),
    ("compile plain.ttgir", "error: TTGIR needs the attribute 'ttg.num-warps' on its module"),
    ("compile plain.ttgir -w 4", "is made for its sizes: leave out --num-warps"),
    # signatures and configurations
    ("compile k.py:add", "needs a signature, such as '*fp32:16,i32,1024', for its parameters: x, y, n, BLOCK"),
    ("compile k.py:add -s *fp32", "; parameter 'y' has none: add y=i32"),
    ("compile k.py:add -s *fp32,*fp32,i32", "constexpr parameter 'BLOCK' has none: add BLOCK=128"),
    ("compile k.py:add -s *fp32,*fp32,i32,64,5", "the signature has 5 entries, but the kernel has 4 parameters"),
    ("compile k.py:add -s *fp32,*fp32,i32,BLOK=64", "the kernel has no parameter 'BLOK'; did you mean 'BLOCK'?"),
    ("compile k.py:add -s x=*fp32,x=*fp32", "parameter 'x' has two entries in the signature"),
    ("compile k.py:add -s n=i32,*fp32,*fp32", "entry '*fp32' of the signature follows one by name: give its name"),
    ("compile k.py:add -s *fp3,*fp32,i32,64", "parameter 'x' has the unknown type '*fp3'; did you mean '*fp32'?"),
    ("compile k.py:add -s *fp32,,i32,64", "entry 2 of the signature '*fp32,,i32,64' is empty"),
    ("compile k.py:add -s *fp32:8,*fp32,i32,64", "':16' says that it is divisible by 16, ':1' that it is 1"),
    ("compile k.py:add -s *fp32,*fp32,i32,i32", "'BLOCK' is a constexpr: the signature must have its value"),
    ("compile k.py:tuned -s *fp32,i32", "'BLOCK' has none: add BLOCK=128, or take a configuration ...: --config 0"),
    ("compile k.py:tuned -s *fp32,i32 --config 0", "the heuristic of 'EVEN' depends on argument 'n', ...: give EVEN="),
    ("compile k.py:tuned -s *fp32,i32 --config 2", "'k.py:tuned' has the configurations 0 to 1, not 2"),
    (
        "compile k.py:tuned -s *fp32,i32 --config best",
        "--config takes a number, several such as 0,2, or all, not",
    ),
    ("compile k.py:add -s SIG --config 0", "'k.py:add' has no @triton.autotune, so no configurations"),
    ("compile good.mlir --config 0", "good.mlir has no configurations: config is for @triton.autotune functions"),
    # kernels that cannot be compiled
    ("compile k.py:add -s *fp32,*fp32,i32,100", "k.py:7:42: error: arange's range must be a power of 2"),
    ("compile k.py:nested -s *fp32,64", "k.py:14:12: error: \nk.py:19:17: note: called from here"),
    ("compile k.py:large -s *fp16,512 -t 80 -n 1", "k.py:30:... error: it needs ... bytes of shared memory, but"),
    # xtriton layout
    ("layout #blocked --shape 8x16", "'#blocked' is an alias: give its definition, after '#blocked ='"),
    ("layout #ttg.blockd<{}> --shape 8x16", "unknown attribute `blockd` in dialect `ttg`; did you mean 'blocked'?"),
    ("layout #ttg.blocked<{}> --shape 8by16", "--shape is written like 16x16, not '8by16'"),
    ("layout #blocked<{}> --shape 16", "'#blocked<...>' names no dialect: ... as in IR, '#ttg.blocked<{...}>'"),
    ("layout #ttg.blocked<{}> --shape 16", "the layout has no dimensions: its parameters, such as sizePerThread"),
    ("layout #ttg.blocked<{}>", "the following arguments are required: -s/--shape"),
    # xtriton run changes the process: see unit/run/test_run.py
    # xtriton bisect and reduce
    ("bisect good.mlir", "name the passes: -p 'make-ttir{target=cuda:90}'"),
    ("bisect good.mlir -p cze", "unknown pass 'cze'; did you mean 'cse'?"),
    ("bisect good.mlir -p cse --judge zzz", "--judge is 'zzz': it is one of interp, cpu, verify"),
    ("reduce missing.mlir", "xtriton reduce: error: cannot open input file 'missing.mlir': No such file or directory"),
]


@pytest.mark.parametrize(("command", "expected"), COMMANDS, ids=[command for command, _ in COMMANDS])
def test_commands(
    command: str,
    expected: str,
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
):
    monkeypatch.chdir(folder)
    words = [{"SIG": ADD, _EMPTY: ""}.get(word, word) for word in command.split()]
    if words[:1] == ["compile"] and "-o" not in words:
        words += ["-o", str(tmp_path)]
    try:
        status = main(words)
    except SystemExit as end:
        status = end.code
    out, err = capsys.readouterr()
    assert status == status_for(err)
    assert out == ""
    assert "Traceback" not in err
    assert err.count("error: ") == 1
    assert all(_matches(part, err) for part in expected.split("\n")), err
    assert "/site-packages/" not in err


OPT: list[tuple[str, str, str]] = [
    ("--canonicalise", "", "unknown pass or option '--canonicalise'; did you mean --canonicalize?"),
    ("--allocate-shared-memory-nv", "", "the Triton wheel has it: --libtriton='passes=allocate-shared-memory-nv'"),
    ("--pass-pipeline=cse,,sccp", "", "xtriton-opt: error: expected a pass"),
    ("--pass-pipeline=builtin.module(cse", "", "expected ',' or ')'"),
    ("--canonicalize=max-iteration=3", "", "has no option 'max-iteration'; did you mean 'max-iterations'?"),
    ("--canonicalize=max-iterations=x", "", "'x' is not an integer"),
    ("--make-ttir", "", "pipeline 'make-ttir' needs the option 'target'"),
    ("--make-ttir=target=cpu", "", "target 'cpu' is not for this, which needs a GPU: give cuda:CAPABILITY"),
    ("--mlir-print-ir-after=cze", "", "'--mlir-print-ir-after': unknown pass 'cze'; did you mean 'cse'?"),
    ("--triton=4.0", "", "Triton version '4.0' is not known: expected one of 3.6"),
    ("--load-pass-plugin=nowhere", "", "plug-in 'nowhere' cannot be imported: ModuleNotFoundError"),
    ("--run-reproducer", IR, "--run-reproducer: the file has no pipeline"),
    ("k.py", "", "k.py:1:1: error: this is Python, not IR: 'xtriton compile k.py:KERNEL --until source'"),
    ("k.ptx", "", "k.ptx:1:1: error: this is PTX, not MLIR"),
    ("k.cubin", "", "k.cubin:1:1: error: this is a binary"),
    ("missing.mlir", "", "xtriton-opt: error: cannot open input file 'missing.mlir': No such file or directory"),
    ("--cse", "tt.func @f() {\n  tt.retrun\n}\n", "<stdin>:2:3: error: custom op 'tt.retrun' is unknown; did you mean"),
    ("--cse", "ttt.func @f()", "<stdin>:1:1: error: Dialect `ttt' not found ...; did you mean 'tt'?"),
    ("--cse", '"tt.retrun"() : () -> ()', "unregistered operation 'tt.retrun' ...; did you mean 'tt.return'?"),
    ("--cse", "tt.func @f(%x: !tt.prt<f32>)", "<stdin>:1:20: error: unknown  type `prt` ...; did you mean 'ptr'?"),
    (
        "--cse",
        "tt.func @f(%x: tensor<4xf32, #ttg.blocked<{threadPerWarp=[32]}>>)",
        "unexpected key: threadPerWarp; did you mean 'threadsPerWarp'?",
    ),
]


@pytest.mark.parametrize(("flag", "text", "expected"), OPT, ids=[f"{flag} {text[:12]}" for flag, text, _ in OPT])
def test_xtriton_opt(flag: str, text: str, expected: str, folder: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(folder)
    out, err = io.StringIO(), io.StringIO()
    status = run_opt([flag], io.BytesIO(text.encode()), out, err)
    assert status == status_for(err.getvalue())
    assert _matches(expected, err.getvalue())
    assert err.getvalue().count("error: ") == 1
    assert "Traceback" not in err.getvalue()


def _array() -> np.ndarray[Any, Any]:
    return np.zeros(64, np.float32)


def _cpu() -> Any:
    pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")
    return xtriton.compile(copy, ADD, target="cpu")


def _gpu(**settings: Any) -> Any:
    return xtriton.compile(copy, ADD, until="ptx", **settings)


def _array() -> np.ndarray[Any, Any]:
    return np.zeros(64, np.float32)


def _launched(*arguments: Any, **named: Any) -> None:
    pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")
    with ExitStack() as stack:
        stack.enter_context(xtriton.on_cpu())
        copy[(1,)](*arguments, **named)


PYTHON: list[tuple[str, Callable[[], Any], type[Exception], str]] = [
    (
        "unknown setting",
        lambda: _gpu(num_warp=4),
        ValueError,
        "there is no option 'num_warp'; did you mean 'num_warps'?",
    ),
    ("keyword", lambda: _gpu(targt="cpu"), ValueError, "there is no option 'targt'; did you mean 'target'?"),
    (
        "on_cpu without a keyword",
        lambda: xtriton.on_cpu("x"),
        TypeError,
        "on_cpu() takes keywords only, not 'x' without one; there are strict_fp, threads, debug, check",
    ),
    (
        "jit_passes without a keyword",
        lambda: xtriton.jit_passes("cse"),
        TypeError,
        "jit_passes() takes keywords only, not 'cse' without one; there are passes, before, after, replace",
    ),
    (
        "explain.install",
        lambda: xtriton.explain.install(3),
        TypeError,
        "install() needs the path of a folder for the reports, not 3",
    ),
    ("on_cpu", lambda: xtriton.on_cpu(chek=True), TypeError, "on_cpu() has no keyword 'chek'; did you mean 'check'?"),
    (
        "no keyword of on_cpu",
        lambda: xtriton.on_cpu(num_warps=4),
        TypeError,
        "on_cpu() has no keyword 'num_warps'; there are strict_fp, threads, debug, check",
    ),
    (
        "jit_passes: not a name",
        lambda: xtriton.jit_passes(passes="cse", after=3).__enter__(),
        TypeError,
        "after= takes the name of a pass, such as 'cse', not 3",
    ),
    (
        "explain_path",
        lambda: xtriton.explain.explain_path(3),
        TypeError,
        "explain_path() needs the path of a file or folder, not 3",
    ),
    (
        "interpret: trace",
        lambda: xtriton.interpret(copy, 1, _array(), _array(), 64, BLOCK=64, trace="x"),
        TypeError,
        "a program is an integer, or up to three (x, y, z), not 'x'",
    ),
    (
        "interpret: an array as a constant",
        lambda: xtriton.interpret(scaled, 1, _array(), FACTOR=_array()),
        DiagnosticError,
        "this value is an array, which a constant of compilation cannot be: give a number",
    ),
    (
        "debug: program",
        lambda: xtriton.debug(copy, 1, _array(), _array(), 64, BLOCK=64, program=-1),
        ValueError,
        "program is -1: the programs of a grid are numbered from 0",
    ),
    (
        "debug: one text",
        lambda: xtriton.debug(copy, 1, _array(), _array(), 64, BLOCK=64, breakpoints="add.py:7"),
        TypeError,
        "breakpoints is a list of texts such as ['add.py:7'], not 'add.py:7'",
    ),
    (
        "debug: no breakpoint",
        lambda: xtriton.debug(copy, 1, _array(), _array(), 64, BLOCK=64, breakpoints=["add.py:x"]),
        ValueError,
        "'add.py:x' is not a breakpoint: give FILE:LINE, LINE, or an operation such as tt.load",
    ),
    ("jit_passes", lambda: xtriton.jit_passes(aftr=""), TypeError, "no keyword 'aftr'; did you mean 'after'?"),
    (
        "interpret",
        lambda: xtriton.interpret(copy, 1, _array(), _array(), 64, BLOCK=64, strct=True),
        TypeError,
        "kernel 'copy' has no parameter 'strct'; did you mean 'strict'?",
    ),
    (
        "debug",
        lambda: xtriton.debug(copy, 1, _array(), _array(), 64, BLOCK=64, breakpoint=[]),
        TypeError,
        "kernel 'copy' has no parameter 'breakpoint'; did you mean 'breakpoints'?",
    ),
    (
        "argument of interpret",
        lambda: xtriton.interpret(copy, 1, _array(), _array(), BLOCK=64),
        TypeError,
        "argument 'n' is missing: kernel 'copy' takes x, y, n, BLOCK",
    ),
    ("setting of the cpu", lambda: _gpu(threads=4), ValueError, "'threads' is an option of the target cpu"),
    ("wrong type", lambda: _gpu(num_warps="4"), ValueError, "num_warps is '4': it must be a whole number"),
    ("engine", lambda: _gpu(engine="nativ"), ValueError, "there is no engine 'nativ'; did you mean 'native'?"),
    ("config", lambda: _gpu(config=0), ValueError, "'copy' has no @triton.autotune, so no configurations"),
    ("a number", lambda: xtriton.compile(3), ValueError, "int is not a kernel: give a @triton.jit function, FILE.py"),
    ("signature", lambda: xtriton.compile(copy, 3), ValueError, "a signature is a text ..., a list or dictionary"),
    (
        "dictionary",
        lambda: xtriton.compile(copy, {"x": "*fp32", "y": "*fp32", "m": "i32"}),
        ValueError,
        "the kernel has no parameter 'm' (it has x, y, n, BLOCK)",
    ),
    ("list", lambda: xtriton.compile(copy, ["*fp32", "*fp32", "i32"]), ValueError, "parameter 'BLOCK' has none"),
    ("no such text", lambda: _gpu().asm["ptxx"], KeyError, "ptxx"),
    (
        "load",
        lambda: xtriton.load("nowhere.json"),
        ValueError,
        "nowhere.json cannot be read: No such file or directory: give the NAME.json of a saved kernel",
    ),
    ("load a script", lambda: xtriton.load(__file__), ValueError, "is not the metadata of a kernel: it is no JSON: "),
    (
        "no kernel to interpret",
        lambda: xtriton.interpret(_array, 1),
        TypeError,
        "function is not a kernel: give a @triton.jit function, FILE.py:KERNEL, a compiled kernel",
    ),
    (
        "threads",
        lambda: _cpu()[1](_array(), _array(), 3, threads="2"),
        ValueError,
        "threads is '2': it must be a whole number",
    ),
    (
        "not to the end",
        lambda: _gpu()[1](1, 2, 3),
        ValueError,
        "cannot be launched: it was compiled to ptx, not to",
    ),
    ("grid", lambda: _cpu()[(1, 2, 3, 4)], ValueError, "a grid has one to three extents"),
    ("missing", lambda: _cpu()[1](_array(), _array()), ValueError, "argument 'n' is missing: 'copy' takes x, y, n"),
    ("two missing", lambda: _cpu()[1](_array()), ValueError, "arguments 'y', 'n' are missing: 'copy' takes x, y, n"),
    ("too many", lambda: _cpu()[1](1, 2, 3, 4), ValueError, "'copy' takes x, y, n: 3 arguments, but 4 were given"),
    (
        "keyword",
        lambda: _cpu()[1](_array(), _array(), m=3),
        TypeError,
        "no argument 'm' ('copy' takes x, y, n)",
    ),
    ("near", lambda: _cpu()[1](1, 2, 3, thread=3), TypeError, "there is no argument 'thread'; did you mean 'threads'?"),
    ("constant", lambda: _cpu()[1](1, 2, 3, BLOCK=3), TypeError, "'BLOCK' is a constant of 'copy', set when"),
    ("twice", lambda: _cpu()[1](1, 2, 3, x=3), TypeError, "argument 'x' is given twice, by position and by name"),
    (
        "element type",
        lambda: _cpu()[1](_array(), _array().astype(np.float64), 3),
        TypeError,
        "argument 'y' is to be an array of f32, not of float64",
    ),
    ("number", lambda: _cpu()[1](_array(), _array(), 1.5), TypeError, "argument 'n' is to be an i32, not 1.5"),
    ("none", lambda: _cpu()[1](None, _array(), 3), TypeError, "argument 'x' is None, but the kernel uses it"),
    (
        "on_cpu: missing",
        lambda: _launched(_array(), _array(), 3),
        TypeError,
        "'BLOCK' is missing: kernel 'copy'",
    ),
    (
        "on_cpu: misspelt",
        lambda: _launched(_array(), _array(), 3, BLOK=64),
        TypeError,
        "argument 'BLOCK' is missing: ...; there is no 'BLOK'; did you mean 'BLOCK'?",
    ),
    (
        "on_cpu: option",
        lambda: _launched(_array(), _array(), 3, BLOCK=64, num_warp=4),
        TypeError,
        "no parameter 'num_warp', nor is that an option of Triton; did you mean 'num_warps'?",
    ),
    ("on_cpu: twice", lambda: _launched(_array(), _array(), 3, 64, n=3), TypeError, "argument 'n' is given twice"),
    (
        "on_cpu: too many",
        lambda: _launched(1, 2, 3, 4, 5),
        TypeError,
        "kernel 'copy' takes x, y, n, BLOCK: 4 arguments, but 5 were given",
    ),
    (
        "on_cpu: list",
        lambda: _launched([1.0], _array(), 3, BLOCK=64),
        TypeError,
        "argument 'x' is of type list: kernels take arrays, tensors, numbers, tensor descriptors, tuples of these",
    ),
    (
        "on_cpu: large number",
        lambda: _launched(_array(), _array(), 1 << 70, BLOCK=64),
        OverflowError,
        "argument 'n' is 1180591620717411303424: an integer has at most 64 bits",
    ),
    (
        "on_cpu: none",
        lambda: _launched(None, _array(), 3, BLOCK=64),
        DiagnosticError,
        "error: this value is None: give the argument at the launch, or test it before: if x is not None",
    ),
    ("arange", lambda: xtriton.compile(copy, "*fp32,*fp32,i32,100"), DiagnosticError, "range must be a power of 2"),
    ("text", lambda: xtriton.interpret("k.mlir", 1), ValueError, "k.mlir cannot be read: ...No such file"),
]


@pytest.mark.parametrize(("call", "kind", "expected"), [row[1:] for row in PYTHON], ids=[row[0] for row in PYTHON])
def test_python(call: Callable[[], Any], kind: type[Exception], expected: str):
    with pytest.raises(kind) as failure:
        call()
    assert _matches(expected, str(failure.value))
    assert "\n" not in str(failure.value)


def test_assertions_name_the_program_and_the_values():
    pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")
    kernel = xtriton.compile(checked, "*i32,i32", target="cpu", debug=True)
    with pytest.raises(RuntimeError, match=r"`too large` failed in program \(5, 0, 0\), where 5 is compared with 5"):
        kernel[6](np.arange(6, dtype=np.int32), 5)


def test_no_gpu(monkeypatch: pytest.MonkeyPatch):
    """One line that says how to run the kernel without one."""
    from triton.runtime.driver import driver

    class NoDriver:
        def get_current_target(self) -> None:
            raise RuntimeError("0 active drivers ([]). There should only be one.")

    monkeypatch.setattr(driver, "_active", NoDriver())
    kernel = xtriton.compile(copy, ADD)
    with pytest.raises(RuntimeError, match=r"^'copy' is compiled for cuda:90, but no GPU is found; .*on_cpu\(\)$"):
        kernel[1](1, 2, 3)


def test_no_gpu_within_jit_passes():
    from triton.runtime import driver

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(driver, "_active", None)
        patch.setattr(driver, "_default", None)
        patch.setattr(sys.modules["triton.runtime.driver"], "backends", {})
        with (
            xtriton.jit_passes(after="triton-combine", passes=["cse"]),
            pytest.raises(RuntimeError, match=r"^no GPU is found: .* launch the kernel within xtriton.on_cpu\(\)$"),
        ):
            copy[(1,)](1, 2, 3, BLOCK=64)


def test_there_are_enough():
    assert len(COMMANDS) + len(OPT) + len(PYTHON) >= 80
