"""Layouts with which the threads of a warp access neighbouring memory."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from xdsl.dialects.builtin import BFloat16Type, Float16Type, Float32Type, Float64Type, StringAttr, TensorType
from xdsl.ir import Attribute, Operation

from xtriton.analysis.axis_info import ModuleAxisInfo
from xtriton.analysis.axis_info_lattice import AxisInfo, uniform
from xtriton.analysis.axis_info_transfer import element_bits
from xtriton.analysis.memory_accesses import RelatedAccesses, accessed_pointer, accessed_tensor
from xtriton.dialects.tt.enums import RMWOp
from xtriton.dialects.tt.memory import AtomicCASOp, AtomicRMWOp, LoadOp
from xtriton.dialects.ttg.attributes import layout_of
from xtriton.dialects.ttg.types import bit_width
from xtriton.dialects.ttg.verify import TARGET, module_of
from xtriton.ir.creation import is_operation
from xtriton.ir.narrowing import is_integer_type
from xtriton.ir.traits import element_type
from xtriton.layouts.distributed import Blocked, blocked_for_shape
from xtriton.layouts.encoding import CTALayout
from xtriton.layouts.encodings import Encoding, shape_per_cta
from xtriton.layouts.orders import Order, matrix_order
from xtriton.layouts.tile import Shape
from xtriton.versions import V3_7, V3_8, active_version, before, since

MAX_VECTOR_BITS = 128
"""The maximum width of a memory access of a thread."""


def order_by_contiguity(contiguity: Sequence[int]) -> Order:
    """The dimensions by falling contiguity; of equals the last comes first, before 3.7 the first."""
    dims = range(len(contiguity))
    return tuple(
        sorted(dims if active_version() in _FIRST_OF_EQUALS else reversed(dims), key=lambda dim: -contiguity[dim])
    )


_FIRST_OF_EQUALS = before(V3_7)


def encoding_of_tensor(type_: TensorType[Attribute]) -> Encoding:
    """The layout of a tensor that has one."""
    layout = layout_of(type_.encoding)
    assert layout is not None
    return layout


class Coalescing:
    """Chooses layouts for the memory accesses of a module from the axis info of their pointers."""

    def __init__(self, known: ModuleAxisInfo) -> None:
        self._known = known
        self._related = RelatedAccesses()
        self._most: dict[tuple[frozenset[Operation], Shape, Order, Shape], int] = {}

    def encoding(
        self,
        op: Operation,
        type_: TensorType[Attribute],
        num_warps: int,
        lanes: int,
        per_cta: Shape | None = None,
        cta_layout: CTALayout | None = None,
    ) -> Blocked:
        """The layout for an access through pointers of ``type_`` by so many warps of so many threads.

        ``per_cta`` is the shape of the part of a CTA, ``cta_layout`` the layout of the CTAs; without them those of the
        pointers.

        Its threads follow the pointers along the most contiguous dimension. Each takes as much of it as can be moved
        at once, by this access or by another one that depends on it and is equal in shape and order.
        """
        shape = tuple(type_.get_shape())
        per_cta = per_cta or shape_per_cta(encoding_of_tensor(type_), shape)
        order = order_by_contiguity(self._info(op).contiguity)
        own = self._elements_per_thread(op, order, per_cta)
        most = max(own, self._most_elements_per_thread(op, shape, order, per_cta))
        count = min(most, max(prod(per_cta) // (num_warps * lanes), 1))
        if not isinstance(op, LoadOp):
            # No instruction writes more at once: a warp would leave gaps, which only caches of loads make good.
            count = min(count, own)
        size = [1] * len(shape)
        size[order[0]] = count
        return blocked_for_shape(
            shape, size, order, num_warps, lanes, cta_layout or encoding_of_tensor(type_).cta_layout
        )

    def _info(self, op: Operation) -> AxisInfo:
        pointer = accessed_pointer(op)
        info = None if pointer is None else self._known.info(pointer)
        if info is not None and info.rank:
            return info
        type_ = accessed_tensor(op)
        return uniform(1 if type_ is None else len(type_.get_shape()), 1)

    def _most_elements_per_thread(self, op: Operation, shape: Shape, order: Order, per_cta: Shape) -> int:
        """The most elements that an access in the slice of ``op`` can move at once.

        Only accesses with the shape and order of ``op`` count. Results are cached for accesses with the same slice.
        """
        pointer = accessed_pointer(op)
        if pointer is None or not is_operation(pointer.owner):
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
        most = MAX_VECTOR_BITS // bits
        if active_version() in _CAPPED_ATOMICS:
            most = min(most, most_elements_of_atomic(op) or most)
        return min(multiple, info.contiguity[dim], per_cta[dim], most)


_CAPPED_ATOMICS = since(V3_8)


def most_elements_of_atomic(op: Operation) -> int | None:
    """How many elements a thread can change with one atomic instruction; ``None`` where that is not limited."""
    if isinstance(op, AtomicCASOp):
        return 1
    if not isinstance(op, AtomicRMWOp):
        return None
    element = element_type(op.val.type)
    if is_integer_type(element) or isinstance(element, Float64Type):
        return 1
    module = module_of(op)
    target = None if module is None else module.attributes.get(TARGET)
    if not isinstance(target, StringAttr):
        return None
    if target.data.startswith(_AMD):
        return max(_AMD_ATOMIC_BITS // bit_width(element), 1)
    capability = _capability(target.data)
    if RMWOp.of(op.atomic_rmw_op) is not RMWOp.FADD or capability is None or capability >= _FIRST_WITH_VECTOR_ATOMICS:
        return None
    if isinstance(element, Float32Type | BFloat16Type):
        return 1
    return 2 if isinstance(element, Float16Type) else None


_FIRST_WITH_VECTOR_ATOMICS = 90
_AMD = "hip:"
_AMD_ATOMIC_BITS = 32
"""The width of an atomic operation on floats on AMD's GPUs."""


def _capability(target: str) -> int | None:
    kind, _, number = target.partition(":")
    return int(number) if kind == "cuda" and number.isdigit() else None


def descriptor_encoding(type_: TensorType[Attribute], num_warps: int, lanes: int) -> Blocked:
    """The layout for a descriptor load's result or a descriptor store's source, which pass through shared memory.

    Each thread has a vector of the last dimension, as long as one instruction can move.
    """
    shape = tuple(type_.get_shape())
    encoding = encoding_of_tensor(type_)
    per_thread = max(prod(shape_per_cta(encoding, shape)) // (num_warps * lanes), 1)
    size = [1] * len(shape)
    size[-1] = min(per_thread, MAX_VECTOR_BITS // element_bits(type_))
    order = matrix_order(len(shape), row_major=True)
    return blocked_for_shape(shape, size, order, num_warps, lanes, encoding.cta_layout)
