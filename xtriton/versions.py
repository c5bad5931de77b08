"""Triton versions as values, and data that depends on the version.

A version of Triton defines which operations, attributes and syntax exist, which passes its stages run, and how some of
them behave. Definitions state the versions they hold for:

    VERSIONS: ClassVar = since(V3_9)                                # an operation that older versions do not have
    SYNTAX: ClassVar = by_version({V3_6: "...", V3_9: "..."})       # each text holds from its version on

The version in effect is that of the :class:`~xtriton.ir.context.Context` that parses, verifies, runs passes or prints
(:func:`use_version`). Outside of these it is that of the installed wheel, or the newest known one without a wheel.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, lru_cache, wraps
from typing import Generic, NamedTuple, ParamSpec, TypeVar, cast

_T = TypeVar("_T")

ALLOW_UNKNOWN = "XTRITON_ALLOW_UNKNOWN_TRITON"
"""Set to 1, this environment variable has an unknown wheel treated as the nearest older version known."""


class TritonVersion(NamedTuple):
    """A minor release of Triton, such as 3.9. Bug fix releases are the same compiler here."""

    major: int
    minor: int

    @classmethod
    def parse(cls, text: str) -> TritonVersion:
        """Read ``3.9`` or ``3.9.1``. Raises ``ValueError`` for other spellings and for unknown versions."""
        found = _read(text)
        if found is None or found not in KNOWN:
            raise ValueError(f"Triton version '{text}' is not known: expected one of {_list_of_known()}")
        return found

    def __str__(self) -> str:
        return f"{self.major}.{self.minor}"

    def __repr__(self) -> str:
        return f"TritonVersion({self})"


V3_6 = TritonVersion(3, 6)
V3_7 = TritonVersion(3, 7)
V3_8 = TritonVersion(3, 8)
V3_9 = TritonVersion(3, 9)
KNOWN = (V3_6, V3_7, V3_8, V3_9)
OLDEST = KNOWN[0]
NEWEST = KNOWN[-1]


@dataclass(frozen=True)
class VersionRange:
    """The versions from ``first`` up to, but not including, ``end``; without ``end`` all later ones too."""

    first: TritonVersion = OLDEST
    end: TritonVersion | None = None

    def __contains__(self, candidate: TritonVersion) -> bool:
        return self.first <= candidate and (self.end is None or candidate < self.end)

    def in_words(self) -> str:
        """``3.8 and newer``: after the word Triton."""
        if self.end is None:
            return f"{self.first} and newer"
        last = KNOWN[KNOWN.index(self.end) - 1]
        return str(last) if last == self.first else f"{self.first} to {last}"

    def __str__(self) -> str:
        if self.end is None:
            return f"since {self.first}" if self.first > OLDEST else "all versions"
        return f"before {self.end}" if self.first == OLDEST else f"since {self.first}, before {self.end}"


ALL_VERSIONS = VersionRange()


def since(first: TritonVersion) -> VersionRange:
    """``first`` and all later versions."""
    return VersionRange(first)


def before(end: TritonVersion) -> VersionRange:
    """All versions older than ``end``."""
    return VersionRange(end=end)


def only(version_: TritonVersion) -> VersionRange:
    """One version."""
    later = KNOWN[KNOWN.index(version_) + 1 :]
    return VersionRange(version_, later[0] if later else None)


@dataclass(frozen=True)
class ByVersion(Generic[_T]):
    """A value for each version: an entry holds from its version on, until the next entry."""

    entries: tuple[tuple[TritonVersion, _T], ...]

    def at(self, candidate: TritonVersion) -> _T:
        """The value in a version. Raises ``LookupError`` for versions older than the first entry."""
        for first, value in reversed(self.entries):
            if first <= candidate:
                return value
        raise LookupError(f"no value for Triton {candidate}")

    def now(self) -> _T:
        """The value in the version in effect."""
        return self.at(active_version())


def by_version(entries: Mapping[TritonVersion, _T]) -> ByVersion[_T]:
    """A value for each version, given from the oldest to the newest; each holds from its version on."""
    return ByVersion(tuple(sorted(entries.items(), key=lambda entry: entry[0])))


def at_version(value: ByVersion[_T] | _T, candidate: TritonVersion) -> _T:
    """The value in a version, of data that may or may not depend on the version."""
    return cast("ByVersion[_T]", value).at(candidate) if isinstance(value, ByVersion) else value


_ACTIVE: ContextVar[TritonVersion | None] = ContextVar("triton_version", default=None)


def active_version() -> TritonVersion:
    """The version in effect: that of the innermost :func:`use_version`, otherwise :func:`default_version`."""
    return _ACTIVE.get() or default_version()


@contextmanager
def use_version(chosen: TritonVersion) -> Generator[None]:
    """Have a version in effect within a ``with`` statement of this thread."""
    token = _ACTIVE.set(chosen)
    try:
        yield
    finally:
        _ACTIVE.reset(token)


_P = ParamSpec("_P")


def cached_by_version(maxsize: int) -> Callable[[Callable[_P, _T]], Callable[_P, _T]]:
    """``functools.lru_cache`` for functions whose result depends on the version in effect."""

    def decorate(function: Callable[_P, _T]) -> Callable[_P, _T]:
        def computed(_triton: TritonVersion, *args: _P.args, **kwargs: _P.kwargs) -> _T:
            return function(*args, **kwargs)

        computed.__name__, computed.__module__ = function.__name__, function.__module__
        cached = lru_cache(maxsize=maxsize)(computed)

        @wraps(function)
        def call(*args: _P.args, **kwargs: _P.kwargs) -> _T:
            return cached(active_version(), *args, **kwargs)

        return call

    return decorate


class UnknownTritonError(ValueError):
    """The installed wheel is of a version that is not known."""


@cache
def default_version() -> TritonVersion:
    """The version of the installed wheel; without a wheel the newest version known.

    Raises :class:`UnknownTritonError` for a wheel of an unknown version, unless ``XTRITON_ALLOW_UNKNOWN_TRITON`` is 1.
    """
    return installed_version() or NEWEST


@cache
def installed_version() -> TritonVersion | None:
    """The version of the installed wheel, ``None`` without one. Raises as :func:`default_version` does."""
    text = getattr(sys.modules.get("triton"), "__version__", None) or _version_of_package()
    if text is None:
        return None
    found = _read(text)
    if found in KNOWN:
        return found
    if found is not None and os.environ.get(ALLOW_UNKNOWN) == "1":
        return max((candidate for candidate in KNOWN if candidate <= found), default=OLDEST)
    raise UnknownTritonError(
        f"the installed Triton is {text}: xtriton knows {_list_of_known()}; install one of these, or set "
        f"{ALLOW_UNKNOWN}=1 to treat it as the nearest older one"
    )


def _version_of_package() -> str | None:
    """The version of the installed wheel, which is not imported."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("triton")
    except PackageNotFoundError:
        return None


def _read(text: str) -> TritonVersion | None:
    match = re.match(r"(\d+)\.(\d+)(?:\.|\+|$)", text)
    return TritonVersion(int(match[1]), int(match[2])) if match is not None else None


def _list_of_known() -> str:
    return ", ".join(map(str, KNOWN))
