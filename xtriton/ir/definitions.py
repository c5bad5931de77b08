"""The fields of an operation's definition, typed so that a type checker knows the operation's constructor.

@irdl_op_definition
class LoadOp(Op):
    name = "tt.load"
    ptr: Operand = operand_def(PtrLike)
    mask: OptionalOperand = opt_operand_def(BoolLike, default=None)
    cache: Property[CacheModifier] = prop_def(CacheAttr, default=CacheModifier.NONE.attr)
    result: Result = result_def(AnyTritonType, default=INFERRED)
    traits = traits_def(TypesMatchWith("result matches ptr type", "ptr", "result", pointee_type))

LoadOp(ptr, mask, cache=CacheModifier.CA)

The constructor (:mod:`xtriton.ir.constructors`) takes operands by position or keyword in the order of their definition,
and properties, result types, regions and successors by keyword, except those defined with ``kw_only=False``. A field
without ``default`` must be given. A result with ``default=INFERRED`` has a type that follows from the traits and
constraints of the definition, one with ``default=computed(function, "field")`` a type that ``function`` returns for the
arguments. ``alias`` is the name of the parameter where it is not that of the field.

``versions`` are the versions of Triton that have an operand, result or property; by default all of the operation's. In
memory an operation has the fields of all versions; the parser, the verifier and the printer see those of the version
in effect (:mod:`xtriton.ir.signature`).

The functions wrap xDSL's of the same names. An annotation gives the type of the field when read (``__get__``) and of
the constructor's argument (``__set__``); :func:`typing.dataclass_transform` on :class:`xtriton.ir.op.OpMeta` connects
the two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Final, Generic, Literal, Never, cast

import xdsl.irdl as irdl
from typing_extensions import TypeVar
from xdsl.ir import Attribute, Block, Operation, OpResult, Region, SSAValue, SSAValues

from xtriton.ir.constraints import AttrPredicate
from xtriton.versions import ALL_VERSIONS, VersionRange

if TYPE_CHECKING:
    TypeConstraint = irdl.AttrConstraint | irdl.RangeConstraint

ValueT = TypeVar("ValueT", default=Never)
"""The Python values that a property is made of, besides attributes."""


class Inferred(Enum):
    """The type of :data:`INFERRED`."""

    INFERRED = "inferred"


INFERRED: Final = Inferred.INFERRED
"""The default of a result whose type the constructor infers."""


class Required(Enum):
    """The type of :data:`REQUIRED`."""

    REQUIRED = "required"


REQUIRED: Final = Required.REQUIRED
"""The default of a field that must be given."""


@dataclass(frozen=True)
class Computed:
    """A default that ``function`` computes from other arguments: operands as given, properties as attributes.

    The argument ``self`` is the operation, of which only the class's attributes can be used.
    """

    function: Callable[..., object]
    arguments: tuple[str, ...]


def computed(function: Callable[..., object], *arguments: str) -> Any:
    """The default of a result (its type or list of types), property or region that follows from the named fields."""
    return Computed(function, arguments)


class Operand:
    """One operand."""

    def __get__(self, op: object, owner: type[object]) -> SSAValue: ...
    def __set__(self, op: object, value: SSAValue) -> None: ...


class OptionalOperand:
    """An operand or none."""

    def __get__(self, op: object, owner: type[object]) -> SSAValue | None: ...
    def __set__(self, op: object, value: SSAValue | None) -> None: ...


class Operands:
    """Any number of operands."""

    def __get__(self, op: object, owner: type[object]) -> SSAValues[SSAValue]: ...
    def __set__(self, op: object, value: Sequence[SSAValue]) -> None: ...


class Result:
    """One result; its constructor argument is its type."""

    def __get__(self, op: object, owner: type[object]) -> OpResult: ...
    def __set__(self, op: object, value: Attribute | Inferred) -> None: ...


class OptionalResult:
    """A result or none; its constructor argument is its type."""

    def __get__(self, op: object, owner: type[object]) -> OpResult | None: ...
    def __set__(self, op: object, value: Attribute | None) -> None: ...


class Results:
    """Any number of results; their constructor argument is the list of their types."""

    def __get__(self, op: object, owner: type[object]) -> SSAValues[OpResult]: ...
    def __set__(self, op: object, value: Sequence[Attribute] | Inferred) -> None: ...


class Property(Generic[ValueT]):
    """A property: an attribute, or a Python value that its constraint converts to one."""

    def __get__(self, op: object, owner: type[object]) -> Attribute: ...
    def __set__(self, op: object, value: Attribute | ValueT) -> None: ...


class OptionalProperty(Generic[ValueT]):
    """A property that may be absent."""

    def __get__(self, op: object, owner: type[object]) -> Attribute | None: ...
    def __set__(self, op: object, value: Attribute | ValueT | None) -> None: ...


class OpRegion:
    """One region; ``None`` is an empty one."""

    def __get__(self, op: object, owner: type[object]) -> Region: ...
    def __set__(self, op: object, value: Region | None) -> None: ...


class OpRegions:
    """Any number of regions."""

    def __get__(self, op: object, owner: type[object]) -> tuple[Region, ...]: ...
    def __set__(self, op: object, value: Sequence[Region]) -> None: ...


class Successor:
    """One successor."""

    def __get__(self, op: object, owner: type[object]) -> Block: ...
    def __set__(self, op: object, value: Block) -> None: ...


class Successors:
    """Any number of successors."""

    def __get__(self, op: object, owner: type[object]) -> list[Block]: ...
    def __set__(self, op: object, value: Sequence[Block]) -> None: ...


@dataclass(frozen=True)
class Parameter:
    """How the constructor takes a field."""

    default: object
    kw_only: bool
    alias: str | None = None
    versions: VersionRange = ALL_VERSIONS
    """The versions of Triton that have the field."""


_PARAMETER = "parameter"
"""The attribute of xDSL's field definitions that holds their :class:`Parameter`."""
_PARAMETERS = "__parameters__"
"""The attribute of a class that holds the :class:`Parameter` of each field that it defines."""


def record_parameters(op_class: type[Operation]) -> None:
    """Keep the parameters of the fields that a class defines: ``irdl_op_definition`` replaces the fields."""
    own: dict[str, Parameter] = {}
    for name, value in vars(op_class).items():
        parameter = getattr(value, _PARAMETER, None)
        if isinstance(parameter, Parameter):
            own[name] = parameter
    setattr(op_class, _PARAMETERS, own)


def own_parameters(op_class: type[object]) -> dict[str, Parameter]:
    """The parameters of the fields that a class itself defines."""
    return vars(op_class).get(_PARAMETERS, {})


_FieldT = TypeVar("_FieldT")


def _field(definition: object, kind: type[_FieldT], parameter: Parameter) -> _FieldT:
    setattr(definition, _PARAMETER, parameter)
    return cast("_FieldT", definition)


def operand_def(
    constraint: TypeConstraint,
    *,
    default: object = REQUIRED,
    kw_only: bool = False,
    alias: str | None = None,
    versions: VersionRange = ALL_VERSIONS,
) -> Operand:
    """Define an operand."""
    return _field(
        irdl.operand_def(cast("irdl.AttrConstraint", constraint)), Operand, Parameter(default, kw_only, alias, versions)
    )


def opt_operand_def(
    constraint: TypeConstraint,
    *,
    default: object = REQUIRED,
    kw_only: bool = False,
    alias: str | None = None,
    versions: VersionRange = ALL_VERSIONS,
) -> OptionalOperand:
    """Define an operand that may be absent (``None``)."""
    return _field(irdl.opt_operand_def(constraint), OptionalOperand, Parameter(default, kw_only, alias, versions))


def var_operand_def(
    constraint: TypeConstraint,
    *,
    default: object = REQUIRED,
    kw_only: bool = False,
    alias: str | None = None,
    versions: VersionRange = ALL_VERSIONS,
) -> Operands:
    """Define a list of operands."""
    return _field(irdl.var_operand_def(constraint), Operands, Parameter(default, kw_only, alias, versions))


def result_def(
    constraint: TypeConstraint,
    *,
    default: object = REQUIRED,
    kw_only: bool = True,
    alias: str | None = None,
    versions: VersionRange = ALL_VERSIONS,
) -> Result:
    """Define a result. The constructor takes its type, or infers it if ``default`` is :data:`INFERRED`."""
    return _field(
        irdl.result_def(cast("irdl.AttrConstraint", constraint)), Result, Parameter(default, kw_only, alias, versions)
    )


def opt_result_def(
    constraint: TypeConstraint,
    *,
    default: object = REQUIRED,
    kw_only: bool = True,
    alias: str | None = None,
    versions: VersionRange = ALL_VERSIONS,
) -> OptionalResult:
    """Define a result that may be absent (``None``)."""
    return _field(irdl.opt_result_def(constraint), OptionalResult, Parameter(default, kw_only, alias, versions))


def var_result_def(
    constraint: TypeConstraint,
    *,
    default: object = REQUIRED,
    kw_only: bool = True,
    alias: str | None = None,
    versions: VersionRange = ALL_VERSIONS,
) -> Results:
    """Define a list of results."""
    return _field(irdl.var_result_def(constraint), Results, Parameter(default, kw_only, alias, versions))


def prop_def(
    constraint: AttrPredicate[ValueT],
    *,
    default: object = REQUIRED,
    kw_only: bool = True,
    alias: str | None = None,
    prop_name: str | None = None,
    versions: VersionRange = ALL_VERSIONS,
) -> Property[ValueT]:
    """Define a property. Formats omit one that has the value ``default``."""
    attribute = default if isinstance(default, Attribute) else None
    definition = irdl.prop_def(constraint, attribute, prop_name=prop_name)
    return _field(definition, Property[ValueT], Parameter(default, kw_only, alias, versions))


def opt_prop_def(
    constraint: AttrPredicate[ValueT],
    *,
    default: object = REQUIRED,
    kw_only: bool = True,
    alias: str | None = None,
    prop_name: str | None = None,
    versions: VersionRange = ALL_VERSIONS,
) -> OptionalProperty[ValueT]:
    """Define a property that may be absent (``None``)."""
    definition = irdl.opt_prop_def(constraint, prop_name=prop_name)
    return _field(definition, OptionalProperty[ValueT], Parameter(default, kw_only, alias, versions))


def region_def(
    single_block: Literal["single_block"] | None = None,
    *,
    default: object = REQUIRED,
    kw_only: bool = True,
    alias: str | None = None,
) -> OpRegion:
    """Define a region."""
    return _field(irdl.region_def(single_block), OpRegion, Parameter(default, kw_only, alias))


def var_region_def(
    single_block: Literal["single_block"] | None = None,
    *,
    default: object = REQUIRED,
    kw_only: bool = True,
    alias: str | None = None,
) -> OpRegions:
    """Define a list of regions."""
    return _field(irdl.var_region_def(single_block), OpRegions, Parameter(default, kw_only, alias))


def successor_def(*, default: object = REQUIRED, kw_only: bool = True, alias: str | None = None) -> Successor:
    """Define a successor."""
    return _field(irdl.successor_def(), Successor, Parameter(default, kw_only, alias))


def var_successor_def(*, default: object = REQUIRED, kw_only: bool = True, alias: str | None = None) -> Successors:
    """Define a list of successors."""
    return _field(irdl.var_successor_def(), Successors, Parameter(default, kw_only, alias))


FIELD_SPECIFIERS = (
    operand_def,
    opt_operand_def,
    var_operand_def,
    result_def,
    opt_result_def,
    var_result_def,
    prop_def,
    opt_prop_def,
    region_def,
    var_region_def,
    successor_def,
    var_successor_def,
)
