"""Kernels for the CPU that were compiled before, by content: in this process, and in a folder for the next ones.

The folder is ``$XTRITON_CACHE_DIR``, or else ``xtriton/cpu`` in the user's folder for caches. What cannot be written
there is compiled again; nothing is ever removed.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from hashlib import sha256
from pathlib import Path

from xtriton.backends.cpu.machine import Host
from xtriton.backends.cpu.options import CpuOptions
from xtriton.compiler.result import CompiledKernel, Texts, load
from xtriton.compiler.versions import cpu_versions
from xtriton.passes.fingerprint import fingerprint

FOLDER = "XTRITON_CACHE_DIR"
"""The environment variable that names the folder; an empty one keeps nothing on disk."""

_KEPT: dict[str, CompiledKernel] = {}
_MOST = 256
"""How many kernels are kept in memory: the oldest go first."""


def key_of(stage: str, text: str, options: CpuOptions) -> str:
    """What machine code depends on: the text of a kernel, options, the processor, and the code of the compiler."""
    host = Host.here()
    parts = (stage, text, options.strict_fp, host.cpu, host.features, sorted(cpu_versions().items()), fingerprint())
    return sha256(repr(parts).encode()).hexdigest()


def cached(key: str) -> CompiledKernel | None:
    """The kernel of a key, if it was kept."""
    if key in _KEPT:
        return _KEPT[key]
    folder = _folder()
    if folder is None or not (folder / key).is_dir():
        return None
    try:
        found = load(folder / key / "kernel.json")
    except ValueError:
        return None
    if "o" not in found.asm:
        return None
    return _remember(key, CompiledKernel(found.name, _with_assembly(found), found.metadata))


def keep(key: str, kernel: CompiledKernel) -> None:
    """Keep a kernel in memory and, if it can be written there, in the folder."""
    _remember(key, kernel)
    folder = _folder()
    if folder is None:
        return
    kept = CompiledKernel(
        kernel.name, {stage: kernel.asm[stage] for stage in kernel.asm if stage != "s"}, kernel.metadata
    )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(dir=folder))
    except OSError:
        return
    try:
        kept.save(made, "kernel")
        made.rename(folder / key)
    except (OSError, ValueError):  # no room, or another process was faster
        shutil.rmtree(made, ignore_errors=True)


def _remember(key: str, kernel: CompiledKernel) -> CompiledKernel:
    while len(_KEPT) >= _MOST:
        del _KEPT[next(iter(_KEPT))]
    _KEPT[key] = kernel
    return kernel


def _with_assembly(kernel: CompiledKernel) -> Texts:
    """The texts of a kernel from the folder, where assembly is left out: it is made when it is asked for."""
    from xtriton.backends.cpu.machine import assembly

    texts = Texts()
    for stage, text in kernel.asm.items():
        if stage == "o":
            texts.later("s", lambda: assembly(str(kernel.asm["ll"]), Host(**kernel.metadata["host"])))
        texts[stage] = text
    return texts


def _folder() -> Path | None:
    named = os.environ.get(FOLDER)
    if named is not None:
        return Path(named) if named else None
    base = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    try:
        return Path(base).expanduser() / "xtriton" / "cpu"
    except RuntimeError:
        return None
