"""The dataflow graph of a warp-specialized loop, and the partitions that its nodes are distributed over.

A node is an operation, a loop-carried value or a result of a branch; an edge is a value. Edges run from outputs to
inputs of nodes. Values that are computed outside of the loop have no edge.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import Flag, auto
from math import prod
from typing import Final, NamedTuple

from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.dialects.tt.descriptor import (
    DescriptorGatherOp,
    DescriptorLoadOp,
    DescriptorReduceOp,
    DescriptorScatterOp,
    DescriptorStoreOp,
)
from xtriton.dialects.tt.elementwise import ElementwiseInlineAsmOp
from xtriton.dialects.tt.shape import BroadcastOp, ExpandDimsOp
from xtriton.dialects.ttg.compute import ConvertLayoutOp
from xtriton.dialects.ttg.memdesc import MemDescView
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttng.launch_control import CLCTryCancelSyncOp
from xtriton.dialects.ttng.tcgen05 import MMAv5Op, TCGen5MMAOp
from xtriton.dialects.ttng.tensor_memory import TMEMLoadOp, TMEMStoreOp
from xtriton.dialects.upstream.math import Exp2Op
from xtriton.ir.narrowing import is_tensor_type
from xtriton.ir.traits import has_trait
from xtriton.versions import V3_7, V3_8, by_version


class Role(Flag):
    """What the operations of a partition do."""

    NONE = 0
    MANUAL = auto()
    """The partition is given by attributes of the input."""
    LOAD = auto()
    STORE = auto()
    MMA = auto()
    TMEM = auto()
    SFU = auto()
    """Functions of the special function unit."""
    VIEW = auto()
    """Operations that change the shape or layout only; of partitions that have no others."""
    CLC = auto()
    """Requests for pending clusters."""


_STORES = by_version(
    {
        V3_7: (DescriptorStoreOp, DescriptorScatterOp),
        V3_8: (DescriptorStoreOp, DescriptorScatterOp, DescriptorReduceOp),
    }
)
_COSTLY_MMAS: Final = by_version({V3_7: (TCGen5MMAOp,), V3_8: MMAv5Op.__args__})
"""The MMAs whose cost counts, and whose results are data."""


def is_view(op: Operation) -> bool:
    """Whether an operation changes the shape or layout of its operand only."""
    return isinstance(op, BroadcastOp | ExpandDimsOp | ConvertLayoutOp) or has_trait(op, MemDescView)


def is_data_mma(op: Operation) -> bool:
    """Whether an operation is an MMA whose cost counts, and whose results are data."""
    return isinstance(op, _COSTLY_MMAS.now())


def _role_of(op: Operation) -> Role:
    if "store" in op.attributes:
        return Role.STORE
    if isinstance(op, DescriptorLoadOp | DescriptorGatherOp):
        return Role.LOAD
    if isinstance(op, _STORES.now()):
        return Role.STORE
    if isinstance(op, MMAv5Op) or "mma" in op.attributes:
        return Role.MMA
    if isinstance(op, TMEMLoadOp | TMEMStoreOp):
        return Role.TMEM
    if isinstance(op, Exp2Op):
        return Role.SFU
    if isinstance(op, CLCTryCancelSyncOp):
        return Role.CLC
    return Role.VIEW if is_view(op) else Role.NONE


def _cost_of(op: Operation) -> int:
    """Cycles of an MMA, elements that the special function unit or inline assembly computes."""
    if isinstance(op, MMAv5Op) and is_data_mma(op):
        a, b = op.a.type, op.b.type
        assert isinstance(a, MemDescType) and isinstance(b, MemDescType)
        return a.get_shape()[0] * b.get_shape()[1] * a.get_shape()[1] // 8192
    if isinstance(op, Exp2Op | ElementwiseInlineAsmOp):
        return sum(_elements(type_) for type_ in op.result_types if is_tensor_type(type_))
    return 0


def _elements(type_: Attribute) -> int:
    """The number of elements of a tensor or of memory; 1 for other types."""
    return prod(type_.get_shape()) if is_tensor_type(type_) or isinstance(type_, MemDescType) else 1


# ------------------------------------------------------------------------------------------------------------- nodes


class Port(NamedTuple):
    """An input or an output of a node."""

    node: Node
    position: int


class Edge(NamedTuple):
    """The flow of a value from an output to an input."""

    source: Port
    target: Port

    @property
    def is_data(self) -> bool:
        """Whether the value belongs to the computation on tiles, not to that of addresses and conditions."""
        return self.source.node.data[self.source.position]

    @property
    def crosses(self) -> bool:
        """Whether the value passes between two partitions. Nodes in several partitions do not count."""
        source, target = self.source.node.partitions, self.target.node.partitions
        return self.is_data and len(source) == len(target) == 1 and next(iter(source)) is not next(iter(target))

    @property
    def size(self) -> int:
        """The number of elements of the value."""
        node = self.source.node
        return _elements(node.op.results[self.source.position].type if node.op is not None else node.value.type)


class Node:
    """An operation, or a value that control flow forwards; nodes of operations in its regions are its children."""

    def __init__(self, parent: Node | None, content: Operation | SSAValue, inputs: int, outputs: int) -> None:
        self.parent = parent
        self.content = content
        self.cost = _cost_of(content) if isinstance(content, Operation) else 0
        self.children: list[Node] = []
        self.forwarded: list[Node] = []
        """Of a loop or branch: the nodes of the values that it forwards, the induction variable first."""
        self.inputs: list[Port | None] = [None] * inputs
        self.outputs: list[list[Port]] = [[] for _ in range(outputs)]
        self.data = [False] * outputs
        """Which outputs are data."""
        self.partitions: dict[Partition, None] = {}

    @property
    def op(self) -> Operation | None:
        """The operation; ``None`` for values."""
        return self.content if isinstance(self.content, Operation) else None

    @property
    def value(self) -> SSAValue:
        """The value, of a node that is no operation."""
        assert isinstance(self.content, SSAValue)
        return self.content

    @property
    def role(self) -> Role:
        """What the operation does."""
        return Role.NONE if self.op is None else _role_of(self.op)

    @property
    def is_data(self) -> bool:
        """Whether the node takes or returns data."""
        return any(self.data) or any(port is not None and port.node.data[port.position] for port in self.inputs)

    @property
    def partition(self) -> Partition:
        """The first of the partitions."""
        return next(iter(self.partitions))

    def add_child(self, content: Operation | SSAValue, inputs: int, outputs: int) -> Node:
        """Append a child with so many inputs and outputs."""
        self.children.append(Node(self, content, inputs, outputs))
        return self.children[-1]

    def walk(self) -> Iterator[Node]:
        """The nodes below this one, parents before their children."""
        for child in list(self.children):
            yield child
            yield from child.walk()

    @property
    def in_edges(self) -> list[Edge]:
        """The edges to inputs, without those that no value of the loop flows to."""
        return [Edge(port, Port(self, index)) for index, port in enumerate(self.inputs) if port is not None]

    @property
    def out_edges(self) -> list[Edge]:
        """The edges from outputs, output by output."""
        return [Edge(Port(self, index), target) for index, targets in enumerate(self.outputs) for target in targets]

    def set_partition(self, partition: Partition) -> None:
        """Move the node to one partition."""
        for old in self.partitions:
            old.nodes.pop(self, None)
        self.partitions = {partition: None}
        partition.add(self)

    def add_partitions(self, partitions: Iterable[Partition]) -> None:
        """Add the node to further partitions."""
        for partition in list(partitions):
            self.partitions[partition] = None
            partition.add(self)


def add_edge(source: Port, target: Port) -> None:
    """Let the value of an output flow to an input."""
    source.node.outputs[source.position].append(target)
    target.node.inputs[target.position] = source


def remove_edge(edge: Edge) -> None:
    """Undo :func:`add_edge`."""
    edge.source.node.outputs[edge.source.position].remove(edge.target)
    edge.target.node.inputs[edge.target.position] = None


# -------------------------------------------------------------------------------------------------------- partitions


class Partition:
    """A set of nodes that one group of warps executes."""

    def __init__(self) -> None:
        self.index: int | None = None
        """The number in the attributes, once it is known."""
        self.roles = Role.NONE
        self.cost = 0
        """The sum of the costs of all nodes that have been added, also of those that have left since."""
        self.nodes: dict[Node, None] = {}

    @property
    def stage(self) -> int:
        """By how many iterations its outputs are buffered."""
        return 1 if self.roles & Role.MMA else 0

    def add(self, node: Node) -> None:
        """Add a node, and what it does. A partition of views stays one only if a view is added."""
        role = node.role
        views = bool(role & Role.VIEW) and (not self.nodes or bool(self.roles & Role.VIEW))
        self.nodes[node] = None
        self.roles |= role
        if not views:
            self.roles &= ~Role.VIEW
        self.cost += node.cost

    def crossing_edges(self) -> list[Edge]:
        """The edges to other partitions."""
        return [edge for node in self.nodes for edge in node.out_edges if edge.crosses]


class Graph:
    """The nodes and partitions of one loop."""

    def __init__(self, loop: Operation) -> None:
        self.root = Node(None, loop, 0, 0)
        """The parent of the node of the loop."""
        self.partitions: dict[Partition, None] = {}

    def walk(self) -> Iterator[Node]:
        """All nodes, parents before their children."""
        return self.root.walk()

    def add_partition(self) -> Partition:
        """Append an empty partition."""
        partition = Partition()
        self.partitions[partition] = None
        return partition

    def merge(self, first: Partition, second: Partition) -> None:
        """Move the nodes of one partition to the other: from one without a role, never from a manual one."""
        if first.roles & Role.MANUAL or second.roles == Role.NONE:
            first, second = second, first
        for node in list(first.nodes):
            node.set_partition(second)
        del self.partitions[first]

    def crossing_edges(self) -> list[Edge]:
        """The edges between partitions."""
        return [edge for partition in self.partitions for edge in partition.crossing_edges()]


EdgeRule = Callable[[Edge], bool]
