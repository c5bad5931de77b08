"""xtriton-opt as a process of its own: start-up, pipes, and imports."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

_COMMAND = [sys.executable, "-m", "xtriton.cli.opt"]


def test_version_imports_neither_xdsl_nor_triton():
    code = (
        "import sys; from xtriton.cli.opt import main; sys.argv = ['xtriton-opt', '--version']; status = main();"
        "sys.exit(status or any(name.split('.')[0] in ('xdsl', 'triton', 'numpy') for name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_a_closed_pipe_is_no_error(tmp_path: Path):
    """The reader goes away after the first line; far more than a pipe holds is still to be written."""
    source = tmp_path / "many.mlir"
    source.write_text("".join(f"func.func private @f{index}()\n" for index in range(20000)))
    command = " ".join([*_COMMAND, str(source)])
    done = subprocess.run(["bash", "-c", f"{command} | head -1"], capture_output=True, text=True, check=False)
    assert done.stdout == "module {\n"
    assert done.stderr == ""


def _heed_interrupts() -> None:
    """Restore SIGINT: tests run in the background of a shell ignore it, and so do their child processes."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def test_an_interrupt_ends_it_without_a_traceback():
    """While standard input is open and silent."""
    with subprocess.Popen(
        _COMMAND,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=_heed_interrupts,
    ) as process:
        time.sleep(1.0)
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=20) == 130
        assert process.communicate() == (b"", b"")


def test_exit_status():
    done = subprocess.run([*_COMMAND, "/no/such/file"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr == "xtriton-opt: error: cannot open input file '/no/such/file': No such file or directory\n"


@pytest.mark.parametrize("depth", [1000])
def test_deep_nesting(depth: int):
    """Each region is one deeper; neither Python's limit nor the C stack may be in the way."""
    text = '"test.op"() ({\n' * depth + '"test.leaf"() : () -> ()\n' + "}) : () -> ()\n" * depth
    command = [*_COMMAND, "--allow-unregistered-dialect", "--mlir-print-op-generic"]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count('"test.op"() ({') == depth


def test_the_package_is_the_tool():
    command = [sys.executable, "-m", "xtriton.cli.opt", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stdout.startswith("xtriton")


@pytest.mark.parametrize(
    ("command", "message"),
    [
        ("{tool} {source} >/dev/full", "xtriton-opt: error: cannot write standard output: No space left on device\n"),
        ("{tool} --help >/dev/full", "xtriton-opt: error: cannot write standard output: No space left on device\n"),
        ("{tool} {source} >&-", "xtriton-opt: error: cannot write standard output: Bad file descriptor\n"),
        ("{tool} - <&-", "xtriton-opt: error: cannot open input file '-': Bad file descriptor\n"),
    ],
)
def test_standard_streams_that_cannot_be_used(command: str, message: str, tmp_path: Path):
    source = tmp_path / "empty.mlir"
    source.write_text("")
    line = command.format(tool=" ".join(_COMMAND), source=source)
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", message)


def test_output_to_a_file_needs_no_standard_streams(tmp_path: Path):
    source, output = tmp_path / "empty.mlir", tmp_path / "out.mlir"
    source.write_text("")
    line = f"{' '.join(_COMMAND)} {source} -o {output} <&- >&- 2>&-"
    assert subprocess.run(["bash", "-c", line], check=False).returncode == 0
    assert output.read_text() == "module {\n}\n"
