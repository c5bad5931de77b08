"""When two operations do the same (MLIR's ``OperationEquivalence``)."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from functools import cache

from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.traits import Commutative

from xtriton.ir.interning import Interner
from xtriton.ir.traits import class_has_trait
from xtriton.versions import V3_8, active_version, since

_EXCHANGES_INNER = since(V3_8)
"""Before 3.8, only the operands of the outermost operation may be exchanged."""


@cache
def _is_commutative(op_class: type[Operation]) -> bool:
    return class_has_trait(op_class, Commutative)


class _Key:
    """The key of an operation with operands. Its other parts are looked at if another one has the same operands."""

    __slots__ = ("_class", "_keys", "_op", "_operands", "_others")

    def __init__(self, operands: tuple[int, ...], op: Operation, keys: OperationKeys) -> None:
        self._class, self._operands, self._op, self._keys = type(op), operands, op, keys
        self._others: Hashable | None = None

    def __hash__(self) -> int:
        return hash((self._class, self._operands))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Key) or self._class is not other._class or self._operands != other._operands:
            return False
        return self._op is other._op or self._rest() == other._rest()

    def _rest(self) -> Hashable:
        if self._others is None:
            self._others = self._keys.but_operands(self._op)
        return self._others


class OperationKeys:
    """Gives equivalent operations on the same operands equal keys, whatever their locations.

    Values are compared by identity, so keys are valid only as long as no operation is erased. Values defined in the
    regions of an operation are compared by their position.
    """

    def __init__(self) -> None:
        self._number = Interner().number

    def key(self, op: Operation) -> Hashable:
        """The key of an operation."""
        operands = tuple(map(id, op.operands))
        if len(operands) > 1 and _is_commutative(type(op)):
            operands = tuple(sorted(operands))
        return _Key(operands, op, self) if operands else (type(op), self.but_operands(op))

    def but_operands(self, op: Operation) -> Hashable:
        """A key of everything but the class and the operands of an operation."""
        results = tuple([self._number(result.type) for result in op.results])
        attributes = self._attributes(op.properties), self._attributes(op.attributes)
        return results, attributes, self._regions(op, {}) if op.regions else None

    def _attributes(self, attributes: Mapping[str, Attribute]) -> Hashable:
        if not attributes:
            return None
        number = self._number
        items = [(name, number(attribute)) for name, attribute in attributes.items()]
        return items[0] if len(items) == 1 else frozenset(items)

    def _regions(self, op: Operation, positions: dict[int, int]) -> Hashable:
        """A key of ``op``'s regions; ``positions`` has the values and blocks of the regions by identity."""
        parts: list[Hashable] = []
        for region in op.regions:
            for block in region.blocks:
                _place(positions, (block, *block.args))
            for block in region.blocks:
                types = tuple([self._number(argument.type) for argument in block.args])
                parts.append((types, tuple([self._inner(inner, positions) for inner in block.ops])))
            parts.append(None)
        return tuple(parts)

    def _inner(self, op: Operation, positions: dict[int, int]) -> Hashable:
        operands = tuple([positions.get(id(operand), id(operand)) for operand in op.operands])
        if active_version() in _EXCHANGES_INNER and len(operands) > 1 and _is_commutative(type(op)):
            # As in MLIR, operands that are defined in the regions keep their order.
            operands = tuple(sorted(operands)) if min(operands) >= 0 else operands
        successors = tuple([positions.get(id(block), id(block)) for block in op.successors])
        results = tuple([self._number(result.type) for result in op.results])
        regions = self._regions(op, positions)
        _place(positions, op.results)
        attributes = self._attributes(op.properties), self._attributes(op.attributes)
        return type(op), operands, successors, results, attributes, regions


def _place(positions: dict[int, int], things: Iterable[SSAValue | Block]) -> None:
    """Number values or blocks in order. The numbers are negative, as no ``id`` is."""
    for thing in things:
        positions[id(thing)] = -1 - len(positions)
