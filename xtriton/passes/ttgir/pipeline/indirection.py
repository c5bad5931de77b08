"""Which loads of a loop are worth pipelining, and how many loads are between each and the dot that uses it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import cast

from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.ir import Attribute, Operation

from xtriton.analysis.axis_info import ModuleAxisInfo
from xtriton.analysis.call_graph import Call
from xtriton.analysis.slices import nested_operands, users_of
from xtriton.dialects.tt.memory import LoadOp
from xtriton.dialects.tt.traits import DotLike
from xtriton.dialects.ttg.memory import LocalAllocOp
from xtriton.dialects.ttng.tensor_memory import TMEMStoreOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.creation import is_operation
from xtriton.ir.traits import has_trait
from xtriton.ir.walk import operations_in
from xtriton.layouts.encodings import SharedEncoding
from xtriton.passes.ttgir.pipeline.loads import (
    LEAST_COPY_BYTES,
    AnyLoad,
    can_be_pipelined,
    can_become_async_copy,
    copy_vector_bytes,
    has_large_elements,
    needs_several_encodings,
)
from xtriton.passes.ttgir.pipeline.schedule import body_ops

_ACCUMULATOR = 2
"""The operand of a dot whose loads are not pipelined."""


class LoadsWorthPipelining:
    """Decides for loads of a module: those of less than 4 contiguous bytes of each thread are not worth it.

    The axis info of the module is computed when a decision needs it."""

    def __init__(self, module: ModuleOp) -> None:
        self._module = module
        self._decisions: dict[AnyLoad, bool] = {}
        if any(isinstance(op, Call) for op in operations_in(module)):
            # As in Triton, callers' axis info is propagated to callees.
            _ = self._axis_info

    @cached_property
    def _axis_info(self) -> ModuleAxisInfo:
        return ModuleAxisInfo(self._module)

    def __contains__(self, op: AnyLoad) -> bool:
        known = self._decisions.get(op)
        if known is None:
            known = self._decisions[op] = self._decide(op)
        return known

    def _decide(self, op: AnyLoad) -> bool:
        if not isinstance(op, LoadOp):
            return can_be_pipelined(op)
        if needs_several_encodings(op.result):
            return False
        if not has_large_elements(op) and not can_become_async_copy(op, self._axis_info):
            return False
        allocated = {user.type.encoding: user.type for user in users_of(op) if isinstance(user, LocalAllocOp)}
        if len(allocated) != 1:
            return not allocated
        (memory,) = allocated.values()
        layout = memory.layout()
        assert isinstance(layout, SharedEncoding)
        size = copy_vector_bytes(cast("TensorType[Attribute]", op.result.type), layout)
        return size >= LEAST_COPY_BYTES


def indirection_levels(
    loop: ForOp, worth: LoadsWorthPipelining, num_stages: int, *, without_dot: bool
) -> dict[AnyLoad, int]:
    """The loads of the body to pipeline, with their indirection levels: the number of loads between each and its dot.

    Loads that feed no dot are included only with ``without_dot``. Loads used by
    dots at different levels are excluded, as are those whose level is too high for the number of stages.
    """
    search = _Search(worth)
    for op in body_ops(loop):
        if has_trait(op, DotLike) or isinstance(op, TMEMStoreOp):
            search.seen.clear()
            search.visit(op)
    if without_dot:
        for op in body_ops(loop):
            if not isinstance(op, AnyLoad):
                search.visit(op)
    return {load: level for load, level in search.levels.items() if level < num_stages - 1}


class _Search:
    """Depth-first search from users to the loads that they depend on, within one block."""

    def __init__(self, worth: LoadsWorthPipelining) -> None:
        self.worth = worth
        self.levels: dict[AnyLoad, int] = {}
        self.seen: set[Operation] = set()
        self._excluded: set[Operation] = set()

    def visit(self, root: Operation) -> None:
        """Search from ``root``, at level 0. Iterative, as use-def chains may exceed Python's recursion limit."""
        stack: list[tuple[Iterator[Operation], int]] = [(iter((root,)), 0)]
        while stack:
            ops, level = stack[-1]
            op = next(ops, None)
            if op is None:
                stack.pop()
            elif (next_level := self._enter(op, level)) is not None:
                stack.append((_definitions(op), next_level))

    def _enter(self, op: Operation, level: int) -> int | None:
        """The level of the operands' definitions; ``None`` if the search ends at ``op``."""
        if op in self.seen:
            return None
        self.seen.add(op)
        if op in self._excluded:
            return None
        if not isinstance(op, AnyLoad):
            return level
        if op not in self.worth:
            return None
        if self.levels.setdefault(op, level) != level:
            del self.levels[op]
            self._excluded.add(op)
            return None
        return level + 1


def _definitions(op: Operation) -> Iterator[Operation]:
    """The definitions of the operands of ``op`` in its block, without the accumulator of a dot."""
    accumulator = op.operands[_ACCUMULATOR] if has_trait(op, DotLike) else None
    for operand in nested_operands(op):
        owner = operand.owner
        if operand is not accumulator and is_operation(owner) and owner.parent is op.parent:
            yield owner
