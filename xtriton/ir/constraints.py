"""Constraints on types and attributes, with the wording of MLIR's verifier.

ODS gives every constraint a summary ("ranked tensor of floating-point values"), and a failed check reports ``operand #0
must be SUMMARY, but got 'TYPE'``. The classes here are IRDL constraints with such a summary, so that one definition
serves xDSL's verification and a message that reads like Triton's.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from typing import TYPE_CHECKING, Any, Generic, Never, NoReturn, Self, cast

from typing_extensions import TypeVar
from xdsl.dialects.builtin import (
    ArrayAttr,
    BoolAttr,
    DenseArrayBase,
    DictionaryAttr,
    FunctionType,
    IndexType,
    IntegerAttr,
    IntegerType,
    Signedness,
    StringAttr,
    SymbolRefAttr,
    TensorType,
    UnitAttr,
    f32,
    i1,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.ir import Attribute, BuiltinAttribute, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import AttrConstraint, IntConstraint, VerificationContext
from xdsl.utils.exceptions import VerifyException

from xtriton.ir.narrowing import is_dense_array, is_integer_attr, is_integer_type
from xtriton.ir.shared_attributes import integer_attr
from xtriton.versions import ByVersion, TritonVersion, by_version

if TYPE_CHECKING:
    from xdsl.parser import AttrParser, Parser
    from xdsl.printer import Printer

Accepts = Callable[[Attribute], bool]
ValueT = TypeVar("ValueT", default=Never)
"""The Python values that an attribute is made of."""


@dataclass(frozen=True)
class TypePredicate(AttrConstraint):
    """A type constraint with its ODS summary.

    ``build`` is the only type that satisfies it, if there is one: assembly formats may then omit the type. ``kind`` is
    the class of all types that satisfy it, if ODS knows one: a format then rejects other types while parsing.
    """

    summary: str
    accepts: Accepts
    build: Attribute | None = None
    kind: type[Attribute] | None = None

    @property
    def stripped(self) -> type[ParametrizedAttribute] | None:
        """The class of types that ``type($x)`` prints without ``!dialect.mnemonic``."""
        kind = self.kind
        if kind is None or not issubclass(kind, ParametrizedAttribute) or issubclass(kind, BuiltinAttribute):
            return None
        return kind if kind.get_irdl_definition().parameters else None

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        if not self.accepts(attr):
            raise VerifyException(f"must be {self.summary}, but got '{attr}'")

    def mapping_type_vars(self, type_var_mapping: Mapping[Any, AttrConstraint | IntConstraint]) -> TypePredicate:
        return self


@dataclass(frozen=True)
class TypeByVersion(TypePredicate):
    """A type constraint that differs between versions of Triton; outside of a version it accepts their union."""

    table: ByVersion[TypePredicate] = field(default=ByVersion(()))

    def at(self, triton: TritonVersion) -> TypePredicate:
        """The constraint of a version."""
        found = self.table.at(triton)
        return found.at(triton) if isinstance(found, TypeByVersion) else found


def type_by_version(entries: Mapping[TritonVersion, TypePredicate]) -> TypePredicate:
    """A constraint for each version of Triton; each holds from its version on."""
    options = tuple(entries.values())
    newest = options[-1]
    return TypeByVersion(
        newest.summary, any_type_of(*options).accepts, newest.build, newest.kind, table=by_version(entries)
    )


def exactly(type_: Attribute, summary: str) -> TypePredicate:
    """Exactly ``type_``; assembly formats need not spell it."""
    return TypePredicate(summary, lambda attr: attr == type_, build=type_, kind=type(type_))


def instance_of(summary: str, *classes: type[Attribute]) -> TypePredicate:
    """Any type of the given classes."""
    return TypePredicate(summary, lambda attr: type(attr) in classes)  # attribute classes are final


def type_class(summary: str, class_: type[ParametrizedAttribute], build: Attribute | None = None) -> TypePredicate:
    """The types of one dialect type class, as an ODS ``TypeDef`` used as a constraint."""
    return TypePredicate(summary, lambda attr: type(attr) is class_, build=build, kind=class_)


def any_type_of(*options: TypePredicate, summary: str | None = None) -> TypePredicate:
    """Any of the options; the summary is theirs joined by "or" unless given."""
    text = summary if summary is not None else " or ".join(option.summary for option in options)
    tests = tuple(option.accepts for option in options)

    def accepts(attr: Attribute) -> bool:
        for test in tests:  # noqa: SIM110 a plain loop: this runs for every value of every operation
            if test(attr):
                return True
        return False

    return TypePredicate(text, accepts)


def ranked_tensor_of(*elements: TypePredicate, summary: str | None = None) -> TypePredicate:
    """A ranked tensor whose elements satisfy one of the constraints."""
    element = any_type_of(*elements)
    text = summary if summary is not None else f"ranked tensor of {element.summary} values"
    test = element.accepts
    return TypePredicate(text, lambda attr: type(attr) is TensorType and test(attr.element_type), kind=TensorType)


def is_signless_integer(attr: Attribute, *widths: int) -> bool:
    """Whether ``attr`` is a signless integer type, of one of the widths if any are given."""
    return (
        is_integer_type(attr)
        and attr.signedness.data is Signedness.SIGNLESS
        and (not widths or attr.width.data in widths)
    )


AnyType = TypePredicate("any type", lambda attr: isinstance(attr, TypeAttribute))
I1 = exactly(i1, "1-bit signless integer")
I8 = exactly(i8, "8-bit signless integer")
I16 = exactly(i16, "16-bit signless integer")
I32 = exactly(i32, "32-bit signless integer")
I64 = exactly(i64, "64-bit signless integer")
I128 = exactly(IntegerType(128), "128-bit signless integer")
F32 = exactly(f32, "32-bit float")
Index = exactly(IndexType(), "index")
SignlessInteger = TypePredicate("signless integer", is_signless_integer)
SignlessIntegerOrIndex = TypePredicate(
    "signless integer or index", lambda attr: isinstance(attr, IndexType) or is_signless_integer(attr)
)
AnyRankedTensor = instance_of("ranked tensor of any type values", TensorType)

ParseAttr = Callable[["Parser", str], Attribute]
"""Parses ``$attr`` in an assembly format; the second argument is the attribute's name, for messages."""
ParseOptionalAttr = Callable[["Parser", str], Attribute | None]
"""Parses ``$attr`` where it may be absent: at the start of an optional group."""
PrintAttr = Callable[["Printer", Attribute], None]


def _parse_any(parser: Parser, name: str) -> Attribute:
    return parser.parse_attribute()


def _print_any(printer: Printer, attr: Attribute) -> None:
    printer.print_attribute(attr)


@dataclass(frozen=True)
class AttrPredicate(AttrConstraint, Generic[ValueT]):
    """An attribute constraint with its ODS summary, and the parser and printer of ``$attr`` in an assembly format.

    ``storage`` is the weaker check that MLIR makes when it turns ``<{...}>`` into properties: the C++ class of the
    attribute. Without it every stored value must satisfy the whole constraint. ``parse_optional`` reads an attribute
    that may be absent; without it any attribute is accepted.

    ``convert`` makes the attribute of a Python value of one of the types ``values``, so that constructors of operations
    take such values; it returns ``None`` for a value that stands for an absent attribute.
    """

    summary: str
    accepts: Accepts
    parse: ParseAttr = field(default=_parse_any)
    print: PrintAttr = field(default=_print_any)
    storage: Accepts | None = None
    parse_optional: ParseOptionalAttr | None = None
    values: tuple[type[object], ...] = ()
    convert: Callable[[ValueT], Attribute | None] | None = None

    def attribute(self, value: object) -> Attribute | None:
        """The attribute for a value that a constructor is given. Raises :class:`TypeError` if it cannot be one."""
        if isinstance(value, Attribute):
            return value
        if self.convert is None or not isinstance(value, self.values):
            raise TypeError
        return self.convert(cast("ValueT", value))

    def stores(self, attr: Attribute) -> bool:
        """Whether ``attr`` can be the value of a property under this constraint."""
        return (self.storage or self.accepts)(attr)

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        if not self.accepts(attr):
            raise VerifyException(f"failed to satisfy constraint: {self.summary}")

    def mapping_type_vars(
        self, type_var_mapping: Mapping[Any, AttrConstraint | IntConstraint]
    ) -> AttrPredicate[ValueT]:
        return self


def attr_predicate(constraint: object) -> AttrPredicate[Any] | None:
    """``constraint`` if it is an :class:`AttrPredicate`."""
    return cast("AttrPredicate[Any]", constraint) if isinstance(constraint, AttrPredicate) else None


def _is_int_attr(type_: Attribute) -> Accepts:
    return lambda attr: is_integer_attr(attr) and attr.type == type_


def _is_integer_attr(attr: Attribute) -> bool:
    return isinstance(attr, IntegerAttr)


def parse_int(type_: IntegerType | IndexType) -> ParseAttr:
    """A parser of integers without their type."""
    return lambda parser, name: IntegerAttr(parser.parse_integer(allow_boolean=False), type_)


def print_int(printer: Printer, attr: Attribute) -> None:
    """Write an integer without its type."""
    assert isinstance(attr, IntegerAttr)
    printer.print_string(str(attr.value.data))


def _parse_bool(parser: Parser, name: str) -> Attribute:
    return BoolAttr.from_bool(parser.parse_boolean())


def _print_bool(printer: Printer, attr: Attribute) -> None:
    assert isinstance(attr, IntegerAttr)
    printer.print_string("true" if attr.value.data else "false")


def _parse_str(parser: Parser, name: str) -> Attribute:
    """A string. Numbers are parsed as for a type that is neither integer nor float, and so rejected as such."""
    start = parser.pos
    number = parser.parse_optional_number()
    if number is None:
        return parser.parse_attribute()
    if isinstance(number, int):
        parser.raise_error("integer literal not valid for specified type", start + (number < 0))
    parser.raise_error("floating point value not valid for specified type")


def _parse_unit(parser: Parser, name: str) -> Attribute:
    return UnitAttr()


def _parse_symbol(parser: Parser, name: str) -> Attribute:
    return parser.parse_symbol_name()


def _print_symbol(printer: Printer, attr: Attribute) -> None:
    assert isinstance(attr, StringAttr)
    printer.print_symbol_name(attr.data)


def _is_dense_array(element: Attribute) -> Accepts:
    return lambda attr: is_dense_array(attr) and attr.elt_type == element


def _parse_int_list(element: IntegerType) -> ParseAttr:
    def parse(parser: Parser, name: str) -> Attribute:
        values = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parser.parse_integer)
        return DenseArrayBase.from_list(element, values)

    return parse


def _print_int_list(printer: Printer, attr: Attribute) -> None:
    assert isinstance(attr, DenseArrayBase)
    printer.print_string("[" + ", ".join(str(value) for value in attr.get_values()) + "]")


def _int_attr(type_: IntegerType, summary: str) -> AttrPredicate[int]:
    return AttrPredicate(
        summary,
        _is_int_attr(type_),
        parse_int(type_),
        print_int,
        _is_integer_attr,
        values=(int,),
        convert=lambda value: integer_attr(value, type_),
    )


def _dense_array(element: IntegerType, summary: str) -> AttrPredicate[Sequence[int]]:
    return AttrPredicate(
        summary,
        _is_dense_array(element),
        _parse_int_list(element),
        _print_int_list,
        values=(Sequence,),
        convert=lambda values: DenseArrayBase.from_list(element, values),
    )


AnyAttr = AttrPredicate("any attribute", lambda attr: True)
I1Attr = AttrPredicate(
    "1-bit signless integer attribute",
    _is_int_attr(i1),
    _parse_bool,
    _print_bool,
    _is_integer_attr,
    values=(bool,),
    convert=BoolAttr.from_bool,
)
I32Attr = _int_attr(i32, "32-bit signless integer attribute")
I64Attr = _int_attr(i64, "64-bit signless integer attribute")
BoolAttribute = AttrPredicate(
    "bool attribute", _is_int_attr(i1), _parse_bool, _print_bool, values=(bool,), convert=BoolAttr.from_bool
)
StrAttr = AttrPredicate(
    "string attribute", lambda attr: isinstance(attr, StringAttr), _parse_str, values=(str,), convert=StringAttr
)
UnitAttribute: AttrPredicate[bool] = AttrPredicate(
    "unit attribute",
    lambda attr: isinstance(attr, UnitAttr),
    _parse_unit,
    values=(bool,),
    convert=lambda present: UnitAttr() if present else None,
)
DenseI32Array = _dense_array(i32, "i32 dense array attribute")
DenseI64Array = _dense_array(i64, "i64 dense array attribute")
SymbolName = AttrPredicate(
    "string attribute",
    lambda attr: isinstance(attr, StringAttr),
    _parse_symbol,
    _print_symbol,
    values=(str,),
    convert=StringAttr,
)
FlatSymbolRef: AttrPredicate[str] = AttrPredicate(
    "flat symbol reference attribute",
    lambda attr: isinstance(attr, SymbolRefAttr) and not attr.nested_references.data,
    values=(str,),
    convert=SymbolRefAttr,
)
FunctionTypeAttr = AttrPredicate(
    "type attribute of function type",
    lambda attr: isinstance(attr, FunctionType),
    storage=lambda attr: isinstance(attr, TypeAttribute),
)
DictArray = AttrPredicate(
    "Array of dictionary attributes",
    lambda attr: (
        isinstance(attr, ArrayAttr)
        and all(isinstance(entry, DictionaryAttr) for entry in cast("ArrayAttr[Attribute]", attr).data)
    ),
    storage=lambda attr: isinstance(attr, ArrayAttr),
)


class I32Enum(IntEnum):
    """An ODS ``I32EnumAttr``: in the IR a plain ``i32`` attribute, in custom syntax one of the keywords.

    A member is declared as ``NAME = value, "keyword"``.
    """

    keyword: str

    def __new__(cls, value: int, keyword: str) -> I32Enum:
        member = int.__new__(cls, value)
        member._value_ = value
        member.keyword = keyword
        return member

    @property
    def attr(self) -> IntegerAttr[IntegerType]:
        """The attribute of this member."""
        return IntegerAttr(self.value, i32)

    @classmethod
    def of(cls, attr: Attribute) -> Self:
        """The member of an attribute."""
        assert isinstance(attr, IntegerAttr)
        return cls(attr.value.data)  # pyright: ignore[reportCallIssue]


EnumT = TypeVar("EnumT", bound=I32Enum)


class I64Enum(I32Enum):
    """An ODS ``I64EnumAttr``: as :class:`I32Enum`, stored in 64 bits."""

    @property
    def attr(self) -> IntegerAttr[IntegerType]:
        """The attribute of this member."""
        return integer_attr(self.value, i64)


def enum_attr(enum: type[EnumT], summary: str | None = None) -> AttrPredicate[EnumT]:
    """The constraint for an attribute that holds a member of ``enum``; ``summary`` is that of the C++ enum, if any."""
    type_ = next(iter(enum)).attr.type
    by_keyword = {member.keyword: member.attr for member in enum}
    keyword_of = {member.value: member.keyword for member in enum}
    keywords = ", ".join(by_keyword)

    def accepts(attr: Attribute) -> bool:
        return is_integer_attr(attr) and attr.type == type_ and attr.value.data in keyword_of

    def parse_optional(parser: Parser, name: str) -> Attribute | None:
        start = parser.pos
        word = parser.parse_optional_keyword_in(by_keyword)
        if word is None and (word := parser.parse_optional_str_literal()) is None:
            return None
        if word not in by_keyword:
            raise_op_error(parser, f'invalid {name} attribute specification: "{word}"', start)
        return by_keyword[word]

    def parse(parser: Parser, name: str) -> Attribute:
        attr = parse_optional(parser, name)
        if attr is None:
            raise_op_error(
                parser,
                f"expected string or keyword containing one of the following enum values for attribute '{name}' "
                f"[{keywords}]",
            )
        return attr

    def print_(printer: Printer, attr: Attribute) -> None:
        assert isinstance(attr, IntegerAttr)
        printer.print_string(keyword_of[attr.value.data])

    cases = ", ".join(str(value) for value in keyword_of)
    text = summary or f"allowed {type_.width.data}-bit signless integer cases: {cases}"
    return AttrPredicate(
        text,
        accepts,
        parse,
        print_,
        parse_optional=parse_optional,
        values=(enum,),
        convert=lambda member: member.attr,
    )


def confined(base: AttrPredicate[ValueT], *extra: tuple[str, Accepts]) -> AttrPredicate[ValueT]:
    """ODS ``ConfinedAttr``: ``base`` with further conditions, each (summary, test)."""
    return AttrPredicate(
        f"{base.summary} whose {' whose '.join(text for text, _ in extra)}",
        lambda attr: base.accepts(attr) and all(test(attr) for _, test in extra),
        base.parse,
        base.print,
        base.stores,
        base.parse_optional,
        base.values,
        base.convert,
    )


def op_message(parser: AttrParser, message: str) -> str:
    """A parse error message; it names the operation if its own custom syntax is being parsed."""
    op_name: str | None = getattr(parser, "op_name", None)
    return f"custom op '{op_name}' {message}" if op_name else message


def raise_wrong_kind(parser: AttrParser, expected: str, type_: Attribute, position: int) -> NoReturn:
    """Raise MLIR's error for a type of another kind at a position."""
    raise_op_error(parser, f"invalid kind of type specified: expected {expected}, but found '{type_}'", position)


def raise_op_error(parser: AttrParser, message: str, at: int | None = None, *, at_name: bool = False) -> NoReturn:
    """Raise a parse error that names the op being parsed (``custom op 'tt.load' MESSAGE``) where the parser knows it.

    The error is located at the position ``at``, or ``at_name`` at the op's name, or else at the current token.
    """
    if at_name:
        at = getattr(parser, "op_start", at)
    parser.raise_error(op_message(parser, message), at)


def raise_op_errors(parser: AttrParser, first: tuple[str, int], *others: tuple[str, int]) -> NoReturn:
    """Raise several errors as :func:`raise_op_error` does, each with its position."""
    raise_errors(parser, *((op_message(parser, message), position) for message, position in (first, *others)))


def raise_errors(parser: AttrParser, *errors: tuple[str, int]) -> NoReturn:
    """Raise several errors, each with its position; xDSL's own parser reports the first one only."""
    raise_all: Callable[..., NoReturn] | None = getattr(parser, "raise_errors", None)
    if raise_all is not None:
        raise_all(errors)
    parser.raise_error(*errors[0])
