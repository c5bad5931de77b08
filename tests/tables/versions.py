"""The page docs/versions.md: what differs between versions of Triton, from the definitions of the dialects."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise

from xdsl.ir import Attribute, Operation

from xtriton.dialects import DIALECTS
from xtriton.ir.definitions import own_parameters
from xtriton.ir.op import Op
from xtriton.ir.signature import absent_fields
from xtriton.versions import ALL_VERSIONS, KNOWN, ByVersion, TritonVersion, VersionRange, at_version

TRITON = ("tt", "ttg", "ttng", "nvws", "gluon", "tti", "nvg")
"""Triton's own dialects."""

_HEAD = """# Versions of Triton

One package has the dialects of Triton {known}. `Context(triton="3.9")` and `xtriton-opt --triton=3.9` choose
a version; by default it is that of the installed wheel, without a wheel the newest. This page is generated from the
definitions by `PYTHONPATH=tests python -m tables`.

A later version is added in `xtriton/versions.py` (`KNOWN`). Where it differs, the definition says so: `VERSIONS` of an
operation, type or attribute, `versions=since(...)` of an operand, result or property, `by_version({{...}})` for syntax,
constraints and checks.
"""


def page() -> str:
    """The text of the page."""
    lines = [_HEAD.format(known=", ".join(map(str, KNOWN)))]
    for old, new in pairwise(KNOWN):
        lines += [f"## {old} to {new}", ""]
        for title, rows in (
            ("Added", _added(old, new)),
            ("Removed", _added(new, old)),
            ("Operations with other fields", _fields(old, new)),
        ):
            listed = list(rows)
            if listed:
                lines += [f"{title}:", "", *(f"- {row}" for row in listed), ""]
        syntax = list(_syntax(old, new))
        if syntax:
            lines += ["Operations with another syntax, in ODS's `assemblyFormat`:", "", "```text", *syntax, "```", ""]
    return "\n".join(lines)


def _definitions() -> Iterator[type[Operation] | type[Attribute]]:
    for name in TRITON:
        module, _, attribute = DIALECTS[name].partition(":")
        dialect = getattr(import_module(module), attribute)
        yield from (*dialect.operations, *dialect.attributes)


def _versions(definition: type[Operation] | type[Attribute]) -> VersionRange:
    return getattr(definition, "VERSIONS", ALL_VERSIONS)


def _spelled(definition: type[Operation] | type[Attribute]) -> str:
    sigil = "" if issubclass(definition, Operation) else "!" if "Type" in definition.__name__ else "#"
    return f"`{sigil}{definition.name}`"


def _names(triton: TritonVersion) -> dict[str, str]:
    """The definitions of a version: their names with the first sentence of their documentation."""
    return {
        _spelled(definition): (inspect.getdoc(definition) or "").partition("\n")[0]
        for definition in _definitions()
        if triton in _versions(definition)
    }


def _added(old: TritonVersion, new: TritonVersion) -> Iterator[str]:
    known = _names(old)
    yield from (f"{name}: {text}" for name, text in sorted(_names(new).items()) if name not in known)


def _in_both(old: TritonVersion, new: TritonVersion) -> Iterator[type[Op]]:
    for definition in _definitions():
        if issubclass(definition, Op) and old in _versions(definition) and new in _versions(definition):
            yield definition


def _fields(old: TritonVersion, new: TritonVersion) -> Iterator[str]:
    for op_class in _in_both(old, new):
        before, after = absent_fields(op_class, old), absent_fields(op_class, new)
        declared = [name for base in op_class.__mro__ for name in own_parameters(base)]
        added = [f"`{name}`" for name in declared if name in before - after]
        removed = [f"`{name}`" for name in declared if name in after - before]
        texts = [f"{word} {', '.join(names)}" for word, names in (("with", added), ("without", removed)) if names]
        if texts:
            yield f"`{op_class.name}` {', '.join(texts)}"


def _syntax(old: TritonVersion, new: TritonVersion) -> Iterator[str]:
    for op_class in _in_both(old, new):
        if isinstance(op_class.SYNTAX, ByVersion):
            before, after = at_version(op_class.SYNTAX, old), at_version(op_class.SYNTAX, new)
            if before != after:
                yield f"{op_class.name} {after}"
