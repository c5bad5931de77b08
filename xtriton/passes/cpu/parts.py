"""The beginnings of blocks: what masks leave of a block at the edge of an array."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.ir import SSAValue

from xtriton.dialects.upstream import memref
from xtriton.dialects.upstream.arith import SelectOp
from xtriton.dialects.upstream.mixed import DYNAMIC
from xtriton.ir.narrowing import is_memref_type
from xtriton.rewriting.rewriter import Rewriter

Number = int | SSAValue


@dataclass(frozen=True)
class Part:
    """The first elements along each dimension of a block whose extents are known."""

    block: SSAValue
    """Memory that begins with the block's first element."""
    shape: Sequence[int]
    """The extents of the block."""
    sizes: Sequence[Number]
    """The extents of the part."""
    may_be_exceeded: bool = True
    """Whether the elements of the block after the part are there, too."""

    @staticmethod
    def of(memory: SSAValue) -> Part | None:
        """Memory as a part of the block that it is a view of, or of itself; ``None`` if the extents are not known."""
        match memory.owner:
            case memref.SubViewOp() if is_beginning(memory.owner) and _keeps_rank(memory.owner):
                source = memory.owner.source
                extents = _static_shape(source)
                return None if extents is None else Part(source, extents, memory.owner.mixed_sizes)
            case SelectOp(true_value=copied) if isinstance(copied.owner, memref.CastOp):
                # A part of a buffer, or memory of the same extents. Their type has those of the part alone.
                part = Part.of(copied.owner.source)
                return None if part is None else Part(memory, part.shape, part.sizes, part.is_whole)
            case _:
                shape = _static_shape(memory)
                return None if shape is None else Part(memory, shape, shape)

    @property
    def is_whole(self) -> bool:
        return list(self.sizes) == list(self.shape)


def is_beginning(view: memref.SubViewOp) -> bool:
    """Whether a part begins with the first element, without gaps."""
    return all(offset == 0 for offset in view.mixed_offsets) and all(stride == 1 for stride in view.mixed_strides)


def with_layout_of_source(view: memref.SubViewOp) -> None:
    """Replace a part of a row by one with the layout that follows from its new source."""
    rewriter = Rewriter()
    rewriter.start_at(view)
    new = rewriter.insert(memref.SubViewOp.of(view.source, view.mixed_offsets, view.mixed_sizes, view.mixed_strides))
    view.result.replace_all_uses_with(new.result)
    rewriter.erase(view)


def _keeps_rank(view: memref.SubViewOp) -> bool:
    return len(view.mixed_sizes) == len(view.type.get_shape())


def _static_shape(memory: SSAValue) -> Sequence[int] | None:
    if not is_memref_type(memory.type):
        return None
    shape = memory.type.get_shape()
    return None if DYNAMIC in shape else shape
