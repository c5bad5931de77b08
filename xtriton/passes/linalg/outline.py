"""Outlines regions with branches to functions: ``linalg`` regions are single blocks."""

from __future__ import annotations

from typing import cast

from xdsl.dialects.builtin import FunctionType, LocationAttr, ModuleOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.traits import IsTerminator

from xtriton.analysis.loops import is_defined_outside
from xtriton.dialects import tt
from xtriton.interfaces.calls import CallableOpInterface
from xtriton.ir.diagnostics import error
from xtriton.ir.locations import Location
from xtriton.ir.symbols import symbol_name
from xtriton.ir.traits import has_trait
from xtriton.ir.walk import operations_in, parent_of_type
from xtriton.rewriting.cloning import clone_with

_WITH_REGIONS = (tt.ReduceOp, tt.ScanOp, tt.MapElementwiseOp)


def outline_branching_regions(module: ModuleOp) -> None:
    """Outline element functions that contain branches, such as those of a mapped function with early returns.

    before: ``tt.map_elementwise { ^bb0(%x): cf.cond_br %c, ^bb1, ^bb2 ... }``
    after:  ``tt.map_elementwise { ^bb0(%x): %r = tt.call @kernel__elements(%x) ... }``, and the outlined function
    """
    taken = {symbol_name(op) for op in module.body.block.ops}
    for op in [nested for nested in operations_in(module) if isinstance(nested, _WITH_REGIONS)]:
        region = op.regions[0]
        if len(region.blocks) > 1:
            _outline(op, region, taken)


def _outline(op: Operation, region: Region, taken: set[str | None]) -> None:
    around = _function_around(op)
    name = _new_name(f"{symbol_name(around)}__elements", taken)
    captured = _captured(region, op)
    entry = region.blocks[0]
    arguments = [argument.type for argument in entry.args]
    ends = [block.last_op for block in region.blocks]
    leave = next((end for end in ends if end is not None and _leaves(end)), None)
    if leave is None:
        raise error(op.location, f"'{op.name}' op has a region that never ends: no block returns results")
    type_ = FunctionType.from_lists(
        [*arguments, *(value.type for value in captured)], [value.type for value in leave.operands]
    )
    block = Block(arg_types=arguments)
    for new, old in zip(block.args, entry.args, strict=True):
        new.location = old.location
    call = tt.CallOp([*block.args, *captured], callee=name, res=type_.outputs.data)
    call.location = op.location
    last = clone_with(leave, call.results, attributes={})
    last.location = leave.location
    block.add_ops([call, last])
    body = Region()
    region.move_blocks(body)
    region.add_block(block)
    _take(entry, captured, body, op.location)
    for end in ends:
        if end is not None and _leaves(end):
            _return(end)
    function = tt.FuncOp(name, type_, sym_visibility="private", body=body)
    function.location = op.location
    parent = around.parent
    assert parent is not None
    parent.insert_op_after(function, around)


def _function_around(op: Operation) -> Operation:
    found = parent_of_type(op, CallableOpInterface)
    assert found is not None, "required of the input"
    return found


def _new_name(wanted: str, taken: set[str | None]) -> str:
    name, number = wanted, 0
    while name in taken:
        name, number = f"{wanted}_{number}", number + 1
    taken.add(name)
    return name


def _captured(region: Region, op: Operation) -> list[SSAValue]:
    """The values from outside that a region uses, in the order of their first use."""
    found: dict[SSAValue, None] = {}
    for inner in operations_in(region):
        for operand in inner.operands:
            if is_defined_outside(operand, op):
                found[operand] = None
    return list(found)


def _leaves(op: Operation) -> bool:
    """Whether ``op`` terminates a region, not only a block."""
    return has_trait(op, IsTerminator) and not op.successors


def _take(entry: Block, captured: list[SSAValue], body: Region, location: Location) -> None:
    """Append captured values as block arguments."""
    for value in captured:
        argument = entry.insert_arg(value.type, len(entry.args), cast("LocationAttr", location))
        value.replace_uses_with_if(argument, lambda use: _is_in(use.operation, body))


def _is_in(op: Operation, region: Region) -> bool:
    parent: Region | None = op.parent_region()
    while parent is not None and parent is not region:
        above = parent.parent
        parent = None if above is None else above.parent_region()
    return parent is region


def _return(end: Operation) -> None:
    block = end.parent
    assert block is not None
    new = tt.ReturnOp(list(end.operands))
    new.location = end.location
    end.detach()
    end.erase()
    block.add_op(new)
