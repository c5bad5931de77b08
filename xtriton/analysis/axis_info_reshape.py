"""The transfer function of ``tt.reshape`` for axis info, which Triton has since 3.8."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation

from xtriton.analysis.axis_info_constants import Operands, constant_info, result_shape
from xtriton.analysis.axis_info_lattice import AxisInfo, Extents


def reshape(op: Operation, operands: Operands) -> AxisInfo:
    """Each dimension of the result inherits from the source dimension that its stride falls into."""
    (info,) = operands
    before = tuple(cast("TensorType[Attribute]", op.operands[0].type).get_shape())
    after = result_shape(op) or ()
    if info.constant is not None:
        return constant_info(op, len(after), info.constant)
    strides, new_strides = _strides(before), _strides(after)
    everywhere = divisor_of_all(info)
    rows = [
        _dimension(info, before, strides, extent, stride, everywhere)
        for extent, stride in zip(after, new_strides[1:], strict=True)
    ]
    contiguity, divisibility, constancy = ([row[kind] for row in rows] for kind in range(3))
    return AxisInfo(tuple(contiguity), tuple(divisibility), tuple(constancy))


def divisor_of_all(info: AxisInfo) -> int:
    """A divisor of all elements: along a dimension with runs of length 1, each element starts a run."""
    starts = (divisor for extent, divisor in zip(info.contiguity, info.divisibility, strict=True) if extent == 1)
    return max((1, *starts))


def _strides(shape: Extents) -> Sequence[int]:
    """The sizes of the row-major suffixes of a shape: entry ``d + 1`` is the stride of dimension ``d``."""
    sizes = [1] * (len(shape) + 1)
    for dim in reversed(range(len(shape))):
        sizes[dim] = sizes[dim + 1] * shape[dim]
    return sizes


def _dimension(
    info: AxisInfo, before: Extents, strides: Sequence[int], extent: int, stride: int, everywhere: int
) -> tuple[int, int, int]:
    """Contiguity, divisibility, constancy along a dimension of the result: ``extent`` elements ``stride`` apart."""
    inside = (dim for dim in range(len(before)) if strides[dim + 1] <= stride < strides[dim])
    dim = next(inside, 0)  # only leading dimensions of one element are in none
    run, start = info.contiguity[dim], strides[dim + 1]
    if run > 1:
        if stride != start:
            return 1, everywhere, 1
        kept = min(run, extent)
        divisor = info.divisibility[dim] if kept == run else min(info.divisibility[dim], kept)
        return kept, max(everywhere, divisor), 1
    if stride <= start * info.constancy[dim]:
        return 1, everywhere, _constancy(info, before, dim, extent, start * info.constancy[dim] // stride)
    return 1, everywhere, 1


def _constancy(info: AxisInfo, before: Extents, dim: int, extent: int, left: int) -> int:
    """The length of runs of equal elements: at most ``left`` of the source dimension, times those of outer dimensions
    if it is constant throughout.
    """
    found = min(extent, left)
    remaining = extent // found
    outer = dim - 1
    while info.constancy[dim] == before[dim] and outer >= 0 and remaining > 1:
        piece = min(before[outer], remaining)
        equal = min(info.constancy[outer], piece)
        found *= equal
        if equal < piece:
            break
        remaining //= piece
        outer -= 1
    return found
