"""Locations of block arguments across the border to Triton.

MLIR's text has the location of each operation and block argument, except for arguments of operations with a syntax of
their own, such as ``scf.for``: Triton's locations of loop variables would be lost. So Triton is asked for these
locations one by one. It cannot print a location alone: a constant is created at each one, and these are printed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from xdsl.dialects.builtin import ModuleOp, i32
from xdsl.ir import Block, Operation

from xtriton.dialects.upstream.arith.constant import ConstantOp
from xtriton.ir.context import Context
from xtriton.ir.op import Op
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import PrintOptions, print_op
from xtriton.ir.shared_attributes import integer_attr
from xtriton.ir.walk import operations_in, operations_inside_out

_ZERO = integer_attr(0, i32)


@dataclass(frozen=True)
class ArgumentLocations:
    """The locations of all block arguments of a module.

    ``text`` is a module with a constant at each; ``places`` tells for each constant which argument it stands for: an
    operation of the argument's block, by its number in post-order, and the argument's index.
    """

    text: str
    places: tuple[tuple[int, int], ...]


def read_argument_locations(library: Any, module: Any) -> ArgumentLocations:
    """The locations of a module of Triton's wheel. ``library`` is ``triton._C.libtriton``."""
    builder = library.ir.builder(module.context)
    constants = builder.create_module()
    function = builder.get_or_insert_function(constants, "places", builder.get_function_ty([], []), "public", False)
    constants.push_back(function)
    builder.set_insertion_point_to_start(function.add_entry_block())
    places: list[tuple[int, int]] = []
    seen: set[int] = set()

    def visit(number: int, op: Any) -> None:
        block = op.get_block()
        if block is None or block.id() in seen:
            return
        seen.add(block.id())
        for index in range(block.get_num_arguments()):
            builder.set_loc(block.get_argument(index).get_loc())
            builder.get_int32(0)
            places.append((number, index))

    _walk(module, visit)
    builder.ret([])
    return ArgumentLocations(str(constants), tuple(places))


def _walk(module: Any, visit: Callable[[int, Any], None]) -> None:
    """Visit the operations of a module of the wheel with their numbers, in post-order."""
    numbers = count()

    def numbered(op: Any) -> None:
        visit(next(numbers), op)

    module.walk(numbered)


def hidden_argument_locations(module: ModuleOp) -> ArgumentLocations | None:
    """The locations of the block arguments that the text of a module omits; ``None`` if there are no such arguments."""
    places: list[tuple[int, int]] = []
    constants: list[Operation] = []
    for number, op in enumerate(operations_inside_out(module)):
        block = op.parent
        if block is None or block.first_op is not op or not block.args:
            continue
        around = block.parent_op()
        if isinstance(around, Op) and around.HIDES_ARGUMENT_LOCATIONS:
            for index, argument in enumerate(block.args):
                constant = ConstantOp(_ZERO)
                constant.location = argument.location
                constants.append(constant)
                places.append((number, index))
    if not places:
        return None
    return ArgumentLocations(print_op(ModuleOp(constants), PrintOptions(debuginfo=True)), tuple(places))


def set_in_wheel(library: Any, module: Any, found: ArgumentLocations, folder: Path) -> None:
    """Give the block arguments of a module of the wheel, which was read from text, the locations that they had."""
    path = folder / "locations.mlir"
    path.write_text(found.text, encoding="utf-8")
    locations: list[Any] = []

    def collect(number: int, op: Any) -> None:
        if op.get_name() == "arith.constant":
            locations.append(op.get_result(0).get_loc())

    _walk(library.ir.parse_mlir_module(str(path), module.context), collect)
    pending = dict[int, list[tuple[int, Any]]]()
    for (number, index), location in zip(found.places, locations, strict=True):
        pending.setdefault(number, []).append((index, location))

    def visit(number: int, op: Any) -> None:
        for index, location in pending.get(number, ()):
            op.get_block().get_argument(index).set_loc(location)

    _walk(module, visit)


def set_argument_locations(module: ModuleOp, found: ArgumentLocations, ctx: Context) -> None:
    """Give the block arguments of a module that ``ctx`` read from Triton's text the locations that they had there."""
    if not found.places:
        return
    constants = parse_module(found.text, "<locations>", ctx)
    locations = [op.location for op in operations_in(constants) if isinstance(op, ConstantOp)]
    ops = list(operations_inside_out(module))
    for (number, index), location in zip(found.places, locations, strict=True):
        block = ops[number].parent
        assert isinstance(block, Block)
        block.args[index].location = location
