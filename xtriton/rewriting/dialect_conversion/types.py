"""The types that a conversion replaces, and casts between old and new ones (MLIR's ``TypeConverter``)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from xdsl.dialects.builtin import FunctionType, UnrealizedConversionCastOp
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.rewriting.rewriter import Rewriter

TypeRule = Callable[[Attribute], Attribute | Sequence[Attribute] | None]
"""The type, or the types, that replace a type; ``None`` if the rule does not apply to it."""
Types = tuple[Attribute, ...]
Materialization = Callable[[Sequence[SSAValue], Sequence[Attribute], Rewriter], Sequence[SSAValue] | None]
"""Inserts a cast of values to other types and returns its results; ``None`` if there is no such cast."""


def unrealized_casts(values: Sequence[SSAValue], types: Sequence[Attribute], rewriter: Rewriter) -> Sequence[SSAValue]:
    """A cast that a later pass removes."""
    return rewriter.insert(UnrealizedConversionCastOp.get(list(values), list(types))).results


class TypeConverter:
    """Maps each type to the types of the values that replace a value of it: one, several or none.

    Of several rules for a type the last applies, as in MLIR; a type to which no rule applies is legal.

    A *target materialization* makes values of the new types, for operations that are converted, of a value that is not.
    A *source materialization* makes a value of the old type, for operations that are not converted, of the values that
    replace it. Without the former, an operand that would need it is an error, and so is, without the latter, a replaced
    value with a user that is not converted.
    """

    shares_casts: bool = True
    """Whether the users of a value share the target materialization for it."""

    def __init__(
        self, *rules: TypeRule, source: Materialization | None = None, target: Materialization | None = None
    ) -> None:
        self._rules = list(rules)
        self.source = source
        self.target = target
        self._by_type: dict[Attribute, tuple[Types, bool]] = {}
        self._seen: dict[int, tuple[Attribute, Types, bool]] = {}
        """The same by identity of the type, which is kept alive here, since hashing types is slow."""

    def add(self, rule: TypeRule) -> None:
        """Add a rule that is tried before the others."""
        self._rules.append(rule)
        self._by_type.clear()
        self._seen.clear()

    def convert(self, type_: Attribute) -> Types:
        """The types of the values that replace a value of ``type_``. Equal types give the same object."""
        return (self._seen.get(id(type_)) or self._entry(type_))[1]

    def is_legal(self, type_: Attribute) -> bool:
        """Whether values of ``type_`` stay as they are."""
        return (self._seen.get(id(type_)) or self._entry(type_))[2]

    def single(self, type_: Attribute) -> Attribute:
        """The type that replaces a type; it must be exactly one."""
        (converted,) = self.convert(type_)
        return converted

    def convert_all(self, types: Iterable[Attribute]) -> list[Attribute]:
        """The types that replace several, concatenated."""
        return [converted for type_ in types for converted in self.convert(type_)]

    def function_type(self, type_: FunctionType) -> FunctionType:
        """A function type with converted inputs and results."""
        return FunctionType.from_lists(self.convert_all(type_.inputs.data), self.convert_all(type_.outputs.data))

    def is_legal_op(self, op: Operation) -> bool:
        """Whether the types of all operands, results and block arguments of ``op`` are legal."""
        seen, entry = self._seen, self._entry
        for operand in op.operands:
            if not (seen.get(id(operand.type)) or entry(operand.type))[2]:
                return False
        for result in op.results:
            if not (seen.get(id(result.type)) or entry(result.type))[2]:
                return False
        for region in op.regions:
            block = region.first_block
            while block is not None:
                for arg in block.args:
                    if not (seen.get(id(arg.type)) or entry(arg.type))[2]:
                        return False
                block = block.next_block
        return True

    def is_legal_signature(self, type_: FunctionType) -> bool:
        """Whether all inputs and results of a function type are legal."""
        return all(map(self.is_legal, (*type_.inputs.data, *type_.outputs.data)))

    def _entry(self, type_: Attribute) -> tuple[Attribute, Types, bool]:
        found = self._by_type.get(type_)
        if found is None:
            found = self._by_type[type_] = self._apply(type_)
        seen = self._seen[id(type_)] = type_, *found
        return seen

    def _apply(self, type_: Attribute) -> tuple[Types, bool]:
        for rule in reversed(self._rules):
            converted = rule(type_)
            if converted is not None:
                types = tuple(converted) if isinstance(converted, Sequence) else (converted,)
                return types, types == (type_,)
        return (type_,), True
