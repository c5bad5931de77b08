"""Arguments of a launch: arrays for pointers and descriptors, numbers for scalars."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np
from xdsl.dialects.builtin import DYNAMIC_INDEX, NameLoc, TensorType, i32, i64
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.analysis.launch_arguments import own_arguments
from xtriton.dialects.tt.types import PointerType, TensorDescType, is_tensor_pointer
from xtriton.interp.memory import Memory
from xtriton.interp.numbers.formats import INDEX, Array, FloatFormat, Format, FormatError, IntegerFormat, format_of
from xtriton.interp.numbers.rounding import round_to
from xtriton.interp.values import Descriptor, Value, is_array
from xtriton.ir.diagnostics import error
from xtriton.ir.narrowing import is_tensor_type


@dataclass
class Bound:
    """Arguments as values; for pointers also the addresses."""

    values: list[Value] = field(default_factory=list[Value])
    addresses: list[int | None] = field(default_factory=list["int | None"])


def bind(function: Operation, given: Sequence[Any], memory: Memory) -> Bound:
    """The values of the caller's arguments. Raises ``DiagnosticError`` if an argument does not match its type."""
    parameters = own_arguments(function)
    described = _of_descriptors(parameters)
    fewer = len(parameters) - sum(map(len, described.values()))
    if len(given) not in (len(parameters), fewer):
        least = f" ({fewer} without extents and strides of descriptors)" if fewer < len(parameters) else ""
        message = f"the kernel takes {len(parameters)} arguments{least}, but {len(given)} were given"
        raise error(function.location, message)
    if len(given) < len(parameters):
        given = _with_extents(given, described)
    try:
        with np.errstate(all="ignore"):
            return _bind(parameters, given, memory)
    except (_MisfitError, FormatError) as failure:
        raise error(function.location, str(failure)) from None


def _of_descriptors(parameters: Sequence[SSAValue]) -> dict[int, Sequence[SSAValue]]:
    """The extents and strides that Triton's front end puts behind each descriptor of the host, by its index."""
    found: dict[int, Sequence[SSAValue]] = {}
    for index, parameter in enumerate(parameters):
        if isinstance(parameter.type, TensorDescType):
            rank = len(parameter.type.block_type.get_shape())
            behind = parameters[index + 1 : index + 1 + 2 * rank]
            if [value.type for value in behind] == [i32] * rank + [i64] * rank:
                found[index] = behind
    return found


def _with_extents(given: Sequence[Any], described: Mapping[int, Sequence[SSAValue]]) -> list[Any]:
    """The arguments with the extents and strides, in elements, of the arrays that are given for descriptors."""
    found: list[Any] = []
    for value in given:
        count = len(described.get(len(found), ()))
        found.append(value)
        if count:
            array = np.asarray(value)
            sizes = [*array.shape, *(stride // max(array.itemsize, 1) for stride in array.strides)]
            found += (sizes + [0] * count)[:count]  # an array of another rank is an error later on
    return found


class _MisfitError(Exception):
    """An argument that does not match its parameter."""


def _bind(parameters: Sequence[SSAValue], given: Sequence[Any], memory: Memory) -> Bound:
    arrays: dict[int, tuple[str, Array]] = {}
    for index, (parameter, value) in enumerate(zip(parameters, given, strict=True)):
        name = name_of(parameter, index)
        if is_tensor_pointer(parameter.type):
            raise _MisfitError(f"{name} is a block pointer, which kernels make themselves: it cannot be given")
        if isinstance(parameter.type, PointerType | TensorDescType) and is_array(value):
            arrays[index] = (name, _memory_of(name, value, parameter.type))
    starts = dict(zip(arrays, memory.add(list(arrays.values())), strict=True))
    bound = Bound()
    for index, (parameter, value) in enumerate(zip(parameters, given, strict=True)):
        name, address = name_of(parameter, index), starts.get(index)
        bound.addresses.append(address)
        if address is None:
            bound.values.append(_value(name, parameter.type, value))
        elif isinstance(parameter.type, TensorDescType):
            bound.values.append(descriptor_of(arrays[index][1], address))
        else:
            bound.values.append(np.array([address], np.int64))
    return bound


def name_of(parameter: SSAValue, index: int) -> str:
    """The name of a kernel's parameter in messages."""
    location: object = getattr(parameter, "location", None)
    name = location.desc.data if isinstance(location, NameLoc) else parameter.name_hint
    return f"argument #{index}" + (f" ('{name}')" if name else "")


def _memory_of(name: str, given: Array, type_: PointerType | TensorDescType) -> Array:
    """The array of a pointer argument, if its element type matches and it is contiguous."""
    if isinstance(given, np.ma.MaskedArray):
        raise _MisfitError(f"{name} is a masked array, of which a kernel would not see the mask: give its data")
    array = np.asarray(given)
    if isinstance(type_, TensorDescType):
        what, element = "describes a tensor of", type_.signless_block_type.element_type
        rank = len(type_.block_type.get_shape())
        if array.ndim != rank:
            axes = "axis" if rank == 1 else "axes"
            raise _MisfitError(f"{name} describes a tensor of {rank} {axes}, but the array has {array.ndim}")
    else:
        what, element = "points to", type_.pointee_type
    form = format_of(element)
    if not _holds(array.dtype, form):
        bits = isinstance(form, FloatFormat) and not form.native
        hint = f": give its bits, as {np.dtype(f'u{form.size}').name}" if bits else ""
        raise _MisfitError(f"{name} {what} {element}, but the array is {_described(array.dtype)}{hint}")
    for extent, stride in zip(array.shape, array.strides, strict=True):
        if extent > 1 and array.size and (stride <= 0 or stride % array.itemsize):
            wrong = (
                "negative" if stride < 0 else "zero, so that elements share memory" if stride == 0 else "no multiple"
            )
            rest = " of its elements' size" if stride > 0 else ""
            raise _MisfitError(f"{name} is a view of which a stride is {wrong}{rest}: give a copy")
    return array


_EXTENDED_NAMES = {
    "bf16": "bfloat16",
    "f8E5M2": "float8_e5m2",
    "f8E4M3FN": "float8_e4m3fn",
    "f8E4M3": "float8_e4m3",
    "f8E3M4": "float8_e3m4",
    "f8E4M3FNUZ": "float8_e4m3fnuz",
    "f8E5M2FNUZ": "float8_e5m2fnuz",
    "f8E4M3B11FNUZ": "float8_e4m3b11fnuz",
    "f6E2M3FN": "float6_e2m3fn",
    "f6E3M2FN": "float6_e3m2fn",
    "f4E2M1FN": "float4_e2m1fn",
}
"""Names of the formats that NumPy lacks in ``ml_dtypes``, which adds them."""


def _holds(dtype: np.dtype[Any], form: Format) -> bool:
    """Whether elements of a NumPy type are numbers of a format, or the bits of a format that NumPy lacks."""
    if dtype.itemsize != form.size or not dtype.isnative:
        return False
    if not isinstance(form, FloatFormat):
        return dtype.kind in "iu" or (form.bits == 1 and dtype.kind == "b")
    return dtype.kind == "f" if form.native else dtype.kind in "iu" or dtype.name == _EXTENDED_NAMES.get(form.name)


def _described(dtype: np.dtype[Any]) -> str:
    if dtype.fields is not None:
        return "of a structured type"
    return dtype.name if dtype.isnative else f"{dtype.name} in a foreign byte order"


def _value(name: str, type_: Attribute, given: Any) -> Value:
    """The value of an argument that is not an array in memory: null and integers as addresses, scalars, tensors."""
    if isinstance(type_, TensorDescType):
        raise _MisfitError(f"{name} is a descriptor: give an array")
    if is_tensor_type(type_):
        return _tensor(name, type_, given)
    number = given[()] if is_array(given) and given.ndim == 0 else given
    if isinstance(type_, PointerType):
        return np.array([0 if number is None else _address(name, number)], np.int64)
    form = format_of(type_)
    if isinstance(number, list | tuple) or is_array(number):
        raise _MisfitError(f"{name} is a scalar: give a number")
    if isinstance(form, FloatFormat):
        return to_format(np.array([_real(name, type_, number)]), form)
    return to_format(np.array([_integer(name, type_, form.bits, number)], object), form)


def _address(name: str, given: Any) -> int:
    try:
        address = None if isinstance(given, bool | np.bool_) else operator.index(given)
    except TypeError:  # tensors of PyTorch have __index__, but most refuse it
        address = None
    if address is None:
        raise _MisfitError(f"{name} is a pointer: give a NumPy array, or None for null")
    return to_format(np.array([address], object), INDEX).item()


def _integer(name: str, type_: Attribute, bits: int, given: Any) -> int:
    try:
        number = operator.index(cast("Any", given).item() if isinstance(given, np.generic) else given)
    except TypeError:
        raise _MisfitError(f"{name} is of type {type_}: give an integer, not {shown(given)}") from None
    if not -(1 << (bits - 1)) <= number < 1 << bits:
        raise _MisfitError(f"{name} is of type {type_}, which cannot hold {number}")
    return number


def _real(name: str, type_: Attribute, given: Any) -> float:
    dtype = np.asarray(given).dtype
    if isinstance(given, int | float | np.generic) and (dtype.kind in "biuf" or dtype.name in _EXTENDED_NAMES.values()):
        return float(cast("float", given))
    raise _MisfitError(f"{name} is of type {type_}: give a number, not {shown(given)}")


def shown(given: Any) -> str:
    """A value as messages show it: arrays by shape, long values by type."""
    if is_array(given):
        return f"an array of shape {given.shape}"
    text = repr(given)
    return text if len(text) <= 40 and "\n" not in text else f"a {type(given).__name__}"


def _tensor(name: str, type_: TensorType[Attribute], given: Any) -> Value:
    shape = tuple(type_.get_shape())
    if DYNAMIC_INDEX in shape:
        raise _MisfitError(f"{name} is of type {type_}: tensors of unknown extents are not supported")
    try:
        array = np.asarray(given)
    except ValueError:
        raise _MisfitError(f"{name} has shape {shape}: give an array, not {shown(given)}") from None
    if array.shape != shape:
        raise _MisfitError(f"{name} has shape {shape}, but {array.shape} was given")
    if array.dtype.kind not in "biuf":
        raise _MisfitError(f"{name} is of type {type_}, but the array is {_described(array.dtype)}")
    return to_format(array.reshape(1, *shape), format_of(type_))


def to_format(values: Array, form: Any) -> Array:
    """Convert numbers of any NumPy type to a format; integers wrap, floats are rounded."""
    if isinstance(form, FloatFormat):
        return round_to(form, values if values.dtype.kind == "f" else values.astype(np.float64))
    if isinstance(form, IntegerFormat) and form.bits == 1:
        return values.astype(np.bool_)
    if values.dtype == object or values.dtype == np.uint64:
        mask = (1 << 64) - 1
        values = (
            np.array([int(number) & mask for number in values.ravel()], np.uint64).reshape(values.shape).view(np.int64)
        )
    wide = values.astype(np.int64)
    return form.wrap(wide) if isinstance(form, IntegerFormat) else wide


def descriptor_of(array: Array, address: int) -> Descriptor:
    """The descriptor of a whole array."""
    size = array.itemsize
    return Descriptor(
        np.array([address], np.int64),
        tuple(np.array([extent], np.int64) for extent in array.shape),
        tuple(np.array([stride // size], np.int64) for stride in array.strides),
        np.zeros(1, np.bool_),
    )
