"""Prints MLIR text, byte-identical to MLIR.

The text is built in one walk that collects strings, attributes and types; attributes and types are spelled at the end
(:mod:`xtriton.ir.attribute_printer`). Values and blocks are named before the walk (:mod:`xtriton.ir.names`).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from xdsl.dialects.builtin import (
    ModuleOp,
    StringAttr,
    UnregisteredOp,
)
from xdsl.ir import (
    Attribute,
    Block,
    BlockArgument,
    Operation,
    Region,
    SSAValue,
)
from xdsl.traits import IsolatedFromAbove, IsTerminator

from xtriton.ir.aliases import Chunk
from xtriton.ir.attribute_printer import AttributePrinter, PrintOptions, quote
from xtriton.ir.creation import is_result
from xtriton.ir.names import Namer, Names
from xtriton.ir.op import DEFAULT_DIALECTS, UNREGISTERED_NAME, Op, has_custom_syntax
from xtriton.ir.segments import written_properties
from xtriton.ir.traits import has_trait

_INDENT = "  "
_UNKNOWN = "<<UNKNOWN SSA VALUE>>"
_ONE_GROUP = [0]


def describe(op: Operation) -> str:
    """An operation as printed in diagnostics: generic, without aliases, with the value names of its function."""
    root = op
    while (parent := root.parent_op()) is not None and not has_trait(root, IsolatedFromAbove):
        root = parent
    printer = Printer(PrintOptions(generic=True, local_scope=True))
    printer.names = Namer(generic=True, use_nameloc_as_prefix=False).name(root)
    printer.print_op(op)
    return printer.text()


def attribute_text(attribute: Attribute) -> str:
    """An attribute or type as printed in diagnostics: without aliases."""
    printer = Printer(PrintOptions(local_scope=True))
    printer.print_attribute(attribute)
    return printer.text()


class Printer(AttributePrinter):
    """A printer of one operation."""

    def __init__(self, options: PrintOptions = PrintOptions()) -> None:
        super().__init__(options)
        self.names = Names()
        self._default_dialects = [""]

    def print_top_level(self, op: Operation) -> str:
        """The whole text."""
        options = self.options
        self.names = Namer(generic=options.generic, use_nameloc_as_prefix=options.use_nameloc_as_prefix).name(op)
        self.print_op(op)
        body = self.out
        if options.local_scope:
            return self._text(body) + "\n"
        self.aliases.assign()
        parts = [self._alias_lines(deferred=False), self._text(body), "\n", self._alias_lines(deferred=True)]
        return "".join(parts)

    # Values and blocks

    def print_ssa_value(self, value: SSAValue) -> str:
        """Write ``%name`` or ``%name#number``."""
        name = self.value_name(value)
        self.out.append(name)
        return name

    def value_name(self, value: SSAValue) -> str:
        """``%name`` or ``%name#number`` of a value."""
        values = self.names.values
        name = values.get(id(value))
        if not is_result(value):
            return f"%{name}" if name is not None else _UNKNOWN
        owner = value.op
        results = owner.results
        if len(results) == 1:
            return f"%{name}" if name is not None else _UNKNOWN
        index = value.index
        groups = self.names.groups.get(owner, _ONE_GROUP)
        at = max(i for i, first in enumerate(groups) if first <= index)
        first = groups[at]
        size = (groups[at + 1] if at + 1 < len(groups) else len(results)) - first
        name = values.get(id(results[first]), _UNKNOWN)
        return f"%{name}" if size == 1 else f"%{name}#{index - first}"

    def print_operand(self, operand: SSAValue) -> None:
        """Write an operand."""
        self.print_ssa_value(operand)

    def print_operands(self, operands: Sequence[SSAValue]) -> None:
        """Write ``(%a, %b)``."""
        self.out.append("(")
        self.print_list(operands, self.print_ssa_value)
        self.out.append(")")

    def print_block_name(self, block: Block) -> str:
        """Write ``^name``."""
        known = self.names.blocks.get(block)
        name = known[0] if known is not None else "INVALIDBLOCK"
        self.out.append(name)
        return name

    def print_block_argument(self, arg: BlockArgument, print_type: bool = True) -> None:
        """Write ``%name: type loc(...)``."""
        self.print_ssa_value(arg)
        if print_type:
            self.out.append(": ")
            self.print_attribute(arg.type)
            self.print_argument_location(arg)

    def print_argument_location(self, arg: BlockArgument) -> None:
        """Print the location of a block argument if locations are printed: in full, since it is not parsed lazily."""
        if self.options.debuginfo:
            self.aliases.visit(arg.location)
            self.print_trailing_location(arg.location, alias=False)

    def _results(self, op: Operation) -> str:
        results = op.results
        values = self.names.values
        if len(results) == 1:
            return f"%{values.get(id(results[0]), _UNKNOWN)} = "
        groups = [*self.names.groups.get(op, _ONE_GROUP), len(results)]
        parts = [
            f"%{values.get(id(results[first]), _UNKNOWN)}" + (f":{end - first}" if end - first > 1 else "")
            for first, end in pairwise(groups)
        ]
        return ", ".join(parts) + " = "

    # Operations and regions

    def print_op(self, op: Operation) -> None:
        """Write an operation with its results and location."""
        if self.options.debuginfo:
            self.aliases.visit(op.location, deferrable=True)
        if op.results:
            self.out.append(self._results(op))
        hides = self.options.argument_locations and isinstance(op, Op) and op.HIDES_ARGUMENT_LOCATIONS
        if self.options.generic or hides or not has_custom_syntax(type(op)):
            self.print_generic(op)
        else:
            self._print_custom(op)
        self.print_trailing_location(op.location)

    def _print_custom(self, op: Operation) -> None:
        if type(op) is ModuleOp:
            self._print_module(op)
            return
        default = self._default_dialects[-1]
        name = op.name
        if default and name.startswith(default + ".") and name.count(".") == 1:
            name = name[len(default) + 1 :]
        self.out.append(name)
        op.print(self)

    def _print_module(self, op: ModuleOp) -> None:
        self.out.append("module" if self._default_dialects[-1] in ("", "builtin") else "builtin.module")
        attributes = {**op.attributes, **op.properties}
        name = attributes.pop("sym_name", None)
        if isinstance(name, StringAttr):
            self.out.append(" ")
            self.print_symbol_name(name.data)
        self.print_op_attributes(attributes, print_keyword=True)
        self.out.append(" ")
        self.print_region(op.body, print_empty_block=False)

    def print_generic(self, op: Operation) -> None:
        """Print an operation in the generic form.

        MLIR collects aliases from the regions first, then from the types, then from the attributes.
        """
        name, attributes = op.name, op.attributes
        if isinstance(op, UnregisteredOp):
            attributes = dict(attributes)
            written = attributes.pop(UNREGISTERED_NAME, None)
            name = written.data if isinstance(written, StringAttr) else name
        regions = self._captured_regions(op.regions)
        properties = written_properties(op)
        for value in (*op.operands, *op.results):
            self.aliases.visit(value.type)
        for _, attribute in sorted({**properties, **attributes}.items()):
            self.aliases.visit(attribute)
        self.out.append(quote(name))
        self.print_operands(op.operands)
        if op.successors:
            self.out.append("[")
            self.print_list(op.successors, self.print_block_name)
            self.out.append("]")
        if properties:
            self.out.append(" <")
            self.print_attr_dict(properties)
            self.out.append(">")
        if op.regions:
            self.out.append(" (")
            self.out.extend(regions)
            self.out.append(")")
        self.print_op_attributes(attributes)
        self.out.append(" : ")
        self.print_function_type([operand.type for operand in op.operands], [result.type for result in op.results])

    def _captured_regions(self, regions: Sequence[Region]) -> list[Chunk]:
        """The chunks of regions, not yet written."""
        outer, self.out = self.out, []
        self.print_list(regions, self.print_region)
        chunks, self.out = self.out, outer
        return chunks

    def print_op_with_default_format(self, op: Operation) -> None:
        """Write an operation in the generic form."""
        self.print_generic(op)

    def print_region(
        self,
        region: Region,
        print_entry_block_args: bool = True,
        print_empty_block: bool = True,
        print_block_terminators: bool = True,
    ) -> None:
        """Write ``{ ... }``."""
        if self.options.skip_regions:
            self.out.append("{...}")
            return
        parent = region.parent
        self._default_dialects.append(DEFAULT_DIALECTS.get(parent.name, "") if parent is not None else "")
        self.out.append("{" + self._newline)
        for index, block in enumerate(region.blocks):
            header = index > 0 or (
                (print_empty_block and block.is_empty) or (print_entry_block_args and bool(block.args))
            )
            self.print_block(block, header, print_block_terminators)
        self.out.append("}")
        self._default_dialects.pop()

    def print_block(self, block: Block, print_block_args: bool = True, print_block_terminator: bool = True) -> None:
        """Write a block, one operation a line, ending at the start of the next line."""
        if print_block_args:
            self._print_block_header(block)
        outer = self._newline
        inner = self._newline = outer + _INDENT
        last = block.last_op
        skipped = last if not print_block_terminator and last is not None and has_trait(last, IsTerminator) else None
        for op in block.ops:
            if op is not skipped:
                self.out.append(_INDENT)
                self.print_op(op)
                self.out.append(outer)
        assert self._newline == inner
        self._newline = outer

    def _print_block_header(self, block: Block) -> None:
        self.print_block_name(block)
        if block.args:
            self.out.append("(")
            self.print_list(block.args, self.print_block_argument)
            self.out.append(")")
        self.out.append(":" + self._predecessors(block) + self._newline)

    def _predecessors(self, block: Block) -> str:
        preds = [use.operation.parent for use in block.uses]
        blocks = self.names.blocks
        named = sorted((blocks.get(pred, ("INVALIDBLOCK", -1)) for pred in preds if pred is not None), key=_ordering)
        if not named:
            region = block.parent
            return "" if region is not None and region.first_block is block else "  // no predecessors"
        if len(named) == 1:
            return f"  // pred: {named[0][0]}"
        return f"  // {len(named)} preds: {', '.join(name for name, _ in named)}"


def _ordering(block: tuple[str, int]) -> int:
    return block[1]
