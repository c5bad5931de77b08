"""Lines that repeat are parsed as by the grammar, and errors in them are the grammar's."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ClassVar

import pytest
from xdsl.ir import Operation
from xdsl.irdl import irdl_op_definition

from xtriton.dialects.upstream.arith.integer import AddIOp
from xtriton.ir.constraints import AnyType
from xtriton.ir.context import Context
from xtriton.ir.definitions import Operand, Result, operand_def, result_def
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.op import Op
from xtriton.ir.parser import Parser, parse_module
from xtriton.ir.printer import PrintOptions, print_op
from xtriton.ir.walk import operations_in

TEXTS = sorted((Path(__file__).parents[3] / "tests").rglob("*.mlir"))[::3]
WITH_LOCATIONS = PrintOptions(debuginfo=True)


@pytest.fixture
def by_grammar(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """What is printed of a text that is read without templates."""

    def read(text: str) -> str:
        with monkeypatch.context() as changed:
            changed.setattr(Parser, "REPEATS_LINES", False)
            return print_op(parse_module(text, "file", Context()), WITH_LOCATIONS)

    return read


def function(*lines: str) -> str:
    body = "\n".join(f"  {line}" for line in lines)
    return f"tt.func @f(%a: i32, %b: i32, %w: i64) {{\n{body}\n  tt.return\n}}\n"


def message(text: str) -> str:
    with pytest.raises(DiagnosticError) as raised:
        parse_module(text, "file", Context())
    return str(raised.value)


def test_repeated_lines_are_what_the_grammar_makes_of_them(by_grammar: Callable[[str], str]) -> None:
    text = function(
        "%0 = arith.addi %a, %b : i32 loc(#x)",
        "%1 = arith.addi %b, %0 : i32",
        "%2:2 = tt.call @g(%a) : (i32) -> (i32, i32) loc(#x)",
        "%3:2 = tt.call @g(%1) : (i32) -> (i32, i32) loc(#y)",
        "%4 = arith.addi %3#1, %2#0 : i32 loc(#y)",
        "%5 = arith.addi %w, %w : i64",
        "%6 = arith.addi %5, %w : i64",
    )
    text += (
        'tt.func private @g(i32) -> (i32, i32)\n#x = loc("k.py":3:4)\n#y = loc("n"(#x))\n#z = loc(callsite(#x at #y))\n'
    )
    for _ in range(2):  # the second time with templates of the first
        assert print_op(parse_module(text, "file", Context()), WITH_LOCATIONS) == by_grammar(text)


def test_operands_are_those_of_the_line_where_equal_ones_came_before() -> None:
    text = function("%0 = arith.addi %a, %a : i32", "%1 = arith.addi %b, %a : i32", "%2 = arith.addi %a, %b : i32")
    adds = [op for op in operations_in(parse_module(text, "file", Context())) if isinstance(op, AddIOp)]
    a, b = adds[0].lhs, adds[1].lhs
    assert [(add.lhs, add.rhs) for add in adds] == [(a, a), (b, a), (a, b)]
    assert a is not b


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("%0 = arith.addi %b, %a : i32", "redefinition of SSA value '%0'"),
        ("%1 = arith.addi %b, %w : i32", "expects different type than prior uses: 'i32' vs 'i64'"),
        ("%1 = arith.addi %b, %none : i32", "use of undeclared SSA value name"),
        ("%1 = arith.addi %b, %a#1 : i32", "reference to invalid result number"),
        ("%1 = arith.addi %b, %a : i32 loc(#none)", "operation location alias was never defined"),
        ("%1 = arith.addi %b, %a : i32 loc(#none.x)", ""),
        ("%1, %2 = arith.addi %b, %a : i32", "operation defines 1 results but was provided 2 to bind"),
        ("%1:2 = arith.addi %b, %a : i32", "operation defines 1 results but was provided 2 to bind"),
        ("arith.addi %b, %a : i32 : i32", ""),
    ],
)
def test_errors_in_a_line_that_repeats_are_the_grammars(
    line: str, expected: str, by_grammar: Callable[[str], str]
) -> None:
    text = function("%0 = arith.addi %a, %b : i32", line)
    found = message(text)
    with pytest.raises(DiagnosticError) as raised:
        by_grammar(text)
    assert found == str(raised.value)
    assert expected in found


def test_a_line_with_an_alias_is_not_that_of_another_file() -> None:
    def text(order: str) -> str:
        layout = f"#ttg.blocked<{{sizePerThread = [1], threadsPerWarp = [32], warpsPerCTA = [{order}], order = [0]}}>"
        return (
            f'#l = {layout}\nmodule attributes {{"ttg.num-warps" = {order} : i32}} {{\n'
            + function("%0 = tt.make_range {end = 8 : i32, start = 0 : i32} : tensor<8xi32, #l>")
            + "}\n"
        )

    for order in "4", "2":
        assert f"warpsPerCTA = [{order}]" in print_op(parse_module(text(order), "file", Context()))


def test_a_version_does_not_read_lines_of_another() -> None:
    text = function("%0 = tt.atomic_poll acquire, gpu, %p, %b : !tt.ptr<i32>, i32 -> i1")
    text = text.replace("%a: i32", "%p: !tt.ptr<i32>")
    for _ in range(2):
        parse_module(text, "file", Context(triton="3.9"))
    with pytest.raises(DiagnosticError, match=r"tt\.atomic_poll"):
        parse_module(text, "file", Context(triton="3.6"))


def test_a_context_with_another_definition_of_an_operation_does_not_read_lines_of_this_one() -> None:
    @irdl_op_definition
    class OtherAddIOp(Op):
        name = "arith.addi"
        lhs: Operand = operand_def(AnyType)
        rhs: Operand = operand_def(AnyType)
        result: Result = result_def(AnyType)
        SYNTAX: ClassVar = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `to` type($result)"

    class OtherContext(Context):
        def get_optional_op(self, name: str, *, dialect_stack: Sequence[str] = ()) -> type[Operation] | None:
            return OtherAddIOp if name == "arith.addi" else super().get_optional_op(name, dialect_stack=dialect_stack)

    usual, other = "arith.addi %a, %b : i32", "arith.addi %a, %b : i32, i32 to i32"
    for _ in range(2):
        for context, line, op_class in ((Context(), usual, AddIOp), (OtherContext(), other, OtherAddIOp)):
            ops = operations_in(parse_module(function(f"%0 = {line}", f"%1 = {line}"), "file", context))
            assert [type(op) for op in ops if op.name == "arith.addi"] == [op_class, op_class]
    with pytest.raises(DiagnosticError):
        parse_module(function(f"%0 = {usual}"), "file", OtherContext())


def test_a_line_may_be_the_begin_of_an_operation() -> None:
    first = "tt.func @f() {\n  nvws.warp_group\n  tt.return\n}\n"
    partition = "  partition0 num_warps(4) {\n    nvws.warp_group.return\n  }\n"
    second = f"tt.func @g() {{\n  nvws.warp_group\n  // a comment\n{partition}  tt.return\n}}\n"
    third = 'tt.func @h() {\n  nvws.warp_group\n    loc("somewhere")\n  tt.return\n}\n'
    text = print_op(parse_module(first + second + third, "file", Context()), WITH_LOCATIONS)
    assert text.count("partition0 num_warps(4)") == 1
    assert '"somewhere"' in text


def test_aliases_that_double_with_each_line_are_refused() -> None:
    lines = ['#l0 = loc("k.py":1:1)', *(f"#l{n + 1} = loc(callsite(#l{n} at #l{n}))" for n in range(40))]
    assert "stands for more than" in message("\n".join(lines) + "\n" + function())


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.stem)
def test_files_are_read_as_by_the_grammar(path: Path, by_grammar: Callable[[str], str]) -> None:
    text = path.read_text(encoding="utf-8", errors="surrogateescape")
    try:
        expected = by_grammar(text)
    except DiagnosticError as failure:
        assert message(text) == str(failure)
        return
    for _ in range(2):
        assert print_op(parse_module(text, "file", Context()), WITH_LOCATIONS) == expected
