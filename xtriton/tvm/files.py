"""Modules of TVM in files: Python files with TVMScript, and TVM's JSON."""

from __future__ import annotations

import re
import runpy
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from xtriton.tvm.library import tvm


def read_module(place: str) -> Any:
    """The ``tvm.IRModule`` of ``MODEL.json``, ``MODEL.py`` or ``MODEL.py:NAME``.

    A Python file is executed; without a name it must define exactly one module. Raises ``ValueError`` otherwise.
    """
    path, _, name = place.partition(".py:")
    if name:
        path += ".py"
    if not Path(path).is_file():
        raise ValueError(f"there is no file '{path}'")
    if path.endswith(".json"):
        return _loaded(path)
    if not path.endswith(".py"):
        raise ValueError(f"'{path}' is neither a Python file nor JSON of TVM")
    try:
        defined = runpy.run_path(path)
    except (Exception, SystemExit) as failure:
        raise ValueError(f"'{path}' cannot be executed: {type(failure).__name__}: {failure}") from failure
    return _chosen(path, name, defined)


def _loaded(path: str) -> Any:
    """The module of a file of TVM's JSON."""
    text = Path(path).read_text(encoding="utf-8")
    try:
        module = tvm.ir.load_json(text)
    except Exception as failure:  # the loader has errors of many types for JSON of something else
        reason = (str(failure).splitlines() or [""])[0]
        raise ValueError(f"'{path}' is no JSON of TVM: {type(failure).__name__}: {reason}") from failure
    if not isinstance(module, tvm.IRModule):
        raise ValueError(f"'{path}' has no module, but {type(module).__name__}")
    return module


def _chosen(path: str, name: str, defined: Mapping[str, Any]) -> Any:
    modules = {key: value for key, value in defined.items() if isinstance(value, tvm.IRModule)}
    if name in modules:
        return modules[name]
    listed = ", ".join(modules) or "none"
    if name:
        raise ValueError(f"'{path}' has no module '{name}': it has {listed}")
    if len(modules) != 1:
        raise ValueError(f"'{path}' must define one module, or its name be given ({path}:NAME): it has {listed}")
    return next(iter(modules.values()))


def written(mod: Any, path: str) -> str:
    """A module as TVMScript for ``.py``, else as TVM's JSON."""
    if not path.endswith(".py"):
        return str(tvm.ir.save_json(mod))
    # TVM prints the imports as comments.
    return re.sub(r"^# (?=from )", "", str(mod.script(show_meta=True)), flags=re.MULTILINE).rstrip() + "\n"
