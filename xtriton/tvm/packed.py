"""LLVM IR of the packed function that runs a CPU kernel on tensors that TVM passes.

It follows TVM's calling convention (tvm/ffi/c_api.h): arguments are 16 bytes each, a type index and a value, and
tensors are DLPack's, which are not copied. The call has the tensors, the scalars, the three extents of the grid, and
the results last. Programs of the grid run on TVM's threads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xtriton.passes.cpu.entry_point import GUARD_SLOT, HEADER, PROGRAM_SLOT, SUFFIX
from xtriton.tvm.requests import Extent, RowExtent, shape_text

SYMBOL_PREFIX = "__tvm_ffi_"
"""TVM's prefix of the names of packed functions in machine code."""

GENERAL_SUFFIX = "__general"
"""The suffix of the version of a kernel that takes over when integers wrap around."""

_ALIGNMENT = 64
_LONGEST_AXIS = (1 << 31) - 1

_RUNTIME = """
%any = type { i32, i32, i64 }
%tensor = type { ptr, i32, i32, i32, i8, i8, i16, ptr, ptr, i64 }
%launch = type { ptr, i32, i32, i32, i64, i64 }

@__TVMBackendParallelLaunch = linkonce dllexport global ptr null, align 8
@xtriton.kind.type = private constant [10 x i8] c"TypeError\\00"
@xtriton.kind.value = private constant [11 x i8] c"ValueError\\00"
@xtriton.kind.runtime = private constant [13 x i8] c"RuntimeError\\00"

declare void @TVMFFIErrorSetRaisedFromCStr(ptr, ptr)
declare ptr @aligned_alloc(i64, i64)
declare void @free(ptr)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; The DLPack tensor of an argument; null for another argument.
define internal ptr @xtriton.tensor_of(ptr %argument) {
  %kind = load i32, ptr %argument
  %place = getelementptr %any, ptr %argument, i64 0, i32 2
  %value = load ptr, ptr %place
  switch i32 %kind, label %other [ i32 7, label %plain  i32 70, label %object ]
plain:
  ret ptr %value
object:
  %tensor = getelementptr i8, ptr %value, i64 24
  ret ptr %tensor
other:
  ret ptr null
}

; Whether the elements of a tensor are row-major without gaps.
define internal i1 @xtriton.is_compact(ptr %tensor) {
entry:
  %strides.place = getelementptr %tensor, ptr %tensor, i64 0, i32 8
  %strides = load ptr, ptr %strides.place
  %absent = icmp eq ptr %strides, null
  br i1 %absent, label %compact, label %start
start:
  %rank.place = getelementptr %tensor, ptr %tensor, i64 0, i32 3
  %rank32 = load i32, ptr %rank.place
  %rank = sext i32 %rank32 to i64
  %shape.place = getelementptr %tensor, ptr %tensor, i64 0, i32 7
  %shape = load ptr, ptr %shape.place
  br label %loop
loop:
  %left = phi i64 [ %rank, %start ], [ %dim, %next ]
  %expected = phi i64 [ 1, %start ], [ %product, %next ]
  %done = icmp eq i64 %left, 0
  br i1 %done, label %compact, label %check
check:
  %dim = sub i64 %left, 1
  %extent.place = getelementptr i64, ptr %shape, i64 %dim
  %extent = load i64, ptr %extent.place
  %stride.place = getelementptr i64, ptr %strides, i64 %dim
  %stride = load i64, ptr %stride.place
  %same = icmp eq i64 %stride, %expected
  %single = icmp ule i64 %extent, 1
  %fits = or i1 %same, %single
  br i1 %fits, label %next, label %gaps
next:
  %product = mul i64 %expected, %extent
  br label %loop
compact:
  ret i1 true
gaps:
  ret i1 false
}

; Store the address of a tensor's elements, after checks: its rank and its extents (unless negative).
; Returns 0, or 1 for an argument that is no tensor on the CPU, 2 for another shape, 3 for a strided tensor.
define internal i32 @xtriton.address(ptr %argument, i32 %rank, ptr %extents, ptr %slot) {
entry:
  %tensor = call ptr @xtriton.tensor_of(ptr %argument)
  %absent = icmp eq ptr %tensor, null
  br i1 %absent, label %no.tensor, label %device
device:
  %device.place = getelementptr %tensor, ptr %tensor, i64 0, i32 1
  %device.type = load i32, ptr %device.place
  %on.cpu = icmp eq i32 %device.type, 1
  br i1 %on.cpu, label %ranked, label %no.tensor
ranked:
  %rank.place = getelementptr %tensor, ptr %tensor, i64 0, i32 3
  %actual = load i32, ptr %rank.place
  %rank.fits = icmp eq i32 %actual, %rank
  %limit = sext i32 %rank to i64
  %shape.place = getelementptr %tensor, ptr %tensor, i64 0, i32 7
  %shape = load ptr, ptr %shape.place
  br i1 %rank.fits, label %loop, label %misfit
loop:
  %dim = phi i64 [ 0, %ranked ], [ %following, %next ]
  %done = icmp eq i64 %dim, %limit
  br i1 %done, label %layout, label %check
check:
  %wanted.place = getelementptr i64, ptr %extents, i64 %dim
  %wanted = load i64, ptr %wanted.place
  %extent.place = getelementptr i64, ptr %shape, i64 %dim
  %extent = load i64, ptr %extent.place
  %same = icmp eq i64 %extent, %wanted
  %any.extent = icmp slt i64 %wanted, 0
  %fits = or i1 %same, %any.extent
  br i1 %fits, label %next, label %misfit
next:
  %following = add i64 %dim, 1
  br label %loop
layout:
  %compact = call i1 @xtriton.is_compact(ptr %tensor)
  br i1 %compact, label %good, label %gaps
good:
  %data = load ptr, ptr %tensor
  %offset.place = getelementptr %tensor, ptr %tensor, i64 0, i32 9
  %offset = load i64, ptr %offset.place
  %address = getelementptr i8, ptr %data, i64 %offset
  store ptr %address, ptr %slot
  ret i32 0
no.tensor:
  ret i32 1
misfit:
  ret i32 2
gaps:
  ret i32 3
}

; A number as i64, from an integer or a boolean.
define internal i64 @xtriton.integer(ptr %argument) {
  %place = getelementptr %any, ptr %argument, i64 0, i32 2
  %value = load i64, ptr %place
  ret i64 %value
}

; A number as double, from a float or an integer.
define internal double @xtriton.float(ptr %argument) {
  %kind = load i32, ptr %argument
  %place = getelementptr %any, ptr %argument, i64 0, i32 2
  %is.float = icmp eq i32 %kind, 3
  %value = load double, ptr %place
  %integer = load i64, ptr %place
  %converted = sitofp i64 %integer to double
  %result = select i1 %is.float, double %value, double %converted
  ret double %result
}
"""


@dataclass(frozen=True)
class Slot:
    """A run-time argument of the kernel: the index among the arguments of the call, and its type.

    ``type`` is ``ptr`` or Triton's spelling of a scalar. ``shape`` has the extents of a tensor, which are checked.
    """

    index: int
    type: str
    name: str = ""
    shape: tuple[Extent, ...] = ()


@dataclass(frozen=True)
class Kernel:
    """The kernel that a packed function runs."""

    symbol: str
    """The name of the packed function."""
    entry: str
    """The name of the kernel; its entry point has a suffix."""
    arena: int
    """Bytes of memory that each thread needs."""
    checks: tuple[str, ...]
    """The messages of assertions."""
    has_general: bool
    """Whether there is a version that takes over when integers wrap around."""


def packed_function(kernel: Kernel, slots: Sequence[Slot], grid: int) -> str:
    """The LLVM IR of a packed function.

    ``slots`` are the kernel's arguments in its order; the extents of the grid are the arguments from ``grid`` on. The
    row count, if shapes depend on it, is the argument before them.
    """
    texts: list[str] = []
    body = [
        f"define dllexport i32 @{SYMBOL_PREFIX}{kernel.symbol}(ptr %self, ptr %arguments, i32 %count, ptr %result) {{",
        f"  %slots = alloca [{max(len(slots), 1)} x i64], align 8",
        "  %launch = alloca %launch, align 8",
        "  %single = alloca { ptr, i32 }, align 8",
    ]
    if any(isinstance(extent, RowExtent) for slot in slots for extent in slot.shape):
        body += [
            f"  %rows.place = getelementptr %any, ptr %arguments, i64 {grid - 1}",
            "  %rows = call i64 @xtriton.integer(ptr %rows.place)",
        ]
    for number, slot in enumerate(slots):
        body += _argument(kernel.symbol, number, slot, texts)
    texts.append(_string("refused.grid", f"an extent of the grid of '{kernel.symbol}' exceeds {_LONGEST_AXIS}"))
    body += _launch(grid)
    body += _outcome(kernel, texts)
    grid_entry = f"declare void @{kernel.entry}{SUFFIX}(ptr, i32, i32, i32, i64, i64, ptr)"
    general = f"declare void @{kernel.entry}{SUFFIX}{GENERAL_SUFFIX}(ptr, i32, i32, i32, i64, i64, ptr)"
    declarations = [grid_entry, *([general] if kernel.has_general else [])]
    return "\n".join([_RUNTIME, *declarations, *texts, _task(kernel), *body, "}", ""])


def _string(name: str, text: str) -> str:
    data = text.encode()
    spelled = "".join(chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\{byte:02X}" for byte in data)
    return f'@{name} = private constant [{len(data) + 1} x i8] c"{spelled}\\00"'


def _argument(symbol: str, number: int, slot: Slot, texts: list[str]) -> list[str]:
    """Store an argument in its slot."""
    lines = [
        f"  %slot.{number} = getelementptr i64, ptr %slots, i64 {number}",
        f"  %argument.{number} = getelementptr %any, ptr %arguments, i64 {slot.index}",
    ]
    if slot.type != "ptr":
        return [*lines, *_scalar(number, slot.type)]
    wanted = f"a row-major tensor of shape {shape_text(slot.shape)} on the CPU"
    texts.append(_string(f"misfit.{number}", f"argument '{slot.name}' of '{symbol}' is not {wanted}"))
    return [
        *lines,
        *_extents(number, slot.shape),
        f"  %state.{number} = call i32 @xtriton.address(ptr %argument.{number}, i32 {len(slot.shape)}, "
        f"ptr %extents.{number}, ptr %slot.{number})",
        f"  %good.{number} = icmp eq i32 %state.{number}, 0",
        f"  br i1 %good.{number}, label %passed.{number}, label %refused.{number}",
        f"refused.{number}:",
        f"  call void @TVMFFIErrorSetRaisedFromCStr(ptr @xtriton.kind.value, ptr @misfit.{number})",
        "  ret i32 -1",
        f"passed.{number}:",
    ]


def _extents(number: int, shape: Sequence[Extent]) -> list[str]:
    """Store the extents that a tensor must have; -1 is any."""
    lines = [f"  %extents.{number} = alloca [{max(len(shape), 1)} x i64], align 8"]
    for axis, extent in enumerate(shape):
        name = f"{number}.{axis}"
        value = str(-1 if extent is None else extent)
        if isinstance(extent, RowExtent):
            value = f"%extent.{name}"
            lines += [
                f"  %covered.{name} = add i64 %rows, {extent.block - 1}",
                f"  %blocks.{name} = sdiv i64 %covered.{name}, {extent.block}",
                f"  {value} = add i64 %blocks.{name}, {extent.extra}",
            ]
        lines += [
            f"  %wanted.{name} = getelementptr i64, ptr %extents.{number}, i64 {axis}",
            f"  store i64 {value}, ptr %wanted.{name}",
        ]
    return lines


def _scalar(number: int, type_: str) -> list[str]:
    """Store an integer, or the bits of f16 and bf16, of which the kernel reads the lowest bytes; or a float."""
    if type_ not in ("fp32", "fp64"):
        return [
            f"  %number.{number} = call i64 @xtriton.integer(ptr %argument.{number})",
            f"  store i64 %number.{number}, ptr %slot.{number}",
        ]
    lines = [f"  %number.{number} = call double @xtriton.float(ptr %argument.{number})"]
    if type_ == "fp64":
        return [*lines, f"  store double %number.{number}, ptr %slot.{number}"]
    return [
        *lines,
        f"  %narrow.{number} = fptrunc double %number.{number} to float",
        f"  store float %narrow.{number}, ptr %slot.{number}",
    ]


def _launch(grid: int) -> list[str]:
    """Run the programs: on this thread if there is one program, else on TVM's threads."""
    lines: list[str] = []
    for axis, name in enumerate("xyz"):
        lines += [
            f"  %extent.{name}.place = getelementptr %any, ptr %arguments, i64 {grid + axis}",
            f"  %extent.{name} = call i64 @xtriton.integer(ptr %extent.{name}.place)",
            f"  %grid.{name} = trunc i64 %extent.{name} to i32",
            f"  %none.{name} = icmp sle i64 %extent.{name}, 0",
            f"  %long.{name} = icmp sgt i64 %extent.{name}, {_LONGEST_AXIS}",
            f"  %launch.{name} = getelementptr %launch, ptr %launch, i64 0, i32 {axis + 1}",
            f"  store i32 %grid.{name}, ptr %launch.{name}",
        ]
    return [
        *lines,
        "  %plane = mul i64 %extent.x, %extent.y",
        "  %programs = mul i64 %plane, %extent.z",
        "  store ptr %slots, ptr %launch",
        "  %launch.programs = getelementptr %launch, ptr %launch, i64 0, i32 4",
        "  store i64 %programs, ptr %launch.programs",
        "  %launch.failed = getelementptr %launch, ptr %launch, i64 0, i32 5",
        "  store i64 0, ptr %launch.failed",
        "  %none.xy = or i1 %none.x, %none.y",
        "  %is.empty = or i1 %none.xy, %none.z",
        "  br i1 %is.empty, label %finished, label %some",
        "some:",
        "  %long.xy = or i1 %long.x, %long.y",
        "  %is.long = or i1 %long.xy, %long.z",
        "  br i1 %is.long, label %refused, label %launched",
        "refused:",
        "  call void @TVMFFIErrorSetRaisedFromCStr(ptr @xtriton.kind.value, ptr @refused.grid)",
        "  ret i32 -1",
        "launched:",
        "  %is.one = icmp eq i64 %programs, 1",
        "  br i1 %is.one, label %here, label %threads",
        "here:",
        "  %single.tasks = getelementptr { ptr, i32 }, ptr %single, i64 0, i32 1",
        "  store i32 1, ptr %single.tasks",
        "  %ran = call i32 @xtriton.task(i32 0, ptr %single, ptr %launch)",
        "  br label %ended",
        "threads:",
        "  %start = load ptr, ptr @__TVMBackendParallelLaunch",
        "  %started = call i32 %start(ptr @xtriton.task, ptr %launch, i32 0)",
        "  br label %ended",
        "ended:",
        "  %status = phi i32 [ %ran, %here ], [ %started, %threads ]",
        "  %is.good = icmp eq i32 %status, 0",
        "  br i1 %is.good, label %asserted, label %broken",
        "broken:",
        "  ret i32 %status",
        "asserted:",
        "  %failed = load i64, ptr %launch.failed",
    ]


def _outcome(kernel: Kernel, texts: list[str]) -> list[str]:
    """Raise an error for a failed assertion."""
    messages = [*kernel.checks, f"an assertion of kernel '{kernel.entry}' failed"]
    texts += [_string(f"check.{number}", text) for number, text in enumerate(messages)]
    cases = " ".join(f"i64 {number + 1}, label %failed.{number}" for number in range(len(messages)))
    lines = [f"  switch i64 %failed, label %finished [ {cases} ]"]
    for number in range(len(messages)):
        lines += [
            f"failed.{number}:",
            f"  call void @TVMFFIErrorSetRaisedFromCStr(ptr @xtriton.kind.runtime, ptr @check.{number})",
            "  ret i32 -1",
        ]
    return [*lines, "finished:", "  store %any zeroinitializer, ptr %result", "  ret i32 0"]


def _task(kernel: Kernel) -> str:
    """The programs of one thread, a contiguous part of the grid."""
    size = -(-(kernel.arena + HEADER) // _ALIGNMENT) * _ALIGNMENT
    entry = f"@{kernel.entry}{SUFFIX}"
    arguments = "ptr %slots, i32 %x, i32 %y, i32 %z"
    if kernel.has_general:
        unknown = len(kernel.checks) + 1
        guarded = f"""  %program.place = getelementptr i8, ptr %arena, i64 {PROGRAM_SLOT}
  %program = load i64, ptr %program.place
  call void @llvm.memset.p0.i64(ptr %arena, i8 0, i64 {HEADER}, i1 false)
  call void {entry}{GENERAL_SUFFIX}({arguments}, i64 %program, i64 %last, ptr %arena)
  %general.failed = load i64, ptr %arena
  %general.good = icmp eq i64 %general.failed, 0
  br i1 %general.good, label %done, label %general.asserted
general.asserted:
  store i64 {unknown}, ptr %failed.place
  br label %done"""
    else:
        guarded = "  store i64 %guard, ptr %failed.place\n  br label %done"
    return f"""
define internal i32 @xtriton.task(i32 %task, ptr %group, ptr %launch) {{
  %tasks.place = getelementptr {{ ptr, i32 }}, ptr %group, i64 0, i32 1
  %tasks32 = load i32, ptr %tasks.place
  %tasks = sext i32 %tasks32 to i64
  %number = sext i32 %task to i64
  %slots = load ptr, ptr %launch
  %x.place = getelementptr %launch, ptr %launch, i64 0, i32 1
  %x = load i32, ptr %x.place
  %y.place = getelementptr %launch, ptr %launch, i64 0, i32 2
  %y = load i32, ptr %y.place
  %z.place = getelementptr %launch, ptr %launch, i64 0, i32 3
  %z = load i32, ptr %z.place
  %programs.place = getelementptr %launch, ptr %launch, i64 0, i32 4
  %programs = load i64, ptr %programs.place
  %failed.place = getelementptr %launch, ptr %launch, i64 0, i32 5
  %before = mul i64 %programs, %number
  %first = sdiv i64 %before, %tasks
  %following = add i64 %number, 1
  %until = mul i64 %programs, %following
  %last = sdiv i64 %until, %tasks
  %is.empty = icmp eq i64 %first, %last
  br i1 %is.empty, label %idle, label %run
idle:
  ret i32 0
run:
  %arena = call ptr @aligned_alloc(i64 {_ALIGNMENT}, i64 {size})
  call void @llvm.memset.p0.i64(ptr %arena, i8 0, i64 {HEADER}, i1 false)
  call void {entry}({arguments}, i64 %first, i64 %last, ptr %arena)
  %failed = load i64, ptr %arena
  %guard.place = getelementptr i8, ptr %arena, i64 {GUARD_SLOT}
  %guard = load i64, ptr %guard.place
  %is.good = icmp eq i64 %failed, 0
  br i1 %is.good, label %wrapped, label %asserted
asserted:
  store i64 %failed, ptr %failed.place
  br label %done
wrapped:
  %is.plain = icmp eq i64 %guard, 0
  br i1 %is.plain, label %done, label %guarded
guarded:
{guarded}
done:
  call void @free(ptr %arena)
  ret i32 0
}}
"""
