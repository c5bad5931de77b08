"""What ``ttng.tmem_copy`` requires of its layouts, by version."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from xdsl.ir import Operation

from xtriton.dialects.ttg.types import MemDescType, bit_width
from xtriton.dialects.ttg.verify import module_of, num_ctas
from xtriton.dialects.ttng.cluster_checks import cta_bases
from xtriton.ir.diagnostics import Violation
from xtriton.layouts.encodings import (
    Encoding,
    NVMMAShared,
    SharedEncoding,
    TensorMemory,
    TensorMemoryScales,
    to_linear_layout,
)
from xtriton.layouts.linear_layout import LinearLayout
from xtriton.layouts.tensor_memory import COL
from xtriton.versions import V3_6, V3_7, V3_8, V3_9, ByVersion, active_version, by_version, since

_LEAST_ALIGNMENT = 16
"""Bytes to which the address in a matrix descriptor is aligned."""


def verify_copied_layouts(op: Operation, source: MemDescType, target: MemDescType) -> None:
    """Verify the layouts of a copy from shared memory into tensor memory."""
    layout = cast("SharedEncoding", source.layout())
    if layout.alignment < _LEAST_ALIGNMENT:
        raise Violation("Source must have at least 16-byte alignment to be representable in a matrix descriptor.")
    _VERIFY_CTAS.now()(op, source, target)
    nvmma = layout if isinstance(layout, NVMMAShared) else None
    if nvmma is not None and (nvmma.transposed or nvmma.fp4_padded):
        raise Violation("The source should not be transposed or padded")
    if isinstance(target.layout(), TensorMemoryScales):
        if nvmma is not None and nvmma.swizzling_byte_width != 0:
            raise Violation("The source should not be swizzled for now")
        return
    memory = target.layout()
    if not isinstance(memory, TensorMemory):
        raise Violation("Incorrect tmem layout.")
    if memory.block_m != 128:
        raise Violation(_OTHER_ROWS.now())
    if nvmma is not None and nvmma.swizzling_byte_width == 0:
        raise Violation("Source layout should be swizzled.")
    if bit_width(source.element_type) != 32:
        raise Violation("Source element type should be 32-bit.")
    if active_version() in _WIDE_ROWS:
        _require_wide_rows(target)


_OTHER_ROWS = by_version({V3_6: "Tmem layout ahouls have M=128.", V3_7: "Tmem layout must have blockM=128."})
"""The message about rows other than 128, with Triton 3.6's spelling."""


def _require_one_cta(op: Operation, source: MemDescType, target: MemDescType) -> None:
    if num_ctas(module_of(op)) != 1:
        raise Violation("NYI: Only one CTA is supported for now.")


def _require_same_ctas(op: Operation, source: MemDescType, target: MemDescType) -> None:
    """Each CTA copies from its own shared memory."""
    if cta_bases(source) != cta_bases(target):
        shared, memory = _allocated(source), _allocated(target)
        raise Violation(
            f"The source and destination must have the same cga layout. Got source: {shared} and destination: {memory}"
        )


_VERIFY_CTAS: ByVersion[Callable[[Operation, MemDescType, MemDescType], None]] = by_version(
    {V3_6: _require_one_cta, V3_8: _require_same_ctas}
)

_WIDE_ROWS = since(V3_9)
"""Versions that require rows of four words without holes, which one instruction writes."""


def _require_wide_rows(target: MemDescType) -> None:
    """Four neighbouring words of a row are elements of the target: not of the allocation around it, and not unused."""
    columns = _allocated(target).bases[COL][:2]
    shape = target.get_shape()
    used = [any(basis) and all(step < size for step, size in zip(basis, shape, strict=True)) for basis in columns]
    if used != [True, True]:
        raise Violation("The destination must have at least 128 contiguous bits per TMEM row.")


def _allocated(type_: MemDescType) -> LinearLayout:
    """The layout of the whole allocation."""
    layout = cast("Encoding", type_.layout())
    return to_linear_layout(layout, tuple(type_.get_alloc_shape()[-layout.rank :]))
