"""The function under construction: the insertion point, and which values are visible."""

from __future__ import annotations

import ast
from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar, cast

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.traits import IsTerminator, SymbolUserOpInterface

from xtriton.frontend.builder.dtypes import ValueType
from xtriton.frontend.builder.errors import BuildError
from xtriton.frontend.builder.places import Place, argument_nodes, caller_place
from xtriton.frontend.builder.values import Value
from xtriton.ir.creation import is_block_argument, is_operation
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.locations import UNKNOWN, is_location, name_loc
from xtriton.ir.verifier import verify

if TYPE_CHECKING:
    from xtriton.frontend.builder.functions import Module

_Op = TypeVar("_Op", bound=Operation)


@dataclass
class Scope:
    """A region being filled. ``blocks`` are those whose values may be used inside, the current one last.

    ``what`` names the scope in messages. ``location`` is that of the enclosing operation. A scope that a function can
    return from has ``on_return``, to be called before. ``attributes`` are for the enclosing operation, ``index`` is a
    loop's induction variable. ``stand_ins`` has the placeholder values that Triton's front end uses when it visits the
    body of a loop for the first time, to find its loop-carried values.
    """

    what: str
    blocks: list[Block]
    location: LocationAttr
    on_return: Callable[[], None] | None = None
    attributes: dict[str, Attribute] = field(default_factory=dict[str, Attribute])
    index: SSAValue | None = None
    stand_ins: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])


@dataclass(frozen=True)
class Return:
    """A ``return``, whose operation is created at the end of its block once all returns of the function are known."""

    block: Block
    location: LocationAttr
    result: object


@dataclass
class Session:
    """One function under construction. ``returned`` is the type of what it returns, as far as is known."""

    module: Module
    region: Region
    scopes: list[Scope]
    pending: Callable[[], None] | None = None
    unentered: dict[object, str] = field(default_factory=dict[object, str])
    returned: object = None
    returns: list[Return] = field(default_factory=list[Return])
    fixed_location: LocationAttr | None = None
    homes: dict[Block, str] = field(default_factory=dict[Block, str])
    origins: dict[Operation, ast.AST] = field(default_factory=dict[Operation, ast.AST])

    @property
    def block(self) -> Block:
        """The insertion block."""
        return self.scopes[-1].blocks[-1]

    def location(self, place: Place | None = None) -> LocationAttr:
        """The location for the next operation: the caller's place unless overridden by :meth:`at`."""
        return self.fixed_location if self.fixed_location is not None else (place or caller_place()).location

    @contextmanager
    def at(self, location: LocationAttr) -> Generator[None]:
        """Give the operations created in this context one location."""
        before, self.fixed_location = self.fixed_location, location
        try:
            yield
        finally:
            self.fixed_location = before

    @contextmanager
    def inside(self, block: Block) -> Generator[None]:
        """Append the operations created in this context to a block of the function, where its values are visible."""
        here = self.scopes[-1]
        self.scopes.append(Scope(here.what, [*here.blocks, block], here.location))
        try:
            yield
        finally:
            self.scopes.pop()

    def emit(self, op: _Op) -> _Op:
        """Append an operation to the current block."""
        self.flush()
        for operand in op.operands:
            self.check_visible(operand)
        place = caller_place()
        self._put_keywords_first(place.node)
        if place.node is not None:
            self.origins[op] = place.node
        op.location = self.location(place)
        self.block.add_op(op)
        _check(op)
        return op

    def settle(self) -> None:
        """Put the operations of the caller's arguments into Triton's order, where the call itself creates none."""
        self.flush()
        self._put_keywords_first(caller_place().node)

    def _put_keywords_first(self, call: ast.AST | None) -> None:
        """Move the operations of a call's positional arguments behind those of its keyword arguments.

        Python evaluates positional arguments first, Triton's front end keyword arguments.
        """
        if call is None:
            return
        positional, keyword = argument_nodes(call)
        if not positional or not keyword:
            return
        moved: list[Operation] = []
        last = op = self.block.last_op
        while op is not None and (origin := self.origins.get(op)) is not None:
            if origin in positional:
                moved.append(op)
            elif origin not in keyword:
                break
            op = op.prev_op
        if not moved or moved[0] is last or self._are_needed(moved):
            return
        for each in reversed(moved):
            each.detach()
            self.block.add_op(each)

    def _are_needed(self, moved: list[Operation]) -> bool:
        """Whether an operation of a block that is not among these uses their results."""
        users = [use.operation for op in moved for result in op.results for use in result.uses]
        return any(user.parent is not None and user not in moved for user in users)

    def flush(self) -> None:
        """Finish the ``if`` that was waiting for its ``else``."""
        if (finish := self.pending) is not None:
            self.pending = None
            finish()

    def check_visible(self, value: SSAValue) -> None:
        """Reject a value that is not visible at the insertion point."""
        block = value.owner if isinstance(value.owner, Block) else value.owner.parent
        if any(block is visible for scope in self.scopes for visible in scope.blocks):
            return
        home = self.homes.get(block) if block is not None else None
        if home is None:
            raise BuildError("a value of another function is used; values get into a function as arguments only")
        raise BuildError(
            f"a value defined inside {home} is used outside of it; let it be a carried value to get it out"
        )

    def enter(self, scope: Scope) -> None:
        """Start adding operations to the last block of ``scope``."""
        self.flush()
        for block in scope.blocks:
            self.homes[block] = scope.what
        self.scopes.append(scope)

    def leave(self) -> None:
        """Leave the scope entered last."""
        self.flush()
        self.scopes.pop()

    def abandon(self, scope: Scope) -> None:
        """Leave a scope because of an error."""
        self.pending = None
        del self.scopes[self.scopes.index(scope) :]

    def move_to(self, block: Block) -> None:
        """Continue in another block of the current region, which the present one dominates."""
        self.homes[block] = self.scopes[-1].what
        self.scopes[-1].blocks.append(block)

    def with_stand_ins(self, value: SSAValue) -> list[SSAValue]:
        """The value and its placeholders: Triton attaches hints to all of them."""
        found = [value]
        for scope in reversed(self.scopes):
            if found[-1] in scope.stand_ins:
                found.append(scope.stand_ins[found[-1]])
        return found

    def end_location(self) -> LocationAttr:
        """The location of the last operation of the current block, or of the enclosing operation."""
        last = self.block.last_op
        return _known(last.location) if last is not None else self.scopes[-1].location


_current: ContextVar[Session | None] = ContextVar("xtriton builder session", default=None)


def session() -> Session:
    """The function under construction. Outside of one no operations can be added."""
    found = _current.get()
    if found is None:
        raise BuildError("this is only possible while a kernel or function is being built")
    return found


@contextmanager
def building(new: Session) -> Generator[Session]:
    """Make ``new`` the function under construction in this context."""
    token = _current.set(new)
    try:
        yield new
    finally:
        _current.reset(token)


def _check(op: Operation) -> None:
    """Reject an operation that the module's verifier would reject, while its caller is known.

    Rules that depend on the operations around it are left to the verification of the module.
    """
    if op.regions or op.has_trait(IsTerminator) or op.has_trait(SymbolUserOpInterface):
        return
    try:
        verify(op)
    except DiagnosticError as exc:
        raise BuildError(exc.diagnostic.message) from exc


def rename(value: SSAValue, name: str) -> None:
    """Wrap the location of a value in a variable's name, as Triton does when the value is assigned."""
    location = name_loc(name, location_of(value))
    if is_block_argument(value):
        value.location = location
    elif is_operation(value.owner):
        value.owner.location = location


def location_of(value: SSAValue) -> LocationAttr:
    """The location of a value: an argument's own, or that of a result's operation."""
    if is_block_argument(value):
        return _known(value.location)
    return _known(value.owner.location) if is_operation(value.owner) else UNKNOWN


def _known(location: Attribute | None) -> LocationAttr:
    return cast("LocationAttr", location) if location is not None and is_location(location) else UNKNOWN


def emit(op: Operation, type_: ValueType) -> Value:
    """Insert an operation, and return its first result as a value of ``type_``."""
    return Value(session().emit(op).results[0], type_)
