"""The command line of ``xtriton-opt``: MLIR's grammar, where every pass and pipeline is a flag and order matters.

Flags may be spelled ``-x`` or ``--x``; values follow after ``=`` or, where a value is required, as the next argument.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from xtriton.passes import PASSES, PIPELINES
from xtriton.passes.base import Pass
from xtriton.passes.pipeline_text import MODULE, Nest, nearest_passes, parse_flag, parse_pipeline, wheel_hint
from xtriton.registry import similar_names
from xtriton.versions import KNOWN, NEWEST, TritonVersion, active_version, use_version

SPLIT_MARKER = "// -----"

DEBUG_TYPES = ("greedy-rewriter", "dialect-conversion", "pass-manager")
"""The values of ``--debug-only``."""


class UsageError(Exception):
    """A command line that cannot be understood."""


class UnknownArgumentError(UsageError):
    """A flag that is neither an option nor a pass. ``name`` is without dashes."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(message)
        self.name = name


class Value(Enum):
    """Whether a flag takes a value."""

    BOOL = "bool"
    REQUIRED = "required"
    OPTIONAL = "optional"


@dataclass(frozen=True)
class Flag:
    """A flag: the field of :class:`Arguments` it sets, whether it takes a value, its placeholder, and its help text."""

    field: str
    kind: Value
    placeholder: str
    help: str
    choices: tuple[str, ...] = ()
    """The values that are accepted; empty for any."""


def _bool(field_name: str, help: str) -> Flag:
    return Flag(field_name, Value.BOOL, "", help)


FLAGS: dict[str, Flag] = {
    "help": _bool("help", "print this text"),
    "help-pass": Flag("help_pass", Value.REQUIRED, "PASS", "print what a pass or pipeline does, and its options"),
    "version": _bool("version", "print versions"),
    "list-passes": _bool("list_passes", "print the names of all passes"),
    "show-dialects": _bool("show_dialects", "print the names of all dialects"),
    "o": Flag("output", Value.REQUIRED, "FILE", "output file (default: standard output)"),
    "pass-pipeline": Flag(
        "pipeline", Value.REQUIRED, "TEXT", "passes in MLIR's spelling: builtin.module(a,tt.func(b))"
    ),
    "p": Flag("pipeline", Value.REQUIRED, "TEXT", "passes in xDSL's spelling: a,b{x=1}"),
    "passes": Flag("pipeline", Value.REQUIRED, "TEXT", "the same as -p"),
    "load-pass-plugin": Flag("plugins", Value.REQUIRED, "FILE.py|MODULE", "add the passes and dialects of a plug-in"),
    "load-dialect-plugin": Flag("plugins", Value.REQUIRED, "FILE.py|MODULE", "the same as --load-pass-plugin"),
    "dump-pass-pipeline": _bool("dump_pipeline", "print the pipeline to standard error before it runs"),
    "triton": Flag(
        "triton",
        Value.REQUIRED,
        "VERSION",
        f"version of Triton: {', '.join(map(str, KNOWN))} (default: that of the installed wheel, else {NEWEST})",
    ),
    "split-input-file": Flag(
        "split_marker", Value.OPTIONAL, "MARKER", f"process the parts between markers ('{SPLIT_MARKER}') one by one"
    ),
    "output-split-marker": Flag("output_marker", Value.REQUIRED, "MARKER", "separator between parts of the output"),
    "verify-diagnostics": Flag(
        "verify_diagnostics",
        Value.OPTIONAL,
        "all|only-expected",
        "check diagnostics against the expected-* comments instead of printing them",
    ),
    "verify-each": Flag(
        "verify_each",
        Value.OPTIONAL,
        "true|false|interp",
        "verify after every pass (the default); interp: also compare results before and after in the interpreter",
    ),
    "verify-roundtrip": _bool("verify_roundtrip", "verify that the parsed IR prints and parses as the same IR"),
    "mlir-pass-pipeline-crash-reproducer": Flag(
        "crash_reproducer", Value.REQUIRED, "FILE", "write the input and the pipeline to FILE if a pass fails"
    ),
    "mlir-pass-pipeline-local-reproducer": _bool(
        "local_reproducer", "let the crash reproducer have the failing pass only, with the IR before it"
    ),
    "mlir-generate-reproducer": Flag(
        "generate_reproducer", Value.REQUIRED, "FILE", "write a reproducer whether or not a pass fails"
    ),
    "run-reproducer": _bool("run_reproducer", "run the pipeline that the input file, a reproducer, contains"),
    "allow-unregistered-dialect": _bool("allow_unregistered", "accept operations of unknown dialects"),
    "no-implicit-module": _bool("no_implicit_module", "do not wrap top-level operations in a module"),
    "mlir-print-op-generic": _bool("print_generic", "print operations in their generic form"),
    "mlir-print-debuginfo": _bool("print_debuginfo", "print locations"),
    "mlir-pretty-debuginfo": _bool("pretty_debuginfo", "print locations in a readable form that cannot be parsed"),
    "mlir-use-nameloc-as-prefix": _bool("nameloc_as_prefix", "name values after their NameLoc"),
    "mlir-print-local-scope": _bool("print_local_scope", "print attributes and locations in place, without aliases"),
    "mlir-elide-elementsattrs-if-larger": Flag(
        "elide_larger",
        Value.REQUIRED,
        "N",
        "print dense constants with more than N elements as dense_resource<__elided__>",
    ),
    "mlir-print-ir-before-all": _bool("print_before_all", "print the IR to standard error before every pass"),
    "mlir-print-ir-after-all": _bool("print_after_all", "print the IR to standard error after every pass"),
    "mlir-print-ir-after-change": _bool("print_after_change", "print the IR after passes that changed it"),
    "mlir-print-ir-after-failure": _bool("print_after_failure", "print the IR after a pass that failed"),
    "mlir-print-ir-before": Flag("print_before", Value.REQUIRED, "PASS,...", "print the IR before these passes"),
    "mlir-print-ir-after": Flag("print_after", Value.REQUIRED, "PASS,...", "print the IR after these passes"),
    "mlir-print-ir-module-scope": _bool("print_module_scope", "print the whole module for nested passes, too"),
    "mlir-print-ir-tree-dir": Flag("print_tree_dir", Value.REQUIRED, "DIR", "write IR dumps to files of a folder"),
    "mlir-timing": _bool("timing", "print execution times to standard error"),
    "mlir-timing-display": Flag(
        "timing_display", Value.REQUIRED, "tree|list", "times in order, or merged by name and sorted", ("tree", "list")
    ),
    "mlir-pass-statistics": _bool("statistics", "print how often each fold and pattern was applied, by pass"),
    "mlir-pass-statistics-display": Flag(
        "statistics_display",
        Value.REQUIRED,
        "pipeline|list",
        "statistics of each pass in order, or merged and sorted by name",
        ("pipeline", "list"),
    ),
    "debug-only": Flag(
        "debug_only",
        Value.REQUIRED,
        "TYPE,...",
        f"print each rewriting step to standard error: {', '.join(DEBUG_TYPES)}",
    ),
    "mlir-disable-threading": _bool("single_threaded", "accepted for compatibility; there is only one thread"),
}

_ALIASES = {"h": "help"}


@dataclass(frozen=True)
class PipelinePart:
    """Passes named by one argument: a flag (``text[name_start:name_end]`` is its name) or a pipeline text."""

    text: str
    name_start: int = 0
    name_end: int = 0
    is_flag: bool = False


@dataclass
class Arguments:
    """A parsed command line."""

    input: str = "-"
    output: str = "-"
    help: bool = False
    help_pass: str | None = None
    version: bool = False
    list_passes: bool = False
    show_dialects: bool = False
    dump_pipeline: bool = False
    triton: TritonVersion | None = None
    split_marker: str | None = None
    output_marker: str = SPLIT_MARKER
    verify_diagnostics: str | None = None
    verify_each: bool = True
    verify_interp: bool = False
    allow_unregistered: bool = False
    no_implicit_module: bool = False
    print_generic: bool = False
    print_debuginfo: bool = False
    pretty_debuginfo: bool = False
    nameloc_as_prefix: bool = False
    print_local_scope: bool = False
    print_before_all: bool = False
    print_after_all: bool = False
    print_after_change: bool = False
    print_after_failure: bool = False
    print_before: tuple[str, ...] = ()
    print_after: tuple[str, ...] = ()
    print_module_scope: bool = False
    print_tree_dir: str | None = None
    elide_larger: int | None = None
    timing: bool = False
    timing_display: str = "tree"
    statistics: bool = False
    statistics_display: str = "pipeline"
    debug_only: tuple[str, ...] = ()
    verify_roundtrip: bool = False
    crash_reproducer: str | None = None
    local_reproducer: bool = False
    generate_reproducer: str | None = None
    run_reproducer: bool = False
    single_threaded: bool = False
    pipeline: list[PipelinePart] = field(default_factory=list[PipelinePart])


def parse_arguments(argv: Sequence[str]) -> Arguments:
    """``argv`` without the program's name. Raises :class:`UsageError`."""
    arguments = Arguments()
    inputs: list[str] = []
    rest = list(argv)
    _load_plugins(rest)
    while rest:
        word = rest.pop(0)
        if word == "--":
            inputs += rest
            break
        if word == "-" or not word.startswith("-"):
            inputs.append(word)
        else:
            _parse_flag(arguments, word, rest)
    if len(inputs) > 1:
        raise UsageError(f"one input file expected, got {len(inputs)}: {', '.join(inputs)}")
    if inputs:
        arguments.input = inputs[0]
    return arguments


def _load_plugins(argv: Sequence[str]) -> None:
    """Load the plug-ins that are named anywhere in the arguments, since the other arguments may name their passes."""
    for index, word in enumerate(argv):
        name, equals, value = word.lstrip("-").partition("=")
        if word.startswith("-") and name in _PLUGIN_FLAGS:
            source = value if equals else next(iter(argv[index + 1 :]), "")
            if source:
                from xtriton.passes.plugins import load_plugin

                load_plugin(source)


_PLUGIN_FLAGS = ("load-pass-plugin", "load-dialect-plugin")


def build_pipeline(arguments: Arguments) -> Nest:
    """The passes of the command line in its order, for its version of Triton. Raises ``PipelineError``."""
    items: list[Pass | Nest] = []
    triton = arguments.triton or active_version()
    for part in arguments.pipeline:
        with use_version(triton):
            if part.is_flag:
                new = parse_flag(part.text, part.name_start, part.name_end)
            else:
                new = parse_pipeline(part.text).items
        for instance in Nest(MODULE, new).passes():
            triton = instance.triton_after(triton)
        items.extend(new)
    return Nest(MODULE, tuple(items))


def _parse_flag(arguments: Arguments, word: str, rest: list[str]) -> None:
    """Parse the flag ``word``, with its value from ``rest`` if that is a separate argument."""
    dashes = 2 if word.startswith("--") else 1
    name, equals, value = word[dashes:].partition("=")
    name = _ALIASES.get(name, name)
    flag = FLAGS.get(name)
    if flag is None:
        if name not in PASSES and name not in PIPELINES:
            raise UnknownArgumentError(name, _unknown(word[:dashes] + name))
        arguments.pipeline.append(PipelinePart(word, dashes, dashes + len(name), is_flag=True))
        return
    if flag.kind is Value.REQUIRED and not equals:
        if not rest:
            raise UsageError(f"'{word}' needs a value: {flag.placeholder}")
        value = rest.pop(0)
    _set(arguments, name, flag, value if equals or flag.kind is Value.REQUIRED else None)


def _set(arguments: Arguments, name: str, flag: Flag, value: str | None) -> None:
    match flag.field:
        case "pipeline":
            arguments.pipeline.append(PipelinePart(value or ""))
        case "plugins":
            if not value:
                raise UsageError(f"'--{name}' needs a value: {flag.placeholder}")
        case "print_before" | "print_after":
            given: tuple[str, ...] = getattr(arguments, flag.field)
            setattr(arguments, flag.field, given + _pass_names(name, value or ""))
        case "debug_only":
            arguments.debug_only += tuple((value or "").split(","))
            unknown = [kind for kind in arguments.debug_only if kind not in DEBUG_TYPES]
            if unknown:
                raise UsageError(f"'--{name}' takes {', '.join(DEBUG_TYPES)}, not '{unknown[0]}'")
        case "elide_larger":
            if not (value or "").isdecimal():
                raise UsageError(f"'--{name}' takes a number, not '{value}'")
            arguments.elide_larger = int(value or "")
        case "triton":
            try:
                arguments.triton = TritonVersion.parse(value or "")
            except ValueError as failure:
                raise UsageError(f"'--{name}': {failure}") from None
        case "split_marker":
            arguments.split_marker = value or SPLIT_MARKER
        case "verify_diagnostics":
            if value not in (None, "all", "only-expected"):
                raise UsageError(f"'--{name}' takes 'all' or 'only-expected', not '{value}'")
            arguments.verify_diagnostics = value or "all"
        case "verify_each":
            arguments.verify_interp = value == "interp"
            arguments.verify_each = arguments.verify_interp or _boolean(name, value, " or 'interp'")
        case _ if flag.choices and value not in flag.choices:
            raise UsageError(f"'--{name}' takes {' or '.join(map(repr, flag.choices))}, not '{value}'")
        case _:
            converted: Any = value if flag.kind is Value.REQUIRED else _boolean(name, value)
            setattr(arguments, flag.field, converted)


def _boolean(name: str, value: str | None, others: str = "") -> bool:
    if value is None or value.lower() in ("", "true", "1"):
        return True
    if value.lower() in ("false", "0"):
        return False
    raise UsageError(f"'--{name}' takes 'true' or 'false'{others}, not '{value}'")


def _pass_names(name: str, value: str) -> tuple[str, ...]:
    names = tuple(value.split(","))
    for pass_name in names:
        if pass_name not in PASSES:
            raise UsageError(f"'--{name}': unknown pass '{pass_name}'{_instead_of(pass_name)}")
    return names


def _instead_of(name: str) -> str:
    """A suggestion for an unknown name in an option that takes names of passes."""
    if name in PIPELINES:
        return "; it is a pipeline, whose passes --dump-pass-pipeline prints"
    if wheel_hint(name):
        return "; the Triton wheel runs it, as part of 'libtriton'"
    near = nearest_passes(name)
    return f"; did you mean {', '.join(map(repr, near))}?" if near else ""


def _unknown(spelled: str) -> str:
    name = spelled.lstrip("-")
    if hint := wheel_hint(name):
        return f"unknown pass '{spelled}'; {hint}"
    near = similar_names(name, [*PASSES, *PIPELINES, *FLAGS])
    hint = f"; did you mean {', '.join(f'--{match}' for match in near)}?" if near else ""
    return f"unknown pass or option '{spelled}'{hint}"
