"""What recomputing an element costs, instead of storing it."""

from __future__ import annotations

from collections.abc import Callable
from math import prod

from xdsl.ir import Operation, SSAValue
from xdsl.ir.affine import AffineConstantExpr

from xtriton.dialects.upstream import tensor
from xtriton.dialects.upstream.arith import MulFOp
from xtriton.dialects.upstream.linalg.structured import StructuredOp
from xtriton.ir.narrowing import is_float_type, is_integer_type, is_tensor_type
from xtriton.ir.traits import element_type, shape_of
from xtriton.passes.cpu.fuse.inline import is_pointwise, splat, through_unit_dims
from xtriton.passes.cpu.fuse.loads import load_of

_FREE = ("linalg.index", "linalg.yield", "arith.index_cast", "arith.constant")
DEAR = ("math.", "arith.div", "arith.rem", "arith.floordiv", "arith.ceildiv")
"""How the names of operations begin that take long."""
_CHEAP = 3
_CHEAP_IN_PLACE = 8
"""The highest cost at which a result is recomputed in each user instead of stored, if it is broadcast, and if not."""
_FAR_FEWER = 16
_WORD = 32


def is_cheap(op: StructuredOp, *, broadcast: bool) -> bool:
    """Whether recomputing an element is nearly free: from induction variables and scalars, by few operations.

    ``broadcast``: the user has more iterations than ``op``, so that each element would be computed several times. Of
    operations that take long, only one on induction variables and scalars alone is cheap.
    """
    from_tensors = any(is_tensor_type(operand.type) for operand in op.ins)
    if not from_tensors and sum(_cost(inner) for inner in op.body.ops) <= _CHEAP:
        return True
    return _costs_at_most(op, _CHEAP if broadcast else _CHEAP_IN_PLACE, lambda _: False)


def is_cheap_on_load(op: StructuredOp) -> bool:
    """Whether recomputing an element takes little more than loading it: from one loaded element, by few operations.

    Other tensors are read if they have far fewer elements, as the means of rows. Elements of less than 32 bits would be
    converted again. A product that is recomputed could be contracted with an addition, instead of being rounded first.
    """
    loads: set[SSAValue] = set()
    most = prod(shape_of(op.results[0].type) or ()) // _FAR_FEWER

    def may_be_read(value: SSAValue) -> bool:
        if prod(shape_of(value.type) or ()) <= most:
            return True
        loads.add(value)
        return load_of(value) is not None and _has_words(value)

    return _costs_at_most(op, _CHEAP, may_be_read, products=False) and len(loads) == 1


def _has_words(value: SSAValue) -> bool:
    element = element_type(value.type)
    return (is_float_type(element) or is_integer_type(element)) and element.bitwidth >= _WORD


def _costs_at_most(
    op: StructuredOp, left: int, may_be_read: Callable[[SSAValue], bool], *, products: bool = True
) -> bool:
    """Whether an element takes at most ``left`` operations, on elements of splats and of tensors that may be read."""
    waiting, seen = [op], {op}
    while waiting:
        current = waiting.pop()
        left -= sum(_cost(inner) for inner in current.body.ops)
        if left < 0 or any(inner.name.startswith(DEAR) for inner in current.body.ops):
            return False
        if not products and any(isinstance(inner, MulFOp) for inner in current.body.ops):
            return False
        for value in [_source(operand) for operand in current.ins if is_tensor_type(operand.type)]:
            source = value.owner
            if isinstance(source, StructuredOp) and is_pointwise(source):
                if source not in seen:
                    waiting.append(source)
                    seen.add(source)
            elif (not isinstance(source, Operation) or splat(source) is None) and not may_be_read(value):
                return False
    return True


def _source(value: SSAValue) -> SSAValue:
    """The tensor that has the elements of another one, through reshapes that only add or drop unit dimensions."""
    while isinstance(value.owner, tensor.ExpandShapeOp | tensor.CollapseShapeOp):
        anywhere = (AffineConstantExpr(0),) * len(shape_of(value.type) or ())
        through = through_unit_dims(value.owner, anywhere)
        if through is None:
            return value
        value = through[0]
    return value


def _cost(op: Operation) -> int:
    if op.name in _FREE:
        return 0
    return 2 if op.name.startswith(DEAR) else 1
