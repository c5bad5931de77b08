"""The greedy driver: the order of patterns, its limits, and its error if patterns do not terminate."""

from __future__ import annotations

from dataclasses import replace

import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.irdl import irdl_op_definition, traits_def
from xdsl.traits import Commutative, OpTrait, Pure

from xtriton.dialects.upstream.arith import AddIOp, MulIOp, SubIOp
from xtriton.ir.context import Context
from xtriton.ir.creation import insert_before
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.op import Op
from xtriton.ir.parser import parse_module
from xtriton.rewriting.greedy import GreedyConfig, rewrite_greedily, settled_operations
from xtriton.rewriting.pattern import Pattern, PatternSet, pattern, trait_pattern
from xtriton.rewriting.rewriter import Rewriter
from xtriton.versions import V3_9, before, since, use_version

TEXT = """
    tt.func @f(%x: i32, %y: i32) -> i32 {
      %0 = arith.addi %x, %y : i32
      %1 = arith.addi %0, %y : i32
      tt.return %1 : i32
    }"""


def parse() -> ModuleOp:
    return parse_module(TEXT, "test.mlir", Context())


def names(module: ModuleOp) -> list[str]:
    return [op.name.partition(".")[2] for op in module.walk() if op.name.startswith("arith.")]


def rewrite(module: ModuleOp, *patterns: Pattern, config: GreedyConfig | None = None) -> tuple[bool, bool]:
    outcome = rewrite_greedily(module, PatternSet(patterns), config)
    return outcome.converged, outcome.changed


@pattern(AddIOp)
def to_product(op: AddIOp, rewriter: Rewriter) -> bool:
    rewriter.replace_by(op, MulIOp(op.lhs, op.rhs))
    return True


@pattern(AddIOp, benefit=2)
def to_difference(op: AddIOp, rewriter: Rewriter) -> bool:
    rewriter.replace_by(op, SubIOp(op.rhs, op.lhs))
    return True


@trait_pattern(Commutative)
def never(op: Operation, rewriter: Rewriter) -> bool:
    raise AssertionError("patterns of a class come first")


@pattern(AddIOp)
def swap(op: AddIOp, rewriter: Rewriter) -> bool:
    rewriter.replace_by(op, AddIOp(op.rhs, op.lhs))
    return True


@pytest.mark.triton("3.6")
def test_greater_benefits_and_classes_come_first() -> None:
    module = parse()
    assert rewrite(module, never, to_product, to_difference) == (True, True)
    assert names(module) == ["subi", "subi"]


def test_patterns_of_equal_benefit_are_tried_as_listed() -> None:
    module = parse()
    with pytest.raises(AssertionError, match="patterns of a class come first"):
        rewrite(module, never, to_product)  # it is the product to which only the other applies
    assert names(module) == ["addi", "muli"]  # the last operation is the first to be rewritten


def test_replacements_get_the_locations() -> None:
    module = parse()
    before = [str(op.location) for op in module.walk() if isinstance(op, AddIOp)]
    rewrite(module, to_product)
    assert [str(op.location) for op in module.walk() if isinstance(op, MulIOp)] == before


def test_nothing_to_do() -> None:
    assert rewrite(parse()) == (True, False)


def test_the_limit_of_rewrites_is_not_the_end() -> None:
    module = parse()
    config = GreedyConfig(top_down=True, max_rewrites=1, max_iterations=1)
    assert rewrite(module, to_product, config=config) == (False, True)
    assert names(module) == ["muli", "addi"]


def test_the_limit_of_iterations_is_not_the_end() -> None:
    assert rewrite(parse(), to_product, config=GreedyConfig(max_iterations=1)) == (False, True)
    assert rewrite(parse(), to_product, config=GreedyConfig(max_iterations=2)) == (True, True)
    assert rewrite(parse(), to_product, config=GreedyConfig(max_iterations=-1)) == (True, True)


def test_patterns_that_undo_each_other_are_named() -> None:
    with pytest.raises(DiagnosticError, match=r"test.mlir:\d+:\d+: error: rewriting does not end: .* was 'swap'"):
        rewrite(parse(), swap)


def test_patterns_by_name() -> None:
    patterns = PatternSet([to_product, to_difference, swap])
    assert patterns.names == {"to_product", "to_difference", "swap"}
    assert patterns.only((), ("swap",)).names == {"to_product", "to_difference"}
    assert patterns.only(("swap", "to_product"), ("swap",)).names == {"to_product"}


@pattern(SubIOp)
def first_operand(op: SubIOp, rewriter: Rewriter) -> bool:
    rewriter.replace(op, [op.lhs])
    return True


@pattern(MulIOp)
def product_that_is_used_once(op: MulIOp, rewriter: Rewriter) -> bool:
    if len(list(op.result.uses)) != 1:
        return False
    rewriter.replace_by(op, AddIOp(op.lhs, op.rhs))
    return True


def test_producers_of_erased_operations_are_visited_again() -> None:
    """The product was met first, with two users; when one of them is gone it is met again in the same iteration."""
    text = """
    tt.func @f(%x: i32, %y: i32) -> i32 {
      %0 = arith.muli %x, %y : i32
      %1 = arith.subi %x, %0 : i32
      %2 = arith.shli %0, %1 : i32
      tt.return %2 : i32
    }"""
    module = parse_module(text, "test.mlir", Context())
    config = GreedyConfig(top_down=True, max_iterations=1)
    assert rewrite(module, first_operand, product_that_is_used_once, config=config) == (False, True)
    assert names(module) == ["addi", "shli"]


def test_settled_operations_are_visited_only_after_changes() -> None:
    module = parse()
    (function,) = module.body.block.ops
    first, second = [op for op in module.walk() if isinstance(op, AddIOp)]
    visited: list[Operation] = []

    @pattern(AddIOp)
    def record(op: AddIOp, rewriter: Rewriter) -> bool:
        visited.append(op)
        return False

    def visits(config: GreedyConfig) -> list[Operation]:
        visited.clear()
        rewrite(module, record, config=config)
        return list(visited)

    assert set(visits(GreedyConfig(incremental=True))) == {first, second}
    config = GreedyConfig(incremental=True, settled=settled_operations(module.body))
    assert visits(config) == []
    second.operands[1] = function.regions[0].block.args[0]
    assert visits(config) == [second]
    config = GreedyConfig(incremental=True, settled=settled_operations(module.body))
    first.operands[0] = first.operands[1]
    assert set(visits(config)) == {first, second}, "an operation that depends on a changed one is visited, too"


def test_one_set_of_patterns_folds_as_the_version_in_effect() -> None:
    patterns = PatternSet([])

    def folded(triton: str) -> list[str]:
        context = Context(triton=triton)
        text = TEXT.replace("arith.addi %x, %y", "arith.divsi %x, %x")
        module = parse_module(text, "test.mlir", context)
        with use_version(context.triton):
            rewrite_greedily(module, patterns)
        return names(module)

    # Since 3.9, x / x is folded to 1.
    for _ in range(2):
        assert folded("3.6") == ["divsi", "addi"]
        assert folded("3.9") == ["constant", "addi"]


def test_one_set_of_patterns_applies_those_of_the_version_in_effect() -> None:
    patterns = PatternSet([replace(to_product, versions=before(V3_9)), replace(to_difference, versions=since(V3_9))])
    products = ["muli", "muli"]
    # 3.9 folds y - (y - x), which to_difference makes of the program.
    for triton, expected in (("3.8", products), ("3.9", []), ("3.8", products)):
        context = Context(triton=triton)
        module = parse_module(TEXT, "test.mlir", context)
        with use_version(context.triton):
            rewrite_greedily(module, patterns)
        assert names(module) == expected


def test_operations_of_one_name_in_two_dialects_are_told_apart() -> None:
    def defined(*given: OpTrait) -> type[Op]:
        @irdl_op_definition
        class Made(Op):
            name = "made.op"
            traits = traits_def(*given)

        return Made

    patterns = PatternSet([])
    for _ in range(2):
        for op_class, expected in ((defined(Pure()), 0), (defined(), 1)):
            module = parse()
            (function,) = module.body.block.ops
            first = function.regions[0].block.first_op
            assert first is not None
            insert_before(op_class(), first)
            rewrite_greedily(module, patterns)
            assert sum(op.name == "made.op" for op in module.walk()) == expected
