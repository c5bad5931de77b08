"""Invariants on any text: only the intended errors, and no text is lost."""

from __future__ import annotations

import io
from contextlib import suppress

from hypothesis import given, settings
from hypothesis import strategies as st

from xtriton.cli.arguments import SPLIT_MARKER, UsageError, parse_arguments
from xtriton.cli.expected import DiagnosticVerifier, message_pattern
from xtriton.cli.opt import run
from xtriton.cli.sources import Source, split_source
from xtriton.passes.options import PipelineError
from xtriton.passes.pipeline_text import parse_pipeline

PIPELINE_PARTS = st.sampled_from(
    [
        "strip-debuginfo",
        "libtriton",
        "builtin.module",
        "tt.func",
        "any",
        "passes",
        "cse",
        "num-stages",
        *"(){}[],='\" \n1x",
    ]
)
FLAG_PARTS = st.sampled_from(
    ["-", "--", "o", "p", "split-input-file", "strip-debuginfo", "verify-each", "=", "x", "help"]
)
EXPECTED_PARTS = st.sampled_from(
    [
        "// expected-",
        "error",
        "warning",
        "-re",
        " @",
        "above",
        "below",
        "+1",
        "-9",
        "unknown",
        "{{",
        "}}",
        "(",
        "[",
        "a",
        "\n",
    ]
)


@given(st.lists(PIPELINE_PARTS, max_size=12).map("".join))
def test_a_pipeline_is_understood_or_refused_with_a_place(text: str):
    try:
        pipeline = parse_pipeline(text)
    except PipelineError as failure:
        assert 0 <= failure.position <= len(text)
        assert str(failure).splitlines()[-1].endswith("^")
    else:
        assert parse_pipeline(str(pipeline)) == pipeline


@given(st.lists(st.lists(FLAG_PARTS, max_size=4).map("".join), max_size=4))
def test_a_command_line_is_understood_or_refused(argv: list[str]):
    with suppress(UsageError):
        parse_arguments(argv)


@given(st.lists(EXPECTED_PARTS, max_size=16).map("".join), st.text(max_size=8))
def test_any_comment_can_be_checked(text: str, name: str):
    verifier = DiagnosticVerifier(name, text, lambda _: None)
    assert verifier.finish() == (not verifier.failed)
    with suppress(ValueError):
        message_pattern(text)


@given(st.lists(st.sampled_from(["a", "\n", "// --", "---", SPLIT_MARKER, "x\n"]), max_size=12).map("".join))
def test_splitting_loses_nothing(text: str):
    chunks, _ = split_source(Source("f", text), SPLIT_MARKER)
    joined = SPLIT_MARKER.join(chunk.text for chunk in chunks)
    assert text in (joined, SPLIT_MARKER + joined)
    lines = text.split("\n")
    for chunk in chunks:
        assert chunk.text.split("\n")[0] in lines[chunk.first_line - 1]


@settings(max_examples=50, deadline=None)
@given(st.binary(max_size=40))
def test_binary_noise_gives_an_error_or_a_module(data: bytes):
    out, err = io.StringIO(), io.StringIO()
    status = run([], io.BytesIO(data), out, err)
    assert "internal error" not in err.getvalue()
    assert (status, bool(err.getvalue())) in ((0, False), (1, True))
