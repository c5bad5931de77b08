"""The builder gives Triton's bytes: the text of a kernel built is that of Triton's front end for the same kernel."""

from __future__ import annotations

import importlib.util
import runpy
from pathlib import Path
from typing import Any

import pytest
from parity.builder_pairs import basics, control, later, libraries, models, tensors
from parity.builder_pairs.wheel import Pair, triton_module

from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import PrintOptions, print_op
from xtriton.versions import default_version

EXAMPLES = Path(__file__).parents[2] / "examples" / "builder"
ALL_PAIRS = [*basics.PAIRS, *control.PAIRS, *tensors.PAIRS, *models.PAIRS, *libraries.PAIRS, *later.PAIRS]
PAIRS = [pair for pair in ALL_PAIRS if default_version() in pair.versions]


def _id(pair: Pair) -> str:
    flags = ["debug"] if pair.options.debug else [] if pair.options.sanitize_overflow else ["unchecked"]
    return "-".join([pair.name, *flags])


@pytest.mark.parametrize("pair", PAIRS, ids=_id)
def test_text_is_triton_s(pair: Pair) -> None:
    """Default properties do not show in the custom form, so the generic forms are compared as well."""
    module, text = pair.build(), pair.compile().str_nodebug()
    assert module.text() == text
    module.verify()
    generic = PrintOptions(generic=True)
    assert print_op(module.op, generic) == print_op(parse_module(text, "wheel", Context()), generic)


def _example(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(f"example_{name}", EXAMPLES / f"{name}.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


SOURCES = {
    "vector_add": (basics.vector_add, basics.PAIRS[0].parameters),
    "softmax": (tensors.softmax, tensors.PAIRS[0].parameters),
    "fp8_matmul": (models.w8a8_block_fp8_matmul, models.FP8_MATMUL),
}


@pytest.mark.parametrize("name", SOURCES)
def test_example_is_triton_s(name: str) -> None:
    jit, parameters = SOURCES[name]
    module = _example(name).build()
    assert module.text() == triton_module(jit, parameters, module.options).str_nodebug()
    module.verify()


@pytest.mark.parametrize("name", SOURCES)
def test_example_prints_its_module(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    runpy.run_path(str(EXAMPLES / f"{name}.py"), run_name="__main__")
    assert capsys.readouterr().out == _example(name).build().text()
