"""Compiled kernels for the CPU as the cache keeps them, and links to them from their sources."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from functools import partial
from typing import Any

from xtriton.backends.cpu.host import Host
from xtriton.backends.cpu.options import CpuOptions
from xtriton.backends.cpu.records import record
from xtriton.compiler.result import CPU_STAGES, CompiledKernel, Texts

LATER = ("llvm", "s")
"""Stages whose texts are seldom requested: they are made from that of the stage before, and not kept."""


@record
@dataclass(frozen=True)
class Kept:
    """A kernel, keyed by its TTIR."""

    name: str
    texts: dict[str, str | bytes]
    metadata: Mapping[str, Any]

    def as_asked(self, options: CpuOptions, given: Mapping[str, Any]) -> CompiledKernel:
        """The kernel, with the metadata that its machine code does not depend on."""
        texts = Texts()
        for stage in CPU_STAGES:
            if stage in self.texts:
                texts[stage] = self.texts[stage]
            elif stage in LATER:
                texts.later(stage, partial(self._later, stage, options))
        return CompiledKernel(self.name, texts, {**self.metadata, "options": asdict(options), **given})

    def _later(self, stage: str, options: CpuOptions) -> str:
        from xtriton.compiler.later_texts import assembly_of, llvm_of

        host = Host(**self.metadata["host"])
        if stage == LATER[0]:
            return llvm_of(str(self.texts["linalg"]), options, host)
        return assembly_of(str(self.texts["ll"]), host)


@record
@dataclass(frozen=True)
class Link:
    """The key of the kernel that a source was compiled to, and the metadata that comes from the source."""

    key: str
    given: Mapping[str, Any]
