"""Parses MLIR text with MLIR's grammar and messages.

xDSL's parser is the base: every ``parse`` method written for xDSL works here. This parser adds MLIR features that xDSL
lacks (location aliases defined after their use, file ranges, isolated name scopes, positions of operations without a
``loc``), MLIR's messages, and speed. It is layered: tokens (:mod:`xtriton.ir.token_parser`), attributes, locations,
values, regions, and here operations and modules.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import Any, NoReturn

from xdsl.dialects.builtin import (
    DenseArrayBase,
    DictionaryAttr,
    FileLineColLoc,
    FunctionType,
    IntAttr,
    LocationAttr,
    ModuleOp,
    StringAttr,
    UnregisteredOp,
    i32,
)
from xdsl.ir import Attribute, Block, Operation
from xdsl.irdl import IRDLOperation
from xdsl.parser import UnresolvedOperand
from xdsl.traits import IsolatedFromAbove
from xdsl.utils.exceptions import MultipleSpansParseError, ParseError, VerifyException
from xdsl.utils.lexer import Input, Span
from xdsl.utils.mlir_lexer import MLIRTokenKind

from xtriton.ir.constraints import AttrPredicate, StrAttr
from xtriton.ir.context import Context
from xtriton.ir.creation import append
from xtriton.ir.diagnostics import DiagnosticError, Violation, error
from xtriton.ir.lexer import Token
from xtriton.ir.line_parser import LineParser
from xtriton.ir.numbers import parse_integer
from xtriton.ir.op import DEFAULT_DIALECTS, Op, has_custom_syntax
from xtriton.ir.segments import (
    SEGMENT_SIZES,
    conversion_problem,
    segment_count,
    segment_names,
    segment_sizes,
    store_segment_sizes,
)
from xtriton.ir.signature import absent_fields, edition_of
from xtriton.ir.traits import class_has_trait
from xtriton.versions import V3_6, V3_8, TritonVersion, by_version, use_version


def parse_module(text: str, filename: str, ctx: Context) -> ModuleOp:
    """Parse a module; several top-level operations are wrapped in an implicit module, as in MLIR.

    Raises :class:`DiagnosticError` at the first error. Nothing is verified.
    """
    with use_version(ctx.triton), _located_errors(text, filename) as parsers:
        parsers.append(Parser(ctx, text, filename))
        return parsers[0].parse_module()


def parse_module_with_lines(text: str, filename: str, ctx: Context) -> tuple[ModuleOp, dict[Operation, int]]:
    """Parse a module as :func:`parse_module`; also the line, counted from 1, on which each written operation begins.

    Locations do not give these lines where the text has ``loc`` annotations.
    """
    with use_version(ctx.triton), _located_errors(text, filename) as parsers:
        parser = _LineRecorder(ctx, text, filename)
        parsers.append(parser)
        return parser.parse_module(), parser.lines


def parse_attribute(text: str, filename: str, ctx: Context) -> Attribute:
    """Parse ``text`` as a single attribute. Raises :class:`DiagnosticError` with a location on failure."""
    with use_version(ctx.triton), _located_errors(text, filename) as parsers:
        parser = Parser(ctx, text, filename)
        parsers.append(parser)
        attribute = parser.parse_attribute()
        if text[parser.pos :].strip():
            parser.raise_error("expected nothing behind the attribute")
        return attribute


@contextmanager
def _located_errors(text: str, filename: str) -> Generator[list[Parser]]:
    """Locate errors that have no position at the parser's last token; the caller appends the parser to the list."""
    parsers: list[Parser] = []
    try:
        yield parsers
    except (MultipleSpansParseError, ParseError) as exc:
        raise _located(exc.span, filename, exc.msg) from exc
    except (VerifyException, ValueError, NotImplementedError, RecursionError) as exc:
        span = parsers[0].last_token if parsers else Span(0, 0, Input(text, filename))
        raise _located(span, filename, _reason(exc)) from exc


def _reason(exc: Exception) -> str:
    """The message of an exception without a position."""
    match exc:
        case Violation():
            return exc.message
        case VerifyException():
            return str(exc)
        case RecursionError():
            return "too deeply nested: the parser ran out of stack"
        case _:  # attributes of xDSL that cannot represent the text
            return f"not supported: {exc}"


def _position(filename: str, line: int, column: int) -> FileLineColLoc:
    return FileLineColLoc(StringAttr(filename), IntAttr(line), IntAttr(column))


def _located(span: Span[Any], filename: str, message: str) -> DiagnosticError:
    place = span.get_location()
    return error(_position(filename, place.line, place.col), message)


class Parser(LineParser):
    """A parser of MLIR text. Without a file name locations read ``<unknown>``, as with xDSL's parser."""

    def __init__(self, ctx: Context, text: str, filename: str = "<unknown>") -> None:
        super().__init__(ctx, text, filename)

    def _parse_optional_properties(self) -> Attribute:
        """Parse ``<{name = attribute, ...}>`` if it comes next. The caller reports errors in its contents."""
        if self.parse_optional_punctuation("<") is None:
            return _NO_PROPERTIES
        properties = self.parse_attribute()
        self.parse_punctuation(">", " to close properties")
        return properties

    def op_location(self) -> LocationAttr:
        """The location of the operation being parsed, for operations implied by its syntax, such as a terminator."""
        return self.location_at(self.op_start)

    def parse_module(self, allow_implicit_module: bool = True) -> ModuleOp:
        """Parse the whole text."""
        operations: list[Operation] = []
        while (kind := self._parser_state.current_token.kind) is not MLIRTokenKind.EOF:
            if kind in (MLIRTokenKind.HASH_IDENT, MLIRTokenKind.EXCLAMATION_IDENT):
                self.parse_location_aliases()
                if self._parser_state.current_token.kind is kind:
                    self._parse_alias_def()
            elif kind is MLIRTokenKind.FILE_METADATA_BEGIN:
                self._parse_file_metadata_dictionary()
            else:
                operations.append(self.parse_operation())
        self._close_scope(self._scope)
        self._resolve_deferred_locations()
        if len(operations) == 1 and isinstance(operations[0], ModuleOp):
            return operations[0]
        if not allow_implicit_module:
            self.raise_error("expected a single top-level 'builtin.module'", 0)
        module = ModuleOp(operations)
        module.location = _position(self.filename, 0, 0)
        return module

    def _parse_external_resources(self) -> None:
        """Parse external resources, such as the pipeline of a reproducer. They do not affect the IR."""
        self.parse_comma_separated_list(self.Delimiter.BRACES, self._parse_external_resource)

    def _parse_external_resource(self) -> None:
        if self.parse_optional_identifier_or_str_literal() is None:
            self.raise_error("expected identifier key for 'resource' entry")
        self.parse_punctuation(":")
        self.parse_comma_separated_list(self.Delimiter.BRACES, self._parse_external_value)

    def _parse_external_value(self) -> None:
        if self.parse_optional_identifier_or_str_literal() is None:
            self.raise_error("expected identifier key for 'external_resources' entry")
        self.parse_punctuation(":")
        self._consume_token()  # the value: MLIR accepts any token for one that is not used

    def parse_optional_operation(self) -> Operation | None:
        """Read an operation if one comes next."""
        kind = self._parser_state.current_token.kind
        if kind in (MLIRTokenKind.PERCENT_IDENT, MLIRTokenKind.BARE_IDENT, MLIRTokenKind.STRING_LIT):
            return self.parse_operation()
        return None

    def _parse_block_body(self, block: Block) -> None:
        while True:
            line = self.append_repeated(block) if self.REPEATS_LINES else None
            operation = self.parse_optional_operation()
            if operation is None:
                break
            append(operation, block)
            if line is not None:
                self.keep_template(line, operation)
        token = self._parser_state.current_token
        if token.text != "}" and token.kind is not MLIRTokenKind.CARET_IDENT:
            self.raise_wrong_token("expected operation name in quotes")

    def parse_operation(self) -> Operation:
        """Read an operation, custom or generic, with its results and location."""
        start = self._parser_state.current_token
        results = self._parse_op_result_list() if start.kind is MLIRTokenKind.PERCENT_IDENT else []
        token = self._parser_state.current_token
        if token.kind is MLIRTokenKind.BARE_IDENT:
            operation = self._parse_custom_operation(token)
        elif token.kind is MLIRTokenKind.STRING_LIT:
            operation = self._parse_quoted_operation(token)
        else:
            self.raise_wrong_token("expected operation name in quotes")
        if self.parse_trailing_location(operation) is None:
            operation.location = self.location_at(token.start)
        if results:
            self._bind_results(operation, results, start)
        return operation

    def _bind_results(self, operation: Operation, results: list[tuple[Any, int]], start: Token) -> None:
        values = operation.results
        if not values:
            self.raise_error("cannot name an operation with no results", start)
        count = sum(size for _, size in results)
        if count != len(values):
            self.raise_error(f"operation defines {len(values)} results but was provided {count} to bind", start)
        at = 0
        for span, size in results:
            self._register_ssa_definition(span.text[1:], values[at : at + size], span)
            at += size

    def _parse_op_result(self) -> tuple[Any, int]:
        token = self._parse_optional_token(MLIRTokenKind.PERCENT_IDENT)
        if token is None:
            self.raise_wrong_token("expected valid ssa identifier")
        if self.parse_optional_punctuation(":") is None:
            return token, 1
        size = self._parse_optional_token(MLIRTokenKind.INTEGER_LIT)
        if size is None:
            self.raise_wrong_token("expected integer number of results")
        count = parse_integer(size.text)
        if count < 1:
            self.raise_error("expected named operation to have at least 1 result", size)
        return token, count

    def _parse_custom_operation(self, token: Token) -> Operation:
        name = token.text
        op_class = self.ctx.get_optional_op(name, dialect_stack=self._parser_state.dialect_stack)
        if op_class is None or issubclass(op_class, UnregisteredOp):
            self._raise_unknown(name, token)
        if not has_custom_syntax(op_class):
            self.raise_error(f"custom op '{op_class.name}' has no custom assembly form", token)
        self._consume_token()
        outer = self._enter(op_class, token, custom=True)
        operation = op_class.parse(self)
        if op_class is ModuleOp:
            operation.properties.update(self._old_properties(ModuleOp, operation.attributes))
        self._leave(outer)
        return operation

    def _raise_unknown(self, name: str, token: Token) -> NoReturn:
        dialect, dot, _ = name.partition(".")
        tried = ""
        if not dot:
            dialect = self._parser_state.dialect_stack[-1]
            tried = f" (tried '{dialect}.{name}' as well)"
        if self.ctx.get_optional_dialect(dialect) is None:
            hint = self._hint(name)
            self.raise_error(f"Dialect `{dialect}' not found for custom op '{name}' {tried}{hint}", token)
        self.raise_error(f"custom op '{name}' is unknown{tried}{self._hint(name)}", token)

    def _hint(self, name: str) -> str:
        """The operation or dialect that an unknown one may be a misspelling of."""
        return self.ctx.nearest_op(name) if "." in name and isinstance(self.ctx, Context) else ""

    def _enter(self, op_class: type[Operation], token: Token, *, custom: bool) -> tuple[str | None, int, str]:
        """Go into an operation whose name has been read. Returns what :meth:`_leave` takes."""
        outer = self.op_name, self.op_start, self.op_dialect
        self.op_name, self.op_start = op_class.name if custom else None, token.start
        self.op_dialect = op_class.name.partition(".")[0]
        stack = self._parser_state.dialect_stack
        stack.append(DEFAULT_DIALECTS.get(op_class.name, ""))
        self._isolated[-1] = class_has_trait(op_class, IsolatedFromAbove)
        return outer

    def _leave(self, outer: tuple[str | None, int, str]) -> None:
        """Go back to the operation around."""
        self._isolated[-1] = False
        self._parser_state.dialect_stack.pop()
        self.op_name, self.op_start, self.op_dialect = outer

    def _parse_quoted_operation(self, token: Token) -> Operation:
        name = self.parse_str_literal()
        op_class = self.ctx.get_optional_op(name)
        if op_class is None:
            if not name:
                self.raise_error("empty operation name is invalid", token)
            dialect = name.split(".")[0]
            if self.ctx.get_optional_dialect(dialect) is None:
                self.raise_error(
                    "operation being parsed with an unregistered dialect. If this is intended, please use "
                    "-allow-unregistered-dialect with the MLIR tool used"
                )
            self.raise_error(
                f"unregistered operation '{name}' found in dialect ('{dialect}') that does not allow unknown "
                f"operations{self._hint(name)}",
                token,
            )
        outer = self._enter(op_class, token, custom=False)
        operation = self._parse_generic_operation(op_class)
        self._leave(outer)
        return operation

    def _parse_generic_operation(self, op_type: type[Operation]) -> Operation:
        start = self.last_token
        operands = self._parse_generic_operands()
        successors = self.parse_optional_successors() or ()
        properties = self._parse_optional_properties()
        regions = self.parse_region_list()
        attributes = self.parse_optional_attr_dict()
        self.parse_punctuation(":", " followed by operation type")
        type_position = self._parser_state.current_token
        function_type = self.parse_type()
        if not isinstance(function_type, FunctionType):
            self.raise_error("expected function type", type_position)
        types = function_type.inputs.data
        if len(operands) != len(types):
            plural = "" if len(operands) == 1 else "s"
            self.raise_error(f"expected {len(operands)} operand type{plural} but had {len(types)}", type_position)
        inherent = self._inherent_attributes(op_type, properties, attributes, start)
        store_segment_sizes(op_type, inherent, len(operands), len(function_type.outputs))
        return op_type.create(
            operands=[self.resolve_operand(operand, type_) for operand, type_ in zip(operands, types, strict=True)],
            result_types=function_type.outputs.data,
            properties=inherent,
            attributes=attributes,
            successors=successors,
            regions=regions,
        )

    def _parse_generic_operands(self) -> list[UnresolvedOperand]:
        self.parse_punctuation("(", " to start operand list")
        operands: list[UnresolvedOperand] = []
        if self.current_token.kind is MLIRTokenKind.PERCENT_IDENT:
            operands = self.parse_comma_separated_list(self.Delimiter.NONE, self.parse_unresolved_operand)
        self.parse_punctuation(")", " to end operand list")
        return operands

    def _parse_op_result_list(self) -> list[tuple[Any, int]]:
        results = self.parse_comma_separated_list(self.Delimiter.NONE, self._parse_op_result)
        self.parse_punctuation("=", " after SSA name")
        return results

    def _inherent_attributes(
        self, op_type: type[Operation], written: Attribute, attributes: dict[str, Attribute], start: Span[str]
    ) -> dict[str, Attribute]:
        """The properties from ``<{...}>`` and, spelled as before there were properties, from the attributes."""
        if not issubclass(op_type, IRDLOperation) or issubclass(op_type, UnregisteredOp):
            return dict(written.data) if isinstance(written, DictionaryAttr) else {}
        properties = self._old_properties(op_type, attributes)
        problem = None
        if not isinstance(written, DictionaryAttr):
            problem = "expected DictionaryAttr to set properties"
        else:
            names = _property_constraints(op_type).keys() | segment_names(op_type)
            renamed = {_OLD_SEGMENT_NAMES.get(name, name): value for name, value in written.data.items()}
            known = {name: value for name, value in renamed.items() if name in names}
            problem = next((text for item in known.items() if (text := _conversion_problem(op_type, *item))), None)
            properties.update(known)
        if problem is not None:
            from xtriton.ir.op_printer import attribute_text

            self.raise_error(f"invalid properties {attribute_text(written)} for op {op_type.name}: {problem}", start)
        for name in segment_names(op_type):
            count = segment_count(op_type, name)
            if segment_sizes(properties.get(name), count) is None:
                properties[name] = DenseArrayBase.from_list(i32, [0] * count)
        return properties

    def _old_properties(self, op_type: type[IRDLOperation], attributes: dict[str, Attribute]) -> dict[str, Attribute]:
        """Move the inherent attributes out of ``attributes``, and check them."""
        constraints = _property_constraints(op_type)
        properties: dict[str, Attribute] = {}
        for name in sorted(attributes.keys() & (constraints.keys() | segment_names(op_type))):
            properties[name] = value = attributes.pop(name)
            predicate = constraints.get(name)
            if isinstance(predicate, AttrPredicate) and not predicate.accepts(value):
                raise error(
                    self.op_location(),
                    f"'{op_type.name}' op attribute '{name}' failed to satisfy constraint: {predicate.summary}",
                )
        return properties


_NO_PROPERTIES = DictionaryAttr({})
_WHICH_PROPERTY = by_version({V3_6: "", V3_8: "for `{}`: "})
"""How a diagnostic names the property with the sizes of segments."""
_OLD_SEGMENT_NAMES = {"operand_segment_sizes": "operandSegmentSizes", "result_segment_sizes": "resultSegmentSizes"}
"""Names that MLIR still accepts in ``<{...}>``."""


def _property_constraints(op_type: type[IRDLOperation]) -> Mapping[str, object]:
    """The constraints on the properties of an operation in the version in effect."""
    return _read_constraints(op_type, edition_of(op_type) if issubclass(op_type, Op) else None)


@cache
def _read_constraints(op_type: type[IRDLOperation], edition: TritonVersion | None) -> Mapping[str, object]:
    """The constraints on the properties of an operation. A module has one more than in xDSL's definition."""
    if op_type is ModuleOp:
        return {"sym_name": StrAttr, "sym_visibility": StrAttr}
    absent = absent_fields(op_type, edition) if issubclass(op_type, Op) else ()
    properties = op_type.get_irdl_definition().properties
    return {name: definition.constr for name, definition in properties.items() if name not in absent}


def _conversion_problem(op_type: type[IRDLOperation], name: str, value: Attribute) -> str | None:
    """Why an attribute cannot be stored as a property, in MLIR's words."""
    if name in SEGMENT_SIZES:
        problem = conversion_problem(value, segment_count(op_type, name))
        return problem and f"{_WHICH_PROPERTY.now().format(name)}{problem}"
    predicate = _property_constraints(op_type)[name]
    if isinstance(predicate, AttrPredicate) and not predicate.stores(value):
        from xtriton.ir.op_printer import attribute_text

        return f"Invalid attribute `{name}` in property conversion: {attribute_text(value)}"
    return None


class _LineRecorder(Parser):
    """A parser that records the lines on which operations begin."""

    REPEATS_LINES = False

    def __init__(self, ctx: Context, text: str, filename: str) -> None:
        super().__init__(ctx, text, filename)
        self.lines: dict[Operation, int] = {}

    def parse_operation(self) -> Operation:
        """Read an operation, and record its line."""
        start = self._parser_state.current_token.start
        operation = super().parse_operation()
        self.lines[operation], _ = self.line_and_column(start)
        return operation
