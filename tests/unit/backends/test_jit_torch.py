"""``torch.compile`` inside of ``jit_passes``, with modules that stand in for torch's."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import xtriton

_CONFIG = "torch._inductor.config"


@pytest.fixture(autouse=True)
def no_torch(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Hide the imported modules of torch, and drop those that the test imports.

    Triton's drivers import torch, which cannot be imported twice in a process: they come first.
    """
    assert xtriton.jit_passes
    for name in [name for name in sys.modules if name.partition(".")[0] == "torch"]:
        monkeypatch.delitem(sys.modules, name)
    yield
    for name in [name for name in sys.modules if name.partition(".")[0] == "torch"]:
        del sys.modules[name]


def settings(config: Any) -> tuple[object, object]:
    return config.compile_threads, config.force_disable_caches


def config_module(**values: object) -> ModuleType:
    module = ModuleType(_CONFIG)
    module.__dict__.update(values)
    return module


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package called torch that can be imported."""
    folder = tmp_path / "torch" / "_inductor"
    folder.mkdir(parents=True)
    for package in (folder.parent, folder):
        (package / "__init__.py").write_text("")
    (folder / "config.py").write_text("compile_threads = None\nforce_disable_caches = False\n")
    monkeypatch.syspath_prepend(str(tmp_path))


def test_inductor_compiles_here_and_caches_nothing(monkeypatch: pytest.MonkeyPatch):
    config = config_module(compile_threads=8, force_disable_caches=False)
    monkeypatch.setitem(sys.modules, _CONFIG, config)
    with xtriton.jit_passes(ttir="inline"):
        assert settings(config) == (1, True)
        with xtriton.jit_passes(after="inline", passes="cse"):
            assert settings(config) == (1, True)
        assert settings(config) == (1, True)
    assert settings(config) == (8, False)


def test_settings_are_restored_after_an_error(monkeypatch: pytest.MonkeyPatch):
    config = config_module(compile_threads=8, force_disable_caches=False)
    monkeypatch.setitem(sys.modules, _CONFIG, config)
    with pytest.raises(KeyError), xtriton.jit_passes(ttir="inline"):
        raise KeyError
    assert settings(config) == (8, False)


def test_inductor_may_be_imported_inside(files: None):
    finders = list(sys.meta_path)
    with xtriton.jit_passes(ttir="inline"):
        config = importlib.import_module(_CONFIG)
        assert settings(config) == (1, True)
    assert settings(config) == (None, False)
    assert sys.meta_path == finders
    with xtriton.jit_passes(ttir="inline"):
        assert settings(config) == (1, True)
    assert settings(importlib.reload(config)) == (None, False)


def test_later_imports_are_not_patched(files: None):
    with xtriton.jit_passes(ttir="inline"):
        pass
    assert settings(importlib.import_module(_CONFIG)) == (None, False)


def test_a_setting_that_a_version_lacks(monkeypatch: pytest.MonkeyPatch):
    config = config_module(compile_threads=8)
    monkeypatch.setitem(sys.modules, _CONFIG, config)
    with xtriton.jit_passes(ttir="inline"):
        assert config.compile_threads == 1
        assert not hasattr(config, "force_disable_caches")
    assert config.compile_threads == 8


def test_compiled_functions_are_forgotten(monkeypatch: pytest.MonkeyPatch):
    """A function that was compiled outside is compiled anew inside, and the other way round."""
    forgotten: list[str] = []
    for name, function in (("torch._dynamo", "reset"), ("torch._inductor.utils", "clear_caches")):
        module = ModuleType(name)
        module.__dict__[function] = lambda told=f"{name}.{function}": forgotten.append(told)
        monkeypatch.setitem(sys.modules, name, module)
    both = ["torch._dynamo.reset", "torch._inductor.utils.clear_caches"]
    with xtriton.jit_passes(ttir="inline"):
        assert forgotten == both
    assert forgotten == both * 2
