"""A folder of files that only this user can write, since its files are executed.

All accesses go through a descriptor of the checked folder, so a folder that replaces it later is not used.
"""

from __future__ import annotations

import os
import secrets
import stat
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


class UnsafeFolderError(ValueError):
    """A folder that other users may write, or that cannot be checked."""


def read(folder: Path, name: str) -> bytes | None:
    """The contents of a file of the folder; None if it does not exist, or if other users can write it.

    Raises :class:`UnsafeFolderError`.
    """
    try:
        with _opened(folder) as directory:
            flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
            with os.fdopen(os.open(name, flags, dir_fd=directory), "rb") as file:
                found = os.fstat(file.fileno())
                own = found.st_uid == os.geteuid() and not found.st_mode & _OTHERS_WRITE
                return file.read() if own and stat.S_ISREG(found.st_mode) else None
    except OSError:
        return None


def write(folder: Path, name: str, content: bytes) -> None:
    """Write a file of the folder, which is created if needed, atomically.

    Raises :class:`UnsafeFolderError`, and ``OSError`` if it cannot be written.
    """
    with suppress(FileExistsError):
        folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        folder.mkdir(mode=0o700)
    part = f".{name}.{os.getpid()}.{secrets.token_hex(4)}"
    with _opened(folder) as directory:
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        try:
            with os.fdopen(os.open(part, flags, 0o600, dir_fd=directory), "wb") as file:
                file.write(content)
            os.replace(part, name, src_dir_fd=directory, dst_dir_fd=directory)
        except BaseException:
            with suppress(OSError):
                os.unlink(part, dir_fd=directory)
            raise


def keep_newest(folder: Path, suffix: str, most_bytes: int) -> None:
    """Remove the least recently used files with a suffix until the others have at most a number of bytes.

    Raises :class:`UnsafeFolderError`, and ``OSError`` if the folder cannot be listed.
    """
    with _opened(folder) as directory:
        files: list[tuple[float, int, str]] = []
        with os.scandir(directory) as entries:
            for entry in entries:
                if entry.name.endswith(suffix):
                    with suppress(OSError):
                        found = entry.stat(follow_symlinks=False)
                        files.append((max(found.st_atime, found.st_mtime), found.st_size, entry.name))
        total = sum(size for _, size, _ in files)
        for _, size, name in sorted(files):
            if total <= most_bytes:
                return
            with suppress(OSError):
                os.unlink(name, dir_fd=directory)
            total -= size


@contextmanager
def _opened(folder: Path) -> Generator[int]:
    """A descriptor of the folder, which must belong to this user alone."""
    if not hasattr(os, "geteuid") or os.open not in os.supports_dir_fd:
        raise UnsafeFolderError("is not used: this system does not tell whose it is")
    directory = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        found = os.fstat(directory)
        if found.st_uid != os.geteuid():
            raise UnsafeFolderError("is not used: it belongs to another user; name a folder of your own")
        if found.st_mode & _OTHERS_WRITE:
            raise UnsafeFolderError("is not used: other users may write it; empty it and make it yours (chmod 700)")
        if found.st_mode & _OTHERS:  # only this user can have written it, and no other user needs to read it
            os.fchmod(directory, stat.S_IRWXU)
        yield directory
    finally:
        os.close(directory)
