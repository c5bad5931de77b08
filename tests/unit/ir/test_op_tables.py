"""Operations made from tables inherit from their base; only operations that a module defines itself are collected."""

from __future__ import annotations

import sys
from typing import ClassVar

import pytest
from xdsl.dialects.builtin import i32, i64
from xdsl.irdl import irdl_op_definition, result_def

from xtriton.dialects.upstream.nvvm import registers
from xtriton.ir.constraints import I32
from xtriton.ir.diagnostics import DiagnosticError
from xtriton.ir.op import Op
from xtriton.ir.op_tables import attributes_in, named_like, operations_in
from xtriton.ir.printer import print_op
from xtriton.ir.verifier import verify


class _NumberOp(Op):
    result = result_def(I32)
    SYNTAX: ClassVar[str | None] = "attr-dict"


@irdl_op_definition
class OneOp(_NumberOp):
    """The only operation that this module defines."""

    name = "test.one"


def test_classes_share_the_definition_of_their_base():
    first, second = named_like(_NumberOp, {"test.first": "The first.", "test.second_thing.x": "The second."})
    assert (first.name, first.__doc__, first.__name__) == ("test.first", "The first.", "FirstOp")
    assert (second.name, second.__name__) == ("test.second_thing.x", "SecondThingXOp")
    op = second.create(result_types=[i32])
    verify(op)
    assert print_op(op) == "%0 = test.second_thing.x\n"
    with pytest.raises(DiagnosticError, match="result #0 must be 32-bit signless integer, but got 'i64'"):
        verify(second.create(result_types=[i64]))


def test_only_operations_of_the_module_are_collected():
    assert operations_in(vars(sys.modules[__name__])) == [OneOp]
    assert attributes_in(vars(sys.modules[__name__])) == []


def test_names_are_unique():
    names = [op.name for op in registers.OPS]
    assert len(names) == len(set(names)) == 42
