"""Compiled kernels for the CPU as the cache keeps them, and links to them from their sources."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from xtriton.backends.cpu.host import Host
from xtriton.backends.cpu.options import CpuOptions
from xtriton.backends.cpu.records import record
from xtriton.compiler.result import CPU_STAGES, CompiledKernel, Texts

LATER = "s"
"""A stage whose text takes as long to generate as machine code, and is seldom requested."""


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
        for stage, text in self.texts.items():
            if stage == CPU_STAGES[-1]:
                texts.later(LATER, self._assembly)
            texts[stage] = text
        return CompiledKernel(self.name, texts, {**self.metadata, "options": asdict(options), **given})

    def _assembly(self) -> str:
        from xtriton.backends.cpu.machine import assembly

        return assembly(str(self.texts["ll"]), Host(**self.metadata["host"]))


@record
@dataclass(frozen=True)
class Link:
    """The key of the kernel that a source was compiled to, and the metadata that comes from the source."""

    key: str
    given: Mapping[str, Any]
