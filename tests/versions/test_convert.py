"""IR of other versions, converted to the installed wheel's: the wheel reads it, and it computes the same."""

from __future__ import annotations

from pathlib import Path

import pytest
from parity.cases import read_again, stage_text
from parity.frontend import Frontend
from parity.kernels import KERNELS
from xdsl.dialects.builtin import ModuleOp

from xtriton.interp.proof import Proof
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import PrintOptions, print_op
from xtriton.ir.verifier import verify
from xtriton.passes.libtriton import TEXT_NAME
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import parse_pipeline
from xtriton.versions import KNOWN, V3_6, TritonVersion, default_version, use_version

BLOCK_MATMUL = (Path(__file__).parent / "block_pointer_matmul.mlir").read_text()
"""A matmul with block pointers in a loop, with masks and padding, in the syntax of 3.6."""

OTHERS = [version for version in KNOWN if version != default_version()]
CHOSEN = ("leaky_relu", "descriptor_cube", "mx_matmul")


def converted(text: str, old: TritonVersion, new: TritonVersion) -> tuple[ModuleOp, str]:
    """A text of a version in another one: the module, and its text with locations."""
    context = Context(triton=old)
    module = parse_module(text, TEXT_NAME, context)
    verify(module, context)
    PassManager(context).run(parse_pipeline(f"convert-triton-version{{to={new}}}"), module)
    assert context.triton == new
    return module, print_op(module, PrintOptions(debuginfo=True, use_nameloc_as_prefix=True, triton=new))


@pytest.mark.parametrize("other", OTHERS, ids=str)
@pytest.mark.parametrize("name", CHOSEN)
def test_there_and_back(name: str, other: TritonVersion) -> None:
    kernel = KERNELS[name]
    frontend = Frontend(kernel, 90)
    module = frontend.make_ttir(frontend.module())
    for text in (stage_text(name, 90), read_again(str(module))):
        _, there = converted(text, default_version(), other)
        _, back = converted(there, other, default_version())
        assert read_again(back) == text


def test_converted_block_pointers_are_read_by_the_wheel() -> None:
    module, text = converted(BLOCK_MATMUL, V3_6, default_version())
    again = read_again(text)
    assert ("make_tensor_ptr" in again) == (default_version() < TritonVersion(3, 8))
    with use_version(default_version()):
        verify(module)


@pytest.mark.parametrize("new", KNOWN[1:], ids=str)
def test_converted_kernel_computes_the_same(new: TritonVersion) -> None:
    before = parse_module(BLOCK_MATMUL, TEXT_NAME, Context(triton=V3_6))
    after, _ = converted(BLOCK_MATMUL, V3_6, new)
    with use_version(V3_6):
        proof = Proof(before)
    assert proof.compare(after) is None
    assert not list(proof.left_out(after))
