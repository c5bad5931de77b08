"""The entry point of a kernel: a loop over the programs of a grid."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    IntegerType,
    StringAttr,
    UnitAttr,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Region, SSAValue

from xtriton.dialects.upstream.func import FuncOp
from xtriton.dialects.upstream.llvm.attributes import NO_FAST_MATH
from xtriton.dialects.upstream.llvm.functions import LLVMFuncOp
from xtriton.dialects.upstream.llvm.types import VoidType
from xtriton.passes.cpu.entry_point import GRID_ARGUMENTS, GUARD_SLOT, PROGRAM_SLOT, SUFFIX
from xtriton.passes.cpu.lock_functions import LEAVE
from xtriton.passes.cpu.to_llvm.builder import PTR, LlvmBuilder
from xtriton.passes.cpu.to_llvm.function import ALONE, WITHOUT_CALLS, llvm_function
from xtriton.passes.cpu.to_llvm.memory import packed_types

STREAMS = "cpu.streams"
"""The attribute of functions with streaming stores: other threads see them only after a store fence."""
LARGE_ARRAYS = "cpu.large_arrays"
"""The attribute of functions that have another version, with streaming stores, for large arrays: the fewest bytes of a
large array, and the indices of the arguments that may be one."""
_SLOT = 8


def is_kernel(op: FuncOp, called: set[str]) -> bool:
    """Whether a function is a kernel: it has no callers, and takes its position in a grid."""
    name = cast("StringAttr", op.sym_name).data
    inputs = op.type.inputs.data
    grid = len(inputs) >= GRID_ARGUMENTS and all(input_ == i32 for input_ in inputs[-GRID_ARGUMENTS:])
    return grid and name not in called and not op.is_declaration and not op.type.outputs.data


def grid_function(op: FuncOp, width: int = 0, *, guarded: bool = False, joined: str | None = None) -> LLVMFuncOp:
    """``@kernel__grid(args, gx, gy, gz, first, last, arena)``: runs the programs [first, last) in x, y, z order.

    ``args`` points to 8 bytes for each argument of the kernel; ``arena`` is memory that no other thread uses. A
    ``guarded`` grid stops at the first program with a failing guard, and writes its linear id to the arena. ``width``
    is the preferred vector width in bits, for a kernel that is inlined; 0 leaves the choice to LLVM. ``joined``
    is the function that takes the lock of atomic operations for the time of the call, if any.
    """
    name = cast("StringAttr", op.sym_name).data
    inputs: list[Attribute] = [PTR, i32, i32, i32, i64, i64, PTR]
    entry = Block(arg_types=inputs)
    start, body, end = Block(), Block(arg_types=[i64, i32, i32, i32]), Block()
    region = Region([entry, start, body, end])
    b = LlvmBuilder(entry)
    b.location = op.location
    packed, gx, gy, gz, first, last, arena = entry.args
    given = [type_ for input_ in op.type.inputs.data[:-GRID_ARGUMENTS] for type_ in packed_types(input_)]
    arguments = [_argument(b, packed, index, type_) for index, type_ in enumerate(given)]
    if joined:
        b.call(joined, [], None)
    b.branch_if(b.compare("slt", first, last), (start, []), (end, []))
    b.block = start
    if guarded:  # the launch has cleared it, too: if the kernel is inlined, the check of each program reads no memory
        b.store(b.integer(0), b.element(arena, GUARD_SLOT, IntegerType(8)))
    b.branch(body, [b.binary("sub", last, first), *_place(b, first, gx, gy)])
    b.block = body
    left, *place = body.args
    b.call(name, [*arguments, gx, gy, gz, *place, arena], None)
    if guarded:
        _end_after_guard(b, region, arena, last, left, op, joined=joined is not None)
    left_then = b.binary("sub", left, b.integer(1))
    next_place = _next_place(b, place, gx, gy)
    b.branch_if(b.compare("ne", left_then, b.integer(0)), (body, [left_then, *next_place]), (end, []))
    b.block = end
    _end(b, op, joined=joined is not None)
    # Not inlined into the function that a launch calls, since others call this one, too.
    properties: dict[str, Attribute] = {"no_unwind": UnitAttr(), "no_inline": UnitAttr(), "passthrough": WITHOUT_CALLS}
    properties["arg_attrs"] = ArrayAttr([*[DictionaryAttr({})] * (len(inputs) - 1), ALONE])
    if width:
        properties["prefer_vector_width"] = StringAttr(str(width))
    return llvm_function(f"{name}{SUFFIX}", inputs, VoidType(), region, properties=properties)


def _place(b: LlvmBuilder, program: SSAValue, gx: SSAValue, gy: SSAValue) -> list[SSAValue]:
    """The position of a program in the grid."""
    wide_x, wide_y = b.add("sext", [gx], i64), b.add("sext", [gy], i64)
    rest = b.binary("udiv", program, wide_x)
    place = [b.binary("urem", program, wide_x), b.binary("urem", rest, wide_y), b.binary("udiv", rest, wide_y)]
    return [b.add("trunc", [id_], i32) for id_ in place]


def _next_place(b: LlvmBuilder, place: Sequence[SSAValue], gx: SSAValue, gy: SSAValue) -> list[SSAValue]:
    """The position after ``place``, without the divisions, which take as long as a small program."""
    x, y, z = place
    zero, one = b.integer(0, i32), b.integer(1, i32)
    next_x = b.binary("add", x, one)
    ends_row = b.compare("eq", next_x, gx)
    next_y = b.binary("add", y, b.add("zext", [ends_row], i32))
    ends_plane = b.compare("eq", next_y, gy)
    next_z = b.binary("add", z, b.add("zext", [ends_plane], i32))
    return [b.select(ends_row, zero, next_x), b.select(ends_plane, zero, next_y), next_z]


def _end(b: LlvmBuilder, op: FuncOp, *, joined: bool) -> None:
    """Return. Streaming stores of a kernel are ordered before what tells other threads that the programs have ended."""
    if STREAMS in op.attributes:
        none = DenseArrayBase.from_list(i32, [])
        b.add(
            "call_intrinsic",
            [],
            None,
            {
                "intrin": StringAttr("llvm.x86.sse.sfence"),
                "operandSegmentSizes": DenseArrayBase.from_list(i32, [0, 0]),
                "op_bundle_sizes": none,
                "fastmathFlags": NO_FAST_MATH,
            },
        )
    if joined:
        b.call(LEAVE, [], None)
    b.add("return")


def _end_after_guard(
    b: LlvmBuilder, region: Region, arena: SSAValue, last: SSAValue, left: SSAValue, op: FuncOp, *, joined: bool
) -> None:
    """Return if a guard has failed in the current program, with its linear id, ``last - left``, in the arena.

    The loop counts down ``left``, and the id is computed only here: that takes one register instead of two.
    """
    failed, goes_on = Block(), Block()
    region.add_block(failed)
    region.add_block(goes_on)
    guard = b.load(b.element(arena, GUARD_SLOT, IntegerType(8)), i64)
    b.branch_if(b.compare("eq", guard, b.integer(0)), (goes_on, []), (failed, []))
    b.block = failed
    b.store(b.binary("sub", last, left), b.element(arena, PROGRAM_SLOT, IntegerType(8)))
    _end(b, op, joined=joined)
    b.block = goes_on


def _argument(b: LlvmBuilder, packed: SSAValue, index: int, type_: Attribute) -> SSAValue:
    address = b.element(packed, index * _SLOT, IntegerType(8))
    if type_ == IntegerType(1):
        byte = b.load(address, IntegerType(8))
        return b.add("trunc", [byte], type_)
    return b.load(address, type_)


def names(ops: Sequence[FuncOp]) -> list[str]:
    """The names of functions."""
    return [cast("StringAttr", op.sym_name).data for op in ops]
