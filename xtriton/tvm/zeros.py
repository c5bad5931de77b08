"""The kernel that sets memory to zero, which TVM's workspaces are not."""

# triton.language has no types.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
# pyright: reportUnknownParameterType=false, reportMissingParameterType=false, reportMissingTypeStubs=false

from __future__ import annotations

import triton
import triton.language as tl

import xtriton
from xtriton.compiler.result import CompiledKernel
from xtriton.targets import Target

WORDS = 4096
"""The 32-bit words of a program."""
WORD = 4
"""Bytes of a word. The sizes of workspaces are multiples of it."""


@triton.jit
def fill_with_zeros(memory, count, WORDS: tl.constexpr):  # noqa: N803 - constants of kernels are in capitals
    """Set ``count`` words to zero."""
    offsets = tl.program_id(0) * WORDS + tl.arange(0, WORDS)
    tl.store(memory + offsets, tl.zeros([WORDS], tl.int32), offsets < count)


def zeroing_kernel(target: str) -> CompiledKernel:
    """The kernel, compiled for ``cuda:90`` or another GPU. Its arguments are the memory and the count of words."""
    name = f"xtriton_fill_with_zeros_sm{Target.parse(target).capability}"
    signature = {"memory": "*i32:16", "count": "i32", "WORDS": WORDS}
    return xtriton.compile(fill_with_zeros, signature, target=target, name=name)
