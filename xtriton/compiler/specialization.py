"""The types of the commonest launch arguments, without Triton's own function.

That imports torch when it is first called, which takes a second in a process that does not use it, and Gluon, which
takes 25 ms.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from xtriton.compiler.host_array import HostArray
from xtriton.frontend.signature import CONSTANT
from xtriton.wheel import triton_module

Specialize = Callable[[Any, Any, bool, bool, bool], tuple[Any, Any]]
"""Takes Triton's backend, a value, whether it is constant memory, and whether values and alignments are specialised.

Gives the type of the value, and a key that CPU launches do not use.
"""


_OTHER_TYPES: dict[type, str] = {bool: "u1", float: "fp32", type(None): CONSTANT}


_TENSORS = frozenset({("torch", "Tensor"), ("torch.nn.parameter", "Parameter")})


def specialized(native: Specialize) -> Specialize:
    """``native``, but without it for arrays, tensors, numbers and ``None``."""

    def specialize(backend: Any, value: Any, const: bool, by_value: bool, by_alignment: bool) -> tuple[Any, Any]:
        type_ = type_of(value, const=const, by_value=by_value)
        return native(backend, value, const, by_value, by_alignment) if type_ is None else (type_, None)

    return specialize


def type_of(value: Any, *, const: bool, by_value: bool) -> str | None:
    """The type of an array, a tensor, a number or ``None``; ``None`` for what is left to Triton, errors among them.

    Raises ``TypeError`` for elements of a type that Triton lacks.
    """
    kind = type(cast("object", value))
    if kind is HostArray or (kind.__module__, kind.__qualname__) in _TENSORS:
        name = triton_module("_utils").type_canonicalisation_dict.get(str(value.dtype).removeprefix("torch."))
        if name is None:
            raise TypeError(f"Triton has no type for the elements of a tensor of {value.dtype}")
        return f"{'*k' if const else '*'}{name}"
    if kind is int:
        if by_value and value == 1:
            return CONSTANT
        if -(1 << 31) <= value < 1 << 31:
            return "i32"
        if -(1 << 63) <= value < 1 << 63:
            return "i64"
        return "u64" if 0 <= value < 1 << 64 else None
    return _OTHER_TYPES.get(kind)
