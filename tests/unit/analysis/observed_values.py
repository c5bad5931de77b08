"""Calls a check for each value that the interpreter computes."""

from __future__ import annotations

from abc import abstractmethod

from xdsl.ir import Operation, SSAValue

from xtriton.interp.observer import Observer, View


class ValueObserver(Observer):
    """Looks at each result and each argument of a region's block as soon as it is computed."""

    @abstractmethod
    def check(self, value: SSAValue, view: View) -> None:
        """Check a value that has just been computed."""

    def before(self, op: Operation, view: View) -> None:
        block = op.parent
        if block is not None and op is block.first_op and block.parent_op() is not None:
            for argument in block.args:
                self.check(argument, view)

    def after(self, op: Operation, view: View) -> None:
        for result in op.results:
            self.check(result, view)
