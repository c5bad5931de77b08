"""``tt.map_elementwise``: a scalar function for each element, or for a few at a time."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, SSAValue

from xtriton.dialects import tt
from xtriton.dialects.upstream import tensor
from xtriton.ir.traits import element_type
from xtriton.passes.linalg.patterns.builders import Body, empty, over_elements, shape_of_value, tensor_type
from xtriton.passes.linalg.patterns.shape import reshape_groups
from xtriton.rewriting.pattern import pattern
from xtriton.rewriting.rewriter import Rewriter


@pattern(tt.MapElementwiseOp)
def map_elementwise(op: tt.MapElementwiseOp, rewriter: Rewriter) -> bool:
    """``generic`` with the same region, over groups of ``pack`` adjacent elements if it takes more than one.

    ``tt.map_elementwise`` leaves unspecified which elements form a group; here they are adjacent in row-major order.
    The region takes the group of the first operand, then that of the second, and returns results likewise.
    """
    pack, block = op.pack_size, op.scalarOp.block
    shape = shape_of_value(op.srcs[0])
    grouped = [prod(shape) // pack] if pack > 1 else [*shape]
    sources = [part for source in op.srcs for part in _parts(source, pack, grouped, rewriter)]
    types = [element_type(result.type) for result in op.results]
    inits = [empty(grouped, type_, rewriter) for type_ in types for _ in range(pack)]

    def fill(body: Body) -> Sequence[SSAValue]:
        return body.copy(block, body.args[: len(sources)])

    found = over_elements(sources, inits, len(grouped), fill, rewriter).results
    if pack > 1:
        groups = [found[start : start + pack] for start in range(0, len(found), pack)]
        rewriter.replace(op, [_together(group, shape, rewriter) for group in groups])
    else:
        rewriter.replace(op, found)
    return True


def _parts(source: SSAValue, pack: int, grouped: Sequence[int], rewriter: Rewriter) -> list[SSAValue]:
    """For each position in a group, the tensor of the elements at that position."""
    if pack == 1:
        return [source]
    element = tensor_type(source).element_type
    pairs = _reshaped(_reshaped(source, [prod(shape_of_value(source))], rewriter), [*grouped, pack], rewriter)
    return [
        rewriter.insert(
            tensor.ExtractSliceOp.of(pairs, [0, place], [*grouped, 1], [1, 1], TensorType(element, grouped))
        ).result
        for place in range(pack)
    ]


def _together(parts: Sequence[SSAValue], shape: Sequence[int], rewriter: Rewriter) -> SSAValue:
    """The tensor of ``shape`` whose groups have their first element in the first of ``parts``, and so on."""
    (count,) = shape_of_value(parts[0])
    result = empty([count, len(parts)], tensor_type(parts[0]).element_type, rewriter)
    for place, part in enumerate(parts):
        result = rewriter.insert(tensor.InsertSliceOp.of(part, result, [0, place], [count, 1], [1, 1])).result
    return _reshaped(_reshaped(result, [count * len(parts)], rewriter), shape, rewriter)


def _reshaped(source: SSAValue, shape: Sequence[int], rewriter: Rewriter) -> SSAValue:
    """The elements reshaped to another rank; a no-op for the same shape."""
    old = shape_of_value(source)
    if tuple(old) == tuple(shape):
        return source
    groups = reshape_groups(old, shape)
    assert groups is not None
    type_: TensorType[Attribute] = TensorType(tensor_type(source).element_type, shape)
    if len(shape) < len(old):
        return rewriter.insert(tensor.CollapseShapeOp(source, groups, type_)).result
    return rewriter.insert(tensor.ExpandShapeOp.of(source, groups, list(shape), type_)).result
