"""Sums of types narrower than ``f32`` are accumulated in ``f32`` and rounded once at the end.

A sequential narrow sum would round at each step: adding ones, ``f16`` never exceeds 2048. GPUs sum in trees, and tensor
cores accumulate with more bits.
"""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import AnyFloat, Float32Type, ModuleOp
from xdsl.ir import SSAValue

from xtriton.dialects.upstream import linalg
from xtriton.dialects.upstream.arith import AddFOp, ExtFOp, TruncFOp
from xtriton.folds.elements import float_of
from xtriton.folds.folding import constant_of
from xtriton.ir.narrowing import is_float_type, is_tensor_type
from xtriton.ir.traits import element_type
from xtriton.ir.walk import operations_in
from xtriton.passes.linalg.patterns.builders import (
    Body,
    empty,
    filled,
    over_elements,
    region_of,
    scalar_constant,
    shape_of_value,
)
from xtriton.passes.linalg.patterns.reduce import sole_operation
from xtriton.rewriting.rewriter import Rewriter

_WIDE = Float32Type()

_Sum = linalg.MatmulOp | linalg.BatchMatmulOp | linalg.ReduceOp


def widen_sums(module: ModuleOp) -> None:
    """Rewrite matmuls, and sums along dimensions, of types narrower than ``f32``."""
    for op in operations_in(module):
        if isinstance(op, _Sum) and _is_narrow_sum(op):
            _widen(op)


def _is_narrow_sum(op: _Sum) -> bool:
    if len(op.results) != 1 or not is_tensor_type(op.results[0].type):
        return False
    element = element_type(op.results[0].type)
    if not is_float_type(element) or element.bitwidth >= _WIDE.bitwidth:
        return False
    return not isinstance(op, linalg.ReduceOp) or isinstance(sole_operation(op.body), AddFOp)


def _widen(op: _Sum) -> None:
    rewriter = Rewriter()
    rewriter.start_at(op)
    start = _extended(op.outs[0], rewriter)
    if isinstance(op, linalg.ReduceOp):
        types = [element_type(op.ins[0].type), _WIDE]
        wide = rewriter.insert(
            linalg.ReduceOp(op.ins, [start], dimensions=op.dims, combiner=region_of(types, _added, rewriter))
        )
    else:
        wide = rewriter.insert(type(op)(op.ins, [start]))
        wide.properties.update({**op.properties, "operandSegmentSizes": wide.properties["operandSegmentSizes"]})
    element = cast("AnyFloat", element_type(op.results[0].type))
    rewriter.replace(op, [_rounded(wide.results[0], element, rewriter)])


def _added(body: Body) -> list[SSAValue]:
    value, total = body.args
    return [body.insert_value(AddFOp(body.insert_value(ExtFOp(value, _WIDE)), total))]


def _extended(value: SSAValue, rewriter: Rewriter) -> SSAValue:
    """A tensor with its elements extended to ``f32``; a fill is rebuilt as a fill."""
    shape, owner = shape_of_value(value), value.owner
    number = float_of(constant_of(owner.inputs[0])) if isinstance(owner, linalg.FillOp) else None
    if number is not None:
        return filled(scalar_constant(_WIDE, number, rewriter), shape, rewriter)
    init = empty(shape, _WIDE, rewriter)

    def fill(body: Body) -> list[SSAValue]:
        return [body.insert_value(ExtFOp(body.args[0], _WIDE))]

    return over_elements([value], [init], len(shape), fill, rewriter).results[0]


def _rounded(value: SSAValue, element: AnyFloat, rewriter: Rewriter) -> SSAValue:
    shape = shape_of_value(value)
    init = empty(shape, element, rewriter)

    def fill(body: Body) -> list[SSAValue]:
        return [body.insert_value(TruncFOp(body.args[0], element))]

    return over_elements([value], [init], len(shape), fill, rewriter).results[0]
