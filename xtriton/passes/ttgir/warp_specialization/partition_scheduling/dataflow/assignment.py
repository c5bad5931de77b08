"""Numbers the partitions of a dataflow graph, and writes them to the attributes of the operations."""

from __future__ import annotations

from xdsl.dialects.builtin import ArrayAttr, DenseArrayBase, IntegerAttr, i32
from xdsl.ir import Operation

from xtriton.dialects.tt.reduction import ReduceReturnOp
from xtriton.dialects.ttg.verify import PARTITION, PARTITION_OUTPUTS, partition_ids
from xtriton.dialects.upstream.scf import ForOp, IfOp, WhileOp
from xtriton.ir.creation import is_block_argument, is_result
from xtriton.passes.ttgir.warp_specialization.attributes import (
    PARTITION_STAGES,
    Ids,
    partition_outputs,
    set_partition_outputs,
    set_warp_specialize_tag,
)
from xtriton.passes.ttgir.warp_specialization.partition_scheduling.dataflow.graph import Graph, Node, Partition, Role

_DEFAULT = 0


def number_partitions(graph: Graph) -> None:
    """Number the partitions: those without a role first, then stores; MMAs, loads and requests are no default."""
    index = 0
    for kind in (Role.NONE, Role.STORE, Role.MMA, Role.LOAD, Role.CLC):
        if kind is Role.MMA:
            index = max(index, _DEFAULT + 1)
        for partition in graph.partitions:
            if _kind_of(partition) is kind:
                partition.index = index
                index += 1


def _kind_of(partition: Partition) -> Role:
    return next((kind for kind in (Role.CLC, Role.STORE, Role.MMA, Role.LOAD) if partition.roles & kind), Role.NONE)


def assign_nodes_without_users(graph: Graph) -> None:
    """Assign nodes without partitions, such as assumptions, to those of the operations around them, or the default."""
    default = next((partition for partition in graph.partitions if partition.index == _DEFAULT), None)
    for node in graph.walk():
        if node.partitions:
            continue
        assert node.parent is not None
        for other in node.parent.children:
            if other is not node and other.op is not None and node.parent.op is not None:
                node.add_partitions(other.partitions)
        if not node.partitions:
            if default is None:
                default = graph.add_partition()
                default.index = _DEFAULT
            node.set_partition(default)


# -------------------------------------------------------------------------------------------------------- attributes


def write_attributes(graph: Graph, tag: int) -> None:
    """Write the partitions of operations and of the values that control flow forwards, and those of the loop."""
    loop = graph.root.op
    assert loop is not None
    set_warp_specialize_tag(loop, tag)
    written: set[Operation] = set()
    for node in graph.walk():
        if node.op is None:
            _write_forwarded(node)
            continue
        ids = _ids(node)
        if node.op in written:
            ids = tuple(sorted({*ids, *partition_ids(node.op)}))
        written.add(node.op)
        _write(node.op, ids)
        if isinstance(node.op, ReduceReturnOp) and node.parent is not None and node.parent.op is not None:
            set_partition_outputs(node.parent.op, [_ids(node)])
    stages = [0] * max((_index(partition) + 1 for partition in graph.partitions), default=0)
    for partition in graph.partitions:
        stages[_index(partition)] = partition.stage
    loop.attributes[PARTITION_STAGES] = ArrayAttr([IntegerAttr(stage, i32) for stage in stages])


def _index(partition: Partition) -> int:
    assert partition.index is not None
    return partition.index


def _ids(node: Node) -> Ids:
    return tuple(sorted(map(_index, node.partitions)))


def _write(op: Operation, ids: Ids) -> None:
    """Set the partitions of an operation, and of the yields of a loop or branch."""
    attribute = DenseArrayBase.from_list(i32, ids)
    op.attributes[PARTITION] = attribute
    if isinstance(op, ForOp | WhileOp | IfOp):
        for region in op.regions:
            if region.first_block is not None and region.first_block.last_op is not None:
                region.first_block.last_op.attributes[PARTITION] = attribute


def _write_forwarded(node: Node) -> None:
    """Set the partitions of a loop-carried value or the result of a branch, on the loop or branch."""
    value = node.value
    if is_result(value):
        _write_output(value.op, value.index, node)
    elif is_block_argument(value):
        loop = value.block.parent_op()
        if isinstance(loop, ForOp | WhileOp) and value in loop.iter_args:
            _write_output(loop, tuple(loop.iter_args).index(value), node)


def _write_output(op: Operation, position: int, node: Node) -> None:
    outputs: list[Ids] = [()] * len(op.results)
    if PARTITION_OUTPUTS in op.attributes:
        outputs = partition_outputs(op)
    outputs[position] = _ids(node)
    set_partition_outputs(op, outputs)
