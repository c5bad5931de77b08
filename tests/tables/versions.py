"""The page docs/versions.md: what differs between versions of Triton, from the definitions of the dialects."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from pathlib import Path

from xdsl.ir import Attribute, Operation

from xtriton.dialects import DIALECTS
from xtriton.ir.definitions import own_parameters
from xtriton.ir.op import Op
from xtriton.ir.signature import absent_fields
from xtriton.passes.common.convert_triton_version.rules import DOWNGRADES, UPGRADES, Conversion
from xtriton.versions import (
    ALL_VERSIONS,
    KNOWN,
    V3_8,
    ByVersion,
    TritonVersion,
    VersionRange,
    at_version,
)

TRITON = ("tt", "ttg", "ttng", "nvws", "gluon", "tti", "nvg")
"""Triton's own dialects."""

_HEAD = Path(__file__).with_name("versions_head.md").read_text()
"""The page before its generated parts, a format string."""


def page() -> str:
    """The text of the page."""
    known = ", ".join(map(str, KNOWN))
    lines = [_HEAD.format(known=known, conversions="\n".join(_conversions()))]
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


def _conversions() -> Iterator[str]:
    """The rows of the table of conversions."""
    for old, new in pairwise(KNOWN):
        if new == V3_8:
            yield f"| {old} | {new} | `tt.make_tensor_ptr`, `tt.advance` | Lowered to pointers with masks. |"
        yield from (_conversion(old, new, conversion) for conversion in UPGRADES.get(new, ()))
    for old, new in reversed(list(pairwise(KNOWN))):
        yield from (_conversion(new, old, conversion) for conversion in DOWNGRADES.get(new, ()))


def _conversion(start: TritonVersion, end: TritonVersion, conversion: Conversion) -> str:
    names = ", ".join(f"`{name}`" for name in dict.fromkeys(op_class.name for op_class in conversion.classes))
    text = (inspect.getdoc(conversion.convert) or "").replace("\n", " ")
    return f"| {start} | {end} | {names} | {text} |"


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
