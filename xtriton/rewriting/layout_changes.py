"""Tensors with other layouts: types, and operations that make them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar, cast

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.analysis.encoding_propagation import with_encoding
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.ir.locations import Location
from xtriton.ir.traits import encoding_of
from xtriton.layouts.encodings import DistributedEncoding
from xtriton.layouts.tile import Shape
from xtriton.rewriting.rewriter import Rewriter

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


def convert_layout(
    value: SSAValue, encoding: Attribute, rewriter: Rewriter, location: Location | None = None
) -> SSAValue:
    """``value`` in another layout."""
    op = ConvertLayoutOp.create(operands=[value], result_types=[with_encoding(value.type, encoding)])
    return rewriter.insert(op, location).result


def convert_like(value: SSAValue, type_: Attribute, rewriter: Rewriter, location: Location | None = None) -> SSAValue:
    """``value`` as a tensor of a type that differs in the layout only."""
    return rewriter.insert(ConvertLayoutOp.create(operands=[value], result_types=[type_]), location).result


def insert_behind(value: SSAValue, rewriter: Rewriter) -> None:
    """Insert right behind what defines a value from now on."""
    owner = value.owner
    if isinstance(owner, Operation):
        rewriter.after(owner)
    else:
        rewriter.at_start(owner)


def with_inferred_types(
    op_class: type[OpT], operands: Sequence[SSAValue], properties: dict[str, Attribute] | None = None
) -> OpT:
    """A new operation of a class that says itself what types its results have."""
    properties = properties or {}
    types = cast("Any", op_class).infer_result_types([value.type for value in operands], properties, ())
    return op_class.create(operands=operands, result_types=types, properties=properties)
