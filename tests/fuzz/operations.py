"""Mutations of modules in memory, as a Python program makes them: types need not fit, and nothing is parsed."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from xdsl.dialects.builtin import ArrayAttr, FloatAttr, IntegerAttr, ModuleOp, StringAttr, UnitAttr, f32, i1, i32, i64
from xdsl.ir import Attribute, Block, Operation, SSAValue

from xtriton.dialects.upstream.arith import ConstantOp

ATTRIBUTES: tuple[Attribute, ...] = (
    *(UnitAttr(), StringAttr("x"), ArrayAttr([]), FloatAttr(1.0, f32)),
    *(IntegerAttr(value, type_) for type_ in (i32, i64) for value in (0, 1, 2, 3, 128, -1)),
)


def mutate_module(module: ModuleOp, random: Random, count: int) -> None:
    """Change ``module`` in place ``count`` times. What results is a module, but seldom a valid one."""
    for _ in range(count):
        operations = [op for op in module.walk() if op is not module]
        if not operations:
            return
        random.choice(MUTATIONS)(random.choice(operations), random)


def _values(op: Operation) -> list[SSAValue]:
    """Every value of the function around ``op``."""
    top = op
    while (parent := top.parent_op()) is not None and not isinstance(parent, ModuleOp):
        top = parent
    found = [result for inner in top.walk() for result in inner.results]
    return found + [
        arg for inner in top.walk() for region in inner.regions for block in region.blocks for arg in block.args
    ]


def _exchange_operand(op: Operation, random: Random) -> None:
    """An operand becomes another value, of the same type where there is one."""
    if not op.operands:
        return
    index = random.randrange(len(op.operands))
    values = _values(op)
    same = [value for value in values if value.type == op.operands[index].type]
    chosen = same if same and random.random() < 0.8 else values
    if chosen:
        op.operands[index] = random.choice(chosen)


def _swap_operands(op: Operation, random: Random) -> None:
    if len(op.operands) > 1:
        one, other = random.sample(range(len(op.operands)), 2)
        op.operands[one], op.operands[other] = op.operands[other], op.operands[one]


def _drop_operand(op: Operation, random: Random) -> None:
    if op.operands:
        index = random.randrange(len(op.operands))
        op.operands = [operand for position, operand in enumerate(op.operands) if position != index]


def _drop(op: Operation, random: Random) -> None:
    """``op`` goes; its results become other values of their types, or the change is not made."""
    others: list[SSAValue] = []
    for result in op.results:
        fitting = [value for value in _values(op) if value.type == result.type and value.owner is not op]
        if result.uses and not fitting:
            return
        others.append(random.choice(fitting) if fitting else result)
    for result, other in zip(op.results, others, strict=True):
        result.replace_all_uses_with(other)
    if not any(result.uses for inner in op.walk() for result in inner.results if inner is not op or result.uses):
        op.detach()
        op.erase(safe_erase=False)


def _clear_region(op: Operation, random: Random) -> None:
    """Remove the blocks of a region, or their operations, if no operation outside uses their values."""
    if not op.regions:
        return
    region = random.choice(op.regions)
    blocks = list(region.blocks)
    inside = {inner for block in blocks for other in block.ops for inner in other.walk()}
    values = [value for inner in inside for value in inner.results] + [arg for block in blocks for arg in block.args]
    if any(use.operation not in inside for value in values for use in value.uses):
        return
    keep_blocks = random.random() < 0.5
    for block in blocks:
        for inner in list(block.ops):
            inner.detach()
        if not keep_blocks:
            region.detach_block(block)


def _duplicate(op: Operation, random: Random) -> None:
    block = op.parent
    if block is not None:
        copy = op.clone()
        block.insert_op_after(copy, op)
        for old, new in zip(op.results, copy.results, strict=True):
            for use in list(old.uses):
                if random.random() < 0.5 and use.operation is not copy:
                    use.operation.operands[use.index] = new


def _move(op: Operation, random: Random) -> None:
    """``op`` moves to another place of its function, or of a region around or inside."""
    top = op
    while (parent := top.parent_op()) is not None and not isinstance(parent, ModuleOp):
        top = parent
    inside = set(op.walk())
    places = [other for other in top.walk() if other not in inside and other is not top]
    if places:
        other = random.choice(places)
        block = other.parent
        if isinstance(block, Block):
            op.detach()
            block.insert_op_before(op, other)


def _drop_attribute(op: Operation, random: Random) -> None:
    for attributes in (op.properties, op.attributes):
        if attributes and random.random() < 0.7:
            del attributes[random.choice(list(attributes))]
            return


def _exchange_attribute(op: Operation, random: Random) -> None:
    """An attribute or property becomes another one, of the same class where it is a number."""
    for attributes in (op.properties, op.attributes):
        if attributes and random.random() < 0.8:
            name = random.choice(list(attributes))
            old = attributes[name]
            if isinstance(old, IntegerAttr) and old.type != i1 and random.random() < 0.8:
                attributes[name] = IntegerAttr(random.choice((0, 1, 2, 3, 5, 16, 31, 100, -1)), old.type)
            else:
                attributes[name] = random.choice(ATTRIBUTES)
            return


def _constant_operand(op: Operation, random: Random) -> None:
    """An operand becomes a constant, such as the bounds of a loop."""
    numbers = [index for index, operand in enumerate(op.operands) if operand.type in (i32, i64, i1)]
    block = op.parent
    if not numbers or block is None:
        return
    index = random.choice(numbers)
    type_ = op.operands[index].type
    value = random.choice((0, 1) if type_ == i1 else (0, 1, 2, 3, -1, 7, 16, (1 << 31) - 1, -(1 << 31)))
    constant = ConstantOp.create(properties={"value": IntegerAttr(value, type_)}, result_types=[type_])
    block.insert_op_before(constant, op)
    op.operands[index] = constant.results[0]


def _exchange_results(op: Operation, random: Random) -> None:
    """All uses of a result become uses of another value of its type: the operation is dead."""
    if op.results:
        result = random.choice(op.results)
        same = [value for value in _values(op) if value.type == result.type and value is not result]
        if same:
            result.replace_all_uses_with(random.choice(same))


MUTATIONS: tuple[Callable[[Operation, Random], None], ...] = (
    *(_exchange_operand, _exchange_operand, _swap_operands, _drop_operand, _drop, _drop, _duplicate, _move),
    *(_drop_attribute, _exchange_attribute, _exchange_attribute, _constant_operand, _constant_operand),
    *(_exchange_results, _clear_region),
)
