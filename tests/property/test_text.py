"""Built modules can be printed and read back unchanged; any text is accepted or rejected without a crash."""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from property.modules import Generated, modules
from triton._C.libtriton import ir
from xdsl.dialects.builtin import ModuleOp

from xtriton.dialects.upstream.scf import YieldOp
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import PrintOptions, print_op
from xtriton.ir.verifier import verify

QUIET = settings(
    deadline=None,
    derandomize=True,
    max_examples=50,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
)
FORMS = (
    PrintOptions(debuginfo=True),
    PrintOptions(generic=True, debuginfo=True),
    PrintOptions(debuginfo=True, local_scope=True),
)


@pytest.fixture(autouse=True)
def deep_stack() -> Iterator[None]:
    """Generated modules nest; so does hypothesis."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(20000)
    yield
    sys.setrecursionlimit(limit)


@QUIET
@given(modules(), st.sampled_from(FORMS))
def test_printing_and_reading_gives_the_same_module(generated: Generated, form: PrintOptions) -> None:
    check_text(generated.module, form)


@pytest.mark.slow
@settings(QUIET, max_examples=300)
@given(modules(), st.sampled_from(FORMS))
def test_printing_and_reading_gives_the_same_of_more_modules(generated: Generated, form: PrintOptions) -> None:
    check_text(generated.module, form)


def check_text(module: ModuleOp, form: PrintOptions) -> None:
    """The text of a module is read as an equal module, locations included, which has the same text."""
    verify(module)
    text = print_op(module, form)
    again = parse_module(text, "generated", Context())
    verify(again)
    assert print_op(again, form) == text
    assert again.is_structurally_equivalent(module)
    for one, other in zip(module.walk(), again.walk(), strict=True):
        implied = isinstance(one, YieldOp) and not form.generic  # syntax may leave it out, and its location with it
        assert implied or one.location == other.location


@QUIET
@given(modules(), st.booleans())
def test_libtriton_reads_and_prints_the_same_text(generated: Generated, with_locations: bool) -> None:
    check_with_libtriton(generated.module, with_locations)


@pytest.mark.slow
@settings(QUIET, max_examples=300)
@given(modules(), st.booleans())
def test_libtriton_reads_and_prints_more_texts(generated: Generated, with_locations: bool) -> None:
    check_with_libtriton(generated.module, with_locations)


def check_with_libtriton(module: ModuleOp, with_locations: bool) -> None:
    """The wheel reads the text of a module, and prints it as xtriton does."""
    text = print_op(module, PrintOptions(debuginfo=True))
    context = ir.context()
    ir.load_dialects(context)
    with tempfile.NamedTemporaryFile("w", suffix=".mlir", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        theirs = ir.parse_mlir_module(file.name, context)
    if with_locations:
        ours = print_op(module, PrintOptions(debuginfo=True, use_nameloc_as_prefix=True))
        assert ours == str(theirs)
    else:
        assert print_op(module) == theirs.str_nodebug()


PROGRAMS = [
    part
    for path in sorted((Path(__file__).parents[1] / "filecheck").rglob("*.mlir"))
    for part in re.split(r"^// -----.*$", path.read_text(), flags=re.MULTILINE)
    if len(part) < 4000
]
FRAGMENTS = (
    *'%^@#!<>()[]{}:,=-?*|"\n\x00é',
    *("%0", "^bb0", "loc(", "#loc", "dense<", "0x", "tensor<", "f32", "i4294967296", "!tt.ptr<f32>", "#ttg.blocked<{"),
    *("tt.load", "scf.for", "array<i3: 1>", "affine_map<(d0) -> (d0)>", "unit", "1.0e999", "callsite(", "{-#", "#-}"),
)


@st.composite
def broken_programs(draw: st.DrawFn) -> str:
    """A test program with a few random cuts, repetitions, insertions and changed numbers."""
    text = draw(st.sampled_from(PROGRAMS))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.sampled_from((0, 1, 2, 5, 20, 100))))
        match draw(st.integers(0, 4)):
            case 0:
                text = text[:start] + text[end:]
            case 1:
                text = text[:start] + draw(st.sampled_from(FRAGMENTS)) + text[end:]
            case 2:
                text = text[:start]
            case 3:
                text = text[:end] + text[start:]
            case _:
                number = str(draw(st.sampled_from((0, 1, 2, 3, 7, 64, -1, 1048577, 1 << 32))))
                text = text[:start] + re.sub(r"\d+", number, text[start:], count=1)
    return text


@settings(QUIET, max_examples=1000)
@given(broken_programs(), st.booleans())
def test_broken_text_is_accepted_or_rejected(text: str, allow_unregistered: bool) -> None:
    check_broken(text, allow_unregistered)


@pytest.mark.slow
@settings(QUIET, max_examples=4000)
@given(broken_programs(), st.booleans())
def test_more_broken_texts_are_accepted_or_rejected(text: str, allow_unregistered: bool) -> None:
    check_broken(text, allow_unregistered)


def check_broken(text: str, allow_unregistered: bool) -> None:
    """A text is a module that can be printed, or has an error with a message."""
    context = Context(allow_unregistered=allow_unregistered)
    try:
        module = parse_module(text, "broken", context)
        verify(module, context)
    except DiagnosticError as failure:
        assert str(failure)
        return
    for form in FORMS:
        print_op(module, form)
