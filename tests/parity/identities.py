"""Small functions with one or two operations of ``arith`` each, as text: all that folds and patterns may apply to."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

INTEGERS = (
    *("addi", "subi", "muli", "divui", "divsi", "ceildivui", "ceildivsi", "floordivsi", "remui", "remsi"),
    *("shli", "shrui", "shrsi", "andi", "ori", "xori", "maxsi", "minsi", "maxui", "minui"),
)
FLOATS = ("addf", "subf", "mulf", "divf", "remf", "maximumf", "minimumf", "maxnumf", "minnumf")
ORDERS = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
FLAGS = ("", "fastmath<nnan> ", "fastmath<nsz> ", "fastmath<nnan,nsz> ")
INTEGER_WIDTHS = (1, 8, 32, 64)
FLOAT_TYPES = {"f16": 16, "f32": 32, "f64": 64}


def _function(number: int, parameters: str, result: str, lines: list[str]) -> str:
    body = "\n".join(f"  {line}" for line in lines)
    return f"tt.func @f{number}({parameters}) -> {result} {{\n{body}\n}}"


def _operand(name: str, choice: str, type_: str) -> tuple[list[str], str]:
    """The lines that define an operand, a parameter or a constant, and its name."""
    if choice in ("x", "y"):
        return [], f"%{choice}"
    splat = f"dense<{choice}>" if type_.startswith("tensor") else choice
    return [f"%{name} = arith.constant {splat} : {type_}"], f"%{name}"


def operations() -> Iterator[tuple[str, str, list[str]]]:
    """Each binary operation on parameters and on constants that it may fold with."""
    for type_, op, lhs, rhs in product(("i32", "tensor<4xi32>"), INTEGERS, *[("x", "y", "0", "1", "-1", "2")] * 2):
        yield _operation(type_, op, lhs, rhs, "")
    for op, flags, lhs, rhs in product(FLOATS, FLAGS, *[("x", "y", "0.0", "-0.0", "1.0")] * 2):
        yield _operation("f32", op, lhs, rhs, flags)


def _operation(type_: str, op: str, lhs: str, rhs: str, flags: str) -> tuple[str, str, list[str]]:
    first, left = _operand("l", lhs, type_)
    second, right = _operand("r", rhs, type_)
    line = f"%o = arith.{op} {left}, {right} {flags}: {type_}"
    return f"%x: {type_}, %y: {type_}", type_, [*first, *second, line, f"tt.return %o : {type_}"]


def chains() -> Iterator[tuple[str, str, list[str]]]:
    """One binary operation on the result of another, on either side."""
    for ops, type_, constants in ((INTEGERS, "i32", ("3", "5")), ((*FLOATS, "negf"), "f32", ("3.0", "5.0"))):
        for inner, outer, other, last, swapped in product(ops, ops, ("y", constants[0]), ("x", constants[1]), (0, 1)):
            first, name = _operand("k", other, type_)
            second, final = _operand("j", last, type_)
            sides = [final, "%u"] if swapped else ["%u", final]
            yield (
                f"%x: {type_}, %y: {type_}",
                type_,
                [
                    *first,
                    *second,
                    f"%u = arith.{inner} {'%x' if inner == 'negf' else f'%x, {name}'} : {type_}",
                    f"%o = arith.{outer} {'%u' if outer == 'negf' else ', '.join(sides)} : {type_}",
                    f"tt.return %o : {type_}",
                ],
            )


def selections() -> Iterator[tuple[str, str, list[str]]]:
    """Selections between the operands of a comparison, and others."""
    for type_, order, (lhs, rhs), true, false in product(
        ("i32", "i1", "tensor<4xi32>"), ORDERS, ("xy", "xk", "kx"), "xyk", "xyk"
    ):
        condition = "tensor<4xi1>, " if type_.startswith("tensor") else ""
        constant = "dense<1>" if condition else "true" if type_ == "i1" else "1"
        yield (
            f"%x: {type_}, %y: {type_}",
            type_,
            [
                f"%k = arith.constant {constant}{'' if type_ == 'i1' else f' : {type_}'}",
                f"%c = arith.cmpi {order}, %{lhs}, %{rhs} : {type_}",
                f"%o = arith.select %c, %{true}, %{false} : {condition}{type_}",
                f"tt.return %o : {type_}",
            ],
        )


def conversions() -> Iterator[tuple[str, str, list[str]]]:
    """Each conversion of the result of another conversion."""
    casts = list(_casts())
    for (first, source, between), (second, start, target) in product(casts, casts):
        if between == start:
            yield (
                f"%x: {source}",
                target,
                [
                    f"%u = arith.{first} %x : {source} to {between}",
                    f"%o = arith.{second} %u : {between} to {target}",
                    f"tt.return %o : {target}",
                ],
            )


def _casts() -> Iterator[tuple[str, str, str]]:
    for one, other in product(INTEGER_WIDTHS, INTEGER_WIDTHS):
        if one < other:
            yield from ((op, f"i{one}", f"i{other}") for op in ("extsi", "extui"))
        elif one > other:
            yield "trunci", f"i{one}", f"i{other}"
    for width in INTEGER_WIDTHS:
        for op in ("index_cast", "index_castui"):
            yield from ((op, f"i{width}", "index"), (op, "index", f"i{width}"))
        for float_ in FLOAT_TYPES:
            yield from ((op, f"i{width}", float_) for op in ("sitofp", "uitofp"))
            yield from ((op, float_, f"i{width}") for op in ("fptosi", "fptoui"))
    for one, other in product(FLOAT_TYPES, FLOAT_TYPES):
        if FLOAT_TYPES[one] < FLOAT_TYPES[other]:
            yield from (("extf", one, other), ("truncf", other, one))


FAMILIES = {"operations": operations, "chains": chains, "selections": selections, "conversions": conversions}


def identities(family: str) -> str:
    """A module with all functions of a family."""
    return "\n".join(_function(number, *parts) for number, parts in enumerate(FAMILIES[family]()))
