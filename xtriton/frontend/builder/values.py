"""Values of the program being built, with Triton's operators and methods."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any, cast

from xdsl.ir import SSAValue

from xtriton.frontend.builder.dtypes import BlockType, DescriptorType, DType, PointerType, ScalarType, ValueType
from xtriton.frontend.builder.errors import BuildError
from xtriton.versions import V3_9, active_version, since

Number = bool | int | float

_CHECKS_INDICES = since(V3_9)
"""The versions that reject more indices than dimensions."""


class Operations:
    """The modules that implement the operators and methods of values.

    They import this module, since they create values; :mod:`xtriton.frontend.builder` sets them here afterwards.
    """

    arithmetic: Any
    casts: Any
    descriptors: Any
    memory: Any
    reductions: Any
    shapes: Any
    standard: Any


operations = Operations()


class Value:
    """A scalar, pointer or tensor of the running program.

    ``type`` is its type, ``dtype`` that of one element, ``shape`` the extents, ``()`` for a scalar. Operators follow
    Triton's rules of promotion and broadcasting, for Python numbers too.
    """

    __slots__ = ("handle", "type")
    __hash__ = None  # pyright: ignore[reportAssignmentType]

    def __init__(self, handle: SSAValue, type_: ValueType) -> None:
        self.handle = handle
        self.type = type_

    @property
    def dtype(self) -> ScalarType:
        """The type of one element."""
        return self.type.scalar

    @property
    def shape(self) -> tuple[int, ...]:
        """The extents."""
        return self.type.shape if isinstance(self.type, BlockType) else ()

    @property
    def numel(self) -> int:
        """The number of elements."""
        return prod(self.shape)

    @property
    def is_block(self) -> bool:
        """Whether this is a tensor."""
        return isinstance(self.type, BlockType)

    @property
    def number_type(self) -> DType:
        """The element type, which must not be a pointer."""
        if isinstance(self.dtype, PointerType):
            raise BuildError(f"expected numbers, not {self.type}")
        return self.dtype

    def __repr__(self) -> str:
        return f"<{self.type}>"

    def __bool__(self) -> bool:
        raise BuildError(
            "the truth of a value is known only when the program runs: use if_, where, logical_and, logical_or"
        )

    def __iter__(self) -> object:
        raise BuildError(f"a value of type {self.type} cannot be iterated over or unpacked")

    def __add__(self, other: Value | Number) -> Value:
        return operations.arithmetic.add(self, other)

    def __radd__(self, other: Number) -> Value:
        return operations.arithmetic.add(other, self)

    def __sub__(self, other: Value | Number) -> Value:
        return operations.arithmetic.sub(self, other)

    def __rsub__(self, other: Number) -> Value:
        return operations.arithmetic.sub(other, self)

    def __mul__(self, other: Value | Number) -> Value:
        return operations.arithmetic.mul(self, other)

    def __rmul__(self, other: Number) -> Value:
        return operations.arithmetic.mul(other, self)

    def __truediv__(self, other: Value | Number) -> Value:
        return operations.arithmetic.truediv(self, other)

    def __rtruediv__(self, other: Number) -> Value:
        return operations.arithmetic.truediv(other, self)

    def __floordiv__(self, other: Value | Number) -> Value:
        return operations.arithmetic.floordiv(self, other)

    def __rfloordiv__(self, other: Number) -> Value:
        return operations.arithmetic.floordiv(other, self)

    def __mod__(self, other: Value | Number) -> Value:
        return operations.arithmetic.mod(self, other)

    def __rmod__(self, other: Number) -> Value:
        return operations.arithmetic.mod(other, self)

    def __and__(self, other: Value | Number) -> Value:
        return operations.arithmetic.bitwise("and", self, other)

    def __rand__(self, other: Number) -> Value:
        return operations.arithmetic.bitwise("and", other, self)

    def __or__(self, other: Value | Number) -> Value:
        return operations.arithmetic.bitwise("or", self, other)

    def __ror__(self, other: Number) -> Value:
        return operations.arithmetic.bitwise("or", other, self)

    def __xor__(self, other: Value | Number) -> Value:
        return operations.arithmetic.bitwise("xor", self, other)

    def __rxor__(self, other: Number) -> Value:
        return operations.arithmetic.bitwise("xor", other, self)

    def __lshift__(self, other: Value | Number) -> Value:
        return operations.arithmetic.bitwise("shl", self, other)

    def __rlshift__(self, other: Number) -> Value:
        return operations.arithmetic.bitwise("shl", other, self)

    def __rshift__(self, other: Value | Number) -> Value:
        return operations.arithmetic.bitwise("ashr" if self.number_type.signed else "lshr", self, other)

    def __rrshift__(self, other: Number) -> Value:
        return operations.arithmetic.bitwise("ashr" if self.number_type.signed else "lshr", other, self)

    def __neg__(self) -> Value:
        return operations.arithmetic.minus(self)

    def __pos__(self) -> Value:
        return self

    def __invert__(self) -> Value:
        return operations.arithmetic.invert(self)

    def __lt__(self, other: Value | Number) -> Value:
        return operations.arithmetic.compare_operator("lt", self, other)

    def __le__(self, other: Value | Number) -> Value:
        return operations.arithmetic.compare_operator("le", self, other)

    def __gt__(self, other: Value | Number) -> Value:
        return operations.arithmetic.compare_operator("gt", self, other)

    def __ge__(self, other: Value | Number) -> Value:
        return operations.arithmetic.compare_operator("ge", self, other)

    def __eq__(self, other: Value | Number) -> Value:  # pyright: ignore[reportIncompatibleMethodOverride]
        return operations.arithmetic.compare_operator("eq", self, other)

    def __ne__(self, other: Value | Number) -> Value:  # pyright: ignore[reportIncompatibleMethodOverride]
        return operations.arithmetic.compare_operator("ne", self, other)

    def __getitem__(self, index: object) -> Value:
        """``x[:, None]``: new dimensions of extent 1 where ``None`` stands."""
        items = cast("tuple[object, ...]", index) if isinstance(index, tuple) else (index,)
        dims = sum(item is not None for item in items)
        if dims > len(self.shape) and active_version() in _CHECKS_INDICES:
            raise BuildError(f"{dims} dimensions are indexed, but {self.type} has {len(self.shape)}")
        result = self
        for dim, item in enumerate(items):
            if item is None:
                result = operations.shapes.insert_dim(result, dim)
            elif item != slice(None):
                raise BuildError(f"only `:` and None can index a tensor, not {item!r}")
        return result

    @property
    def T(self) -> Value:  # noqa: N802 (Triton's name)
        """The transpose of a matrix."""
        return operations.shapes.permute(self, 1, 0)

    def logical_and(self, other: Value | Number) -> Value:
        """Both: Triton's ``and`` of values."""
        return operations.arithmetic.logical("and", self, other)

    def logical_or(self, other: Value | Number) -> Value:
        """Either: Triton's ``or`` of values."""
        return operations.arithmetic.logical("or", self, other)

    def logical_not(self) -> Value:
        """Triton's ``not`` of a value."""
        return operations.arithmetic.logical_not(self)

    def to(self, dtype: ScalarType, fp_downcast_rounding: str | None = None, bitcast: bool = False) -> Value:
        """See :func:`~xtriton.frontend.builder.casts.cast`."""
        return operations.casts.cast(self, dtype, fp_downcast_rounding, bitcast)

    def broadcast_to(self, *shape: int | Sequence[int]) -> Value:
        """See :func:`~xtriton.frontend.builder.shapes.broadcast_to`."""
        return operations.shapes.broadcast_to(self, *shape)

    def reshape(self, *shape: int | Sequence[int], can_reorder: bool = False) -> Value:
        """See :func:`~xtriton.frontend.builder.shapes.reshape`."""
        return operations.shapes.reshape(self, *shape, can_reorder=can_reorder)

    def permute(self, *dims: int | Sequence[int]) -> Value:
        """See :func:`~xtriton.frontend.builder.shapes.permute`."""
        return operations.shapes.permute(self, *dims)

    def trans(self, *dims: int | Sequence[int]) -> Value:
        """See :func:`~xtriton.frontend.builder.shapes.trans`."""
        return operations.shapes.trans(self, *dims)

    def expand_dims(self, axis: int | Sequence[int]) -> Value:
        """See :func:`~xtriton.frontend.builder.shapes.expand_dims`."""
        return operations.shapes.expand_dims(self, axis)

    def split(self) -> tuple[Value, Value]:
        """See :func:`~xtriton.frontend.builder.shapes.split`."""
        return operations.shapes.split(self)

    def item(self) -> Value:
        """The element of a tensor of one element."""
        return operations.shapes.item(self)

    def advance(self, offsets: Sequence[Value | int] | Value) -> Value:
        """See :func:`~xtriton.frontend.builder.memory.advance`."""
        return operations.memory.advance(self, offsets)

    def reduce(self, axis: int | None, combine: Callable[..., object], keep_dims: bool = False) -> Any:
        """See :func:`~xtriton.frontend.builder.reductions.reduce`."""
        return operations.reductions.reduce(self, axis, combine, keep_dims)

    def gather(self, index: Value, axis: int) -> Value:
        """See :func:`~xtriton.frontend.builder.reductions.gather`."""
        return operations.reductions.gather(self, index, axis)

    def sum(self, *args: Any, **kwargs: Any) -> Any:
        """See :func:`~xtriton.frontend.builder.standard.sum`."""
        return operations.standard.sum(self, *args, **kwargs)

    def max(self, *args: Any, **kwargs: Any) -> Any:
        """See :func:`~xtriton.frontend.builder.standard.max`."""
        return operations.standard.max(self, *args, **kwargs)

    def min(self, *args: Any, **kwargs: Any) -> Any:
        """See :func:`~xtriton.frontend.builder.standard.min`."""
        return operations.standard.min(self, *args, **kwargs)


class Descriptor:
    """A tensor descriptor with the ``shape`` and ``strides`` it was created with."""

    def __init__(
        self, handle: SSAValue, type_: DescriptorType, shape: Sequence[Value], strides: Sequence[Value]
    ) -> None:
        self.handle = handle
        self.type = type_
        self.shape = tuple(shape)
        self.strides = tuple(strides)

    def __repr__(self) -> str:
        return f"<{self.type}>"

    @property
    def block_shape(self) -> tuple[int, ...]:
        """The extents of a block."""
        return self.type.block.shape

    @property
    def dtype(self) -> DType:
        """The type of one element."""
        return cast("DType", self.type.block.element)

    def load(self, offsets: Sequence[Value | int]) -> Value:
        """Load the block that starts at ``offsets``; elements out of bounds are the descriptor's padding."""
        return operations.descriptors.load_block(self, offsets)

    def store(self, offsets: Sequence[Value | int], value: Value) -> None:
        """Store a block at ``offsets``; elements out of bounds are not stored."""
        operations.descriptors.store_block(self, offsets, value)

    def gather(self, x_offsets: Value, y_offset: Value | int) -> Value:
        """Gather the rows at ``x_offsets``, from column ``y_offset`` on."""
        return operations.descriptors.gather_rows(self, x_offsets, y_offset)

    def scatter(self, value: Value, x_offsets: Value, y_offset: Value | int) -> None:
        """Scatter rows to ``x_offsets``, from column ``y_offset`` on."""
        operations.descriptors.scatter_rows(self, value, x_offsets, y_offset)

    def atomic_add(self, offsets: Sequence[Value | int], value: Value) -> None:
        """Atomically add a block to memory."""
        operations.descriptors.reduce_block("add", self, offsets, value)

    def atomic_min(self, offsets: Sequence[Value | int], value: Value) -> None:
        """Atomic minimum of a block and memory."""
        operations.descriptors.reduce_block("min", self, offsets, value)

    def atomic_max(self, offsets: Sequence[Value | int], value: Value) -> None:
        """Atomic maximum of a block and memory."""
        operations.descriptors.reduce_block("max", self, offsets, value)

    def atomic_and(self, offsets: Sequence[Value | int], value: Value) -> None:
        """Atomic bitwise and of a block and memory."""
        operations.descriptors.reduce_block("and", self, offsets, value)

    def atomic_or(self, offsets: Sequence[Value | int], value: Value) -> None:
        """Atomic bitwise or of a block and memory."""
        operations.descriptors.reduce_block("or", self, offsets, value)

    def atomic_xor(self, offsets: Sequence[Value | int], value: Value) -> None:
        """Atomic bitwise exclusive or of a block and memory."""
        operations.descriptors.reduce_block("xor", self, offsets, value)
