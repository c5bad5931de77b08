"""What values are used for: as data, to find addresses and masks, or for both (triton-shared's ``UseAnalysis``).

An address is where a load or store goes, whether it takes place, and what a load gives where it does not. What only
finds addresses need not be computed as a tensor when the memory accesses are described by offsets and strides.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Flag

from xdsl.ir import Operation, SSAValue

from xtriton.dialects import tt
from xtriton.dialects.tt.types import PointerType
from xtriton.dialects.upstream.arith import ConstantOp
from xtriton.interfaces.branch import BranchOpInterface
from xtriton.interfaces.region_branch import RegionBranchOpInterface, forwarded_by
from xtriton.ir.narrowing import is_tensor_type


class Use(Flag):
    """What a value is used for."""

    NOTHING = 0
    DATA = 1
    META = 2
    MIXED = DATA | META


class UseAnalysis:
    """The uses of all values in a function, found from the last operation to the first, until nothing changes."""

    def __init__(self, function: Operation) -> None:
        self._uses: dict[SSAValue, Use] = {}
        ops = [op for op in function.walk() if op is not function]
        ops.reverse()
        changed = True
        while changed:
            changed = False
            for op in ops:
                for value, use in self._operand_uses(op):
                    changed |= self._add(value, use)

    def of(self, value: SSAValue) -> Use:
        """What a value is used for."""
        return self._uses.get(value, Use.NOTHING)

    def of_op(self, op: Operation) -> Use:
        """What the results of an operation are used for, all together."""
        use = Use.NOTHING
        for result in op.results:
            use |= self.of(result)
        return use

    def _add(self, value: SSAValue, use: Use) -> bool:
        old = self.of(value)
        self._uses[value] = old | use
        return old | use != old

    def _operand_uses(self, op: Operation) -> Iterator[tuple[SSAValue, Use]]:
        """What an operation uses its operands for."""
        forwarded = list(_forwarded(op))
        if forwarded:
            for value, target in forwarded:
                yield value, self.of(target)
            return
        if isinstance(op, RegionBranchOpInterface):
            return
        if len(op.results) == 1 and _points(op.results[0]):
            for operand in op.operands:
                yield operand, Use.META
        match op:
            case tt.LoadOp():
                for operand in op.operands:
                    yield operand, Use.META
            case tt.StoreOp():
                for operand in op.operands:
                    yield operand, Use.DATA if operand is op.value else Use.META
            case tt.DotOp():
                use = self.of_op(op)
                yield op.a, use
                yield op.b, use
                yield op.c, Use.META if _is_constant_splat(op.c) else Use.DATA
            case _:
                use = self.of_op(op)
                for operand in op.operands:
                    yield operand, use

    def is_meta_user(self, op: Operation, value: SSAValue) -> bool:
        """Whether an operation uses a value to find addresses only."""
        match op:
            case tt.LoadOp():
                return True
            case tt.StoreOp():
                return value is op.ptr or value is op.mask
            case tt.DotOp():
                return _is_constant_splat(op.c)
            case _:
                return all(self.of(result) is Use.META for result in op.results)


def _points(value: SSAValue) -> bool:
    """Whether a value is a tensor of pointers."""
    return is_tensor_type(value.type) and isinstance(value.type.element_type, PointerType)


def _is_constant_splat(value: SSAValue) -> bool:
    owner = value.owner
    return isinstance(owner, tt.SplatOp) and isinstance(owner.src.owner, ConstantOp)


def _forwarded(op: Operation) -> Iterator[tuple[SSAValue, SSAValue]]:
    """The values that an operation passes on, each with what it becomes."""
    if isinstance(op, BranchOpInterface):
        for index, block in enumerate(op.successors):
            yield from zip(op.successor_operands(index), block.args, strict=True)
    else:
        yield from forwarded_by(op)
