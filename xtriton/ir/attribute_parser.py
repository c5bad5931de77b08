"""Reads types and attributes, each distinct spelling once: a kernel repeats a handful of types hundreds of times."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NoReturn, cast

from xdsl.dialects.builtin import DYNAMIC_INDEX, ArrayAttr, DictionaryAttr, FunctionType, UnitAttr, UnregisteredAttr
from xdsl.ir import Attribute, TypeAttribute
from xdsl.utils.lexer import Span
from xdsl.utils.mlir_lexer import MLIRTokenKind

from xtriton.ir.affine_parser import parse_affine_map, parse_affine_set
from xtriton.ir.builtin_attribute_parser import (
    parse_dense_resource,
    parse_distinct,
    parse_optional_symbol_reference,
    parse_strided,
)
from xtriton.ir.constraints import raise_wrong_kind
from xtriton.ir.context import Context
from xtriton.ir.dense_array_parser import parse_dense_array
from xtriton.ir.dense_parser import parse_dense
from xtriton.ir.lexer import Token
from xtriton.ir.number_parser import parse_optional_number
from xtriton.ir.numbers import parse_integer
from xtriton.ir.shaped_type_parser import parse_complex, parse_memref, parse_tensor, parse_vector
from xtriton.ir.token_parser import TokenParser

_BODY = re.compile(r"<(?:[^<>\"\-]++|<(?:[^<>\"\-]++|<(?:[^<>\"\-]++|<[^<>\"\-]*+>)*+>)*+>)*+>")
"""The body of a type or attribute in angle brackets, up to four deep, without strings and arrows."""

_INTEGER_TYPE = re.compile(r"[su]?i0*([0-9]{8,})\Z")
"""Integer types whose width may be out of range."""

_MAX_INTEGER_WIDTH = (1 << 24) - 1
_SHAPED = frozenset({"tensor", "vector", "memref", "tuple", "complex"})
_UNIT = UnitAttr()


MAX_EXPANSION = 10_000_000
"""Limit on the characters of an alias with all nested aliases expanded.

``#a1 = [#a0, #a0]``, ``#a2 = [#a1, #a1]`` and so on double them with each line. Code that walks a whole attribute, such
as printing and comparison, would not terminate.
"""


_KEYWORDS: Mapping[str, Callable[[AttributeParser], Attribute]] = {
    "affine_map": lambda parser: parse_affine_map(parser),
    "affine_set": lambda parser: parse_affine_set(parser),
    "array": lambda parser: parse_dense_array(parser),
    "dense": lambda parser: parse_dense(parser),
    "dense_resource": lambda parser: parse_dense_resource(parser),
    "distinct": lambda parser: parse_distinct(parser),
    "strided": lambda parser: parse_strided(parser),
}
"""Parsers of attributes that begin with a keyword; each starts after the keyword."""


class AttributeParser(TokenParser):
    """Reads types, attributes and the definitions of their aliases."""

    def __init__(self, ctx: Context, text: str, filename: str) -> None:
        super().__init__(ctx, text, filename)
        self._types: dict[str, TypeAttribute] = {}
        self._attributes: dict[str, Attribute] = {}
        self._alias_start: Token | None = None
        self._alias_sizes: dict[str, int] = {}
        self._expanded = 0
        self._of_operation = 0
        self._sizes: dict[str, int] = {}
        self.distinct: dict[int, Attribute] = {}
        """The attributes that the ``distinct[0]<...>`` read so far refer to."""

    def parse_optional_type(self) -> TypeAttribute | None:
        """Read a type if one comes next."""
        token = self._parser_state.current_token
        kind = token.kind
        if kind is MLIRTokenKind.BARE_IDENT:
            key = token.text
            end = token.end
            if (digits := _INTEGER_TYPE.match(key)) is not None:
                width = parse_integer(digits[1])
                if width >= 1 << 32:
                    self.raise_error("invalid integer width")
                if width > _MAX_INTEGER_WIDTH:
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
            self._count(self._sizes.get(key, 0))
            self.skip_to(end)
            return known
        before, of_operation = self._expanded, self._of_operation
        type_ = super().parse_optional_type()
        if type_ is not None and self.last_token.end == end and self._of_operation == of_operation:
            self._types[key] = type_
            if self._expanded != before:
                self._sizes[key] = self._expanded - before
        return type_

    def keep_to_operation(self) -> None:
        """The type being read is one that only operations such as the one around have: it is read anew elsewhere."""
        self._of_operation += 1

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
            self._count(self._sizes.get(key, 0))
            self.skip_to(end)
            return known
        before = self._expanded
        attribute = super().parse_optional_attribute()
        if attribute is not None and self.last_token.end == end:
            self._attributes[key] = attribute
            if self._expanded != before:
                self._sizes[key] = self._expanded - before
        return attribute

    def _count(self, size: int) -> None:
        """Add the expanded size of an alias to the size of the attribute being read. See :data:`MAX_EXPANSION`."""
        self._expanded += size
        if self._alias_start is not None and self._expanded > MAX_EXPANSION:
            self.raise_error(f"alias stands for more than {MAX_EXPANSION} characters", self._alias_start)

    def _parse_extended_type_or_attribute(self, attr_or_dialect_name: str, is_type: bool) -> Any:
        if "." not in attr_or_dialect_name and self._parser_state.current_token.text != "<":
            alias = ("!" if is_type else "#") + attr_or_dialect_name
            value = self.attribute_aliases.get(alias)
            if value is None:
                self.raise_wrong_token(f"undefined symbol alias id '{attr_or_dialect_name}'")
            self._count(self._alias_sizes[alias])
            return value
        if "." in attr_or_dialect_name:
            self._require_known(attr_or_dialect_name, is_type)
        return super()._parse_extended_type_or_attribute(attr_or_dialect_name, cast("Any", is_type))

    def _require_known(self, name: str, is_type: bool) -> None:
        """Reject names that a known dialect does not define, whether or not unknown dialects are allowed."""
        definition = self.ctx.get_optional_type(name) if is_type else self.ctx.get_optional_attr(name)
        if definition is not None and not issubclass(definition, UnregisteredAttr):
            return
        namespace, _, mnemonic = name.partition(".")
        dialect = self.ctx.get_optional_dialect(namespace)
        if dialect is None:
            return
        position = self.last_token.start + len(namespace) + 2
        what = "type" if is_type else "attribute"
        if not any(issubclass(attribute, TypeAttribute) is is_type for attribute in dialect.attributes):
            self.raise_error(f"dialect '{namespace}' provides no {what} parsing hook", position)
        hint = self.ctx.nearest_attribute(name, is_type=is_type) if isinstance(self.ctx, Context) else ""
        # Two spaces before "type" are MLIR's.
        self.raise_error(f"unknown {' ' * is_type}{what} `{mnemonic}` in dialect `{namespace}`{hint}", position)

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
        shown = (
            f'`!"{dialect}"<"{mnemonic}">` type' if is_type else f"""#"{dialect}"<"{mnemonic}"> : 'none' attribute"""
        )
        self.raise_error(
            f"{shown} created with unregistered dialect. If this is intended, please call "
            "allowUnregisteredDialects() on the MLIRContext, or use -allow-unregistered-dialect with the MLIR opt tool "
            "used",
            Span(position, position, token.input),
        )

    def parse_optional_builtin_int_or_float_attr(self) -> Any:
        """Read a boolean or a number with its type if one comes next."""
        truth = self.try_parse_builtin_boolean_attr()
        return truth if truth is not None else parse_optional_number(self)

    def _parse_optional_builtin_attr(self) -> Attribute | None:
        """Read a builtin attribute, or a type, if one comes next."""
        token = self._parser_state.current_token
        match token.kind:
            case MLIRTokenKind.BARE_IDENT:
                return self._parse_optional_attribute_with_keyword(token)
            case MLIRTokenKind.STRING_LIT:
                return self._parse_optional_string_attr()
            case MLIRTokenKind.AT_IDENT:
                return parse_optional_symbol_reference(self)
            case MLIRTokenKind.L_SQUARE:
                return self._parse_optional_array_attr()
            case MLIRTokenKind.L_BRACE:
                return self._parse_builtin_dict_attr()
            case MLIRTokenKind.INTEGER_LIT | MLIRTokenKind.FLOAT_LIT | MLIRTokenKind.MINUS:
                return parse_optional_number(self)
            case _:
                return self.parse_optional_type()

    def _parse_optional_attribute_with_keyword(self, token: Token) -> Attribute | None:
        match token.text:
            case "unit":
                self._consume_token()
                return _UNIT
            case "true" | "false":
                return self.try_parse_builtin_boolean_attr()
            case "loc":
                return self.parse_optional_location()
            case _:
                pass
        read = _KEYWORDS.get(token.text)
        if read is None:
            return self.parse_optional_type()
        self._consume_token()
        return read(self)

    def parse_elements(self, type_: Attribute) -> Attribute:
        """Read ``dense<...>`` without its own type, which is ``type_``; any other attribute spells its type."""
        if self.parse_optional_keyword("dense") is None:
            return self.parse_attribute()
        return parse_dense(self, type_)

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

    def parse_optional_function_type(self) -> FunctionType | None:
        """Read ``(types) -> types`` if it comes next."""
        if self.current_token.text != "(":
            return None
        inputs = self.parse_comma_separated_list(self.Delimiter.PAREN, self.parse_type)
        self.parse_punctuation("->", " in function type")
        outputs = self.parse_optional_comma_separated_list(self.Delimiter.PAREN, self.parse_type)
        return FunctionType.from_lists(inputs, [self.parse_type()] if outputs is None else outputs)

    def _parse_optional_builtin_parametrized_type(self) -> TypeAttribute | None:
        token = self.current_token
        if token.kind is not MLIRTokenKind.BARE_IDENT or token.text not in _SHAPED:
            return None
        name, start = token.text, token.start
        self._consume_token()
        self.parse_punctuation("<", f" in {name} type")
        match name:
            case "tensor":
                return parse_tensor(self)
            case "vector":
                return parse_vector(self, start)
            case "memref":
                return parse_memref(self, start)
            case "complex":
                return parse_complex(self)
            case _:
                type_ = self._parse_tuple_attrs()
                self.parse_punctuation(">", " in tuple type")
                return type_

    def parse_shape_dimension(self, allow_dynamic: bool = True) -> int:
        """Read ``4``, or ``?`` where ``allow_dynamic``."""
        token = self.current_token
        if allow_dynamic and self.parse_optional_punctuation("?") is not None:
            return DYNAMIC_INDEX
        if token.kind is not MLIRTokenKind.INTEGER_LIT:
            self.raise_wrong_token("invalid dimension")
        if token.text.startswith("0x"):  # 0 followed by an x
            self.skip_to(token.start + 1)
            return 0
        dimension = parse_integer(token.text)
        if dimension >= 1 << 63:
            self.raise_error("invalid dimension", token)
        self.skip_to(token.end)
        return dimension

    def parse_dimension_list(self) -> list[int]:
        """Read ``4x?x8``. A trailing ``x`` that belongs to the following text is not consumed."""
        dims: list[int] = []
        end = self.pos
        while self.current_token.kind in (MLIRTokenKind.INTEGER_LIT, MLIRTokenKind.QUESTION):
            dims.append(self.parse_shape_dimension())
            end = self.pos
            if self._parse_optional_shape_delimiter() is None:
                return dims
        if dims:
            self.skip_to(end)
        return dims

    def parse_shape_delimiter(self) -> None:
        """Read the ``x`` of ``4x8``, which may be the first letter of a token."""
        if self._parse_optional_shape_delimiter() is None:
            self.raise_wrong_token("expected 'x' in dimension list")

    def parse_function_type(self) -> FunctionType:
        """Read ``(types) -> types``."""
        start = self.pos
        type_ = self.parse_type()
        if not isinstance(type_, FunctionType):
            raise_wrong_kind(self, "builtin.function", type_, start)
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
        self._alias_start, self._expanded, start = token, 0, self.pos
        self.attribute_aliases[name] = self.parse_type() if name[0] == "!" else self.parse_attribute()
        self._alias_sizes[name] = self._expanded + self.last_token.end - start
        self._alias_start = None
