"""Compatibility of tensor types in casts and slices."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType, UnrankedTensorType
from xdsl.ir import Attribute

from xtriton.dialects.upstream.constraints import bit_width
from xtriton.dialects.upstream.shaped import drops_unit_extents, may_be_equal
from xtriton.ir.diagnostics import Violation
from xtriton.ir.traits import element_type, shape_of


def compatible_shapes(left: Attribute, right: Attribute) -> bool:
    """Whether two shapes agree in their static extents."""
    a, b = shape_of(left), shape_of(right)
    if isinstance(left, UnrankedTensorType) or isinstance(right, UnrankedTensorType) or a is None or b is None:
        return True
    return may_be_equal(a, b)


def can_cast(source: Attribute, result: Attribute) -> bool:
    """Whether both types can describe the same tensor (MLIR's ``tensor::CastOp::areCastCompatible``)."""
    return element_type(source) == element_type(result) and compatible_shapes(source, result)


def can_bitcast(source: Attribute, result: Attribute) -> bool:
    """Whether the elements have the same number of bits, and the shapes agree."""
    left, right = element_type(source), element_type(result)
    width = bit_width(left)
    return width is not None and width == bit_width(right) and compatible_shapes(source, result)


def verify_part(expected: TensorType[Attribute], actual: TensorType[Attribute]) -> None:
    """Verify that ``actual`` is ``expected``, up to dropped unit dimensions."""
    if actual.get_num_dims() > expected.get_num_dims():
        raise Violation("expected rank to be smaller or equal to the other rank. ", prefixed=False)
    if not drops_unit_extents(expected.get_shape(), actual.get_shape()):
        message = f"expected type to be '{expected}' or a rank-reduced version. (size mismatch) "
        raise Violation(message, prefixed=False)
    if expected.element_type != actual.element_type:
        raise Violation(f"expected element type to be '{expected.element_type}'", prefixed=False)
