"""The processor as the system describes it, without LLVM."""

from __future__ import annotations

import ctypes
import sys
from functools import cache
from hashlib import sha256
from pathlib import Path

_DESCRIPTION = Path("/proc/cpuinfo")
_VARYING = frozenset(
    {"processor", "cpu MHz", "bogomips", "BogoMIPS", "physical id", "siblings", "core id", "cpu cores", "apicid"}
    | {"initial apicid", "cache size", "clflush size", "TLB size", "power management"}
)
"""What differs between the processors of a machine, or with time, and which code does not depend on."""


_DOTS_OF_ARM = {"asimddp": "dotprod", "bf16": "bf16", "i8mm": "i8mm"}
"""Linux's names of extensions of AArch64 with dot instructions, and LLVM's."""


def dot_extensions_of_arm(description: str) -> list[str]:
    """The features with dot instructions that a description of an AArch64 processor lists, by LLVM's names."""
    for line in description.splitlines():
        name, _, listed = line.partition(":")
        if name.strip() == "Features":
            return [feature for extension, feature in _DOTS_OF_ARM.items() if extension in listed.split()]
    return []


def description() -> str:
    """The system's description of the first processor; empty on systems that have none."""
    try:
        return _DESCRIPTION.read_text(encoding="utf-8", errors="replace").partition("\n\n")[0]
    except OSError:
        return ""


_CACHES = Path("/sys/devices/system/cpu/cpu0/cache")
_USUAL_BYTES = 32 << 20
_UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


@cache
def last_cache_bytes() -> int:
    """The size of the largest cache of a processor, as Linux reports it; 32 MiB if it reports none."""
    sizes = [size for path in _CACHES.glob("index*/size") if (size := _bytes_of(path)) is not None]
    return max(sizes, default=_USUAL_BYTES)


def _bytes_of(path: Path) -> int | None:
    """The size in a file, such as ``32768K``; ``None`` if it cannot be read."""
    try:
        text = path.read_text(encoding="ascii").strip()
        return int(text[:-1]) * _UNITS[text[-1]]
    except (OSError, ValueError, LookupError):
        return None


_TILES = "amx_tile"
"""Linux's name of the feature."""
_ARCH_PRCTL, _REQUEST_PERMISSION, _TILE_DATA = 158, 0x1023, 18
"""The numbers of Linux's system call ``arch_prctl`` on x86-64, of ``ARCH_REQ_XCOMP_PERM`` and of the state of AMX."""


@cache
def may_use_tiles() -> bool:
    """Whether this process may execute instructions of AMX, for which it asks Linux.

    The permission is of all its threads, and of processes that it forks. Other systems are not asked.
    """
    if sys.platform != "linux" or _TILES not in description().split():
        return False
    return ctypes.CDLL(None).syscall(_ARCH_PRCTL, _REQUEST_PERMISSION, _TILE_DATA) == 0


@cache
def processor() -> str | None:
    """A digest of the model and the features of the processor; ``None`` on systems that do not tell.

    A process that uses code that depends on it has the permissions that the code needs.

    Equal processors have the same :class:`~xtriton.backends.cpu.host.Host`.
    """
    lines = [line for line in description().splitlines() if line.partition(":")[0].strip() not in _VARYING]
    if may_use_tiles():
        lines.append("tiles are permitted")
    lines.append(f"last cache: {last_cache_bytes()}")
    tells = any(line.lower().startswith(("flags", "features")) for line in lines)
    return sha256("\n".join(lines).encode()).hexdigest() if tells else None
