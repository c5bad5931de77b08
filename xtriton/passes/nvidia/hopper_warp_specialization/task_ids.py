"""Asynchronous tasks: each warp group runs one, and the attribute ``async_task_id`` says which run an operation."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from xdsl.dialects.builtin import DenseArrayBase, i32
from xdsl.ir import Operation

from xtriton.dialects.tt.function import FuncOp
from xtriton.ir.locations import Location
from xtriton.ir.narrowing import int_list
from xtriton.ir.walk import ancestors, operations_in
from xtriton.rewriting.rewriter import Rewriter

_Op = TypeVar("_Op", bound=Operation)

TASK_IDS = "async_task_id"
"""The attribute with the tasks of an operation, in ascending order."""

Tasks = tuple[int, ...]
"""The numbers of tasks; 0 is the producer's."""


def tasks_of(op: Operation) -> Tasks:
    """The tasks of an operation, without repetitions of neighbours; none without the attribute."""
    if not isinstance(op.attributes.get(TASK_IDS), DenseArrayBase):
        return ()
    ids = int_list(op.attributes[TASK_IDS])
    return tuple(task for index, task in enumerate(ids) if index == 0 or ids[index - 1] != task)


def has_task(op: Operation, task: int) -> bool:
    """Whether an operation belongs to a task."""
    return task in tasks_of(op)


def set_tasks(op: Operation, tasks: Iterable[int]) -> None:
    """Set the tasks of an operation."""
    op.attributes[TASK_IDS] = DenseArrayBase.from_list(i32, sorted(tasks))


def add_tasks(op: Operation, tasks: Iterable[int]) -> None:
    """Add tasks to those of an operation."""
    known = tasks_of(op)
    both = (*known, *(task for task in tasks if task not in known))
    if both:
        set_tasks(op, both)


def add_to_parents(op: Operation) -> None:
    """Add the tasks of an operation to all operations around it, up to the function."""
    tasks = tasks_of(op)
    for parent in ancestors(op, below=FuncOp):
        add_tasks(parent, tasks)


def nested_tasks_of(op: Operation) -> Tasks:
    """The tasks of an operation and of those in its regions, in ascending order."""
    return tuple(sorted({task for inner in operations_in(op) for task in tasks_of(inner)}))


class TaskRewriter(Rewriter):
    """Inserts operations with the tasks :attr:`tasks`, if there are any."""

    def __init__(self, tasks: Iterable[int] = ()) -> None:
        super().__init__()
        self.tasks: Tasks = tuple(tasks)

    def insert(self, op: _Op, location: Location | None = None) -> _Op:
        if self.tasks:
            set_tasks(op, self.tasks)
        return super().insert(op, location)
