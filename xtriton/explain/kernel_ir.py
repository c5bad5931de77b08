"""The TTGIR of a kernel as IR, with the line and the origin of each operation, and its loops."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from xdsl.dialects.builtin import LocationAttr, ModuleOp, NameLoc
from xdsl.ir import Attribute, Block, BlockArgument, Operation, SSAValue

from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.tt.types import PointerType
from xtriton.dialects.upstream.scf import ForOp, WhileOp
from xtriton.explain.model import Listing
from xtriton.explain.origins import shown_lines
from xtriton.folds.elements import width_of
from xtriton.ir.context import Context
from xtriton.ir.creation import is_result
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.parser import parse_module_with_lines
from xtriton.ir.walk import ancestors, operations_in, parent_of_type


@dataclass
class KernelIR:
    """A module of TTGIR and its listing."""

    module: ModuleOp
    ctx: Context
    listing: Listing
    names: Sequence[str] = ()
    """The names of the kernel's parameters, where they are known."""
    lines: dict[Operation, int] = field(default_factory=dict[Operation, int])
    """For each operation its line in the listing, counted from 1."""
    loops: list[Operation] = field(default_factory=list[Operation])

    @staticmethod
    def parse(text: str, listing: Listing, names: Sequence[str] = ()) -> KernelIR:
        """Read the TTGIR. ``names`` are those of the kernel's parameters, for text without their locations.

        Raises ``DiagnosticError`` for text of an unknown version.
        """
        ctx = Context()
        module, written = parse_module_with_lines(text, "<ttgir>", ctx)
        shown = {line: number for number, line in enumerate(shown_lines(text), 1)}
        found = KernelIR(module, ctx, listing, names, {op: shown[line] for op, line in written.items()})
        found.loops = [op for op in operations_in(found.module) if isinstance(op, ForOp | WhileOp)]
        return found

    def origin(self, op: Operation) -> int:
        """The index of the origin of an operation, or -1."""
        line = self.lines.get(op, 0)
        return self.listing.origins[line - 1] if line else -1

    def line(self, op: Operation) -> int:
        """The line of an operation in the listing, or of the nearest operation around it."""
        return next((self.lines[around] for around in ancestors(op, inclusive=True) if around in self.lines), 0)

    def loop_of(self, op: Operation) -> int | None:
        """The index of the innermost loop around an operation."""
        loop = parent_of_type(op, (ForOp, WhileOp))
        return None if loop is None else self.loops.index(loop)

    def last_line(self, op: Operation) -> int:
        """The last line of an operation with its regions."""
        return max((self.lines.get(inner, 0) for inner in operations_in(op)), default=0)

    def argument_name(self, argument: BlockArgument) -> str:
        """The name of a parameter of the kernel: of its location, or as given."""
        location: LocationAttr = argument.location
        if isinstance(location, NameLoc):
            return location.desc.data
        kernel, unknown = self.kernel, f"argument {argument.index}"
        if kernel is None or argument.block is not kernel.body.blocks[0]:
            return unknown
        # Descriptors are several parameters of the function, which have no names of their own.
        return (self.names[argument.index] if len(self.names) == len(argument.block.args) else "") or unknown

    def is_of_descriptor(self, argument: BlockArgument) -> bool:
        """Whether an argument is one of those that a descriptor is split into: they have one parameter."""
        kernel = self.kernel
        if kernel is None or argument.block is not kernel.body.blocks[0]:
            return False
        parameter = _parameter(argument)
        return sum(_parameter(other) == parameter for other in argument.block.args) > 1

    @property
    def kernel(self) -> FuncOp | None:
        """The public function."""
        functions = (op for op in self.module.body.ops if isinstance(op, FuncOp))
        return next((function for function in functions if function.is_public), None)


def _parameter(argument: BlockArgument) -> LocationAttr:
    """The location of the parameter that an argument is, or is part of.

    The parts of a descriptor have that of the parameter; since Triton 3.9 names of their own within it, as
    ``"source.stride.0"("source"(#loc))``.
    """
    location: LocationAttr = argument.location
    outer = location.location if isinstance(location, NameLoc) else None
    return outer if isinstance(outer, NameLoc) else location


def tensor_bits(type_: Attribute) -> int:
    """The bits of an element of a tensor; those of the pointee for pointers."""
    element = type_.element_type if is_tensor_type(type_) else type_
    if isinstance(element, PointerType):
        element = element.pointee_type
    return width_of(element)


def users(value: SSAValue) -> Iterator[Operation]:
    """The operations that use a value."""
    return (use.operation for use in value.uses)


def definition(value: SSAValue) -> Operation | None:
    """The operation that defines a value, or whose block it is an argument of."""
    if is_result(value):
        return value.op
    owner = value.owner
    return owner.parent_op() if isinstance(owner, Block) else owner
