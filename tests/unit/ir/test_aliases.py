"""Aliases of attributes and locations."""

from __future__ import annotations

from xtriton.ir.context import Context
from xtriton.ir.parser import parse_module
from xtriton.ir.printer import PrintOptions, print_op

LAYOUT = "#ttg.blocked<{{sizePerThread = [{0}], threadsPerWarp = [32], warpsPerCTA = [4], order = [0]}}>"


MATRIX = "#ttg.blocked<{sizePerThread = [1, 1], threadsPerWarp = [8, 4], warpsPerCTA = [4, 1], order = [1, 0]}>"
SLICE = "#ttg.slice<{{dim = 0, parent = {0}}}>"


def printed(source: str, options: PrintOptions | None = None) -> list[str]:
    return print_op(parse_module(source, "x.mlir", Context()), options or PrintOptions()).splitlines()


def test_aliases_are_numbered_in_the_order_of_use_and_unused_ones_vanish() -> None:
    source = f"""
#unused = {LAYOUT.format(8)}
tt.func @f(%x: tensor<128xi32, {LAYOUT.format(2)}>, %y: tensor<128xi32, {LAYOUT.format(1)}>) {{ tt.return }}
"""
    lines = printed(source)
    assert lines[:2] == ["#blocked = " + LAYOUT.format(2), "#blocked1 = " + LAYOUT.format(1)]
    assert lines[2] == "module {"


def test_nested_aliases_come_first() -> None:
    lines = printed(f"tt.func @f(%x: tensor<128xi32, {SLICE.format(MATRIX)}>) {{ tt.return }}")
    assert lines[0] == "#blocked = " + MATRIX
    assert f"tensor<128xi32, {SLICE.format('#blocked')}>" in lines[2]


def test_local_scope_has_no_aliases() -> None:
    source = f"tt.func @f(%x: tensor<128xi32, {LAYOUT.format(2)}>) {{ tt.return }}"
    lines = printed(source, PrintOptions(local_scope=True))
    assert lines[0] == "module {"
    assert LAYOUT.format(2) in lines[1]


def test_a_location_only_of_operations_is_defined_at_the_end() -> None:
    source = 'tt.func @f(%x: i32 loc("a"("k.py":1:1))) { tt.return loc("k.py":2:2) } loc("k.py":1:1)'
    lines = printed(source, PrintOptions(debuginfo=True))
    module = lines.index("module {")
    (needed_by_argument,) = [index for index, line in enumerate(lines) if 'loc("k.py":1:1)' in line]
    (of_an_operation,) = [index for index, line in enumerate(lines) if 'loc("k.py":2:2)' in line]
    assert needed_by_argument < module < of_an_operation


def test_a_location_alias_may_be_defined_after_an_argument_that_has_it() -> None:
    source = 'tt.func @f(%x: i32 loc(#later)) { tt.return }\n#later = loc("k.py":7:8)'
    module = parse_module(source, "x.mlir", Context())
    (function,) = module.body.ops
    argument = function.regions[0].block.args[0]
    assert str(argument.location) == 'loc("k.py":7:8)'
