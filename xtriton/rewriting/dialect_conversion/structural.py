"""Patterns that convert types through functions, calls, structured control flow and branches.

They know operations by their interfaces, so they apply to ``func`` and ``tt``, to all of ``scf``, and to the branches
of ``cf`` and ``llvm``. If every type becomes one type, operations change in place; otherwise they are rebuilt.
"""

from __future__ import annotations

from itertools import islice
from typing import Any, cast

from xdsl.dialects.builtin import ArrayAttr, DenseArrayBase, DictionaryAttr, i32
from xdsl.ir import Attribute, Operation
from xdsl.traits import ReturnLike

from xtriton.dialects.upstream.constraints import dense_numbers
from xtriton.interfaces.branch import BranchOpInterface
from xtriton.interfaces.calls import CallableOpInterface, CallOpInterface
from xtriton.interfaces.region_branch import RegionBranchOpInterface, RegionBranchTerminatorOpInterface
from xtriton.rewriting.dialect_conversion.pattern import Conversion, conversion_pattern
from xtriton.rewriting.dialect_conversion.rewriter import ConversionRewriter
from xtriton.rewriting.dialect_conversion.types import TypeConverter
from xtriton.rewriting.pattern import Pattern, Rewrite
from xtriton.rewriting.signatures import like

SEGMENTS = "operandSegmentSizes"
"""The property with the number of operands in each group of operands."""


def is_legal_structure(op: Operation, types: TypeConverter) -> bool:
    """Whether the types of ``op`` are legal, those of its signature included if it is a function."""
    if isinstance(op, CallableOpInterface) and not types.is_legal_signature(op.type):
        return False
    return types.is_legal_op(op)


@conversion_pattern(CallableOpInterface)
def function_signature(op: CallableOpInterface, rewriter: Conversion) -> bool:
    """Convert the type of a function and the arguments of its blocks."""
    inputs, types = op.type.inputs.data, rewriter.types
    op.properties["function_type"] = types.function_type(op.type)
    attributes = op.properties.get("arg_attrs")
    if isinstance(attributes, ArrayAttr):
        # The attributes of an argument stay with the first value that replaces it.
        spread: list[Attribute] = []
        for attribute, input_ in zip(cast("ArrayAttr[Attribute]", attributes), inputs, strict=True):
            empty: list[Attribute] = [DictionaryAttr({})] * len(types.convert(input_))
            spread += [attribute, *empty[1:]] if empty else []
        op.properties["arg_attrs"] = ArrayAttr(spread)
    for block in op.regions[0].blocks:
        rewriter.convert_arguments(block)
    return True


def convert_structure(op: Operation, rewriter: ConversionRewriter[Any]) -> bool:
    """Convert operands, results, and arguments of regions; the regions keep their operations."""
    convert = rewriter.types.convert
    for region in op.regions:
        for block in region.blocks:
            rewriter.convert_arguments(block)
    if all(len(convert(value.type)) == 1 for value in (*op.operands, *op.results)):
        rewriter.convert_operands(op)
        rewriter.convert_results(op)
    else:
        new = rewriter.insert(rebuilt(op, rewriter))
        rewriter.replace_grouped(op, new.results)
    return True


def rebuilt(op: Operation, rewriter: ConversionRewriter[Any]) -> Operation:
    """An operation like ``op`` with converted operands and results, that takes over the blocks of its regions."""
    types = rewriter.types.convert_all(result.type for result in op.results)
    new = like(op, rewriter.operands(op), types)
    if SEGMENTS in op.properties:
        new.properties[SEGMENTS] = _converted_segments(op, rewriter)
    for source, target in zip(op.regions, new.regions, strict=True):
        rewriter.move_blocks(source, target)
    return new


def _converted_segments(op: Operation, rewriter: Conversion) -> Attribute:
    """How many converted operands each group of operands of ``op`` has."""
    operands = iter(op.operands)
    sizes = [
        sum(len(rewriter.parts(operand)) for operand in islice(operands, size))
        for size in dense_numbers(op.properties[SEGMENTS])
    ]
    return DenseArrayBase.from_list(i32, sizes)


def convert_types(op: Operation, rewriter: ConversionRewriter[Any]) -> bool:
    """Convert operands, results and block arguments, each of which becomes one value."""
    rewriter.convert_in_place(op)
    return True


convert_in_place = conversion_pattern(Operation)(convert_types)
"""For operations of all classes, where those that are not legal work on values of any types."""


def _terminator(op: Operation, rewriter: Conversion) -> bool:
    """Convert the operands."""
    rewriter.convert_operands(op)
    return True


@conversion_pattern(BranchOpInterface)
def branch(op: BranchOpInterface, rewriter: Conversion) -> bool:
    """Convert the operands of each successor; the arguments of blocks change with those of their function."""
    for successor in range(len(op.successor_sizes)):
        values = op.successor_operands(successor)
        op.set_successor_operands(successor, rewriter.all_parts(values))
    return True


call = conversion_pattern(CallOpInterface)(convert_structure)
region_branch = conversion_pattern(RegionBranchOpInterface)(convert_structure)
region_terminator = conversion_pattern(RegionBranchTerminatorOpInterface)(_terminator)
return_like = Pattern(ReturnLike, cast("Rewrite", _terminator))

PATTERNS = (function_signature, call, return_like, region_branch, region_terminator, branch)
"""All patterns of this file."""
