"""Launch arguments: what a kernel is given for arrays, tensors and numbers, after checking their types."""

from __future__ import annotations

import struct
import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from math import copysign, inf
from operator import index
from typing import Any, NamedTuple, cast

import numpy as np

from xtriton.backends.cpu.code import Parameter


class Argument(NamedTuple):
    """A launch argument: its bits, and for an array its address range; ``end`` is -1 if the range is unknown.

    Arrays with equal ``owner`` are parts of one allocation; 0 is none, as of a number.
    """

    bits: bytes
    start: int = 0
    end: int = 0
    owner: int = 0


_ADDRESS = struct.Struct("<Q")
_INTEGERS = {"i1": "<?", "i8": "<b", "i16": "<h", "i32": "<i", "i64": "<q"}
_UNSIGNED = {"i8": "<B", "i16": "<H", "i32": "<I", "i64": "<Q"}
_FLOATS = {"f16": "<e", "f32": "<f", "f64": "<d"}
_TRITON_NAMES = {
    "fp16": "float16",
    "bf16": "bfloat16",
    "fp32": "float32",
    "fp64": "float64",
    "fp8e4nv": "float8_e4m3fn",
    "fp8e5": "float8_e5m2",
    "fp8e4b15": "float8_e4m3b11fnuz",
    "fp8e4b8": "float8_e4m3fnuz",
    "fp8e5b16": "float8_e5m2fnuz",
}
"""Element types in the spelling of ``triton.reinterpret``, by torch's names."""
_NAMES_OF_INTEGERS = ("int", "uint", "bool")
"""Prefixes of the names of integer types in NumPy and in torch."""


Convert = Callable[[Any, int | str], Argument]
"""Converts a launch argument; the second one names it in errors."""


def plain_tensors() -> AbstractContextManager[Any]:
    """A context without torch's modes: one may report another device than the tensor's own."""
    torch = sys.modules.get("torch")
    return nullcontext() if torch is None else cast("Any", torch)._C.DisableTorchFunction()


@cache
def converter_of(parameter: Parameter) -> Convert:
    """The conversion of a launch argument to a kernel argument: what depends on its type is looked up once.

    It raises ``TypeError`` if a value does not match, and ``ValueError`` for a read-only array that the kernel writes.
    """
    return _pointer_converter(parameter) if parameter.pointer else _scalar_converter(parameter)


_MISFITS = (struct.error, TypeError, ValueError, OverflowError)


def _mismatch(value: Any, parameter: Parameter, position: int | str) -> TypeError:
    return TypeError(f"argument {position} is to be {_wanted(parameter)}, not {value!r}")


def _scalar_converter(parameter: Parameter) -> Convert:
    bits = _bits_of(parameter.type)

    def convert(value: Any, position: int | str) -> Argument:
        try:
            return Argument(bits(value))
        except _MISFITS as problem:
            raise _mismatch(value, parameter, position) from problem

    return convert


def _pointer_converter(parameter: Parameter) -> Convert:
    def convert(value: Any, position: int | str) -> Argument:
        if isinstance(value, np.ndarray):
            return _array_argument(cast("np.ndarray[Any, np.dtype[Any]]", value), parameter, position)
        if value is None:
            if not parameter.used:
                return Argument(bytes(8))
            raise TypeError(f"argument {position} is None, but the kernel uses it: give an array of {parameter.type}")
        if isinstance(value, int) and not isinstance(value, bool):
            try:
                return Argument(_ADDRESS.pack(value), value, -1)
            except struct.error as problem:
                raise _mismatch(value, parameter, position) from problem
        return _tensor_argument(value, parameter, position)

    return convert


def _wanted(parameter: Parameter) -> str:
    """The description of a parameter in errors."""
    if parameter.pointer:
        return f"an array of {parameter.type}"
    return f"{'an' if parameter.type.startswith('i') else 'a'} {parameter.type}"


def _bits_of(type_: str) -> Callable[[Any], bytes]:
    """The function that gives the 8 bytes of a number of a type; it raises one of ``_MISFITS`` for others."""
    if type_ in _INTEGERS:
        signed = struct.Struct(f"{_INTEGERS[type_]}{8 - _bytes(type_)}x").pack
        if type_ not in _UNSIGNED:
            return lambda value: signed(int(value) if type(value) is np.bool_ else index(value))
        unsigned, most = struct.Struct(f"{_UNSIGNED[type_]}{8 - _bytes(type_)}x").pack, 1 << (8 * _bytes(type_) - 1)

        def integer(value: Any) -> bytes:
            number = int(value) if type(value) is np.bool_ else index(value)
            return unsigned(number) if number >= most else signed(number)

        return integer
    if type_ == "bf16":
        return _bfloat16
    if type_ == "f32":
        return _single
    if type_ in _FLOATS:
        return struct.Struct(f"{_FLOATS[type_]}{8 - _bytes(type_)}x").pack
    return _no_scalar


_SINGLE = struct.Struct("<f4x").pack


def _single(value: Any) -> bytes:
    """Numbers beyond the greatest one are infinite, as in Triton's launches."""
    try:
        return _SINGLE(value)
    except OverflowError:
        return _SINGLE(copysign(inf, value))


def _bfloat16(value: Any) -> bytes:
    bits = int.from_bytes(_single(value)[:4], "little")
    return struct.pack("<H6x", (bits + 0x7FFF + (bits >> 16 & 1)) >> 16 & 0xFFFF)


def _no_scalar(value: Any) -> bytes:
    raise TypeError(f"{value!r} has no representation")


def _bytes(type_: str) -> int:
    return max(int(type_[1:]) // 8, 1)


def _array_argument(array: np.ndarray[Any, np.dtype[Any]], parameter: Parameter, position: int | str) -> Argument:
    if not holds_array_of(array.dtype, parameter.type):
        raise TypeError(f"argument {position} is to be an array of {parameter.type}, not of {array.dtype}")
    if parameter.written and not array.flags.writeable:
        raise ValueError(f"argument {position} is read-only, and the kernel writes it; give a copy of the array")
    start: int = array.__array_interface__["data"][0]  # which takes less time than ``ctypes.data``
    return Argument(_ADDRESS.pack(start), *_bounds(array, start), owner_of_array(array))


def owner_of_array(array: np.ndarray[Any, np.dtype[Any]]) -> int:
    """A number for the array that owns the memory of a view; equal for views of one array only."""
    owner, base = array, array.base
    while isinstance(base, np.ndarray):
        owner = base
        base = owner.base
    return id(owner)


def _tensor_of(value: Any) -> Any:
    """The torch tensor that an argument is, or that it wraps (``triton.reinterpret``); ``None`` for others."""
    torch: Any = sys.modules.get("torch")
    for tensor in (value, getattr(value, "base", None)):
        if torch is not None and isinstance(tensor, torch.Tensor):
            return cast("Any", tensor)
    return None


def _owner_of_tensor(value: Any, start: int) -> int:
    """A number for the storage of a tensor of torch, also of one that Triton has wrapped; else its own address."""
    tensor = _tensor_of(value)
    return start if tensor is None else tensor.untyped_storage().data_ptr() or start


def _device_of(value: Any) -> Any:
    """The device of an argument; of Triton's wrapper that of its tensor, as the wrapper's own may be emulated."""
    tensor = _tensor_of(value)
    return getattr(value if tensor is None else tensor, "device", None)


def _tensor_argument(value: Any, parameter: Parameter, position: int | str) -> Argument:
    pointer = getattr(value, "data_ptr", None)
    if pointer is None:
        raise TypeError(f"argument {position} is to be an array of {parameter.type}, not {type(value).__name__}")
    if not getattr(value, "is_cpu", False):  # which takes less time than the type of the device
        device = _device_of(value)
        if device is not None and getattr(device, "type", "cpu") != "cpu":
            raise TypeError(f"argument {position} is on device '{device}': the kernel runs on the CPU")
    bytes_each = value.element_size()
    if not holds_dtype(value.dtype, bytes_each, parameter.type):
        raise TypeError(f"argument {position} is to be a tensor of {parameter.type}, not of {value.dtype}")
    start = pointer()
    bits, owner = _ADDRESS.pack(start), _owner_of_tensor(value, start)
    is_contiguous = getattr(value, "is_contiguous", None)
    if is_contiguous is not None and is_contiguous():
        return Argument(bits, start, start + value.numel() * bytes_each, owner)
    if 0 in value.shape:
        return Argument(bits, start, start, owner)
    spans = [(extent - 1) * stride for extent, stride in zip(value.shape, value.stride(), strict=True)]
    # Torch has no negative strides; classes that stand for parts of its tensors may.
    low, high = (sum(bound(span, 0) for span in spans) * bytes_each for bound in (min, max))
    return Argument(bits, start + low, start + high + bytes_each, owner)


def is_other_array(value: Any) -> bool:
    """Whether an argument is an array by what it answers, as a tensor of torch does, but of another class."""
    if not hasattr(cast("type[Any]", type(value)), "data_ptr"):
        return False
    torch: Any = sys.modules.get("torch")
    return torch is None or not isinstance(value, torch.Tensor)


@cache
def holds_array_of(dtype: np.dtype[Any], type_: str) -> bool:
    """Whether elements of a dtype of NumPy are compatible with a kernel's type."""
    size = _element_size(type_)
    return size is None or (dtype.itemsize == size and dtype.isnative and _holds(dtype.name, type_))


@cache
def holds_dtype(dtype: Any, bytes_each: int, type_: str) -> bool:
    """Whether elements of a dtype of torch or of Triton, of a size, are compatible with a kernel's type."""
    size, name = _element_size(type_), str(dtype)
    return size is None or (size == bytes_each and _holds(_TRITON_NAMES.get(name, name.removeprefix("torch.")), type_))


def _holds(name: str, type_: str) -> bool:
    """Whether elements of NumPy's or torch's type ``name``, of the right size, are compatible with a kernel's type.

    Signedness is ignored. Types that NumPy lacks may be passed as integers with the same bits; some 8-bit floats are
    integers to Triton itself.
    """
    if type_.startswith("i"):
        return name.startswith(_NAMES_OF_INTEGERS) or (type_ == "i8" and name.startswith("float8"))
    if type_ in _FLOATS:
        return name == f"float{type_[1:]}"
    return name.startswith(_NAMES_OF_INTEGERS) or name == ("bfloat16" if type_ == "bf16" else _name_of_float8(type_))


def _name_of_float8(type_: str) -> str:
    """``float8_e4m3fn`` for ``f8E4M3FN``."""
    return type_.lower().replace("f8", "float8_", 1)


def _bounds(array: np.ndarray[Any, np.dtype[Any]], start: int) -> tuple[int, int]:
    """The addresses of the first byte of an array with its first element at ``start``, and of the one past its last."""
    if not array.size:
        return 0, 0
    if array.flags.c_contiguous:
        return start, start + array.nbytes
    low = high = start
    for extent, stride in zip(array.shape, array.strides, strict=True):
        span = (extent - 1) * stride
        low, high = low + min(span, 0), high + max(span, 0)
    return low, high + array.itemsize


@cache
def _element_size(type_: str) -> int | None:
    if type_ == "i1":
        return 1
    digits = "".join(c for c in type_.split("E")[0] if c.isdigit())
    return int(digits) // 8 if digits and not type_.startswith("!") else None


def may_alias(arguments: Sequence[Argument], parameters: Sequence[Parameter]) -> bool:
    """Whether memory that the kernel writes through an argument may be that of another one that it uses.

    A pointer to a part of an allocation may be moved to any other part, so that it is not enough that views are apart.
    """
    written: dict[int, bool] = {}
    for argument, parameter in zip(arguments, parameters, strict=True):
        if argument.owner and parameter.used:
            if argument.owner in written and (parameter.written or written[argument.owner]):
                return True
            written[argument.owner] = parameter.written
    return overlap(arguments, parameters)


def overlap(arguments: Sequence[Argument], parameters: Sequence[Parameter]) -> bool:
    """Whether an array that the kernel writes may share elements with another one that it uses."""
    spans: list[tuple[int, int, bool]] = []
    for (_, start, end, _), parameter in zip(arguments, parameters, strict=True):
        if not parameter.used:
            continue
        if end > start:
            spans.append((start, end, parameter.written))
        elif end < 0:  # an address: every array that is written may be the same as another
            pointers = [parameter.written for parameter in parameters if parameter.pointer and parameter.used]
            if len(pointers) > 1 and any(pointers):
                return True
    spans.sort()
    for position, (_, end, written) in enumerate(spans):
        for start, _, other in spans[position + 1 :]:
            if start >= end:
                break
            if written or other:
                return True
    return False
