"""--verify-diagnostics. The rules are those of MLIR's SourceMgrDiagnosticVerifierHandler."""

from __future__ import annotations

import pytest
from xdsl.dialects.builtin import FileLineColLoc, IntAttr, LocationAttr, NameLoc, StringAttr, UnknownLoc

from xtriton.cli.expected import DiagnosticVerifier, message_pattern
from xtriton.ir.diagnostics import Diagnostic, Severity, file_location


def at(line: int, file: str = "f") -> FileLineColLoc:
    return FileLineColLoc(StringAttr(file), IntAttr(line), IntAttr(3))


def error(line: int, message: str, *notes: Diagnostic) -> Diagnostic:
    return Diagnostic(Severity.ERROR, at(line), message, notes)


def verify(text: str, *diagnostics: Diagnostic, only_expected: bool = False) -> list[str]:
    """The problems, each as line:column: message."""
    problems: list[Diagnostic] = []
    verifier = DiagnosticVerifier("f", text, problems.append, only_expected=only_expected)
    for diagnostic in diagnostics:
        verifier.process(diagnostic)
    fine = verifier.finish()
    assert fine == (not problems)
    return [_show(problem) for problem in problems]


def _show(problem: Diagnostic) -> str:
    place = file_location(problem.location)
    where = f"{place.line.data}:{place.column.data}: " if place is not None else ""
    return where + problem.message


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("x // expected-error {{wrong}}", 1),
        ("// expected-error@+1 {{wrong}}\nx", 2),
        ("// expected-error @+2{{wrong}}\n\nx", 3),
        ("\nx\n// expected-error @-1 {{wrong}}", 2),
        ("x\n// expected-error @above {{wrong}}", 1),
        ("x\n// expected-note @above {{other}}\n// expected-error @above {{wrong}}", 1),
        ("// expected-error @below {{wrong}}\nx", 2),
        ("// expected-error @below {{wrong}}\n// expected-note @below {{other}}\nx", 3),
        ("// expected-error @+1 {{wrong}}   \r\nx", 2),
    ],
)
def test_places(text: str, line: int):
    note = Diagnostic(Severity.NOTE, at(line), "other") if "expected-note" in text else None
    assert verify(text, error(line, "it is wrong", *([note] if note else []))) == []
    assert f"{line + 1}:3: unexpected error: it is wrong" in verify(text, error(line + 1, "it is wrong"))


def test_unknown_places():
    text = "// expected-error @unknown {{wrong}}"
    assert verify(text, Diagnostic(Severity.ERROR, UnknownLoc(), "wrong")) == []
    assert verify("", Diagnostic(Severity.ERROR, UnknownLoc(), "wrong")) == ["unexpected error: wrong"]
    assert verify(text, error(1, "wrong"))[0] == "1:3: unexpected error: wrong"


def test_a_part_of_the_message_is_enough_and_braces_are_literal():
    text = "x // expected-error {{a}} b{{c}}"
    assert verify(text, error(1, "say a}} b{{c now")) == []
    assert len(verify(text, error(1, "say a b c now"))) == 2


def test_all_severities():
    for severity in Severity:
        text = f"x // expected-{severity.value} {{{{m}}}}"
        assert verify(text, Diagnostic(severity, at(1), "m")) == []


def test_one_expectation_may_be_met_twice():
    assert verify("x // expected-error {{m}}", error(1, "m"), error(1, "m")) == []


def test_notes_are_checked_too():
    text = "x // expected-error {{m}}\ny // expected-note {{n}}"
    note = Diagnostic(Severity.NOTE, at(2), "n")
    assert verify(text, error(1, "m", note)) == []
    assert verify(text, error(1, "m")) == ['2:6: expected note "n" was not produced']
    assert verify("x // expected-error {{m}}", error(1, "m", note)) == ["2:3: unexpected note: n"]


def test_missing_and_unexpected():
    assert verify("x // expected-warning {{m}}") == ['1:6: expected warning "m" was not produced']
    assert verify("x", error(1, "m")) == ["1:3: unexpected error: m"]


def test_the_wrong_severity_is_told():
    problems = verify("x // expected-warning {{m}}", error(1, "m"))
    assert problems == [
        "1:6: 'error' diagnostic emitted when expecting a 'warning'",
        '1:6: expected warning "m" was not produced',
    ]


def test_only_expected_ignores_the_rest():
    assert verify("x", error(1, "m"), only_expected=True) == []
    assert verify("x // expected-error {{n}}", error(1, "m"), only_expected=True) == [
        '1:6: expected error "n" was not produced'
    ]


def test_positions_in_other_files_do_not_count():
    other = Diagnostic(Severity.ERROR, at(1, "kernel.py"), "m")
    assert "1:3: unexpected error: m" in verify("x // expected-error {{m}}", other)


def test_names_of_locations_are_looked_through():
    named: LocationAttr = NameLoc(StringAttr("v"), at(1))
    assert verify("x // expected-error {{m}}", Diagnostic(Severity.ERROR, named, "m")) == []


def test_regular_expressions():
    text = "x // expected-error-re {{got {{[0-9]+}} of (a|b) {{x|y}}!}}"
    assert verify(text, error(1, "got 12 of (a|b) y!")) == []
    assert len(verify(text, error(1, "got twelve of (a|b) y!"))) == 2
    assert message_pattern("{{[[:digit:]]+}}").search("7")
    assert message_pattern("a{{.*}}b").search("a\nb")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x // expected-error-re {{a {{b}}", "1:6: found start of regex with no end '}}'"),
        ("x // expected-error-re {{a {{(}} }}", "1:6: invalid regex: "),
    ],
)
def test_wrong_regular_expressions(text: str, message: str):
    (problem,) = verify(text)
    assert problem.startswith(message)


@pytest.mark.parametrize(
    "text", ["x // expected-error {{m}} // more", "x // expected-failure {{m}}", "x // expected-error m"]
)
def test_comments_that_are_no_expectations(text: str):
    assert verify(text) == []
