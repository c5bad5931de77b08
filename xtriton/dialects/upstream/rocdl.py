"""The ``rocdl`` dialect, as far as Triton's tests use it outside AMD's own: where a thread stands."""

from __future__ import annotations

from typing import ClassVar

from xdsl.ir import Dialect
from xdsl.irdl import irdl_op_definition, opt_prop_def, result_def, traits_def
from xdsl.traits import Pure

from xtriton.dialects.upstream.flags import stripped_attr
from xtriton.dialects.upstream.llvm.attributes import ConstantRangeAttr
from xtriton.dialects.upstream.llvm.types import AnyLLVM
from xtriton.ir.op import Op

_Range = stripped_attr(ConstantRangeAttr, "A range of two integers, corresponding to LLVM's ConstantRange")


class _RegisterOp(Op):
    range = opt_prop_def(_Range)
    res = result_def(AnyLLVM)
    traits = traits_def(Pure())
    SYNTAX: ClassVar[str | None] = "(`range` $range^)? attr-dict `:` type($res)"


@irdl_op_definition
class WorkgroupIdXOp(_RegisterOp):
    """The block within the grid, axis x."""

    name = "rocdl.workgroup.id.x"


@irdl_op_definition
class WorkgroupIdYOp(_RegisterOp):
    """The block within the grid, axis y."""

    name = "rocdl.workgroup.id.y"


@irdl_op_definition
class WorkgroupIdZOp(_RegisterOp):
    """The block within the grid, axis z."""

    name = "rocdl.workgroup.id.z"


@irdl_op_definition
class WorkitemIdXOp(_RegisterOp):
    """The thread within its block, axis x."""

    name = "rocdl.workitem.id.x"


@irdl_op_definition
class WorkitemIdYOp(_RegisterOp):
    """The thread within its block, axis y."""

    name = "rocdl.workitem.id.y"


@irdl_op_definition
class WorkitemIdZOp(_RegisterOp):
    """The thread within its block, axis z."""

    name = "rocdl.workitem.id.z"


@irdl_op_definition
class WorkgroupDimXOp(_RegisterOp):
    """Threads in the block, axis x."""

    name = "rocdl.workgroup.dim.x"


@irdl_op_definition
class WorkgroupDimYOp(_RegisterOp):
    """Threads in the block, axis y."""

    name = "rocdl.workgroup.dim.y"


@irdl_op_definition
class WorkgroupDimZOp(_RegisterOp):
    """Threads in the block, axis z."""

    name = "rocdl.workgroup.dim.z"


@irdl_op_definition
class GridDimXOp(_RegisterOp):
    """Blocks in the grid, axis x."""

    name = "rocdl.grid.dim.x"


@irdl_op_definition
class GridDimYOp(_RegisterOp):
    """Blocks in the grid, axis y."""

    name = "rocdl.grid.dim.y"


@irdl_op_definition
class GridDimZOp(_RegisterOp):
    """Blocks in the grid, axis z."""

    name = "rocdl.grid.dim.z"


Rocdl = Dialect(
    "rocdl",
    [
        GridDimXOp,
        GridDimYOp,
        GridDimZOp,
        WorkgroupDimXOp,
        WorkgroupDimYOp,
        WorkgroupDimZOp,
        WorkgroupIdXOp,
        WorkgroupIdYOp,
        WorkgroupIdZOp,
        WorkitemIdXOp,
        WorkitemIdYOp,
        WorkitemIdZOp,
    ],
)
