"""Passes, pipelines, dialects, folds and patterns that a program, a file or a module adds.

Installed packages need none of this: their entry points are found by the registries (:mod:`xtriton.registry`).
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from importlib import import_module
from inspect import isabstract
from pathlib import Path
from types import ModuleType

from xdsl.ir import Dialect

from xtriton.dialects import DIALECTS
from xtriton.folds.folding import PLUGIN_FOLDS, Folds
from xtriton.passes import PASSES, PIPELINES
from xtriton.passes.base import NamedPipeline, Pass
from xtriton.passes.common.canonicalize import PLUGIN_PATTERNS
from xtriton.python_files import execute_file
from xtriton.registry import PluginError, Registry
from xtriton.rewriting.pattern import Pattern


def register(
    passes: Iterable[type[Pass]] = (),
    dialects: Iterable[Dialect] = (),
    pipelines: Iterable[type[NamedPipeline]] = (),
    owner: str = "",
    *,
    folds: Mapping[str, Folds] | None = None,
    patterns: Mapping[str, Sequence[Pattern]] | None = None,
) -> None:
    """Add passes, dialects and pipelines under their names, and folds and canonicalization patterns by dialect.

    ``folds`` maps the name of a dialect to a dictionary from its operation classes to folds, ``patterns`` to the list
    of patterns that canonicalize modules with operations of the dialect: ``folds={"turbo": FOLDS}``. ``owner`` is the
    origin in messages. Raises :class:`PluginError` if a name is taken.
    """
    for registry, things in ((PASSES, passes), (PIPELINES, pipelines), (DIALECTS, dialects)):
        for thing in things:
            _add(registry, thing, owner)
    for registry, by_dialect in ((PLUGIN_FOLDS, folds), (PLUGIN_PATTERNS, patterns)):
        for dialect, table in (by_dialect or {}).items():
            registry.register(dialect, table, owner)


def _add(registry: Registry, thing: type[Pass] | type[NamedPipeline] | Dialect, owner: str) -> None:
    name = getattr(thing, "name", None)
    if not isinstance(name, str) or not name:
        raise PluginError(f"{owner or 'plug-in'}: {thing!r} has no name: a {registry.kind} needs a 'name'")
    registry.register(name, thing, owner)


def load_plugin(source: str) -> None:
    """Import a plug-in, ``FILE.py`` or the name of a module, and register its passes, pipelines and dialects.

    These are the passes and named pipelines of the module or of the package's modules that it imports, and the dialects
    among its variables. Raises :class:`PluginError`, with a message of one line, if it cannot be imported, defines
    none, or has a name that is taken.
    """
    owner = f"plug-in '{source}'"
    module = _imported(source, owner)
    found = [value for name, value in vars(module).items() if not name.startswith("__")]
    classes = [value for value in found if isinstance(value, type) and _is_of(value, module) and not isabstract(value)]
    passes = [cls for cls in classes if issubclass(cls, Pass) and "name" in vars(cls)]
    pipelines = [cls for cls in classes if issubclass(cls, NamedPipeline) and "name" in vars(cls)]
    dialects = [value for value in found if isinstance(value, Dialect) and not _is_own(value)]
    if not passes and not pipelines and not dialects:
        raise PluginError(f"{owner}: it defines no pass, pipeline or dialect")
    register(passes, dialects, pipelines, owner)


def _is_of(cls: type, module: ModuleType) -> bool:
    """Whether a class is defined in a module, or within the package that the module is."""
    return cls.__module__ == module.__name__ or cls.__module__.startswith(f"{module.__name__}.")


def _is_own(dialect: Dialect) -> bool:
    """Whether a dialect is one of xtriton's own, which a plug-in may import."""
    name = dialect.name
    return name in DIALECTS and not DIALECTS.owner(name) and DIALECTS.load(name) is dialect


def _imported(source: str, owner: str) -> ModuleType:
    if not all(part.isidentifier() for part in source.split(".")) and Path(source).is_dir():
        raise PluginError(f"{owner} is a folder: give a file, FILE.py, or the name of a module that can be imported")
    try:
        if not source.endswith(".py") and not Path(source).is_file():
            return import_module(source)
        return _import_file(Path(source))
    except (Exception, SystemExit) as failure:  # a plug-in may fail in any way
        if isinstance(failure, OSError):
            reason = f"cannot be read: {failure.strerror}"
        else:
            reason = f"cannot be imported: {type(failure).__name__}: {' '.join(str(failure).split())}"
        raise PluginError(f"{owner} {reason}") from failure


def _import_file(path: Path) -> ModuleType:
    """Import a file as a module, once."""
    # Files of one name in several folders are different modules.
    digest = sha256(str(path.resolve()).encode()).hexdigest()[:12]
    name = f"xtriton_plugin_{path.stem.replace('-', '_')}_{digest}"
    return sys.modules.get(name) or execute_file(path.resolve(), name)
