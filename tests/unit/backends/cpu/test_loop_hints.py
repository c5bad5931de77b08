"""Loop annotations as LLVM IR metadata."""

from __future__ import annotations

import re

import pytest

from xtriton.backends.cpu.translate import llvm_ir
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module

LOOP = """
llvm.func @loop(%c: i1) {{
  llvm.br ^bb1
^bb1:
  llvm.br ^bb1 {{loop_annotation = #llvm.loop_annotation<{annotation}>}}
}}
"""


def text_of(annotation: str) -> str:
    return llvm_ir(parse_module(LOOP.format(annotation=annotation), "test", Context()))


def test_a_loop_refers_to_itself() -> None:
    text = text_of("interleave = <count = 1 : i32>")
    node = re.search(r"br label %b1, !llvm.loop (!\d+)", text)
    assert node is not None
    itself, hint = re.findall(rf"{node[1]} = distinct !{{(!\d+), (!\d+)}}", text)[0]
    assert itself == node[1]
    assert f'{hint} = !{{!"llvm.loop.interleave.count", i32 1}}' in text


def test_several_hints() -> None:
    text = text_of("interleave = <count = 2 : i32>, licm = <disable = true>")
    assert "i32 2}" in text
    assert '!{!"llvm.licm.disable"}' in text
    assert len(re.findall(r"distinct", text)) == 1


@pytest.mark.parametrize(
    "annotation", ["licm = <disable = false>", "licm = <versioningDisable = true>", "unroll = <disable = true>"]
)
def test_other_hints_are_dropped(annotation: str) -> None:
    assert "!" not in text_of(annotation)


def test_debug_information_and_hints_have_nodes_of_their_own() -> None:
    module = parse_module(LOOP.format(annotation="interleave = <count = 1 : i32>"), "test", Context())
    text = llvm_ir(module, [])
    numbers = re.findall(r"(?m)^(!\d+) = ", text)
    assert len(numbers) == len(set(numbers))
    assert set(re.findall(r"!\d+", text)) == set(numbers)


def test_llvm_takes_the_metadata() -> None:
    binding = pytest.importorskip("llvmlite.binding")
    module = parse_module(LOOP.format(annotation="interleave = <count = 1 : i32>"), "test", Context())
    for lines in (None, []):
        binding.parse_assembly(llvm_ir(module, lines)).verify()
