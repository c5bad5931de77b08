"""Parses ODS assembly format strings into directives, and assigns the spaces between them by MLIR's rules."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from xtriton.ir.constraints import UnitAttribute
from xtriton.ir.directives import (
    AllOperands,
    AttrDict,
    Custom,
    Directive,
    FunctionalType,
    Literal,
    Operands,
    Optional,
    OrderIndependentList,
    Property,
    Regions,
    Successors,
    TypeOf,
    TypesOfAll,
    UnitProperty,
    Whitespace,
)
from xtriton.ir.signature import Signature

if TYPE_CHECKING:
    from xtriton.ir.op import CustomDirective

_TOKEN = re.compile(r"`[^`]*`|\$\w+|custom<\w+>|[a-z][\w-]*|[()?^:|,]|\s+")


class FormatError(Exception):
    """An ill-formed format: a bug in an op definition, not in a program."""


def read_format(text: str, signature: Signature, custom: Mapping[str, CustomDirective]) -> list[Directive]:
    """The directives of a format, with their spaces assigned."""
    spelled = set(re.findall(r"\$(\w+)", re.sub(r"(?:type|ref)\(\$\w+\)", "", text)))
    reader = _Reader(text, signature, custom, spelled & set(signature.properties))
    directives = list(reader.elements(until=None))
    _Spacing().lay_out(directives)
    return directives


class _Reader:
    def __init__(
        self, text: str, signature: Signature, custom: Mapping[str, CustomDirective], spelled: set[str]
    ) -> None:
        self.text = text
        self.signature = signature
        self.custom = custom
        self.spelled = spelled
        self.tokens = list(self._tokenize())
        self.pos = 0

    def _tokenize(self) -> Iterator[str]:
        pos = 0
        while pos < len(self.text):
            match = _TOKEN.match(self.text, pos)
            if match is None:
                raise FormatError(f"cannot read the format of {self.signature.op_class.name} at {self.text[pos:]!r}")
            pos = match.end()
            if not match[0].isspace():
                yield match[0]

    def peek(self) -> str | None:
        return self.tokens[self.pos] if self.pos < len(self.tokens) else None

    def take(self, expected: str | None = None) -> str:
        token = self.peek()
        if token is None or (expected is not None and token != expected):
            raise FormatError(f"format of {self.signature.op_class.name}: expected {expected}, got {token}")
        self.pos += 1
        return token

    def accept(self, token: str) -> bool:
        if self.peek() == token:
            self.pos += 1
            return True
        return False

    def elements(self, until: tuple[str, ...] | None) -> Iterator[Directive]:
        while (token := self.peek()) is not None and (until is None or token not in until):
            yield self.element(self.take())

    def element(self, token: str) -> Directive:
        if token.startswith("`"):
            text = token[1:-1]
            return Whitespace(text.replace("\\n", "\n")) if not text.strip() or text == "\\n" else Literal(text)
        if token.startswith("$"):
            return self.variable(token[1:], in_group=False)
        if token == "(":
            return self.optional_group()
        if token.startswith("custom<"):
            return self.custom_directive(token[len("custom<") : -1])
        match token:
            case "attr-dict" | "attr-dict-with-keyword":
                return AttrDict(self.signature, self.spelled, token.endswith("keyword"))
            case "type":
                return self.type_of(qualified=False)
            case "qualified":
                return self.qualified()
            case "functional-type":
                return self.functional_type()
            case "operands":
                return AllOperands()
            case "oilist":
                return self.oilist()
            case _:
                raise FormatError(f"format of {self.signature.op_class.name}: unknown directive {token}")

    def variable(self, name: str, *, in_group: bool) -> Directive:
        signature = self.signature
        if name in signature.values:
            return Operands(signature.values[name])
        if name in signature.properties:
            definition = signature.properties[name]
            unit = in_group and definition.predicate is UnitAttribute
            return UnitProperty(definition) if unit else Property(definition)
        if name in signature.regions:
            return Regions(name, signature.regions[name])
        if name in signature.successors:
            return Successors(name, signature.successors[name])
        raise FormatError(f"format of {signature.op_class.name}: ${name} is not defined")

    def optional_group(self) -> Directive:
        elements: list[Directive] = []
        anchor: Directive | None = None
        while not self.accept(")"):
            token = self.take()
            element = self.variable(token[1:], in_group=True) if token.startswith("$") else self.element(token)
            elements.append(element)
            if self.accept("^"):
                anchor = element
        otherwise: list[Directive] = []
        if self.accept(":"):
            self.take("(")
            otherwise = list(self.elements(until=(")",)))
            self.take(")")
        self.take("?")
        if anchor is None:
            raise FormatError(f"format of {self.signature.op_class.name}: optional group without an anchor")
        return Optional(elements, anchor, otherwise)

    def type_of(self, *, qualified: bool) -> Directive:
        self.take("(")
        token = self.take()
        self.take(")")
        if token in ("operands", "results"):
            return TypesOfAll(token)
        return TypeOf(self.signature.values[token[1:]], qualified)

    def qualified(self) -> Directive:
        self.take("(")
        token = self.take()
        element = self.type_of(qualified=True) if token == "type" else self.element(token)
        self.take(")")
        return element

    def functional_type(self) -> Directive:
        self.take("(")
        inputs = self.take().removeprefix("$")
        self.take(",")
        outputs = self.take().removeprefix("$")
        self.take(")")
        return FunctionalType(inputs, outputs)

    def oilist(self) -> Directive:
        self.take("(")
        clauses = [list(self.elements(until=("|", ")")))]
        while self.accept("|"):
            clauses.append(list(self.elements(until=("|", ")"))))
        self.take(")")
        return OrderIndependentList(clauses)

    def custom_directive(self, name: str) -> Directive:
        depth = 0
        while True:  # the arguments only document what the Python functions read and write
            token = self.take()
            depth += (token == "(") - (token == ")")
            if depth == 0:
                return Custom(*self.custom[name])


class _Spacing:
    """MLIR's rules for spaces: a space before most elements, none around brackets and before commas."""

    def __init__(self) -> None:
        self.emit_space = True
        self.after_punctuation = False

    def lay_out(self, directives: list[Directive]) -> None:
        for directive in directives:
            self._one(directive)

    def _one(self, directive: Directive) -> None:
        match directive:
            case Literal():
                self._literal(directive)
            case Whitespace():
                self.after_punctuation = not directive.text
                self.emit_space = False
            case Optional():
                self.lay_out(directive.elements)
                self.lay_out(directive.otherwise)
            case OrderIndependentList():
                for clause in directive.clauses:
                    self.emit_space, self.after_punctuation = True, False
                    self.lay_out(clause)
            case AttrDict():
                self.after_punctuation = False
            case UnitProperty():
                return
            case _:
                directive.before = " " if self.emit_space or not self.after_punctuation else ""
                self.after_punctuation = False
                self.emit_space = True

    def _literal(self, literal: Literal) -> None:
        text = literal.text
        if len(text) != 1 and text != "->":
            wants_space = True
        elif self.after_punctuation:
            wants_space = text[0] not in ">)}],"
        else:
            wants_space = text[0] not in "<>(){}[],"
        literal.before = " " if self.emit_space and wants_space else ""
        self.emit_space = len(text) != 1 or text not in "<({["
        self.after_punctuation = not literal.is_keyword
