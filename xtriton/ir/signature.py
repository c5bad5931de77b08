"""The parts of an operation's definition that constructors and formats use: values, properties, type rules.

A type rule derives the type of one value from that of another (:class:`xtriton.ir.traits.TypesMatchWith` and others).
Constructors and the parser, which may know types of results and infer those of operands, use the same rules.

An operation has the fields of all versions of Triton in memory (:func:`memory_signature_of`), and is read, verified and
printed with those of the version in effect (:func:`signature_of`). The sizes of its segments are stored for all fields.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import TYPE_CHECKING, Any

from xdsl.ir import Attribute
from xdsl.irdl import AttrSizedOperandSegments, AttrSizedResultSegments, OptionalDef, VariadicDef

from xtriton.ir.constraints import AttrPredicate, TypeByVersion, TypePredicate, attr_predicate
from xtriton.ir.definitions import own_parameters
from xtriton.ir.traits import (
    AllTypesMatch,
    InferTypeOp,
    RangedTypesMatchWith,
    SameOperandsAndResultType,
    SameTypeOperands,
    TypesMatchWith,
)
from xtriton.versions import ALL_VERSIONS, TritonVersion, active_version

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


@dataclass(frozen=True)
class Segments:
    """The operands, or the results, of an operation."""

    what: str
    """``operand`` or ``result``."""
    values: list[ValueDef]
    stored: list[ValueDef]
    """Those of all versions, which operations have in memory."""
    has_sizes: bool
    """Whether operations have the sizes of all segments in memory, as the property :attr:`sizes`."""

    @property
    def sizes(self) -> str:
        """The name of the property."""
        return f"{self.what}SegmentSizes"

    @property
    def writes_sizes(self) -> bool:
        """Whether texts have the property: ODS requires it where several definitions have no fixed number of values."""
        if self.has_all:
            return self.has_sizes
        return self.has_sizes and sum(value.arity is not Arity.SINGLE for value in self.values) > 1

    @property
    def has_all(self) -> bool:
        """Whether the version has the fields of all versions."""
        return len(self.values) == len(self.stored)


TypeRule = tuple[str, str, Callable[[Attribute], Attribute]]
"""(source, target, transform): the type of ``target`` follows from that of ``source``."""


class Signature:
    """The values, properties and type rules of an op class, in one version of Triton or (``None``) in memory."""

    def __init__(self, op_class: type[Op], triton: TritonVersion | None = None) -> None:
        definition = op_class.get_irdl_definition()
        self.op_class = op_class
        self.definition = definition
        absent = absent_fields(op_class, triton)
        operands = [_value_def(name, value, False, triton) for name, value in definition.operands]
        results = [_value_def(name, value, True, triton) for name, value in definition.results]
        self.operands = [value for value in operands if value.name not in absent]
        self.results = [value for value in results if value.name not in absent]
        sized = {type(option) for option in definition.options}
        self.segments = (
            Segments("operand", self.operands, operands, AttrSizedOperandSegments in sized),
            Segments("result", self.results, results, AttrSizedResultSegments in sized),
        )
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
            if name not in absent
        }
        self.absent_properties = sorted(absent & definition.properties.keys())
        self.defaults = [
            (name, value.default)
            for name, value in self.properties.items()
            if value.default is not None and not value.optional
        ]
        traits = definition.traits.gen_traits()
        self.rules = _type_rules(self, traits)
        self.ranged_rules = [trait for trait in traits if isinstance(trait, RangedTypesMatchWith)]
        self.infers_results = any(isinstance(trait, InferTypeOp) for trait in traits)


def absent_fields(op_class: type[Op], triton: TritonVersion | None) -> frozenset[str]:
    """The operands, results and properties (by their names in the IR) that a version does not have."""
    if triton is None:
        return frozenset()
    names = op_class.get_irdl_definition().accessor_names
    return frozenset(
        names[field][0] if field in names else field
        for base in op_class.__mro__
        for field, parameter in own_parameters(base).items()
        if triton not in parameter.versions
    )


def _value_def(name: str, definition: object, is_result: bool, triton: TritonVersion | None) -> ValueDef:
    arity = (
        Arity.OPTIONAL
        if isinstance(definition, OptionalDef)
        else Arity.VARIADIC
        if isinstance(definition, VariadicDef)
        else Arity.SINGLE
    )
    constraint = _type_predicate(getattr(definition, "constr", None))
    if triton is not None and isinstance(constraint, TypeByVersion):
        constraint = constraint.at(triton)
    return ValueDef(name, arity, constraint, is_result)


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


def signature_of(op_class: type[Op]) -> Signature:
    """The signature of an op class in the version in effect, read from its definition on first use."""
    return _read_once(op_class, edition_of(op_class))


def memory_signature_of(op_class: type[Op]) -> Signature:
    """The signature of an op class with the fields of all versions, as its operations have them in memory."""
    return _read_once(op_class, None)


@cache
def _read_once(op_class: type[Op], triton: TritonVersion | None) -> Signature:
    return Signature(op_class, triton)


def edition_of(op_class: type[Op]) -> TritonVersion | None:
    """The version in effect if the definition of a class depends on it, otherwise ``None``: a key for caches."""
    return active_version() if _depends_on_version(op_class) else None


@cache
def _depends_on_version(op_class: type[Op]) -> bool:
    if any(
        parameter.versions != ALL_VERSIONS for base in op_class.__mro__ for parameter in own_parameters(base).values()
    ):
        return True
    definition = op_class.get_irdl_definition()
    return any(
        isinstance(_type_predicate(getattr(value, "constr", None)), TypeByVersion)
        for _, value in (*definition.operands, *definition.results)
    )


def present_properties(op_class: type[Op], properties: dict[str, Attribute]) -> dict[str, Attribute]:
    """``properties`` without default values of properties that the version in effect does not have.

    Raises ``TypeError`` for other values of such properties.
    """
    definition = op_class.get_irdl_definition()
    for name in signature_of(op_class).absent_properties:
        value = properties.pop(name, None)
        if value is not None and value != definition.properties[name].default_value:
            raise TypeError(f"'{op_class.name}' op has no property '{name}' in Triton {active_version()}")
    return properties


def sizes_in_memory(sizes: Sequence[int], values: Sequence[ValueDef], stored: Sequence[ValueDef]) -> list[int]:
    """The sizes of all segments in memory, given those of the segments that the version in effect has."""
    by_name = {value.name: size for value, size in zip(values, sizes, strict=True)}
    return [by_name.get(value.name, 0) for value in stored]


def sizes_in_text(sizes: Sequence[int], values: Sequence[ValueDef], stored: Sequence[ValueDef]) -> list[int]:
    """The inverse of :func:`sizes_in_memory`."""
    names = {value.name for value in values}
    return [size for value, size in zip(stored, sizes, strict=True) if value.name in names]
