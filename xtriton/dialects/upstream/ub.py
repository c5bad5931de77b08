"""The ``ub`` dialect: values with undefined behaviour."""

from __future__ import annotations

from typing import ClassVar

from xdsl.ir import Dialect, ParametrizedAttribute
from xdsl.irdl import irdl_attr_definition, irdl_op_definition, traits_def
from xdsl.traits import ConstantLike, Pure

from xtriton.ir.constraints import AnyType, AttrPredicate
from xtriton.ir.definitions import Property, Result, prop_def, result_def
from xtriton.ir.op import Op


@irdl_attr_definition
class PoisonAttr(ParametrizedAttribute):
    """``#ub.poison``: the whole value is poison."""

    name = "ub.poison"


_Poison = AttrPredicate("PoisonAttrInterface instance", lambda attr: isinstance(attr, PoisonAttr))


@irdl_op_definition
class PoisonOp(Op):
    """A poison value of any type."""

    name = "ub.poison"
    value: Property = prop_def(_Poison, default=PoisonAttr())
    result: Result = result_def(AnyType, kw_only=False)
    traits = traits_def(ConstantLike(), Pure())
    SYNTAX: ClassVar[str | None] = "attr-dict (`<` $value^ `>`)? `:` type($result)"


Ub = Dialect("ub", [PoisonOp], [PoisonAttr])
