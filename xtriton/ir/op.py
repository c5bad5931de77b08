"""The base class of xtriton's operations: IRDL definitions with custom syntax in the form of Triton's ODS files.

@irdl_op_definition
class AddPtrOp(Op):
    name = "tt.addptr"
    ptr: Operand = operand_def(PtrLike)
    offset: Operand = operand_def(IntLike)
    result: Result = result_def(PtrLike, default=INFERRED)
    traits = traits_def(Pure(), TypesMatchWith("result type matches ptr type", "result", "ptr"))
    SYNTAX: ClassVar = "$ptr `,` $offset attr-dict `:` type($result) `,` type($offset)"

AddPtrOp(ptr, offset)
"""

from __future__ import annotations

from abc import ABCMeta
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self, dataclass_transform

from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.irdl import IRDLOperation

from xtriton.ir.creation import OPERANDS, fill_in_defaults, initialize
from xtriton.ir.definitions import FIELD_SPECIFIERS, own_parameters, record_parameters
from xtriton.ir.traits import values_of
from xtriton.versions import ALL_VERSIONS, ByVersion, VersionRange

if TYPE_CHECKING:
    from xdsl.dialects.builtin import LocationAttr
    from xdsl.ir import Block, OpResult, SSAValues, Use
    from xdsl.parser import Parser
    from xdsl.printer import Printer

    from xtriton.ir.syntax import ParsedParts

    CustomDirective = tuple[Callable[[Parser, ParsedParts], None], Callable[[Printer, Any], None]]


UNREGISTERED_NAME = "op_name__"
"""The attribute in which xDSL keeps the name of an operation of an unknown dialect."""
READING_FAILURES = (LookupError, AttributeError, ValueError, TypeError, AssertionError, StopIteration)
"""Exceptions raised when a malformed operation is read: a property, operand or region is missing or of another kind."""


def _not_a_parameter(*, init: Literal[False] = False) -> Any:
    """A field of xDSL's operations that constructors do not take."""


def _discardable_attributes(*, default: object, kw_only: Literal[True] = True) -> Any:
    """The parameter of all constructors for attributes outside of the definition."""


_NO_ATTRIBUTES: dict[str, Attribute] = {}


@dataclass_transform(eq_default=False, field_specifiers=(*FIELD_SPECIFIERS, _not_a_parameter, _discardable_attributes))
class OpMeta(ABCMeta):
    """The metaclass of operations. There are no virtual subclasses, so ``isinstance`` can be fast."""

    __instancecheck__ = type.__instancecheck__


class Op(IRDLOperation, metaclass=OpMeta):
    """An operation with ODS syntax and MLIR's split of verification.

    ``SYNTAX`` is an ODS assembly format (:mod:`xtriton.ir.syntax`); an op without one has the generic form only, and
    an op may instead define ``parse`` and ``print``. ``CUSTOM`` holds the (parse, print) pairs of the ``custom<Name>``
    directives in it.

    ``verify_op`` checks the op's own types and attributes alone: equal ops are checked once. ``verify_in_context``
    checks rules that depend on the op's surroundings. ``verify_regions`` runs after the nested ops are verified.
    All raise :class:`xtriton.ir.diagnostics.Violation`.
    """

    VERSIONS: ClassVar[VersionRange] = ALL_VERSIONS
    """The versions of Triton that have the operation. Ranges of operations of one name do not overlap."""
    SYNTAX: ClassVar[str | ByVersion[str] | None] = None
    CUSTOM: ClassVar[Mapping[str, CustomDirective]] = {}
    HIDES_ARGUMENT_LOCATIONS: ClassVar[bool] = False
    """Whether the op's custom syntax omits the locations of its regions' arguments."""

    __hash__ = object.__hash__  # by identity, as in xDSL, whose version is written in Python and slower
    if not TYPE_CHECKING:  # these are xDSL's own, without a call of a Python function
        operands = OPERANDS
        next_op = property(attrgetter("_next_op"))
        prev_op = property(attrgetter("_prev_op"))
        parent_node = property(attrgetter("parent"))
        __post_init__ = fill_in_defaults

    if TYPE_CHECKING:  # the fields of xDSL's operations, so that they are not parameters of constructors
        _operands: SSAValues = _not_a_parameter()
        _operand_uses: tuple[Use, ...] = _not_a_parameter()
        results: SSAValues[OpResult] = _not_a_parameter()
        _successors: tuple[Block, ...] = _not_a_parameter()
        _successor_uses: tuple[Use, ...] = _not_a_parameter()
        properties: dict[str, Attribute] = _not_a_parameter()
        attributes: dict[str, Attribute] = _discardable_attributes(default=_NO_ATTRIBUTES)
        location: LocationAttr = _not_a_parameter()
        regions: tuple[Region, ...] = _not_a_parameter()
        parent: Block | None = _not_a_parameter()
        _next_op: Operation | None = _not_a_parameter()
        _prev_op: Operation | None = _not_a_parameter()

    def __init_subclass__(cls, **kwargs: object) -> None:
        super().__init_subclass__(**kwargs)
        record_parameters(cls)
        if any(parameter.versions != ALL_VERSIONS for parameter in own_parameters(cls).values()):
            setattr(cls, "__post_init__", _fill_in_defaults)  # noqa: B010
        if "name" in vars(cls) and "__init__" not in vars(cls):
            setattr(cls, "__init__", _compile_constructor)  # noqa: B010
        if cls.__dict__.get("SYNTAX") is not None:
            setattr(cls, "parse", classmethod(_parse_with_syntax))  # noqa: B010
            setattr(cls, "print", _print_with_syntax)  # noqa: B010

    @classmethod
    def create(
        cls,
        *,
        operands: Sequence[SSAValue] = (),
        result_types: Sequence[Attribute] = (),
        properties: Mapping[str, Attribute] = _NO_ATTRIBUTES,
        attributes: Mapping[str, Attribute] = _NO_ATTRIBUTES,
        location: LocationAttr | None = None,
        successors: Sequence[Block] = (),
        regions: Sequence[Region] = (),
    ) -> Self:
        op = cls.__new__(cls)
        initialize(
            op,
            operands=operands,
            result_types=result_types,
            properties=properties,
            attributes=attributes,
            location=location,
            successors=successors,
            regions=regions,
        )
        return op

    def verify_(self) -> None:
        self.verify_op()
        self.verify_in_context()
        self.verify_regions()

    def verify_op(self) -> None:
        """Check the op by itself: its types, properties and attributes."""

    def verify_in_context(self) -> None:
        """Check the op against its surroundings."""

    def verify_regions(self) -> None:
        """Check the op's regions, whose operations have been verified."""

    def asm_result_names(self) -> Iterable[tuple[SSAValue, str]]:
        """Suggested names of results, as ``%cst`` for constants (MLIR's ``getAsmResultNames``).

        By default the results of an op that defines several get their names in the definition.
        """
        definitions = self.get_irdl_definition().results
        if len(definitions) < 2:
            return ()
        return [(value, name) for name, _ in definitions for value in values_of(self, name)[:1]]

    def asm_block_argument_names(self, region: Region) -> Iterable[tuple[SSAValue, str]]:
        """Suggested names of the arguments of a region's blocks (MLIR's ``getAsmBlockArgumentNames``)."""
        return ()


def _fill_in_defaults(self: Op) -> None:
    """Set absent properties to their defaults, as xDSL does, but only those that the version in effect has."""
    from xtriton.ir.signature import signature_of

    properties = self.properties
    for name, default in signature_of(type(self)).defaults:
        if name not in properties:
            properties[name] = default


def _compile_constructor(self: Op, *args: object, **kwargs: object) -> None:
    """Compile the constructor of an op class when its first operation is built, and call it."""
    from xtriton.ir.constructors import constructor_of

    constructor = constructor_of(type(self))
    setattr(type(self), "__init__", constructor)  # noqa: B010
    constructor(self, *args, **kwargs)


def _parse_with_syntax(cls: type[Op], parser: Parser) -> Op:
    from xtriton.ir.assembly_format import syntax_of

    return syntax_of(cls).parse(parser)


def _print_with_syntax(self: Op, printer: Printer) -> None:
    from xtriton.ir.assembly_format import syntax_of

    syntax_of(type(self)).print(printer, self)


DEFAULT_DIALECTS = {"builtin.module": "builtin", "func.func": "func"}
"""The dialect whose prefix may be omitted inside an operation (MLIR's ``getDefaultDialect``)."""


def has_custom_syntax(op_class: type[Operation]) -> bool:
    """Whether ops of this class have a custom assembly form."""
    return op_class.print is not Operation.print
