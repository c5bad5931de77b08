"""Bufferization of tensors that pass through control flow: their buffers are allocated ahead of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from xdsl.ir import Block, Operation, Region, SSAValue

from xtriton.dialects.upstream.cf import BranchOp, CondBranchOp
from xtriton.dialects.upstream.func import FuncOp
from xtriton.dialects.upstream.scf import ConditionOp, ForOp, IfOp, WhileOp, YieldOp
from xtriton.ir.diagnostics import error
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.traits import shape_of
from xtriton.passes.cpu.bufferize.buffers import Buffer, Buffers

if TYPE_CHECKING:
    from xtriton.passes.cpu.bufferize import Bufferizer


def _is_tensor(value: SSAValue) -> bool:
    return is_tensor_type(value.type)


def _tensors(values: Sequence[SSAValue]) -> list[int]:
    return [index for index, value in enumerate(values) if _is_tensor(value)]


def _others(values: Sequence[SSAValue]) -> list[SSAValue]:
    return [value for value in values if not _is_tensor(value)]


def lower_for(z: Bufferizer, op: ForOp) -> None:
    """``scf.for``: a tensor that is carried around has one place, which each iteration changes."""
    carried = _tensors(op.init_args)
    places = _places_for(z, op, [(op.init_args[index], op.iter_args[index]) for index in carried])
    end = op.body.last_op
    assert isinstance(end, YieldOp)
    for index, place in zip(carried, places, strict=True):
        z.places[end, index] = (op.iter_args[index], place)
    z.lower_block(op.body)
    _put(z.buffers, end, [(end.operands[index], place) for index, place in zip(carried, places, strict=True)])
    for index, place in zip(carried, places, strict=True):
        z.buffers.set(op.results[index], place)
    if carried:
        z.replace_later(op, lambda: _rebuilt_for(z, op, carried))


def _places_for(z: Bufferizer, op: Operation, pairs: Sequence[tuple[SSAValue, SSAValue]]) -> list[Buffer]:
    """The buffer of each loop-carried tensor: that of its init if it is dead after the loop, or a new one."""
    z.buffers.rewriter.start_at(op)
    places: list[Buffer] = []
    for first, argument in pairs:
        place = z.buffers.to_overwrite(first, op, [first])
        if any(place.roots & other.roots for other in places):
            place = z.buffers.copy_of(first)
        places.append(place)
        z.buffers.set(argument, place)
    return places


def _put(buffers: Buffers, end: Operation, pairs: Sequence[tuple[SSAValue, Buffer]]) -> None:
    """Parallel copy of tensors to their buffers: none is overwritten before it has been read."""
    buffers.rewriter.start_at(end)
    moves: list[tuple[SSAValue, Buffer]] = []
    targets = frozenset[SSAValue]().union(*(place.roots for _, place in pairs))
    for tensor, place in pairs:
        if not buffers.has(tensor):  # undefined contents
            continue
        source = buffers.get(tensor)
        if source.memory is place.memory:
            continue
        clash = bool(source.roots & (targets - place.roots)) or (bool(source.roots & place.roots))
        moves.append((buffers.copy_of(tensor).memory if clash else source.memory, place))
    for memory, place in moves:
        buffers.copy(memory, place.memory)


def _without_tensors(end: Operation) -> None:
    """Drop the tensor operands of a terminator."""
    end.operands = _others(end.operands)


def _move_body(source: Region, target: Block) -> None:
    """Move the operations of a block to one without tensor arguments."""
    old = source.block
    new = iter(target.args)
    for argument in list(old.args):
        if not _is_tensor(argument):
            argument.replace_all_uses_with(next(new))
    while (first := old.first_op) is not None:
        first.detach()
        target.add_op(first)


def _rebuilt_for(z: Bufferizer, op: ForOp, carried: Sequence[int]) -> None:
    z.buffers.rewriter.start_at(op)
    end = op.body.last_op
    assert end is not None
    _without_tensors(end)
    new = ForOp(op.lowerBound, op.upperBound, op.step, _others(op.initArgs))
    new.properties |= {key: value for key, value in op.properties.items() if key == "unsignedCmp"}
    new.attributes |= op.attributes
    _move_body(op.region, new.body)
    z.buffers.rewriter.insert(new)
    _replace_results(op, new)


def _replace_results(op: Operation, new: Operation) -> None:
    results = iter(new.results)
    for result in op.results:
        if not _is_tensor(result):
            result.replace_all_uses_with(next(results))
    assert op.parent is not None
    op.parent.erase_op(op, safe_erase=False)


def lower_if(z: Bufferizer, op: IfOp) -> None:
    """``scf.if``: both branches write their tensors to the same buffer."""
    given = _tensors(op.results)
    ends = [region.block.last_op for region in op.regions if region.blocks]
    places: list[Buffer] = []
    z.buffers.rewriter.start_at(op)
    for index in given:
        place = _place_of_branches(z, op, [end.operands[index] for end in ends if end is not None], places)
        places.append(place or z.buffers.allocate(op.results[index].type, _sizes(op, index)))
    for region, end in zip([body for body in op.regions if body.blocks], ends, strict=True):
        assert end is not None
        for index, place in zip(given, places, strict=True):
            z.places[end, index] = (end.operands[index], place)
        z.lower_block(region.block)
        _put(z.buffers, end, [(end.operands[index], place) for index, place in zip(given, places, strict=True)])
    for index, place in zip(given, places, strict=True):
        z.buffers.set(op.results[index], place)
    if given:
        z.replace_later(op, lambda: _rebuilt_if(z, op))


def _sizes(op: IfOp, index: int) -> list[SSAValue]:
    if all(extent >= 0 for extent in shape_of(op.results[index].type) or ()):
        return []
    raise error(op.location, "'scf.if' op gives a tensor whose size is not known when it is compiled")


def _place_of_branches(z: Bufferizer, op: IfOp, values: Sequence[SSAValue], taken: Sequence[Buffer]) -> Buffer | None:
    """The buffer of an existing tensor that one branch yields, if the other branch may overwrite it."""
    for value in values:
        if not z.buffers.has(value):
            continue
        place = z.buffers.get(value)
        if any(place.roots & other.roots for other in taken) or not place.writable:
            continue
        if z.buffers.aliases.may_overwrite(place.roots, op, [value]):
            return place
    return None


def _rebuilt_if(z: Bufferizer, op: IfOp) -> None:
    z.buffers.rewriter.start_at(op)
    regions: list[Region] = []
    for region in op.regions:
        if region.blocks:
            end = region.block.last_op
            assert end is not None
            _without_tensors(end)
        regions.append(op.detach_region(op.regions[0]))
    new = IfOp(op.condition, *regions, result_types=[result.type for result in _others(op.results)])
    z.buffers.rewriter.insert(new)
    _replace_results(op, new)


def lower_while(z: Bufferizer, op: WhileOp) -> None:
    """``scf.while``: one buffer for each argument of the before and after regions."""
    carried = _tensors(op.inits)
    before, after = op.before.block, op.after.block
    places = _places_for(z, op, [(op.inits[index], before.args[index]) for index in carried])
    condition, end = before.last_op, after.last_op
    assert isinstance(condition, ConditionOp)
    assert end is not None
    handed = _tensors(condition.args)
    z.buffers.rewriter.start_at(op)
    later = [z.buffers.allocate(after.args[index].type) for index in handed]
    z.lower_block(before)
    _put(z.buffers, condition, [(condition.args[index], place) for index, place in zip(handed, later, strict=True)])
    for index, place in zip(handed, later, strict=True):
        z.buffers.set(after.args[index], place)
    for index, place in zip(carried, places, strict=True):
        z.places[end, index] = (before.args[index], place)
    z.lower_block(after)
    _put(z.buffers, end, [(end.operands[index], place) for index, place in zip(carried, places, strict=True)])
    for index, place in zip(handed, later, strict=True):
        z.buffers.set(op.results[index], place)
    if carried or handed:
        z.replace_later(op, lambda: _rebuilt_while(z, op))


def _rebuilt_while(z: Bufferizer, op: WhileOp) -> None:
    z.buffers.rewriter.start_at(op)
    types = [result.type for result in _others(op.results)]
    regions: list[Region] = []
    for region in (op.before, op.after):
        end = region.block.last_op
        assert end is not None
        _without_tensors(end)
        block = Block(arg_types=[argument.type for argument in _others(region.block.args)])
        _move_body(region, block)
        regions.append(Region(block))
    new = WhileOp(_others(op.inits), result_types=types, before=regions[0], after=regions[1])
    z.buffers.rewriter.insert(new)
    _replace_results(op, new)


def prepare_blocks(z: Bufferizer, op: FuncOp) -> None:
    """Allocate a buffer for each tensor block argument."""
    first = op.body.first_block
    for block in op.body.blocks:
        if block is first or not _tensors(block.args):
            continue
        assert first is not None
        z.buffers.rewriter.at_start(first)
        for index in _tensors(block.args):
            z.buffers.set(block.args[index], z.buffers.allocate(block.args[index].type))


def lower_branch(z: Bufferizer, op: BranchOp | CondBranchOp) -> None:
    """``cf.br`` and ``cf.cond_br``: tensors are copied to the buffers of the successors' arguments."""
    if isinstance(op, BranchOp):
        edges = [(op.dest, list(op.destOperands))]
    else:
        edges = [(op.successors[0], list(op.trueDestOperands)), (op.successors[1], list(op.falseDestOperands))]
    pairs = [
        (value, z.buffers.get(block.args[index]))
        for block, values in edges
        for index, value in enumerate(values)
        if _is_tensor(value)
    ]
    if not pairs:
        return
    if len(edges) == 2 and edges[0][0] is edges[1][0]:
        raise ValueError("it hands tensors to one block in two ways")
    _put(z.buffers, op, pairs)
    z.replace_later(op, lambda: _rebuilt_branch(op, edges))


def _rebuilt_branch(op: BranchOp | CondBranchOp, edges: Sequence[tuple[Block, list[SSAValue]]]) -> None:
    rest = [(block, _others(values)) for block, values in edges]
    if isinstance(op, BranchOp):
        new: Operation = BranchOp(rest[0][0], rest[0][1])
    else:
        new = CondBranchOp(op.condition, rest[0][0], rest[0][1], rest[1][0], rest[1][1])
    new.location = op.location
    assert op.parent is not None
    op.parent.insert_op_before(new, op)
    op.parent.erase_op(op, safe_erase=False)


def drop_block_arguments(op: FuncOp) -> None:
    """Drop tensor block arguments once no branch passes them."""
    for block in op.body.blocks:
        for argument in list(block.args):
            if _is_tensor(argument):
                block.erase_arg(argument, safe_erase=False)
