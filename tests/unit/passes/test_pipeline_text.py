"""Pipelines and options as text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal

import pytest

from xtriton import passes
from xtriton.passes.base import OperationPass, Pass, option
from xtriton.passes.options import PipelineError, build_pass, parse_value, print_options, split_options
from xtriton.passes.pipeline_text import Nest, nearest_passes, parse_pass, parse_pipeline


@dataclass(frozen=True)
class Everything(Pass):
    """Has an option of every kind.

    More text.
    """

    name: ClassVar[str] = "test-everything"

    num_stages: int = option(3, "how many")
    flag: bool = option(False, "yes or no")
    target: str = option("", "where")
    sizes: tuple[int, ...] = option((), "how large")
    mode: Literal["fast", "slow"] = option("fast", "how")
    scale: float = option(1.0, "how much")
    limit: int | None = option(None, "at most")
    k_pack: int = option(1, "packing", name="kPack")

    def apply(self, ctx: object, module: object) -> None:
        pass


@dataclass(frozen=True)
class Nestable(OperationPass):
    """Runs anywhere."""

    name: ClassVar[str] = "test-nestable"

    def apply_to(self, ctx: object, op: object) -> None:
        pass


@dataclass(frozen=True)
class Demanding(Pass):
    """Needs its option, and an even one."""

    name: ClassVar[str] = "test-demanding"

    count: int

    def __post_init__(self) -> None:
        if self.count % 2:
            raise ValueError(f"{self.count} is odd")

    def apply(self, ctx: object, module: object) -> None:
        pass


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    for cls in (Everything, Nestable, Demanding):
        monkeypatch.setitem(passes.PASSES, cls.name, f"{__name__}:{cls.__name__}")


def everything(text: str) -> Everything:
    return build_pass(Everything, text, 0, len(text), 0)


def test_every_kind_of_option_is_read():
    text = 'num-stages=0x10 flag target="cuda:90" sizes=1,-2,3 mode=slow scale=2.5e-1 limit=7 kPack=2'
    expected = Everything(16, True, "cuda:90", (1, -2, 3), "slow", 0.25, 7, 2)
    assert everything(text) == expected


def test_no_options_gives_the_defaults():
    assert everything("") == Everything()
    assert everything("  ") == Everything()


@pytest.mark.parametrize(
    ("text", "value"), [("flag", True), ("flag=1", True), ("flag=false", False), ("flag=0", False)]
)
def test_booleans(text: str, value: bool):
    assert everything(text).flag is value


@pytest.mark.parametrize(
    ("written", "value"),
    [("a", "a"), ("'a b'", "a b"), ('"a=1 b"', "a=1 b"), ("{x{y=1 z}}", "x{y=1 z}"), ("{a},{b}", "{a},{b}"), ("", "")],
)
def test_quotes_and_braces_around_a_value_are_dropped(written: str, value: str):
    assert everything(f"target={written} num-stages=9") == Everything(num_stages=9, target=value)


def test_underscores_spell_dashes():
    assert everything("num_stages=5").num_stages == 5


def test_positions_point_into_the_text():
    first, second = split_options("pass{a=1 bc='x y'}", 5, 17)
    assert (first.name, first.value, first.position, first.value_position) == ("a", "1", 5, 7)
    assert (second.name, second.value, second.position, second.value_position) == ("bc", "x y", 9, 12)


@pytest.mark.parametrize(
    ("text", "message", "caret"),
    [
        ("num-stage=3", "has no option 'num-stage'; did you mean 'num-stages'? (it has flag, kPack, limit, mode", 0),
        ("flag=maybe", "option 'flag' of pass 'test-everything': 'maybe' is not a boolean", 5),
        ("num-stages=three", "option 'num-stages' of pass 'test-everything': 'three' is not an integer", 11),
        ("num-stages", "option 'num-stages' of pass 'test-everything': a value is missing", 0),
        ("scale=big", "'big' is not a number", 6),
        ("mode=medium", "'medium' is not one of fast, slow", 5),
        ("sizes=1,x", "'x' is not an integer", 6),
        ("target='abc", "''' is never closed", 7),
    ],
)
def test_wrong_options(text: str, message: str, caret: int):
    with pytest.raises(PipelineError) as info:
        everything(text)
    assert message in info.value.message
    assert info.value.position == caret
    assert str(info.value).splitlines()[-1] == "  " + " " * caret + "^"


def test_optional_values():
    assert parse_value(int | None, "none") is None
    assert parse_value(int | None, "4") == 4


def test_required_options_and_the_pass_own_checks():
    with pytest.raises(PipelineError, match="pass 'test-demanding' needs the option 'count'"):
        parse_pipeline("test-demanding")
    with pytest.raises(PipelineError, match="pass 'test-demanding': 3 is odd"):
        parse_pipeline("test-demanding{count=3}")
    assert parse_pipeline("test-demanding{count=4}").items == (Demanding(4),)


def test_mlir_spelling_with_nests():
    text = "builtin.module(test-everything{num-stages=2 flag=true}, tt.func( test-nestable ,any(test-nestable)))"
    assert parse_pipeline(text) == Nest(
        "builtin.module",
        (
            Everything(num_stages=2, flag=True),
            Nest("tt.func", (Nestable(), Nest("any", (Nestable(),)))),
        ),
    )


def test_xdsl_spelling_means_the_module():
    assert parse_pipeline("test-nestable,test-everything{flag}") == Nest(
        "builtin.module", (Nestable(), Everything(flag=True))
    )
    assert parse_pipeline("") == Nest("builtin.module", ())
    assert parse_pipeline("any(test-everything)") == Nest("any", (Everything(),))
    assert parse_pipeline("tt.func(test-nestable)") == Nest("builtin.module", (Nest("tt.func", (Nestable(),)),))


@pytest.mark.parametrize(
    "text",
    [
        "builtin.module(test-nestable)",
        "builtin.module()",
        "any(tt.func(test-nestable,test-nestable))",
        "builtin.module(test-demanding{count=-8})",
        'any(test-everything{flag=true kPack=2 limit=1 mode=slow num-stages=7 scale=0.5 sizes=1,2 target="a b"})',
    ],
)
def test_printing_round_trips(text: str):
    assert str(parse_pipeline(text)) == text


def test_printing_omits_empty_options_and_sorts():
    assert print_options(Everything()) == '{flag=false kPack=1 mode=fast num-stages=3 scale=1.0 target=""}'
    assert print_options(Nestable()) == ""


@pytest.mark.parametrize("target", ["", "a,b", "x{y=1 z}", "it's", 'say "x"', "a b"])
def test_any_string_survives_printing(target: str):
    before = Nest("builtin.module", (Everything(target=target),))
    assert parse_pipeline(str(before)) == before


@pytest.mark.parametrize(
    ("text", "message", "caret"),
    [
        ("test-everythin", "unknown pass 'test-everythin'; did you mean 'test-everything'", 0),
        ("builtin.module(test-nestable,zzzzqqq)", "unknown pass 'zzzzqqq'; xtriton-opt --help lists them", 29),
        (
            "test-nestable,tritoninstrument-concurrency-sanitizer",
            "unknown pass 'tritoninstrument-concurrency-sanitizer'; the Triton wheel has it: "
            "--libtriton='passes=tritoninstrument-concurrency-sanitizer'",
            14,
        ),
        ("test-nestable,", "expected a pass", 14),
        (",", "expected a pass", 0),
        ("builtin.module(test-nestable", "expected ',' or ')'", 28),
        ("test-nestable)", "expected ','", 13),
        ("test-everything{flag", "'{' is never closed", 15),
        ("func(test-nestable)", "expected the name of an operation or 'any' before '(', not 'func'", 0),
        (
            "builtin.module(tt.func(test-everything))",
            "'test-everything' runs on 'builtin.module', not on 'tt.func'",
            23,
        ),
        ("test-nestable{x=1}", "pass 'test-nestable' has no option 'x': it takes none", 14),
    ],
)
def test_wrong_pipelines(text: str, message: str, caret: int):
    with pytest.raises(PipelineError) as info:
        parse_pipeline(text)
    assert message in info.value.message
    assert info.value.position == caret


def test_a_pass_as_a_command_line_argument():
    text = "--test-everything=num-stages=4 flag=true"
    assert parse_pass(text, 2, 17) == Everything(4, True)
    assert parse_pass("-test-nestable", 1, 14) == Nestable()
    with pytest.raises(PipelineError) as info:
        parse_pass("--test-everything=bogus=4", 2, 17)
    assert info.value.position == 18


def test_nearest_names():
    assert nearest_passes("strip-debug-info")[0] == "strip-debuginfo"
    assert nearest_passes("qqqqqqqqqqqq") == []
