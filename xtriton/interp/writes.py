"""Which arguments of a kernel may point to memory that it writes, and which arguments a value depends on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import cast

from xdsl.dialects.builtin import SymbolRefAttr
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.traits import IsTerminator

from xtriton.dialects.tt.descriptor import DescriptorReduceOp, DescriptorScatterOp, DescriptorStoreOp
from xtriton.dialects.tt.elementwise import IntToPtrOp
from xtriton.dialects.tt.function import CallOp, FuncOp
from xtriton.dialects.tt.memory import AtomicCASOp, AtomicRMWOp, LoadOp, StoreOp
from xtriton.dialects.tt.types import PointerType, TensorDescType
from xtriton.dialects.ttng.tma import (
    AsyncTMACopyLocalToGlobalOp,
    AsyncTMAReduceOp,
    AsyncTMAScatterOp,
    ReinterpretTensorDescOp,
)
from xtriton.ir.symbols import lookup_nearest_symbol
from xtriton.ir.traits import element_type, has_trait
from xtriton.ir.walk import operations_in, reached

_WRITERS = (
    StoreOp,
    AtomicRMWOp,
    AtomicCASOp,
    DescriptorStoreOp,
    DescriptorScatterOp,
    DescriptorReduceOp,
    AsyncTMACopyLocalToGlobalOp,
    AsyncTMAReduceOp,
    AsyncTMAScatterOp,
)


def written_arguments(function: Operation) -> set[int] | None:
    """The indices of the arguments that stores may go through; None if unknown.

    Pointers are followed from operands to results without regard to the order of operations; a pointer that is
    converted from an integer or loaded may alias any, and so may a descriptor that is read from memory.
    """
    sources = _Sources(is_pointer)
    sources.visit(function.regions[0])
    reached = sources.behind(sources.written)
    return None if reached & sources.unknown else _numbers_of(function, reached)


def arguments_behind(function: Operation, values: Sequence[SSAValue], follows: Callable[[Attribute], bool]) -> set[int]:
    """The indices of the arguments that ``values`` may be derived from, loaded from or read through.

    Only values of types for which ``follows`` is true are followed.
    """
    if not values:
        return set()
    sources = _Sources(follows)
    sources.visit(function.regions[0])
    return _numbers_of(function, sources.behind(values))


def _numbers_of(function: Operation, reached: set[SSAValue]) -> set[int]:
    return {index for index, argument in enumerate(function.regions[0].blocks[0].args) if argument in reached}


def is_pointer(type_: Attribute) -> bool:
    """Whether values of a type hold addresses."""
    return isinstance(element_type(type_), PointerType | TensorDescType)


class _Sources:
    """The sources of values of some types: ``edges`` lead from a value to those it may be derived from."""

    def __init__(self, follows: Callable[[Attribute], bool]) -> None:
        self.follows = follows
        self.edges: dict[SSAValue, list[SSAValue]] = defaultdict(list)
        self.written: list[SSAValue] = []
        self.unknown: set[SSAValue] = set()
        self.visited: set[Operation] = set()

    def behind(self, values: Iterable[SSAValue]) -> set[SSAValue]:
        """``values``, and all values that they may be derived from."""
        return set(reached(values, self.edges.__getitem__))

    def visit(self, region: Region) -> None:
        for op in operations_in(region):
            if isinstance(op, _WRITERS):
                self.written.append(op.operands[0])
            if isinstance(op, CallOp):
                self._visit_call(op)
                continue
            if isinstance(op, IntToPtrOp | LoadOp | ReinterpretTensorDescOp):
                self.unknown.update(result for result in op.results if is_pointer(result.type))
            self._connect(op)

    def _connect(self, op: Operation) -> None:
        inputs = list(op.operands)
        outputs: list[SSAValue] = list(op.results)
        for inner in op.regions:
            for block in inner.blocks:
                outputs += block.args
                if block.last_op is not None and has_trait(block.last_op, IsTerminator):
                    inputs += block.last_op.operands
        for successor in op.successors:
            outputs += successor.args
        self._join(inputs, outputs)

    def _visit_call(self, op: CallOp) -> None:
        function = lookup_nearest_symbol(op, cast("SymbolRefAttr", op.callee))
        if not isinstance(function, FuncOp) or not function.body.blocks:
            self.unknown.update(op.results)
            return
        for argument, operand in zip(function.body.blocks[0].args, op.operands, strict=True):
            self.edges[argument].append(operand)
        for block in function.body.blocks:
            last = block.last_op
            if last is not None and not last.successors:
                self._join(last.operands, op.results)
        if function not in self.visited:
            self.visited.add(function)
            self.visit(function.body)

    def _join(self, inputs: Sequence[SSAValue], outputs: Iterable[SSAValue]) -> None:
        followed = [value for value in inputs if self.follows(value.type)]
        for output in outputs:
            if self.follows(output.type):
                self.edges[output] += followed
