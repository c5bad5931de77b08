"""Recipes: what expressions compute, as the interpreter does, and their JSON."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from xtriton.interp.api import evaluate as run
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.recipes import (
    ARITHMETIC,
    COMPARISONS,
    DescriptorRecipe,
    Expression,
    RecipeError,
    ScalarRecipe,
    ValueTable,
    WorkspaceRecipe,
    as_json,
    as_signed,
    checked,
    evaluate,
    from_json,
    leaves,
    leaves_of,
    to_json,
)


def edges(bits: int) -> list[int]:
    low = -(1 << (bits - 1))
    return [as_signed(number, bits) for number in dict.fromkeys((0, 1, -1, 2, 3, 7, -7, low, low + 1, -low - 1))]


def interpreted(operation: str, bits: int, a: int, b: int) -> int | None:
    """The interpreter's result of an operation; ``None`` where it is undefined."""
    result = "i1" if "cmpi" in operation else f"i{bits}"
    body = f"%0 = {operation} %a, %b : i{bits}\n tt.return %0 : {result}"
    module = parse_module(f"tt.func @f(%a: i{bits}, %b: i{bits}) -> {result} {{ {body} }}", "test", Context())
    (found,) = run(module, a, b, strict=True)
    return None if found.poison.any() else as_signed(int(found.values.reshape(-1)[0]), 1 if result == "i1" else bits)


@pytest.mark.parametrize("bits", [1, 8, 32, 64])
@pytest.mark.parametrize("name", [*ARITHMETIC, *COMPARISONS])
def test_operators_equal_the_interpreter(name: str, bits: int):
    operation = f"arith.cmpi {name}," if name in COMPARISONS else f"arith.{name}"
    compared = 0
    chosen = random.Random(name)
    numbers = edges(bits)
    for a, b in [(chosen.choice(numbers), chosen.choice(numbers)) for _ in range(24)]:
        try:
            ours = evaluate(checked([name, bits, ["arg", 0], ["arg", 1]]), (a, b).__getitem__, ())
        except RecipeError:
            continue
        theirs = interpreted(operation, bits, a, b)
        if theirs is not None:
            assert ours == theirs, (a, b)
            compared += 1
    assert compared > (0 if bits == 1 else 4)


@pytest.mark.parametrize(("before", "after"), [(1, 32), (8, 64), (32, 64)])
@pytest.mark.parametrize("name", ["extsi", "extui"])
def test_casts_to_more_bits(name: str, before: int, after: int):
    for value in edges(before):
        body = f"%0 = arith.{name} %a : i{before} to i{after}\n tt.return %0 : i{after}"
        module = parse_module(f"tt.func @f(%a: i{before}) -> i{after} {{ {body} }}", "test", Context())
        (found,) = run(module, value)
        assert evaluate((name, before, after, ("arg", 0)), lambda _, value=value: value, ()) == found.values.item()


def test_casts_to_fewer_bits_wrap():
    assert evaluate(("trunci", 64, 8, ("arg", 0)), lambda _: 0x1FF, ()) == -1
    assert evaluate(("trunci", 64, 32, ("arg", 0)), lambda _: 1 << 31, ()) == -(1 << 31)


def test_sources_and_choices():
    expression = checked(["select", ["slt", 32, ["arg", 1], 10], ["grid", 2], ["muli", 32, ["arg", 0], 3]])
    assert evaluate(expression, (5, 9).__getitem__, (1, 2, 7)) == 7
    assert evaluate(expression, (5, 10).__getitem__, (1, 2, 7)) == 15


@pytest.mark.parametrize("name", ["divsi", "divui", "remsi", "remui", "floordivsi", "ceildivsi", "ceildivui"])
def test_division_by_zero_has_no_value(name: str):
    with pytest.raises(RecipeError, match="divide by zero"):
        evaluate((name, 32, 1, ("arg", 0)), lambda _: 0, ())


def test_a_shift_by_too_much_has_no_value():
    with pytest.raises(RecipeError, match="shift 32 bits by 32"):
        evaluate(("shli", 32, 1, ("arg", 0)), lambda _: 32, ())


RECIPES = [
    ScalarRecipe(("muli", 32, ("grid", 0), ("grid", 1))),
    DescriptorRecipe(("arg", 0), (("arg", 3), 64), (("extsi", 32, 64, ("arg", 4)), 1), "nan"),
    WorkspaceRecipe(("muli", 64, ("programs", 0), ("arg", 2))),
    WorkspaceRecipe(("muli", 64, ("programs", 0), ("arg", 2)), "any"),
]


@pytest.mark.parametrize("recipe", RECIPES)
def test_json_says_all(recipe: Any):
    assert from_json(json.loads(json.dumps(to_json(recipe)))) == recipe


def test_workspaces_without_contents_are_zero():
    """As kernels were saved before there were others."""
    assert from_json({"workspace": 128}) == WorkspaceRecipe(128, "zero")


def test_leaves():
    assert leaves_of(RECIPES[0]) == {("grid", 0), ("grid", 1)}
    assert leaves_of(RECIPES[1]) == {("arg", 0), ("arg", 3), ("arg", 4)}
    assert leaves_of(RECIPES[2]) == {("arg", 2)}


def test_programs_are_behind_the_grid():
    assert evaluate(("muli", 32, ("programs", 0), ("grid", 2)), lambda number: number, (3, 4, 5, 6)) == 30


@pytest.mark.parametrize(
    "given",
    [
        {},
        {"value": ["arg"]},
        {"value": ["arg", -1]},
        {"value": ["grid", 3]},
        {"value": ["programs", 1]},
        {"workspace": 16, "padding": "zero"},
        {"workspace": 16, "contents": "one"},
        {"contents": "any"},
        {"value": ["addf", 32, 1, 2]},
        {"value": ["addi", 0, 1, 2]},
        {"value": ["addi", 32, 1]},
        {"value": "arg"},
        {"value": 1.5},
        {"base": ["arg", 0], "shape": [1], "strides": [], "padding": "zero"},
        {"base": ["arg", 0], "shape": [1], "strides": [1], "padding": "one"},
    ],
)
def test_invalid_recipes_are_rejected(given: dict[str, Any]):
    with pytest.raises(RecipeError, match=r"no (recipe|expression)"):
        from_json(given)


# Tables of values


def doubled(expression: Expression, times: int) -> Expression:
    """A sum with 2 ** times operands, which are the same objects."""
    for _ in range(times):
        expression = ("addi", 64, expression, expression)
    return expression


def test_repeated_expressions_are_in_the_table_once():
    table = ValueTable()
    shared = table.share(doubled(("arg", 0), 60))
    assert len(json.dumps([as_json(shared), *map(as_json, table.entries)])) < 5000
    assert evaluate(shared, lambda _: 3, (), table.entries) == as_signed(3 << 60, 64)
    assert leaves(shared, table.entries) == {("arg", 0)} | {("value", at) for at in range(len(table.entries))}


def test_equal_parts_are_shared_though_they_are_different_objects():
    def part() -> Expression:
        return ("muli", 32, ("addi", 32, ("subi", 32, ("divsi", 32, ("arg", 0), 3), 1), 2), 5)

    table = ValueTable()
    assert table.share(("addi", 32, part(), part())) == ("addi", 32, ("value", 0), ("value", 0))
    assert table.entries == [part()]
    assert table.share(("xori", 32, part(), ("addi", 32, part(), 1))) == (
        "xori", 32, ("value", 0), ("addi", 32, ("value", 0), 1)
    )  # fmt: skip
    assert len(table.entries) == 1


def test_small_parts_stay_where_they_are():
    expression: Expression = ("addi", 64, ("extsi", 32, 64, ("arg", 0)), ("extsi", 32, 64, ("arg", 0)))
    table = ValueTable()
    assert table.share(expression) == expression
    assert table.share(7) == 7
    assert table.share(("arg", 2)) == ("arg", 2)
    assert not table.entries


def random_expression(draw: random.Random, known: list[Expression]) -> Expression:
    a, b = draw.choice(known), draw.choice(known)
    match draw.randrange(4):
        case 0:
            return ("select", ("slt", 32, a, b), b, a)
        case 1:
            return (draw.choice(["addi", "muli", "subi", "xori"]), 32, a, b)
        case 2:
            return ("select", ("ne", 32, b, 0), ("divsi", 32, a, b), 1)
        case _:
            return ("trunci", 64, 32, ("extsi", 32, 64, a))


@pytest.mark.parametrize("seed", range(20))
def test_a_table_changes_no_value(seed: int):
    draw = random.Random(seed)
    known: list[Expression] = [("arg", 0), ("arg", 1), ("grid", 0), 3, -1]
    for _ in range(25):
        known.append(random_expression(draw, known))
    table = ValueTable()
    shared = [table.share(expression) for expression in known[-4:]]
    entries = [checked(json.loads(json.dumps(as_json(entry)))) for entry in table.entries]
    for _ in range(5):
        given = [draw.randrange(-(1 << 31), 1 << 31), draw.randrange(-3, 4)]
        for before, after in zip(known[-4:], shared, strict=True):
            expected = evaluate(before, given.__getitem__, (17,))
            assert evaluate(after, given.__getitem__, (17,), entries) == expected


def test_a_value_that_is_not_selected_is_not_computed():
    quotient: Expression = ("divsi", 32, 100, ("arg", 0))
    chosen: Expression = ("select", ("ne", 32, ("arg", 0), 0), ("value", 0), -1)
    assert evaluate(chosen, lambda _: 0, (), [quotient]) == -1
    assert evaluate(chosen, lambda _: 7, (), [quotient]) == 14
    with pytest.raises(RecipeError, match="divide by zero"):
        evaluate(("value", 0), lambda _: 0, (), [quotient])


def test_a_value_that_no_table_has_is_refused():
    with pytest.raises(RecipeError, match="no value 1 in a table of 1"):
        evaluate(("value", 1), lambda _: 0, (), [5])
    with pytest.raises(RecipeError, match="no expression"):
        checked(["value", -1])
