"""The base of the operations of ``ttg`` and ``ttng``, and shared checks."""

from __future__ import annotations

from collections.abc import Callable
from typing import NoReturn, cast

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation
from xdsl.irdl import traits_def

from xtriton.dialects.tt.op import TensorLayouts
from xtriton.dialects.ttg.types import MemDescType, shape_and_encoding
from xtriton.ir.diagnostics import Violation, listed
from xtriton.ir.op import Op
from xtriton.layouts.encoding import SharedEncoding


class LayoutOp(Op):
    """An operation whose tensor layouts are verified against the module."""

    traits = traits_def(TensorLayouts())


def reject(message: str) -> NoReturn:
    """Raise a verification error with only the message, like Triton's ``emitError``."""
    raise Violation(message, prefixed=False)


def inferred(infer: Callable[[], Attribute]) -> Attribute:
    """The result of ``infer``; an unsupported encoding becomes a violation."""
    try:
        return infer()
    except ValueError as exc:
        raise Violation(str(exc), prefixed=False) from exc


def element_type_of(type_: Attribute) -> Attribute:
    """The element type of a tensor or memory descriptor."""
    return cast("TensorType[Attribute] | MemDescType", type_).element_type


def verify_region_blocks(op: Operation, index: int, name: str, *, least: int = 1, exact: bool = False) -> None:
    """Verify the number of blocks of a region (ODS ``SizedRegion`` and ``MinSizedRegion``)."""
    count = len(op.regions[index].blocks)
    if count == least or (count > least and not exact):
        return
    summary = f"region with {'' if exact else 'at least '}{least} blocks"
    raise Violation(f"region #{index} ('{name}') failed to verify constraint: {summary}")


def verify_transfer(source: Attribute, target: Attribute) -> None:
    """A transfer between registers and memory keeps element type and shape."""
    element, shape = element_type_of(target), shape_and_encoding(target)[0]
    if element_type_of(source) != element:
        raise Violation(f"source element type '{source}' must match destination element type '{element}'")
    source_shape = shape_and_encoding(source)[0]
    if source_shape != shape:
        raise Violation(f"source shape [{listed(source_shape)}] must match [destination shape {listed(shape)}]")


def verify_allocation(source: Attribute | None, result: MemDescType) -> None:
    """An allocation is not a subview; without an initial value it is mutable."""
    if result.get_shape() != result.get_alloc_shape():
        raise Violation("result shape and its alloc shape must match")
    if source is not None:
        verify_transfer(source, result)
    elif not result.mutable:
        raise Violation("uninitialized alloc must have a mutable memdesc type")


def verify_shared_memory_rank(tensor: TensorType[Attribute], memory: MemDescType, name: str) -> None:
    """The encoding of the memory is a shared encoding of the tensor's rank."""
    layout = memory.layout()
    if not isinstance(layout, SharedEncoding):
        raise Violation("expected memdesc to have a shared memory encoding")
    rank = len(tensor.get_shape())
    if rank != layout.rank:
        raise Violation(f"{name} has rank {rank} but memdesc encoding has rank {layout.rank}")
