"""A compiled kernel: its text at every stage, metadata, files, and launches."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from xtriton.backends.grid import grid_extents
from xtriton.compiler.launcher import Launcher, shown_type
from xtriton.registry import nearest
from xtriton.targets import CPU

STAGES = ("source", "ttir", "ttgir", "llir", "ptx", "cubin")
"""The stages of a GPU kernel, in order; ``source`` is the TTIR before its first pass."""

CPU_STAGES = ("source", "ttir", "linalg", "llvm", "ll", "s", "o")
"""The stages of a CPU kernel, in order; ``llvm`` is the llvm dialect, ``o`` an object file."""

_BINARIES = ("cubin", "o")
_RESOURCES = (
    ("registers", "registers"),
    ("spill_stores", "bytes spilled"),
    ("shared", "bytes of shared memory"),
    ("num_warps", "warps"),
)
"""The metadata in a short description of a kernel, with the labels."""
_MOST_SHOWN = 20_000
"""Characters of a text that a notebook shows."""


_MOST_LAUNCHERS = 1024
"""How many launchers a kernel keeps, one for each grid."""

_SUFFIXES = {"linalg": "linalg.mlir", "llvm": "llvm.mlir"}
"""The file suffix of a stage, where it differs from its name."""


class Texts(Mapping[str, str | bytes]):
    """The kernel at each stage, in the order of the stages. A text may be generated lazily."""

    def __init__(self, known: Mapping[str, str | bytes] | None = None) -> None:
        self._made: dict[str, str | bytes | Callable[[], str]] = dict(known or {})
        self._demanded: dict[str, str | Callable[[], str]] = {}

    def __setitem__(self, stage: str, text: str | bytes) -> None:
        self._made[stage] = text

    def later(self, stage: str, make: Callable[[], str]) -> None:
        """Register a text to be generated on first use."""
        self._made[stage] = make

    def on_demand(self, stage: str, make: Callable[[], str]) -> None:
        """Register a text that is generated on first use, and is no stage: iteration leaves it out."""
        self._demanded[stage] = make

    def __getitem__(self, stage: str) -> str | bytes:
        if stage in self._demanded and stage not in self._made:
            found = self._demanded[stage]
            if callable(found):
                found = self._demanded[stage] = found()
            return found
        if stage not in self._made:
            hint = nearest(stage, [*self._made, *self._demanded], f"; there are {', '.join(self._made)}")
            raise KeyError(f"the kernel has no text '{stage}'{hint}")
        text = self._made[stage]
        if callable(text):
            text = self._made[stage] = text()
        return text

    def __contains__(self, stage: object) -> bool:
        return stage in self._made or stage in self._demanded

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)

    def __repr__(self) -> str:
        parts = [
            f"{stage}: {'on demand' if callable(text) else f'{len(text)} bytes'}" for stage, text in self._made.items()
        ]
        return f"<texts of a kernel: {', '.join(parts)}>"


def stages_of(target: str) -> tuple[str, ...]:
    """The stages for a target, in order."""
    return CPU_STAGES if target == CPU else STAGES


@dataclass(frozen=True)
class PassRecord:
    """A pass that was run: its stage, its engine (``xtriton`` or ``libtriton``), and its time."""

    stage: str
    name: str
    engine: str
    milliseconds: float


@dataclass
class CompiledKernel:
    """A kernel for one target. ``kernel[grid](*arguments)`` launches it there."""

    name: str
    asm: Mapping[str, str | bytes]
    """The text of each stage (``ttir``, ``ttgir``, ``llir``, ``ptx``), and ``cubin`` as bytes.

    For the CPU: ``ttir``, ``linalg``, ``llvm`` (the dialect), ``ll`` (LLVM IR as optimised), ``s``, and ``o`` as bytes.
    """
    metadata: Mapping[str, Any]
    """Metadata: shared memory, registers, spills, options, passes, versions ..."""
    _loaded: Any = field(default=None, repr=False, compare=False)
    _launchers: dict[tuple[int, int, int], Launcher] = field(
        default_factory=dict[tuple[int, int, int], Launcher], init=False, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        if "cubin" in self.asm and "sass" not in self.asm:
            texts = self.asm if isinstance(self.asm, Texts) else Texts(self.asm)
            texts.on_demand("sass", self._sass)
            self.asm = texts

    def _sass(self) -> str:
        from xtriton.backends.nvidia.disassembly import sass_of

        binary = self.asm["cubin"]
        assert isinstance(binary, bytes)
        return sass_of(binary)

    def __repr__(self) -> str:
        """The kernel's name, target, arguments and resources; its texts are in ``asm``."""
        types = [f"{name}: {shown_type(type_)}" for name, type_ in zip(self.parameters, self.types, strict=True)]
        known = [f"{self.metadata[key]} {label}" for key, label in _RESOURCES if self.metadata.get(key) is not None]
        about = ", ".join([str(self.metadata.get("target", "")), *known, f"stages {', '.join(self.asm)}"])
        return f"<kernel {self.name}({', '.join(types)}) for {about}>"

    @property
    def types(self) -> Sequence[Any]:
        """The types of a launch's arguments, in order, in the spelling of Triton's launcher."""
        return self.metadata.get("signature", ())

    def _repr_html_(self) -> str:
        """The kernel in a notebook: its arguments, resources, and the texts, folded."""
        from html import escape

        known = [(label, self.metadata[key]) for key, label in _RESOURCES if self.metadata.get(key) is not None]
        rows = "".join(
            f"<tr><th style='text-align:left'>{escape(str(name))}</th><td>{escape(str(value))}</td></tr>"
            for name, value in [("target", self.metadata.get("target")), *known]
        )
        texts = "".join(
            f"<details><summary>{stage}: {len(text)} bytes</summary><pre>{escape(text[:_MOST_SHOWN])}"
            f"{'...' if len(text) > _MOST_SHOWN else ''}</pre></details>"
            for stage, text in self.asm.items()
            if isinstance(text, str)
        )
        return f"<b>{escape(repr(self).partition(') for ')[0][1:])})</b><table>{rows}</table>{texts}"

    def save(self, folder: str | Path, name: str | None = None) -> list[Path]:
        """Write a file for each stage and ``NAME.json``. Raises ``ValueError`` if that fails.

        Files of that name for stages that this kernel does not have are removed: they belong to another kernel.
        """
        stem, target = name or self.name, Path(folder)
        written: list[Path] = []
        try:
            target.mkdir(parents=True, exist_ok=True)
            for stage, content in self.asm.items():
                path = target / f"{stem}.{_SUFFIXES.get(stage, stage)}"
                path.write_bytes(content if isinstance(content, bytes) else content.encode())
                written.append(path)
            for stage in set(stages_of(self.metadata["target"])) - set(self.asm):
                (target / f"{stem}.{_SUFFIXES.get(stage, stage)}").unlink(missing_ok=True)
            path = target / f"{stem}.json"
            path.write_text(json.dumps(dict(self.metadata), indent=2) + "\n", encoding="utf-8")
        except OSError as failure:
            raise ValueError(f"{failure.filename or target} cannot be written: {failure.strerror}") from None
        return [*written, path]

    def __getitem__(self, grid: int | Sequence[int]) -> Launcher:
        """A launcher of the kernel over a grid of up to three extents."""
        x, y, z = (*grid_extents(grid), 1, 1)[:3]
        launcher = self._launchers.get((x, y, z))
        if launcher is None:
            launcher = Launcher(self, (x, y, z))
            if len(self._launchers) < _MOST_LAUNCHERS:
                self._launchers[x, y, z] = launcher
        return launcher

    def loaded(self) -> Any:
        """The kernel as its target launches it, with ``loaded()[grid](*arguments)``.

        Raises ``RuntimeError`` without a GPU.
        """
        if self._loaded is None:
            self._loaded = self._load()
        return self._loaded

    @cached_property
    def parameters(self) -> tuple[str, ...]:
        """The names of a launch's arguments, in order; ``arg0`` ... where the kernel's text has none."""
        known: Sequence[str] = self.metadata.get("arguments", ())
        names: list[str] = []
        for index in range(len(self.types)):
            name = known[index] if index < len(known) else ""
            # The arguments that a descriptor has become may share its name.
            names.append(name if name and name not in names else f"arg{index}")
        return tuple(names)

    def _load(self) -> Any:
        """Load the kernel on its target."""
        if self.metadata["target"] == CPU:
            from xtriton.backends.cpu.load import load_on_host

            return load_on_host(self)
        from xtriton.backends.nvidia.launch import load_on_device

        return load_on_device(self)


def load(path: str | Path) -> CompiledKernel:
    """Load the kernel saved with a ``NAME.json``. Raises ``ValueError`` if there is none."""
    file = Path(path)
    try:
        text = file.read_text(encoding="utf-8")
    except OSError as failure:
        raise ValueError(f"{file} cannot be read: {failure.strerror}: give the NAME.json of a saved kernel") from None
    except UnicodeDecodeError:
        raise ValueError(f"{file} is no text: give the NAME.json of a saved kernel") from None
    try:
        metadata = json.loads(text)
        name = metadata["name"]
        asm: dict[str, str | bytes] = {}
        for stage in stages_of(metadata["target"]):
            part = file.with_suffix(f".{_SUFFIXES.get(stage, stage)}")
            if part.is_file():
                asm[stage] = part.read_bytes() if stage in _BINARIES else part.read_text(encoding="utf-8")
    except (OSError, ValueError, KeyError, TypeError) as failure:
        reason = f"it is no JSON: {failure}" if isinstance(failure, json.JSONDecodeError) else failure
        raise ValueError(f"{file} is not the metadata of a kernel: {reason}") from None
    return CompiledKernel(name, asm, metadata)
