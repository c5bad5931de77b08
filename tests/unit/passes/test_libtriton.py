"""Passes of the wheel: the table, the pipeline text, results and diagnostics."""

from __future__ import annotations

import os
from operator import attrgetter

import pytest
from triton._C import libtriton
from xdsl.dialects.builtin import UnknownLoc

from xtriton.ir.context import Context
from xtriton.ir.diagnostics import Diagnostic, DiagnosticError, render
from xtriton.passes.libtriton import TEXT_NAME, LibTriton, parse_wheel_pipeline, run_in_wheel, wheel_passes
from xtriton.versions import default_version

MODULE = """\
module {
  tt.func @f(%p: !tt.ptr<i32> loc("k.py":1:7)) {
    %a = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32> loc("k.py":3:9)
    %b = tt.make_range {end = 16 : i32, start = 0 : i32} : tensor<16xi32> loc("k.py":4:9)
    %q = tt.splat %p : !tt.ptr<i32> -> tensor<16x!tt.ptr<i32>> loc("k.py":5:9)
    %r = tt.addptr %q, %a : tensor<16x!tt.ptr<i32>>, tensor<16xi32> loc("k.py":5:9)
    tt.store %r, %b : tensor<16x!tt.ptr<i32>> loc("k.py":6:9)
    tt.return loc("k.py":7:1)
  } loc("k.py":2:1)
} loc("k.py":1:1)
"""


def wheel(text: str, passes: str) -> str:
    return run_in_wheel(text, passes, Context(), UnknownLoc())


WHEEL_PASSES = wheel_passes(default_version())


@pytest.mark.parametrize("name", WHEEL_PASSES)
def test_the_wheel_has_every_pass_of_the_table_with_these_options(name: str):
    group, function, options = WHEEL_PASSES[name]
    context = libtriton.ir.context()
    manager = libtriton.ir.pass_manager(context)
    getattr(attrgetter(group)(libtriton), function)(manager, *(value for _, value in options))


def test_a_pass_runs_and_locations_stay():
    result = wheel(MODULE, "cse")
    assert result.count("tt.make_range") == 1
    assert 'loc("k.py":3:9)' in result
    assert 'loc("k.py":4:9)' not in result


LOOP = """\
module {
  tt.func @f(%n: i32) {
    %r = scf.for %i = %n to %n step %n iter_args(%a = %n) -> (i32)  : i32 {
      scf.yield %i : i32
    }
    tt.return
  }
}
"""


def test_places_in_the_text_that_crossed_over_name_no_temporary_file():
    """Arguments of loops have no location in custom syntax, so the wheel gives them their place in the text."""
    result = wheel(LOOP, "convert-scf-to-cf")
    assert f'(%0: i32 loc("{TEXT_NAME}":3:18), %1: i32 loc("{TEXT_NAME}":3:50)):' in result


def test_passes_run_in_order_with_their_options():
    result = wheel(MODULE, 'cse,convert-triton-to-tritongpu{target="cuda:90" num-warps=2}')
    assert '"ttg.num-warps" = 2 : i32' in result
    assert 'ttg.target = "cuda:90"' in result
    assert '"ttg.threads-per-warp" = 32 : i32' in result


def test_pipelines_are_read():
    assert parse_wheel_pipeline("") == []
    assert parse_wheel_pipeline(" cse , tritongpu-pipeline{num-stages=5},sccp") == [
        ("passes.common", "add_cse", []),
        ("passes.ttgpuir", "add_pipeline", [5, False]),
        ("passes.common", "add_sccp", []),
    ]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "name the passes to run: passes=canonicalize"),
        ("csee", "offers no pass 'csee'; did you mean 'cse'"),
        ("cse{x=1}", r"pass 'cse' has no option 'x' \(it has none\)"),
        ("tritongpu-pipeline{stages=1}", r"no option 'stages' \(it has num-stages, dump-intermediate-steps\)"),
        ("tritongpu-pipeline{num-stages=x}", "'x' is not an integer"),
        ("tritongpu-pipeline{num-stages=1", "'{' is never closed"),
        ("cse sccp", "expected ',' at 'sccp'"),
        ("cse,(a)", r"expected the name of a pass at '\(a\)'"),
    ],
)
def test_wrong_pipelines(text: str, message: str):
    with pytest.raises(ValueError, match=message):
        LibTriton(passes=text)


def test_an_error_of_the_wheel_is_a_diagnostic_at_its_place(capfd: pytest.CaptureFixture[str]):
    with pytest.raises(DiagnosticError) as info:
        wheel(MODULE.replace("tt.addptr %q, %a", "tt.addptr %a, %a"), "cse")
    expected = "<libtriton>:6:20: error: use of value '%a' expects different type than prior uses"
    assert render(info.value.diagnostic, {}).startswith(expected)
    assert capfd.readouterr().err == ""


def test_an_error_of_a_pass_is_a_diagnostic_at_its_place(capfd: pytest.CaptureFixture[str]):
    """The lowering needs to know the number of warps; what the wheel says about that reaches the user."""
    with pytest.raises(DiagnosticError) as info:
        wheel(MODULE, "convert-triton-gpu-to-llvm")
    expected = "k.py:2:1: error: 'tt.func' op is not contained within a context that specifies the number of warps"
    assert render(info.value.diagnostic, {}) == expected
    assert capfd.readouterr().err == ""


def test_a_crash_of_the_wheel_is_told_with_the_pass_and_the_assertion(capfd: pytest.CaptureFixture[str]):
    """No target on the module: Triton asserts that there is one. MLIR speaks of the signal at the first time only."""
    for _ in range(2):
        with pytest.raises(DiagnosticError) as info:
            wheel("module { tt.func @f() { tt.return } }", "cse,tritongpu-accelerate-matmul")
        message = info.value.diagnostic.message
        assert message.startswith("the Triton wheel failed in TritonGPUAccelerateMatmul: Assertion `")
        assert "Expected a target attribute on the module operation" in message
    assert capfd.readouterr().err == ""


def test_an_error_without_a_place_comes_before_the_crash_it_causes():
    """Blocked encodings do not exist for three warps."""
    with pytest.raises(DiagnosticError, match=r"Every element in warpsPerCTA must be a power of two\.$"):
        wheel(MODULE, "convert-triton-to-tritongpu{target=cuda:90 num-warps=3}")


def test_standard_error_is_given_back(capfd: pytest.CaptureFixture[str]):
    wheel(MODULE, "cse")
    os.write(2, b"still here")
    assert capfd.readouterr().err == "still here"


def test_remarks_do_not_stop_anything():
    seen: list[Diagnostic] = []
    context = Context()
    with context.diagnostics.handled_by(seen.append):
        assert "tt.store" in run_in_wheel(MODULE, "cse", context, UnknownLoc())
    assert seen == []
