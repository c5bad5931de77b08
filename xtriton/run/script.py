"""Runs a script or a module as ``__main__``, as Python itself does."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import CodeType, ModuleType, TracebackType
from typing import Any

from xtriton.ir.diagnostics import Diagnostic, DiagnosticError, Severity, render

_INTERRUPTED = 130
_OF_COMPILERS = (".mlir", ".ttir", ".ttgir")


def run_script(path: str, arguments: Sequence[str], quiet: type[BaseException] | tuple[()] = ()) -> int:
    """Run a file with ``sys.argv`` of its own. Returns the exit status, unless the script exits itself.

    An exception of the class ``quiet`` ends the script without a report, with status 1 if it has a cause.

    Raises ``ValueError`` if the file cannot be read, or is a binary.
    """
    file = Path(path)
    if file.suffix in _OF_COMPILERS:
        raise ValueError(
            f"{path} is not a Python script: 'xtriton explain {path}' shows a kernel, a script launches it"
        )
    try:
        source = file.read_bytes()
    except OSError as failure:
        raise ValueError(f"{path} cannot be read: {failure.strerror}") from None
    if b"\0" in source:
        raise ValueError(f"{path} is not a Python script: it is a binary")
    sys.argv = [path, *arguments]
    sys.path[0] = str(file.resolve().parent)
    main = _main_module(path)

    def run() -> None:
        code: CodeType = compile(source, path, "exec", dont_inherit=True)
        exec(code, main.__dict__)

    return _guarded(run, quiet)


def run_module(name: str, arguments: Sequence[str]) -> int:
    """Run a module as ``python -m`` does. Returns the exit status, unless the module exits itself."""
    import runpy
    from importlib.util import find_spec

    sys.argv = [name, *arguments]
    sys.path[0] = str(Path.cwd())
    try:
        found = find_spec(name)
    except ModuleNotFoundError:  # of a package around it
        found = None
    if found is None:
        print(f"xtriton run: error: there is no module {name}", file=sys.stderr)
        return 1
    return _guarded(lambda: runpy.run_module(name, run_name="__main__", alter_sys=True))


def _main_module(path: str) -> ModuleType:
    """A new ``__main__``."""
    import builtins

    main = ModuleType("__main__")
    contents: dict[str, Any] = {"__file__": path, "__builtins__": builtins, "__spec__": None, "__loader__": None}
    main.__dict__.update(contents)
    sys.modules["__main__"] = main
    return main


def _guarded(run: Callable[[], object], quiet: type[BaseException] | tuple[()] = ()) -> int:
    """Run, and report an exception as Python does: without the frames of this package. Exits pass through."""
    try:
        run()
    except SystemExit:
        raise
    except quiet as ended:
        return int(ended.__cause__ is not None)
    except BaseException as problem:
        report(problem)
        return _INTERRUPTED if isinstance(problem, KeyboardInterrupt) else 1
    return 0


def report(problem: BaseException) -> None:
    """Print an exception. An error in a kernel is one diagnostic, with the place of the launch instead of frames."""
    kept = _own_frames(problem.__traceback__)
    if isinstance(problem, DiagnosticError):
        print(_located(problem, kept), file=sys.stderr)
        return
    sys.excepthook(type(problem), problem.with_traceback(kept), kept)


_HIDDEN = (str(Path(__file__).resolve().parents[1]), "<frozen runpy>", "<frozen importlib")


def _own_frames(frames: TracebackType | None) -> TracebackType | None:
    """The frames from the first one of the script on."""
    while frames is not None and frames.tb_frame.f_code.co_filename.startswith(_HIDDEN):
        frames = frames.tb_next
    return frames


def _located(problem: DiagnosticError, frames: TracebackType | None) -> str:
    from xtriton.ir.locations import file_line_col

    text = str(problem)
    launch = None
    while frames is not None:
        file = frames.tb_frame.f_code.co_filename
        if not _is_library(file):
            launch = file_line_col(file, frames.tb_lineno, 1)
        frames = frames.tb_next
    if launch is None:
        return text
    return f"{text}\n{render(Diagnostic(Severity.NOTE, launch, 'the kernel is launched here'), {})}"


def _is_library(file: str) -> bool:
    """Whether a file belongs to xtriton or Triton."""
    triton = sys.modules.get("triton")
    folders = [_HIDDEN[0]]
    if triton is not None and triton.__file__ is not None:
        folders.append(str(Path(triton.__file__).parent))
    return file.startswith(tuple(folders))
