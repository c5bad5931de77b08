"""The order in which consumers read the tiles of the channels, which the producer follows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.ir import Block, Operation

from xtriton.passes.hopper.unsupported import Unsupported
from xtriton.passes.hopper.warp_specialize.channels import Channel
from xtriton.passes.hopper.warp_specialize.partition import Partition

Item = Channel | Operation
"""A channel, or an operation of its block that contains channels."""
ReadOrder = Mapping[Block, Sequence[Item]]


def read_order_of(consumers: Sequence[Partition]) -> ReadOrder:
    """The order of each block that has channels.

    Raises :class:`Unsupported` if two consumers read the tiles that both read in different orders.
    """
    merged: dict[Block, list[Item]] = {}
    for consumer in consumers:
        for block, items in consumer.order.items():
            merged[block] = _merged(merged.get(block, []), items)
    return merged


def _merged(first: Sequence[Item], second: Sequence[Item]) -> list[Item]:
    """All items of two sequences in an order that keeps those of both."""
    found: list[Item] = []
    rest = list(second)
    for item in first:
        if item in rest:
            place = rest.index(item)
            found += _without_common(rest[:place], first)
            rest = rest[place + 1 :]
        found.append(item)
    return [*found, *rest]


def _without_common(items: Sequence[Item], others: Sequence[Item]) -> Sequence[Item]:
    """``items``, none of which may be among ``others``."""
    for item in items:
        if item in others:
            op = item.loads[0] if isinstance(item, Channel) else item
            raise Unsupported(op, "is read by two consumers in different orders")
    return items
