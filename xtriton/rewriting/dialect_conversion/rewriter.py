"""The rewriter of conversion patterns: converted operands, and replacements of other types."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Generic, TypeVar, cast

from xdsl.dialects.builtin import LocationAttr, UnrealizedConversionCastOp
from xdsl.ir import Attribute, Block, BlockArgument, Operation, SSAValue

from xtriton.ir.diagnostics import DiagnosticError, error, note
from xtriton.ir.listener import Listener
from xtriton.ir.printer import describe
from xtriton.ir.walk import operations_in
from xtriton.rewriting.dialect_conversion.types import Materialization, TypeConverter, Types
from xtriton.rewriting.rewriter import Rewriter, location_of

_Types = TypeVar("_Types", bound=TypeConverter)
_Values = Sequence[SSAValue]


class Inserted(Listener):
    """Records new operations."""

    def __init__(self) -> None:
        self.ops: list[Operation] = []

    def inserted(self, op: Operation) -> None:
        self.ops.append(op)


class ConversionRewriter(Rewriter, Generic[_Types]):
    """Gives patterns the converted forms of operands, and records the replacement of each value.

    The accessors of an operation give its original operands, :meth:`converted` and :meth:`parts` their converted forms,
    as an adaptor of MLIR does. A value that is replaced by one of the same type is replaced at once; otherwise its
    operation stays in place until the end of the conversion, as the key to the replacement.
    """

    def __init__(self, types: _Types) -> None:
        self.new = Inserted()
        super().__init__(self.new)
        self.types = types
        self.replaced: set[Operation] = set()
        """Operations that are erased in the end, and those nested in them."""
        self._dead: list[Operation] = []
        self._arguments: list[BlockArgument] = []
        """Block arguments that other ones have replaced."""
        self._values: dict[SSAValue, _Values] = {}
        self.retyped: list[tuple[SSAValue, Attribute]] = []
        """Values whose type was set to another, with the type that they had."""
        self._expected: dict[SSAValue, Types] = {}
        """The types in which users expect a value whose type was set to another."""
        self._special: set[SSAValue] = set()
        """All values that were replaced, or are expected in other types."""
        self._targets: dict[tuple[SSAValue, int], _Values] = {}
        """Target materializations by value and, since equal types share it, identity of the converted types."""
        self._sources: dict[tuple[SSAValue, Attribute], SSAValue] = {}
        self._casts: list[Operation] = []
        self._user: Operation | None = None
        self.converted_in_place: Operation | None = None
        """The operation whose types were converted last: its types are legal."""

    def start_at(self, op: Operation) -> None:
        super().start_at(op)
        self._user = op

    # Converted values

    def converted(self, value: SSAValue) -> SSAValue:
        """The replacement of ``value``, which must be a single value."""
        (found,) = self.parts(value)
        return found

    def parts(self, value: SSAValue) -> _Values:
        """The values of the converted types that replace ``value``."""
        wanted = self._expected.get(value)
        if wanted is None:
            wanted = self.types.convert(value.type)
        found = self.replacement(value)
        if len(found) == len(wanted):
            for part, type_ in zip(found, wanted, strict=True):
                if part.type is not type_ and part.type != type_:
                    break
            else:
                return found
        return _cast_from(found, wanted) or self._target(value, found, wanted)

    def operands(self, op: Operation) -> list[SSAValue]:
        """The converted operands of ``op``, concatenated."""
        return self.all_parts(op.operands)

    def all_parts(self, values: Iterable[SSAValue]) -> list[SSAValue]:
        """The replacements of several values, concatenated."""
        return [part for value in values for part in self.parts(value)]

    def replacement(self, value: SSAValue) -> _Values:
        """The current replacements of ``value``, of any types; ``value`` itself if it has not been replaced."""
        found = self._values.get(value)
        if found is None:
            return (value,)
        while len(found) == 1 and found[0] in self._values:
            found = self._values[found[0]]
        return found

    def is_replaced(self, value: SSAValue) -> bool:
        """Whether ``value`` has been replaced by values of other types, for which its users will be converted."""
        return value in self._values

    def _target(self, value: SSAValue, found: _Values, wanted: Types) -> _Values:
        if not wanted:
            return ()
        place = found[0] if len(found) == 1 else value
        key = place, id(wanted)
        known = self._targets.get(key) if self.types.shares_casts else None
        if known is None:
            assert self._user is not None
            known = self._cast(place, found, wanted, self.types.target)
            if known is None:
                raise unresolved(value, found, wanted, self._user)
            self._targets[key] = known
        return known

    def _cast(
        self, place: SSAValue, values: _Values, types: Sequence[Attribute], materialize: Materialization | None
    ) -> _Values | None:
        """A materialization right after the definition of ``place``. It is legal, whatever the target says."""
        if materialize is None:
            return None
        saved, self.new.ops = self.new.ops, self._casts
        with self.elsewhere():
            self.after_value(place)
            found = materialize(values, types, self)
        self.new.ops = saved
        return found

    # Changes in place

    def convert_in_place(self, op: Operation) -> None:
        """Convert operands, results and block arguments, each of which becomes one value."""
        self.convert_operands(op)
        self.convert_results(op)
        for region in op.regions:
            for block in region.blocks:
                self.convert_arguments(block)
        self.converted_in_place = op

    def convert_operands(self, op: Operation) -> None:
        """Replace the operands of ``op`` by their converted forms."""
        operands, is_legal = op.operands, self.types.is_legal
        for index, value in enumerate(tuple(operands)):
            if is_legal(value.type) and value not in self._special:
                continue
            parts = self.parts(value)
            if len(parts) != 1:
                op.operands = self.operands(op)
                return
            if parts[0] is not value:
                operands[index] = parts[0]

    def convert_results(self, op: Operation) -> None:
        """Set the types of the results to the converted ones; each must have one."""
        for result in op.results:
            if result in self._special:
                (type_,) = self._expected.pop(result, None) or self.types.convert(result.type)
            else:
                (type_,) = self.types.convert(result.type)
            self._set_type(result, type_)

    def set_result_types(self, op: Operation, types: Sequence[Attribute]) -> None:
        """Set the types of the results. Where they are not the converted ones, users that are converted get casts."""
        for result, type_ in zip(op.results, types, strict=True):
            self.retype(result, type_)

    def retype(self, value: SSAValue, type_: Attribute) -> None:
        """Set the type of a value. If it is not the converted one, users that are converted get a cast."""
        wanted = self._expected.pop(value, None) or self.types.convert(value.type)
        if len(wanted) != 1 or (wanted[0] is not type_ and wanted[0] != type_):
            self._expected[value] = wanted
            self._special.add(value)
        self._set_type(value, type_)

    def _set_type(self, value: SSAValue, type_: Attribute) -> None:
        if value.type is not type_:
            self.retyped.append((value, value.type))
            self.set_type(value, type_)

    def convert_arguments(self, block: Block) -> None:
        """Convert the arguments of a block: in place if each stays one, otherwise by new ones in their place."""
        for argument in tuple(block.args):
            types = self.types.convert(argument.type)
            if len(types) == 1:
                self._set_type(argument, types[0])
                continue
            self.detach_argument(argument)
            self._special.add(argument)
            self._values[argument] = [
                block.insert_arg(type_, argument.index + number, argument.location)
                for number, type_ in enumerate(types)
            ]
            self._arguments.append(argument)

    # Replacing

    def replace(self, op: Operation, values: _Values) -> None:
        self.replace_with_multiple(op, [(value,) for value in values])

    def replace_with_multiple(self, op: Operation, values: Sequence[_Values]) -> None:
        """Replace each result of ``op`` by any number of values, and erase ``op``."""
        for result, parts in zip(op.results, values, strict=True):
            if len(parts) == 1 and parts[0].type == result.type:
                self.replace_all_uses(result, parts[0])
            self._special.add(result)
            self._values[result] = parts
        self.erase(op)

    def replace_grouped(self, op: Operation, values: Iterable[SSAValue]) -> None:
        """Replace the results of ``op`` by concatenated values: as many for each as it has converted types."""
        rest = iter(values)
        self.replace_with_multiple(op, [[next(rest) for _ in self.types.convert(result.type)] for result in op.results])

    def erase(self, op: Operation) -> None:
        if all(result.first_use is None for result in op.results):
            super().erase(op)
            return
        self._dead.append(op)
        self.replaced.update(operations_in(op))

    # The end

    def cast_back(self, user: Operation, index: int, type_: Attribute) -> None:
        """Give an operand that has been replaced or retyped its original type, for a user that is not converted."""
        value = user.operands[index]
        known = self._sources.get((value, type_))
        if known is None:
            found = self.replacement(value)
            with self.elsewhere():
                self.location = location_of(value)
                cast_ = self._cast(value, found, (type_,), self.types.source)
            if cast_ is None:
                raise unresolved(value, found, (type_,), user)
            (known,) = cast_
            self._sources[value, type_] = known
        user.operands[index] = known

    def finish(self) -> None:
        """Cast replaced values for their remaining users; erase replaced operations and dead casts."""
        for value in (*(result for op in self._dead for result in op.results), *self._arguments):
            for use in tuple(value.uses):
                if use.operation not in self.replaced:
                    self.cast_back(use.operation, use.index, value.type)
        for op in self.replaced:
            op.operands = ()
        for op in reversed(self._dead):
            super().erase(op)
        for op in reversed(self._casts):
            if all(result.first_use is None for result in op.results):
                super().erase(op)


def unresolved(value: SSAValue, found: _Values, wanted: Sequence[Attribute], user: Operation) -> DiagnosticError:
    """The error for a value that is used with other types than it has, and cannot be cast to them."""
    given, target = (", ".join(f"'{type_}'" for type_ in types) for types in ([part.type for part in found], wanted))
    message = (
        f"failed to legalize unresolved materialization from ({given}) to ({target}) that remained live after "
        "conversion"
    )
    location = cast("LocationAttr", location_of(value))
    return error(location, message, (note(user.location, f"see existing live user here: {describe(user)}"),))


def _cast_from(values: Sequence[SSAValue], wanted: Sequence[Attribute]) -> _Values | None:
    """The operands of the ``unrealized_conversion_cast`` that gives ``values``, if they have the types wanted."""
    owner = values[0].owner if values else None
    if not isinstance(owner, UnrealizedConversionCastOp) or tuple(values) != tuple(owner.results):
        return None
    operands = tuple(owner.operands)
    return operands if [operand.type for operand in operands] == list(wanted) else None
