"""Tensors whose elements depend on the position only through ``(start + position) / divisor``."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import cast

from xdsl.dialects.builtin import IndexType, IntegerType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.ir.affine import AffineMap

from xtriton.dialects.upstream import linalg
from xtriton.dialects.upstream.arith import AddIOp, ConstantOp, DivSIOp, IndexCastOp
from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.folds.folding import constant_of
from xtriton.interfaces.effects import is_memory_effect_free
from xtriton.ir.narrowing import is_integer_attr, is_integer_type, is_tensor_type
from xtriton.ir.traits import shape_of
from xtriton.rewriting.cloning import Mapping, clone_op
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.rewriter import Rewriter

_WIDTHS = (32, 64)

Scalar = SSAValue | Attribute
"""A value from outside the operation, or the value of a constant, which may be inside it."""


@dataclass(frozen=True)
class Quotient:
    """``(start + position) / divisor``, signed, of integers of 32 or 64 bits, for each position below ``extent``."""

    start: tuple[Scalar, ...]
    """The terms that are added, in this order, to the position."""
    divisor: Scalar
    type: IntegerType
    extent: int

    @property
    def greatest(self) -> int:
        """The greatest number of the type."""
        return (1 << (self.type.width.data - 1)) - 1

    def first(self, rewriter: Rewriter) -> SSAValue:
        """The sum of the terms: the dividend at position 0."""
        if not self.start:
            return number(0, self.type, rewriter)
        total, *others = (_inserted(term, rewriter) for term in self.start)
        for term in others:
            total = rewriter.insert(AddIOp(total, term)).result
        return total

    def by(self, rewriter: Rewriter) -> SSAValue:
        """The divisor as a value."""
        return _inserted(self.divisor, rewriter)


def number(value: int, type_: Attribute, rewriter: Rewriter) -> SSAValue:
    """An integer constant."""
    return insert_constant(rewriter, value, type_)


def _inserted(scalar: Scalar, rewriter: Rewriter) -> SSAValue:
    return scalar if isinstance(scalar, SSAValue) else rewriter.insert(ConstantOp(scalar)).result


class _Kind(Enum):
    UNIFORM = auto()
    """The same at all positions."""
    RUN = auto()
    """A function of the quotient."""


_Dividend = tuple[Scalar, ...]
"""The terms whose sum with the position is a value."""


@dataclass(frozen=True)
class Quotients:
    """A tensor whose elements are a function of the quotient."""

    op: linalg.GenericOp
    quotient: Quotient
    divisions: tuple[Operation, ...]
    """The divisions in the body of ``op``."""
    inputs: tuple[Quotients | None, ...]
    """The same of the inputs of ``op``; ``None`` for scalars."""

    @property
    def is_plain(self) -> bool:
        """Whether the elements are the quotients themselves."""
        result = cast("Operation", self.op.body.last_op).operands[0]
        return result.owner in self.divisions

    def operations(self) -> list[Operation]:
        """The operations that compute the tensor, users first."""
        return [self.op, *(op for source in self.inputs if source is not None for op in source.operations())]

    def element(self, quotient: SSAValue, rewriter: Rewriter) -> SSAValue:
        """The element for a quotient."""
        mapping: Mapping = {division.results[0]: quotient for division in self.divisions}
        for argument, operand, source in zip(self.op.body.args, self.op.ins, self.inputs, strict=False):
            mapping[argument] = operand if source is None else source.element(quotient, rewriter)
        result = cast("Operation", self.op.body.last_op).operands[0]
        needed = _needed_for(result, self.op, mapping)
        for op in self.op.body.ops:
            if op in needed:
                rewriter.insert(clone_op(op, mapping))
        return mapping.get(result, result)


def _needed_for(value: SSAValue, op: linalg.GenericOp, known: Mapping) -> set[Operation]:
    """The operations in the body of ``op`` that ``value`` is computed by, without those that ``known`` values need."""
    needed: set[Operation] = set()
    pending = [value]
    while pending:
        current = pending.pop()
        owner = current.owner
        if current not in known and isinstance(owner, Operation) and owner.parent is op.body and owner not in needed:
            needed.add(owner)
            pending += owner.operands
    return needed


def quotients_of(value: SSAValue) -> Quotients | None:
    """A tensor of rank 1 as a function of the quotient; ``None`` if it is not known to be one."""
    op = value.owner
    shape = shape_of(value.type)
    if not isinstance(op, linalg.GenericOp) or len(op.results) != 1 or shape is None or len(shape) != 1:
        return None
    if shape[0] == DYNAMIC or op.iterators != [linalg.PARALLEL] or op.output_arguments[0].first_use is not None:
        return None
    if any(map_ != AffineMap.identity(1) for map_ in op.maps[-1:]):
        return None
    inputs: list[Quotients | None] = []
    for operand, map_ in zip(op.ins, op.maps, strict=False):
        source = quotients_of(operand)
        if is_tensor_type(operand.type) and (source is None or map_ != AffineMap.identity(1)):
            return None
        inputs.append(source)
    return _Body(op, shape[0]).quotients(inputs)


class _Body:
    """What the values in the body of an operation depend on."""

    def __init__(self, op: linalg.GenericOp, extent: int) -> None:
        self._op = op
        self._extent = extent
        self._kinds: dict[SSAValue, _Kind] = {}
        self._dividends: dict[SSAValue, _Dividend] = {}
        self._divisions: list[Operation] = []
        self._found: set[Quotient] = set()

    def quotients(self, inputs: Sequence[Quotients | None]) -> Quotients | None:
        """The result as a function of one quotient."""
        self._found |= {source.quotient for source in inputs if source is not None}
        for argument, source in zip(self._op.body.args, inputs, strict=False):
            self._kinds[argument] = _Kind.UNIFORM if source is None else _Kind.RUN
        end = cast("Operation", self._op.body.last_op)
        for op in self._op.body.ops:
            if op is not end:
                self._visit(op)
        if self._kind(end.operands[0]) is not _Kind.RUN or len(self._found) != 1:
            return None
        return Quotients(self._op, next(iter(self._found)), tuple(self._divisions), tuple(inputs))

    def _kind(self, value: SSAValue) -> _Kind | None:
        """``None`` for values that depend on the position in another way than through the quotient."""
        owner = value.owner
        inside = owner is self._op.body if not isinstance(owner, Operation) else owner.parent is self._op.body
        return self._kinds.get(value) if inside else _Kind.UNIFORM

    def _visit(self, op: Operation) -> None:
        dividend = self._dividend(op)
        if dividend is not None:
            self._dividends[op.results[0]] = dividend
        elif isinstance(op, DivSIOp) and op.lhs in self._dividends:
            self._division(op)
        elif not op.regions and is_memory_effect_free(op):
            kinds = {self._kind(operand) for operand in op.operands}
            if None not in kinds and not isinstance(op, linalg.IndexOp):
                kind = _Kind.RUN if _Kind.RUN in kinds else _Kind.UNIFORM
                self._kinds |= dict.fromkeys(op.results, kind)

    def _dividend(self, op: Operation) -> _Dividend | None:
        """The terms that an operation's result is the sum of, besides the position."""
        match op:
            case linalg.IndexOp():
                return ()
            case IndexCastOp() if self._dividends.get(op.operands[0]) == () and is_integer_type(op.out.type):
                return () if op.out.type.width.data in _WIDTHS else None
            case AddIOp():
                for one, other in ((op.lhs, op.rhs), (op.rhs, op.lhs)):
                    terms, term = self._dividends.get(one), self._scalar(other)
                    if terms is not None and term is not None and not isinstance(one.type, IndexType):
                        return (*terms, term)
                return None
            case _:
                return None

    def _scalar(self, value: SSAValue) -> Scalar | None:
        """A value as a scalar from outside the operation; ``None`` if computed in it, or an element of a tensor."""
        constant = constant_of(value)
        if is_integer_attr(constant):
            return constant
        owner = value.owner
        argument = self._op.body.args.index(value) if owner is self._op.body else None  # pyright: ignore[reportArgumentType]
        if argument is not None:
            operand = self._op.operands[argument]
            return None if is_tensor_type(operand.type) else operand
        return None if isinstance(owner, Operation) and owner.parent is self._op.body else value

    def _division(self, op: DivSIOp) -> None:
        divisor = self._scalar(op.rhs)
        if divisor is None or not is_integer_type(op.result.type):
            return
        self._found.add(Quotient(self._dividends[op.lhs], divisor, op.result.type, self._extent))
        self._divisions.append(op)
        self._kinds[op.result] = _Kind.RUN
