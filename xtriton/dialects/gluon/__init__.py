"""The ``gluon`` dialect: layouts that are yet to be inferred."""

from __future__ import annotations

from typing import ClassVar, cast

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Dialect
from xdsl.irdl import irdl_attr_definition, irdl_op_definition, traits_def

from xtriton.dialects.plain_attribute import PlainAttribute
from xtriton.dialects.tt.types import Tensor
from xtriton.dialects.ttg.op import LayoutOp
from xtriton.ir.definitions import Operand, Result, operand_def, result_def
from xtriton.ir.diagnostics import Violation
from xtriton.ir.traits import SameOperandsAndResultElementType, SameOperandsAndResultShape, encoding_of


@irdl_attr_definition
class AutoEncodingAttr(PlainAttribute):
    """``#gluon.auto_encoding``: a layout to be inferred from the surrounding operations."""

    name = "gluon.auto_encoding"


@irdl_attr_definition
class CoalescedEncodingAttr(PlainAttribute):
    """``#gluon.coalesced_encoding``: a layout to be chosen for coalesced loads and stores."""

    name = "gluon.coalesced_encoding"


@irdl_op_definition
class SetAutoLayoutOp(LayoutOp):
    """Resolve the automatic layout of ``src``."""

    name = "gluon.set_auto_layout"
    src: Operand = operand_def(Tensor)
    result: Result = result_def(Tensor)
    traits = traits_def(SameOperandsAndResultShape(), SameOperandsAndResultElementType())
    SYNTAX: ClassVar = "$src attr-dict `:` type($src) `->` type($result)"

    def verify_op(self) -> None:
        if not isinstance(encoding_of(cast("TensorType[Attribute]", self.src.type)), AutoEncodingAttr):
            raise Violation("input tensor must have an auto layout type")
        encoding = encoding_of(cast("TensorType[Attribute]", self.result.type))
        if encoding is None:
            raise Violation("result tensor must have an encoding")
        if isinstance(encoding, AutoEncodingAttr):
            raise Violation("result type must not be auto layout")


Gluon = Dialect("gluon", [SetAutoLayoutOp], [AutoEncodingAttr, CoalescedEncodingAttr])
