"""What a kernel is launched with: arrays for pointers and descriptors, numbers for scalars."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np
from xdsl.dialects.builtin import NameLoc
from xdsl.ir import Operation, SSAValue

from xtriton.dialects.tt.types import PointerType, TensorDescType
from xtriton.interp.memory import Memory
from xtriton.interp.numbers.formats import Array, FloatFormat, IntegerFormat, format_of
from xtriton.interp.numbers.rounding import round_to
from xtriton.interp.values import Descriptor, Value, is_array
from xtriton.ir.diagnostics import error
from xtriton.ir.narrowing import is_tensor_type


@dataclass
class Bound:
    """Arguments as values: of each pointer also its address."""

    values: list[Value] = field(default_factory=list[Value])
    addresses: list[int | None] = field(default_factory=list["int | None"])


def bind(function: Operation, given: Sequence[Any], memory: Memory) -> Bound:
    """The values of a function's arguments. Raises ``DiagnosticError`` for what does not fit its type."""
    parameters = function.regions[0].blocks[0].args
    if len(given) != len(parameters):
        raise error(function.location, f"the kernel takes {len(parameters)} arguments, but {len(given)} were given")
    arrays: list[tuple[str, Array]] = []
    places: list[int] = []
    for index, (parameter, value) in enumerate(zip(parameters, given, strict=True)):
        if isinstance(parameter.type, PointerType | TensorDescType) and is_array(value):
            arrays.append((name_of(parameter, index), value))
            places.append(index)
    starts = dict(zip(places, memory.add(arrays), strict=True))
    bound = Bound()
    for index, (parameter, value) in enumerate(zip(parameters, given, strict=True)):
        address = starts.get(index)
        bound.addresses.append(address)
        bound.values.append(_value(function, parameter, index, value, address))
    return bound


def name_of(parameter: SSAValue, index: int) -> str:
    """What a kernel's parameter is called in messages."""
    location: object = getattr(parameter, "location", None)
    name = location.desc.data if isinstance(location, NameLoc) else parameter.name_hint
    return f"argument #{index}" + (f" ('{name}')" if name else "")


def _value(function: Operation, parameter: SSAValue, index: int, given: Any, address: int | None) -> Value:
    type_ = parameter.type
    if isinstance(type_, PointerType):
        if address is None and given is not None and np.asarray(given).dtype.kind not in "iu":
            raise error(function.location, f"{name_of(parameter, index)} is a pointer: give an array")
        return np.array([operator.index(given or 0) if address is None else address], np.int64)
    if isinstance(type_, TensorDescType):
        if address is None:
            raise error(function.location, f"{name_of(parameter, index)} is a descriptor: give an array")
        return descriptor_of(cast("Array", given), address)
    if is_tensor_type(type_):
        return _tensor(function, parameter, index, given)
    form = format_of(type_)
    if np.ndim(given) != 0:
        raise error(function.location, f"{name_of(parameter, index)} is a scalar: give a number")
    return to_format(np.asarray(given).reshape(1), form)


def _tensor(function: Operation, parameter: SSAValue, index: int, given: Any) -> Value:
    shape = tuple(cast("Any", parameter.type).get_shape())
    array = np.asarray(given)
    if array.shape != shape:
        raise error(function.location, f"{name_of(parameter, index)} has shape {shape}, but {array.shape} was given")
    return to_format(array.reshape(1, *shape), format_of(parameter.type))


def to_format(values: Array, form: Any) -> Array:
    """Numbers of any NumPy type as those of a format; integers wrap around, floats are rounded."""
    if isinstance(form, FloatFormat):
        return round_to(form, values if values.dtype.kind == "f" else values.astype(np.float64))
    if isinstance(form, IntegerFormat) and form.bits == 1:
        return values.astype(np.bool_)
    if values.dtype == object or values.dtype == np.uint64:
        mask = (1 << 64) - 1
        values = np.array([int(one) & mask for one in values.ravel()], np.uint64).reshape(values.shape).view(np.int64)
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
