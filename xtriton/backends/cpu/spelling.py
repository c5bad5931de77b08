"""LLVM IR syntax of types, constants and symbols of the ``llvm`` dialect."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from functools import lru_cache
from typing import cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    BFloat16Type,
    Float16Type,
    Float32Type,
    Float64Type,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    StringAttr,
    VectorType,
)
from xdsl.ir import Attribute, Operation

from xtriton.dialects.upstream.llvm.types import ArrayType, FunctionType, PointerType, StructType, VoidType, X86AMXType
from xtriton.ir.dense import DenseElementsAttr
from xtriton.ir.diagnostics import error
from xtriton.ir.narrowing import int_value, is_integer_type, is_vector_type

_FLOATS: dict[type[Attribute], str] = {
    Float16Type: "half",
    BFloat16Type: "bfloat",
    Float32Type: "float",
    Float64Type: "double",
}


@lru_cache(4096)
def type_text(type_: Attribute) -> str:
    """A type: ``<16 x float>``. Raises ``ValueError`` for one that LLVM IR does not have."""
    match type_:
        case IntegerType():
            return f"i{type_.width.data}"
        case PointerType():
            space = type_.address_space.data
            return f"ptr addrspace({space})" if space else "ptr"
        case VoidType():
            return "void"
        case X86AMXType():
            return "x86_amx"
        case ArrayType():
            return f"[{type_.size.data} x {type_text(type_.element_type)}]"
        case StructType():
            return f"{{{', '.join(map(type_text, type_.element_types))}}}"
        case VectorType():
            (extent,) = type_.get_shape()
            return f"<{extent} x {type_text(type_.element_type)}>"
        case FunctionType():
            inputs = [*map(type_text, type_.inputs.data), *(["..."] if type_.is_variadic else [])]
            return f"{type_text(type_.result)} ({', '.join(inputs)})"
        case _ if type(type_) in _FLOATS:
            return _FLOATS[type(type_)]
        case _:
            raise ValueError(f"LLVM IR has no type '{type_}'")


def float_text(value: float, type_: Attribute) -> str:
    """A floating-point constant by its bits, so that nothing is rounded."""
    if isinstance(type_, Float16Type):
        (bits,) = struct.unpack("<H", struct.pack("<e", _within_half(value)))
        return f"0xH{bits:04X}"
    if isinstance(type_, Float32Type):
        value = struct.unpack("<f", struct.pack("<f", value))[0]
    (bits,) = struct.unpack("<Q", struct.pack("<d", value))
    return f"0x{bits:016X}"


def _within_half(value: float) -> float:
    return value if value != value or abs(value) < 65520 else float("inf") * (1 if value > 0 else -1)


def constant_text(value: Attribute, type_: Attribute, op: Operation) -> str:
    """The value of ``llvm.mlir.constant`` or of a global variable."""
    match value:
        case IntegerAttr():
            number = int_value(value)
            if is_integer_type(type_) and type_.width.data == 1:
                return "true" if number & 1 else "false"
            return str(number)
        case FloatAttr():
            return float_text(cast("FloatAttr[Float32Type]", value).value.data, type_)
        case StringAttr():
            return string_text(value.data.encode())
        case DenseElementsAttr():
            return _elements_text(value, type_)
        case _:
            raise error(op.location, f"'{op.name}' op has a constant that LLVM IR cannot spell: '{value}'")


def _elements_text(value: DenseElementsAttr, type_: Attribute) -> str:
    element = _leaf(type_)
    text = type_text(element)

    def one(number: int | float) -> str:
        return f"{text} {float_text(number, element) if not is_integer_type(element) else int(number)}"

    if is_vector_type(type_) and value.is_splat:
        return f"splat ({one(value.splat_value)})"
    numbers = [one(number) for number in value.values()]
    if is_vector_type(type_):
        return f"<{', '.join(numbers)}>"
    return f"[{', '.join(numbers)}]"


def _leaf(type_: Attribute) -> Attribute:
    while isinstance(type_, ArrayType | VectorType):
        type_ = cast("Attribute", type_.element_type)
    return type_


def string_text(data: bytes) -> str:
    """The bytes of a string constant: ``c"a\\00"``."""
    return 'c"' + "".join(chr(b) if 32 <= b < 127 and b not in (34, 92) else f"\\{b:02X}" for b in data) + '"'


def symbol_text(name: str) -> str:
    """A global name: ``@kernel``, quoted if it has special characters."""
    plain = name.replace("_", "a").replace(".", "a").replace("$", "a").isalnum() and name.isascii()
    escaped = "".join(c if 32 <= ord(c) < 127 and c not in '"\\' else f"\\{ord(c):02X}" for c in name)
    return f"@{name}" if plain and not name[0].isdigit() else f'@"{escaped}"'


def suffix(type_: Attribute) -> str:
    """The suffix of an intrinsic overloaded on ``type_``: ``f32``, ``v16f32``, ``p0``."""
    match type_:
        case VectorType():
            return f"v{type_.get_shape()[0]}{suffix(type_.element_type)}"
        case PointerType():
            return f"p{type_.address_space.data}"
        case IntegerType():
            return f"i{type_.width.data}"
        case _:
            return {"half": "f16", "float": "f32", "double": "f64"}[type_text(type_)]


def attribute_words(entries: ArrayAttr[Attribute] | None, index: int) -> Sequence[tuple[str, Attribute]]:
    """The attributes of a function argument: ``("llvm.noalias", unit)``."""
    if entries is None:
        return ()
    from xdsl.dialects.builtin import DictionaryAttr

    entry = entries.data[index]
    assert isinstance(entry, DictionaryAttr)
    return tuple(entry.data.items())
