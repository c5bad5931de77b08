"""The lock of atomic operations, which all machine code in this process shares."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable
from functools import cache
from pathlib import Path
from string import Template
from typing import Any

from xtriton.passes.cpu.lock_functions import FUNCTIONS

_VARIABLE = "xtriton_atomics"
"""The variable of an object file that points to the word of the lock."""
_PAUSES = {"x86_64": "call void @llvm.x86.sse2.pause()", "aarch64": "call void @llvm.aarch64.hint(i32 1)"}
_PAUSE_DECLARATIONS = {
    "x86_64": "declare void @llvm.x86.sse2.pause()",
    "aarch64": "declare void @llvm.aarch64.hint(i32)",
}
"""The instruction of a loop that spins, by processor."""

_WORDS = 4112
"""The length of the lock's memory, as in ``lock.ll``."""
_MEMORY = (ctypes.c_uint64 * (_WORDS + 16))()
_ADDRESS = ctypes.addressof(_MEMORY) + -ctypes.addressof(_MEMORY) % 128
WORD = ctypes.c_uint64.from_address(_ADDRESS)
"""The word of this process, as ``lock.ll`` describes it, 64 bytes before the count of waits: in a line of its own."""


def _release() -> None:
    """Release the lock in a new process, whose other threads are gone."""
    ctypes.memset(_ADDRESS, 0, 8 * _WORDS)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_release)


def link_lock(binding: Any, module: Any, triple: str) -> None:
    """Link the functions of the lock into an LLVM module that declares them."""
    if any(function.is_declaration and function.name in FUNCTIONS for function in module.functions):
        module.link_in(binding.parse_assembly(_text(triple)))
        for name in FUNCTIONS:
            module.get_function(name).linkage = "internal"


@cache
def _text(triple: str) -> str:
    processor = triple.partition("-")[0].replace("arm64", "aarch64")
    yields = "windows" not in triple
    declarations = [_PAUSE_DECLARATIONS.get(processor, ""), "declare i32 @sched_yield()" if yields else ""]
    return Template(Path(__file__).with_name("lock.ll").read_text(encoding="utf-8")).substitute(
        declarations="\n".join(declarations),
        pause=_PAUSES.get(processor, ""),
        **{"yield": "call i32 @sched_yield()" if yields else ""},
    )


def share_lock(code: bytes, address: Callable[[str], int]) -> None:
    """Let loaded machine code use the lock of this process, if it has atomic operations."""
    if _VARIABLE.encode() in code:
        ctypes.c_void_p.from_address(address(_VARIABLE)).value = _ADDRESS
