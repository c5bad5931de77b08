"""Loads and stores, through pointers and block pointers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import TypeVar

from xdsl.ir import SSAValue

from xtriton.dialects.tt.attributes import CachePolicy
from xtriton.dialects.tt.enums import CacheModifier, EvictionPolicy, PaddingOption
from xtriton.dialects.tt.memory import AdvanceOp, LoadOp, MakeTensorPtrOp, StoreOp, hints_of
from xtriton.frontend.builder.casts import convert, int_cast
from xtriton.frontend.builder.constants import scalar_constant, to_tensor
from xtriton.frontend.builder.dtypes import (
    BlockType,
    DType,
    PointerType,
    block_of,
    int1,
    int8,
    int32,
    int64,
    ir_type,
    with_element,
)
from xtriton.frontend.builder.errors import BuildError
from xtriton.frontend.builder.session import emit, session
from xtriton.frontend.builder.shapes import broadcast, broadcast_all, broadcast_shape
from xtriton.frontend.builder.values import Number, Value
from xtriton.versions import V3_6, V3_8, V3_9, active_version, by_version, since

_LOAD_CACHE = {
    "": CacheModifier.NONE,
    ".ca": CacheModifier.CA,
    ".cg": CacheModifier.CG,
    ".cv": CacheModifier.CV,
}
_LOAD_CACHES = by_version({V3_6: _LOAD_CACHE, V3_8: {**_LOAD_CACHE, ".cs": CacheModifier.CS}})
_STORE_CACHE = {
    "": CacheModifier.NONE,
    ".wb": CacheModifier.WB,
    ".cg": CacheModifier.CG,
    ".cs": CacheModifier.CS,
    ".wt": CacheModifier.WT,
}
_EVICTION = {
    "": EvictionPolicy.NORMAL,
    "evict_last": EvictionPolicy.EVICT_LAST,
    "evict_first": EvictionPolicy.EVICT_FIRST,
}
_PADDING = {"": None, "zero": PaddingOption.PAD_ZERO, "nan": PaddingOption.PAD_NAN}

_Choice = TypeVar("_Choice")
Boundary = Iterable[int] | None


def choose(what: str, choices: dict[str, _Choice], key: str | None) -> _Choice:
    """The attribute of a keyword. ``None`` means the empty keyword."""
    found = key or ""
    if found not in choices:
        raise BuildError(f"{what} is one of {', '.join(map(repr, choices))}, not {key!r}")
    return choices[found]


def load_cache(key: str | None) -> CacheModifier:
    """The cache modifier of a load."""
    return choose("cache_modifier", _LOAD_CACHES.now(), key)


def eviction(key: str | None) -> EvictionPolicy:
    """The eviction policy of an access."""
    return choose("eviction_policy", _EVICTION, key)


def padding(key: str | None, element: DType | PointerType) -> PaddingOption | None:
    """The padding option for out-of-bounds elements."""
    option = choose("padding_option", _PADDING, key)
    if option is PaddingOption.PAD_NAN and isinstance(element, DType) and element.is_int:
        raise BuildError(f"integers cannot be padded with NaN: {element}")
    return option


def _boundary(check: Boundary, rank: int) -> list[int]:
    dims = list(check or ())
    if len(set(dims)) != len(dims) or not all(0 <= dim < rank for dim in dims):
        raise BuildError(f"boundary_check names dimensions below {rank} once each, not {dims}")
    return sorted(dims)


def _block_pointee(pointer: Value) -> BlockType | None:
    """The block type that a block pointer points to."""
    type_ = pointer.type
    return type_.element if isinstance(type_, PointerType) and isinstance(type_.element, BlockType) else None


def pointee(pointer: Value, what: str) -> DType:
    """The number type that a pointer, or each of a tensor of pointers, points to."""
    if not isinstance(pointer.dtype, PointerType) or not isinstance(pointer.dtype.element, DType):
        raise BuildError(f"{what} takes a pointer, not {pointer.type}")
    return pointer.dtype.element


def bytes_for_bools(pointer: Value, element: DType) -> tuple[Value, DType]:
    """Booleans are bytes in memory: a pointer to int1 is cast to a pointer to int8."""
    if element != int1:
        return pointer, element
    assert isinstance(pointer.dtype, PointerType)
    return convert(pointer, PointerType(int8, pointer.dtype.address_space)), int8


def load(
    pointer: Value,
    mask: Value | Number | None = None,
    other: Value | Number | None = None,
    boundary_check: Boundary = (),
    padding_option: str | None = "",
    cache_modifier: str | None = "",
    eviction_policy: str | None = "",
    volatile: bool = False,
) -> Value:
    """Load from memory; where ``mask`` is false, ``other`` without an access.

    Block pointers take ``boundary_check``, the dimensions to bounds-check, and ``padding_option`` (``"zero"``,
    ``"nan"``) instead of ``mask`` and ``other``. ``cache_modifier`` is ``".ca"``, ``".cg"`` or ``".cv"``, since
    Triton 3.8 also ``".cs"``; ``eviction_policy`` is ``"evict_first"`` or ``"evict_last"``.
    """
    mask_value = None if mask is None else to_tensor(mask)
    other_value = None if other is None else to_tensor(other)
    policy = CachePolicy(load_cache(cache_modifier), eviction(eviction_policy))
    make = partial(LoadOp, **hints_of(policy), isVolatile=volatile)
    block = _block_pointee(pointer)
    if block is None:
        if padding_option or boundary_check:
            raise BuildError("boundary_check and padding_option are for block pointers: see make_block_ptr")
        return _load_elements(pointer, mask_value, other_value, make)
    if mask_value is not None or other_value is not None:
        raise BuildError("block pointers take boundary_check and padding_option, not mask and other")
    option = padding(padding_option, block.element)
    op = make(pointer.handle, padding=option, boundaryCheck=_boundary(boundary_check, len(block.shape)))
    return emit(op, block)


def _load_elements(pointer: Value, mask: Value | None, other: Value | None, make: Callable[..., LoadOp]) -> Value:
    element = pointee(pointer, "load")
    if mask is None and other is not None:
        raise BuildError("other is given where mask is false, but there is no mask")
    if not pointer.is_block:
        for name, value in (("mask", mask), ("other", other)):
            if value is not None and value.is_block:
                raise BuildError(f"the {name} of a load through a scalar pointer is a scalar, not {value.type}")
    else:
        if mask is not None:
            pointer, mask = broadcast(pointer, mask)
        if other is not None:
            pointer, other = broadcast(pointer, other)
    if mask is not None and mask.dtype != int1:
        raise BuildError(f"a mask is of type int1, not {mask.dtype}")
    boolean = element == int1
    pointer, element = bytes_for_bools(pointer, element)
    if other is not None:
        other = convert(other, element)
    handles = [None if value is None else value.handle for value in (pointer, mask, other)]
    result = emit(make(*handles), with_element(pointer.type, element))
    return convert(result, int1) if boolean else result


def store(
    pointer: Value,
    value: Value | Number,
    mask: Value | Number | None = None,
    boundary_check: Boundary = (),
    cache_modifier: str | None = "",
    eviction_policy: str | None = "",
) -> None:
    """Store to memory where ``mask`` is true, converted to the pointee type. See :func:`load`.

    ``cache_modifier`` is ``".wb"``, ``".cg"``, ``".cs"`` or ``".wt"``.
    """
    stored = to_tensor(value)
    mask_value = None if mask is None else to_tensor(mask)
    policy = CachePolicy(choose("cache_modifier", _STORE_CACHE, cache_modifier), eviction(eviction_policy))
    checked: dict[str, Sequence[int]] = {}
    if isinstance(pointer.dtype, PointerType) and pointer.dtype.const:
        raise BuildError(f"nothing can be stored through {pointer.dtype}")
    block = _block_pointee(pointer)
    if block is None:
        if boundary_check:
            raise BuildError("boundary_check is for block pointers: see make_block_ptr")
        operands = _store_elements(pointer, stored, mask_value)
    else:
        if mask_value is not None:
            raise BuildError("block pointers take boundary_check, not mask")
        operands = _store_block(pointer, block, stored)
        checked["boundaryCheck"] = _boundary(boundary_check, len(block.shape))
    session().emit(StoreOp(*operands, **hints_of(policy), **checked))


def _store_block(pointer: Value, block: BlockType, value: Value) -> list[SSAValue]:
    if not value.is_block:
        value = broadcast_shape(value, block.shape)
    if value.type != block:
        raise BuildError(f"a block of type {block} is stored, not {value.type}")
    return [pointer.handle, value.handle]


_STORES_BOOLS = since(V3_9)
"""The versions that store 0 or 1 through a pointer to int1; before, a value of another type is stored as int8."""


def _store_elements(pointer: Value, value: Value, mask: Value | None) -> list[SSAValue]:
    element = pointee(pointer, "store")
    if pointer.is_block:
        given = [pointer, value] if mask is None else [pointer, value, mask]
        spread, value, *rest = broadcast_all(given)
        if spread.shape != pointer.shape:
            raise BuildError(f"pointers of shape {pointer.shape} cannot store values of shape {spread.shape}")
        pointer, mask = spread, rest[0] if rest else None
    else:
        for name, each in (("value", value), ("mask", mask)):
            if each is not None and each.is_block:
                raise BuildError(f"the {name} of a store through a scalar pointer is a scalar, not {each.type}")
    if active_version() in _STORES_BOOLS:
        value = convert(value, element)
    pointer, element = bytes_for_bools(pointer, element)
    value = convert(value, element)
    if mask is None:
        return [pointer.handle, value.handle]
    if mask.dtype != int1:
        raise BuildError(f"a mask is of type int1, not {mask.dtype}")
    return [pointer.handle, value.handle, mask.handle]


def index_values(values: Sequence[Value | int] | Value | int, *, wide: bool) -> list[SSAValue]:
    """Extents and strides as int64 (``wide``), offsets as int32."""
    items = [values] if isinstance(values, Value | int) else values
    return [_index_value(item, wide) for item in items]


def _index_value(item: Value | int, wide: bool) -> SSAValue:
    if isinstance(item, bool):
        raise BuildError(f"expected an integer, not {item}")
    if isinstance(item, int):
        dtype = int64 if wide else int32
        if not dtype.min_value <= item <= dtype.max_value:
            raise BuildError(f"{item} does not fit into {dtype}")
        return scalar_constant(item, dtype).handle
    if item.is_block or not item.number_type.is_int:
        raise BuildError(f"expected an integer, not {item.type}")
    if wide:
        return item.handle if item.dtype == int64 else int_cast(item, int64, item.number_type.signed).handle
    if item.number_type.bits != 32:
        raise BuildError(f"offsets are 32-bit integers, not {item.dtype}: cast them with .to(int32)")
    return item.handle


def make_block_ptr(
    base: Value,
    shape: Sequence[Value | int],
    strides: Sequence[Value | int],
    offsets: Sequence[Value | int],
    block_shape: Sequence[int],
    order: Sequence[int],
) -> Value:
    """A pointer to a block of a strided tensor in memory. ``order`` lists the dimensions, fastest-varying first.

    Triton 3.8 and newer have none: see :func:`make_tensor_descriptor`.
    """
    if active_version() not in MakeTensorPtrOp.VERSIONS:
        raise BuildError(f"Triton {active_version()} has no block pointers: use make_tensor_descriptor")
    extents = index_values(shape, wide=True)
    steps = index_values(strides, wide=True)
    starts = index_values(offsets, wide=False)
    if base.is_block or _block_pointee(base) is not None:
        raise BuildError(f"make_block_ptr takes a pointer to numbers, not {base.type}")
    base, element = bytes_for_bools(base, pointee(base, "make_block_ptr"))
    if sorted(order) != list(range(len(order))):
        raise BuildError(f"order lists every dimension once, not {tuple(order)}")
    if any(len(each) != len(block_shape) for each in (extents, steps, starts, order)):
        raise BuildError("shape, strides, offsets, block_shape and order must be equally long")
    type_ = PointerType(block_of(element, block_shape))
    op = MakeTensorPtrOp(base.handle, extents, steps, starts, order=order, result=ir_type(type_))
    return emit(op, type_)


def advance(base: Value, offsets: Sequence[Value | int] | Value) -> Value:
    """A block pointer advanced by offsets in elements along each dimension. ``base`` is not modified."""
    block = _block_pointee(base)
    if block is None:
        raise BuildError(f"advance takes a block pointer, not {base.type}")
    steps = index_values(offsets, wide=False)
    if len(steps) != len(block.shape):
        raise BuildError(f"advance takes {len(block.shape)} offsets, not {len(steps)}")
    op = AdvanceOp(base.handle, steps)
    return emit(op, base.type)
