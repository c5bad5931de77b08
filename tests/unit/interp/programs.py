"""Small programs for tests of the interpreter."""

from __future__ import annotations

from typing import Any

from xtriton.interp import Returned, evaluate
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.verifier import verify


def module_of(text: str) -> Any:
    """The module of a text, verified."""
    context = Context(allow_unregistered=True)
    module = parse_module(text, "test.mlir", context)
    verify(module, context)
    return module


def call(body: str, signature: str, *arguments: Any, strict: bool = False) -> list[Returned]:
    """The results of a function with a body; the signature is ``%a: i32, %b: i32 -> i32``."""
    parameters, _, results = signature.partition(" -> ")
    text = f"tt.func @f({parameters}) -> ({results}) {{\n{body}\n}}"
    return evaluate(module_of(text), *arguments, strict=strict)


def apply(op: str, types: str, *arguments: Any, result: str, strict: bool = False) -> Returned:
    """The result of an operation, written ``arith.addi {} : i32`` with ``{}`` for its operands, on arguments."""
    listed = types.split(", ")
    parameters = ", ".join(f"%{index}: {type_}" for index, type_ in enumerate(listed))
    operands = ", ".join(f"%{index}" for index in range(len(listed)))
    body = f"  %r = {op.format(operands)}\n  tt.return %r : {result}"
    return call(body, f"{parameters} -> {result}", *arguments, strict=strict)[0]
