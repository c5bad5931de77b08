"""The command line of xtriton-opt."""

from __future__ import annotations

import pytest

from xtriton.cli.arguments import (
    Arguments,
    PipelinePart,
    UnknownArgumentError,
    UsageError,
    build_pipeline,
    parse_arguments,
)


def test_nothing_reads_standard_input():
    assert parse_arguments([]) == Arguments()


@pytest.mark.parametrize("dashes", ["-", "--"])
def test_one_dash_or_two(dashes: str):
    arguments = parse_arguments(
        [
            f"{dashes}split-input-file",
            f"{dashes}verify-diagnostics",
            f"{dashes}allow-unregistered-dialect",
            f"{dashes}mlir-print-op-generic",
            "file.mlir",
        ]
    )
    assert arguments.split_marker == "// -----"
    assert arguments.verify_diagnostics == "all"
    assert arguments.allow_unregistered
    assert arguments.print_generic
    assert arguments.input == "file.mlir"


def test_values_with_and_without_equals():
    for words in (["-o", "x"], ["-o=x"], ["--o=x"]):
        assert parse_arguments(words).output == "x"
    assert parse_arguments(["-o", "-"]).output == "-"
    assert parse_arguments(["--split-input-file=// ###"]).split_marker == "// ###"
    assert parse_arguments(["--verify-diagnostics=only-expected"]).verify_diagnostics == "only-expected"


@pytest.mark.parametrize(
    ("word", "expected"), [("--verify-each=false", False), ("-verify-each=0", False), ("--verify-each", True)]
)
def test_booleans(word: str, expected: bool):
    assert parse_arguments([word]).verify_each is expected


def test_passes_keep_the_order_of_the_command_line():
    words = [
        "-strip-debuginfo",
        "file",
        "-p",
        "strip-debuginfo",
        "--libtriton=passes=cse",
        "--pass-pipeline=builtin.module(strip-debuginfo)",
    ]
    arguments = parse_arguments(words)
    assert arguments.pipeline == [
        PipelinePart("-strip-debuginfo", 1, 16, is_flag=True),
        PipelinePart("strip-debuginfo"),
        PipelinePart("--libtriton=passes=cse", 2, 11, is_flag=True),
        PipelinePart("builtin.module(strip-debuginfo)"),
    ]
    expected = "builtin.module(strip-debuginfo,strip-debuginfo,libtriton{passes=cse},strip-debuginfo)"
    assert str(build_pipeline(arguments)) == expected


def test_dump_filters_add_up():
    arguments = parse_arguments(
        ["--mlir-print-ir-after=strip-debuginfo,libtriton", "-mlir-print-ir-after", "libtriton"]
    )
    assert arguments.print_after == ("strip-debuginfo", "libtriton", "libtriton")


def test_two_dashes_end_the_flags():
    assert parse_arguments(["--", "-o"]).input == "-o"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--strip-debug-info"], "unknown pass or option '--strip-debug-info'; did you mean --strip-debuginfo"),
        (["-split-input"], "did you mean --split-input-file"),
        (["--qqqqqqqqq"], r"unknown pass or option '--qqqqqqqqq'$"),
        (
            ["--tritoninstrument-concurrency-sanitizer"],
            "unknown pass '--tritoninstrument-concurrency-sanitizer'; the Triton wheel has it: "
            "--libtriton='passes=tritoninstrument-concurrency-sanitizer'$",
        ),
        (["-allocate-shared-memory-nv=ptx-version=80"], "has it: --libtriton='passes=allocate-shared-memory-nv'$"),
        (["-o"], "'-o' needs a value: FILE"),
        (["a", "b"], "one input file expected, got 2: a, b"),
        (["--verify-diagnostics=some"], "takes 'all' or 'only-expected', not 'some'"),
        (["--verify-each=maybe"], "takes 'true' or 'false' or 'interp', not 'maybe'"),
        (["--mlir-print-ir-after=allocate-shared-memory-nv"], "'; the Triton wheel runs it, as part of 'libtriton'$"),
        (["--mlir-print-ir-before=make-ttir"], "'; it is a pipeline, whose passes --dump-pass-pipeline prints$"),
        (["--mlir-print-ir-after=strip"], "unknown pass 'strip'; did you mean 'strip-debuginfo'"),
    ],
)
def test_wrong_command_lines(words: list[str], message: str):
    with pytest.raises(UsageError, match=message):
        parse_arguments(words)


def test_the_unknown_name_is_kept():
    with pytest.raises(UnknownArgumentError) as info:
        parse_arguments(["--no-such-pass=x=1"])
    assert info.value.name == "no-such-pass"
