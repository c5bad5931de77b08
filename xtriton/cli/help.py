"""The texts of ``--help``, ``--list-passes``, ``--show-dialects`` and ``--version``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from xtriton.cli.arguments import FLAGS, Value

if TYPE_CHECKING:
    from xtriton.passes.base import Named

_HELP_COLUMN = 38

_INTRODUCTION = """\
usage: xtriton-opt [FILE] [OPTION | PASS]...

Read Triton IR from FILE ('-' or nothing: standard input), verify it, run passes in the order given, print the result.
Options and passes may be written with one dash or two. Options of a pass: --PASS='option=value other=value'.
"""


def version_text() -> str:
    """The versions of xtriton and its dependencies, found without importing any of them."""
    from importlib.metadata import PackageNotFoundError, version

    from xtriton import __version__

    parts: list[str] = []
    for package in ("xdsl", "triton"):
        try:
            parts.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            parts.append(f"{package} not installed")
    parts.append(f"Python {sys.version.split()[0]}")
    return f"xtriton {__version__} ({', '.join(parts)})\n"


def help_text() -> str:
    """Every option, and every pass and pipeline with its options."""
    from xtriton.dialects import DIALECTS
    from xtriton.passes import PASSES, PIPELINES, pass_class, pipeline_class

    lines = [_INTRODUCTION, "Options:"]
    for name, flag in FLAGS.items():
        value = {Value.BOOL: "", Value.REQUIRED: f" {flag.placeholder}", Value.OPTIONAL: f"[={flag.placeholder}]"}
        dashes = "-" if len(name) == 1 else "--"
        lines.append(_row(f"  {dashes}{name}{value[flag.kind]}", flag.help))
    lines += ["", "Passes:"]
    for name in sorted(PASSES):
        lines += _rows(pass_class, name)
    lines += ["", "Pipelines (--dump-pass-pipeline prints their passes):"]
    for name in sorted(PIPELINES):
        lines += _rows(pipeline_class, name)
    refused = (*PASSES.refused, *PIPELINES.refused, *DIALECTS.refused)
    lines += ["", "Refused plug-ins:", *(f"  {reason}" for reason in refused)] if refused else []
    lines += ["", "XTRITON_TRACEBACK=1 in the environment shows the Python traceback of an internal error."]
    return "\n".join(lines) + "\n"


def _rows(class_of: Callable[[str], type[Named]], name: str) -> list[str]:
    """The rows of a pass or pipeline. One that cannot be loaded does not keep the others from being listed."""
    from xtriton.passes import PASSES, PIPELINES
    from xtriton.passes.options import describe_type, print_value
    from xtriton.registry import PluginError

    registry = PASSES if name in PASSES else PIPELINES
    try:
        cls = class_of(name)
        owner = registry.owner(name)
    except PluginError as failure:
        return [_row(f"  --{name}", str(failure))]
    rows = [_row(f"  --{cls.name}", cls.summary() + (f" ({owner})" if owner else ""))]
    for info in cls.options():
        default = "required" if info.required else f"default: {print_value(info.default)}"
        rows.append(_row(f"      {info.name}=<{describe_type(info)}>", f"{info.help} ({default})"))
    return rows


def _row(left: str, right: str) -> str:
    if len(left) < _HELP_COLUMN - 1:
        return f"{left:<{_HELP_COLUMN}}{right}".rstrip()
    return f"{left}\n{' ' * _HELP_COLUMN}{right}".rstrip()


def passes_text() -> str:
    """The names of all passes, one a line."""
    from xtriton.passes import PASSES

    return "".join(f"{name}\n" for name in sorted(PASSES))


def dialects_text() -> str:
    """The names of all dialects, in MLIR's layout."""
    from xtriton.dialects import DIALECTS

    return "Available Dialects:\n" + "".join(f"{name}\n" for name in sorted(DIALECTS))
