"""Control flow between an operation and its regions (MLIR's ``RegionBranchOpInterface``).

Control enters a region or returns to the parent, and values are forwarded along: operands of the operation, or of the
terminator of a region, map to the arguments of a region's entry block or to the results of the operation.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from xdsl.ir import Attribute, Operation, Region, SSAValue

from xtriton.ir.creation import is_block_argument, is_result
from xtriton.ir.diagnostics import Violation
from xtriton.ir.op import Op
from xtriton.versions import V3_6, V3_7, V3_9, ByVersion, by_version

Constants = Sequence[Attribute | None]
"""For each operand of an operation, its constant or ``None``."""


class RegionSuccessor(NamedTuple):
    """A successor: ``region``, or the code after the operation if ``None``; ``inputs`` receive the values."""

    region: Region | None
    inputs: Sequence[SSAValue]


class RegionEdge(NamedTuple):
    """Control flow from ``source``, the operation or a terminator in it, that forwards some of its operands."""

    source: Operation
    operands: range
    """Which operands of ``source`` are forwarded."""
    successor: RegionSuccessor

    @property
    def values(self) -> Sequence[SSAValue]:
        """The forwarded values, one for each input of the successor."""
        return self.source.operands[self.operands.start : self.operands.stop]


class RegionBranchOpInterface(Op):
    """An operation between whose regions control flows in a known way."""

    @property
    def is_known(self) -> bool:
        """Whether the control flow is known in the version of Triton in effect; an older one may lack the interface."""
        return True

    @abstractmethod
    def entry_successors(self) -> Sequence[RegionSuccessor]:
        """The possible successors on entry to the operation."""

    @abstractmethod
    def region_successors(self, region: Region) -> Sequence[RegionSuccessor]:
        """The possible successors at the end of a region."""

    def taken_entry_successors(self, constants: Constants) -> Sequence[RegionSuccessor]:
        """The entry successors that may be taken, given the operands' ``constants``, ``None`` where unknown."""
        return self.entry_successors()

    def taken_region_successors(self, region: Region) -> Sequence[RegionSuccessor]:
        """The successors of a region that may be taken, as far as constants around the operation tell."""
        return self.region_successors(region)

    def entry_operands(self, successor: RegionSuccessor) -> range:
        """Which operands are forwarded to an entry successor."""
        return range(0)

    @property
    def past(self) -> RegionSuccessor:
        """The successor past the operation, where values become its results."""
        return RegionSuccessor(None, self.results)

    def edges(self) -> Iterator[RegionEdge]:
        """All control flow from the operation, then from the terminators of each region."""
        for successor in self.entry_successors():
            yield RegionEdge(self, self.entry_operands(successor), successor)
        for region in self.regions:
            for terminator in terminators_of(region):
                for successor in self.region_successors(region):
                    yield RegionEdge(terminator, terminator.successor_operands(successor), successor)

    def possible_edges(self) -> Iterator[RegionEdge]:
        """The :meth:`edges` that may be taken, as far as constants around the operation tell."""
        for successor in self.taken_entry_successors([None] * len(self.operands)):
            yield RegionEdge(self, self.entry_operands(successor), successor)
        for region in self.regions:
            for terminator in terminators_of(region):
                for successor in self.taken_region_successors(region):
                    yield RegionEdge(terminator, terminator.successor_operands(successor), successor)

    def forwarded_operands(self) -> range:
        """The operands that are forwarded to some entry successor; the others decide where control goes."""
        ranges = [found for successor in self.entry_successors() if (found := self.entry_operands(successor))]
        return range(min(found.start for found in ranges), max(found.stop for found in ranges)) if ranges else range(0)

    def deciding_operands(self) -> list[SSAValue]:
        """The operands, of the operation and of its terminators, that decide which regions are run and how often."""
        ends = [end for region in self.regions for end in terminators_of(region)]
        return [
            operand
            for op in (self, *ends)
            for index, operand in enumerate(op.operands)
            if index not in op.forwarded_operands()
        ]

    def verify_regions(self) -> None:
        self.verify_edges()

    def verify_edges(self) -> None:
        """Check that control flow carries values of the types that its successor takes."""
        for edge in self.possible_edges():
            _EDGE_RULE.now()(self, edge)


class RegionBranchTerminatorOpInterface(Op):
    """Ends a region of an operation with :class:`RegionBranchOpInterface`."""

    def branching_parent(self) -> RegionBranchOpInterface | None:
        """The parent operation, if it has :class:`RegionBranchOpInterface`."""
        parent = self.parent_op()
        return parent if isinstance(parent, RegionBranchOpInterface) else None

    def successors_taken(self, constants: Constants) -> Sequence[RegionSuccessor]:
        """The possible successors, given the constant operands ``constants``."""
        parent, region = self.branching_parent(), self.parent_region()
        return () if parent is None or region is None else parent.taken_region_successors(region)

    def successor_operands(self, successor: RegionSuccessor) -> range:
        """Which operands are forwarded to a successor."""
        return self.forwarded_operands()

    def forwarded_operands(self) -> range:
        """The operands that are forwarded to some successor; the others select the successor."""
        return range(len(self.operands))


def terminators_of(region: Region) -> Sequence[RegionBranchTerminatorOpInterface]:
    """The terminators of a region that return control to the parent operation."""
    return [last for block in region.blocks if isinstance(last := block.last_op, RegionBranchTerminatorOpInterface)]


def is_region_terminator(op: Operation) -> bool:
    """Whether ``op`` terminates a region of an operation with :class:`RegionBranchOpInterface`."""
    return isinstance(op, RegionBranchTerminatorOpInterface) and op.branching_parent() is not None


def branching_owner(value: SSAValue) -> RegionBranchOpInterface | None:
    """The :class:`RegionBranchOpInterface` operation with ``value`` as a result or entry block argument, if any."""
    if is_block_argument(value):
        op = value.block.parent_op() if value.block.prev_block is None else None
    else:
        op = value.owner
    return op if isinstance(op, RegionBranchOpInterface) else None


def incoming_values(value: SSAValue) -> list[SSAValue] | None:
    """The values that control flow forwards to an entry block argument, or to a result.

    ``None`` if ``value`` is not forwarded, as the result of an ordinary operation or an induction variable.
    """
    found = incoming_operands(value)
    return None if found is None else [op.operands[index] for op, index in found]


def incoming_operands(value: SSAValue) -> list[tuple[Operation, int]] | None:
    """The operands, as (operation, index), that control flow forwards to an entry block argument, or to a result.

    They come in the order of :meth:`RegionBranchOpInterface.edges`. ``None`` as for :func:`incoming_values`.
    """
    op = branching_owner(value)
    if op is None:
        return None
    found: list[tuple[Operation, int]] = []
    for edge in op.edges():
        position = position_in(edge.successor.inputs, value)
        if position is not None:
            found.append((edge.source, edge.operands[position]))
    return found or None


def position_in(values: Sequence[SSAValue], value: SSAValue) -> int | None:
    """Where ``value`` is among consecutive block arguments of a block, or consecutive results of an operation."""
    first = values[0] if values else None
    if (is_result(value) and is_result(first)) or (is_block_argument(value) and is_block_argument(first)):
        position = value.index - first.index
        return position if 0 <= position < len(values) and values[position] is value else None
    return None


def receiving_values(op: Operation, index: int) -> list[SSAValue]:
    """The block arguments and results that operand ``index`` of a branching operation, or of a terminator, becomes."""
    found: list[SSAValue] = []
    for edge in _edges_from(op):
        if index in edge.operands:
            found.append(edge.successor.inputs[index - edge.operands.start])
    return found


def forwarded_by(op: Operation) -> Iterator[tuple[SSAValue, SSAValue]]:
    """The forwarded operands of a branching operation or a terminator, with the values they map to."""
    return _forwarded(_edges_from(op))


def _edges_from(op: Operation) -> Iterator[RegionEdge]:
    """The edges that start at ``op``."""
    if isinstance(op, RegionBranchOpInterface):
        for successor in op.entry_successors():
            yield RegionEdge(op, op.entry_operands(successor), successor)
    elif isinstance(op, RegionBranchTerminatorOpInterface):
        parent, region = op.branching_parent(), op.parent_region()
        if parent is not None and region is not None:
            for successor in parent.region_successors(region):
                yield RegionEdge(op, op.successor_operands(successor), successor)


def _forwarded(edges: Iterator[RegionEdge]) -> Iterator[tuple[SSAValue, SSAValue]]:
    for edge in edges:
        yield from zip(edge.values, edge.successor.inputs, strict=False)


@dataclass
class Tied:
    """Values that control flow makes one and the same: they can only be kept, retyped or dropped together.

    ``sources`` are the (operation, operand index) that forward them, ``targets`` the values that take them.
    """

    sources: list[tuple[Operation, int]] = field(default_factory=list[tuple[Operation, int]])
    targets: list[SSAValue] = field(default_factory=list[SSAValue])


def tied_values(op: RegionBranchOpInterface) -> list[Tied]:
    """The values that flow through an operation, in groups of tied values.

    An init, an iter_arg, a yielded value and a result of a loop are tied, for example: the groups are the connected
    components of the forwarding edges.
    """
    of_source: dict[tuple[Operation, int], Tied] = {}
    of_target: dict[SSAValue, Tied] = {}
    for edge in op.edges():
        for index, target in zip(edge.operands, edge.successor.inputs, strict=False):
            source = edge.source, index
            tied, other = of_target.get(target), of_source.get(source)
            if tied is None:
                tied = other or Tied()
                tied.targets.append(target)
                of_target[target] = tied
            elif other is not None and other is not tied:
                _join(tied, other, of_source, of_target)
            if of_source.get(source) is not tied:
                tied.sources.append(source)
                of_source[source] = tied
    return list({id(tied): tied for tied in of_target.values()}.values())


def _join(
    tied: Tied, other: Tied, of_source: dict[tuple[Operation, int], Tied], of_target: dict[SSAValue, Tied]
) -> None:
    """Make two groups one."""
    tied.sources += other.sources
    tied.targets += other.targets
    of_source.update(dict.fromkeys(other.sources, tied))
    of_target.update(dict.fromkeys(other.targets, tied))


def _verify_edge_between_regions(op: RegionBranchOpInterface, edge: RegionEdge) -> None:
    sources, targets = edge.values, edge.successor.inputs
    if len(sources) != len(targets):
        raise Violation(
            f"region control flow edge from {_source_name(op, edge)} to {_target_name(op, edge)}: source has "
            f"{len(sources)} operands, but target successor needs {len(targets)}"
        )
    for index, (source, target) in enumerate(zip(sources, targets, strict=True)):
        if source.type != target.type:
            raise Violation(
                f"along control flow edge from {_source_name(op, edge)} to {_target_name(op, edge)}: source type "
                f"#{index} '{source.type}' should match input type #{index} '{target.type}'"
            )


def _verify_edge_from_point(op: RegionBranchOpInterface, edge: RegionEdge) -> None:
    sources, targets = edge.values, edge.successor.inputs
    source = "parent" if edge.source is op else f"Operation {edge.source.name}"
    region = edge.successor.region
    target = _PAST_NAME.now()(op) if region is None else f"Region #{op.regions.index(region)}"
    where = f"along control flow edge from {source} to {target}:"
    if len(sources) != len(targets):
        raise Violation(
            f"{where} region branch point has {len(sources)} operands, but region successor needs {len(targets)} inputs"
        )
    for index, (value, wanted) in enumerate(zip(sources, targets, strict=True)):
        if value.type != wanted.type:
            raise Violation(
                f"{where} successor operand type #{index} '{value.type}' should match successor input type #{index} "
                f"'{wanted.type}'"
            )


_EDGE_RULE: ByVersion[Callable[[RegionBranchOpInterface, RegionEdge], None]] = by_version(
    {V3_6: _verify_edge_between_regions, V3_7: _verify_edge_from_point}
)
_PAST_NAME: ByVersion[Callable[[Operation], str]] = by_version(
    {V3_7: lambda op: "parent", V3_9: lambda op: f"Operation {op.name}"}
)
"""What messages call the code after an operation."""


def _source_name(op: RegionBranchOpInterface, edge: RegionEdge) -> str:
    if edge.source is op:
        return "parent operands"
    region = edge.source.parent_region()
    return f"Region #{op.regions.index(region)}" if region is not None else "no region"


def _target_name(op: RegionBranchOpInterface, edge: RegionEdge) -> str:
    region = edge.successor.region
    return "parent results" if region is None else f"Region #{op.regions.index(region)}"
