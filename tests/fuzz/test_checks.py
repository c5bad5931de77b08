"""The checks find exceptions, hangs, invalid results, and text that cannot be read back."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import ClassVar

import pytest
from fuzz import checks
from fuzz.calls import _print_attribute  # pyright: ignore[reportPrivateUsage]
from fuzz.cases import Case, Counts, Found
from fuzz.checks import Finding, examine
from fuzz.comparison import fails_likewise
from fuzz.corpus import Entry, file_text, read_entry, save
from fuzz.material import one_function
from fuzz.reduce import Reduction
from fuzz.ring import Ring
from fuzz.wheel import Answer, Wheel
from xdsl.dialects.builtin import ModuleOp, UnknownLoc

from xtriton.dialects.upstream.func import ReturnOp
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError, error
from xtriton.ir.op_printer import attribute_text
from xtriton.ir.parser import parse_attribute
from xtriton.passes import PASSES
from xtriton.passes.base import Pass, option
from xtriton.passes.pipeline_text import split_pipeline

PROGRAM = "\n".join(
    [
        "func.func @first() {\n  return\n}",
        "func.func @second(%x: i32) -> i32 {\n  %0 = arith.addi %x, %x : i32\n  return %0 : i32\n}",
    ]
)


@dataclass(frozen=True)
class Misbehave(Pass):
    """Misbehave in the chosen way if the module has an addition."""

    name: ClassVar[str] = "test-misbehave"
    how: str = option("", "what to do")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        additions = [op for op in module.walk() if op.name == "arith.addi"]
        if not additions:
            return
        match self.how:
            case "raise":
                raise KeyError("lost")
            case "hang":
                while True:
                    pass
            case "invalidate":
                for op in [op for op in module.walk() if isinstance(op, ReturnOp)]:
                    op.operands = []
            case "unlocated":
                raise error(UnknownLoc(), "somewhere")
            case "reject":
                raise error(additions[0].location, "no additions")
            case _:
                pass


@pytest.fixture(autouse=True)
def misbehaving(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the pass, and do not wait long for it."""
    monkeypatch.setitem(PASSES, Misbehave.name, f"{__name__}:Misbehave")
    monkeypatch.setattr(checks, "SECONDS", 0.3)


def found(how: str) -> Finding | None:
    """The finding about the pass."""
    return examine(PROGRAM, f"test-misbehave{{how={how}}}")


@pytest.mark.parametrize(
    ("how", "kind", "signature"),
    [
        ("raise", "exception", "test-misbehave: KeyError in "),
        ("hang", "hang", "test-misbehave: "),
        ("invalidate", "invalid", "test-misbehave: op has but enclosing function"),
        ("unlocated", "unlocated", "somewhere"),
    ],
)
def test_faults_of_passes_are_found(how: str, kind: str, signature: str) -> None:
    finding = found(how)
    assert finding is not None
    assert (finding.kind, finding.signature[: len(signature)]) == (kind, signature)


@pytest.mark.parametrize("how", ["reject", "nothing"])
def test_results_and_located_diagnostics_are_fine(how: str) -> None:
    assert found(how) is None


def test_cases_are_the_same_each_time() -> None:
    for number in range(12):
        texts: list[tuple[str, list[Found]]] = []
        for _ in range(2):
            case = Case(7, number)
            findings = case.run(Counts())
            texts.append((case.text, findings))
        assert texts[0] == texts[1]


def test_findings_are_reduced_and_can_be_read_again(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("corpus")
    pipeline = "cse,test-misbehave{how=raise},canonicalize"
    finding = examine(PROGRAM, pipeline)
    assert finding is not None
    path = save(folder, Found(0, finding.kind, finding.signature, "", PROGRAM, pipeline, False))
    entry = read_entry(path)
    assert entry == Entry(path.stem, PROGRAM + "\n", pipeline, False)
    small = Reduction(entry, finding).run()
    assert small.pipeline == "test-misbehave{how=raise}"
    assert "@first" not in small.text
    assert "arith.addi" in small.text
    assert file_text(small, "x").startswith(
        "// RUN: xtriton-opt --pass-pipeline='test-misbehave{how=raise}' %s\n// x\n"
    )


def test_another_item_changes_few_choices() -> None:
    before, after = Ring(range(1000), str), Ring([-1, *range(1000)], str)
    chosen = [(before.choose(Random(seed)), after.choose(Random(seed))) for seed in range(2000)]
    assert all(two in (one, -1) for one, two in chosen)
    assert len({one for one, _ in chosen}) > 700


def test_one_function_of_several() -> None:
    header, last = "#a = loc(unknown)\n", "llvm.func @third(i32)\n"
    text = f"{header}{PROGRAM}\n{last}"
    found = {one_function(text, Random(seed)) for seed in range(20)}
    first, second = PROGRAM.split("\nfunc.func @second")
    assert found == {f"{header}{first}\n", f"{header}func.func @second{second}\n", f"{header}{last}"}


def test_functions_that_call_others_keep_them() -> None:
    call = "func.func @caller() {\n  call @first() : () -> ()\n  return\n}\n"
    text = f"{PROGRAM}\n{call}"
    assert text in {one_function(text, Random(seed)) for seed in range(20)}
    assert one_function(call, Random(0)) == call


@pytest.mark.parametrize(
    ("pipeline", "passes"),
    [
        ("", []),
        ("cse", ["cse"]),
        ("builtin.module(a{x=1,2},func.func(b,c))", ["a{x=1,2}", "func.func(b,c)"]),
    ],
)
def test_pipelines_are_split(pipeline: str, passes: list[str]) -> None:
    assert split_pipeline(pipeline) == passes


@dataclass
class _Answers(Wheel):
    """A wheel that gives the same answer to everything."""

    answer: Answer = field(default_factory=Answer)

    def ask(self, text: str, passes: str = "") -> Answer:
        del text, passes
        return self.answer


@pytest.mark.parametrize(
    ("kind", "answer", "likewise"),
    [
        ("invalid", Answer(errors=("x.mlir:1:1: 'a.b' op has no partition",)), True),
        ("invalid", Answer(errors=("x.mlir:1:1: 'a.b' op has no result",)), False),
        ("invalid", Answer(text="module {}"), False),
        ("invalid", Answer(died=True), False),
        ("exception", Answer(errors=("x.mlir:1:1: 'a.b' op has no partition",)), False),
    ],
)
def test_invalid_results_that_the_wheel_makes_likewise_do_not_count(kind: str, answer: Answer, likewise: bool) -> None:
    pipeline = "builtin.module(canonicalize,tritongpu-coalesce,cse)"
    case = Found(0, kind, "tritongpu-coalesce: op has no partition", "", "module {}", pipeline, False)
    assert fails_likewise(case, _Answers(answer)) is likewise


@pytest.mark.triton("3.7")  # later versions take the rank from CGALayout
def test_attributes_that_the_wheel_prints_unreadably_are_no_findings() -> None:
    layout = "swizzlingByteWidth = 128, transposed = true, elementBitWidth = 16, rank = 3, CGALayout = [[1, 0, 0]]"
    context = Context()
    module = checks.read(f"module attributes {{x.layout = #ttg.nvmma_shared<{{{layout}}}>}} {{}}", context)
    with pytest.raises(DiagnosticError, match="entry length does not match rank"):
        parse_attribute(attribute_text(module.attributes["x.layout"]), "attribute", context)
    _print_attribute(module, context, Random(0))
