"""Clusters: the order of the groups of operations in the body of a pipelined loop."""

from __future__ import annotations

from collections.abc import Iterator


class Cluster:
    """A group of operations that stay together in program order; a handle that stays valid as others are created.

    Two clusters are equal only if they are the same object.
    """

    __slots__ = ("position",)

    def __init__(self, position: int) -> None:
        self.position = position
        """The number of clusters before this one, kept up to date by its :class:`ClusterList`."""

    def __repr__(self) -> str:
        return f"Cluster({self.position})"


class ClusterList:
    """The clusters of one schedule in the order in which the loop body executes them."""

    def __init__(self) -> None:
        self._clusters: list[Cluster] = []

    def __len__(self) -> int:
        return len(self._clusters)

    def __iter__(self) -> Iterator[Cluster]:
        return iter(self._clusters)

    @property
    def first(self) -> Cluster:
        """The first cluster. Raises ``IndexError`` if there are none."""
        return self._clusters[0]

    def new_at_back(self) -> Cluster:
        """Create a cluster after all others."""
        return self._insert(len(self._clusters))

    def new_at_front(self) -> Cluster:
        """Create a cluster before all others."""
        return self._insert(0)

    def new_before(self, cluster: Cluster) -> Cluster:
        """Create a cluster right before ``cluster``."""
        return self._insert(cluster.position)

    def is_before(self, first: Cluster, second: Cluster) -> bool:
        """Whether ``first`` is another cluster than ``second`` and comes before it."""
        return first.position < second.position

    def _insert(self, position: int) -> Cluster:
        new = Cluster(position)
        self._clusters.insert(position, new)
        for following in self._clusters[position + 1 :]:
            following.position += 1
        return new
