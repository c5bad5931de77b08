"""Lowered memrefs: an address, an offset, sizes and strides, each a constant or an SSA value.

There is no descriptor struct. Static sizes and strides stay static through views, so that address computations fold.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from xdsl.dialects.builtin import MemRefType, i1, i8, i64
from xdsl.ir import Attribute, SSAValue

from xtriton.dialects.upstream.memref import strides_and_offset
from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.ir.narrowing import is_memref_type, is_unranked_memref_type
from xtriton.passes.cpu.to_llvm.builder import PTR, LlvmBuilder, Number
from xtriton.passes.cpu.to_llvm.types import memory_type, scalar_type


@dataclass(frozen=True)
class Memory:
    """A memref: ``element`` is its element type before lowering; all numbers count elements."""

    base: SSAValue
    element: Attribute
    offset: Number = 0
    sizes: tuple[Number, ...] = ()
    strides: tuple[Number, ...] = ()

    def address(self, b: LlvmBuilder, indices: Sequence[Number]) -> SSAValue:
        """The address of an element."""
        index = self.offset
        for number, stride in zip(indices, self.strides, strict=True):
            index = b.plus(index, b.times(number, stride))
        return b.element(self.base, index, memory_type(self.element))

    def load(self, b: LlvmBuilder, indices: Sequence[Number]) -> SSAValue:
        """Load an element."""
        return self.from_memory(b, b.load(self.address(b, indices), memory_type(self.element)))

    def store(self, b: LlvmBuilder, value: SSAValue, indices: Sequence[Number]) -> None:
        """Write an element."""
        if self.element == i1:
            value = b.add("zext", [value], i8)
        b.store(value, self.address(b, indices))

    def from_memory(self, b: LlvmBuilder, value: SSAValue) -> SSAValue:
        """Convert a loaded value to the element's type."""
        return b.compare("ne", value, b.integer(0, i8)) if self.element == i1 else value

    def subview(
        self, b: LlvmBuilder, offsets: Sequence[Number], sizes: Sequence[Number], strides: Sequence[Number]
    ) -> Memory:
        """A subview with the same rank."""
        offset = self.offset
        for offset_, stride in zip(offsets, self.strides, strict=True):
            offset = b.plus(offset, b.times(offset_, stride))
        inner = tuple(b.times(step, stride) for step, stride in zip(strides, self.strides, strict=True))
        return replace(self, offset=offset, sizes=tuple(sizes), strides=inner)

    def without(self, dims: Sequence[int]) -> Memory:
        """The memref without some unit dimensions."""
        kept = [dim for dim in range(len(self.sizes)) if dim not in dims]
        sizes, strides = self.sizes, self.strides
        return replace(self, sizes=tuple(sizes[dim] for dim in kept), strides=tuple(strides[dim] for dim in kept))

    def collapsed(self, b: LlvmBuilder, groups: Sequence[Sequence[int]]) -> Memory:
        """Each group of dimensions collapsed."""
        sizes: list[Number] = []
        strides: list[Number] = []
        for group in groups:
            size: Number = 1
            for dim in group:
                size = b.times(size, self.sizes[dim])
            real = [dim for dim in group if self.sizes[dim] != 1]
            sizes.append(size)
            strides.append(self.strides[real[-1]] if real else 1)
        return replace(self, sizes=tuple(sizes), strides=tuple(strides))

    def expanded(self, b: LlvmBuilder, groups: Sequence[Sequence[int]], sizes: Sequence[Number]) -> Memory:
        """Each dimension expanded to a group; ``sizes`` are the new extents."""
        strides: dict[int, Number] = {}
        for group, stride in zip(groups, self.strides, strict=True):
            for dim in reversed(group):
                strides[dim] = stride
                stride = b.times(stride, sizes[dim])
        found = tuple(strides.get(dim, 1) for dim in range(len(sizes)))
        return replace(self, sizes=tuple(sizes), strides=found)

    def flat(self, b: LlvmBuilder) -> SSAValue:
        """The address of the first element."""
        return b.element(self.base, self.offset, memory_type(self.element))

    # Through arguments of blocks and functions

    def pack(self, b: LlvmBuilder, type_: Attribute) -> list[SSAValue]:
        """The operands that represent it where a ``type_`` is passed."""
        values = [self.flat(b)]
        if is_memref_type(type_):
            sizes, strides = layout(type_)
            values += [b.value(size) for size, known in zip(self.sizes, sizes, strict=True) if known == DYNAMIC]
            values += [b.value(stride) for stride, known in zip(self.strides, strides, strict=True) if known == DYNAMIC]
        return values


def layout(type_: Attribute) -> tuple[Sequence[int], Sequence[int]]:
    """The sizes and strides of a memref type. Raises ``ValueError`` if it has no strides."""
    memref = cast("MemRefType[Attribute]", type_)
    known = strides_and_offset(memref)
    if known is None:
        raise ValueError(f"the layout of '{type_}' is not strided")
    return memref.get_shape(), known[0]


def packed_types(type_: Attribute) -> list[Attribute]:
    """The types of the operands that represent a ``type_`` where it is passed."""
    if is_unranked_memref_type(type_):
        return [PTR]
    if is_memref_type(type_):
        sizes, strides = layout(type_)
        return [PTR, *[i64] * (list(sizes).count(DYNAMIC) + list(strides).count(DYNAMIC))]
    return [scalar_type(type_)]


def unpack(type_: Attribute, values: Sequence[SSAValue]) -> Memory | SSAValue:
    """The inverse of :meth:`Memory.pack`; a value that is not a memref is returned as it is."""
    if is_unranked_memref_type(type_):
        return Memory(values[0], type_.element_type)
    if not is_memref_type(type_):
        return values[0]
    sizes, strides = layout(type_)
    rest = iter(values[1:])
    numbers = [next(rest) if number == DYNAMIC else number for number in (*sizes, *strides)]
    rank = len(sizes)
    element = type_.element_type
    return Memory(values[0], element, 0, tuple(numbers[:rank]), tuple(numbers[rank:]))
