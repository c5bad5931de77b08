"""The processor as the system describes it, without LLVM."""

from __future__ import annotations

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


@cache
def processor() -> str | None:
    """A digest of the model and the features of the processor; ``None`` on systems that do not tell.

    Equal processors have the same :class:`~xtriton.backends.cpu.host.Host`.
    """
    lines = [line for line in description().splitlines() if line.partition(":")[0].strip() not in _VARYING]
    tells = any(line.lower().startswith(("flags", "features")) for line in lines)
    return sha256("\n".join(lines).encode()).hexdigest() if tells else None
