"""The types of the ``ttg`` dialect: memory descriptors and tokens, and the constraints of its operations on types."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    BoolAttr,
    ContainerType,
    IntAttr,
    ShapedType,
    TensorType,
    i1,
)
from xdsl.ir import Attribute, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import irdl_attr_definition, param_def
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from xtriton.dialects.plain_attribute import PlainAttribute
from xtriton.dialects.ttg.attributes import SharedMemorySpaceAttr, layout_of
from xtriton.ir.constraints import AnyRankedTensor, any_type_of, exactly, type_class
from xtriton.ir.diagnostics import listed
from xtriton.ir.number_parser import parse_static_dimensions
from xtriton.ir.shared_attributes import int_array, integer_attr
from xtriton.layouts.encodings import (
    Encoding,
    LayoutError,
    NVMMAShared,
    PaddedShared,
    SharedEncoding,
    SharedLinear,
    TensorMemory,
    TensorMemoryScales,
    to_linear_layout,
)
from xtriton.layouts.linear_layout import LinearLayout
from xtriton.versions import V3_6, V3_7, V3_8, V3_9, ByVersion, active_version, by_version, since

_LEAST_BITS = 8
"""The bits of an element of tensor memory, at least."""

_TENSOR_MEMORY_BITS = 512 * 32
"""The bits of one row of tensor memory."""


@irdl_attr_definition
class AsyncTokenType(PlainAttribute, TypeAttribute):
    """``!ttg.async.token``: a dependency on an issued asynchronous operation."""

    name = "ttg.async.token"


@irdl_attr_definition
class MemDescType(ParametrizedAttribute, TypeAttribute, ShapedType, ContainerType[Attribute]):
    """``!ttg.memdesc<64x32xf16, #shared, #smem, mutable, 3x64x32>``: a view of memory.

    ``alloc_shape`` is the shape of the allocation that this is a view of; its extra leading dimensions are those
    dropped by :class:`MemDescIndexOp`.
    """

    name = "ttg.memdesc"

    shape: ArrayAttr[IntAttr] = param_def()
    element_type: Attribute = param_def()
    encoding: Attribute = param_def()
    memory_space: Attribute = param_def()
    mutable_memory: BoolAttr = param_def()
    alloc_shape: ArrayAttr[IntAttr] = param_def()

    def __init__(
        self,
        shape: Sequence[int],
        element_type: Attribute,
        encoding: Attribute,
        memory_space: Attribute,
        mutable: bool = False,
        alloc_shape: Sequence[int] | None = None,
    ) -> None:
        super().__init__(
            int_array(shape),
            element_type,
            encoding,
            memory_space,
            integer_attr(int(mutable), i1),
            int_array(shape if alloc_shape is None else alloc_shape),
        )

    def get_shape(self) -> tuple[int, ...]:
        return tuple(dim.data for dim in self.shape)

    def get_num_dims(self) -> int:
        return len(self.shape)

    def get_alloc_shape(self) -> tuple[int, ...]:
        """The shape of the allocation."""
        return tuple(dim.data for dim in self.alloc_shape)

    def get_element_type(self) -> Attribute:
        return self.element_type

    @property
    def rank(self) -> int:
        """The number of dimensions."""
        return len(self.shape)

    @property
    def mutable(self) -> bool:
        """Whether the memory may be written."""
        return bool(self.mutable_memory.value.data)

    @property
    def in_shared_memory(self) -> bool:
        """Whether the memory is shared memory."""
        return isinstance(self.memory_space, SharedMemorySpaceAttr)

    @property
    def in_tensor_memory(self) -> bool:
        """Whether the memory is tensor memory."""
        return self.memory_space.name == "ttng.tensor_memory"

    def layout(self) -> Encoding | None:
        """The encoding."""
        return layout_of(self.encoding)

    @classmethod
    def parse_parameters(cls, parser: AttrParser) -> Sequence[Attribute]:
        position = parser.pos
        parser.parse_punctuation("<")
        shape = parse_static_dimensions(parser)
        if shape:
            parser.parse_shape_delimiter()
        element_type = parser.parse_type()
        parser.parse_punctuation(",")
        encoding = parser.parse_attribute()
        parser.parse_punctuation(",")
        space = parser.parse_attribute()
        mutable, alloc_shape = False, None
        if parser.parse_optional_punctuation(",") is not None:
            mutable = parser.parse_optional_keyword("mutable") is not None
            if not mutable or parser.parse_optional_punctuation(",") is not None:
                alloc_shape = parse_static_dimensions(parser)
        parser.parse_punctuation(">")
        try:
            return cls(shape, element_type, encoding, space, mutable, alloc_shape or None).parameters
        except VerifyException as exc:
            parser.raise_error(str(exc), position)

    def print_parameters(self, printer: Printer) -> None:
        shape, alloc_shape = self.get_shape(), self.get_alloc_shape()
        printer.print_string("<" + "".join(f"{dim}x" for dim in shape))
        printer.print_attribute(self.element_type)
        printer.print_string(", ")
        printer.print_attribute(self.encoding)
        printer.print_string(", ")
        printer.print_attribute(self.memory_space)
        if self.mutable:
            printer.print_string(", mutable")
        if alloc_shape != shape:
            printer.print_string(", " + "x".join(map(str, alloc_shape)))
        printer.print_string(">")

    def verify(self) -> None:
        shape, alloc_shape = self.get_shape(), self.get_alloc_shape()
        if not shape:
            raise VerifyException("rank 0 memdesc is not allowed")
        _VERIFY_SHAPE.now()(self, shape, alloc_shape)
        if any(dim > room for dim, room in zip(shape, alloc_shape[-len(shape) :], strict=True)):
            raise VerifyException(
                f"shape must be less than or equal to allocShape. shape = {listed(shape)}, "
                f"allocShape = {listed(alloc_shape)}"
            )
        match layout_of(self.encoding):
            case TensorMemory() as layout:
                self._verify_tensor_memory(layout, shape, alloc_shape)
            case SharedEncoding() as layout:
                self._verify_shared_memory(layout, shape, alloc_shape)
            case TensorMemoryScales():
                self._verify_scales(alloc_shape)
            case _:
                raise VerifyException(f"{self.encoding} is not a valid encoding")

    def _verify_tensor_memory(self, layout: TensorMemory, shape: Sequence[int], alloc_shape: Sequence[int]) -> None:
        if not self.in_tensor_memory:
            raise VerifyException("memorySpace must be TensorMemorySpace")
        if len(shape) not in (2, 3):
            raise VerifyException("rank must be 2 or 3")
        bits = bit_width(self.element_type)
        if not bits:
            raise VerifyException(f"tensor memory holds integers and floats, but got '{self.element_type}'")
        if bits < _LEAST_BITS and active_version() in since(V3_9):
            raise VerifyException(f"tensor-memory element type bit width must be at least 8; got {bits}")
        if bits * layout.col_stride > 32:
            raise VerifyException(
                f"bitwidth * colStride must be less than or equal to 32. Got {bits} and {layout.col_stride}"
            )
        _VERIFY_TENSOR_MEMORY.now()(layout, shape, alloc_shape[-2:], bits)

    def _verify_shared_memory(self, layout: SharedEncoding, shape: Sequence[int], alloc_shape: Sequence[int]) -> None:
        if not self.in_shared_memory:
            raise VerifyException(f"memorySpace must be SharedMemorySpace for shared encoding. Got {self.memory_space}")
        bits = bit_width(self.element_type)
        if bits % 8 and active_version() in since(V3_9):
            raise VerifyException(f"shared-memory element type bit width must be a multiple of 8; got {bits}")
        _require_rank(layout, shape)
        if isinstance(layout, PaddedShared):
            _require_extent(layout.linear_component, alloc_shape)
        elif isinstance(layout, SharedLinear) and active_version() in since(V3_7):
            _require_extent(layout.layout, alloc_shape)
        elif isinstance(layout, NVMMAShared) and active_version() in since(V3_7):
            _require_swizzled_rows(layout, alloc_shape)

    def _verify_scales(self, alloc_shape: Sequence[int]) -> None:
        if not self.in_tensor_memory:
            raise VerifyException("memorySpace must be TensorMemorySpace")
        if len(alloc_shape) != 2:
            raise VerifyException("Scales don't currently support multibuffering")
        if bit_width(self.element_type) != 8:
            raise VerifyException("bitwidth must be 8")


def _require_extent(layout: LinearLayout, alloc_shape: Sequence[int]) -> None:
    """The layout is one of the allocation, without its buffers for the stages of a pipeline."""
    rank = len(layout.out_dims)
    expected = alloc_shape[1:] if rank == len(alloc_shape) - 1 else alloc_shape
    for i, (size, room) in enumerate(zip(layout.out_dim_sizes, expected, strict=False)):
        if size != room:
            raise VerifyException(f"Mismatch in expected shape for dimension {i}. Expected: {room}, got: {size}")


def _require_swizzled_rows(layout: NVMMAShared, alloc_shape: Sequence[int]) -> None:
    """The part of a CTA has at least the elements that are swizzled together."""
    try:
        layout.tma_block_shape(layout.cta_layout.shape_per_cta(alloc_shape)[-layout.rank :], packed=False)
    except LayoutError as exc:
        raise VerifyException(str(exc)) from None


def _require_dims(shape: Sequence[int], alloc_shape: Sequence[int]) -> None:
    if len(alloc_shape) < len(shape):
        raise VerifyException("alloc shape must have at least as many dimensions as shape")


def _require_powers(name: str, shape: Sequence[int], dims: Sequence[int]) -> None:
    if not all(dim > 0 and dim & (dim - 1) == 0 for dim in dims):
        raise VerifyException(f"{name} must have power-of-2 and non-zero dimensions; got {listed(shape)}")


def _verify_minor_dims(_: MemDescType, shape: Sequence[int], alloc_shape: Sequence[int]) -> None:
    """The first dimension may be the number of pipeline buffers, which need not be a power of two."""
    _require_powers("shape", shape, shape[1:])
    _require_dims(shape, alloc_shape)


def _verify_dims_of_layout(type_: MemDescType, shape: Sequence[int], alloc_shape: Sequence[int]) -> None:
    """Since Triton 3.9: only a dimension that the layout does not have need not be a power of two."""
    bits = bit_width(type_.element_type)
    if bits in range(2, 8):
        raise VerifyException(f"element type bit width must be 1 or at least 8; got {bits}")
    for name, dims in (("shape", shape), ("alloc shape", alloc_shape)):
        if 0 in dims:
            raise VerifyException(f"{name} has 0 dimension")
    _require_dims(shape, alloc_shape)
    layout = layout_of(type_.encoding)
    if not isinstance(layout, SharedEncoding | TensorMemory | TensorMemoryScales):
        raise VerifyException(f"{type_.encoding} is not a valid encoding")
    if isinstance(layout, TensorMemory) and len(shape) not in (2, 3):
        raise VerifyException("rank must be 2 or 3")
    if isinstance(layout, SharedEncoding):
        _require_rank(layout, shape)
    if isinstance(layout, TensorMemoryScales) and len(shape) != layout.rank:
        raise VerifyException(f"tensor-memory scale descriptors must have rank 2; got {len(shape)}")
    _require_powers("shape", shape, shape[-layout.rank :])
    _require_powers("alloc shape", alloc_shape, alloc_shape[-layout.rank :])


_VERIFY_SHAPE: ByVersion[Callable[[MemDescType, Sequence[int], Sequence[int]], None]] = by_version(
    {V3_6: _verify_minor_dims, V3_9: _verify_dims_of_layout}
)


def _require_rank(layout: SharedEncoding, shape: Sequence[int]) -> None:
    if layout.rank not in (len(shape), len(shape) - 1):
        raise VerifyException(
            f"rank must be equal to or one less than the shape size. Got {layout.rank} and {len(shape)}"
        )


def _linear_layout(layout: TensorMemory, shape: Sequence[int]) -> LinearLayout:
    try:
        return to_linear_layout(layout, tuple(shape))
    except ValueError as exc:
        raise VerifyException(str(exc)) from exc


def _require_room(least: tuple[int, int], room: Sequence[int], what: str = "allocation") -> None:
    if room[-2] < least[0] or room[-1] < least[1]:
        raise VerifyException(f"the {what} shape must be at least {least[0]}x{least[1]}. Got {listed(room)}")


def _verify_columns(layout: TensorMemory, shape: Sequence[int], room: Sequence[int], bits: int) -> None:
    _require_room((layout.block_m * layout.cta_split_m, layout.block_n * layout.cta_split_n), room)
    linear = _linear_layout(layout, room)
    split = layout.cta_split_m * layout.cta_split_n
    if linear.in_dim_size("col") // split > _TENSOR_MEMORY_BITS // bits:
        raise VerifyException(
            "nCol / (CTASplitM * CTASplitN) must be less than or equal to 512 * 32 / bitwidth but got "
            f"{linear.in_dim_size('col') // split}"
        )


def _verify_splits(layout: TensorMemory, shape: Sequence[int], room: Sequence[int], bits: int) -> None:
    _require_room((layout.block_m * layout.cta_split_m, layout.block_n * layout.cta_split_n), room)
    _require_whole(layout, room)


def _require_whole(layout: TensorMemory, room: Sequence[int]) -> None:
    """The layout repeats to all of the allocation, and no further."""
    rows, columns = _linear_layout(layout, room).out_dim_sizes
    if (rows, columns) != tuple(room):
        raise VerifyException(f"allocation shape must be equal to {rows}x{columns}")


def _verify_cga_layout(layout: TensorMemory, shape: Sequence[int], room: Sequence[int], bits: int) -> None:
    split = layout.cta_layout.cta_split_num
    least = (layout.block_m * split[0], min(layout.block_n, shape[-1]) * split[1])
    if active_version() in since(V3_9):
        _require_room(least, shape, "tensor")
    else:
        _require_room(least, room)
    _require_whole(layout, room)


_VERIFY_TENSOR_MEMORY = by_version({V3_6: _verify_columns, V3_7: _verify_splits, V3_8: _verify_cga_layout})


def bit_width(type_: Attribute) -> int:
    """The number of bits of an integer or floating-point type; 0 for other types."""
    width = getattr(type_, "bitwidth", None)
    return width if isinstance(width, int) else 0


def shape_and_encoding(type_: Attribute) -> tuple[tuple[int, ...], Attribute | None]:
    """The shape and encoding of a tensor or memory descriptor."""
    from xtriton.ir.traits import encoding_of

    if isinstance(type_, MemDescType):
        return type_.get_shape(), type_.encoding
    tensor = cast("TensorType[Attribute]", type_)
    return tuple(tensor.get_shape()), encoding_of(tensor)


MemDesc = type_class(
    "memory descriptor type (`::mlir::triton::gpu::MemDescType`) in Triton IR type system", MemDescType
)
AsyncToken = exactly(AsyncTokenType(), "async token type")
TensorOrMemDesc = any_type_of(AnyRankedTensor, MemDesc, summary="TensorOrMemDesc instance")
