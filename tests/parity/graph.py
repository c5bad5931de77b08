"""Whether two modules are the same graph: the same operations on the same values, whatever the order of pure ones.

Every value is given a number that says how it is computed (hash-consing): an operation without side effects by its
name, attributes, types and the numbers of its operands, any other by its place among such operations of its block.
Regions are part of the operation that has them. Two modules are equal if their numbers are, and if the operations with
the same number in the same block have users with the same numbers, as many on either side. An operation moved to
another block, a duplicate more or less, or two stores in another order make a difference.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.traits import IsTerminator, is_side_effect_free

Locations = Counter[Attribute]
"""Locations of what cannot be told apart, with the number of each."""


@dataclass(frozen=True)
class Graph:
    """A module: its number, and the locations of its operations and block arguments by what those are."""

    number: int
    locations: dict[Hashable, Locations]

    def same_as(self, other: Graph) -> bool:
        """Whether both have the same operations on the same values. Locations do not matter."""
        mine, others = self.locations, other.locations
        return (
            self.number == other.number
            and mine.keys() == others.keys()
            and all(where.total() == others[what].total() for what, where in mine.items())
        )


def graphs_of(*modules: ModuleOp) -> tuple[Graph, ...]:
    """The graphs of modules that are to be compared: numbers mean something among them only."""
    numbers = _Numbers()
    return tuple(_Reader(numbers).read(module) for module in modules)


@dataclass
class _Numbers:
    """Numbers of hashable objects; equal objects have equal numbers."""

    known: dict[Hashable, int] = field(default_factory=dict[Hashable, int])

    def __getitem__(self, what: Hashable) -> int:
        return self.known.setdefault(what, len(self.known))


@dataclass
class _Reader:
    """Numbers the values and operations of one module."""

    numbers: _Numbers
    values: dict[SSAValue, int] = field(default_factory=dict[SSAValue, int])
    operations: dict[Operation, int] = field(default_factory=dict[Operation, int])

    def read(self, module: ModuleOp) -> Graph:
        number = self._number_of(module, 0)
        self.operations[module] = number
        locations: defaultdict[Hashable, Locations] = defaultdict(Counter)
        for what, location in self._located(module, ()):
            locations[what][location] += 1
        return Graph(number, dict(locations))

    def _number_of(self, op: Operation, depth: int) -> int:
        """How ``op`` is computed. ``depth`` counts the regions around it."""
        operands = tuple(self._value(operand) for operand in op.operands)
        attributes = frozenset((*op.attributes.items(), *op.properties.items()))
        results = tuple(result.type for result in op.results)
        successors = tuple(_index_of(block) for block in op.successors)
        regions = tuple(self._region(region, depth + 1) for region in op.regions)
        return self.numbers[op.name, operands, attributes, results, successors, regions]

    def _value(self, value: SSAValue) -> int:
        """The number of an operand. One that comes later in the text, in another block, is known by its type only."""
        known = self.values.get(value)
        return self.numbers["later", value.type] if known is None else known

    def _region(self, region: Region, depth: int) -> int:
        for index, block in enumerate(region.blocks):
            for arg in block.args:
                self.values[arg] = self.numbers["argument", depth, index, arg.index]
        blocks = [self._block(block, depth, index) for index, block in enumerate(region.blocks)]
        return self.numbers["region", tuple(blocks)]

    def _block(self, block: Block, depth: int, index: int) -> Hashable:
        """The types of arguments, the operations that stay in order, and how often there is each of the others."""
        ordered: list[int] = []
        free: Counter[int] = Counter()
        for op in block.ops:
            number = self._number_of(op, depth)
            if _is_free(op):
                free[number] += 1
                identity = self.numbers["free", depth, index, number]
            else:
                identity = self.numbers["ordered", depth, index, len(ordered)]
                ordered.append(number)
            self.operations[op] = identity
            for result in op.results:
                self.values[result] = self.numbers["result", identity, result.index]
        return tuple(arg.type for arg in block.args), tuple(ordered), frozenset(free.items())

    def _located(self, op: Operation, path: tuple[int, ...]) -> Iterator[tuple[Hashable, Attribute]]:
        """Keys of ``op``, its nested operations and arguments, with their locations. ``path`` has the ancestors."""
        users = Counter(self._user(use.operation, use.index, op) for result in op.results for use in result.uses)
        yield (path, self.operations[op], frozenset(users.items())), op.location
        inside = (*path, self.operations[op])
        for region_index, region in enumerate(op.regions):
            for block_index, block in enumerate(region.blocks):
                for arg in block.args:
                    yield (inside, "argument", region_index, block_index, arg.index), arg.location
                for inner in block.ops:
                    yield from self._located(inner, inside)

    def _user(self, user: Operation, operand: int, of: Operation) -> Hashable:
        """A use of a result of ``of``: which operand, of what, and within what below the block of ``of``."""
        path = [self.operations[user]]
        parent = user.parent_op()
        while parent is not None and parent is not of.parent_op():
            path.append(self.operations[parent])
            parent = parent.parent_op()
        return operand, tuple(path)


def _is_free(op: Operation) -> bool:
    """Whether the order of ``op`` among others of its block means nothing."""
    return is_side_effect_free(op) and not op.has_trait(IsTerminator, value_if_unregistered=False)


def _index_of(block: Block) -> int:
    region = block.parent
    assert region is not None
    return region.get_block_index(block)
