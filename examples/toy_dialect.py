"""A dialect with one operation, a pass that lowers it, and xtriton-opt with both.

python examples/toy_dialect.py FILE --lower-toy='limit=1'
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Dialect
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.rewriter import Rewriter
from xdsl.traits import Pure

from xtriton.cli.opt import main
from xtriton.dialects.upstream.arith import AddFOp
from xtriton.ir.constraints import AnyRankedTensor
from xtriton.ir.context import Context
from xtriton.ir.definitions import INFERRED, Operand, Result, operand_def, result_def
from xtriton.ir.op import Op
from xtriton.ir.traits import SameOperandsAndResultType
from xtriton.passes.base import Pass, option


@irdl_op_definition
class TwiceOp(Op):
    """Every element of a tensor times two."""

    name = "toy.twice"
    value: Operand = operand_def(AnyRankedTensor)
    result: Result = result_def(AnyRankedTensor, default=INFERRED)
    traits = traits_def(Pure(), SameOperandsAndResultType())
    SYNTAX: ClassVar = "$value attr-dict `:` type($value)"


TOY = Dialect("toy", [TwiceOp])


@dataclass(frozen=True)
class LowerToy(Pass):
    """Write toy.twice as a sum."""

    name: ClassVar[str] = "lower-toy"

    limit: int = option(1000, "how many operations to lower at most")

    def apply(self, ctx: Context, module: ModuleOp) -> None:
        found = [op for op in module.walk() if isinstance(op, TwiceOp)]
        for op in found[: self.limit]:
            twice = AddFOp(op.value, op.value)
            twice.location = op.location
            Rewriter.replace_op(op, twice)


if __name__ == "__main__":
    sys.exit(main(passes=[LowerToy], dialects=[TOY]))
