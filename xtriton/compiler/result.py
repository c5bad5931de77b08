"""A compiled kernel: its text at every stage, what is known of it, files, and launches."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

STAGES = ("source", "ttir", "ttgir", "llir", "ptx", "cubin")
"""What a kernel is made into, in order; ``source`` is the TTIR before its first pass."""

_BINARY = "cubin"


@dataclass(frozen=True)
class PassRecord:
    """A pass that was run: in which stage, by which engine (``xtriton`` or ``libtriton``), and for how long."""

    stage: str
    name: str
    engine: str
    milliseconds: float


@dataclass
class CompiledKernel:
    """A kernel for one target. ``kernel[grid](*arguments)`` launches it on a GPU."""

    name: str
    asm: Mapping[str, str | bytes]
    """The text of each stage (``ttir``, ``ttgir``, ``llir``, ``ptx``), and ``cubin`` as bytes."""
    metadata: Mapping[str, Any]
    """What is known of the kernel: shared memory, registers, spills, options, passes, versions ..."""
    _loaded: Any = field(default=None, repr=False, compare=False)

    def save(self, folder: str | Path, name: str | None = None) -> list[Path]:
        """Write a file for each stage and ``NAME.json``. Raises ``ValueError`` if that cannot be done.

        Files of that name for stages that this kernel has not are removed: they belong to another one.
        """
        stem, target = name or self.name, Path(folder)
        written: list[Path] = []
        try:
            target.mkdir(parents=True, exist_ok=True)
            for stage, content in self.asm.items():
                path = target / f"{stem}.{stage}"
                path.write_bytes(content if isinstance(content, bytes) else content.encode())
                written.append(path)
            for stage in set(STAGES) - set(self.asm):
                (target / f"{stem}.{stage}").unlink(missing_ok=True)
            path = target / f"{stem}.json"
            path.write_text(json.dumps(dict(self.metadata), indent=2) + "\n", encoding="utf-8")
        except OSError as failure:
            raise ValueError(f"{failure.filename or target} cannot be written: {failure.strerror}") from None
        return [*written, path]

    def __getitem__(self, grid: int | Sequence[int]) -> Callable[..., None]:
        """What launches the kernel over a grid of up to three extents, on Triton's current device and stream.

        Its arguments are those of the kernel that are no constants, in order: torch tensors, numbers, descriptors.
        """
        extents = (grid,) if isinstance(grid, int) else tuple(grid)
        if not 1 <= len(extents) <= 3:
            raise ValueError(f"a grid has one to three extents, not {grid}")
        x, y, z = (*extents, 1, 1)[:3]

        def launch(*arguments: Any, stream: Any = None) -> None:
            expected = len(self.metadata["signature"])
            if len(arguments) != expected:
                raise ValueError(f"'{self.name}' takes {expected} arguments, but {len(arguments)} were given")
            if self._loaded is None:
                from xtriton.backends.nvidia.launch import load_on_device

                self._loaded = load_on_device(self)
            self._loaded[(x, y, z)](*arguments, stream=stream)

        return launch


def load(path: str | Path) -> CompiledKernel:
    """The kernel that was saved with a ``NAME.json``. Raises ``ValueError`` if there is none."""
    file = Path(path)
    try:
        metadata = json.loads(file.read_text(encoding="utf-8"))
        name = metadata["name"]
        asm: dict[str, str | bytes] = {}
        for stage in STAGES:
            part = file.with_suffix(f".{stage}")
            if part.is_file():
                asm[stage] = part.read_bytes() if stage == _BINARY else part.read_text(encoding="utf-8")
    except (OSError, ValueError, KeyError, TypeError) as failure:
        raise ValueError(f"{file} is no metadata of a kernel: {failure}") from None
    return CompiledKernel(name, asm, metadata)
