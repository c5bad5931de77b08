"""Passes with planted bugs, and a kernel that shows each of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import IntegerAttr, ModuleOp, i32
from xdsl.ir import Operation

from xtriton.dialects import tt
from xtriton.dialects.upstream.arith import AddFOp, AddIOp, ConstantOp, MulFOp, SubIOp
from xtriton.folds.folding import constant_of
from xtriton.ir.context import Context
from xtriton.passes.base import OperationPass, Pass
from xtriton.rewriting.greedy import rewrite_greedily
from xtriton.rewriting.pattern import Pattern, PatternSet, pattern
from xtriton.rewriting.rewriter import Rewriter

KERNEL = """\
module {
  tt.func public @kernel(%x: !tt.ptr<f32>, %out: !tt.ptr<f32>, %n: i32) {
    %block = arith.constant 64 : i32
    %one = arith.constant 1 : i32
    %half = arith.constant dense<5.000000e-01> : tensor<64xf32>
    %two = arith.constant dense<2.000000e+00> : tensor<64xf32>
    %zero = arith.constant 0 : i32
    %program = tt.get_program_id x : i32
    %start = arith.muli %program, %block : i32
    %nothing = arith.subi %zero, %one : i32
    %more = arith.subi %n, %nothing : i32
    %size = arith.subi %more, %one : i32
    %range = tt.make_range {end = 64 : i32, start = 0 : i32} : tensor<64xi32>
    %starts = tt.splat %start : i32 -> tensor<64xi32>
    %offsets = arith.addi %starts, %range : tensor<64xi32>
    %limit = tt.splat %size : i32 -> tensor<64xi32>
    %mask = arith.cmpi slt, %offsets, %limit : tensor<64xi32>
    %xs = tt.splat %x : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %xp = tt.addptr %xs, %offsets : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    %value = tt.load %xp, %mask, %half : tensor<64x!tt.ptr<f32>>
    %halved = arith.mulf %value, %half : tensor<64xf32>
    %doubled = arith.mulf %halved, %two : tensor<64xf32>
    %sum = arith.addf %doubled, %value : tensor<64xf32>
    %os = tt.splat %out : !tt.ptr<f32> -> tensor<64x!tt.ptr<f32>>
    %op = tt.addptr %os, %offsets : tensor<64x!tt.ptr<f32>>, tensor<64xi32>
    tt.store %op, %sum, %mask : tensor<64x!tt.ptr<f32>>
    tt.return
  }
}
"""
"""Stores ``2 x`` for the first ``n`` elements."""


def wrong_fold(op: SubIOp, constants: object) -> object:
    """``x - y = y - x`` for constants."""
    left, right = constant_of(op.lhs), constant_of(op.rhs)
    if left is None or right is None:
        return None
    return type(left)(right.value.data - left.value.data, left.type)


@pattern(tt.StoreOp)
def drop_mask(op: tt.StoreOp, rewriter: Rewriter) -> bool:
    """Drop the mask of a store."""
    if op.mask is None:
        return False
    rewriter.insert(tt.StoreOp(op.ptr, op.value))
    rewriter.erase(op)
    return True


@pattern(MulFOp)
def double_by_sum(op: MulFOp, rewriter: Rewriter) -> bool:
    """``x * c = x + x``, which lacks the guard that ``c`` is 2."""
    if constant_of(op.rhs) is None:
        return False
    rewriter.replace_by(op, AddFOp(op.lhs, op.lhs))
    return True


@pattern(MulFOp)
def crash(op: MulFOp, rewriter: Rewriter) -> bool:
    """Raises on the second multiplication by a constant."""
    if "2.0" in str(constant_of(op.rhs)):
        raise KeyError("lost")
    rewriter.replace_by(op, MulFOp(op.rhs, op.lhs))
    return True


@dataclass(frozen=True)
class _ByPattern(OperationPass):
    patterns: ClassVar[tuple[Pattern, ...]]

    def apply_to(self, ctx: Context, op: Operation) -> None:
        rewrite_greedily(op, PatternSet(self.patterns))


@dataclass(frozen=True)
class DropMasks(_ByPattern):
    """Drop masks of stores."""

    name: ClassVar[str] = "drop-masks"
    patterns: ClassVar = (drop_mask,)


@dataclass(frozen=True)
class WrongGuard(_ByPattern):
    """Replace multiplications by sums."""

    name: ClassVar[str] = "wrong-guard"
    patterns: ClassVar = (double_by_sum,)


@dataclass(frozen=True)
class CrashInPattern(_ByPattern):
    """Raise in a pattern."""

    name: ClassVar[str] = "crash-in-pattern"
    patterns: ClassVar = (crash,)


@dataclass(frozen=True)
class AddToSub(Pass):
    """Write the first program id ``p`` as ``p - (5 - 4) + 1``, which is correct."""

    name: ClassVar[str] = "add-to-sub"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        (program,) = [op for op in module.walk() if op.name == "tt.get_program_id"]
        five, four, one = (ConstantOp(IntegerAttr(value, i32)) for value in (5, 4, 1))
        difference = SubIOp(five.result, four.result)
        less = SubIOp(program.results[0], difference.result)
        again = AddIOp(less.result, one.result)
        program.results[0].replace_uses_with_if(again.result, lambda use: use.operation is not less)
        assert program.parent is not None
        program.parent.insert_ops_after([five, four, one, difference, less, again], program)


@dataclass(frozen=True)
class WrongPass(Pass):
    """Exchange operands of the last subtraction, without patterns."""

    name: ClassVar[str] = "wrong-pass"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        found = [op for op in module.walk() if isinstance(op, SubIOp)]
        if found:
            found[-1].operands[0], found[-1].operands[1] = found[-1].operands[1], found[-1].operands[0]


@dataclass(frozen=True)
class BreakTypes(Pass):
    """Erase a terminator, which the verifier finds."""

    name: ClassVar[str] = "break-types"

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        for op in list(module.walk()):
            if op.name == "tt.return":
                op.detach()
                op.erase()


PASSES = (AddToSub, DropMasks, WrongGuard, CrashInPattern, WrongPass, BreakTypes)
