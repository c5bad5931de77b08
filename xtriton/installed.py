"""Where modules come from: Python, an installed package, or the user; and which files an installed package has now."""

from __future__ import annotations

import os
import sys
import sysconfig
from functools import cache
from hashlib import sha256
from importlib.util import find_spec


def is_of_python(name: str) -> bool:
    """Whether a module is of Python's own library; a file of the user may hide one of those."""
    package = name.partition(".")[0]
    if package not in sys.stdlib_module_names:
        return False
    file = getattr(sys.modules.get(package), "__file__", None)
    return file is None or _is_inside(file, _standard_library())


def is_installed(name: str) -> bool:
    """Whether a module that is imported is of an installed package."""
    file = getattr(sys.modules.get(name), "__file__", None)
    return file is not None and any(_is_inside(file, folder) for folder in _folders())


@cache
def _standard_library() -> str:
    """The folder of Python's own library."""
    return sysconfig.get_path("stdlib")


@cache
def _folders() -> tuple[str, ...]:
    """The folders that packages are installed into."""
    return tuple({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")})


def _is_inside(file: str, folder: str) -> bool:
    return os.path.abspath(file).startswith(os.path.join(folder, ""))  # noqa: PTH100, PTH118  (pathlib takes 20 us)


def state_of_package(name: str, *, deep: bool = True) -> str | None:
    """A digest of the paths, sizes and times of a package's modules, Python's and native ones; ``None`` if it has none.

    It changes whenever a file is written, if only by the time of that, and takes a few milliseconds, since no file is
    read. With ``deep`` it covers packages inside. The package is not imported.
    """
    try:
        spec = find_spec(name)
    except (ImportError, ValueError):
        return None
    places = (spec.submodule_search_locations or ()) if spec is not None else ()
    states = [state for place in places for state in _states(place, deep=deep)]
    return sha256(repr(states).encode("utf-8", "surrogatepass")).hexdigest() if states else None


def state_of_module(name: str) -> str | None:
    """The size and the times of the file of an imported module; ``None`` if it has none."""
    file = getattr(sys.modules.get(name), "__file__", None)
    return repr(_state(os.stat(file))) if file is not None else None  # noqa: PTH116


def _state(status: os.stat_result) -> tuple[int, int, int, int]:
    return (status.st_size, status.st_mtime_ns, status.st_ctime_ns, status.st_ino)


_MODULES = (".py", ".so", ".pyd", ".dylib", ".dll", ".bc")
"""The endings of files that Python or LLVM loads."""


def _states(root: str, *, deep: bool) -> list[tuple[str, int, int, int, int]]:
    """The paths and states of the modules in a folder, and with ``deep`` in those inside."""
    found: list[tuple[str, int, int, int, int]] = []
    open_ = [root]
    while open_:
        with os.scandir(open_.pop()) as entries:
            for entry in entries:
                name = entry.name
                if name.endswith(_MODULES):
                    found.append((entry.path, *_state(entry.stat())))
                elif deep and "." not in name and name != "__pycache__" and entry.is_dir():
                    open_.append(entry.path)
    return sorted(found)
