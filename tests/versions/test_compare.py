"""The installed wheel has the operations, definitions, passes and stages of its version; others are reported."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from versions.compare import definitions, offered_passes, operations, stages
from versions.definitions import Definition, definitions_of

from xtriton.versions import KNOWN, default_version

ROOT = Path(__file__).parents[2]
NO_FILES = "the wheel has no .td files: compare the definitions in Triton's sources"


@pytest.mark.slow
def test_operations_are_those_of_the_wheel() -> None:
    assert list(operations(default_version())) == []


def test_definitions_are_those_of_the_wheel() -> None:
    assert list(definitions(default_version())) in ([], [NO_FILES])


def test_passes_and_stages_are_those_of_the_wheel() -> None:
    assert list(offered_passes(default_version())) == []
    assert list(stages()) == []


@pytest.mark.slow
@pytest.mark.skipif(default_version() == KNOWN[0], reason="no version is older")
def test_comparison_with_an_older_version_lists_additions() -> None:
    older = KNOWN[KNOWN.index(default_version()) - 1]
    command = [sys.executable, "-m", "tests.versions.compare", "--newest", str(older), "--kernel", "softmax_one_pass"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert found.returncode == 1, found.stderr
    operations_, _, rest = found.stdout.partition("\nDefinitions\n")
    assert f"compared with {older}" in operations_
    assert ": new\n" in operations_
    assert "\nKernels\n" in rest
    assert "Traceback" not in found.stderr


def test_definitions_are_read() -> None:
    text = """
def TT_OldOp : TT_Op<"old", [Pure]> { }
def TT_LoadOp : TT_Op<"load", [A<[B]>]> {
  let arguments = (ins
    TT_PtrLike:$ptr, // the $pointer
    DefaultValuedAttr<I32Attr, "f(0)">:$kind
  );
  let results = (outs TT_Type:$result);
  let assemblyFormat = [{ $ptr attr-dict
    `:` type($ptr) }];
}
def TT_SayOp : TT_Op<"say"> {
  let arguments = (ins StrAttr:$text);
  let assemblyFormat = "$text "
                       "attr-dict";
}
"""
    assert list(definitions_of(text, "tt")) == [
        Definition("tt.load", ("ptr", "kind", "result"), "$ptr attr-dict `:` type($ptr)"),
        Definition("tt.say", ("text",), "$text attr-dict"),
    ]
