"""The harness itself: passes that are right or wrong in known ways get the level they deserve."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar

import pytest
from parity.cases import cases_of
from parity.levels import Level
from parity.results import native_passes, pass_levels
from xdsl.dialects.builtin import ModuleOp, UnknownLoc
from xdsl.ir import Operation

from xtriton.ir.context import Context
from xtriton.passes import PASSES
from xtriton.passes.base import Pass
from xtriton.passes.libtriton import LibTriton

KERNEL = "leaky_relu"
ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Right(Pass):
    """The wheel's pass."""

    name: ClassVar[str] = "triton-combine"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        LibTriton(passes=self.name).apply(ctx, module)


@dataclass(frozen=True)
class Reordered(Right):
    """The wheel's pass, with the first two constants of a function exchanged."""

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        super().apply(ctx, module)
        first, second = _of_name(module, "arith.constant")[:2]
        first.detach()
        second.parent.insert_ops_after([first], second)


@dataclass(frozen=True)
class Misplaced(Right):
    """The wheel's pass, with one location dropped."""

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        super().apply(ctx, module)
        _of_name(module, "tt.store")[0].location = UnknownLoc()


@dataclass(frozen=True)
class Wrong(Right):
    """The wheel's pass, but a store is lost."""

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        super().apply(ctx, module)
        (store,) = _of_name(module, "tt.store")
        store.detach()
        store.erase()


@dataclass(frozen=True)
class Broken(Right):
    """A fault of ours."""

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        raise ZeroDivisionError


def _of_name(module: ModuleOp, name: str) -> list[Operation]:
    return [op for op in module.walk() if op.name == name]


@pytest.fixture(autouse=True)
def forget() -> Iterator[None]:
    """No level is remembered from one pass to the next of the same name."""
    pass_levels.cache_clear()
    yield
    pass_levels.cache_clear()


@pytest.mark.parametrize(
    ("class_name", "level"),
    [
        ("Right", Level.BYTES),
        ("Reordered", Level.LOCATIONS),
        ("Misplaced", Level.GRAPH),
        ("Wrong", Level.DIFFERENT),
        ("Broken", Level.FAILED),
    ],
)
def test_pass_gets_its_level(class_name: str, level: Level, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PASSES, "triton-combine", f"{__name__}:{class_name}")
    assert "triton-combine" in native_passes()
    levels = pass_levels("triton-combine", KERNEL)
    assert set(levels) == {case.name for case in cases_of(KERNEL)}
    assert set(levels.values()) == {level}


def _compare(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.parity.compare", *arguments]
    return subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)


def test_command_line_shows_the_changes_of_the_wheel() -> None:
    done = _compare("cse", "--wheel", "--everywhere", "--kernel", KERNEL, "--arch", "80")
    assert done.returncode == 0, done.stderr
    assert f"--- {KERNEL}-sm80-0-inline input" in done.stdout
    assert any(line.startswith("-") and "arith.constant" in line for line in done.stdout.splitlines())


def test_command_line_names_unknown_passes() -> None:
    done = _compare("triton-combin")
    assert done.returncode == 1
    assert "offers no pass 'triton-combin'; did you mean 'triton-combine'" in done.stderr
