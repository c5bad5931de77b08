"""Loops. Loop-carried values are named, and are read and assigned as attributes:

with for_range(0, n, BLOCK, acc=acc) as (i, c):
    c.acc += load(x + i)
total = c.acc
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from xdsl.dialects.builtin import DictionaryAttr, IntegerAttr, LocationAttr, UnitAttr, i32
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from xtriton.dialects.upstream import arith, scf
from xtriton.dialects.upstream.ub import PoisonOp
from xtriton.frontend.builder.carried import (
    Bindings,
    Carried,
    Entrance,
    handles,
    initial_values,
    name_arguments,
    name_results,
)
from xtriton.frontend.builder.casts import int_cast
from xtriton.frontend.builder.constants import to_tensor
from xtriton.frontend.builder.dtypes import DType, int1, ir_type
from xtriton.frontend.builder.errors import BuildError
from xtriton.frontend.builder.promotion import promote_integers
from xtriton.frontend.builder.session import Scope, Session, location_of, rename
from xtriton.frontend.builder.values import Number, Value
from xtriton.ir.locations import UNKNOWN
from xtriton.versions import V3_6, V3_8, by_version

Bounds = tuple["Value | int", "Value | int", "Value | int"]


class _Loop(Entrance):
    """A loop with loop-carried values."""

    _inits: dict[str, Value]
    _bindings: Bindings
    _location: LocationAttr

    def __init__(self, what: str, attributes: dict[str, Attribute], carried: Mapping[str, Value | Number]) -> None:
        super().__init__(what)
        self.check_updates()
        self._attributes = attributes
        self._given = carried

    def _emit(self, s: Session, op: scf.ForOp | scf.WhileOp) -> None:
        """Insert the finished loop, and bind the carried values to its results."""
        op.attributes.update({**self._attributes, **self._scope.attributes})
        with s.at(self._location):
            s.emit(op)
        self._bindings.bind(name_results(op, self._inits))


class ForLoop(_Loop):
    """The result of :func:`for_range`: a ``with`` block for the body."""

    def __init__(self, bounds: Bounds, attributes: dict[str, Attribute], carried: Mapping[str, Value | Number]) -> None:
        super().__init__("a for loop", attributes, carried)
        self._bounds = bounds
        self._location = self.places.head.location
        self._reversal: list[Operation] = []

    def __enter__(self) -> tuple[Value, Carried]:
        s = self.come_in()
        with s.at(self._location):
            self._inits = initial_values(self._given)
            self._limits, iv_type, backwards = self._make_limits(s)
        self._bindings = Bindings("this for loop", self._inits, is_open=False, before_read=s.flush)
        body = Block(arg_types=[ir_type(iv_type), *(value.type for value in handles(self._inits))])
        body.args[0].location = self._location
        for argument, init in zip(body.args[1:], handles(self._inits), strict=True):
            argument.location = location_of(init)
        self._body = body
        self._scope = Scope("a for loop", [body], self._location)
        s.enter(self._scope)
        self._bindings.bind(name_arguments(body, 1, self._inits), assignable=True)
        self._index: SSAValue = self._count_backwards(s) if backwards else body.args[0]
        self._scope.stand_ins = dict(zip(body.args[1:], handles(self._inits), strict=True))
        self._scope.stand_ins[self._index] = self._placeholder
        self._scope.index = self._index
        return Value(self._index, iv_type), Carried(self._bindings)

    def _make_limits(self, s: Session) -> tuple[tuple[SSAValue, SSAValue, SSAValue], DType, bool]:
        """The bounds in one integer type; a negative step counts forwards, with the bounds exchanged."""
        start, end, step = self._bounds
        backwards = isinstance(step, int) and step < 0
        if isinstance(step, int) and step == 0:
            raise BuildError("the step of a loop cannot be 0")
        if isinstance(step, int) and backwards:
            start, end, step = end, start, -step
        limits = [to_tensor(start), to_tensor(end), to_tensor(step)]
        for value in limits:
            if value.is_block or not value.number_type.is_int:
                raise BuildError(f"the bounds of a loop are integers, not {value.type}")
        low, high, stride = (value.number_type for value in limits)
        iv_type = promote_integers(promote_integers(low, high), stride)
        lower, upper, by = (int_cast(value, iv_type, iv_type.signed).handle for value in limits)
        # Triton builds the body with a placeholder for the induction variable, which stays behind.
        self._placeholder = s.emit(PoisonOp(ir_type(iv_type))).result
        return (lower, upper, by), iv_type, backwards

    def _count_backwards(self, s: Session) -> SSAValue:
        lower, upper, _ = self._limits
        difference = s.emit(arith.SubIOp(upper, self._body.args[0]))
        index = s.emit(arith.AddIOp(difference.result, lower))
        self._reversal = [difference, index]
        return index.result

    def finish(self, s: Session) -> None:
        s.flush()
        values = handles(self._bindings.values)
        with s.at(self.places.last.location if values else self._location):
            s.emit(scf.YieldOp(values))
        s.leave()
        self._name_index()
        self._emit(s, scf.ForOp(*self._limits, handles(self._inits), region=Region(self._body)))

    def _name_index(self) -> None:
        if self._reversal:
            first = next(op for op in self._body.ops if op not in self._reversal)
            for op in self._reversal:
                op.location = first.location
        if self.places.targets:
            rename(self._index, self.places.targets[0])


def for_range(
    *bounds: Value | int,
    num_stages: int | None = None,
    loop_unroll_factor: int | None = None,
    disallow_acc_multi_buffer: bool = False,
    flatten: bool = False,
    warp_specialize: bool = False,
    disable_licm: bool = False,
    **carried: Value | Number,
) -> ForLoop:
    """A loop over ``range(*bounds)``; its ``with`` statement yields the induction variable and the carried values.

    A value that changes in the body and is read in the next iteration or after the loop is given as a keyword with its
    initial value. The other keywords are those of Triton's ``tl.range``.
    """
    attributes: dict[str, Attribute] = {}
    if num_stages is not None:
        attributes["tt.num_stages"] = IntegerAttr(num_stages, i32)
    if loop_unroll_factor is not None:
        attributes["tt.loop_unroll_factor"] = IntegerAttr(loop_unroll_factor, i32)
    for name, flag in (
        ("tt.disallow_acc_multi_buffer", disallow_acc_multi_buffer),
        ("tt.flatten", flatten),
        ("tt.warp_specialize", warp_specialize),
    ):
        if flag:
            attributes[name] = UnitAttr()
    if disable_licm:
        attributes["llvm.loop_annotation"] = _no_licm()
    return ForLoop(_three_bounds(bounds), attributes, carried)


def _no_licm() -> Attribute:
    """The annotation that disables LLVM's LICM for a loop."""
    from xtriton.dialects.upstream.llvm.loops import LoopAnnotationAttr, LoopLICMAttr

    disabled = IntegerAttr(1, 1)
    licm = LoopLICMAttr(DictionaryAttr({"disable": disabled, "versioningDisable": disabled}))
    return LoopAnnotationAttr(DictionaryAttr({"licm": licm}))


def _three_bounds(bounds: Sequence[Value | int]) -> Bounds:
    match bounds:
        case [end]:
            return 0, end, 1
        case [start, end]:
            return start, end, 1
        case [start, end, step]:
            return start, end, step
        case _:
            raise BuildError(f"for_range takes one to three bounds, not {len(bounds)}")


def _unknown(init: SSAValue) -> LocationAttr:
    return UNKNOWN


_ARGUMENT_LOCATION = by_version({V3_6: _unknown, V3_8: location_of})
"""The location of a block argument of a while loop, from its initial value."""


class WhileLoop(_Loop):
    """The result of :func:`while_`: a ``with`` block for the body."""

    def __init__(
        self,
        condition: Callable[[Carried], Value],
        attributes: dict[str, Attribute],
        carried: Mapping[str, Value | Number],
    ) -> None:
        super().__init__("a while loop", attributes, carried)
        self._condition = condition
        self._location = self.places.statement.location

    def __enter__(self) -> Carried:
        s = self.come_in()
        with s.at(self._location):
            self._inits = initial_values(self._given)
        self._bindings = Bindings("this while loop", self._inits, is_open=False, before_read=s.flush)
        self._carried = Carried(self._bindings)
        types = [value.type for value in handles(self._inits)]
        self._before, self._after = Block(arg_types=types), Block(arg_types=types)
        for block in (self._before, self._after):
            for argument, init in zip(block.args, handles(self._inits), strict=True):
                argument.location = _ARGUMENT_LOCATION.now()(init)
        self._make_condition(s)
        self._scope = Scope("a while loop", [self._after], self._location)
        self._scope.stand_ins = dict(zip(self._after.args, handles(self._inits), strict=True))
        s.enter(self._scope)
        self._bindings.bind(name_arguments(self._after, 0, self._inits), assignable=True)
        return self._carried

    def _make_condition(self, s: Session) -> None:
        scope = Scope("the condition of a while loop", [self._before], self._location)
        s.enter(scope)
        try:
            self._bindings.bind(name_arguments(self._before, 0, self._inits))
            condition = self._condition(self._carried)
            if not isinstance(condition, Value) or condition.type != int1:  # pyright: ignore[reportUnnecessaryIsInstance]
                raise BuildError(f"the condition of a while loop gives a scalar of type int1, not {condition!r}")
            s.flush()
            self.end_of_condition = s.end_location()
            with s.at(self.end_of_condition):
                s.emit(scf.ConditionOp(condition.handle, self._before.args))
        except BaseException:
            s.abandon(scope)
            raise
        s.leave()

    def finish(self, s: Session) -> None:
        s.flush()
        with s.at(_AFTER_BODY.now()(self)):
            s.emit(scf.YieldOp(handles(self._bindings.values)))
        s.leave()
        inits = handles(self._inits)
        op = scf.WhileOp(
            inits, result_types=[value.type for value in inits], before=Region(self._before), after=Region(self._after)
        )
        self._emit(s, op)


def _last_in_body(loop: WhileLoop) -> LocationAttr:
    return loop.places.last.location


def _end_of_condition(loop: WhileLoop) -> LocationAttr:
    """The location of Triton's builder since the condition was built."""
    return loop.end_of_condition


_AFTER_BODY = by_version({V3_6: _last_in_body, V3_8: _end_of_condition})


def while_(
    condition: Callable[[Carried], Value], *, disable_licm: bool = False, **carried: Value | Number
) -> WhileLoop:
    """A loop that runs while ``condition(carried)`` holds, to be used in a ``with`` statement.

    ``disable_licm`` disables LLVM's loop-invariant code motion for the loop.
    """
    return WhileLoop(condition, {"llvm.loop_annotation": _no_licm()} if disable_licm else {}, carried)
