"""Verifiers accept and reject what the wheel's do: operations of the FileCheck programs, with changed types.

Each operation is alone in a function (:mod:`fuzz.single_operations`). ``test_generic_layouts`` gives all its tensors
generic linear layouts, which only some operations support; the others change one type or attribute.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from fuzz.material import samples
from fuzz.single_operations import change, generic, give_all, operation_of, single_operations
from fuzz.wheel import Answer, Wheel
from selection import of_versions, slow_unless
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xtriton.dialects.ttg.attributes import layout_of
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import PrintOptions, print_op
from xtriton.ir.traits import encoding_of
from xtriton.ir.verifier import verify
from xtriton.passes.libtriton import TEXT_NAME
from xtriton.versions import V3_8, default_version, since

DIALECTS = ("arith", "math", "tt", "ttg", "ttng", "tti", "nvws", "gluon")
PROGRAMS_OF_EACH = 2
"""How many programs of an operation are used at most, of those with layouts and of those without."""
CHANGES = 6
"""How many changes of each of these are compared."""
UNSUPPORTED = "Encoding not compatible with LinearEncodingAttr"

KNOWN = (
    "an operand of a dot has",
    "is out of bounds for a tensor of rank",
    "must have the same cga layout",
)
"""Parts of messages about what only one of the two rejects.

Layouts of operands of dots have dimensions that tensors of rank 1 lack; axes out of bounds are rejected on purpose
(docs/limits.md). CTAs of subviews that are copied to tensor memory are compared by the wheel only.
"""

GENERIC_FORM = PrintOptions(generic=True)


def rejection(text: str) -> str:
    """The first error of a text, empty if it is valid."""
    context = Context()
    try:
        verify(parse_module(text, TEXT_NAME, context), context)
    except DiagnosticError as failure:
        return failure.diagnostic.message
    return ""


@cache
def programs() -> dict[str, list[ModuleOp]]:
    """Modules of one operation that are valid, by the operation's name."""
    found: dict[tuple[str, bool], dict[str, ModuleOp]] = {}
    for sample in samples():
        try:
            module = parse_module(sample.text, sample.name, Context())
        except DiagnosticError:
            continue

        def is_wanted(op: Operation) -> bool:
            return op.name.partition(".")[0] in DIALECTS and len(found.get(_kind(op), ())) < PROGRAMS_OF_EACH

        for alone in single_operations(module, is_wanted):
            text = print_op(alone, GENERIC_FORM)
            held = found.setdefault(_kind(operation_of(alone)), {})
            if text not in held and not rejection(text):
                held[text] = alone
    names = dict.fromkeys(name for name, _ in found)
    return {name: [*found.get((name, False), {}).values(), *found.get((name, True), {}).values()] for name in names}


def _kind(op: Operation) -> tuple[str, bool]:
    """The name of an operation, and whether its tensors have layouts."""
    values = (*op.operands, *op.results)
    return op.name, any(layout_of(encoding_of(value.type)) is not None for value in values)


@pytest.fixture(scope="module")
def wheel() -> Iterator[Wheel]:
    held = Wheel()
    yield held
    held.close()


def difference(text: str, answer: Answer, name: str) -> str:
    """How the two differ about a text, which says nothing where the wheel dies; empty if they agree."""
    ours = rejection(text)
    if answer.died or (answer.text is None) == bool(ours):
        return ""
    if any(known in message for message in (ours, *answer.errors) for known in KNOWN):
        return ""
    return f"xtriton {'rejects' if ours else 'accepts'} {name}: {ours or answer.errors}\n{text}"


@of_versions(since(V3_8), "no generic linear layouts before")
def test_generic_layouts(wheel: Wheel) -> None:
    """They are refused by the same operations, in the same words."""
    refusing: set[str] = set()
    supporting: set[str] = set()
    for name, modules in programs().items():
        for module in modules:
            alone = module.clone()
            try:
                give_all(alone, generic)
            except ValueError:  # no such layout
                continue
            text = print_op(alone, GENERIC_FORM)
            if text == print_op(module, GENERIC_FORM) or wheel.ask(print_op(module, GENERIC_FORM)).text is None:
                continue
            answer = wheel.ask(text)
            assert not difference(text, answer, name)
            refused = [error for error in answer.errors if UNSUPPORTED in error]
            if refused:
                assert rejection(text) == re.sub(r"^loc\(.*?\): (?=Operand|Result)", "", refused[0])
                refusing.add(name)
            elif answer.text is not None:
                supporting.add(name)
    assert {"tt.reduce", "tt.print", "ttg.local_alloc", "ttng.tmem_load", "tt.descriptor_load"} <= refusing
    assert {"tt.load", "tt.store", "tt.trans", "tt.join", "ttg.convert_layout", "ttg.local_load"} <= supporting
    assert not refusing & supporting


@pytest.mark.parametrize("dialect", slow_unless(DIALECTS, lambda name: name in ("arith", "tt", "ttg")))
def test_changed_types_and_attributes(dialect: str, wheel: Wheel) -> None:
    compared = 0
    for name, modules in programs().items():
        if name.partition(".")[0] != dialect:
            continue
        for number, module in enumerate(modules):
            if wheel.ask(print_op(module, GENERIC_FORM)).text is None:
                continue
            random = Random(f"{name}/{number}")
            for _ in range(CHANGES):
                changed = module.clone()
                if change(changed, random):
                    text = print_op(changed, GENERIC_FORM)
                    found = difference(text, wheel.ask(text), name)
                    assert not found, found
                    compared += 1
    assert compared > (100 if dialect in ("arith", "tt", "ttg") else 0), default_version()


FORALL = """tt.func @f(%i: index, %t: tensor<8xf32>) {
  %0 = "scf.forall"(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>, staticLowerBound = array<i64: 0>,
                          staticUpperBound = array<i64: 8>, staticStep = array<i64: 1>}> ({
  ^bb0(%x: index, %o: tensor<8xf32>):
    "scf.forall.in_parallel"() ({
    ^bb1:
    }) : () -> ()
  }) : (tensor<8xf32>) -> tensor<8xf32>
  tt.return
}"""
DYNAMIC = "-9223372036854775808"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("i64: 0>", "i64: 0, 0>"),
        ("i64: 0>", f"i64: {DYNAMIC}>"),
        ("i64: 8>", "i64: 8, 8>"),
        ("i64: 8>", f"i64: {DYNAMIC}>"),
        ("i64: 8>", f"i64: {DYNAMIC}, {DYNAMIC}>"),
        ("i64: 8>", "i64: -1>"),
        ("i64: 1>", "i64: 1, 1>"),
        ("i64: 1>", f"i64: {DYNAMIC}>"),
        ("i64: 1>", "i64: 0>"),
        ("%x: index", "%x: i32"),
        ("%x: index, ", ""),
        ("%o: tensor<8xf32>", "%o: tensor<4xf32>"),
        ("-> tensor<8xf32>", "-> tensor<4xf32>"),
        ("-> tensor<8xf32>", "-> tensor<?xf32>"),
        ("-> tensor<8xf32>", "-> f32"),
        *(("i64: 1>}", f"i64: 1>, mapping = [{entry}]}}") for entry in ("", "1 : i32", '"x"', "[#gpu.thread<x>]")),
        *(("i64: 1>}", f"i64: 1>, mapping = [#gpu.{entry}<x>]}}") for entry in ("thread", "block", "warp", "lane")),
        *(("i64: 1>}", f"i64: 1>, mapping = [#gpu.{entry}<global>]}}") for entry in ("memory_space", "address_space")),
        ("i64: 1>}", "i64: 1>, mapping = [#gpu.thread<x>, #gpu.thread<y>]}"),
        ("^bb1:", "^bb1:\n    %c = arith.constant 1 : i32"),
        ("^bb1:", "^bb1:\n    ^bb2:"),
        ("^bb1:", '^bb1:\n    "scf.yield"() : () -> ()'),
        ("^bb1:", "^bb1(%a: index):"),
        ("(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 1>", "(%t) <{operandSegmentSizes = array<i32: 0, 0, 0, 2>"),
    ],
)
def test_parallel_loops(before: str, after: str, wheel: Wheel) -> None:
    """With a count, a type or an attribute changed they are rejected by both, in the same words, or by neither."""
    text = FORALL.replace(before, after, 1)
    assert text != FORALL
    answer, ours = wheel.ask(text), rejection(text)
    assert (answer.text is None) == bool(ours)
    assert ours in " ".join(answer.errors)
