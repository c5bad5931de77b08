"""Argument types of a function in the spelling of Triton's launcher."""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerType, i32, i64
from xdsl.ir import Attribute

from xtriton.analysis.launch_arguments import own_arguments
from xtriton.dialects.tt.function import FuncOp
from xtriton.dialects.tt.types import PointerType, TensorDescType
from xtriton.ir.diagnostics import error

_FLOATS = {
    "f16": "fp16",
    "bf16": "bf16",
    "f32": "fp32",
    "f64": "fp64",
    "f8E4M3FN": "fp8e4nv",
    "f8E5M2": "fp8e5",
    "f8E4M3B11FNUZ": "fp8e4b15",
    "f8E4M3FNUZ": "fp8e4b8",
    "f8E5M2FNUZ": "fp8e5b16",
}


def launch_types(function: FuncOp, *, whole_descriptors: bool = True) -> tuple[str, ...]:
    """The types of the caller's arguments. Raises ``DiagnosticError`` for those that a launch cannot pass.

    With ``whole_descriptors`` a descriptor is a single argument: Triton's launcher passes its extents and strides after
    it.
    """
    types = [value.type for value in own_arguments(function)]
    found: list[str] = []
    index = 0
    while index < len(types):
        argument = types[index]
        spelled = _spelled(argument)
        if spelled is None:
            message = f"argument #{index} of the kernel is of type {argument}, which no launch can give"
            raise error(function.location, message)
        found.append(spelled)
        index += 1
        if whole_descriptors and isinstance(argument, TensorDescType):
            rank = len(argument.block_type.get_shape())
            sizes: list[Attribute] = [*[i32] * rank, *[i64] * rank]
            index += len(sizes) if types[index : index + len(sizes)] == sizes else 0
    return tuple(found)


def _spelled(type_: Attribute) -> str | None:
    match type_:
        case PointerType():
            inner = _spelled(type_.pointee_type)
            return None if inner is None else f"*{inner}"
        case TensorDescType():
            element = _spelled(type_.signless_block_type.element_type)
            shape = ", ".join(map(str, type_.block_type.get_shape()))
            return None if element is None else f"tensordesc<{element}[{shape}]>"
        case IntegerType():
            return "u1" if type_.width.data == 1 else f"i{type_.width.data}"
        case _:
            return _FLOATS.get(str(type_))
