"""Reads MLIR text as MLIR reads it.

xDSL's parser is the base: every ``parse`` method written for xDSL works here. What differs is what MLIR has and xDSL
lacks (location aliases defined after their use, file ranges, isolated name scopes, positions of operations without a
``loc``), the messages, and speed: types and attributes are read once per spelling, since a kernel repeats a handful of
types hundreds of times.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    CallSiteLoc,
    DictionaryAttr,
    FileLineColLoc,
    FunctionType,
    IntAttr,
    LocationAttr,
    ModuleOp,
    StringAttr,
    UnitAttr,
    UnregisteredAttr,
    UnregisteredOp,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue, TypeAttribute
from xdsl.irdl import IRDLOperation
from xdsl.parser import ForwardDeclaredValue, UnresolvedOperand
from xdsl.parser.generic_parser import ParserState
from xdsl.traits import IsolatedFromAbove
from xdsl.utils.exceptions import MultipleSpansParseError, ParseError, VerifyException
from xdsl.utils.lexer import Input, Span
from xdsl.utils.mlir_lexer import MLIRTokenKind

from xtriton.ir.constraints import AttrPredicate, raise_op_error
from xtriton.ir.context import Context
from xtriton.ir.dense_array_parser import parse_dense_array
from xtriton.ir.dense_parser import parse_dense
from xtriton.ir.diagnostics import Diagnostic, DiagnosticError, Severity, Violation, error, note
from xtriton.ir.lexer import Lexer, Token
from xtriton.ir.locations import UNKNOWN, FileRangeLoc, Location, compose, fuse, is_location, name_loc
from xtriton.ir.number_parser import parse_optional_number
from xtriton.ir.op import has_custom_syntax
from xtriton.ir.segments import SEGMENT_SIZES, conversion_problem
from xtriton.ir.token_parser import TokenParser
from xtriton.ir.traits import class_has_trait

_BODY = re.compile(r"<(?:[^<>\"\-]++|<(?:[^<>\"\-]++|<(?:[^<>\"\-]++|<[^<>\"\-]*+>)*+>)*+>)*+>")
"""The body of a type or attribute in angle brackets, up to four deep, without strings and arrows."""

_LOCATION_ALIAS = re.compile(r"\s*\(\s*(#[A-Za-z_][\w$]*)\s*\)", re.ASCII)

_INTEGER_TYPE = re.compile(r"[su]?i([0-9]{8,})\Z")
"""Integer types whose width may be too large."""

_MAX_INTEGER_WIDTH = (1 << 24) - 1


def parse_module(text: str | bytes, filename: str, ctx: Context) -> ModuleOp:
    """Read a module; several top-level operations are put into an implicit module, as MLIR does.

    Raises :class:`DiagnosticError` at the first error. Nothing is verified.
    """
    if isinstance(text, bytes):
        text = _decode(text, filename)
    parser: Parser | None = None
    try:
        parser = Parser(ctx, text, filename)
        return parser.parse_module()
    except (MultipleSpansParseError, ParseError) as exc:
        raise _located(exc.span, filename, exc.msg) from exc
    except (VerifyException, ValueError, NotImplementedError, RecursionError) as exc:
        span = parser.last_token if parser is not None else Span(0, 0, Input(text, filename))
        raise _located(span, filename, _reason(exc)) from exc


def _reason(exc: Exception) -> str:
    """What to tell of an exception that knows no position."""
    match exc:
        case Violation():
            return exc.message
        case VerifyException():
            return str(exc)
        case RecursionError():
            return "too deeply nested: the parser ran out of stack"
        case _:  # attributes of xDSL that cannot hold what is written
            return f"not supported: {exc}"


def _decode(data: bytes, filename: str) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as exc:
        before = data[: exc.start]
        line = before.count(b"\n") + 1
        column = exc.start - (before.rfind(b"\n") + 1) + 1
        raise error(_position(filename, line, column), "the file is not UTF-8 text") from exc


def _position(filename: str, line: int, column: int) -> FileLineColLoc:
    return FileLineColLoc(StringAttr(filename), IntAttr(line), IntAttr(column))


def _located(span: Span[Any], filename: str, message: str) -> DiagnosticError:
    place = span.get_location()
    return error(_position(filename, place.line, place.col), message)


class _Scope:
    """The names that one isolated name scope defines, and what waits for a definition."""

    def __init__(self) -> None:
        self.values: dict[str, tuple[SSAValue, ...]] = {}
        self.definitions: dict[str, Span[str]] = {}
        self.forward: dict[tuple[str, int], tuple[ForwardDeclaredValue[Attribute], Span[str]]] = {}


class Parser(TokenParser):
    """A parser of MLIR text."""

    ctx: Context

    def __init__(self, ctx: Context, text: str, filename: str = "<unknown>") -> None:
        super().__init__(ctx, "", filename)
        self._parser_state = cast("Any", ParserState(Lexer(Input(text, filename))))
        self.filename = filename
        self.op_name = None
        self.op_start = 0
        self.last_token = self._parser_state.current_token
        self._types: dict[str, TypeAttribute] = {}
        self._attributes: dict[str, Attribute] = {}
        self._line_starts: list[int] | None = None
        self._scope = _Scope()
        self._region_names: list[str] = []
        self._isolated = [False]
        self._deferred_locations: list[tuple[Any, str, Span[str]]] = []
        self._filename_attr = StringAttr(filename)

    # Types and attributes

    def parse_optional_type(self) -> TypeAttribute | None:
        """Read a type if one comes next."""
        token = self._parser_state.current_token
        kind = token.kind
        if kind is MLIRTokenKind.BARE_IDENT:
            key = token.text
            end = token.end
            if (width := _INTEGER_TYPE.match(key)) is not None and int(width[1]) > _MAX_INTEGER_WIDTH:
                if int(width[1]) >= 1 << 32:
                    self.raise_error("invalid integer width")
                self.raise_error(f"integer bitwidth is limited to {_MAX_INTEGER_WIDTH} bits")
            if key in _SHAPED and (body := _BODY.match(token.input.content, end)) is not None:
                end = body.end()
                key = token.input.content[token.start : end]
        elif kind is MLIRTokenKind.EXCLAMATION_IDENT:
            end = token.end
            body = _BODY.match(token.input.content, end)
            if body is not None:
                end = body.end()
            key = token.input.content[token.start : end]
        elif kind is MLIRTokenKind.L_PAREN:
            return self.parse_optional_function_type()
        else:
            return None
        known = self._types.get(key)
        if known is not None:
            self.skip_to(end)
            return known
        type_ = super().parse_optional_type()
        if type_ is not None and self.last_token.end == end:
            self._types[key] = type_
        return type_

    def parse_type(self) -> TypeAttribute:
        """Read a type."""
        type_ = self.parse_optional_type()
        if type_ is None:
            self.raise_wrong_token("expected non-function type")
        return type_

    def parse_optional_attribute(self) -> Attribute | None:
        """Read an attribute if one comes next."""
        token = self._parser_state.current_token
        if token.kind is not MLIRTokenKind.HASH_IDENT:
            return super().parse_optional_attribute()
        end = token.end
        body = _BODY.match(token.input.content, end)
        if body is not None:
            end = body.end()
        key = token.input.content[token.start : end]
        known = self._attributes.get(key)
        if known is not None:
            self.skip_to(end)
            return known
        attribute = super().parse_optional_attribute()
        if attribute is not None and self.last_token.end == end:
            self._attributes[key] = attribute
        return attribute

    def _parse_extended_type_or_attribute(self, attr_or_dialect_name: str, is_type: bool) -> Any:
        if "." not in attr_or_dialect_name and self._parser_state.current_token.text != "<":
            alias = ("!" if is_type else "#") + attr_or_dialect_name
            value = self.attribute_aliases.get(alias)
            if value is None:
                self.raise_wrong_token(f"undefined symbol alias id '{attr_or_dialect_name}'")
            return value
        if "." in attr_or_dialect_name:
            self._require_known(attr_or_dialect_name, is_type)
        return super()._parse_extended_type_or_attribute(attr_or_dialect_name, cast("Any", is_type))

    def _require_known(self, name: str, is_type: bool) -> None:
        """Reject what a known dialect does not define, whether or not unknown dialects are allowed."""
        definition = self.ctx.get_optional_type(name) if is_type else self.ctx.get_optional_attr(name)
        if definition is not None and not issubclass(definition, UnregisteredAttr):
            return
        namespace, _, mnemonic = name.partition(".")
        dialect = self.ctx.get_optional_dialect(namespace)
        if dialect is None:
            return
        position = self.last_token.start + len(namespace) + 2
        what = "type" if is_type else "attribute"
        if not any(issubclass(one, TypeAttribute) is is_type for one in dialect.attributes):
            self.raise_error(f"dialect '{namespace}' provides no {what} parsing hook", position)
        # Two spaces before "type" are MLIR's.
        self.raise_error(f"unknown {' ' * is_type}{what} `{mnemonic}` in dialect `{namespace}`", position)

    def _parse_dialect_type_or_attribute_body(
        self, attr_name: str, is_type: bool, is_opaque: bool, starting_opaque_pos: int | None
    ) -> Any:
        known = self.ctx.get_optional_type(attr_name) if is_type else self.ctx.get_optional_attr(attr_name)
        if known is None:
            self._raise_unregistered(attr_name, is_type, is_opaque)
        outer, self.op_name = self.op_name, None
        body = super()._parse_dialect_type_or_attribute_body(attr_name, is_type, is_opaque, starting_opaque_pos)
        self.op_name = outer
        return body

    def _raise_unregistered(self, name: str, is_type: bool, is_opaque: bool) -> NoReturn:
        dialect, _, mnemonic = name.partition(".")
        token = self.last_token
        position = token.end - len(mnemonic)
        if is_opaque:
            position = token.input.content.rindex(("!" if is_type else "#") + dialect, 0, token.start)
        shown = f'`!"{dialect}"<"{mnemonic}">` type' if is_type else f"""#"{dialect}"<"{mnemonic}"> : 'none' attribute"""
        self.raise_error(
            f"{shown} created with unregistered dialect. If this is intended, please call allowUnregisteredDialects() on "
            "the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool used",
            Span(position, position, token.input),
        )

    def parse_optional_builtin_int_or_float_attr(self) -> Any:
        """Read a boolean or a number with its type if one comes next."""
        truth = self.try_parse_builtin_boolean_attr()
        return truth if truth is not None else parse_optional_number(self)

    def _parse_builtin_dense_attr(self) -> Any:
        return parse_dense(self)

    def _parse_optional_array_attr(self) -> ArrayAttr[Attribute] | None:
        if self.parse_optional_punctuation("[") is None:
            return None
        if self.parse_optional_punctuation("]") is not None:
            return ArrayAttr(())
        entries = [self.parse_attribute()]
        while self.parse_optional_punctuation(",") is not None:
            entries.append(self.parse_attribute())
        if self.parse_optional_punctuation("]") is None:
            self.raise_wrong_token("expected ',' or ']'")
        return ArrayAttr(entries)

    def _parse_builtin_densearray_attr(self) -> Any:
        return parse_dense_array(self)

    def parse_optional_function_type(self) -> FunctionType | None:
        """Read ``(types) -> types`` if it comes next."""
        if self.current_token.text != "(":
            return None
        inputs = self.parse_comma_separated_list(self.Delimiter.PAREN, self.parse_type)
        self.parse_punctuation("->", " in function type")
        outputs = self.parse_optional_comma_separated_list(self.Delimiter.PAREN, self.parse_type)
        return FunctionType.from_lists(inputs, [self.parse_type()] if outputs is None else outputs)

    def _parse_optional_builtin_parametrized_type(self) -> TypeAttribute | None:
        parse = {
            "vector": self._parse_vector_attrs,
            "memref": self._parse_memref_attrs,
            "tensor": self._parse_tensor_attrs,
            "complex": self._parse_complex_attrs,
            "tuple": self._parse_tuple_attrs,
        }.get(name := self.current_token.text)
        if parse is None or self.current_token.kind is not MLIRTokenKind.BARE_IDENT:
            return None
        self._consume_token()
        self.parse_punctuation("<", f" in {name} type")
        type_ = parse()
        self.parse_punctuation(">", f" in {name} type")
        return cast("TypeAttribute", type_)

    def parse_ranked_shape(self) -> tuple[list[int], Attribute]:
        """Read ``4x?xf32``."""
        dims = self.parse_dimension_list()
        if dims:
            self.parse_shape_delimiter()
        return dims, self.parse_type()

    def parse_shape_delimiter(self) -> None:
        """Read the ``x`` of ``4x8``, which may be the first letter of a token."""
        if self._parse_optional_shape_delimiter() is None:
            self.raise_error("expected 'x' in dimension list")

    def parse_function_type(self) -> FunctionType:
        """Read ``(types) -> types``."""
        start = self.pos
        type_ = self.parse_type()
        if not isinstance(type_, FunctionType):
            message = f"invalid kind of type specified: expected builtin.function, but found '{type_}'"
            raise_op_error(self, message, start)
        return type_

    def parse_optional_attr_dict(self) -> dict[str, Attribute]:
        """Read ``{name = attribute, ...}`` if it comes next."""
        return self.parse_attr_dict() if self._parser_state.current_token.text == "{" else {}

    def parse_attr_dict(self) -> dict[str, Attribute]:
        """Read ``{name = attribute, ...}``."""
        self.parse_punctuation("{", " in attribute dictionary")
        entries: dict[str, Attribute] = {}
        if self.parse_optional_punctuation("}") is not None:
            return entries
        while True:
            token = self._parser_state.current_token
            name = self.parse_optional_identifier_or_str_literal()
            if name is None:
                self.raise_wrong_token("expected attribute name")
            if not name:
                self.raise_error("expected valid attribute name", token)
            if name in entries:
                self.raise_error(f"duplicate key '{name}' in dictionary attribute", token)
            if self.parse_optional_punctuation("=") is None:
                entries[name] = _UNIT
            else:
                entries[name] = self.parse_attribute()
            if self.parse_optional_punctuation(",") is None:
                self.parse_punctuation("}", " in attribute dictionary")
                return entries

    def _parse_builtin_dict_attr(self) -> DictionaryAttr:
        return DictionaryAttr(self.parse_attr_dict())

    def parse_optional_dictionary_attr_dict(self) -> dict[str, Attribute]:
        """Read ``{name = attribute, ...}`` if it comes next."""
        return self.parse_optional_attr_dict()

    def parse_attribute(self) -> Attribute:
        """Read an attribute."""
        attribute = self.parse_optional_attribute()
        if attribute is None:
            self.raise_wrong_token("expected attribute value")
        return attribute

    def _parse_alias_def(self) -> None:
        token = self._consume_token()
        name = token.text
        if "." in name:
            what = "type" if name[0] == "!" else "attribute"
            self.raise_error(f"{what} names with a '.' are reserved for dialect-defined names", token)
        if name in self.attribute_aliases:
            what = "type" if name[0] == "!" else "attribute"
            self.raise_error(f"redefinition of {what} alias id '{name[1:]}'", token)
        self.parse_punctuation("=", f" in {'type' if name[0] == '!' else 'attribute'} alias definition")
        self.attribute_aliases[name] = self.parse_type() if name[0] == "!" else self.parse_attribute()

    # Locations

    def parse_optional_location(self) -> Any:
        """Read ``loc(...)`` if it comes next. An alias must be defined; operations resolve theirs later."""
        if self._parser_state.current_token.text != "loc":
            return None
        self._consume_token()
        self.parse_punctuation("(")
        location = self._parse_location()
        self.parse_punctuation(")", " in location")
        return location

    def parse_trailing_location(self, owner: Operation | Any) -> Location | None:
        """Read ``loc(...)`` after an operation or block argument, which gets it now or when its alias is known."""
        token = self._parser_state.current_token
        if token.text != "loc" or token.kind is not MLIRTokenKind.BARE_IDENT:
            return None
        alias = _LOCATION_ALIAS.match(token.input.content, token.end)
        if alias is None:
            location = self.parse_optional_location()
        else:
            name = alias[1]
            self.last_token = cast("Span[str]", token)
            self.skip_to(alias.end())
            location = self.attribute_aliases.get(name)
            if location is None:
                start = alias.start(1)
                self._deferred_locations.append((owner, name, Span(start, start, token.input)))
                location = UNKNOWN
            elif not is_location(location):
                self.raise_error(f"expected location, but found '{location}'", Span(alias.start(1), alias.end(1), token.input))
        owner.location = location
        return location

    def _parse_location(self) -> Any:
        token = self._parser_state.current_token
        if token.kind is MLIRTokenKind.STRING_LIT:
            return self._parse_named_or_file_location()
        if token.kind is MLIRTokenKind.HASH_IDENT:
            attribute = self.parse_attribute()
            if not is_location(attribute):
                self.raise_error(f"expected location attribute, but got '{attribute}'", token)
            return attribute
        match token.text:
            case "unknown":
                self._consume_token()
                return UNKNOWN
            case "callsite":
                self._consume_token()
                self.parse_punctuation("(", " in callsite location")
                callee = self._parse_location()
                self._parse_location_keyword("at", " in callsite location")
                caller = self._parse_location()
                self.parse_punctuation(")", " in callsite location")
                return compose(CallSiteLoc, callee, caller)
            case "fused":
                self._consume_token()
                metadata = None
                if self.parse_optional_punctuation("<") is not None:
                    metadata = self.parse_attribute()
                    self.parse_punctuation(">", " after fused location metadata")
                delimiter = self.Delimiter.SQUARE
                parts = self.parse_comma_separated_list(delimiter, self._parse_location, " in fused location")
                return fuse(parts, metadata)
            case _:
                self.raise_wrong_token("expected location instance")

    def _parse_location_keyword(self, keyword: str, context: str) -> None:
        if self.parse_optional_keyword(keyword) is None:
            self.raise_wrong_token(f"expected '{keyword}'{context}")

    def _parse_named_or_file_location(self) -> Location:
        text = StringAttr(self.parse_str_literal())
        if self.parse_optional_punctuation(":") is None:
            if self.parse_optional_punctuation("(") is None:
                return name_loc(text.data)
            inner = self._parse_location()
            self.parse_punctuation(")", " after child location of NameLoc")
            return name_loc(text.data, inner)
        line = self._parse_position("line")
        if self.parse_optional_punctuation(":") is None:
            return FileLineColLoc(text, IntAttr(line), IntAttr(0))
        column = self._parse_position("column")
        if self.parse_optional_keyword("to") is None:
            return FileLineColLoc(text, IntAttr(line), IntAttr(column))
        end_line = line
        if self.current_token.kind is MLIRTokenKind.INTEGER_LIT:
            end_line = self._parse_position("line")
        if self.parse_optional_punctuation(":") is None:
            self.raise_wrong_token("expected either integer or `:` post `to` in FileLineColRange")
        end_column = self._parse_position("column")
        if (end_line, end_column) == (line, column):
            return FileLineColLoc(text, IntAttr(line), IntAttr(column))
        return FileRangeLoc(text, IntAttr(line), IntAttr(column), IntAttr(end_line), IntAttr(end_column))

    def _parse_position(self, what: str) -> int:
        token = self._parse_optional_token(MLIRTokenKind.INTEGER_LIT)
        if token is None or int(token.text, 0) >= 1 << 32:
            self.raise_wrong_token(f"expected integer {what} number in FileLineColRange")
        return int(token.text, 0)

    def location_at(self, position: int) -> LocationAttr:
        """The place in the file: what an operation without ``loc`` gets."""
        if self._line_starts is None:
            content = self._parser_state.lexer.input.content
            self._line_starts = [0, *(match.end() for match in re.finditer("\n", content))]
        line = bisect_right(self._line_starts, position)
        column = position - self._line_starts[line - 1] + 1
        return FileLineColLoc(self._filename_attr, IntAttr(line), IntAttr(column))

    def _resolve_deferred_locations(self) -> None:
        for owner, name, span in self._deferred_locations:
            location = self.attribute_aliases.get(name)
            if location is None:
                self.raise_error("operation location alias was never defined", span)
            if not is_location(location):
                self.raise_error(f"expected location, but found '{location}'", span)
            owner.location = location

    # Values

    def parse_optional_unresolved_operand(self) -> UnresolvedOperand | None:
        """Read ``%name`` or ``%name#index`` if it comes next."""
        state = self._parser_state
        token = state.current_token
        if token.kind is not MLIRTokenKind.PERCENT_IDENT:
            return None
        self.last_token = cast("Span[str]", token)
        state.current_token = following = state.lexer.lex()
        index = 0
        if following.kind is MLIRTokenKind.HASH_IDENT:
            if not following.text[1:].isdigit():
                self.raise_error("invalid SSA value result number", following)
            index = int(following.text[1:])
            self._consume_token()
        return UnresolvedOperand(token, index)

    def parse_unresolved_operand(self, msg: str = "expected SSA operand") -> UnresolvedOperand:
        """Read ``%name`` or ``%name#index``."""
        operand = self.parse_optional_unresolved_operand()
        if operand is None:
            self.raise_wrong_token(msg)
        return operand

    def resolve_operand(self, operand: UnresolvedOperand, type: Any) -> Any:
        """The value of an operand name; a name not yet defined stands for a value of ``type`` defined later."""
        span = operand.span
        name = span.text[1:]
        scope = self._scope
        values = scope.values.get(name)
        if values is None:
            known = scope.forward.get((name, operand.index))
            if known is None:
                value: SSAValue = ForwardDeclaredValue(type)
                scope.forward[(name, operand.index)] = (cast("ForwardDeclaredValue[Attribute]", value), span)
                return value
            value, definition = known
        else:
            if operand.index >= len(values):
                self.raise_error("reference to invalid result number", span)
            value, definition = values[operand.index], scope.definitions[name]
        if value.type != type:
            raise self._with_note(
                span,
                f"use of value '{span.text}' expects different type than prior uses: '{type}' vs '{value.type}'",
                definition,
                "prior use here",
            )
        return value

    def raise_errors(self, errors: Sequence[tuple[str, int]]) -> NoReturn:
        """Raise several errors, each with its position."""
        diagnostics = [Diagnostic(Severity.ERROR, self.location_at(position), text) for text, position in errors]
        raise DiagnosticError(*diagnostics)

    def _with_note(self, span: Span[Any], message: str, note_span: Span[Any], note_message: str) -> DiagnosticError:
        return error(self.location_at(span.start), message, (note(self.location_at(note_span.start), note_message),))

    def _register_ssa_definition(self, name: str, values: Sequence[SSAValue], span: Span[Any]) -> None:
        scope = self._scope
        if name in scope.values:
            raise self._with_note(
                span, f"redefinition of SSA value '%{name}'", scope.definitions[name], "previously defined here"
            )
        scope.values[name] = tuple(values)
        scope.definitions[name] = span
        self._region_names.append(name)
        if not scope.forward:
            return
        for index, value in enumerate(values):
            pending = scope.forward.pop((name, index), None)
            if pending is None:
                continue
            forward, use = pending
            if forward.type != value.type:
                raise self._with_note(
                    span,
                    f"definition of SSA value '%{name}#{index}' has type '{value.type}'",
                    use,
                    f"previously used here with type '{forward.type}'",
                )
            for one in tuple(forward.uses):
                one.operation.operands[one.index] = value

    def _close_scope(self, scope: _Scope) -> None:
        if scope.forward:
            _, span = min(scope.forward.values(), key=lambda entry: entry[1].start)
            self.raise_error("use of undeclared SSA value name", span)

    # Regions and blocks

    def parse_optional_region(self, arguments: Iterable[Any] | None = None) -> Region | None:
        """Read ``{ ... }`` if it comes next, with its own name scope; ``arguments`` are those of the first block."""
        if self._parser_state.current_token.text != "{":
            return None
        self._consume_token()
        with self._region_scope():
            region = Region()
            blocks, forward = self.blocks, self.forward_block_references
            self.blocks, self.forward_block_references = {}, defaultdict(list)
            self._parse_blocks(region, arguments)
            if self.forward_block_references:
                spans = next(iter(self.forward_block_references.values()))
                self.raise_error("reference to an undefined block", spans[0])
            self.blocks, self.forward_block_references = blocks, forward
        return region

    @contextmanager
    def _region_scope(self) -> Iterator[None]:
        outer_scope, outer_names = self._scope, self._region_names
        isolated = self._isolated[-1]
        if isolated:
            self._scope = _Scope()
        self._region_names = []
        self._isolated.append(False)
        yield
        self._isolated.pop()
        if isolated:
            self._close_scope(self._scope)
        else:
            for name in self._region_names:
                del self._scope.values[name], self._scope.definitions[name]
        self._scope, self._region_names = outer_scope, outer_names

    def _parse_blocks(self, region: Region, arguments: Iterable[Any] | None) -> None:
        named = list(arguments or ())
        if not named and self.parse_optional_punctuation("}") is not None:
            return
        if self._parser_state.current_token.kind is not MLIRTokenKind.CARET_IDENT:
            entry = Block()
            for argument in named:
                self._add_named_argument(entry, argument, len(named))
            region.add_block(entry)
            self._parse_block_body(entry)
        elif named:
            self.raise_error("invalid block name in region with named arguments")
        while self.parse_optional_punctuation("}") is None:
            region.add_block(self._parse_block())

    def _add_named_argument(self, entry: Block, argument: Any, count: int) -> None:
        """Give the first block of a region an argument, one of ``count``, that was read right before the region."""
        span = argument.name
        name = span.text[1:]
        scope = self._scope
        uses = (use for (other, _), (_, use) in scope.forward.items() if other == name)
        known = scope.definitions.get(name) or next(uses, None)
        if known is not None:
            message = f"region entry argument '{span.text}' is already in use"
            raise self._with_note(span, message, known, "previously referenced here")
        value = entry.insert_arg(argument.type, len(entry.args), argument.location or self.location_at(span.start))
        deferred = self._deferred_locations
        for index in range(max(0, len(deferred) - count), len(deferred)):
            owner, alias, place = deferred[index]
            if owner is argument:
                deferred[index] = (value, alias, place)
        self._register_ssa_definition(name, (value,), span)

    def parse_region(self, arguments: Iterable[Any] | None = None) -> Region:
        """Read ``{ ... }``."""
        region = self.parse_optional_region(arguments)
        if region is None:
            self.raise_wrong_token("expected '{' to begin a region")
        return region

    def _get_block_from_name(self, block_name: Any) -> Block:
        name = block_name.text[1:]
        known = self.blocks.get(name)
        if known is None:
            self.forward_block_references[name].append(block_name)
            known = (Block(), None)
            self.blocks[name] = known
        return known[0]

    def _parse_block(self) -> Block:
        token = self._parse_token(MLIRTokenKind.CARET_IDENT, "expected block name")
        name = token.text[1:]
        block, defined = self.blocks.get(name, (Block(), None))
        if defined is not None:
            self.raise_error(f"redefinition of block '{token.text}'", token)
        self.forward_block_references.pop(name, None)
        self.blocks[name] = (block, token)
        if self._parser_state.current_token.text == "(":
            self.parse_comma_separated_list(self.Delimiter.PAREN, lambda: self._parse_block_argument(block))
        self.parse_punctuation(":", " after block name")
        self._parse_block_body(block)
        return block

    def _parse_block_argument(self, block: Block) -> None:
        token = self._parse_optional_token(MLIRTokenKind.PERCENT_IDENT)
        if token is None:
            self.raise_wrong_token("expected SSA operand")
        self.parse_punctuation(":", " and type for SSA operand")
        argument = block.insert_arg(self.parse_type(), len(block.args))
        if self.parse_trailing_location(argument) is None:
            argument.location = self.location_at(token.start)
        self._register_ssa_definition(token.text[1:], (argument,), token)

    def parse_optional_argument(self, expect_type: bool = True) -> Any:
        """Read a block argument ``%name`` (with ``: type`` and location if ``expect_type``) if it comes next."""
        token = self._parse_optional_token(MLIRTokenKind.PERCENT_IDENT)
        if token is None:
            return None
        if not expect_type:
            return self.UnresolvedArgument(token)
        self.parse_punctuation(":")
        argument = self.Argument(token, self.parse_type())
        self.parse_trailing_location(argument)
        return argument

    def parse_argument(self, expect_type: bool = True) -> Any:
        """Read a block argument."""
        argument = self.parse_optional_argument(expect_type)
        if argument is None:
            self.raise_wrong_token("expected SSA operand")
        return argument

    def _parse_optional_properties(self) -> Attribute:
        """Read ``<{name = attribute, ...}>`` if it comes next. What it is instead is found out by who needs it."""
        if self.parse_optional_punctuation("<") is None:
            return _NO_PROPERTIES
        properties = self.parse_attribute()
        self.parse_punctuation(">", " to close properties")
        return properties

    # Operations

    def op_location(self) -> LocationAttr:
        """The place of the operation being read: for operations that its syntax implies, such as a terminator."""
        return self.location_at(self.op_start)

    def parse_module(self, allow_implicit_module: bool = True) -> ModuleOp:
        """Read the whole text."""
        operations: list[Operation] = []
        while (kind := self._parser_state.current_token.kind) is not MLIRTokenKind.EOF:
            if kind in (MLIRTokenKind.HASH_IDENT, MLIRTokenKind.EXCLAMATION_IDENT):
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
        """Read what other tools keep in a file, such as the pipeline of a reproducer. It says nothing about the IR."""
        self.parse_comma_separated_list(self.Delimiter.BRACES, self._parse_external_resource)

    def _parse_external_resource(self) -> None:
        if self.parse_optional_identifier_or_str_literal() is None:
            self.raise_error("expected identifier key for 'external_resources' entry")
        self.parse_punctuation(":")
        self.parse_comma_separated_list(self.Delimiter.BRACES, self._parse_external_value)

    def _parse_external_value(self) -> None:
        if self.parse_optional_identifier_or_str_literal() is None:
            self.raise_error("expected identifier key for resource entry")
        self.parse_punctuation(":")
        if self.parse_optional_boolean() is None and self.parse_optional_str_literal() is None:
            self.raise_error("expected a resource value: a boolean, a string or a blob")

    def parse_optional_operation(self) -> Operation | None:
        """Read an operation if one comes next."""
        kind = self._parser_state.current_token.kind
        if kind in (MLIRTokenKind.PERCENT_IDENT, MLIRTokenKind.BARE_IDENT, MLIRTokenKind.STRING_LIT):
            return self.parse_operation()
        return None

    def _parse_block_body(self, block: Block) -> None:
        while (operation := self.parse_optional_operation()) is not None:
            block.add_op(operation)
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
        if int(size.text, 0) < 1:
            self.raise_error("expected named operation to have at least 1 result", size)
        return token, int(size.text, 0)

    def _parse_custom_operation(self, token: Token) -> Operation:
        name = token.text
        op_class = self.ctx.get_optional_op(name, dialect_stack=self._parser_state.dialect_stack)
        if op_class is None or issubclass(op_class, UnregisteredOp):
            self._raise_unknown(name, token)
        if not has_custom_syntax(op_class):
            self.raise_error(f"custom op '{op_class.name}' has no custom assembly form", token)
        self._consume_token()
        with self._inside(op_class, token, custom=True):
            return op_class.parse(self)

    def _raise_unknown(self, name: str, token: Token) -> NoReturn:
        dialect, dot, _ = name.partition(".")
        tried = ""
        if not dot:
            dialect = self._parser_state.dialect_stack[-1]
            tried = f" (tried '{dialect}.{name}' as well)"
        if self.ctx.get_optional_dialect(dialect) is None:
            self.raise_error(f"Dialect `{dialect}' not found for custom op '{name}' {tried}", token)
        self.raise_error(f"custom op '{name}' is unknown{tried}", token)

    @contextmanager
    def _inside(self, op_class: type[Operation], token: Token, *, custom: bool) -> Iterator[None]:
        outer = self.op_name, self.op_start
        self.op_name, self.op_start = op_class.name if custom else None, token.start
        stack = self._parser_state.dialect_stack
        stack.append(_DEFAULT_DIALECTS.get(op_class.name, ""))
        self._isolated[-1] = class_has_trait(op_class, IsolatedFromAbove)
        yield
        self._isolated[-1] = False
        stack.pop()
        self.op_name, self.op_start = outer

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
                f"unregistered operation '{name}' found in dialect ('{dialect}') that does not allow unknown operations",
                token,
            )
        with self._inside(op_class, token, custom=False):
            return self._parse_generic_operation(op_class)

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
        definitions = op_type.get_irdl_definition().properties
        properties = self._old_properties(op_type, attributes)
        problem = None
        if not isinstance(written, DictionaryAttr):
            problem = "expected DictionaryAttr to set properties"
        else:
            names = definitions.keys() | set(SEGMENT_SIZES)
            known = {name: value for name, value in written.data.items() if name in names}
            problem = next((text for item in known.items() if (text := _conversion_problem(op_type, *item))), None)
            properties.update(known)
        if problem is not None:
            from xtriton.ir.printer import attribute_text

            self.raise_error(f"invalid properties {attribute_text(written)} for op {op_type.name}: {problem}", start)
        return properties

    def _old_properties(self, op_type: type[IRDLOperation], attributes: dict[str, Attribute]) -> dict[str, Attribute]:
        """Take the inherent attributes out of ``attributes``, and check what they hold."""
        definitions = op_type.get_irdl_definition().properties
        properties: dict[str, Attribute] = {}
        for name in sorted(attributes.keys() & (definitions.keys() | set(SEGMENT_SIZES))):
            properties[name] = value = attributes.pop(name)
            predicate = definitions[name].constr if name in definitions else None
            if isinstance(predicate, AttrPredicate) and not predicate.accepts(value):
                raise error(
                    self.op_location(),
                    f"'{op_type.name}' op attribute '{name}' failed to satisfy constraint: {predicate.summary}",
                )
        return properties


def _conversion_problem(op_type: type[IRDLOperation], name: str, value: Attribute) -> str | None:
    """Why an attribute cannot be stored as a property, in MLIR's words."""
    definition = op_type.get_irdl_definition()
    if name in SEGMENT_SIZES:
        values = definition.operands if name == SEGMENT_SIZES[0] else definition.results
        return conversion_problem(value, len(values))
    predicate = definition.properties[name].constr
    if isinstance(predicate, AttrPredicate) and not predicate.stores(value):
        from xtriton.ir.printer import attribute_text

        return f"Invalid attribute `{name}` in property conversion: {attribute_text(value)}"
    return None


_SHAPED = frozenset({"tensor", "vector", "memref", "tuple", "complex"})

_DEFAULT_DIALECTS = {"builtin.module": "builtin", "func.func": "func"}
"""The dialect whose prefix may be left out inside an operation (MLIR's ``getDefaultDialect``)."""

_NO_PROPERTIES = DictionaryAttr({})

_UNIT = UnitAttr()
