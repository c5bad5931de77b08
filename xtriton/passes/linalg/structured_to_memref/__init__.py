"""``structured-to-memref``: accesses through structured pointers become copies of memref views."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp

from xtriton.analysis.requirements import (
    Rule,
    consistent_ranks,
    static_accesses,
    structured_blocks,
    structured_pointers_to_numbers,
    without_layouts,
)
from xtriton.ir.context import Context
from xtriton.passes.base import Pass, option
from xtriton.passes.linalg.structured_to_memref.lowering import StructuredLowering


@dataclass(frozen=True)
class StructuredToMemref(Pass):
    """Lower structured pointers to memref views, their loads and stores to copies.

    before: ``%1 = tts.make_tptr %base to sizes: [8], ...``, ``%2 = "tts.load"(%1)``
    after:  ``memref.reinterpret_cast``, ``memref.alloc``, ``memref.copy``, ``bufferization.to_tensor``
    """

    name: ClassVar[str] = "structured-to-memref"
    requires: ClassVar[tuple[Rule, ...]] = (
        without_layouts,
        consistent_ranks,
        static_accesses,
        structured_pointers_to_numbers,
        structured_blocks,
    )
    safe: bool = option(
        False, "allow any number of wraparounds, yield 0 for masked elements without other, ignore order"
    )

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        StructuredLowering(safe=self.safe).run(module)
