"""The function that a launch calls: it takes everything in one block of memory, since each argument of a foreign call
takes a tenth of a microsecond to convert.
"""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import IntegerType, StringAttr, UnitAttr, i32, i64
from xdsl.ir import Attribute, Block, Region, SSAValue

from xtriton.dialects.upstream.func import FuncOp
from xtriton.dialects.upstream.llvm.functions import LLVMFuncOp
from xtriton.passes.cpu.entry_point import (
    ARENA_OFFSET,
    ARGUMENTS_OFFSET,
    FIRST_OFFSET,
    GUARD_SLOT,
    LAST_OFFSET,
    LAUNCH_SUFFIX,
    SUFFIX,
)
from xtriton.passes.cpu.to_llvm.builder import PTR, LlvmBuilder
from xtriton.passes.cpu.to_llvm.function import WITHOUT_CALLS, llvm_function

_I8 = IntegerType(8)


def launch_function(op: FuncOp) -> LLVMFuncOp:
    """``@kernel__launch(block) -> i64``: clears the header of the arena, and calls ``@kernel__grid``.

    The result is zero if no assertion and no guard failed.
    """
    name = cast("StringAttr", op.sym_name).data
    entry = Block(arg_types=[PTR])
    b = LlvmBuilder(entry)
    b.location = op.location
    (block,) = entry.args

    def field(offset: int, type_: Attribute) -> SSAValue:
        return b.load(b.element(block, offset, _I8), type_)

    arena = field(ARENA_OFFSET, PTR)
    guard = b.element(arena, GUARD_SLOT, _I8)
    b.store(b.integer(0), arena)
    b.store(b.integer(0), guard)
    extents = [field(offset, i32) for offset in (0, 4, 8)]
    programs = [field(offset, i64) for offset in (FIRST_OFFSET, LAST_OFFSET)]
    b.call(f"{name}{SUFFIX}", [b.element(block, ARGUMENTS_OFFSET, _I8), *extents, *programs, arena], None)
    b.add("return", [b.binary("or", b.load(arena, i64), b.load(guard, i64))])
    properties: dict[str, Attribute] = {"no_unwind": UnitAttr(), "passthrough": WITHOUT_CALLS}
    # It runs once per launch, and takes LLVM as long to optimise as a short kernel.
    properties |= {"no_inline": UnitAttr(), "optimize_none": UnitAttr()}
    return llvm_function(f"{name}{LAUNCH_SUFFIX}", [PTR], i64, Region(entry), properties=properties)
