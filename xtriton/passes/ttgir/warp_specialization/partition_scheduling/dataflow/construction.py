"""Builds the dataflow graph of a loop, and marks the data in it."""

from __future__ import annotations

from xdsl.ir import Operation, SSAValue

from xtriton.dialects.tt.descriptor import DescriptorGatherOp, DescriptorLoadOp
from xtriton.dialects.tt.function import ReturnOp
from xtriton.dialects.tt.reduction import ReduceOp
from xtriton.dialects.ttg.verify import PARTITION, partition_ids
from xtriton.dialects.ttng.launch_control import CLCTryCancelSyncOp
from xtriton.dialects.ttng.tensor_memory import TMEMLoadOp
from xtriton.dialects.upstream.scf import ConditionOp, ForOp, IfOp, WhileOp, YieldOp
from xtriton.ir.diagnostics import error
from xtriton.passes.ttgir.warp_specialization.partition_scheduling.dataflow.graph import (
    Edge,
    Graph,
    Node,
    Partition,
    Port,
    Role,
    add_edge,
    is_data_mma,
    is_view,
    remove_edge,
)
from xtriton.passes.ttgir.warp_specialization.specialized_loops import LOOPS


def build_graph(loop: Operation) -> Graph:
    """The dataflow graph of a loop, with its data marked."""
    graph = Graph(loop)
    builder = _Builder()
    builder.visit(graph.root, loop)
    builder.connect()
    _propagate_data(_mark_sources(graph))
    return graph


class _Builder:
    """Creates the nodes, and then the edges between them."""

    def __init__(self) -> None:
        self._nodes: dict[Operation, Node] = {}
        self._inputs: dict[tuple[Operation, int], Port] = {}
        """The input of a node that an operand of an operation is."""
        self._values: list[tuple[Port, SSAValue]] = []
        """The outputs of nodes, and the values that they are."""

    def connect(self) -> None:
        """Add an edge for each use of a value."""
        for output, value in self._values:
            for use in value.uses:
                target = self._inputs.get((use.operation, use.index))
                if target is not None:
                    add_edge(output, target)

    def visit(self, parent: Node, op: Operation) -> None:
        """Add the nodes of an operation and of those in its regions."""
        match op:
            case ForOp():
                self._visit_for(parent, op)
            case WhileOp() if isinstance(op, LOOPS.now()):
                self._visit_while(parent, op)
            case IfOp():
                self._visit_if(parent, op)
            case ReduceOp():
                node = self._add(parent, op, 1, 1)
                self._inputs[op, 0] = Port(node, 0)
                self._values.append((Port(node, 0), op.results[0]))
                self._visit_regions(node, op)
            case ConditionOp():
                self._inputs[op, 0] = Port(self._add(parent, op, 1, 0), 0)
            case YieldOp():
                self._visit_yield(op)
            case ReturnOp():
                pass
            case _:
                node = self._add(parent, op, len(op.operands), len(op.results))
                self._inputs.update(((op, index), Port(node, index)) for index in range(len(op.operands)))
                self._values.extend((Port(node, index), result) for index, result in enumerate(op.results))

    def _add(self, parent: Node, op: Operation, inputs: int, outputs: int) -> Node:
        self._nodes[op] = parent.add_child(op, inputs, outputs)
        return self._nodes[op]

    def _visit_regions(self, node: Node, op: Operation) -> None:
        for region in op.regions:
            for block in region.blocks:
                for inner in block.ops:
                    self.visit(node, inner)

    def _visit_for(self, parent: Node, loop: ForOp) -> None:
        """The inputs of a loop are its bounds; those of a loop-carried value its initial and its yielded value."""
        bounds = loop.init_operands.start
        node = self._add(parent, loop, bounds, 0)
        self._inputs.update(((loop, index), Port(node, index)) for index in range(bounds))
        counter = node.add_child(loop.induction_variable, 0, 1)
        node.forwarded.append(counter)
        self._values.append((Port(counter, 0), loop.induction_variable))
        for index, argument in enumerate(loop.iter_args):
            carried = node.add_child(argument, 2, 1)
            node.forwarded.append(carried)
            self._values.extend(((Port(carried, 0), argument), (Port(carried, 0), loop.results[index])))
            self._inputs[loop, bounds + index] = Port(carried, 0)
        self._visit_regions(node, loop)

    def _visit_while(self, parent: Node, loop: WhileOp) -> None:
        """An ``scf.while`` in normal form has one node for each value in both regions and after it."""
        if len(loop.inits) != len(loop.results):
            raise error(loop.location, "a warp-specialized 'scf.while' must pass on the values that it carries")
        node = self._add(parent, loop, 0, 0)
        for index, argument in enumerate(loop.before.block.args):
            carried = node.add_child(argument, 2, 1)
            node.forwarded.append(carried)
            self._inputs[loop, index] = Port(carried, 0)
            values = (argument, loop.after.block.args[index], loop.results[index])
            self._values.extend((Port(carried, 0), value) for value in values)
        self._visit_regions(node, loop)

    def _visit_if(self, parent: Node, op: IfOp) -> None:
        """The input of a branch is its condition; those of a result the values that both regions yield."""
        node = self._add(parent, op, 1, 0)
        self._inputs[op, 0] = Port(node, 0)
        for result in op.results:
            node.forwarded.append(node.add_child(result, 2, 1))
            self._values.append((Port(node.forwarded[-1], 0), result))
        self._visit_regions(node, op)

    def _visit_yield(self, op: YieldOp) -> None:
        parent = op.parent_op()
        if isinstance(parent, ForOp | WhileOp):
            first = 1 if isinstance(parent, ForOp) else 0
            forwarded, position = self._nodes[parent].forwarded[first:], 1
        else:
            assert isinstance(parent, IfOp)
            forwarded, position = self._nodes[parent].forwarded, parent.regions.index(_region_of(op))
        self._inputs.update(((op, index), Port(node, position)) for index, node in enumerate(forwarded))


def _region_of(op: Operation) -> object:
    region = op.parent_region()
    assert region is not None
    return region


# -------------------------------------------------------------------------------------------------------------- data


def _mark_sources(graph: Graph) -> list[Port]:
    """Mark the outputs at which data starts: loads, MMAs, and operations with an attribute ``data``."""
    sources: list[Port] = []
    for node in graph.walk():
        op = node.op
        if op is None:
            continue
        if isinstance(op, CLCTryCancelSyncOp):
            # The response is data, but what is computed from it is not.
            node.data[0] = True
        count = 0
        if isinstance(op, DescriptorLoadOp | DescriptorGatherOp) or is_data_mma(op):
            count = 1
        if isinstance(op, TMEMLoadOp):
            count = 2
        if "data" in op.attributes:
            count = len(node.outputs)
        for index in range(min(count, len(node.outputs))):
            node.data[index] = True
            sources.append(Port(node, index))
    return sources


def _propagate_data(sources: list[Port]) -> None:
    """All outputs of nodes that take data are data."""
    pending = list(sources)
    seen = set(pending)
    while pending:
        source = pending.pop()
        for target in source.node.outputs[source.position]:
            for index in range(len(target.node.outputs)):
                target.node.data[index] = True
                output = Port(target.node, index)
                if output not in seen:
                    seen.add(output)
                    pending.append(output)


def split_views(graph: Graph) -> None:
    """Give each user of a view its own node of the view."""
    views = [node for node in graph.walk() if node.op is not None and is_view(node.op) and node.is_data]
    for node in reversed(views):
        for edge in node.out_edges[1:]:
            _add_view(node, edge)


def _add_view(node: Node, edge: Edge) -> None:
    """Let the value of ``edge`` come from another node of the same view."""
    assert node.op is not None and node.parent is not None
    new = node.parent.add_child(node.op, len(node.op.operands), len(node.op.results))
    remove_edge(edge)
    add_edge(Port(new, 0), edge.target)
    for incoming in node.in_edges:
        add_edge(incoming.source, Port(new, incoming.target.position))
    new.data = list(node.data)


# ------------------------------------------------------------------------------------------------ initial partitions


def assign_initial_partitions(graph: Graph) -> None:
    """Assign the partitions that attributes give, and one of its own to each other node with data."""
    manual: dict[int, Partition] = {}
    for node in graph.walk():
        if node.op is None or PARTITION not in node.op.attributes:
            continue
        for index in partition_ids(node.op):
            if index not in manual:
                manual[index] = graph.add_partition()
                manual[index].roles |= Role.MANUAL
            node.add_partitions([manual[index]])
    for node in graph.walk():
        if node.is_data and not node.partitions:
            node.set_partition(graph.add_partition())
