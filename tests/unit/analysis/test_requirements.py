"""Requirements of passes on their input: programs that break each, and programs that do not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import pytest
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Operation

from xtriton.analysis.requirements import (
    Rule,
    TypeRule,
    accesses_with_layouts,
    casts_of_one_value,
    consistent_ranks,
    countable_elements,
    first_violation,
    inlined_calls,
    pointers_in_memory,
    pointers_to_elements,
    powers_of_two,
    static_accesses,
    static_shapes,
    structured_pointers_to_numbers,
    tensors_with_layouts,
    without_layouts,
    without_partitions,
)
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.parser import parse_module
from xtriton.ir.verifier import verify
from xtriton.passes import PASSES, pass_class
from xtriton.passes.base import Pass
from xtriton.passes.manager import PassManager
from xtriton.passes.pipeline_text import parse_pipeline

pytestmark = pytest.mark.triton("3.6")

LAYOUT = "#b = #ttg.blocked<{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}>\n"
SCAN = """%r = "tt.scan"(%x) <{axis = AXIS : i32, reverse = false}> ({
^bb0(%a: f32, %b: f32):
  %s = arith.addf %a, %b : f32
  tt.scan.return %s : f32
}) : (tensor<8xf32>) -> tensor<8xf32>"""

MAP = """%r = "tt.map_elementwise"(%x) <{pack = 4 : i32}> ({
^bb0(%a: i32, %b: i32, %c: i32, %d: i32):
  tt.map_elementwise.return %d, %c, %b, %a : i32, i32, i32, i32
}) : (tensor<2xi32>) -> tensor<2xi32>"""
PARTITIONED = "%s = arith.addi %n, %n {ttg.partition = array<i32: 0>} : i32"


def module_of(arguments: str, body: str):
    """A verified module with a function, and its context."""
    context = Context()
    function = f"tt.func @f({arguments}) {{\n{body}\ntt.return\n}}"
    text = f'{LAYOUT}module attributes {{"ttg.num-warps" = 4 : i32}} {{\n{function}\n}}'
    module = parse_module(text, "test", context)
    verify(module, context)
    return module, context


BROKEN: list[tuple[Rule, str, str, str]] = [
    (without_layouts, "%x: tensor<128xf32, #b>", "", "'tt.func' has the type 'tensor<128xf32"),
    (without_layouts, "%x: i32", "ttg.local_barrier", "'ttg.local_barrier' belongs to TTGIR"),
    (static_shapes, "%x: tensor<?xf32>", "", "'tt.func' has the type 'tensor<?xf32>'; all extents must be known"),
    (static_shapes, "%x: tensor<4x0xf32>", "", "'tt.func' has the type 'tensor<4x0xf32>'"),
    (static_shapes, "%x: !tt.ptr<tensor<?xf32>>", "", "'tt.func' has the type '!tt.ptr<tensor<?xf32>>'"),
    (powers_of_two, "%x: tensor<4x3xf32>", "", "'tt.func' has the type 'tensor<4x3xf32>'; all extents must be powers"),
    (powers_of_two, "%x: tensor<f32>", "", "'tt.func' has the type 'tensor<f32>'"),
    (
        accesses_with_layouts,
        "%x: tensor<8x!tt.ptr<f32>>",
        "%0 = tt.load %x : tensor<8x!tt.ptr<f32>>",
        "'tt.load' has the type 'tensor<8x!tt.ptr<f32>>', which has no layout",
    ),
    (pointers_to_elements, "%x: !tt.ptr<tensor<8xf32>>", "", "memory cannot hold elements of type 'tensor<8xf32>'"),
    (
        pointers_to_elements,
        "%n: i64",
        "%0 = tt.int_to_ptr %n : i64 -> !tt.ptr<!tt.ptr<tensor<8xf32>>>",
        "'tt.int_to_ptr' has the type '!tt.ptr<!tt.ptr<tensor<8xf32>>>'; memory cannot hold elements",
    ),
    (pointers_in_memory, "%x: !tt.ptr<!tt.ptr<tensor<8xf32>>>", "", "memory cannot hold elements of type"),
    (
        structured_pointers_to_numbers,
        "%x: !tt.ptr<!tt.ptr<f32>>",
        "%0 = tts.make_tptr %x to sizes: [8], strides: [1], offsets: [0], shape: [0], order: [] : "
        "<!tt.ptr<f32>> to tensor<8x!tt.ptr<!tt.ptr<f32>>>",
        "structured pointers point to numbers",
    ),
    (
        structured_pointers_to_numbers,
        "%p: !tt.ptr<f32>, %i: tensor<64x2xi8>",
        "%0 = tts.gather %p[%i] : (<f32>, tensor<64x2xi8>) -> tensor<8xf32>",
        "'tts.gather' moves a 'tensor<8xf32>' by offsets of type 'tensor<64x2xi8>', which has another shape",
    ),
    (
        static_accesses,
        "%p: !tt.ptr<f32>, %i: tensor<0xi32>",
        '%0 = "tts.gather"(%p, %i) <{operandSegmentSizes = array<i32: 1, 1, 0, 0>}> : '
        "(!tt.ptr<f32>, tensor<0xi32>) -> tensor<0xf32>",
        "'tts.gather' has the type 'tensor<0xi32>'; all extents must be known and at least 1",
    ),
    (consistent_ranks, "%x: tensor<8xf32>", SCAN.replace("AXIS", "1"), "'tt.scan' names dimension 1 in 'axis'"),
    (consistent_ranks, "%x: tensor<8xf32>", SCAN.replace("AXIS", "-1"), "'tt.scan' names dimension -1 in 'axis'"),
    (
        consistent_ranks,
        "%x: !tt.ptr<tensor<8xf32>>",
        "%0 = tt.load %x {boundaryCheck = array<i32: 0, 1>} : !tt.ptr<tensor<8xf32>>",
        "'tt.load' names dimension 1 in 'boundaryCheck', where the rank is 1",
    ),
    (
        consistent_ranks,
        "%x: !tt.ptr<f32>, %n: i64, %o: i32",
        "%0 = tt.make_tensor_ptr %x, [%n], [], [%o] {order = array<i32: 0>} : <tensor<8xf32>>",
        "'tt.make_tensor_ptr' has 0 offsets, strides or dimensions where the rank is 1",
    ),
    (
        consistent_ranks,
        "%x: !tt.ptr<f32>, %n: i64, %o: i32",
        "%0 = tt.make_tensor_ptr %x, [%n], [%n], [%o] {order = array<i32: 0>} : <tensor<0xf32>>",
        "accesses blocks of type 'tensor<0xf32>'",
    ),
    (
        consistent_ranks,
        "%x: !tt.ptr<tensor<8xf32>>, %o: i32",
        "%0 = tt.advance %x, [%o, %o] : <tensor<8xf32>>",
        "'tt.advance' has 2 offsets, strides or dimensions where the rank is 1",
    ),
    (
        consistent_ranks,
        "%d: !tt.tensordesc<tensor<8x8xf32>>, %o: i32",
        "%0 = tt.descriptor_load %d[%o] : !tt.tensordesc<tensor<8x8xf32>> -> tensor<8x8xf32>",
        "'tt.descriptor_load' has 1 offsets, strides or dimensions where the rank is 2",
    ),
    (
        consistent_ranks,
        "%x: tensor<4x4xi32>",
        "%0 = tt.histogram %x : tensor<4x4xi32> -> tensor<8xi32>",
        "'tt.histogram' has 2 offsets, strides or dimensions where the rank is 1",
    ),
    (
        consistent_ranks,
        "%x: tensor<2xi32>",
        "%0 = tt.cat %x, %x : tensor<2xi32> -> tensor<16xi32>",
        "'tt.cat' gives 16 elements of two times 2",
    ),
    (consistent_ranks, "%x: tensor<2xi32>", MAP, "'tt.map_elementwise' takes 4 elements at a time, of 2"),
    (without_layouts, "%n: i32", PARTITIONED, "'arith.addi' has the attribute ttg.partition, which only TTGIR has"),
    (without_partitions, "%n: i32", PARTITIONED, "'arith.addi' has the attribute ttg.partition; the pass takes loops"),
    (inlined_calls, "%n: i32", "tt.call @f(%n) : (i32) -> ()", "'tt.call' calls a function; run 'inline' before"),
    (
        casts_of_one_value,
        "",
        "%0 = builtin.unrealized_conversion_cast to i32",
        "'builtin.unrealized_conversion_cast' has 0 operands and 1 results; the pass takes one of each",
    ),
]


@pytest.mark.parametrize(("rule", "arguments", "body", "message"), BROKEN)
def test_violations_of_rules(rule: Rule, arguments: str, body: str, message: str) -> None:
    module, _ = module_of(arguments, body)
    violation = first_violation(module, (rule,))
    assert violation is not None
    op, problem = violation
    assert message in f"'{op.name}' {problem}"


KEPT: list[tuple[Rule, str, str]] = [
    (without_layouts, "%x: tensor<128xf32>, %p: !tt.ptr<tensor<4xf32>>", ""),
    (static_shapes, "%x: tensor<3xf32>, %y: tensor<f32>", ""),
    (powers_of_two, "%x: tensor<4x1xf32>, %y: i32", ""),
    (accesses_with_layouts, "%p: tensor<128x!tt.ptr<f32>, #b>", "%0 = tt.load %p : tensor<128x!tt.ptr<f32>, #b>"),
    (accesses_with_layouts, "%p: !tt.ptr<f32>", "%0 = tt.load %p : !tt.ptr<f32>"),
    (pointers_to_elements, "%p: !tt.ptr<f32>, %q: !tt.ptr<!tt.ptr<i8>>, %r: tensor<4x!tt.ptr<f32>>", ""),
    (pointers_in_memory, "%p: !tt.ptr<tensor<8xf32>>, %q: tensor<4x!tt.ptr<!tt.ptr<f32>>>", ""),
    (consistent_ranks, "%x: tensor<8xf32>", SCAN.replace("AXIS", "0")),
    (consistent_ranks, "%x: tensor<2xi32>", "%0 = tt.cat %x, %x : tensor<2xi32> -> tensor<4xi32>"),
    (consistent_ranks, "%x: tensor<8xi32>", MAP.replace("tensor<2x", "tensor<8x")),
    (inlined_calls, "%n: i32", "%s = arith.addi %n, %n : i32"),
    (casts_of_one_value, "%n: i32", "%0 = builtin.unrealized_conversion_cast %n : i32 to i64"),
    (without_partitions, "%n: i32", "%s = arith.addi %n, %n {loop.stage = 0 : i32} : i32"),
    (
        consistent_ranks,
        "%x: !tt.ptr<f32>, %n: i64, %o: i32",
        "%0 = tt.make_tensor_ptr %x, [%n], [%n], [%o] {order = array<i32: 0>} : <tensor<8xf32>>\n"
        "%1 = tt.load %0 {boundaryCheck = array<i32: 0>} : !tt.ptr<tensor<8xf32>>",
    ),
]


@pytest.mark.parametrize(("rule", "arguments", "body"), KEPT)
def test_programs_without_violations(rule: Rule, arguments: str, body: str) -> None:
    module, _ = module_of(arguments, body)
    assert first_violation(module, (rule,)) is None


@pytest.mark.parametrize("name", [name for name in PASSES if name.startswith("hopper-")])
def test_passes_for_hopper_that_create_operations_take_no_partitions(name: str) -> None:
    only_marks = name in {"hopper-occupancy", "hopper-launch-arguments"}
    assert (without_partitions in pass_class(name).requires) is not only_marks


def test_the_pass_manager_reports_the_first_violation_and_changes_nothing() -> None:
    module, context = module_of("%x: tensor<8xf32>, %y: tensor<?xf32>", SCAN.replace("AXIS", "3"))
    before = str(module)
    with pytest.raises(DiagnosticError) as caught:
        PassManager(context).run(parse_pipeline("triton-to-linalg"), module)
    assert caught.value.diagnostic.message == (
        "pass 'triton-to-linalg': 'tt.func' op has the type 'tensor<?xf32>'; all extents must be known and at least 1"
    )
    assert str(module) == before


def test_the_first_operation_is_reported_whichever_rule_it_breaks() -> None:
    module, _ = module_of("%n: i32", f"{PARTITIONED}\n%x = arith.sitofp %n : i32 to f32")
    no_floats = TypeRule(lambda type_: "is a float" if str(type_) == "f32" else None)
    found = first_violation(module, (no_floats, without_partitions))
    assert found is not None
    assert found[0].name == "arith.addi"
    found = first_violation(module, (no_floats,))
    assert found is not None
    assert (found[0].name, found[1]) == ("arith.sitofp", "is a float")


def test_a_type_is_judged_once_for_all_operations() -> None:
    asked: list[Attribute] = []
    module, _ = module_of("%n: i32", "%a = arith.addi %n, %n : i32\n%b = arith.addi %a, %n : i32")
    assert first_violation(module, (TypeRule(asked.append),)) is None
    assert len({id(type_) for type_ in asked}) == len(asked)  # equal types may be several objects


@pytest.mark.parametrize(
    ("type_", "fits"),
    [
        ("memref<2x4611686018427387903xf32>", True),
        ("memref<2x4611686018427387904xf32>", False),
        ("tensor<?x9223372036854775807xf32>", True),
        ("tensor<0x9223372036854775807x2xf32>", False),
        ("memref<*xf32>", True),
        ("f32", True),
    ],
)
def test_elements_can_be_counted(type_: str, fits: bool) -> None:
    module = parse_module(f"func.func private @f({type_})", "test", Context())
    assert (first_violation(module, (countable_elements,)) is None) is fits


@pytest.mark.parametrize(("type_", "fits"), [("tensor<8xf32, #b>", True), ("tensor<8xf32>", False), ("f32", True)])
def test_tensors_have_layouts(type_: str, fits: bool) -> None:
    module, _ = module_of(f"%x: {type_}", "")
    assert (first_violation(module, (tensors_with_layouts,)) is None) is fits


@pytest.mark.parametrize(("extent", "fits"), [("4", True), ("?", False)])
def test_gathered_tensors_have_static_extents(extent: str, fits: bool) -> None:
    gather = f"%0 = tts.gather %p[%i] : (<f32>, tensor<{extent}xi32>) -> tensor<{extent}xf32>"
    module, _ = module_of(f"%p: !tt.ptr<f32>, %i: tensor<{extent}xi32>, %other: tensor<?xf32>", gather)
    assert (first_violation(module, (static_accesses,)) is None) is fits


@pytest.mark.parametrize(("outer", "inner"), [((), True), ((without_layouts,), False), ((without_partitions,), True)])
def test_steps_check_what_the_outer_pass_has_not(outer: tuple[Rule, ...], inner: bool) -> None:
    """Of a rule that both have, the outer pass has found that it is kept."""
    asked: list[str] = []

    def layouts(op: Operation) -> str | None:
        asked.append("layouts")
        return without_layouts(op)

    def calls(op: Operation) -> str | None:
        asked.append("calls")
        return inlined_calls(op)

    @dataclass(frozen=True)
    class Step(Pass):
        name: ClassVar[str] = "step"
        requires = (layouts, calls)

        def apply(self, ctx: Context, module: ModuleOp) -> None: ...

    @dataclass(frozen=True)
    class Outer(Step):
        name: ClassVar[str] = "outer"
        requires = tuple(layouts if rule is without_layouts else rule for rule in outer)

    module, context = module_of("%x: i32", "")
    Step().apply_within(Outer(), context, module)
    assert ("layouts" in asked) is inner
    assert "calls" in asked
    broken, context = module_of("", "tt.call @f() : () -> ()")
    with pytest.raises(DiagnosticError, match=r"pass 'step': 'tt\.call' op calls a function"):
        Step().apply_within(Outer(), context, broken)
