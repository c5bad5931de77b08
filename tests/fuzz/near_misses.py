"""Programs that almost fit what a pass looks for: a valid program with one small change that keeps it valid.

The FileCheck tests show what passes rewrite and name the conditions of each rewrite; a change to one operation breaks
one of these conditions, so that a guard that is missing or wrong makes a difference.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any, cast

from fuzz.material import Sample
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, FunctionType, IntegerAttr, IntegerType, ModuleOp
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.traits import IsTerminator

from xtriton.dialects.upstream import arith
from xtriton.dialects.upstream.arith import ConstantOp
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.narrowing import is_integer_type
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import print_op
from xtriton.ir.traits import has_trait
from xtriton.ir.verifier import verify

NUMBERS = (0, 1, 2, 3, 4, 8, 16, 64, -1)
"""What an integer attribute or constant becomes, other than one more or less."""


ATTEMPTS = 6


def changed(sample: Sample, number: int, context: Context) -> Sample | None:
    """A program with one change, drawn by ``number``.

    ``None`` if no valid change is found, or the program cannot be parsed in ``context``: it is for another version.
    """
    try:
        module = parse_module(sample.text, sample.name, context)
    except DiagnosticError:
        return None
    found = near_miss(module, Random(f"{sample.name}/{number}"), context)
    return None if found is None else replace(sample, text=print_op(found))


def near_miss(module: ModuleOp, random: Random, context: Context) -> ModuleOp | None:
    """A copy of a module with one change that keeps it valid; ``None`` if none is found in some attempts."""
    for _ in range(ATTEMPTS):
        copy = module.clone()
        if not change(copy, random):
            continue
        try:
            verify(copy, context)
        except DiagnosticError:
            continue
        return copy
    return None


def change(module: ModuleOp, random: Random) -> bool:
    """Change one operation in place. Returns whether one was changed; the result may be invalid."""
    inside = [op for op in module.walk() if _function_of(op) is not None]
    return bool(inside) and random.choice(CHANGES)(random.choice(inside), random)


_FUNCTIONS = ("tt.func", "func.func")


def _function_of(op: Operation) -> Operation | None:
    """The function whose body ``op`` is in, itself or in a region."""
    parent = op.parent_op()
    while parent is not None and parent.name not in _FUNCTIONS:
        parent = parent.parent_op()
    return parent


def visible_values(op: Operation) -> Iterator[SSAValue]:
    """The values that ``op`` may use, but for those of other blocks of its region."""
    at: Operation | None = op
    while at is not None and at.name not in _FUNCTIONS:
        block = at.parent
        assert isinstance(block, Block)
        before = at.prev_op
        while before is not None:
            yield from before.results
            before = before.prev_op
        yield from block.args
        at = block.parent_op()


def _other_operand(op: Operation, random: Random) -> bool:
    """An operand becomes another value of its type."""
    choices = [
        (index, value)
        for index, operand in enumerate(op.operands)
        for value in visible_values(op)
        if value.type == operand.type and value is not operand
    ]
    if not choices:
        return False
    index, value = random.choice(choices)
    op.operands[index] = value
    return True


def _swapped_operands(op: Operation, random: Random) -> bool:
    """Two operands of the same type change places."""
    operands = list(enumerate(op.operands))
    pairs = [
        (first, second)
        for first, one in operands
        for second, other in operands[first + 1 :]
        if one.type == other.type and one is not other
    ]
    if not pairs:
        return False
    first, second = random.choice(pairs)
    op.operands[first], op.operands[second] = op.operands[second], op.operands[first]
    return True


def _value_from_elsewhere(op: Operation, random: Random) -> bool:
    """An operand becomes a new argument of the function, about whose origin nothing is known."""
    function = _function_of(op)
    if not op.operands or function is None:
        return False
    index = random.randrange(len(op.operands))
    type_ = op.operands[index].type
    block, old = function.regions[0].blocks[0], function.properties["function_type"]
    assert isinstance(old, FunctionType)
    op.operands[index] = block.insert_arg(type_, len(block.args))
    function.properties["function_type"] = FunctionType.from_attrs(
        ArrayAttr[Attribute]([*old.inputs.data, type_]), old.outputs
    )
    attributes = function.properties.get("arg_attrs")
    if isinstance(attributes, ArrayAttr):
        held = cast("ArrayAttr[Attribute]", attributes).data
        function.properties["arg_attrs"] = ArrayAttr[Attribute]([*held, DictionaryAttr({})])
    return True


def _used_twice(op: Operation, random: Random) -> bool:
    """An operation that uses a result of this one is there twice, so that the result has another user."""
    users = [
        use.operation
        for result in op.results
        for use in result.uses
        if not has_trait(use.operation, IsTerminator) and not use.operation.regions
    ]
    if not users:
        return False
    user = random.choice(users)
    block = user.parent
    assert block is not None
    block.insert_op_before(user.clone(), user)
    return True


def _copied(op: Operation, random: Random) -> bool:
    """The operation is there twice, and some of its users use the copy."""
    uses = [use for result in op.results for use in result.uses]
    block = op.parent
    if block is None or op.regions or has_trait(op, IsTerminator) or not uses:
        return False
    copy = op.clone()
    block.insert_op_after(copy, op)
    numbers: dict[SSAValue, int] = {result: number for number, result in enumerate(op.results)}
    for use in random.sample(uses, random.randint(1, len(uses))):
        number = numbers[use.operation.operands[use.index]]
        use.operation.operands[use.index] = copy.results[number]
    return True


def _left_out(op: Operation, random: Random) -> bool:
    """The operation is not there; its results become other values of their types."""
    if op.regions or has_trait(op, IsTerminator):
        return False
    others: list[SSAValue] = []
    for result in op.results:
        fitting = [value for value in visible_values(op) if value.type == result.type]
        if not fitting:
            return False
        others.append(random.choice(fitting))
    for result, other in zip(op.results, others, strict=True):
        result.replace_all_uses_with(other)
    op.detach()
    op.erase()
    return True


def _other_number(op: Operation, random: Random) -> bool:
    """An integer attribute becomes another number, or a flag the other one."""
    choices = [
        (attributes, name, cast("IntegerAttr[IntegerType]", value))
        for attributes in (op.properties, op.attributes)
        for name, value in attributes.items()
        if isinstance(value, IntegerAttr) and is_integer_type(cast("IntegerAttr[Any]", value).type)
    ]
    if not choices or (isinstance(op, ConstantOp) and random.random() < 0.2):
        return False
    attributes, name, old = random.choice(choices)
    attributes[name] = IntegerAttr(_another(old, random, negative=attributes is op.properties), old.type)
    return True


def _another(old: IntegerAttr[IntegerType], random: Random, *, negative: bool) -> int:
    """Another number. A discardable attribute, such as ``loop.stage``, does not become negative."""
    number = old.value.data
    if old.type == IntegerType(1):
        return 0 if number else -1
    return random.choice([n for n in (number + 1, number - 1, *NUMBERS) if n != number and (negative or n >= 0)])


def _other_operation(op: Operation, random: Random) -> bool:
    """An operation of two operands becomes another one on the same types."""
    families = [family for family in _FAMILIES if op.name in family]
    block = op.parent
    if not families or block is None:
        return False
    name = random.choice([name for name in families[0] if name != op.name])
    made = _classes()[name].create(operands=op.operands, result_types=[result.type for result in op.results])
    made.location = op.location
    made.attributes.update(op.attributes)
    block.insert_op_before(made, op)
    for old, new in zip(op.results, made.results, strict=True):
        old.replace_all_uses_with(new)
    op.detach()
    op.erase()
    return True


_FAMILIES = (
    tuple(f"arith.{name}" for name in ("addi", "subi", "muli", "andi", "ori", "xori", "maxsi", "minui", "divsi")),
    tuple(f"arith.{name}" for name in ("addf", "subf", "mulf", "maxnumf", "minimumf", "divf")),
)


@cache
def _classes() -> dict[str, type[Operation]]:
    """The operations of arith by name."""
    held = vars(arith).values()
    return {op.name: op for op in held if isinstance(op, type) and issubclass(op, Operation) and hasattr(op, "name")}


def _moved_attribute(op: Operation, random: Random) -> bool:
    """An attribute that is no property, such as a stage or a number of stages, belongs to another operation."""
    function = _function_of(op)
    holders = [other for other in function.walk() if other is not function and other.attributes] if function else []
    if not holders:
        return False
    holder = random.choice(holders)
    name = random.choice(list(holder.attributes))
    if holder is op:
        return False
    op.attributes[name] = holder.attributes[name]
    if random.random() < 0.5:
        del holder.attributes[name]
    return True


CHANGES: tuple[Callable[[Operation, Random], bool], ...] = (
    *(_other_operand, _other_operand, _swapped_operands, _value_from_elsewhere, _value_from_elsewhere),
    *(_used_twice, _copied, _left_out, _other_number, _other_operation, _other_operation, _moved_attribute),
)
