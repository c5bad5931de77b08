"""Kernels by what they are made from: in this process, and in a directory if one is named.

The directory is that of the environment variable ``XTRITON_CACHE_DIR``. A file holds one kernel; files of other
versions, and damaged ones, are made anew. The files are pickles: the directory must be the user's own.
"""

from __future__ import annotations

import os
import pickle
from collections import OrderedDict
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any

_LIMIT = 256
_DIGEST = sha256().digest_size


def key_of(*parts: str) -> str:
    """A name for what is made from these texts by this version."""
    from xtriton import __version__
    from xtriton.backends.cpu.libdevice import SYMBOLS, identity
    from xtriton.backends.cpu.machine import llvmlite_binding
    from xtriton.passes.fingerprint import fingerprint

    version = (__version__, fingerprint(), *map(str, llvmlite_binding().llvm_version_info))
    library = identity() if any(SYMBOLS in part for part in parts) else ""
    return sha256("\0".join((*version, library, *parts)).encode()).hexdigest()


class Cache:
    """The kernels that were used last."""

    def __init__(self) -> None:
        self._kernels: OrderedDict[str, Any] = OrderedDict()
        self._lock = Lock()

    def get(self, key: str) -> Any | None:
        """The kernel under a key, if it is known."""
        with self._lock:
            if key in self._kernels:
                self._kernels.move_to_end(key)
                return self._kernels[key]
        found = _read(key)
        if found is not None:
            self._keep(key, found)
        return found

    def put(self, key: str, kernel: Any) -> None:
        """Keep a kernel."""
        self._keep(key, kernel)
        path = _path(key)
        if path is not None:
            with suppress(OSError):  # what cannot be written is compiled again
                path.parent.mkdir(parents=True, exist_ok=True)
                part = path.with_suffix(f".{os.getpid()}")
                content = pickle.dumps(kernel)
                part.write_bytes(sha256(content).digest() + content)
                part.replace(path)

    def _keep(self, key: str, kernel: Any) -> None:
        with self._lock:
            self._kernels[key] = kernel
            while len(self._kernels) > _LIMIT:
                self._kernels.popitem(last=False)


CACHE = Cache()


def _path(key: str) -> Path | None:
    directory = os.environ.get("XTRITON_CACHE_DIR")
    return Path(directory) / "cpu" / f"{key}.kernel" if directory else None


def _read(key: str) -> Any | None:
    path = _path(key)
    if path is None or not path.exists():
        return None
    try:
        found = path.read_bytes()
        digest, content = found[:_DIGEST], found[_DIGEST:]
        return pickle.loads(content) if sha256(content).digest() == digest else None
    except (OSError, pickle.UnpicklingError, EOFError, AttributeError):
        return None
