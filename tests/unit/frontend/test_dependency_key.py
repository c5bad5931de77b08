"""Keys of dependencies: equal for equal sources and values of other objects, different after any change."""

from __future__ import annotations

import linecache
from pathlib import Path
from typing import Any

import pytest
import triton
import triton.language as tl

from xtriton.frontend.dependency_key import dependency_key
from xtriton.frontend.kernels import load_function

SOURCE = """
import logging
import math
import types

import triton
import triton.language as tl

G = tl.constexpr(1)
LISTED = tl.constexpr([1, 2.5, "three"])
STATE = [1]
NAMES = {"one": 1, "two": (2, None)}
LOG = logging.getLogger("kernels")


settings = types.ModuleType("settings")
settings.size = tl.constexpr(8)


def of_python(value, by=1):
    LOG.info("x")
    return value * STATE[0] + len(NAMES) + math.ceil(by)


@triton.constexpr_function
def computed():
    return of_python(40)


@triton.jit
def inner(a):
    return a + G + LISTED[0] + tl.sum(tl.zeros([4], tl.int32))


@triton.jit
def middle(a):
    return inner(a)


def make(step):
    @triton.jit
    def stepped(a):
        return a + step

    return stepped


by_closure = make(tl.constexpr(3))


@triton.jit
def kernel(out, B: tl.constexpr, F: tl.constexpr = 5):
    tl.store(out + tl.arange(0, B), middle(B) + computed() + settings.size + by_closure(F))
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "kernels_of_user.py"


def key_of(file: Path, source: str, name: str = "kernel", constants: tuple[Any, ...] = ()) -> str | None:
    file.write_text(source)
    linecache.clearcache()  # from which Triton reads sources
    return dependency_key(load_function(f"{file}:{name}"), constants)


def test_other_objects_of_the_same_source_have_the_same_key(file: Path) -> None:
    first = key_of(file, SOURCE)
    assert first is not None
    assert key_of(file, SOURCE) == first


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("middle(B) + computed()", "middle(B) - computed()"),
        ("return inner(a)", "return -inner(a)"),
        ("return a + G", "return a * G"),
        ("G = tl.constexpr(1)", "G = tl.constexpr(2)"),
        ("G = tl.constexpr(1)", "G = tl.constexpr(True)"),
        ("G = tl.constexpr(1)", "G = tl.constexpr(1.0)"),
        ("2.5", "-2.5"),
        ('[1, 2.5, "three"]', '(1, 2.5, "three")'),
        ("STATE = [1]", "STATE = [2]"),
        ('"two": (2, None)', '"two": (2, 0)'),
        ("return value * STATE[0]", "return value + STATE[0]"),
        ("by=1", "by=2"),
        ("settings.size = tl.constexpr(8)", "settings.size = tl.constexpr(9)"),
        ("return of_python(40)", "return of_python(41)"),
        ("make(tl.constexpr(3))", "make(tl.constexpr(4))"),
        ("F: tl.constexpr = 5", "F: tl.constexpr = 6"),
        ("tl.sum(", "tl.max("),
        ("tl.int32", "tl.int16"),
        ("@triton.jit\ndef middle", "@triton.jit(noinline=True)\ndef middle"),
        ("import logging\n", "import logging\n\n"),  # the lines of messages
        ('getLogger("kernels")', 'getLogger("others")'),
        ("math.ceil(by)", "math.floor(by)"),
    ],
)
def test_every_change_gives_another_key(file: Path, old: str, new: str) -> None:
    first = key_of(file, SOURCE)
    assert SOURCE.count(old) >= 1
    changed = key_of(file, SOURCE.replace(old, new))
    assert None not in (first, changed)
    assert changed != first


def test_a_file_of_another_name_has_another_key(file: Path) -> None:
    assert key_of(file, SOURCE) != key_of(file.with_name("others.py"), SOURCE)


@pytest.mark.parametrize(
    "value",
    ["object()", "threading.Lock()", "Mine(1)", "Mine", "functools.lru_cache(len)", "numpy.zeros(3)", "{object()}"],
)
def test_values_that_other_processes_cannot_recognise_have_no_key(file: Path, value: str) -> None:
    before = "import functools\nimport threading\n\nimport numpy\n\n\nclass Mine(int):\n    pass\n\n\n"
    source = SOURCE.replace("STATE = [1]", f"{before}STATE = [{value}]")
    assert key_of(file, source) is None
    assert key_of(file, source.replace(f"[{value}]", "[1]")) is not None


def test_functions_that_name_kernels_have_no_key(file: Path) -> None:
    source = SOURCE.replace("@triton.jit\ndef kernel", "@triton.jit(repr=lambda _: 'other')\ndef kernel")
    assert key_of(file, source) is None


@triton.jit
def doubled(a):
    return a * 2


@triton.jit
def tripled(a):
    return a * 3


CONSTANTS = [
    1, True, 1.0, 0.0, -0.0, float("nan"), "1", b"1", None, (1,), [1], {"a": 1}, {"a": 2}, {1}, frozenset({1}),
    tl.float32, tl.float16, tl.constexpr(1), doubled, tripled, (doubled, tripled), (tripled, doubled), [doubled],
]  # fmt: skip


def test_constants_of_different_types_or_values_have_different_keys() -> None:
    keys = [dependency_key(doubled, (constant,)) for constant in CONSTANTS]
    assert None not in keys
    assert len(set(keys)) == len(CONSTANTS)
    assert keys == [dependency_key(doubled, (constant,)) for constant in CONSTANTS]


def test_constants_are_kept_apart() -> None:
    assert dependency_key(doubled, ("a", "b")) != dependency_key(doubled, ("a 'b'",))
    assert dependency_key(doubled, ("a\nstr 'b'",)) != dependency_key(doubled, ("a", "b"))


@pytest.mark.parametrize("constant", [object(), type("Mine", (), {}), iter(())], ids=["object", "class", "iterator"])
def test_constants_without_a_key(constant: Any) -> None:
    assert dependency_key(doubled, (constant,)) is None
