"""The bugs that can be planted: where, by which operator, and their stable ids.

An id is ``FILE::FUNCTION::OPERATOR:NUMBER``, the number counting the changes that the operator can make within the
function. It stays valid as long as the function does not change.
"""

from __future__ import annotations

import ast
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sabotage.operators import OPERATORS

ROOT = Path(__file__).parents[2]
FOLDERS = (
    "xtriton/rewriting",
    "xtriton/passes/common",
    "xtriton/passes/ttir",
    "xtriton/passes/ttgir",
    "xtriton/passes/nvidia",
    "xtriton/passes/linalg",
    "xtriton/passes/cpu",
    "xtriton/analysis",
    "xtriton/layouts",
)
"""Where bugs are planted."""

_Place = tuple[ast.AST, str, int | None]
"""The parent of a node, the field that holds it, and its index if that is a list."""


@dataclass(frozen=True)
class Bug:
    """A change of one function."""

    file: str
    function: str
    operator: str
    number: int

    @property
    def id(self) -> str:
        return f"{self.file}::{self.function}::{self.operator}:{self.number}"

    @staticmethod
    def of(text: str) -> Bug:
        """The bug with an id. Raises ``ValueError`` for an invalid id."""
        file, function, last = text.split("::")
        operator, number = last.rsplit(":", 1)
        return Bug(file, function, operator, int(number))


@cache
def _source(file: str) -> str:
    return (ROOT / file).read_text(encoding="utf-8")


def functions_of(tree: ast.Module) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Functions and methods with their qualified names; nested functions are part of the one around them."""

    def within(body: list[ast.stmt], prefix: str) -> Iterator[tuple[str, ast.FunctionDef]]:
        for statement in body:
            if isinstance(statement, ast.FunctionDef):
                yield prefix + statement.name, statement
            elif isinstance(statement, ast.ClassDef):
                yield from within(statement.body, f"{prefix}{statement.name}.")

    yield from within(tree.body, "")


_UNIMPORTANT = ("__repr__", "__str__", "__post_init__")
_SKIPPED = (ast.Raise, ast.JoinedStr, ast.Assert, ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal, ast.arguments)
_MESSAGES = ("error", "note", "warn", "remark", "emit", "deprecated")


def _places(function: ast.FunctionDef) -> Iterator[tuple[ast.AST, _Place]]:
    """The nodes of a function's body that may be changed, in order: no messages, annotations and documentation."""
    stack: list[tuple[ast.AST, _Place]] = [
        (node, (function, "body", index)) for index, node in reversed(list(enumerate(function.body)))
    ]
    while stack:
        node, place = stack.pop()
        if isinstance(node, _SKIPPED) or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            continue
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            if name in _MESSAGES:
                continue
        yield node, place
        inner: list[tuple[ast.AST, _Place]] = []
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "returns", "decorator_list", "args") and not isinstance(node, ast.Call):
                continue
            if isinstance(value, ast.AST):
                inner.append((value, (node, field, None)))
            elif isinstance(value, list):
                inner += [(one, (node, field, at)) for at, one in enumerate(value) if isinstance(one, ast.AST)]
        stack += reversed(inner)


def _changes(function: ast.FunctionDef, operator: str) -> Iterator[tuple[_Place, ast.AST, ast.AST]]:
    for node, place in _places(function):
        for changed in OPERATORS[operator](node):
            yield place, node, changed


@cache
def bugs_of(file: str) -> tuple[Bug, ...]:
    """All bugs that can be planted in a file."""
    found: list[Bug] = []
    seen: set[str] = set()
    for name, function in functions_of(ast.parse(_source(file))):
        if name.rpartition(".")[2] in _UNIMPORTANT or name in seen:
            continue
        seen.add(name)
        for operator in OPERATORS:
            count = sum(1 for _ in _changes(function, operator))
            found += [Bug(file, name, operator, number) for number in range(count)]
    return tuple(found)


def planted(bug: Bug) -> tuple[ast.Module, str]:
    """The tree of the file with the bug, and the change as a line of text. Raises ``KeyError`` if there is no such."""
    tree = ast.parse(_source(bug.file))
    function = dict(reversed(list(functions_of(tree)))).get(bug.function)
    if function is None or bug.operator not in OPERATORS:
        raise KeyError(bug.id)
    for number, ((parent, field, index), node, changed) in enumerate(_changes(function, bug.operator)):
        if number == bug.number:
            old, line = _shown(node), getattr(node, "lineno", getattr(parent, "lineno", function.lineno))
            for inner in ast.walk(changed):
                if not hasattr(inner, "lineno"):
                    ast.copy_location(inner, node if hasattr(node, "lineno") else parent)
            if index is None:
                setattr(parent, field, changed)
            else:
                getattr(parent, field)[index] = changed
            return ast.fix_missing_locations(tree), f"line {line}: {old} -> {_shown(changed)}"
    raise KeyError(bug.id)


def _shown(node: ast.AST) -> str:
    text = ast.unparse(node).splitlines()
    return text[0] + (" ..." if len(text) > 1 else "")


def files() -> list[str]:
    """The files in which bugs are planted."""
    found = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.py"))]
    return [path.relative_to(ROOT).as_posix() for path in found]


def chosen(count: int, seed: int) -> list[Bug]:
    """Bugs drawn at random: folders in turn, then a file by how much it holds, an operator, and one of its changes."""
    source = random.Random(seed)
    by_folder: dict[str, dict[str, tuple[Bug, ...]]] = defaultdict(dict)
    for file in files():
        if bugs := bugs_of(file):
            by_folder[next(folder for folder in FOLDERS if file.startswith(folder + "/"))][file] = bugs
    found: dict[str, Bug] = {}
    turn = 0
    folders = list(by_folder.values())
    most = sum(len(bugs) for held in folders for bugs in held.values())
    while len(found) < min(count, most):
        held = folders[turn % len(folders)]
        turn += 1
        names = list(held)
        file = source.choices(names, [len(held[name]) ** 0.5 for name in names])[0]
        by_operator: dict[str, list[Bug]] = defaultdict(list)
        for bug in held[file]:
            by_operator[bug.operator].append(bug)
        bug = source.choice(by_operator[source.choice(list(by_operator))])
        found[bug.id] = bug
    return list(found.values())
