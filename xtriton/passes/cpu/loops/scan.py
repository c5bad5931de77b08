"""Prefix sums."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import AnyFloat, Float32Type
from xdsl.ir import Operation, SSAValue

from xtriton.dialects.ttx import CumSumOp
from xtriton.dialects.upstream.arith import AddFOp, AddIOp, ExtFOp, TruncFOp
from xtriton.ir.traits import element_type
from xtriton.passes.cpu.loops.emit import Emitter, Number, shape_and_strides

_WIDE = Float32Type()


def lower_cumsum(e: Emitter, op: CumSumOp) -> None:
    """``ttx.cumsum`` along the last dimension, row by row; accumulated in ``f32`` or wider."""
    source, target = op.inputs[0], op.outputs[0]
    rank = len(shape_and_strides(source)[0])
    element = element_type(source.type)
    narrow = isinstance(element, AnyFloat) and element.bitwidth < _WIDE.bitwidth
    total_type = _WIDE if narrow else element

    def row(place: Sequence[Number]) -> None:
        def one(variable: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
            value = e.load(source, [*place, variable])
            if narrow:
                value = e.insert(ExtFOp(value, _WIDE)).results[0]
            add: type[Operation] = AddFOp if isinstance(element, AnyFloat) else AddIOp
            total = e.insert(add(carried[0], value)).results[0]  # pyright: ignore[reportCallIssue]
            stored = e.insert(TruncFOp(total, element)).results[0] if narrow else total
            e.store(stored, target, [*place, variable])
            return [total]

        start = e.floating(0.0, total_type) if isinstance(element, AnyFloat) else e.integer(0, element)
        e.loop(0, e.extent(source, rank - 1), 1, [start], one)

    if rank == 1:
        row([])
        return

    def outer(variable: SSAValue, carried: Sequence[SSAValue]) -> Sequence[SSAValue]:
        row([variable])
        return []

    e.loop(0, e.extent(source, 0), 1, [], outer)
