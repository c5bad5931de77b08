"""What constructors and assembly formats need of an operation's definition: its values, properties and type rules.

A type rule derives the type of one value from that of another (:class:`xtriton.ir.traits.TypesMatchWith` and others).
Constructors and the parser, which may know types of results and infer those of operands, use the same rules.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Any

from xdsl.ir import Attribute
from xdsl.irdl import AttrSizedOperandSegments, AttrSizedResultSegments, OptionalDef, VariadicDef

from xtriton.ir.constraints import AttrPredicate, TypePredicate, attr_predicate
from xtriton.ir.traits import (
    AllTypesMatch,
    InferTypeOp,
    RangedTypesMatchWith,
    SameOperandsAndResultType,
    SameTypeOperands,
    TypesMatchWith,
)

if TYPE_CHECKING:
    from xtriton.ir.op import Op


class Arity(Enum):
    """How many values a definition has."""

    SINGLE = "single"
    OPTIONAL = "optional"
    VARIADIC = "variadic"


@dataclass(frozen=True)
class ValueDef:
    """An operand or result definition."""

    name: str
    arity: Arity
    constraint: TypePredicate | None
    is_result: bool


@dataclass(frozen=True)
class PropertyDef:
    """A property definition. ``default`` is the value that formats omit."""

    name: str
    predicate: AttrPredicate[Any] | None
    default: Attribute | None
    optional: bool


TypeRule = tuple[str, str, Callable[[Attribute], Attribute]]
"""(source, target, transform): the type of ``target`` follows from that of ``source``."""


class Signature:
    """The values, properties and type rules of an op class."""

    def __init__(self, op_class: type[Op]) -> None:
        definition = op_class.get_irdl_definition()
        self.op_class = op_class
        self.definition = definition
        self.operands = [_value_def(name, value, False) for name, value in definition.operands]
        self.results = [_value_def(name, value, True) for name, value in definition.results]
        self.values = {value.name: value for value in (*self.operands, *self.results)}
        self.constraints = [value.constraint for value in (*self.operands, *self.results)]
        self.all_single = all(value.arity is Arity.SINGLE for value in (*self.operands, *self.results))
        self.regions = {name: isinstance(value, VariadicDef) for name, value in definition.regions}
        self.successors = {name: isinstance(value, VariadicDef) for name, value in definition.successors}
        self.properties = {
            name: PropertyDef(
                name,
                attr_predicate(value.constr),
                value.default_value,
                isinstance(value, OptionalDef),
            )
            for name, value in definition.properties.items()
        }
        self.segments = [
            option.attribute_name
            for option in definition.options
            if isinstance(option, AttrSizedOperandSegments | AttrSizedResultSegments)
        ]
        self.sized_operands = any(isinstance(option, AttrSizedOperandSegments) for option in definition.options)
        self.sized_results = any(isinstance(option, AttrSizedResultSegments) for option in definition.options)
        traits = definition.traits.gen_traits()
        self.rules = _type_rules(self, traits)
        self.ranged_rules = [trait for trait in traits if isinstance(trait, RangedTypesMatchWith)]
        self.infers_results = any(isinstance(trait, InferTypeOp) for trait in traits)


def _value_def(name: str, definition: object, is_result: bool) -> ValueDef:
    arity = (
        Arity.OPTIONAL
        if isinstance(definition, OptionalDef)
        else Arity.VARIADIC
        if isinstance(definition, VariadicDef)
        else Arity.SINGLE
    )
    return ValueDef(name, arity, _type_predicate(getattr(definition, "constr", None)), is_result)


def _type_predicate(constraint: object) -> TypePredicate | None:
    """The constraint on one type inside IRDL's constraints on ranges of types, if it is a :class:`TypePredicate`."""
    while constraint is not None and not isinstance(constraint, TypePredicate):
        constraint = getattr(constraint, "constraint", None) or getattr(constraint, "constr", None)
    return constraint


def _type_rules(signature: Signature, traits: Sequence[object]) -> list[TypeRule]:
    rules: list[TypeRule] = []
    for trait in traits:
        names: Sequence[str] = ()
        match trait:
            case TypesMatchWith():
                rules.append((trait.source, trait.target, trait.transform))
            case AllTypesMatch():
                names = trait.names
            case SameOperandsAndResultType():
                names = list(signature.values)
            case SameTypeOperands():
                names = [value.name for value in signature.operands]
            case _:
                pass
        rules.extend((a, b, same_type) for a in names for b in names if a != b)
    return rules


def same_type(type_: Attribute) -> Attribute:
    """The rule of equal types."""
    return type_


@cache
def signature_of(op_class: type[Op]) -> Signature:
    """The signature of an op class, read from its definition on first use."""
    return Signature(op_class)
