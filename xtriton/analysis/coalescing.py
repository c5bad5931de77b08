"""Layouts with which the threads of a warp access neighbouring memory."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation

from xtriton.analysis.axis_info import ModuleAxisInfo
from xtriton.analysis.axis_info_lattice import AxisInfo, uniform
from xtriton.analysis.axis_info_transfer import element_bits
from xtriton.analysis.memory_accesses import RelatedAccesses, accessed_pointer, accessed_tensor
from xtriton.dialects.tt.memory import LoadOp
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.layouts.distributed import Blocked, blocked_for_shape
from xtriton.layouts.encodings import Encoding, shape_per_cta
from xtriton.layouts.orders import Order, matrix_order
from xtriton.layouts.tile import Shape

MAX_VECTOR_BITS = 128
"""What a thread can move with one instruction."""


def order_by_contiguity(contiguity: Sequence[int]) -> Order:
    """The dimensions by falling contiguity, the first of equals first."""
    return tuple(sorted(range(len(contiguity)), key=lambda dim: -contiguity[dim]))


def encoding_of_tensor(type_: TensorType[Attribute]) -> Encoding:
    """The layout of a tensor that has one."""
    layout = layout_of(type_.encoding)
    assert layout is not None
    return layout


class Coalescing:
    """Chooses layouts for the memory accesses of a module, from what is known of their pointers."""

    def __init__(self, known: ModuleAxisInfo) -> None:
        self._known = known
        self._related = RelatedAccesses()
        self._most: dict[tuple[frozenset[Operation], Shape, Order, Shape], int] = {}

    def encoding(self, op: Operation, type_: TensorType[Attribute], num_warps: int, lanes: int) -> Blocked:
        """The layout for an access through pointers of ``type_`` by so many warps of so many threads.

        Its threads follow the pointers along the most contiguous dimension. Each takes as much of it as can be moved
        at once, by this access or by another one that depends on it and is equal in shape and order.
        """
        shape = tuple(type_.get_shape())
        encoding = encoding_of_tensor(type_)
        per_cta = shape_per_cta(encoding, shape)
        order = order_by_contiguity(self._info(op).contiguity)
        own = self._elements_per_thread(op, order, per_cta)
        most = max(own, self._most_elements_per_thread(op, shape, order, per_cta))
        count = min(most, max(prod(per_cta) // (num_warps * lanes), 1))
        if not isinstance(op, LoadOp):
            # No instruction writes more at once: a warp would leave gaps, which only caches of loads make good.
            count = min(count, own)
        size = [1] * len(shape)
        size[order[0]] = count
        return blocked_for_shape(shape, size, order, num_warps, lanes, encoding.cta_layout)

    def _info(self, op: Operation) -> AxisInfo:
        pointer = accessed_pointer(op)
        info = None if pointer is None else self._known.info(pointer)
        if info is not None and info.rank:
            return info
        type_ = accessed_tensor(op)
        return uniform(1 if type_ is None else len(type_.get_shape()), 1)

    def _most_elements_per_thread(self, op: Operation, shape: Shape, order: Order, per_cta: Shape) -> int:
        """How many elements any access can move at once that depends on ``op`` or the other way round.

        Only accesses with its shape and order count. Where there are many, this is found once for all of them.
        """
        pointer = accessed_pointer(op)
        if pointer is None or not isinstance(pointer.owner, Operation):
            return 0
        related = self._related.of(op)
        key = (related, shape, order, per_cta)
        if key not in self._most:
            similar = (other for other in related if self._is_similar(other, shape, order))
            counts = (self._elements_per_thread(other, order, per_cta) for other in similar)
            self._most[key] = max(counts, default=0)
        return self._most[key]

    def _is_similar(self, op: Operation, shape: Shape, order: Order) -> bool:
        type_ = accessed_tensor(op)
        if type_ is None or tuple(type_.get_shape()) != shape:
            return False
        return order_by_contiguity(self._info(op).contiguity) == order

    def _elements_per_thread(self, op: Operation, order: Order, per_cta: Sequence[int]) -> int:
        """How many elements of an access a thread can move at once."""
        type_, info, dim = accessed_tensor(op), self._info(op), order[0]
        assert type_ is not None
        bits = element_bits(type_)
        multiple = max((info.divisibility[dim] & 0xFFFFFFFF) // max(bits // 8, 1), 1)
        return min(multiple, info.contiguity[dim], per_cta[dim], MAX_VECTOR_BITS // bits)


def descriptor_encoding(type_: TensorType[Attribute], num_warps: int, lanes: int) -> Blocked:
    """The layout for what is loaded or stored through a descriptor, which passes through shared memory.

    Each thread has a vector of the last dimension, as long as one instruction can move.
    """
    shape = tuple(type_.get_shape())
    encoding = encoding_of_tensor(type_)
    per_thread = max(prod(shape_per_cta(encoding, shape)) // (num_warps * lanes), 1)
    size = [1] * len(shape)
    size[-1] = min(per_thread, MAX_VECTOR_BITS // element_bits(type_))
    order = matrix_order(len(shape), row_major=True)
    return blocked_for_shape(shape, size, order, num_warps, lanes, encoding.cta_layout)
