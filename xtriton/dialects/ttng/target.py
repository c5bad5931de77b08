"""Which targets have the instructions of an operation."""

from __future__ import annotations

import re
from typing import ClassVar

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Operation
from xdsl.traits import OpTrait

from xtriton.dialects.ttg.verify import TARGET, module_of
from xtriton.ir.diagnostics import Violation
from xtriton.versions import V3_9, active_version, since

_VERIFIED = since(V3_9)
_TCGEN05 = range(100, 120)
"""Compute capabilities with tensor memory."""


class RequiresTcgen05(OpTrait):
    """The module's target, if it has one, must be a GPU with tensor memory; verified since Triton 3.9."""

    IN_CONTEXT: ClassVar[bool] = True

    def verify(self, op: Operation) -> None:
        if active_version() not in _VERIFIED:
            return
        module = module_of(op)
        target = module.attributes.get(TARGET) if module is not None else None
        match = re.fullmatch(r"cuda:(\d+)", target.data) if isinstance(target, StringAttr) else None
        if match is not None and int(match[1]) not in _TCGEN05:
            raise Violation("requires tcgen05 support")
