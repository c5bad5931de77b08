"""The texts of ``--help``, ``--list-passes``, ``--show-dialects`` and ``--version``."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from xtriton.cli.arguments import FLAGS, UsageError, Value
from xtriton.registry import similar_names

if TYPE_CHECKING:
    from xtriton.passes.base import Named
    from xtriton.registry import Registry

_HELP_COLUMN = 38

_INTRODUCTION = """\
usage: {prog} [FILE] [OPTION | PASS]...

Read Triton IR from FILE ('-' or nothing: standard input), verify it, run passes in the order given, print the result.
Options and passes may be written with one dash or two. Options of a pass: --PASS='option=value other=value';
--help-pass PASS describes one.
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


def help_text(prog: str = "xtriton-opt") -> str:
    """Every option, and every pass and pipeline with its options."""
    from xtriton.dialects import DIALECTS
    from xtriton.passes import PASSES, PIPELINES, pass_class, pipeline_class

    lines = [_INTRODUCTION.format(prog=prog).rstrip("\n")]
    for heading, names in OPTION_GROUPS.items():
        lines += ["", f"{heading}:"]
        for name in names:
            flag = FLAGS[name]
            value = {Value.BOOL: "", Value.REQUIRED: f" {flag.placeholder}", Value.OPTIONAL: f"[={flag.placeholder}]"}
            dashes = "-" if len(name) == 1 else "--"
            lines.append(_row(f"  {dashes}{name}{value[flag.kind]}", flag.help))
    for heading, names in _grouped(PASSES).items():
        lines += ["", f"{heading}:"]
        for name in names:
            lines += _rows(pass_class, name)
    lines += ["", "Pipelines (--dump-pass-pipeline prints their passes):"]
    for name in sorted(PIPELINES):
        lines += _rows(pipeline_class, name)
    refused = (*PASSES.refused, *PIPELINES.refused, *DIALECTS.refused)
    lines += ["", "Refused plug-ins:", *(f"  {reason}" for reason in refused)] if refused else []
    lines += ["", "XTRITON_TRACEBACK=1 in the environment shows the Python traceback of an internal error."]
    return "\n".join(lines) + "\n"


OPTION_GROUPS: dict[str, tuple[str, ...]] = {
    "General options": ("help", "help-pass", "version", "list-passes", "show-dialects", "triton"),
    "Input and output": (
        "o",
        "split-input-file",
        "output-split-marker",
        "verify-diagnostics",
        "allow-unregistered-dialect",
        "no-implicit-module",
    ),
    "Pipelines and plug-ins": (
        "pass-pipeline",
        "p",
        "passes",
        "load-pass-plugin",
        "load-dialect-plugin",
        "dump-pass-pipeline",
        "mlir-disable-threading",
    ),
    "Printing": (
        "mlir-print-op-generic",
        "mlir-print-debuginfo",
        "mlir-pretty-debuginfo",
        "mlir-use-nameloc-as-prefix",
        "mlir-print-local-scope",
        "mlir-elide-elementsattrs-if-larger",
    ),
    "IR dumps": (
        "mlir-print-ir-before-all",
        "mlir-print-ir-after-all",
        "mlir-print-ir-after-change",
        "mlir-print-ir-after-failure",
        "mlir-print-ir-before",
        "mlir-print-ir-after",
        "mlir-print-ir-module-scope",
        "mlir-print-ir-tree-dir",
    ),
    "Checks and reproducers": (
        "verify-each",
        "verify-roundtrip",
        "mlir-pass-pipeline-crash-reproducer",
        "mlir-pass-pipeline-local-reproducer",
        "mlir-generate-reproducer",
        "run-reproducer",
    ),
    "Times, statistics and debugging": (
        "mlir-timing",
        "mlir-timing-display",
        "mlir-pass-statistics",
        "mlir-pass-statistics-display",
        "debug-only",
    ),
}
"""The options by topic."""

_PASS_GROUPS = {
    "xtriton.passes.common": "MLIR's passes",
    "xtriton.passes.libtriton": "Passes of the Triton wheel",
    "xtriton.passes.ttir": "Passes on TTIR",
    "xtriton.passes.ttgir": "Passes on TTGIR",
    "xtriton.passes.nvidia": "Passes on TTGIR for NVIDIA GPUs",
    "xtriton.passes.hopper": "Passes for Hopper, which Triton does not have",
    "xtriton.passes.linalg": "Passes of triton-shared",
    "xtriton.passes.cpu": "Passes to LLVM for the CPU",
    "xtriton.kernels": "Passes for MLC-LLM",
}
"""The headings of passes, by the package of their modules."""


def _grouped(names: Registry) -> dict[str, list[str]]:
    """The names of passes by heading, those of plug-ins by package."""
    found: dict[str, list[str]] = {heading: [] for heading in _PASS_GROUPS.values()}
    for name in sorted(names):
        package = next((key for key in _PASS_GROUPS if names[name].startswith(key)), None)
        owner = names.owner(name)
        heading = _PASS_GROUPS[package] if package and not owner else f"Passes of {owner or 'this program'}"
        found.setdefault(heading, []).append(name)
    return {heading: names for heading, names in found.items() if names}


def pass_help_text(name: str) -> str:
    """The text of ``--help-pass``: the description of a pass or pipeline, its options, and its source file.

    Raises ``UsageError`` for a name that neither has.
    """
    from inspect import cleandoc

    from xtriton.passes import PASSES, PIPELINES, pass_class, pipeline_class
    from xtriton.passes.pipeline_text import wheel_hint

    name = name.lstrip("-")
    if name not in PASSES and name not in PIPELINES:
        near = similar_names(name, [*PASSES, *PIPELINES])
        hint = wheel_hint(name) or (f"did you mean {', '.join(map(repr, near))}?" if near else "")
        raise UsageError(f"unknown pass '{name}'{f'; {hint}' if hint else ''}")
    of_pass = name in PASSES
    registry, class_of = (PASSES, pass_class) if of_pass else (PIPELINES, pipeline_class)
    cls = class_of(name)
    rows = _rows(class_of, name)[1:]
    lines = [f"--{name}", "", *(f"  {line}".rstrip() for line in cleandoc(cls.__doc__ or "").splitlines())]
    if rows:
        lines += ["", "Options:", *(row[4:] if row.startswith("    ") else row for row in rows)]
    lines += [
        "",
        f"Defined in {registry[name].partition(':')[0]}" + (f", {owner}" if (owner := registry.owner(name)) else ""),
    ]
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
        default = "required" if info.required else f"default: {print_value(info.default) or 'none'}"
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

    return f"Available Dialects: {','.join(sorted(DIALECTS))}\n"
