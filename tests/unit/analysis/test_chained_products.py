"""Products that are computed from each other, against slices that are computed one by one."""

from __future__ import annotations

import random

import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from xtriton.analysis.chained_dots import ChainedDots
from xtriton.analysis.slices import backward_slice, forward_slice, in_program_order
from xtriton.dialects.tt.dot import DotOp
from xtriton.dialects.tt.shape import TransOp
from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.rewriting.rewriter import Rewriter

SQUARE = "tensor<16x16xf32>"


def by_slices(product: DotOp) -> list[Operation]:
    home = product.parent_region()

    def nearby(op: Operation) -> bool:
        return op.parent_region() is home and not isinstance(op, TransOp)

    found: dict[Operation, None] = {product: None}
    pending: list[Operation] = [product]
    while pending:
        op = pending.pop()
        for neighbour in (*backward_slice(op, nearby), *forward_slice(op, nearby)):
            if neighbour not in found:
                found[neighbour] = None
                pending.append(neighbour)
    return [op for op in in_program_order(found) if isinstance(op, DotOp) and op is not product]


def program(seed: int) -> ModuleOp:
    """Products, sums, transpositions, and loops that use values from outside, at random."""
    choose = random.Random(seed)
    names = [f"%arg{index}" for index in range(4)]
    lines: list[str] = []
    for index in range(choose.randrange(4, 24)):
        a, b, c = (choose.choice(names[-8:]) for _ in range(3))
        kind = choose.randrange(6)
        if kind < 3:
            lines.append(f"%v{index} = tt.dot {a}, {b}, {c} : {SQUARE} * {SQUARE} -> {SQUARE}")
        elif kind == 3:
            lines.append(f"%v{index} = tt.trans {a} {{order = array<i32: 1, 0>}} : {SQUARE} -> {SQUARE}")
        elif kind == 4:
            lines.append(f"%v{index} = arith.addf {a}, {b} : {SQUARE}")
        else:
            lines.append(f"%v{index} = scf.for %i = %n to %n step %n iter_args(%x = {a}) -> ({SQUARE}) : i32 {{")
            lines.append(f"  %y{index} = tt.dot %x, {b}, %x : {SQUARE} * {SQUARE} -> {SQUARE}")
            lines.append(f"  scf.yield %y{index} : {SQUARE}")
            lines.append("}")
        names.append(f"%v{index}")
    arguments = ", ".join(f"{name}: {SQUARE}" for name in names[:4])
    text = f"tt.func @f(%n: i32, {arguments}) {{\n" + "\n".join(lines) + "\ntt.return\n}"
    return parse_module(text, "test.mlir", Context())


@pytest.mark.parametrize("seed", range(60))
def test_products_are_those_of_slices(seed: int) -> None:
    module, chained = program(seed), ChainedDots()
    for product in [op for op in module.walk() if isinstance(op, DotOp)]:
        assert list(chained.of(product)) == by_slices(product)


@pytest.mark.parametrize("seed", range(20))
def test_products_are_replaced_one_by_one(seed: int) -> None:
    module, chained = program(seed), ChainedDots()
    rewriter = Rewriter(chained)
    for product in [op for op in module.walk() if isinstance(op, DotOp)]:
        assert list(chained.of(product)) == by_slices(product)
        with chained.replacing(product) as new:
            rewriter.start_at(product)
            copy = product.clone()
            new.append(copy)
            rewriter.replace_by(product, copy)
        assert list(chained.of(copy)) == by_slices(copy)


@pytest.mark.parametrize("seed", range(20))
def test_other_changes_are_noticed(seed: int) -> None:
    module, chained = program(seed), ChainedDots()
    rewriter = Rewriter(chained)
    products = [op for op in module.walk() if isinstance(op, DotOp)]
    for product in products:
        list(chained.of(product))
    for op in reversed(list(module.walk())):
        if op.results and op.results[0].first_use is None and len(products) > 1:
            rewriter.erase(op)
            products = [other for other in products if other.parent is not None and other is not op]
            for product in products:
                if product.parent_op() is not None and product.parent is not None:
                    assert list(chained.of(product)) == by_slices(product)
