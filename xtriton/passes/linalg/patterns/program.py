"""Program ids, calls, assertions, printing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    i32,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.ir.affine import AffineMap

from xtriton.dialects import tt
from xtriton.dialects.ttg.barrier import DEBUG_BARRIERS
from xtriton.dialects.upstream import linalg
from xtriton.dialects.upstream.arith import IndexCastOp
from xtriton.dialects.upstream.cf import AssertOp
from xtriton.dialects.upstream.constraints import dense_numbers
from xtriton.dialects.upstream.func import CallOp, FuncOp, ReturnOp
from xtriton.ir.narrowing import int_value, is_tensor_type
from xtriton.ir.symbols import lookup_nearest_symbol
from xtriton.ir.walk import operations_in, parent_of_type
from xtriton.passes.linalg.patterns.builders import Body, region_of, shape_of_value, tensor_type
from xtriton.rewriting.cloning import rebuild
from xtriton.rewriting.pattern import pattern
from xtriton.rewriting.rewriter import Rewriter

GRID_AXES = 3
"""The number of axes of the launch grid; a kernel takes its extents and then the program ids as its last arguments."""


def entry_of(op: Operation) -> Block:
    """The entry block of the function around an operation."""
    function = parent_of_type(op, (tt.FuncOp, FuncOp))
    assert function is not None
    return function.body.blocks[0]


@pattern(tt.GetProgramIdOp)
def program_id(op: tt.GetProgramIdOp, rewriter: Rewriter) -> bool:
    """One of the last three arguments of the function."""
    rewriter.replace(op, [entry_of(op).args[-GRID_AXES + int_value(op.axis)]])
    return True


@pattern(tt.GetNumProgramsOp)
def num_programs(op: tt.GetNumProgramsOp, rewriter: Rewriter) -> bool:
    """One of the three arguments before those."""
    rewriter.replace(op, [entry_of(op).args[-2 * GRID_AXES + int_value(op.axis)]])
    return True


@pattern(tt.CallOp)
def call(op: tt.CallOp, rewriter: Rewriter) -> bool:
    """``func.call``, with the grid arguments passed on if the callee takes them."""
    callee = lookup_nearest_symbol(op, cast("SymbolRefAttr", op.callee))
    args = list(op.args)
    if isinstance(callee, tt.FuncOp | FuncOp):
        missing = len(cast("FunctionType", callee.function_type).inputs.data) - len(args)
        if missing > 0:
            args += entry_of(op).args[-missing:]
    name = cast("SymbolRefAttr", op.callee).root_reference.data
    rewriter.replace_by(op, CallOp(name, args, [result.type for result in op.results]))
    return True


def calls_of_triton(module: Operation) -> None:
    """Call functions that stay ``tt.func`` with ``tt.call``."""
    rewriter = Rewriter()
    for op in [op for op in operations_in(module) if isinstance(op, CallOp)]:
        if isinstance(lookup_nearest_symbol(op, cast("SymbolRefAttr", op.callee)), tt.FuncOp):
            rewriter.start_at(op)
            types = [result.type for result in op.results]
            call_ = tt.CallOp(op.operands_, callee=op.callee, res=types)
            rewriter.replace_by(op, call_)


@pattern(tt.AssertOp)
def assertion(op: tt.AssertOp, rewriter: Rewriter) -> bool:
    """``cf.assert`` of the condition, or of each element."""
    message = StringAttr(f"Assertion `{cast('StringAttr', op.message).data}` failed")
    if not is_tensor_type(op.condition.type):
        rewriter.insert(AssertOp(op.condition, msg=message))
        rewriter.erase(op)
        return True
    rank = len(shape_of_value(op.condition))
    region = region_of(
        [op.condition.type.element_type],
        lambda body: body.insert(AssertOp(body.args[0], msg=message)).results,
        rewriter,
    )
    maps, kinds = [AffineMap.identity(rank)], [linalg.PARALLEL] * rank
    rewriter.insert(linalg.GenericOp([op.condition], [], indexing_maps=maps, iterator_types=kinds, region=region))
    rewriter.erase(op)
    return True


@pattern(tt.PrintOp)
def print_elements(op: tt.PrintOp, rewriter: Rewriter) -> bool:
    """Tensors are printed by element: its indices, as many as the attribute ``indices`` says, and the element."""
    if not any(is_tensor_type(value.type) for value in op.args):
        return False
    for number, value in enumerate(op.args):
        if is_tensor_type(value.type):
            _print_tensor(op, number, value, rewriter)
        else:
            rewriter.insert(_print_of(op, number, [value], 0))
    rewriter.erase(op)
    return True


def _print_of(op: tt.PrintOp, number: int, values: Sequence[SSAValue], indices: int) -> tt.PrintOp:
    """``op`` for one of its operands, which follows its indices in ``values``."""
    signs = dense_numbers(op.isSigned)
    sign = signs[number] if number < len(signs) else 0
    attributes: dict[str, Attribute] = {"indices": IntegerAttr(indices, i32)} if indices else {}
    return rebuild(op, args=values, isSigned=[*[1] * indices, sign], attributes=attributes)


def _print_tensor(op: tt.PrintOp, number: int, value: SSAValue, rewriter: Rewriter) -> None:
    rank = len(shape_of_value(value))

    def fill(body: Body) -> Sequence[SSAValue]:
        indices = [body.insert_value(IndexCastOp(body.index(dim), i32)) for dim in range(rank)]
        body.insert(_print_of(op, number, [*indices, body.args[0]], rank))
        return ()

    region = region_of([tensor_type(value).element_type], fill, rewriter)
    maps, kinds = [AffineMap.identity(rank)], [linalg.PARALLEL] * rank
    rewriter.insert(linalg.GenericOp([value], [], indexing_maps=maps, iterator_types=kinds, region=region))


@pattern(*DEBUG_BARRIERS)
def barrier(op: Operation, rewriter: Rewriter) -> bool:
    """A program runs in one thread, so barriers are dropped."""
    rewriter.erase(op)
    return True


ID_PATTERNS = [program_id, num_programs]


def add_grid_arguments(function: tt.FuncOp) -> None:
    """Append the extents of the grid and the program ids as six arguments."""
    type_ = function.type
    added = 2 * GRID_AXES
    function.properties["function_type"] = FunctionType.from_lists(
        [*type_.inputs.data, *[i32] * added], type_.outputs.data
    )
    _extend_attributes(function, added)
    block = function.body.first_block
    if block is None:
        return
    for _ in range(added):
        block.insert_arg(i32, len(block.args), function.location)


def _extend_attributes(function: tt.FuncOp, added: int) -> None:
    given = function.properties.get("arg_attrs")
    if isinstance(given, ArrayAttr):
        listed = cast("ArrayAttr[DictionaryAttr]", given).data
        function.properties["arg_attrs"] = ArrayAttr([*listed, *[DictionaryAttr({})] * added])


def to_func(function: tt.FuncOp, *, keep_visibility: bool = True) -> None:
    """Replace a ``tt.func`` and its returns by ``func.func`` and ``func.return``. Declarations stay private."""
    given = function.properties.get("sym_visibility") if keep_visibility or not function.body.blocks else None
    visibility = None
    if isinstance(given, StringAttr) and given.data != "public":
        visibility = given.data
    body = function.body
    region = Region()
    body.move_blocks(region)
    name = cast("StringAttr", function.sym_name).data
    new = FuncOp(name, function.type, sym_visibility=visibility, body=region)
    new.location = function.location
    for key in ("arg_attrs", "res_attrs"):
        if key in function.properties:
            new.properties[key] = function.properties[key]
    block = function.parent
    assert block is not None
    block.insert_op_before(new, function)
    function.detach()
    function.erase()
    for inner in region.blocks:
        last = inner.last_op
        if isinstance(last, tt.ReturnOp):
            values = list(last.operands)
            replacement = ReturnOp(values)
            replacement.location = last.location
            last.detach()
            last.erase()
            inner.add_op(replacement)
