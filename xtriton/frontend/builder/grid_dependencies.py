"""Programmatic dependent launch: a grid waits for the one before it, or lets the next one start.

The functions are those of ``triton.language.extra.cuda``; before Triton 3.9 they are inline assembly.
"""

from __future__ import annotations

from xtriton.dialects.tt.atomics import GridDependencyLaunchDependentsOp, GridDependencyWaitOp
from xtriton.frontend.builder.dtypes import int32
from xtriton.frontend.builder.elementwise import inline_asm_elementwise
from xtriton.frontend.builder.session import session
from xtriton.versions import V3_6, V3_9, by_version


def _assembly(instruction: str) -> None:
    inline_asm_elementwise(f"griddepcontrol.{instruction}; // dummy $0", "=r", [], int32, is_pure=False, pack=1)


_WAIT = by_version({V3_6: lambda: _assembly("wait"), V3_9: lambda: session().emit(GridDependencyWaitOp())})
_LAUNCH = by_version(
    {
        V3_6: lambda: _assembly("launch_dependents"),
        V3_9: lambda: session().emit(GridDependencyLaunchDependentsOp()),
    }
)


def gdc_wait() -> None:
    """Wait until the grid before this one has completed, and its writes are visible. Needs compute capability 9.0."""
    _WAIT.now()()


def gdc_launch_dependents() -> None:
    """Let the next grid start once all programs have called this or ended. Needs compute capability 9.0."""
    _LAUNCH.now()()
