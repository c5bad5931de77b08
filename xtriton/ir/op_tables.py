"""Op tables: the definitions of a dialect, and operations that differ in name and documentation only.

OPS = [
    *operations_in(vars()),
    *named_like(_SpecialRegisterOp, {"nvvm.read.ptx.sreg.laneid": "The lane within the warp."}),
]
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar, cast

from xdsl.ir import Attribute, Operation
from xdsl.irdl import irdl_op_definition

from xtriton.ir.op import Op, OpMeta

_T = TypeVar("_T")


def named_like(base: type[Op], documentation: Mapping[str, str]) -> list[type[Operation]]:
    """A class for each of these operations, with the operands, results, traits and syntax of ``base``."""
    return [_named_like(base, name, text) for name, text in documentation.items()]


def _named_like(base: type[Op], name: str, documentation: str) -> type[Op]:
    class_name = "".join(part.capitalize() for part in name.replace("_", ".").split(".")[1:]) + "Op"
    members = {"name": name, "__doc__": documentation, "__module__": base.__module__}
    return irdl_op_definition(cast("type[Op]", OpMeta(class_name, (base,), members)))


def operations_in(members: Mapping[str, object]) -> list[type[Operation]]:
    """The operations that a module defines, given its ``vars()``. Classes without a name are bases of others."""
    return _named_classes(members, Operation)


def attributes_in(members: Mapping[str, object]) -> list[type[Attribute]]:
    """The types and attributes that a module defines, given its ``vars()``."""
    return _named_classes(members, Attribute)


def _named_classes(members: Mapping[str, object], base: type[_T]) -> list[type[_T]]:
    return [
        value
        for value in members.values()
        if isinstance(value, type)
        and value.__module__ == members["__name__"]
        and base in value.__mro__  # for abstract base classes, ``issubclass`` asks each class derived from ``base``
        and isinstance(value.__dict__.get("name"), str)
    ]
