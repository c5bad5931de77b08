"""``tt.print`` by C's ``printf``: a line with the program, the indices of the element, the prefix and the value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from xdsl.dialects.builtin import (
    BoolAttr,
    Float64Type,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
    f64,
    i32,
)
from xdsl.ir import Attribute, Operation, SSAValue

from xtriton.dialects.tt import PrintOp
from xtriton.dialects.upstream.constraints import dense_numbers
from xtriton.dialects.upstream.llvm.types import FunctionType
from xtriton.ir.narrowing import is_float_type, is_integer_type
from xtriton.passes.cpu.to_llvm.arithmetic import float_of
from xtriton.passes.cpu.to_llvm.builder import PTR, LlvmBuilder, call_properties

if TYPE_CHECKING:
    from xtriton.passes.cpu.to_llvm.function import FunctionLowering

PRINTF = FunctionType.of([PTR], i32, variadic=True)
"""The type of ``printf``."""


def lower_print(f: FunctionLowering, op: Operation) -> None:
    """One line for each operand; the operands counted by the attribute ``indices`` are the indices of the next one."""
    assert isinstance(op, PrintOp)
    count = op.attributes.get("indices")
    indices = cast("IntegerAttr[Any]", count).value.data if count is not None else 0
    values = [f.value(operand) for operand in op.args]
    place = ", ".join(["%d"] * indices)
    head = "pid (%d, %d, %d) " + (f"idx ({place})" if indices else "idx ()")
    head += cast("StringAttr", op.prefix).data.replace("%", "%%")
    signs, programs = dense_numbers(op.isSigned), list(f.programs)
    if len(values) == indices:
        _printf(f, head, programs)
    for number in range(indices, len(values)):
        signed = number >= len(signs) or bool(signs[number])
        hexadecimal = bool(cast("BoolAttr", op.hex).value.data)
        code, value = _formatted(f.b, values[number], op.args[number].type, signed, hexadecimal)
        _printf(f, head + code, [*programs, *values[:indices], value])


def _formatted(
    b: LlvmBuilder, value: SSAValue, type_: Attribute, signed: bool, hexadecimal: bool
) -> tuple[str, SSAValue]:
    """The ``printf`` conversion specifier of a value, and the argument to pass."""
    if value.type == PTR:
        return "%p", value
    if is_float_type(type_):
        native = float_of(b, value, type_)
        return "%f", native if isinstance(native.type, Float64Type) else b.add("fpext", [native], f64)
    assert is_integer_type(value.type)
    bits = value.type.width.data
    letter = "x" if hexadecimal else "d" if signed and bits > 1 else "u"
    if bits > 32:
        return (f"0x%0{bits // 4}llx" if hexadecimal else f"%ll{letter}"), value
    if bits < 32:
        value = b.add("sext" if signed and bits > 1 and not hexadecimal else "zext", [value], i32)
    return (f"0x%0{max(bits // 4, 1)}x" if hexadecimal else f"%{letter}"), value


def _printf(f: FunctionLowering, text: str, values: list[SSAValue]) -> None:
    name = f.state.new_text(text + "\n")
    address = f.b.add("mlir.addressof", [], PTR, {"global_name": SymbolRefAttr(name)})
    operands = [address, *values]
    properties: dict[str, Attribute] = {
        **call_properties(len(operands)),
        "callee": SymbolRefAttr("printf"),
        "var_callee_type": PRINTF,
    }
    f.b.add("call", operands, i32, properties)
