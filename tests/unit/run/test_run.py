"""``xtriton run`` and the start-up variables: scripts in processes of their own."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import venv
from pathlib import Path

import pytest
from selection import some

pytest.importorskip("llvmlite", reason="the CPU backend needs llvmlite")

ROOT = Path(__file__).parents[3]
START = (ROOT / "xtriton-start.pth").read_text(encoding="utf-8")

KERNEL = """
import numpy as np
import triton
import triton.language as tl


@triton.jit
def double(x, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i) * 2, mask=i < n)


"""
LAUNCH = """
x, out = np.arange(100, dtype=np.float32), np.zeros(100, np.float32)
double[(4,)](x, out, 100, BLOCK=32)
"""


def python(*arguments: str, folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {key: value for key, value in os.environ.items() if not key.startswith("XTRITON_")}
    environment |= {"PYTHONPATH": str(ROOT), **variables}
    return subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, cwd=folder, env=environment, check=False
    )


def xtriton(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return python("-m", "xtriton.cli.main", *arguments, folder=folder)


def script(folder: Path, text: str, name: str = "script.py") -> str:
    path = folder / name
    path.write_text(textwrap.dedent(text), encoding="utf-8")
    return str(path)


def test_script_is_main(tmp_path: Path) -> None:
    script(tmp_path, "value = 5", "beside.py")
    text = """
        import sys
        from beside import value
        print(__name__, sys.argv[1:], value, sys.modules["__main__"].__file__ == sys.argv[0] == __file__)
        sys.exit(7)
    """
    done = xtriton("run", script(tmp_path, text), "--check", "-x", "3", folder=tmp_path)
    assert done.stdout == "__main__ ['--check', '-x', '3'] 5 True\n"
    assert (done.returncode, done.stderr) == (7, "")


def test_tracebacks_are_those_of_python(tmp_path: Path) -> None:
    text = """
        def broken():
            return {}["key"]

        broken()
    """
    file = script(tmp_path, text)
    plain, done = python(file, folder=tmp_path), xtriton("run", file, folder=tmp_path)
    assert "Traceback" in plain.stderr
    assert (done.stderr, done.returncode) == (plain.stderr, plain.returncode)


def test_module(tmp_path: Path) -> None:
    script(tmp_path, "import sys\nprint(__name__, sys.argv[1:], __spec__.name)", "tool.py")
    done = xtriton("run", "-m", "tool", "-v", folder=tmp_path)
    assert (done.stdout, done.returncode) == ("__main__ ['-v'] tool\n", 0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("absent.py",), "absent.py cannot be read: No such file or directory"),
        ((), "name a script: xtriton run SCRIPT.py"),
        (("--",), "name a script: xtriton run SCRIPT.py"),
        (("--", "absent.py"), "absent.py cannot be read: No such file or directory"),
    ],
)
def test_no_script(arguments: tuple[str, ...], message: str, tmp_path: Path) -> None:
    done = xtriton("run", *arguments, folder=tmp_path)
    assert (done.returncode, done.stderr) == (2, f"xtriton run: error: {message}\n")


def test_binary_file(tmp_path: Path) -> None:
    (tmp_path / "binary.py").write_bytes(b"\x7fELF\x00")
    done = xtriton("run", "binary.py", folder=tmp_path)
    message = "xtriton run: error: binary.py is not a Python script: it is a binary\n"
    assert (done.returncode, done.stderr) == (2, message)


def test_wrong_access_is_one_error(tmp_path: Path) -> None:
    file = script(tmp_path, KERNEL + LAUNCH + "print('not reached')\n")
    done = xtriton("run", "--check", file, folder=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    first, *rest = done.stderr.splitlines()
    place = "program 3, element [4] accesses bytes 400 to 404 of argument #0 ('x'), which has 400 bytes"
    assert first.startswith(f"{file}:10:")
    assert first.endswith(f": error: 'tt.load': access out of bounds: {place}: 4 bytes past its end")
    assert rest[0] == "    tl.store(out + i, tl.load(x + i) * 2, mask=i < n)"
    assert rest[1].strip() == "^"
    line = Path(file).read_text().splitlines().index("double[(4,)](x, out, 100, BLOCK=32)") + 1
    assert rest[2:] == [f"{file}:{line}:1: note: the kernel is launched here"]


CUDA = """
import _thread
import io
import threading
import numpy as np
import torch
import triton
import triton.language as tl
DEVICE = triton.runtime.driver.active.get_active_torch_device()
assert torch.cuda.is_available() and torch.cuda.get_device_capability() == (9, 0)
x = torch.arange(100, device="cuda", dtype=torch.float32)
h = torch.ones(100)
y = h.cuda()
assert x.is_cuda and x.device == DEVICE and x[3:].device.type == "cuda" and torch.empty_like(x).is_cuda
assert h.device.type == "cpu" and not (h + 1).is_cuda and x.cpu().device.type == "cpu" and y.get_device() == 0
y += 1
assert h[0] == 1 and y[0] == 2, "a transfer copies"
assert x.to("cuda").data_ptr() == x.data_ptr(), "a tensor that is there stays"
assert torch.nn.Linear(2, 2, device="cuda").weight.is_cuda and not torch.nn.Linear(2, 2).weight.is_cuda
with torch.device("cuda"):
    assert torch.zeros(2).is_cuda
g = torch.Generator(device="cuda").manual_seed(3)
assert torch.rand(3, device=DEVICE, generator=g).is_cuda
found = []
thread = threading.Thread(target=lambda: found.append(torch.ones(2, device="cuda").is_cuda))
thread.start()
thread.join()
assert found == [True]
class Ending(threading.Thread):
    def _bootstrap_inner(self):
        super()._bootstrap_inner()
        found.append(torch._C._len_torch_function_stack())
def left_on():
    found.append(torch._C._len_torch_function_stack())
    torch.overrides.BaseTorchFunctionMode().__enter__()
    raise SystemExit
thread = Ending(target=left_on)
thread.start()
thread.join()
assert found == [True, 1, 0], "a thread has the mode, and ends without modes"
start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
with torch.cuda.stream(torch.cuda.Stream()), torch.cuda.device(x.device):
    start.record()
    end.record()
torch.cuda.synchronize()
assert start.elapsed_time(end) >= 0
torch.manual_seed(0)
torch.cuda.manual_seed(0)
torch.set_default_device("cuda")
assert torch.ones(3).is_cuda
torch.set_default_device(None)
counted = torch.from_numpy(np.ones(2, np.float32))
moved = counted.to("cuda", torch.float32)
moved += 1
assert not counted.is_cuda and counted[0] == 1 and moved.is_cuda
model = torch.nn.Linear(3, 3).cuda()
model(torch.ones(3, device="cuda")).sum().backward()
assert model.weight.grad.is_cuda
torch.optim.Adam(model.parameters()).step()
stored = io.BytesIO()
torch.save(x, stored)
stored.seek(0)
assert torch.load(stored, map_location="cuda").is_cuda


class Doubled(torch.autograd.Function):
    @staticmethod
    def forward(context, value):
        context.save_for_backward(value)
        return value * 2

    @staticmethod
    def backward(context, gradient):
        assert gradient.is_cuda and context.saved_tensors[0].is_cuda and torch.ones(2, device="cuda").is_cuda
        return gradient * 2


leaf = torch.ones(3, device="cuda", requires_grad=True)
Doubled.apply(leaf).sum().backward()
assert leaf.grad.tolist() == [2, 2, 2]
assert torch.histc(torch.arange(5, device="cuda"), bins=5, min=0, max=4).tolist() == [1] * 5


def on_each_device(x: torch.Tensor) -> torch.Tensor:
    return x + (1 if x.device == DEVICE and x.is_cuda else 2)


anywhere = torch.library.custom_op("test::anywhere", on_each_device, mutates_args=())
assert anywhere(x)[0] == 1 and anywhere(x).is_cuda and anywhere(h)[0] == 3
only_there = torch.library.custom_op("test::only_there", on_each_device, mutates_args=(), device_types="cuda")
assert only_there(x)[0] == 1 and only_there(x).is_cuda
library = torch.library.Library("test", "FRAGMENT")
library.define("two(Tensor x) -> Tensor")
library.impl("two", lambda x: x + 10, "CPU")
library.impl("two", lambda x: x + 20 if x.is_cuda else x, "CUDA")
library.impl("two", torch.library.fallthrough_kernel, "AutogradCUDA")
assert torch.ops.test.two(x)[0] == 20 and torch.ops.test.two(x).is_cuda and torch.ops.test.two(h)[0] == 11
half = torch.full((1, 4096), 7, dtype=torch.float16, device="cuda", requires_grad=True)
assert torch.nn.functional.layer_norm(half, (4096,)).dtype == torch.float16


@triton.jit
def double(x, out, n, BLOCK: tl.constexpr):
    i = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + i, tl.load(x + i, mask=i < n) * 2, mask=i < n)


out = torch.empty_like(x)
kernel = double.warmup(x, out, 100, BLOCK=32, grid=(1,))
kernel._init_handles()
assert kernel.n_regs > 0 and kernel.metadata.shared > 0 and kernel.metadata.num_warps == 4
kernel[(4, 1, 1)](x, out, 100, 32)
torch.testing.assert_close(out, x * 2)
bits = torch.zeros(100, dtype=torch.int8, device="cuda")
double[(4,)](torch.ones_like(bits), triton.reinterpret(bits, tl.uint8), 100, BLOCK=32)
assert bits.tolist() == [2] * 100, "Triton's wrapper has the device that the tensor reports"
assert triton.testing.do_bench(lambda: double[(4,)](x, out, 100, BLOCK=32), warmup=1, rep=1) > 0
try:
    torch.cuda.CUDAGraph()
except RuntimeError as failure:
    print(failure)
"""


@pytest.mark.slow
def test_device_cuda(tmp_path: Path) -> None:
    pytest.importorskip("torch", reason="torch is not installed")
    done = xtriton("run", script(tmp_path, CUDA), folder=tmp_path)
    assert done.stderr == ""
    assert done.stdout == "CUDA graphs are not supported on the CPU: call the function directly\n"


# Start-up variables


def test_variables(tmp_path: Path) -> None:
    """The line of the .pth file, as Python runs it at its start."""
    check = "print(out[:3].tolist())\nimport os\nprint(os.environ['XTRITON_TARGET'])\n"
    source = script(tmp_path, START + KERNEL + LAUNCH.replace("(4,)", "(3,)") + check)
    done = python(source, folder=tmp_path, XTRITON_TARGET="cpu")
    assert (done.stdout, done.stderr) == ("[0.0, 2.0, 4.0]\ncpu\n", "")


@pytest.mark.slow
@pytest.mark.slow
def test_reports_of_kernels_on_the_cpu(tmp_path: Path) -> None:
    """As compiled for a GPU, with the alignment of the arguments; launches that differ in nothing else have one."""
    pytest.importorskip("jinja2", reason="HTML reports need jinja2")
    text = f"""\
{START}
{KERNEL}
x, out = np.ones(4096, np.float32), np.zeros(4096, np.float32)
for n in (4096, 2048, 1000):
    double[(4,)](x, out, n, BLOCK=1024)
double[(4,)](x, out, 1000, BLOCK=1024, num_warps=8)
"""
    done = python(script(tmp_path, text), folder=tmp_path, XTRITON_TARGET="cpu", XTRITON_EXPLAIN="reports")
    assert (done.returncode, done.stderr) == (0, "")
    reports = [path.read_text(encoding="utf-8") for path in (tmp_path / "reports").glob("double-*.html")]
    narrow = ["pass divisibility 16 of argument `n`" in report for report in reports]
    assert sorted(narrow) == [False, True, True]


def test_check_variable(tmp_path: Path) -> None:
    guarded = "try:\n" + textwrap.indent(LAUNCH, "    ") + "except Exception as failure:\n    print(failure)\n"
    source = script(tmp_path, START + KERNEL + guarded)
    done = python(source, folder=tmp_path, XTRITON_TARGET="cpu", XTRITON_CHECK="1")
    assert "access out of bounds: program 3, element [4]" in done.stdout


@pytest.mark.parametrize(
    ("variables", "message"),
    [
        ({}, ""),
        ({"XTRITON_TARGET": "gpu"}, "xtriton: error: XTRITON_TARGET is 'gpu': it must be cpu, or unset\n"),
    ],
)
def test_start_without_target(variables: dict[str, str], message: str, tmp_path: Path) -> None:
    text = START + "import sys\nprint('xtriton' in sys.modules, 'triton' in sys.modules, 'torch' in sys.modules)\n"
    done = python(script(tmp_path, text), folder=tmp_path, **variables)
    assert (done.returncode, done.stderr) == (0, message)
    assert done.stdout == f"{bool(variables)} False False\n"


def test_nothing_is_imported_before_triton(tmp_path: Path) -> None:
    text = START + "import sys\nprint([m for m in ('numpy', 'triton', 'torch', 'xdsl') if m in sys.modules])\n"
    assert python(script(tmp_path, text), folder=tmp_path, XTRITON_TARGET="cpu").stdout == "[]\n"


@pytest.mark.slow
@pytest.mark.parametrize("editable", [False, True])
def test_installed(editable: bool, tmp_path: Path) -> None:
    """The file is in the wheel, and Python reads it in a fresh environment, also after an editable installation."""
    environment = tmp_path / "environment"
    venv.create(environment, with_pip=True)
    interpreter = environment / "bin" / "python"
    how = ["-e", str(ROOT)] if editable else [str(ROOT)]
    subprocess.run([interpreter, "-m", "pip", "install", "-q", "--no-deps", *how], check=True)
    (packages,) = environment.glob("lib/python3*/site-packages")
    # The dependencies are those of this environment.
    (packages / "zz_dependencies.pth").write_text("\n".join(path for path in sys.path if "site-packages" in path))
    source = script(tmp_path, KERNEL + LAUNCH.replace("(4,)", "(3,)") + "print(out[:3].tolist())\n")
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("XTRITON_", "PYTHONPATH"))}
    run = subprocess.run(
        [interpreter, source], capture_output=True, text=True, env={**clean, "XTRITON_TARGET": "cpu"}, check=False
    )
    assert (run.stdout, run.stderr) == ("[0.0, 2.0, 4.0]\n", "")


# The debugger


def test_a_missing_module_is_one_line(tmp_path: Path):
    for name in ("nowhere", "nowhere.inside"):
        done = xtriton("run", "-m", name, folder=tmp_path)
        assert (done.returncode, done.stderr) == (1, f"xtriton run: error: there is no module {name}\n")


def debug(*arguments: str, folder: Path, commands: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-m", "xtriton.cli.main", "debug", *arguments],
        input=commands, capture_output=True, text=True, cwd=folder, env=environment, check=False,
    )  # fmt: skip


def test_debug_script(tmp_path: Path) -> None:
    file = script(tmp_path, KERNEL + LAUNCH + "print('not reached')\n")
    done = debug("--break", "tt.store", "-p", "3", file, folder=tmp_path, commands="print i[:2]\ncontinue\n")
    # The load, which comes first, is out of bounds.
    assert f"> {file}:10 program 3: tt.load" in done.stdout
    assert "[96 97]" in done.stdout
    assert "program 3, element [4] accesses bytes 400 to 404 of argument #0 ('x')" in done.stdout
    assert (done.returncode, done.stderr) == (1, "")


def test_debug_script_without_launches(tmp_path: Path) -> None:
    done = debug(script(tmp_path, KERNEL + "print('end')\n"), folder=tmp_path, commands="")
    assert (done.returncode, done.stdout, done.stderr) == (0, "end\nno kernel was launched\n", "")


def test_debug_kernel(tmp_path: Path) -> None:
    file = script(tmp_path, KERNEL)
    given = [
        "-a",
        "np.arange(64, dtype=np.float32)",
        "-a",
        "out=np.zeros(64, np.float32)",
        "-a",
        "n=64",
        "-a",
        "BLOCK=32",
    ]
    done = debug(
        f"{file}:double", "--grid", "2", *given, folder=tmp_path, commands="break tt.store\ncontinue\nop\nquit\n"
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert f"> {file}:10 program 0: tt.store" in done.stdout
    assert "tt.store %" in done.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    some(
        [
            (("k.ttir",), "a kernel needs --grid: the number of its programs, such as 4 or 4,2"),
            (("k.ttir", "--grid", "x"), "--grid takes one to three positive numbers, such as 4 or 4,2, not 'x'"),
            (("k.ttir", "--grid", "1"), "k.ttir cannot be read: [Errno 2] No such file or directory: 'k.ttir'"),
            (("k.ttir", "--grid", "1", "-a", "np.one"), "--argument 'np.one': AttributeError: "),
            (
                ("--break", "here", "k.py"),
                "'here' is not a breakpoint: give FILE:LINE, LINE, or an operation such as tt.load",
            ),
            (
                (f"{ROOT}/examples/add.py:add", "--grid", "1", "-a", "n=1"),
                "arguments 'x', 'y', 'out', 'BLOCK' are missing: kernel 'add' takes x, y, out, n, BLOCK: ",
            ),
            (("--grid", "2", "k.py"), "--grid and --argument are for a kernel: a script launches its kernels itself"),
        ],
        3,
    ),
)
def test_debug_errors(arguments: tuple[str, ...], message: str, tmp_path: Path) -> None:
    done = debug(*arguments, folder=tmp_path, commands="")
    assert done.returncode == 2
    assert done.stderr.startswith(f"xtriton debug: error: {message}")
    assert len(done.stderr.splitlines()) == 1
