"""Prefix sums.

A vector of elements is summed in log2(lanes) steps (Sklansky, "Conditional-sum addition logic", 1960): for pairs of
1, 2, 4 ... lanes, the last sum of the first half is added to all of the second. The sum of all earlier vectors is added
last, so that only this addition waits for them. Sums that must not be reassociated, and rows that are no whole vectors,
are added one by one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import Float32Type, VectorType
from xdsl.ir import Attribute, SSAValue

from xtriton.dialects.ttx import CumSumOp
from xtriton.dialects.upstream.arith import AddFOp, AddIOp, ExtFOp, TruncFOp
from xtriton.ir.narrowing import is_float_type, is_integer_type, is_vector_type
from xtriton.ir.traits import element_type
from xtriton.passes.cpu.loops.emit import Emitter, Number, shape_and_strides

_WIDE = Float32Type()


def lower_cumsum(e: Emitter, op: CumSumOp, *, strict: bool) -> None:
    """``ttx.cumsum`` along the last dimension, row by row; accumulated in ``f32`` or wider."""
    source, target = op.inputs[0], op.outputs[0]
    element = element_type(source.type)
    narrow = is_float_type(element) and element.bitwidth < _WIDE.bitwidth
    sums = _Sums(e, source, target, element, _WIDE if narrow else element)
    lanes = _lanes(e, sums, strict=strict)
    row: Callable[[Sequence[Number]], None] = (
        sums.in_order if lanes is None else lambda place: sums.by_vectors(place, lanes)
    )
    if len(shape_and_strides(source)[0]) == 1:
        row([])
        return

    def outer(variable: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
        row([variable])
        return []

    e.loop(0, e.extent(source, 0), 1, [], outer)


def _lanes(e: Emitter, sums: _Sums, *, strict: bool) -> int | None:
    """The lanes of the vectors that rows are summed in; ``None`` if elements are added one by one."""
    total = sums.total
    if is_float_type(total):
        width = total.bitwidth
    elif is_integer_type(total):
        width = max(total.width.data, _WIDE.bitwidth)
    else:
        return None
    lanes = e.vector_bits // width
    if lanes < 4 or (strict and is_float_type(total)):
        return None
    layouts = [shape_and_strides(memory) for memory in (sums.source, sums.target)]
    if any(strides[-1] != 1 or shape[-1] <= 0 or shape[-1] % lanes for shape, strides in layouts):
        return None
    return lanes


@dataclass(frozen=True)
class _Sums:
    """The sums of rows of ``source``, accumulated in ``total`` and rounded to ``element``."""

    e: Emitter
    source: SSAValue
    target: SSAValue
    element: Attribute
    total: Attribute

    def in_order(self, place: Sequence[Number]) -> None:
        """One row, element by element."""
        e, extent = self.e, self.e.extent(self.source, len(place))

        def one(variable: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            value = self._converted(e.load(self.source, [*place, variable]), ExtFOp, self.total)
            total = self._added(carried[0], value)
            e.store(self._converted(total, TruncFOp, self.element), self.target, [*place, variable])
            return [total]

        e.loop(0, extent, 1, [self._zero()], one)

    def by_vectors(self, place: Sequence[Number], lanes: int) -> None:
        """One row, in vectors."""
        e, extent = self.e, self.e.extent(self.source, len(place))
        zero = e.splat(self._zero(), lanes)

        def one(variable: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            value = e.load_vector(self.source, [*place, variable], lanes)
            value = self._converted(value, ExtFOp, self.total)
            half = 1
            while half < lanes:
                before = [(lane & -half) - 1 if lane & half else lanes for lane in range(lanes)]
                value = self._added(value, e.shuffle(value, zero, before))
                half *= 2
            last = e.shuffle(value, value, [lanes - 1] * lanes)
            result = self._converted(self._added(value, carried[0]), TruncFOp, self.element)
            e.store_vector(result, self.target, [*place, variable])
            return [self._added(last, carried[0])]

        e.loop(0, extent, lanes, [zero], one)

    def _zero(self) -> SSAValue:
        return self.e.floating(0.0, self.total) if is_float_type(self.total) else self.e.integer(0, self.total)

    def _added(self, left: SSAValue, right: SSAValue) -> SSAValue:
        add = AddFOp if is_float_type(self.total) else AddIOp
        return self.e.insert(add(left, right)).results[0]

    def _converted(self, value: SSAValue, conversion: type[ExtFOp | TruncFOp], element: Attribute) -> SSAValue:
        """A scalar or vector in another float type, if that is not its own."""
        type_ = value.type
        if self.element == self.total:
            return value
        new = VectorType(element, type_.shape) if is_vector_type(type_) else element
        return self.e.insert(conversion(value, new)).results[0]
