"""What tensors have: shapes and layouts; and operations that say themselves what theirs are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar, cast

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.analysis.encoding_propagation import with_encoding
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.ir.traits import encoding_of
from xtriton.layouts.encodings import DistributedEncoding
from xtriton.layouts.tile import Shape

OpT = TypeVar("OpT", bound=Operation)


def with_shape(type_: Attribute, shape: Sequence[int]) -> TensorType[Attribute]:
    """A tensor type with another shape."""
    tensor = cast("TensorType[Attribute]", type_)
    return TensorType(tensor.element_type, shape, tensor.encoding)


def shape_of_tensor(value: SSAValue) -> Shape:
    """The shape of a tensor."""
    return tuple(cast("TensorType[Attribute]", value.type).get_shape())


def encoding_of_tensor(value: SSAValue) -> Attribute:
    """The encoding of a tensor that has one."""
    encoding = encoding_of(value.type)
    assert encoding is not None, "a tensor without a layout"
    return encoding


def layout_of_tensor(value: SSAValue) -> DistributedEncoding:
    """The layout of a tensor."""
    layout = layout_of(encoding_of_tensor(value))
    assert isinstance(layout, DistributedEncoding)
    return layout


def with_inferred_types(
    op_class: type[OpT], operands: Sequence[SSAValue], properties: dict[str, Attribute] | None = None
) -> OpT:
    """A new operation of a class that says itself what types its results have."""
    properties = properties or {}
    types = cast("Any", op_class).infer_result_types([value.type for value in operands], properties, ())
    return op_class.create(operands=operands, result_types=types, properties=properties)
