"""The passes of a stage with those of the user: anchors, places, and calls of ``jit_passes`` that are errors."""

from __future__ import annotations

from typing import Any

import pytest

import xtriton
from xtriton.backends.nvidia.jit_stages import Anchor, Edit, Sizes, edited_stages, read_passes
from xtriton.passes.common.strip_debuginfo import StripDebugInfo


def names(stage: str, edits: list[Edit], capability: int = 90) -> list[str]:
    items = edited_stages(edits, Sizes(capability))[stage].items
    return [item.passes if item.name == "libtriton" else item.name for item in items]  # type: ignore[union-attr]


def test_where_passes_run():
    made = read_passes([StripDebugInfo()])
    after = names("ttir", [Edit(made, "after", Anchor("cse"))])
    assert after[after.index("cse") :] == ["cse", "strip-debuginfo", "symbol-dce", "triton-loop-unroll"]
    before = names("ttir", [Edit(made, "before", Anchor("cse"))])
    assert before[: before.index("cse") + 1][-2:] == ["strip-debuginfo", "cse"]
    assert "cse" not in names("ttir", [Edit((), "replace", Anchor("cse"))])
    everywhere = names("ttgir", [Edit(made, "after", Anchor("triton-loop-aware-cse"))])
    assert len(everywhere) == 7
    assert everywhere[1::2] == ["strip-debuginfo"] * 3
    assert all(text.endswith("triton-loop-aware-cse") for text in everywhere[:-1:2])
    second = names("ttgir", [Edit(made, "after", Anchor.parse("ttgir:triton-loop-aware-cse#2"))])
    assert [text.count("triton-loop-aware-cse") for text in second] == [2, 0, 1]


def test_a_stage_that_is_not_named_is_tritons_own():
    edit = Edit(read_passes("cse"), "after", Anchor("inline"))
    assert list(edited_stages([edit], Sizes(90))) == ["ttir"]
    assert list(edited_stages([edit, Edit(ttgir=read_passes("cse"))], Sizes(90))) == ["ttir", "ttgir"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            {"after": "triton-combin", "passes": "cse"},
            r"no stage has the pass 'triton-combin'; did you mean 'triton-com",
        ),
        ({"after": "zzz", "passes": "cse"}, "no stage has the pass 'zzz'; xtriton.pipelines lists"),
        ({"after": "ttir:sccp", "passes": "cse"}, "there is no 'ttir:sccp': the pass is in another stage"),
        (
            {"after": "cse#2", "passes": "cse"},
            "there is no 'cse#2': the pass is in another stage, or occurs less often",
        ),
        ({"after": "ttir:a:b", "passes": "cse"}, "'ttir:a:b' names no pass"),
        ({"after": "cse", "before": "cse", "passes": "cse"}, "not both before= and after="),
        ({"passes": "cse"}, "say where the passes run"),
        ({}, "there is nothing to do"),
        ({"after": "cse"}, "there are no passes to run after 'cse'"),
        ({"after": "cse", "passes": "cze"}, "unknown pass 'cze'; did you mean 'cse'"),
        ({"after": "cse", "passes": [StripDebugInfo]}, "the class StripDebugInfo is not a pass: give instances"),
        ({"after": "cse", "passes": [3]}, "int is not a pass"),
        ({"ttir": "cse", "target": "cuda:9"}, "target 'cuda:9' is not a GPU"),
    ],
)
def test_bad_calls(arguments: dict[str, Any], message: str):
    with pytest.raises(ValueError, match=message), xtriton.jit_passes(**arguments):
        pytest.fail("the context was entered")


@pytest.mark.parametrize(
    ("arguments", "of_triton", "of_gluon"),
    [
        ({"after": "gluon-resolve-auto-encodings"}, 0, 1),
        ({"before": "gluon:sccp"}, 0, 1),
        ({"after": "ttgir:sccp"}, 1, 1),
        ({"after": "gluon:gluon-canonicalize#2"}, 0, 1),
        ({"before": "triton-combine"}, 1, 0),
    ],
)
def test_stages_of_both_languages(arguments: dict[str, Any], of_triton: int, of_gluon: int):
    edits = [Edit((StripDebugInfo(),), place, Anchor.parse(name)) for place, name in arguments.items()]
    for language, count in (("triton", of_triton), ("gluon", of_gluon)):
        stages = edited_stages(edits, Sizes(90), language)
        passes = [item for stage in stages.values() for item in stage.items if isinstance(item, StripDebugInfo)]
        assert len(passes) == count


def test_whole_stage_of_gluon():
    edits = [Edit(gluon=(StripDebugInfo(),))]
    assert edited_stages(edits, Sizes(90)) == {}
    assert edited_stages(edits, Sizes(90), "gluon")["gluon"].items == (StripDebugInfo(),)
