"""The input of a report: the texts of a compilation, from a compiler run, a cache folder or a dump."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

from xtriton.compiler.entry import compile
from xtriton.compiler.result import CompiledKernel, PassRecord
from xtriton.explain.dump import is_dump, read_dump, steps
from xtriton.explain.origins import Origins, mlir_listing
from xtriton.frontend.kernels import jit_function
from xtriton.ir.diagnostics import DiagnosticError


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
    """A kernel compiled before; without ``recorded`` its passes run again."""
    data = kernel.metadata
    target, notes = str(data["target"]), list[str]()
    if not recorded:
        recorded, note = _run_again(kernel.asm, target, data.get("options", {}))
        notes.append(note)
    notes += data.get("remarks", ())
    return Artifacts(kernel.name, target, str(data["origin"]), kernel.asm, data, recorded, notes)


def from_triton(kernel: Any) -> Artifacts:
    """A kernel that Triton has compiled (``triton.compiler.CompiledKernel``); its passes run again."""
    data: dict[str, Any] = dict(kernel.metadata._asdict())
    target = data.pop("target")
    return _of_triton(str(data["name"]), dict(kernel.asm), data, target, str(data["name"]))


def from_files(name: str, metadata: Mapping[str, Any], files: Mapping[str, str]) -> Artifacts:
    """A kernel that Triton has compiled, by the paths of its files in Triton's cache; its passes run again."""
    data = dict(metadata)
    target = data.pop("target")
    texts: dict[str, Any] = {}
    for path in map(Path, files.values()):
        stage = path.suffix[1:]
        if stage in _TEXTS:
            texts[stage] = path.read_text(encoding="utf-8")
        elif stage == "cubin":
            texts[stage] = path.read_bytes()
    return _of_triton(name, texts, data, target, name)


def _of_triton(name: str, texts: Mapping[str, Any], data: dict[str, Any], target: Any, origin: str) -> Artifacts:
    entries = cast("dict[str, Any]", target if isinstance(target, dict) else vars(target))
    spelled = f"{entries['backend']}:{entries['arch']}"
    kept = {stage: text for stage, text in texts.items() if stage in (*_TEXTS, "cubin")}
    versions = {"triton": data["triton_version"]} if "triton_version" in data else {}
    options = {key: data[key] for key in _OPTIONS if data.get(key) is not None}
    metadata = {**data, "versions": versions, "options": options}
    recorded, note = _run_again(kept, spelled, options)
    return Artifacts(name, spelled, origin, kept, metadata, recorded, [note])


def _run_again(texts: Mapping[str, Any], target: str, options: Mapping[str, Any]) -> tuple[list[Step], str]:
    """The passes of a kernel, run again on the source in the cache, and a note on them.

    They are left out where their result is not the kernel's TTGIR.
    """
    source, expected = texts.get("source"), texts.get("ttgir")
    if not isinstance(source, str) or not isinstance(expected, str) or "ttg.num-warps" in source:
        return [], "the passes are unknown: the TTIR before them is missing"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kernel.mlir"
        path.write_text(source, encoding="utf-8")
        try:
            again = compiled(str(path), target=target, until="llir", **options)
        except (DiagnosticError, ValueError) as failure:
            return [], f"the passes are not known: to run them again failed ({failure})"
    if _bare(str(again.texts["ttgir"])) != _bare(expected):
        return [], "the passes are not known: the installed Triton gives other TTGIR for the same source"
    return list(again.steps), "the passes were run again on the source in the cache: times are of that run"


def _bare(text: str) -> str:
    return mlir_listing(text, Origins()).text


_TEXTS = ("source", "ttir", "ttgir", "llir", "ptx")
_OPTIONS = ("num_warps", "num_stages", "num_ctas", "maxnreg", "enable_fp_fusion", "debug")


def is_triton_kernel(kernel: object) -> bool:
    """Whether an object is a ``triton.compiler.CompiledKernel``."""
    return hasattr(kernel, "asm") and hasattr(kernel, "metadata") and jit_function(kernel) is None


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
        raise ValueError(
            f"{path} is not a text file: give a dump of passes, a kernel or a folder of Triton's cache"
        ) from None
    except OSError as failure:
        raise ValueError(f"{path} cannot be read: {failure.strerror}") from None
    if not is_dump(text):
        raise ValueError(
            f"{path} is not a dump of passes: give the standard error of a program under MLIR_ENABLE_DUMP=1, a kernel "
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
            raise ValueError(
                f"{folder} is a whole cache of {len(nested)} kernels: name a folder in it, such as {example}"
            )
        raise ValueError(
            f"{folder} has no kernel: Triton's cache folders have NAME.json next to NAME.ttgir and NAME.ptx"
        )
    return found


def _from_metadata(path: Path) -> Artifacts:
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        name, target = str(data["name"]), data["target"]
    except (OSError, ValueError, KeyError, TypeError):
        raise ValueError(f"{path} is not the metadata of a kernel: it needs the entries 'name' and 'target'") from None
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
    return _of_triton(name, texts, data, target, str(path.parent))


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
            if step.name == _FIRST_OF_LOWERING:
                break
            texts[_stage_of(step.after)] = step.after
        name, target = _kernel_name(group[0].before), _target_of(group)
        metadata, note = _completed(texts, target)
        found.append(Artifacts(name, target, origin, texts, metadata, group, [note]))
    if not found:
        raise ValueError(f"{origin} has no passes on whole modules: set MLIR_ENABLE_DUMP=1")
    return found


_STAGES = ("ttir", "ttgir", "llir")
_FIRST_OF_LOWERING = "tritongpu-allocate-warp-groups"
"""The first pass after the TTGIR stage that changes modules for their lowering."""


def _completed(texts: dict[str, str | bytes], target: str) -> tuple[Mapping[str, Any], str]:
    """Add the stages after the TTGIR to ``texts``, by the installed Triton; the metadata, and a note on them."""
    unknown = "registers, spills and bank conflicts are unknown: the dump has no PTX"
    ttgir = texts.get("ttgir")
    if not isinstance(ttgir, str):
        return {}, unknown
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kernel.ttgir"
        path.write_text(ttgir, encoding="utf-8")
        try:
            made = compile(str(path), target=target)
        except (DiagnosticError, ValueError) as failure:
            return {}, f"{unknown}, and the TTGIR could not be compiled ({failure})"
    texts.update({stage: made.asm[stage] for stage in ("llir", "ptx", "cubin")})
    known = ("num_warps", "shared", "registers", "stack", "spill_stores", "spill_loads", "versions")
    metadata = {name: made.metadata[name] for name in known if name in made.metadata}
    return metadata, "LLVM IR, PTX and machine code are made of the TTGIR in the dump by the installed Triton"


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
