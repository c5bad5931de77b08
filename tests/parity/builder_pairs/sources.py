"""One source text read by Triton's front end and, with the builder as ``tl``, run by Python."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path
from types import ModuleType
from typing import Any

from parity.builder_pairs.wheel import triton_module

from xtriton.frontend import builder as tb
from xtriton.frontend.builder.dtypes import PointerType


def _load(path: Path, header: str, source: str) -> ModuleType:
    # Both files have the same name, as the names of functions in the IR contain it.
    path.parent.mkdir()
    path.write_text(header + source)
    spec = importlib.util.spec_from_file_location("source", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def triton_text(folder: Path, source: str, parameters: dict[str, Any]) -> str:
    source = source.replace("DECORATOR", "@triton.jit").replace("\ndef helper", "\n@triton.jit\ndef helper")
    source = source.replace("\ndef combine", "\n@triton.jit\ndef combine")
    header = "import triton, triton.language as tl"
    for name, value in parameters.items():
        if isinstance(value, int):
            source = re.sub(rf"(def kernel\(.*)\b{name}\)", rf"\1{name}: tl.constexpr)", source)
    path = folder / "triton" / "source.py"
    module = _load(path, header, source)
    return str(triton_module(module.kernel, parameters, tb.Options())).replace(str(path), "source.py")


def built_text(folder: Path, source: str, parameters: dict[str, Any]) -> str:
    for helper in ("helper", "combine"):
        source = source.replace(f"\ndef {helper}", f"\n@tl.function\ndef {helper}")
    source = source.replace("DECORATOR", "@module.kernel(**parameters)")
    header = f"from xtriton.frontend import builder as tl; module = tl.Module(); parameters = {_spell(parameters)}"
    path = folder / "built" / "source.py"
    header = header.replace("from shared import *", f"module = tl.Module(); parameters = {_spell(parameters)}")
    module = _load(path, header, source)
    text: str = module.module.text(locations=True)
    return text.replace(str(path), "source.py")


def _spell(parameters: dict[str, Any]) -> str:
    """The parameters as Python source."""
    spelled: dict[str, str] = {}
    for name, value in parameters.items():
        match value:
            case tb.Parameter(type=PointerType(element=element), divisibility=divisibility):
                spelled[name] = f"tl.pointer(tl.{_name(element)}, {divisibility})"
            case tb.Parameter(type=type_, divisibility=divisibility):
                spelled[name] = f"tl.scalar(tl.{_name(type_)}, {divisibility})"
            case tb.DType():
                spelled[name] = f"tl.{_name(value)}"
            case _:
                spelled[name] = repr(value)
    return "{" + ", ".join(f"'{name}': {text}" for name, text in spelled.items()) + "}"


def _name(dtype: Any) -> str:
    return next(name for name in tb.__all__ if getattr(tb, name) == dtype)
