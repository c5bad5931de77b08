"""Kernel cache keyed by the kernel's inputs: in this process, and in a folder.

The folder is ``cpu`` inside that of the environment variable ``XTRITON_CACHE_DIR``, by default ``xtriton`` in the
user's cache folder (``XDG_CACHE_HOME``, ``~/.cache``); an empty variable turns it off. It must be private to the user;
otherwise it is ignored with a single warning. A file holds one kernel; damaged files and other versions are replaced.
The files used least recently are removed when all together exceed :data:`MOST_BYTES`.
"""

from __future__ import annotations

import os
import warnings
from collections import OrderedDict
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

from xtriton.backends.cpu import private_folder
from xtriton.backends.cpu.records import DamagedRecordError, decode, encode
from xtriton.forks import Lock

_LIMIT = 256
MOST_BYTES = 1 << 30
"""How large the folder may grow."""
_WRITES_BETWEEN_CHECKS = 64
"""The size of the folder is checked at the first write of a process, and then each time so many files are written."""
_SUFFIX = ".kernel"


def key_of(*parts: str) -> str:
    """The cache key of texts for this version."""
    from xtriton import __version__
    from xtriton.backends.cpu.host import llvmlite_binding
    from xtriton.backends.cpu.libdevice import SYMBOLS, identity
    from xtriton.passes.fingerprint import fingerprint

    version = (__version__, fingerprint(), *map(str, llvmlite_binding().llvm_version_info))
    library = identity() if any(SYMBOLS in part for part in parts) else ""
    digest = sha256()
    for part in (*version, library, *parts):
        text = part.encode()
        digest.update(len(text).to_bytes(8, "little") + text)  # texts may contain any separator
    return digest.hexdigest()


class Cache:
    """The most recently used kernels."""

    def __init__(self) -> None:
        self._kernels: OrderedDict[str, Any] = OrderedDict()
        self._lock = Lock()
        self._written = 0
        self._refused: set[str] = set()
        """Folders for which the warning has been emitted."""

    def get(self, key: str) -> Any | None:
        """The kernel of a key, if cached."""
        with self._lock:
            if key in self._kernels:
                self._kernels.move_to_end(key)
                return self._kernels[key]
        found = self._read(key)
        if found is not None:
            self._keep(key, found)
        return found

    def put(self, key: str, kernel: Any) -> None:
        """Cache a kernel."""
        self._keep(key, kernel)
        folder = _folder()
        if folder is not None:
            try:
                private_folder.write(folder, _file(key), encode(key, kernel))
                self._written += 1
                if self._written % _WRITES_BETWEEN_CHECKS == 1:
                    private_folder.keep_newest(folder, _SUFFIX, MOST_BYTES)
            except private_folder.UnsafeFolderError as problem:
                self._refuse(folder, problem)
            except OSError:  # a failed write only means recompiling
                pass

    def clear(self) -> None:
        """Evict all kernels from memory. Entries on disk are not removed."""
        with self._lock:
            self._kernels.clear()

    def _keep(self, key: str, kernel: Any) -> None:
        with self._lock:
            self._kernels[key] = kernel
            while len(self._kernels) > _LIMIT:
                self._kernels.popitem(last=False)

    def _read(self, key: str) -> Any | None:
        folder = _folder()
        if folder is None:
            return None
        try:
            found = private_folder.read(folder, _file(key))
        except private_folder.UnsafeFolderError as problem:
            self._refuse(folder, problem)
            return None
        if found is not None:
            with suppress(DamagedRecordError):
                return decode(key, found)
        return None

    def _refuse(self, folder: Path, problem: Exception) -> None:
        if str(folder) not in self._refused:
            self._refused.add(str(folder))
            warnings.warn(f"cache of kernels (XTRITON_CACHE_DIR): {folder} {problem}", RuntimeWarning, stacklevel=2)


CACHE = Cache()


def _folder() -> Path | None:
    """The folder in effect; None if the cache is turned off, or there is no home."""
    directory = os.environ.get("XTRITON_CACHE_DIR")
    if directory is not None:
        return Path(directory) / "cpu" if directory else None
    base = os.environ.get("XDG_CACHE_HOME")
    if base and Path(base).is_absolute():
        return Path(base) / "xtriton" / "cpu"
    try:
        return Path.home() / ".cache" / "xtriton" / "cpu"
    except RuntimeError:  # no home
        return None


def _file(key: str) -> str:
    return f"{key}{_SUFFIX}"
