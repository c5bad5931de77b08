"""Registries of passes, pipelines and dialects by name: the package's own, and those of plug-ins.

A registry maps a name to a place, ``module:ATTRIBUTE`` (or ``module``), that is imported on first use. Installed
packages add entries by entry points, whose group is that of the registry, and programs by :meth:`Registry.register`. A
name belongs to one place: a plug-in with a name that is taken is refused.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableMapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import Any

ENTRY_POINTS = "xtriton."
"""The prefix of entry point groups."""


class PluginError(Exception):
    """A plug-in that cannot be used. The message is one line that names the package."""


@dataclass(frozen=True)
class _Entry:
    place: str
    owner: str = ""
    """The package of a plug-in, such as ``package 'lib' 1.0``."""
    loaded: Any = None
    """The object, if it was registered itself."""


@cache
def _installed() -> tuple[EntryPoint, ...]:
    """The entry points of all groups of plug-ins, by package: one scan of the environment serves every registry."""
    found = entry_points()
    groups = sorted(group for group in found.groups if group.startswith(ENTRY_POINTS))
    return tuple(point for group in groups for point in found.select(group=group))


class Registry(MutableMapping[str, str]):
    """The places of items of one kind (passes, pipelines or dialects) by name.

    ``kind`` names an item in messages, ``plural`` is the end of the entry point group (``xtriton.PLURAL``). Items
    that are assigned replace others; :meth:`register` and entry points do not.
    """

    def __init__(self, kind: str, plural: str, own: dict[str, str]) -> None:
        self.kind = kind
        self.group = ENTRY_POINTS + plural
        self._entries = {name: _Entry(place) for name, place in own.items()}
        self.own = frozenset(own)
        """The names of the package's own items."""
        self._ambiguous: dict[str, str] = {}
        self._refused: list[str] = []
        self._discovered = False
        self.edition = 0
        """The number of changes by the program: a part of the key of what is cached of the items."""

    @property
    def refused(self) -> tuple[str, ...]:
        """Why plug-ins of installed packages are not used, a line for each."""
        self._discover()
        return tuple(self._refused)

    def register(self, name: str, thing: Any, owner: str = "") -> None:
        """Add ``thing``, an object or the place of one. Raises :class:`PluginError` if another one has the name."""
        entry = (
            _Entry(thing, owner)
            if isinstance(thing, str)
            else _Entry(f"{thing.__module__}:{getattr(thing, '__qualname__', name)}", owner, thing)
            if isinstance(thing, type)
            else _Entry(f"{type(thing).__name__} '{name}'", owner, thing)
        )
        known = self._all().get(name)
        if known is None:
            self._entries[name] = entry
            self.edition += 1
        elif known.place != thing and self.load(name) is not thing:
            raise PluginError(self._collision(name, owner or f"'{entry.place}'", known))

    def load(self, name: str) -> Any:
        """Load the object of a name. Raises ``KeyError`` for an unknown name, :class:`PluginError` on failure."""
        entry = self._entry(name)
        if entry.loaded is not None:
            return entry.loaded
        module, _, attribute = entry.place.partition(":")
        if not entry.owner:
            return getattr(import_module(module), attribute)
        try:
            found = import_module(module)
            return getattr(found, attribute) if attribute else found
        except (Exception, SystemExit) as failure:  # code of another package may fail in any way
            raise self.failure(name, f"{type(failure).__name__}: {' '.join(str(failure).split())}") from failure

    def failure(self, name: str, reason: str) -> PluginError:
        """The error for a plug-in that cannot be used for a reason."""
        entry = self._all()[name]
        owner = f"{entry.owner}: " if entry.owner else ""
        return PluginError(f"{owner}{self.kind} '{name}' cannot be loaded from '{entry.place}': {reason}")

    def owner(self, name: str) -> str:
        """The package that a plug-in is from; empty for xtriton's own items. Raises ``KeyError``."""
        return self._entry(name).owner

    def __getitem__(self, name: str) -> str:
        return self._entry(name).place

    def __setitem__(self, name: str, place: str) -> None:
        self._ambiguous.pop(name, None)
        self._entries[name] = _Entry(place)
        self.edition += 1

    def __delitem__(self, name: str) -> None:
        del self._all()[name]
        self.edition += 1

    def __iter__(self) -> Iterator[str]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __contains__(self, name: object) -> bool:
        return name in self._entries or name in self._all() or name in self._ambiguous

    def _entry(self, name: str) -> _Entry:
        entry = self._all().get(name)
        if entry is None and name in self._ambiguous:
            raise PluginError(self._ambiguous[name])
        if entry is None:
            raise KeyError(name)
        return entry

    def _all(self) -> dict[str, _Entry]:
        self._discover()
        return self._entries

    def _discover(self) -> None:
        """Add the entry points of installed packages, once."""
        if self._discovered:
            return
        self._discovered = True
        own = set(self._entries)
        for point in _installed():
            if point.group != self.group:
                continue
            owner = _package_of(point)
            known = self._entries.get(point.name)
            if known is None and point.name not in self._ambiguous:
                self._entries[point.name] = _Entry(point.value, owner)
            elif known is not None and (known.place, known.owner) != (point.value, owner):
                self._refuse(point, owner, known, is_own=point.name in own)

    def _refuse(self, point: EntryPoint, owner: str, known: _Entry, *, is_own: bool) -> None:
        """Refuse an entry point whose name is taken; of two plug-ins, neither is used."""
        self._refused.append(self._collision(point.name, owner, known))
        if not is_own:
            del self._entries[point.name]
            self._ambiguous[point.name] = (
                f"{self.kind} '{point.name}' is in {known.owner} and in {owner}: uninstall one of them"
            )

    def _collision(self, name: str, owner: str, known: _Entry) -> str:
        return f"{owner}: {self.kind} '{name}' is refused: {known.owner or 'xtriton'} has a {self.kind} of that name"


def _package_of(point: EntryPoint) -> str:
    found = point.dist
    return f"package '{found.name}' {found.version}" if found is not None else f"entry point '{point.value}'"


_WORSE = 0.15
"""By how much the similarity of a name may be less than that of the most similar one."""


def similar_names(name: str, known: Iterable[str]) -> list[str]:
    """Up to three known names that look like ``name``, the most similar first; none that is clearly less similar."""

    from difflib import SequenceMatcher, get_close_matches

    def similarity(candidate: str) -> float:
        return SequenceMatcher(None, candidate, name).ratio()

    near = get_close_matches(name, list(known), n=3, cutoff=0.5)
    return [candidate for candidate in near if similarity(candidate) >= similarity(near[0]) - _WORSE]


def nearest(name: object, known: Iterable[str], otherwise: str = "") -> str:
    """``; did you mean 'NAME'?`` for a known name that ``name`` may be a misspelling of; ``otherwise`` without any."""
    from difflib import get_close_matches

    near = get_close_matches(str(name), list(known), n=1, cutoff=0.6)
    return f"; did you mean '{near[0]}'?" if near else otherwise
