"""Inserting layout conversions."""

from __future__ import annotations

from typing import cast

from xdsl.ir import Attribute, SSAValue

from xtriton.analysis.encoding_propagation import Tensor, with_encoding
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.ir.locations import Location
from xtriton.rewriting.rewriter import Rewriter


def insert_conversion(
    value: SSAValue, encoding: Attribute, rewriter: Rewriter, location: Location | None = None
) -> SSAValue:
    """``value`` converted to ``encoding`` by an operation at the insertion point."""
    return convert_to_type(value, with_encoding(cast("Tensor", value.type), encoding), rewriter, location)


def convert_to_type(
    value: SSAValue, type_: Attribute, rewriter: Rewriter, location: Location | None = None
) -> SSAValue:
    """``value`` converted to a tensor type that differs only in layout."""
    return rewriter.insert(ConvertLayoutOp(value, result=type_), location).result
