"""Kernels that divide their program id along x by the number of columns of tiles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from xdsl.ir import Operation, SSAValue, Use

from xtriton.analysis.launch_arguments import expression_of
from xtriton.dialects.tt.enums import ProgramIDDim
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.tt.program import GetNumProgramsOp, GetProgramIdOp
from xtriton.dialects.upstream.arith import CmpIOp
from xtriton.dialects.upstream.arith.constant import constant_values
from xtriton.dialects.upstream.arith.integer import (
    DivSIOp,
    DivUIOp,
    MinSIOp,
    MinUIOp,
    MulIOp,
    RemSIOp,
    RemUIOp,
    SubIOp,
)
from xtriton.dialects.upstream.llvm.intrinsics import AssumeOp
from xtriton.ir.walk import operations_in


@dataclass(frozen=True)
class DividedIds:
    """The program ids along x of a kernel, their quotients by one divisor (rows of tiles) and remainders (columns)."""

    ids: frozenset[SSAValue]
    divisor: SSAValue
    """The number of columns of tiles, which the launch can compute."""
    quotients: tuple[DivSIOp | DivUIOp, ...]
    remainders: frozenset[SSAValue]
    """Results of ``id % divisor`` and of ``id - quotient * divisor``."""

    @staticmethod
    def of(function: FuncOp) -> DividedIds | None:
        """The ids of a kernel; None unless it divides them, by one value that the launch knows, in its entry block."""
        ids = frozenset(program_ids(function, ProgramIDDim.X))
        users = [use.operation for value in ids for use in value.uses]
        quotients = tuple(op for op in users if isinstance(op, DivSIOp | DivUIOp) and op.lhs in ids)
        divisors = {op.rhs for op in quotients}
        if len(divisors) != 1 or all(op.parent is not function.body.first_block for op in quotients):
            return None
        (divisor,) = divisors
        if expression_of(divisor) is None:
            return None
        found = DividedIds(ids, divisor, quotients, frozenset())
        return DividedIds(ids, divisor, quotients, frozenset(op.results[0] for op in users if found._is_remainder(op)))

    @property
    def rows(self) -> frozenset[SSAValue]:
        """The quotients."""
        return frozenset(op.result for op in self.quotients)

    def _is_remainder(self, op: Operation) -> bool:
        if isinstance(op, SubIOp):
            return op.lhs in self.ids and self.is_product(op.rhs)
        return isinstance(op, RemSIOp | RemUIOp) and op.rhs is self.divisor

    def is_product(self, value: SSAValue) -> bool:
        """Whether a value is a quotient multiplied by the divisor."""
        op = value.owner
        return (
            isinstance(op, MulIOp)
            and self.divisor in op.operands
            and any(quotient.result in op.operands for quotient in self.quotients)
        )


def program_ids(function: FuncOp, axis: ProgramIDDim) -> list[SSAValue]:
    """The results of all operations that read the program id along an axis, in order."""
    return [op.result for op in operations_in(function) if isinstance(op, GetProgramIdOp) and op.axis == axis.attr]


def uses_but_assumptions(value: SSAValue) -> Iterator[Use]:
    """The uses of a value, without its comparisons for ``tl.assume``."""
    for use in value.uses:
        op = use.operation
        if not isinstance(op, CmpIOp) or not all(isinstance(user.operation, AssumeOp) for user in op.result.uses):
            yield use


def counts_programs(function: FuncOp, axis: ProgramIDDim) -> bool:
    """Whether a kernel reads the number of programs along an axis."""
    return any(isinstance(op, GetNumProgramsOp) and op.axis == axis.attr for op in operations_in(function))


def is_at_most_one(value: SSAValue) -> bool:
    """Whether a value is ``min(x, 1)``: the divisor of remainders in a kernel with bands of one row."""
    op = value.owner
    return isinstance(op, MinSIOp | MinUIOp) and any(map(_is_one, op.operands))


def _is_one(value: SSAValue) -> bool:
    return list(constant_values(value) or ()) == [1]
