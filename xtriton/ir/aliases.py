"""Which attributes get an alias (``#blocked1``, ``#loc7``), its name, and where it is defined.

The rules are MLIR's. An attribute whose class proposes a stem (``asm_alias``) gets an alias if it is printed anywhere.
Aliases are ordered by nesting depth, then by first appearance; those of the same stem are numbered in that order. An
alias used only in operations' locations may be defined at the end of the file.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache

from xdsl.dialects.builtin import AffineMapAttr, AffineSetAttr
from xdsl.ir import Attribute, TypeAttribute

from xtriton.ir.interning import Interner
from xtriton.ir.locations import is_location


@dataclass(eq=False, slots=True)
class AliasEntry:
    """State of one printed attribute. ``chunks`` spell it in full, ``text`` is its printed form (the alias, if any)."""

    attribute: Attribute
    stem: str | None
    deferrable: bool
    is_type: bool
    depth: int = 0
    children: list[AliasEntry] = field(default_factory=list["AliasEntry"])
    chunks: list[Chunk] = field(default_factory=list["Chunk"])
    name: str | None = None
    text: str | None = None
    unseen: int | None = None
    """The number of an attribute printed where MLIR does not collect aliases."""


Chunk = str | AliasEntry


class AliasTable:
    """The attributes met while printing. ``spell`` writes an attribute in full and visits its nested attributes."""

    def __init__(self, spell: Callable[[Attribute], list[Chunk]]) -> None:
        self._spell = spell
        self._interner = Interner()
        self._entries: dict[int, AliasEntry] = {}
        self._parents: list[AliasEntry] = []
        self._deferrable = False
        self._is_unseen = False
        self._unseen: dict[int, AliasEntry] = {}
        self._ordered: list[AliasEntry] = []

    def visit(self, attribute: Attribute, *, deferrable: bool | None = None) -> AliasEntry:
        """Note that an attribute is printed here; ``deferrable`` if its alias may be defined after its use.

        A nested attribute inherits this from the attribute around it.
        """
        if deferrable is None:
            deferrable = self._deferrable
        number = self._interner.number(attribute)
        if self._is_unseen:
            return self._visit_unseen(attribute, number)
        entry = self._entries.get(number)
        if entry is None:
            entry = self._enter(attribute, number, deferrable)
        elif entry.deferrable and not deferrable:
            _pin(entry)
        if self._parents:
            parent = self._parents[-1]
            parent.children.append(entry)
            parent.depth = max(parent.depth, entry.depth + 1 if entry.depth else 0)
        return entry

    @contextmanager
    def unseen(self) -> Generator[None]:
        """In this context visits create no aliases; an attribute that gets one elsewhere is printed by it."""
        self._is_unseen = True
        yield
        self._is_unseen = False

    def _visit_unseen(self, attribute: Attribute, number: int) -> AliasEntry:
        entry = self._unseen.get(number)
        if entry is None:
            entry = AliasEntry(attribute, None, False, isinstance(attribute, TypeAttribute), unseen=number)
            self._unseen[number] = entry
            entry.chunks = self._spell(attribute)
        return entry

    def name_of(self, entry: AliasEntry) -> str | None:
        """The alias that an attribute printed in :meth:`unseen` gets elsewhere. Known after :meth:`assign`."""
        seen = self._entries.get(entry.unseen) if entry.unseen is not None else None
        return None if seen is None else seen.name

    def _enter(self, attribute: Attribute, number: int, deferrable: bool) -> AliasEntry:
        stem = alias_stem(attribute)
        entry = AliasEntry(attribute, stem, deferrable, _is_type(type(attribute)), depth=1 if stem is not None else 0)
        self._entries[number] = entry
        outer = self._deferrable
        self._deferrable = deferrable
        self._parents.append(entry)
        entry.chunks = self._spell(attribute)
        self._parents.pop()
        self._deferrable = outer
        return entry

    def assign(self) -> None:
        """Assign the alias names. Called once, after all attributes are visited."""
        entries = [entry for entry in self._entries.values() if entry.stem is not None]
        entries.sort(key=lambda entry: (entry.depth, not entry.is_type, entry.stem))
        counts: dict[str, int] = {}
        for entry in entries:
            assert entry.stem is not None
            number = counts.get(entry.stem, 0)
            counts[entry.stem] = number + 1
            separator = "_" if entry.stem[-1].isdigit() else ""
            suffix = f"{separator}{number}" if number else ""
            entry.name = ("!" if entry.is_type else "#") + entry.stem + suffix
        self._ordered = entries

    def definitions(self, *, deferred: bool) -> Iterator[tuple[str, AliasEntry]]:
        """The aliases defined before (or, ``deferred``, after) the operations, with their attributes."""
        for entry in self._ordered:
            if entry.deferrable is deferred:
                assert entry.name is not None
                yield entry.name, entry

    def entry_of(self, attribute: Attribute) -> AliasEntry:
        """The entry of a visited attribute."""
        return self._entries[self._interner.number(attribute)]


def _pin(entry: AliasEntry) -> None:
    """Require that the alias, and those nested in it, are defined before use after all."""
    if entry.deferrable:
        entry.deferrable = False
        for child in entry.children:
            _pin(child)


@cache
def _is_type(kind: type[Attribute]) -> bool:
    """Whether attributes of a class are types. ``isinstance`` is slow for xDSL's classes, which are abstract ones."""
    return issubclass(kind, TypeAttribute)


def alias_stem(attribute: Attribute) -> str | None:
    """The stem of an attribute's alias, if it gets an alias at all."""
    propose = getattr(attribute, "asm_alias", None)
    if propose is not None:
        return propose()
    if is_location(attribute):
        return "loc"
    if type(attribute) is AffineMapAttr:
        return "map"
    if type(attribute) is AffineSetAttr:
        return "set"
    return None
