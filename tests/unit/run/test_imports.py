"""Callbacks after imports."""

from __future__ import annotations

import importlib
import sys
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest

from xtriton.run.imports import after_import


def test_callback_comes_after_the_import(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "module_of_test.py").write_text("value = 3\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    finders = list(sys.meta_path)
    called: list[tuple[ModuleType, int]] = []
    after_import("module_of_test", lambda module: called.append((module, module.value)))
    assert called == []
    module = importlib.import_module("module_of_test")
    assert called == [(module, 3)]
    assert type(module.__loader__).__module__ != "xtriton.run.imports"
    assert module.__spec__ is not None and module.__spec__.loader is module.__loader__
    assert sys.meta_path == finders
    after_import("module_of_test", lambda module: called.append((module, 4)))
    assert called[1:] == [(module, 4)]
    del sys.modules["module_of_test"]


def test_failing_import(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "failing_of_test.py").write_text("1 / 0\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    after_import("failing_of_test", lambda module: pytest.fail("the module was not imported"))
    with pytest.raises(ZeroDivisionError):
        importlib.import_module("failing_of_test")


def test_looking_for_a_module_is_not_importing_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Torch 2.14 looks for Triton before it imports it."""
    (tmp_path / "sought_of_test.py").write_text("value = 3\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "meta_path", list(sys.meta_path))
    called: list[int] = []
    after_import("sought_of_test", lambda module: called.append(module.value))
    assert find_spec("sought_of_test") is not None
    assert find_spec("sought_of_test") is not None
    assert not called
    importlib.import_module("sought_of_test")
    importlib.reload(sys.modules["sought_of_test"])
    assert called == [3]
    del sys.modules["sought_of_test"]
