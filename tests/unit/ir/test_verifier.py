"""The verifier: its diagnostics, their order, and dominance."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import Operation

from xtriton.dialects.tt import FuncOp
from xtriton.ir.context import Context
from xtriton.ir.diagnostics import DiagnosticError, file_location
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import print_op
from xtriton.ir.verifier import verify


def errors(source: str) -> list[str]:
    """The messages of all errors of a program, each with its line."""
    try:
        context = Context()
        verify(parse_module(source, "x.mlir", context), context)
    except DiagnosticError as failure:
        places = [(file_location(diagnostic.location), diagnostic.message) for diagnostic in failure.diagnostics]
        return [f"{place.line.data}: {message}" for place, message in places if place is not None]
    return []


BROKEN = "tt.func @{name}(%x: tensor<3xi1>) {{ %0 = tt.unsplat %x : tensor<3xi1> tt.return }}"


def test_one_broken_function_does_not_hide_another() -> None:
    found = errors("\n".join(BROKEN.format(name=name) for name in "fg"))
    assert [text.partition(":")[0] for text in found] == ["1", "2"]


def test_symbols_are_compared_when_the_functions_are_right() -> None:
    good = "tt.func @f() { tt.return }"
    assert errors(f"{good}\n{good}") == ["2: redefinition of symbol named 'f'"]
    assert len(errors(f"{good}\n{BROKEN.format(name='f')}")) == 1


def test_a_call_is_checked_wherever_its_twin_was_right() -> None:
    """Equal operations are checked once, but the symbols they refer to depend on their place."""
    source = """module {
  module { tt.func @g() { tt.return } tt.func @f() { tt.call @g() : () -> () tt.return } }
  module { tt.func @f() { tt.call @g() : () -> () tt.return } }
}"""
    assert errors(source) == ["3: 'tt.call' op 'g' does not reference a valid function"]


DIAMOND = """tt.func @f(%c: i1) {{
  cf.cond_br %c, ^left, ^right
^left:
  %a = arith.constant 1 : i32
  cf.br ^join
^right:
  cf.br ^join
^join:
  {use}
  tt.return
^dead:
  %b = arith.addi %a, %a : i32
  cf.br ^join
}}"""


@pytest.mark.parametrize(
    ("use", "found"),
    [
        ("%u = arith.constant 2 : i32", []),
        ("%u = arith.addi %a, %a : i32", ["9: operand #0 does not dominate this use"]),
    ],
)
def test_dominance_over_a_diamond(use: str, found: list[str]) -> None:
    assert errors(DIAMOND.format(use=use)) == found


def test_a_value_may_be_used_before_its_text() -> None:
    source = """tt.func @f() {
  cf.br ^second
^first:
  %b = arith.addi %a, %a : i32
  tt.return
^second:
  %a = arith.constant 1 : i32
  cf.br ^first
}"""
    assert errors(source) == []


def test_loops_dominate_their_bodies_only() -> None:
    source = """tt.func @f(%c: i1) {
  cf.br ^head
^head:
  cf.cond_br %c, ^body, ^exit
^body:
  %a = arith.constant 1 : i32
  cf.br ^head
^exit:
  %b = arith.addi %a, %a : i32
  tt.return
}"""
    assert errors(source) == ["9: operand #0 does not dominate this use"]


GATHER = """tt.func private @callee(i32)
tt.func @f(%p: !tt.ptr<f32>, %o: tensor<4xi32>, %m: tensor<4xi1>, %n: index, %i: i32) {
  %0 = tts.make_gather_scatter_tptr %p to sizes: [4, 8] gather_scatter_dim: 0 gather_scatter_offset: %o gather_scatter_mask: %m, strides: [8, 1], offsets: [0, 0] : tensor<4xi32> tensor<4xi1> <f32> to !tt.ptr<tensor<4x8xf32>>
  %1 = "tts.load"(%0, %n) <{operandSegmentSizes = array<i32: 1, 1, 0>, static_mask_dims = array<i64: 0, -9223372036854775808>}> : (!tt.ptr<tensor<4x8xf32>>, index) -> tensor<4x8xf32>
  tt.call @callee(%i) : (i32) -> ()
  %2 = scf.for %j = %i to %i step %i iter_args(%k = %i) -> (i32) : i32 {
    scf.yield %k : i32
  }
  "x.y"() : () -> ()
  tt.return
}"""  # noqa: E501


def named(module: Operation, name: str) -> Operation:
    return next(op for op in module.walk() if op.name == name)


def error_after(change: Callable[[Operation], object], *, unregistered: bool = True) -> str:
    """The first error of :data:`GATHER`, changed in memory, with its line."""
    context = Context(allow_unregistered=True)
    module = parse_module(GATHER, "x.mlir", context)
    verify(module, context)
    change(module)
    with pytest.raises(DiagnosticError) as caught:
        verify(module, Context(allow_unregistered=unregistered))
    place = file_location(caught.value.diagnostic.location)
    assert place is not None
    return f"{place.line.data}: {caught.value.diagnostic.message}"


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (
            lambda module: named(module, "tts.load").properties.pop("static_mask_dims"),
            "4: 'tts.load' op requires attribute 'static_mask_dims'",
        ),
        (
            lambda module: named(module, "tts.load").properties.update(static_mask_dims=UnitAttr()),
            "4: 'tts.load' op attribute 'static_mask_dims' failed to satisfy constraint: i64 dense array attribute",
        ),
        (
            lambda module: named(module, "tts.load").properties.pop("operandSegmentSizes"),
            "4: 'tts.load' op operand count (2) does not match with the total size (0) specified in attribute "
            "'operandSegmentSizes'",
        ),
        (
            lambda module: named(module, "tt.func").properties.pop("function_type"),
            "1: 'tt.func' op requires attribute 'function_type'",
        ),
        (
            lambda module: named(module, "scf.yield").detach(),
            "6: 'scf.for' op expects a non-empty block",
        ),
        (
            lambda module: named(module, "builtin.unregistered").attributes.clear(),
            "9: 'builtin.unregistered' op requires string attribute 'op_name__', its name",
        ),
    ],
)
def test_a_malformed_operation_is_reported_where_another_reads_it(
    change: Callable[[Operation], object], found: str
) -> None:
    assert error_after(change) == found


def test_the_malformed_operation_may_enclose_the_verified_one() -> None:
    context = Context(allow_unregistered=True)
    module = parse_module(GATHER, "x.mlir", context)
    end = named(module, "tt.return")
    verify(end, context)
    for function in module.walk():
        if isinstance(function, FuncOp):
            del function.properties["function_type"]
    with pytest.raises(DiagnosticError, match=r"'tt\.func' op requires attribute"):
        verify(end, context)


def test_a_rule_that_fails_by_itself_is_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where all operations are well-formed, the failure is a bug of the rule and must show."""

    def fail(op: Operation) -> None:
        raise KeyError(op.name)

    context = Context()
    module = parse_module("tt.func @f() { tt.return }", "x.mlir", context)
    monkeypatch.setattr(FuncOp, "verify_regions", fail)
    with pytest.raises(KeyError, match=r"tt\.func"):
        verify(module, context)


def test_segment_sizes_that_are_absent_are_zeros_in_text() -> None:
    """The wheel takes `scf.forall` without them."""
    for written in ("", "operandSegmentSizes, ", "operandSegmentSizes = array<i32: 0>, "):
        source = f"""%t = "tensor.empty"() : () -> tensor<4xf32>
%a = "bufferization.alloc_tensor"() {{{written}x}} : () -> tensor<4xf32>"""
        assert errors(source) == []


def test_segment_sizes_that_are_absent_in_memory() -> None:
    context = Context()
    module = parse_module("%a = bufferization.alloc_tensor() : tensor<4xf32>", "x.mlir", context)
    allocation = named(module, "bufferization.alloc_tensor")
    allocation.properties["operandSegmentSizes"] = UnitAttr()
    with pytest.raises(DiagnosticError, match="requires attribute 'operandSegmentSizes' with 3 sizes of type 'i32'"):
        verify(module, context)


def test_a_property_that_was_deleted_has_its_default_value() -> None:
    context = Context()
    source = """tt.func @f(%a: tensor<128x32xi8>, %b: tensor<32x128xi8>, %c: tensor<128x128xf32>) {
  %0 = tt.dot_scaled %a, %b, %c lhs = e5m2 rhs = e5m2 {fastMath = false} : tensor<128x32xi8> * tensor<32x128xi8> -> tensor<128x128xf32>
  tt.return
}"""  # noqa: E501
    module = parse_module(source, "x.mlir", context)
    dot = named(module, "tt.dot_scaled")
    before = dot.properties.pop("lhs_k_pack")
    verify(module, context)
    assert dot.lhs_k_pack == before  # pyright: ignore[reportAttributeAccessIssue]


def test_malformed_operations_are_printed_in_the_generic_form() -> None:
    context = Context(allow_unregistered=True)
    module = parse_module(GATHER, "x.mlir", context)
    assert "scf.for %" in print_op(module)
    del named(module, "tt.func").properties["function_type"]
    text = print_op(module)
    assert '"tt.func"() <{sym_name = "callee", sym_visibility = "private"}>' in text
    assert '"scf.for"(' in text
    with pytest.raises(DiagnosticError, match="requires attribute 'function_type'"):
        verify(module, context, show_operation=True)


def test_a_printer_that_fails_by_itself_is_not_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(op: Operation, printer: object) -> None:
        raise KeyError(op.name)

    module = parse_module("tt.func @f() { tt.return }", "x.mlir", Context())
    monkeypatch.setattr(FuncOp, "print", fail)
    with pytest.raises(KeyError, match=r"tt\.func"):
        print_op(module)
