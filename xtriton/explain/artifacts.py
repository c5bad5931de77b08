"""What a report is made of: the texts of a compilation, from a compiler run, a cache folder or a dump."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from xtriton.compiler.compile import compile
from xtriton.compiler.result import CompiledKernel, PassRecord, stages_of
from xtriton.explain.dump import is_dump, read_dump, steps
from xtriton.frontend.jit import jit_function
from xtriton.passes.libtriton import LibTriton


@dataclass(frozen=True)
class Step:
    """A pass with the module before and after it."""

    stage: str
    name: str
    engine: str
    milliseconds: float | None
    before: str
    after: str


@dataclass(frozen=True)
class Artifacts:
    """A compilation of a kernel."""

    name: str
    target: str
    origin: str
    texts: Mapping[str, str | bytes]
    metadata: Mapping[str, Any] = field(default_factory=dict[str, Any])
    steps: Sequence[Step] = ()
    notes: Sequence[str] = ()


@dataclass
class _Recording:
    """Collects the IR after each pass."""

    passes: list[tuple[PassRecord, str]] = field(default_factory=list[tuple[PassRecord, str]])
    dumps: dict[str, str] = field(default_factory=dict[str, str])

    def passed(self, record: PassRecord, text: str) -> None:
        self.passes.append((record, text))

    def dumped(self, stage: str, text: str) -> None:
        self.dumps[stage] = text

    def steps(self, kernel: CompiledKernel) -> list[Step]:
        """The passes that led to a kernel; those of discarded attempts are left out."""
        kept = [tuple(record.values()) for record in kernel.metadata["passes"]]
        found: list[Step] = []
        texts = list(self.passes)
        before = str(kernel.asm.get("source", kernel.asm.get("ttir", "")))
        for stage, name, engine, milliseconds in kept:
            while texts and _key(texts[0][0]) != (stage, name, engine, milliseconds):
                texts.pop(0)
            if not texts:
                break
            after = texts.pop(0)[1]
            found.append(Step(stage, name, engine, milliseconds, before, after))
            before = after
        for stage, dump in self.dumps.items():
            found += [Step(stage, *step[:1], "libtriton", None, *step[1:]) for step in steps(read_dump(dump))]
        return found


def _key(record: PassRecord) -> tuple[str, str, str, float]:
    return record.stage, record.name, record.engine, record.milliseconds


def compiled(kernel: Any, signature: Any = None, **settings: Any) -> Artifacts:
    """Compile a kernel with all intermediate IR recorded. Arguments and errors are those of ``xtriton.compile``."""
    recording = _Recording()
    made = compile(kernel, signature, observer=recording, **settings)
    return from_kernel(made, recording.steps(made))


def from_kernel(kernel: CompiledKernel, recorded: Sequence[Step] = ()) -> Artifacts:
    """A kernel compiled before; without ``recorded`` there is no list of passes."""
    data = kernel.metadata
    notes = [] if recorded else ["the passes are not recorded in a compiled kernel: explain its source instead"]
    return Artifacts(kernel.name, str(data["target"]), str(data["origin"]), kernel.asm, data, recorded, notes)


def from_triton(kernel: Any, recorded: Sequence[Step] = ()) -> Artifacts:
    """A kernel that Triton has compiled (``triton.compiler.CompiledKernel``)."""
    data: dict[str, Any] = dict(kernel.metadata._asdict())
    target = data.pop("target")
    return _of_triton(str(data["name"]), dict(kernel.asm), data, target, str(data["name"]), recorded)


def _of_triton(
    name: str, texts: Mapping[str, Any], data: dict[str, Any], target: Any, origin: str, recorded: Sequence[Step]
) -> Artifacts:
    backend, arch = (target["backend"], target["arch"]) if isinstance(target, dict) else (target.backend, target.arch)
    kept = {stage: text for stage, text in texts.items() if stage in ("source", *stages_of(f"{backend}:{arch}"))}
    versions = {"triton": data["triton_version"]} if "triton_version" in data else {}
    notes = [] if recorded else ["the passes are not recorded in Triton's cache; MLIR_ENABLE_DUMP=1 prints them"]
    options = {key: data[key] for key in _OPTIONS if data.get(key) is not None}
    metadata = {**data, "versions": versions, "options": options}
    return Artifacts(name, f"{backend}:{arch}", origin, kept, metadata, recorded, notes)


_OPTIONS = ("num_warps", "num_stages", "num_ctas", "maxnreg", "enable_fp_fusion", "debug")


def is_triton_kernel(kernel: object) -> bool:
    """Whether an object is a kernel that Triton has compiled."""
    return hasattr(kernel, "asm") and hasattr(kernel, "metadata") and jit_function(kernel) is None


_TEXTS = ("source", "ttir", "ttgir", "llir", "ptx")


def from_path(path: Path) -> list[Artifacts]:
    """The kernels of a folder of Triton's cache, a saved kernel's ``NAME.json``, or a dump of passes.

    Raises ``ValueError`` for anything else.
    """
    try:
        if path.is_dir():
            return _from_folder(path)
        if path.suffix == ".json":
            return [_from_metadata(path)]
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise ValueError(f"{path} is no text: give a dump of passes, a kernel or a folder of Triton's cache") from None
    except OSError as failure:
        raise ValueError(f"{path} cannot be read: {failure.strerror}") from None
    if not is_dump(text):
        raise ValueError(
            f"{path} is no dump of passes: give the standard error of a program under MLIR_ENABLE_DUMP=1, a kernel "
            "(FILE.py:KERNEL, .mlir, .ttir, .ttgir) or a folder of Triton's cache"
        )
    return from_dump(text, str(path))


def _from_folder(folder: Path) -> list[Artifacts]:
    files = sorted(file for file in folder.glob("*.json") if not file.name.startswith("__grp__"))
    found = [_from_metadata(file) for file in files]
    if not found:
        nested = sorted(file for file in folder.glob("*/*.json") if not file.name.startswith("__grp__"))
        if nested:
            example = nested[0].parent
            raise ValueError(f"{folder} is a whole cache of {len(nested)} kernels: name a folder in it, such as {example}")
        raise ValueError(f"{folder} has no kernel: Triton's cache folders have NAME.json next to NAME.ttgir and NAME.ptx")
    return found


def _from_metadata(path: Path) -> Artifacts:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        name, target = str(data["name"]), data["target"]
    except (OSError, ValueError, KeyError, TypeError):
        raise ValueError(f"{path} is no metadata of a kernel: it needs the entries 'name' and 'target'") from None
    texts: dict[str, Any] = {}
    for stage in _TEXTS:
        file = path.with_suffix(f".{stage}")
        if file.is_file():
            texts[stage] = file.read_text(encoding="utf-8")
    binary = path.with_suffix(".cubin")
    if binary.is_file():
        texts["cubin"] = binary.read_bytes()
    if isinstance(target, str):
        return from_kernel(CompiledKernel(name, texts, data))
    return _of_triton(name, texts, data, target, str(path.parent), ())


def from_dump(text: str, origin: str) -> list[Artifacts]:
    """The compilations in the output of a program under ``MLIR_ENABLE_DUMP=1``.

    A dump has no end marks: a new kernel begins where the TTIR stage begins again.
    """
    groups: list[list[Step]] = []
    order = -1
    for name, before, after in steps(read_dump(text)):
        stage = _stage_of(before)
        rank = _STAGES.index(stage)
        if not groups or rank < order:
            groups.append([])
        order = rank
        if _stage_of(after) in (stage, *_STAGES[rank : rank + 2]):
            groups[-1].append(Step(stage, name, "", None, before, after))
    found: list[Artifacts] = []
    for group in groups:
        if not group:
            continue
        texts: dict[str, str | bytes] = {"source": group[0].before}
        for step in group:
            made = _stage_of(step.after)
            if made in ("ttir", "ttgir") and "allocation.offset" not in step.after and "cf.br" not in step.after:
                texts[made] = step.after
        name = _kernel_name(group[0].before)
        notes = ["a dump has neither PTX nor times: registers, spills and bank conflicts are unknown"]
        found.append(Artifacts(name, _target_of(group), origin, texts, {}, group, notes))
    if not found:
        raise ValueError(f"{origin} has no passes on whole modules: set MLIR_ENABLE_DUMP=1")
    return found


_STAGES = ("ttir", "ttgir", "llir")


def _stage_of(module: str) -> str:
    if "llvm.func" in module or "llvm.mlir.global" in module:
        return "llir"
    return "ttgir" if '"ttg.num-warps"' in module else "ttir"


def _kernel_name(module: str) -> str:
    for line in module.splitlines():
        if "tt.func public @" in line:
            return line.partition("tt.func public @")[2].partition("(")[0]
    return "kernel"


def _target_of(group: Sequence[Step]) -> str:
    for step in group:
        _, found, rest = step.after.partition('ttg.target = "')
        if found:
            return rest.partition('"')[0]
    return "unknown"


def split_wheel_pass(step: Step) -> str:
    """The displayed name of a pass: several that ran together are joined by commas."""
    return step.name or LibTriton.name
