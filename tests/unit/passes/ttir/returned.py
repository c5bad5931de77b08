"""Functions that also return values which a test inserts before their return."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import FunctionType, ModuleOp
from xdsl.ir import SSAValue

from xtriton.dialects.tt.function import FuncOp
from xtriton.passes.ttir.check_accesses.values import Values
from xtriton.rewriting.rewriter import Rewriter


def return_inserted(module: ModuleOp, make: Callable[[Values, FuncOp], Sequence[SSAValue] | None]) -> bool:
    """Have the only function of a module return what ``make`` inserts before its return.

    Returns whether there is something: ``make`` may return ``None``, and leaves the function as it is then.
    """
    (function,) = module.body.ops
    assert isinstance(function, FuncOp)
    end = function.body.blocks[0].last_op
    assert end is not None
    rewriter = Rewriter()
    rewriter.start_at(end)
    results = make(Values(rewriter), function)
    if results is None:
        return False
    end.operands = results
    inputs, outputs = list(function.type.inputs.data), [value.type for value in results]
    function.properties["function_type"] = FunctionType.from_lists(inputs, outputs)
    return True
