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


@cache
def processor() -> str | None:
    """A digest of the model and the features of the processor; ``None`` on systems that do not tell.

    Equal processors have the same :class:`~xtriton.backends.cpu.host.Host`.
    """
    try:
        first, _, _ = _DESCRIPTION.read_text(encoding="utf-8", errors="replace").partition("\n\n")
    except OSError:
        return None
    lines = [line for line in first.splitlines() if line.partition(":")[0].strip() not in _VARYING]
    tells = any(line.lower().startswith(("flags", "features")) for line in lines)
    return sha256("\n".join(lines).encode()).hexdigest() if tells else None
