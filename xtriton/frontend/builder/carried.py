"""Named values that a loop or an ``if`` carries, and the code common to loops and branches."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from types import TracebackType

from xdsl.ir import Block, Operation, SSAValue

from xtriton.frontend.builder.constants import to_tensor
from xtriton.frontend.builder.dtypes import ValueType
from xtriton.frontend.builder.errors import BuildError
from xtriton.frontend.builder.places import caller_place, with_places
from xtriton.frontend.builder.session import Scope, Session, rename, session
from xtriton.frontend.builder.values import Number, Value


class Bindings:
    """The values bound to names while a loop or branch is built, and after it.

    ``what`` names the construct in messages; ``is_open`` allows assigning new names. ``before_read`` is called before a
    name is looked up.
    """

    def __init__(
        self, what: str, initial: Mapping[str, Value], *, is_open: bool, before_read: Callable[[], None]
    ) -> None:
        self.values = dict(initial)
        self._what = what
        self._types: dict[str, ValueType] = {name: value.type for name, value in initial.items()}
        self._is_open = is_open
        self._before_read = before_read
        self._assignable = False

    def read(self, name: str) -> Value:
        """The value of a name."""
        self._before_read()
        if name not in self.values:
            raise BuildError(f"{self._what} has no value named {name!r}, only: {', '.join(self.values) or 'none'}")
        return self.values[name]

    def assign(self, name: str, value: Value | Number) -> None:
        """Rebind a name to another value of its type."""
        if not self._assignable:
            raise BuildError(f"{name} is assigned outside of {self._what}")
        if name not in self._types and not self._is_open:
            raise BuildError(f"{self._what} does not carry {name!r}: give its initial value where it starts")
        new = to_tensor(value)
        old = self._types.get(name)
        if old is not None and new.type != old:
            raise BuildError(f"{name} is {old} before {self._what} and cannot become {new.type} in it")
        self.values[name] = new

    def bind(self, values: Mapping[str, Value], *, assignable: bool = False) -> None:
        """Rebind the names to other values."""
        self.values = dict(values)
        self._assignable = assignable


class Carried:
    """The values carried by a loop or branch, as attributes. After it they are its results."""

    __slots__ = ("_bindings",)
    _bindings: Bindings

    def __init__(self, bindings: Bindings) -> None:
        object.__setattr__(self, "_bindings", bindings)

    def __getattr__(self, name: str) -> Value:
        return self._bindings.read(name)

    def __setattr__(self, name: str, value: Value | Number) -> None:
        self._bindings.assign(name, value)


def initial_values(given: Mapping[str, Value | Number]) -> dict[str, Value]:
    """Initial values; numbers become constants."""
    return {name: to_tensor(value) for name, value in given.items()}


def name_arguments(block: Block, start: int, like: Mapping[str, Value]) -> dict[str, Value]:
    """The arguments of a block from ``start`` on, as values with the names of others."""
    found: dict[str, Value] = {}
    for (name, value), argument in zip(like.items(), block.args[start:], strict=True):
        rename(argument, name)
        found[name] = Value(argument, value.type)
    return found


def name_results(op: Operation, like: Mapping[str, Value]) -> dict[str, Value]:
    """The results of a loop, as values with the names of others."""
    found: dict[str, Value] = {}
    for (name, value), result in zip(like.items(), op.results, strict=True):
        rename(result, name)
        found[name] = Value(result, value.type)
    return found


def handles(values: Mapping[str, Value]) -> Sequence[SSAValue]:
    """The SSA values."""
    return [value.handle for value in values.values()]


class Entrance(ABC):
    """A context manager that is entered once, in the function that created it. It opens ``_scope``."""

    _scope: Scope

    def __init__(self, what: str) -> None:
        self.what = what
        self.session = session()
        self.places = with_places()
        self.place = caller_place()
        if (escape := self.places.escape) is not None:
            raise BuildError(
                f"Python's return, break and continue cannot leave {what} (line {escape.line}): the block runs once, "
                "when the kernel is built"
            )
        self.session.unentered[self] = f"{what} of line {self.place.line} was not entered: use it with `with`"

    def check_updates(self) -> None:
        """Reject variables that would be loop-carried: the block is traced only once."""
        for name, line in self.places.updated.items():
            raise BuildError(
                f"{name} changes in {self.what} (line {line}), and so must be carried: start it with {name}={name}, "
                "and use the attribute of that name inside"
            )

    def come_in(self) -> Session:
        """Check that it may be entered."""
        s = session()
        if s.unentered.pop(self, None) is None:
            raise BuildError(f"{self.what} can be entered only once, in the function it was made in")
        s.flush()
        return s

    @abstractmethod
    def finish(self, s: Session) -> None:
        """Create the operation, after the block has been run."""

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is None:
            self.finish(self.session)
        else:
            self.session.abandon(self._scope)
