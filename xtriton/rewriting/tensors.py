"""Shapes and layouts of tensors, and operations with inferred result types."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import cast

from xdsl.dialects.builtin import LocationAttr, TensorType
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.analysis.encoding_propagation import with_encoding
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.ttg.types import bit_width
from xtriton.ir.diagnostics import DiagnosticError, Violation, error
from xtriton.ir.traits import SameOperandsAndResultType, element_type, encoding_of, has_trait, shape_of_tensor
from xtriton.layouts.encodings import DistributedEncoding
from xtriton.rewriting.cloning import Mapping, clone_op
from xtriton.rewriting.rewriter import Rewriter, location_of


def with_shape(type_: Attribute, shape: Sequence[int]) -> TensorType[Attribute]:
    """A tensor type with another shape."""
    tensor = cast("TensorType[Attribute]", type_)
    return TensorType(tensor.element_type, shape, tensor.encoding)


def bytes_of_tensor(value: SSAValue) -> int:
    """The size of a tensor of numbers."""
    return prod(shape_of_tensor(value)) * bit_width(element_type(value.type)) // 8


def no_layout(value: SSAValue) -> DiagnosticError:
    """The error for a tensor without a layout where one is required, at its definition."""
    location = cast("LocationAttr", location_of(value))
    return error(location, "the tensor has no layout; 'convert-triton-to-tritongpu' gives tensors theirs")


def encoding_of_tensor(value: SSAValue) -> Attribute:
    """The encoding of a tensor. Raises :class:`DiagnosticError` if it has none, as before the TTGIR stage."""
    encoding = encoding_of(value.type)
    if encoding is None:
        raise no_layout(value)
    return encoding


def layout_of_tensor(value: SSAValue) -> DistributedEncoding:
    """The layout of a tensor."""
    layout = layout_of(encoding_of_tensor(value))
    assert isinstance(layout, DistributedEncoding)
    return layout


def clone_inferring_types(op: Operation, mapping: Mapping, properties: dict[str, Attribute] | None = None) -> Operation:
    """A clone of ``op`` with mapped operands and inferred result types (not yet in a block).

    If inference is not supported, the first result gets the encoding of the first operand. ``properties`` are replaced
    in the clone.
    """
    same = all(operand not in mapping or mapping[operand].type == operand.type for operand in op.operands)
    copy = clone_op(op, mapping)
    copy.properties.update(properties or {})
    if same or not copy.results:
        return copy
    first, encoding = copy.results[0], encoding_of(copy.operands[0].type)
    if encoding_of(first.type) is not None and encoding is not None:
        Rewriter.set_type(first, with_encoding(first.type, encoding))
        for result, type_ in zip(copy.results, _inferred_types(copy), strict=False):
            Rewriter.set_type(result, type_)
    return copy


def _inferred_types(op: Operation) -> Sequence[Attribute]:
    """The inferred result types, if ``op`` supports inference."""
    types = [operand.type for operand in op.operands]
    if has_trait(op, SameOperandsAndResultType):
        return types[:1] * len(op.results)
    infer = getattr(type(op), "infer_result_types", None)
    if infer is None:
        return ()
    try:
        return infer(types, op.properties, op.regions)
    except Violation:
        return ()
