"""Operations of ``ttg`` on memory descriptors: views of memory that move no data."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import ClassVar, cast

from xdsl.dialects.builtin import DenseArrayBase, i32
from xdsl.ir import Attribute
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import OpTrait, Pure

from xtriton.dialects.ttg.attributes import encoding_attr, is_shared, layout_of
from xtriton.dialects.ttg.op import LayoutOp, inferred, reject
from xtriton.dialects.ttg.reinterpretation import verify_footprint
from xtriton.dialects.ttg.types import MemDesc, MemDescType, bit_width
from xtriton.ir.constraints import I32, DenseI32Array
from xtriton.ir.definitions import INFERRED, Operand, Property, Result, operand_def, prop_def, result_def
from xtriton.ir.diagnostics import listed
from xtriton.ir.narrowing import int_list
from xtriton.ir.number_parser import parse_int32
from xtriton.ir.syntax import ParsedParts
from xtriton.ir.traits import InferTypeOp, SameOperandsAndResultElementType
from xtriton.layouts.bits import is_power_of_two
from xtriton.layouts.encodings import (
    Encoding,
    PaddedShared,
    SharedEncoding,
    TensorMemory,
    layouts_equal,
    to_linear_layout,
)
from xtriton.layouts.inference import infer_memdesc_reshape, infer_trans
from xtriton.layouts.linear_layout import LinearLayout
from xtriton.layouts.orders import is_permutation, permuted
from xtriton.layouts.tile import BLOCK, standard_dims
from xtriton.versions import V3_6, V3_8, V3_9, ByVersion, active_version, by_version, since


class MemDescView(OpTrait):
    """The result is a view of the memory of the operand."""


def parse_offsets(parser: Parser, parts: ParsedParts) -> None:
    """Read ``1, 2`` as the property ``offsets``."""
    values = parser.parse_comma_separated_list(parser.Delimiter.NONE, lambda: parse_int32(parser))
    parts.properties["offsets"] = DenseArrayBase.from_list(i32, values)


def print_offsets(printer: Printer, op: MemDescSubsliceOp) -> None:
    """Write the property ``offsets`` as ``1, 2``."""
    printer.print_string(listed(int_list(op.offsets)))


def _require_same_encoding(source: MemDescType, result: MemDescType) -> None:
    if source.encoding != result.encoding:
        reject("src and result must have the same encoding")


_REQUIRE_SAME_ENCODING: ByVersion[Callable[[MemDescType, MemDescType], None]] = by_version(
    {V3_6: lambda source, result: None, V3_8: _require_same_encoding}
)


def _verify_indexed_whole(source: MemDescType, result: MemDescType) -> None:
    """Only whole allocations are indexed."""
    if source.get_alloc_shape() != source.get_shape():
        reject("We don't support memdesc_index of a subview")
    _require_same_kind(source, result)
    if result.get_alloc_shape() != result.get_shape():
        reject("alloc shape must match shape for both result and src")


def _verify_indexed_buffers(source: MemDescType, result: MemDescType) -> None:
    """Only allocations, or some of their buffers, are indexed."""
    if source.get_alloc_shape()[1:] != source.get_shape()[1:]:
        reject("We only support memdesc_index of a multibuffer-prefix subview")
    _require_same_kind(source, result)
    if result.get_alloc_shape() != result.get_shape():
        reject("alloc shape must match shape for the result")


def _require_same_kind(source: MemDescType, result: MemDescType) -> None:
    if is_shared(source.encoding) != is_shared(result.encoding):
        reject("src and dst must have the same type of encoding")


_VERIFY_INDEXED = by_version({V3_6: _verify_indexed_whole, V3_9: _verify_indexed_buffers})


@irdl_op_definition
class MemDescIndexOp(LayoutOp):
    """The subview at ``index`` along the first dimension: one buffer of several."""

    name = "ttg.memdesc_index"
    src: Operand = operand_def(MemDesc)
    index: Operand = operand_def(I32)
    result: Result = result_def(MemDesc)
    traits = traits_def(Pure(), MemDescView())
    SYNTAX: ClassVar = "$src `[` $index `]` attr-dict `:` qualified(type($src)) `->` qualified(type($result))"

    def verify_op(self) -> None:
        source, result = memdesc_types(self.src.type, self.result.type)
        shape, new_shape = source.get_shape(), result.get_shape()
        if source.element_type != result.element_type:
            reject("result element type must match desc element type")
        _REQUIRE_SAME_ENCODING.now()(source, result)
        if len(shape) != len(new_shape) + 1:
            reject("result rank must be input rank - 1")
        if len(source.get_alloc_shape()) != len(shape):
            reject("We don't allow taking memdesc_index of a memdesc_index")
        if shape[1:] != new_shape:
            reject("result shape must equal to srcShape[1:]")
        _VERIFY_INDEXED.now()(source, result)
        if isinstance(source.layout(), TensorMemory) and len(shape) != 3:
            reject("only 3D -> 2D subviews are supported for TensorMemoryEncodingAttr")


@irdl_op_definition
class MemDescSubsliceOp(LayoutOp):
    """A subslice of the memory at constant offsets."""

    name = "ttg.memdesc_subslice"
    src: Operand = operand_def(MemDesc)
    offsets: Property[Sequence[int]] = prop_def(DenseI32Array)
    result: Result = result_def(MemDesc)
    traits = traits_def(Pure(), MemDescView())
    CUSTOM: ClassVar = {"Offsets": (parse_offsets, print_offsets)}
    SYNTAX: ClassVar = (
        "$src `[` custom<Offsets>($offsets) `]` attr-dict `:` qualified(type($src)) `->` qualified(type($result))"
    )

    def verify_op(self) -> None:
        source, result = memdesc_types(self.src.type, self.result.type)
        shape, new_shape = source.get_shape(), result.get_shape()
        offsets = int_list(self.offsets)
        if source.element_type != result.element_type:
            reject("result element type must match desc element type")
        _REQUIRE_SAME_ENCODING.now()(source, result)
        if len(offsets) != len(shape):
            reject("offsets must have the same rank as input")
        if len(shape) != len(new_shape):
            reject("result rank must equal to input rank")
        _REQUIRE_SAME_ALLOCATION.now()(source, result)
        if not is_shared(source.encoding) or not is_shared(result.encoding):
            reject("src and dst must both be of shared memory encoding")
        split = [dim for dim, (old, new) in enumerate(zip(shape, new_shape, strict=True)) if old != new]
        _VERIFY_SUBSLICE.now()(source, new_shape, offsets, split)


def _require_same_allocation(source: MemDescType, result: MemDescType) -> None:
    if source.get_alloc_shape() != result.get_alloc_shape():
        reject("source and result must have the same allocation shape")


_REQUIRE_SAME_ALLOCATION: ByVersion[Callable[[MemDescType, MemDescType], None]] = by_version(
    {V3_6: lambda source, result: None, V3_9: _require_same_allocation}
)


def _verify_tiles(source: MemDescType, new_shape: Sequence[int], offsets: Sequence[int], split: Sequence[int]) -> None:
    """Offsets are multiples of the new extents."""
    if not split:
        return
    for dim, offset in enumerate(offsets):
        if dim not in split and offset != 0:
            reject("A non zero offset found in a dimension that is not being split")
        if dim in split and offset & (new_shape[dim] - 1):
            reject("The split offset may not touch the tile")
        if dim in split:
            _VERIFY_BOUND.now()(offset, source.get_shape()[dim])
    _VERIFY_NOT_SWIZZLED.now()(source, new_shape, split)


def _verify_bound(offset: int, extent: int) -> None:
    if offset >= extent:
        reject("The split offset may not exceed the source shape")


_VERIFY_BOUND: ByVersion[Callable[[int, int], None]] = by_version(
    {V3_6: lambda offset, extent: None, V3_8: _verify_bound}
)


def _verify_buffers_and_tiles(
    source: MemDescType, new_shape: Sequence[int], offsets: Sequence[int], split: Sequence[int]
) -> None:
    """Offsets are multiples of the new extents, except in the dimension that counts buffers."""
    shape = source.get_shape()
    buffers = len(shape) - cast("SharedEncoding", source.layout()).rank
    for dim, offset in enumerate(offsets):
        if dim not in split:
            if offset != 0:
                reject("A non zero offset found in a dimension that is not being split")
            continue
        if not 0 <= offset <= shape[dim] - new_shape[dim]:
            reject("The split offset may not exceed the source shape")
        if dim >= buffers and offset & (new_shape[dim] - 1):
            reject("The split offset may not touch the tile")
    if split:
        _verify_offset_bits(source, new_shape, [dim for dim in split if dim >= buffers])


_VERIFY_SUBSLICE = by_version({V3_6: _verify_tiles, V3_9: _verify_buffers_and_tiles})


def _verify_offset_bits(source: MemDescType, new_shape: Sequence[int], split: Sequence[int]) -> None:
    """Each step along a split dimension changes at most one bit of the memory offset; CTAs may share the memory."""
    shape = source.get_shape()
    layout = _layout_in_memory(source)
    buffers = len(shape) - len(layout.out_dim_names)
    offset_of = layout.pseudoinvert()
    for dim in split:
        size = new_shape[dim]
        while size < shape[dim]:
            place = dict.fromkeys(layout.out_dim_names, 0)
            place[f"dim{dim - buffers}"] = size
            found = offset_of.apply(place)
            if found["offset"] & (found["offset"] - 1):
                reject("We don't support splitting along the swizzling pattern")
            _VERIFY_BLOCK.now()(found.get(BLOCK, 0))
            size *= 2


def _verify_block(block: int) -> None:
    if block:
        reject("We don't support splitting along CTA dimensions")


_VERIFY_BLOCK: ByVersion[Callable[[int], None]] = by_version({V3_6: _verify_block, V3_9: lambda block: None})


def _verify_not_swizzled(source: MemDescType, new_shape: Sequence[int], split: Sequence[int]) -> None:
    """The split dimensions must not be swizzled: each step along them changes one bit of the memory offset."""
    shape = source.get_shape()
    layout = _layout_in_memory(source)
    if layout.in_dim_size(BLOCK) != 1:
        reject("non-trivial block dimension not supported")
    offset_of = layout.invert()
    for dim in split:
        size = new_shape[dim]
        while size < shape[dim]:
            place = dict.fromkeys(standard_dims(len(shape)), 0)
            place[f"dim{dim}"] = size
            if not is_power_of_two(next(iter(offset_of.apply(place).values()))):
                reject("We don't support splitting along the swizzling pattern")
            size *= 2


_VERIFY_NOT_SWIZZLED = by_version({V3_6: _verify_not_swizzled, V3_8: _verify_offset_bits})


def _layout_in_memory(memory: MemDescType) -> LinearLayout:
    encoding = cast("SharedEncoding", memory.layout())
    if isinstance(encoding, PaddedShared):
        if encoding.rank < memory.rank:
            reject("SubSlice of low rank PaddedSharedEncoding from higher rank tensors is not supported yet")
        return encoding.linear_component
    try:
        return to_linear_layout(encoding, memory.get_alloc_shape()[-encoding.rank :])
    except ValueError as exc:
        reject(str(exc))


@irdl_op_definition
class MemDescTransOp(LayoutOp):
    """The memory with permuted dimensions: dimension ``i`` of the result is ``order[i]`` of ``src``."""

    name = "ttg.memdesc_trans"
    src: Operand = operand_def(MemDesc)
    order: Property[Sequence[int]] = prop_def(DenseI32Array)
    result: Result = result_def(MemDesc, default=INFERRED)
    traits = traits_def(Pure(), MemDescView(), InferTypeOp(), SameOperandsAndResultElementType())
    SYNTAX: ClassVar = "$src attr-dict `:` qualified(type($src)) `->` qualified(type($result))"

    def verify_op(self) -> None:
        order = int_list(self.order)
        if len(order) != cast("MemDescType", self.src.type).rank:
            reject("order must have the same size as the rank of the operand and result")
        if not is_permutation(order):
            reject("order must be a permutation of [0, ..., rank - 1]")

    @staticmethod
    def infer_result_types(
        operand_types: Sequence[Attribute], properties: dict[str, Attribute], regions: object
    ) -> Sequence[Attribute]:
        """The source type with shape, allocation shape and encoding permuted."""
        source = cast("MemDescType", operand_types[0])
        order = int_list(properties["order"])
        shape, alloc_shape = source.get_shape(), source.get_alloc_shape()
        encoding = inferred(lambda: encoding_attr(infer_trans(_known_layout(source), shape, order)))
        buffers = len(alloc_shape) - len(order)
        new_alloc_shape = (*alloc_shape[:buffers], *permuted(alloc_shape[buffers:], order))
        return [
            MemDescType(
                permuted(shape, order),
                source.element_type,
                encoding,
                source.memory_space,
                source.mutable,
                new_alloc_shape,
            )
        ]

    @staticmethod
    def are_compatible_result_types(inferred: Sequence[Attribute], actual: Sequence[Attribute]) -> bool:
        """Whether the types are equal up to equivalent layouts."""
        return len(inferred) == len(actual) and all(map(equivalent_types, inferred, actual))


@irdl_op_definition
class MemDescReshapeOp(LayoutOp):
    """The memory with another shape."""

    name = "ttg.memdesc_reshape"
    src: Operand = operand_def(MemDesc)
    result: Result = result_def(MemDesc)
    traits = traits_def(Pure(), MemDescView(), SameOperandsAndResultElementType())
    SYNTAX: ClassVar = "$src attr-dict `:` qualified(type($src)) `->` qualified(type($result))"

    def verify_op(self) -> None:
        source, result = memdesc_types(self.src.type, self.result.type)
        shape = source.get_shape()
        if prod(shape) != prod(result.get_shape()):
            reject("number of src and dst elements of reshape must be the same")
        if source.element_type != result.element_type:
            reject("result element type must match src element type")
        if source.get_alloc_shape()[-len(shape) :] != shape:
            reject("NYI: memdesc_reshape of memdesc_subslice")
        expected = reshaped_memdesc(source, result.get_shape())
        if not equivalent_types(expected, result):
            # Triton rejects this without a message.
            reject(f"result type '{result}' is not equivalent to the reshaped source '{expected}'")


def reshaped_memdesc(source: MemDescType, shape: Sequence[int]) -> MemDescType:
    """The type of a memory descriptor with another shape of as many elements."""
    old_shape, alloc_shape = source.get_shape(), source.get_alloc_shape()
    encoding = inferred(lambda: encoding_attr(infer_memdesc_reshape(_known_layout(source), old_shape, tuple(shape))))
    buffers = alloc_shape[: len(alloc_shape) - len(old_shape)]
    return MemDescType(shape, source.element_type, encoding, source.memory_space, source.mutable, (*buffers, *shape))


@irdl_op_definition
class MemDescReinterpretOp(LayoutOp):
    """The memory with another shape and element type."""

    name = "ttg.memdesc_reinterpret"
    src: Operand = operand_def(MemDesc)
    result: Result = result_def(MemDesc)
    traits = traits_def(Pure(), MemDescView())
    SYNTAX: ClassVar = "$src attr-dict `:` qualified(type($src)) `->` qualified(type($result))"

    def verify_op(self) -> None:
        _VERIFY_REINTERPRET.now()(*memdesc_types(self.src.type, self.result.type))


def _verify_reinterpretation(source: MemDescType, result: MemDescType) -> None:
    """The same kind of memory, with the same paddings."""
    if (_paddings(source) is None) != (_paddings(result) is None):
        reject("cannot reinterpret between padded and non-padded layouts")
    if _paddings(source) is not None and _is_subview(source) and active_version() in since(V3_9):
        reject("cannot reinterpret a padded source subview")
    if _paddings(source) != _paddings(result):
        reject("cannot reinterpret with different padding pattern")
    if source.memory_space != result.memory_space:
        reject("source and result must have the same memory space")
    if source.mutable != result.mutable:
        reject("source and result must have the same mutability")


def _paddings(memory: MemDescType) -> list[tuple[int, int]] | None:
    """The intervals and paddings of a padded layout in bytes."""
    layout = memory.layout()
    if not isinstance(layout, PaddedShared):
        return None
    size = bit_width(memory.element_type) // 8
    return [
        (interval * size, padding * size) for interval, padding in zip(layout.intervals, layout.paddings, strict=True)
    ]


def _verify_whole_reinterpretation(source: MemDescType, result: MemDescType) -> None:
    """Since Triton 3.8; until 3.9 of whole allocations of one size only."""
    _verify_reinterpretation(source, result)
    if _is_subview(source) or _is_subview(result):
        reject("source and result must not be subviews; reinterpret the parent descriptor and then take a subview")
    sizes = _storage_bits(source), _storage_bits(result)
    if sizes[0] != sizes[1]:
        reject(f"source and result must have the same logical storage size ({sizes[0]} vs {sizes[1]})")


def _is_subview(memory: MemDescType) -> bool:
    rank = cast("Encoding", memory.layout()).rank
    return memory.get_shape()[-rank:] != memory.get_alloc_shape()[-rank:]


def _storage_bits(memory: MemDescType) -> int:
    """The bits of all copies of the layout, with unused positions."""
    encoding = cast("Encoding", memory.layout())
    shape = memory.get_alloc_shape()
    copies = prod(shape[: len(shape) - encoding.rank])
    layout = (
        encoding.linear_component
        if isinstance(encoding, PaddedShared)
        else to_linear_layout(encoding, shape[-encoding.rank :])
    )
    dim = "offset" if memory.in_shared_memory else "col"
    return copies * layout.in_dim_size(dim) * bit_width(memory.element_type)


def _verify_result_is_whole(source: MemDescType, result: MemDescType) -> None:
    _verify_reinterpretation(source, result)
    if _is_subview(result):
        reject("result must not be a subview")
    verify_footprint(source, result)


_VERIFY_REINTERPRET: ByVersion[Callable[[MemDescType, MemDescType], None]] = by_version(
    {V3_6: lambda source, result: None, V3_8: _verify_whole_reinterpretation, V3_9: _verify_result_is_whole}
)


def memdesc_types(source: Attribute, result: Attribute) -> tuple[MemDescType, MemDescType]:
    """Narrow both types to memory descriptors."""
    return cast("MemDescType", source), cast("MemDescType", result)


def _known_layout(memory: MemDescType) -> SharedEncoding:
    layout = memory.layout()
    if not isinstance(layout, SharedEncoding):
        reject("expected memdesc to have a shared memory encoding")
    return layout


def equivalent_types(first: Attribute, second: Attribute) -> bool:
    """Whether two memory descriptors are equal up to equivalent layouts."""
    if first == second:
        return True
    if not isinstance(first, MemDescType) or not isinstance(second, MemDescType):
        return False
    same = (
        first.shape == second.shape
        and first.alloc_shape == second.alloc_shape
        and first.element_type == second.element_type
        and first.memory_space == second.memory_space
        and first.mutable == second.mutable
    )
    layouts = layout_of(first.encoding), layout_of(second.encoding)
    if not same or layouts[0] is None or layouts[1] is None:
        return False
    try:
        return layouts_equal(first.get_shape(), layouts[0], layouts[1])
    except ValueError:
        return False
