"""Parses regions and blocks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from typing import Any

from xdsl.ir import Block, BlockArgument, Region
from xdsl.utils.mlir_lexer import MLIRTokenKind

from xtriton.ir.context import Context
from xtriton.ir.locations import UNKNOWN
from xtriton.ir.value_parser import Scope, ValueParser


def _set_arguments(block: Block, arguments: Iterable[BlockArgument]) -> None:
    """Set the arguments of a block that has none. Inserted one at a time, each would copy those before it."""
    setattr(block, "_args", (*block.args, *arguments))  # noqa: B010


class RegionParser(ValueParser):
    """Parses regions, each with the name scope that the parent operation requires."""

    def __init__(self, ctx: Context, text: str, filename: str) -> None:
        super().__init__(ctx, text, filename)
        self._isolated = [False]

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
    def _region_scope(self) -> Generator[None]:
        outer_scope, outer_names = self._scope, self._region_names
        isolated = self._isolated[-1]
        if isolated:
            self._scope = Scope()
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
            self._add_named_arguments(entry, named)
            region.add_block(entry)
            self._parse_block_body(entry)
        elif named:
            self.raise_error("invalid block name in region with named arguments")
        while self.parse_optional_punctuation("}") is None:
            region.add_block(self._parse_block())

    def _add_named_arguments(self, entry: Block, named: list[Any]) -> None:
        """Give the first block of a region the arguments that were parsed right before the region."""
        scope = self._scope
        used = {name: use.start for (name, _), (_, use) in scope.forward.items()} if named else {}
        values: dict[int, BlockArgument] = {}
        for index, argument in enumerate(named):
            span = argument.name
            name = span.text[1:]
            known = scope.definitions.get(name, used.get(name))
            if known is not None:
                message = f"region entry argument '{span.text}' is already in use"
                raise self._with_note(span, message, known, "previously referenced here")
            location = argument.location or self.location_at(span.start)
            value = values[id(argument)] = BlockArgument(argument.type, entry, index, location)
            self._register_ssa_definition(name, (value,), span)
        _set_arguments(entry, values.values())
        deferred = self._deferred_locations
        for index in range(max(0, len(deferred) - len(named)), len(deferred)):
            owner, alias, place = deferred[index]
            if id(owner) in values:
                deferred[index] = (values[id(owner)], alias, place)

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
            arguments: list[BlockArgument] = []
            self.parse_comma_separated_list(self.Delimiter.PAREN, lambda: self._parse_block_argument(block, arguments))
            _set_arguments(block, arguments)
        self.parse_punctuation(":", " after block name")
        self._parse_block_body(block)
        return block

    def _parse_block_argument(self, block: Block, arguments: list[BlockArgument]) -> None:
        token = self._parse_optional_token(MLIRTokenKind.PERCENT_IDENT)
        if token is None:
            self.raise_wrong_token("expected SSA operand")
        self.parse_punctuation(":", " and type for SSA operand")
        argument = BlockArgument(self.parse_type(), block, len(arguments), UNKNOWN)
        arguments.append(argument)
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

    def parse_argument(self, expect_type: bool = True) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]
        """Read a block argument."""
        argument = self.parse_optional_argument(expect_type)
        if argument is None:
            self.raise_wrong_token("expected SSA operand")
        return argument
