"""Calls of the Python API with a valid mutant and random arguments.

They return, or raise what their docstrings say: ``DiagnosticError`` for programs and their run-time errors,
``PipelineError`` for options, ``ValueError`` for layouts.
"""

from __future__ import annotations

from collections.abc import Callable
from math import prod
from random import Random
from typing import cast

import numpy as np
from fuzz.checks import Finding, check_text_form, time_limit, unreadable_in_the_wheel, watched, words
from fuzz.snippets import ATTRIBUTES
from xdsl.dialects.builtin import DYNAMIC_INDEX, ModuleOp
from xdsl.ir import Attribute, Block, Operation

from xtriton.dialects.tt.types import PointerType
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.interp.api import evaluate, interpret
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.op_printer import attribute_text, describe
from xtriton.ir.parser import parse_attribute
from xtriton.ir.printer import PrintOptions, print_op
from xtriton.ir.traits import encoding_of, shape_of
from xtriton.ir.verifier import verify
from xtriton.layouts.encodings import to_linear_layout
from xtriton.passes.common.canonicalize import DIALECT_MODULES, canonicalization_patterns
from xtriton.passes.options import PipelineError
from xtriton.passes.pipeline_text import parse_pass
from xtriton.rewriting.greedy import rewrite_greedily
from xtriton.rewriting.pattern import PatternSet
from xtriton.versions import use_version

Call = Callable[[ModuleOp, Context, Random], None]
_EXTENTS = (0, 1, 2, 3, 16, 64, 256, 1 << 31)
_NUMBERS = (0, 1, -1, 3, 17, 64, (1 << 31) - 1, 1 << 31, 1 << 63, 0.5, float("nan"), True, None)
_FLAGS = ("generic", "debuginfo", "pretty_debuginfo", "local_scope", "use_nameloc_as_prefix", "skip_regions")


def call_api(module: ModuleOp, context: Context, random: Random, text: str) -> None:
    """Make one call with a copy of a module. Raises :class:`Finding`."""
    call = random.choice(CALLS)
    with watched(f"call {call.__name__.strip('_')}", time_limit(text)):
        try:
            with use_version(context.triton):
                call(module.clone(), context, random)
        except (DiagnosticError, PipelineError):
            return


def _types(module: ModuleOp) -> list[Attribute]:
    values = [value for op in module.walk() for value in op.results]
    return list(dict.fromkeys(value.type for value in values))


def _some_operation(module: ModuleOp, random: Random) -> Operation:
    return random.choice(list(module.walk()))


def _print_with_options(module: ModuleOp, context: Context, random: Random) -> None:
    chosen = {name: random.random() < 0.4 for name in _FLAGS}
    print_op(module, PrintOptions(**chosen, elide_larger=random.choice((None, 0, 4))))


def _print_operation(module: ModuleOp, context: Context, random: Random) -> None:
    """An operation alone, within its function and detached from it."""
    op = _some_operation(module, random)
    describe(op)
    print_op(op)
    if op.parent is not None:
        op.detach()
        describe(op)


def _print_attribute(module: ModuleOp, context: Context, random: Random) -> None:
    """The text of an attribute or type is read back as the same."""
    op = _some_operation(module, random)
    for attribute in (*op.properties.values(), *op.attributes.values(), *(value.type for value in op.results)):
        text = attribute_text(attribute)
        try:
            again = parse_attribute(text, "attribute", context)
        except DiagnosticError as failure:
            if unreadable_in_the_wheel(failure.diagnostic.message):
                continue
            raise Finding("print", f"attribute is not readable: {attribute.name}", text) from failure
        if attribute_text(again) != text:
            raise Finding("print", f"attribute is printed differently: {attribute.name}", text)


def _read_attribute(module: ModuleOp, context: Context, random: Random) -> None:
    """Text that is mostly no attribute."""
    op = _some_operation(module, random)
    held = [*op.properties.values(), *op.attributes.values(), *_types(module)]
    text = attribute_text(random.choice(held)) if held else "unit"
    cut = random.randrange(len(text) + 1)
    parse_attribute(text[:cut] + random.choice((*ATTRIBUTES, ">", "x", "<", "")) + text[cut:], "attribute", context)


def _read_pass(module: ModuleOp, context: Context, random: Random) -> None:
    """An argument of the command line, with options that are mostly no options of the pass."""
    name = random.choice(("canonicalize", "cse", "tritongpu-pipeline", "convert-triton-to-tritongpu", "inline"))
    options = random.choice(("num-stages=3", "target=cuda:", "x=", "=", "max-iterations={", "num-warps=1e3", "a=b=c"))
    parse_pass(f"{name}={options}", 0, len(name))


def _interpret(module: ModuleOp, context: Context, random: Random) -> None:
    grid = tuple(random.choice((1, 2, 3)) for _ in range(random.randrange(1, 4)))
    interpret(
        module,
        grid,
        *_arguments(module, random),
        strict=random.random() < 0.5,
        loop_limit=20,
        interleaving=random.choice(("first", "last", "turns", 7)),
        trace=random.choice((None, 0)),
    )


def _evaluate(module: ModuleOp, context: Context, random: Random) -> None:
    evaluate(module, *_arguments(module, random), strict=random.random() < 0.5, loop_limit=20)


def _arguments(module: ModuleOp, random: Random) -> list[object]:
    """Arguments for the first function, mostly as many as it has and of their kinds."""
    function = next((op for op in module.walk() if op.regions and "function_type" in op.properties), None)
    entry = None if function is None else cast("Block | None", function.regions[0].first_block)
    given: list[object] = []
    for argument in () if entry is None else entry.args:
        if isinstance(argument.type, PointerType) and random.random() < 0.9:
            given.append(np.zeros(random.choice((0, 1, 64, 4096)), random.choice(("f4", "f2", "i4", "i1", "i8", "f8"))))
        elif (shape := shape_of(argument.type)) is not None and prod(shape) <= 1 << 18 and random.random() < 0.9:
            # An unknown extent is given as any.
            shape = [random.choice((0, 1, 8)) if extent == DYNAMIC_INDEX else extent for extent in shape]
            given.append(np.ones(shape, random.choice(("f4", "i4", "f2"))))
        else:
            given.append(random.choice(_NUMBERS))
    if random.random() < 0.1:
        given.append(1)
    return given


def _rewrite(module: ModuleOp, context: Context, random: Random) -> None:
    """Some of the canonicalization patterns, in any order."""
    patterns = list(canonicalization_patterns(frozenset(DIALECT_MODULES)).patterns)
    chosen = random.sample(patterns, random.randrange(1, len(patterns) + 1))
    rewrite_greedily(module, PatternSet(chosen))
    try:
        verify(module, context)
    except DiagnosticError as failure:
        message = failure.diagnostic.message
        raise Finding("invalid", f"patterns: {words(message)}", message) from failure
    check_text_form(module, context, "patterns", time_limit(print_op(module)))


def _layouts(module: ModuleOp, context: Context, random: Random) -> None:
    """The layouts of a program on shapes that are not theirs."""
    for type_ in _types(module):
        layout = layout_of(encoding_of(type_))
        shape = shape_of(type_)
        if layout is None or shape is None:
            continue
        other = tuple(random.choice((*_EXTENTS, *shape)) for _ in range(random.choice((len(shape), len(shape) + 1))))
        try:
            linear = to_linear_layout(layout, other)
            linear.invert_and_compose(to_linear_layout(layout, shape))
        except ValueError:
            continue


CALLS: tuple[Call, ...] = (
    _print_with_options,
    _print_operation,
    _print_attribute,
    _read_attribute,
    _read_pass,
    _interpret,
    _evaluate,
    _rewrite,
    _layouts,
)
