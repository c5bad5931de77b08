"""Fingerprints of passes: the same for the same code and options, another for any other."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from xtriton.passes.common.cse import CSE
from xtriton.passes.fingerprint import fingerprint
from xtriton.passes.ttir.loop_unroll import TritonLoopUnroll

_ROOT = Path(__file__).parents[3]

_PROGRAM = """\
import functools
import re
from dataclasses import dataclass
from typing import ClassVar

import helper_of_user
from xtriton.passes.base import OperationPass, Pass
from xtriton.rewriting.pattern import PatternSet, pattern
from xtriton.dialects.upstream.arith import AddFOp, MulFOp

LIMIT = 8
NAMES = {"a", "b", "c"}
EXPRESSION = re.compile("x+")


@functools.cache
def cached(value):
    return value + 1


def outer(number):
    def inner():
        return number

    return inner


CLOSURE = outer(1)


@pattern(AddFOp)
def rewritten(op, rewriter):
    return op in helper_of_user.TABLE


PATTERNS = PatternSet([rewritten])


class Base(OperationPass):
    def help(self):
        return 1


@dataclass(frozen=True)
class Made(Base):
    \"\"\"Do something.\"\"\"

    name: ClassVar[str] = "made"
    number: int = 0

    def apply_to(self, ctx, op):
        import imported_on_the_way
        for one in [1, 2]:
            lambda: (LIMIT, NAMES, cached(one), PATTERNS, CLOSURE(), EXPRESSION.match)
        return helper_of_user.work(op)
"""
_HELPER = "TABLE = {1: 2}\n\n\ndef work(op):\n    return op\n\n\ndef idle():\n    return 1\n"


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """A pass of the program above, after a replacement in it or in its helper."""
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "imported_on_the_way.py").write_text("")

    def make(old: str = "", new: str = "", in_helper: bool = False, **options: int) -> Any:
        for name, text, changed in (("helper_of_user", _HELPER, in_helper), ("user", _PROGRAM, not in_helper)):
            assert not changed or old in text
            module = ModuleType(name)
            monkeypatch.setitem(sys.modules, name, module)
            edited = text.replace(old, new) if changed and old else text
            exec(compile(edited, name, "exec", dont_inherit=True), module.__dict__)
        return module.__dict__["Made"](**options)

    return make


def test_it_is_the_same_for_the_same_code(made: Callable[..., Any]):
    assert fingerprint(made()) == fingerprint(made())
    assert len(fingerprint(made())) == 32


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"""Do something.', '"""Do what is said.'),
        ("LIMIT = 8\n", "\n\nLIMIT = 8  # enough\n"),
        ("def outer", "UNUSED = 1\n\n\ndef outer"),
    ],
)
def test_changes_without_effect_on_the_fingerprint(made: Callable[..., Any], old: str, new: str):
    assert fingerprint(made(old, new)) == fingerprint(made())


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("LIMIT = 8", "LIMIT = 9"),
        ("LIMIT = 8", "LIMIT = 8.0"),
        ('{"a", "b", "c"}', '{"a", "b"}'),
        ('"x+"', '"x*"'),
        ("value + 1", "value + 2"),
        ("outer(1)", "outer(2)"),
        ("@pattern(AddFOp)", "@pattern(MulFOp)"),
        ("op in helper_of_user", "op not in helper_of_user"),
        ("return 1\n", "return 2\n"),
        ("[1, 2]", "[2, 1]"),
        ('= "made"', '= "named"'),
        ("number: int = 0", "number: int = 1"),
        ("class Base(OperationPass):", "class Base(OperationPass):\n    reassociates = True\n"),
    ],
)
def test_an_edit(made: Callable[..., Any], old: str, new: str):
    assert fingerprint(made(old, new)) != fingerprint(made())


def test_an_edit_of_a_helper(made: Callable[..., Any], tmp_path: Path):
    before = fingerprint(made())
    assert fingerprint(made("return op", "return None", in_helper=True)) != before
    assert fingerprint(made("{1: 2}", "{1: 3}", in_helper=True)) != before
    assert fingerprint(made("return 1", "return 2", in_helper=True)) == before
    (tmp_path / "imported_on_the_way.py").write_text("1\n")
    assert fingerprint(made()) != before


_HEAD = """\
import collections
import functools
import importlib
import operator
import re
import types
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from xtriton.passes.base import Pass

"""
_USE = """

class Made(Pass):
    name = "made"
"""
_APPLY = """
    def apply(self, ctx, module):
        return self, HELD
"""

_HOLDERS = {
    "a cached property": """
class Made(Pass):
    name = "made"

    @functools.cached_property
    def number(self):
        return NUMBER
""",
    "a method by type": """
class Made(Pass):
    name = "made"

    @functools.singledispatchmethod
    def number(self, value):
        return NUMBER
""",
    "a partial method": """
class Made(Pass):
    name = "made"

    def same(self, value):
        return value

    number = functools.partialmethod(same, NUMBER)
""",
    "a function by type": """
@functools.singledispatch
def HELD(value):
    return 0


@HELD.register
def _(value: int):
    return NUMBER
""",
    "an attribute of a function": """
def HELD():
    return HELD.number


HELD.number = NUMBER
""",
    "a wrapper with another name": """
@functools.wraps(np.sum)
def HELD():
    return NUMBER
""",
    "a metaclass": """
class Meta(type):
    def __call__(cls):
        return NUMBER


class HELD(metaclass=Meta):
    pass
""",
    "a dictionary of the user": """
class Table(dict):
    def __missing__(self, key):
        return NUMBER


HELD = Table()
""",
    "a list of the user": """
class Numbers(list):
    number = NUMBER


HELD = Numbers()
""",
    "an integer of the user": """
class Integer(int):
    def number(self):
        return NUMBER


HELD = Integer(4)
""",
    "a namespace": "HELD = types.SimpleNamespace(number=lambda: NUMBER)",
    "a queue": "HELD = collections.deque([lambda: NUMBER])",
    "a default": "HELD = collections.defaultdict(lambda: NUMBER)",
    "a bound builtin": "HELD = {1: NUMBER}.get",
    "a method of a builtin": "HELD = (NUMBER,).__len__",
    "a long pattern": "HELD = re.compile('a' * 250 + str(NUMBER))",
    "objects in an array": "HELD = np.array([NUMBER, lambda: NUMBER], dtype=object)",
}


def _holder(text: str, number: int, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The pass of a program in which ``NUMBER`` is the given one."""
    module = ModuleType("holder_of_user")
    monkeypatch.setitem(sys.modules, "holder_of_user", module)
    text = _HEAD + text + ("" if "class Made" in text else _USE) + _APPLY
    exec(compile(text.replace("NUMBER", str(number)), "holder_of_user", "exec", dont_inherit=True), module.__dict__)
    return module.__dict__["Made"]()


@pytest.mark.parametrize("text", _HOLDERS.values(), ids=_HOLDERS.keys())
def test_objects_that_hold_a_number(text: str, monkeypatch: pytest.MonkeyPatch):
    first, again, other = (fingerprint(_holder(text, number, monkeypatch)) for number in (1, 1, 2))
    assert first == again
    assert first != other


_WITHOUT_FIELDS = """
class Slotted:
    __slots__ = ("__number",)

    def __init__(self, number):
        self.__number = number


class Plain(Pass):
    name = "plain"

    def __init__(self, number):
        self.number = number

    def apply(self, ctx, module):
        return None


class Holding(Plain):
    def __init__(self, number):
        super().__init__(Slotted(number))


@dataclass(frozen=True)
class Data(Pass):
    name: ClassVar[str] = "data"

    def apply(self, ctx, module):
        return None


def data(number):
    made = Data()
    object.__setattr__(made, "number", number)
    return made
"""


@pytest.mark.parametrize("name", ["Plain", "Holding", "data"])
def test_attributes_without_fields(name: str, monkeypatch: pytest.MonkeyPatch):
    module = ModuleType("holder_of_user")
    monkeypatch.setitem(sys.modules, "holder_of_user", module)
    exec(compile(_HEAD + _WITHOUT_FIELDS, "holder_of_user", "exec", dont_inherit=True), module.__dict__)
    make = module.__dict__[name]
    assert fingerprint(make(1)) == fingerprint(make(1))
    assert fingerprint(make(1)) != fingerprint(make(2))


_UNKNOWN = {
    "a view": "HELD = {1: NUMBER}.values()",
    "a generator": "HELD = (one for one in [NUMBER])",
    "a name in a text": "OTHER = NUMBER\n\n\ndef HELD():\n    return globals()['OTHER']",
    "code in a text": "OTHER = NUMBER\n\n\ndef HELD():\n    return eval('OTHER')",
    "a statement in a text": "OTHER = NUMBER\n\n\ndef HELD():\n    exec('OTHER')",
    "an import of a text": "def HELD():\n    return __import__('module_NUMBER')",
    "an import by a function": "def HELD():\n    return importlib.import_module('module_NUMBER')",
}


@pytest.mark.parametrize("text", _UNKNOWN.values(), ids=_UNKNOWN.keys())
def test_opaque_objects(text: str, monkeypatch: pytest.MonkeyPatch):
    """It equals itself only, even if the same program made the other."""
    one, other = (_holder(text, 1, monkeypatch) for _ in range(2))
    assert fingerprint(one) == fingerprint(one)
    assert fingerprint(one) != fingerprint(other)


def test_sets_that_contain_their_users():
    class Member:
        def all(self) -> object:
            return members

    members = {Member}
    assert fingerprint(members) == fingerprint(members)


def test_options(made: Callable[..., Any]):
    assert fingerprint(made(number=1)) != fingerprint(made())
    assert fingerprint(TritonLoopUnroll()) == fingerprint(TritonLoopUnroll())
    assert fingerprint(CSE()) != fingerprint(TritonLoopUnroll())


def test_values_that_look_alike():
    values: list[object] = [1, "1", b"1", 1.0, True, None, (1,), [1], ((1,),), {1: 1}, {1}, np.int32(1)]
    values += [np.arange(3), np.arange(3.0), np.arange(3)[None], -0.0, 0.0, (1, 2), (2, 1), ("a", "b"), ("ab",)]
    assert len({fingerprint(value) for value in values}) == len(values)
    assert fingerprint(1, 2) != fingerprint((1, 2))


def test_cyclic_objects():
    loop: list[object] = []
    loop.append(loop)
    assert fingerprint(loop) == fingerprint(loop)


def test_processes_agree(made: Callable[..., Any], tmp_path: Path):
    """Hashes of texts, and with them the order of sets, differ between processes; fingerprints do not."""
    (tmp_path / "helper_of_user.py").write_text(_HELPER)
    (tmp_path / "user.py").write_text(_PROGRAM)
    ask = "import user; from xtriton.passes.fingerprint import fingerprint; print(fingerprint(user.Made()))"
    # A function of a library that is not one of Python's is known by its name.
    ask += "; import numpy; print(fingerprint(numpy.sum))"
    said: set[str] = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONPATH": f"{_ROOT}{os.pathsep}{tmp_path}", "PYTHONHASHSEED": seed}
        done = subprocess.run([sys.executable, "-c", ask], env=environment, capture_output=True, text=True, check=True)
        said.add(done.stdout.strip())
    assert said == {f"{fingerprint(made())}\n{fingerprint(np.sum)}"}
