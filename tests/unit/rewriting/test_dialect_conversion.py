"""The dialect conversion driver, its type converter and target, and the structural patterns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pytest
from xdsl.dialects.builtin import FunctionType, IntegerAttr, ModuleOp, UnrealizedConversionCastOp, f16, f32, i32, i64
from xdsl.ir import Attribute, Operation

from xtriton.dialects.upstream.arith import AddIOp, ConstantOp, MulIOp, SubIOp
from xtriton.dialects.upstream.cf import CondBranchOp
from xtriton.dialects.upstream.func import CallOp, FuncOp
from xtriton.dialects.upstream.scf import ForOp, IfOp
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError, Violation
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import print_op
from xtriton.ir.verifier import verify
from xtriton.rewriting.dialect_conversion import (
    Conversion,
    ConversionTarget,
    TypeConverter,
    apply_partial_conversion,
    conversion_pattern,
    structural,
    unrealized_casts,
)
from xtriton.rewriting.pattern import Pattern, PatternSet, pattern
from xtriton.rewriting.rewriter import Rewriter


def parsed(text: str) -> ModuleOp:
    module = parse_module(text, "test.mlir", Context())
    verify(module, Context())
    return module


def names(module: ModuleOp) -> list[str]:
    return [op.name for op in module.walk()][1:]


def target_of(*, illegal: Sequence[type[Operation]] = (), legal: Sequence[str] = ()) -> ConversionTarget:
    target = ConversionTarget()
    target.add_legal(*legal)
    target.add_illegal(*illegal)
    return target


def convert(module: ModuleOp, target: ConversionTarget, *patterns: Pattern, types: TypeConverter | None = None) -> None:
    apply_partial_conversion(module, target, PatternSet(patterns), types, folding="never")
    verify(module, Context())


def failure(work: Callable[[], None]) -> str:
    with pytest.raises(DiagnosticError) as caught:
        work()
    first = caught.value.diagnostics[0]
    return f"{first.location}: {first.message}"


# ------------------------------------------------------------------------------------------------------------- target

SUM = """
func.func @f(%a: i32, %b: i32) -> i32 {
  %0 = arith.addi %a, %b : i32
  %1 = arith.muli %0, %b : i32
  return %1 : i32
}
"""


def add(module: ModuleOp) -> AddIOp:
    return next(op for op in module.walk() if isinstance(op, AddIOp))


def test_legality_of_an_operation_overrides_that_of_its_dialect() -> None:
    target = target_of(illegal=[MulIOp], legal=["arith"])
    module = parsed(SUM)
    legality = {op.name: target.legality(op) for op in module.walk()}
    assert legality["arith.addi"] is True
    assert legality["arith.muli"] is False
    assert legality["func.func"] is None


def test_dynamic_legality_is_asked_of_each_operation() -> None:
    target = ConversionTarget()
    target.add_dynamically_legal(lambda op: op.operands[0] is not op.operands[1], "arith")
    module = parsed(SUM)
    assert target.legality(add(module)) is True
    add(module).operands[1] = add(module).operands[0]
    assert target.legality(add(module)) is False


def test_a_later_declaration_overrides_an_earlier_one() -> None:
    target = target_of(illegal=[AddIOp])
    op = add(parsed(SUM))
    assert target.legality(op) is False
    target.add_legal(AddIOp)
    assert target.legality(op) is True


def test_unknown_operations_can_be_decided_by_a_function() -> None:
    target = ConversionTarget()
    op = add(parsed(SUM))
    assert target.legality(op) is None
    target.set_unknown(lambda op: op.name != "arith.addi")
    assert target.legality(op) is False


# ------------------------------------------------------------------------------------------------------------- driver


@pattern(AddIOp)
def add_to_sub(op: AddIOp, rewriter: Rewriter) -> bool:
    rewriter.replace_by(op, SubIOp(op.lhs, op.rhs))
    return True


@pattern(SubIOp)
def sub_to_mul(op: SubIOp, rewriter: Rewriter) -> bool:
    rewriter.replace_by(op, MulIOp(op.lhs, op.rhs))
    return True


def test_illegal_operations_are_converted_and_unknown_ones_stay() -> None:
    module = parsed(SUM)
    convert(module, target_of(illegal=[AddIOp]), add_to_sub)
    assert names(module) == ["func.func", "arith.subi", "arith.muli", "func.return"]


def test_inserted_operations_are_converted_as_well() -> None:
    module = parsed(SUM)
    convert(module, target_of(illegal=[AddIOp, SubIOp]), add_to_sub, sub_to_mul)
    assert names(module) == ["func.func", "arith.muli", "arith.muli", "func.return"]


def test_legal_operations_are_not_converted_though_a_pattern_applies() -> None:
    module = parsed(SUM)
    convert(module, target_of(legal=["arith"]), add_to_sub)
    assert "arith.addi" in names(module)


def test_unknown_operations_are_converted_if_a_pattern_applies() -> None:
    module = parsed(SUM)
    convert(module, ConversionTarget(), add_to_sub)
    assert "arith.addi" not in names(module)


def test_an_illegal_operation_without_a_pattern_is_an_error_at_the_operation() -> None:
    module = parsed(SUM)
    assert failure(lambda: convert(module, target_of(illegal=[AddIOp]))) == (
        "loc(\"test.mlir\":3:8): failed to legalize operation 'arith.addi' that was explicitly marked illegal"
    )


def test_an_illegal_operation_to_which_no_pattern_applies_is_an_error() -> None:
    @pattern(AddIOp)
    def never(op: AddIOp, rewriter: Rewriter) -> bool:
        return False

    module = parsed(SUM)
    assert "explicitly marked illegal" in failure(lambda: convert(module, target_of(illegal=[AddIOp]), never))


def test_an_illegal_result_of_a_pattern_is_an_error() -> None:
    module = parsed(SUM)
    assert "'arith.subi'" in failure(lambda: convert(module, target_of(illegal=[AddIOp, SubIOp]), add_to_sub))


def test_an_operation_that_a_pattern_leaves_illegal_is_an_error() -> None:
    @pattern(AddIOp)
    def changes_nothing(op: AddIOp, rewriter: Rewriter) -> bool:
        return True

    module = parsed(SUM)
    assert "'arith.addi'" in failure(lambda: convert(module, target_of(illegal=[AddIOp]), changes_nothing))


def test_a_violation_that_a_pattern_raises_is_located() -> None:
    @pattern(AddIOp)
    def refuses(op: AddIOp, rewriter: Rewriter) -> bool:
        raise Violation("cannot be converted")

    module = parsed(SUM)
    text = failure(lambda: convert(module, target_of(illegal=[AddIOp]), refuses))
    assert text == 'loc("test.mlir":3:8): cannot be converted'


def test_patterns_that_apply_to_their_own_results_are_an_error() -> None:
    @pattern(AddIOp)
    def again(op: AddIOp, rewriter: Rewriter) -> bool:
        rewriter.replace_by(op, AddIOp(op.lhs, op.rhs))
        return True

    module = parsed(SUM)
    assert "does not end" in failure(lambda: convert(module, target_of(illegal=[AddIOp]), again))


def test_unreachable_blocks_are_not_visited_and_others_in_the_order_of_dominance() -> None:
    module = parsed(
        """
        func.func @f(%a: i32) -> i32 {
          cf.br ^bb2
        ^bb1:
          %0 = arith.addi %1, %a : i32
          return %0 : i32
        ^bb2:
          %1 = arith.addi %a, %a : i32
          cf.br ^bb1
        ^bb3:
          %2 = arith.addi %a, %a : i32
          return %2 : i32
        }
        """
    )
    seen: list[str] = []

    @pattern(AddIOp)
    def recorded(op: AddIOp, rewriter: Rewriter) -> bool:
        seen.append(str(op.location))
        rewriter.replace_by(op, SubIOp(op.lhs, op.rhs))
        return True

    convert(module, target_of(illegal=[AddIOp]), recorded)
    assert seen == ['loc("test.mlir":8:16)', 'loc("test.mlir":5:16)']


def test_operations_in_a_replaced_operation_are_not_converted() -> None:
    module = parsed(
        """
        func.func @f(%c: i1, %a: i32) -> i32 {
          %r = scf.if %c -> i32 {
            %0 = arith.addi %a, %a : i32
            scf.yield %0 : i32
          } else {
            scf.yield %a : i32
          }
          return %r : i32
        }
        """
    )

    @conversion_pattern(IfOp)
    def to_operand(op: IfOp, rewriter: Conversion) -> bool:
        function = op.parent_op()
        assert isinstance(function, FuncOp)
        rewriter.replace(op, [function.body.block.args[1]])
        return True

    convert(module, target_of(illegal=[IfOp, AddIOp]), to_operand)
    assert names(module) == ["func.func", "func.return"]


# -------------------------------------------------------------------------------------------------------------- folds

FOLDS = """
func.func @f(%a: i32) -> i32 {
  %c0 = arith.constant 0 : i32
  %0 = arith.addi %a, %c0 : i32
  %1 = arith.muli %0, %c0 : i32
  %2 = arith.addi %0, %1 : i32
  return %2 : i32
}
"""


@pytest.mark.triton("3.6")
def test_operations_that_are_not_legal_are_folded_first() -> None:
    module = parsed(FOLDS)
    target = target_of(illegal=[AddIOp])
    target.add_legal(SubIOp)
    apply_partial_conversion(module, target, PatternSet([add_to_sub]))
    # The second sum does not fold: folds are those of the original program, where the product is no constant.
    assert names(module) == ["func.func", "arith.constant", "arith.subi", "func.return"]


def test_legal_operations_are_not_folded() -> None:
    module = parsed(FOLDS)
    apply_partial_conversion(module, target_of(legal=["arith", "func"]), PatternSet([]))
    assert names(module) == names(parsed(FOLDS))


def test_folding_can_be_disabled() -> None:
    module = parsed(FOLDS)
    convert(module, target_of(illegal=[AddIOp]), add_to_sub)
    assert names(module).count("arith.subi") == 2


# -------------------------------------------------------------------------------------------------------------- types


def half(type_: Attribute) -> Attribute | None:
    return f16 if type_ == f32 else None


def pair(type_: Attribute) -> Sequence[Attribute] | None:
    return (i32, i32) if type_ == i64 else None


def nothing(type_: Attribute) -> Sequence[Attribute] | None:
    return () if type_ == f32 else None


def test_a_type_without_a_rule_is_legal() -> None:
    types = TypeConverter(pair)
    assert types.convert(i32) == (i32,)
    assert types.is_legal(i32)
    assert types.convert(i64) == (i32, i32)
    assert not types.is_legal(i64)


def test_the_last_rule_is_tried_first() -> None:
    types = TypeConverter(pair)
    assert types.convert(i64) == (i32, i32)
    types.add(lambda type_: f32 if type_ == i64 else None)
    assert types.convert(i64) == (f32,)


def test_function_types_are_flattened() -> None:
    types = TypeConverter(pair, nothing)
    given = FunctionType.from_lists([i64, f32, i32], [f32, i64])
    assert types.function_type(given) == FunctionType.from_lists([i32, i32, i32], [i32, i32])
    assert not types.is_legal_signature(given)


def test_equal_types_have_the_same_conversion() -> None:
    types = TypeConverter(pair)
    one, other = FunctionType.from_lists([i64], []), FunctionType.from_lists([i64], [])
    assert types.convert(one) is types.convert(other)


MIXED = """
func.func @f(%a: i64, %b: i64) -> i64 {
  %0 = arith.addi %a, %b : i64
  %1 = "test.use"(%0) : (i64) -> i64
  %2 = arith.muli %1, %0 : i64
  return %2 : i64
}
"""


@conversion_pattern(AddIOp, MulIOp)
def by_halves(op: AddIOp | MulIOp, rewriter: Conversion) -> bool:
    sides = zip(rewriter.parts(op.lhs), rewriter.parts(op.rhs), strict=True)
    rewriter.replace_with_multiple(op, [[rewriter.insert(type(op)(*side)).result for side in sides]])
    return True


def mixed() -> ModuleOp:
    context = Context(allow_unregistered=True)
    return parse_module(MIXED, "test.mlir", context)


def test_values_are_cast_for_operations_that_are_not_converted_and_back() -> None:
    types = TypeConverter(pair, source=unrealized_casts, target=unrealized_casts)
    target = ConversionTarget()
    target.add_dynamically_legal(types.is_legal_op, "arith")
    module = mixed()
    apply_partial_conversion(module, target, PatternSet([by_halves]), types, folding="never")
    assert names(module) == [
        "func.func",
        *["builtin.unrealized_conversion_cast"] * 2,  # of both arguments
        *["arith.addi"] * 2,
        "builtin.unrealized_conversion_cast",  # of the sum, for its user
        "builtin.unregistered",
        "builtin.unrealized_conversion_cast",  # of its result
        *["arith.muli"] * 2,
        "builtin.unrealized_conversion_cast",  # of the product, for the return
        "func.return",
    ]
    verify(module, Context(allow_unregistered=True))


@pytest.mark.parametrize(
    ("types", "message"),
    [
        (
            TypeConverter(pair, source=unrealized_casts),
            "from ('i64') to ('i32', 'i32') that remained live after conversion",
        ),
        (
            TypeConverter(pair, target=unrealized_casts),
            "from ('i32', 'i32') to ('i64') that remained live after conversion",
        ),
    ],
    ids=["target", "source"],
)
def test_a_missing_materialization_is_an_error(types: TypeConverter, message: str) -> None:
    target = ConversionTarget()
    target.add_dynamically_legal(types.is_legal_op, "arith")
    patterns = PatternSet([by_halves])
    text = failure(lambda: apply_partial_conversion(mixed(), target, patterns, types, folding="never"))
    assert message in text


def test_one_cast_serves_all_users_and_dead_casts_are_erased() -> None:
    types = TypeConverter(pair, source=unrealized_casts, target=unrealized_casts)
    target = ConversionTarget()
    target.add_dynamically_legal(types.is_legal_op, "arith")

    @conversion_pattern(AddIOp)
    def asks_only(op: AddIOp, rewriter: Conversion) -> bool:
        rewriter.parts(op.lhs)
        one = rewriter.insert(ConstantOp(IntegerAttr(1, i32))).result
        rewriter.replace_with_multiple(op, [[one, one]])
        return True

    module = parsed(
        """
        func.func @f(%a: i64) -> (i64, i64) {
          %0 = arith.addi %a, %a : i64
          return %0, %0 : i64, i64
        }
        """
    )
    convert(module, target, asks_only, types=types)
    assert names(module).count("builtin.unrealized_conversion_cast") == 1


def test_a_result_type_that_is_not_the_converted_one_is_cast_for_users() -> None:
    types = TypeConverter(half, target=unrealized_casts, source=unrealized_casts)
    target = ConversionTarget()
    target.add_dynamically_legal(lambda op: op.results[0].type != f32, "arith")

    @conversion_pattern(*{type(op) for op in parsed(FLOATS).walk() if op.name == "arith.negf"})
    def retyped(op: Operation, rewriter: Conversion) -> bool:
        rewriter.convert_operands(op)
        rewriter.retype(op.results[0], i32 if op.attributes else f16)
        return True

    module = parsed(FLOATS)
    apply_partial_conversion(module, target, PatternSet([retyped]), types, folding="never")
    first, second = [op for op in module.walk() if op.name == "arith.negf"]
    assert first.results[0].type == i32
    cast = second.operands[0].owner
    assert isinstance(cast, UnrealizedConversionCastOp)
    assert cast.inputs[0] is first.results[0]
    assert cast.results[0].type == f16


FLOATS = """
func.func @f(%a: f32) -> f32 {
  %0 = arith.negf %a {odd} : f32
  %1 = arith.negf %0 : f32
  return %1 : f32
}
"""


# --------------------------------------------------------------------------------------- structural patterns, 1:N, 1:0

CONTROL = """
func.func private @g(i64 {test.a}, i32 {test.b}) -> i64
func.func @f(%n: index, %c: i1, %a: i64, %d: f32) -> (i64, f32, i64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = arith.constant 7 : i32
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%x = %a, %y = %d) -> (i64, f32) {
    %k = arith.addi %x, %x : i64
    %j = scf.if %c -> i64 {
      %h = func.call @g(%k, %t) : (i64, i32) -> i64
      scf.yield %h : i64
    } else {
      scf.yield %x : i64
    }
    scf.yield %j, %y : i64, f32
  } {test.tag}
  %1:2 = scf.while (%x = %0#0, %y = %0#1) : (i64, f32) -> (f32, i64) {
    scf.condition(%c) %y, %x : f32, i64
  } do {
  ^bb0(%y: f32, %x: i64):
    scf.yield %x, %y : i64, f32
  }
  cf.cond_br %c, ^bb1(%1#1, %t : i64, i32), ^bb2(%1#0 : f32)
^bb1(%p: i64, %q: i32):
  return %p, %d, %a : i64, f32, i64
^bb2(%r: f32):
  cf.switch %t : i32, [default: ^bb1(%a, %t : i64, i32), 3: ^bb2(%r : f32)]
}
"""


def structural_target(types: TypeConverter) -> ConversionTarget:
    target = ConversionTarget()
    target.set_unknown(lambda op: structural.is_legal_structure(op, types))
    return target


def test_values_become_several_or_none_through_all_control_flow() -> None:
    types = TypeConverter(pair, nothing)
    module = parsed(CONTROL)
    convert(module, structural_target(types), by_halves, *structural.PATTERNS, types=types)
    assert "i64" not in print_op(module)
    assert "f32" not in print_op(module)
    loop = next(op for op in module.walk() if isinstance(op, ForOp))
    assert [result.type for result in loop.results] == [i32, i32]
    assert set(loop.attributes) == {"test.tag"}
    call = next(op for op in module.walk() if isinstance(op, CallOp))
    assert [operand.type for operand in call.operands] == [i32, i32, i32]


def test_attributes_of_an_argument_stay_with_its_first_value() -> None:
    types = TypeConverter(pair, nothing)
    module = parsed("func.func private @g(i64 {test.a}, f32 {test.c}, i32 {test.b})")
    convert(module, structural_target(types), *structural.PATTERNS, types=types)
    assert print_op(module).splitlines()[1].strip() == "func.func private @g(i32 {test.a}, i32, i32 {test.b})"


def test_values_that_become_one_are_changed_in_place() -> None:
    types = TypeConverter(half, lambda type_: i32 if type_ == i64 else None)
    module = parsed(CONTROL)
    before = list(module.walk())
    convert(module, structural_target(types), *structural.PATTERNS, structural.convert_in_place, types=types)
    assert list(module.walk()) == before
    assert "f32" not in print_op(module)


def test_without_a_pattern_for_control_flow_a_converted_type_is_an_error() -> None:
    types = TypeConverter(pair, nothing)
    patterns = [rewrite for rewrite in structural.PATTERNS if rewrite is not structural.region_branch]
    convert_all = partial(convert, parsed(CONTROL), structural_target(types), by_halves, *patterns, types=types)
    assert "failed to legalize operation 'scf.for'" in failure(convert_all)


def test_a_replacement_can_be_replaced_again() -> None:
    types = TypeConverter(pair)
    module = parsed(
        """
        func.func @f(%a: i64) -> i64 {
          %0 = arith.subi %a, %a : i64
          return %0 : i64
        }
        """
    )

    @conversion_pattern(SubIOp)
    def as_sum(op: SubIOp, rewriter: Conversion) -> bool:
        if op.result.type != i64:
            return False
        rewriter.replace_by(op, AddIOp(op.lhs, op.rhs))
        return True

    convert(module, structural_target(types), as_sum, by_halves, *structural.PATTERNS, types=types)
    assert names(module) == ["func.func", "arith.addi", "arith.addi", "func.return"]


def test_successors_get_as_many_operands_as_their_blocks_have_arguments() -> None:
    types = TypeConverter(pair, nothing)
    module = parsed(CONTROL)
    convert(module, structural_target(types), by_halves, *structural.PATTERNS, types=types)
    branch = next(op for op in module.walk() if op.name == "cf.cond_br")
    assert isinstance(branch, CondBranchOp)
    assert [[value.type for value in branch.successor_operands(number)] for number in (0, 1)] == [[i32] * 3, []]
