"""Reports of the kernels that a program compiles through Triton's JIT, or launches on the CPU."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from xtriton.explain.artifacts import Artifacts, compiled, from_files
from xtriton.explain.build import report_of
from xtriton.explain.html import check_installed
from xtriton.frontend.signature import CONSTANT, Signature
from xtriton.wheel import triton_module

_WRITING = threading.local()


def install(folder: str | os.PathLike[str]) -> None:
    """Write a report of every kernel that this process compiles with Triton, or takes from Triton's cache.

    The files are ``FOLDER/NAME-HASH.html``; kernels whose report exists are skipped. Failures are messages on standard
    error: the program goes on. Calling it again changes the folder. Raises ``TypeError`` if ``folder`` is not a path,
    and ``ValueError`` if the folder cannot be written to, or jinja2 is not installed.
    """
    check_installed()
    try:
        target = Path(folder)
    except TypeError:
        raise TypeError(f"install() needs the path of a folder for the reports, not {folder!r}") from None
    try:
        target.mkdir(parents=True, exist_ok=True)
    except OSError as failure:
        raise ValueError(f"the folder {target} cannot be written to: {failure.strerror}") from None
    knobs = triton_module("knobs").compilation
    before = knobs.listener
    others = before.others if isinstance(before, Listener) else before
    knobs.listener = Listener(target, others)


class Listener:
    """Triton's compilation listener: writes the report, then calls the listener that was there before."""

    def __init__(self, folder: Path, others: Callable[..., Any] | None) -> None:
        self.folder = folder
        self.others = others

    def __call__(self, **compilation: Any) -> None:
        """Called by Triton with ``src``, ``metadata``, ``metadata_group``, ``times`` and ``cache_hit``."""
        self._report(compilation["metadata"], compilation["metadata_group"])
        if self.others is not None:
            self.others(**compilation)

    def _report(self, metadata: Mapping[str, Any], group: Mapping[str, str]) -> None:
        if getattr(_WRITING, "active", False):  # compilations that an analysis starts
            return
        name = str(metadata.get("name", "kernel"))
        path = self.folder / f"{name}-{str(metadata.get('hash', ''))[:12]}.html"
        if path.exists():
            return
        _WRITING.active = True
        try:
            _write(path, from_files(name, metadata, group))
        except Exception as failure:  # a report must not end the program that it is about
            print(f"xtriton explain: no report of {name}: {failure}", file=sys.stderr)
        finally:
            _WRITING.active = False


@dataclass
class HostListener:
    """Writes reports of the kernels that a program launches on the CPU, as they would be compiled for a GPU.

    Arguments are known as at a launch on a GPU: integers and addresses that are multiples of 16 are compiled as such.
    """

    folder: Path
    target: str
    _seen: set[str] = field(default_factory=set[str])

    def __call__(self, kernel: Any, signature: Signature, values: Sequence[Any], options: Mapping[str, Any]) -> None:
        """Write the report of a launch with other types, constants, alignments or options than those before."""
        if getattr(_WRITING, "active", False):
            return
        attributes = {
            (index,): [["tt.divisibility", _ALIGNED]]
            for index, (value, type_) in enumerate(zip(values, signature.types.values(), strict=True))
            if type_ != CONSTANT and _is_aligned(value)
        }
        exact = replace(signature, attributes=attributes)
        settings = {name: value for name, value in options.items() if name in _OPTIONS and value is not None}
        key = sha256(repr((kernel.__module__, kernel.__qualname__, exact, settings)).encode()).hexdigest()
        if key in self._seen:
            return
        self._seen.add(key)
        _WRITING.active = True
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            path = self.folder / f"{kernel.__name__}-{key[:12]}.html"
            _write(path, compiled(kernel, exact, target=self.target, **settings))
        except Exception as failure:  # a report must not end the program that it is about
            print(f"xtriton explain: no report of {kernel.__name__}: {failure}", file=sys.stderr)
        finally:
            _WRITING.active = False


_ALIGNED = 16
_OPTIONS = ("num_warps", "num_stages", "num_ctas", "maxnreg")
"""Options of a launch that change the code."""


def _is_aligned(value: Any) -> bool:
    if isinstance(value, int):
        return value % _ALIGNED == 0
    address: Callable[[], int] | None = getattr(value, "data_ptr", None)
    return address is not None and address() % _ALIGNED == 0


def _write(path: Path, artifacts: Artifacts) -> None:
    """Write a report in one step: several processes may compile the same kernel."""
    text = report_of(artifacts).html()
    partial = path.with_suffix(f".{os.getpid()}.tmp")
    partial.write_text(text, encoding="utf-8")
    partial.replace(path)
