"""Versions of a kernel with ``optimize``: ptxas decides by its report which one is used.

Spilled registers cost memory traffic between dots, and wgmma that ptxas serialises leave the tensor cores idle: both
outweigh what a pass gains.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Protocol, cast

from xtriton.backends.nvidia.spills import share_of_spills
from xtriton.compiler.result import CompiledKernel

SPLIT_K, TAKE_TURNS, PREFETCH = "hopper-split-k", "hopper-take-turns", "hopper-prefetch-loads"
"""The passes that a kernel is compiled without if it would spill registers."""

OVERLAP = "overlap"
"""The option of ``hopper-warp-specialize`` that a kernel is compiled without if its wgmma would be serialised."""

DROPPED = "dropped"
"""The metadata of a kernel compiled as without ``optimize``: what ptxas reports of the specialised version."""

_SHOWN = {OVERLAP: "dots in flight between iterations"}
"""How remarks say what else than a pass is omitted."""

_PLAIN = "compiled as without optimize"

_NEGLIGIBLE = 1 / 64
"""The share of the instructions of a loop of dots that may be spills: they take issue slots while its dots run."""


class Again(Protocol):
    """Compiles the kernel once more, with or without ``optimize``, and without these passes or options of it."""

    def __call__(self, *, optimized: bool = True, without: Sequence[str] = ()) -> CompiledKernel: ...


def best_version(compiled: CompiledKernel, again: Again, optional: Sequence[str]) -> CompiledKernel:
    """The version of a specialised kernel whose wgmma are asynchronous, and which spills the fewest registers.

    If ``compiled`` is serialised it is compiled without each of the ``optional`` passes, which have modified it, and
    without :data:`OVERLAP`; if more of its loops than :data:`_NEGLIGIBLE` spills, without each of these passes, and all
    of them; and if nothing of this helps, without ``optimize``.
    """
    omitted: tuple[str, ...] = ()
    if _is_serialized(compiled):
        for name in (*optional, OVERLAP):
            other = again(without=(name,))
            if not _is_serialized(other):
                compiled, omitted = _better(compiled, other, f"compiled without {_SHOWN.get(name, name)}"), (name,)
                break
        else:
            return _better(compiled, again(optimized=False), _PLAIN)
    if _spills_little(compiled):
        return compiled
    rest = [name for name in optional if name not in omitted]
    for names in [(name,) for name in rest] + [tuple(rest)] * (len(rest) > 1):
        other = again(without=(*omitted, *names))
        compiled = _better(compiled, other, f"compiled without {' and '.join(names)}")
        if _spills_little(compiled):
            return compiled
    return _better(compiled, again(optimized=False), _PLAIN)


def _is_serialized(kernel: CompiledKernel) -> bool:
    return bool(kernel.metadata.get("serialized_dots", ""))


def _spills(kernel: CompiledKernel) -> int:
    """Bytes of registers that are stored in local memory."""
    return int(kernel.metadata.get("spill_stores", 0))


def _spills_little(kernel: CompiledKernel) -> bool:
    return not _spills(kernel) or share_of_spills(cast("bytes", kernel.asm["cubin"])) <= _NEGLIGIBLE


def _better(kernel: CompiledKernel, other: CompiledKernel, how: str) -> CompiledKernel:
    """The version that is not serialised, or else spills less; a remark tells ``how`` ``other`` is compiled."""
    if (_is_serialized(kernel), _spills(kernel)) <= (_is_serialized(other), _spills(other)):
        return kernel
    reason = f"{_spills(kernel)} bytes of registers would be spilled instead of {_spills(other)}"
    if _is_serialized(kernel) and not _is_serialized(other):
        why = kernel.metadata["serialized_dots"]
        reason = f"ptxas would wait for each wgmma before it issues the next one, due to {why}"
    remarks = other.metadata.get("remarks") or kernel.metadata["remarks"]
    text = f"{kernel.metadata['origin']}: remark: {how}: {reason}"
    found: dict[str, Any] = {"optimize": kernel.metadata["optimize"], "remarks": [*remarks, text]}
    if "launch" not in other.metadata:
        found[DROPPED] = reason
    return replace(other, metadata={**other.metadata, **found})
