"""Buffers of pipelined loops: multi-buffered allocations, their barriers, and the counters that index them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

from xdsl.dialects.builtin import i1, i32, i64
from xdsl.ir import Attribute, SSAValue

from xtriton.dialects.ttg.attributes import SharedMemorySpaceAttr, encoding_attr
from xtriton.dialects.ttg.memdesc import MemDescIndexOp
from xtriton.dialects.ttg.memory import LocalAllocOp, LocalDeallocOp
from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttg.verify import module_of, num_ctas
from xtriton.dialects.ttng.barrier import InitBarrierOp, InvalBarrierOp
from xtriton.dialects.upstream.arith import AddIOp, CmpIOp, CmpIPredicate, SelectOp
from xtriton.dialects.upstream.scf import ForOp
from xtriton.ir.locations import Location
from xtriton.layouts.encodings import CTALayout, SwizzledShared
from xtriton.rewriting.constants import insert_constant
from xtriton.rewriting.rewriter import Rewriter, location_of
from xtriton.rewriting.signatures import add_iter_args
from xtriton.versions import V3_6, V3_7, V3_8, active_version, before, by_version, cached_by_version


def insert_true(rewriter: Rewriter) -> SSAValue:
    """The constant true."""
    return insert_constant(rewriter, 1, i1)


def insert_unused_zero(rewriter: Rewriter) -> None:
    """Create the dead constant that Triton before 3.8 creates for each copy."""
    if active_version() in _CREATES_ZEROS:
        insert_constant(rewriter, 0)


_CREATES_ZEROS = before(V3_8)


def buffer_view(rewriter: Rewriter, buffers: SSAValue, index: SSAValue) -> SSAValue:
    """Index a multi-buffered allocation; the view has the location of the allocation."""
    view = _type_of_view(cast("MemDescType", buffers.type))
    return rewriter.insert(MemDescIndexOp(buffers, index, result=view), location_of(buffers)).result


@cached_by_version(256)
def _type_of_view(type_: MemDescType) -> MemDescType:
    """The type of one of several buffers."""
    return MemDescType(type_.get_shape()[1:], type_.element_type, type_.encoding, type_.memory_space, type_.mutable)


def numbered_buffer_view(rewriter: Rewriter, buffers: SSAValue, number: int) -> SSAValue:
    """Index a multi-buffered allocation with a constant."""
    location = location_of(buffers)
    index = insert_constant(rewriter, number, i32, location)
    return buffer_view(rewriter, buffers, index)


def allocate_buffers(
    loop: ForOp, shape: Sequence[int], element_type: Attribute, encoding: Attribute, count: int, location: Location
) -> SSAValue:
    """Allocate ``count`` buffers of a shape in shared memory before ``loop``, and free them after it."""
    rewriter = Rewriter()
    rewriter.before(loop)
    type_ = MemDescType((count, *shape), element_type, encoding, SharedMemorySpaceAttr(), True)
    buffers = rewriter.insert(LocalAllocOp(result=type_), location).result
    rewriter.after(loop)
    rewriter.insert(LocalDeallocOp(buffers), loop.location)
    return buffers


def allocate_barriers(loop: ForOp, count: int) -> SSAValue:
    """Allocate and initialise ``count`` barriers before ``loop``; invalidate and free them after it."""
    rewriter = Rewriter()
    rewriter.start_at(loop)
    barriers = initialise_barriers(rewriter, count, 1, num_ctas(module_of(loop)))
    rewriter.after(loop)
    free_barriers(rewriter, barriers, count)
    return barriers


def initialise_barriers(rewriter: Rewriter, count: int, arrivals: int, ctas: int) -> SSAValue:
    """Allocate ``count`` barriers, each expecting the given number of arrivals, in a cluster of ``ctas`` CTAs."""
    words, cta = _BARRIER_WORDS.now()(ctas)
    layout = SwizzledShared(1, 1, 1, (0,), cta)
    type_ = MemDescType((count, words), i64, encoding_attr(layout), SharedMemorySpaceAttr(), True)
    barriers = rewriter.insert(LocalAllocOp(result=type_)).result
    for number in range(count):
        rewriter.insert(InitBarrierOp(numbered_buffer_view(rewriter, barriers, number), count=arrivals))
    return barriers


def free_barriers(rewriter: Rewriter, barriers: SSAValue, count: int) -> None:
    """Invalidate and free ``count`` barriers."""
    for number in range(count):
        rewriter.insert(InvalBarrierOp(numbered_buffer_view(rewriter, barriers, number)))
    rewriter.insert(LocalDeallocOp(barriers))


def _one_word(ctas: int) -> tuple[int, CTALayout]:
    """The number of words of a barrier with one word per CTA of the cluster, and its CTA layout."""
    return 1, CTALayout(((0,),) * (ctas.bit_length() - 1), 1)


def _word_per_cta(ctas: int) -> tuple[int, CTALayout]:
    """The number of words of a barrier that all CTAs of a cluster share, and its CTA layout."""
    return ctas, CTALayout.one_each(ctas)


_BARRIER_WORDS = by_version({V3_6: _one_word, V3_7: _word_per_cta})


class Incremented(NamedTuple):
    """A counter after an increment, and whether it wrapped around to zero."""

    value: SSAValue
    wrapped: SSAValue


def increment_modulo(
    rewriter: Rewriter, counter: SSAValue, modulus: SSAValue, zero: SSAValue, one: SSAValue
) -> Incremented:
    """Increment a counter that wraps around to ``zero`` when it reaches ``modulus``."""
    following = rewriter.insert(AddIOp(counter, one)).result
    wrapped = rewriter.insert(CmpIOp(CmpIPredicate.SGE, following, modulus)).result
    return Incremented(rewriter.insert(SelectOp(wrapped, zero, following)).result, wrapped)


def carry(loop: ForOp, inits: Sequence[SSAValue], yielded: Sequence[SSAValue] | None = None) -> ForOp:
    """Replace ``loop`` with one that has ``inits`` as further iter_args.

    It yields ``yielded`` for them, by default the new iter_args themselves.
    """
    rewriter = Rewriter()
    loop = add_iter_args(loop, inits, rewriter)
    end = loop.yield_operation
    assert end is not None
    end.operands = [*end.operands, *(loop.iter_args[-len(inits) :] if yielded is None else yielded)]
    return loop
