"""Registers, spills, occupancy, and the cost of each source line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from xtriton.backends.nvidia.occupancy import occupancy_of
from xtriton.backends.nvidia.options import Options
from xtriton.backends.nvidia.stages import NvidiaStages
from xtriton.explain.machine_code import SassInstruction
from xtriton.explain.model import Frame, LineUse, Listing, ReportData, Resources
from xtriton.explain.pass_changes import operation_name
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.targets import Target

_WITHOUT_COST = ("builtin.module", "tt.func", "tt.return", "scf.yield", "arith.constant")


def resources_of(
    metadata: Mapping[str, Any], ptx: str, target: Target, code: Sequence[SassInstruction], warps: int
) -> Resources:
    """The resources of a kernel: from its metadata or, where ptxas has not been asked for them, from ptxas."""
    known = dict(metadata)
    if "registers" not in known and ptx:
        known.update(_from_ptxas(ptx, target))
    counts = Counter(kind for instruction in code for kind in instruction.kinds)
    found = Resources(
        warps,
        known.get("registers"),
        known.get("spill_stores", 0),
        known.get("spill_loads", 0),
        known.get("stack", 0),
        known.get("shared"),
        counts["tensor_core"],
        counts["fma"],
        len(code),
        max((instruction.live for instruction in code), default=0),
        serialized_dots=known.get("serialized_dots", ""),
    )
    if found.registers is None or found.shared is None:
        return found
    occupancy = occupancy_of(target.capability, warps, found.registers, found.shared)
    return replace(
        found,
        ctas_per_sm=occupancy.ctas,
        occupancy=occupancy.fraction,
        limiter=occupancy.limiter,
        limits=occupancy.limits,
    )


def _from_ptxas(ptx: str, target: Target) -> dict[str, int | str]:
    try:
        _, found = NvidiaStages(target, Options()).cubin(ptx)
    except (DiagnosticError, ValueError):
        return {}
    return asdict(found)


@dataclass
class _Use:
    operations: Counter[str] = field(default_factory=Counter[str])
    counts: Counter[str] = field(default_factory=Counter[str])
    instructions: int = 0
    live: int = 0


def lines_of(report: ReportData, ttgir: Listing | None, code: Sequence[SassInstruction]) -> list[LineUse]:
    """The source lines that operations or instructions come from, in order."""
    uses: dict[tuple[str, int], _Use] = {}

    def use_of(origin: int) -> _Use | None:
        frame: Frame | None = report.frame(origin)
        return uses.setdefault((frame.file, frame.line), _Use()) if frame is not None else None

    if ttgir is not None:
        for line, origin in zip(ttgir.text.splitlines(), ttgir.origins, strict=False):
            name = operation_name(line)
            use = use_of(origin) if name is not None and name not in _WITHOUT_COST else None
            if use is not None and name is not None:
                use.operations[name] += 1
    for instruction in code:
        use = use_of(instruction.origin)
        if use is not None:
            use.instructions += 1
            use.live = max(use.live, instruction.live)
            use.counts.update(instruction.kinds)
    return [
        LineUse(
            file,
            line,
            dict(use.operations.most_common()),
            use.instructions,
            use.counts["tensor_core"],
            use.counts["fma"],
            use.counts["global_memory"],
            use.counts["shared_memory"],
            use.counts["spills"],
            use.live,
        )
        for (file, line), use in sorted(uses.items())
    ]
