"""Run-time assertions."""

from __future__ import annotations

from xtriton.dialects.tt.program import AssertOp
from xtriton.frontend.builder.dtypes import int1
from xtriton.frontend.builder.errors import BuildError
from xtriton.frontend.builder.session import session
from xtriton.frontend.builder.values import Value


def check(condition: Value, message: str) -> None:
    """``tt.assert`` in debug mode, else a no-op."""
    if not session().module.options.debug:
        return
    if condition.dtype != int1:
        raise BuildError(f"a condition is of type int1, not {condition.dtype}")
    session().emit(AssertOp(condition.handle, message=message))
