"""Options that xtriton-opt shares with mlir-opt: dumps to folders, elided constants, reproducers, statistics, times."""

from __future__ import annotations

import io
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest
from xdsl.dialects.builtin import ModuleOp

from xtriton import passes
from xtriton.cli.opt import run
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import error
from xtriton.passes.base import Pass

TEXT = """\
module {
  func.func @f(%x: i32) -> i32 {
    %c = arith.constant 0 : i32
    %y = arith.addi %x, %c : i32
    %z = arith.addi %x, %c : i32
    %d = arith.constant dense<[1, 2, 3, 4, 5, 6, 7, 8]> : tensor<8xi32>
    %w = arith.muli %y, %z : i32
    return %w : i32
  }
  func.func private @g() {
    return
  }
}
"""
OP_STATS = """\
Operations encountered:
-----------------------
    arith.addi     , 2
    arith.constant , 2
    arith.muli     , 1
  builtin.module   , 1
     func.func     , 2
     func.return   , 2
"""
"""The output of mlir-opt 19 for ``TEXT``."""
OP_STATS_JSON = """\
{
  "arith.addi" : 2,
  "arith.constant" : 2,
  "arith.muli" : 1,
  "builtin.module" : 1,
  "func.func" : 2,
  "func.return" : 2
}
"""
TREE = {
    "builtin_module_no-symbol-name/1_symbol-dce.mlir",
    "builtin_module_no-symbol-name/2_canonicalize.mlir",
    "builtin_module_no-symbol-name/func_func_f/0_0_cse.mlir",
    "builtin_module_no-symbol-name/func_func_f/0_1_canonicalize.mlir",
    "builtin_module_no-symbol-name/func_func_g/0_0_cse.mlir",
    "builtin_module_no-symbol-name/func_func_g/0_1_canonicalize.mlir",
}
"""The files that mlir-opt 19 writes."""
NESTED = "--pass-pipeline=builtin.module(func.func(cse,canonicalize),symbol-dce,canonicalize)"


@dataclass(frozen=True)
class Refuse(Pass):
    """Fail at the first function, if it does not begin with a constant."""

    name: ClassVar[str] = "test-refuse"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        function = next(iter(module.body.ops))
        raise error(function.location, "no functions, please")


@dataclass
class Outcome:
    """The exit status and output of a run."""

    status: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(passes.PASSES, Refuse.name, f"{__name__}:Refuse")


def opt(text: str, *argv: str) -> Outcome:
    """xtriton-opt on standard input."""
    out, err = io.StringIO(), io.StringIO()
    status = run(argv, io.BytesIO(text.encode()), out, err)
    return Outcome(status, out.getvalue(), err.getvalue())


def _files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


def test_dumps_in_a_tree_of_folders(tmp_path: Path):
    outcome = opt(
        TEXT, NESTED, "--triton=3.9", "--mlir-print-ir-after-all", f"--mlir-print-ir-tree-dir={tmp_path}/tree"
    )
    assert (outcome.status, outcome.err) == (0, "")
    assert _files(tmp_path / "tree") == TREE
    dump = (tmp_path / "tree/builtin_module_no-symbol-name/func_func_g/0_0_cse.mlir").read_text()
    assert dump == "// -----// IR Dump After CSEPass: cse //----- //\nfunc.func private @g() {\n  return\n}\n\n"


def test_dumps_before_and_after_share_a_file(tmp_path: Path):
    """A second run replaces the files of the first."""
    for _ in range(2):
        opt(
            TEXT,
            "--cse",
            "--mlir-print-ir-before-all",
            "--mlir-print-ir-after-all",
            f"--mlir-print-ir-tree-dir={tmp_path}",
        )
    dump = (tmp_path / "builtin_module_no-symbol-name/0_cse.mlir").read_text()
    assert dump.count("IR Dump Before") == dump.count("IR Dump After") == 1


def test_dumps_to_a_folder_that_cannot_be_written(tmp_path: Path):
    (tmp_path / "tree").touch()
    outcome = opt(TEXT, "--cse", "--mlir-print-ir-after-all", f"--mlir-print-ir-tree-dir={tmp_path}/tree")
    assert outcome.status == 2
    assert outcome.err.startswith(f"xtriton-opt: error: cannot write '{tmp_path}/tree/")
    assert "Traceback" not in outcome.err


@pytest.mark.parametrize(("most", "elided"), [(4, True), (7, True), (8, False)])
def test_elided_constants(most: int, elided: bool):
    out = opt(TEXT, f"--mlir-elide-elementsattrs-if-larger={most}").out
    assert ("arith.constant dense_resource<__elided__> : tensor<8xi32>" in out) == elided
    assert ("dense<[1, 2, 3, 4, 5, 6, 7, 8]>" in out) != elided


def test_splats_are_not_elided():
    text = "func.func @f() {\n  %0 = arith.constant dense<1> : tensor<8xi32>\n  return\n}\n"
    assert "dense<1>" in opt(text, "--mlir-elide-elementsattrs-if-larger=2").out


def test_crash_reproducer(tmp_path: Path):
    file = tmp_path / "new" / "rep.mlir"
    flags = ("--cse", "--test-refuse", "--cse", f"--mlir-pass-pipeline-crash-reproducer={file}")
    failed = opt(TEXT, *flags)
    assert failed.status == 1
    text = file.read_text()
    assert text.endswith(
        "\n{-#\n  external_resources: {\n    mlir_reproducer: {\n"
        '      pipeline: "builtin.module(cse,test-refuse,cse)",\n'
        "      disable_threading: true,\n      verify_each: true\n    }\n  }\n#-}\n"
    )
    assert "arith.muli" in text
    again = opt(text, "--run-reproducer")
    assert again.status == 1
    assert "error: no functions, please" in again.err
    assert again.err.endswith("note: pass 2 of 3 failed: the 1st 'test-refuse'\n")
    assert opt(text).status == 0  # without the option it is a program


def test_local_reproducer(tmp_path: Path):
    """The IR before the failing pass, and only that."""
    file = tmp_path / "rep.mlir"
    flags = (f"--mlir-pass-pipeline-crash-reproducer={file}", "--mlir-pass-pipeline-local-reproducer")
    assert opt(TEXT, "--canonicalize", "--test-refuse", *flags).status == 1
    text = file.read_text()
    assert 'pipeline: "builtin.module(test-refuse)"' in text
    assert "arith.addi" not in text
    assert "no functions" in opt(text, "--run-reproducer").err


def test_no_reproducer_without_a_failure(tmp_path: Path):
    file = tmp_path / "rep.mlir"
    assert opt(TEXT, "--cse", f"--mlir-pass-pipeline-crash-reproducer={file}").status == 0
    assert not file.exists()
    assert opt(TEXT, "--canonicalize=max-iterations=3", f"--mlir-generate-reproducer={file}").status == 0
    assert "arith.addi" not in opt(file.read_text(), "--run-reproducer").out


@pytest.mark.parametrize("option", ["--mlir-generate-reproducer", "--mlir-pass-pipeline-crash-reproducer"])
def test_reproducer_that_cannot_be_written(option: str, tmp_path: Path):
    (tmp_path / "file").write_text("")
    outcome = opt(TEXT, "--test-refuse", f"{option}={tmp_path}/file/rep.mlir")
    assert outcome.status == 2
    assert f"xtriton-opt: error: cannot open output file '{tmp_path}/file/rep.mlir': " in outcome.err
    assert "internal error" not in outcome.err


def test_files_that_are_no_reproducers():
    outcome = opt(TEXT, "--run-reproducer")
    assert outcome.status == 1
    assert outcome.err == "<stdin>:1:1: error: --run-reproducer: the file has no pipeline (mlir_reproducer)\n"
    wrong = TEXT + '{-#\n  external_resources: {mlir_reproducer: {pipeline: "builtin.module(cze)"}}\n#-}\n'
    outcome = opt(wrong, "--run-reproducer")
    assert outcome.status == 1
    assert outcome.err.startswith("xtriton-opt: error: unknown pass 'cze'; did you mean 'cse'?\n")


def test_roundtrip(monkeypatch: pytest.MonkeyPatch):
    assert opt(TEXT, "--verify-roundtrip").status == 0
    from xtriton.cli import driver

    monkeypatch.setattr(driver, "parse_module", _wrong_parser(driver.parse_module))
    outcome = opt(TEXT, "--verify-roundtrip")
    assert outcome.status == 1
    assert "error: round trip failed: '%c0_i32 = arith.constant 0 : i32" in outcome.err


def _wrong_parser(parse: object):
    def parse_wrongly(text: str, name: str, ctx: Context) -> ModuleOp:
        assert callable(parse)
        return parse(text.replace("constant 0 :", "constant 1 :") if name == "<round trip>" else text, name, ctx)

    return parse_wrongly


def test_statistics():
    outcome = opt(TEXT, "--triton=3.9", "--cse", "--canonicalize", "--mlir-pass-statistics")
    lines = [line.strip() for line in outcome.err.splitlines()]
    assert lines[1] == "... Pass statistics report ..."
    # cse merges the additions and erases the unused constant; then one addition folds, and its constant is dead.
    assert lines[3:] == [
        "CSEPass",
        "(S) 2 num-ops-removed - Number of operations removed",
        "CanonicalizerPass",
        "(S) 1 dead-code - Number of dead operations erased",
        "(S) 1 fold_addi - Number of operations that the function folded",
        "(S) 2 num-ops-removed - Number of operations removed",
    ]


def test_statistics_of_nested_passes():
    err = opt(TEXT, NESTED, "--triton=3.9", "--mlir-pass-statistics").err
    assert "'func.func' Pipeline\n  CSEPass\n    (S) 2 num-ops-removed" in err
    merged = opt(TEXT, NESTED, "--triton=3.9", "--mlir-pass-statistics", "--mlir-pass-statistics-display=list").err
    names = [f"\n{name}Pass\n" for name in ("CSE", "Canonicalizer", "SymbolDCE")]
    assert [merged.count(name) for name in names] == [1, 1, 1]
    assert sorted(names, key=merged.index) == names


def test_debug_only():
    err = opt(TEXT, "--canonicalize", "--debug-only=greedy-rewriter").err
    assert "[greedy-rewriter] fold 'fold_addi' (" in err
    assert "on 'arith.addi' at <stdin>:4:10: " in err
    assert "[pass-manager]" not in err
    err = opt(TEXT, "--cse", "--canonicalize", "--debug-only=pass-manager").err
    assert "[pass-manager] run 'cse' on 'builtin.module'\n[pass-manager] 'cse' changed the IR: 0 actions\n" in err
    assert "[greedy-rewriter]" not in err
    text = "tt.func @f() {\n  %0 = tt.make_range {end = 32 : i32, start = 0 : i32} : tensor<32xi32>\n  tt.return\n}\n"
    err = opt(text, "--convert-triton-to-tritongpu=target=cuda:90 num-warps=4", "--debug-only=dialect-conversion").err
    assert "[dialect-conversion] conversion '" in err


def test_timing_display():
    flags = ("--triton=3.9", "--mlir-timing", "--mlir-timing-display=list")
    err = opt(TEXT, "--cse", "--canonicalize", "--cse", *flags).err
    names = [line.split(")  ")[1] for line in err.splitlines() if "%)" in line]
    assert names[0] == "root"
    assert names[-2:] == ["Rest", "Total"]
    assert sorted(names[1:-2]) == ["CSEPass", "CanonicalizerPass", "Output", "Parser"]
    seconds = [float(line.split("(")[0]) for line in err.splitlines() if "%)" in line][1:-2]
    assert seconds == sorted(seconds, reverse=True)


@pytest.mark.parametrize(
    ("flag", "expected"), [("--print-op-stats", OP_STATS), ("--print-op-stats=json", OP_STATS_JSON)]
)
def test_print_op_stats(flag: str, expected: str):
    outcome = opt(TEXT, flag)
    assert (outcome.status, outcome.err) == (0, expected)


def test_failing_pass_is_named():
    """Which execution of it failed, unless it is the only pass."""
    refused = opt(TEXT, "--cse", "--canonicalize", "--cse", "--test-refuse", "--cse").err
    assert refused.endswith("\nnote: pass 4 of 5 failed: the 1st 'test-refuse'\n")
    assert "note: pass" not in opt(TEXT, "--test-refuse").err
    second = "tt.func @f(%x: tensor<32xf32>) {\n  tt.return\n}\n"
    flags = ("--cse", "--canonicalize", "--canonicalize=test-convergence=true max-iterations=0")
    assert opt(second, *flags).err.endswith("note: pass 3 of 3 failed: the 2nd 'canonicalize'\n")


def test_checked_diagnostics_have_no_such_note():
    text = TEXT.replace("func.func @f", "// expected-error @+1 {{no functions}}\n  func.func @f")
    outcome = opt(text, "--cse", "--test-refuse", "--verify-diagnostics")
    assert (outcome.status, outcome.err) == (0, "")


@pytest.mark.parametrize(
    ("flag", "message"),
    [
        ("--mlir-timing-display=foo", "'--mlir-timing-display' takes 'tree' or 'list', not 'foo'"),
        ("--mlir-pass-statistics-display=x", "'--mlir-pass-statistics-display' takes 'pipeline' or 'list', not 'x'"),
        ("--debug-only=x", "'--debug-only' takes greedy-rewriter, dialect-conversion, pass-manager, not 'x'"),
        ("--mlir-elide-elementsattrs-if-larger=x", "'--mlir-elide-elementsattrs-if-larger' takes a number, not 'x'"),
        ("--mlir-print-ir-tree-dir", "'--mlir-print-ir-tree-dir' needs a value: DIR"),
        ("--help-pass=canonicalise", "unknown pass 'canonicalise'; did you mean 'canonicalize'?"),
        (
            "--help-pass=allocate-shared-memory-nv",
            "unknown pass 'allocate-shared-memory-nv'; the Triton wheel has it: "
            "--libtriton='passes=allocate-shared-memory-nv'",
        ),
    ],
)
def test_wrong_values(flag: str, message: str):
    outcome = opt(TEXT, flag)
    assert (outcome.status, outcome.err) == (2, f"xtriton-opt: error: {message}\ntry 'xtriton-opt --help'\n")


def test_help_of_a_pass():
    out = opt("", "--help-pass", "canonicalize").out
    assert out.startswith(
        "--canonicalize\n\n  Fold constants, apply canonicalization patterns and erase dead operations.\n"
    )
    assert "before: ``%1 = arith.addi" in out
    assert "max-iterations=<int>" in out
    assert out.endswith("Defined in xtriton.passes.common.canonicalize\n")
    assert "target GPU" in opt("", "--help-pass=make-ttir").out
    assert "Options:" not in opt("", "--help-pass=cse").out


def test_every_option_is_in_a_group_of_the_help():
    from xtriton.cli.arguments import FLAGS
    from xtriton.cli.help import OPTION_GROUPS

    listed = [name for names in OPTION_GROUPS.values() for name in names]
    assert sorted(listed) == sorted(FLAGS)
