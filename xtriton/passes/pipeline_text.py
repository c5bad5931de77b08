"""Pipelines as text, both ways: MLIR's ``builtin.module(a,tt.func(b{x=1 y=2}),any(c))`` and xDSL's ``a,b{x=1}``.

A named pipeline, ``make-ttir{target=cuda:90},sccp``, may stand where a pass may and is read as the passes in it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from xtriton.passes import PASSES, PIPELINES, pass_class, pipeline_class
from xtriton.passes.base import NamedPipeline, OperationPass, Pass
from xtriton.passes.options import PipelineError, UnknownPassError, build_pass, find_closing, print_options
from xtriton.registry import similar_names
from xtriton.versions import TritonVersion, active_version, use_version

MODULE = "builtin.module"
ANY = "any"
MAX_NESTING = 64
"""Of operations in operations: a pipeline that is nested deeper can have nothing to run on that a pass accepts."""


@dataclass(frozen=True)
class Nest:
    """Passes to run in order on every operation called ``anchor`` (or on any operation) directly below the parent."""

    anchor: str
    items: tuple[Pass | Nest, ...]

    def __str__(self) -> str:
        return f"{self.anchor}({','.join(_print_item(item) for item in self.items)})"

    def passes(self) -> Iterator[Pass]:
        """Every pass in here, nested ones included, in order."""
        for item in self.items:
            if isinstance(item, Nest):
                yield from item.passes()
            else:
                yield item


def _print_item(item: Pass | Nest) -> str:
    return str(item) if isinstance(item, Nest) else item.name + print_options(item)


def parse_pipeline(text: str) -> Nest:
    """The pipeline that ``text`` spells. Its root is the module, whether ``builtin.module(...)`` is written or not."""
    parser = _Parser(text, 0, len(text))
    items = parser.items((), closed_by=None)
    if len(items) == 1 and isinstance(items[0], Nest) and items[0].anchor in (MODULE, ANY):
        return items[0]
    return Nest(MODULE, items)


def split_pipeline(text: str) -> list[str]:
    """The items of a pipeline on modules as texts, each with its options."""
    prefix = f"{MODULE}("
    if text.startswith(prefix) and find_closing(text, len(prefix) - 1, len(text)) == len(text) - 1:
        text = text[len(prefix) : -1]
    items: list[str] = []
    start = index = 0
    while index < len(text):
        if text[index] == ",":
            items.append(text[start:index])
            start = index + 1
        elif text[index] in "{(":
            index = find_closing(text, index, len(text)) or len(text)
        index += 1
    return [*items, text[start:]] if text else []


def parse_pass(text: str, name_start: int, name_end: int) -> Pass:
    """The pass of a command line argument: its name in ``text[name_start:name_end]``, its options after ``=``.

    Raises ``KeyError`` for a name that is not registered.
    """
    cls = pass_class(text[name_start:name_end])
    return build_pass(cls, text, min(name_end + 1, len(text)), len(text), name_start)


def parse_flag(text: str, name_start: int, name_end: int) -> tuple[Pass | Nest, ...]:
    """The pass that a command line argument names, or the passes of a named pipeline. See :func:`parse_pass`."""
    name = text[name_start:name_end]
    if name not in PIPELINES:
        return (parse_pass(text, name_start, name_end),)
    options = (min(name_end + 1, len(text)), len(text))
    return expand(build_pass(pipeline_class(name), text, *options, name_start), text, name_start).items


def expand(pipeline: NamedPipeline, text: str | None = None, position: int = 0) -> Nest:
    """The passes that ``pipeline`` stands for. ``text`` and ``position`` are where it is named.

    Raises ``UnknownPassError`` if one of them does not exist.
    """
    try:
        return parse_pipeline(pipeline.text())
    except UnknownPassError as failure:
        hint = wheel_hint(failure.name)
        message = f"pipeline '{pipeline.name}' needs the pass '{failure.name}', which does not exist yet"
        message += f"; {hint}" if hint else ""
        raise UnknownPassError(failure.name, message, text or pipeline.name, position) from None


def nearest_passes(name: str) -> list[str]:
    """Up to three registered names that look like ``name``."""
    return similar_names(name, PASSES)


def wheel_hint(name: str) -> str:
    """How to run the pass ``name`` of the Triton wheel; empty if the wheel does not offer it either."""
    from xtriton.passes.libtriton import WHEEL_PASSES

    return f"the Triton wheel has it: --libtriton='passes={name}'" if name in WHEEL_PASSES else ""


def _lookup(text: str, start: int, end: int) -> type[Pass] | type[NamedPipeline]:
    name = text[start:end]
    if name in PASSES:
        return pass_class(name)
    if name in PIPELINES:
        return pipeline_class(name)
    near = ", ".join(f"'{candidate}'" for candidate in similar_names(name, [*PASSES, *PIPELINES]))
    hint = wheel_hint(name) or (f"did you mean {near}?" if near else "xtriton-opt --help lists them")
    raise UnknownPassError(name, f"unknown pass '{name}'; {hint}", text, start)


@dataclass
class _Parser:
    """Recursive descent over ``text[position:end]``."""

    text: str
    position: int
    end: int
    triton: TritonVersion = field(default_factory=active_version)
    """The version that stages are of, after the passes before."""

    def items(self, anchors: tuple[str, ...], closed_by: str | None) -> tuple[Pass | Nest, ...]:
        """Items separated by commas up to ``closed_by`` (or the end). ``anchors`` are the nests around them."""
        found: list[Pass | Nest] = []
        self._skip_space()
        if self._at(closed_by):
            self._close(closed_by)
            return ()
        while True:
            with use_version(self.triton):
                item = self._item(anchors)
            for instance in Nest(MODULE, item).passes():
                self.triton = instance.triton_after(self.triton)
            found += item
            self._skip_space()
            if self._at(closed_by):
                self._close(closed_by)
                return tuple(found)
            if not self._at(","):
                expected = f"',' or '{closed_by}'" if closed_by else "','"
                raise PipelineError(f"expected {expected}", self.text, self.position)
            self.position += 1
            self._skip_space()

    def _item(self, anchors: tuple[str, ...]) -> tuple[Pass | Nest, ...]:
        start = self.position
        while self.position < self.end and self.text[self.position] not in ",{}() \t\n":
            self.position += 1
        stop = self.position
        if start == stop:
            raise PipelineError("expected a pass", self.text, start)
        self._skip_space()
        if self._at("("):
            return (self._nest(start, stop, anchors),)
        options = self._options()
        cls = _lookup(self.text, start, stop)
        within = anchors[1:] if anchors and anchors[0] in (MODULE, ANY) else anchors
        if within and not issubclass(cls, OperationPass):
            raise PipelineError(f"{cls.kind} '{cls.name}' runs on '{MODULE}', not on '{within[-1]}'", self.text, start)
        built = build_pass(cls, self.text, *options, start)
        return expand(built, self.text, start).items if isinstance(built, NamedPipeline) else (built,)

    def _nest(self, start: int, stop: int, anchors: tuple[str, ...]) -> Nest:
        anchor = self.text[start:stop]
        if anchor != ANY and "." not in anchor:
            message = f"expected the name of an operation or 'any' before '(', not '{anchor}'"
            raise PipelineError(message, self.text, start)
        if len(anchors) >= MAX_NESTING:
            raise PipelineError(f"pipelines are nested more than {MAX_NESTING} deep", self.text, start)
        self.position += 1
        return Nest(anchor, self.items((*anchors, anchor), closed_by=")"))

    def _options(self) -> tuple[int, int]:
        """The range between the braces that may follow a pass name."""
        if not self._at("{"):
            return self.position, self.position
        closing = find_closing(self.text, self.position, self.end)
        if closing is None:
            raise PipelineError("'{' is never closed", self.text, self.position)
        inside = self.position + 1, closing
        self.position = closing + 1
        return inside

    def _at(self, char: str | None) -> bool:
        """Whether ``char`` comes next; None stands for the end of the text."""
        if char is None:
            return self.position >= self.end
        return self.position < self.end and self.text[self.position] == char

    def _close(self, char: str | None) -> None:
        self.position += 0 if char is None else 1

    def _skip_space(self) -> None:
        while self.position < self.end and self.text[self.position].isspace():
            self.position += 1
