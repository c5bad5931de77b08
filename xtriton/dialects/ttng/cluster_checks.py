"""How the CTAs of a cluster share memory and barriers, since Triton 3.8."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Attribute, Operation

from xtriton.dialects.ttg.types import MemDescType
from xtriton.dialects.ttg.verify import module_of, num_ctas
from xtriton.ir.diagnostics import Violation
from xtriton.layouts.encoding import LayoutError, to_linear_layout
from xtriton.layouts.shared import SwizzledShared
from xtriton.layouts.tile import BLOCK
from xtriton.versions import V3_6, V3_9, by_version


def listed_bases(bases: Sequence[Sequence[int]]) -> str:
    """The bases of a CTA layout as Triton writes them."""
    return str([list(basis) for basis in bases])


def cta_bases(memory: MemDescType) -> Sequence[tuple[int, ...]]:
    """How the CTAs share memory; nothing where their parts are not alike."""
    layout = memory.layout()
    try:
        return layout.cta_layout.bases if layout is not None else ()
    except LayoutError:
        return ()


def _expected(op: Operation) -> list[tuple[int, ...]]:
    return [(1 << bit,) for bit in range(num_ctas(module_of(op)).bit_length() - 1)]


def is_word_per_cta(op: Operation, barrier: MemDescType) -> bool:
    """Whether the CTAs share the words of a barrier one by one."""
    return list(cta_bases(barrier)) == _expected(op)


def verify_barrier_layout(op: Operation, barrier: Attribute, name: str) -> None:
    """Verify that each CTA has a word of a barrier of its own."""
    if isinstance(barrier, MemDescType) and not is_word_per_cta(op, barrier):
        found = listed_bases(cta_bases(barrier))
        raise Violation(f"{name} cga_layout must be {listed_bases(_expected(op))}, got {found}")


def block_bases(memory: MemDescType) -> tuple[tuple[int, ...], ...]:
    """The elements of the allocation at which the CTAs of a cluster begin; nothing without a layout."""
    layout = memory.layout()
    if layout is None:
        return ()
    return to_linear_layout(layout, memory.get_alloc_shape()[-layout.rank :]).bases.get(BLOCK, ())


def is_contiguous(memory: MemDescType) -> bool:
    """Whether memory is all of its allocation, or of one of its buffers, without a swizzle."""
    layout = memory.layout()
    return (
        isinstance(layout, SwizzledShared)
        and layout.vec == layout.per_phase == layout.max_phase == 1
        and memory.get_alloc_shape()[-layout.rank :] == memory.get_shape()
    )


def has_copies(memory: MemDescType) -> bool:
    """Whether several CTAs hold the same elements of shared memory."""
    layout = memory.layout()
    if layout is None:
        return False
    shape = tuple(memory.get_alloc_shape()[-layout.rank :])
    return to_linear_layout(layout, shape).free_variable_masks().get(BLOCK, 0) != 0


def _verify_any_place(memory: MemDescType) -> None:
    """Versions that do not verify how the memory of a response lies."""


def _verify_contiguous(memory: MemDescType) -> None:
    if not is_contiguous(memory):
        raise Violation(
            "CLC result buffer must have a contiguous shared-memory layout without subviews", prefixed=False
        )


_VERIFY_PLACE = by_version({V3_6: _verify_any_place, V3_9: _verify_contiguous})


def verify_response(memory: MemDescType) -> None:
    """Verify the memory of a response of cluster launch control: 128 bits in each CTA."""
    if getattr(getattr(memory.element_type, "width", None), "data", None) != 64:
        raise Violation(
            f"Expected CLC result buffer to have type int64, but got'{memory.element_type}'", prefixed=False
        )
    shape = memory.get_shape()
    if shape != (2,):
        listed = ", ".join(map(str, shape))
        raise Violation(
            f"Expected CLC result buffer to have rank 1 and a single dimension equal to 2, but got {listed}.",
            prefixed=False,
        )
    _VERIFY_PLACE.now()(memory)
    if any(any(basis) for basis in cta_bases(memory)):
        raise Violation(
            f"Expected CLC result buffer cga_layout bases to be all zeros. Got {listed_bases(cta_bases(memory))}",
            prefixed=False,
        )
