"""Properties of reductions: the threads that take part, and whether order matters (Triton's ``ReduceOpHelper``)."""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute

from xtriton.dialects.tt.reduction import ReduceOp
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.upstream.arith.floating import AddFOp, MulFOp
from xtriton.ir.narrowing import int_value, is_float_type
from xtriton.ir.walk import operations_in
from xtriton.layouts.distributed import DistributedEncoding
from xtriton.layouts.encodings import threads_per_warp, warps_per_cta


def _source(op: ReduceOp) -> TensorType[Attribute]:
    return cast("TensorType[Attribute]", op.operands[0].type)


def _layout(op: ReduceOp) -> tuple[DistributedEncoding, tuple[int, ...]]:
    type_ = _source(op)
    layout = layout_of(type_.encoding)
    assert isinstance(layout, DistributedEncoding), "a reduction of a tensor without a layout"
    return layout, tuple(type_.get_shape())


def threads_along_axis(op: ReduceOp) -> int:
    """How many threads of a warp hold different elements along the axis."""
    return threads_per_warp(*_layout(op))[int_value(op.axis)]


def warps_along_axis(op: ReduceOp) -> int:
    """How many warps hold different elements along the axis."""
    return warps_per_cta(*_layout(op))[int_value(op.axis)]


def is_associative(op: ReduceOp) -> bool:
    """Whether the order of steps does not matter: sums and products of more than two floats are rounded on the way."""
    type_ = _source(op)
    if not is_float_type(type_.element_type) or type_.get_shape()[int_value(op.axis)] <= 2:
        return True
    return not any(isinstance(inner, AddFOp | MulFOp) for inner in operations_in(op.combineOp))
