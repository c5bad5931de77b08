"""The installed wheel's text of each kernel is read, verified and printed as the same bytes with its locations."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from parity.cases import read_again
from parity.frontend import Frontend
from parity.kernels import KERNELS
from parity.outcomes import AS_THE_WHEEL
from triton.compiler.errors import CompilationError

from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import print_op
from xtriton.ir.verifier import verify
from xtriton.passes.libtriton import TEXT_NAME
from xtriton.versions import V3_9, before, default_version

pytestmark = pytest.mark.slow

CAPABILITIES = (80, 90, 100, 120)
BLOCK_POINTERS = {name for name in KERNELS if "block_pointer" in name}


def texts_of(kernel: str, capability: int) -> Iterator[tuple[str, str]]:
    """The text of a kernel after each stage of the wheel."""
    frontend = Frontend(KERNELS[kernel], capability)
    module = frontend.module()
    yield "source", read_again(str(module))
    module = frontend.make_ttir(module)
    yield "ttir", read_again(str(module))
    metadata = {"hash": "", "target": frontend.target, **frontend.options.__dict__}
    yield "ttgir", read_again(str(frontend.backend.make_ttgir(module, metadata, frontend.options, capability)))


@pytest.mark.parametrize("kernel", KERNELS)
def test_text_of_each_stage(kernel: str) -> None:
    if kernel in BLOCK_POINTERS and default_version() not in before(V3_9):
        with pytest.raises(CompilationError):
            Frontend(KERNELS[kernel], 90).module()
        return
    for capability in CAPABILITIES:
        if capability < KERNELS[kernel].minimum:
            continue
        for stage, text in texts_of(kernel, capability):
            context = Context()
            module = parse_module(text, TEXT_NAME, context)
            verify(module, context)
            assert print_op(module, AS_THE_WHEEL) == text, f"{stage} at {capability}"
