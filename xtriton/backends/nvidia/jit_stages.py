"""The stages of Triton's JIT as lists of passes: user edits, and running them on Triton's own modules."""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal

from xdsl.dialects.builtin import IntegerAttr, LocationAttr, ModuleOp, i32

from xtriton.argument_locations import read_argument_locations, set_argument_locations
from xtriton.backends.nvidia.stages import run_checked
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import Diagnostic, DiagnosticError, error, file_location, note, render
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import print_op
from xtriton.passes.base import NamedPipeline, Pass
from xtriton.passes.libtriton import FOR_TRITON, LibTriton
from xtriton.passes.manager import PassManager
from xtriton.passes.options import PipelineError, find_closing
from xtriton.passes.pipeline_text import MODULE, Nest, expand, parse_pipeline
from xtriton.pipelines import Engine, MakeGluonToTtgir, MakeTtgir, MakeTtir, Optimize
from xtriton.wheel import triton_module

Place = Literal["before", "after", "replace"]
Item = Pass | Nest
Passes = Pass | NamedPipeline | str | Sequence[Pass | NamedPipeline | str]
"""Passes as given by users: instances, texts such as ``"canonicalize,cse"``, and lists of both."""

_ANCHOR = re.compile(r"(?:(?P<stage>ttir|ttgir|gluon):)?(?P<name>[^:#]+)(?:#(?P<number>[1-9]\d*))?")
Language = Literal["triton", "gluon"]
"""The language of a kernel, on which its stages depend."""

_GENERATIONS = (90, 80, 100, 75)
"""Capabilities whose stages differ; together they contain every pass."""

_CPU_CAPABILITY = 80
"""The TTIR stage of the CPU is that of GPUs without tensor descriptors."""


@dataclass(frozen=True)
class Sizes:
    """The sizes that a kernel's stages depend on."""

    capability: int
    num_warps: int = 4
    num_stages: int = 3
    num_ctas: int = 1
    engine: Engine = "wheel"


@dataclass(frozen=True)
class Anchor:
    """A pass of a stage: without a stage that of TTIR, or else of TTGIR; without a number each of that name.

    The stage ``gluon`` is the TTGIR stage of Gluon kernels.
    """

    name: str
    stage: str | None = None
    number: int | None = None

    @classmethod
    def parse(cls, text: str) -> Anchor:
        """Read ``canonicalize``, ``ttgir:canonicalize`` or ``ttgir:canonicalize#2``, which is the second."""
        match = _ANCHOR.fullmatch(text)
        if match is None:
            raise ValueError(
                f"'{text}' names no pass: expected NAME, ttir:NAME, ttgir:NAME, gluon:NAME or ttgir:NAME#2"
            )
        return cls(match["name"], match["stage"], int(match["number"]) if match["number"] else None)

    def is_in(self, stage: str) -> bool:
        """Whether the pass may be one of a stage: ``ttgir`` is the name of Gluon's stage, too."""
        return self.stage in (None, stage) or (self.stage == "ttgir" and stage == "gluon")

    def __str__(self) -> str:
        stage = f"{self.stage}:" if self.stage else ""
        return f"{stage}{self.name}" + (f"#{self.number}" if self.number else "")


class UnknownAnchorError(ValueError):
    """No stage has the pass that an anchor names."""


@dataclass(frozen=True)
class Edit:
    """The edit of one context: passes that replace whole stages, passes at an anchor, or ``optimize``."""

    passes: tuple[Item, ...] = ()
    place: Place | None = None
    anchor: Anchor | None = None
    ttir: tuple[Item, ...] | None = None
    ttgir: tuple[Item, ...] | None = None
    gluon: tuple[Item, ...] | None = None
    """The TTGIR stage of Gluon kernels."""
    optimize: Optimize | None = None
    """Compile kernels with these passes instead of editing stages."""

    def apply(self, stages: dict[str, list[Item]]) -> set[str]:
        """Edit the stages of a language, and return the names of those that changed."""
        changed: set[str] = set()
        for name, whole in (("ttir", self.ttir), ("ttgir", self.ttgir), ("gluon", self.gluon)):
            if whole is not None and name in stages:
                stages[name] = list(single(whole))
                changed.add(name)
        if self.anchor is None:
            return changed
        for name in filter(self.anchor.is_in, stages):
            found = [index for index, item in enumerate(stages[name]) if _name(item) == self.anchor.name]
            if self.anchor.number is not None:
                found = found[self.anchor.number - 1 : self.anchor.number]
            if found:
                stages[name] = list(self._around(stages[name], found))
                return changed | {name}
        raise UnknownAnchorError(f"no stage has the pass '{self.anchor}'")

    def _around(self, items: list[Item], found: list[int]) -> Iterator[Item]:
        for index, item in enumerate(items):
            if index not in found:
                yield item
                continue
            if self.place == "after":
                yield item
            yield from self.passes
            if self.place == "before":
                yield item


def read_passes(given: Passes) -> tuple[Item, ...]:
    """Parse the passes of a user. Raises ``ValueError`` for invalid ones."""
    match given:
        case str():
            try:
                nest = parse_pipeline(given)
            except PipelineError as failure:
                raise ValueError(str(failure)) from None
            return nest.items if nest.anchor == MODULE else (nest,)
        case Pass():
            return (given,)
        case NamedPipeline():
            return expand(given).items
        case list() | tuple():
            return tuple(item for nested in given for item in read_passes(nested))
        case _:
            what = f"the class {given.__name__}" if isinstance(given, type) else type(given).__name__
            raise ValueError(f"{what} is not a pass: give instances such as MyPass(), texts such as 'cse', or a list")


def edited_stages(edits: Iterable[Edit], sizes: Sizes, language: Language = "triton") -> dict[str, Nest]:
    """The stages of a kernel that the edits change, outer edits first.

    An edit at a pass that only kernels of the other language have changes nothing. Raises ``UnknownAnchorError`` for a
    pass that none has.
    """
    stages = _stages(sizes)
    changed: set[str] = set()
    for edit in edits:
        changed |= _apply(edit, stages)
    return {name: Nest(MODULE, tuple(_joined(items))) for name, items in stages[language].items() if name in changed}


def _apply(edit: Edit, stages: Mapping[Language, dict[str, list[Item]]]) -> set[str]:
    """Edit the stages of both languages, and return the names of those that changed."""
    changed: set[str] = set()
    unknown: list[UnknownAnchorError] = []
    for listed in stages.values():
        try:
            changed |= edit.apply(listed)
        except UnknownAnchorError as failure:
            unknown.append(failure)
    if len(unknown) == len(stages):
        raise unknown[0]
    return changed


def edited_cpu_stage(edits: Iterable[Edit]) -> Nest:
    """The TTIR stage of the CPU as the edits change it.

    Raises ``ValueError`` for an edit of the TTGIR stage, which the CPU does not have, and ``UnknownAnchorError``.
    """
    stages = _stages(Sizes(_CPU_CAPABILITY))
    for edit in edits:
        if edit.optimize is not None:
            raise ValueError(f"jit_passes(optimize='{edit.optimize}') is for GPUs, not for kernels on the CPU")
        if "ttir" not in (changed := _apply(edit, stages)) or "ttgir" in changed:
            what = f"'{edit.anchor}'" if edit.anchor is not None else "ttgir=" if edit.ttgir is not None else "gluon="
            raise ValueError(f"{what} of jit_passes is about the TTGIR stage, which kernels on the CPU do not have")
    return Nest(MODULE, tuple(_joined(stages["triton"]["ttir"])))


def check_edits(edits: Sequence[Edit]) -> None:
    """Raise ``ValueError`` if the last edit names a pass that no target has; the message suggests similar names."""
    names: set[str] = set()
    for capability in _GENERATIONS:
        try:
            edited_stages(edits, Sizes(capability))
        except UnknownAnchorError:
            stages = _stages(Sizes(capability))
            for edit in edits[:-1]:
                _apply(edit, stages)
            names |= {_name(item) for listed in stages.values() for items in listed.values() for item in items}
            continue
        return
    anchor = edits[-1].anchor
    assert anchor is not None
    if anchor.name in names:
        raise ValueError(f"there is no '{anchor}': the pass is in another stage, or occurs less often")
    near = ", ".join(f"'{name}'" for name in get_close_matches(anchor.name, sorted(names), n=3, cutoff=0.5))
    raise ValueError(
        f"no stage has the pass '{anchor.name}'"
        + (f"; did you mean {near}?" if near else "; xtriton.pipelines lists the passes of each stage")
    )


def _stages(sizes: Sizes) -> dict[Language, dict[str, list[Item]]]:
    """Triton's own stages, pass by pass."""
    target = f"cuda:{sizes.capability}"
    ttgir = MakeTtgir(target, sizes.num_warps, sizes.num_stages, sizes.num_ctas, sizes.engine)
    return {
        "triton": {"ttir": _listed(MakeTtir(target)), "ttgir": _listed(ttgir)},
        "gluon": {"gluon": _listed(MakeGluonToTtgir(sizes.engine))},
    }


def _listed(pipeline: NamedPipeline) -> list[Item]:
    return list(single(expand(pipeline).items))


def single(items: Iterable[Item]) -> Iterator[Item]:
    """The items, with each pass of the wheel as a separate item."""
    for item in items:
        if isinstance(item, LibTriton):
            yield from (LibTriton(wheel_pass) for wheel_pass in _wheel_passes(item.passes))
        else:
            yield item


def _joined(items: Iterable[Item]) -> Iterator[Item]:
    """The items, with adjacent passes of the wheel merged, so that the module crosses over once for all of them."""
    waiting: list[str] = []
    for item in items:
        if isinstance(item, LibTriton):
            waiting.append(item.passes)
            continue
        if waiting:
            yield LibTriton(",".join(waiting))
            waiting = []
        yield item
    if waiting:
        yield LibTriton(",".join(waiting))


def _wheel_passes(text: str) -> list[str]:
    """The passes in the option of ``libtriton``, each with its own options."""
    found: list[str] = []
    start = position = 0
    while position < len(text):
        if text[position] == ",":
            found.append(text[start:position])
            start = position + 1
        elif text[position] == "{":
            position = find_closing(text, position, len(text)) or position
        position += 1
    return [*found, text[start:]]


def _name(item: Item) -> str:
    """The anchor name of a pass: passes of the wheel have the wheel's names."""
    if isinstance(item, LibTriton):
        return item.passes.partition("{")[0].strip()
    return item.name if isinstance(item, Pass) else item.anchor


@dataclass(frozen=True)
class JitStage:
    """A stage that runs passes on a module of Triton, and replaces Triton's own function."""

    name: str
    pipeline: Nest
    options: Any
    """The options of Triton's CUDA backend."""

    def __call__(self, module: Any, metadata: dict[str, Any]) -> Any:
        """The module after the passes, in the same context. Raises ``DiagnosticError`` where a pass fails."""
        ctx = Context()
        parsed = parse_module(str(module), f"<{self.name}>", ctx)
        locations = read_argument_locations(triton_module("_C.libtriton"), module)
        set_argument_locations(parsed, locations, ctx)
        if self.name == "ttgir" and self.options.maxnreg is not None:
            parsed.attributes["ttg.maxnreg"] = IntegerAttr(self.options.maxnreg, i32)
        with ctx.diagnostics.handled_by(_tell):
            PassManager(ctx).run(self.pipeline, parsed)
        if self.name == "ttgir":
            self._check_sizes(parsed)
        result = _hand_back(parsed, module.context)
        if self.name == "ttgir":
            metadata["tensordesc_meta"] = result.get_tensordesc_metadata()
        return result

    def _check_sizes(self, module: ModuleOp) -> None:
        """Check that the sizes match: Triton launches with the warps in its options, whatever the passes assumed."""
        for name, expected in (("ttg.num-warps", self.options.num_warps), ("ttg.num-ctas", self.options.num_ctas)):
            if module.attributes.get(name) != IntegerAttr(expected, i32):
                raise error(module.location, f"the TTGIR stage must give the module the attribute {name} = {expected}")


def _tell(diagnostic: Diagnostic) -> None:
    """Emit warnings and remarks where Triton emits its own."""
    print(render(diagnostic, {}), file=sys.stderr)


def _hand_back(module: ModuleOp, context: Any) -> Any:
    """The module as Triton's, in Triton's context."""
    parse = triton_module("_C.libtriton").ir.parse_mlir_module
    text = print_op(module, FOR_TRITON)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "module.mlir"
        path.write_text(text, encoding="utf-8")
        try:
            result: Any = run_checked("parser", lambda: parse(str(path), context), module.location, str(path))
        except DiagnosticError as failure:
            raise _unreadable(failure.diagnostic, text, module.location) from None
    result.context = context
    return result


def _unreadable(said: Diagnostic, text: str, location: LocationAttr) -> DiagnosticError:
    """The error for a module that Triton's parser rejects, with the offending line."""
    place = file_location(said.location)
    notes = (note(location, f"at: {text.splitlines()[place.line.data - 1].strip()}"),) if place is not None else ()
    return error(location, f"Triton cannot read what the passes have made: {said.message}", notes)
