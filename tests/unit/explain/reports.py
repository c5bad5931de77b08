"""Reports of kernels for tests of hints and accesses."""

from __future__ import annotations

from typing import Any

import xtriton
from xtriton.explain.artifacts import Artifacts
from xtriton.explain.build import report_of
from xtriton.explain.report import Report


def explain(kernel: str, signature: str | None = None, **settings: Any) -> Report:
    """As ``xtriton.explain``, without machine code and the texts between passes, which take most of the time.

    What a report says of accesses, layouts, loops and spills needs neither.
    """
    made = xtriton.compile(kernel, signature, **settings)
    texts = {stage: text for stage, text in made.asm.items() if stage != "cubin"}
    return report_of(
        Artifacts(made.name, str(made.metadata["target"]), str(made.metadata["origin"]), texts, made.metadata)
    )
