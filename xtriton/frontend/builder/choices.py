"""Branches and early returns. Values that a branch assigns are named, and are read and assigned as attributes:

with if_(pid == 0, x=x) as c:
    c.x = x + 1
with else_():
    c.x = x - 1
y = c.x
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Block, Region, SSAValue

from xtriton.dialects.upstream import cf, scf
from xtriton.frontend.builder.carried import Bindings, Carried, Entrance, initial_values
from xtriton.frontend.builder.casts import convert
from xtriton.frontend.builder.constants import to_tensor, unsplat
from xtriton.frontend.builder.dtypes import int1
from xtriton.frontend.builder.errors import BuildError
from xtriton.frontend.builder.functions import return_result
from xtriton.frontend.builder.places import caller_place, with_places
from xtriton.frontend.builder.session import Scope, Session, rename, session
from xtriton.frontend.builder.values import Number, Value
from xtriton.ir.locations import UNKNOWN


class Side(Entrance):
    """One branch of an ``if``: a ``with`` block traced into a block of its own."""

    def __init__(self, choice: Choice, what: str) -> None:
        super().__init__(what)
        self._choice = choice

    def __enter__(self) -> Carried:
        s = session()
        if self._choice.is_half_done:
            s.pending = None
        self.come_in()
        self._scope = self._choice.start(self.what)
        return self._choice.carried

    def finish(self, s: Session) -> None:
        s.leave()
        self._choice.end()
        s.pending = self._choice.finish


class Choice:
    """An ``if`` under construction. It becomes an operation once it is known whether an ``else`` follows."""

    def __init__(self, s: Session, condition: Value, initial: dict[str, Value], location: LocationAttr) -> None:
        self._session = s
        self._condition = condition
        self._initial = initial
        self._location = location
        self._bindings = Bindings("this if", initial, is_open=True, before_read=s.flush)
        self._scopes: list[Scope] = []
        self._ends: list[dict[str, Value]] = []
        self._branches: tuple[Block, Block] | None = None
        self._parent = s.scopes[-1]
        self.carried = Carried(self._bindings)

    @property
    def is_half_done(self) -> bool:
        """Whether the then branch is complete, and the else branch not begun."""
        return len(self._ends) == len(self._scopes) == 1

    def start(self, what: str) -> Scope:
        """Begin a branch."""
        s = self._session
        block = Block() if self._branches is None else self._branches[len(self._scopes)]
        scope = Scope(what, [block], s.scopes[-1].location, self._leave_structure)
        s.enter(scope)
        self._scopes.append(scope)
        self._bindings.bind(self._initial, assignable=True)
        return scope

    def end(self) -> None:
        """Complete a branch."""
        self._ends.append(self._bindings.values)
        self._bindings.bind(self._initial)

    def _leave_structure(self) -> None:
        """Lower the ``if`` to ``cf`` branches between blocks of the function, because it returns early."""
        if self._branches is not None:
            return
        then = self._scopes[0].blocks[0]
        other = self._scopes[1].blocks[0] if len(self._scopes) > 1 else Block()
        self._branches = (then, other)
        for block in self._branches:
            self._session.region.add_block(block)
        branch = cf.CondBranchOp(self._condition.handle, then, (), other, ())
        here = self._parent.blocks[-1]
        branch.location = _end_location(here, self._parent.location)
        here.add_op(branch)

    def finish(self) -> None:
        """Create the operation, and bind the names to its results."""
        ends = self._ends if len(self._ends) == 2 else [self._ends[0], self._initial]
        names = [name for name in self._initial if ends[0][name].handle is not ends[1][name].handle]
        names += sorted(name for name in ends[0].keys() & ends[1].keys() if name not in self._initial)
        for name in names:
            first, second = ends[0][name].type, ends[1][name].type
            if first != second:
                raise BuildError(f"{name} is {first} at the end of the if and {second} at the end of its else")
        sides = [[end[name].handle for name in names] for end in ends]
        results = self._finish_regions(names, sides) if self._branches is None else self._finish_blocks(sides)
        changed = {name: Value(value, ends[0][name].type) for name, value in zip(names, results, strict=True)}
        # A value unchanged in both branches, or assigned equally in both, is not yielded.
        kept = {name: ends[0][name] for name in self._initial if name not in changed}
        self._bindings.bind({**kept, **changed})

    def _finish_regions(self, names: Sequence[str], sides: list[list[SSAValue]]) -> Sequence[SSAValue]:
        s = self._session
        blocks = [scope.blocks[0] for scope in self._scopes]
        if len(blocks) == 1:
            blocks.append(Block())
        self._rename(names, sides[0])
        ends = [_end_location(block, self._location) for block in blocks]
        # Triton names the values of the else branch after it has recorded where the else ends.
        self._rename(names, sides[1])
        for block, values, end in zip(blocks, sides, ends, strict=True):
            terminator = scf.YieldOp(values)
            terminator.location = end if names else self._location
            block.add_op(terminator)
        types = [value.type for value in sides[0]]
        with s.at(self._location):
            op = s.emit(scf.IfOp(self._condition.handle, *(Region(block) for block in blocks), result_types=types))
        return op.results

    def _rename(self, names: Sequence[str], values: Sequence[SSAValue]) -> None:
        for name, value in zip(names, values, strict=True):
            for each in self._session.with_stand_ins(value):
                rename(each, name)

    def _finish_blocks(self, sides: list[list[SSAValue]]) -> Sequence[SSAValue]:
        s = self._session
        assert self._branches is not None
        last = [scope.blocks[-1] for scope in self._scopes]
        if len(last) == 1:
            last.append(self._branches[1])
        after = Block(arg_types=[value.type for value in sides[0]])
        for argument in after.args:
            argument.location = UNKNOWN
        s.region.add_block(after)
        for block, values in zip(last, sides, strict=True):
            branch = cf.BranchOp(after, values)
            branch.location = _end_location(block, self._parent.location)
            block.add_op(branch)
        s.move_to(after)
        return after.args


def _end_location(block: Block, otherwise: LocationAttr) -> LocationAttr:
    """The location of Triton's builder at the end of a block."""
    return block.last_op.location if block.last_op is not None else otherwise


def _scalar_condition(condition: Value | Number) -> Value:
    if not isinstance(condition, Value):
        raise BuildError(f"a choice is made by a value, not by {condition!r}: use Python's if")
    if condition.numel != 1:
        raise BuildError(f"a choice is made by a scalar, not by {condition.type}: use where")
    return convert(unsplat(condition) if condition.is_block else condition, int1)


def if_(condition: Value | Number, **carried: Value | Number) -> Side:
    """An ``if``, to be used in a ``with`` statement; :func:`else_` may follow.

    Values that change are given as keywords. A name that both branches assign may be omitted: it is new.
    """
    s = session()
    s.flush()
    chosen = _scalar_condition(condition)
    return Side(Choice(s, chosen, initial_values(carried), with_places().head.location), "an if")


def else_() -> Side:
    """The else branch of the :func:`if_` that ended just before, to be used in a ``with`` statement."""
    choice = getattr(session().pending, "__self__", None)
    if not isinstance(choice, Choice) or not choice.is_half_done:
        raise BuildError("else_ must directly follow the block of an if_")
    return Side(choice, "an else")


def if_expression(
    condition: Value | Number, then: Callable[[], Value | Number], otherwise: Callable[[], Value | Number]
) -> Value:
    """Triton's ``a if condition else b``: only the selected value is computed."""
    s = session()
    s.flush()
    chosen = _scalar_condition(condition)
    location = caller_place().location
    sides = [_expression_side(s, side) for side in (then, otherwise)]
    first, second = (value.type for _, value in sides)
    if first != second:
        raise BuildError(f"both sides have one type, not {first} and {second}")
    with s.at(location):
        types = [sides[0][1].handle.type]
        op = s.emit(scf.IfOp(chosen.handle, *(Region(block) for block, _ in sides), result_types=types))
    return Value(op.results[0], first)


def _expression_side(s: Session, side: Callable[[], Value | Number]) -> tuple[Block, Value]:
    scope = Scope("a side of if_expression", [Block()], s.scopes[-1].location)
    s.enter(scope)
    try:
        value = to_tensor(side())
        s.flush()
        with s.at(s.end_location()):
            s.emit(scf.YieldOp([value.handle]))
    except BaseException:
        s.abandon(scope)
        raise
    s.leave()
    return scope.blocks[0], value


def return_(*values: Value | Number) -> None:
    """Return early, from inside an :func:`if_` that is in no loop. A Python ``return`` ends the function as usual."""
    s = session()
    s.flush()
    for scope in s.scopes[1:]:
        if scope.on_return is None:
            raise BuildError(f"return_ cannot stand inside {scope.what}")
    for scope in s.scopes[1:]:
        assert scope.on_return is not None
        scope.on_return()
    place = caller_place()
    return_result(s, values[0] if len(values) == 1 else values or None, place.location)
