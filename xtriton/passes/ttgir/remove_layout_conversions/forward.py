"""Rewriting a function to the chosen encodings of its values."""

from __future__ import annotations

from collections import deque

from xdsl.dialects.builtin import NoneAttr
from xdsl.ir import Attribute, Operation, Region, SSAValue

from xtriton.analysis.encoding_propagation import (
    can_fold_into_conversion,
    result_encoding,
    source_encoding,
    tensor_type,
    with_encoding,
)
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.tt.program import AssertOp
from xtriton.dialects.tt.reduction import ReduceOp
from xtriton.dialects.upstream.scf import ConditionOp, ForOp, IfOp, WhileOp, YieldOp
from xtriton.interfaces.region_branch import receiving_values
from xtriton.ir.traits import encoding_of
from xtriton.rewriting.conversions import insert_conversion
from xtriton.rewriting.rewriter import Rewriter, location_of


class ForwardRewrite:
    """Rewrites one function in place, outer regions first.

    Results that change their encodings get their new types; other operations get their operands in the original
    encodings.
    """

    def __init__(self, encodings: dict[SSAValue, Attribute]) -> None:
        self._encodings = encodings
        self._originals: dict[SSAValue, Attribute] = {}
        """The original encodings of values with new types."""
        self._rewriter = Rewriter()

    def run(self, func: FuncOp) -> None:
        """Rewrite a function."""
        pending = deque([func.body])
        while pending:
            region = pending.popleft()
            for block in region.blocks:
                op = block.first_op
                while op is not None:
                    pending.extend(self._visit(op))
                    op = op.next_op

    def _visit(self, op: Operation) -> tuple[Region, ...]:
        """Rewrite an operation, or its operands. Returns the regions to visit next."""
        if self._changes(op):
            return tuple(self.rewrite(op).regions)
        match op:
            case YieldOp() | ConditionOp():
                self._adapt_terminator(op)
            case ReduceOp() if tensor_type(op.results[0]) is None:
                self._adapt_reduction_to_scalar(op)
            case AssertOp():
                chosen = self._encodings.get(op.condition)
                if chosen is not None:
                    op.operands[0] = self.value_in(op.condition, chosen)
            case _:
                for index, operand in enumerate(op.operands):
                    if operand in self._encodings:
                        op.operands[index] = self.value_in(operand, self.original_encoding(operand))
                return tuple(op.regions)
        return ()

    def _changes(self, op: Operation) -> bool:
        """Whether a result changes its encoding."""
        for result in op.results:
            chosen = self._encodings.get(result)
            if chosen is not None and chosen != encoding_in_type(result):
                return True
        return False

    # Values

    def original_encoding(self, value: SSAValue) -> Attribute:
        """The encoding that a value had before the rewrite."""
        return self._originals.get(value) or encoding_in_type(value)

    def chosen_value(self, value: SSAValue) -> SSAValue:
        """``value`` in its chosen encoding."""
        return value

    def value_in(self, value: SSAValue, encoding: Attribute) -> SSAValue:
        """``value`` in some encoding: converted right after its definition if that is not the chosen one."""
        if tensor_type(value) is None:
            return value
        chosen = self.chosen_value(value)
        if encoding_in_type(chosen) == encoding:
            return chosen
        self._rewriter.after_value(chosen)
        return insert_conversion(chosen, encoding, self._rewriter, location_of(value))

    def _set_encoding(self, value: SSAValue, encoding: Attribute) -> None:
        type_ = tensor_type(value)
        assert type_ is not None
        self._originals.setdefault(value, type_.encoding)
        self._rewriter.set_type(value, with_encoding(type_, encoding))

    # Operations whose operands change

    def _adapt_terminator(self, op: YieldOp | ConditionOp) -> None:
        """Forward each value in the encoding of the value it maps to."""
        for index in op.forwarded_operands():
            target = next(iter(receiving_values(op, index)), None)
            encoding = None if target is None else encoding_of(target.type)
            if encoding is not None:
                op.operands[index] = self.value_in(op.operands[index], encoding)

    def _adapt_reduction_to_scalar(self, op: ReduceOp) -> None:
        """The result has no encoding, so the operands may have any common one."""
        encoding = next((self._encodings[operand] for operand in op.operands if operand in self._encodings), None)
        if encoding is None:
            return
        for index, operand in enumerate(op.operands):
            op.operands[index] = self.value_in(operand, encoding)

    # Operations whose results change

    def rewrite(self, op: Operation) -> Operation:
        """Give the results of an operation their chosen encodings. Returns the operation that has the regions then."""
        match op:
            case ForOp():
                for index, (result, argument) in enumerate(zip(op.results, op.iter_args, strict=True)):
                    self._retype_tied(op, op.init_operands[index], (result, argument))
            case WhileOp():
                for index, argument in enumerate(op.before.block.args):
                    self._retype_tied(op, index, (argument,))
                for result, argument in zip(op.results, op.after.block.args, strict=True):
                    self._retype_all(result, argument)
            case IfOp():
                for result in op.results:
                    self._retype_all(result)
            case _:
                self._rewrite_computation(op)
        return op

    def _retype_tied(self, op: Operation, init: int, values: tuple[SSAValue, ...]) -> None:
        """Give loop-carried values the encoding of the first, and the operand that is their initial value too."""
        chosen = self._encodings.get(values[0])
        if chosen is not None:
            op.operands[init] = self.value_in(op.operands[init], chosen)
            self._retype_all(*values)

    def _retype_all(self, *values: SSAValue) -> None:
        chosen = self._encodings.get(values[0])
        if chosen is not None:
            for value in values:
                self._set_encoding(value, chosen)

    def _rewrite_computation(self, op: Operation) -> None:
        encoding = self._encodings[op.results[0]]
        if can_fold_into_conversion(op, encoding):
            self._set_encoding(op.results[0], encoding)
            return
        if op.operands:
            source = self._operand_encoding(op, encoding)
            for index, operand in enumerate(op.operands):
                op.operands[index] = self.value_in(operand, source)
        for result in op.results:
            if tensor_type(result) is not None:
                self._set_encoding(result, encoding)

    def _operand_encoding(self, op: Operation, encoding: Attribute) -> Attribute:
        """The chosen encoding of an operand that gives ``encoding``; otherwise the inferred source encoding."""
        for operand in op.operands:
            have = self._encodings.get(operand)
            if have is not None and result_encoding(op, have) == encoding:
                return have
        source = source_encoding(op, encoding)
        assert source is not None, "an encoding was spread through an operation that it cannot be traced back through"
        return source


def encoding_in_type(value: SSAValue) -> Attribute:
    """The encoding in the type of a tensor; ``NoneAttr`` for other values."""
    type_ = tensor_type(value)
    return NoneAttr() if type_ is None else type_.encoding
