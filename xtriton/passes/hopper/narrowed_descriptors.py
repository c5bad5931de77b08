"""Descriptors with smaller blocks, through which parts of tiles are loaded and stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import FunctionType, IntegerAttr, i32
from xdsl.ir import Attribute, BlockArgument, Operation, SSAValue

from xtriton.dialects import tt
from xtriton.dialects.tt.types import TensorDescType
from xtriton.dialects.upstream.arith import AddIOp, ConstantOp
from xtriton.ir.creation import is_block_argument
from xtriton.ir.traits import shape_of_tensor
from xtriton.passes.hopper.row_dimension import resized
from xtriton.rewriting.cloning import clone_op
from xtriton.rewriting.rewriter import Rewriter


def is_argument_of_kernel(value: SSAValue) -> bool:
    """Whether a launch gives the value."""
    if not is_block_argument(value):
        return False
    func = value.block.parent_op()
    return isinstance(func, tt.FuncOp) and func.is_public and value.block is func.body.first_block


def can_be_narrowed(desc: SSAValue) -> bool:
    """Whether the blocks of a descriptor can be made smaller: it is created in the function, or given by the launch."""
    return isinstance(desc.owner, tt.MakeTensorDescOp) or is_argument_of_kernel(desc)


def dimension_of_block(op: tt.DescriptorLoadOp | tt.DescriptorStoreOp, tile: SSAValue, dim: int) -> int:
    """The dimension of the descriptor's block for one of the tile: the block may have leading ones of extent 1."""
    return len(op.indices) - len(shape_of_tensor(tile)) + dim


class NarrowedDescriptors:
    """Makes accesses through descriptors access parts of their blocks.

    Descriptors that a function creates are created again with smaller blocks. Those that are arguments get smaller
    blocks for all accesses, since launches create them for the blocks of the compiled kernel.
    """

    def __init__(self, rewriter: Rewriter) -> None:
        self._rewriter = rewriter
        self._narrow: dict[tuple[SSAValue, int, int], SSAValue] = {}

    def access(self, part: Operation, dim: int, extent: int, number: int, stored: Sequence[SSAValue] = ()) -> None:
        """Restrict ``part``, a clone of an access, to elements from ``number * extent`` on along ``dim`` of the block.

        ``stored`` has the tile that a store writes.
        """
        assert isinstance(part, tt.DescriptorLoadOp | tt.DescriptorStoreOp)
        first = part.indices[dim]
        if number:
            step = self._rewriter.insert(ConstantOp(IntegerAttr(number * extent, i32)))
            first = self._rewriter.insert(AddIOp(first, step.result)).result
        desc = self._with_extent(part.desc, dim, extent)
        part.operands = [desc, *stored, *part.indices[:dim], first, *part.indices[dim + 1 :]]

    def _with_extent(self, desc: SSAValue, dim: int, extent: int) -> SSAValue:
        """The descriptor with smaller blocks: one created after ``desc``, or the argument, whose type changes."""
        known = self._narrow.get((desc, dim, extent))
        if known is not None:
            return known
        narrow = TensorDescType(resized(cast("TensorDescType", desc.type).block_type, dim, extent))
        if is_block_argument(desc):
            known = desc
            _retype_argument(desc, narrow)
        else:
            made = cast("Operation", desc.owner)
            copy = clone_op(made, {})
            Rewriter.set_type(copy.results[0], narrow)
            with self._rewriter.elsewhere():
                self._rewriter.after(made)
                self._rewriter.insert(copy, made.location)
            known = copy.results[0]
        self._narrow[desc, dim, extent] = known
        return known


def _retype_argument(argument: BlockArgument, type_: Attribute) -> None:
    """Give an argument of a function another type."""
    func = argument.block.parent_op()
    assert isinstance(func, tt.FuncOp)
    Rewriter.set_type(argument, type_)
    inputs = [other.type for other in argument.block.args]
    func.properties["function_type"] = FunctionType.from_lists(inputs, list(func.type.outputs.data))
