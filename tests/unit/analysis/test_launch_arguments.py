"""Launch-computed expressions of values, compared with the interpreter, and arguments that have a recipe."""

from __future__ import annotations

import random

import pytest
from xdsl.dialects.builtin import ModuleOp, i32
from xdsl.ir import SSAValue

from xtriton.analysis.launch_arguments import add_launch_argument, expression_of, own_arguments, recipes_of
from xtriton.dialects.tt.function import FuncOp, ReturnOp
from xtriton.interp.api import evaluate as run
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module
from xtriton.ir.verifier import verify
from xtriton.recipes import ARITHMETIC, COMPARISONS, ScalarRecipe, checked, evaluate


def parsed(text: str) -> tuple[ModuleOp, FuncOp]:
    ctx = Context()
    module = parse_module(text, "test.mlir", ctx)
    verify(module, ctx)
    (function,) = (op for op in module.body.ops if isinstance(op, FuncOp))
    return module, function


def returned(function: FuncOp) -> SSAValue:
    end = function.body.blocks[0].last_op
    assert isinstance(end, ReturnOp)
    return end.operands[0]


def random_function(chosen: random.Random) -> str:
    """A function of four integers that returns one made of them by a few operations."""
    values = {"i32": ["%a", "%b"], "i64": ["%c"], "i1": ["%d"]}
    lines: list[str] = []

    def add(type_: str, text: str) -> None:
        name = f"%v{len(lines)}"
        lines.append(f"  {name} = {text}")
        values[type_].append(name)

    for _ in range(chosen.randint(2, 8)):
        type_ = chosen.choice(("i32", "i64"))
        first, second = (chosen.choice(values[type_]) for _ in range(2))
        match chosen.randrange(7):
            case 0:
                add(type_, f"arith.constant {chosen.choice((0, 1, 2, 5, -3, 64, 127))} : {type_}")
            case 1:
                add("i1", f"arith.cmpi {chosen.choice(list(COMPARISONS))}, {first}, {second} : {type_}")
            case 2:
                add(type_, f"arith.select {chosen.choice(values['i1'])}, {first}, {second} : {type_}")
            case 3:
                add("i64", f"arith.{chosen.choice(('extsi', 'extui'))} {chosen.choice(values['i32'])} : i32 to i64")
            case 4:
                source = chosen.choice(("i64", "i1"))
                operation = "trunci" if source == "i64" else chosen.choice(("extsi", "extui"))
                add("i32", f"arith.{operation} {chosen.choice(values[source])} : {source} to i32")
            case _:
                add(type_, f"arith.{chosen.choice(list(ARITHMETIC))} {first}, {second} : {type_}")
    type_ = chosen.choice(("i32", "i64"))
    body = "\n".join([*lines, f"  tt.return {values[type_][-1]} : {type_}"])
    return f"tt.func @f(%a: i32, %b: i32, %c: i64, %d: i1) -> {type_} {{\n{body}\n}}"


def test_random_expressions():
    compared = 0
    for seed in range(150):
        chosen = random.Random(seed)
        module, function = parsed(random_function(chosen))
        arguments = (chosen.randint(-9, 9), chosen.choice((7, 1 << 30, -(1 << 31))), chosen.randint(-99, 99), seed % 2)
        expression = expression_of(returned(function))
        assert expression is not None
        try:
            (found,) = run(module, *arguments, strict=True)
        except DiagnosticError:  # a division by zero, perhaps of no use: then the launch may do as it likes
            continue
        if found.poison.any():
            continue
        assert evaluate(checked(expression), arguments.__getitem__, ()) == found.values.item(), seed
        compared += 1
    assert compared > 80


@pytest.mark.parametrize(
    ("body", "type_"),
    [
        ("%r = tt.get_program_id x : i32", "i32"),
        ("%r = tt.get_num_programs x : i32", "i32"),
        ("%r = tt.load %p : !tt.ptr<i32>", "i32"),
        ("%r = arith.fptosi %x : f32 to i32", "i32"),
        ("%0 = tt.get_program_id x : i32\n %r = arith.addi %a, %0 : i32", "i32"),
        ("%r = scf.if %d -> i32 { scf.yield %a : i32 } else { scf.yield %b : i32 }", "i32"),
    ],
)
def test_values_that_a_launch_cannot_compute(body: str, type_: str):
    header = "tt.func @f(%a: i32, %b: i32, %d: i1, %p: !tt.ptr<i32>, %x: f32)"
    _, function = parsed(f"{header} -> {type_} {{ {body}\n tt.return %r : {type_} }}")
    assert expression_of(returned(function)) is None


def test_expressions_that_would_be_too_large():
    """Each value is twice the one before: as a tree that doubles, too."""
    lines = ["%v0 = arith.addi %a, %a : i32", *(f"%v{n + 1} = arith.addi %v{n}, %v{n} : i32" for n in range(400))]
    small, large = (
        parsed(f"tt.func @f(%a: i32) -> i32 {{ {chr(10).join(lines[:count])}\n tt.return %v{count - 1} : i32 }}")[1]
        for count in (5, 400)
    )
    assert expression_of(returned(small)) is not None
    assert expression_of(returned(large)) is None


def test_pointers_are_addresses():
    text = "tt.func @f(%p: !tt.ptr<f16>, %n: i64) -> !tt.ptr<f16> {{ {}\n tt.return %r : !tt.ptr<f16> }}"
    _, function = parsed(text.format("%r = tt.addptr %p, %n : !tt.ptr<f16>, i64"))
    assert expression_of(returned(function)) == ("addi", 64, ("arg", 0), ("muli", 64, ("arg", 1), 2))


def test_arguments_are_added_once():
    _, function = parsed("tt.func @f(%n: i32 {tt.divisibility = 16 : i32}) { tt.return }")
    first = add_launch_argument(function, i32, ScalarRecipe(("grid", 0)), "x")
    assert add_launch_argument(function, i32, ScalarRecipe(("grid", 0)), "again") is first
    second = add_launch_argument(function, i32, ScalarRecipe(("grid", 1)), "y")
    assert (first.index, second.index) == (1, 2)
    assert [argument.index for argument in own_arguments(function)] == [0]
    assert recipes_of(function) == [ScalarRecipe(("grid", 0)), ScalarRecipe(("grid", 1))]
    verify(function.parent_op() or function, Context())
    # What is made of an added argument can be computed like the argument.
    assert expression_of(second) == ("grid", 1)
