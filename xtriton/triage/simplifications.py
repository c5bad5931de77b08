"""Rewrites that shrink a program by an operation, not preserving semantics. Each returns whether it applied."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, FunctionType
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.traits import IsTerminator

from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.walk import ancestors, top_of

_FUNCTIONS = ("tt.func", "func.func")


def erase(op: Operation) -> bool:
    """Erase an operation whose results are unused."""
    if any(result.uses for result in op.results) or _is_terminator(op):
        return False
    op.detach()
    op.erase()
    return True


def erase_all(operations: Sequence[Operation]) -> bool:
    """Erase each operation whose results are unused then; ``operations`` has users before their operands."""
    changed = False
    for op in operations:
        if op.parent is not None and _is_inside_module(op):
            changed |= erase(op)
    return changed


def _is_inside_module(op: Operation) -> bool:
    """Whether the operation has not been erased together with an operation around it."""
    return top_of(op).name == "builtin.module"


def _is_terminator(op: Operation) -> bool:
    return op.has_trait(IsTerminator, value_if_unregistered=False)


def make_parameters(op: Operation) -> bool:
    """Replace the results of an operation by new arguments of the function."""
    function = next((around for around in ancestors(op) if around.name in _FUNCTIONS), None)
    if function is None or not op.results:
        return False
    block = function.regions[0].blocks[0]
    for result in op.results:
        result.replace_all_uses_with(block.insert_arg(result.type, len(block.args)))
    op.detach()
    op.erase()
    _update_type(function, block)
    return True


def _update_type(function: Operation, block: Block) -> None:
    """Update the function's type to the extended arguments of its entry block."""
    kind = function.properties["function_type"]
    assert isinstance(kind, FunctionType)
    inputs = [arg.type for arg in block.args]
    function.properties["function_type"] = FunctionType.from_lists(inputs, list(kind.outputs))
    if (given := _argument_attributes(function)) is not None:
        missing = [DictionaryAttr({})] * (len(inputs) - len(given))
        function.properties["arg_attrs"] = ArrayAttr([*given, *missing])


def _argument_attributes(function: Operation) -> list[Attribute] | None:
    given = function.properties.get("arg_attrs")
    return list(cast("ArrayAttr[Attribute]", given)) if isinstance(given, ArrayAttr) else None


def pass_operand_on(op: Operation) -> bool:
    """Replace the only result of an operation by its first operand of the same type."""
    if len(op.results) != 1:
        return False
    (result,) = op.results
    alike = [operand for operand in op.operands if operand.type == result.type]
    if not alike:
        return False
    result.replace_all_uses_with(alike[0])
    op.detach()
    op.erase()
    return True


def inline_region(op: Operation) -> bool:
    """Replace an operation by the body of its first region: a branch is always taken, a loop runs once."""
    return bool(op.regions) and _inline(op, op.regions[0])


def inline_last_region(op: Operation) -> bool:
    """Replace an operation of several regions by the body of the last one: a branch is never taken."""
    return len(op.regions) > 1 and _inline(op, op.regions[-1])


def _inline(op: Operation, region: Region) -> bool:
    block, parent = region.first_block, op.parent
    if block is None or parent is None or block is not region.last_block or op.name in _FUNCTIONS:
        return False
    last = block.last_op
    if last is None or not _is_terminator(last) or len(last.operands) != len(op.results):
        return False
    arguments = _first_arguments(op, block)
    if arguments is None:
        return False
    for argument, value in zip(block.args, arguments, strict=True):
        argument.replace_all_uses_with(value)
    results = list(last.operands)
    if any(value.type != result.type for value, result in zip(results, op.results, strict=True)):
        return False
    last.detach()
    for inner in list(block.ops):
        inner.detach()
        parent.insert_op_before(inner, op)
    for result, value in zip(op.results, results, strict=True):
        result.replace_all_uses_with(value)
    last.erase()
    op.detach()
    op.erase()
    return True


def _first_arguments(op: Operation, block: Block) -> list[SSAValue] | None:
    """The values of the block's arguments in the first iteration; None for regions that are not known."""
    if not block.args:
        return []
    return [op.lowerBound, *op.init_args] if isinstance(op, ForOp) else None


def empty_function(op: Operation) -> bool:
    """Drop the operations of a function without results, but for its terminator."""
    block = op.regions[0].first_block if op.name in _FUNCTIONS else None
    if block is None or block.last_op is None or block.last_op.operands or block.first_op is block.last_op:
        return False
    return erase_all([inner for inner in reversed(list(block.ops)) if inner is not block.last_op])


def drop_unreachable_blocks(op: Operation) -> bool:
    """Drop the blocks of a function that no branch leads to."""
    blocks = list(op.regions[0].blocks)[1:] if op.name in _FUNCTIONS else []
    unreachable = [block for block in blocks if not block.predecessors()]
    for block in unreachable:
        op.regions[0].erase_block(block, safe_erase=False)
    return bool(unreachable)


def drop_unused_arguments(op: Operation) -> bool:
    """Drop the arguments of a function that nothing uses, unless something calls it."""
    block = op.regions[0].first_block if op.name in _FUNCTIONS else None
    kind = op.properties.get("function_type")
    if block is None or not isinstance(kind, FunctionType) or all(arg.uses for arg in block.args):
        return False
    kept = [index for index, arg in enumerate(block.args) if arg.uses]
    for arg in [arg for arg in block.args if not arg.uses]:
        block.erase_arg(arg)
    op.properties["function_type"] = FunctionType.from_lists([arg.type for arg in block.args], list(kind.outputs))
    if (given := _argument_attributes(op)) is not None:
        op.properties["arg_attrs"] = ArrayAttr([given[index] for index in kept])
    return True


def drop_attributes(op: Operation) -> bool:
    """Drop the attributes that are not part of the operation's definition."""
    if not op.attributes:
        return False
    op.attributes.clear()
    return True


WAYS: tuple[Callable[[Operation], bool], ...] = (
    erase,
    empty_function,
    inline_region,
    inline_last_region,
    drop_unreachable_blocks,
    make_parameters,
    pass_operand_on,
    drop_unused_arguments,
    drop_attributes,
)
"""The ways to make a program smaller by one operation or its parts, those that remove most first."""
