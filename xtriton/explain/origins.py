"""The origins of the lines of MLIR, LLVM IR, PTX and SASS, read from the texts themselves.

The texts are not parsed as IR: dumps of the LLVM dialect, and of other versions of Triton, are read the same way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from xtriton.explain.model import Frame, Listing, Origin


@dataclass
class Origins:
    """The table of origins of a report."""

    listed: list[Origin] = field(default_factory=list[Origin])
    _numbers: dict[Origin, int] = field(default_factory=dict[Origin, int])

    def number(self, origin: Origin) -> int:
        """The index of an origin, -1 for an empty one."""
        if not origin:
            return -1
        found = self._numbers.get(origin)
        if found is None:
            found = self._numbers[origin] = len(self.listed)
            self.listed.append(origin)
        return found


# MLIR

_DEFINITION = re.compile(r"^(#loc\d*) = loc\((.*)\)$")
_REFERENCE = re.compile(r" loc\((#loc\d*|unknown)\)")
_INLINE = re.compile(r' loc\("(?:[^"\\]|\\.)*"(?:\((?:#loc\d*|unknown|"(?:[^"\\]|\\.)*":\d+:\d+)\)|:\d+:\d+)\)')
_TRAILING = re.compile(r" loc\((?P<text>#loc\d*|unknown|\".*|callsite\(.*|fused.*)\)$")
_POSITION = re.compile(r'"((?:[^"\\]|\\.)*)":(\d+):(\d+)(?: to (?:\d+)?:\d+)?')
_NAME = re.compile(r'"((?:[^"\\]|\\.)*)"')
_ALIAS = re.compile(r"#loc\d*")


class _LocationReader:
    """Reads MLIR's locations; aliases are resolved when they are used."""

    def __init__(self, definitions: dict[str, str]) -> None:
        self._definitions = definitions
        self._known: dict[str, Origin] = {}

    def alias(self, name: str) -> Origin:
        """The origin that an alias stands for."""
        found = self._known.get(name)
        if found is None:
            self._known[name] = ()  # an alias that is part of itself is not a location
            text = self._definitions.get(name)
            found = self._known[name] = self.read(text) if text is not None else ()
        return found

    def read(self, text: str) -> Origin:
        """The origin of a location."""
        return self._location(text, 0)[0]

    def _location(self, text: str, at: int) -> tuple[Origin, int]:
        """The location that begins at a position, and the position after it."""
        if text.startswith("callsite(", at):
            callee, at = self._location(text, at + len("callsite("))
            caller, at = self._location(text, at + len(" at "))
            return (*callee, *caller), at + 1
        if text.startswith("fused", at):
            return self._fused(text, at)
        if match := _POSITION.match(text, at):
            return (Frame(match[1], int(match[2]), int(match[3])),), match.end()
        if match := _NAME.match(text, at):
            if not text.startswith("(", match.end()):
                return (), match.end()
            inner, at = self._location(text, match.end() + 1)
            return inner, at + 1
        if match := _ALIAS.match(text, at):
            return self.alias(match[0]), match.end()
        return (), at + len("unknown")

    def _fused(self, text: str, at: int) -> tuple[Origin, int]:
        """The first part of a fused location that has an origin; MLIR's diagnostics are put there, too."""
        bracket = text.find("[", at)
        if bracket < 0:
            return (), len(text)
        first: Origin = ()
        at = bracket + 1
        while at < len(text) and text[at] != "]":
            part, at = self._location(text, at)
            first = first or part
            at += 2 if text.startswith(", ", at) else 0
        return first, at + 1


def mlir_listing(text: str, origins: Origins) -> Listing:
    """The listing of a module: its text without locations, and the origin of each line.

    The location of an operation with regions follows its closing brace; it is that of the opening line.
    """
    lines = text.splitlines()
    definitions = {match[1]: match[2] for line in lines if (match := _DEFINITION.match(line))}
    reader = _LocationReader(definitions)
    shown: list[str] = []
    found: list[int] = []
    opened: list[int] = []
    for line in lines:
        if _is_definition(line):
            continue
        number = origins.number(_trailing(line, reader))
        stripped = _without_locations(line)
        at = len(shown)
        bare = stripped.lstrip()
        if bare.startswith("}") and opened:
            root = opened.pop()
            if number >= 0 and found[root] < 0:
                found[root] = number
            if stripped.endswith("{"):
                opened.append(root)
        elif stripped.endswith("{"):
            opened.append(at)
        shown.append(stripped)
        found.append(number)
    return Listing("mlir", "\n".join(shown) + "\n", found)


def shown_lines(text: str) -> list[int]:
    """For each line of the listing of a module, its line in the text, counted from 1."""
    return [number for number, line in enumerate(text.splitlines(), 1) if not _is_definition(line)]


def _is_definition(line: str) -> bool:
    return line.startswith("#loc") and _DEFINITION.match(line) is not None


def _trailing(line: str, reader: _LocationReader) -> Origin:
    start = line.rfind(" loc(")
    if start < 0 or not line.endswith(")"):
        return ()
    match = _TRAILING.match(line, start)
    return reader.read(match["text"]) if match is not None else ()


def _without_locations(line: str) -> str:
    if " loc(" not in line:
        return line
    line = _INLINE.sub("", _REFERENCE.sub("", line))
    start = line.rfind(" loc(")
    if start >= 0 and line.find(" loc(") == start and _TRAILING.match(line, start):
        return line[:start]
    return _without_nested_locations(line) if start >= 0 else line


_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"| loc\(|[()]|[^"() ]+| ')


def _without_nested_locations(line: str) -> str:
    """A line without locations that contain parentheses, several of which the arguments of a block may have."""
    kept: list[str] = []
    depth = 0
    for token in _TOKEN.findall(line):
        if depth == 0 and token != " loc(":
            kept.append(token)
        depth += token in ("(", " loc(") if depth or token == " loc(" else 0
        depth -= token == ")" if depth else 0
    return "".join(kept)


# LLVM IR

_DEBUG = re.compile(r"!dbg !(\d+)")
_METADATA = re.compile(r"^!(\d+) = (?:distinct )?!(\w+)\((.*)\)$")
_FIELD = re.compile(r'(\w+): (?:"((?:[^"\\]|\\.)*)"|!?([\w]+))')


def llvm_listing(text: str, origins: Origins) -> Listing:
    """The listing of LLVM IR, by its debug metadata."""
    lines = text.splitlines()
    nodes: dict[str, dict[str, str]] = {}
    for line in lines:
        if line.startswith("!") and (match := _METADATA.match(line)):
            nodes[match[1]] = {item[1]: item[2] or item[3] or "" for item in _FIELD.finditer(match[3])}
    known: dict[str, int] = {}

    def number(node: str) -> int:
        if node not in known:
            known[node] = origins.number(tuple(_llvm_frames(nodes, node)))
        return known[node]

    found = [number(match[1]) if (match := _DEBUG.search(line)) else -1 for line in lines]
    return Listing("llvm", text, found)


def _llvm_frames(nodes: dict[str, dict[str, str]], node: str) -> Iterator[Frame]:
    seen: set[str] = set()
    while node in nodes and node not in seen:
        seen.add(node)
        fields = nodes[node]
        scope: dict[str, str] = nodes.get(fields.get("scope", ""), {})
        while scope and "file" not in scope:
            scope = nodes.get(scope.get("scope", ""), {})
        file = nodes.get(scope.get("file", ""))
        if file is not None and int(fields.get("line", "0")) > 0:
            path = _joined(file.get("directory", ""), file.get("filename", ""))
            yield Frame(path, int(fields["line"]), int(fields.get("column", "0")))
        node = fields.get("inlinedAt", "")


def _joined(folder: str, name: str) -> str:
    return name if not folder or name.startswith("/") else f"{folder}/{name}"


# PTX

_FILE = re.compile(r'^\s*\.file\s+(\d+)\s+"([^"]*)"(?:\s+"([^"]*)")?')
_LOC = re.compile(r"^\s*\.loc\s+(\d+)\s+(\d+)\s+(\d+)(?:.*?inlined_at\s+(\d+)\s+(\d+)\s+(\d+))?(?P<rest>.*)$")
_CALLER = re.compile(r"@\[ ([^\s\]]+):(\d+):(\d+)")


def ptx_listing(text: str, origins: Origins) -> Listing:
    """The listing of PTX, by its ``.loc`` directives; the call sites are in LLVM's comments behind them.

    Directives within inline assembly are ignored: see :func:`without_lines_of_assembly`.
    """
    lines = text.splitlines()
    files = {int(match[1]): _joined(match[2] if match[3] else "", match[3] or match[2]) for match in _files(lines)}
    by_name = {path.rpartition("/")[2]: path for path in files.values()}
    found: list[int] = []
    current = -1
    inside = False
    for line, in_assembly in zip(lines, _in_assembly(lines), strict=True):
        if line.startswith("{") and not in_assembly:
            inside = True
        elif line.startswith("}") and not in_assembly:
            inside, current = False, -1
        match = _LOC.match(line)
        if match is not None and not in_assembly:
            current = origins.number(_ptx_origin(match, files, by_name))
        is_code = inside and line.startswith(("\t", "@", " ")) and not line.strip().startswith("//")
        found.append(current if is_code else -1)
    return Listing("ptx", text, found)


def without_lines_of_assembly(text: str) -> str:
    """PTX without the ``.loc`` directives that LLVM puts into inline assembly.

    Since Triton 3.8, LLVM counts up the source line with each line of the assembly, although these are lines of a
    string, and does not return to the line of the statement afterwards. The directive before the assembly is right.
    """
    lines = text.splitlines(keepends=True)
    marks = zip(lines, _in_assembly(lines), strict=True)
    return "".join(line for line, in_assembly in marks if not (in_assembly and _LOC.match(line)))


def _in_assembly(lines: Iterable[str]) -> Iterator[bool]:
    """For each line of PTX, whether it is inline assembly."""
    inside = False
    for line in lines:
        mark = line.strip()
        inside = (inside or mark == "// begin inline asm") and mark != "// end inline asm"
        yield inside


def _files(lines: Sequence[str]) -> Iterator[re.Match[str]]:
    return (match for line in lines if (match := _FILE.match(line)))


def _ptx_origin(match: re.Match[str], files: dict[int, str], by_name: dict[str, str]) -> Origin:
    file, line, column = int(match[1]), int(match[2]), int(match[3])
    if line == 0:
        return ()
    frames = [Frame(files.get(file, ""), line, column)]
    callers = [
        Frame(by_name.get(caller[1], caller[1]), int(caller[2]), int(caller[3]))
        for caller in _CALLER.finditer(match["rest"])
    ]
    if not callers and match[4]:
        callers = [Frame(files.get(int(match[4]), ""), int(match[5]), int(match[6]))]
    return (*frames, *callers)


# SASS

_SASS_LINE = re.compile(r'^\s*//## File "([^"]*)", line (\d+)(?P<inlined> inlined at )?')


def sass_listing(text: str, origins: Origins, known: Sequence[int] = ()) -> Listing:
    """The listing of nvdisasm's output. ``known`` are the origins of the PTX, which have the call sites, too.

    nvdisasm gives them, each in a line of its own after that of the callee, if the PTX has them for ptxas
    (``inlined_at``, since Triton 3.9); otherwise it gives the innermost lines only.
    """
    calls: dict[tuple[str, int], set[Origin]] = {}
    for number in set(known):
        if number >= 0:
            origin = origins.listed[number]
            calls.setdefault(origin[0][:2], set()).add(origin[1:])
    shown: list[str] = []
    found: list[int] = []
    current = -1
    callees: Origin = ()
    for line in text.splitlines():
        match = _SASS_LINE.match(line)
        if match is not None:
            frames = (*callees, Frame(match[1], int(match[2]), 0))
            if match["inlined"]:
                callees = frames
                continue
            callers = calls.get(frames[0][:2], {()}) if len(frames) == 1 else {()}
            current = origins.number((*frames, *(next(iter(callers)) if len(callers) == 1 else ())))
            callees = ()
            continue
        shown.append(line)
        found.append(current if "/*" in line else -1)
    return Listing("sass", "\n".join(shown) + "\n", found)
