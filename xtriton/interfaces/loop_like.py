"""Loops: bounds, and values that go around (MLIR's ``LoopLikeOpInterface``).

A loop-carried value has four forms, tied to each other by their position: the init operand, the iter_arg of the body,
the value that the body yields for the next iteration, and the result of the loop.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from xdsl.ir import Operation, Region, SSAValue, Use

from xtriton.interfaces.region_branch import position_in
from xtriton.ir.creation import is_block_argument, is_result
from xtriton.ir.diagnostics import Violation
from xtriton.ir.op import Op

Tie = SSAValue | Use
"""A form of a loop-carried value: an iter_arg, a result, or the use of an init or yielded value."""


class Carried(NamedTuple):
    """The forms of one loop-carried value."""

    init: SSAValue
    iter_arg: SSAValue
    yielded: SSAValue
    result: SSAValue


class LoopLikeOpInterface(Op):
    """An operation that may run its regions many times."""

    @property
    def loop_regions(self) -> Sequence[Region]:
        """The regions that are repeated."""
        return self.regions

    @property
    def induction_variables(self) -> Sequence[SSAValue]:
        """The block arguments that count the iterations, one for each nested loop that the operation stands for."""
        return ()

    @property
    def lower_bounds(self) -> Sequence[SSAValue | int] | None:
        """The lower bound of each induction variable; ``None`` for a loop without bounds."""
        return None

    @property
    def upper_bounds(self) -> Sequence[SSAValue | int] | None:
        """The upper bound of each induction variable; ``None`` for a loop without bounds."""
        return None

    @property
    def steps(self) -> Sequence[SSAValue | int] | None:
        """The step of each induction variable; ``None`` for a loop without bounds."""
        return None

    @property
    @abstractmethod
    def init_operands(self) -> range:
        """Which operands are the initial values of loop-carried values."""

    @property
    def iter_args(self) -> Sequence[SSAValue]:
        """The loop-carried values as block arguments."""
        return ()

    @property
    def yield_operation(self) -> Operation | None:
        """The terminator that yields values for the next iteration."""
        return None

    @property
    def loop_results(self) -> Sequence[SSAValue]:
        """The results that are tied to loop-carried values."""
        return ()

    @property
    def init_args(self) -> Sequence[SSAValue]:
        """The initial values of loop-carried values."""
        operands = self.init_operands
        return self.operands[operands.start : operands.stop]

    @property
    def yielded_values(self) -> Sequence[SSAValue]:
        """The values yielded for the next iteration."""
        end = self.yield_operation
        return () if end is None else end.operands

    def carried(self, position: int) -> Carried:
        """The forms of the loop-carried value at a position, of a loop that has all four."""
        return Carried(
            self.operands[self.init_operands[position]],
            self.iter_args[position],
            self.yielded_values[position],
            self.loop_results[position],
        )

    def all_carried(self) -> Iterator[Carried]:
        """All loop-carried values, of a loop that has all four forms."""
        for init, iter_arg, yielded, result in zip(
            self.init_args, self.iter_args, self.yielded_values, self.loop_results, strict=True
        ):
            yield Carried(init, iter_arg, yielded, result)

    def position(self, tie: Tie) -> int | None:
        """Which loop-carried value ``tie`` is a form of; ``None`` if it is none of this loop."""
        if isinstance(tie, Use):
            if tie.operation is self:
                return tie.index - self.init_operands.start if tie.index in self.init_operands else None
            return tie.index if tie.operation is self.yield_operation else None
        return position_in(self.loop_results if is_result(tie) else self.iter_args, tie)

    def tied(self, tie: Tie) -> Carried | None:
        """The loop-carried value that ``tie`` is a form of."""
        position = self.position(tie)
        return None if position is None else self.carried(position)

    def tied_init(self, tie: Tie) -> SSAValue | None:
        """The initial value of the loop-carried value that ``tie`` is a form of (MLIR's ``getTiedLoopInit``)."""
        position = self.position(tie)
        return None if position is None else self.init_args[position]

    def tied_yielded(self, tie: Tie) -> SSAValue | None:
        """The yielded value of the loop-carried value ``tie`` (MLIR's ``getTiedLoopYieldedValue``)."""
        position = self.position(tie)
        return None if position is None else self.yielded_values[position]

    def set_init(self, position: int, value: SSAValue) -> None:
        """Start a loop-carried value with another value."""
        self.operands[self.init_operands[position]] = value

    def set_yielded(self, position: int, value: SSAValue) -> None:
        """Yield another value for the next iteration."""
        end = self.yield_operation
        assert end is not None
        end.operands[position] = value

    def verify_carried_counts(self) -> None:
        """Check that the number of loop-carried values stays the same."""
        inits, carried, yielded = self.init_args, self.iter_args, self.yielded_values
        if len(inits) != len(carried):
            raise Violation(f"different number of inits and region iter_args: {len(inits)} != {len(carried)}")
        if yielded and len(carried) != len(yielded):
            raise Violation(
                f"different number of region iter_args and yielded values: {len(carried)} != {len(yielded)}"
            )

    def verify_carried_types(self) -> None:
        """Check that loop-carried values keep their types."""
        inits, carried, yielded = self.init_args, self.iter_args, self.yielded_values
        for first, second, left, right in (
            ("init", "region iter_arg", inits, carried),
            ("region iter_arg", "yielded value", carried, yielded),
            ("region iter_arg", "loop result", carried, self.loop_results),
        ):
            for index, (value, other) in enumerate(zip(left, right, strict=False)):
                if value.type != other.type:
                    raise Violation(
                        f"{index}-th {first} and {index}-th {second} have different type: '{value.type}' != "
                        f"'{other.type}'"
                    )


def loop_of(value: SSAValue) -> LoopLikeOpInterface | None:
    """The loop that ``value`` is a result of, or a block argument in."""
    op = value.block.parent_op() if is_block_argument(value) else value.owner
    return op if isinstance(op, LoopLikeOpInterface) else None
