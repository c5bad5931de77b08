"""Cells of several elements: which arrays programs access in aligned runs, so that one record per run is enough.

A program that accesses an element of a run is recorded for the run. So every conflict between two programs is one of
their runs, too, but not the reverse: a launch whose records conflict is repeated with a record for each element. Axis
info chooses the runs; that the elements of a run are in one cell is checked by the code.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, IntegerAttr, i64
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.analysis.axis_info import axis_info_of_function
from xtriton.analysis.axis_info_lattice import DIVISIBILITY, AxisInfo, argument_hints
from xtriton.dialects.tt.function import FuncOp
from xtriton.ir.traits import shape_of
from xtriton.passes.ttir.check_accesses.offsets import pointee_size
from xtriton.passes.ttir.check_accesses.values import Run

_ALIGNED = 1 << 40
"""The divisibility of arguments: cells are counted from the array's pointer, wherever it points to."""


def longest_runs(function: FuncOp, pointers: Sequence[SSAValue]) -> dict[SSAValue, Run]:
    """The longest aligned run of each tensor of pointers into an argument's array, by the axis info of a kernel."""
    with _aligned_arguments(function):
        infos = axis_info_of_function(function)
    return {pointer: _run(pointer, infos) for pointer in pointers}


def _run(pointer: SSAValue, infos: Mapping[SSAValue, AxisInfo]) -> Run:
    shape, info = shape_of(pointer.type), infos.get(pointer)
    size = pointee_size(pointer) or 1
    if not shape or info is None or info.rank != len(shape):
        return Run(0, 1)
    runs = [
        Run(axis, min(extent, info.contiguity[axis], max(1, info.divisibility[axis] // size)))
        for axis, extent in enumerate(shape)
    ]
    return max(runs, key=lambda run: run.extent)


@contextmanager
def _aligned_arguments(function: FuncOp) -> Iterator[None]:
    """Declare the arguments of a kernel that are pointers as aligned, for the time of the analysis."""
    given = function.properties.get("arg_attrs")
    hints: list[Attribute] = []
    for argument in function.body.blocks[0].args:
        known = dict(argument_hints(function, argument.index))
        if pointee_size(argument) is not None:
            known[DIVISIBILITY] = IntegerAttr(_ALIGNED, i64)
        hints.append(DictionaryAttr(known))
    function.properties["arg_attrs"] = ArrayAttr(hints)
    try:
        yield
    finally:
        if given is None:
            del function.properties["arg_attrs"]
        else:
            function.properties["arg_attrs"] = given
