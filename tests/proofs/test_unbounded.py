"""Products that are divided again, as mathematical integers: what is proved, and what must not be."""

from __future__ import annotations

import pytest
from proofs.unbounded import proved
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block

from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module


def _body(module: ModuleOp) -> Block:
    function = module.body.block.first_op
    assert function is not None
    return function.regions[0].block


def _proved(type_: str, before: str, after: str) -> bool:
    blocks = [
        _body(
            parse_module(
                f"tt.func @f(%a: {type_}, %b: {type_}) -> {type_} {{ {body.replace('T', type_)} }}", "<test>", Context()
            )
        )
        for body in (before, after)
    ]
    return proved(*blocks)


FIRST = "tt.return %a : T"
NEGATIVE = "%c = arith.constant -7 : T "


@pytest.mark.parametrize("type_", ["i8", "i32", "i64", "index"])
@pytest.mark.parametrize("flags", ["nsw", "nuw", "nsw, nuw"])
def test_a_factor_of_an_exact_product_is_proved(type_: str, flags: str) -> None:
    for division in ("divsi", "divui"):
        for operands in ("%a, %b", "%b, %a"):
            before = (
                f"%p = arith.muli {operands} overflow<{flags}> : T %q = arith.{division} %p, %b : T tt.return %q : T"
            )
            assert _proved(type_, before, FIRST) == (("nsw" if division == "divsi" else "nuw") in flags)


def test_a_constant_factor_is_proved() -> None:
    for product, divisor, result in (("%c, %a", "%a", "%c"), ("%a, %c", "%c", "%a")):
        multiplied = f"{NEGATIVE} %p = arith.muli {product} overflow<nsw> : T"
        before = f"{multiplied} %q = arith.divsi %p, {divisor} : T tt.return %q : T"
        assert _proved("i32", before, f"{NEGATIVE} tt.return {result} : T")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("%p = arith.muli %a, %b : T %q = arith.divsi %p, %b : T tt.return %q : T", FIRST),
        ("%p = arith.muli %a, %b overflow<nsw> : T %q = arith.divsi %p, %a : T tt.return %q : T", FIRST),
        ("%p = arith.muli %a, %b overflow<nuw> : T %q = arith.divsi %p, %b : T tt.return %q : T", FIRST),
        ("%p = arith.divsi %a, %b : T %q = arith.muli %p, %b overflow<nsw> : T tt.return %q : T", FIRST),
        ("%p = arith.muli %a, %b overflow<nsw> : T %q = arith.divsi %b, %p : T tt.return %q : T", FIRST),
        (
            f"{NEGATIVE} %p = arith.muli %a, %c overflow<nsw> : T %q = arith.divsi %p, %a : T tt.return %q : T",
            "%c = arith.constant 7 : T tt.return %c : T",
        ),
        (
            "%p = arith.muli %a, %b overflow<nsw> : T %q = arith.divsi %p, %b : T tt.return %q : T",
            "%c = arith.constant 1 : T %p = arith.muli %a, %c : T tt.return %p : T",
        ),
    ],
    ids=[
        "product-that-wraps",
        "other-factor",
        "flag-of-the-other-sign",
        "inexact-quotient",
        "dividend-and-divisor",
        "other-constant",
        "more-than-arguments",
    ],
)
def test_anything_else_is_not(before: str, after: str) -> None:
    assert not _proved("i32", before, after)
