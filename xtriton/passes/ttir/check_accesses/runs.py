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
from xtriton.dialects.tt.function import CallOp, FuncOp
from xtriton.dialects.tt.program import PrintOp
from xtriton.dialects.upstream.arith import ConstantOp, MulIOp
from xtriton.folds.elements import integer_of
from xtriton.ir.creation import is_operation
from xtriton.ir.traits import shape_of
from xtriton.ir.walk import operations_in
from xtriton.passes.ttir.check_accesses.values import Run


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


def constant_strides(function: FuncOp) -> tuple[int, ...]:
    """The constants greater than 1 that integers are multiplied by, in ascending order."""
    factors = [factor for op in operations_in(function) if isinstance(op, MulIOp) for factor in op.operands]
    found = {number for factor in factors if (number := _constant(factor)) is not None and number > 1}
    return tuple(sorted(found))


def _constant(value: SSAValue) -> int | None:
    owner: object = value.owner
    if isinstance(owner, ConstantOp):
        return integer_of(owner.value)
    if is_operation(owner) and owner.name == "tt.splat":
        return _constant(owner.operands[0])
    return None
