"""Records of runs: which arrays programs access in runs of neighbouring elements, so that a record per run is enough.

The memory of such an array is divided into cells, which may start anew with each row of a matrix; each launch chooses
the sizes of cells and rows. A run must lie in one cell; the code checks that. A program that accesses an element is
recorded for its cell. So programs that conflict about an element conflict about a cell, too, but not the reverse: a
launch whose cells conflict is repeated with others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.ir import SSAValue

from xtriton.analysis.axis_info import axis_info_of_function
from xtriton.analysis.axis_info_lattice import AxisInfo
from xtriton.analysis.launch_arguments import expression_of
from xtriton.dialects.tt.function import CallOp, FuncOp
from xtriton.dialects.tt.memory import AddPtrOp
from xtriton.dialects.tt.program import PrintOp
from xtriton.dialects.tt.shape import SplatOp
from xtriton.dialects.upstream.arith import AddIOp, ConstantOp, ExtSIOp, MulIOp
from xtriton.folds.elements import integer_of
from xtriton.ir.narrowing import is_integer_type
from xtriton.ir.traits import shape_of
from xtriton.ir.walk import operations_in
from xtriton.passes.ttir.check_accesses.values import Run
from xtriton.recipes import Expression


def longest_runs(function: FuncOp, pointers: Sequence[SSAValue]) -> dict[SSAValue, Run]:
    """The dimension of each tensor of pointers along which most of them are consecutive, by the axis info."""
    infos = axis_info_of_function(function)
    return {pointer: _longest(pointer, infos) for pointer in pointers}


def _longest(pointer: SSAValue, infos: Mapping[SSAValue, AxisInfo]) -> Run:
    shape, info = shape_of(pointer.type), infos.get(pointer)
    if not shape or info is None or info.rank != len(shape):
        return Run(0, 1)
    runs = [Run(axis, min(extent, info.contiguity[axis])) for axis, extent in enumerate(shape)]
    return max(runs, key=lambda run: run.extent)


def can_be_repeated(function: FuncOp) -> bool:
    """Whether a launch has no effects but on the arrays of its arguments, as far as it can be told from operations."""
    return not any(isinstance(op, CallOp | PrintOp) for op in operations_in(function))


def strides_of(function: FuncOp) -> tuple[Expression, ...]:
    """Numbers that may be the distance between rows or parts of them, besides the integers among the arguments.

    They are the constants greater than 1 that integers are multiplied by, and expressions over the arguments
    (:mod:`xtriton.recipes`), such as ``n // 2``, that integers are multiplied by or pointers and integers advanced by.
    """
    found: dict[Expression, None] = {}
    for op in operations_in(function):
        if isinstance(op, MulIOp | AddIOp | AddPtrOp):
            for operand in op.operands:
                number = _number(operand)
                match number:
                    case ("arg", _) | None:
                        pass
                    case tuple():
                        found[number] = None
                    case _ if isinstance(op, MulIOp) and number != 1:
                        found[number] = None
                    case _:
                        pass
    return tuple(found)


def _number(value: SSAValue) -> Expression | None:
    """The integer that all elements are equal to, as an expression over the arguments; ``None`` for others."""
    owner: object = value.owner
    if isinstance(owner, ConstantOp):
        return integer_of(owner.value)
    if isinstance(owner, SplatOp | ExtSIOp):
        return _number(owner.operands[0])
    return expression_of(value) if is_integer_type(value.type) else None
